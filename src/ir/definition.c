/* SPDX-License-Identifier: Apache-2.0 */
/* The type rule and the expansion of defined operators: both clone the body, one into a function
 * that is dropped. */
#include "ir/definition.h"

#include "base/diag.h"
#include "ir/clone.h"

static const char *const kind_names[IR_DEFINITION_KINDS] = {"operator", "legalize", "gradient"};

const char *ir_definition_kind_name(IrDefinitionKind kind) { return kind_names[kind]; }

void ir_definition_publish(IrModule *m, IrDefinition *d, IrFunction *fn, OpParam *params) {
    d->fn = fn;
    if (params) d->params = params;
    if (params && d->own) d->own->params = params;
    map_clear(&m->inferred);
}

/* Signatures */

typedef struct {
    SymbolBinding symbols;
    const IrType **types; /* of the operands as the body sees them */
    const char *refused;  /* the first operand whose type is not proved, in words; NULL: all are */
    int wrong;            /* the first that cannot be right; -1: none */
} Bound;

/* Binds the signature's symbols. An operand of which the signature knows more is of the signature's
 * type: a run would end otherwise. */
static void bind(Bound *out, const IrDefinition *d, IrModule *m, const IrType *const *types,
                 uint32_t n) {
    const IrFunction *fn = d->fn;
    *out = (Bound){.symbols = {.m = m, .fn = fn, .foreign = fn->module != m}, .wrong = -1};
    out->types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        ir_bind_symbols(&out->symbols, fn->params.at[i]->type, types[i]);
    for (uint32_t i = 0; i < n; i++) {
        const IrType *want = ir_with_bound(&out->symbols, fn->params.at[i]->type);
        const IrTruth truth = ir_type_subsumes(m, want, types[i]);
        out->types[i] = truth == IR_PROVED ? types[i] : want;
        if (truth == IR_REFUTED && out->wrong < 0) out->wrong = (int)i;
        if (truth == IR_PROVED || out->refused) continue;
        out->refused =
            diag_fmt(m->ctx, "`%s` is %s, not %s%s", d->params[i].name, ir_type_text(m, types[i]),
                     truth == IR_REFUTED ? "" : "proved to be ", ir_type_text(m, want));
    }
}

/* What the operator's default of an attribute is for these operands, in canonical form; false:
 * unknown. */
static bool canonical_defaults(const IrDefinition *d, IrModule *m, const IrType *const *types,
                               uint32_t n, const IrAttr *attrs, IrAttr *out) {
    const OpDef *op = d->op;
    ir_attr_defaults(m, op, out);
    for (uint32_t i = 0; i < ir_op_n_attrs(op); i++) {
        for (uint32_t k = d->n_operands; k < d->n_params; k++) {
            if (strcmp(d->params[k].name, ir_op_attr_param(op, i)->name) == 0) out[i] = attrs[i];
        }
    }
    IrInfer in = {.m = m, .op = op, .attrs = out, .n_args = n};
    in.args = ARENA_ARRAY(&m->scratch, IrArg, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) in.args[i].type = types[i];
    const DiagMark mark = diag_mark(m->ctx);
    const bool ok = ir_infer_call(&in) != NULL;
    diag_rewind(m->ctx, mark);
    return ok;
}

/* An expansion has the parameters it cares for; the operator's other attributes must be what they
 * are when left out. */
static const char *refuses_attrs(const IrDefinition *d, IrModule *m, const IrType *const *types,
                                 uint32_t n, const IrAttr *attrs) {
    const OpDef *op = d->op;
    const uint32_t n_attrs = ir_op_n_attrs(op);
    if (!n_attrs) return NULL;
    /* the result and its adjoint are none of the operator's operands */
    if (d->kind == IR_DEFINITION_GRADIENT) n -= 2;
    IrAttr *settled = ARENA_ARRAY(&m->scratch, IrAttr, n_attrs);
    const bool known = canonical_defaults(d, m, types, n, attrs, settled);
    for (uint32_t i = 0; i < n_attrs; i++) {
        const OpParam *param = ir_op_attr_param(op, i), *own = NULL;
        for (uint32_t k = d->n_operands; k < d->n_params; k++) {
            if (strcmp(d->params[k].name, param->name) == 0) own = &d->params[k];
        }
        if (own && attrs[i].kind == IR_ATTR_NONE && !own->none)
            return diag_fmt(m->ctx, "the attribute `%s` is None", param->name);
        if (own || (known && ir_attr_equal(&settled[i], &attrs[i]))) continue;
        return diag_fmt(m->ctx, "the attribute `%s` is not its default", param->name);
    }
    return NULL;
}

