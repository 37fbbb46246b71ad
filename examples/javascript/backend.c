/* SPDX-License-Identifier: Apache-2.0 */
/* A backend outside of the tree's rooms: modules as JavaScript for Node. A module's text is made
 * once; a run sends it and the inputs to one Node, which lives as long as this process (runtime.js
 * says what it answers). */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backend/backend.h"
#include "backend/lower.h"
#include "ir/copy.h"

/* As in runtime.js, behind those of runtime/abi.h. */
enum { OUT_OF_RANGE = 6, WRONG_EXTENT, FAULT, NO_NODE, FIRST_MESSAGE };

typedef struct {
    const void *of;
    uint32_t number;
} Numbered;

typedef struct {
    Arena *arena;
    StrBuf done, out; /* kernels that are finished; the function at hand */
    Map kernels;      /* Numbered by LoopFn */
    uint32_t n_kernels;
    const LoopFn *fn;
    Map values; /* Numbered by LoopExpr: each is computed once in a statement */
    uint32_t n_values;
    const char *integers; /* NULL: as their types; else the type whose sums are checked */
    const HirProgram *program;
    const HirFn *f;
    VEC(uint32_t) frames; /* that are open: their functions */
    VEC(const char *) messages;
} Js;

#define TEXT(...) arena_printf(js->arena, __VA_ARGS__)
#define PUT(...) strbuf_printf(&js->out, __VA_ARGS__)
#define EACH(i, list) for (size_t i = 0; i < (list).len; i++)

static Numbered *number_of(Map *map, const void *of, uint32_t next) {
    for (MapIter it = map_find(map, hash_ptr(0, of)); map_next(map, &it);) {
        if (((Numbered *)it.value)->of == of) return it.value;
    }
    Numbered *n = ARENA_NEW(map->arena, Numbered);
    *n = (Numbered){of, next};
    map_add(map, hash_ptr(0, of), n);
    return n;
}

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

static const char *const operations[] = {
#define EXPR(id, text, form, n, kinds, result, doc) [LOOP_##id] = #id,
#include "loop/expr.def"
};

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
    return TEXT("T.%s.%s(%s)", js->integers ? js->integers : from, operations[e->kind], args);
}

/* Recursion is as deep as expressions are, which is bounded. */
static const char *value(Js *js, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return TEXT("v%u", e->var->id);
    if (e->kind == LOOP_CONST && dtype_is_float(e->dtype))
        return literal(js, e->dtype, (LoopValue){.f = e->f});
    if (e->kind == LOOP_CONST) return literal(js, e->dtype, (LoopValue){.i = e->i});
    Numbered *n = number_of(&js->values, e, 0);
    if (!n->number) {
        const char *text = computed(js, e);
        n->number = ++js->n_values;
        PUT("const t%u = %s;\n", n->number, text);
    }
    return TEXT("t%u", n->number);
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
        PUT("%s, '%s'), ", first, operations[e->kind]);
    }
    PUT("];\nfor (let v%u = 0n; v%u < %s; v%u++) {\n", v, v, end, v);
    block(js, TEXT("for (const q of q%u) q.load(v%u);\n", q, v), s->body,
          TEXT("for (const q of q%u) q.keep(v%u);\n}\nfor (const q of q%u) q.fold();\n", q, v, q));
}

static void stmt(Js *js, const LoopStmt *s) {
    const char *v;
    switch (s->kind) {
    case LOOP_FOR: loop(js, s); break;
    case LOOP_WHILE:
        PUT("for (;;) {\n");
        v = value(js, s->value);
        block(js, TEXT("if (!%s) break;\n", v), s->body, "}\n");
        break;
    case LOOP_IF:
        block(js, TEXT("if (%s) {\n", value(js, s->value)), s->body, "} else {\n");
        block(js, "", s->other, "}\n");
        break;
    case LOOP_STORE:
        v = value(js, s->value);
        v = TEXT("%s, %s", element(js, s->buffer, s->indices), v);
        PUT("T.%s.set(%s);\n", dtype_name(s->buffer->dtype), v);
        break;
    case LOOP_LET:
        v = value(js, s->value);
        PUT("const v%u = %s;\n", s->var->id, v);
        break;
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
    const char *dims = sizes(js, b, b->dims), *type = dtype_name(b->dtype);
    PUT("const d%u = [%s];\n", b->id, dims);
    if (b->strides) {
        const char *strides = sizes(js, b, b->strides);
        PUT("H.strides(d%u, [%s]);\n", b->id, strides);
    }
    if (b->kind == LOOP_BUFFER_LOCAL)
        PUT("const a%u = H.stack(T.%s, d%u);\n", b->id, type, b->id);
    else
        PUT("const a%u = T.%s.at(p%u);\n", b->id, type, b->id);
}

static void declare_locals(Js *js, const LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) declare(js, s->buffer);
        declare_locals(js, s->body);
        declare_locals(js, s->other);
    }
}

