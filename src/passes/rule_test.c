/* SPDX-License-Identifier: Apache-2.0 */
/* Tapes are drawn at random at first; once some gave a module that the rule rewrote, most are such
 * a tape with a few numbers changed, which finds the seldom cases near it. Before that, well-typed
 * modules are what is changed. */
#include "passes/rule_test.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/diag.h"
#include "eval/compare.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "rewrite/instance.h"

enum {
    TAPE = 96,
    GOOD = 64,
    SHRINKS = 3000,
    INPUTS = 3,
    VALUES = 10,
    TURNS = 6,
    TAPES_EACH = 3000
};

typedef struct {
    uint16_t at[TAPE], ranges[TAPE];
    size_t n;
    uint32_t turn;
} Tape;

/* Values that an attribute had in modules that were compared. */
typedef struct {
    const OpDef *op;
    const OpParam *param;
    const char *values[VALUES];
    uint32_t n, more;
} SeenAttr;

typedef struct {
    RuleSet *rules;
    size_t index;
    Ctx *ctx;
    Arena *arena;
    uint64_t state;
    bool exact;
    bool close;      /* the last counterexample: a number beside a number, both of a float dtype */
    bool tells_seen; /* `seen` is wanted */
    VEC(SeenAttr) seen;
    DiagPoint point; /* of what was reported before the module at hand */
    const char *why; /* of the last counterexample */
    char text[400];
} Test;

/* ALIKE: not compared, as others like it were. */
typedef enum { NO_MODULE, NOT_APPLIED, ALIKE, SAME, DIFFERS } Verdict;

