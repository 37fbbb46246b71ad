/* SPDX-License-Identifier: Apache-2.0 */
/* Interned types and what is asked of them. Walks recurse on a type's depth, which the builder and
 * the parser keep within limits.depth. */
#include "ir/type.h"

#include "base/diag.h"
#include "ir/ir.h"

static bool same_type(const IrType *a, const IrType *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->ndim != b->ndim || a->n != b->n ||
        a->result != b->result || a->value != b->value || a->pure != b->pure ||
        a->vdevice != b->vdevice || !a->dims != !b->dims || !a->fields != !b->fields) {
        return false;
    }
    for (int32_t i = 0; a->dims && i < a->ndim; i++) {
        if (a->dims[i] != b->dims[i]) return false;
    }
    for (uint32_t i = 0; a->fields && i < a->n; i++) {
        if (a->fields[i] != b->fields[i]) return false;
    }
    return true;
}

static uint64_t hash_type(const IrModule *m, const IrType *t) {
    uint64_t h =
        hash_mix(m->ctx->hash_seed, (uint64_t)t->kind << 32 | (uint64_t)t->dtype << 8 | t->pure);
    h = hash_mix(h, (uint64_t)(uint32_t)t->ndim << 32 | t->n);
    h = hash_ptr(hash_ptr(h, t->result), t->value);
    if (t->vdevice) h = hash_ptr(h, t->vdevice);
    for (int32_t i = 0; t->dims && i < t->ndim; i++) h = hash_ptr(h, t->dims[i]);
    for (uint32_t i = 0; t->fields && i < t->n; i++) h = hash_ptr(h, t->fields[i]);
    return h;
}

static void grow_by(IrType *t, const IrType *part) {
    uint32_t inside = t->kind == IR_TYPE_CALLABLE ? 2 : 1; /* parameters stand in a tuple */
    if (part->depth + inside > t->depth) t->depth = part->depth + inside;
    t->size += part->size;
    t->has_symbols |= part->has_symbols;
    if (t->kind == IR_TYPE_TUPLE && !t->first_vdevice) t->first_vdevice = part->first_vdevice;
    if (t->size > IR_TYPE_SIZE_MAX) t->size = IR_TYPE_SIZE_MAX;
}

/* `key` borrows its arrays; a new type gets copies. */
static const IrType *intern_type(IrModule *m, const IrType *key) {
    uint64_t hash = hash_type(m, key);
    for (MapIter it = map_find(&m->types, hash); map_next(&m->types, &it);) {
        if (same_type(it.value, key)) return it.value;
    }
    IrType *t = ARENA_NEW(&m->arena, IrType);
    *t = *key;
    t->depth = t->size = 1;
    t->first_vdevice = t->kind == IR_TYPE_TENSOR ? t->vdevice : NULL;
    if (key->dims) {
        const IrDim **dims = ARENA_ARRAY(&m->arena, const IrDim *, (size_t)key->ndim);
        for (int32_t i = 0; i < key->ndim; i++) {
            dims[i] = key->dims[i];
            t->has_symbols |= dims[i]->n != 0;
            if (dims[i]->n && dims[i]->depth + 2 > t->depth) t->depth = dims[i]->depth + 2;
        }
        t->dims = dims;
    }
    if (key->fields) {
        const IrType **fields = ARENA_ARRAY(&m->arena, const IrType *, key->n);
        for (uint32_t i = 0; i < key->n; i++) {
            fields[i] = key->fields[i];
            grow_by(t, fields[i]);
        }
        t->fields = fields;
    }
    if (key->result) grow_by(t, key->result);
    if (key->value && key->value->n) {
        t->has_symbols = true;
        t->depth = key->value->depth + 1;
    }
    map_add(&m->types, hash, t);
    return t;
}

bool ir_type_is_bounded(const IrModule *m, const IrType *t) {
    /* brackets that a call, its lists and R.Object itself put around the innermost part */
    enum { AROUND = 6 };
    return t->depth + AROUND <= m->ctx->limits.depth && t->size < IR_TYPE_SIZE_MAX;
}

static const IrDim *const no_dims[1] = {NULL};
static const IrType *const no_fields[1] = {NULL};

const IrType *ir_type_any(IrModule *m) {
    return intern_type(m, &(IrType){.kind = IR_TYPE_ANY, .ndim = IR_NDIM_UNKNOWN});
}

static const IrDim *const *known_dims(const IrDim *const *dims, int32_t ndim) {
    return ndim == 0 ? no_dims : dims; /* rank 0 is a known shape */
}

