/* SPDX-License-Identifier: Apache-2.0 */
/* A backend outside of the tree's rooms: modules as JavaScript, which Node runs (backend/script.h).
 * What the text calls is in runtime.js: T.<dtype> for scalars, H for all else. */
#include "backend/script.h"

typedef struct {
    BeScriptText *to;
    Arena *arena;
    const LoopFn *fn;
    Map values; /* by LoopExpr its text: each is computed once in a statement */
    uint32_t n_values;
    const char *integers; /* NULL: as their types; else the type whose sums are checked */
    const HirFn *f;
} Js;

#define TEXT(...) arena_printf(js->arena, __VA_ARGS__)
#define PUT(...) strbuf_printf(&js->to->text, __VA_ARGS__)
#define EACH(i, list) for (size_t i = 0; i < (list).len; i++)

static const char *literal(Js *js, DType t, LoopValue v) {
    StrBuf s;
    if (t == DTYPE_BOOL) return v.i ? "true" : "false";
    if (!dtype_is_float(t)) return TEXT(t == DTYPE_UINT64 ? "%llun" : "%lldn", (long long)v.i);
    if (v.f != v.f || v.f - v.f != 0) return v.f > 0 ? "Infinity" : v.f < 0 ? "-Infinity" : "NaN";
    strbuf_init(&s, js->arena);
    strbuf_double(&s, v.f);
    return strbuf_cstr(&s);
}

/* --- Loop functions (loop/loop.h) --- */

static const char *value(Js *js, const LoopExpr *e);

/* Its place in the type's view of memory; every index is checked. */
static const char *element(Js *js, const LoopBuffer *b, const LoopExpr *const *indices) {
    const char *at = "0n";
    for (uint32_t d = 0; d < b->ndim; d++) {
        const char *index = value(js, indices[d]);
        at = TEXT("(%s) * d%u[%u] + H.index(%s, d%u[%u])", at, b->id, d, index, b->id, d);
    }
    return TEXT("a%u + Number(%s)", b->id, at);
}

static const char *computed(Js *js, const LoopExpr *e) {
    const char *type = dtype_name(e->dtype), *from = type, *args = "";
    if (e->kind == LOOP_LOAD) return TEXT("T.%s.get(%s)", type, element(js, e->buffer, e->args));
    for (uint32_t i = 0; i < e->n; i++) {
        args = TEXT("%s%s, ", args, value(js, e->args[i]));
        from = dtype_name(e->args[i]->dtype);
    }
    if (e->kind == LOOP_CAST) return TEXT("T.%s.cast(%s)", type, args);
    if (e->kind == LOOP_REINTERPRET) return TEXT("T.%s.from(T.%s, %s)", type, from, args);
    return TEXT("T.%s.%s(%s)", js->integers ? js->integers : from, loop_expr_id(e->kind), args);
}

/* Recursion is as deep as expressions are, which is bounded. */
static const char *value(Js *js, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return TEXT("v%u", e->var->id);
    if (e->kind == LOOP_CONST && dtype_is_float(e->dtype))
        return literal(js, e->dtype, (LoopValue){.f = e->f});
    if (e->kind == LOOP_CONST) return literal(js, e->dtype, (LoopValue){.i = e->i});
    char *name = map_get_ptr(&js->values, e);
    if (name) return name;
    const char *text = computed(js, e);
    name = TEXT("t%u", ++js->n_values);
    map_add_ptr(&js->values, e, name);
    PUT("const %s = %s;\n", name, text);
    return name;
}

static void block(Js *js, const char *head, const LoopStmt *s, const char *end);

/* In a reduction each scalar has `lanes` values, which take turns in its memory. */
static void loop(Js *js, const LoopStmt *s) {
    LoopStores parts = {.at = NULL};
    const uint32_t v = s->var->id, q = ++js->n_values;
    const char *end = value(js, s->value);
    if (s->lanes > 1) loop_partials(js->fn, s, js->arena, &parts);
    PUT("const q%u = [", q);
    EACH(i, parts) {
        const LoopExpr *e = parts.at[i]->value;
        PUT("H.lanes(T.%s, a%u, %u, ", dtype_name(e->dtype), parts.at[i]->buffer->id, s->lanes);
        const char *first = literal(js, e->dtype, loop_eval_identity(e->kind, e->dtype));
        PUT("%s, '%s'), ", first, loop_expr_id(e->kind));
    }
    PUT("];\nfor (let v%u = 0n; v%u < %s; v%u++) {\n", v, v, end, v);
    block(js, TEXT("for (const q of q%u) q.load(v%u);\n", q, v), s->body,
          TEXT("for (const q of q%u) q.keep(v%u);\n}\nfor (const q of q%u) q.fold();\n", q, v, q));
}