static uint32_t kernel(Js *js, const LoopFn *fn) {
    const uint32_t n = number_of(&js->kernels, fn, js->n_kernels)->number;
    if (n < js->n_kernels) return n;
    const Js outer = *js;
    js->fn = fn;
    strbuf_init(&js->out, js->arena);
    map_init(&js->values, js->arena);
    PUT("function k%u(", js->n_kernels++);
    EACH(i, fn->params) PUT("p%u, ", fn->params.at[i]->id);
    EACH(i, fn->sizes) PUT("v%u, ", fn->sizes.at[i]->id);
    PUT(") {\nconst mark = H.mark();\n");
    EACH(i, fn->params) declare(js, fn->params.at[i]);
    declare_locals(js, fn->body);
    block(js, "", fn->body, "H.release(mark);\n}\n");
    strbuf_add(&js->done, js->out.text.at, js->out.text.len);
    js->out = outer.out;
    js->values = outer.values;
    js->fn = outer.fn;
    return n;
}

/* --- Host programs (docs/host.md) --- */

static const char *frame(Js *js, uint32_t level) { return level ? TEXT("g%u", level) : "f"; }

static const char *cell(Js *js, HirCell c) {
    return hir_cell_text(js->arena, TEXT("%s.", frame(js, c.frame)), c);
}

static const char *expr(Js *js, const HirExpr *e);

static const char *buffer(Js *js, uint32_t number) {
    const HirBuffer *b = &js->f->buffers.at[number];
    const char *base =
        b->place == HIR_IN_CONSTANT ? TEXT("c%u", b->index) : cell(js, hir_buffer_cell(b));
    if (b->offset) base = TEXT("(%s + Number(%s))", base, expr(js, b->offset));
    return b->at ? TEXT("(%s + Number(%s))", base, expr(js, b->at)) : base;
}

static const char *expr(Js *js, const HirExpr *e) {
    const uint32_t i = e->tensor.index, d = e->tensor.dim, size = e->tensor.size;
    const char *args = "";
    switch (e->kind) {
    case HIR_INT_EXPR: return literal(js, DTYPE_INT64, (LoopValue){.i = e->i});
    case HIR_REAL_EXPR: return literal(js, DTYPE_FLOAT64, (LoopValue){.f = e->f});
    case HIR_CELL_EXPR: return cell(js, e->cell);
    case HIR_BUFFER_EXPR: return buffer(js, e->number);
    case HIR_WORK_EXPR: return "0n"; /* loop functions take memory themselves */
    case HIR_IN_DIM_EXPR: return TEXT("io.in[%u].dims[%u]", i, d);
    case HIR_OUT_DIM_EXPR: return TEXT("io.out[%u].dims[%u]", i, d);
    case HIR_IN_BYTES_EXPR: return TEXT("H.bytes(io.in[%u].dims, %u, %un)", i, d, size);
    case HIR_OUT_BYTES_EXPR: return TEXT("H.bytes(io.out[%u].dims, %u, %un)", i, d, size);
    case HIR_IN_DATA_EXPR: return TEXT("io.in[%u].data", e->number);
    case HIR_OUT_DATA_EXPR: return TEXT("io.out[%u].data", e->number);
    case HIR_LOAD_EXPR:
        args = TEXT("T.%s, %u, ", dtype_name(e->element.dtype), e->element.index);
        break;
    default: break;
    }
    for (uint32_t k = 0; k < e->n; k++) args = TEXT("%s%s, ", args, expr(js, e->args[k]));
    return TEXT("H.%s(%s)", hir_expr_name(e->kind), args);
}

static void host_kernel(Js *js, const HirKernelCall *c) {
    PUT("k%u(", kernel(js, js->program->kernels.at[c->number].made_of));
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
    if (s->kind == HIR_FREE) PUT("H.free(%s);\n", at);
    if (s->kind == HIR_FREE && is_buffer) PUT("%s = 0;\n", at);
}

static void host_block(Js *js, const char *head, const HirBlock *b, const char *end);

