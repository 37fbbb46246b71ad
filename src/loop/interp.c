/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter. Each variable, rank-0 local, constant and intermediate value has a register; an access
 * becomes one checked step an index (offset += index * stride) and a load or store.
 *
 * A reduction loop of L lanes keeps L registers per scalar: the iteration copies its lane in and out, and
 * after the loop the lanes are combined in the stated order. */
#include "loop/interp.h"

#include <math.h>

typedef enum {
    I_HALT,
    I_MOVE,   /* dst = a */
    I_EVAL,   /* dst = kind(a, b, c) in dtype */
    I_CAST,   /* dst = a from dtype to dtype2 */
    I_REINTERPRET,
    I_INDEX,  /* dst = a + b * stride of axis c, checked; a is register 0 (zero) at first */
    I_LOAD,   /* dst = buffer a [b] */
    I_STORE,  /* buffer a [b] = c */
    I_JUMP,   /* to c */
    I_UNLESS, /* a == 0: to c */
    I_LOOP,   /* ++dst; dst < a: to c */
    I_LANE_IN,  /* dst = lane (a & mask) of b; c: mask */
    I_LANE_OUT, /* lane (a & mask) of b = dst */
    I_CALL,   /* site c */
    /* What inner loops are made of, without the detour through eval.c */
    I_ADD_I64, I_SUB_I64, I_MUL_I64, I_LT_I64,
    I_ADD_F32, I_SUB_F32, I_MUL_F32,
    I_ADD_F64, I_SUB_F64, I_MUL_F64,
    I_LOAD_F32, I_LOAD_F64, I_LOAD_I64, I_STORE_F32, I_STORE_F64, I_STORE_I64,
} Op;

typedef struct {
    uint16_t op;
    uint8_t dtype, dtype2;
    uint16_t kind;
    uint32_t dst, a, b, c;
} Ins;

/* One dim of one buffer, as I_INDEX needs it; extents are known when a run starts. */
typedef struct {
    const LoopBuffer *buffer;
    uint32_t axis;
} Axis;

typedef struct {
    const LoopProgram *callee;
    const LoopBuffer *const *buffers;
    uint32_t n;
} CallSite;

typedef struct {
    uint32_t reg;
    LoopValue value;
} Preset;

struct LoopProgram {
    const LoopFn *fn;
    const Ins *code;
    const Loc *places; /* of the statements, by instruction */
    uint32_t n_code, n_regs, n_axes, n_presets, n_sites;
    const Axis *axes;
    const Preset *presets;
    const CallSite *sites;
    const uint32_t *first_axis; /* by buffer id: its first entry in `axes` */
    const uint32_t *size_regs;  /* by the order of fn->sizes */
    const LoopBuffer **locals;  /* those of rank 1 and more, or passed to a callee */
    uint32_t n_locals;
};

/* Compiling */

typedef struct {
    Arena *arena;
    const LoopFn *fn;
    VEC(Ins) code;
    VEC(Loc) places;
    Loc place; /* of the statement that is compiled */
    VEC(Axis) axes;
    VEC(Preset) presets;
    VEC(CallSite) sites;
    VEC(const LoopBuffer *) locals;
    uint32_t n_regs;
    uint32_t *var_reg;    /* by variable id */
    uint32_t *buffer_reg; /* by buffer id: the register of a rank-0 local, 0: none */
    uint32_t *first_axis;
    bool *in_memory;      /* by buffer id */
    Map programs;         /* callees compiled so far */
} Compile;

typedef struct {
    const LoopFn *fn;
    const LoopProgram *program;
} Compiled;

static uint32_t new_reg(Compile *c) { return c->n_regs++; }

static uint32_t emit(Compile *c, Ins ins) {
    vec_push(c->arena, &c->code, ins);
    vec_push(c->arena, &c->places, c->place);
    return (uint32_t)c->code.len - 1;
}

static uint32_t preset(Compile *c, LoopValue v) {
    uint32_t reg = new_reg(c);
    vec_push(c->arena, &c->presets, ((Preset){reg, v}));
    return reg;
}

static void use_buffer(Compile *c, const LoopBuffer *b) {
    c->first_axis[b->id] = (uint32_t)c->axes.len;
    for (uint32_t i = 0; i < b->ndim; i++) vec_push(c->arena, &c->axes, ((Axis){b, i}));
}

