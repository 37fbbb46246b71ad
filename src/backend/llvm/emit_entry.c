/* SPDX-License-Identifier: Apache-2.0 */
/* Entries: what the runtime calls. An entry's inputs and outputs are the leaves of its parameters and of its result; a
 * shape is a tensor of rank 1 of int64, a number one of rank 0.
 *
 *     i32 entryN_plan(env, in, out, arena_bytes, library_dims)   checks the inputs, tells extents and memory
 *     i32 entryN(env, in, out, arena)
 *
 * Both begin with i32 bind(frame, in, out), where everything that the types say is checked. */
#include "backend/llvm/emit.h"

typedef struct {
    EmitFunction *p;
    BeFn *f;
    LLVMValueRef in, out;  /* of the function at hand */
    const char **names;    /* of inputs */
    uint64_t *given_by;    /* by slot: leaf and place in it */
    LLVMValueRef nothing;  /* memory of tensors without elements */
} Entry;

static DType leaf_dtype(DType t) { return t == DTYPE_VOID ? DTYPE_INT64 : t; }

const char *ll_entry_name(Arena *arena, size_t entry) { return arena_printf(arena, "entry%zu", entry); }

/* Names of leaves: the parameter's, with the places in tuples. */
static void leaf_names(Arena *arena, const BeValue *v, const char *name, const char ***next) {
    if (v->leaf) *(*next)++ = name;
    for (uint32_t i = 0; !v->leaf && i < v->n; i++)
        leaf_names(arena, v->fields[i], arena_printf(arena, "%s_%u", name, i), next);
}

static LLVMValueRef member(Entry *n, LLVMValueRef list, size_t i, size_t offset) {
    return lp_offset(n->p, list, lp_int(n->p->e, (int64_t)(i * sizeof(RtTensor) + offset)));
}

static LLVMValueRef data_of(Entry *n, LLVMValueRef list, size_t i) {
    LlUnit *u = n->p->e->unit;
    return LLVMBuildLoad2(u->builder, u->ptr, member(n, list, i, offsetof(RtTensor, data)), "");
}

static LLVMValueRef dim_at(Entry *n, LLVMValueRef list, size_t i, uint32_t k) {
    return member(n, list, i, offsetof(RtTensor, dims) + k * sizeof(int64_t));
}

static LLVMTypeRef int_type(const LlUnit *u, DType t) {
    switch (dtype_size(t)) {
    case 1: return u->i8;
    case 2: return u->i16;
    case 4: return u->i32;
    default: return u->i64;
    }
}

static LLVMValueRef value_of(Entry *n, const BeLeaf *x, size_t i, uint32_t k) {
    LlUnit *u = n->p->e->unit;
    if (x->kind == BE_TENSOR) return LLVMBuildLoad2(u->builder, u->i64, dim_at(n, n->in, i, k), "");
    const DType t = leaf_dtype(x->dtype);
    LLVMValueRef at = lp_offset(n->p, data_of(n, n->in, i), lp_int(n->p->e, (int64_t)(k * dtype_size(t))));
    LLVMValueRef v = LLVMBuildLoad2(u->builder, int_type(u, t), at, "");
    if (dtype_size(t) == 8) return v;
    const bool is_signed = dtype_kind(t) == DTYPE_KIND_INT;
    return is_signed ? LLVMBuildSExt(u->builder, v, u->i64, "") : LLVMBuildZExt(u->builder, v, u->i64, "");
}

static void fail_if(Entry *n, LLVMIntPredicate is, LLVMValueRef a, LLVMValueRef b, const char *message) {
    lp_fail_if(n->p, LLVMBuildICmp(n->p->e->unit->builder, is, a, b, ""), lp_message(n->p->e, message));
}

static uint64_t place(size_t leaf, uint32_t k) { return ((uint64_t)leaf << 32 | k) + 1; }

/* First the symbols that stand alone get their values. */
static void bind_dim(Entry *n, const BeLeaf *x, size_t i, uint32_t k) {
    const IrSymbol *s = ir_dim_as_symbol(x->dims[k]);
    if (!s) return;
    const uint32_t slot = be_symbol(n->f, s)->slot;
    if (n->given_by[slot]) return;
    n->given_by[slot] = place(i, k);
    lp_set_symbol(n->p, s, value_of(n, x, i, k));
}

/* Of constant extents whose bytes are a size. */
static bool fits_always(const IrDim *const *dims, uint32_t n, DType dtype) {
    int64_t bytes = dtype_size_up(dtype), d;
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) ok = ir_dim_is_const(dims[i], &d) && mul_i64(bytes, d, &bytes);
    return ok;
}

