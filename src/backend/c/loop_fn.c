/* SPDX-License-Identifier: Apache-2.0 */
/* A loop function as a C function. Its body is written first; then it is known which parameters,
 * locals and extents the text mentions, and only these are declared.
 *
 * Local arrays of a few bytes lie on the stack; the others share `work`, in parts of C_WORK_ALIGN
 * bytes, followed by the memory that callees may use. Scalars are variables of C. */
#include "backend/c/loop_parts.h"

#include "loop/text.h"
#include "schedule/schedule.h"

enum { STACK_ARRAY = 1024, STACK_ALL = 8192 };

void c_emit_init(CEmit *em, CUnit *unit, const LoopFn *fn, Arena *arena, Map *taken, StrBuf *out,
                 StrBuf *top) {
    *em = (CEmit){.unit = unit,
                  .fn = fn,
                  .arena = arena,
                  .taken = taken,
                  .out = out,
                  .top = top,
                  .indent = 1};
    em->vars = ARENA_ARRAY(arena, const char *, (size_t)fn->n_vars + 1);
    em->buffers = ARENA_ARRAY(arena, const char *, (size_t)fn->n_buffers + 1);
    em->registers = ARENA_ARRAY(arena, const char **, (size_t)fn->n_buffers + 1);
    em->ranges = ARENA_ARRAY(arena, CRange, (size_t)fn->n_vars + 1);
    em->var_used = ARENA_ARRAY(arena, bool, (size_t)fn->n_vars + 1);
    em->buffer_used = ARENA_ARRAY(arena, bool, (size_t)fn->n_buffers + 1);
    for (uint32_t i = 0; i < fn->n_vars; i++) em->ranges[i] = c_range_all;
    for (size_t i = 0; i < fn->sizes.len; i++)
        em->ranges[fn->sizes.at[i]->id].lo =
            i < fn->n_scalars && !loop_size_is_bound(fn, fn->sizes.at[i]) ? INT64_MIN : 0;
    map_init(&em->nodes, arena);
    map_init(&em->dims, arena);
}

typedef struct {
    const LoopBuffer *buffer;
    bool on_stack;
} Local;

typedef struct {
    VEC(Local) arrays;
    VEC(const LoopStmt *) calls;
} Inside;

/* The bytes of a buffer; -1 when they are not constant, or overflow. */
static int64_t constant_bytes(const LoopBuffer *b) {
    int64_t bytes = (int64_t)dtype_size(b->dtype);
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(bytes, b->dims[i]->i, &bytes)) return -1;
    }
    return bytes;
}

static void find_inside(const LoopStmt *list, Arena *arena, Inside *in) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC && s->buffer->ndim && !s->buffer->lanes)
            vec_push(arena, &in->arrays, ((Local){s->buffer, false}));
        if (s->kind == LOOP_CALL) vec_push(arena, &in->calls, s);
        find_inside(s->body, arena, in);
        find_inside(s->other, arena, in);
    }
}

static void place_locals(Inside *in) {
    int64_t all = 0;
    for (size_t i = 0; i < in->arrays.len; i++) {
        const int64_t bytes = constant_bytes(in->arrays.at[i].buffer);
        if (bytes < 0 || bytes > STACK_ARRAY || all + bytes > STACK_ALL) continue;
        in->arrays.at[i].on_stack = true;
        all += bytes;
    }
}

/* --- Work --- */

/* One without elements counts too: a function that mentions `work` takes it. */
static int64_t work_part(int64_t bytes) {
    return bytes ? (bytes + C_WORK_ALIGN - 1) / C_WORK_ALIGN * C_WORK_ALIGN : C_WORK_ALIGN;
}

/* The bytes of an array's part of `work`: a C expression that saturates. */
static const char *part_bytes(CEmit *em, const LoopBuffer *b) {
    const int64_t fixed = constant_bytes(b);
    if (fixed >= 0 && fixed < INT64_MAX / 2)
        return arena_printf(em->arena, "%lld", (long long)work_part(fixed));
    c_need(em->unit, C_PART_WORK_PART);
    const char *bytes = arena_printf(em->arena, "%zu", dtype_size(b->dtype));
    for (uint32_t i = b->ndim; i-- > 0;) {
        c_need(em->unit, C_PART_SAT_MUL);
        bytes = arena_printf(em->arena, "tn_sat_mul(%s, %s)", bytes, c_dim(em, b->dims[i]));
    }
    return arena_printf(em->arena, "tn_work_part(%s)", bytes);
}