static uint32_t compile_expr(Compile *c, const LoopExpr *e);

static uint32_t compile_offset(Compile *c, const LoopBuffer *b, const LoopExpr *const *indices) {
    uint32_t at = 0; /* register 0 holds zero */
    for (uint32_t i = 0; i < b->ndim; i++) {
        uint32_t index = compile_expr(c, indices[i]), dst = new_reg(c);
        emit(c, (Ins){.op = I_INDEX, .dst = dst, .a = at, .b = index, .c = c->first_axis[b->id] + i});
        at = dst;
    }
    return at;
}

static Op load_op(DType t) {
    return t == DTYPE_FLOAT32 ? I_LOAD_F32 : t == DTYPE_FLOAT64 ? I_LOAD_F64 : t == DTYPE_INT64 ? I_LOAD_I64 : I_LOAD;
}

static Op store_op(DType t) {
    return t == DTYPE_FLOAT32 ? I_STORE_F32 : t == DTYPE_FLOAT64 ? I_STORE_F64 : t == DTYPE_INT64 ? I_STORE_I64 : I_STORE;
}

static Op fast_op(LoopExprKind kind, DType t) {
    if (t == DTYPE_INT64) {
        return kind == LOOP_ADD ? I_ADD_I64 : kind == LOOP_SUB ? I_SUB_I64 : kind == LOOP_MUL ? I_MUL_I64 : kind == LOOP_LT ? I_LT_I64 : I_EVAL;
    }
    if (t == DTYPE_FLOAT32) return kind == LOOP_ADD ? I_ADD_F32 : kind == LOOP_SUB ? I_SUB_F32 : kind == LOOP_MUL ? I_MUL_F32 : I_EVAL;
    if (t == DTYPE_FLOAT64) return kind == LOOP_ADD ? I_ADD_F64 : kind == LOOP_SUB ? I_SUB_F64 : kind == LOOP_MUL ? I_MUL_F64 : I_EVAL;
    return I_EVAL;
}

static uint32_t compile_expr(Compile *c, const LoopExpr *e) {
    switch (e->kind) {
    case LOOP_CONST: return preset(c, dtype_is_float(e->dtype) ? (LoopValue){.f = e->f} : (LoopValue){.i = e->i});
    case LOOP_VAR: return c->var_reg[e->var->id];
    case LOOP_LOAD: {
        if (c->buffer_reg[e->buffer->id]) return c->buffer_reg[e->buffer->id];
        uint32_t at = compile_offset(c, e->buffer, e->args), dst = new_reg(c);
        emit(c, (Ins){.op = load_op(e->dtype), .dtype = e->dtype, .dst = dst, .a = e->buffer->id, .b = at});
        return dst;
    }
    case LOOP_CAST:
    case LOOP_REINTERPRET: {
        uint32_t a = compile_expr(c, e->args[0]), dst = new_reg(c);
        emit(c, (Ins){.op = e->kind == LOOP_CAST ? I_CAST : I_REINTERPRET, .dtype = e->args[0]->dtype, .dtype2 = e->dtype, .dst = dst, .a = a});
        return dst;
    }
    default: break;
    }
    uint32_t reg[3] = {0, 0, 0};
    DType t = e->args[e->n - 1]->dtype;
    for (uint32_t i = 0; i < e->n; i++) reg[i] = compile_expr(c, e->args[i]);
    uint32_t dst = new_reg(c);
    emit(c, (Ins){.op = fast_op(e->kind, t), .dtype = t, .kind = (uint16_t)e->kind, .dst = dst, .a = reg[0], .b = reg[1], .c = reg[2]});
    return dst;
}

static void compile_list(Compile *c, const LoopStmt *s);

/* The operation by which a reduction's body changes a scalar: scalar = op(scalar, v). */
typedef struct {
    const LoopBuffer *scalar;
    LoopExprKind op;
    bool loaded; /* from memory, for the loop */
} Accumulator;

typedef VEC(Accumulator) Accumulators;

