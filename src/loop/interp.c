/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter: sizes, extents and strides of a run, and the machine itself. */
#include "loop/interp_parts.h"

bool loop_eval_extent(const LoopFn *fn, const LoopExpr *e, const int64_t *sizes, int64_t *out) {
    LoopValue v[3];
    if (e->kind == LOOP_CONST) return *out = e->i, true;
    if (e->kind == LOOP_VAR) {
        for (size_t i = 0; i < fn->sizes.len; i++) {
            if (fn->sizes.at[i] == e->var)
                return *out = sizes[i], i < fn->n_scalars || sizes[i] >= 0;
        }
        return false;
    }
    if (!loop_expr_is_op(e->kind) || e->dtype != DTYPE_INT64) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->args[i]->dtype != DTYPE_INT64 || !loop_eval_extent(fn, e->args[i], sizes, &v[i].i))
            return false;
    }
    switch (e->kind) { /* exact, as what is known of indices rests on it */
    case LOOP_ADD: return add_i64(v[0].i, v[1].i, out);
    case LOOP_SUB: return !__builtin_sub_overflow(v[0].i, v[1].i, out);
    case LOOP_MUL: return mul_i64(v[0].i, v[1].i, out);
    default: *out = loop_eval_op(e->kind, DTYPE_INT64, v).i; return true;
    }
}

static const Loc no_place = {.line = 0};

