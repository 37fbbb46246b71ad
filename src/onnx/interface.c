/* SPDX-License-Identifier: Apache-2.0 */
/* A model's inputs and outputs: parameters and results of main. Sequences, and optionals that hold
 * nothing, are tuples of a known form. */
#include "onnx/import.h"
#include "onnx/node.h"

static const Loc no_place = {.line = 0};

typedef struct {
    Str param;
    IrSymbol *symbol;
} Entry;

const IrDim *onnx_symbol_find(OnnxImport *im, const IrFunction *fn, Str param) {
    for (MapIter it = map_find(&im->symbols, onnx_hash(im, param)); map_next(&im->symbols, &it);) {
        const Entry *e = it.value;
        if (str_eq(e->param, param) && e->symbol->function == fn)
            return ir_dim_symbol(im->m, e->symbol);
    }
    return NULL;
}

/* `shared`: one symbol for all dims of that name. */
static const IrDim *symbol_dim(OnnxImport *im, IrFunction *fn, Str param, bool shared) {
    const uint64_t hash = onnx_hash(im, param);
    shared = shared && param.len;
    const IrDim *known = shared ? onnx_symbol_find(im, fn, param) : NULL;
    if (known) return known;
    Entry *e = ARENA_NEW(&im->arena, Entry);
    *e = (Entry){param, ir_symbol_new(fn, onnx_name_unique(im, param, "d"), no_place)};
    if (shared) map_add(&im->symbols, hash, e);
    if (shared && !str_eq_c(param, e->symbol->name))
        vec_push(&im->arena, &im->dim_names, ((OnnxDimName){e->symbol, param}));
    return ir_dim_symbol(im->m, e->symbol);
}

static Str trimmed(Str s) {
    while (s.len && *s.ptr == ' ') s.ptr++, s.len--;
    while (s.len && s.ptr[s.len - 1] == ' ') s.len--;
    return s;
}

/* A number of few digits. False: it is none. */
static bool small_number(Str s, int64_t *out) {
    *out = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] < '0' || s.ptr[i] > '9' || s.len > 9) return false;
        *out = *out * 10 + (s.ptr[i] - '0');
    }
    return s.len > 0;
}

/* A dim that is called by a sum of other dims of inputs, and of numbers, as exporters of decoders
 * do it ("past_sequence_length + 1"): it is that sum. NULL: it is none. */