static LoopValue identity(LoopExprKind op, DType t) {
    bool is_float = dtype_is_float(t);
    switch (op) {
    case LOOP_ADD: return is_float ? (LoopValue){.f = -0.0} : (LoopValue){.i = 0};
    case LOOP_MUL: return is_float ? (LoopValue){.f = 1} : (LoopValue){.i = 1};
    case LOOP_MIN:
        return is_float ? (LoopValue){.f = (double)INFINITY}
                        : loop_eval_cast(DTYPE_FLOAT64, t, (LoopValue){.f = (double)INFINITY});
    case LOOP_MAX:
        return is_float ? (LoopValue){.f = -(double)INFINITY}
                        : loop_eval_cast(DTYPE_FLOAT64, t, (LoopValue){.f = -(double)INFINITY});
    case LOOP_BITAND: return loop_eval_cast(DTYPE_INT64, t, (LoopValue){.i = -1});
    case LOOP_AND: return (LoopValue){.i = 1};
    default: return (LoopValue){.i = 0};
    }
}

/* Scalars from outside the loop that its body stores to. `inside`: locals of the body. */
static void find_accumulators(Compile *c, const LoopStmt *list, bool *inside, Accumulators *out) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) inside[s->buffer->id] = true;
        if (s->kind == LOOP_STORE && s->buffer->ndim == 0 && s->buffer->kind == LOOP_BUFFER_LOCAL && !inside[s->buffer->id]) {
            bool seen = false;
            for (size_t i = 0; i < out->len; i++) seen |= out->at[i].scalar == s->buffer;
            if (!seen) vec_push(c->arena, out, ((Accumulator){.scalar = s->buffer, .op = s->value->kind}));
        }
        find_accumulators(c, s->body, inside, out);
        find_accumulators(c, s->other, inside, out);
    }
}

/* The register of a scalar that a reduction works on; one that lives in memory, as some call gets it, is
 * loaded into a register for the loop. `*loaded` tells that. */
static uint32_t lane_register(Compile *c, const LoopBuffer *b, bool *loaded) {
    uint32_t *reg = &c->buffer_reg[b->id];
    *loaded = *reg == 0;
    if (*loaded) {
        *reg = new_reg(c);
        emit(c, (Ins){.op = load_op(b->dtype), .dtype = b->dtype, .dst = *reg, .a = b->id});
    }
    return *reg;
}

static void compile_for(Compile *c, const LoopStmt *s) {
    uint32_t extent = new_reg(c), var = c->var_reg[s->var->id]; /* a copy: the body may change what it was read from */
    emit(c, (Ins){.op = I_MOVE, .dst = extent, .a = compile_expr(c, s->value)});
    Accumulators acc = {.at = NULL};
    uint32_t *lanes = NULL;
    if (s->lanes > 1) {
        find_accumulators(c, s->body, ARENA_ARRAY(c->arena, bool, c->fn->n_buffers + 1), &acc);
        lanes = ARENA_ARRAY(c->arena, uint32_t, acc.len + 1);
        for (size_t i = 0; i < acc.len; i++) {
            uint32_t reg = lane_register(c, acc.at[i].scalar, &acc.at[i].loaded);
            lanes[i] = c->n_regs;
            c->n_regs += s->lanes;
            uint32_t neutral = preset(c, identity(acc.at[i].op, acc.at[i].scalar->dtype));
            for (uint32_t k = 0; k < s->lanes; k++) emit(c, (Ins){.op = I_MOVE, .dst = lanes[i] + k, .a = k ? neutral : reg});
        }
    }
    emit(c, (Ins){.op = I_MOVE, .dst = var, .a = 0});
    uint32_t test = new_reg(c);
    emit(c, (Ins){.op = I_LT_I64, .dtype = DTYPE_INT64, .dst = test, .a = var, .b = extent});
    uint32_t skip = emit(c, (Ins){.op = I_UNLESS, .a = test});
    uint32_t start = (uint32_t)c->code.len;
    for (size_t i = 0; i < acc.len; i++) {
        emit(c, (Ins){.op = I_LANE_IN, .dst = c->buffer_reg[acc.at[i].scalar->id], .a = var, .b = lanes[i], .c = s->lanes - 1});
    }
    compile_list(c, s->body);
    for (size_t i = 0; i < acc.len; i++) {
        emit(c, (Ins){.op = I_LANE_OUT, .dst = c->buffer_reg[acc.at[i].scalar->id], .a = var, .b = lanes[i], .c = s->lanes - 1});
    }
    emit(c, (Ins){.op = I_LOOP, .dst = var, .a = extent, .c = start});
    c->code.at[skip].c = (uint32_t)c->code.len;
    for (size_t i = 0; i < acc.len; i++) {
        DType t = acc.at[i].scalar->dtype;
        for (uint32_t step = s->lanes / 2; step; step /= 2) {
            for (uint32_t k = 0; k < step; k++) {
                emit(c, (Ins){.op = I_EVAL, .dtype = t, .kind = (uint16_t)acc.at[i].op, .dst = lanes[i] + k, .a = lanes[i] + k, .b = lanes[i] + k + step});
            }
        }
        const LoopBuffer *b = acc.at[i].scalar;
        emit(c, (Ins){.op = I_MOVE, .dst = c->buffer_reg[b->id], .a = lanes[i]});
        if (!acc.at[i].loaded) continue;
        emit(c, (Ins){.op = store_op(t), .dtype = t, .a = b->id, .c = c->buffer_reg[b->id]});
        c->buffer_reg[b->id] = 0;
    }
}

