/* SPDX-License-Identifier: Apache-2.0 */
/* Entries: what the header declares. An entry's inputs and outputs are the leaves of its parameters
 * and of its result; a shape is a tensor of rank 1 of int64, a number one of rank 0. */
#include <inttypes.h>

#include "backend/c/header.h"

static const char *arena_text(EmitFunction *p) {
    return p->f->arena ? emit_text(p, p->f->arena) : "0";
}

static void plan(EmitFunction *p, const char *bind) {
    Emit *e = p->e;
    const EmitFn *fn = &e->fns[p->f->index];
    strbuf_printf(
        &e->file->functions,
        "int %s_plan(const %s *in, %s *out, size_t *arena_bytes) {\n    struct %s frame, *f = "
        "&frame;\n"
        "    const int32_t e = %s(f, in, out);\n    int64_t bytes;\n    if (e) return e;\n    "
        "bytes = %s;\n"
        "    if ((uint64_t)bytes > SIZE_MAX / 2) return %u;\n    *arena_bytes = (size_t)bytes;\n"
        "    return 0;\n}\n\n",
        fn->entry, e->tensor, e->tensor, fn->frame, bind, arena_text(p), e->file->m_overflow);
}

/* Memory that the run allocates is told only when all is well. */
static void run(EmitFunction *p, const char *bind, const char *same) {
    Emit *e = p->e;
    const EmitFn *fn = &e->fns[p->f->index];
    StrBuf first;
    strbuf_init(&first, e->arena);
    strbuf_printf(&first, "    struct %s frame, *f = &frame;\n    int32_t e;\n", fn->frame);
    for (size_t i = 0; i < p->f->outputs.len; i++) {
        const HirValue *v = &p->f->outputs.at[i];
        if (v->kind == HIR_TENSOR && !v->dims)
            strbuf_printf(&first, "    out[%zu].data = NULL;\n", i);
    }
    strbuf_puts(&first, emit_weights_check(e));
    strbuf_printf(
        &first, "    e = %s(f, in, out);\n    if (e) return e;\n%s    f->arena = (char *)arena;\n",
        bind, same);
    const char *head = arena_printf(e->arena, "int %s(const %s *in, %s *out, void *arena)",
                                    fn->entry, e->tensor, e->tensor);
    emit_section(p, head, strbuf_cstr(&first), &p->f->sections[HIR_SECTION_RUN], NULL);
}

/* Of constant extents only: pointers to elements instead of tensors. */
static const char *static_head(EmitFunction *p) {
    Emit *e = p->e;
    StrBuf head;
    strbuf_init(&head, e->arena);
    strbuf_printf(&head, "int %s_static(", e->fns[p->f->index].entry);
    for (size_t i = 0; i < p->f->inputs.len; i++) {
        const HirValue *v = &p->f->inputs.at[i];
        strbuf_printf(&head, "const %s *in%zu_%s, ", c_dtype_name(v->dtype), i,
                      c_identifier(e->arena, v->name));
    }
    for (size_t i = 0; i < p->f->outputs.len; i++)
        strbuf_printf(&head, "%s *out%zu, ", c_dtype_name(p->f->outputs.at[i].dtype), i);
    strbuf_puts(&head, "void *arena)");
    return strbuf_cstr(&head);
}

static void static_entry(EmitFunction *p, const char *same) {
    Emit *e = p->e;
    const HirFn *f = p->f;
    const EmitFn *fn = &e->fns[f->index];
    StrBuf *out = &e->file->functions;
    if (!emit_has_pointers(f)) return;
    strbuf_printf(
        out,
        "%s {\n    struct %s frame;\n%s%s    frame.arena = (char *)arena;\n    frame.depth = 0;\n",
        static_head(p), fn->frame, emit_weights_check(e), same);
    if (fn->layout) strbuf_printf(out, "    TRY(%s(&frame));\n", fn->layout);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const HirValue *v = &f->inputs.at[i];
        strbuf_printf(out, "    frame.i[%u] = (char *)in%zu_%s;\n", v->index, i,
                      c_identifier(e->arena, v->name));
    }
    for (size_t i = 0; i < f->outputs.len; i++)
        strbuf_printf(out, "    frame.o[%u] = (char *)out%zu;\n", f->outputs.at[i].index, i);
    strbuf_printf(out, "    return %s(&frame);\n}\n\n", fn->name);
}

