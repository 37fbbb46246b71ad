/* SPDX-License-Identifier: Apache-2.0 */
/* Entries: what the header declares. An entry's inputs and outputs are the leaves of its parameters and of its
 * result; a shape is a tensor of rank 1 of int64, a number one of rank 0. */
#include <inttypes.h>

#include "backend/c/emit.h"

typedef struct {
    EmitFunction *p;
    CFile *file;
    BeFn *f;
    const char *tensor; /* the type net_tensor */
    const char *name;   /* net_main */
    StrBuf text;        /* of F_bind */
    uint32_t bound;     /* how many symbols have a value */
    const char **given;  /* by slot: where its value comes from, or NULL */
} Entry;

const char *c_identifier(Arena *arena, const char *text) {
    StrBuf s;
    strbuf_init(&s, arena);
    if (!*text || (*text >= '0' && *text <= '9')) strbuf_putc(&s, '_');
    for (const char *c = text; *c; c++) {
        const bool is_plain =
            (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        strbuf_putc(&s, is_plain ? *c : '_');
    }
    return strbuf_cstr(&s);
}

const char *emit_upper(Arena *arena, const char *text) {
    char *s = arena_printf(arena, "%s", text);
    for (char *c = s; *c; c++) {
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    }
    return s;
}

/* Names of leaves: the parameter's, with the places in tuples. */
static void leaf_names(Arena *arena, const BeValue *v, const char *name, const char ***next) {
    if (v->leaf) *(*next)++ = name;
    for (uint32_t i = 0; !v->leaf && i < v->n; i++)
        leaf_names(arena, v->fields[i], arena_printf(arena, "%s_%u", name, i), next);
}

static const char *dims_text(Entry *n, const IrDim *const *dims, uint32_t ndim) {
    IrModule *m = n->p->e->module->m;
    StrBuf s;
    strbuf_init(&s, n->p->e->arena);
    strbuf_putc(&s, '(');
    for (uint32_t i = 0; i < ndim; i++)
        strbuf_printf(&s, "%s%s", i ? ", " : "", ir_dim_text(m, dims[i]));
    strbuf_puts(&s, ndim == 1 ? ",)" : ")");
    for (char *c = s.text.at; c < s.text.at + s.text.len; c++) {
        if (c[0] == '*' && c + 1 < s.text.at + s.text.len && c[1] == '/')
            c[1] = '|'; /* no end of a comment */
    }
    return strbuf_cstr(&s);
}

/* Dims of the tensor that stands for a leaf. */
static uint32_t leaf_rank(const BeLeaf *x) {
    if (x->kind == BE_TENSOR) return x->ndim;
    return x->kind == BE_INTS && x->dtype == DTYPE_VOID ? 1 : 0;
}
static DType leaf_dtype(DType t) { return t == DTYPE_VOID ? DTYPE_INT64 : t; }

static void fail(Entry *n, const char *condition, const char *message) {
    strbuf_printf(&n->text, "    if (%s) return %u;\n", condition,
                  c_unit_message(n->file->unit, message));
}

/* First the symbols that stand alone get their values. */
static void bind_dim(Entry *n, const IrDim *d, const char *value) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (!s) return;
    const uint32_t slot = be_symbol(n->f, s)->slot;
    if (n->given[slot]) return;
    n->given[slot] = value;
    strbuf_printf(&n->text, "    f->s[%u] = %s;\n", slot, value);
}

static const char *value_of(Entry *n, const BeLeaf *x, size_t i, uint32_t k) {
    Arena *arena = n->p->e->arena;
    if (x->kind == BE_TENSOR) return arena_printf(arena, "in[%zu].dims[%u]", i, k);
    return arena_printf(arena, "(int64_t)((const %s *)in[%zu].data)[%u]",
                        c_dtype_name(leaf_dtype(x->dtype)), i, k);
}

/* Of constant extents whose bytes are a size. */
static bool fits_always(const IrDim *const *dims, uint32_t n, DType dtype) {
    int64_t bytes = dtype_size_up(dtype), d;
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) ok = ir_dim_is_const(dims[i], &d) && mul_i64(bytes, d, &bytes);
    return ok;
}

