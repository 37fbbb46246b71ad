/* SPDX-License-Identifier: Apache-2.0 */
/* Steps as statements. */
#include "backend/lower_parts.h"
#include "backend/work.h"

enum { PART_STEPS = 200 }; /* in one function: compilers are slow on long ones */

static void buffers(LowFn *p, HirNumbers *out, BeBuffer *const *list, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) vec_push(p->h->arena, out, low_buffer(p, list[i]));
}

/* Operations and bytes are over symbols that have a value here. */
static void count(LowFn *p, const BeStep *s, const char *name, HirSite *out) {
    *out = (HirSite){.name = name, .origin = s->origin, .is_counted = p->h->how->counts};
    if (!out->is_counted) return;
    const BeWork work = be_step_work(p->f, s);
    if (work.operations) out->operations = low_dim_expr(p, work.operations);
    if (work.bytes) out->bytes = low_dim_expr(p, work.bytes);
}

static void kernel(LowFn *p, const BeStep *s) {
    const BeLoop *loop = s->loops.loop;
    const HirExpr **sizes = ARENA_ARRAY(p->h->arena, const HirExpr *, (size_t)s->loops.n_sizes + 1);
    for (uint32_t i = 0; i < s->loops.n_sizes; i++) sizes[i] = low_dim(p, s->loops.sizes[i]);
    if (loop->work && !be_root(s->work)->bytes) {
        const HirExpr *bytes = low_expr(p, (HirExpr){.kind = HIR_WORK_EXPR,
                                                     .n = s->loops.n_sizes,
                                                     .args = sizes,
                                                     .number = loop->index});
        low_memory(p, HIR_ALLOC, low_pointer(p, be_root(s->work)), bytes);
    }
    HirKernelCall k = {.number = loop->index};
    buffers(p, &k.reads, s->reads, s->n_reads);
    buffers(p, &k.writes, s->writes, s->n_writes);
    for (uint32_t i = 0; i < s->loops.n_sizes; i++) vec_push(p->h->arena, &k.sizes, sizes[i]);
    if (loop->work) k.work = low_pointer(p, s->work);
    count(p, s, loop->fn->name, &k.site);
    low_stmt(p, HIR_POLL);
    low_stmt(p, HIR_KERNEL)->kernel = k;
}

static void library(LowFn *p, const BeStep *s) {
    HirKernelCall k = {.number = s->library->index};
    vec_push(p->h->arena, &p->libraries, s->library);
    buffers(p, &k.reads, s->reads, s->n_reads);
    buffers(p, &k.writes, s->writes, s->n_writes);
    if (s->library->over) {
        const HirOver over = {low_buffer(p, (BeBuffer *)s->library->over), k.writes.at[0]};
        vec_push(p->h->arena, &k.over, over);
    }
    count(p, s, s->library->fn->name, &k.site);
    low_stmt(p, HIR_POLL);
    low_stmt(p, HIR_LIBRARY)->kernel = k;
}

/* What the run frees as soon as it fails is not left to a collective that goes on. */
static bool stays(const BeStep *s) {
    bool stays = true;
    for (uint32_t i = 0; i < s->n_reads; i++) stays &= be_root(s->reads[i])->place != BE_HEAP;
    for (uint32_t i = 0; i < s->n_writes; i++) stays &= be_root(s->writes[i])->place != BE_HEAP;
    return stays;
}

static void wait_for(LowFn *p, const BeStep *s) {
    HirKernelCall k = {.number = s->collective->index,
                       .site = {.name = s->collective->name, .origin = s->origin}};
    if (!stays(s) || p->ended == s->collective) return;
    buffers(p, &k.reads, s->reads, 1);
    buffers(p, &k.writes, s->reads + 1, 1);
    low_stmt(p, HIR_WAIT)->kernel = k;
}

