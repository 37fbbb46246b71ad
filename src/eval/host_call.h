/* SPDX-License-Identifier: Apache-2.0 */
/* A call of a host function, as its caller makes it (eval_host.c) and what host.h says of it reads
 * it. */
#ifndef TENON_EVAL_HOST_CALL_H
#define TENON_EVAL_HOST_CALL_H

#include "eval/eval_parts.h"

struct HostCall {
    Frame *f;
    Loc loc;
    const char *name;
    Value *const *args;
    uint32_t n_args;
    Value *const *wanted; /* NULL: results are made as they come */
    uint32_t n_wanted, n_given;
    VEC(Value *) results;
    bool failed;
};

#endif
