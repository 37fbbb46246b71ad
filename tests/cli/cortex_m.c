/* SPDX-License-Identifier: Apache-2.0 */
/* What a Cortex-M begins with: its vectors, and floats switched on before newlib's start, which
 * reads arguments and files through the debugger's calls. */
#include <stddef.h>
#include <stdint.h>

enum { STACK = 64 * 1024 };

extern char stack_top[], heap_start[];
void _start(void);
void reset(void);
void *_sbrk(ptrdiff_t n);

void reset(void) {
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20; /* access to coprocessors 10 and 11 */
    __asm volatile("dsb\n isb");
    _start();
}

/* The debugger is told that the program has failed: SYS_EXIT, with no reason. */
static void stop(void) { __asm volatile("movs r0, #0x18\n movs r1, #0\n bkpt 0xab"); }

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[] = {
    (uintptr_t)stack_top, (uintptr_t)reset, (uintptr_t)stop, (uintptr_t)stop,
    (uintptr_t)stop,      (uintptr_t)stop,  (uintptr_t)stop,
};

void *_sbrk(ptrdiff_t n) {
    static char *next = heap_start;
    char *old = next;
    if (n > stack_top - STACK - old) return (void *)-1;
    next += n;
    return old;
}