const char *ir_definition_refuses(const IrDefinition *d, IrModule *m, const IrType *const *types,
                                  uint32_t n, const IrAttr *attrs) {
    for (uint32_t i = 0; i < n; i++) {
        const bool takes = i < d->n_operands;
        const bool open =
            takes && types[i] && types[i]->kind == IR_TYPE_TENSOR && types[i]->dtype == DTYPE_VOID;
        if (open && d->has_numbers)
            return diag_fmt(m->ctx, "the dtype of `%s` is not known", d->params[i].name);
        if (takes && !types[i]) return diag_fmt(m->ctx, "`%s` is left out", d->params[i].name);
        if (!takes && types[i])
            return diag_fmt(m->ctx, "it takes %u operands and there are more", d->n_operands);
    }
    Bound bound;
    bind(&bound, d, m, types, d->n_operands);
    if (bound.refused) return bound.refused;
    return d->kind == IR_DEFINITION_OPERATOR ? NULL : refuses_attrs(d, m, types, n, attrs);
}

/* Expansion */

static bool expand(const IrDefinition *d, const IrBuilder *b, const IrOperand *const *args,
                   const SymbolBinding *symbols, const IrAttr *attrs, IrOperandBuf *out) {
    const IrFunction *fn = d->fn;
    IrClone c;
    ir_clone_into(&c, b->m, &b->m->scratch, fn, *b);
    c.flat = c.one_place = true;
    c.foreign_module = fn->module != b->m;
    c.op = d->op;
    c.attrs = attrs;
    for (size_t i = 0; i < fn->params.len; i++) {
        IrOperand leaf = *args[i];
        leaf.list = NULL;
        if (leaf.kind == IR_OPERAND_VAR) leaf.next_use = leaf.prev_use = NULL;
        ir_clone_set(&c, fn->params.at[i], leaf);
    }
    for (size_t i = 0; i < symbols->by_symbol.len; i++) c.dims[i] = symbols->by_symbol.at[i];
    if (!ir_clone_bindings(&c, fn->body, b->block->body)) return false;
    ir_clone_operands(&c, fn->body->result.at, fn->body->result.n, out);
    return true;
}

bool ir_definition_expand(const IrDefinition *d, const IrBuilder *b, const IrOperand *const *args,
                          const IrType *const *types, const IrAttr *attrs, IrOperandBuf *out) {
    Bound bound;
    bind(&bound, d, b->m, types, d->n_operands);
    return expand(d, b, args, &bound.symbols, attrs, out);
}

/* The type rule */

static uint64_t inferred_hash(const IrInferred *key) {
    uint64_t hash = hash_ptr(hash_ptr(0, key->op), key->attrs);
    for (uint32_t i = 0; i < key->n; i++) hash = hash_ptr(hash, key->types[i]);
    return hash;
}

const IrType *ir_inferred_find(const IrModule *m, const IrInferred *key) {
    for (MapIter it = map_find(&m->inferred, inferred_hash(key)); map_next(&m->inferred, &it);) {
        const IrInferred *x = it.value;
        bool same = x->op == key->op && x->attrs == key->attrs && x->n == key->n;
        for (uint32_t i = 0; same && i < x->n; i++) same = x->types[i] == key->types[i];
        if (same) return x->result;
    }
    return NULL;
}

void ir_inferred_remember(IrModule *m, const IrInferred *key, const IrType *result) {
    IrInferred *x = ARENA_NEW(&m->arena, IrInferred);
    const IrType **types = ARENA_ARRAY(&m->arena, const IrType *, (size_t)key->n + 1);
    for (uint32_t i = 0; i < key->n; i++) types[i] = key->types[i];
    *x = *key;
    x->types = types;
    x->result = result;
    map_add(&m->inferred, inferred_hash(key), x);
}

static const IrDim *outside(void *user, IrSymbol *s) {
    const IrFunction *tried = user;
    return s->function == tried ? NULL : ir_dim_symbol(tried->module, s);
}

/* What the body gives for these operands: it is built in a function that nobody keeps. */
static const IrType *try_body(const IrDefinition *d, IrModule *m, Loc loc, const Bound *bound,
                              const IrAttr *attrs) {
    const size_t n_bindings = m->n_bindings;
    const uint32_t n = d->n_operands;
    IrFunction *fn = ir_function_new(m, d->fn->name);
    fn->body = ir_body_new(fn, NULL);
    fn->is_pure = d->fn->is_pure;
    const IrBuilder b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = loc};
    const IrOperand **args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        IrOperand *o = ARENA_NEW(&m->scratch, IrOperand);
        *o = (IrOperand){.kind = IR_OPERAND_VAR,
                         .span = 1,
                         .var = ir_var_new(fn, d->params[i].name, bound->types[i])};
        args[i] = o;
    }
    IrOperandBuf out;
    ir_operands_init(&out, &m->scratch);
    const bool ok = expand(d, &b, args, &bound->symbols, attrs, &out);
    m->n_bindings = n_bindings;
    if (!ok) return NULL;
    const IrType *t = ir_operand_type(m, out.ops.at);
    return t->has_symbols ? ir_type_map(m, t, outside, fn) : t;
}

