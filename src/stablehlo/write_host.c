/* SPDX-License-Identifier: Apache-2.0 */
/* What the host does: calls of its functions, and assertions, as custom calls. */
#include "stablehlo/write.h"

static bool is_plain(const char *name) {
    for (; *name; name++) {
        const char c = *name, lower = (char)(c | 0x20);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '_' && c != '.')
            return false;
    }
    return true;
}

/* In quotes; what is no plain character stands as its code. */
static void put_quoted(StrBuf *out, const char *name) {
    strbuf_putc(out, '"');
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name;
        if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\')
            strbuf_printf(out, "\\%02X", c);
        else
            strbuf_putc(out, (char)c);
    }
    strbuf_putc(out, '"');
}

static void custom_call(W *w, const char *name, const ShloVals *in, ShloVals *out, bool effects) {
    StrBuf *text = &w->x->text;
    const bool pretty = w->x->pretty;
    shlo_begin_results(w->x, out);
    strbuf_puts(text, pretty ? "stablehlo.custom_call @" : "\"stablehlo.custom_call\"");
    if (pretty && is_plain(name))
        strbuf_puts(text, name);
    else if (pretty)
        put_quoted(text, name);
    strbuf_putc(text, '(');
    shlo_write_names(w->x, in->at, (uint32_t)in->len);
    strbuf_putc(text, ')');
    if (!pretty) {
        strbuf_puts(text, " {call_target_name = ");
        put_quoted(text, name);
        strbuf_puts(text, effects ? ", has_side_effect = true}" : "}");
    } else if (effects) {
        strbuf_puts(text, " {has_side_effect = true}");
    }
    shlo_end_results(w->x, in, out);
}

void shlo_write_host_call(W *w) {
    const IrOperands *ops = &w->call->operands;
    ShloVals in = {.at = NULL};
    for (uint32_t at = ops->at->span; at < ops->n; at += ops->at[at].span)
        shlo_write_leaves(w->x, &ops->at[at], &in);
    shlo_type_leaves(w->out, w->x->arena, &w->results);
    custom_call(w, ops->at->string, &in, &w->results, w->call->op == &op_call_packed);
}

/* As StableHLO's own tests say it: the condition is expected to be true. */
void shlo_write_assert(W *w) {
    ShloVals in = {.at = NULL}, none = {.at = NULL};
    const ShloVal is = hw_in(w, 0), want = hw_splat(w, is.type, 1);
    vec_push(w->x->arena, &in, is);
    vec_push(w->x->arena, &in, want);
    custom_call(w, "check.expect_eq", &in, &none, true);
}
