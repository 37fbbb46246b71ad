/* SPDX-License-Identifier: Apache-2.0 */
/* Modules and what they own: names, functions, symbols, constants, attribute rows. */
#include "base/diag.h"
#include "ir/growth.h"

static void module_cleanup(Cleanup *node) {
    ir_module_free((IrModule *)(void *)((char *)node - offsetof(IrModule, cleanup)));
}

IrModule *ir_module_new(Ctx *ctx, const OpTable *ops) {
    IrModule *m = ctx_resize(ctx, NULL, 0, sizeof *m);
    *m = (IrModule){.ctx = ctx,
                    .ops = &m->own_ops,
                    .module_attrs = {.kind = IR_ATTR_DICT},
                    .global_infos = {.kind = IR_ATTR_DICT}};
    m->growth.call = ctx->call;
    ir_growth_input(m, 0);
    arena_init(&m->arena, ctx);
    arena_keep(&m->arena); /* ir_module_free ends both, whatever is thrown */
    arena_init(&m->scratch, ctx);
    arena_keep(&m->scratch);
    cleanup_push(ctx, &m->cleanup, module_cleanup);
    interner_init(&m->names, &m->arena);
    map_init(&m->dims.dims, &m->arena);
    map_init(&m->dims.monos, &m->arena);
    map_init(&m->dims.atoms, &m->arena);
    map_init(&m->types, &m->arena);
    map_init(&m->attrs, &m->arena);
    map_init(&m->consts, &m->arena);
    map_init(&m->globals_by_name, &m->arena);
    map_init(&m->inferred, &m->arena);
    map_init(&m->hooked, &m->arena);
    ir_op_table_init_on(&m->own_ops, ops, &m->arena);
    m->any = ir_type_any(m);
    return m;
}

void ir_module_keep(IrModule *self) { cleanup_pop(&self->cleanup); }

void ir_module_free(IrModule *self) {
    if (!self) return;
    Ctx *ctx = self->ctx;
    cleanup_pop(&self->cleanup);
    for (size_t i = 0; i < self->constants.len; i++) tensor_unref(self->constants.at[i]->tensor);
    if (self->kept_bytes) tensor_owner_unref(self->kept_bytes);
    arena_fini(&self->scratch);
    arena_fini(&self->arena);
    ctx_resize(ctx, self, sizeof *self, 0);
}

const Target *ir_module_target(const IrModule *self) {
    return *self->target.row ? &self->target : target_nominal();
}

const char *ir_name(IrModule *m, Str s) { return intern(&m->names, s); }

bool ir_skips(const IrModule *m, const char *name) {
    for (size_t i = 0; i < m->n_skips; i++) {
        if (strcmp(m->skips[i], name) == 0) return true;
    }
    return false;
}

IrGlobal *ir_global_find(const IrModule *m, Str name) {
    const char *key = intern_get(&m->names, name);
    if (!key) return NULL;
    for (MapIter it = map_find(&m->globals_by_name, hash_ptr(0, key));
         map_next(&m->globals_by_name, &it);) {
        IrGlobal *g = it.value;
        if (g->name == key) return g;
    }
    return NULL;
}

IrGlobal *ir_global_new(IrModule *m, const char *name) {
    name = intern_c(&m->names, name);
    BUG_IF(ir_global_find(m, str_c(name)));
    IrGlobal *g = ARENA_NEW(&m->arena, IrGlobal);
    *g = (IrGlobal){.name = name, .id = (uint32_t)m->globals.len};
    vec_push(&m->arena, &m->globals, g);
    map_add(&m->globals_by_name, hash_ptr(0, name), g);
    return g;
}

void ir_globals_set(IrModule *m, IrGlobal *const *list, size_t n) {
    vec_reserve(&m->arena, &m->globals, n > m->globals.len ? n - m->globals.len : 0);
    if (n) memmove(m->globals.at, list, n * sizeof *list);
    m->globals.len = n;
    map_clear(&m->globals_by_name);
    for (size_t i = 0; i < n; i++) {
        m->globals.at[i]->id = (uint32_t)i;
        map_add(&m->globals_by_name, hash_ptr(0, m->globals.at[i]->name), m->globals.at[i]);
    }
}

