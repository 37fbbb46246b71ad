/* SPDX-License-Identifier: Apache-2.0 */
/* From loop functions to the register machine's code. An access becomes one checked step an index
 * (offset += index * stride) and a load or store.
 *
 * A reduction loop of L lanes keeps L registers per scalar: the iteration copies its lane in and
 * out, and after the loop the lanes are combined in the stated order. */
#include "loop/interp_parts.h"
#include "loop/own.h"

typedef struct {
    Arena *arena;
    const LoopFn *fn;
    VEC(Ins) code;
    VEC(Loc) places;
    Loc place; /* of the statement that is compiled */
    VEC(Axis) axes;
    VEC(Preset) presets;
    VEC(CallSite) sites;
    VEC(Row) rows;
    VEC(const LoopBuffer *) locals;
    uint32_t n_regs;
    uint32_t *var_reg;    /* by variable id */
    uint32_t *buffer_reg; /* by buffer id: the register of a rank-0 local, 0: none */
    uint32_t *first_axis;
    bool *in_memory; /* by buffer id */
    Map programs;    /* callees compiled so far */
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
    for (uint32_t i = 0; i < b->ndim + (b->lanes > 0); i++)
        vec_push(c->arena, &c->axes, ((Axis){b, i}));
}

static uint32_t compile_expr(Compile *c, const LoopExpr *e);

static uint32_t compile_offset(Compile *c, const LoopBuffer *b, const LoopExpr *const *indices) {
    uint32_t at = 0; /* register 0 holds zero */
    for (uint32_t i = 0; i < b->ndim; i++) {
        uint32_t index = compile_expr(c, indices[i]), dst = new_reg(c);
        emit(c,
             (Ins){.op = I_INDEX, .dst = dst, .a = at, .b = index, .c = c->first_axis[b->id] + i});
        at = dst;
    }
    return at;
}

static Op load_op(DType t) {
    return t == DTYPE_FLOAT32   ? I_LOAD_F32
           : t == DTYPE_FLOAT64 ? I_LOAD_F64
           : t == DTYPE_INT64   ? I_LOAD_I64
                                : I_LOAD;
}

static Op store_op(DType t) {
    return t == DTYPE_FLOAT32   ? I_STORE_F32
           : t == DTYPE_FLOAT64 ? I_STORE_F64
           : t == DTYPE_INT64   ? I_STORE_I64
                                : I_STORE;
}

static Op fast_op(LoopExprKind kind, DType t) {
    if (t == DTYPE_INT64) {
        return kind == LOOP_ADD   ? I_ADD_I64
               : kind == LOOP_SUB ? I_SUB_I64
               : kind == LOOP_MUL ? I_MUL_I64
               : kind == LOOP_LT  ? I_LT_I64
                                  : I_EVAL;
    }
    if (t == DTYPE_FLOAT32)
        return kind == LOOP_ADD   ? I_ADD_F32
               : kind == LOOP_SUB ? I_SUB_F32
               : kind == LOOP_MUL ? I_MUL_F32
                                  : I_EVAL;
    if (t == DTYPE_FLOAT64)
        return kind == LOOP_ADD   ? I_ADD_F64
               : kind == LOOP_SUB ? I_SUB_F64
               : kind == LOOP_MUL ? I_MUL_F64
                                  : I_EVAL;
    return I_EVAL;
}

/* --- Vectors: a register for each lane --- */

static uint32_t number(Compile *c, int64_t v) { return preset(c, (LoopValue){.i = v}); }