static void check_leaf(Entry *n, size_t i, const BeLeaf *x, const char *name) {
    EmitFunction *p = n->p;
    Arena *arena = p->e->arena;
    IrModule *m = p->e->module->m;
    for (uint32_t k = 0; k < x->ndim; k++) {
        const IrSymbol *s = ir_dim_as_symbol(x->dims[k]);
        const char *value = value_of(n, x, i, k);
        if (x->kind == BE_TENSOR && s)
            fail(n, arena_printf(arena, "%s < 0", value),
                 arena_printf(arena, "input '%s': dim %u is negative", name, k));
        if (s && strcmp(n->given[be_symbol(n->f, s)->slot], value) == 0) continue; /* it gave it */
        const char *want = emit_dim(p, x->dims[k]);
        fail(n, arena_printf(arena, "%s != %s", value, want),
             arena_printf(arena,
                          x->kind == BE_TENSOR ? "input '%s': dim %u is not %s"
                                               : "input '%s': element %u is not %s",
                          name, k, ir_dim_text(m, x->dims[k])));
    }
    if (x->kind != BE_TENSOR || fits_always(x->dims, x->ndim, x->dtype)) return;
    const char *bytes = emit_helper(n->file, EMIT_BYTES);
    strbuf_printf(&n->text, "    %s(&f->bad, in[%zu].dims, %u, %u);\n", bytes, i, x->ndim,
                  dtype_size_up(x->dtype));
}

/* static int32_t F_bind(frame, inputs, outputs): everything that the types say is checked, symbols and the outputs'
 * extents get their values. */
static const char *bind(Entry *n, const char *const *names) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    BeFn *f = n->f;
    const EmitFn *fn = &e->fns[f->index];
    const char *name = c_unit_name(n->file->unit, arena_printf(e->arena, "%s_bind", fn->name));
    n->given = ARENA_ARRAY(e->arena, const char *, (size_t)f->n_slots + 1);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind == BE_INTS && x->dtype == DTYPE_VOID)
            fail(n, arena_printf(e->arena, "in[%zu].dims[0] != %u", i, x->ndim),
                 arena_printf(e->arena, "input '%s' is no shape of rank %u", names[i], x->ndim));
        if ((x->kind == BE_INTS && x->ndim) || x->kind == BE_FLOAT)
            strbuf_printf(&n->text, "    if (!in[%zu].data) return %u;\n", i, n->file->m_missing);
        for (uint32_t k = 0; k < x->ndim; k++) bind_dim(n, x->dims[k], value_of(n, x, i, k));
        if (x->kind == BE_FLOAT)
            strbuf_printf(&n->text, "    f->d[%u] = (double)*(const %s *)in[%zu].data;\n", x->slot,
                          c_dtype_name(x->dtype), i);
    }
    if (fn->layout)
        strbuf_printf(&n->text, "    if (%s(f) == INT64_MAX) return %u;\n", fn->layout,
                      n->file->m_overflow);
    for (size_t i = 0; i < f->inputs.len; i++) check_leaf(n, i, f->inputs.at[i], names[i]);
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        for (uint32_t k = 0; r->kind == BE_TENSOR && k < r->ndim; k++) {
            const char *v = r->dims ? emit_dim(p, r->dims[k]) : "-1";
            strbuf_printf(&n->text, "    out[%zu].dims[%u] = %s;\n", i, k, v);
        }
        if (r->kind == BE_TENSOR && r->dims && !fits_always(r->dims, r->ndim, r->dtype)) {
            for (uint32_t k = 0; k < r->ndim; k++) {
                int64_t lo, hi;
                ir_dim_bounds(r->dims[k], &lo, &hi);
                if (lo < 0)
                    fail(n, arena_printf(e->arena, "out[%zu].dims[%u] < 0", i, k),
                         arena_printf(e->arena, "output %zu: dim %u is negative", i, k));
            }
            strbuf_printf(&n->text, "    %s(&f->bad, out[%zu].dims, %u, %u);\n",
                          emit_helper(n->file, EMIT_BYTES), i, r->ndim, dtype_size_up(r->dtype));
        }
        if (r->kind == BE_INTS && r->dtype == DTYPE_VOID)
            strbuf_printf(&n->text, "    out[%zu].dims[0] = %u;\n", i, r->ndim);
    }
    StrBuf *out = &n->file->functions;
    strbuf_printf(out,
                  "static int32_t %s(struct %s *f, const %s *in, %s *out) {\n    (void)in;\n    "
                  "(void)out;\n    f->bad = 0;\n    f->depth = 0;\n",
                  name, fn->frame, n->tensor, n->tensor);
    strbuf_add(out, n->text.text.at, n->text.text.len);
    strbuf_printf(out, "    return f->bad ? %u : 0;\n}\n\n", n->file->m_overflow);
    return name;
}

