/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the text into functions of the module: names, operations, regions, calls.
 *
 * Each operation is mapped within a boundary of its own, so that a map may give up anywhere.
 * Regions and calls recur as deep as the text nests (limits.depth) and as functions call each other
 * (CALLS). */
#include "stablehlo/import.h"

#include "ir/growth.h"
#include "ir/text.h"

enum { CALLS = ARRAY_LEN(((ShloImport *)NULL)->calls) };

/* Names */

void shlo_scope_init(ShloScope *self, ShloImport *im, ShloScope *outer) {
    *self = (ShloScope){.outer = outer};
    map_init(&self->by_name, im->arena);
}

static ShloValue *find_here(ShloImport *im, ShloScope *scope, Str name) {
    for (MapIter it = map_find(&scope->by_name, hash_bytes(im->ctx, name.ptr, name.len));
         map_next(&scope->by_name, &it);) {
        ShloValue *v = it.value;
        if (str_eq(v->name, name)) return v;
    }
    return NULL;
}

ShloValue *shlo_define(ShloImport *im, ShloScope *scope, Str name, Loc loc) {
    if (name.len && find_here(im, scope, name)) {
        diag_error(im->ctx, loc, DIAG_DUPLICATE,
                   diag_fmt(im->ctx, "%%%.*s", (int)name.len, name.ptr));
        ctx_throw(im->ctx, STATUS_INVALID);
    }
    ShloValue *v = ARENA_NEW(im->arena, ShloValue);
    v->name = name;
    v->operand = h_none();
    v->scope = scope;
    if (name.len) map_add(&scope->by_name, hash_bytes(im->ctx, name.ptr, name.len), v);
    return v;
}

ShloValue *shlo_lookup(ShloImport *im, ShloScope *scope, Str name) {
    ShloValue *v = NULL;
    for (; scope && !v; scope = scope->outer) v = find_here(im, scope, name);
    return v;
}

/* "0" of %0#0, where %0 is one value. */
ShloValue *shlo_lookup_use(ShloImport *im, ShloScope *scope, const ShloUse *use) {
    ShloValue *v = shlo_lookup(im, scope, use->name);
    if (!v && use->name.len > 2 && memcmp(use->name.ptr + use->name.len - 2, "#0", 2) == 0)
        v = shlo_lookup(im, scope, (Str){use->name.ptr, use->name.len - 2});
    if (!v)
        diag_error(im->ctx, use->loc, DIAG_NAME,
                   diag_fmt(im->ctx, "%%%.*s", (int)use->name.len, use->name.ptr));
    return v;
}

/* Types */

const IrType *shlo_tensor_type(ShloImport *im, IrFunction *fn, const ShloType *t, Loc loc) {
    const IrDim **dims = ARENA_ARRAY(im->arena, const IrDim *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->dims[i] >= 0) {
            dims[i] = ir_dim_const(im->m, t->dims[i]);
        } else {
            const char *name =
                intern_c(&im->m->names, arena_printf(im->arena, "d%zu", im->n_names++));
            dims[i] = ir_dim_symbol(im->m, ir_symbol_new(fn, name, loc));
        }
    }
    return ir_type_tensor(im->m, dims, (int32_t)t->n, t->dtype);
}

/* What an operation gave is what the text says: refuted, a report; open, a run checks it. */
static void check_result(H *s, uint32_t i) {
    ShloValue *v = &s->out[i];
    if (!s->op->types || v->operand.kind == IR_OPERAND_NONE) return;
    const ShloType *want = s->op->types[i];
    const IrType *is = h_type(s, v->operand);
    if (want->kind != SHLO_TENSOR || is->kind != IR_TYPE_TENSOR) return;
    bool open = !is->dims,
         fits = want->dtype == is->dtype && (is->ndim == (int32_t)want->n || open);
    const IrDim **dims = H_ARRAY(s, const IrDim *, want->n);
    for (uint32_t k = 0; fits && !open && k < want->n; k++) {
        dims[k] = is->dims[k];
        if (want->dims[k] < 0) continue;
        const IrDim *said = h_dim(s, want->dims[k]);
        fits = ir_dim_eq(s->m, said, dims[k]) != IR_REFUTED;
        dims[k] = said;
    }
    if (!fits)
        h_fail(s, "its result is %s, where the text says %s", ir_type_text(s->m, is),
               ir_type_text(s->m, shlo_tensor_type(s->im, s->b->fn, want, s->op->loc)));
    const IrType *t = open ? shlo_tensor_type(s->im, s->b->fn, want, s->op->loc)
                           : ir_type_tensor(s->m, dims, is->ndim, is->dtype);
    v->operand = h_match(s, v->operand, t);
}

