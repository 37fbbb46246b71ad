/* SPDX-License-Identifier: Apache-2.0 */
/* A backend of its own outside of Tenon: modules as JavaScript for Node. The text of a module is
 * made once; a run sends it and the inputs to one Node, which lives as long as the process
 * (runtime.js says what it answers). Only the core's part before the backends is used: passes, the
 * plan, the host program, loop functions. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backend/backend.h"
#include "backend/lower.h"
#include "ir/copy.h"
#include "passes/manager.h"

/* As in runtime.js, behind those of runtime/abi.h. */
enum { OUT_OF_RANGE = 6, WRONG_EXTENT, FAULT, NO_NODE, FIRST_MESSAGE };

typedef struct {
    Arena *arena;
    StrBuf kernels, functions;
    Map numbers; /* JsNumber by LoopFn */
    uint32_t n_kernels;
    VEC(const char *) messages;
    VEC(uint32_t) frames; /* that are open: their functions */
    const HirProgram *program;
    const HirFn *f;
    const RtEntry *entry;
} Js;

/* A loop function. Values are constants of JavaScript, each named once in a statement. */
typedef struct {
    Js *js;
    StrBuf out;
    Map values; /* JsNumber by LoopExpr, of the statement at hand */
    const LoopFn *fn;
    uint32_t n;
    bool is_extent; /* integers are checked */
} Kernel;

typedef struct {
    const void *of;
    uint32_t number;
} JsNumber;

static JsNumber *number_of(Map *map, const void *of, uint32_t next, bool *is_new) {
    for (MapIter it = map_find(map, hash_ptr(0, of)); map_next(map, &it);) {
        if (((JsNumber *)it.value)->of == of) return *is_new = false, (JsNumber *)it.value;
    }
    JsNumber *n = ARENA_NEW(map->arena, JsNumber);
    *n = (JsNumber){of, next};
    map_add(map, hash_ptr(0, of), n);
    return *is_new = true, n;
}

static const char *literal(Arena *arena, DType t, LoopValue v) {
    StrBuf s;
    strbuf_init(&s, arena);
    if (t == DTYPE_BOOL) return v.i ? "true" : "false";
    if (!dtype_is_float(t))
        return arena_printf(arena, t == DTYPE_UINT64 ? "%llun" : "%lldn", (long long)v.i);
    if (v.f != v.f || v.f - v.f != 0) return v.f > 0 ? "Infinity" : v.f < 0 ? "-Infinity" : "NaN";
    strbuf_double(&s, v.f);
    return strbuf_cstr(&s);
}

static const char *const expr_names[] = {
#define EXPR(id, text, form, n, kinds, result, doc) [LOOP_##id] = #id,
#include "loop/expr.def"
};

static const char *value(Kernel *k, const LoopExpr *e);

/* The place of an element in its type's view of memory; every index is checked. */
static const char *element(Kernel *k, const LoopBuffer *b, const LoopExpr *const *indices) {
    const char *at = "0n";
    for (uint32_t i = 0; i < b->ndim; i++)
        at = arena_printf(k->js->arena, "%s * d%u[%u] + H.index(%s, d%u[%u])",
                          i ? arena_printf(k->js->arena, "(%s)", at) : at, b->id, i,
                          value(k, indices[i]), b->id, i);
    return arena_printf(k->js->arena, "a%u + Number(%s)", b->id, at);
}