bool loop_bind_sizes(Ctx *ctx, const LoopFn *fn, const LoopArg *args, uint32_t n_args,
                     const int64_t *scalars, int64_t *sizes) {
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = i < fn->n_scalars ? scalars[i] : -1;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < n_args; i++) {
            const LoopBuffer *b = fn->params.at[i];
            for (uint32_t d = 0; d < b->ndim; d++) {
                int64_t want, have = args[i].dims[d];
                if (pass == 0 && b->dims[d]->kind == LOOP_VAR) {
                    for (size_t k = fn->n_scalars; k < fn->sizes.len; k++) {
                        if (fn->sizes.at[k] == b->dims[d]->var && sizes[k] < 0) sizes[k] = have;
                    }
                }
                if (pass == 0) continue;
                bool known = loop_eval_extent(fn, b->dims[d], sizes, &want);
                if (known && want == have && have >= 0) continue;
                Diag *diag =
                    diag_error(ctx, no_place, DIAG_VALUE,
                               diag_fmt(ctx, "%s: an argument's extent does not fit", fn->name));
                if (known && want >= 0) {
                    diag_expected(ctx, diag, "dim %u of '%s' to be %lld", d, b->name,
                                  (long long)want);
                } else {
                    diag_expected(ctx, diag, "dim %u of '%s' to be at least 0, and to have a value",
                                  d, b->name);
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
    Memory *memory;  /* by buffer id */
    uint64_t budget; /* bytes that locals may still take */
    Arena arena;
} Run;

static bool run(Ctx *ctx, const LoopProgram *p, const LoopArg *args, const int64_t *scalars,
                uint64_t budget);

static bool out_of_range(Run *r, const Ins *ins, int64_t index) {
    const Axis *axis = &r->p->axes[ins->c];
    Loc place = r->p->places[ins - r->p->code];
    Diag *d = diag_error(r->ctx, place, DIAG_VALUE,
                         diag_fmt(r->ctx, "%s: an index is out of range", r->p->fn->name));
    diag_expected(r->ctx, d, "dim %u of '%s' in [0, %lld)", axis->axis, axis->buffer->name,
                  (long long)r->axes[ins->c].extent);
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
    bool ok = run(r->ctx, site->callee, args, NULL, r->budget);
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

/* The first element of an access and the distance of the next; false: it leaves the buffer. */
static bool row_access(const Run *r, const RowAxis *axes, uint32_t n, int64_t count, int64_t *first,
                       int64_t *step) {
    *first = *step = 0;
    for (uint32_t i = 0; i < n; i++) {
        const AxisValue *x = &r->axes[axes[i].axis];
        const int64_t index = r->regs[axes[i].index].i;
        if ((uint64_t)index >= (uint64_t)x->extent) return false;
        if (axes[i].moves && count > x->extent - index) return false;
        *first += index * x->stride;
        *step += axes[i].moves ? x->stride : 0;
    }
    return true;
}

#define COPY_ROW(T)                                                                                \
    for (int64_t i = 0; i < count; i++) {                                                          \
        ctx_poll(r->ctx);                                                                          \
        memcpy(to + i * to_step * (int64_t)sizeof(T), from + i * from_step * (int64_t)sizeof(T),   \
               sizeof(T));                                                                         \
    }

/* False: nothing was done. */
static bool copy_row(Run *r, const Row *row, int64_t count) {
    int64_t to_first, to_step, from_first, from_step;
    if (!row_access(r, row->axes, row->n_to, count, &to_first, &to_step) ||
        !row_access(r, row->axes + row->n_to, row->n_from, count, &from_first, &from_step))
        return false;
    char *to = r->memory[row->to].data + to_first * row->element;
    const char *from = r->memory[row->from].data + from_first * row->element;
    switch (row->element) {
    case 1: COPY_ROW(uint8_t) break;
    case 2: COPY_ROW(uint16_t) break;
    case 4: COPY_ROW(uint32_t) break;
    case 8: COPY_ROW(uint64_t) break;
    default: return false;
    }
    return true;
}

#define REG(x) regs[ins->x]
#define AT(T) (memory[ins->a].data + REG(b).i * (int64_t)sizeof(T))

static char *element(const Ins *ins, const Memory *memory, int64_t i) {
    return memory[ins->a].data + i * (int64_t)dtype_size((DType)ins->dtype);
}

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
        case I_EVAL:
            REG(dst) = loop_eval_op((LoopExprKind)ins->kind, (DType)ins->dtype,
                                    (LoopValue[]){REG(a), REG(b), REG(c)});
            break;
        case I_CAST:
            REG(dst) = loop_eval_cast((DType)ins->dtype, (DType)ins->dtype2, REG(a));
            break;
        case I_REINTERPRET:
            REG(dst) = loop_eval_reinterpret((DType)ins->dtype, (DType)ins->dtype2, REG(a));
            break;
        case I_INDEX: {
            const AxisValue *x = &axes[ins->c];
            int64_t index = REG(b).i;
            if (UNLIKELY((uint64_t)index >= (uint64_t)x->extent))
                return out_of_range(r, ins, index);
            REG(dst).i = REG(a).i + index * x->stride;
            break;
        }
        case I_LOAD: load(ins, &REG(dst), element(ins, memory, REG(b).i)); break;
        case I_STORE: store(ins, element(ins, memory, REG(b).i), REG(c)); break;
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
        case I_ROW:
            if (copy_row(r, &r->p->rows[ins->c], REG(a).i)) ins = code + r->p->rows[ins->c].end - 1;
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
    int64_t count = b->lanes ? b->lanes : 1;
    for (uint32_t i = 0; i < b->ndim; i++) count *= axes[i].extent != 0;
    for (uint32_t i = b->ndim; i-- > 0;) {
        axes[i].stride = count; /* 0 when there are no elements */
        if (!mul_i64(count, axes[i].extent, &count)) return false;
    }
    return mul_i64(count, (int64_t)dtype_size(b->dtype), bytes);
}

/* Extents are bound and checked. The memory's own strides hold; a buffer that tells strides must
 * have those where they matter. */
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
        Diag *d =
            diag_error(r->ctx, no_place, DIAG_VALUE,
                       diag_fmt(r->ctx, "%s: an argument's stride does not fit", r->p->fn->name));
        if (known)
            diag_expected(r->ctx, d, "stride %u of '%s' to be %lld", i, b->name, (long long)want);
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
        if (!loop_eval_extent(r->p->fn, b->dims[i], sizes, &axes[i].extent))
            ctx_throw(r->ctx, STATUS_LIMIT);
        if (axes[i].extent >= 0) continue;
        Diag *d = diag_error(r->ctx, no_place, DIAG_VALUE,
                             diag_fmt(r->ctx, "%s: an extent is negative", r->p->fn->name));
        diag_expected(r->ctx, d, "dim %u of '%s' to be at least 0", i, b->name);
        diag_found(r->ctx, d, "%lld", (long long)axes[i].extent);
        return false;
    }
    if (b->lanes) axes[b->ndim] = (AxisValue){.extent = b->lanes, .stride = 1};
    if (!row_major(axes, b, &bytes) || (uint64_t)bytes > r->budget) {
        if (r->ctx->diags)
            diag_error(
                r->ctx, no_place, DIAG_TOO_MANY,
                diag_fmt(r->ctx, "%zu", r->ctx->limits.const_bytes),
                diag_fmt(r->ctx, "bytes in the buffers of the loop function '%s'", r->p->fn->name));
        ctx_throw(r->ctx, STATUS_LIMIT);
    }
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

static bool run(Ctx *ctx, const LoopProgram *p, const LoopArg *args, const int64_t *scalars,
                uint64_t budget) {
    Run r = {.ctx = ctx, .p = p, .budget = budget};
    arena_init(&r.arena, ctx);
    int64_t *sizes = ARENA_ARRAY(&r.arena, int64_t, p->fn->sizes.len + 1);
    bool ok = loop_bind_sizes(ctx, p->fn, args, (uint32_t)p->fn->params.len, scalars, sizes);
    if (ok) {
        r.regs = ARENA_ARRAY(&r.arena, LoopValue, (size_t)p->n_regs + 1);
        r.axes = ARENA_ARRAY(&r.arena, AxisValue, (size_t)p->n_axes + 1);
        r.memory = ARENA_ARRAY(&r.arena, Memory, (size_t)p->fn->n_buffers + 1);
        ok = start(&r, args, sizes) && execute(&r);
    }
    arena_fini(&r.arena);
    return ok;
}

bool loop_run(Ctx *ctx, const LoopProgram *program, const LoopArg *args, const int64_t *scalars) {
    return run(ctx, program, args, scalars, ctx->limits.const_bytes);
}
