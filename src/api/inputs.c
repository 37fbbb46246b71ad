/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of a run: given by name, checked against the parameters' types whatever runs them, or
 * drawn. */
#include "api/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/near.h"
#include "api/names.h"
#include "eval/rank_parts.h"
#include "tensor/box.h"
#include "tensor/npy.h"
#include "tensor/strings.h"

static const Loc no_place = {.line = 0};

/* One element by value. False: the dtype does not hold it. Floats are rounded. */
static bool convert_element(Tensor *out, const Tensor *in, size_t at) {
    const DType to = out->dtype, from = in->dtype;
    int64_t i;
    if (dtype_is_float(to)) {
        double v;
        if (dtype_is_float(from))
            v = tensor_get_double(in, at);
        else
            v = from == DTYPE_UINT64 ? (double)(uint64_t)tensor_get_int(in, at)
                                     : (double)tensor_get_int(in, at);
        tensor_set_double(out, at, v);
        return true;
    }
    if (dtype_is_float(from)) {
        const double v = tensor_get_double(in, at);
        if (!(v >= -0x1p63 && v < 0x1p63) || v != trunc(v)) return false;
        i = (int64_t)v;
    } else {
        i = tensor_get_int(in, at);
    }
    if (i < 0 && (from == DTYPE_UINT64) != (to == DTYPE_UINT64)) return false;
    if (to == DTYPE_BOOL && i != 0 && i != 1) return false;
    return tensor_set_int(out, at, i) && tensor_get_int(out, at) == i;
}

/* NULL after a report; takes over the tensor. */
static Tensor *convert(Ctx *ctx, Tensor *own, DType want, const char *name) {
    TensorGuard guard;
    tensor_guard(&guard, own);
    Tensor *out = tensor_new(ctx, want, own->dims, own->ndim);
    size_t i = 0;
    while (i < own->count && convert_element(out, own, i)) i++;
    const bool ok = i == own->count;
    if (!ok) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "the input '%s' cannot be converted", name));
        const DType from = own->dtype;
        diag_expected(ctx, d, "elements that %s has", dtype_name(want));
        if (dtype_is_float(from))
            diag_found(ctx, d, "%.17g at element %zu", tensor_get_double(own, i), i);
        else
            diag_found(ctx, d, "%lld at element %zu", (long long)tensor_get_int(own, i), i);
        tensor_unref(out);
    }
    tensor_unguard(&guard);
    tensor_unref(own);
    return ok ? out : NULL;
}

/* What a file or the caller's memory holds, as text. */
static const char *tensor_text(Ctx *ctx, const Tensor *x) {
    StrBuf b;
    strbuf_init(&b, &ctx->diags->arena);
    strbuf_printf(&b, "R.Tensor((");
    for (uint32_t i = 0; i < x->ndim; i++)
        strbuf_printf(&b, "%s%lld", i ? ", " : "", (long long)x->dims[i]);
    strbuf_printf(&b, "%s), dtype=\"%s\")", x->ndim == 1 ? "," : "", dtype_name(x->dtype));
    return strbuf_cstr(&b);
}

static void wrong_type(TnRun *run, const IrFunction *fn, const IrType *t, const Tensor *x,
                       const char *name) {
    Ctx *ctx = &run->context->ctx;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "the input '%s' is not of its parameter's type", name));
    diag_expected(ctx, d, "%s", ir_type_text(fn->module, t));
    diag_found(ctx, d, "%s", tensor_text(ctx, x));
    const DType want = t->kind == IR_TYPE_TENSOR ? t->dtype : DTYPE_VOID;
    if (want != DTYPE_VOID && want != x->dtype)
        diag_help(ctx, d,
                  "it is not converted unless that is asked for (--convert; TnRunOptions.convert)");
}

/* What a parameter, or a part of one, of type t takes from a tensor: the reverse of
 * api_run_flatten. NULL after a report; takes over the tensor. */