/* Recursion is as deep as expressions, which loop_verify bounds. */
static const char *value(Kernel *k, const LoopExpr *e) {
    Arena *arena = k->js->arena;
    bool is_new;
    if (e->kind == LOOP_VAR) return arena_printf(arena, "v%u", e->var->id);
    if (e->kind == LOOP_CONST)
        return literal(arena, e->dtype,
                       dtype_is_float(e->dtype) ? (LoopValue){.f = e->f} : (LoopValue){.i = e->i});
    JsNumber *n = number_of(&k->values, e, 0, &is_new);
    if (is_new) {
        const char *args[3] = {"", "", ""}, *type = dtype_name(e->dtype), *text;
        if (e->kind == LOOP_LOAD) {
            text = arena_printf(arena, "get(%s)", element(k, e->buffer, e->args));
        } else {
            for (uint32_t i = 0; i < e->n; i++) args[i] = value(k, e->args[i]);
            const char *from = dtype_name(e->args[e->n - 1]->dtype);
            const bool is_cast = e->kind == LOOP_CAST, is_bits = e->kind == LOOP_REINTERPRET;
            if (!is_cast && !is_bits) type = k->is_extent ? "extent" : from;
            text = is_bits ? arena_printf(arena, "from(T.%s, %s)", from, args[0])
                           : arena_printf(arena, "%s(%s, %s, %s)",
                                          is_cast ? "cast" : expr_names[e->kind], args[0],
                                          e->n > 1 ? args[1] : "0", e->n > 2 ? args[2] : "0");
        }
        n->number = k->n++;
        strbuf_printf(&k->out, "const t%u = T.%s.%s;\n", n->number, type, text);
    }
    return arena_printf(arena, "t%u", n->number);
}

static uint32_t kernel(Js *js, const LoopFn *fn);
static void list(Kernel *k, const LoopStmt *s);

typedef VEC(const LoopStmt *) Stores;

/* The first stores to scalars from outside the list. */
static void find_partials(Arena *arena, const LoopStmt *s, bool *seen, Stores *out) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) seen[s->buffer->id] = true;
        if (s->kind == LOOP_STORE && !s->buffer->ndim && s->buffer->kind == LOOP_BUFFER_LOCAL &&
            !seen[s->buffer->id]) {
            seen[s->buffer->id] = true;
            vec_push(arena, out, s);
        }
        find_partials(arena, s->body, seen, out);
        find_partials(arena, s->other, seen, out);
    }
}

/* In a reduction each scalar has `lanes` values, which take turns in its memory. */
static void loop(Kernel *k, const LoopStmt *s) {
    Arena *arena = k->js->arena;
    Stores parts = {.at = NULL};
    const uint32_t v = s->var->id, q = k->n++;
    if (s->lanes > 1)
        find_partials(arena, s->body, ARENA_ARRAY(arena, bool, k->fn->n_buffers + 1), &parts);
    const char *end = value(k, s->value);
    strbuf_printf(&k->out, "const q%u = [", q);
    for (size_t i = 0; i < parts.len; i++) {
        const LoopExpr *op = parts.at[i]->value;
        const char *first = literal(arena, op->dtype, loop_eval_identity(op->kind, op->dtype));
        strbuf_printf(&k->out, "H.lanes(T.%s, a%u, %u, %s, '%s'), ", dtype_name(op->dtype),
                      parts.at[i]->buffer->id, s->lanes, first, expr_names[op->kind]);
    }
    strbuf_printf(&k->out,
                  "];\nfor (let v%u = 0n; v%u < %s; v%u++) {\nfor (const q of q%u) q.load(v%u);\n",
                  v, v, end, v, q, v);
    list(k, s->body);
    strbuf_printf(&k->out, "for (const q of q%u) q.keep(v%u);\n}\nfor (const q of q%u) q.fold();\n",
                  q, v, q);
}

static void block(Kernel *k, const char *head, const LoopStmt *s) {
    strbuf_puts(&k->out, head);
    list(k, s);
    strbuf_puts(&k->out, "}\n");
}

static void call(Kernel *k, const LoopStmt *s) {
    const LoopFn *callee = s->callee;
    strbuf_printf(&k->out, "k%u([", kernel(k->js, callee));
    for (uint32_t i = 0; i < s->n; i++) strbuf_printf(&k->out, "...d%u, ", s->buffers[i]->id);
    strbuf_putc(&k->out, ']');
    for (uint32_t i = 0; i < s->n; i++)
        strbuf_printf(&k->out, ", a%u * T.%s.size", s->buffers[i]->id,
                      dtype_name(s->buffers[i]->dtype));
    for (size_t v = 0; v < callee->sizes.len; v++) {
        const char *size = NULL;
        for (uint32_t i = 0; i < s->n; i++) {
            for (uint32_t d = 0; d < callee->params.at[i]->ndim && !size; d++) {
                const LoopExpr *dim = callee->params.at[i]->dims[d];
                if (dim->kind == LOOP_VAR && dim->var == callee->sizes.at[v])
                    size = arena_printf(k->js->arena, ", d%u[%u]", s->buffers[i]->id, d);
            }
        }
        strbuf_puts(&k->out, size);
    }
    strbuf_puts(&k->out, ");\n");
}

