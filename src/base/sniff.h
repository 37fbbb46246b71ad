/* SPDX-License-Identifier: Apache-2.0 */
/* What a file seems to be by its first bytes: for messages about files that are something else than
 * their name says. */
#ifndef TENON_BASE_SNIFF_H
#define TENON_BASE_SNIFF_H

#include "base/base.h"

typedef struct {
    const char *what; /* "a zip archive" */
    const char *help; /* what to do with it; or NULL */
    bool is_text;
    bool is_onnx;
} Sniff;

/* NULL: it begins like nothing that is known here. */
const Sniff *sniff(Str bytes);

#endif