static Value *value_from(TnRun *run, const IrFunction *fn, const IrType *t, Tensor *own,
                         const char *name) {
    Ctx *ctx = &run->context->ctx;
    const bool is_shape = t->kind == IR_TYPE_SHAPE, is_prim = t->kind == IR_TYPE_PRIM;
    const DType want = t->kind == IR_TYPE_TENSOR || is_prim ? t->dtype
                       : is_shape                           ? DTYPE_INT64
                                                            : DTYPE_VOID;
    Value *v = value_tensor(&run->list, own);
    const Tensor *x = v->tensor;
    if (t->kind == IR_TYPE_TENSOR) {
        /* Compiled code takes the bytes as it was told that they are. */
        const bool fits = (want == DTYPE_VOID || x->dtype == want) &&
                          (t->ndim == IR_NDIM_UNKNOWN || t->ndim == (int64_t)x->ndim);
        if (!fits) wrong_type(run, fn, t, x, name);
        return fits ? v : NULL;
    }
    if (!is_shape && !is_prim) return v;
    if (x->dtype != want || x->ndim != (is_shape ? 1 : 0)) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "the input '%s'", name));
        diag_expected(ctx, d, "%s of rank %d", dtype_name(want), is_shape ? 1 : 0);
        diag_found(ctx, d, "%s of rank %u", dtype_name(x->dtype), x->ndim);
        return NULL;
    }
    if (is_shape && t->ndim != IR_NDIM_UNKNOWN && (size_t)t->ndim != x->count) {
        wrong_type(run, fn, t, x, name);
        return NULL;
    }
    if (is_shape) return value_shape(&run->list, x->data, (uint32_t)x->count);
    if (dtype_is_float(want))
        return value_prim(&run->list, want, 0, dtype_read_double(want, x->data));
    return value_prim(&run->list, want, dtype_read_int(want, x->data), 0);
}

/* "_3", as files are named, or "[3]", as it is written. NULL: it is neither. */
static const char *part_index(const char *at, unsigned long *out) {
    char *end;
    const bool bracket = *at == '[';
    if ((*at != '_' && !bracket) || at[1] < '0' || at[1] > '9') return NULL;
    *out = strtoul(at + 1, &end, 10);
    if (bracket && *end != ']') return NULL;
    return end + bracket;
}

/* What an input is given to: a parameter or a leaf of one. */
typedef struct {
    size_t param;
    const IrType *type;
    uint32_t leaf; /* among the parameter's */
} InputPlace;

/* As deep as types nest, which limits.depth bounds. */
static uint32_t count_leaves(const IrType *t) {
    uint32_t n = t->kind != IR_TYPE_TUPLE;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

/* The place in *v that `rest`, what stands behind the parameter's name, means. NULL: none. Tuples
 * on the way are made, with parts still to be given. */
static Value **place_of(TnRun *run, InputPlace *p, Value **v, const char *rest) {
    while (*rest) {
        unsigned long i;
        const char *end = part_index(rest, &i);
        if (!end || p->type->kind != IR_TYPE_TUPLE || i >= p->type->n) return NULL;
        if (!*v) *v = value_tuple(&run->list, p->type->n);
        for (unsigned long k = 0; k < i; k++) p->leaf += count_leaves(p->type->fields[k]);
        p->type = p->type->fields[i];
        v = &(*v)->items[i];
        rest = end;
    }
    return p->type->kind == IR_TYPE_TUPLE ? NULL : v;
}

/* "_rank3" at the text's end; NULL: none. */
static const char *rank_ending(const char *text) {
    const char *at = strstr(text, "_rank");
    return at && at[5] && !at[5 + strspn(at + 5, "0123456789")] ? at : NULL;
}

/* Of ranks side by side p_0_rank1 is p_rank1_0: what all ranks have was called p_0. */
static Value **find_of_rank(TnRun *run, IrFunction *fn, const char *name, Value **values,
                            InputPlace *out) {
    const char *rank = rank_ending(name);
    for (size_t i = 0; rank && i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        const char *own = rank_ending(p->name);
        const size_t n = own ? (size_t)(own - p->name) : 0;
        if (!own || strcmp(own, rank) != 0 || strncmp(name, p->name, n) != 0) continue;
        const int rest = (int)(rank - name) - (int)n;
        *out = (InputPlace){.param = i, .type = p->type};
        Value **v = rest < 1 ? NULL
                             : place_of(run, out, &values[i],
                                        arena_printf(&run->arena, "%.*s", rest, name + n));
        if (v) return v;
    }
    return NULL;
}

static Value **find_place(TnRun *run, IrFunction *fn, const char *name, Value **values,
                          InputPlace *out) {
    for (int exact = 1; name && exact >= 0; exact--) {
        for (size_t i = 0; i < fn->params.len; i++) {
            const IrVar *p = fn->params.at[i];
            const size_t n = strlen(p->name);
            if (strncmp(name, p->name, n) != 0 || (exact && name[n])) continue;
            *out = (InputPlace){.param = i, .type = p->type};
            Value **v = place_of(run, out, &values[i], name + n);
            if (v) return v;
        }
    }
    Value **of_rank = name ? find_of_rank(run, fn, name, values, out) : NULL;
    if (of_rank) return of_rank;
    const char *own = name ? onnx_own_name(fn, ONNX_INPUTS, name) : NULL;
    for (size_t i = 0; own && i < fn->params.len; i++) {
        *out = (InputPlace){.param = i, .type = fn->params.at[i]->type};
        if (strcmp(fn->params.at[i]->name, own) == 0) return place_of(run, out, &values[i], "");
    }
    return NULL;
}

/* As deep as types nest, which limits.depth bounds. */
static void add_leaves(Ctx *ctx, NearNames *names, const IrType *t, const char *name) {
    if (t->kind != IR_TYPE_TUPLE) near_names_add(names, name);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        add_leaves(ctx, names, t->fields[i], diag_fmt(ctx, "%s[%u]", name, i));
}

static void no_input(Ctx *ctx, const IrFunction *fn, const char *name) {
    Diag *d = diag_error(ctx, no_place, DIAG_NAME, name);
    NearNames names;
    near_names_begin(&names, ctx, name);
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        const char *file = ir_file_name(fn, ONNX_INPUTS, p->name);
        add_leaves(ctx, &names, p->type, file ? file : p->name);
    }
    const bool is_dim = api_own_dim(fn->module, fn, name) != NULL;
    if (is_dim) names.near.best = NULL;
    near_names_end(&names, ctx, d, diag_fmt(ctx, "a parameter of '%s'", fn->name));
    if (is_dim && d)
        diag_help(ctx, d, "'%s' is a dim, which --dim %s=N gives (TnRunOptions.dims)", name, name);
}