/* Operations */

static void map_op(H *s) {
    const ShloRow *row = s->row;
    if (!row->map) h_lacks(s, "%s", row->becomes);
    for (uint32_t i = 0; i < s->op->n_results; i++) {
        const ShloType *t = s->op->types ? s->op->types[i] : NULL;
        if (t && t->kind == SHLO_TENSOR && t->lacks) h_lacks(s, "the element type %s", t->lacks);
        if (t && t->kind == SHLO_OTHER) h_lacks(s, "the type %s", t->lacks);
    }
    row->map(s);
    shlo_check_results(s);
}

void shlo_check_results(H *s) {
    for (uint32_t i = 0; i < s->op->n_results; i++) {
        const ShloValue *v = &s->out[i];
        if (v->operand.kind == IR_OPERAND_NONE && !v->is_token && !v->fields)
            h_fail(s, "its result %u is missing", i);
        check_result(s, i);
    }
}

static bool build_guarded(H *s) {
    Ctx *ctx = s->im->ctx;
    Boundary boundary;
    const IrBuilder saved = *s->b;
    const size_t depth = s->im->depth;
    struct ShloParallel *parallel = s->im->parallel;
    CtxWork work = {.kind = "operation", .name = s->row->name, .loc = s->op->loc};
    s->b->loc = s->op->loc;
    CTX_ENTER(ctx, &boundary) {
        ctx_work_begin(ctx, &work);
        map_op(s);
    }
    const Status status = ctx_leave(ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(ctx, status);
    *s->b = saved;
    s->im->depth = depth;
    s->im->parallel = parallel;
    return status == STATUS_OK;
}

Str shlo_result_name(ShloImport *im, const ShloOp *op, uint32_t i) {
    if (op->results) return op->results[i];
    if (op->n_results == 1 || !op->result.len) return op->result;
    return str_c(arena_printf(im->arena, "%.*s#%u", (int)op->result.len, op->result.ptr, i));
}

/* Memory may be in proportion to what the operations became, which has a budget of its own. */
static void weigh_bindings(ShloImport *im) {
    const size_t n = im->m->n_bindings;
    if (n <= im->n_weighed) return;
    ctx_given(im->ctx, CTX_BINDING_WEIGHT * (n - im->n_weighed));
    im->n_weighed = n;
}

bool shlo_op_begin(H *s, ShloImport *im, IrBuilder *b, ShloScope *scope, const ShloOp *op) {
    *s = (H){.im = im, .m = im->m, .b = b, .scope = scope, .op = op};
    ctx_poll(im->ctx);
    s->in = ARENA_ARRAY(im->arena, ShloValue *, (size_t)op->n_operands + 1);
    s->out = ARENA_ARRAY(im->arena, ShloValue, (size_t)op->n_results + 1);
    for (uint32_t i = 0; i < op->n_results; i++) s->out[i].operand = h_none();
    bool ok = true;
    for (uint32_t i = 0; i < op->n_operands; i++) {
        s->in[i] = shlo_lookup_use(im, scope, &op->operands[i]);
        ok = ok && s->in[i] && !s->in[i]->is_poisoned;
    }
    s->row = shlo_row_find(op->name);
    if (!s->row)
        diag_error(
            im->ctx, op->loc, DIAG_SHLO_LACKS,
            diag_fmt(im->ctx, "%.*s", (int)(op->name.len < 80 ? op->name.len : 80), op->name.ptr),
            "this operation");
    return ok && s->row;
}

void shlo_op_end(H *s, bool ok) {
    ShloImport *im = s->im;
    const ShloOp *op = s->op;
    for (uint32_t i = 0; i < op->n_results; i++) {
        ShloValue *v = shlo_define(im, s->scope, shlo_result_name(im, op, i), op->loc);
        const Str name = v->name;
        if (ok) *v = s->out[i];
        v->name = name;
        v->is_poisoned = !ok;
        if (!v->scope) {
            v->scope = s->scope;
            v->def = op;
        }
        if (op->types) v->type = op->types[i];
    }
    weigh_bindings(im);
}

void shlo_import_op(ShloImport *im, IrBuilder *b, ShloScope *scope, const ShloOp *op) {
    H s;
    bool ok = shlo_op_begin(&s, im, b, scope, op);
    ok = ok && build_guarded(&s);
    shlo_op_end(&s, ok);
}

ShloValue **shlo_import_region(ShloImport *im, IrBuilder *b, ShloScope *scope,
                               const ShloRegion *region, uint32_t *n) {
    const ShloOp *last = region->n ? &region->ops[region->n - 1] : NULL;
    const bool ends =
        last && (str_eq_c(last->name, "stablehlo.return") || str_eq_c(last->name, "func.return"));
    if (!ends) {
        diag_error(im->ctx, last ? last->loc : (Loc){.line = 0}, DIAG_VALUE,
                   "a region that ends without a return");
        ctx_throw(im->ctx, STATUS_INVALID);
    }
    for (uint32_t i = 0; i + 1 < region->n; i++) shlo_import_op(im, b, scope, &region->ops[i]);
    ShloValue **values = ARENA_ARRAY(im->arena, ShloValue *, (size_t)last->n_operands + 1);
    bool ok = true;
    for (uint32_t i = 0; i < last->n_operands; i++) {
        values[i] = shlo_lookup_use(im, scope, &last->operands[i]);
        ok = ok && values[i] && !values[i]->is_poisoned;
    }
    if (!ok) ctx_throw(im->ctx, STATUS_INVALID);
    *n = last->n_operands;
    return values;
}

void shlo_map_return(H *s) { h_fail(s, "it is not the last one of its region"); }

/* Values from outside */

typedef struct {
    H *s;
    ShloValues *out;
    Map names; /* ShloParam, of what the regions define */
    Map seen;
} Captures;

static void own_name(Captures *c, Str name) {
    ShloParam *p = ARENA_NEW(c->s->im->arena, ShloParam);
    p->name = name;
    map_add(&c->names, hash_bytes(c->s->im->ctx, name.ptr, name.len), p);
}

static bool is_own(const Captures *c, Str name) {
    for (MapIter it = map_find(&c->names, hash_bytes(c->s->im->ctx, name.ptr, name.len));
         map_next(&c->names, &it);) {
        if (str_eq(((const ShloParam *)it.value)->name, name)) return true;
    }
    return false;
}

/* As deep as regions nest. */
static void find_captures(Captures *c, const ShloRegion *r) {
    ShloImport *im = c->s->im;
    for (uint32_t i = 0; i < r->n_params; i++) own_name(c, r->params[i].name);
    for (uint32_t i = 0; i < r->n; i++) {
        const ShloOp *op = &r->ops[i];
        for (uint32_t k = 0; k < op->n_operands; k++) {
            Str name = op->operands[k].name;
            ShloValue *v = is_own(c, name) ? NULL : shlo_lookup(im, c->s->scope, name);
            if (v && map_mark_ptr(&c->seen, v)) vec_push(im->arena, c->out, v);
        }
        for (uint32_t k = 0; k < op->n_regions; k++) find_captures(c, &op->regions[k]);
        for (uint32_t k = 0; k < op->n_results; k++) own_name(c, shlo_result_name(im, op, k));
    }
}

void shlo_captures(H *s, const ShloRegion *regions, uint32_t n, ShloValues *out) {
    Captures c = {.s = s, .out = out};
    map_init(&c.names, s->im->arena);
    map_init(&c.seen, s->im->arena);
    for (uint32_t i = 0; i < n; i++) find_captures(&c, &regions[i]);
}

/* Calls */

ShloFunc *shlo_find_func(const ShloImport *im, Str name) {
    for (MapIter it = map_find(&im->funcs, hash_bytes(im->ctx, name.ptr, name.len));
         map_next(&im->funcs, &it);) {
        ShloFunc *f = it.value;
        if (str_eq(f->name, name)) return f;
    }
    return NULL;
}

const ShloFunc *shlo_call_begin_named(H *s, Str name, const ShloOp *op) {
    ShloImport *im = s->im;
    const ShloFunc *f = shlo_find_func(im, name);
    if (!f || !f->has_body)
        h_fail(s, "there is no function '%.*s' with a body", (int)name.len, name.ptr);
    if (f->n_params != op->n_operands)
        h_fail(s, "%u operands, where '%.*s' takes %u", op->n_operands, (int)name.len, name.ptr,
               f->n_params);
    for (size_t i = 0; i < im->depth; i++) {
        if (im->calls[i] == f) h_fail(s, "'%.*s' calls itself", (int)name.len, name.ptr);
    }
    if (im->depth == CALLS) h_fail(s, "functions call each other more than %d deep", (int)CALLS);
    im->calls[im->depth++] = f;
    return f;
}

const ShloFunc *shlo_call_begin(H *s, const ShloOp *op) {
    const ShloAttr *callee = shlo_attr(op, "callee");
    if (!callee) h_fail(s, "a call that names no function");
    return shlo_call_begin_named(s, callee->s, op);
}

void shlo_call_end(H *s, const ShloFunc *f, const ShloOp *op, uint32_t n) {
    s->im->depth--;
    if (n != op->n_results)
        h_fail(s, "%u results, where '%.*s' gives %u", op->n_results, (int)f->name.len, f->name.ptr,
               n);
}

static void call(H *s, Str name) {
    ShloImport *im = s->im;
    ShloScope scope;
    uint32_t n;
    const ShloFunc *f = shlo_call_begin_named(s, name, s->op);
    ShloScope *kept = ARENA_NEW(im->arena, ShloScope);
    shlo_scope_init(&scope, im, NULL);
    *kept = scope;
    for (uint32_t i = 0; i < f->n_params; i++) {
        ShloValue *v = shlo_define(im, kept, f->params[i].name, f->params[i].loc);
        const Str own = v->name;
        *v = *s->in[i];
        v->name = own;
    }
    ShloValue **values = shlo_import_region(im, s->b, kept, &f->body, &n);
    shlo_call_end(s, f, s->op, n);
    for (uint32_t i = 0; i < n; i++) s->out[i] = *values[i];
}

void shlo_map_call(H *s) { call(s, h_word(s, "callee")); }

void shlo_map_composite(H *s) {
    const ShloAttr *f = h_attr(s, "decomposition");
    if (!f) h_fail(s, "it has no decomposition");
    call(s, f->s);
}

/* Functions */

static void add_leaves(ShloImport *im, const ShloValue *v, IrOperandBuf *out, Loc loc) {
    if (v->is_token) {
        diag_error(im->ctx, loc, DIAG_SHLO_LACKS, "a function", "a token among what it returns");
        ctx_throw(im->ctx, STATUS_INVALID);
    }
    if (!v->fields) {
        ir_operands_copy(out, &v->operand);
        return;
    }
    const size_t at = ir_operands_tuple(out);
    for (uint32_t i = 0; i < v->n; i++) add_leaves(im, &v->fields[i], out, loc);
    ir_operands_end(out, at, v->n);
}

/* A name of Python's like that, which no function has. */
static const char *function_name(ShloImport *im, Str name) {
    StrBuf text;
    strbuf_init(&text, im->arena);
    for (size_t i = 0; i < name.len && i < 100; i++) {
        const char c = name.ptr[i];
        const bool digit = c >= '0' && c <= '9',
                   letter = ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
        if (digit && i == 0) strbuf_putc(&text, '_');
        strbuf_putc(&text, digit || letter ? c : '_');
    }
    if (!text.text.len) strbuf_puts(&text, "f");
    const size_t base = text.text.len;
    while (ir_text_is_reserved(strbuf_cstr(&text)) || ir_global_find(im->m, strbuf_str(&text))) {
        text.text.len = base;
        strbuf_printf(&text, "_%zu", ++im->n_names);
    }
    return ir_name(im->m, strbuf_str(&text));
}

static ShloValue param_of(ShloImport *im, IrFunction *fn, const ShloParam *p, uint32_t i) {
    ShloValue v = {.operand = h_none(), .type = p->type};
    if (p->type->kind == SHLO_TOKEN) {
        v.is_token = true;
    } else if (p->type->kind != SHLO_TENSOR || p->type->lacks) {
        diag_error(im->ctx, p->loc, DIAG_SHLO_LACKS, "a parameter",
                   diag_fmt(im->ctx, "the type %s", p->type->lacks ? p->type->lacks : "tuple"));
        v.is_poisoned = true;
    } else {
        const IrType *t = shlo_tensor_type(im, fn, p->type, p->loc);
        const Str s = p->name;
        const bool plain = s.len && ((s.ptr[0] | 0x20) >= 'a' && (s.ptr[0] | 0x20) <= 'z') &&
                           !memchr(s.ptr, '-', s.len) && !memchr(s.ptr, '.', s.len) &&
                           !memchr(s.ptr, '$', s.len);
        const char *name = plain ? ir_name(im->m, s)
                                 : intern_c(&im->m->names, arena_printf(im->arena, "arg%u", i));
        IrVar *var = ir_var_new(fn, name, t);
        vec_push(&im->m->arena, &fn->params, var);
        ir_define_symbols(t, NULL);
        v.operand = h_var(var);
    }
    return v;
}

static void import_func(ShloImport *im, const ShloFunc *f) {
    IrModule *m = im->m;
    const char *name = function_name(im, f->name);
    IrFunction *fn = ir_function_new(m, name);
    fn->global = ir_global_new(m, name);
    fn->global->function = fn;
    fn->is_pure = true;
    fn->loc = f->loc;
    fn->body = ir_body_new(fn, NULL);
    IrBuilder b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = f->loc};
    ShloScope *scope = ARENA_NEW(im->arena, ShloScope);
    uint32_t n;
    shlo_scope_init(scope, im, NULL);
    im->checked.len = 0;
    map_init(&im->probes, im->arena);
    im->calls[0] = f;
    im->depth = 1;
    for (uint32_t i = 0; i < f->n_params; i++) {
        ShloValue *v = shlo_define(im, scope, f->params[i].name, f->params[i].loc);
        const Str own = v->name;
        *v = param_of(im, fn, &f->params[i], i);
        v->name = own;
        v->scope = scope;
    }
    ShloValue **values = shlo_import_region(im, &b, scope, &f->body, &n);
    IrOperandBuf result;
    ir_operands_init(&result, im->arena);
    const size_t at = ir_operands_tuple(&result);
    for (uint32_t i = 0; i < n; i++) add_leaves(im, values[i], &result, f->loc);
    for (size_t i = 0; i < im->checked.len; i++) ir_operands_copy(&result, &im->checked.at[i]);
    n += (uint32_t)im->checked.len;
    ir_operands_end(&result, at, n);
    if (diag_errors(im->ctx)) return;
    ir_body_set_result(fn->body, result.ops.at + (n == 1), (uint32_t)result.ops.len - (n == 1));
    fn->result = ir_returned_type(fn);
}