/* Recursion is over nested statements, which loop_verify bounds. */
static void list(Kernel *k, const LoopStmt *s) {
    for (; s; s = s->next) {
        ctx_poll(k->js->arena->ctx);
        map_clear(&k->values);
        const char *v;
        switch (s->kind) {
        case LOOP_FOR: loop(k, s); break;
        case LOOP_WHILE:
            strbuf_puts(&k->out, "for (;;) {\n");
            v = value(k, s->value);
            block(k, arena_printf(k->js->arena, "if (!%s) break;\n", v), s->body);
            break;
        case LOOP_IF:
            block(k, arena_printf(k->js->arena, "if (%s) {\n", value(k, s->value)), s->body);
            if (s->other) block(k, "else {\n", s->other);
            break;
        case LOOP_STORE:
            v = value(k, s->value);
            strbuf_printf(&k->out, "T.%s.set(%s, %s);\n", dtype_name(s->buffer->dtype),
                          element(k, s->buffer, s->indices), v);
            break;
        case LOOP_LET:
            strbuf_printf(&k->out, "const v%u = %s;\n", s->var->id, value(k, s->value));
            break;
        case LOOP_ALLOC: break; /* when the function begins */
        case LOOP_CALL: call(k, s); break;
        }
    }
}

static void declare(Kernel *k, const LoopBuffer *b) {
    k->is_extent = true;
    map_clear(&k->values);
    for (uint32_t turn = 0; turn < (b->strides ? 2 : 1); turn++) {
        const LoopExpr *const *dims = turn ? b->strides : b->dims;
        const char *all = "";
        for (uint32_t i = 0; i < b->ndim; i++)
            all = arena_printf(k->js->arena, "%s%s, ", all, value(k, dims[i]));
        strbuf_printf(&k->out, turn ? "H.strides(d%u, [%s]);\n" : "const d%u = [%s];\n", b->id,
                      all);
    }
    strbuf_printf(&k->out,
                  b->kind == LOOP_BUFFER_LOCAL ? "const a%u = H.stack(T.%s, d%u);\n"
                                               : "const a%u = T.%s.at(p%u);\n",
                  b->id, dtype_name(b->dtype), b->id);
    k->is_extent = false;
}

static void declare_locals(Kernel *k, const LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) declare(k, s->buffer);
        declare_locals(k, s->body);
        declare_locals(k, s->other);
    }
}

static uint32_t kernel(Js *js, const LoopFn *fn) {
    bool is_new;
    JsNumber *n = number_of(&js->numbers, fn, js->n_kernels, &is_new);
    if (!is_new) return n->number;
    Kernel k = {.js = js, .fn = fn};
    strbuf_init(&k.out, js->arena);
    map_init(&k.values, js->arena);
    strbuf_printf(&k.out, "function k%u(dims", js->n_kernels++);
    for (size_t i = 0; i < fn->params.len; i++)
        strbuf_printf(&k.out, ", p%u", fn->params.at[i]->id);
    for (size_t i = 0; i < fn->sizes.len; i++) strbuf_printf(&k.out, ", v%u", fn->sizes.at[i]->id);
    strbuf_puts(&k.out, ") {\nconst mark = H.mark();\n");
    for (size_t i = 0; i < fn->params.len; i++) declare(&k, fn->params.at[i]);
    strbuf_puts(&k.out, "H.fits(dims, [");
    for (size_t i = 0; i < fn->params.len; i++)
        strbuf_printf(&k.out, "...d%u, ", fn->params.at[i]->id);
    strbuf_puts(&k.out, "]);\n");
    declare_locals(&k, fn->body);
    block(&k, "", fn->body);
    k.out.text.len -= 2; /* the brace */
    strbuf_puts(&k.out, "H.release(mark);\n}\n");
    strbuf_add(&js->kernels, k.out.text.at, k.out.text.len);
    return n->number;
}

/* --- Host programs (docs/host.md) --- */

