/* SPDX-License-Identifier: Apache-2.0 */
/* oneDNN asks OpenMP how many threads there are. Without OpenMP's header (clang's would bring
 * another runtime) it takes as many as the environment says. */
#include "backend/onednn/threads.h"

#ifdef _OPENMP
#include <omp.h>

void onednn_threads(int n) { omp_set_num_threads(n); }
#else
void onednn_threads(int n) { (void)n; }
#endif