static const char *arena_text(Entry *n, const char *frame_ptr) {
    const EmitFn *fn = &n->p->e->fns[n->f->index];
    if (fn->layout) return arena_printf(n->p->e->arena, "%s(%s)", fn->layout, frame_ptr);
    return arena_printf(n->p->e->arena, "%" PRId64, n->f->has_arena ? n->f->arena_bytes : 0);
}

static void plan(Entry *n, const char *bind_name) {
    StrBuf *out = &n->file->functions;
    const EmitFn *fn = &n->p->e->fns[n->f->index];
    strbuf_printf(out,
                  "int %s_plan(const %s *in, %s *out, size_t *arena_bytes) {\n    struct %s "
                  "frame;\n    const int32_t e = %s(&frame, in, out);\n",
                  n->name, n->tensor, n->tensor, fn->frame, bind_name);
    strbuf_printf(out, "    int64_t bytes;\n    if (e) return e;\n    bytes = %s;\n",
                  arena_text(n, "&frame"));
    strbuf_printf(out,
                  "    if ((uint64_t)bytes > SIZE_MAX / 2) return %u;\n    *arena_bytes = "
                  "(size_t)bytes;\n    return 0;\n}\n\n",
                  n->file->m_overflow);
}

/* Memory of tensors without elements may be missing. */
static const char *pointer(Entry *n, const char *data, bool is_const) {
    return arena_printf(n->p->e->arena, "%s ? (%schar *)%s : %s", data, is_const ? "const " : "",
                        data, is_const ? "(const char *)&nothing" : "(char *)&nothing");
}

static void store_result(Entry *n, size_t i, const BeResult *r) {
    StrBuf *out = &n->file->functions;
    if (r->kind == BE_TENSOR && !r->dims) {
        strbuf_printf(out, "    out[%zu].data = frame.out[%u];\n", i, r->index);
        for (uint32_t k = 0; k < r->ndim; k++)
            strbuf_printf(out, "    out[%zu].dims[%u] = frame.r[%u];\n", i, k, r->first_int + k);
    }
    const char *type = c_dtype_name(leaf_dtype(r->dtype));
    for (uint32_t k = 0; r->kind == BE_INTS && k < r->ndim; k++)
        strbuf_printf(out, "    ((%s *)out[%zu].data)[%u] = (%s)frame.r[%u];\n", type, i, k, type,
                      r->first_int + k);
    if (r->kind == BE_FLOAT)
        strbuf_printf(out, "    *(%s *)out[%zu].data = (%s)frame.rd[%u];\n", type, i, type,
                      r->index);
}

