/* SPDX-License-Identifier: Apache-2.0 */
/* AttachAttrLayoutFreeBuffers: each loop function that is called says by the attribute
 * layout_free_buffers which of its arguments may lie in memory as they like: weights, which are the
 * parameters behind the first num_input of the function that calls it, and constants.
 *
 *     def main(x, w):  {num_input: 1}               def main(x, w):
 *         y = R.call_tir(cls.matmul, (x, w), ...)       y = R.call_tir(cls.matmul1, (x, w), ...)
 *
 *     @T.prim_func                                  @T.prim_func
 *     def matmul(...): ...                          def matmul1(...):
 *                                                       T.func_attr({"layout_free_buffers": [1]})
 *                                                       ...
 *
 * A function that is called in several such ways gets a copy for each; what nothing calls any more
 * goes, by DeadCodeElimination. One walk over the bindings. */
#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/fresh.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

typedef struct {
    const IrGlobal *of;
    const char *list; /* interned */
    IrGlobal *copy;
} Copy;

typedef struct {
    IrModule *m;
    Arena arena;
    Map copies;    /* Copy by global and list */
    Map weights;   /* parameters, of all functions */
    IrFresh names; /* of copies */
} Attach;

static const char key[] = "layout_free_buffers";

/* "[0, 2]" of the arguments that may. */
static const char *free_arguments(const Attach *a, const IrOperand *args) {
    StrBuf list;
    strbuf_init(&list, &a->m->scratch);
    bool any = false;
    const IrOperand *o = args + 1;
    strbuf_putc(&list, '[');
    for (uint32_t i = 0; i < args->n; i++, o += o->span) {
        const bool is_free = o->kind == IR_OPERAND_CONST ||
                             (o->kind == IR_OPERAND_VAR && map_get_ptr(&a->weights, o->var));
        if (is_free) strbuf_printf(&list, "%s%u", any ? ", " : "", i);
        any |= is_free;
    }
    strbuf_putc(&list, ']');
    return ir_name(a->m, strbuf_str(&list));
}

static IrGlobal *make_copy(Attach *a, const IrGlobal *of, const char *list) {
    IrModule *m = a->m;
    const IrFunction *old = of->function;
    IrFunction *fn = ir_function_new(m, old->name);
    fn->is_private = old->is_private;
    fn->is_pure = old->is_pure;
    fn->loc = old->loc;
    fn->prim_text = old->prim_text;
    if (!prim_func_set_attr(fn, key, list)) return NULL;
    prim_func_set_name(fn, ir_fresh_name(&a->names, of->name));
    if (prim_func_attr(fn, "global_symbol").len)
        prim_func_set_attr(fn, "global_symbol", diag_fmt(m->ctx, "\"%s\"", fn->name));
    fn->global = ir_global_new(m, fn->name);
    fn->global->function = fn;
    return fn->global;
}

/* The function of this attribute; NULL: it cannot be said in the text. */
static IrGlobal *copy_of(Attach *a, IrGlobal *of, const char *list) {
    const uint64_t hash = hash_ptr(hash_ptr(0, of), list);
    if (str_eq_c(prim_func_attr(of->function, key), list)) return of;
    for (MapIter it = map_find(&a->copies, hash); map_next(&a->copies, &it);) {
        const Copy *known = it.value;
        if (known->of == of && known->list == list) return known->copy;
    }
    Copy *made = ARENA_NEW(&a->arena, Copy);
    *made = (Copy){.of = of, .list = list, .copy = make_copy(a, of, list)};
    map_add(&a->copies, hash, made);
    return made->copy;
}

static bool attach(void *user, IrFunction *fn) {
    Attach *a = user;
    const IrAttr *inputs = fn->global ? ir_function_attr(fn, "num_input", IR_ATTR_INT) : NULL;
    for (size_t i = 0; inputs && inputs->i >= 0 && i < fn->params.len; i++) {
        if ((uint64_t)inputs->i <= i) map_mark_ptr(&a->weights, fn->params.at[i]);
    }
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(a->m->ctx);
        if (b->kind != IR_BIND_CALL || b->op != &op_call_tir) continue;
        IrOperand *callee = b->operands.at;
        const IrOperand *args = callee + 1;
        const IrFunction *f = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
        if (!f || f->body || ir_function_is_external(f) || args->kind != IR_OPERAND_TUPLE) continue;
        const ArenaMark mark = arena_mark(&a->m->scratch);
        IrGlobal *copy = copy_of(a, callee->global, free_arguments(a, args));
        arena_rewind(&a->m->scratch, mark);
        if (copy) callee->global = copy;
    }
    return true;
}

bool pass_attach_attr_layout_free_buffers(IrModule *m) {
    Attach a = {.m = m};
    arena_init(&a.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    map_init(&a.copies, &a.arena);
    map_init(&a.weights, &a.arena);
    ir_fresh_init(&a.names, m, &a.arena);
    blocks_each_function(m, attach, &a);
    arena_fini(&m->scratch);
    arena_fini(&a.arena);
    return pass_dead_code_elimination(m, &(PassValue){.n = 0});
}
