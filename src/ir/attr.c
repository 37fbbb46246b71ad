/* SPDX-License-Identifier: Apache-2.0 */
/* Attribute values: equality, hash, text. Lists and dictionaries nest at most limits.depth deep, as
 * the parser is the only one to build nested ones. */
#include "ir/attr.h"

#include <math.h>

#include "base/map.h"

static bool same_double(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* A list of ints may be held as INTS or as a LIST of INT. */
static bool int_at(const IrAttr *a, uint32_t i, int64_t *out) {
    if (a->kind == IR_ATTR_INTS) {
        *out = a->ints[i];
        return true;
    }
    if (a->items[i].kind != IR_ATTR_INT) return false;
    *out = a->items[i].i;
    return true;
}

static bool is_list(const IrAttr *a) { return a->kind == IR_ATTR_INTS || a->kind == IR_ATTR_LIST; }

bool ir_attr_equal(const IrAttr *a, const IrAttr *b) {
    if ((a->from || b->from) && !(a->from && b->from && strcmp(a->from, b->from) == 0))
        return false;
    if (is_list(a) && is_list(b) && a->kind != b->kind) {
        if (a->n != b->n) return false;
        for (uint32_t i = 0; i < a->n; i++) {
            int64_t x, y;
            if (!int_at(a, i, &x) || !int_at(b, i, &y) || x != y) return false;
        }
        return true;
    }
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case IR_ATTR_NONE: return true;
    case IR_ATTR_BOOL:
    case IR_ATTR_INT: return a->i == b->i;
    case IR_ATTR_FLOAT: return same_double(a->f, b->f);
    case IR_ATTR_STRING: return a->s == b->s || strcmp(a->s, b->s) == 0;
    case IR_ATTR_DTYPE: return a->dtype == b->dtype;
    case IR_ATTR_INTS:
        return a->n == b->n && (a->n == 0 || memcmp(a->ints, b->ints, a->n * sizeof *a->ints) == 0);
    case IR_ATTR_LIST:
    case IR_ATTR_DICT:
        if (a->n != b->n) return false;
        for (uint32_t i = 0; i < a->n; i++) {
            if (a->kind == IR_ATTR_DICT && strcmp(a->keys[i], b->keys[i]) != 0) return false;
            if (!ir_attr_equal(&a->items[i], &b->items[i])) return false;
        }
        return true;
    }
    return false;
}

uint64_t ir_attr_hash(const Ctx *ctx, const IrAttr *a) {
    if (a->from) return hash_bytes(ctx, a->from, strlen(a->from));
    uint64_t h = hash_mix(ctx->hash_seed, is_list(a) ? IR_ATTR_LIST : a->kind);
    switch (a->kind) {
    case IR_ATTR_NONE: break;
    case IR_ATTR_BOOL:
    case IR_ATTR_INT: h = hash_mix(h, (uint64_t)a->i); break;
    case IR_ATTR_FLOAT: {
        uint64_t bits;
        memcpy(&bits, &a->f, sizeof bits);
        h = hash_mix(h, isnan(a->f) ? 1 : bits);
        break;
    }
    case IR_ATTR_STRING: h = hash_mix(h, hash_bytes(ctx, a->s, strlen(a->s))); break;
    case IR_ATTR_DTYPE: h = hash_mix(h, a->dtype); break;
    case IR_ATTR_INTS:
        for (uint32_t i = 0; i < a->n; i++) {
            h = hash_mix(h, ir_attr_hash(ctx, &(IrAttr){.kind = IR_ATTR_INT, .i = a->ints[i]}));
        }
        break;
    case IR_ATTR_LIST:
    case IR_ATTR_DICT:
        for (uint32_t i = 0; i < a->n; i++) h = hash_mix(h, ir_attr_hash(ctx, &a->items[i]));
        break;
    }
    return h;
}

void ir_attr_print(const IrAttr *a, StrBuf *out) {
    if (a->from) {
        strbuf_puts(out, a->from);
        return;
    }
    switch (a->kind) {
    case IR_ATTR_NONE: strbuf_puts(out, "None"); break;
    case IR_ATTR_BOOL: strbuf_puts(out, a->i ? "True" : "False"); break;
    case IR_ATTR_INT: strbuf_int(out, a->i); break;
    case IR_ATTR_FLOAT: {
        if (isfinite(a->f)) {
            strbuf_double(out, a->f);
        } else {
            strbuf_puts(out, "float(\"");
            strbuf_double(out, a->f);
            strbuf_puts(out, "\")");
        }
        break;
    }
    case IR_ATTR_STRING: strbuf_quoted(out, str_c(a->s)); break;
    case IR_ATTR_DTYPE: strbuf_printf(out, "\"%s\"", dtype_name(a->dtype)); break;
    case IR_ATTR_INTS:
    case IR_ATTR_LIST:
        strbuf_putc(out, '[');
        for (uint32_t i = 0; i < a->n; i++) {
            if (i) strbuf_puts(out, ", ");
            if (a->kind == IR_ATTR_INTS) {
                strbuf_int(out, a->ints[i]);
            } else {
                ir_attr_print(&a->items[i], out);
            }
        }
        strbuf_putc(out, ']');
        break;
    case IR_ATTR_DICT:
        strbuf_putc(out, '{');
        for (uint32_t i = 0; i < a->n; i++) {
            if (i) strbuf_puts(out, ", ");
            strbuf_quoted(out, str_c(a->keys[i]));
            strbuf_puts(out, ": ");
            ir_attr_print(&a->items[i], out);
        }
        strbuf_putc(out, '}');
        break;
    }
}

/* A result of an index map; recursion: over what was written, whose depth is bounded. */
static void print_index(const IrAttr *a, bool inside, StrBuf *out) {
    if (a->kind == IR_ATTR_INT) strbuf_int(out, a->i);
    if (a->kind == IR_ATTR_STRING) strbuf_puts(out, a->s);
    if (a->kind != IR_ATTR_LIST || a->n != 3) return;
    const char *op = a->items[0].s;
    const bool call = op[0] == 'm';
    if (call) strbuf_printf(out, "T.%s(", op);
    if (!call && inside) strbuf_putc(out, '(');
    print_index(&a->items[1], !call, out);
    if (call) {
        strbuf_puts(out, ", ");
    } else {
        strbuf_printf(out, " %s ", op);
    }
    print_index(&a->items[2], !call, out);
    if (call || inside) strbuf_putc(out, ')');
}

void ir_attr_print_index_map(const IrAttr *a, StrBuf *out) {
    const IrAttr *names = &a->items[0], *results = &a->items[1];
    strbuf_puts(out, "lambda");
    for (uint32_t i = 0; i < names->n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : " ", names->items[i].s);
    strbuf_puts(out, ": (");
    for (uint32_t i = 0; i < results->n; i++) {
        if (i) strbuf_puts(out, ", ");
        print_index(&results->items[i], false, out);
    }
    strbuf_puts(out, results->n == 1 ? ",)" : ")");
}

void ir_attr_print_device(const IrAttr *a, StrBuf *out) {
    strbuf_printf(out, "R.device(dev_type=%lld, dev_id=%lld)", (long long)a->items[0].i,
                  (long long)a->items[1].i);
}