static const char *cell(Js *js, HirCell c) {
    static const struct {
        const char *name;
        bool is_list;
    } cells[] = {
#define HIR_CELL(id, name, type, is_list) {name, is_list},
#include "host/cells.def"
    };
    const char *frame = c.frame ? arena_printf(js->arena, "g%u", c.frame) : "f";
    return arena_printf(js->arena, cells[c.kind].is_list ? "%s.%s[%u]" : "%s.%s", frame,
                        cells[c.kind].name, c.index);
}

static const char *host_expr(Js *js, const HirExpr *e);

static const char *buffer(Js *js, const HirBuffer *b) {
    static const HirCellKind cells[] = {[HIR_IN_HEAP] = HIR_HEAP_CELL,
                                        [HIR_IN_INPUT] = HIR_IN_CELL,
                                        [HIR_IN_OUTPUT] = HIR_OUT_CELL,
                                        [HIR_IN_ARENA] = HIR_ARENA_CELL};
    return arena_printf(js->arena, "(%s + Number(%s + %s))",
                        b->place == HIR_IN_CONSTANT
                            ? arena_printf(js->arena, "c%u", b->index)
                            : cell(js, (HirCell){.kind = cells[b->place], .index = b->index}),
                        b->offset ? host_expr(js, b->offset) : "0n",
                        b->at ? host_expr(js, b->at) : "0n");
}

static const char *host_expr(Js *js, const HirExpr *e) {
    static const char *const names[] = {
#define HIR_EXPR(id, name, form, type, args, is_checked) name,
#include "host/exprs.def"
    };
    const char *side = e->kind == HIR_IN_DIM_EXPR || e->kind == HIR_IN_BYTES_EXPR ? "in" : "out";
    StrBuf s;
    switch (e->kind) {
    case HIR_INT_EXPR: return literal(js->arena, DTYPE_INT64, (LoopValue){.i = e->i});
    case HIR_REAL_EXPR: return literal(js->arena, DTYPE_FLOAT64, (LoopValue){.f = e->f});
    case HIR_CELL_EXPR: return cell(js, e->cell);
    case HIR_BUFFER_EXPR: return buffer(js, &js->f->buffers.at[e->number]);
    case HIR_WORK_EXPR: return "0n"; /* loop functions take memory themselves */
    case HIR_IN_DIM_EXPR:
    case HIR_OUT_DIM_EXPR:
        return arena_printf(js->arena, "io.%s[%u].dims[%u]", side, e->tensor.index, e->tensor.dim);
    case HIR_IN_BYTES_EXPR:
    case HIR_OUT_BYTES_EXPR:
        return arena_printf(js->arena, "H.bytes(io.%s[%u].dims, %u, %un)", side, e->tensor.index,
                            e->tensor.dim, e->tensor.size);
    case HIR_IN_DATA_EXPR: return arena_printf(js->arena, "io.in[%u].data", e->number);
    case HIR_OUT_DATA_EXPR: return arena_printf(js->arena, "io.out[%u].data", e->number);
    default: break;
    }
    strbuf_init(&s, js->arena);
    strbuf_printf(&s, "H.%s(", names[e->kind]);
    if (e->kind == HIR_LOAD_EXPR)
        strbuf_printf(&s, "T.%s, %u, ", dtype_name(e->element.dtype), e->element.index);
    for (uint32_t i = 0; i < e->n; i++)
        strbuf_printf(&s, "%s%s", i ? ", " : "", host_expr(js, e->args[i]));
    strbuf_putc(&s, ')');
    return strbuf_cstr(&s);
}

static void host_kernel(Js *js, const HirKernelCall *c) {
    StrBuf s;
    strbuf_init(&s, js->arena);
    strbuf_printf(&s, "k%u(null", kernel(js, js->program->kernels.at[c->number].made_of));
    for (size_t i = 0; i < c->reads.len; i++)
        strbuf_printf(&s, ", %s", buffer(js, &js->f->buffers.at[c->reads.at[i]]));
    for (size_t i = 0; i < c->writes.len; i++)
        strbuf_printf(&s, ", %s", buffer(js, &js->f->buffers.at[c->writes.at[i]]));
    for (size_t i = 0; i < c->sizes.len; i++)
        strbuf_printf(&s, ", %s", host_expr(js, c->sizes.at[i]));
    strbuf_printf(&js->functions, "%s);\n", strbuf_cstr(&s));
}

