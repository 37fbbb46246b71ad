/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors across library borders: a view on the way out, a checked copy on the way in. */
#include "tensor/dlpack.h"

#include "base/diag.h"
#include "tensor/strided.h"

static DLDataType foreign_type(DType t) {
    return (DLDataType){.code = dtype_foreign_code(t), .bits = (uint8_t)dtype_bits(t), .lanes = 1};
}

/* ---- export ---- */

/* One block: the shape and the strides follow. */
typedef struct {
    DLManagedTensor managed;
    Tensor *tensor;
    size_t size;
    int64_t shape_and_strides[];
} Export;

static void export_delete(DLManagedTensor *managed) {
    Export *self = managed->manager_ctx;
    Ctx *ctx = self->tensor->ctx;
    tensor_unref(self->tensor);
    ctx_resize(ctx, self, self->size, 0);
}

DLManagedTensor *dlpack_export(Tensor *self) {
    const uint32_t ndim = self->ndim;
    const size_t size = sizeof(Export) + 2 * (size_t)ndim * sizeof(int64_t);
    Tensor *own = tensor_owned(self);
    TensorGuard guard;
    tensor_guard(&guard, own);
    Export *e = ctx_resize(self->ctx, NULL, 0, size);
    tensor_unguard(&guard);
    int64_t *shape = e->shape_and_strides, *strides = shape + ndim, step = 1;
    for (uint32_t i = ndim; i-- > 0;) {
        shape[i] = self->dims[i];
        strides[i] = step;
        if (self->count) step *= self->dims[i];
    }
    e->tensor = own;
    e->size = size;
    e->managed = (DLManagedTensor){
        .dl_tensor = {.data = own->data,
                      .device = {.device_type = kDLCPU},
                      .ndim = (int)ndim,
                      .dtype = foreign_type(self->dtype),
                      .shape = shape,
                      .strides = strides},
        .manager_ctx = e,
        .deleter = export_delete,
    };
    return &e->managed;
}

/* ---- import ---- */

static bool wrong(Ctx *ctx, const char *what) {
    diag_error(ctx, (Loc){0}, DIAG_DLPACK, what);
    return false;
}

static bool import_type(Ctx *ctx, DLDataType type, DType *out) {
    if (type.lanes != 1) return wrong(ctx, diag_fmt(ctx, "its elements have %u lanes", type.lanes));
    if (type.code == kDLUInt && type.bits == 1) type = foreign_type(DTYPE_BOOL);
    for (int i = DTYPE_VOID + 1; i < DTYPE_NUMBER_END; i++) {
        DLDataType t = foreign_type((DType)i);
        if (t.code != type.code || t.bits != type.bits) continue;
        *out = (DType)i;
        return true;
    }
    return wrong(ctx, diag_fmt(ctx, "its element type is not known: code %u, %u bits", type.code,
                               type.bits));
}

/* The axis's step in bytes into *stride, and the lowest and highest offset moved by its reach. */
static bool add_axis(int64_t n, int64_t step, int64_t size, int64_t *stride, int64_t *low,
                     int64_t *high) {
    int64_t reach;
    *stride = 0;
    if (n == 1) return true; /* never stepped along: some producers leave anything there */
    if (!mul_i64(step, size, stride) || !mul_i64(*stride, n - 1, &reach)) return false;
    int64_t *end = reach < 0 ? low : high;
    return add_i64(*end, reach, end);
}

/* The strides in bytes, and whether every element has an address. */
static bool import_strides(Ctx *ctx, const DLTensor *t, size_t size, int64_t *strides) {
    int64_t low = 0, high = (int64_t)size, dense = 1;
    for (int i = t->ndim; i-- > 0;) {
        int64_t step = t->strides ? t->strides[i] : dense;
        if (!add_axis(t->shape[i], step, (int64_t)size, &strides[i], &low, &high)) {
            return wrong(ctx, "its strides overflow");
        }
        dense *= t->shape[i]; /* at most the count */
    }
    const uintptr_t base = (uintptr_t)t->data;
    uintptr_t first;
    if (!t->data) return wrong(ctx, "its data is NULL");
    if (t->byte_offset > PTRDIFF_MAX ||
        __builtin_add_overflow(base, (uintptr_t)t->byte_offset, &first) ||
        (uintptr_t)0 - (uintptr_t)low > first || (uintptr_t)high > UINTPTR_MAX - first) {
        return wrong(ctx, "its memory would pass the end of the address space");
    }
    return true;
}

