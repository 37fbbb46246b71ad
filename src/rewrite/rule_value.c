/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the rule language: equality, and what attributes, operands and types give. */
#include <math.h>
#include <stdarg.h>

#include "rewrite/parts.h"

static void note(RuleMatch *m, const char *text, bool wider) {
    m->reason = text;
    Miss *miss = m->miss;
    bool asked = miss && (!miss->only || (m->root && strcmp(m->root->name, miss->only) == 0));
    bool same = wider && miss && miss->root == m->root && m->nodes.len == miss->depth;
    if (asked && (!miss->text || m->nodes.len > miss->depth || same)) {
        miss->depth = (uint32_t)m->nodes.len;
        miss->text = text;
        miss->root = m->root;
    }
}

RuleValue rule_fault(RuleMatch *m, Loc loc, const char *what) {
    if (!m->failed) {
        m->fault = diag_fmt(m->m->ctx, "%s", what);
        m->fault_loc = loc;
        m->reason = diag_fmt(m->m->ctx, "%s:%u: %s", m->rule->source, loc.line, what);
    }
    m->failed = true;
    return (RuleValue){.kind = RULE_UNKNOWN, .s = m->reason};
}

/* Formatting costs, so it is done for an answer only. */
bool rule_miss(RuleMatch *m, const char *fmt, ...) {
    if (!m->miss && !m->builder) return false;
    va_list args;
    va_start(args, fmt);
    note(m, arena_vprintf(&m->m->ctx->diags->arena, fmt, args), false);
    va_end(args);
    return false;
}

bool rule_miss_in(RuleMatch *m, const char *fmt, ...) {
    if (!m->miss && !m->builder) return false;
    va_list args;
    va_start(args, fmt);
    note(m, arena_vprintf(&m->m->ctx->diags->arena, fmt, args), true);
    va_end(args);
    return false;
}

RuleValue rule_unknown(RuleMatch *m, const char *fmt, ...) {
    RuleValue v = {.kind = RULE_UNKNOWN};
    if (!m->miss && !m->builder) return v;
    va_list args;
    va_start(args, fmt);
    v.s = arena_vprintf(&m->m->ctx->diags->arena, fmt, args);
    va_end(args);
    return v;
}

RuleValue rule_computed_dim(RuleMatch *m, const IrDim *d) {
    return ir_dims_forget(m->m) ? rule_unknown(m, "an extent that overflows 64 bits") : rule_dim(d);
}

RuleValue rule_list(RuleMatch *m, const RuleValue *items, uint32_t n) {
    RuleValue *copy = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    if (n) memcpy(copy, items, n * sizeof *copy);
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = copy};
}

bool rule_bind(RuleMatch *m, int slot, RuleValue v) {
    m->slots[slot] = v;
    vec_push(m->arena, &m->trail, slot);
    return true;
}

static RuleValue attr_value(RuleMatch *m, const IrAttr *a) {
    switch (a->kind) {
    case IR_ATTR_NONE: return (RuleValue){.kind = RULE_NONE};
    case IR_ATTR_BOOL: return rule_bool(a->i != 0);
    case IR_ATTR_INT: return rule_int(m->m, a->i);
    case IR_ATTR_FLOAT: return (RuleValue){.kind = RULE_FLOAT, .f = a->f};
    case IR_ATTR_STRING: return (RuleValue){.kind = RULE_STRING, .s = a->s};
    case IR_ATTR_DTYPE: return (RuleValue){.kind = RULE_DTYPE, .dtype = a->dtype};
    case IR_ATTR_INTS: {
        RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)a->n + 1);
        for (uint32_t i = 0; i < a->n; i++) items[i] = rule_int(m->m, a->ints[i]);
        return (RuleValue){.kind = RULE_LIST, .n = a->n, .items = items};
    }
    case IR_ATTR_LIST: {
        RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)a->n + 1);
        for (uint32_t i = 0; i < a->n; i++) items[i] = rule_attr_value(m, &a->items[i]);
        return (RuleValue){.kind = RULE_LIST, .n = a->n, .items = items};
    }
    case IR_ATTR_DICT: break;
    }
    return rule_unknown(m, "a dictionary");
}

RuleValue rule_attr_value(RuleMatch *m, const IrAttr *a) {
    enum { LONG = 8 };
    const bool is_list = (a->kind == IR_ATTR_INTS || a->kind == IR_ATTR_LIST) && a->n >= LONG;
    if (!is_list) return attr_value(m, a);
    const void *data = a->kind == IR_ATTR_INTS ? (const void *)a->ints : (const void *)a->items;
    const size_t at = hash_ptr(0, data) % ARRAY_LEN(m->lists);
    if (m->lists[at].data != data) {
        m->lists[at].data = data;
        m->lists[at].value = attr_value(m, a);
    }
    return m->lists[at].value;
}