static void host_block(Js *js, const char *head, const HirBlock *b, const char *end);

/* Recursion is as deep as branches are. */
static void host_stmt(Js *js, const HirStmt *s) {
    StrBuf *out = &js->functions;
    const char *at;
#define E(e) host_expr(js, (e))
    switch (s->kind) {
    case HIR_SET: strbuf_printf(out, "%s = %s;\n", cell(js, s->set.cell), E(s->set.value)); return;
    case HIR_DIM:
        strbuf_printf(out, "io.out[%u].dims[%u] = %s;\n", s->out.index, s->out.dim,
                      E(s->out.value));
        return;
    case HIR_DATA:
        strbuf_printf(out, "io.out[%u].data = %s;\n", s->out.index, E(s->out.value));
        return;
    case HIR_STORE:
        strbuf_printf(out, "H.store(T.%s, %u, %s, %s);\n", dtype_name(s->store.dtype),
                      s->store.index, E(s->store.at), E(s->store.value));
        return;
    case HIR_COPY:
        strbuf_printf(out, "H.copy(%s, %s, %s);\n", E(s->copy.to), E(s->copy.from),
                      E(s->copy.bytes));
        return;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE:
        at = E(s->memory.at);
        if (s->memory.at->kind == HIR_BUFFER_EXPR)
            at = cell(js, (HirCell){.kind = HIR_HEAP_CELL,
                                    .index = js->f->buffers.at[s->memory.at->number].index});
        if (s->kind == HIR_FREE)
            strbuf_printf(out,
                          s->memory.at->kind == HIR_BUFFER_EXPR ? "H.free(%s); %s = 0;\n"
                                                                : "H.free(%s);\n",
                          at, at);
        else
            strbuf_printf(out, s->kind == HIR_TAKE ? "%s = %s;\n" : "%s = H.alloc(%s);\n", at,
                          E(s->memory.value));
        return;
    case HIR_FAIL:
        strbuf_printf(out, "if (%s) H.fail(%zu);\n", E(s->fail.condition), js->messages.len);
        vec_push(js->arena, &js->messages, arena_printf(js->arena, "%s", s->fail.message));
        return;
    case HIR_IF:
        host_block(js, arena_printf(js->arena, "if (%s) {\n", E(s->branch.condition)),
                   &s->branch.bodies[0], "}\n");
        if (s->branch.bodies[1].len) host_block(js, "else {\n", &s->branch.bodies[1], "}\n");
        return;
    case HIR_LOOP: host_block(js, "for (;;) {\n", &s->loop.body, "}\n"); return;
    case HIR_LEAVE: strbuf_printf(out, "if (%s) break;\n", E(s->leave.condition)); return;
    case HIR_FRAME:
        vec_push(js->arena, &js->frames, s->frame.function);
        host_block(
            js, arena_printf(js->arena, "{\nconst g%u = H.frame(f.depth + 1n);\n", s->frame.level),
            &s->frame.body, "}\n");
        js->frames.len--;
        return;
    case HIR_LAYOUT:
    case HIR_CALL:
        at = s->frame_level ? arena_printf(js->arena, "g%u", s->frame_level) : "f";
        strbuf_printf(out, "%s%u(%s);\n", s->kind == HIR_CALL ? "body" : "layout",
                      s->frame_level ? js->frames.at[s->frame_level - 1] : js->f->index, at);
        return;
    case HIR_KERNEL: host_kernel(js, &s->kernel); return;
    case HIR_PART: host_block(js, "{\n", &s->part, "}\n"); return;
    case HIR_POLL: return; /* Node has one run at a time; run() asks before it */
    default: BUG("a host program without libraries has no such statement: %d", (int)s->kind);
    }
}

static void host_block(Js *js, const char *head, const HirBlock *b, const char *end) {
    strbuf_puts(&js->functions, head);
    for (size_t i = 0; i < b->len; i++) host_stmt(js, b->at[i]);
    strbuf_puts(&js->functions, end);
}