/* What extents say of a tensor: it is the whole one, or not, or a symbol leaves that open. */
typedef enum { IS_NOT_WHOLE, IS_OPEN, IS_WHOLE } IsWhole;

static IsWhole is_whole_tensor(const RankPart *part, const Tensor *t) {
    bool is_open = false;
    for (uint32_t d = 0; d < t->ndim; d++) {
        if (part[d].whole < 0)
            is_open |= part[d].is_split;
        else if (part[d].whole != t->dims[d])
            return IS_NOT_WHOLE;
    }
    return is_open ? IS_OPEN : IS_WHOLE;
}

/* Where a symbol is split, parts are equal. False after a report. */
static bool divides(Ctx *ctx, const RankPart *part, const Tensor *t, const char *name) {
    for (uint32_t d = 0; d < t->ndim; d++) {
        if (part[d].whole >= 0 || !part[d].is_split || t->dims[d] % part[d].ranks == 0) continue;
        Diag *e = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "the ranks do not divide the input '%s'", name));
        diag_expected(ctx, e, "dim %u a multiple of the %u ranks that it is split over", d,
                      part[d].ranks);
        diag_found(ctx, e, "%lld", (long long)t->dims[d]);
        diag_help(ctx, e,
                  "the input is the whole tensor; what rank 1 alone has of it is "
                  "NAME_rank1 (TnRunOptions.is_whole 0)");
        return false;
    }
    return true;
}

/* What the rank has of a tensor that is the whole one, or all of it where it is not: a copy, as the
 * tensor may be borrowed. Where a symbol leaves open which of them it is, `whole` says it. Takes it
 * over. NULL after a report. */
static Tensor *own_part(TnRun *run, const RankPart *part, Tensor *own, bool whole,
                        const char *name) {
    Ctx *ctx = &run->context->ctx;
    TensorGuard guard;
    tensor_guard(&guard, own);
    const uint32_t n = own->ndim;
    int64_t *first = ARENA_ARRAY(&run->arena, int64_t, (size_t)n + 1);
    int64_t *dims = ARENA_ARRAY(&run->arena, int64_t, (size_t)n + 1);
    const IsWhole is = part ? is_whole_tensor(part, own) : IS_NOT_WHOLE;
    const bool is_cut = is == IS_WHOLE || (is == IS_OPEN && whole);
    const bool ok = !is_cut || divides(ctx, part, own, name);
    for (uint32_t d = 0; d < n; d++) {
        const bool is_open = is_cut && part[d].whole < 0;
        dims[d] = is_open && part[d].is_split ? own->dims[d] / part[d].ranks
                  : is_open || !is_cut        ? own->dims[d]
                                              : part[d].own;
        first[d] = is_open ? (int64_t)part[d].place * dims[d] : is_cut ? part[d].first : 0;
    }
    Tensor *copy = !ok                    ? NULL
                   : is_cut || own->owner ? tensor_box(ctx, own, first, dims)
                                          : tensor_ref(own);
    tensor_unguard(&guard);
    tensor_unref(own);
    return copy;
}