static bool import_checks(Ctx *ctx, const DLTensor *t, DType *dtype, size_t *count) {
    size_t bytes;
    if (t->device.device_type != kDLCPU) {
        return wrong(ctx, diag_fmt(ctx, "it lies on a device of type %d, not the CPU",
                                   (int)t->device.device_type));
    }
    if (!import_type(ctx, t->dtype, dtype)) return false;
    if (t->ndim < 0 || (t->ndim > 0 && !t->shape)) return wrong(ctx, "it has no shape");
    if ((size_t)t->ndim > ctx->limits.rank) {
        diag_error(ctx, (Loc){0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.rank), "dims");
        return false;
    }
    if (!tensor_count(t->shape, (uint32_t)t->ndim, *dtype, count, &bytes)) {
        return wrong(ctx, "an extent is negative, or its size does not fit 64 bits");
    }
    if (bytes > ctx->limits.const_bytes) {
        diag_error(ctx, (Loc){0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.const_bytes),
                   "bytes of an array");
        return false;
    }
    return true;
}

/* Of a type of which several elements share a byte: only in row-major order, as strides count
 * elements. */
static Tensor *copy_packed(Ctx *ctx, const DLTensor *t, DType dtype, size_t count) {
    int64_t dense = 1;
    for (int i = t->ndim; count && t->strides && i-- > 0;) {
        if (t->shape[i] != 1 && t->strides[i] != dense) {
            wrong(ctx, diag_fmt(ctx, "its elements are %s, and not in row-major order",
                                dtype_name(dtype)));
            return NULL;
        }
        dense *= t->shape[i];
    }
    if (count && !t->data) return wrong(ctx, "its data is NULL"), NULL;
    if (t->byte_offset > PTRDIFF_MAX)
        return wrong(ctx, "its memory would pass the end of the address space"), NULL;
    Tensor *out = tensor_new(ctx, dtype, t->shape, (uint32_t)t->ndim);
    if (count) memcpy(out->data, (const char *)t->data + t->byte_offset, out->bytes);
    tensor_normalize(out);
    return out;
}

Tensor *dlpack_copy(Ctx *ctx, const DLTensor *t) {
    DType dtype;
    size_t count;
    if (!import_checks(ctx, t, &dtype, &count)) return NULL;
    if (dtype_is_packed(dtype)) return copy_packed(ctx, t, dtype, count);
    Arena scratch;
    arena_init(&scratch, ctx);
    Tensor *out = NULL;
    int64_t *strides = ARENA_ARRAY(&scratch, int64_t, (size_t)t->ndim);
    if (count == 0 || import_strides(ctx, t, dtype_size(dtype), strides)) {
        TensorGuard guard;
        out = tensor_new(ctx, dtype, t->shape, (uint32_t)t->ndim);
        tensor_guard(&guard, out);
        if (count > 0) {
            const char *from = (const char *)t->data + t->byte_offset;
            strided_copy(&scratch, out->data, from, out->dims, strides, out->ndim,
                         dtype_size(dtype));
        }
        tensor_normalize(out);
        tensor_unguard(&guard);
    }
    arena_fini(&scratch);
    return out;
}

typedef struct {
    DLManagedTensor *tensor;
    Cleanup cleanup;
} ImportGuard;

static void import_delete(DLManagedTensor *tensor) {
    if (tensor->deleter) tensor->deleter(tensor);
}

static void import_cleanup(Cleanup *node) {
    import_delete(((ImportGuard *)(void *)((char *)node - offsetof(ImportGuard, cleanup)))->tensor);
}

Tensor *dlpack_import(Ctx *ctx, DLManagedTensor *own_tensor) {
    ImportGuard guard = {.tensor = own_tensor};
    cleanup_push(ctx, &guard.cleanup, import_cleanup);
    Tensor *out = dlpack_copy(ctx, &own_tensor->dl_tensor);
    cleanup_pop(&guard.cleanup);
    import_delete(own_tensor);
    return out;
}