static void stmt(Js *js, const LoopStmt *s) {
    const char *v = s->value && s->kind != LOOP_WHILE ? value(js, s->value) : NULL;
    switch (s->kind) {
    case LOOP_FOR: loop(js, s); break;
    case LOOP_WHILE:
        PUT("for (;;) {\n");
        block(js, TEXT("if (!%s) break;\n", value(js, s->value)), s->body, "}\n");
        break;
    case LOOP_IF:
        block(js, TEXT("if (%s) {\n", v), s->body, "} else {\n");
        block(js, "", s->other, "}\n");
        break;
    case LOOP_STORE:
        v = TEXT("%s, %s", element(js, s->buffer, s->indices), v);
        PUT("T.%s.set(%s);\n", dtype_name(s->buffer->dtype), v);
        break;
    case LOOP_LET: PUT("const v%u = %s;\n", s->var->id, v); break;
    case LOOP_ALLOC: break; /* when the function begins */
    case LOOP_CALL: BUG("no loop function of a module calls another");
    }
}

/* Recursion is over nested statements, which is bounded. */
static void block(Js *js, const char *head, const LoopStmt *s, const char *end) {
    for (PUT("%s", head); s; s = s->next) {
        ctx_poll(js->arena->ctx);
        map_clear(&js->values);
        stmt(js, s);
    }
    PUT("%s", end);
}

static const char *sizes(Js *js, const LoopBuffer *b, const LoopExpr *const *list) {
    const char *all = "";
    js->integers = "extent";
    for (uint32_t d = 0; list && d < b->ndim; d++) all = TEXT("%s%s, ", all, value(js, list[d]));
    js->integers = NULL;
    return all;
}

static void declare(Js *js, const LoopBuffer *b) {
    const char *dims = sizes(js, b, b->dims), *strides = sizes(js, b, b->strides);
    const char *type = dtype_name(b->dtype);
    PUT("const d%u = [%s];\n", b->id, dims);
    if (b->strides) PUT("H.strides(d%u, [%s]);\n", b->id, strides);
    PUT(b->kind == LOOP_BUFFER_LOCAL ? "const a%u = H.stack(T.%s, d%u);\n"
                                     : "const a%u = T.%s.at(p%u);\n",
        b->id, type, b->id);
}

static void declare_locals(Js *js, const LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) declare(js, s->buffer);
        declare_locals(js, s->body);
        declare_locals(js, s->other);
    }
}

static void kernel(Js *js, size_t number, const LoopFn *fn) {
    js->fn = fn;
    map_clear(&js->values);
    PUT("function k%zu(", number);
    EACH(i, fn->params) PUT("p%u, ", fn->params.at[i]->id);
    EACH(i, fn->sizes) PUT("v%u, ", fn->sizes.at[i]->id);
    PUT(") {\nconst mark = H.mark();\n");
    EACH(i, fn->params) declare(js, fn->params.at[i]);
    declare_locals(js, fn->body);
    block(js, "", fn->body, "H.release(mark);\n}\n");
}

/* --- Host programs (docs/host.md) --- */

static const char *frame(Js *js, uint32_t level) { return level ? TEXT("g%u", level) : "f"; }

static const char *cell(Js *js, HirCell c) {
    return hir_cell_text(js->arena, TEXT("%s.", frame(js, c.frame)), c);
}

static const char *expr(Js *js, const HirExpr *e);

static const char *buffer(Js *js, uint32_t number) {
    const HirBuffer *b = &js->f->buffers.at[number];
    const char *base = b->place == HIR_IN_CONSTANT ? TEXT("io.constants[%u]", b->index)
                                                   : cell(js, hir_buffer_cell(b));
    if (b->offset) base = TEXT("(%s + Number(%s))", base, expr(js, b->offset));
    return b->at ? TEXT("(%s + Number(%s))", base, expr(js, b->at)) : base;
}

static const char *expr(Js *js, const HirExpr *e) {
    const char *args = "";
    if (e->kind == HIR_BUFFER_EXPR) return buffer(js, e->number);
    switch (hir_expr_form(e->kind)) {
    case HIR_FORM_INT: return literal(js, DTYPE_INT64, (LoopValue){.i = e->i});
    case HIR_FORM_REAL: return literal(js, DTYPE_FLOAT64, (LoopValue){.f = e->f});
    case HIR_FORM_CELL: return cell(js, e->cell);
    case HIR_FORM_NUMBER: args = TEXT("io, %u, ", e->number); break;
    case HIR_FORM_ELEMENT:
        args = TEXT("T.%s, %u, ", dtype_name(e->element.dtype), e->element.index);
        break;
    case HIR_FORM_TENSOR:
        args = TEXT("io, %u, %u, %un, ", e->tensor.index, e->tensor.dim, e->tensor.size);
        break;
    case HIR_FORM_NONE: break;
    }
    for (uint32_t k = 0; k < e->n; k++) args = TEXT("%s%s, ", args, expr(js, e->args[k]));
    return TEXT("H.%s(%s)", hir_expr_name(e->kind), args);
}

static void kernel_call(Js *js, const HirKernelCall *c) {
    PUT("k%u(", c->number);
    EACH(i, c->reads) PUT("%s, ", buffer(js, c->reads.at[i]));
    EACH(i, c->writes) PUT("%s, ", buffer(js, c->writes.at[i]));
    EACH(i, c->sizes) PUT("%s, ", expr(js, c->sizes.at[i]));
    PUT(");\n");
}