static void run(Entry *n, const char *bind_name) {
    BeFn *f = n->f;
    Arena *arena = n->p->e->arena;
    const EmitFn *fn = &n->p->e->fns[f->index];
    StrBuf *out = &n->file->functions;
    strbuf_printf(out,
                  "int %s(const %s *in, %s *out, void *arena) {\n    struct %s frame;\n    "
                  "int64_t nothing = 0;\n    int32_t e;\n",
                  n->name, n->tensor, n->tensor, fn->frame);
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims) strbuf_printf(out, "    out[%zu].data = NULL;\n", i);
    }
    strbuf_printf(out, "    (void)nothing;\n    e = %s(&frame, in, out);\n    if (e) return e;\n",
                  bind_name);
    strbuf_printf(out, "    frame.arena = (char *)arena;\n");
    if (f->has_arena) strbuf_printf(out, "    if (!arena) return %u;\n", n->file->m_missing);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind != BE_TENSOR) continue;
        if (!x->ndim) {
            strbuf_printf(out, "    if (!in[%zu].data) return %u;\n", i, n->file->m_missing);
        } else {
            strbuf_printf(
                out,
                "    if (!in[%zu].data && %s(&frame.bad, in[%zu].dims, %u, 1) != 0) return %u;\n",
                i, emit_helper(n->file, EMIT_BYTES), i, x->ndim, n->file->m_missing);
        }
        strbuf_printf(out, "    frame.in[%u] = %s;\n", x->buffer->index,
                      pointer(n, arena_printf(arena, "in[%zu].data", i), true));
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims) continue;
        if (r->kind == BE_TENSOR && r->ndim) {
            strbuf_printf(
                out,
                "    if (!out[%zu].data && %s(&frame.bad, out[%zu].dims, %u, 1) != 0) return %u;\n",
                i, emit_helper(n->file, EMIT_BYTES), i, r->ndim, n->file->m_missing);
        } else if (r->kind != BE_INTS || r->ndim) {
            strbuf_printf(out, "    if (!out[%zu].data) return %u;\n", i, n->file->m_missing);
        }
        if (r->kind == BE_TENSOR)
            strbuf_printf(out, "    frame.out[%u] = %s;\n", r->index,
                          pointer(n, arena_printf(arena, "out[%zu].data", i), false));
    }
    strbuf_printf(out, "    e = %s(&frame);\n    if (e) return e;\n", fn->name);
    for (size_t i = 0; i < f->results.len; i++) store_result(n, i, &f->results.at[i]);
    strbuf_puts(out, "    return 0;\n}\n\n");
}

static bool all_constant(const IrDim *const *dims, uint32_t n) {
    int64_t v;
    bool ok = dims != NULL;
    for (uint32_t i = 0; ok && i < n; i++) ok = ir_dim_is_const(dims[i], &v);
    return ok;
}

/* Of constant extents only: pointers to elements instead of tensors. */
static void static_entry(Entry *n, const char *const *names) {
    BeFn *f = n->f;
    Emit *e = n->p->e;
    const EmitFn *fn = &e->fns[f->index];
    bool ok = !f->n_arena_slots && !f->entry.len;
    for (size_t i = 0; i < f->inputs.len; i++)
        ok = ok && f->inputs.at[i]->kind == BE_TENSOR &&
             all_constant(f->inputs.at[i]->dims, f->inputs.at[i]->ndim);
    for (size_t i = 0; i < f->results.len; i++)
        ok = ok && f->results.at[i].kind == BE_TENSOR &&
             all_constant(f->results.at[i].dims, f->results.at[i].ndim);
    if (!ok) return;
    StrBuf head, body;
    strbuf_init(&head, e->arena);
    strbuf_init(&body, e->arena);
    strbuf_printf(&head, "int %s_static(", n->name);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const char *name = arena_printf(e->arena, "in%zu_%s", i, c_identifier(e->arena, names[i]));
        strbuf_printf(&head, "const %s *%s, ", c_dtype_name(f->inputs.at[i]->dtype), name);
        strbuf_printf(&body, "    frame.in[%u] = (const char *)%s;\n",
                      f->inputs.at[i]->buffer->index, name);
    }
    for (size_t i = 0; i < f->results.len; i++) {
        strbuf_printf(&head, "%s *out%zu, ", c_dtype_name(f->results.at[i].dtype), i);
        strbuf_printf(&body, "    frame.out[%u] = (char *)out%zu;\n", f->results.at[i].index, i);
    }
    strbuf_puts(&head, "void *arena)");
    StrBuf *out = &n->file->functions;
    strbuf_printf(out,
                  "%s {\n    struct %s frame;\n    frame.arena = (char *)arena;\n    frame.bad = "
                  "0;\n    frame.depth = 0;\n",
                  strbuf_cstr(&head), fn->frame);
    if (fn->layout)
        strbuf_printf(out, "    if (%s(&frame) == INT64_MAX) return %u;\n", fn->layout,
                      n->file->m_overflow);
    strbuf_printf(out, "%s    return %s(&frame);\n}\n\n", strbuf_cstr(&body), fn->name);
    strbuf_printf(&n->file->header,
                  "/* The same for extents that are all constant; nothing is checked. */\n%s;\n",
                  strbuf_cstr(&head));
}

