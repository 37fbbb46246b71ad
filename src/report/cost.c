/* SPDX-License-Identifier: Apache-2.0 */
/* What each binding has to do: a copy of the module becomes loop functions, each of which knows by
 * its origin of which binding it is, and these are counted (passes/count_work.h). What is one value
 * under another name, or folded away, has nothing to do. */
#include "report/report.h"

#include "base/diag.h"
#include "ir/copy.h"
#include "ir/origin.h"
#include "passes/count_work.h"
#include "report/mark.h"

void page_mark(IrModule *own, const ReportGraph *g, const IrModule *of) {
    own->rule_listener = NULL;
    own->notes_origins = true;
    VEC(IrFunction *) copies = {.at = NULL}, originals = {.at = NULL};
    for (size_t i = 0; i < of->globals.len; i++) {
        if (!of->globals.at[i]->function || !of->globals.at[i]->function->body) continue;
        vec_push(&own->arena, &originals, of->globals.at[i]->function);
        vec_push(&own->arena, &copies, own->globals.at[i]->function);
    }
    for (size_t at = 0; at < originals.len; at++) {
        IrWalk x, y;
        ir_walk_init(&x, originals.at[at]->body);
        ir_walk_init(&y, copies.at[at]->body);
        for (IrBinding *b, *c; (b = ir_walk_next(&x)) && (c = ir_walk_next(&y));) {
            IrOrigin *o = ARENA_NEW(&own->arena, IrOrigin);
            *o = (IrOrigin){.kind = IR_ORIGIN_SOURCE,
                            .order = page_node_of(g, b),
                            .by = "",
                            .name = c->var->name};
            c->origin = o;
            if (b->kind != IR_BIND_FUNCTION) continue;
            vec_push(&own->arena, &originals, b->function);
            vec_push(&own->arena, &copies, c->function);
        }
    }
}

static void counted(void *user, const IrBinding *b, const WorkCount *work) {
    ReportGraph *g = user;
    const IrOrigin *o = ir_origin_source(b->origin);
    if (!o || o->order >= g->nodes.len) return;
    ReportNode *n = &g->nodes.at[o->order];
    n->operations = (n->operations < 0 ? 0 : n->operations) + work->operations;
    n->moved = (n->moved < 0 ? 0 : n->moved) + work->bytes;
}

static void find_sizes(ReportGraph *g) {
    for (size_t i = 0; i < g->nodes.len; i++) {
        ReportNode *n = &g->nodes.at[i];
        const IrType *t = n->type;
        if (!t || t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_VOID) continue;
        int64_t count = 1, extent, bytes;
        bool known = true;
        for (int32_t k = 0; known && k < t->ndim; k++)
            known = ir_dim_is_const(t->dims[k], &extent) && extent >= 0 &&
                    mul_i64(count, extent, &count);
        if (known && dtype_bytes(t->dtype, count, &bytes)) n->bytes = (double)bytes;
    }
}

void page_costs(ReportGraph *g, IrModule *m, unsigned holds) {
    Arena arena;
    find_sizes(g);
    arena_init(&arena, m->ctx);
    const DiagMark mark = diag_mark(m->ctx);
    IrModule *own = ir_module_copy(m);
    page_mark(own, g, m);
    if (work_legalize(own, holds, &arena)) {
        const WorkListener listener = {counted, g};
        for (size_t i = 0; i < g->nodes.len; i++) {
            ReportNode *n = &g->nodes.at[i];
            if (n->kind == REPORT_BINDING) n->operations = n->moved = 0;
        }
        (void)work_count(own, NULL, &listener, &arena);
    } else {
        diag_rewind(m->ctx, mark);
    }
    ir_module_free(own);
    arena_fini(&arena);
}