static uint64_t next(Test *t) {
    uint64_t x = t->state += 0x9e3779b97f4a7c15u; /* SplitMix64 */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static Verdict differs(Test *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
static Verdict differs(Test *t, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(t->text, sizeof t->text, fmt, args);
    va_end(args);
    t->why = t->text;
    t->close = false;
    return DIFFERS;
}

/* Elements that rules stumble over. */
static void put_special(Test *t, Tensor *x) {
    static const double floats[] = {NAN, INFINITY, -INFINITY, -0.0,  0.0,
                                    1.0, -1.0,     1e30,      1e-40, 0.5};
    static const int64_t ints[] = {0,        1,         -1,        2,         INT8_MAX,
                                   INT8_MIN, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < x->count; i++) {
        if (next(t) % 3) continue;
        if (dtype_is_float(x->dtype)) tensor_set_double(x, i, floats[next(t) % ARRAY_LEN(floats)]);
        if (dtype_is_float(x->dtype) || x->dtype == DTYPE_BOOL) continue;
        for (uint64_t k = next(t); !tensor_set_int(x, i, ints[k % ARRAY_LEN(ints)]); k++) {}
    }
}

/* What indexes something must stay in range: nothing is promised outside. */
static bool is_index(const IrVar *v) {
    for (const IrOperand *u = v->uses; u; u = u->next_use) {
        const IrBinding *b = u->list->binding;
        if (!b || b->kind != IR_BIND_CALL) continue;
        for (const OpIndexRole *role = b->op->index_roles; role && role->operand >= 0; role++) {
            if (ir_operand_get(&b->operands, (uint32_t)role->operand) == u) return true;
        }
    }
    return false;
}

static Verdict compare(Test *t, const Value *before, const Value *after, bool exact,
                       Arena *scratch) {
    /* Both sides compute in float64: a few roundings of sums in another order, whose terms are of
     * like size; such sums may be finite or not. */
    static const TensorNear bits = {.mode = TENSOR_BITS}, near = {.mode = TENSOR_NEAR,
                                                                  .rtol = 1e-9,
                                                                  .atol = 1e-12,
                                                                  .integers = true,
                                                                  .finite = true};
    ValueDifference d;
    if (value_near(scratch, after, before, exact ? &bits : &near, &d)) return SAME;
    if (d.what) return differs(t, "result %zu: %s", d.place, d.what);
    if (d.tensors.other_type) return differs(t, "result %zu has another shape or dtype", d.place);
    const size_t i = d.tensors.first;
    const double p = tensor_get_double(d.b, i), q = tensor_get_double(d.a, i);
    differs(t, "result %zu, element %zu: %.17g before, %.17g after", d.place, i, p, q);
    t->close = isfinite(p) && isfinite(q) && dtype_is_float(d.a->dtype);
    return DIFFERS;
}

static Value *run(IrModule *m, Value *const *inputs, ValueList *list, Arena *arena) {
    IrFunction *fn = m->globals.at[0]->function;
    Evaluator *e = eval_new(m, arena);
    Value *v = eval_function(e, fn, inputs, (uint32_t)fn->params.len, list);
    eval_end(e);
    return v;
}

/* Runs both on the same inputs. */
static Verdict run_both(Test *t, IrModule *before, IrModule *after, bool exact, uint64_t seed) {
    Verdict verdict = SAME;
    const IrFunction *fn = before->globals.at[0]->function;
    size_t n = fn->params.len;
    uint64_t state = t->state;
    for (int round = 0; round < INPUTS && verdict == SAME; round++) {
        Arena arena;
        ValueList list;
        DrawNames names = {.at = NULL};
        DiagMark mark = diag_mark(t->ctx);
        arena_init(&arena, t->ctx);
        value_list_init(&list, t->ctx);
        t->state = (uint64_t)round + 1 + seed * INPUTS;
        static const int64_t extents[INPUTS] = {4, 1, 0};
        const DrawDim dim = {"n", extents[round]};
        bool symbolic = fn->symbols.len > 0;
        Value **inputs = ARENA_ARRAY(&arena, Value *, n + 1);
        bool drawn = draw_inputs(
            (IrFunction *)fn,
            (DrawBy){.seed = (uint64_t)round + seed * INPUTS, .dims = &dim, .n_dims = symbolic},
            inputs, &list, &arena, &names);
        for (size_t i = 0; drawn && exact && round > 0 && i < n; i++) {
            if (inputs[i]->kind == VALUE_TENSOR && !is_index(fn->params.at[i]))
                put_special(t, inputs[i]->tensor);
        }
        Value *a = drawn ? run(before, inputs, &list, &arena) : NULL;
        if (a) { /* what fails before may do anything after */
            Value *b = run(after, inputs, &list, &arena);
            verdict =
                b ? compare(t, a, b, exact, &arena)
                  : differs(t, "it runs before, and fails after: %s", diag_rewind(t->ctx, mark));
        }
        diag_rewind(t->ctx, mark);
        value_list_fini(&list);
        arena_fini(&arena);
    }
    t->state = state;
    return verdict;
}

/* The module of a tape before and after; NULL, NULL when there is none. */
static Verdict make(Test *t, Tape *tape, IrModule **before, IrModule **after, size_t *used) {
    RuleTape x = {tape->at, tape->n, 0, tape->turn, tape->ranges};
    *after = NULL;
    *before = rules_instance(t->rules, t->index, &x);
    if (used) *used = x.used;
    if (!*before) return NO_MODULE;
    DiagMark mark = diag_mark(t->ctx);
    if (!ir_verify(*before, IR_PROP_ALL)) {
        diag_rewind(t->ctx, mark);
        ir_module_free(*before);
        *before = NULL;
        return NO_MODULE;
    }
    *after = rules_instance(t->rules, t->index, &x);
    bool changed = false;
    Verdict verdict = NOT_APPLIED;
    if (!rules_apply(t->rules, *after, &changed) || !blocks_finish(*after)) {
        const char *text = diag_rewind(t->ctx, mark);
        verdict = differs(t, "%s", text ? text : "the rule failed");
    } else if (changed) {
        verdict = ir_verify(*after, IR_PROP_ALL)
                      ? SAME
                      : differs(t, "what the rule made is not well-formed: %s",
                                diag_rewind(t->ctx, mark));
    }
    diag_rewind(t->ctx, mark);
    return verdict;
}

static void note_value(Test *t, SeenAttr *self, const IrAttr *value) {
    StrBuf text;
    strbuf_init(&text, t->arena);
    ir_attr_print(value, &text);
    const char *s = strbuf_cstr(&text);
    for (uint32_t i = 0; i < self->n; i++) {
        if (strcmp(self->values[i], s) == 0) return;
    }
    if (self->n < VALUES)
        self->values[self->n++] = s;
    else
        self->more++;
}

static void note_seen(Test *t, const IrModule *m) {
    IrWalk walk;
    ir_walk_init(&walk, m->globals.at[0]->function->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < ir_op_n_attrs(b->op); i++) {
            const OpParam *param = ir_op_attr_param(b->op, i);
            size_t at = 0;
            while (at < t->seen.len &&
                   (t->seen.at[at].op != b->op || t->seen.at[at].param != param))
                at++;
            if (at == t->seen.len)
                vec_push(t->arena, &t->seen, ((SeenAttr){.op = b->op, .param = param}));
            note_value(t, &t->seen.at[at], &b->attrs[i]);
        }
    }
}

static const char *text_of_seen(Test *t) {
    StrBuf out;
    strbuf_init(&out, t->arena);
    for (size_t i = 0; i < t->seen.len; i++) {
        const SeenAttr *x = &t->seen.at[i];
        strbuf_printf(&out, "  R.%s %s:", x->op->name, x->param->name);
        for (uint32_t k = 0; k < x->n; k++)
            strbuf_printf(&out, "%s %s", k ? "," : "", x->values[k]);
        strbuf_printf(&out, "%s\n", x->more ? ", ..." : "");
    }
    return strbuf_cstr(&out);
}

/* Of a tensor's type: dtype and rank; *extents: which extents are 1 or 0. What is approximate runs
 * in float64 alone, so floats are alike. */
static uint64_t signature_of_type(uint64_t hash, const IrType *t, bool exact, uint64_t *extents) {
    if (t->kind != IR_TYPE_TENSOR) return hash;
    for (int32_t d = 0; t->dims && d < t->ndim; d++)
        *extents = hash_mix(*extents, ir_dim_is(t->dims[d], 1) + 2u * ir_dim_is(t->dims[d], 0));
    const DType dtype = !exact && dtype_is_float(t->dtype) ? DTYPE_FLOAT64 : t->dtype;
    return hash_mix(hash, (uint64_t)dtype * 64 + (uint64_t)(t->ndim + 1));
}

/* Of an attribute's value. Of numbers for each spatial dim only whether they are the default, else
 * whether they are equal: there are too many of them. */
static uint64_t signature_of_attr(const Ctx *ctx, const OpParam *p, const IrAttr *a) {
    const bool is_spatial = p->kind == OP_PARAM_PADDING || (p->kind == OP_PARAM_INTS && p->count);
    if (p->kind == OP_PARAM_FLOAT) return 0;
    if (!is_spatial || a->kind != IR_ATTR_INTS) return ir_attr_hash(ctx, a);
    bool is_default = true, is_even = true;
    for (uint32_t i = 0; i < a->n; i++) {
        is_default &= a->ints[i] == p->i;
        is_even &= a->ints[i] == a->ints[0];
    }
    return is_default ? 1 : is_even ? 2 : 3;
}

/* Alike: parameters and constants of the same dtypes and ranks, and the same operators with the
 * same attributes, but for floats, of which one is like another. *extents says as well which
 * extents are 1 or 0. */
static uint64_t signature_of(const IrFunction *fn, bool exact, uint64_t *extents) {
    Ctx *ctx = fn->module->ctx;
    const uint64_t hash_seed = ctx->hash_seed;
    uint64_t hash = 1;
    ctx->hash_seed = 1; /* what is drawn next hangs on it, and is the same in every process */
    *extents = 1;
    for (size_t i = 0; i < fn->params.len; i++)
        hash = signature_of_type(hash, fn->params.at[i]->type, exact, extents);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_CALL) continue;
        hash = hash_mix(hash, hash_bytes(ctx, b->op->name, strlen(b->op->name)));
        for (uint32_t i = 0; i < ir_op_n_attrs(b->op); i++) {
            hash = hash_mix(hash, signature_of_attr(ctx, ir_op_attr_param(b->op, i), &b->attrs[i]));
        }
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_CONST)
                hash = signature_of_type(hash, ir_operand_type(fn->module, o), exact, extents);
        }
    }
    ctx->hash_seed = hash_seed;
    *extents = hash_mix(*extents, hash);
    return hash;
}