static void memory(Js *js, const HirStmt *s) {
    const HirExpr *e = s->memory.at;
    const bool is_buffer = e->kind == HIR_BUFFER_EXPR; /* its cell is set */
    const char *at =
        is_buffer ? cell(js, hir_buffer_cell(&js->f->buffers.at[e->number])) : expr(js, e);
    if (s->kind == HIR_ALLOC) PUT("%s = H.alloc(%s);\n", at, expr(js, s->memory.value));
    if (s->kind == HIR_TAKE) PUT("%s = %s;\n", at, expr(js, s->memory.value));
    if (s->kind == HIR_FREE) PUT("%sH.free(%s);\n", is_buffer ? TEXT("%s = ", at) : "", at);
}

static void host_block(Js *js, const char *head, const HirBlock *b, const char *end);

/* Recursion is as deep as branches are. */
static void host_stmt(Js *js, const HirStmt *s) {
#define E(e) expr(js, e)
    switch (s->kind) {
    case HIR_SET: PUT("%s = %s;\n", cell(js, s->set.cell), E(s->set.value)); return;
    case HIR_DIM:
        PUT("io.out[%u].dims[%u] = %s;\n", s->out.index, s->out.dim, E(s->out.value));
        return;
    case HIR_DATA: PUT("io.out[%u].data = %s;\n", s->out.index, E(s->out.value)); return;
    case HIR_STORE:
        PUT("H.store(T.%s, %u, %s, %s);\n", dtype_name(s->store.dtype), s->store.index,
            E(s->store.at), E(s->store.value));
        return;
    case HIR_COPY:
        PUT("H.copy(%s, %s, %s);\n", E(s->copy.to), E(s->copy.from), E(s->copy.bytes));
        return;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE: memory(js, s); return;
    case HIR_FAIL:
        PUT("if (%s) H.fail(%zu);\n", E(s->fail.condition),
            be_script_message(js->to, s->fail.message));
        return;
    case HIR_IF:
        host_block(js, TEXT("if (%s) {\n", E(s->branch.condition)), &s->branch.bodies[0], "}\n");
        host_block(js, "else {\n", &s->branch.bodies[1], "}\n");
        return;
    case HIR_LOOP: host_block(js, "for (;;) {\n", &s->loop.body, "}\n"); return;
    case HIR_LEAVE: PUT("if (%s) break;\n", E(s->leave.condition)); return;
    case HIR_FRAME:
        host_block(js,
                   TEXT("{\nconst g%u = H.frame(f.depth + 1n, layout%u, body%u);\n", s->frame.level,
                        s->frame.function, s->frame.function),
                   &s->frame.body, "}\n");
        return;
    case HIR_LAYOUT: PUT("%s.layout();\n", frame(js, s->frame_level)); return;
    case HIR_CALL: PUT("%s.body();\n", frame(js, s->frame_level)); return;
    case HIR_KERNEL: kernel_call(js, &s->kernel); return;
    case HIR_PART: host_block(js, "{\n", &s->part, "}\n"); return;
    case HIR_POLL: return; /* before all */
    default: BUG("a program without libraries has no such statement: %d", (int)s->kind);
    }
}

static void host_block(Js *js, const char *head, const HirBlock *b, const char *end) {
    PUT("%s", head);
    EACH(i, *b) host_stmt(js, b->at[i]);
    PUT("%s", end);
}

static void host_function(Js *js, const HirFn *f) {
    const HirBlock *sections = f->sections;
    const uint32_t n = f->index, n_heap = f->n_cells[HIR_HEAP_CELL];
    js->f = f;
    host_block(js, TEXT("function layout%u(f) {\n", n), &sections[HIR_SECTION_LAYOUT], "}\n");
    host_block(js, TEXT("function body%u(f) {\nf.h = Array(%u).fill(0);\n", n, n_heap),
               &sections[HIR_SECTION_BODY], "f.h.forEach(H.free);\n}\n");
    if (!f->is_entry) return;
    host_block(js, TEXT("const f = H.frame(0n, layout%u, body%u);\n", n, n),
               &sections[HIR_SECTION_BIND], "H.outputs(io);\n");
    PUT("f.arena = H.alloc(%s);\n", f->arena ? expr(js, f->arena) : "0n");
    host_block(js, "", &sections[HIR_SECTION_RUN], "");
}

static void print(BeScriptText *to) {
    Js js = {.to = to, .arena = to->arena};
    map_init(&js.values, to->arena);
    EACH(i, to->host->kernels) kernel(&js, i, to->host->kernels.at[i].made_of);
    EACH(i, to->host->functions) host_function(&js, to->host->functions.at[i]);
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    static const char *const command[] = {"node", RUNTIME_JS, NULL};
    static const char *const messages[] = {"an index is out of range", "an extent does not fit",
                                           "the JavaScript is wrong", NULL};
    static BeScript script = {
        .command = command, .messages = messages, .print = print, BE_SCRIPT_INIT};
    return be_script_compile(self, m, options, &script);
}

const Backend backend_javascript = {
    .name = "javascript", .doc = "JavaScript, run by Node", .compile = compile};
