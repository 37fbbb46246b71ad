/* SPDX-License-Identifier: Apache-2.0 */
/* oneDNN is opened when it is needed (base/late.h). */
#ifndef TENON_BACKEND_ONEDNN_LATE_H
#define TENON_BACKEND_ONEDNN_LATE_H

#include <stdbool.h>

/* Before any call of oneDNN. False: this machine has none. */
bool onednn_open(void);

#endif