/* Kinds of modules that were met. What is like one of them is compared for credit, of which each
 * tape brings some. */
typedef struct {
    uint64_t seen[1024], extents[1024];
    size_t credit, n;
    bool is_new; /* the last one */
} Kinds;

static bool is_first(uint64_t *seen, uint64_t signature) {
    uint64_t *at = &seen[signature % 1024];
    const bool is_new = *at != signature;
    *at = signature;
    return is_new;
}

/* Notes the kind. False: one more like it would say little. */
static bool says_more(Kinds *self, const IrFunction *fn, bool exact) {
    uint64_t extents;
    self->is_new = is_first(self->seen, signature_of(fn, exact, &extents));
    self->n += self->is_new;
    const bool other_extents = is_first(self->extents, extents);
    const size_t price = self->is_new ? 0 : other_extents ? 16 : 64;
    if (self->credit < price) return false;
    self->credit -= price;
    return true;
}

/* kinds: NULL, or those that were met. */
static Verdict judge(Test *t, Tape *tape, size_t *used, Kinds *kinds) {
    IrModule *before, *after;
    if (!diag_forget(t->ctx, &t->point)) t->point = diag_point(t->ctx);
    Verdict verdict = make(t, tape, &before, &after, used);
    if (kinds) kinds->is_new = true;
    if (verdict == SAME && kinds && !says_more(kinds, before->globals.at[0]->function, t->exact))
        verdict = ALIKE;
    if (verdict == SAME) {
        const bool exact = t->exact;
        if (exact) verdict = run_both(t, before, after, exact, tape->at[0] % 64);
        if (t->tells_seen) note_seen(t, before);
        if (verdict == SAME) { /* and in float64 */
            DiagMark mark = diag_mark(t->ctx);
            bool wide = pass_widen_floats(before) && pass_widen_floats(after);
            diag_rewind(t->ctx, mark);
            if (wide)
                verdict = run_both(t, before, after, exact, tape->at[0] % 64);
            else if (!exact)
                verdict = NOT_APPLIED;
        }
    }
    if (before) ir_module_free(before);
    if (after) ir_module_free(after);
    return verdict;
}