/* Registers of the offsets of the lanes of an access. */
static uint32_t compile_offsets(Compile *c, const LoopBuffer *b, const LoopExpr *const *indices) {
    const uint32_t lanes = loop_access_lanes(b, indices), dst = c->n_regs,
                   axis = c->first_axis[b->id] + b->ndim - !b->lanes;
    const LoopExpr *ramp = b->lanes ? NULL : indices[b->ndim - 1];
    uint32_t at = 0;
    c->n_regs += lanes;
    for (uint32_t i = 0; i < b->ndim - !b->lanes; i++) {
        const uint32_t index = compile_expr(c, indices[i]), next = new_reg(c);
        emit(c,
             (Ins){.op = I_INDEX, .dst = next, .a = at, .b = index, .c = c->first_axis[b->id] + i});
        at = next;
    }
    const uint32_t base = ramp ? compile_expr(c, ramp->args[0]) : 0;
    for (uint32_t k = 0; k < lanes; k++) {
        const uint32_t index = new_reg(c);
        emit(c, (Ins){.op = I_ADD_I64,
                      .dtype = DTYPE_INT64,
                      .dst = index,
                      .a = base,
                      .b = number(c, ramp ? ramp->i * k : k)});
        emit(c, (Ins){.op = I_INDEX, .dst = dst + k, .a = at, .b = index, .c = axis});
    }
    return dst;
}

static void compile_lane_mask(Compile *c, const LoopExpr *e, uint32_t dst) {
    const uint32_t from = compile_expr(c, e->args[0]), to = compile_expr(c, e->args[1]);
    for (uint32_t k = 0; k < e->lanes; k++) {
        const uint32_t lane = number(c, k), above = new_reg(c), below = new_reg(c);
        const Ins ins = {.op = I_EVAL, .dtype = DTYPE_INT64};
        Ins le = ins, lt = ins, both = ins;
        le.kind = LOOP_LE, le.dst = above, le.a = from, le.b = lane;
        lt.kind = LOOP_LT, lt.dst = below, lt.a = lane, lt.b = to;
        both.kind = LOOP_AND, both.dtype = DTYPE_BOOL;
        both.dst = dst + k, both.a = above, both.b = below;
        emit(c, le);
        emit(c, lt);
        emit(c, both);
    }
}

/* One lane of a function of vectors: its steps, products and sums rounded apart. */
static uint32_t compile_own(Compile *c, const LoopOwn *f, uint32_t x, uint32_t y) {
    uint32_t *regs = ARENA_ARRAY(c->arena, uint32_t, f->len);
    for (size_t i = 0; i < f->len; i++) {
        const LoopOwnStep *s = &f->at[i], *from = &f->at[s->args[0]];
        Ins ins = {.op = I_EVAL, .kind = (uint16_t)s->kind, .dtype = from->dtype};
        if (s->form == OWN_OPERAND || s->form == OWN_NUMBER) {
            const bool rounds = dtype_is_float(s->dtype);
            regs[i] = s->form == OWN_OPERAND
                          ? (s->args[0] ? y : x)
                          : preset(c, rounds ? loop_eval_cast(DTYPE_FLOAT64, s->dtype, s->value)
                                             : s->value);
            continue;
        }
        regs[i] = ins.dst = new_reg(c);
        ins.a = regs[s->args[0]], ins.b = regs[s->args[1]], ins.c = regs[s->args[2]];
        if (s->form == OWN_CAST || s->form == OWN_REINTERPRET) {
            ins.op = s->form == OWN_CAST ? I_CAST : I_REINTERPRET;
            ins.dtype2 = s->dtype;
        } else if (s->form == OWN_MULTIPLY_ADD) {
            Ins product = ins;
            product.op = fast_op(LOOP_MUL, s->dtype), product.kind = LOOP_MUL;
            product.dst = new_reg(c);
            emit(c, product);
            ins.op = fast_op(LOOP_ADD, s->dtype), ins.kind = LOOP_ADD;
            ins.a = product.dst, ins.b = ins.c;
        } else if (s->kind == LOOP_SELECT) {
            ins.dtype = s->dtype;
        }
        emit(c, ins);
    }
    return regs[f->len - 1];
}

