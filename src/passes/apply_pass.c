/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyPassToFunction: another pass sees only some functions of the module.
 *
 *     ApplyPassToFunction(DeadCodeElimination, "main")
 *
 *     def main(x):                                  def main(x):
 *         y = cls.helper(x)                             y = cls.helper(x)
 *         z = R.exp(y)                                  return y
 *         return y
 *     def helper(x):                                def helper(x):
 *         y = R.exp(x)                                  y = R.exp(x)
 *         return x                                      return x
 *
 * All others are external functions of their types meanwhile, as `helper = R.ExternFunc("helper")`
 * is: there is nothing in them to change, they stay, and so does what they call. They remain the
 * same functions, so calls of them bind their symbols as ever. A private function that the pass
 * sees is public to it, as functions that it does not see may call it: it keeps its signature, and
 * it stays.
 *
 * A pass that changes signatures of public functions does not see their callers; so the module is
 * verified when all is seen again. Linear in the module. */
#include "passes/passes.h"

#include "base/diag.h"
#include "base/regex.h"
#include "ir/verify.h"

typedef struct {
    IrFunction *function;
    IrBody *body;
    IrBody **symbol_bodies; /* of its symbols */
    Str prim_text;
} Hidden;

typedef struct {
    IrModule *m;
    Arena arena;
    bool *seen;               /* by global's id */
    VEC(IrGlobal *) todo;     /* seen, and what they name is to be looked at */
    VEC(IrGlobal *) privates; /* that are seen */
    VEC(Hidden) hidden;
} Apply;

static void see(Apply *a, IrGlobal *g) {
    if (a->seen[g->id]) return;
    a->seen[g->id] = true;
    vec_push(&a->arena, &a->todo, g);
}

/* False after a report: none has such a name. */
static bool find_functions(Apply *a, const PassValue *pattern, bool must_match) {
    IrModule *m = a->m;
    const char *why;
    Regex *re = pattern->n ? regex_compile(&a->arena, str_c(*pattern->names), &why) : NULL;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrGlobal *g = m->globals.at[i];
        if (g->function && (!re || regex_match_begin(re, str_c(g->name)))) see(a, g);
    }
    if (a->todo.len || !re || !must_match) return true;
    const Loc no_place = {.line = 0};
    Diag *d = diag_error(m->ctx, no_place, DIAG_PASS_OPTION, "ApplyPassToFunction",
                         diag_fmt(m->ctx, "no function's name matches '%s'", *pattern->names));
    StrBuf names;
    strbuf_init(&names, &a->arena);
    for (size_t i = 0; i < m->globals.len && names.text.len < 200; i++)
        strbuf_printf(&names, "%s'%s'", i ? ", " : "", m->globals.at[i]->name);
    diag_expected(m->ctx, d, "a name of the module: %s", strbuf_cstr(&names));
    return false;
}

static void see_private(Apply *a, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        IrGlobal *g = list->at[i].kind == IR_OPERAND_GLOBAL ? list->at[i].global : NULL;
        if (g && g->function && g->function->is_private) see(a, g);
    }
}

static void see_callees(Apply *a, IrFunction *fn) {
    IrWalk walk;
    see_private(a, &fn->body->result);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        see_private(a, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) see_private(a, &b->bodies[i]->result);
        if (b->kind == IR_BIND_FUNCTION) see_callees(a, b->function);
    }
}

static void hide(Apply *a, IrFunction *fn) {
    IrModule *m = a->m;
    const size_t n = fn->symbols.len;
    StrBuf text;
    Hidden h = {.function = fn, .body = fn->body, .prim_text = fn->prim_text};
    h.symbol_bodies = ARENA_ARRAY(&a->arena, IrBody *, n + 1);
    for (size_t i = 0; i < n; i++) h.symbol_bodies[i] = fn->symbols.at[i]->body;
    vec_push(&a->arena, &a->hidden, h);
    strbuf_init(&text, &m->arena);
    strbuf_printf(&text, "%s = R.ExternFunc(\"%s\")", fn->name, fn->name);
    fn->prim_text = strbuf_str(&text);
    fn->is_hidden = fn->body != NULL;
    fn->body = NULL;
}

static void hide_others(Apply *a) {
    for (size_t i = 0; i < a->m->globals.len; i++) {
        IrGlobal *g = a->m->globals.at[i];
        if (!g->function) continue;
        if (!a->seen[i]) hide(a, g->function);
        if (!g->function->is_private) continue;
        vec_push(&a->arena, &a->privates, g);
        g->function->is_private = false;
    }
}

static bool is_there(const IrModule *m, const IrGlobal *g) {
    return g->id < m->globals.len && m->globals.at[g->id] == g;
}

/* An edit that the pass took back has put copies in the places of hidden functions. */
static void show(Apply *a) {
    for (size_t i = 0; i < a->hidden.len; i++) {
        const Hidden *h = &a->hidden.at[i];
        IrFunction *fn = h->function;
        BUG_IF(!is_there(a->m, fn->global));
        fn->global->function = fn;
        fn->body = h->body;
        fn->prim_text = h->prim_text;
        fn->is_hidden = false;
        for (size_t k = 0; k < fn->symbols.len; k++) {
            fn->symbols.at[k]->function = fn;
            fn->symbols.at[k]->body = h->symbol_bodies[k];
        }
    }
    for (size_t i = 0; i < a->privates.len; i++) {
        const IrGlobal *g = a->privates.at[i];
        if (is_there(a->m, g) && g->function) g->function->is_private = true;
    }
}

static bool run(IrModule *m, const Pass *pass) {
    CtxWork work = {.kind = "pass", .name = pass->name};
    ctx_work_begin(m->ctx, &work);
    const bool ok = pass->run_with ? pass->run_with(m, pass->values) : pass->run(m);
    ctx_work_end(m->ctx);
    return ok;
}

bool pass_apply_pass_to_function(IrModule *m, const PassValue *values) {
    const Pass *pass = values[0].pass;
    if (!pass) return true;
    Apply a = {.m = m};
    arena_init(&a.arena, m->ctx);
    a.seen = ARENA_ARRAY(&a.arena, bool, m->globals.len + 1);
    bool ok = find_functions(&a, &values[1], values[2].i != 0);
    if (ok && a.todo.len) {
        while (a.todo.len) {
            IrFunction *fn = a.todo.at[--a.todo.len]->function;
            if (values[3].i && fn->body) see_callees(&a, fn);
        }
        hide_others(&a);
        ok = run(m, pass);
        show(&a);
        ok = ok && ir_verify(m, IR_PROP_ALL);
    }
    arena_fini(&a.arena);
    return ok;
}
