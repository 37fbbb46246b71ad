/* SPDX-License-Identifier: Apache-2.0 */
/* The cases of a text test's file (see text_test.c), for the tests that read them to other ends. */
#ifndef TENON_TESTS_CASES_H
#define TENON_TESTS_CASES_H

#include "base/base.h"

typedef struct {
    Str title, input, want; /* want.ptr NULL: none */
    uint32_t line;          /* of the title */
} Case;

typedef struct {
    Str text;
    size_t at;
    uint32_t line;
} Cases;

/* The line at text[*at...], without its end; *at moves past it. False at the end. */
static inline bool cases_line(Str text, size_t *at, Str *line) {
    if (*at >= text.len) return false;
    const char *start = text.ptr + *at, *end = memchr(start, '\n', text.len - *at);
    size_t len = end ? (size_t)(end - start) : text.len - *at;
    *line = (Str){start, len};
    *at += len + (end != NULL);
    return true;
}

static inline bool cases_starts(Str line, const char *with) {
    return line.len >= strlen(with) && memcmp(line.ptr, with, strlen(with)) == 0;
}

static inline void cases_init(Cases *self, Str text) { *self = (Cases){.text = text}; }

/* The next case; false when there is none. */
static inline bool cases_next(Cases *self, Case *out) {
    Str line;
    do {
        if (!cases_line(self->text, &self->at, &line)) return false;
        self->line++;
    } while (!cases_starts(line, "==== "));
    *out = (Case){.title = {line.ptr + 5, line.len - 5}, .line = self->line};
    size_t input = self->at, want = 0, before = self->at;
    while (cases_line(self->text, &self->at, &line)) {
        if (cases_starts(line, "==== ")) {
            self->at = before;
            break;
        }
        if (str_eq_c(line, "----")) {
            want = self->at;
            out->input = (Str){self->text.ptr + input, before - input};
        }
        self->line++;
        before = self->at;
    }
    Str part = {self->text.ptr + (want ? want : input), before - (want ? want : input)};
    *(want ? &out->want : &out->input) = part;
    return true;
}

#endif