/* The first of the lanes' registers, which follow one another. */
static uint32_t compile_vector(Compile *c, const LoopExpr *e) {
    if (e->kind == LOOP_FIRST) return compile_vector(c, e->args[0]);
    uint32_t args[3] = {0, 0, 0};
    if (loop_expr_is_op(e->kind)) {
        for (uint32_t i = 0; i < e->n; i++) args[i] = compile_vector(c, e->args[i]);
    } else if (e->kind == LOOP_CAST) {
        args[0] = compile_vector(c, e->args[0]);
    } else if (e->kind == LOOP_BROADCAST) {
        args[0] = compile_expr(c, e->args[0]);
    } else if (e->kind == LOOP_LOAD) {
        args[0] = compile_offsets(c, e->buffer, e->args);
    }
    const DType t = loop_expr_is_op(e->kind) ? e->args[e->n - 1]->dtype : e->dtype;
    const uint32_t dst = c->n_regs;
    c->n_regs += e->lanes;
    const bool own = loop_expr_is_op(e->kind) && loop_own_is_of_vectors(e->kind, t);
    const LoopOwn steps = own ? loop_own(e->kind, t, c->arena) : (LoopOwn){.at = NULL};
    if (e->kind == LOOP_LANE_MASK) compile_lane_mask(c, e, dst);
    for (uint32_t k = 0; k < e->lanes && e->kind != LOOP_LANE_MASK; k++) {
        Ins ins = {.dtype = t, .dst = dst + k};
        if (e->kind == LOOP_BROADCAST) {
            ins.op = I_MOVE, ins.a = args[0];
        } else if (e->kind == LOOP_LOAD) {
            ins.op = load_op(t), ins.a = e->buffer->id, ins.b = args[0] + k;
        } else if (e->kind == LOOP_CAST) {
            ins.op = I_CAST, ins.a = args[0] + k;
            ins.dtype = e->args[0]->dtype, ins.dtype2 = t;
        } else if (own) {
            ins.op = I_MOVE, ins.a = compile_own(c, &steps, args[0] + k, args[1] + k);
        } else {
            ins.op = fast_op(e->kind, t), ins.kind = (uint16_t)e->kind;
            ins.a = args[0] + k, ins.b = args[1] + k, ins.c = args[2] + k;
        }
        emit(c, ins);
    }
    return dst;
}

static void store_vector(Compile *c, const LoopStmt *s) {
    const DType t = s->buffer->dtype;
    const uint32_t value = compile_vector(c, s->value),
                   at = compile_offsets(c, s->buffer, s->indices);
    for (uint32_t k = 0; k < s->value->lanes; k++)
        emit(c,
             (Ins){.op = store_op(t), .dtype = t, .a = s->buffer->id, .b = at + k, .c = value + k});
}

static uint32_t compile_expr(Compile *c, const LoopExpr *e) {
    switch (e->kind) {
    case LOOP_CONST:
        return preset(c,
                      dtype_is_float(e->dtype) ? (LoopValue){.f = e->f} : (LoopValue){.i = e->i});
    case LOOP_VAR: return c->var_reg[e->var->id];
    case LOOP_LOAD: {
        if (c->buffer_reg[e->buffer->id]) return c->buffer_reg[e->buffer->id];
        uint32_t at = compile_offset(c, e->buffer, e->args), dst = new_reg(c);
        emit(c, (Ins){.op = load_op(e->dtype),
                      .dtype = e->dtype,
                      .dst = dst,
                      .a = e->buffer->id,
                      .b = at});
        return dst;
    }
    case LOOP_CAST:
    case LOOP_REINTERPRET: {
        uint32_t a = compile_expr(c, e->args[0]), dst = new_reg(c);
        emit(c, (Ins){.op = e->kind == LOOP_CAST ? I_CAST : I_REINTERPRET,
                      .dtype = e->args[0]->dtype,
                      .dtype2 = e->dtype,
                      .dst = dst,
                      .a = a});
        return dst;
    }
    default: break;
    }
    uint32_t reg[3] = {0, 0, 0};
    DType t = e->args[e->n - 1]->dtype;
    for (uint32_t i = 0; i < e->n; i++) reg[i] = compile_expr(c, e->args[i]);
    uint32_t dst = new_reg(c);
    emit(c, (Ins){.op = fast_op(e->kind, t),
                  .dtype = t,
                  .kind = (uint16_t)e->kind,
                  .dst = dst,
                  .a = reg[0],
                  .b = reg[1],
                  .c = reg[2]});
    return dst;
}

/* --- Loops that copy --- */

static bool mentions(const LoopExpr *e, const LoopVar *v) {
    if (e->kind == LOOP_VAR && e->var == v) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (mentions(e->args[i], v)) return true;
    }
    return false;
}

