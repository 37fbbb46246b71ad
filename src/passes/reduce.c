/* SPDX-License-Identifier: Apache-2.0 */
/* Shrinks a module by delta debugging (Zeller and Hildebrandt, 2002): for each kind of cut, first
 * all of its items at once, then halves, quarters, down to single ones; over and over until no kind
 * of cut finds anything.
 *
 * A candidate is text: it is made from the text of the last one that was kept, printed, read back
 * and verified, so whoever judges it gets a sound module. Every cut that is kept takes away a
 * function, a binding, a part of a result or a parameter, so it ends. Nothing removes dead code on
 * the side, as dead code may be what is looked for.
 *
 *     a = R.exp(x)                     def main(b):             what fails is R.tanh
 *     b = R.add(a, a)                      c = R.tanh(b)
 *     c = R.tanh(b)                        return c
 *     return (a, c) */
#include "passes/reduce.h"

#include "base/diag.h"
#include "ir/definition.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "passes/blocks.h"
#include "passes/passes.h"

/* Cuts the items numbered `from` to `from + n - 1`, those of them that can be; false: nothing
 * changed. */
typedef struct {
    size_t (*count)(IrModule *m);
    bool (*cut)(IrModule *m, size_t from, size_t n);
} Kind;

static bool in_range(size_t i, size_t from, size_t n) { return i >= from && i - from < n; }

/* By id: is the function named somewhere, so that its signature must stay? */
static bool *named_functions(IrModule *m, const bool *without) {
    bool *named = ARENA_ARRAY(&m->scratch, bool, m->globals.len + 1);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || (without && without[i])) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (const IrBinding *b; (b = ir_walk_next(&walk));) {
            for (uint32_t k = 0; k < b->operands.n; k++) {
                if (b->operands.at[k].kind == IR_OPERAND_GLOBAL)
                    named[b->operands.at[k].global->id] = true;
            }
            /* What nested functions name is not looked for: none goes then. */
            if (b->kind == IR_BIND_FUNCTION) memset(named, true, m->globals.len * sizeof *named);
        }
    }
    return named;
}

static bool is_free(const bool *named, const IrGlobal *g) {
    return g->function && g->function->body && !named[g->id];
}

static size_t one(IrModule *m) {
    (void)m;
    return 1;
}

static bool cut_dead(IrModule *m, size_t from, size_t n) {
    (void)from, (void)n;
    return pass_dead_code_elimination(m, (PassValue[]){{.n = 0}});
}

static size_t count_functions(IrModule *m) { return m->globals.len; }

static bool cut_functions(IrModule *m, size_t from, size_t n) {
    const size_t len = m->globals.len;
    bool *gone = ARENA_ARRAY(&m->scratch, bool, len + 1);
    for (size_t i = 0; i < len; i++) gone[i] = in_range(i, from, n);
    const bool *named = named_functions(m, gone);
    IrGlobal **kept = ARENA_ARRAY(&m->scratch, IrGlobal *, len + 1);
    size_t k = 0;
    for (size_t i = 0; i < len; i++) {
        if (!gone[i] || named[i]) kept[k++] = m->globals.at[i];
    }
    if (k == 0 || k == len) return false;
    ir_globals_set(m, kept, k);
    return true;
}

static size_t count_results(IrModule *m) {
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && fn->body->result.at[0].kind == IR_OPERAND_TUPLE)
            n += fn->body->result.at[0].n;
    }
    return n;
}

static bool cut_result(IrModule *m, IrFunction *fn, size_t first, size_t from, size_t n) {
    const IrOperand *tree = fn->body->result.at;
    IrOperandBuf buf;
    uint32_t left = 0;
    ir_operands_init(&buf, &m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0, o = 1; i < tree->n; o += tree[o].span, i++) {
        if (in_range(first + i, from, n)) continue;
        ir_operands_copy(&buf, &tree[o]);
        left++;
    }
    if (left == 0 || left == tree->n) return false;
    ir_operands_end(&buf, at, left);
    const size_t skip = left == 1; /* one alone needs no tuple */
    blocks_set_result(fn, buf.ops.at + skip, (uint32_t)(buf.ops.len - skip));
    return true;
}

static bool cut_results(IrModule *m, size_t from, size_t n) {
    const bool *named = named_functions(m, NULL);
    bool changed = false;
    for (size_t i = 0, first = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->body->result.at[0].kind != IR_OPERAND_TUPLE) continue;
        const size_t parts = fn->body->result.at[0].n;
        if (is_free(named, m->globals.at[i])) changed |= cut_result(m, fn, first, from, n);
        first += parts;
    }
    return changed;
}

static size_t count_bindings(IrModule *m) {
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        while (ir_walk_next(&walk)) n++;
    }
    return n;
}

/* The first variable of its type that the binding uses. */
static IrVar *same_typed_operand(const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_VAR && o->var->type == b->var->type) return o->var;
    }
    return NULL;
}

static void outer_symbol(void *user, IrSymbol *s) { *(bool *)user &= s->body == NULL; }

/* What stands for the binding's value when it goes; NULL: nothing can. */
static IrVar *stand_in(IrFunction *fn, const IrBinding *b, bool is_free_function, bool new_params) {
    if (!new_params) return same_typed_operand(b);
    bool plain = b->kind != IR_BIND_FUNCTION && is_free_function;
    ir_type_symbols(b->var->type, outer_symbol, &plain);
    if (!plain) return NULL;
    IrVar *v = ir_var_new(fn, b->var->name, b->var->type);
    vec_push(&fn->module->arena, &fn->params, v);
    return v;
}

