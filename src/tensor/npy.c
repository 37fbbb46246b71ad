/* SPDX-License-Identifier: Apache-2.0 */
/* The data of an .npy file: checked against its header before anything is allocated, then brought
 * into row-major order, then into this machine's byte order. */
#include "tensor/npy.h"

#include "base/diag.h"
#include "tensor/file.h"
#include "tensor/npy_parts.h"
#include "tensor/strided.h"

/* The header's shape and type against what follows it. */
static bool check_size(Ctx *ctx, const char *name, const NpyHeader *h, Str bytes) {
    size_t count, want, have = bytes.len - h->end;
    /* A small element takes a byte there, so the file holds all that the tensor will. */
    const DType stored = dtype_is_small(h->dtype) ? DTYPE_UINT8 : h->dtype;
    if (!tensor_count(h->dims, h->ndim, stored, &count, &want)) {
        npy_error(ctx, name, h->end, "the size of the array does not fit 64 bits");
        return false;
    }
    if (want == have && want <= ctx->limits.const_bytes) return true;
    if (want == have) {
        npy_limit_error(ctx, name, ctx->limits.const_bytes, "bytes of arrays");
        return false;
    }
    Diag *d = have < want ? npy_error(ctx, name, bytes.len, "the file ends within its data")
                          : npy_error(ctx, name, h->end + want, "bytes after the end of the data");
    diag_expected(ctx, d, "%zu bytes of data", want);
    diag_found(ctx, d, "%zu", have);
    return false;
}

static void swap_bytes(Tensor *t) {
#define SWAP(T, swap)                                                                              \
    for (size_t i = 0; i < t->count; i++) ((T *)t->data)[i] = swap(((T *)t->data)[i])
    switch (dtype_size(t->dtype)) {
    case 2: SWAP(uint16_t, __builtin_bswap16); break;
    case 4: SWAP(uint32_t, __builtin_bswap32); break;
    case 8: SWAP(uint64_t, __builtin_bswap64); break;
    default: break;
    }
#undef SWAP
}

/* Strides of an array whose first axis varies fastest; their products fit, as the array's do. */
static int64_t *fortran_strides(Arena *scratch, const NpyHeader *h) {
    int64_t *strides = ARENA_ARRAY(scratch, int64_t, h->ndim);
    int64_t step = (int64_t)dtype_size(h->dtype);
    for (uint32_t i = 0; i < h->ndim; i++) {
        strides[i] = step;
        step *= h->dims[i];
    }
    return strides;
}

/* Elements of a byte each, packed. */
static Tensor *pack(Tensor *bytes, DType dtype) {
    TensorGuard guard;
    tensor_guard(&guard, bytes);
    Tensor *t = tensor_new(bytes->ctx, dtype, bytes->dims, bytes->ndim);
    for (size_t i = 0; i < t->count; i++)
        dtype_set_code(dtype, t->data, i, ((uint8_t *)bytes->data)[i]);
    tensor_unguard(&guard);
    tensor_unref(bytes);
    return t;
}

static Tensor *load(Arena *scratch, const NpyHeader *h, const char *data) {
    if (dtype_is_packed(h->dtype)) {
        NpyHeader bytes = *h;
        bytes.dtype = DTYPE_UINT8;
        return pack(load(scratch, &bytes, data), h->dtype);
    }
    TensorGuard guard;
    Tensor *t = tensor_new(scratch->ctx, h->dtype, h->dims, h->ndim);
    tensor_guard(&guard, t);
    if (h->fortran && t->count > 0) {
        strided_copy(scratch, t->data, data, h->dims, fortran_strides(scratch, h), h->ndim,
                     dtype_size(h->dtype));
    } else {
        memcpy(t->data, data, t->bytes);
    }
    if (h->swap) swap_bytes(t);
    tensor_normalize(t);
    tensor_unguard(&guard);
    return t;
}

Tensor *npy_read(Ctx *ctx, const char *name, Str bytes, DType raw) {
    Arena scratch;
    arena_init(&scratch, ctx);
    NpyHeader h;
    Tensor *t = NULL;
    if (npy_header_read(&h, &scratch, name, bytes, raw) && check_size(ctx, name, &h, bytes)) {
        t = load(&scratch, &h, bytes.ptr + h.end);
    }
    arena_fini(&scratch);
    return t;
}

Tensor *npy_borrow(Ctx *ctx, const char *name, Str bytes, DType raw, TensorOwner *owner) {
    Arena scratch;
    NpyHeader h;
    size_t count, size;
    Tensor *t = NULL;
    arena_init(&scratch, ctx);
    if (npy_header_read(&h, &scratch, name, bytes, raw)) {
        const bool as_it_is = !h.swap && (!h.fortran || h.ndim < 2) && h.dtype != DTYPE_BOOL &&
                              !dtype_is_small(h.dtype) &&
                              tensor_count(h.dims, h.ndim, h.dtype, &count, &size) &&
                              size == bytes.len - h.end;
        t = as_it_is ? tensor_borrow(ctx, h.dtype, h.dims, h.ndim, bytes.ptr + h.end, owner)
                     : npy_read(ctx, name, bytes, raw);
    }
    arena_fini(&scratch);
    return t;
}

void npy_write(const Tensor *self, StrBuf *out) {
    npy_header_write(self, out);
    if (!dtype_is_packed(self->dtype)) {
        strbuf_add(out, self->data, self->bytes);
        return;
    }
    const bool has_sign = dtype_kind(self->dtype) == DTYPE_KIND_INT;
    for (size_t i = 0; i < self->count; i++) {
        strbuf_putc(out, (char)(has_sign ? (uint8_t)tensor_get_int(self, i)
                                         : dtype_get_code(self->dtype, self->data, i)));
    }
}

Status npy_read_file(Ctx *ctx, const char *path, DType raw, Tensor **out) {
    InputFile file;
    *out = NULL;
    Status status = file_open(&file, ctx, path);
    if (status != STATUS_OK) return status;
    *out = npy_read(ctx, path, file.bytes, raw);
    file_close(&file);
    return *out ? STATUS_OK : STATUS_INVALID;
}

Status npy_map_file(Ctx *ctx, const char *path, DType raw, Tensor **out) {
    SharedFile *file;
    *out = NULL;
    if (!ctx->io.map) return npy_read_file(ctx, path, raw, out);
    int err = file_share(ctx, NULL, path, ctx->limits.input_bytes, &file);
    if (!err) {
        const Str bytes = {file->mapped.data, file->mapped.size};
        *out = npy_borrow(ctx, path, bytes, raw, &file->owner);
        err = file_share_end(file);
        if (!err) return *out ? STATUS_OK : STATUS_INVALID;
        tensor_unref(*out);
        *out = NULL;
    }
    return file_report(ctx, path, err);
}

Status npy_write_file(const Tensor *self, const char *path) {
    if (self->dtype == DTYPE_STRING) {
        diag_error(self->ctx, (Loc){.line = 0}, DIAG_WRITE, path,
                   "a tensor of strings is not written as .npy");
        return STATUS_INVALID;
    }
    Arena scratch;
    arena_init(&scratch, self->ctx);
    StrBuf bytes;
    strbuf_init(&bytes, &scratch);
    npy_write(self, &bytes);
    Status status = file_write(self->ctx, path, strbuf_str(&bytes));
    arena_fini(&scratch);
    return status;
}