RuleValue rule_operand_value(const IrOperand *o) {
    return (RuleValue){.kind = RULE_OPERAND, .operand = o};
}

RuleValue rule_shape_value(RuleMatch *m, const IrOperand *o) {
    const IrType *t;
    switch (o->kind) {
    case IR_OPERAND_NONE: return (RuleValue){.kind = RULE_NONE};
    case IR_OPERAND_STRING: return (RuleValue){.kind = RULE_STRING, .s = o->string};
    case IR_OPERAND_PRIM:
        if (dtype_is_float(o->type->dtype)) return (RuleValue){.kind = RULE_FLOAT, .f = o->f};
        return o->type->value ? rule_dim(o->type->value)
                              : rule_unknown(m, "a number that is not known");
    case IR_OPERAND_TUPLE: {
        RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)o->n + 1);
        const IrOperand *x = o + 1;
        for (uint32_t i = 0; i < o->n; i++, x += x->span) {
            items[i] = rule_shape_value(m, x);
            if (items[i].kind == RULE_UNKNOWN) return items[i];
        }
        return (RuleValue){.kind = RULE_LIST, .n = o->n, .items = items};
    }
    default: t = ir_operand_type(m->m, o);
    }
    if (t->kind == IR_TYPE_PRIM && t->value) return rule_dim(t->value);
    if (t->kind != IR_TYPE_SHAPE || !t->dims) return rule_unknown(m, "a shape that is not known");
    RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) items[i] = rule_dim(t->dims[i]);
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)t->ndim, .items = items};
}

/* The same operand tree, entry by entry. */
static bool same_operands(const IrOperand *a, const IrOperand *b) {
    if (a == b) return true;
    if (a->span != b->span) return false;
    for (uint32_t i = 0; i < a->span; i++) {
        const IrOperand *x = &a[i], *y = &b[i];
        if (x->kind != y->kind || x->span != y->span) return false;
        switch (x->kind) {
        case IR_OPERAND_NONE: break;
        case IR_OPERAND_VAR:
            if (x->var != y->var) return false;
            break;
        case IR_OPERAND_CONST:
            if (x->constant != y->constant) return false;
            break;
        case IR_OPERAND_PRIM:
            if (x->type != y->type ||
                (dtype_is_float(x->type->dtype) && memcmp(&x->f, &y->f, sizeof x->f) != 0))
                return false;
            break;
        case IR_OPERAND_SHAPE:
            if (x->type != y->type) return false;
            break;
        case IR_OPERAND_STRING:
            if (x->string != y->string) return false;
            break;
        case IR_OPERAND_GLOBAL:
            if (x->global != y->global) return false;
            break;
        case IR_OPERAND_DTYPE:
            if (x->dtype != y->dtype) return false;
            break;
        case IR_OPERAND_TUPLE:
            if (x->n != y->n) return false;
            break;
        }
    }
    return true;
}

bool rule_number(const RuleValue *v, double *out) {
    int64_t i;
    if (v->kind == RULE_FLOAT)
        *out = v->f;
    else if (v->kind == RULE_DIM && ir_dim_is_const(v->dim, &i))
        *out = (double)i;
    else
        return false;
    return true;
}

/* A dtype, or a string that names one. */
static bool as_dtype(const RuleValue *v, DType *out) {
    if (v->kind == RULE_STRING) return dtype_parse(str_c(v->s), out);
    *out = v->dtype;
    return v->kind == RULE_DTYPE;
}

IrTruth rule_equal(RuleMatch *m, const RuleValue *a, const RuleValue *b) {
    if (a->kind == RULE_UNKNOWN || b->kind == RULE_UNKNOWN) return IR_UNKNOWN;
    if (a->kind == RULE_DIM && b->kind == RULE_DIM) return ir_dim_eq(m->m, a->dim, b->dim);
    double x, y;
    if (rule_number(a, &x) && rule_number(b, &y)) return x == y ? IR_PROVED : IR_REFUTED;
    DType s, t;
    if ((a->kind == RULE_DTYPE || b->kind == RULE_DTYPE) && as_dtype(a, &s) && as_dtype(b, &t))
        return s == t ? IR_PROVED : IR_REFUTED;
    if (a->kind != b->kind) return IR_REFUTED;
    switch (a->kind) {
    case RULE_NONE: return IR_PROVED;
    case RULE_BOOL: return a->truth == b->truth ? IR_PROVED : IR_REFUTED;
    case RULE_STRING: return strcmp(a->s, b->s) == 0 ? IR_PROVED : IR_REFUTED;
    case RULE_LIST: {
        if (a->n != b->n) return IR_REFUTED;
        if (a->items == b->items) return IR_PROVED;
        IrTruth all = IR_PROVED;
        for (uint32_t i = 0; i < a->n && all != IR_REFUTED; i++)
            all = ir_truth_and(all, rule_equal(m, &a->items[i], &b->items[i]));
        return all;
    }
    case RULE_OPERAND: return same_operands(a->operand, b->operand) ? IR_PROVED : IR_REFUTED;
    case RULE_OP:
        return a->call->op == b->call->op && a->call->attrs == b->call->attrs ? IR_PROVED
                                                                              : IR_REFUTED;
    default: return IR_UNKNOWN;
    }
}

