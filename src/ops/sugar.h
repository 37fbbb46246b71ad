/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of R that are no operators of their own; see OpSugar. */
#ifndef TENON_OPS_SUGAR_H
#define TENON_OPS_SUGAR_H

#include "ir/build.h"

extern const OpSugar op_sugars[];
extern const size_t op_n_sugars;

#endif