/* The bytes if they are constant; else -1. */
static int64_t constant_work(const CEmit *em, const Inside *in) {
    int64_t own = 0, inner = 0;
    for (size_t i = 0; i < in->arrays.len; i++) {
        if (in->arrays.at[i].on_stack) continue;
        const int64_t bytes = constant_bytes(in->arrays.at[i].buffer);
        if (bytes < 0 || bytes > INT64_MAX / 2 - own) return -1;
        own += work_part(bytes);
    }
    for (size_t i = 0; i < in->calls.len; i++) {
        const int64_t bytes = c_unit_fn(em->unit, in->calls.at[i]->callee)->work;
        if (bytes < 0) return -1;
        if (bytes > inner) inner = bytes;
    }
    return inner > INT64_MAX / 2 ? -1 : own + inner;
}

static void name_sizes(CEmit *em) {
    for (size_t i = 0; i < em->fn->sizes.len; i++)
        em->vars[em->fn->sizes.at[i]->id] = c_local_name(em, em->fn->sizes.at[i]->name);
}

static void print_sizes(const CEmit *em, StrBuf *out) {
    for (size_t i = 0; i < em->fn->sizes.len; i++)
        strbuf_printf(out, "%sint64_t %s", i ? ", " : "", em->vars[em->fn->sizes.at[i]->id]);
}

static void unused_sizes(const CEmit *em, StrBuf *out) {
    for (size_t i = 0; i < em->fn->sizes.len; i++) {
        const uint32_t id = em->fn->sizes.at[i]->id;
        bool used = em->var_used[id];
        if (!used) strbuf_printf(out, "    (void)%s;\n", em->vars[id]);
    }
}

/* static int64_t NAME(sizes): the bytes of `work`. */
static void emit_work(CUnit *unit, const LoopFn *fn, const Inside *in, const char *name,
                      Arena *arena, StrBuf *out) {
    StrBuf top, body;
    Map taken;
    CEmit em;
    strbuf_init(&top, arena);
    strbuf_init(&body, arena);
    map_init(&taken, arena);
    c_emit_init(&em, unit, fn, arena, &taken, &body, &top);
    name_sizes(&em);
    const char *own = c_local_name(&em, "own"), *inner = c_local_name(&em, "inner");
    c_need(unit, C_PART_SAT_ADD);
    c_line(&em, "int64_t %s = 0, %s = 0;", own, inner);
    for (size_t i = 0; i < in->arrays.len; i++) {
        if (in->arrays.at[i].on_stack) continue;
        c_line(&em, "%s = tn_sat_add(%s, %s);", own, own, part_bytes(&em, in->arrays.at[i].buffer));
    }
    for (size_t i = 0; i < in->calls.len; i++) {
        const LoopStmt *call = in->calls.at[i];
        if (!c_unit_fn(unit, call->callee)->work) continue;
        StrBuf bytes;
        strbuf_init(&bytes, arena);
        c_loop_work(unit, call->callee, c_call_sizes(&em, call), &bytes);
        c_need(unit, C_PART_WORK_MAX);
        c_line(&em, "%s = tn_work_max(%s, %s);", inner, inner, strbuf_cstr(&bytes));
    }
    c_line(&em, "return tn_sat_add(%s, %s);", own, inner);
    strbuf_printf(out, "static int64_t %s(", name);
    if (fn->sizes.len == 0) strbuf_puts(out, "void");
    print_sizes(&em, out);
    strbuf_puts(out, ") {\n");
    unused_sizes(&em, out);
    strbuf_add(out, top.text.at, top.text.len);
    strbuf_add(out, body.text.at, body.text.len);
    strbuf_puts(out, "}\n\n");
}

/* --- Checks on entry --- */

/* Nothing in an extent overflows: what is known of indices rests on it, and offsets do. Sums and
 * products saturate, but what else is made of them does not show it. */
