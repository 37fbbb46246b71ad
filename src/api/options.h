/* SPDX-License-Identifier: Apache-2.0 */
/* Options as callers give them, whichever version of the header they were compiled with. */
#ifndef TENON_API_OPTIONS_H
#define TENON_API_OPTIONS_H

#include "api/api.h"

typedef struct {
    const char *name;
    size_t size, least; /* of the structure now, and of its first version */
} ApiOptionsType;

#define OPTIONS(type, last) API_##type,
typedef enum {
#include "api/options.def"
    API_N_OPTIONS
} ApiOptionsId;

extern const ApiOptionsType api_options_types[API_N_OPTIONS];

/* *out: what the caller's structure says, and 0 in members that its header did not have. options
 * NULL: all is 0. False: no header that this library knows has that size. */
bool api_options_copy(const ApiOptionsType *type, const void *options, void *out);
/* Reports a size that no header has. */
void api_options_wrong(Ctx *ctx, const ApiOptionsType *type, const void *options);
/* context.c. The same as api_options_copy, in the beginning of a call: false after a report, and
 * the call gives TN_E_USAGE. self may be NULL. */
bool api_options(TnContext *self, ApiOptionsId id, const void *options, void *out);

#endif