static bool loads(const LoopExpr *e) {
    if (e->kind == LOOP_LOAD) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (loads(e->args[i])) return true;
    }
    return false;
}

/* Does e, which is an index, grow by exactly 1 with v? */
static bool grows(const LoopExpr *e, const LoopVar *v) {
    while (e->kind == LOOP_ADD || e->kind == LOOP_SUB) {
        const bool left = mentions(e->args[0], v);
        if (left && mentions(e->args[1], v)) return false;
        if (!left && e->kind == LOOP_SUB) return false;
        e = e->args[left ? 0 : 1];
    }
    return e->kind == LOOP_VAR && e->var == v;
}

static bool is_row_access(const Compile *c, const LoopBuffer *b, const LoopExpr *const *indices,
                          const LoopVar *v) {
    if (c->buffer_reg[b->id] || !b->ndim) return false;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (indices[i]->dtype != DTYPE_INT64 || loads(indices[i])) return false;
        if (mentions(indices[i], v) && !grows(indices[i], v)) return false;
    }
    return true;
}

static bool is_row(const Compile *c, const LoopStmt *loop) {
    const LoopStmt *s = loop->body;
    if (loop->lanes > 1 || !s || s->next || s->kind != LOOP_STORE || s->value->kind != LOOP_LOAD ||
        s->value->lanes)
        return false;
    const LoopBuffer *to = s->buffer, *from = s->value->buffer;
    return to != from && to->dtype == from->dtype && to->dtype != DTYPE_BOOL &&
           is_row_access(c, to, s->indices, loop->var) &&
           is_row_access(c, from, s->value->args, loop->var);
}

static RowAxis *row_access(Compile *c, const LoopBuffer *b, const LoopExpr *const *indices,
                           const LoopVar *v, RowAxis *out) {
    for (uint32_t i = 0; i < b->ndim; i++)
        *out++ = (RowAxis){c->first_axis[b->id] + i, compile_expr(c, indices[i]),
                           mentions(indices[i], v)};
    return out;
}

/* What runs where it is out of bounds is the loop itself, which stands behind: it finds where.
 * Returns the row. */
static Row *compile_row(Compile *c, const LoopStmt *loop, uint32_t extent) {
    const LoopStmt *s = loop->body;
    const LoopBuffer *to = s->buffer, *from = s->value->buffer;
    RowAxis *axes = ARENA_ARRAY(c->arena, RowAxis, to->ndim + from->ndim);
    row_access(c, from, s->value->args, loop->var, row_access(c, to, s->indices, loop->var, axes));
    vec_push(c->arena, &c->rows,
             ((Row){.to = to->id,
                    .from = from->id,
                    .n_to = to->ndim,
                    .n_from = from->ndim,
                    .axes = axes,
                    .element = (uint32_t)dtype_size(to->dtype)}));
    emit(c, (Ins){.op = I_ROW, .a = extent, .c = (uint32_t)c->rows.len - 1});
    return &c->rows.at[c->rows.len - 1];
}

static void compile_list(Compile *c, const LoopStmt *s);

/* The operation by which a reduction's body changes a scalar: scalar = op(scalar, v). */
typedef struct {
    const LoopBuffer *scalar;
    LoopExprKind op;
    bool loaded; /* from memory, for the loop */
} Accumulator;

typedef VEC(Accumulator) Accumulators;

/* Scalars from outside the loop that its body stores to. `inside`: locals of the body. */
static void find_accumulators(Compile *c, const LoopStmt *list, bool *inside, Accumulators *out) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) inside[s->buffer->id] = true;
        if (s->kind == LOOP_STORE && s->buffer->ndim == 0 && s->buffer->kind == LOOP_BUFFER_LOCAL &&
            !inside[s->buffer->id]) {
            bool seen = false;
            for (size_t i = 0; i < out->len; i++) seen |= out->at[i].scalar == s->buffer;
            if (!seen)
                vec_push(c->arena, out, ((Accumulator){.scalar = s->buffer, .op = s->value->kind}));
        }
        find_accumulators(c, s->body, inside, out);
        find_accumulators(c, s->other, inside, out);
    }
}