bool rule_same(const RuleValue *a, const RuleValue *b) {
    if (a->kind != b->kind || a->kind == RULE_UNKNOWN) return false;
    switch (a->kind) {
    case RULE_UNBOUND:
    case RULE_NONE: return true;
    case RULE_BOOL: return a->truth == b->truth;
    case RULE_DIM: return a->dim == b->dim;
    case RULE_FLOAT: return memcmp(&a->f, &b->f, sizeof a->f) == 0;
    case RULE_STRING: return strcmp(a->s, b->s) == 0;
    case RULE_DTYPE: return a->dtype == b->dtype;
    case RULE_LIST:
        if (a->n != b->n) return false;
        if (a->items == b->items) return true;
        for (uint32_t i = 0; i < a->n; i++) {
            if (!rule_same(&a->items[i], &b->items[i])) return false;
        }
        return true;
    case RULE_OPERAND: return same_operands(a->operand, b->operand);
    case RULE_OP: return a->call->op == b->call->op && a->call->attrs == b->call->attrs;
    case RULE_UNKNOWN: break;
    }
    return false;
}

enum { HASHED = 64 }; /* items of a list */

uint64_t rule_hash(const Ctx *ctx, const RuleValue *v) {
    uint64_t h = v->kind;
    switch (v->kind) {
    case RULE_BOOL: return hash_mix(h, (uint64_t)(v->truth + 1));
    case RULE_DIM: return hash_ptr(h, v->dim);
    case RULE_FLOAT: return hash_mix(h, hash_bytes(ctx, &v->f, sizeof v->f));
    case RULE_STRING: return hash_mix(h, hash_bytes(ctx, v->s, strlen(v->s)));
    case RULE_DTYPE: return hash_mix(h, v->dtype);
    case RULE_LIST:
        h = hash_mix(h, v->n);
        for (uint32_t i = 0; i < v->n && i < HASHED; i++)
            h = hash_mix(h, rule_hash(ctx, &v->items[i]));
        return h;
    case RULE_OPERAND:
        for (uint32_t i = 0; i < v->operand->span; i++) {
            const IrOperand *o = &v->operand[i];
            h = hash_mix(h, o->kind);
            if (o->kind == IR_OPERAND_VAR) h = hash_ptr(h, o->var);
            if (o->kind == IR_OPERAND_CONST) h = hash_ptr(h, o->constant);
            if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) h = hash_ptr(h, o->type);
        }
        return h;
    case RULE_OP: return hash_ptr(hash_ptr(h, v->call->op), v->call->attrs);
    default: return h;
    }
}

const char *rule_value_text(RuleMatch *m, const RuleValue *v) {
    Ctx *ctx = m->m->ctx;
    switch (v->kind) {
    case RULE_UNBOUND: return "absent";
    case RULE_UNKNOWN: return v->s ? v->s : "not known";
    case RULE_NONE: return "None";
    case RULE_BOOL: return v->truth == IR_PROVED ? "True" : "False";
    case RULE_DIM: return ir_dim_text(m->m, v->dim);
    case RULE_FLOAT: return diag_fmt(ctx, "%g", v->f);
    case RULE_STRING: return diag_fmt(ctx, "\"%s\"", v->s);
    case RULE_DTYPE: return diag_fmt(ctx, "\"%s\"", dtype_name(v->dtype));
    case RULE_OPERAND:
        return v->operand->kind == IR_OPERAND_VAR ? v->operand->var->name : "a value";
    case RULE_OP: return v->call->op->name;
    case RULE_LIST: break;
    }
    StrBuf b;
    strbuf_init(&b, &ctx->diags->arena);
    strbuf_putc(&b, '[');
    for (uint32_t i = 0; i < v->n; i++) {
        if (i) strbuf_puts(&b, ", ");
        if (i == 8) {
            strbuf_puts(&b, "...");
            break;
        }
        strbuf_puts(&b, rule_value_text(m, &v->items[i]));
    }
    strbuf_putc(&b, ']');
    return strbuf_cstr(&b);
}