/* The faults of the body stand at the call, as they come from its operands; each says whose body it
 * is. */
static void say_where(Ctx *ctx, DiagMark mark, const IrDefinition *d) {
    for (size_t i = mark.diags; ctx->diags && i < ctx->diags->diags.len; i++) {
        Diag *diag = &ctx->diags->diags.at[i];
        if (!diag->help)
            diag_help(ctx, diag, "in the body of R.%s, line %u", d->op_name,
                      (unsigned)d->fn->loc.line);
    }
}

/* Its body is not read yet: it is part of a circle, which was reported, or the scan for calls did
 * not see this one. */
static const IrType *unfinished(const IrInfer *in) {
    Ctx *ctx = in->m->ctx;
    if (diag_errors(ctx)) return in->m->any;
    Diag *d = diag_error(ctx, in->loc, DIAG_ARGUMENT, in->op->name,
                         "it is called before its body is known");
    diag_help(ctx, d, "write the name in one piece: R.%s", in->op->name);
    return NULL;
}

static const IrType *infer_defined(IrInfer *in) {
    IrModule *m = in->m;
    const IrDefinition *d = in->op->definition;
    const uint32_t n = in->n_args;
    if (!d->is_finished) return unfinished(in);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    const uint32_t n_attrs = ir_op_n_attrs(in->op);
    IrAttr *plain = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    for (uint32_t i = 0; i < n_attrs; i++) {
        plain[i] = in->attrs[i];
        plain[i].from = NULL;
    }
    for (uint32_t i = 0; i < n; i++) types[i] = in->args[i].type;
    const IrInferred key = {
        .op = in->op, .attrs = ir_attrs_intern(m, plain, n_attrs), .types = types, .n = n};
    const IrType *result = ir_inferred_find(m, &key);
    if (result) return result;
    ctx_poll(m->ctx);
    const DiagMark mark = diag_mark(m->ctx);
    Bound bound;
    bind(&bound, d, m, types, n);
    if (bound.wrong >= 0) {
        Ctx *ctx = m->ctx;
        const uint32_t i = (uint32_t)bound.wrong;
        Diag *report =
            diag_error(ctx, in->loc, DIAG_ARGUMENT, in->op->name,
                       diag_fmt(ctx, "operand '%s' has the wrong type", d->params[i].name));
        diag_expected(ctx, report, "%s", ir_type_text(m, bound.types[i]));
        diag_found(ctx, report, "%s", ir_type_text(m, types[i]));
        return NULL;
    }
    result = try_body(d, m, in->loc, &bound, plain);
    if (result) {
        ir_inferred_remember(m, &key, result);
    } else {
        say_where(m->ctx, mark, d);
    }
    return result;
}

/* Definitions */

IrDefinition *ir_definition_new(IrModule *m, IrDefinitionKind kind, const char *op_name,
                                IrFunction *fn) {
    IrDefinition *d = ARENA_NEW(&m->arena, IrDefinition);
    *d = (IrDefinition){.kind = kind, .op_name = op_name, .fn = fn, .source = m->source};
    if (kind == IR_DEFINITION_OPERATOR) {
        OpDef *op = ARENA_NEW(&m->arena, OpDef);
        *op = (OpDef){.name = op_name,
                      .doc = "An operator that the module defines.",
                      .flags = OP_PURE,
                      .unsampled = "it is a module's own",
                      .infer = infer_defined,
                      .decompose = m->ops->decompose_defined,
                      .definition = d};
        d->op = d->own = op;
        ir_op_table_add(&m->own_ops, op, &m->arena);
    }
    vec_push(&m->arena, &m->definitions, d);
    return d;
}

void ir_definition_schema(IrModule *m, IrDefinition *d, OpParam *params, uint32_t n,
                          uint32_t n_operands) {
    (void)m;
    d->params = params;
    d->n_params = n;
    d->n_operands = n_operands;
    if (!d->own) return;
    d->own->params = params;
    d->own->n_params = (uint8_t)n;
}

typedef struct {
    IrModule *m;
    IrDefinition *d;
    uint32_t flags;
    bool ok;
} Facts;

static void note_numbers(Facts *f, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++)
        f->d->has_numbers |= list->at[i].kind == IR_OPERAND_CONST && list->at[i].constant->adapts;
}