/* TN_OK, TN_E_USAGE for an input that is no tensor, or what reading the file gave. */
static TnStatus give_input(TnRun *run, IrFunction *fn, const TnRunOptions *o, size_t index,
                           RankParts *parts, Value **values) {
    Ctx *ctx = &run->context->ctx;
    const TnInput *input = &o->inputs[index];
    const char *name = input->name ? input->name : "";
    InputPlace place;
    Value **v = find_place(run, fn, input->name, values, &place);
    if (!v) {
        no_input(ctx, fn, name);
        return TN_E_INVALID;
    }
    if (*v) {
        diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "the input '%s' is given twice", name));
        return TN_E_INVALID;
    }
    Tensor *t = NULL;
    const IrType *type = place.type;
    const bool has_dtype = type->kind == IR_TYPE_TENSOR || type->kind == IR_TYPE_PRIM;
    const DType want = has_dtype ? type->dtype : DTYPE_VOID;
    const TnStatus status = api_input_tensor(ctx, input, want, parts != NULL, &t);
    if (status != TN_OK) return status;
    if (parts) {
        const RankPart *part = rank_parts_of(parts, place.param, place.leaf);
        if (type->ndim != (int64_t)t->ndim) part = NULL;
        t = own_part(run, part, t, o->is_whole && o->is_whole[index], name);
        if (!t) return TN_E_INVALID;
    }
    const bool has_strings = want == DTYPE_STRING || t->dtype == DTYPE_STRING;
    if (o->convert && want != DTYPE_VOID && !has_strings && t->dtype != want)
        t = convert(ctx, t, want, name);
    *v = t ? value_from(run, fn, type, t, name) : NULL;
    return *v ? TN_OK : TN_E_INVALID;
}

/* Every part of a tuple is given, or none. */
static bool is_whole(TnRun *run, const Value *v, const char *name) {
    Ctx *ctx = &run->context->ctx;
    if (!v) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "a tuple is given in part");
        diag_expected(ctx, d, "'%s' too", name);
        return false;
    }
    bool whole = true;
    for (uint32_t i = 0; whole && v->kind == VALUE_TUPLE && i < v->n; i++)
        whole = is_whole(run, v->items[i], diag_fmt(ctx, "%s[%u]", name, i));
    return whole;
}

void api_run_flatten(TnRun *run, const Value *v, const char *name, NamedTensors *out) {
    if (v->kind == VALUE_TENSOR) {
        const char *label = name ? name : arena_printf(&run->arena, "out_%zu", out->len);
        vec_push(&run->arena, out, ((NamedTensor){.name = label, .tensor = v->tensor}));
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) {
        api_run_flatten(run, v->items[i], name ? arena_printf(&run->arena, "%s_%u", name, i) : NULL,
                        out);
    }
    if (v->kind == VALUE_SHAPE) { /* as the int64 tensor of its extents */
        const int64_t n = v->n;
        Value *t = value_tensor_new(&run->list, DTYPE_INT64, &n, 1);
        if (n) memcpy(t->tensor->data, v->dims, (size_t)n * sizeof(int64_t));
        api_run_flatten(run, t, name, out);
    }
    if (v->kind == VALUE_PRIM) {
        Value *t = value_tensor_new(&run->list, v->dtype, NULL, 0);
        if (dtype_is_float(v->dtype)) {
            dtype_write_double(v->dtype, t->tensor->data, v->f);
        } else {
            dtype_write_int(v->dtype, t->tensor->data, v->i);
        }
        api_run_flatten(run, t, name, out);
    }
}

/* The same value in another run. Types nest at most limits.depth deep. */
static Value *share(TnRun *run, const Value *v) {
    switch (v->kind) {
    case VALUE_TENSOR: return value_tensor(&run->list, tensor_ref(v->tensor));
    case VALUE_SHAPE: return value_shape(&run->list, v->dims, v->n);
    case VALUE_PRIM:
        return value_prim(&run->list, v->dtype, dtype_is_float(v->dtype) ? 0 : v->i,
                          dtype_is_float(v->dtype) ? v->f : 0);
    case VALUE_TUPLE: {
        Value *t = value_tuple(&run->list, v->n);
        for (uint32_t i = 0; i < v->n; i++) t->items[i] = share(run, v->items[i]);
        return t;
    }
    default: BUG("an input that cannot be drawn or given");
    }
}

