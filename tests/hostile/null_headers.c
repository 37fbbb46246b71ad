/* SPDX-License-Identifier: Apache-2.0 */
/* Pointers that public headers declare, held against the calls that the test makes. */
#include "hostile/null_headers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ARGS_MAX = 16 };

typedef struct {
    const char *const *at;
    size_t n;
    int *failed;
} Rows;

/* The i-th piece between commas that stand in no parentheses; its length, 0: there is none. */
static size_t piece(const char *s, size_t len, size_t i, const char **out) {
    int depth = 0;
    const char *from = s, *end = s + len;
    for (const char *at = s; at <= end; at++) {
        if (at == end || (*at == ',' && depth == 0)) {
            while (from < at && isspace((unsigned char)*from)) from++;
            if (i-- == 0) return *out = from, (size_t)(at - from);
            from = at + 1;
            continue;
        }
        depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
    }
    return 0;
}

static int has_row(const Rows *self, const char *name, size_t len, size_t arg) {
    for (size_t i = 0; i < self->n; i++) {
        const char *open = strchr(self->at[i], '('), *s;
        if ((size_t)(open - self->at[i]) != len || memcmp(self->at[i], name, len) != 0) continue;
        const size_t n = piece(open + 1, strlen(open) - 2, arg, &s);
        if (n == 4 && memcmp(s, "NULL", 4) == 0) return 1;
    }
    return 0;
}

static void check_function(const Rows *self, const char *name, size_t len, const char *params,
                           size_t n_params) {
    const char *s;
    for (size_t i = 0, n; i < ARGS_MAX && (n = piece(params, n_params, i, &s)) > 0; i++) {
        const int is_user = n >= 5 && memcmp(s + n - 5, "*user", 5) == 0;
        if (!memchr(s, '*', n) || is_user || has_row(self, name, len, i)) continue;
        printf("FAILED: no row with NULL for %.*s of %.*s\n", (int)n, s, (int)len, name);
        (*self->failed)++;
    }
}

size_t null_check_header(const char *path, const char *const *rows, size_t n_rows, int *failed) {
    const Rows self = {rows, n_rows, failed};
    static char all[1 << 20];
    FILE *f = fopen(path, "rb");
    size_t functions = 0;
    all[0] = 0;
    if (f) all[fread(all, 1, sizeof all - 1, f)] = 0;
    if (f) fclose(f);
    for (char *at = all; (at = strstr(at, "/*"));) { /* comments become blanks */
        char *end = strstr(at, "*/");
        for (end = end ? end + 2 : at + strlen(at); at < end; at++) *at = ' ';
    }
    for (char *at = all; (at = strstr(at, "TN_API ")); at++) {
        char *open = strchr(at, '('), *end = strstr(at, ");"), *name = open;
        if (!open || !end || (at > all && at[-1] == ' '))
            continue; /* of the definition of TN_API */
        while (isalnum((unsigned char)name[-1]) || name[-1] == '_') name--;
        check_function(&self, name, (size_t)(open - name), open + 1, (size_t)(end - open - 1));
        functions++;
    }
    return functions;
}