/* An attribute's pattern against its value: unbound names take it, lists go item by item, all else
 * must be proved equal. */
bool rule_match_value(RuleMatch *m, const SynExpr *e, const RuleValue *v) {
    if (e->kind == SYN_NAME && e->name == m->rule->set->name.blank) return true;
    if (e->kind == SYN_NAME) {
        int slot = rule_slot(m->rule, e->name);
        if (slot >= 0 && m->rule->slots.at[slot].kind == PARAM_ATTR &&
            m->slots[slot].kind == RULE_UNBOUND) {
            if (v->kind == RULE_UNKNOWN)
                return rule_miss(m, "'%s' is not known: %s", e->name, rule_value_text(m, v));
            return rule_bind(m, slot, *v);
        }
    }
    if ((e->kind == SYN_LIST || e->kind == SYN_TUPLE) && v->kind == RULE_LIST) {
        if (e->n != v->n)
            return rule_miss(m, "a list of %u is wanted, %s is found", e->n, rule_value_text(m, v));
        for (uint32_t i = 0; i < e->n; i++) {
            if (!rule_match_value(m, e->items[i], &v->items[i])) return false;
        }
        return true;
    }
    RuleValue want = rule_eval(m, e);
    IrTruth same = m->failed ? IR_UNKNOWN : rule_equal(m, &want, v);
    if (same == IR_PROVED) return true;
    if (m->miss) {
        rule_miss(m, "%s is wanted, %s is found%s", rule_value_text(m, &want),
                  rule_value_text(m, v), same == IR_UNKNOWN ? ": not proved equal" : "");
    }
    return false;
}

/* A match may make as many items of lists as the budget of growth allows what it matched, so that
 * comprehensions within comprehensions end. */
static NORETURN void too_many_items(const RuleMatch *m, size_t most) {
    Ctx *ctx = m->m->ctx;
    const DiagSource before = diag_source(ctx, m->rule->source, m->rule->text);
    Diag *d = diag_error(
        ctx, m->rule->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", most),
        diag_fmt(ctx, "items of lists that rule '%s' makes at one place", m->rule->name));
    diag_help(
        ctx, d,
        "--growth=N (TnLimits.growth) allows N for each operand of what matches, and %zu more",
        CTX_GROWTH_FREE);
    diag_source_back(ctx, before);
    ctx_throw(ctx, STATUS_LIMIT);
}

RuleValue *rule_new_items(RuleMatch *m, size_t n) {
    if (!add_size(m->items, n, &m->items)) m->items = SIZE_MAX;
    if (UNLIKELY(m->items > CTX_GROWTH_FREE)) {
        size_t operands = 0, most;
        for (size_t i = 0; i < m->nodes.len; i++) operands += 1 + m->nodes.at[i]->operands.n;
        if (!mul_size(operands, m->m->ctx->limits.growth, &most) ||
            !add_size(most, CTX_GROWTH_FREE, &most))
            most = SIZE_MAX;
        if (m->items > most) too_many_items(m, most);
    }
    return ARENA_ARRAY(m->arena, RuleValue, n);
}

const IrType *rule_tensor_type(RuleMatch *m, const RuleValue *v) {
    return v->kind == RULE_OPERAND ? ir_operand_type(m->m, v->operand) : NULL;
}

RuleValue rule_shape_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    const IrType *t = rule_tensor_type(m, v);
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE))
        return rule_fault(m, loc, "only a tensor has a shape");
    if (!t->dims) return rule_unknown(m, "the shape of '%s' is not known", rule_value_text(m, v));
    RuleValue *items = rule_new_items(m, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) items[i] = rule_dim(t->dims[i]);
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)t->ndim, .items = items};
}

RuleValue rule_rank_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    if (v->kind == RULE_LIST) return rule_int(m->m, v->n);
    const IrType *t = rule_tensor_type(m, v);
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE))
        return rule_fault(m, loc, "only a tensor has a rank");
    return t->ndim < 0 ? rule_unknown(m, "the rank of '%s' is not known", rule_value_text(m, v))
                       : rule_int(m->m, t->ndim);
}

RuleValue rule_dtype_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    const IrType *t = rule_tensor_type(m, v);
    if (!t || t->kind != IR_TYPE_TENSOR) return rule_fault(m, loc, "only a tensor has a dtype");
    return t->dtype == DTYPE_VOID
               ? rule_unknown(m, "the dtype of '%s' is not known", rule_value_text(m, v))
               : (RuleValue){.kind = RULE_DTYPE, .dtype = t->dtype};
}