static const LoopProgram *compile(const LoopFn *fn, Arena *arena, Map *programs);

static void compile_stmt(Compile *c, const LoopStmt *s) {
    c->place = s->loc;
    switch (s->kind) {
    case LOOP_FOR: compile_for(c, s); break;
    case LOOP_WHILE: {
        uint32_t start = (uint32_t)c->code.len;
        uint32_t cond = compile_expr(c, s->value);
        uint32_t skip = emit(c, (Ins){.op = I_UNLESS, .a = cond});
        compile_list(c, s->body);
        emit(c, (Ins){.op = I_JUMP, .c = start});
        c->code.at[skip].c = (uint32_t)c->code.len;
        break;
    }
    case LOOP_IF: {
        uint32_t cond = compile_expr(c, s->value);
        uint32_t skip = emit(c, (Ins){.op = I_UNLESS, .a = cond});
        compile_list(c, s->body);
        uint32_t end = s->other ? emit(c, (Ins){.op = I_JUMP}) : 0;
        c->code.at[skip].c = (uint32_t)c->code.len;
        if (!s->other) break;
        compile_list(c, s->other);
        c->code.at[end].c = (uint32_t)c->code.len;
        break;
    }
    case LOOP_STORE: {
        uint32_t value = compile_expr(c, s->value);
        if (c->buffer_reg[s->buffer->id]) {
            emit(c, (Ins){.op = I_MOVE, .dst = c->buffer_reg[s->buffer->id], .a = value});
            break;
        }
        uint32_t at = compile_offset(c, s->buffer, s->indices);
        emit(c, (Ins){.op = store_op(s->buffer->dtype), .dtype = s->buffer->dtype, .a = s->buffer->id, .b = at, .c = value});
        break;
    }
    case LOOP_LET: emit(c, (Ins){.op = I_MOVE, .dst = c->var_reg[s->var->id], .a = compile_expr(c, s->value)}); break;
    case LOOP_ALLOC: break; /* settled before */
    case LOOP_CALL: {
        const LoopProgram *callee = NULL;
        for (MapIter it = map_find(&c->programs, hash_ptr(0, s->callee)); map_next(&c->programs, &it);) {
            if (((Compiled *)it.value)->fn == s->callee) callee = ((Compiled *)it.value)->program;
        }
        if (!callee) callee = compile(s->callee, c->arena, &c->programs);
        vec_push(c->arena, &c->sites, ((CallSite){callee, s->buffers, s->n}));
        emit(c, (Ins){.op = I_CALL, .c = (uint32_t)c->sites.len - 1});
        break;
    }
    }
}

static void compile_list(Compile *c, const LoopStmt *s) {
    for (; s; s = s->next) compile_stmt(c, s);
}

static void find_memory(Compile *c, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++) c->in_memory[s->buffers[i]->id] = true;
        find_memory(c, s->body);
        find_memory(c, s->other);
    }
}

