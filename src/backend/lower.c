/* SPDX-License-Identifier: Apache-2.0 */
/* Programs and functions. First the steps of all functions, then entries and layouts: these need to
 * know which dims the steps use, and which libraries they call. */
#include "backend/lower.h"

#include "backend/lower_parts.h"
#include "ops/ccl_call.h"
#include "passes/manager.h"

static void add_kernels(Low *h) {
    for (size_t i = 0; i < h->module->loops.len; i++) {
        const BeLoop *loop = h->module->loops.at[i];
        const LoopFn *fn = loop->fn;
        const uint32_t n = (uint32_t)fn->params.len;
        HirKernel k = {.name = fn->name,
                       .n_inputs = n - fn->n_outputs,
                       .n_outputs = fn->n_outputs,
                       .n_sizes = (uint32_t)fn->sizes.len,
                       .has_work = loop->work != 0,
                       .made_of = fn,
                       .dtypes = ARENA_ARRAY(h->arena, DType, (size_t)n + 1)};
        for (uint32_t j = 0; j < n; j++) k.dtypes[j] = fn->params.at[j]->dtype;
        vec_push(h->arena, &h->program->kernels, k);
    }
}

static HirLibraryInput input_of(Low *h, BeBuffer *b) {
    const BeBuffer *root = be_root(b);
    int64_t at = 0;
    if (root->place != BE_CONST || (b->at && !ir_dim_is_const(b->at, &at)))
        return (HirLibraryInput){-1, 0};
    for (MapIter it = map_find(&h->constants, hash_ptr(0, root->constant));
         map_next(&h->constants, &it);) {
        const LowNumber *n = it.value;
        if (n->of == root->constant) return (HirLibraryInput){n->number, at};
    }
    return (HirLibraryInput){-1, 0};
}

/* When all constants have their numbers. */
static void add_libraries(Low *h) {
    for (size_t i = 0; i < h->module->libraries.len; i++) {
        const BeLibrary *from = h->module->libraries.at[i];
        HirLibrary l = {.name = from->fn->name,
                        .n_symbols = (uint32_t)from->fn->symbols.len,
                        .n_inputs = from->n_inputs,
                        .is_over = from->over != NULL,
                        .made_of = from->fn,
                        .inputs =
                            ARENA_ARRAY(h->arena, HirLibraryInput, (size_t)from->n_inputs + 1)};
        for (uint32_t k = 0; k < from->n_inputs; k++) l.inputs[k] = input_of(h, from->inputs[k]);
        vec_push(h->arena, &h->program->libraries, l);
    }
}

static void add_collectives(Low *h) {
    for (size_t i = 0; i < h->module->collectives.len; i++) {
        const BeCollective *from = h->module->collectives.at[i];
        const HirCollective c = {.name = from->name,
                                 .words = ARENA_ARRAY(h->arena, int64_t, from->n_words),
                                 .n_words = from->n_words};
        memcpy(c.words, from->what, from->n_words * sizeof *c.words);
        vec_push(h->arena, &h->program->collectives, c);
    }
}

static LowFn *function_new(Low *h, BeFn *f) {
    LowFn *p = ARENA_NEW(h->arena, LowFn);
    *p = (LowFn){.h = h, .f = f, .to = ARENA_NEW(h->arena, HirFn)};
    HirFn *to = p->to;
    map_init(&p->extents_by_dim, h->arena);
    map_init(&p->buffers, h->arena);
    map_init(&p->values, h->arena);
    *to = (HirFn){.name = f->fn->name ? f->fn->name : "",
                  .index = h->numbers[f->index],
                  .is_entry = f->is_public,
                  .made_of = f->fn,
                  .n_floats_in = f->n_floats_in};
    to->n_cells[HIR_IN_CELL] = f->n_inputs;
    to->n_cells[HIR_OUT_CELL] = f->n_outputs;
    to->n_cells[HIR_FLOAT_CELL] = f->n_floats;
    to->n_cells[HIR_HEAP_CELL] = f->n_heap_slots;
    to->n_cells[HIR_RETURNED_CELL] = f->n_returned;
    to->n_cells[HIR_RETURNED_FLOAT_CELL] = f->n_floats_out;
    p->slots = ARENA_ARRAY(h->arena, uint32_t, (size_t)f->n_arena_slots + 1);
    for (uint32_t i = 0; i < f->n_arena_slots; i++) p->slots[i] = to->n_cells[HIR_EXTENT_CELL]++;
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims) vec_push(h->arena, &to->allocated, r->index);
    }
    if (f->has_arena)
        to->arena = f->n_arena_slots ? low_get(p, HIR_BYTES_CELL, 0) : low_int(p, f->arena_bytes);
    return p;
}

/* What is given to the caller is not the heap's any more, when nothing can fail. */
static void body(LowFn *p) {
    const BeFn *f = p->f;
    p->out = &p->to->sections[HIR_SECTION_BODY];
    if (f->is_recursive) {
        const HirExpr *limit = low_int(p, (int64_t)p->h->module->ctx->limits.depth);
        low_stmt(p, HIR_POLL);
        low_fail(p,
                 LOW_OP(p, EQ, LOW_OP(p, LT, low_get(p, HIR_DEPTH_CELL, 0), limit), low_int(p, 0)),
                 HIR_TOO_DEEP);
    }
    low_steps(p, &f->steps);
    for (const BeStep *s = f->steps.first; s; s = s->next) {
        if (s->kind == BE_STEP_GIVE)
            low_memory(p, HIR_TAKE, low_pointer(p, be_root(s->reads[0])),
                       low_op(p, HIR_NONE_EXPR, 0, NULL));
    }
}

