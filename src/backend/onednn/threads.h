/* SPDX-License-Identifier: Apache-2.0 */
/* oneDNN's threads are the pool's (runtime/pool.h): the library is a build for OpenMP, and what it
 * asks of OpenMP is answered here. A process may use oneDNN and OpenMP for itself; it notices
 * nothing. */
#ifndef TENON_BACKEND_ONEDNN_THREADS_H
#define TENON_BACKEND_ONEDNN_THREADS_H

#include <stdbool.h>

/* Of the library that was opened. Where it is no build that can be led, it has one thread from
 * then on. */
void onednn_threads_open(void *library);

/* For how many threads of `wanted` a primitive may be made: it needs all of them in each run. */
int onednn_threads_most(int wanted);

/* In between oneDNN has n threads when this thread asks it for something. meets: they may wait for
 * each other within a primitive; else one thread may do the work of another. */
void onednn_threads_begin(int n);
void onednn_threads_meet(bool meets);
/* False: a primitive had fewer threads than it was made for, and did nothing. */
bool onednn_threads_end(void);

#endif
