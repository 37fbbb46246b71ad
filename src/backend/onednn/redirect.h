/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that one shared library calls, replaced by ours: for that library alone, in the table
 * of addresses by which it calls others. */
#ifndef TENON_BACKEND_ONEDNN_REDIRECT_H
#define TENON_BACKEND_ONEDNN_REDIRECT_H

#include <stdbool.h>
#include <stddef.h>

typedef void RedirectFn(void);

typedef struct {
    const char *name;
    RedirectFn *to;
    RedirectFn *original; /* what was called before */
    RedirectFn **slot;
} Redirect;

/* `library` is of dlopen. All of the list or nothing; false as well where the library calls
 * another function whose name begins with one of `prefixes` (NULL ends them), or is not bound when
 * it is opened. */
bool redirect(void *library, Redirect *list, size_t n, const char *const *prefixes);

/* The library must not have been closed. */
void redirect_undo(const Redirect *list, size_t n);

#endif