/* Recursion: over tuples, whose depth is bounded. */
bool ir_type_has(const IrType *t, DType dtype) {
    if (t->kind == IR_TYPE_TENSOR) return t->dtype == dtype;
    bool found = false;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && !found && i < t->n; i++)
        found = ir_type_has(t->fields[i], dtype);
    return found;
}

const IrType *ir_type_tensor(IrModule *m, const IrDim *const *dims, int32_t ndim, DType dtype) {
    return intern_type(m, &(IrType){.kind = IR_TYPE_TENSOR,
                                    .dims = known_dims(dims, ndim),
                                    .ndim = ndim,
                                    .dtype = dtype});
}

/* Recursion: over tuples, whose depth is bounded. */
const IrType *ir_type_on(IrModule *m, const IrType *t, const char *vdevice) {
    IrType key = *t;
    key.has_symbols = false; /* as a new key has it: settled when the type is made */
    if (t->kind == IR_TYPE_TENSOR && !t->vdevice) {
        key.vdevice = vdevice;
    } else if (t->kind == IR_TYPE_TUPLE && t->n) {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, t->n);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = ir_type_on(m, t->fields[i], vdevice);
        key.fields = fields;
    } else {
        return t;
    }
    return intern_type(m, &key);
}

const IrType *ir_type_tuple(IrModule *m, const IrType *const *fields, uint32_t n) {
    return intern_type(m, &(IrType){.kind = IR_TYPE_TUPLE,
                                    .ndim = IR_NDIM_UNKNOWN,
                                    .fields = n ? fields : no_fields,
                                    .n = n});
}

const IrType *ir_type_shape(IrModule *m, const IrDim *const *dims, int32_t ndim) {
    return intern_type(
        m, &(IrType){.kind = IR_TYPE_SHAPE, .dims = known_dims(dims, ndim), .ndim = ndim});
}

const IrType *ir_type_prim(IrModule *m, DType dtype, const IrDim *value) {
    int64_t v;
    if (dtype == DTYPE_BOOL && value && ir_dim_is_const(value, &v)) value = ir_dim_const(m, v != 0);
    return intern_type(
        m,
        &(IrType){.kind = IR_TYPE_PRIM, .ndim = IR_NDIM_UNKNOWN, .dtype = dtype, .value = value});
}

const IrType *ir_type_callable(IrModule *m, const IrType *const *params, uint32_t n,
                               const IrType *result, bool pure) {
    return intern_type(m, &(IrType){.kind = IR_TYPE_CALLABLE,
                                    .ndim = IR_NDIM_UNKNOWN,
                                    .fields = params || n ? params : NULL,
                                    .n = n,
                                    .result = result,
                                    .pure = pure});
}

const IrType *const *ir_type_no_params(void) { return no_fields; }

/* What an annotation leaves open holds everything; what the value leaves open is unknown. */
static IrTruth subsumes_dims(IrModule *m, const IrType *a, const IrType *b) {
    if (a->ndim == IR_NDIM_UNKNOWN) return IR_PROVED;
    if (b->ndim == IR_NDIM_UNKNOWN) return IR_UNKNOWN;
    if (a->ndim != b->ndim) return IR_REFUTED;
    if (!a->dims) return IR_PROVED;
    if (!b->dims) return IR_UNKNOWN;
    IrTruth all = IR_PROVED;
    for (int32_t i = 0; i < a->ndim && all != IR_REFUTED; i++) {
        all = ir_truth_and(all, ir_dim_eq(m, a->dims[i], b->dims[i]));
    }
    return all;
}

static IrTruth subsumes_dtype(DType a, DType b) {
    if (a == DTYPE_VOID || a == b) return IR_PROVED;
    return b == DTYPE_VOID ? IR_UNKNOWN : IR_REFUTED;
}