static void declare(Entry *n, const char *const *names) {
    BeFn *f = n->f;
    Emit *e = n->p->e;
    StrBuf *out = &n->file->header;
    strbuf_printf(out, "\n/* %s\n", c_identifier(e->arena, f->fn->name));
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        StrBuf name;
        strbuf_init(&name, e->arena);
        strbuf_escaped(&name, (Str){names[i], strlen(names[i])});
        strbuf_printf(out, " * in[%zu] %s: %s %s\n", i, strbuf_cstr(&name),
                      dtype_name(leaf_dtype(x->dtype)),
                      x->kind == BE_TENSOR ? dims_text(n, x->dims, x->ndim)
                      : leaf_rank(x)       ? arena_printf(e->arena, "(%u,), a shape", x->ndim)
                                           : "(), a number");
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        const char *dims = r->kind == BE_TENSOR && r->dims ? dims_text(n, r->dims, r->ndim)
                           : r->kind == BE_TENSOR
                               ? arena_printf(e->arena,
                                              "of rank %u; its extents depend on data: allocated "
                                              "by malloc, the caller frees it",
                                              r->ndim)
                           : r->kind == BE_INTS && r->dtype == DTYPE_VOID
                               ? arena_printf(e->arena, "(%u,), a shape", r->ndim)
                               : "(), a number";
        strbuf_printf(out, " * out[%zu]: %s %s\n", i, dtype_name(leaf_dtype(r->dtype)), dims);
    }
    const char *macro = emit_upper(e->arena, n->name);
    strbuf_printf(out, " */\n#define %s_INPUTS %zu\n#define %s_OUTPUTS %zu\n", macro, f->inputs.len,
                  macro, f->results.len);
    if (!f->n_arena_slots)
        strbuf_printf(out, "#define %s_ARENA %" PRId64 " /* bytes */\n", macro,
                      f->has_arena ? f->arena_bytes : 0);
    strbuf_printf(out,
                  "int %s_plan(const %s *in, %s *out, size_t *arena_bytes);\nint %s(const %s *in, "
                  "%s *out, void *arena);\n",
                  n->name, n->tensor, n->tensor, n->name, n->tensor, n->tensor);
}

void emit_entry(EmitFunction *p) {
    Emit *e = p->e;
    BeFn *f = p->f;
    Entry n = {
        .p = p, .file = e->file, .f = f, .tensor = e->tensor, .name = e->fns[f->index].entry};
    strbuf_init(&n.text, e->arena);
    StrBuf *out = p->out;
    p->out = &n.text;
    const char **names = ARENA_ARRAY(e->arena, const char *, f->inputs.len + 1), **next = names;
    for (size_t i = 0; i < f->fn->params.len; i++)
        leaf_names(e->arena, f->params[i],
                   f->fn->params.at[i]->name ? f->fn->params.at[i]->name : "", &next);
    const char *bind_name = bind(&n, names);
    p->out = out;
    plan(&n, bind_name);
    run(&n, bind_name);
    declare(&n, names);
    static_entry(&n, names);
    COutput *outputs = ARENA_ARRAY(e->arena, COutput, f->results.len + 1);
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        outputs[i] = (COutput){.dtype = leaf_dtype(r->dtype),
                               .ndim = r->kind == BE_TENSOR ? r->ndim : r->dtype == DTYPE_VOID,
                               .is_dynamic = r->kind == BE_TENSOR && !r->dims};
    }
    vec_push(e->arena, &e->info->entries,
             ((CEntry){.function = f->fn,
                       .name = n.name,
                       .n_inputs = f->inputs.len,
                       .n_outputs = f->results.len,
                       .outputs = outputs,
                       .arena_bytes = f->has_arena ? f->arena_bytes : 0,
                       .arena_bound = f->arena_bound,
                       .value_bytes = f->arena_sum,
                       .is_static = !f->n_arena_slots}));
}