const IrAttr *ir_function_attr(const IrFunction *fn, const char *key, IrAttrKind kind) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], key) == 0 && fn->attrs.items[i].kind == kind)
            return &fn->attrs.items[i];
    }
    return NULL;
}

const char *ir_file_name(const IrFunction *fn, const char *key, const char *own) {
    const IrAttr *names = ir_function_attr(fn, key, IR_ATTR_DICT);
    for (uint32_t i = 0; names && i < names->n; i++) {
        if (strcmp(names->keys[i], own) == 0 && names->items[i].kind == IR_ATTR_STRING)
            return names->items[i].s;
    }
    return NULL;
}

const char *ir_function_output_name(const IrFunction *fn, size_t i, size_t n) {
    const IrAttr *names = ir_function_attr(fn, IR_OUTPUT_NAMES, IR_ATTR_LIST);
    if (!names || names->n != n || names->items[i].kind != IR_ATTR_STRING) return NULL;
    return names->items[i].s;
}

const char *ir_function_codegen(const IrFunction *fn) {
    const IrAttr *a = ir_function_attr(fn, "Codegen", IR_ATTR_STRING);
    return a ? a->s : NULL;
}

void ir_function_drop_attr(IrFunction *fn, const char *key) {
    const IrAttr *old = &fn->attrs;
    IrAttr *items = ARENA_ARRAY(&fn->module->arena, IrAttr, (size_t)old->n + 1);
    const char **keys = ARENA_ARRAY(&fn->module->arena, const char *, (size_t)old->n + 1);
    IrAttr left = {.kind = IR_ATTR_DICT, .items = items, .keys = keys};
    for (uint32_t i = 0; i < old->n; i++) {
        if (strcmp(old->keys[i], key) == 0) continue;
        keys[left.n] = old->keys[i];
        items[left.n++] = old->items[i];
    }
    if (left.n < old->n) fn->attrs = left;
}

static void set_attr(IrFunction *fn, const char *key, IrAttr value) {
    ir_function_drop_attr(fn, key);
    IrModule *m = fn->module;
    const IrAttr *old = &fn->attrs;
    IrAttr *items = ARENA_ARRAY(&m->arena, IrAttr, (size_t)old->n + 1);
    const char **keys = ARENA_ARRAY(&m->arena, const char *, (size_t)old->n + 1);
    uint32_t at = 0;
    while (at < old->n && strcmp(old->keys[at], key) < 0) at++;
    for (uint32_t i = 0; i <= old->n; i++) {
        if (i == at) continue;
        keys[i] = old->keys[i - (i > at)];
        items[i] = old->items[i - (i > at)];
    }
    keys[at] = intern_c(&m->names, key);
    items[at] = value;
    fn->attrs = (IrAttr){.kind = IR_ATTR_DICT, .n = old->n + 1, .items = items, .keys = keys};
}

bool ir_function_is_forced(const IrFunction *fn) {
    const IrAttr *forced = ir_function_attr(fn, "relax.force_pure", IR_ATTR_BOOL);
    if (!forced) forced = ir_function_attr(fn, "relax.force_pure", IR_ATTR_INT);
    return forced && forced->i;
}

void ir_function_set_int(IrFunction *fn, const char *key, int64_t value) {
    set_attr(fn, key, (IrAttr){.kind = IR_ATTR_INT, .i = value});
}

void ir_function_set_string(IrFunction *fn, const char *key, const char *value) {
    const char *own = intern_c(&fn->module->names, value);
    set_attr(fn, key, (IrAttr){.kind = IR_ATTR_STRING, .s = own});
}

void ir_function_set_list(IrFunction *fn, const char *key, const IrAttr *list) {
    IrAttr own;
    ir_attr_copy(fn->module, &own, list);
    set_attr(fn, key, own);
}

