/* SPDX-License-Identifier: Apache-2.0 */
/* LLVM is opened when it is needed (base/late.h). */
#ifndef TENON_BACKEND_LLVM_LATE_H
#define TENON_BACKEND_LLVM_LATE_H

#include <stdbool.h>

/* Before any call of LLVM. False: this machine has none. */
bool ll_open(void);

#endif