static void no_globals(Facts *f, const IrOperands *list, Loc loc) {
    for (uint32_t i = 0; f->ok && i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_GLOBAL) continue;
        Diag *d = diag_error(f->m->ctx, loc, DIAG_UNSUPPORTED,
                             "a function of the module in a definition");
        diag_help(f->m->ctx, d, "define an operator: @R.operator(\"my.%s\")",
                  list->at[i].global->name);
        f->ok = false;
    }
}

/* Recursion is over nested functions. */
static void gather(Facts *f, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (f->d->size < SIZE_MAX) f->d->size++;
        no_globals(f, &b->operands, b->loc);
        note_numbers(f, &b->operands);
        if (b->kind == IR_BIND_FUNCTION) gather(f, b->function);
        if (b->kind == IR_BIND_IF) {
            f->d->has_if |= fn == f->d->fn;
            for (int i = 0; i < 2; i++) no_globals(f, &b->bodies[i]->result, b->loc);
        }
        if (b->kind == IR_BIND_INVOKE) {
            const IrType *t = ir_operand_type(f->m, b->operands.at);
            if (t->kind != IR_TYPE_CALLABLE || !t->pure) f->flags &= ~(uint32_t)OP_PURE;
        }
        if (b->kind != IR_BIND_CALL) continue;
        f->flags &= b->op->flags | ~(uint32_t)OP_PURE;
        f->flags |= b->op->flags & (OP_DISTINCT | OP_WORKERS);
        const IrDefinition *below = b->op->definition;
        if (!below || !below->is_finished) continue;
        f->d->size = below->size > SIZE_MAX - f->d->size ? SIZE_MAX : f->d->size + below->size;
    }
    no_globals(f, &fn->body->result, fn->loc);
}

bool ir_definition_finish(IrModule *m, IrDefinition *d) {
    Facts f = {.m = m, .d = d, .flags = OP_PURE, .ok = true};
    gather(&f, d->fn);
    d->fn->is_pure = (f.flags & OP_PURE) != 0;
    if (d->own) d->own->flags = f.flags;
    if (d->own && d->doc) d->own->doc = d->doc;
    d->is_finished = f.ok;
    return f.ok;
}

/* Uses */

typedef struct {
    bool *used; /* by place in the module's list */
    Map places; /* PlaceOf by OpDef */
} Uses;

typedef struct {
    const OpDef *op;
    size_t at;
} PlaceOf;

static void mark_op(const Uses *u, const OpDef *op) {
    for (MapIter it = map_find(&u->places, hash_ptr(0, op)); map_next(&u->places, &it);) {
        const PlaceOf *p = it.value;
        if (p->op == op) u->used[p->at] = true;
    }
}

static void mark_calls(const Uses *u, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION) mark_calls(u, b->function);
        if (b->kind == IR_BIND_CALL && b->op->definition) mark_op(u, b->op);
    }
}

/* needed: kept whether anything uses it or not. */
static const bool *find_used(const IrModule *m, Arena *arena, const bool *needed) {
    const size_t n = m->definitions.len;
    Uses u = {.used = ARENA_ARRAY(arena, bool, n + 1)};
    map_init(&u.places, arena);
    for (size_t i = 0; i < n; i++) {
        const IrDefinition *d = m->definitions.at[i];
        if (!d->own) continue;
        PlaceOf *p = ARENA_NEW(arena, PlaceOf);
        *p = (PlaceOf){d->op, i};
        map_add(&u.places, hash_ptr(0, p->op), p);
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) mark_calls(&u, fn);
    }
    /* What stands later uses what stands earlier; gradients and expansions stand last. */
    for (size_t i = n; i-- > 0;) {
        const IrDefinition *d = m->definitions.at[i];
        if (needed[i]) u.used[i] = true;
        if (!u.used[i]) continue;
        if (!d->own) mark_op(&u, d->op);
        mark_calls(&u, d->fn);
    }
    return u.used;
}

const bool *ir_definitions_used(const IrModule *m, Arena *arena) {
    bool *own = ARENA_ARRAY(arena, bool, m->definitions.len + 1);
    for (size_t i = 0; i < m->definitions.len; i++) own[i] = !m->definitions.at[i]->is_external;
    return find_used(m, arena, own);
}

bool ir_definitions_remove(IrModule *m, size_t from, size_t n) {
    const size_t before = m->definitions.len;
    bool *needed = ARENA_ARRAY(&m->scratch, bool, before + 1);
    for (size_t i = 0; i < before; i++) needed[i] = i < from || i >= from + n;
    const bool *used = find_used(m, &m->scratch, needed);
    m->definitions.len = 0;
    for (size_t i = 0; i < before; i++) {
        if (used[i]) m->definitions.at[m->definitions.len++] = m->definitions.at[i];
    }
    return m->definitions.len < before;
}