static bool share_inputs(TnRun *run, const IrFunction *fn, const TnRun *like, Value **values) {
    Ctx *ctx = &run->context->ctx;
    if (like->n_args != fn->params.len) {
        Diag *d = diag_error(ctx, fn->loc, DIAG_VALUE, "the functions do not take the same inputs");
        diag_expected(ctx, d, "%zu parameters", like->n_args);
        diag_found(ctx, d, "%zu", fn->params.len);
        return false;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (!values[i]) values[i] = share(run, like->args[i]);
    }
    return true;
}

static const char *own_text(TnRun *run, const char *s) {
    return arena_strdup(&run->arena, str_c(s));
}

/* With options.given_only nothing is drawn. */
static bool all_given(TnRun *run, const IrFunction *fn, Value *const *values) {
    Ctx *ctx = &run->context->ctx;
    StrBuf list;
    size_t n = 0;
    enum { SHOWN = 12 };
    strbuf_init(&list, &ctx->diags->arena);
    for (size_t i = 0; i < fn->params.len; i++) {
        const char *own = fn->params.at[i]->name, *file = ir_file_name(fn, ONNX_INPUTS, own);
        if (!values[i] && n++ < SHOWN)
            strbuf_printf(&list, "%s%s", n > 1 ? ", " : "", file ? file : own);
    }
    if (!n) return true;
    if (n > SHOWN) strbuf_printf(&list, " and %zu more", n - SHOWN);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "%zu of the %zu inputs of '%s' %s missing", n,
                                  fn->params.len, fn->name, n > 1 ? "are" : "is"));
    diag_expected(ctx, d, "a value for %s", strbuf_cstr(&list));
    diag_help(ctx, d, "with --seed N (TnRunOptions.given_only 0) what is not given is drawn");
    return false;
}

/* Values that the caller gives, by parameter; parts of tuples are all there. */
static TnStatus give_inputs(TnRun *run, IrFunction *fn, const TnRunOptions *o, Value **values) {
    const RankSymbols symbols = {.value = NULL};
    RankParts *parts = o->n_inputs ? rank_parts_new(fn, &run->arena, &symbols) : NULL;
    for (size_t i = 0; i < o->n_inputs; i++) {
        TnStatus status = give_input(run, fn, o, i, parts, values);
        if (status != TN_OK) return status;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (values[i] && !is_whole(run, values[i], fn->params.at[i]->name)) return TN_E_INVALID;
    }
    if (o->given_only && !o->like && !all_given(run, fn, values)) return TN_E_INVALID;
    return TN_OK;
}

TnStatus api_run_take_inputs(TnRun *run, IrFunction *fn, const TnRunOptions *o) {
    Value **values = ARENA_ARRAY(&run->arena, Value *, fn->params.len + 1);
    bool *is_drawn = ARENA_ARRAY(&run->arena, bool, fn->params.len + 1);
    const TnStatus status = give_inputs(run, fn, o, values);
    if (status != TN_OK) return status;
    if (o->like && !share_inputs(run, fn, o->like, values)) return TN_E_INVALID;
    for (size_t i = 0; i < fn->params.len; i++) is_drawn[i] = !values[i];
    run->args = values;
    run->n_args = fn->params.len;
    DrawDim *dims = ARENA_ARRAY(&run->arena, DrawDim, o->n_dims + 1);
    for (size_t i = 0; i < o->n_dims; i++) dims[i] = (DrawDim){o->dims[i].name, o->dims[i].value};
    if (!draw_inputs(fn, (DrawBy){.seed = o->seed, .dims = dims, .n_dims = (uint32_t)o->n_dims},
                     values, &run->list, &run->arena, &run->defaulted))
        return TN_E_INVALID;
    /* The module may go before the run: names are copied. */
    for (size_t i = 0; i < fn->params.len; i++) {
        const char *name = own_text(run, fn->params.at[i]->name);
        size_t at = run->inputs.len;
        api_run_flatten(run, values[i], name, &run->inputs);
        for (; at < run->inputs.len; at++) {
            run->inputs.at[at].parameter = name;
            run->inputs.at[at].is_drawn = is_drawn[i];
        }
    }
    for (size_t i = 0; i < run->defaulted.len; i++)
        run->defaulted.at[i] = own_text(run, api_shown_dim(fn, run->defaulted.at[i]));
    return TN_OK;
}

void api_run_name_outputs(TnRun *run, const IrFunction *fn) {
    const size_t n = run->outputs.len;
    for (size_t i = 0; i < n; i++) {
        const char *name = ir_function_output_name(fn, i, n);
        if (name) run->outputs.at[i].file = own_text(run, name);
    }
}