static CRange check_exact(CEmit *em, const LoopBuffer *b, const LoopExpr *e, bool whole) {
    CRange x[3];
    if (e->kind == LOOP_CONST) return (CRange){e->i, e->i};
    if (e->kind == LOOP_VAR) return em->ranges[e->var->id];
    const bool sums = e->kind == LOOP_ADD || e->kind == LOOP_SUB || e->kind == LOOP_MUL;
    for (uint32_t i = 0; i < e->n; i++) x[i] = check_exact(em, b, e->args[i], !sums);
    const CRange r = c_range_op(e->kind, x);
    if (sums && whole && c_range_is_all(r)) {
        StrBuf shown;
        strbuf_init(&shown, em->arena);
        loop_text_print_expr(e, &shown);
        c_fail_if(em, arena_printf(em->arena, "%s == INT64_MAX", c_dim(em, e)),
                  arena_printf(em->arena, "%s: an extent of '%s' overflows 64 bits: %s",
                               em->fn->name, b->name, strbuf_cstr(&shown)));
    }
    return r;
}

static void check_extents(CEmit *em, const LoopBuffer *b) {
    for (uint32_t i = 0; i < b->ndim; i++) check_exact(em, b, b->dims[i], true);
}

/* Memory is row-major; a parameter that tells strides must tell those, where they matter. */
static void check_strides(CEmit *em, const LoopBuffer *b) {
    for (uint32_t i = 0; b->strides && i < b->ndim; i++) {
        const char *want = c_dim(em, b->strides[i]), *row_major = "1";
        StrBuf empty, shown;
        strbuf_init(&empty, em->arena);
        for (uint32_t k = b->ndim; --k > i;) {
            c_need(em->unit, C_PART_SAT_MUL);
            row_major =
                arena_printf(em->arena, "tn_sat_mul(%s, %s)", row_major, c_dim(em, b->dims[k]));
        }
        for (uint32_t k = 0; k < i; k++)
            strbuf_printf(&empty, "%s%s == 0", k ? " || " : "", c_dim(em, b->dims[k]));
        if (i) strbuf_puts(&empty, " ? 0 : ");
        strbuf_init(&shown, em->arena);
        loop_text_print_expr(b->strides[i], &shown);
        c_fail_if(
            em,
            arena_printf(em->arena, "%s > 1 && %s != (%s%s)", c_dim(em, b->dims[i]), want,
                         strbuf_cstr(&empty), row_major),
            arena_printf(em->arena,
                         "%s: an argument's stride does not fit: stride %u of '%s' must be %s",
                         em->fn->name, i, b->name, strbuf_cstr(&shown)));
    }
}

static void check_local(CEmit *em, const LoopBuffer *b) {
    for (uint32_t i = 0; i < b->ndim; i++) {
        CRange range;
        c_expr(em, b->dims[i], &range);
        if (range.lo >= 0) continue;
        c_fail_if(em, arena_printf(em->arena, "%s < 0", c_dim(em, b->dims[i])),
                  arena_printf(em->arena, "%s: an extent is negative: dim %u of '%s'", em->fn->name,
                               i, b->name));
    }
}

/* --- The function --- */

static bool too_large(const LoopBuffer *b) {
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || b->dims[i]->i == 0) return false;
    }
    return constant_bytes(b) < 0;
}

/* No memory holds all its buffers, so it is never called. Compilers would warn of its loops. */
static bool never_runs(const LoopFn *fn, const Inside *in) {
    bool never = false;
    for (size_t i = 0; i < fn->params.len; i++) never |= too_large(fn->params.at[i]);
    for (size_t i = 0; i < in->arrays.len; i++) never |= too_large(in->arrays.at[i].buffer);
    return never;
}

