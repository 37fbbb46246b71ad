/* SPDX-License-Identifier: Apache-2.0 */
/* A case of a text test while it runs, for the files that hold the kinds: text_test.c and
 * text_values.c. */
#ifndef TENON_TESTS_TEXT_CASE_H
#define TENON_TESTS_TEXT_CASE_H

#include "ir/ir.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    Arena arena; /* of the case */
    const char *file, *kind;
    Str title, input, want; /* want.ptr NULL: none */
    Str file_passes;        /* their names; ptr NULL: none */
    Str rules;              /* kind rules: the rule file; ptr NULL else */
    uint32_t line;          /* of the title */
    StrBuf why;
    StrBuf blessed; /* the file anew */
    bool bless, changed;
    unsigned passed, failed;
} TextRun;

/* Notes what is wrong; gives false. */
bool text_fail(TextRun *r, const char *what);
/* Notes what the context reports. */
void text_add_diags(TextRun *r);
/* The module, verified, or NULL. */
IrModule *text_parse(TextRun *r, const char *name, Str text);
/* The case's expectation is not what came out: notes that, and blesses it. False. */
bool text_differs(TextRun *r, Str got);

/* Cases of the kinds run and grad. */
bool text_run_values(TextRun *r);

#endif