static LLVMValueRef bytes_of(Entry *n, LLVMValueRef list, size_t i, uint32_t ndim, size_t size) {
    Emit *e = n->p->e;
    LLVMValueRef bad = lp_cell(n->p, n->p->part.frame, CELL_BAD), dims = dim_at(n, list, i, 0);
    return lp_helper(e, "rt_bytes", (LLVMValueRef[]){bad, dims, lp_int(e, ndim), lp_int(e, (int64_t)size)}, 4);
}

static void check_leaf(Entry *n, size_t i, const BeLeaf *x) {
    EmitFunction *p = n->p;
    Arena *arena = p->e->arena;
    IrModule *m = p->e->module->m;
    const char *name = n->names[i];
    for (uint32_t k = 0; k < x->ndim; k++) {
        const IrSymbol *s = ir_dim_as_symbol(x->dims[k]);
        LLVMValueRef value = value_of(n, x, i, k);
        if (x->kind == BE_TENSOR && s)
            fail_if(n, LLVMIntSLT, value, lp_int(p->e, 0),
                    arena_printf(arena, "input '%s': dim %u is negative", name, k));
        if (s && n->given_by[be_symbol(n->f, s)->slot] == place(i, k)) continue; /* it gave it */
        LLVMValueRef want = lp_dim(p, x->dims[k]);
        fail_if(n, LLVMIntNE, value, want,
                arena_printf(arena,
                             x->kind == BE_TENSOR ? "input '%s': dim %u is not %s"
                                                  : "input '%s': element %u is not %s",
                             name, k, ir_dim_text(m, x->dims[k])));
    }
    if (x->kind == BE_TENSOR && !fits_always(x->dims, x->ndim, x->dtype))
        bytes_of(n, n->in, i, x->ndim, dtype_size_up(x->dtype));
}

static void bind_inputs(Entry *n) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    BeFn *f = n->f;
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind == BE_INTS && x->dtype == DTYPE_VOID)
            fail_if(n, LLVMIntNE, LLVMBuildLoad2(u->builder, u->i64, dim_at(n, n->in, i, 0), ""), lp_int(e, x->ndim),
                    arena_printf(e->arena, "input '%s' is no shape of rank %u", n->names[i], x->ndim));
        if ((x->kind == BE_INTS && x->ndim) || x->kind == BE_FLOAT)
            lp_fail_if(p, LLVMBuildIsNull(u->builder, data_of(n, n->in, i), ""), e->m_missing);
        for (uint32_t k = 0; k < x->ndim; k++) bind_dim(n, x, i, k);
        if (x->kind == BE_FLOAT) {
            LLVMValueRef at = data_of(n, n->in, i);
            lp_set(p, p->part.frame, p->fn->cells.floats + x->slot,
                     lp_helper(e, "rt_read_float", (LLVMValueRef[]){lp_int(e, x->dtype), at}, 2));
        }
    }
    if (p->fn->layout) {
        LLVMValueRef bytes = LLVMBuildCall2(u->builder, e->layout_type, p->fn->layout, &p->part.frame, 1, "");
        lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntEQ, bytes, lp_int(e, INT64_MAX), ""), e->m_overflow);
    }
    for (size_t i = 0; i < f->inputs.len; i++) check_leaf(n, i, f->inputs.at[i]);
}

static void bind_output(Entry *n, size_t i, const BeResult *r) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    if (r->kind == BE_INTS && r->dtype == DTYPE_VOID)
        LLVMBuildStore(u->builder, lp_int(e, r->ndim), dim_at(n, n->out, i, 0));
    if (r->kind != BE_TENSOR) return;
    for (uint32_t k = 0; k < r->ndim; k++) {
        LLVMValueRef v = r->dims ? lp_dim(p, r->dims[k]) : lp_int(e, -1);
        LLVMBuildStore(u->builder, v, dim_at(n, n->out, i, k));
        int64_t lo = 0, hi;
        if (r->dims) ir_dim_bounds(r->dims[k], &lo, &hi);
        if (lo < 0)
            fail_if(n, LLVMIntSLT, v, lp_int(e, 0),
                    arena_printf(e->arena, "output %zu: dim %u is negative", i, k));
    }
    if (r->dims && !fits_always(r->dims, r->ndim, r->dtype)) bytes_of(n, n->out, i, r->ndim, dtype_size_up(r->dtype));
}

static LLVMValueRef bind(Entry *n) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr};
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, 3, false);
    LLVMValueRef fn = LLVMAddFunction(u->module, arena_printf(e->arena, "f%u.bind", n->f->index), type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    lp_part_begin(p, fn);
    n->in = LLVMGetParam(fn, 1);
    n->out = LLVMGetParam(fn, 2);
    n->given_by = ARENA_ARRAY(e->arena, uint64_t, (size_t)n->f->n_slots + 1);
    lp_set(p, p->part.frame, CELL_BAD, lp_int(e, 0));
    lp_set(p, p->part.frame, CELL_DEPTH, lp_int(e, 0));
    bind_inputs(n);
    for (size_t i = 0; i < n->f->results.len; i++) bind_output(n, i, &n->f->results.at[i]);
    LLVMValueRef bad = lp_get(p, u->i64, p->part.frame, CELL_BAD);
    lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntNE, bad, lp_int(e, 0), ""), e->m_overflow);
    LLVMBuildRet(u->builder, lp_number(e, 0));
    return fn;
}