static bool cut_bindings(IrModule *m, size_t from, size_t n, bool new_params) {
    const bool *named = named_functions(m, NULL);
    VEC(IrBinding *) all = {NULL, 0, 0};
    bool changed = false;
    size_t at = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        IrWalk walk;
        all.len = 0;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk)); at++) {
            if (in_range(at, from, n)) vec_push(&m->scratch, &all, b);
        }
        /* From the last: what a binding within an `if` that went was is gone, and uses fall to
         * zero. */
        for (size_t k = all.len; k-- > 0;) {
            IrBinding *b = all.at[k];
            if (!b->block) continue;
            if (b->var->n_uses) {
                IrVar *v = stand_in(fn, b, is_free(named, m->globals.at[i]), new_params);
                if (!v) continue;
                ir_var_replace_uses(b->var, v);
            }
            blocks_remove(b);
            changed = true;
        }
    }
    return changed;
}

static bool cut_to_operands(IrModule *m, size_t from, size_t n) {
    return cut_bindings(m, from, n, false);
}
static bool cut_to_params(IrModule *m, size_t from, size_t n) {
    return cut_bindings(m, from, n, true);
}

static size_t count_params(IrModule *m) {
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++)
        n += m->globals.at[i]->function ? m->globals.at[i]->function->params.len : 0;
    return n;
}

static bool cut_params(IrModule *m, size_t from, size_t n) {
    const bool *named = named_functions(m, NULL);
    size_t at = 0;
    bool changed = false;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn) continue;
        const bool is_free_function = is_free(named, m->globals.at[i]);
        size_t kept = 0;
        for (size_t k = 0; k < fn->params.len; k++, at++) {
            const bool goes =
                is_free_function && in_range(at, from, n) && !fn->params.at[k]->n_uses;
            if (!goes) fn->params.at[kept++] = fn->params.at[k];
        }
        changed |= kept < fn->params.len;
        fn->params.len = kept;
    }
    return changed;
}

static size_t count_definitions(IrModule *m) { return m->definitions.len; }

static const Kind kinds[] = {
    {one, cut_dead},
    {count_definitions, ir_definitions_remove},
    {count_functions, cut_functions},
    {count_results, cut_results},
    {count_bindings, cut_to_operands},
    {count_bindings, cut_to_params},
    {count_params, cut_params},
};

typedef struct {
    Ctx *ctx;
    const OpTable *ops;
    ReduceKeep keep;
    void *user;
    Arena *arena; /* of the text, and of the next one */
    Str text;     /* the smallest so far */
} Reduce;

static IrModule *parse(const Reduce *r, Str text) {
    diag_begin(r->ctx);
    IrModule *m = ir_text_parse(r->ctx, r->ops, "reduced", text);
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    ir_module_free(m);
    return NULL;
}

/* Makes a candidate, and keeps it when it is sound and interesting. *count: the items there are
 * then. */
static bool attempt(Reduce *r, const Kind *kind, size_t from, size_t n, size_t *count) {
    StrBuf out;
    IrModule *m = parse(r, r->text);
    BUG_IF(!m);
    arena_alloc(&m->scratch, 1);
    bool kept = kind->cut(m, from, n);
    blocks_finish(m);
    strbuf_init(&out, r->arena);
    if (kept) ir_text_print(m, &out);
    ir_module_free(m);
    strbuf_cstr(&out); /* ends it with a NUL */
    const Str text = strbuf_str(&out);
    if (!kept || str_eq(text, r->text)) return false;
    m = parse(r, text);
    kept = m && r->keep(r->user, text);
    if (kept) {
        *count = kind->count(m);
        r->text = text;
    }
    ir_module_free(m);
    return kept;
}

/* All items of a kind, in ever smaller pieces. */
static bool reduce_kind(Reduce *r, const Kind *kind) {
    IrModule *m = parse(r, r->text);
    size_t count = kind->count(m);
    bool progress = false;
    ir_module_free(m);
    for (size_t piece = count; piece; piece = piece / 2 < count ? piece / 2 : count) {
        for (size_t from = 0; from < count;) {
            ArenaMark mark = arena_mark(r->arena);
            ctx_poll(r->ctx);
            if (attempt(r, kind, from, piece, &count)) {
                progress = true;
            } else {
                arena_rewind(r->arena, mark);
                from += piece;
            }
        }
    }
    return progress;
}

bool reduce_module(IrModule *m, ReduceKeep keep, void *user, StrBuf *out) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, m->ctx);
    strbuf_init(&text, &arena);
    Reduce r = {.ctx = m->ctx, .ops = m->ops->base, .keep = keep, .user = user, .arena = &arena};
    ir_text_print(m, &text);
    strbuf_cstr(&text);
    r.text = strbuf_str(&text);
    const bool ok = keep(user, r.text);
    for (bool progress = ok; progress;) {
        progress = false;
        for (size_t i = 0; i < ARRAY_LEN(kinds); i++) progress |= reduce_kind(&r, &kinds[i]);
    }
    diag_begin(m->ctx); /* what candidates reported */
    strbuf_add(out, r.text.ptr, r.text.len);
    arena_fini(&arena);
    return ok;
}
