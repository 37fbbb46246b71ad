/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a run. */
#include "eval/value.h"

static size_t payload(const Value *v) {
    if (v->kind == VALUE_SHAPE) return (size_t)v->n * sizeof *v->dims;
    return v->kind == VALUE_TUPLE || v->kind == VALUE_FUNCTION ? (size_t)v->n * sizeof *v->items
                                                               : 0;
}

/* Gives back the memory of one value, not its items. */
static void destroy(Value *v) {
    Ctx *ctx = v->list->ctx;
    v->prev->next = v->next;
    v->next->prev = v->prev;
    if (v->kind == VALUE_TENSOR) tensor_unref(v->tensor);
    ctx_resize(ctx, v, sizeof *v + payload(v), 0);
}

static void list_cleanup(Cleanup *node) {
    value_list_fini((ValueList *)(void *)((char *)node - offsetof(ValueList, cleanup)));
}

void value_list_init(ValueList *self, Ctx *ctx) {
    *self = (ValueList){.ctx = ctx};
    self->ring.prev = self->ring.next = &self->ring;
    cleanup_push(ctx, &self->cleanup, list_cleanup);
}

void value_list_fini(ValueList *self) {
    while (self->ring.next != &self->ring) destroy(self->ring.next);
    cleanup_pop(&self->cleanup);
}

static Value *make(ValueList *list, ValueKind kind, uint32_t n) {
    Value key = {.kind = kind, .n = n};
    size_t size = sizeof key + payload(&key);
    Value *v = ctx_resize(list->ctx, NULL, 0, size);
    memset(v, 0, size);
    v->kind = kind;
    v->refs = 1;
    v->n = n;
    v->list = list;
    if (kind == VALUE_SHAPE) v->dims = (int64_t *)(void *)(v + 1);
    if (kind == VALUE_TUPLE || kind == VALUE_FUNCTION) v->items = (Value **)(void *)(v + 1);
    v->next = &list->ring;
    v->prev = list->ring.prev;
    v->prev->next = v;
    list->ring.prev = v;
    return v;
}

Value *value_new(ValueList *list, ValueKind kind) { return make(list, kind, 0); }

Value *value_tensor(ValueList *list, Tensor *own_tensor) {
    TensorGuard guard;
    tensor_guard(&guard, own_tensor);
    Value *v = make(list, VALUE_TENSOR, 0);
    tensor_unguard(&guard);
    v->tensor = own_tensor;
    return v;
}

void value_own(Value *self) {
    if (self->kind == VALUE_TENSOR && self->tensor->owner) {
        Tensor *own = tensor_owned(self->tensor);
        tensor_unref(self->tensor);
        self->tensor = own;
    }
    for (uint32_t i = 0; self->kind == VALUE_TUPLE && i < self->n; i++) value_own(self->items[i]);
}

Value *value_tensor_new(ValueList *list, DType dtype, const int64_t *dims, uint32_t ndim) {
    Value *v = make(list, VALUE_TENSOR, 0); /* first: a tensor without a value would leak */
    v->tensor = tensor_new(list->ctx, dtype, dims, ndim);
    return v;
}

Value *value_tuple(ValueList *list, uint32_t n) { return make(list, VALUE_TUPLE, n); }

Value *value_function(ValueList *list, IrFunction *fn, Value *const *own_captures, uint32_t n) {
    Value *v = make(list, VALUE_FUNCTION, n);
    v->function = fn;
    for (uint32_t i = 0; i < n; i++) v->items[i] = own_captures[i];
    return v;
}

Value *value_shape(ValueList *list, const int64_t *dims, uint32_t n) {
    Value *v = make(list, VALUE_SHAPE, n);
    if (n) memcpy(v->dims, dims, n * sizeof *dims);
    return v;
}

Value *value_prim(ValueList *list, DType dtype, int64_t i, double f) {
    Value *v = make(list, VALUE_PRIM, 0);
    v->dtype = dtype;
    if (dtype_is_float(dtype)) {
        v->f = f;
    } else {
        v->i = i;
    }
    return v;
}

/* Tuples in tuples are taken apart without recursion: a dead value moves to the front of the list's
 * ring and is destroyed when its turn comes. */
static void move_to_front(Value *v) {
    Value *ring = &v->list->ring;
    v->prev->next = v->next;
    v->next->prev = v->prev;
    v->prev = ring;
    v->next = ring->next;
    v->next->prev = v;
    ring->next = v;
}

void value_unref(Value *self) {
    if (!self || --self->refs > 0) return;
    Value *ring = &self->list->ring;
    move_to_front(self);
    while (ring->next != ring && ring->next->refs == 0) {
        Value *v = ring->next;
        bool holds = v->kind == VALUE_TUPLE || v->kind == VALUE_FUNCTION;
        for (uint32_t i = 0; holds && i < v->n; i++) {
            Value *item = v->items[i];
            v->items[i] = NULL;
            if (item && --item->refs == 0) move_to_front(item);
        }
        /* With dead items in front of it, it goes when they are gone. */
        if (ring->next == v) destroy(v);
    }
}
