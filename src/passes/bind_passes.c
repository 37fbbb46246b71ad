/* SPDX-License-Identifier: Apache-2.0 */
/* BindSymbolicVars and BindParams as passes of lists, with the values as text: passes/bind_params.h
 * says what they do.
 *
 *     BindSymbolicVars({"n": 4, "m": "2 * k", "o": "k"}, func_name=main)
 *     BindParams(main, {"w": [1.0, 2.0], "b": R.const(0.5, "float16"), "c": "c.npy", "n": 3})
 *     BindParams(main, "weights.npz")
 *
 * A file of one array has any name; of a file of arrays each is the parameter of its name. */
#include "base/diag.h"
#include "base/syntax.h"
#include "ir/text.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "tensor/npz.h"
#include "tensor/safetensors.h"

typedef VEC(BindDim) Dims;

static bool wrong_option(const IrModule *m, const char *pass, const char *want, Loc loc,
                         const char *what, SynKind found) {
    Diag *d = diag_error(m->ctx, loc, DIAG_PASS_OPTION, pass, what);
    diag_expected(m->ctx, d, "%s", want);
    diag_found(m->ctx, d, "%s", syn_kind_text(found));
    return false;
}

static bool wrong(const IrModule *m, Loc loc, const char *what, SynKind found) {
    return wrong_option(m, "BindSymbolicVars",
                        "symbols with their values, as in {\"n\": 4, \"m\": \"2 * k\"}", loc, what,
                        found);
}

/* Names of symbols that the function's parameters define, or (fn NULL) those of any function. */
static void list_symbols(const IrModule *m, const IrFunction *fn, Map *out) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *x = m->globals.at[i]->function;
        for (size_t k = 0; x && x->body && (!fn || fn == x) && k < x->symbols.len; k++) {
            const IrSymbol *s = x->symbols.at[k];
            if (s->is_defined && !s->body) map_mark_ptr(out, s->name);
        }
    }
}

typedef struct {
    IrModule *m;
    Arena *arena;
    Str text;
    Map symbols, given;
    Dims dims;
} Read;

static bool add_dim(Read *r, const SynExpr *key, const SynExpr *value) {
    IrModule *m = r->m;
    if (key->kind != SYN_STRING)
        return wrong(m, key->loc, "a symbol's name is a string", key->kind);
    const bool is_expr = value->kind == SYN_STRING || value->kind == SYN_NAME ||
                         value->kind == SYN_UNARY || value->kind == SYN_BINARY ||
                         value->kind == SYN_CALL;
    if (value->kind != SYN_INT && !is_expr)
        return wrong(m, value->loc, "its value is an integer, or an expression over symbols",
                     value->kind);
    /* of the symbols of a function that nobody has: each function has its own */
    const IrDim *dim;
    if (!ir_text_dims(ir_function_new(m, BIND_MAP_NAME), &value, 1, &dim)) return false;
    const char *name = ir_name(m, key->str);
    if (!map_get_ptr(&r->symbols, name))
        return wrong(m, key->loc, "no parameter defines this symbol", key->kind);
    if (!map_mark_ptr(&r->given, name))
        return wrong(m, key->loc, "this symbol is given twice", key->kind);
    BindDim bind = {.name = name, .text = r->text};
    if (!ir_dim_is_const(dim, &bind.value)) bind.expr = value;
    vec_push(r->arena, &r->dims, bind);
    return true;
}

/* {"name": extent, ...}. False after reports of all that is wrong. */
static bool read_dims(Read *r) {
    IrModule *m = r->m;
    const Loc start = {.line = 1, .col = 1};
    const DiagSource before = diag_source(m->ctx, BIND_MAP_NAME, r->text);
    const SynExpr *e = syn_parse_expr(m->ctx, r->arena, &m->names, r->text, start);
    bool ok = e != NULL;
    if (e && e->kind != SYN_DICT) ok = wrong(m, e->loc, "the symbols stand in a dict", e->kind);
    for (uint32_t i = 0; e && e->kind == SYN_DICT && i < e->n; i += 2)
        ok = add_dim(r, e->items[i], e->items[i + 1]) && ok;
    diag_source_back(m->ctx, before);
    return ok;
}

bool pass_bind_symbolic_vars_of_text(IrModule *m, const PassValue *values) {
    if (!values[0].n) return true;
    const IrFunction *fn = NULL;
    if (values[1].n) {
        fn = blocks_public_function(m, values[1].names[0]);
        if (!fn) return false;
    }
    Arena arena;
    arena_init(&arena, m->ctx);
    Read r = {.m = m, .arena = &arena, .text = str_c(values[0].names[0])};
    map_init(&r.symbols, &arena);
    map_init(&r.given, &arena);
    list_symbols(m, fn, &r.symbols);
    bool ok = read_dims(&r);
    ok = ok && (!r.dims.len || pass_bind_symbolic_vars(m, fn, r.dims.at, r.dims.len));
    arena_fini(&arena);
    return ok;
}