/* The frame of an entry's own, bound. */
static LLVMValueRef bound_frame(Entry *n, LLVMValueRef fn, LLVMValueRef bind_fn) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    lp_part_begin(p, fn);
    LLVMValueRef frame = lp_frame(p, n->f, 0);
    n->in = LLVMGetParam(fn, 1);
    n->out = LLVMGetParam(fn, 2);
    lp_set(p, frame, CELL_ENV, LLVMGetParam(fn, 0));
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr};
    LLVMValueRef args[] = {frame, n->in, n->out};
    lp_try(p, LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, types, 3, false), bind_fn, args, 3, ""));
    p->part.frame = frame;
    return frame;
}

static LLVMValueRef entry_function(Emit *e, const char *name, unsigned n_params) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->ptr};
    return LLVMAddFunction(u->module, name, LLVMFunctionType(u->i32, types, n_params, false));
}

/* The libraries that are called from f on, each once; functions are seen by number. */
static void add_libraries(Entry *n, const BeFn *f, bool *seen, LLVMValueRef to) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    VEC(const BeFn *) todo = {.at = NULL};
    vec_push(e->arena, &todo, f);
    seen[f->index] = true;
    while (todo.len) {
        const BeFn *g = todo.at[--todo.len];
        const EmitFn *fn = &e->fns[g->index];
        for (size_t i = 0; i < fn->libraries.len; i++) {
            const BeLibrary *library = fn->libraries.at[i];
            const uint32_t first = e->program->libraries.at[library->index].first_dim;
            LLVMBuildStore(u->builder, lp_int(e, 1), lp_cell(p, to, first - 1));
            for (size_t k = 0; k < library->fn->symbols.len; k++) {
                const IrDim *d = library->dims[k];
                int64_t c;
                LLVMValueRef v = lp_int(e, -1);
                if (d && g == f && be_is_known(p->f, d)) v = lp_dim(p, d);
                if (d && ir_dim_is_const(d, &c)) v = lp_int(e, c);
                LLVMBuildStore(u->builder, v, lp_cell(p, to, first + (uint32_t)k));
            }
        }
        for (size_t i = 0; i < fn->callees.len; i++) {
            const BeFn *callee = fn->callees.at[i];
            if (seen[callee->index]) continue;
            seen[callee->index] = true;
            vec_push(e->arena, &todo, callee);
        }
    }
}

static void plan(Entry *n, const char *name, LLVMValueRef bind_fn) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMValueRef fn = entry_function(e, arena_printf(e->arena, "%s_plan", name), 5);
    LLVMValueRef frame = bound_frame(n, fn, bind_fn);
    LLVMValueRef bytes = p->fn->layout ? LLVMBuildCall2(u->builder, e->layout_type, p->fn->layout, &frame, 1, "")
                                       : lp_int(e, n->f->has_arena ? n->f->arena_bytes : 0);
    LLVMBuildStore(u->builder, bytes, LLVMGetParam(fn, 3));
    bool *seen = ARENA_ARRAY(e->arena, bool, e->module->by_function.len + 1);
    add_libraries(n, n->f, seen, LLVMGetParam(fn, 4));
    LLVMBuildRet(u->builder, lp_number(e, 0));
}

/* Memory of tensors with elements must be there. */
static LLVMValueRef memory(Entry *n, LLVMValueRef list, size_t i, uint32_t ndim) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMValueRef data = data_of(n, list, i);
    LLVMValueRef is_null = LLVMBuildIsNull(u->builder, data, ""), missing = is_null;
    if (ndim) {
        LLVMValueRef bytes = bytes_of(n, list, i, ndim, 1);
        missing = LLVMBuildAnd(u->builder, is_null, LLVMBuildICmp(u->builder, LLVMIntNE, bytes, lp_int(e, 0), ""), "");
    }
    lp_fail_if(p, missing, e->m_missing);
    return LLVMBuildSelect(u->builder, is_null, n->nothing, data, "");
}