static void host_function(Js *js, const HirFn *f) {
    js->f = f;
    host_block(js, arena_printf(js->arena, "function layout%u(f) {\n", f->index),
               &f->sections[HIR_SECTION_LAYOUT], "}\n");
    host_block(js,
               arena_printf(js->arena, "function body%u(f) {\nf.h = Array(%u).fill(0);\n", f->index,
                            f->n_cells[HIR_HEAP_CELL]),
               &f->sections[HIR_SECTION_BODY], "f.h.forEach(H.free);\n}\n");
    if (!f->is_entry) return;
    StrBuf *out = &js->functions;
    host_block(js, "const f = H.frame(0n);\n", &f->sections[HIR_SECTION_BIND], "");
    for (size_t i = 0; i < f->outputs.len; i++) {
        const HirValue *v = &f->outputs.at[i];
        if (v->kind != HIR_TENSOR || v->dims)
            strbuf_printf(out, "io.out[%zu].data = H.alloc(H.bytes(io.out[%zu].dims, %u, 8n));\n",
                          i, i, js->entry->outputs[i].ndim);
    }
    strbuf_printf(out, "f.arena = H.alloc(%s);\n", f->arena ? host_expr(js, f->arena) : "0n");
    host_block(js, "", &f->sections[HIR_SECTION_RUN], "");
}