/* Those that the body mentions. `rest`: what the memory behind them is called there. */
static void declare_locals(CEmit *em, const Inside *in, const char *rest) {
    const char *work = "work";
    size_t last = 0; /* behind the last one that matters */
    for (size_t i = 0; i < in->arrays.len; i++) {
        if (em->work_used || em->buffer_used[in->arrays.at[i].buffer->id]) last = i + 1;
    }
    for (size_t i = 0; i < last; i++) {
        const LoopBuffer *b = in->arrays.at[i].buffer;
        const char *type = c_dtype_name(b->dtype), *name = em->buffers[b->id];
        if (in->arrays.at[i].on_stack) {
            if (!em->buffer_used[b->id]) continue;
            const int64_t n = constant_bytes(b) / (int64_t)dtype_size(b->dtype);
            c_array(em, type, name, n ? n : 1, " = {0}");
            continue;
        }
        em->param_used = true;
        if (em->buffer_used[b->id])
            c_line(em, "%s *restrict const %s = (%s *)(void *)(%s);", type, name, type, work);
        work = arena_printf(em->arena, "%s + %s", work, part_bytes(em, b));
    }
    if (!em->work_used) return;
    em->param_used = true;
    c_line(em, "char *const %s = %s;", rest, work);
}

static void print_params(const CEmit *em, bool has_work, StrBuf *out) {
    const LoopFn *fn = em->fn;
    const char *comma = "";
    for (size_t i = 0; i < fn->params.len; i++, comma = ", ") {
        const LoopBuffer *b = fn->params.at[i];
        strbuf_printf(out, "%s%s%s *restrict %s", comma,
                      b->kind == LOOP_BUFFER_INPUT ? "const " : "", c_dtype_name(b->dtype),
                      em->buffers[b->id]);
    }
    if (fn->sizes.len) strbuf_puts(out, comma);
    print_sizes(em, out);
    if (fn->sizes.len) comma = ", ";
    if (has_work) strbuf_printf(out, "%schar *work", comma);
    if (!has_work && fn->params.len + fn->sizes.len == 0) strbuf_puts(out, "void");
}

/* A function's text in the making. */
typedef struct {
    Inside in;
    StrBuf top, body, start;
    Map taken;
    CEmit em;
    int64_t work;
} Text;

/* proved: all its accesses are in bounds. */
static void write_text(Text *t, CUnit *unit, const LoopFn *fn, bool proved, bool rolled,
                       Arena *arena) {
    CEmit *em = &t->em;
    *t = (Text){.work = 0};
    strbuf_init(&t->top, arena);
    strbuf_init(&t->body, arena);
    strbuf_init(&t->start, arena);
    map_init(&t->taken, arena);
    c_emit_init(em, unit, fn, arena, &t->taken, &t->body, &t->top);
    em->proved = proved;
    em->rolled = rolled;
    c_survey(em);
    find_inside(fn->body, arena, &t->in);
    place_locals(&t->in);
    t->work = constant_work(em, &t->in);
    for (size_t i = 0; i < fn->params.len; i++)
        em->buffers[fn->params.at[i]->id] = c_local_name(em, fn->params.at[i]->name);
    name_sizes(em);
    for (size_t i = 0; i < t->in.arrays.len; i++)
        em->buffers[t->in.arrays.at[i].buffer->id] =
            c_local_name(em, t->in.arrays.at[i].buffer->name);
    const char *rest = em->work = c_local_name(em, "rest");
    if (never_runs(fn, &t->in)) return;
    c_list(em, fn->body, NULL);
    em->out = &t->start;
    for (size_t i = 0; i < fn->params.len; i++) check_extents(em, fn->params.at[i]);
    for (size_t i = 0; i < t->in.arrays.len; i++) check_extents(em, t->in.arrays.at[i].buffer);
    for (size_t i = 0; i < fn->params.len; i++) check_strides(em, fn->params.at[i]);
    for (size_t i = 0; i < t->in.arrays.len; i++) check_local(em, t->in.arrays.at[i].buffer);
    declare_locals(em, &t->in, rest);
}

static void print_text(const Text *t, const char *name, StrBuf *out) {
    const CEmit *em = &t->em;
    strbuf_printf(out, "static int32_t %s(", name);
    print_params(em, t->work != 0, out);
    strbuf_puts(out, ") {\n");
    for (size_t i = 0; i < em->fn->params.len; i++) {
        const LoopBuffer *b = em->fn->params.at[i];
        if (!em->buffer_used[b->id]) strbuf_printf(out, "    (void)%s;\n", em->buffers[b->id]);
    }
    unused_sizes(em, out);
    if (t->work && !em->param_used) strbuf_puts(out, "    (void)work;\n");
    const StrBuf *const parts[] = {&t->top, &t->start, &t->body};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        strbuf_add(out, parts[i]->text.at, parts[i]->text.len);
    strbuf_puts(out, "    return 0;\n}\n");
}