static const IrDim *sum_dim(OnnxImport *im, IrFunction *fn, Str param) {
    enum { TERMS_MAX = 8 };
    const IrDim *sum = ir_dim_const(im->m, 0);
    const char *at = param.ptr, *end = at + param.len;
    Str terms[TERMS_MAX];
    uint32_t n = 0;
    int64_t number;
    if (onnx_names_have(im, &im->dims, param)) {
        for (const char *stop = at; stop; at = stop ? stop + 1 : end) {
            stop = memchr(at, '+', (size_t)(end - at));
            if (n == TERMS_MAX) return NULL;
            const Str term = trimmed((Str){at, (size_t)((stop ? stop : end) - at)});
            if (!small_number(term, &number) && !onnx_names_have(im, &im->dims, term)) return NULL;
            terms[n++] = term;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        const bool is_number = small_number(terms[i], &number);
        if (!is_number && memchr(terms[i].ptr, '+', terms[i].len)) return NULL;
        sum = ir_dim_add(im->m, sum,
                         is_number ? ir_dim_const(im->m, number)
                                   : symbol_dim(im, fn, terms[i], true));
    }
    return n > 1 && !ir_dim_is_const(sum, &number) ? sum : NULL;
}

/* The tensor type that main's input `name` or a part of it has; NULL after a report. */
static const IrType *tensor_type(OnnxImport *im, IrFunction *fn, Str name,
                                 const OnnxTypeProto *type, bool is_part) {
    const OnnxTensorType *t = type ? type->tensor : NULL;
    const char *what = "no tensor";
    if (type && type->sequence) what = "a sequence";
    if (type && type->optional) what = "an optional";
    if (type && type->map) what = "a map";
    if (type && type->sparse) what = "a sparse tensor";
    const DType dtype = t ? onnx_dtype(t->elem_type, &what) : DTYPE_VOID;
    if (dtype == DTYPE_VOID && !is_part && type && im->options && im->options->opaque &&
        onnx_is_text(name)) {
        const OnnxNamedType kept = {name, type};
        vec_push(&im->arena, &im->object_types, kept);
        im->has_opaque = true; /* only such nodes take it */
        return im->m->any;
    }
    if (dtype == DTYPE_VOID) {
        Diag *d = diag_error(im->ctx, no_place, DIAG_UNSUPPORTED,
                             diag_fmt(im->ctx, "the input '%s', %s,", onnx_text(im, name), what));
        if (type && type->sequence && !is_part)
            diag_help(im->ctx, d, "--length '%s=N' says that it has N tensors",
                      onnx_text(im, name));
        return NULL;
    }
    if (!t->shape) return ir_type_tensor(im->m, NULL, IR_NDIM_UNKNOWN, dtype);
    const size_t n = t->shape->dims.len;
    if (n > im->ctx->limits.rank) {
        diag_error(im->ctx, no_place, DIAG_TOO_MANY, diag_fmt(im->ctx, "%zu", im->ctx->limits.rank),
                   diag_fmt(im->ctx, "dims of '%s'", onnx_text(im, name)));
        return NULL;
    }
    const IrDim **dims = ARENA_ARRAY(&im->arena, const IrDim *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const OnnxDim *d = t->shape->dims.at[i];
        const bool is_const = d->has_value && d->value >= 0;
        const IrDim *sum = is_const || is_part ? NULL : sum_dim(im, fn, d->param);
        dims[i] = is_const ? ir_dim_const(im->m, d->value)
                  : sum    ? sum
                           : symbol_dim(im, fn, d->param, !is_part);
    }
    return ir_type_tensor(im->m, dims, (int32_t)n, dtype);
}

/* A map is a tuple: its keys and its values, in any order, of one extent. NULL after a report. */
static const IrType *map_type(OnnxImport *im, IrFunction *fn, Str name, const OnnxMapType *map) {
    const OnnxTensorType *of = map->value_type ? map->value_type->tensor : NULL;
    const char *what = NULL, *what_keys;
    const DType key = onnx_dtype(map->key_type, &what_keys),
                value = of ? onnx_dtype(of->elem_type, &what) : DTYPE_VOID;
    if (key == DTYPE_VOID || value == DTYPE_VOID) {
        if (key == DTYPE_VOID) what = what_keys;
        diag_error(im->ctx, no_place, DIAG_UNSUPPORTED,
                   diag_fmt(im->ctx, "the input '%s', a map of %s,", onnx_text(im, name),
                            what ? what : "what are no tensors"));
        return NULL;
    }
    const IrDim *n = symbol_dim(im, fn, (Str){"n", 1}, false);
    const IrType *const types[] = {ir_type_tensor(im->m, &n, 1, key),
                                   ir_type_tensor(im->m, &n, 1, value)};
    return ir_type_tuple(im->m, types, ARRAY_LEN(types));
}

/* The type of an input: a tuple where `form` says so; NULL after a report. An optional is taken to
 * hold something where nothing is said, but for who writes ONNX again: there it is an object, and
 * what takes it is opaque, so that the model has the interface and the meaning that it had; so
 * maps are there. Deep as `form` is, which limits.depth bounds. */
static const IrType *input_type(OnnxImport *im, IrFunction *fn, Str name, const OnnxTypeProto *type,
                                const OnnxForm *form, bool is_part) {
    const bool stays = im->options && im->options->opaque && !form;
    while (type && type->optional && !stays) type = type->optional->elem_type;
    if (type && type->map && !stays && !is_part) return map_type(im, fn, name, type->map);
    if (!form || form->kind == ONNX_KIND_TENSOR) return tensor_type(im, fn, name, type, is_part);
    const OnnxTypeProto *of = type && type->sequence ? type->sequence->elem_type : NULL;
    const IrType **types = ARENA_ARRAY(&im->arena, const IrType *, form->n + 1);
    for (size_t i = 0; i < form->n; i++) {
        types[i] = input_type(im, fn, name, of, form->items[i], true);
        if (!types[i]) return NULL;
    }
    return ir_type_tuple(im->m, types, (uint32_t)form->n);
}

static const OnnxTensor *find_initializer(const Map *names, OnnxImport *im, Str name) {
    for (MapIter it = map_find(names, onnx_hash(im, name)); map_next(names, &it);) {
        const OnnxTensor *t = it.value;
        if (str_eq(t->name, name)) return t;
    }
    return NULL;
}

static const OnnxBinding *find_binding(const OnnxOptions *options, Str name) {
    for (size_t i = 0; options && i < options->n_bindings; i++) {
        if (str_eq_c(name, options->bindings[i].name)) return &options->bindings[i];
    }
    return NULL;
}

bool onnx_initializer_note(OnnxImport *im, Map *names, OnnxTensor *t) {
    if (find_initializer(names, im, t->name)) return false;
    map_add(names, onnx_hash(im, t->name), t);
    return true;
}

static void initializer_names(OnnxImport *im, const OnnxGraph *g, Map *out) {
    map_init(out, &im->arena);
    for (size_t i = 0; i < g->initializers.len; i++)
        onnx_initializer_note(im, out, g->initializers.at[i]);
}

/* The elements of a tuple, as deep as its type is. */
static void set_parts(OnnxImport *im, IrBuilder *b, OnnxValue *v, const OnnxForm *form,
                      IrOperand x) {
    v->operand = x;
    if (!form || form->kind == ONNX_KIND_TENSOR) return;
    v->is_sequence = form->kind == ONNX_KIND_SEQUENCE;
    v->is_nothing = !v->is_sequence;
    for (size_t i = 0; i < form->n; i++) {
        OnnxValue *item = ARENA_NEW(&im->arena, OnnxValue);
        IrVar *field = ir_build_field(b, &x, 1, (uint32_t)i,
                                      v->name.len ? onnx_name_safe(im, v->name, "x") : "x");
        BUG_IF(!field);
        set_parts(im, b, item, form->items[i],
                  (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = field});
        vec_push(&im->arena, &v->items, (void *)item);
    }
}

static void set_map(OnnxImport *im, IrBuilder *b, OnnxValue *v, IrOperand x) {
    static const char *const parts[] = {"keys", "values"};
    v->operand = x;
    v->is_sequence = v->is_map = true;
    for (uint32_t i = 0; i < ARRAY_LEN(parts); i++) {
        OnnxValue *item = ARENA_NEW(&im->arena, OnnxValue);
        IrVar *field = ir_build_field(b, &x, 1, i, parts[i]);
        BUG_IF(!field);
        item->operand = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = field};
        vec_push(&im->arena, &v->items, (void *)item);
    }
}