/* Shorter, then smaller, while it stays a counterexample. */
static void shrink(Test *t, Tape *tape) {
    size_t left = SHRINKS;
    for (bool better = true; better && left;) {
        better = false;
        for (size_t cut = tape->n; cut > 0; cut /= 2) {
            for (size_t at = 0; at + cut <= tape->n && left; left--) {
                Tape x = *tape;
                memmove(&x.at[at], &x.at[at + cut], (x.n - at - cut) * sizeof *x.at);
                x.n -= cut;
                bool keeps = judge(t, &x, NULL, NULL) == DIFFERS;
                if (keeps)
                    *tape = x, better = true;
                else
                    at++;
            }
        }
        for (size_t i = 0; i < tape->n && left; i++) {
            for (uint16_t v = 0; v < tape->at[i] && v < 12 && left; v++, left--) {
                Tape x = *tape;
                x.at[i] = v;
                if (judge(t, &x, NULL, NULL) != DIFFERS) continue;
                *tape = x;
                better = true;
                break;
            }
        }
    }
    (void)judge(t, tape, NULL, NULL);
}

/* Draws one number anew. Every other time it is the seed of an operator's sample, if there is one:
 * these say most. */
static void change(Test *t, Tape *tape) {
    size_t at = next(t) % tape->n;
    const size_t from = at;
    for (const bool wide = next(t) % 2; wide && tape->ranges[at] < 1000;) {
        at = (at + 1) % tape->n;
        if (at == from) break;
    }
    tape->at[at] = (uint16_t)(next(t) % (tape->ranges[at] ? tape->ranges[at] : 64));
}

static const char *text_of(Test *t, IrModule *m) {
    StrBuf out;
    strbuf_init(&out, t->arena);
    ir_text_print(m, &out);
    return strbuf_cstr(&out);
}

/* Changes a tape that gave a module, or draws one. */
static void next_tape(Test *t, const Tape *good, size_t n_good, Tape *tape) {
    if (n_good && next(t) % 4) {
        *tape = good[next(t) % n_good];
        for (uint64_t k = next(t) % 4 + 1; k > 0; k--) change(t, tape);
        return;
    }
    tape->n = TAPE;
    const uint16_t top = (uint16_t)(next(t) % 3 ? 12 : UINT16_MAX);
    for (size_t k = 0; k < TAPE; k++) tape->at[k] = next(t) % 3 ? (uint16_t)(next(t) % top) : 0;
}