static void store_result(Entry *n, size_t i, const BeResult *r) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const EmitCells *cells = &p->fn->cells;
    LLVMValueRef frame = p->part.frame;
    if (r->kind == BE_TENSOR && !r->dims) {
        LLVMBuildStore(u->builder, lp_get(p, u->ptr, frame, cells->out + r->index),
                       member(n, n->out, i, offsetof(RtTensor, data)));
        for (uint32_t k = 0; k < r->ndim; k++) {
            LLVMValueRef v = lp_get(p, u->i64, frame, cells->returned + r->first_int + k);
            LLVMBuildStore(u->builder, v, dim_at(n, n->out, i, k));
        }
    }
    const DType t = leaf_dtype(r->dtype);
    for (uint32_t k = 0; r->kind == BE_INTS && k < r->ndim; k++) {
        LLVMValueRef v = lp_get(p, u->i64, frame, cells->returned + r->first_int + k);
        v = t == DTYPE_BOOL
                ? LLVMBuildZExt(u->builder, LLVMBuildICmp(u->builder, LLVMIntNE, v, lp_int(e, 0), ""), u->i8,
                                "")
                : LLVMBuildTrunc(u->builder, v, int_type(u, t), "");
        LLVMBuildStore(u->builder, v, lp_offset(p, data_of(n, n->out, i), lp_int(e, (int64_t)(k * dtype_size(t)))));
    }
    if (r->kind == BE_FLOAT) {
        LLVMValueRef v = lp_get(p, u->f64, frame, cells->returned_floats + r->index);
        LLVMValueRef at = data_of(n, n->out, i);
        lp_helper(e, "rt_write_float", (LLVMValueRef[]){lp_int(e, t), at, v}, 3);
    }
}

static void run(Entry *n, const char *name, LLVMValueRef bind_fn) {
    EmitFunction *p = n->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    BeFn *f = n->f;
    LLVMValueRef fn = entry_function(e, name, 4);
    n->out = LLVMGetParam(fn, 2);
    LLVMValueRef frame = bound_frame(n, fn, bind_fn);
    n->nothing = lp_alloca(p, 1);
    const EmitCells *cells = &p->fn->cells;
    LLVMValueRef arena = LLVMGetParam(fn, 3);
    lp_set(p, frame, CELL_ARENA, arena);
    if (f->has_arena) lp_fail_if(p, LLVMBuildIsNull(u->builder, arena, ""), e->m_missing);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind == BE_TENSOR) lp_set(p, frame, cells->in + x->buffer->index, memory(n, n->in, i, x->ndim));
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && r->dims) {
            lp_set(p, frame, cells->out + r->index, memory(n, n->out, i, r->ndim));
        } else if (r->kind == BE_FLOAT || (r->kind == BE_INTS && r->ndim)) {
            lp_fail_if(p, LLVMBuildIsNull(u->builder, data_of(n, n->out, i), ""), e->m_missing);
        }
    }
    lp_try(p, LLVMBuildCall2(u->builder, e->function_type, p->fn->function, &frame, 1, ""));
    for (size_t i = 0; i < f->results.len; i++) store_result(n, i, &f->results.at[i]);
    LLVMBuildRet(u->builder, lp_number(e, 0));
}

static void describe(Entry *n) {
    Emit *e = n->p->e;
    BeFn *f = n->f;
    RtEntry entry = {.name = f->fn->name, .n_inputs = (uint32_t)f->inputs.len, .n_outputs = (uint32_t)f->results.len};
    RtValue *inputs = ARENA_ARRAY(e->arena, RtValue, f->inputs.len + 1),
            *outputs = ARENA_ARRAY(e->arena, RtValue, f->results.len + 1);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        inputs[i] = (RtValue){.name = n->names[i], .dtype = leaf_dtype(x->dtype), .is_integers = x->kind == BE_INTS,
                              .ndim = x->kind == BE_TENSOR ? x->ndim : x->kind == BE_INTS && x->dtype == DTYPE_VOID,
                              .n_integers = x->kind == BE_INTS ? x->ndim : 0};
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        outputs[i] = (RtValue){.dtype = leaf_dtype(r->dtype), .is_integers = r->kind == BE_INTS,
                               .ndim = r->kind == BE_TENSOR ? r->ndim : r->kind == BE_INTS && r->dtype == DTYPE_VOID,
                               .is_dynamic = r->kind == BE_TENSOR && !r->dims,
                               .takes = r->takes};
    }
    entry.inputs = inputs;
    entry.outputs = outputs;
    vec_push(e->arena, &e->program->entries, entry);
}

void lp_entry(EmitFunction *p) {
    Emit *e = p->e;
    BeFn *f = p->f;
    Entry n = {.p = p, .f = f, .names = ARENA_ARRAY(e->arena, const char *, f->inputs.len + 1)};
    const char **next = n.names;
    for (size_t i = 0; i < f->fn->params.len; i++)
        leaf_names(e->arena, f->params[i], f->fn->params.at[i]->name ? f->fn->params.at[i]->name : "", &next);
    const char *name = ll_entry_name(e->arena, e->program->entries.len);
    LLVMValueRef bind_fn = bind(&n);
    plan(&n, name, bind_fn);
    run(&n, name, bind_fn);
    describe(&n);
}