/* Recursion is as deep as branches are. */
static void host_stmt(Js *js, const HirStmt *s) {
    const uint32_t level = s->frame_level;
#define E(e) expr(js, e)
    switch (s->kind) {
    case HIR_SET: PUT("%s = %s;\n", cell(js, s->set.cell), E(s->set.value)); return;
    case HIR_DIM:
        PUT("io.out[%u].dims[%u] = %s;\n", s->out.index, s->out.dim, E(s->out.value));
        return;
    case HIR_DATA: PUT("io.out[%u].data = %s;\n", s->out.index, E(s->out.value)); return;
    case HIR_STORE:
        PUT("H.store(T.%s, %u, ", dtype_name(s->store.dtype), s->store.index);
        PUT("%s, %s);\n", E(s->store.at), E(s->store.value));
        return;
    case HIR_COPY:
        PUT("H.copy(%s, %s, %s);\n", E(s->copy.to), E(s->copy.from), E(s->copy.bytes));
        return;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE: memory(js, s); return;
    case HIR_FAIL:
        PUT("if (%s) H.fail(%zu);\n", E(s->fail.condition), js->messages.len);
        vec_push(js->arena, &js->messages, TEXT("%s", s->fail.message));
        return;
    case HIR_IF:
        host_block(js, TEXT("if (%s) {\n", E(s->branch.condition)), &s->branch.bodies[0],
                   "} else {\n");
        host_block(js, "", &s->branch.bodies[1], "}\n");
        return;
    case HIR_LOOP: host_block(js, "for (;;) {\n", &s->loop.body, "}\n"); return;
    case HIR_LEAVE: PUT("if (%s) break;\n", E(s->leave.condition)); return;
    case HIR_FRAME:
        vec_push(js->arena, &js->frames, s->frame.function);
        PUT("{\nconst g%u = H.frame(f.depth + 1n);\n", s->frame.level);
        host_block(js, "", &s->frame.body, "}\n");
        js->frames.len--;
        return;
    case HIR_LAYOUT:
    case HIR_CALL:
        PUT("%s%u(%s);\n", s->kind == HIR_CALL ? "body" : "layout",
            level ? js->frames.at[level - 1] : js->f->index, frame(js, level));
        return;
    case HIR_KERNEL: host_kernel(js, &s->kernel); return;
    case HIR_PART: host_block(js, "{\n", &s->part, "}\n"); return;
    case HIR_POLL: return; /* run() asks, before all */
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
    js->f = f;
    PUT("function layout%u(f) {\n", f->index);
    host_block(js, "", &sections[HIR_SECTION_LAYOUT], "}\n");
    PUT("function body%u(f) {\nf.h = Array(%u).fill(0);\n", f->index, f->n_cells[HIR_HEAP_CELL]);
    host_block(js, "", &sections[HIR_SECTION_BODY], "f.h.forEach(H.free);\n}\n");
    if (!f->is_entry) return;
    host_block(js, "const f = H.frame(0n);\n", &sections[HIR_SECTION_BIND], "");
    EACH(i, f->outputs) { /* the caller's memory; a shape has rank 1, a number 0 */
        const HirValue *v = &f->outputs.at[i];
        const uint32_t rank =
            v->kind == HIR_TENSOR ? v->ndim : v->kind == HIR_INTEGERS && v->dtype == DTYPE_VOID;
        if (v->kind == HIR_TENSOR && !v->dims) continue;
        PUT("io.out[%zu].data = H.alloc(H.bytes(io.out[%zu].dims, %u, 8n));\n", i, i, rank);
    }
    PUT("f.arena = H.alloc(%s);\n", f->arena ? expr(js, f->arena) : "0n");
    host_block(js, "", &sections[HIR_SECTION_RUN], "");
}

/* --- Runs --- */

typedef struct {
    const RtEntry *entry;
    Str text;
} Code;

static struct {
    pthread_mutex_t lock; /* runs take turns */
    int fd;
} node = {.lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1};

static bool node_start(void) {
    int ends[2];
    if (node.fd >= 0) return true;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    const pid_t pid = fork();
    if (pid == 0) {
        if (dup2(ends[1], 0) == 0 && dup2(ends[1], 1) == 1)
            execlp("node", "node", RUNTIME_JS, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    node.fd = ends[0];
    return pid > 0;
}

static bool give(const void *data, size_t n) {
    return n == 0 || send(node.fd, data, n, MSG_NOSIGNAL) == (ssize_t)n;
}

static bool give_int(int64_t v) { return give(&v, sizeof v); }

static bool take(void *data, size_t n) {
    return n == 0 || recv(node.fd, data, n, MSG_WAITALL) == (ssize_t)n;
}

static bool talk(const Code *self, const RtTensor *in, RtTensor *out, int64_t *e) {
    const RtEntry *entry = self->entry;
    size_t count, bytes = self->text.len;
    bool ok = node_start() && give_int((int64_t)bytes) && give(self->text.ptr, bytes);
    ok = ok && give_int(entry->n_inputs);
    for (uint32_t i = 0; ok && i < entry->n_inputs; i++) {
        const RtValue *v = &entry->inputs[i];
        ok = tensor_count(in[i].dims, v->ndim, v->dtype, &count, &bytes) && give_int(v->ndim) &&
             give(in[i].dims, v->ndim * sizeof *in[i].dims) && give_int((int64_t)bytes) &&
             give(in[i].data, bytes);
    }
    ok = ok && take(e, sizeof *e);
    for (uint32_t i = 0; ok && !*e && i < entry->n_outputs; i++) {
        ok = take(out[i].dims, entry->outputs[i].ndim * sizeof *out[i].dims) && take(&bytes, 8) &&
             (out[i].data = rt_heap((int64_t)bytes)) && take(out[i].data, bytes);
    }
    return ok;
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    const Code *self = env->constants[0];
    int64_t e = rt_poll(env);
    (void)arena;
    for (uint32_t i = 0; i < self->entry->n_outputs; i++) out[i].data = NULL;
    if (e) return (int32_t)e;
    pthread_mutex_lock(&node.lock);
    const bool ok = talk(self, in, out, &e);
    if (!ok && node.fd >= 0) close(node.fd);
    if (!ok) node.fd = -1;
    pthread_mutex_unlock(&node.lock);
    for (uint32_t i = 0; !ok && i < self->entry->n_outputs; i++) {
        rt_free(out[i].data);
        out[i].data = NULL;
    }
    return ok ? (int32_t)e : NO_NODE;
}

static int64_t no_work(void *user, const LoopFn *fn) { return (void)user, (void)fn, 0; }

static void print(Js *js, Code *code) {
    static const char *const first[FIRST_MESSAGE] = {"",
                                                     HIR_OUT_OF_MEMORY,
                                                     HIR_OVERFLOW,
                                                     HIR_TOO_DEEP,
                                                     HIR_MISSING,
                                                     "cancelled",
                                                     "an index is out of range",
                                                     "an extent does not fit",
                                                     "the JavaScript is wrong",
                                                     "node cannot be started, or has ended"};
    StrBuf *out = &js->done;
    strbuf_puts(out, "'use strict';\n");
    for (size_t i = 0; i < FIRST_MESSAGE; i++) vec_push(js->arena, &js->messages, first[i]);
    EACH(i, js->program->constants) {
        const Tensor *t = js->program->constants.at[i].made_of->tensor;
        strbuf_printf(out, "const c%zu = H.constant('", i);
        for (size_t b = 0; b < t->bytes; b++) strbuf_printf(out, "%02x", ((uint8_t *)t->data)[b]);
        strbuf_puts(out, "');\n");
    }
    EACH(i, js->program->functions) host_function(js, js->program->functions.at[i]);
    PUT("return [");
    for (uint32_t i = 0; i < code->entry->n_outputs; i++)
        PUT("[%u, %un], ", code->entry->outputs[i].ndim, dtype_bits(code->entry->outputs[i].dtype));
    PUT("];\n");
    strbuf_add(out, js->out.text.at, js->out.text.len);
    code->text = strbuf_str(out);
}

static bool translate(BeExecutable *self, IrModule *m, const BeOptions *options, Code *code) {
    static const BeTarget target = {.work = no_work, .has_offsets = true};
    Js js = {.arena = &self->arena};
    const IrGlobal *global = ir_module_copy_global(m, options->function);
    const BeLegalize how = {.function = global, .holds = options->holds};
    if (!be_legalize(m, &how, &self->arena)) return false;
    BeModule *module = be_module_lower(m, global->function, &target, &self->arena);
    if (!module) return false;
    js.program = be_host_program(module, &(BeLowering){.counts = false});
    strbuf_init(&js.out, &self->arena);
    strbuf_init(&js.done, &self->arena);
    map_init(&js.kernels, &self->arena);
    print(&js, code);
    self->rt.messages = js.messages.at;
    self->rt.n_messages = js.messages.len;
    return true;
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    Code *code = ARENA_NEW(&self->arena, Code);
    code->entry = be_enter(self, options->function->function, code, NULL, run);
    if (!code->entry) return STATUS_INVALID;
    IrModule *own = ir_module_copy(m);
    const bool ok = translate(self, own, options, code);
    ir_module_free(own);
    return ok ? STATUS_OK : STATUS_INVALID;
}

/* The executable's arena is all that it has. */
static void nothing(BeExecutable *self) { (void)self; }

const Backend backend_javascript = {.name = "javascript",
                                    .doc = "JavaScript, run by Node",
                                    .compile = compile,
                                    .keep = nothing,
                                    .free = nothing};
