/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_BACKEND_ONEDNN_THREADS_H
#define TENON_BACKEND_ONEDNN_THREADS_H

/* How many threads oneDNN has from here on when this thread asks it for something. */
void onednn_threads(int n);

#endif
