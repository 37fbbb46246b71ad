/* SPDX-License-Identifier: Apache-2.0 */
/* Ctrl-C while the main thread is in a call of the library: Python's own handler only notes the
 * signal for the interpreter, which is not running. Ours tells the library first, then calls
 * Python's. It does its work on the main thread alone, so what it tells cannot be freed meanwhile.
 *
 * Whoever calls signal.signal() later replaces it; so each call that may be long looks again. */
#include "pyt.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static struct {
    pthread_t main;
    struct sigaction python; /* what stood there before */
    PytAway away;            /* read by the handler on the main thread only */
    atomic_uint generation;
} signals;

static void on_interrupt(int number, siginfo_t *info, void *context) {
    if (!pyt_is_main()) {
        pthread_kill(signals.main, number);
        return;
    }
    if (signals.away.prepared) tn_prepared_cancel(signals.away.prepared);
    if (signals.away.ctx) tn_cancel(signals.away.ctx);
    if (signals.python.sa_flags & SA_SIGINFO)
        signals.python.sa_sigaction(number, info, context);
    else
        signals.python.sa_handler(number);
}

static void after_fork(void) {
    signals.main = pthread_self();
    atomic_fetch_add(&signals.generation, 1);
}

void pyt_signals_init(void) {
    signals.main = pthread_self();
    pthread_atfork(NULL, NULL, after_fork);
}

unsigned pyt_generation(void) {
    return atomic_load_explicit(&signals.generation, memory_order_relaxed);
}

bool pyt_is_main(void) { return pthread_equal(pthread_self(), signals.main) != 0; }

void pyt_signals_watch(void) {
    struct sigaction now;
    if (sigaction(SIGINT, NULL, &now) != 0) return;
    if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_interrupt) return;
    if (!(now.sa_flags & SA_SIGINFO) && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN))
        return;
    signals.python = now;
    struct sigaction ours = now;
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = on_interrupt;
    sigaction(SIGINT, &ours, NULL);
}

PytAway pyt_signals_away(PytAway now) {
    const PytAway before = signals.away;
    signals.away.prepared = now.prepared;
    signals.away.ctx = now.ctx;
    atomic_signal_fence(memory_order_seq_cst);
    return before;
}

bool pyt_signals_raised(void) {
    const PyGILState_STATE gil = PyGILState_Ensure();
    const bool raised = PyErr_CheckSignals() != 0;
    PyGILState_Release(gil);
    return raised;
}
