/* SPDX-License-Identifier: Apache-2.0 */
/* Values inside a run, each into a file as soon as there is one. */
#include "api/run.h"

#include "tensor/npy.h"

/* "DIR/00012_NAME.npy": no name leaves the folder. */
static const char *path_of(Arena *arena, const ApiLayers *self, const char *name) {
    StrBuf path;
    strbuf_init(&path, arena);
    strbuf_printf(&path, "%s/%05zu_", self->folder, self->n);
    for (const char *p = name; *p; p++) strbuf_putc(&path, *p == '/' ? '_' : *p);
    strbuf_puts(&path, ".npy");
    return strbuf_cstr(&path);
}

static bool write_tensor(Arena *arena, const ApiLayers *self, const char *name, const Tensor *t) {
    return t->dtype == DTYPE_STRING || npy_write_file(t, path_of(arena, self, name)) == STATUS_OK;
}

/* As deep as types nest, which limits.depth bounds. */
static bool write_value(Arena *arena, const ApiLayers *self, const char *name, const Value *v) {
    bool ok = true;
    Tensor *t = NULL;
    switch (v->kind) {
    case VALUE_TENSOR: return write_tensor(arena, self, name, v->tensor);
    case VALUE_TUPLE:
        for (uint32_t i = 0; ok && i < v->n; i++)
            ok = write_value(arena, self, arena_printf(arena, "%s_%u", name, i), v->items[i]);
        return ok;
    case VALUE_SHAPE: {
        const int64_t n = v->n;
        t = tensor_new(arena->ctx, DTYPE_INT64, &n, 1);
        if (n) memcpy(t->data, v->dims, (size_t)n * sizeof *v->dims);
        break;
    }
    case VALUE_PRIM:
        t = tensor_new(arena->ctx, v->dtype, NULL, 0);
        if (dtype_is_float(v->dtype))
            dtype_write_double(v->dtype, t->data, v->f);
        else
            dtype_write_int(v->dtype, t->data, v->i);
        break;
    default: return true;
    }
    TensorGuard guard;
    tensor_guard(&guard, t);
    ok = write_tensor(arena, self, name, t);
    tensor_unguard(&guard);
    tensor_unref(t);
    return ok;
}

bool api_layer_write(void *user, const IrVar *var, const Value *value) {
    ApiLayers *self = user;
    Arena arena;
    arena_init(&arena, self->ctx);
    const bool ok = write_value(&arena, self, var->name ? var->name : "_", value);
    arena_fini(&arena);
    self->n++;
    return ok;
}