IrFunction *ir_function_new(IrModule *m, const char *name) {
    IrFunction *fn = ARENA_NEW(&m->arena, IrFunction);
    fn->module = m;
    fn->name = name;
    fn->is_pure = true;
    fn->attrs.kind = IR_ATTR_DICT;
    return fn;
}

IrSymbol *ir_symbol_new(IrFunction *fn, const char *name, Loc loc) {
    IrModule *m = fn->module;
    IrSymbol *s = ARENA_NEW(&m->arena, IrSymbol);
    *s = (IrSymbol){.name = name,
                    .id = m->dims.n_symbols++,
                    .index = (uint32_t)fn->symbols.len,
                    .function = fn,
                    .loc = loc};
    vec_push(&m->arena, &fn->symbols, s);
    return s;
}

IrSymbol *ir_symbol_find(const IrFunction *fn, const char *name) {
    for (size_t i = 0; i < fn->symbols.len; i++) {
        if (fn->symbols.at[i]->name == name) return fn->symbols.at[i];
    }
    return NULL;
}

IrVar *ir_var_new(IrFunction *fn, const char *name, const IrType *type) {
    IrVar *v = ARENA_NEW(&fn->module->arena, IrVar);
    v->name = name;
    v->type = type;
    v->id = fn->n_vars++;
    return v;
}

static IrConst *new_const(IrModule *m, Tensor *own_tensor) {
    TensorGuard guard;
    tensor_guard(&guard, own_tensor);
    IrConst *c = ARENA_NEW(&m->arena, IrConst);
    vec_reserve(&m->arena, &m->constants, 1);
    tensor_unguard(&guard); /* the module's list holds it now */
    c->id = (uint32_t)m->constants.len;
    c->tensor = own_tensor;
    m->constants.at[m->constants.len++] = c;
    if (!add_size(m->const_bytes, own_tensor->bytes, &m->const_bytes) ||
        m->const_bytes > ctx_const_limit(m->ctx)) {
        diag_error(m->ctx, (Loc){.line = 0}, DIAG_TOO_MANY,
                   diag_fmt(m->ctx, "%zu", ctx_const_limit(m->ctx)),
                   "bytes in a module's constants");
        ctx_throw(m->ctx, STATUS_LIMIT);
    }
    const IrDim **dims = ARENA_ARRAY(&m->arena, const IrDim *, (size_t)own_tensor->ndim + 1);
    for (uint32_t i = 0; i < own_tensor->ndim; i++) dims[i] = ir_dim_const(m, own_tensor->dims[i]);
    c->type = ir_type_tensor(m, dims, (int32_t)own_tensor->ndim, own_tensor->dtype);
    return c;
}

static uint64_t hash_of_whole(const Tensor *t) { return hash_mix(tensor_hash(t), t->bytes); }

static IrConst *find_const(IrModule *m, uint64_t hash, const Tensor *t) {
    for (MapIter it = map_find(&m->consts, hash); map_next(&m->consts, &it);) {
        IrConst *c = it.value;
        if (tensor_equal(c->tensor, t)) return c;
    }
    return NULL;
}

/* The hash that a large tensor is found by is one of a few parts of it. From the second tensor on
 * with these parts it is that of the whole, so that no tensor is read more than once for it. */
IrConst *ir_const_new(IrModule *m, Tensor *own_tensor) {
    enum { LARGE = 1 << 16 };
    const bool is_large = own_tensor->bytes >= LARGE;
    uint64_t hash = is_large ? tensor_sample_hash(own_tensor) : tensor_hash(own_tensor);
    IrConst *c = NULL;
    TensorGuard guard;
    tensor_guard(&guard, own_tensor);
    if (!is_large) {
        c = find_const(m, hash, own_tensor);
    } else {
        MapIter it = map_find(&m->consts, hash);
        IrConst *first = map_next(&m->consts, &it) ? it.value : NULL;
        if (first && !first->is_found_by_whole) {
            map_add(&m->consts, hash_of_whole(first->tensor), first);
            first->is_found_by_whole = true;
        }
        if (first) hash = hash_of_whole(own_tensor);
        if (first) c = find_const(m, hash, own_tensor);
    }
    tensor_unguard(&guard);
    if (c) {
        tensor_unref(own_tensor);
        return c;
    }
    c = new_const(m, own_tensor);
    c->hash = hash;
    map_add(&m->consts, hash, c);
    return c;
}