typedef struct {
    Tape good[GOOD];
    size_t n_good, n_near;
    Kinds kinds;
} Pool;

/* `wanted` more modules, from a pool that begins empty: else what was found first would have the
 * others for ever. True: the tape is a counterexample. */
static bool search_turn(Test *t, Pool *pool, uint32_t turn, size_t wanted, size_t tapes, Tape *tape,
                        RuleTest *out) {
    const size_t enough = out->applied + wanted;
    pool->n_good = pool->n_near = 0;
    for (size_t i = 0; i < tapes && out->applied < enough; i++) {
        ctx_poll(t->ctx);
        pool->kinds.credit++;
        /* Well-typed ones, while none was rewritten. */
        next_tape(t, pool->good, pool->n_good ? pool->n_good : pool->n_near, tape);
        tape->turn = turn;
        size_t used = 0;
        Verdict verdict = judge(t, tape, &used, &pool->kinds);
        out->drawn += verdict != NO_MODULE;
        if (verdict == NO_MODULE || verdict == ALIKE) continue;
        tape->n = used < 1 ? 1 : used < TAPE ? used : TAPE;
        if (verdict == NOT_APPLIED) {
            if (!pool->n_good)
                pool->good[pool->n_near < GOOD ? pool->n_near++ : next(t) % GOOD] = *tape;
            continue;
        }
        const bool is_new = pool->kinds.is_new;
        out->applied++;
        out->kinds = pool->kinds.n;
        if (verdict == DIFFERS) return true;
        if (is_new || !pool->n_good)
            pool->good[pool->n_good < GOOD ? pool->n_good++ : next(t) % GOOD] = *tape;
    }
    return false;
}

/* Until a tape is a counterexample. */
static bool search(Test *t, size_t wanted, Tape *tape, RuleTest *out) {
    const size_t most = 20000 + 400 * wanted, few = TAPES_EACH * wanted;
    const size_t tapes = (few < most ? few : most) / TURNS;
    Pool pool = {.n_good = 0};
    bool found = false;
    rules_select(t->rules, rules_name(t->rules, t->index));
    for (uint32_t turn = 0; turn < TURNS && !found && out->applied < wanted; turn++) {
        const size_t share = (wanted - out->applied + TURNS - turn - 1) / (TURNS - turn);
        found = search_turn(t, &pool, turn, share, tapes, tape, out);
    }
    return found;
}

static Test begin(RuleSet *rules, size_t index, uint64_t seed, Arena *arena) {
    return (Test){.rules = rules,
                  .index = index,
                  .ctx = rules_ctx(rules),
                  .arena = arena,
                  .point = diag_point(rules_ctx(rules)),
                  .state = seed * 1000003 + index,
                  .exact = !rules_approximate(rules, index)};
}

void pass_rule_test(RuleSet *rules, size_t index, uint64_t seed, size_t wanted, Arena *arena,
                    RuleTest *out) {
    Test t = begin(rules, index, seed, arena);
    Tape tape = {.n = 0};
    const bool as_drawn = out->as_drawn;
    t.tells_seen = out->seen != NULL;
    *out = (RuleTest){.as_drawn = as_drawn};
    const bool found = search(&t, wanted, &tape, out);
    if (t.tells_seen) out->seen = text_of_seen(&t);
    if (!found) return;
    t.tells_seen = false;
    if (!as_drawn) shrink(&t, &tape);
    IrModule *before, *after;
    Verdict again = judge(&t, &tape, NULL, NULL);
    out->why = arena_printf(arena, "%s", again == DIFFERS ? t.why : "the results differ");
    out->is_close = again == DIFFERS && t.close;
    (void)make(&t, &tape, &before, &after, NULL);
    if (before) out->module = text_of(&t, before);
    if (after) out->rewritten = text_of(&t, after);
    if (before) ir_module_free(before);
    if (after) ir_module_free(after);
}

bool pass_rule_test_approximate(RuleSet *rules, size_t index, uint64_t seed, size_t wanted,
                                Arena *arena) {
    Test t = begin(rules, index, seed, arena);
    RuleTest out = {.drawn = 0};
    Tape tape = {.n = 0};
    t.exact = false;
    return !search(&t, wanted, &tape, &out) && out.applied > 0;
}