IrTruth ir_type_subsumes(IrModule *m, const IrType *a, const IrType *b) {
    if (a == b || a->kind == IR_TYPE_ANY) return IR_PROVED;
    if (b->kind == IR_TYPE_ANY) return IR_UNKNOWN;
    if (a->kind != b->kind) return IR_REFUTED;
    IrTruth all = IR_PROVED;
    switch (a->kind) {
    case IR_TYPE_ANY: break;
    case IR_TYPE_TENSOR:
        /* All lies in one place in a run, so a cast to another device succeeds. */
        if (a->vdevice && b->vdevice && a->vdevice != b->vdevice) all = IR_UNKNOWN;
        all = ir_truth_and(all, subsumes_dtype(a->dtype, b->dtype));
        return ir_truth_and(all, subsumes_dims(m, a, b));
    case IR_TYPE_SHAPE: return subsumes_dims(m, a, b);
    case IR_TYPE_PRIM:
        all = subsumes_dtype(a->dtype, b->dtype);
        if (!a->value) return all;
        return ir_truth_and(all, b->value ? ir_dim_eq(m, a->value, b->value) : IR_UNKNOWN);
    case IR_TYPE_TUPLE:
        if (a->n != b->n) return IR_REFUTED;
        for (uint32_t i = 0; i < a->n && all != IR_REFUTED; i++) {
            all = ir_truth_and(all, ir_type_subsumes(m, a->fields[i], b->fields[i]));
        }
        return all;
    case IR_TYPE_CALLABLE:
        if (a->pure && !b->pure) return IR_REFUTED;
        if (a->result) all = b->result ? ir_type_subsumes(m, a->result, b->result) : IR_UNKNOWN;
        if (!a->fields) return all;
        if (!b->fields) return ir_truth_and(all, IR_UNKNOWN);
        if (a->n != b->n) return IR_REFUTED;
        for (uint32_t i = 0; i < a->n && all != IR_REFUTED; i++) {
            all = ir_truth_and(all, ir_type_subsumes(m, b->fields[i], a->fields[i]));
        }
        return all;
    }
    return all;
}

static const IrType *join_dims(IrModule *m, const IrType *a, const IrType *b) {
    DType dtype = a->dtype == b->dtype ? a->dtype : DTYPE_VOID;
    int32_t ndim = a->ndim == b->ndim ? a->ndim : IR_NDIM_UNKNOWN;
    const IrDim *const *dims = ndim != IR_NDIM_UNKNOWN && a->dims && b->dims ? a->dims : NULL;
    for (int32_t i = 0; dims && i < ndim; i++) {
        if (ir_dim_eq(m, a->dims[i], b->dims[i]) != IR_PROVED) dims = NULL;
    }
    if (a->kind == IR_TYPE_SHAPE) return ir_type_shape(m, dims, ndim);
    const IrType *t = ir_type_tensor(m, dims, ndim, dtype);
    return a->vdevice && a->vdevice == b->vdevice ? ir_type_on(m, t, a->vdevice) : t;
}

const IrType *ir_type_join(IrModule *m, const IrType *a, const IrType *b) {
    if (a == b) return a;
    if (a->kind == IR_TYPE_ANY || b->kind == IR_TYPE_ANY) return ir_type_any(m);
    if (a->kind != b->kind) return NULL;
    switch (a->kind) {
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE: return join_dims(m, a, b);
    case IR_TYPE_PRIM:
        if (a->dtype != b->dtype) return NULL;
        return ir_type_prim(m, a->dtype, a->value == b->value ? a->value : NULL);
    case IR_TYPE_TUPLE: {
        if (a->n != b->n) return NULL;
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, a->n);
        for (uint32_t i = 0; i < a->n; i++) {
            fields[i] = ir_type_join(m, a->fields[i], b->fields[i]);
            if (!fields[i]) fields[i] = ir_type_any(m);
        }
        return ir_type_tuple(m, fields, a->n);
    }
    case IR_TYPE_CALLABLE:
        if (ir_type_subsumes(m, a, b) == IR_PROVED) return a;
        return ir_type_subsumes(m, b, a) == IR_PROVED ? b : NULL;
    case IR_TYPE_ANY: break;
    }
    return ir_type_any(m);
}

const IrType *ir_type_map(IrModule *m, const IrType *t, IrSymbolFn with, void *user) {
    IrType key = *t;
    if (t->dims) {
        const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
        key.dims = dims;
        for (int32_t i = 0; i < t->ndim; i++) {
            dims[i] = ir_dim_map(m, t->dims[i], with, user);
            if (!dims[i]) {
                key.dims = NULL;
                break;
            }
        }
    }
    if (t->fields) {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = ir_type_map(m, t->fields[i], with, user);
        key.fields = fields;
    }
    if (t->value) key.value = ir_dim_map(m, t->value, with, user);
    if (t->vdevice) key.vdevice = intern_c(&m->names, t->vdevice); /* t may be another module's */
    if (t->result) key.result = ir_type_map(m, t->result, with, user);
    key.has_symbols = false;
    return intern_type(m, &key);
}

static const IrDim *unknown(void *user, IrSymbol *s) {
    (void)user, (void)s;
    return NULL;
}

const IrType *ir_type_closed(IrModule *m, const IrType *t) {
    return t->has_symbols ? ir_type_map(m, t, unknown, NULL) : t;
}