/* A processor whose vectors are half as long, and which has half as many: what code for AVX-512 is
 * compiled for most often. False: it is not for long vectors. */
static bool is_wide(const Target *target, Target *narrow) {
    if (target->vector_bytes < 64) return false;
    *narrow = *target;
    narrow->vector_bytes = target->vector_bytes / 2;
    narrow->vector_registers = target->vector_registers / 2;
    return true;
}

/* The body for narrower vectors, with the same bits; false: there is none. */
static bool write_narrow(Text *t, CUnit *unit, const LoopFn *of, Arena *arena, uint32_t *bytes) {
    Target narrow;
    if (!is_wide(unit->target, &narrow)) return false;
    const LoopFn *fn = sched_loops_narrow(of, unit->target, &narrow, unit->exact, arena);
    if (!fn) return false;
    *bytes = c_unrolled_bytes(fn->body);
    if (!*bytes) return false;
    write_text(t, unit, fn, true, false, arena);
    return t->work >= 0;
}

/* Bodies of a function by vectors: as the target has them, for vectors of half that length, and
 * rolled. */
static void emit_bodies(CUnit *unit, const LoopFn *of, const LoopFn *fn, Text *text, CFn *made,
                        Arena *arena, StrBuf *out) {
    Text narrow, rolled;
    const uint32_t bytes = c_unrolled_bytes(fn->body);
    uint32_t narrow_bytes = 0;
    const bool has_narrow =
        made->work >= 0 && write_narrow(&narrow, unit, of, arena, &narrow_bytes);
    write_text(&rolled, unit, fn, true, true, arena);
    if (has_narrow && narrow.work > made->work) made->work = narrow.work;
    text->work = rolled.work = made->work;
    strbuf_printf(out, "#if TENON_VECTOR_BYTES >= %u\n", has_narrow ? bytes : bytes / 2);
    print_text(text, made->name, out);
    if (has_narrow) {
        narrow.work = made->work;
        made->fails = made->fails || narrow.em.fails;
        strbuf_printf(out, "#elif TENON_VECTOR_BYTES >= %u\n", narrow_bytes / 2);
        print_text(&narrow, made->name, out);
    }
    strbuf_puts(out, "#else\n");
    print_text(&rolled, made->name, out);
    strbuf_puts(out, "#endif\n");
}

static void emit_fn(CUnit *unit, const LoopFn *of, const char *name, Arena *arena, StrBuf *out) {
    const LoopFn *fn = unit->target ? sched_loops(of, unit->target, unit->exact, arena) : of;
    Text text;
    write_text(&text, unit, fn, fn->is_scheduled, false, arena);
    CFn *made = ARENA_NEW(unit->arena, CFn);
    *made = (CFn){.fn = of, .name = name, .fails = text.em.fails, .work = text.work};
    if (text.work < 0) {
        made->work_name = c_unit_name(unit, arena_printf(arena, "%s_work", name));
        emit_work(unit, fn, &text.in, made->work_name, arena, out);
    }
    if (c_unrolled_bytes(fn->body))
        emit_bodies(unit, of, fn, &text, made, arena, out);
    else
        print_text(&text, name, out);
    strbuf_putc(out, '\n');
    map_add(&unit->fns, hash_ptr(0, of), made);
}

static void emit_callees(CUnit *unit, const LoopStmt *list, StrBuf *out) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_CALL && !c_unit_fn(unit, s->callee))
            c_loop_fn(unit, s->callee, c_unit_name(unit, s->callee->name), out);
        emit_callees(unit, s->body, out);
        emit_callees(unit, s->other, out);
    }
}

void c_loop_fn(CUnit *unit, const LoopFn *fn, const char *name, StrBuf *out) {
    Arena arena;
    emit_callees(unit, fn->body, out);
    arena_init(&arena, unit->arena->ctx);
    emit_fn(unit, fn, name, &arena, out);
    arena_fini(&arena);
}