/* The names of dims of what becomes a parameter. */
static void note_dims(OnnxImport *im, const OnnxGraph *g, const Map *initial) {
    map_init(&im->dims, &im->arena);
    for (size_t i = 0; i < g->inputs.len; i++) {
        const OnnxValueInfo *info = g->inputs.at[i];
        const OnnxTensorType *t = info->type ? info->type->tensor : NULL;
        if (!t || !t->shape || find_initializer(initial, im, info->name) ||
            find_binding(im->options, info->name))
            continue;
        for (size_t k = 0; k < t->shape->dims.len; k++) {
            const OnnxDim *d = t->shape->dims.at[k];
            if (!d->has_value && d->param.len && !onnx_names_have(im, &im->dims, d->param))
                onnx_names_add(im, &im->dims, d->param);
        }
    }
}

enum { LENGTH_MAX = 1 << 16 };

/* What was said of the lengths of sequences is of inputs that are some. */
static void check_lengths(OnnxImport *im, const OnnxGraph *g, const Map *initial) {
    for (size_t i = 0; im->options && i < im->options->n_lengths; i++) {
        const OnnxLength *l = &im->options->lengths[i];
        bool found = false;
        for (size_t k = 0; k < g->inputs.len && !found; k++) {
            const OnnxValueInfo *info = g->inputs.at[k];
            const OnnxTypeProto *t = info->type;
            while (t && t->optional) t = t->optional->elem_type;
            found = t && t->sequence && str_eq_c(info->name, l->name) &&
                    !find_initializer(initial, im, info->name);
        }
        if (!found)
            diag_error(im->ctx, no_place, DIAG_VALUE,
                       diag_fmt(im->ctx, "no input '%s' is a sequence", l->name));
        else if (l->n < 0 || l->n > LENGTH_MAX)
            diag_error(im->ctx, no_place, DIAG_VALUE,
                       diag_fmt(im->ctx, "'%s' cannot have %lld tensors: 0 to %d are possible",
                                l->name, (long long)l->n, LENGTH_MAX));
    }
}

