/* SPDX-License-Identifier: Apache-2.0 */
/* The nodes of a graph. Functions, branches and nested functions are walked by an explicit list of
 * what is open; what is inside a binding comes before what is behind it, so operands have nodes. */
#include "report/report.h"

#include "ir/origin.h"
#include "ir/text.h"

/* A function whose bindings are walked. */
typedef struct {
    const IrFunction *fn;
    uint32_t *by_var; /* node + 1 */
} Scope;

/* What is open: bindings of one body, from `next` on. */
typedef struct {
    Scope *scope;
    const IrBody *body;
    IrBinding *next;
    uint32_t group;
    bool has_result; /* the body is a function's */
} Frame;

typedef struct {
    ReportGraph *g;
    VEC(Frame) frames;
    VEC(uint32_t) inputs; /* scratch */
} Walker;

static uint32_t add_node(ReportGraph *g, ReportNode node) {
    node.operations = node.moved = node.bytes = -1;
    node.kernel = node.partner = REPORT_NONE;
    vec_push(g->arena, &g->nodes, node);
    return (uint32_t)g->nodes.len - 1;
}

static uint32_t add_group(ReportGraph *g, uint32_t parent, const char *name, const char *op) {
    return add_node(
        g, (ReportNode){
               .kind = REPORT_GROUP, .parent = parent, .name = name, .op = op, .may_repeat = true});
}

static const char *own(ReportGraph *g, const char *s) {
    return s ? arena_strdup(g->arena, str_c(s)) : NULL;
}

static uint64_t shape_of(const IrBinding *b) {
    const IrType *t = b->var->type;
    uint64_t h = hash_ptr((uint64_t)b->kind, b->kind == IR_BIND_CALL ? b->op->name : NULL);
    h = hash_mix(h, (uint64_t)t->kind);
    if (t->kind == IR_TYPE_TENSOR) h = hash_mix(h, (uint64_t)t->dtype << 32 | (uint32_t)t->ndim);
    return hash_mix(h, b->operands.n);
}

static void note_inputs(Walker *w, const Scope *scope, const IrOperands *list, ReportNode *node) {
    w->inputs.len = 0;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_VAR) continue;
        const uint32_t of = scope->by_var[list->at[i].var->id];
        if (of) vec_push(w->g->arena, &w->inputs, of - 1);
    }
    node->inputs = ARENA_ARRAY(w->g->arena, uint32_t, w->inputs.len + 1);
    node->n_inputs = (uint32_t)w->inputs.len;
    if (w->inputs.len) memcpy(node->inputs, w->inputs.at, w->inputs.len * sizeof *w->inputs.at);
}

/* Its line, without the constants' data. */
static const char *line_of(ReportGraph *g, IrBinding *b) {
    if (b->kind == IR_BIND_FUNCTION || b->kind == IR_BIND_IF) return NULL;
    StrBuf text;
    strbuf_init(&text, g->arena);
    ir_text_print_binding(b, &text);
    return strbuf_cstr(&text);
}

static void open_function(Walker *w, IrFunction *fn, uint32_t group) {
    ReportGraph *g = w->g;
    Scope *scope = ARENA_NEW(g->arena, Scope);
    *scope = (Scope){.fn = fn, .by_var = ARENA_ARRAY(g->arena, uint32_t, (size_t)fn->n_vars + 1)};
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        const char *name = own(g, v->name ? v->name : "_");
        scope->by_var[v->id] =
            1 + add_node(g, (ReportNode){.kind = REPORT_PARAM,
                                         .parent = group,
                                         .name = name,
                                         .op = i < fn->n_captures ? "capture" : "parameter",
                                         .type = v->type,
                                         .text = arena_printf(g->arena, "%s: %s", name,
                                                              ir_type_text(g->m, v->type))});
    }
    vec_push(g->arena, &w->frames,
             ((Frame){scope, fn->body, fn->body->first, group, .has_result = true}));
}