static void derived(LowFn *p, const BeDerived *d) {
    const HirCell to = low_symbol(p, d->symbol);
    if (d->value) {
        low_set(p, to, low_dim(p, d->value));
    } else if (d->loop) {
        const uint32_t n = (uint32_t)d->loop->fn->sizes.len;
        const HirExpr **sizes = ARENA_ARRAY(p->h->arena, const HirExpr *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) sizes[i] = low_dim(p, d->sizes[i]);
        const HirExpr work = {
            .kind = HIR_WORK_EXPR, .n = n, .args = sizes, .number = d->loop->index};
        low_set(p, to, d->loop->work < 0 ? low_expr(p, work) : low_int(p, d->loop->work));
    } else {
        HirBlock *outer = low_open(p, d->call->callee);
        low_call_symbols(p, d->call, false);
        low_set(p, to, low_cell(p, low_of_frame(p, HIR_BYTES_CELL, 0)));
        low_close(p, outer);
    }
}

/* In the order of the derived symbols, each behind the dims that it needs; then the other dims, and
 * the slots. */
static void layout(LowFn *p) {
    BeFn *f = p->f;
    p->out = &p->to->sections[HIR_SECTION_LAYOUT];
    p->in_layout = true;
    for (size_t i = 0; i < f->derived.len; i++) derived(p, &f->derived.at[i]);
    for (uint32_t i = 0; i < f->n_arena_slots; i++) {
        for (size_t k = 0; k < f->slot_sizes[i].len; k++) low_dim(p, f->slot_sizes[i].at[k]);
    }
    for (size_t i = 0; i < p->extents.len; i++) low_layout_dim(p, p->extents.at[i]->dim);
    const HirCell bytes = low_own(HIR_BYTES_CELL, 0);
    if (f->n_arena_slots) low_set(p, bytes, low_int(p, f->arena_bytes));
    for (uint32_t i = 0; i < f->n_arena_slots; i++) {
        const BeSizes *sizes = &f->slot_sizes[i];
        const HirExpr **list = ARENA_ARRAY(p->h->arena, const HirExpr *, sizes->len + 1);
        for (size_t k = 0; k < sizes->len; k++) list[k] = low_dim(p, sizes->at[k]);
        const HirExpr *most = sizes->len == 1 ? list[0] : low_op(p, HIR_MAX_EXPR, sizes->len, list);
        low_set(p, low_own(HIR_EXTENT_CELL, p->slots[i]), low_cell(p, bytes));
        low_set(p, bytes, LOW_OP(p, ADD, low_cell(p, bytes), LOW_OP(p, ROUND, most)));
    }
    p->in_layout = false;
}

static void finish(LowFn *p) {
    BeFn *f = p->f;
    p->to->n_cells[HIR_SYMBOL_CELL] = f->n_slots;
    for (size_t i = 0; i < f->entry.len; i++)
        vec_push(p->h->arena, &p->to->given, be_symbol(f, f->entry.at[i])->slot);
}

static void verify(const Low *h) {
    Ctx *ctx = h->module->ctx;
    if (!(HARD_MODE || h->how->verifies) || hir_verify(h->program)) return;
    StrBuf text;
    strbuf_init(&text, h->arena);
    const Diag *d = &ctx->diags->diags.at[ctx->diags->diags.len - 1];
    diag_print(d, &text);
    BUG("%s", strbuf_cstr(&text));
}

/* Passes may have left nothing of what others wait in; or ranks ask in it for their numbers alone.
 */
static void list_nothing(const Low *h, HirFn *f) {
    if (!f->is_entry || !h->how->met || (f->collectives && *f->collectives)) return;
    f->collectives = ccl_has_met(h->module->ctx, h->how->met, f->made_of->name) ? "" : NULL;
}

HirProgram *be_host_program(BeModule *module, const BeLowering *how) {
    Low h = {.module = module,
             .arena = module->arena,
             .how = how,
             .program = hir_program_new(module->ctx, module->arena)};
    const size_t n = module->fns.len;
    map_init(&h.constants, h.arena);
    h.numbers = ARENA_ARRAY(h.arena, uint32_t, module->by_function.len + 1);
    LowFn **all = ARENA_ARRAY(h.arena, LowFn *, n + 1);
    for (size_t i = 0; i < n; i++) h.numbers[module->fns.at[i]->index] = (uint32_t)i;
    add_kernels(&h);
    for (size_t i = 0; i < n; i++) {
        all[i] = function_new(&h, module->fns.at[i]);
        vec_push(h.arena, &h.program->functions, all[i]->to);
        body(all[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (all[i]->f->is_public) low_entry(all[i], all);
        layout(all[i]);
        finish(all[i]);
    }
    add_libraries(&h);
    add_collectives(&h);
    hir_list_collectives(h.program);
    for (size_t i = 0; i < n; i++) list_nothing(&h, all[i]->to);
    verify(&h);
    return h.program;
}

bool be_legalize(IrModule *own, const BeLegalize *how, Arena *arena) {
    PassVec list = {.at = NULL};
    PassRun run = {.holds = how->holds};
    const IrGlobal *function = how->function;
    const unsigned conditions = (how->is_kept ? PASS_WHEN_KEPT : 0u) |
                                (how->is_scheduled ? PASS_WHEN_SCHEDULED : 0u) |
                                (*own->target.row ? PASS_WHEN_FAST : 0u);
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_C, i)); i++) {
        if (!(item->when & ~conditions)) pass_vec_add(&list, own, arena, item->text);
    }
    be_drop_codegen(own);
    if (function) function->function->is_private = false;
    return pass_run_list(own, list.at, list.len, &run);
}