static void declare(EmitFunction *p) {
    Emit *e = p->e;
    const HirFn *f = p->f;
    StrBuf *out = &e->file->header;
    const char *entry = e->fns[f->index].entry, *macro = c_upper(e->arena, entry);
    strbuf_printf(out, "\n/* %s\n", c_identifier(e->arena, f->name));
    for (size_t i = 0; i < f->inputs.len; i++) {
        const HirValue *v = &f->inputs.at[i];
        StrBuf name;
        strbuf_init(&name, e->arena);
        strbuf_escaped(&name, str_c(v->name));
        strbuf_printf(out, " * in[%zu] %s: %s %s\n", i,
                      emit_in_comment(e->arena, strbuf_cstr(&name)), dtype_name(emit_leaf_dtype(v)),
                      emit_dims_text(e->arena, v));
    }
    for (size_t i = 0; i < f->outputs.len; i++) {
        const HirValue *v = &f->outputs.at[i];
        strbuf_printf(out, " * out[%zu]: %s %s", i, dtype_name(emit_leaf_dtype(v)),
                      emit_dims_text(e->arena, v));
        if (v->takes) strbuf_printf(out, "; may be in[%u], the same memory", v->takes - 1);
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, " */\n#define %s_INPUTS %zu\n#define %s_OUTPUTS %zu\n", macro, f->inputs.len,
                  macro, f->outputs.len);
    if (!f->arena || f->arena->kind == HIR_INT_EXPR)
        strbuf_printf(out, "#define %s_ARENA %" PRId64 " /* bytes */\n", macro,
                      f->arena ? f->arena->i : 0);
    strbuf_printf(out,
                  "int %s_plan(const %s *in, %s *out, size_t *arena_bytes);\nint %s(const %s *in, "
                  "%s *out, void *arena);\n",
                  entry, e->tensor, e->tensor, entry, e->tensor, e->tensor);
    if (e->pool)
        strbuf_printf(out,
                      "/* The same by the threads of a pool; NULL: by the one that calls. */\nint "
                      "%s_threads(const %s *in, %s *out, void *arena, const %s *pool);\n",
                      entry, e->tensor, e->tensor, e->pool);
    if (emit_has_pointers(f))
        strbuf_printf(
            out, "/* The same for extents that are all constant; nothing is checked. */\n%s;\n",
            static_head(p));
}

static void describe(EmitFunction *p) {
    Emit *e = p->e;
    const HirFn *to = p->f;
    const BeFn *f = e->module->fns.at[to->index];
    COutput *outputs = ARENA_ARRAY(e->arena, COutput, to->outputs.len + 1);
    for (size_t i = 0; i < to->outputs.len; i++) {
        const HirValue *v = &to->outputs.at[i];
        outputs[i] = (COutput){.dtype = emit_leaf_dtype(v),
                               .ndim = v->kind == HIR_TENSOR ? v->ndim : emit_is_shape(v),
                               .is_dynamic = v->kind == HIR_TENSOR && !v->dims};
    }
    vec_push(e->arena, &e->info->entries,
             ((CEntry){.function = f->fn,
                       .name = e->fns[to->index].entry,
                       .n_inputs = to->inputs.len,
                       .n_outputs = to->outputs.len,
                       .outputs = outputs,
                       .arena_bytes = f->has_arena ? f->arena_bytes : 0,
                       .arena_bound = f->arena_bound,
                       .value_bytes = f->arena_sum,
                       .is_static = !f->n_arena_slots,
                       .has_pointers = emit_has_pointers(to),
                       .collectives = to->collectives}));
}

void emit_declare(Emit *e, const HirFn *f) {
    EmitFunction p = {.e = e, .f = f};
    declare(&p);
    const CEntryPoint *entry = c_interface_add(e, f);
    if (!e->is_training) c_header_entry(e->info->interface, entry, &e->file->header);
    describe(&p);
}

void emit_entry(EmitFunction *p) {
    Emit *e = p->e;
    const EmitFn *fn = &e->fns[p->f->index];
    const char *bind = c_unit_name(e->file->unit, arena_printf(e->arena, "%s_bind", fn->name));
    const char *head =
        arena_printf(e->arena, "static int32_t %s(struct %s *f, const %s *in, %s *out)", bind,
                     fn->frame, e->tensor, e->tensor);
    emit_section(p, head, "    (void)in;\n    (void)out;\n    f->depth = 0;\n",
                 &p->f->sections[HIR_SECTION_BIND], NULL);
    plan(p, bind);
    const char *same = emit_ranks_same(p);
    run(p, bind, same);
    static_entry(p, same);
    emit_declare(e, p->f);
}