static void add_binding(Walker *w, const Frame *at, IrBinding *b) {
    ReportGraph *g = w->g;
    const bool is_group = b->kind == IR_BIND_IF || b->kind == IR_BIND_FUNCTION;
    const IrOrigin *node = b->origin;
    while (node && node->kind != IR_ORIGIN_NODE) node = node->from;
    ReportNode n = {.kind = is_group ? REPORT_GROUP : REPORT_BINDING,
                    .parent = at->group,
                    .name = own(g, b->var->name ? b->var->name : "_"),
                    .op = b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind),
                    .type = b->var->type,
                    .text = line_of(g, b),
                    .origin = b->origin,
                    .node_op = node ? node->by : NULL,
                    .node = node ? node->name : NULL,
                    .line = b->loc.line,
                    .shape = shape_of(b),
                    .may_repeat = b->kind == IR_BIND_FUNCTION};
    note_inputs(w, at->scope, &b->operands, &n);
    const uint32_t id = add_node(g, n);
    at->scope->by_var[b->var->id] = id + 1;
    map_add(&g->by_binding, hash_ptr(0, b), (void *)((uintptr_t)id + 1));
    if (b->kind == IR_BIND_FUNCTION) open_function(w, b->function, id);
    for (int i = 2; b->kind == IR_BIND_IF && i-- > 0;) {
        const uint32_t branch = add_group(g, id, i ? "else" : "then", "branch");
        vec_push(g->arena, &w->frames,
                 ((Frame){at->scope, b->bodies[i], b->bodies[i]->first, branch, false}));
    }
}

static void close_frame(Walker *w, const Frame *at) {
    if (!at->has_result) return;
    ReportNode n = {.kind = REPORT_RESULT,
                    .parent = at->group,
                    .name = "result",
                    .op = "result",
                    .type = at->scope->fn->result};
    n.text = ir_type_text(w->g->m, n.type);
    note_inputs(w, at->scope, &at->body->result, &n);
    add_node(w->g, n);
}

static void walk(Walker *w) {
    while (w->frames.len) {
        Frame *top = &w->frames.at[w->frames.len - 1];
        ctx_poll(w->g->m->ctx);
        const Frame at = *top;
        if (!at.next) {
            w->frames.len--;
            close_frame(w, &at);
            continue;
        }
        top->next = at.next->next;
        add_binding(w, &at, at.next); /* may move the frames */
    }
}

void page_graph(IrModule *m, Arena *arena, ReportGraph *out) {
    *out = (ReportGraph){.m = m, .arena = arena};
    Walker w = {.g = out};
    map_init(&out->by_binding, arena);
    const uint32_t root = add_group(out, REPORT_NONE, "module", "module");
    out->nodes.at[root].may_repeat = false;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        open_function(&w, fn, add_group(out, root, m->globals.at[i]->name, "function"));
        walk(&w);
    }
}

uint32_t page_node_of(const ReportGraph *g, const IrBinding *b) {
    /* Bindings are told apart by their addresses, which the hash is of: it is one to one. */
    MapIter it = map_find(&g->by_binding, hash_ptr(0, b));
    return map_next(&g->by_binding, &it) ? (uint32_t)((uintptr_t)it.value - 1) : REPORT_NONE;
}

bool page_lift(const ReportGraph *g, uint32_t *a, uint32_t *b) {
    enum { MOST = 64 };
    const ReportNode *nodes = g->nodes.at;
    for (int i = 0; i < MOST; i++) {
        const ReportNode *x = &nodes[*a], *y = &nodes[*b];
        if (x->parent == y->parent) return *a != *b;
        if (x->parent == REPORT_NONE || y->parent == REPORT_NONE) return false;
        if (x->depth >= y->depth) *a = x->parent;
        if (y->depth >= x->depth) *b = y->parent;
    }
    return false;
}
