/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of loop functions. The callee's sizes are extents of the arguments, in the order in which
 * loop_bind_sizes binds them; all other extents are compared. Arguments are row-major like all
 * memory. */
#include "backend/c/loop_parts.h"

#include "loop/text.h"

static uint32_t size_index(const LoopFn *fn, const LoopVar *size) {
    for (size_t i = 0; i < fn->sizes.len; i++) {
        if (fn->sizes.at[i] == size) return (uint32_t)i;
    }
    BUG("'%s' is no size of '%s'", size->name, fn->name);
}

const char **c_call_sizes(CEmit *em, const LoopStmt *s) {
    const LoopFn *callee = s->callee;
    const char **sizes = ARENA_ARRAY(em->arena, const char *, callee->sizes.len + 1);
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *want = callee->params.at[i];
        for (uint32_t d = 0; d < want->ndim; d++) {
            if (want->dims[d]->kind != LOOP_VAR) continue;
            const char **size = &sizes[size_index(callee, want->dims[d]->var)];
            if (!*size) *size = c_dim(em, s->buffers[i]->dims[d]);
        }
    }
    return sizes;
}

static void check_extents(CEmit *em, const LoopStmt *s, const char *const *sizes) {
    const LoopFn *callee = s->callee;
    CEmit inner;
    c_emit_init(&inner, em->unit, callee, em->arena, em->taken, em->out, em->out);
    inner.indent = em->indent;
    inner.exact = true;
    for (size_t i = 0; i < callee->sizes.len; i++) inner.vars[callee->sizes.at[i]->id] = sizes[i];
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *want = callee->params.at[i];
        for (uint32_t d = 0; d < want->ndim; d++) {
            const char *have = c_dim(em, s->buffers[i]->dims[d]);
            const char *text = c_expr(&inner, want->dims[d], NULL);
            if (strcmp(have, text) == 0) continue;
            StrBuf shown;
            strbuf_init(&shown, em->arena);
            loop_text_print_expr(want->dims[d], &shown);
            c_fail_if(
                em, arena_printf(em->arena, "%s != %s", have, text),
                arena_printf(em->arena,
                             "%s: an argument's extent does not fit: dim %u of '%s' must be %s",
                             callee->name, d, want->name, strbuf_cstr(&shown)));
        }
    }
}

void c_call(CEmit *em, const LoopStmt *s) {
    const LoopFn *callee = s->callee;
    const CFn *fn = c_unit_fn(em->unit, callee);
    const char **sizes = c_call_sizes(em, s);
    check_extents(em, s, sizes);
    StrBuf args;
    strbuf_init(&args, em->arena);
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *b = s->buffers[i];
        const bool scalar = b->kind == LOOP_BUFFER_LOCAL && b->ndim == 0;
        em->buffer_used[b->id] = true;
        strbuf_printf(&args, "%s%s%s", i ? ", " : "", scalar ? "&" : "", em->buffers[b->id]);
    }
    for (size_t i = 0; i < callee->sizes.len; i++)
        strbuf_printf(&args, "%s%s", args.text.len ? ", " : "", sizes[i]);
    if (fn->work) {
        strbuf_printf(&args, "%s%s", args.text.len ? ", " : "", em->work);
        em->work_used = true;
    }
    if (!fn->fails) {
        c_line(em, "%s(%s);", fn->name, strbuf_cstr(&args));
        return;
    }
    const char *status = c_local_name(em, "status");
    c_line(em, "const int32_t %s = %s(%s);", status, fn->name, strbuf_cstr(&args));
    c_line(em, "if (%s != 0) return %s;", status, status);
    em->fails = true;
}
