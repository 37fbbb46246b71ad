/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels and memory as native compilation plans them, without libraries: its passes on a copy of
 * the module, then a program of steps. */
#include "report/report.h"

#include "backend/program.h"
#include "backend/work.h"
#include "base/diag.h"
#include "ir/copy.h"
#include "ir/origin.h"
#include "passes/manager.h"
#include "report/mark.h"

typedef struct {
    ReportGraph *g;
    ReportPlan *out;
    BeFn *f;
    uint32_t function; /* in out->functions */
    uint32_t now;      /* the step's number, as be_number has it */
    uint32_t *made_by; /* by buffer: node + 1 */
} Planner;

static double constant(const IrDim *d) {
    int64_t v;
    return d && ir_dim_is_const(d, &v) ? (double)v : -1;
}

static const char *own(Planner *p, const char *s) { return arena_strdup(p->g->arena, str_c(s)); }

static void add_kernel(Planner *p, const BeStep *s) {
    ReportGraph *g = p->g;
    IrHistory history;
    ir_history(s->origin, &history);
    const BeWork work = be_step_work(p->f, s);
    ReportKernel k = {
        .name = own(p, s->kind == BE_STEP_LOOPS ? s->loops.loop->global->name : "library"),
        .function = own(p, p->f->fn->name ? p->f->fn->name : "_"),
        .step = p->now,
        .operations = constant(work.operations),
        .bytes = constant(work.bytes),
        .nodes = ARENA_ARRAY(g->arena, uint32_t, history.n_sources + 1)};
    for (size_t i = 0; i < history.n_sources; i++) {
        const uint32_t node = history.sources[i].order;
        if (node >= g->nodes.len) continue;
        k.nodes[k.n_nodes++] = node;
        g->nodes.at[node].kernel = (uint32_t)p->out->kernels.len;
    }
    for (uint32_t i = 0; k.n_nodes && i < s->n_writes; i++) {
        const BeBuffer *root = be_root(s->writes[i]);
        if (root->place == BE_ARENA && !p->made_by[root->id])
            p->made_by[root->id] = k.nodes[k.n_nodes - 1] + 1;
    }
    vec_push(g->arena, &p->out->kernels, k);
}

static void walk(Planner *p, const BeSteps *list) { /* recursion: as deep as branches nest */
    for (const BeStep *s = list->first; s; s = s->next) {
        ctx_poll(p->g->m->ctx);
        p->now++;
        if (s->kind == BE_STEP_LOOPS || s->kind == BE_STEP_LIBRARY) add_kernel(p, s);
        if (s->kind != BE_STEP_IF) continue;
        walk(p, &s->branch.bodies[0]);
        walk(p, &s->branch.bodies[1]);
        p->now++;
    }
}

static void add_buffers(Planner *p, ReportFunction *fn) {
    for (size_t i = 0; i < p->f->buffers.len; i++) {
        const BeBuffer *b = p->f->buffers.at[i];
        const BeLife *life = &p->f->lives.at[i];
        int64_t bytes;
        if (b->same || b->place != BE_ARENA || life->first > life->last) continue;
        if (!b->arena.has_offset || !b->bytes || !ir_dim_is_const(b->bytes, &bytes)) {
            fn->open++;
            continue;
        }
        vec_push(p->g->arena, &p->out->buffers,
                 ((ReportBuffer){.function = p->function,
                                 .first = life->first,
                                 .last = life->last,
                                 .offset = b->arena.offset,
                                 .bytes = bytes,
                                 .node = p->made_by[b->id] ? p->made_by[b->id] - 1 : REPORT_NONE}));
    }
}

static void add_function(ReportGraph *g, ReportPlan *out, BeFn *f) {
    Planner p = {.g = g, .out = out, .f = f, .function = (uint32_t)out->functions.len};
    p.made_by = ARENA_ARRAY(g->arena, uint32_t, f->buffers.len + 1);
    walk(&p, &f->steps);
    ReportFunction fn = {.name = own(&p, f->fn->name ? f->fn->name : "_"),
                         .steps = f->n_steps,
                         .arena = f->arena_bytes,
                         .bound = f->arena_bound,
                         .sum = f->arena_sum};
    add_buffers(&p, &fn);
    vec_push(g->arena, &out->functions, fn);
}

/* What native compilation runs behind -O2, but for what depends on libraries and runs. */
static bool prepare(IrModule *own, unsigned holds, Arena *arena) {
    const unsigned conditions =
        PASS_WHEN_ALONE | PASS_WHEN_FAST | PASS_WHEN_FOLDS | PASS_WHEN_SCHEDULED;
    PassRun run = {.holds = holds};
    PassVec list = {.at = NULL};
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_NATIVE, i)); i++) {
        if (item->when & ~conditions) continue;
        if (item->kind == PASS_ITEM_PASS) pass_vec_add(&list, own, arena, item->text);
        if (item->kind == PASS_ITEM_LEVEL) pass_vec_add_level(&list, own, arena, item->level);
    }
    return pass_run_list(own, list.at, list.len, &run);
}

void page_plan(ReportGraph *g, IrModule *m, unsigned holds, ReportPlan *out) {
    static const BeTarget target = {.has_offsets = true};
    Arena arena;
    *out = (ReportPlan){.why_not = NULL};
    arena_init(&arena, m->ctx);
    const DiagMark mark = diag_mark(m->ctx);
    IrModule *copy = ir_module_copy(m);
    page_mark(copy, g, m);
    BeModule *module =
        prepare(copy, holds, &arena) ? be_module_lower(copy, NULL, &target, &arena) : NULL;
    if (module) {
        for (size_t i = 0; i < module->fns.len; i++) add_function(g, out, module->fns.at[i]);
    } else {
        const char *why = diag_rewind(m->ctx, mark);
        why = why ? why : "it cannot be compiled";
        out->why_not = arena_strdup(g->arena, str_c(why));
    }
    ir_module_free(copy);
    arena_fini(&arena);
}