void ir_type_symbols(const IrType *t, void (*visit)(void *user, IrSymbol *s), void *user) {
    if (!t->has_symbols) return;
    for (int32_t i = 0; t->dims && i < t->ndim; i++) ir_dim_symbols(t->dims[i], visit, user);
    for (uint32_t i = 0; t->fields && i < t->n; i++) ir_type_symbols(t->fields[i], visit, user);
    if (t->value) ir_dim_symbols(t->value, visit, user);
    if (t->result) ir_type_symbols(t->result, visit, user);
}

static void print_dims(IrModule *m, const IrType *t, bool quoted, char open, char close,
                       StrBuf *out) {
    strbuf_putc(out, open);
    for (int32_t i = 0; i < t->ndim; i++) {
        bool quote = quoted && t->dims[i]->n;
        if (i) strbuf_puts(out, ", ");
        if (quote) strbuf_putc(out, '"');
        ir_dim_print(m, t->dims[i], out);
        if (quote) strbuf_putc(out, '"');
    }
    if (t->ndim == 1 && open == '(') strbuf_putc(out, ',');
    strbuf_putc(out, close);
}

void ir_type_print(IrModule *m, const IrType *t, bool quoted, StrBuf *out) {
    const char *sep = "";
    switch (t->kind) {
    case IR_TYPE_ANY: strbuf_puts(out, "R.Object"); return;
    case IR_TYPE_TENSOR:
        strbuf_puts(out, "R.Tensor");
        if (!t->dims && t->ndim == IR_NDIM_UNKNOWN && t->dtype == DTYPE_VOID && !t->vdevice) return;
        strbuf_putc(out, '(');
        if (t->dims) {
            print_dims(m, t, quoted, '(', ')', out);
            sep = ", ";
        }
        if (t->dtype != DTYPE_VOID) {
            strbuf_puts(out, sep);
            strbuf_puts(out, "dtype=\"");
            strbuf_puts(out, dtype_name(t->dtype));
            strbuf_putc(out, '"');
            sep = ", ";
        }
        if (!t->dims && t->ndim != IR_NDIM_UNKNOWN) {
            strbuf_printf(out, "%sndim=%d", sep, t->ndim);
            sep = ", ";
        }
        if (t->vdevice) strbuf_printf(out, "%svdevice=\"%s\"", sep, t->vdevice);
        strbuf_putc(out, ')');
        return;
    case IR_TYPE_SHAPE:
        strbuf_puts(out, "R.Shape");
        if (t->dims) {
            strbuf_putc(out, '(');
            print_dims(m, t, quoted, '[', ']', out);
            strbuf_putc(out, ')');
        } else if (t->ndim != IR_NDIM_UNKNOWN) {
            strbuf_printf(out, "(ndim=%d)", t->ndim);
        }
        return;
    case IR_TYPE_PRIM:
        strbuf_puts(out, "R.Prim(");
        if (!t->value || t->dtype != DTYPE_INT64) {
            strbuf_printf(out, "\"%s\"", dtype_name(t->dtype));
            sep = ", ";
        }
        if (t->value) {
            bool quote = quoted && t->value->n;
            strbuf_printf(out, "%svalue=%s", sep, quote ? "\"" : "");
            ir_dim_print(m, t->value, out);
            if (quote) strbuf_putc(out, '"');
        }
        strbuf_putc(out, ')');
        return;
    case IR_TYPE_TUPLE:
        strbuf_puts(out, "R.Tuple(");
        for (uint32_t i = 0; i < t->n; i++) {
            if (i) strbuf_puts(out, ", ");
            ir_type_print(m, t->fields[i], quoted, out);
        }
        strbuf_putc(out, ')');
        return;
    case IR_TYPE_CALLABLE:
        strbuf_puts(out, "R.Callable(");
        if (t->fields) {
            strbuf_putc(out, '(');
            for (uint32_t i = 0; i < t->n; i++) {
                if (i) strbuf_puts(out, ", ");
                ir_type_print(m, t->fields[i], quoted, out);
            }
            strbuf_puts(out, t->n == 1 ? ",)" : ")");
            sep = ", ";
        }
        if (t->result) {
            strbuf_puts(out, t->fields ? sep : "ret=");
            ir_type_print(m, t->result, quoted, out);
            sep = ", ";
        }
        strbuf_printf(out, "%s%s%s)", sep,
                      t->fields && t->result ? "" : "purity=", t->pure ? "True" : "False");
        return;
    }
}

const char *ir_type_text(IrModule *m, const IrType *t) {
    StrBuf b;
    strbuf_init(&b, &m->ctx->diags->arena);
    if (t->size > 1000) return "a tuple of very many fields";
    ir_type_print(m, t, false, &b);
    return strbuf_cstr(&b);
}