static void settle_storage(Compile *c, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR || s->kind == LOOP_LET) c->var_reg[s->var->id] = new_reg(c);
        if (s->kind == LOOP_ALLOC && s->buffer->ndim == 0 && !c->in_memory[s->buffer->id]) {
            c->buffer_reg[s->buffer->id] = new_reg(c);
        } else if (s->kind == LOOP_ALLOC) {
            use_buffer(c, s->buffer);
            vec_push(c->arena, &c->locals, s->buffer);
        }
        settle_storage(c, s->body);
        settle_storage(c, s->other);
    }
}

static const LoopProgram *compile(const LoopFn *fn, Arena *arena, Map *programs) {
    Compile c = {.arena = arena, .fn = fn, .n_regs = 1, .programs = *programs};
    c.var_reg = ARENA_ARRAY(arena, uint32_t, fn->n_vars + 1);
    c.buffer_reg = ARENA_ARRAY(arena, uint32_t, fn->n_buffers + 1);
    c.first_axis = ARENA_ARRAY(arena, uint32_t, fn->n_buffers + 1);
    c.in_memory = ARENA_ARRAY(arena, bool, fn->n_buffers + 1);
    uint32_t *size_regs = ARENA_ARRAY(arena, uint32_t, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) size_regs[i] = c.var_reg[fn->sizes.at[i]->id] = new_reg(&c);
    for (size_t i = 0; i < fn->params.len; i++) use_buffer(&c, fn->params.at[i]);
    find_memory(&c, fn->body);
    settle_storage(&c, fn->body);
    compile_list(&c, fn->body);
    emit(&c, (Ins){.op = I_HALT});
    LoopProgram *p = ARENA_NEW(arena, LoopProgram);
    *p = (LoopProgram){.fn = fn,
                       .code = c.code.at,
                       .places = c.places.at,
                       .n_code = (uint32_t)c.code.len,
                       .n_regs = c.n_regs,
                       .axes = c.axes.at,
                       .n_axes = (uint32_t)c.axes.len,
                       .presets = c.presets.at,
                       .n_presets = (uint32_t)c.presets.len,
                       .sites = c.sites.at,
                       .n_sites = (uint32_t)c.sites.len,
                       .first_axis = c.first_axis,
                       .size_regs = size_regs,
                       .locals = c.locals.at,
                       .n_locals = (uint32_t)c.locals.len};
    *programs = c.programs;
    Compiled *entry = ARENA_NEW(arena, Compiled);
    *entry = (Compiled){fn, p};
    map_add(programs, hash_ptr(0, fn), entry);
    return p;
}

const LoopProgram *loop_compile(const LoopFn *fn, Arena *arena) {
    Map programs;
    map_init(&programs, arena);
    return compile(fn, arena, &programs);
}

/* Running */

bool loop_eval_extent(const LoopFn *fn, const LoopExpr *e, const int64_t *sizes, int64_t *out) {
    LoopValue v[3];
    if (e->kind == LOOP_CONST) return *out = e->i, true;
    if (e->kind == LOOP_VAR) {
        for (size_t i = 0; i < fn->sizes.len; i++) {
            if (fn->sizes.at[i] == e->var) return *out = sizes[i], sizes[i] >= 0;
        }
        return false;
    }
    if (!loop_expr_is_op(e->kind) || e->dtype != DTYPE_INT64) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->args[i]->dtype != DTYPE_INT64 || !loop_eval_extent(fn, e->args[i], sizes, &v[i].i)) return false;
    }
    switch (e->kind) { /* exact, as what is known of indices rests on it */
    case LOOP_ADD: return add_i64(v[0].i, v[1].i, out);
    case LOOP_SUB: return !__builtin_sub_overflow(v[0].i, v[1].i, out);
    case LOOP_MUL: return mul_i64(v[0].i, v[1].i, out);
    default: *out = loop_eval_op(e->kind, DTYPE_INT64, v).i; return true;
    }
}

static const Loc no_place = {.line = 0};