/* BindParams */

typedef struct {
    IrModule *m;
    const IrFunction *fn;
    Arena *arena;
    Npz *files; /* their arrays; one for each file of one array */
    size_t n_files;
    Map given; /* names of parameters */
    VEC(BindParam) list;
} Params;

static bool wrong_param(const Params *p, const SynExpr *at, const char *what) {
    return wrong_option(
        p->m, "BindParams",
        "parameters with their constants, as in {\"w\": [1.0, 2.0], \"b\": \"b.npy\"}", at->loc,
        what, at->kind);
}

static bool has_ending(const char *path, const char *ending) {
    const size_t n = strlen(path), of = strlen(ending);
    return n > of && memcmp(path + n - of, ending, of) == 0;
}

static const IrVar *param_named(const IrFunction *fn, const char *name) {
    for (size_t i = 0; i < fn->params.len; i++) {
        if (fn->params.at[i]->name == name) return fn->params.at[i];
    }
    return NULL;
}

/* For constants that leave theirs open. */
static DType wanted_dtype(const IrVar *v) {
    return v->type->kind == IR_TYPE_TENSOR ? v->type->dtype : DTYPE_VOID;
}

static void add_param(Params *p, const char *name, Tensor *t) {
    vec_push(p->arena, &p->list, ((BindParam){.name = name, .tensor = t}));
}

/* Fills the next of the files. False after a report. */
static bool read_file(Params *p, Loc loc, const char *path, DType want) {
    Npz *npz = &p->files[p->n_files++];
    npz_init(npz, p->m->ctx);
    if (has_ending(path, ".npz")) return npz_read_file(npz, path, want) == STATUS_OK;
    if (has_ending(path, ".safetensors")) return safetensors_read_file(npz, path) == STATUS_OK;
    Diag *d = diag_error(p->m->ctx, loc, DIAG_PASS_OPTION, "BindParams",
                         diag_fmt(p->m->ctx, "'%s' has no ending of a file of arrays", path));
    diag_expected(p->m->ctx, d, "a dict of parameters, .npz or .safetensors; in a dict .npy too");
    return false;
}

/* The array of the parameter's name, or the only one. */
static bool add_array(Params *p, const SynExpr *at, const char *name, DType want) {
    const char *path = at->str.ptr;
    if (has_ending(path, ".npy")) {
        Tensor *t;
        if (npy_read_file(p->m->ctx, path, want, &t) != STATUS_OK) return false;
        add_param(p, name, ir_const_new(p->m, t)->tensor);
        return true;
    }
    if (!read_file(p, at->loc, path, want)) return false;
    const Npz *npz = &p->files[p->n_files - 1];
    Tensor *t = npz_get(npz, name);
    if (!t && npz->n == 1) t = npz->arrays[0].tensor;
    if (!t) return wrong_param(p, at, "the file has several arrays, and none of this name");
    add_param(p, name, t);
    return true;
}

/* The x of SPACE.NAME(x); NULL: it is no such call. */
static const SynExpr *call_in(const SynExpr *e, const char *space, const char *name) {
    const SynExpr *f = e->kind == SYN_CALL && e->n == 2 && !e->keywords ? e->items[0] : NULL;
    const bool is_call = f && f->kind == SYN_ATTR && f->items[0]->kind == SYN_NAME &&
                         strcmp(f->items[0]->name, space) == 0 && strcmp(f->name, name) == 0;
    return is_call ? e->items[1] : NULL;
}

static const SynExpr *call_of(const SynExpr *e, const char *name) { return call_in(e, "R", name); }

/* R.shape([2, 3]) */
static bool add_shape(Params *p, const char *name, const SynExpr *list) {
    IrModule *m = p->m;
    const bool is_list = list->kind == SYN_LIST || list->kind == SYN_TUPLE;
    if (!is_list || list->n > m->ctx->limits.rank)
        return wrong_param(p, list, "a shape is a list of integers");
    const IrDim **dims = ARENA_ARRAY(p->arena, const IrDim *, (size_t)list->n + 1);
    for (uint32_t i = 0; i < list->n; i++) {
        const SynExpr *e = list->items[i];
        if (e->kind != SYN_INT || e->i < 0)
            return wrong_param(p, e, "an extent is an integer of 0 or more");
        dims[i] = ir_dim_const(m, e->i);
    }
    const IrOperand shape = {
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, dims, (int32_t)list->n)};
    vec_push(p->arena, &p->list, ((BindParam){.name = name, .value = shape}));
    return true;
}

static bool fits(DType t, int64_t v) {
    const bool is_signed = dtype_kind(t) == DTYPE_KIND_INT;
    const uint32_t bits = dtype_bits(t);
    if (bits >= 64) return is_signed || v >= 0;
    const int64_t end = (int64_t)1 << (bits - is_signed);
    return v < end && v >= (is_signed ? -end : 0);
}