static void collective(LowFn *p, const BeStep *s) {
    const BeCollective *c = s->collective;
    HirKernelCall k = {.number = c->index, .site = {.name = c->name, .origin = s->origin}};
    for (uint32_t i = 0; i < c->n_dims; i++)
        vec_push(p->h->arena, &k.sizes, low_dim(p, c->dims[i]));
    buffers(p, &k.reads, s->reads, s->n_reads);
    buffers(p, &k.writes, s->writes, s->n_writes);
    low_stmt(p, HIR_POLL);
    const bool is_next = s->next && s->next->kind == BE_STEP_WAIT && s->next->collective == c;
    const bool goes_on = s->kind == BE_STEP_START && stays(s) && !is_next;
    if (is_next) p->ended = c;
    low_stmt(p, goes_on ? HIR_START : HIR_COLLECTIVE)->kernel = k;
}

/* A donated input to the result that may be the same memory. */
static void copy_apart(LowFn *p, const BeStep *s, const HirExpr *size) {
    const HirExpr *to = low_pointer(p, s->writes[0]), *from = low_pointer(p, s->reads[0]);
    HirStmt *apart = low_stmt(p, HIR_IF);
    HirBlock *out = p->out;
    apart->branch.condition = LOW_OP(p, EQ, LOW_OP(p, IS_SAME, to, from), low_int(p, 0));
    p->out = &apart->branch.bodies[0];
    low_copy(p, to, from, size);
    p->out = out;
}

static void copy(LowFn *p, const BeStep *s) {
    int64_t bytes;
    if (ir_dim_is_const(s->bytes, &bytes) && bytes <= 0) return;
    const HirExpr *size = low_dim(p, s->bytes);
    const BeBuffer *from = be_root(s->reads[0]), *to = be_root(s->writes[0]);
    if (from->place == BE_INPUT && from->input.is_donated && to->place == BE_OUTPUT &&
        to->output == from->input.heir) {
        copy_apart(p, s, size);
        return;
    }
    low_copy(p, low_pointer(p, s->writes[0]), low_pointer(p, s->reads[0]), size);
}

static void branch(LowFn *p, const BeStep *s) {
    const HirExpr *condition = low_condition(p, s->branch.condition);
    HirStmt *to = low_stmt(p, HIR_IF);
    HirBlock *out = p->out;
    to->branch.condition = condition;
    for (int i = 0; i < 2; i++) {
        p->out = &to->branch.bodies[i];
        low_steps(p, &s->branch.bodies[i]);
    }
    p->out = out;
}

static void integers(LowFn *p, const BeStep *s) {
    for (uint32_t i = 0; i < s->ints.n; i++) {
        const HirExpr *v = low_dim(p, s->ints.dims[i]), *at = low_pointer(p, s->writes[0]);
        HirStmt *to = low_stmt(p, HIR_STORE);
        to->store.dtype = DTYPE_INT64;
        to->store.index = i;
        to->store.at = at;
        to->store.value = v;
    }
}

static const HirExpr *element(LowFn *p, const BeStep *s, DType dtype, uint32_t index) {
    const HirExpr **at = ARENA_ARRAY(p->h->arena, const HirExpr *, 1);
    at[0] = low_pointer(p, s->reads[0]);
    return low_expr(p, (HirExpr){.kind = HIR_LOAD_EXPR,
                                 .n = 1,
                                 .args = at,
                                 .element = {.dtype = dtype, .index = index}});
}

static void store(LowFn *p, const BeStep *s) {
    const BeLeaf *x = s->number.leaf;
    const HirExpr *v = x->kind == BE_FLOAT ? low_float(p, x) : low_dim(p, x->dims[0]),
                  *at = low_pointer(p, s->writes[0]);
    HirStmt *to = low_stmt(p, HIR_STORE);
    to->store.dtype = x->dtype;
    to->store.at = at;
    to->store.value = v;
}

static void load(LowFn *p, const BeStep *s) {
    const HirCell cell = low_symbol(p, s->load.symbol);
    low_set(p, cell, element(p, s, s->load.dtype, s->load.index));
    if (!s->load.message) return;
    low_fail(p, LOW_OP(p, LT, low_cell(p, cell), low_int(p, 0)), s->load.message);
}