bool loop_bind_sizes(Ctx *ctx, const LoopFn *fn, const LoopArg *args, uint32_t n_args, int64_t *sizes) {
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = -1;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < n_args; i++) {
            const LoopBuffer *b = fn->params.at[i];
            for (uint32_t d = 0; d < b->ndim; d++) {
                int64_t want, have = args[i].dims[d];
                if (pass == 0 && b->dims[d]->kind == LOOP_VAR) {
                    for (size_t k = 0; k < fn->sizes.len; k++) {
                        if (fn->sizes.at[k] == b->dims[d]->var && sizes[k] < 0) sizes[k] = have;
                    }
                }
                if (pass == 0) continue;
                bool known = loop_eval_extent(fn, b->dims[d], sizes, &want);
                if (known && want == have && have >= 0) continue;
                Diag *diag = diag_error(ctx, no_place, DIAG_VALUE,
                                        diag_fmt(ctx, "%s: an argument's extent does not fit", fn->name));
                if (known && want >= 0) {
                    diag_expected(ctx, diag, "dim %u of '%s' to be %lld", d, b->name, (long long)want);
                } else {
                    diag_expected(ctx, diag, "dim %u of '%s' to be at least 0, and to have a value", d, b->name);
                }
                diag_found(ctx, diag, "%lld", (long long)have);
                return false;
            }
        }
    }
    return true;
}

/* A buffer during a run. */
typedef struct {
    char *data;
    const LoopBuffer *buffer;
} Memory;

typedef struct {
    int64_t extent, stride;
} AxisValue;

typedef struct {
    Ctx *ctx;
    const LoopProgram *p;
    LoopValue *regs;
    AxisValue *axes;
    Memory *memory; /* by buffer id */
    uint64_t budget; /* bytes that locals may still take */
    Arena arena;
} Run;

static bool run(Ctx *ctx, const LoopProgram *p, const LoopArg *args, uint64_t budget);

static bool out_of_range(Run *r, const Ins *ins, int64_t index) {
    const Axis *axis = &r->p->axes[ins->c];
    Loc place = r->p->places[ins - r->p->code];
    Diag *d = diag_error(r->ctx, place, DIAG_VALUE, diag_fmt(r->ctx, "%s: an index is out of range", r->p->fn->name));
    diag_expected(r->ctx, d, "dim %u of '%s' in [0, %lld)", axis->axis, axis->buffer->name, (long long)r->axes[ins->c].extent);
    diag_found(r->ctx, d, "%lld", (long long)index);
    return false;
}

static bool call_site(Run *r, const CallSite *site) {
    ArenaMark mark = arena_mark(&r->arena);
    LoopArg *args = ARENA_ARRAY(&r->arena, LoopArg, (size_t)site->n + 1);
    for (uint32_t i = 0; i < site->n; i++) {
        const LoopBuffer *b = site->buffers[i];
        int64_t *dims = ARENA_ARRAY(&r->arena, int64_t, 2 * (size_t)b->ndim + 1);
        for (uint32_t d = 0; d < b->ndim; d++) {
            dims[d] = r->axes[r->p->first_axis[b->id] + d].extent;
            dims[b->ndim + d] = r->axes[r->p->first_axis[b->id] + d].stride;
        }
        args[i] = (LoopArg){.data = r->memory[b->id].data, .dims = dims, .strides = dims + b->ndim};
    }
    bool ok = run(r->ctx, site->callee, args, r->budget);
    arena_rewind(&r->arena, mark);
    return ok;
}

static void load(const Ins *ins, LoopValue *dst, const void *at) {
    if (dtype_is_float((DType)ins->dtype)) {
        dst->f = dtype_read_double((DType)ins->dtype, at);
    } else {
        dst->i = dtype_read_int((DType)ins->dtype, at);
        if (ins->dtype == DTYPE_BOOL) dst->i = dst->i != 0;
    }
}

static void store(const Ins *ins, void *at, LoopValue v) {
    DType t = (DType)ins->dtype;
    if (dtype_is_float(t)) {
        dtype_write_double(t, at, v.f);
    } else if (t == DTYPE_UINT64) {
        memcpy(at, &v.i, sizeof v.i);
    } else {
        dtype_write_int(t, at, v.i);
    }
}

#define REG(x) regs[ins->x]
#define AT(T) (memory[ins->a].data + REG(b).i * (int64_t)sizeof(T))