static void print_program(Js *js, StrBuf *out) {
    static const char *const first[FIRST_MESSAGE] = {[RT_OUT_OF_MEMORY] = HIR_OUT_OF_MEMORY,
                                                     [RT_OVERFLOW] = HIR_OVERFLOW,
                                                     [RT_CANCELLED] = "cancelled",
                                                     [OUT_OF_RANGE] = "an index is out of range",
                                                     [WRONG_EXTENT] = "an extent does not fit",
                                                     [FAULT] = "the program in JavaScript is wrong",
                                                     [NO_NODE] =
                                                         "node cannot be started, or has ended"};
    for (size_t i = 0; i < FIRST_MESSAGE; i++) vec_push(js->arena, &js->messages, first[i]);
    for (size_t i = 0; i < js->program->functions.len; i++)
        host_function(js, js->program->functions.at[i]);
    strbuf_puts(out, "'use strict';\n");
    for (size_t i = 0; i < js->program->constants.len; i++) {
        const Tensor *t = js->program->constants.at[i].made_of->tensor;
        strbuf_printf(out, "const c%zu = H.constant('", i);
        for (size_t b = 0; b < t->bytes; b++)
            strbuf_printf(out, "%02x", ((const unsigned char *)t->data)[b]);
        strbuf_puts(out, "');\n");
    }
    strbuf_add(out, js->kernels.text.at, js->kernels.text.len);
    strbuf_add(out, js->functions.text.at, js->functions.text.len);
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

/* All bytes, there or back. */
static bool send_all(const void *data, size_t n) {
    ssize_t k = 1;
    for (size_t at = 0; at < n && k > 0; at += (size_t)k)
        k = send(node.fd, (const char *)data + at, n - at, MSG_NOSIGNAL);
    return k > 0;
}

static bool take_all(void *data, size_t n) {
    return n == 0 || recv(node.fd, data, n, MSG_WAITALL) == (ssize_t)n;
}

static bool send_int(int64_t v) { return send_all(&v, sizeof v); }

static bool send_input(const RtValue *v, const RtTensor *t) {
    size_t count, bytes;
    return tensor_count(t->dims, v->ndim, v->dtype, &count, &bytes) && send_int(v->ndim) &&
           send_all(t->dims, v->ndim * sizeof *t->dims) && send_int((int64_t)bytes) &&
           send_all(t->data, bytes);
}

static bool take_output(const RtValue *v, RtTensor *t) {
    int64_t bytes;
    if (!take_all(t->dims, v->ndim * sizeof *t->dims) || !take_all(&bytes, sizeof bytes))
        return false;
    t->data = rt_heap(bytes);
    return t->data && take_all(t->data, (size_t)bytes);
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    const Code *self = env->constants[0];
    const RtEntry *entry = self->entry;
    int64_t e = rt_poll(env);
    (void)arena;
    for (uint32_t i = 0; i < entry->n_outputs; i++) out[i].data = NULL;
    if (e) return (int32_t)e;
    pthread_mutex_lock(&node.lock);
    bool ok = node_start() && send_int((int64_t)self->text.len) &&
              send_all(self->text.ptr, self->text.len) && send_int(entry->n_inputs);
    for (uint32_t i = 0; ok && i < entry->n_inputs; i++) ok = send_input(&entry->inputs[i], &in[i]);
    ok = ok && take_all(&e, sizeof e);
    for (uint32_t i = 0; ok && !e && i < entry->n_outputs; i++)
        ok = take_output(&entry->outputs[i], &out[i]);
    if (!ok && node.fd >= 0) {
        close(node.fd);
        node.fd = -1;
    }
    pthread_mutex_unlock(&node.lock);
    for (uint32_t i = 0; !ok && i < entry->n_outputs; i++) {
        rt_free(out[i].data);
        out[i].data = NULL;
    }
    return ok ? (int32_t)e : NO_NODE;
}

/* Extents of outputs, and memory, are the run's. */
static int32_t plan(RtEnv *env, const RtTensor *in, RtTensor *out, int64_t *arena_bytes,
                    int64_t *library_dims) {
    const Code *self = env->constants[0];
    (void)in;
    (void)library_dims;
    for (uint32_t i = 0; i < self->entry->n_outputs; i++)
        memset(out[i].dims, -1, sizeof out[i].dims);
    *arena_bytes = 0;
    return 0;
}

static int64_t no_work(void *user, const LoopFn *fn) {
    (void)user;
    (void)fn;
    return 0;
}

static Status translate(BeExecutable *self, IrModule *m, const BeOptions *options,
                        const IrGlobal *global, Code *code) {
    PassVec todo = {.at = NULL};
    const PassItem *item;
    PassRun pass_run = {.holds = options->holds};
    StrBuf text;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_C, i)); i++)
        pass_vec_add(&todo, m, &self->arena, item->text);
    be_drop_codegen(m);
    global->function->is_private = false;
    if (!pass_run_list(m, todo.at, todo.len, &pass_run)) return STATUS_INVALID;
    const BeTarget target = {.work = no_work, .has_offsets = true};
    BeModule *module = be_module_lower(m, global->function, &target, &self->arena);
    if (!module) return STATUS_INVALID;
    Js js = {.arena = &self->arena,
             .program = be_host_program(module, &(BeLowering){.counts = false}),
             .entry = code->entry};
    strbuf_init(&text, &self->arena);
    strbuf_init(&js.kernels, &self->arena);
    strbuf_init(&js.functions, &self->arena);
    map_init(&js.numbers, &self->arena);
    print_program(&js, &text);
    strbuf_puts(&text, "return [");
    for (uint32_t i = 0; i < code->entry->n_outputs; i++)
        strbuf_printf(&text, "[%u, %un], ", code->entry->outputs[i].ndim,
                      dtype_bits(code->entry->outputs[i].dtype));
    strbuf_puts(&text, "];\n");
    code->text = strbuf_str(&text);
    self->rt.messages = js.messages.at;
    self->rt.n_messages = js.messages.len;
    return STATUS_OK;
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    RtEntry *entry = ARENA_NEW(&self->arena, RtEntry);
    Code *code = ARENA_NEW(&self->arena, Code);
    const void **constants = ARENA_ARRAY(&self->arena, const void *, 1);
    if (!be_entry(self, options->function->function, entry)) return STATUS_INVALID;
    entry->plan = plan;
    entry->run = run;
    constants[0] = code;
    *code = (Code){.entry = entry};
    self->rt =
        (RtExecutable){.entries = entry, .n_entries = 1, .constants = constants, .threads = 1};
    IrModule *own = ir_module_copy(m);
    const Status status =
        translate(self, own, options, ir_module_copy_global(own, options->function), code);
    ir_module_free(own);
    return status;
}

/* The executable's arena is all that it has. */
static void keep(BeExecutable *self) { (void)self; }
static void end(BeExecutable *self) { (void)self; }

const Backend backend_javascript = {.name = "javascript",
                                    .doc = "JavaScript, run by Node",
                                    .compile = compile,
                                    .keep = keep,
                                    .free = end};
