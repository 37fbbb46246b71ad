/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HOSTILE_NULL_HEADERS_H
#define TESTS_HOSTILE_NULL_HEADERS_H

#include <stddef.h>

/* Counts in *failed each pointer of a function of the header for which no row, the text of a call,
 * has NULL. How many functions it declares. */
size_t null_check_header(const char *path, const char *const *rows, size_t n_rows, int *failed);

#include <tenon/tenon.h>

/* null_test.c. In a child true, where the call is made; in the parent, which waits for it and notes
 * what became of it, false. */
int null_apart(const char *call);
/* null_train.c: what trains. */
void null_train_rows(TnContext *ctx);
/* null_compile.c: what compiles to files. */
void null_compile_rows(TnContext *ctx, TnModule *m);
/* null_stablehlo.c: what takes its text. */
void null_stablehlo_rows(TnContext *ctx);

/* null_ranks.c: what makes contexts ranks. */
void null_ranks_rows(TnContext *ctx);

/* Rows of null_test.c, whose null_apart() gives each call a child. */
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        if (null_apart(#call)) _exit((call) == TN_E_USAGE ? 0 : 1);                                \
    } while (0)
#define HARMLESS(call)                                                                             \
    do {                                                                                           \
        if (null_apart(#call)) {                                                                   \
            (void)(call);                                                                          \
            _exit(0);                                                                              \
        }                                                                                          \
    } while (0)
#define RETURNS(call)                                                                              \
    do {                                                                                           \
        if (null_apart(#call)) {                                                                   \
            call;                                                                                  \
            _exit(0);                                                                              \
        }                                                                                          \
    } while (0)

#endif