static bool execute(Run *r) {
    LoopValue *const regs = r->regs;
    const AxisValue *const axes = r->axes;
    const Memory *const memory = r->memory;
    const Ins *const code = r->p->code;
    float f;
    for (const Ins *ins = code;; ins++) {
        switch ((Op)ins->op) {
        case I_HALT: return true;
        case I_MOVE: REG(dst) = REG(a); break;
        case I_EVAL: REG(dst) = loop_eval_op((LoopExprKind)ins->kind, (DType)ins->dtype, (LoopValue[]){REG(a), REG(b), REG(c)}); break;
        case I_CAST: REG(dst) = loop_eval_cast((DType)ins->dtype, (DType)ins->dtype2, REG(a)); break;
        case I_REINTERPRET: REG(dst) = loop_eval_reinterpret((DType)ins->dtype, (DType)ins->dtype2, REG(a)); break;
        case I_INDEX: {
            const AxisValue *x = &axes[ins->c];
            int64_t index = REG(b).i;
            if (UNLIKELY((uint64_t)index >= (uint64_t)x->extent)) return out_of_range(r, ins, index);
            REG(dst).i = REG(a).i + index * x->stride;
            break;
        }
        case I_LOAD: load(ins, &REG(dst), memory[ins->a].data + REG(b).i * (int64_t)dtype_size((DType)ins->dtype)); break;
        case I_STORE: store(ins, memory[ins->a].data + REG(b).i * (int64_t)dtype_size((DType)ins->dtype), REG(c)); break;
        case I_JUMP:
            ctx_poll(r->ctx);
            ins = code + ins->c - 1;
            break;
        case I_UNLESS:
            if (!REG(a).i) ins = code + ins->c - 1;
            break;
        case I_LOOP:
            ctx_poll(r->ctx);
            if (++REG(dst).i < REG(a).i) ins = code + ins->c - 1;
            break;
        case I_LANE_IN: REG(dst) = regs[ins->b + (REG(a).i & ins->c)]; break;
        case I_LANE_OUT: regs[ins->b + (REG(a).i & ins->c)] = REG(dst); break;
        case I_CALL:
            ctx_poll(r->ctx);
            if (!call_site(r, &r->p->sites[ins->c])) return false;
            break;
        case I_ADD_I64: REG(dst).i = (int64_t)((uint64_t)REG(a).i + (uint64_t)REG(b).i); break;
        case I_SUB_I64: REG(dst).i = (int64_t)((uint64_t)REG(a).i - (uint64_t)REG(b).i); break;
        case I_MUL_I64: REG(dst).i = (int64_t)((uint64_t)REG(a).i * (uint64_t)REG(b).i); break;
        case I_LT_I64: REG(dst).i = REG(a).i < REG(b).i; break;
        case I_ADD_F32: REG(dst).f = (double)((float)REG(a).f + (float)REG(b).f); break;
        case I_SUB_F32: REG(dst).f = (double)((float)REG(a).f - (float)REG(b).f); break;
        case I_MUL_F32: REG(dst).f = (double)((float)REG(a).f * (float)REG(b).f); break;
        case I_ADD_F64: REG(dst).f = REG(a).f + REG(b).f; break;
        case I_SUB_F64: REG(dst).f = REG(a).f - REG(b).f; break;
        case I_MUL_F64: REG(dst).f = REG(a).f * REG(b).f; break;
        case I_LOAD_F32:
            memcpy(&f, AT(float), sizeof f);
            REG(dst).f = (double)f;
            break;
        case I_LOAD_F64: memcpy(&REG(dst).f, AT(double), sizeof(double)); break;
        case I_LOAD_I64: memcpy(&REG(dst).i, AT(int64_t), sizeof(int64_t)); break;
        case I_STORE_F32:
            f = (float)REG(c).f;
            memcpy(AT(float), &f, sizeof f);
            break;
        case I_STORE_F64: memcpy(AT(double), &REG(c).f, sizeof(double)); break;
        case I_STORE_I64: memcpy(AT(int64_t), &REG(c).i, sizeof(int64_t)); break;
        }
    }
}

/* Row-major strides of a buffer of these extents, and its bytes; false when that overflows. */
static bool row_major(AxisValue *axes, const LoopBuffer *b, int64_t *bytes) {
    int64_t count = 1;
    for (uint32_t i = 0; i < b->ndim; i++) count *= axes[i].extent != 0;
    for (uint32_t i = b->ndim; i-- > 0;) {
        axes[i].stride = count; /* 0 when there are no elements */
        if (!mul_i64(count, axes[i].extent, &count)) return false;
    }
    return mul_i64(count, (int64_t)dtype_size(b->dtype), bytes);
}

