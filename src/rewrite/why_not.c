/* SPDX-License-Identifier: Apache-2.0 */
/* Why a rule did not apply: the match is tried again with its misses noted, the deepest one is the
 * answer. */
#include "base/near.h"
#include "rewrite/rewriter.h"

typedef struct {
    Rewriter *w;
    IrBinding *root;
    bool applies;
} Ask;

/* The variable that is asked about. */
typedef struct {
    const char *name; /* NULL: any */
    bool found;
    NearNames names; /* of those that there are, where one is asked about */
} At;

static bool is_at(At *at, const IrBinding *b) {
    if (!at->name) return true;
    near_names_add(&at->names, b->var->name);
    const bool is = strcmp(b->var->name, at->name) == 0;
    at->found |= is;
    return is;
}

/* It matched: is the replacement refused? It is built and taken away again. */
static bool matched(void *user, RuleMatch *m) {
    Ask *ask = user;
    IrBinding **roots;
    ask->applies |= rewriter_roots(ask->w, m, ask->root, &roots) &&
                    rewriter_apply(ask->w, m, roots, m->rule->n_roots, false);
    return ask->applies;
}

static void ask_binding(Rewriter *w, const Rule *rule, IrBinding *b, Miss *miss, bool *applies) {
    RuleMatch m;
    rule_match_init(&m, rule, w->m, &w->scratch);
    m.miss = miss;
    Ask ask = {w, b, false};
    rule_match_roots(&m, b, matched, &ask);
    if (m.failed) rewriter_match_fault(w, &m);
    *applies |= ask.applies;
}

static void ask_body(Rewriter *w, Rule *rule, IrBody *body, At *at, Miss *miss, bool *applies) {
    for (IrBlock *block = body->first_block; block; block = block->next) {
        if (rule->siblings) {
            Miss own = {.text = NULL, .only = at->name};
            *applies |= rewriter_siblings(w, rule, block, &own);
            if (own.text && (!miss->text || own.depth > miss->depth)) *miss = own;
        }
        for (IrBinding *b = block->first; b; b = b == block->last ? NULL : b->next) {
            const bool wanted = is_at(at, b);
            if (wanted && !rule->siblings) ask_binding(w, rule, b, miss, applies);
            for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
                ask_body(w, rule, b->bodies[i], at, miss, applies);
            if (b->kind == IR_BIND_FUNCTION)
                ask_body(w, rule, b->function->body, at, miss, applies);
        }
    }
}

const char *rules_why_not(RuleSet *self, IrModule *m, const char *name, const char *at) {
    Ctx *ctx = m->ctx;
    const Loc nowhere = {.line = 0};
    Rule *rule = NULL;
    for (size_t i = 0; i < self->rules.len; i++) {
        if (strcmp(self->rules.at[i]->name, name) == 0) rule = self->rules.at[i];
    }
    if (!rule) {
        Near near = near_begin(str_c(name));
        for (size_t i = 0; i < self->rules.len; i++) near_offer(&near, self->rules.at[i]->name);
        Diag *d =
            diag_error(ctx, nowhere, DIAG_VALUE, diag_fmt(ctx, "there is no rule '%s'", name));
        if (near.best)
            diag_help(ctx, d, "did you mean '%s'?", near.best);
        else
            diag_help(ctx, d, "`tenon rules list` names the rules");
        return NULL;
    }
    Rewriter *w = ARENA_NEW(self->arena, Rewriter);
    *w = (Rewriter){.set = self, .m = m, .ok = true, .dry = true};
    arena_init(&w->arena, ctx);
    arena_init(&w->scratch, ctx);
    map_init(&w->items, &w->arena);
    Miss miss = {.text = NULL};
    bool applies = false;
    At asked = {.name = at};
    if (at) near_names_begin(&asked.names, ctx, at);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) ask_body(w, rule, fn->body, &asked, &miss, &applies);
    }
    arena_fini(&w->scratch);
    arena_fini(&w->arena);
    if (at && !asked.found) {
        Diag *d = diag_error(ctx, nowhere, DIAG_VALUE,
                             diag_fmt(ctx, "nothing in the module is named '%s'", at));
        near_names_end(&asked.names, ctx, d, "a variable of the module");
        return NULL;
    }
    if (!w->ok) return NULL;
    if (applies) return "it applies";
    if (!miss.text)
        return at ? "nothing there is like the pattern's result"
                  : "nothing in the module is like the pattern's result";
    return diag_fmt(ctx, "at '%s': %s", miss.root ? miss.root->name : "?", miss.text);
}