static void import_guarded(ShloImport *im, const ShloFunc *f) {
    Boundary boundary;
    CTX_ENTER(im->ctx, &boundary) { import_func(im, f); }
    const Status status = ctx_leave(im->ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(im->ctx, status);
    BUG_IF(status != STATUS_OK && !diag_errors(im->ctx));
}

void shlo_import(ShloImport *im) {
    const ShloSyntax *syntax = im->syntax;
    bool has_public = false, has_body = false;
    for (size_t i = 0; i < syntax->funcs.len; i++) {
        ShloFunc *f = syntax->funcs.at[i];
        if (shlo_find_func(im, f->name))
            diag_error(im->ctx, f->loc, DIAG_DUPLICATE,
                       diag_fmt(im->ctx, "@%.*s", (int)f->name.len, f->name.ptr));
        map_add(&im->funcs, hash_bytes(im->ctx, f->name.ptr, f->name.len), f);
        if (!f->has_body && !f->is_private)
            diag_error(im->ctx, f->loc, DIAG_VALUE,
                       diag_fmt(im->ctx, "the public function @%.*s has no body", (int)f->name.len,
                                f->name.ptr));
        has_body = has_body || f->has_body;
    }
    if (!has_body && !diag_errors(im->ctx)) {
        const Loc start = {.line = 1, .col = 1};
        Diag *d = diag_error(im->ctx, start, DIAG_VALUE, "no StableHLO module");
        diag_expected(im->ctx, d, "a func.func with a body");
        diag_found(im->ctx, d, syntax->funcs.len ? "declarations" : "none");
    }
    for (size_t i = 0; i < syntax->funcs.len; i++) shlo_hide_programs(im, syntax->funcs.at[i]);
    for (size_t i = 0; i < syntax->funcs.len; i++) {
        const ShloFunc *f = syntax->funcs.at[i];
        has_public = has_public || (!f->is_private && f->has_body);
    }
    for (size_t i = 0; i < syntax->funcs.len; i++) {
        const ShloFunc *f = syntax->funcs.at[i];
        if (f->has_body && (!has_public || !f->is_private)) import_guarded(im, f);
    }
}