/* Extents are bound and checked. The memory's own strides hold; a buffer that tells strides must have
 * those where they matter. */
static bool settle_param(Run *r, const LoopBuffer *b, const LoopArg *arg, const int64_t *sizes) {
    AxisValue *axes = r->axes + r->p->first_axis[b->id];
    int64_t bytes, want;
    for (uint32_t i = 0; i < b->ndim; i++) axes[i].extent = arg->dims[i];
    if (!row_major(axes, b, &bytes) && !arg->strides) ctx_throw(r->ctx, STATUS_LIMIT);
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (arg->strides) axes[i].stride = arg->strides[i];
        if (!b->strides || axes[i].extent < 2) continue;
        bool known = loop_eval_extent(r->p->fn, b->strides[i], sizes, &want);
        if (known && want == axes[i].stride) continue;
        Diag *d = diag_error(r->ctx, no_place, DIAG_VALUE, diag_fmt(r->ctx, "%s: an argument's stride does not fit", r->p->fn->name));
        if (known) diag_expected(r->ctx, d, "stride %u of '%s' to be %lld", i, b->name, (long long)want);
        diag_found(r->ctx, d, "%lld", (long long)axes[i].stride);
        return false;
    }
    r->memory[b->id].data = arg->data;
    return true;
}

static bool settle_local(Run *r, const LoopBuffer *b, const int64_t *sizes) {
    AxisValue *axes = r->axes + r->p->first_axis[b->id];
    int64_t bytes;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (!loop_eval_extent(r->p->fn, b->dims[i], sizes, &axes[i].extent)) ctx_throw(r->ctx, STATUS_LIMIT);
        if (axes[i].extent >= 0) continue;
        Diag *d = diag_error(r->ctx, no_place, DIAG_VALUE, diag_fmt(r->ctx, "%s: an extent is negative", r->p->fn->name));
        diag_expected(r->ctx, d, "dim %u of '%s' to be at least 0", i, b->name);
        diag_found(r->ctx, d, "%lld", (long long)axes[i].extent);
        return false;
    }
    if (!row_major(axes, b, &bytes) || (uint64_t)bytes > r->budget) ctx_throw(r->ctx, STATUS_LIMIT);
    r->budget -= (uint64_t)bytes;
    r->memory[b->id].data = arena_alloc(&r->arena, (size_t)bytes + 1);
    memset(r->memory[b->id].data, 0xA5, (size_t)bytes); /* undefined must not look like zero */
    return true;
}

static bool start(Run *r, const LoopArg *args, const int64_t *sizes) {
    const LoopProgram *p = r->p;
    for (size_t i = 0; i < p->fn->sizes.len; i++) r->regs[p->size_regs[i]].i = sizes[i];
    for (uint32_t i = 0; i < p->n_presets; i++) r->regs[p->presets[i].reg] = p->presets[i].value;
    for (size_t i = 0; i < p->fn->params.len; i++) {
        if (!settle_param(r, p->fn->params.at[i], &args[i], sizes)) return false;
    }
    for (uint32_t i = 0; i < p->n_locals; i++) {
        if (!settle_local(r, p->locals[i], sizes)) return false;
    }
    return true;
}

static bool run(Ctx *ctx, const LoopProgram *p, const LoopArg *args, uint64_t budget) {
    Run r = {.ctx = ctx, .p = p, .budget = budget};
    arena_init(&r.arena, ctx);
    int64_t *sizes = ARENA_ARRAY(&r.arena, int64_t, p->fn->sizes.len + 1);
    bool ok = loop_bind_sizes(ctx, p->fn, args, (uint32_t)p->fn->params.len, sizes);
    if (ok) {
        r.regs = ARENA_ARRAY(&r.arena, LoopValue, (size_t)p->n_regs + 1);
        r.axes = ARENA_ARRAY(&r.arena, AxisValue, (size_t)p->n_axes + 1);
        r.memory = ARENA_ARRAY(&r.arena, Memory, (size_t)p->fn->n_buffers + 1);
        ok = start(&r, args, sizes) && execute(&r);
    }
    arena_fini(&r.arena);
    return ok;
}

bool loop_run(Ctx *ctx, const LoopProgram *program, const LoopArg *args) {
    return run(ctx, program, args, ctx->limits.const_bytes);
}