static void return_ints(LowFn *p, const BeStep *s, uint32_t first) {
    for (uint32_t i = 0; i < s->ints.n; i++)
        low_set(p, low_own(HIR_RETURNED_CELL, first + i), low_dim(p, s->ints.dims[i]));
}

static void step(LowFn *p, const BeStep *s) {
    const HirExpr *a;
    switch (s->kind) {
    case BE_STEP_LOOPS: kernel(p, s); return;
    case BE_STEP_COPY: copy(p, s); return;
    case BE_STEP_INTS: integers(p, s); return;
    case BE_STEP_SET: low_set(p, low_symbol(p, s->set.symbol), low_dim(p, s->set.value)); return;
    case BE_STEP_LOAD: load(p, s); return;
    case BE_STEP_STORE: store(p, s); return;
    case BE_STEP_LOAD_FLOAT:
        low_set(p, low_own(HIR_FLOAT_CELL, s->number.index),
                element(p, s, s->number.leaf->dtype, 0));
        return;
    case BE_STEP_FLOAT:
        low_set(p, low_own(HIR_FLOAT_CELL, s->number.index), low_float(p, s->number.leaf));
        return;
    case BE_STEP_CHECK:
        a = low_dim(p, s->check.a);
        low_fail(p, LOW_OP(p, NE, a, low_dim(p, s->check.b)), s->check.message);
        return;
    case BE_STEP_EXTENT:
        low_fail(p, LOW_OP(p, LT, low_dim(p, s->check.a), low_int(p, 0)), s->check.message);
        return;
    case BE_STEP_ASSERT:
        low_fail(p, LOW_OP(p, EQ, low_condition(p, s->end.leaf), low_int(p, 0)), s->end.message);
        return;
    case BE_STEP_FAIL: low_fail(p, low_int(p, 1), s->end.message); return;
    case BE_STEP_ALLOC:
        if (be_root(s->writes[0])->place != BE_HEAP) return;
        a = low_dim(p, s->bytes);
        low_memory(p, HIR_ALLOC, low_pointer(p, be_root(s->writes[0])), a);
        return;
    case BE_STEP_LIBRARY: library(p, s); return;
    case BE_STEP_COLLECTIVE:
    case BE_STEP_START: collective(p, s); return;
    case BE_STEP_WAIT: wait_for(p, s); return;
    case BE_STEP_INVOKE: low_invoke(p, s); return;
    case BE_STEP_SCAN: low_scan(p, s); return;
    case BE_STEP_WHILE: low_while(p, s); return;
    case BE_STEP_IF: branch(p, s); return;
    case BE_STEP_GIVE:
        low_set(p, low_own(HIR_OUT_CELL, p->f->results.at[s->ints.index].index),
                low_pointer(p, s->reads[0]));
        return_ints(p, s, p->f->results.at[s->ints.index].first_int);
        return;
    case BE_STEP_RETURN: return_ints(p, s, s->ints.index); return;
    case BE_STEP_RETURN_FLOAT:
        low_set(p, low_own(HIR_RETURNED_FLOAT_CELL, s->number.index), low_float(p, s->number.leaf));
        return;
    }
}

static void one(LowFn *p, const BeStep *s) {
    const uint32_t temps = p->n_temps, pointers = p->n_pointers;
    ctx_poll(p->h->module->ctx);
    step(p, s);
    for (uint32_t i = 0; i < s->n_frees; i++)
        low_memory(p, HIR_FREE, low_pointer(p, s->frees[i]), NULL);
    p->n_temps = temps;
    p->n_pointers = pointers;
}

/* Recursion is over branches in branches. */
void low_steps(LowFn *p, const BeSteps *steps) {
    const BeStep *s = steps->first;
    uint32_t n = 0;
    for (const BeStep *x = s; x && n <= PART_STEPS; x = x->next) n++;
    if (n <= PART_STEPS) {
        for (; s; s = s->next) one(p, s);
        return;
    }
    HirBlock *out = p->out;
    while (s) {
        p->out = out;
        p->out = &low_stmt(p, HIR_PART)->part;
        for (n = 0; s && n < PART_STEPS; n++, s = s->next) one(p, s);
    }
    p->out = out;
}