IrConst *ir_const_copy(IrModule *m, const IrConst *of, const char *name) {
    if (of->from || of->adapts)
        return ir_const_new_from(m, tensor_ref(of->tensor), name, of->adapts);
    IrConst *c = new_const(m, tensor_ref(of->tensor));
    c->hash = of->hash;
    if (of->name) c->name = intern_c(&m->names, of->name);
    map_add(&m->consts, c->hash, c);
    return c;
}

Tensor *ir_attr_tensor(Ctx *ctx, const IrAttr *a, DType dtype) {
    Tensor *t = tensor_new(ctx, dtype, NULL, 0);
    if (dtype_is_float(dtype)) {
        dtype_write_double(dtype, t->data, a->kind == IR_ATTR_FLOAT ? a->f : (double)a->i);
    } else if (!dtype_write_int(dtype, t->data, a->i)) {
        memcpy(t->data, &a->i, t->bytes); /* little-endian: the low bytes */
        tensor_normalize(t);
    }
    return t;
}

IrConst *ir_const_new_from(IrModule *m, Tensor *own_tensor, const char *from, bool adapts) {
    IrConst *c = new_const(m, own_tensor);
    c->from = from;
    c->adapts = adapts;
    if (adapts) c->type = ir_type_tensor(m, c->type->dims, 0, DTYPE_VOID);
    return c;
}

/* A row of attributes is held behind its length. */
typedef struct {
    uint32_t n;
    IrAttr *attrs;
} AttrRow;

void ir_attr_copy(IrModule *m, IrAttr *to, const IrAttr *from) {
    *to = *from;
    if (from->from) to->from = intern_c(&m->names, from->from);
    switch (from->kind) {
    case IR_ATTR_STRING: to->s = intern_c(&m->names, from->s); break;
    case IR_ATTR_INTS: {
        int64_t *ints = ARENA_ARRAY(&m->arena, int64_t, from->n);
        if (from->n) memcpy(ints, from->ints, from->n * sizeof *ints);
        to->ints = ints;
        break;
    }
    case IR_ATTR_LIST:
    case IR_ATTR_DICT: {
        IrAttr *items = ARENA_ARRAY(&m->arena, IrAttr, from->n);
        const char **keys =
            from->kind == IR_ATTR_DICT ? ARENA_ARRAY(&m->arena, const char *, from->n) : NULL;
        for (uint32_t i = 0; i < from->n; i++) {
            ir_attr_copy(m, &items[i], &from->items[i]);
            if (keys) keys[i] = intern_c(&m->names, from->keys[i]);
        }
        to->items = items;
        to->keys = keys;
        break;
    }
    default: break;
    }
}

const IrAttr *ir_attrs_intern(IrModule *m, const IrAttr *attrs, uint32_t n) {
    if (n == 0) return NULL;
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++) hash = hash_mix(hash, ir_attr_hash(m->ctx, &attrs[i]));
    for (MapIter it = map_find(&m->attrs, hash); map_next(&m->attrs, &it);) {
        const AttrRow *row = it.value;
        uint32_t i = 0;
        while (row->n == n && i < n && ir_attr_equal(&row->attrs[i], &attrs[i])) i++;
        if (row->n == n && i == n) return row->attrs;
    }
    AttrRow *row = ARENA_NEW(&m->arena, AttrRow);
    row->n = n;
    row->attrs = ARENA_ARRAY(&m->arena, IrAttr, n);
    for (uint32_t i = 0; i < n; i++) ir_attr_copy(m, &row->attrs[i], &attrs[i]);
    map_add(&m->attrs, hash, row);
    return row->attrs;
}