/* The form of a sequence of which a length is said; NULL: none is. */
static const OnnxForm *length_form(OnnxImport *im, Str name) {
    static const OnnxForm tensor = {.kind = ONNX_KIND_TENSOR};
    const OnnxOptions *options = im->options;
    for (size_t i = options ? options->n_lengths : 0; i-- > 0;) {
        const OnnxLength *l = &options->lengths[i];
        if (!str_eq_c(name, l->name) || l->n < 0 || l->n > LENGTH_MAX) continue;
        ir_growth_input(im->m, (size_t)l->n);
        OnnxForm *form = ARENA_NEW(&im->arena, OnnxForm);
        const OnnxForm **items = ARENA_ARRAY(&im->arena, const OnnxForm *, (size_t)l->n + 1);
        for (int64_t k = 0; k < l->n; k++) items[k] = &tensor;
        *form = (OnnxForm){.kind = ONNX_KIND_SEQUENCE, .items = items, .n = (size_t)l->n};
        return form;
    }
    return NULL;
}

void onnx_import_inputs(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxGraph *g) {
    IrFunction *fn = b->fn;
    Map initial;
    initializer_names(im, g, &initial);
    note_dims(im, g, &initial);
    check_lengths(im, g, &initial);
    for (size_t i = 0; i < g->inputs.len; i++) {
        const OnnxValueInfo *info = g->inputs.at[i];
        if (find_initializer(&initial, im, info->name)) continue;
        OnnxValue *v = onnx_define(im, scope, info->name);
        if (!v) continue;
        const OnnxBinding *bound = find_binding(im->options, info->name);
        if (bound && bound->tensor) {
            onnx_value_set_tensor(im, v, tensor_ref(bound->tensor));
            continue;
        }
        const OnnxForm *form = bound ? bound->form : length_form(im, info->name);
        const IrType *t = input_type(im, fn, info->name, info->type, form, false);
        v->is_poisoned = !t;
        if (!t) continue;
        IrVar *p = ir_var_new(fn, onnx_name_unique(im, info->name, "input"), t);
        vec_push(&im->m->arena, &fn->params, p);
        vec_push(&im->arena, &im->input_names, info->name);
        ir_define_symbols(t, NULL);
        const IrOperand x = {.kind = IR_OPERAND_VAR, .span = 1, .var = p};
        if (t->kind == IR_TYPE_TUPLE && !form)
            set_map(im, b, v, x);
        else
            set_parts(im, b, v, form, x);
    }
}

/* The operand of one of main's results; it may need a constant or a shape to be built. */
bool onnx_output_operand(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxValueInfo *info,
                         IrOperandBuf *out) {
    OnnxValue *v = onnx_lookup(im, scope, info->name);
    if (!v) {
        diag_error(
            im->ctx, no_place, DIAG_VALUE,
            diag_fmt(im->ctx, "the output '%s' is made by no node", onnx_text(im, info->name)));
        return false;
    }
    return !v->is_poisoned && onnx_value_append(im, b, v, out);
}

static OnnxKind kind_of(const OnnxValueInfo *info) {
    if (info->type && info->type->sequence) return ONNX_KIND_SEQUENCE;
    return info->type && info->type->optional ? ONNX_KIND_OPTIONAL : ONNX_KIND_TENSOR;
}

bool onnx_read_signature(Arena *arena, Str bytes, OnnxSignature *out) {
    *out = (OnnxSignature){.n_inputs = 0};
    const OnnxModel *model = onnx_model_parse(arena, bytes);
    if (!model || !model->graph) return false;
    const OnnxGraph *g = model->graph;
    OnnxImport im = {.ctx = arena->ctx};
    Map initial;
    map_init(&initial, arena);
    for (size_t i = 0; i < g->initializers.len; i++)
        onnx_initializer_note(&im, &initial, g->initializers.at[i]);
    out->inputs = ARENA_ARRAY(arena, const char *, g->inputs.len + 1);
    out->outputs = ARENA_ARRAY(arena, const char *, g->outputs.len + 1);
    out->input_kinds = ARENA_ARRAY(arena, OnnxKind, g->inputs.len + 1);
    out->output_kinds = ARENA_ARRAY(arena, OnnxKind, g->outputs.len + 1);
    for (size_t i = 0; i < g->inputs.len; i++) {
        const OnnxValueInfo *info = g->inputs.at[i];
        if (find_initializer(&initial, &im, info->name)) continue;
        out->input_kinds[out->n_inputs] = kind_of(info);
        out->inputs[out->n_inputs++] = arena_strdup(arena, info->name);
    }
    for (size_t i = 0; i < g->outputs.len; i++) {
        const OnnxValueInfo *info = g->outputs.at[i];
        out->output_kinds[out->n_outputs] = kind_of(info);
        out->outputs[out->n_outputs++] = arena_strdup(arena, info->name);
    }
    return true;
}
