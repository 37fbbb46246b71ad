/* SPDX-License-Identifier: Apache-2.0 */
/* Options that are a name with values: "adamw(beta2=0.95, weight_decay=0.01)". */
#include <math.h>

#include "base/near.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

static Str trimmed(Str s) {
    while (s.len && s.ptr[0] == ' ') s.ptr++, s.len--;
    while (s.len && s.ptr[s.len - 1] == ' ') s.len--;
    return s;
}

static void wrong(Ctx *ctx, const char *what, const char *text, const char *expected) {
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "'%s' is not %s", text, what));
    diag_expected(ctx, d, "%s", expected);
}

static int find_row(Ctx *ctx, const char *what, Str name, const TrainTerm *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq_c(name, rows[i].name)) return (int)i;
    }
    NearNames names;
    const char *given = diag_fmt(ctx, "%.*s", (int)name.len, name.ptr);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "'%s' is not %s", given, what));
    near_names_begin(&names, ctx, given);
    for (size_t i = 0; i < n; i++) near_names_add(&names, rows[i].name);
    near_names_end(&names, ctx, d, what);
    return -1;
}

/* "key=value", or a value alone, which is the first key's. */
static bool take_value(Ctx *ctx, const char *what, Str item, TrainTerm *out) {
    const char *equals = memchr(item.ptr, '=', item.len);
    const Str value =
        equals ? trimmed((Str){equals + 1, (size_t)(item.ptr + item.len - equals - 1)}) : item;
    const Str key = equals ? trimmed((Str){item.ptr, (size_t)(equals - item.ptr)})
                           : str_c(out->keys[0] ? out->keys[0] : "");
    NearNames names;
    for (size_t i = 0; i < TRAIN_TERM_VALUES && out->keys[i]; i++) {
        if (!str_eq_c(key, out->keys[i])) continue;
        double v;
        if (parse_double(value, &v) && isfinite(v)) {
            out->values[i] = v;
            return true;
        }
        wrong(ctx, "a number", diag_fmt(ctx, "%.*s", (int)value.len, value.ptr),
              diag_fmt(ctx, "a value of %s, which is one of %s", out->keys[i], out->name));
        return false;
    }
    const char *given = diag_fmt(ctx, "%.*s", (int)key.len, key.ptr);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "%s '%s' has no value '%s'", what, out->name, given));
    near_names_begin(&names, ctx, given);
    for (size_t i = 0; i < TRAIN_TERM_VALUES && out->keys[i]; i++)
        near_names_add(&names, out->keys[i]);
    near_names_end(&names, ctx, d, "a value of it");
    return false;
}

int train_term_parse(Ctx *ctx, const char *what, const char *text, const TrainTerm *rows, size_t n,
                     TrainTerm *out) {
    const Str all = trimmed(str_c(text));
    const char *open = memchr(all.ptr, '(', all.len);
    const Str name = trimmed(open ? (Str){all.ptr, (size_t)(open - all.ptr)} : all);
    const int row = find_row(ctx, what, name, rows, n);
    if (row < 0) return -1;
    *out = rows[row];
    if (!open) return row;
    if (all.ptr[all.len - 1] != ')') {
        wrong(ctx, what, text, diag_fmt(ctx, "%s(NAME=VALUE, ...)", out->name));
        return -1;
    }
    Str rest = {open + 1, (size_t)(all.ptr + all.len - open - 2)};
    bool ok = true;
    while (trimmed(rest).len) {
        const char *comma = memchr(rest.ptr, ',', rest.len);
        const Str item = comma ? (Str){rest.ptr, (size_t)(comma - rest.ptr)} : rest;
        ok &= take_value(ctx, what, trimmed(item), out);
        const size_t used = item.len + (comma != NULL);
        rest = (Str){rest.ptr + used, rest.len - used};
    }
    return ok ? row : -1;
}

double train_term_value(const TrainTerm *self, const char *key) {
    for (size_t i = 0; i < TRAIN_TERM_VALUES && self->keys[i]; i++) {
        if (strcmp(self->keys[i], key) == 0) return self->values[i];
    }
    BUG("a value that '%s' does not have: %s", self->name, key);
}

const char *train_term_text(const TrainTerm *self, Arena *arena) {
    StrBuf s;
    strbuf_init(&s, arena);
    strbuf_puts(&s, self->name);
    for (size_t i = 0; i < TRAIN_TERM_VALUES && self->keys[i]; i++) {
        strbuf_printf(&s, "%s%s=", i ? ", " : "(", self->keys[i]);
        strbuf_double(&s, self->values[i]);
    }
    if (self->keys[0]) strbuf_putc(&s, ')');
    return strbuf_cstr(&s);
}