/* The register of a scalar that a reduction works on; one that lives in memory, as some call gets
 * it, is loaded into a register for the loop. `*loaded` tells that. */
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
    uint32_t extent = new_reg(c),
             var = c->var_reg[s->var->id]; /* a copy: the body may change what it was read from */
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
            uint32_t neutral = preset(c, loop_eval_identity(acc.at[i].op, acc.at[i].scalar->dtype));
            for (uint32_t k = 0; k < s->lanes; k++)
                emit(c, (Ins){.op = I_MOVE, .dst = lanes[i] + k, .a = k ? neutral : reg});
        }
    }
    emit(c, (Ins){.op = I_MOVE, .dst = var, .a = 0});
    uint32_t test = new_reg(c);
    emit(c, (Ins){.op = I_LT_I64, .dtype = DTYPE_INT64, .dst = test, .a = var, .b = extent});
    uint32_t skip = emit(c, (Ins){.op = I_UNLESS, .a = test});
    Row *row = is_row(c, s) ? compile_row(c, s, extent) : NULL;
    uint32_t start = (uint32_t)c->code.len;
    for (size_t i = 0; i < acc.len; i++) {
        emit(c, (Ins){.op = I_LANE_IN,
                      .dst = c->buffer_reg[acc.at[i].scalar->id],
                      .a = var,
                      .b = lanes[i],
                      .c = s->lanes - 1});
    }
    compile_list(c, s->body);
    for (size_t i = 0; i < acc.len; i++) {
        emit(c, (Ins){.op = I_LANE_OUT,
                      .dst = c->buffer_reg[acc.at[i].scalar->id],
                      .a = var,
                      .b = lanes[i],
                      .c = s->lanes - 1});
    }
    emit(c, (Ins){.op = I_LOOP, .dst = var, .a = extent, .c = start});
    c->code.at[skip].c = (uint32_t)c->code.len;
    if (row) row->end = (uint32_t)c->code.len;
    for (size_t i = 0; i < acc.len; i++) {
        DType t = acc.at[i].scalar->dtype;
        for (uint32_t step = s->lanes / 2; step; step /= 2) {
            for (uint32_t k = 0; k < step; k++) {
                emit(c, (Ins){.op = I_EVAL,
                              .dtype = t,
                              .kind = (uint16_t)acc.at[i].op,
                              .dst = lanes[i] + k,
                              .a = lanes[i] + k,
                              .b = lanes[i] + k + step});
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
        if (s->value->lanes) {
            store_vector(c, s);
            break;
        }
        uint32_t value = compile_expr(c, s->value);
        if (c->buffer_reg[s->buffer->id]) {
            emit(c, (Ins){.op = I_MOVE, .dst = c->buffer_reg[s->buffer->id], .a = value});
            break;
        }
        uint32_t at = compile_offset(c, s->buffer, s->indices);
        emit(c, (Ins){.op = store_op(s->buffer->dtype),
                      .dtype = s->buffer->dtype,
                      .a = s->buffer->id,
                      .b = at,
                      .c = value});
        break;
    }
    case LOOP_LET:
        emit(c, (Ins){.op = I_MOVE, .dst = c->var_reg[s->var->id], .a = compile_expr(c, s->value)});
        break;
    case LOOP_ALLOC: break; /* settled before */
    case LOOP_CALL: {
        const LoopProgram *callee = NULL;
        for (MapIter it = map_find(&c->programs, hash_ptr(0, s->callee));
             map_next(&c->programs, &it);) {
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
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++)
            c->in_memory[s->buffers[i]->id] = true;
        find_memory(c, s->body);
        find_memory(c, s->other);
    }
}

static void settle_storage(Compile *c, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR || s->kind == LOOP_LET) c->var_reg[s->var->id] = new_reg(c);
        if (s->kind == LOOP_ALLOC && s->buffer->ndim == 0 && !s->buffer->lanes &&
            !c->in_memory[s->buffer->id]) {
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
    for (size_t i = 0; i < fn->sizes.len; i++)
        size_regs[i] = c.var_reg[fn->sizes.at[i]->id] = new_reg(&c);
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
                       .rows = c.rows.at,
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