/* A number, of the dtype of the parameter, which T.int64(3) may say as well. */
static bool add_number(Params *p, const IrVar *param, const SynExpr *e) {
    const DType t = param->type->dtype;
    const SynExpr *said = call_in(e, "T", t == DTYPE_VOID ? "" : dtype_name(t));
    if (said) e = said;
    const bool minus = e->kind == SYN_UNARY && e->op == SYN_OP_NEG;
    const SynExpr *number = minus ? e->items[0] : e;
    const bool is_int = number->kind == SYN_INT, is_bool = e->kind == SYN_BOOL;
    IrOperand value = {.kind = IR_OPERAND_PRIM, .span = 1};
    if (dtype_is_float(t) && (is_int || number->kind == SYN_FLOAT)) {
        value.f = is_int ? (double)number->i : number->f;
        if (minus) value.f = -value.f;
        value.type = ir_type_prim(p->m, t, NULL);
    } else if ((dtype_is_int(t) && is_int && fits(t, minus ? -number->i : number->i)) ||
               (t == DTYPE_BOOL && is_bool)) {
        value.type = ir_type_prim(p->m, t, ir_dim_const(p->m, minus ? -number->i : number->i));
    } else {
        return wrong_param(p, e, diag_fmt(p->m->ctx, "this is no %s", dtype_name(t)));
    }
    vec_push(p->arena, &p->list, ((BindParam){.name = param->name, .value = value}));
    return true;
}

static bool add_constant(Params *p, const SynExpr *key, const SynExpr *value) {
    if (key->kind != SYN_STRING) return wrong_param(p, key, "a parameter's name is a string");
    const char *name = ir_name(p->m, key->str);
    const IrVar *param = param_named(p->fn, name);
    if (!param) return wrong_param(p, key, "the function has no parameter of this name");
    if (!map_mark_ptr(&p->given, name)) return wrong_param(p, key, "this parameter is given twice");
    const DType want = wanted_dtype(param);
    if (value->kind == SYN_STRING) return add_array(p, value, name, want);
    const SynExpr *shape = call_of(value, "shape"), *number = call_of(value, "prim_value");
    if (shape) return add_shape(p, name, shape);
    if (param->type->kind == IR_TYPE_PRIM) return add_number(p, param, number ? number : value);
    if (number) return wrong_param(p, value, "the parameter is no number");
    const bool is_constant = value->kind == SYN_INT || value->kind == SYN_FLOAT ||
                             value->kind == SYN_BOOL || value->kind == SYN_LIST ||
                             value->kind == SYN_CALL || value->kind == SYN_UNARY;
    if (!is_constant)
        return wrong_param(p, value, "a constant is a number, a list or R.const(...)");
    const IrConst *c = ir_text_const(p->m, value, want);
    if (c) add_param(p, name, c->tensor);
    return c != NULL;
}

/* {"name": constant or path, ...}, or a path. False after reports of all that is wrong. */
static bool read_params(Params *p, Str text) {
    const Loc start = {.line = 1, .col = 1};
    if (!text.len || *text.ptr != '{') {
        p->files = ARENA_ARRAY(p->arena, Npz, 1);
        if (!read_file(p, start, text.ptr, DTYPE_VOID)) return false;
        const Npz *npz = &p->files[0];
        for (size_t i = 0; i < npz->n; i++)
            add_param(p, npz->arrays[i].name, npz->arrays[i].tensor);
        return true;
    }
    const SynExpr *e = syn_parse_expr(p->m->ctx, p->arena, &p->m->names, text, start);
    bool ok = e != NULL;
    if (e && e->kind != SYN_DICT) ok = wrong_param(p, e, "the parameters stand in a dict");
    if (e && ok) p->files = ARENA_ARRAY(p->arena, Npz, e->n + 1);
    for (uint32_t i = 0; e && e->kind == SYN_DICT && i < e->n; i += 2)
        ok = add_constant(p, e->items[i], e->items[i + 1]) && ok;
    return ok;
}

bool pass_bind_params_of_text(IrModule *m, const PassValue *values) {
    if (!values[1].n) return true;
    IrFunction *fn = blocks_public_function(m, values[0].n ? values[0].names[0] : NULL);
    if (!fn) return false;
    Arena arena;
    arena_init(&arena, m->ctx);
    Params p = {.m = m, .fn = fn, .arena = &arena};
    map_init(&p.given, &arena);
    const Str text = str_c(values[1].names[0]);
    const DiagSource before = diag_source(m->ctx, "params", text);
    bool ok = read_params(&p, text);
    diag_source_back(m->ctx, before);
    ok = ok && pass_bind_params(m, fn, p.list.at, p.list.len);
    while (p.n_files) npz_fini(&p.files[--p.n_files]);
    arena_fini(&arena);
    return ok;
}
