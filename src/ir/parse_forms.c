/* SPDX-License-Identifier: Apache-2.0 */
/* What the text writes in a form of its own: the module's global infos, virtual devices, and
 * attributes that are index maps or devices. */
#include "ir/parse_parts.h"

bool ir_parse_vdevice(Scope *s, const SynExpr *e, const char **out) {
    Ctx *ctx = s->p->ctx;
    if (e->kind != SYN_STRING)
        return ir_parse_expected(s, e, "no virtual device", "a string, such as \"llvm:0\"");
    *out = ir_vdevice_find(s->p->m, e->str);
    if (*out) return true;
    Diag *d = diag_error(ctx, e->loc, DIAG_VALUE, "no such virtual device");
    diag_expected(ctx, d,
                  "one of I.module_global_infos: the kind of its target and its index "
                  "among these, as in \"llvm:0\", or \"vdevice:\" and its index");
    diag_found(ctx, d, "\"%.*s\"", (int)(e->str.len < 60 ? e->str.len : 60), e->str.ptr);
    return false;
}

/* The arguments of I.vdevice or R.device: by position, or by their names. NULL: left out. */
static bool arguments(Scope *s, const SynExpr *e, const char *const *names, uint32_t n,
                      const SynExpr **out) {
    for (uint32_t i = 0; i < n; i++) out[i] = NULL;
    for (uint32_t i = 1; i < e->n; i++) {
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        uint32_t k = i - 1;
        for (k = keyword ? 0 : k; keyword && k < n && strcmp(names[k], keyword) != 0;) k++;
        if (k >= n || out[k] || e->items[i]->kind == SYN_STARRED)
            return ir_parse_expected(s, e->items[i], "an argument that is not taken here",
                                     diag_fmt(s->p->ctx, "%s and what stands behind it", names[0]));
        out[k] = e->items[i];
    }
    return true;
}

/* [target, id, scope] */
static bool vdevice_info(Scope *s, const SynExpr *e, IrAttr *out) {
    static const char *const names[] = {"target", "vdevice_id", "memory_scope"};
    const SynExpr *args[3];
    if (!arguments(s, e, names, 3, args)) return false;
    IrAttr *items = ARENA_ARRAY(&s->p->m->scratch, IrAttr, 3);
    items[1] = (IrAttr){.kind = IR_ATTR_INT};
    items[2] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&s->p->m->names, "global")};
    for (int i = 0; i < 3; i++) {
        if (args[i] && !ir_parse_attr(s, args[i], &items[i])) return false;
    }
    const bool has_target = items[0].kind == IR_ATTR_STRING || items[0].kind == IR_ATTR_DICT;
    if (!has_target || items[1].kind != IR_ATTR_INT || items[2].kind != IR_ATTR_STRING)
        return ir_parse_expected(s, e, "no virtual device",
                                 "I.vdevice(target, 0, \"global\"), the target a string or a dict");
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = 3, .items = items};
    return true;
}

static bool info(Scope *s, const SynExpr *e, IrAttr *out) {
    Str name;
    const bool call = e->kind == SYN_CALL && ir_parse_dotted(s, e->items[0], s->p->name.I, &name);
    if (call && str_eq_c(name, "vdevice")) return vdevice_info(s, e, out);
    if (call && str_eq_c(name, "dummy_global_info") && e->n == 1) {
        *out = (IrAttr){.kind = IR_ATTR_LIST};
        return true;
    }
    return ir_parse_expected(s, e, "a global info that is not supported",
                             "I.vdevice(...) or I.dummy_global_info()");
}

void ir_parse_global_infos(Scope *s, const SynExpr *e) {
    IrModule *m = s->p->m;
    if (e->kind != SYN_DICT) {
        ir_parse_expected(s, e, "the argument of I.module_global_infos", "a dictionary");
        return;
    }
    const uint32_t n = e->n / 2;
    IrAttr *items = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n + 1);
    const char **keys = ARENA_ARRAY(&m->scratch, const char *, (size_t)n + 1);
    uint32_t done = 0;
    for (uint32_t i = 0; i < n; i++) {
        const SynExpr *key = e->items[2 * i], *list = e->items[2 * i + 1];
        const char *text = key->kind == SYN_STRING ? ir_parse_string(s, key) : NULL;
        if (!text || (list->kind != SYN_LIST && list->kind != SYN_TUPLE)) {
            ir_parse_expected(s, text ? list : key, "no global infos", "\"name\": [info, ...]");
            return;
        }
        IrAttr *entries = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)list->n + 1);
        for (uint32_t k = 0; k < list->n; k++) {
            if (!info(s, list->items[k], &entries[k])) return;
        }
        uint32_t at = done; /* by rising key */
        while (at && strcmp(keys[at - 1], text) > 0) at--;
        if (at && strcmp(keys[at - 1], text) == 0) {
            diag_error(s->p->ctx, key->loc, DIAG_DUPLICATE, text);
            return;
        }
        memmove(&keys[at + 1], &keys[at], (done - at) * sizeof *keys);
        memmove(&items[at + 1], &items[at], (done - at) * sizeof *items);
        keys[at] = text;
        items[at] = (IrAttr){.kind = IR_ATTR_LIST, .n = list->n, .items = entries};
        done++;
    }
    const IrAttr all = {.kind = IR_ATTR_DICT, .n = done, .items = items, .keys = keys};
    ir_attr_copy(m, &m->global_infos, &all);
}

/* Index maps */

static const char *binary_name(const SynExpr *e) {
    if (e->kind != SYN_BINARY) return NULL;
    switch (e->op) {
    case SYN_OP_ADD: return "+";
    case SYN_OP_SUB: return "-";
    case SYN_OP_MUL: return "*";
    case SYN_OP_FLOORDIV: return "//";
    case SYN_OP_MOD: return "%";
    default: return NULL;
    }
}

/* T.floordiv(x, y) and the like, as printers of TVM write them. */
static const char *call_name(Scope *s, const SynExpr *e) {
    static const char *const names[][2] = {
        {"floordiv", "//"}, {"floormod", "%"}, {"min", "min"}, {"max", "max"}};
    const SynExpr *f = e->kind == SYN_CALL && e->n == 3 && !e->keywords ? e->items[0] : NULL;
    if (!f || f->kind != SYN_ATTR || !ir_parse_is(f->items[0], s->p->name.T)) return NULL;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(f->name, names[i][0]) == 0) return names[i][1];
    }
    return NULL;
}

/* Recursion: over what was written, whose depth is bounded. */
static bool index_of(Scope *s, const SynExpr *names, const SynExpr *e, IrAttr *out) {
    IrModule *m = s->p->m;
    DType dtype;
    e = ir_parse_typed_number(s, e, &dtype); /* T.int64(4) */
    if (e->kind == SYN_INT) {
        *out = (IrAttr){.kind = IR_ATTR_INT, .i = e->i};
        return true;
    }
    for (uint32_t i = 0; e->kind == SYN_NAME && i + 1 < names->n; i++) {
        if (names->items[i]->name != e->name) continue;
        *out = (IrAttr){.kind = IR_ATTR_STRING, .s = e->name};
        return true;
    }
    const char *op = binary_name(e);
    const bool call = !op;
    if (call) op = call_name(s, e);
    if (!op)
        return ir_parse_expected(s, e, "no index",
                                 "the lambda's names and integers, by + - * // %, T.min, T.max");
    IrAttr *items = ARENA_ARRAY(&m->scratch, IrAttr, 3);
    items[0] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&m->names, op)};
    if (!index_of(s, names, e->items[call], &items[1]) ||
        !index_of(s, names, e->items[1 + call], &items[2]))
        return false;
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = 3, .items = items};
    return true;
}

static bool index_map(Scope *s, const SynExpr *e, IrAttr *out) {
    IrModule *m = s->p->m;
    if (e->kind == SYN_CALL && e->n >= 2 && e->items[0]->kind == SYN_ATTR &&
        ir_parse_is(e->items[0]->items[0], s->p->name.T) &&
        strcmp(e->items[0]->name, "index_map") == 0)
        e = e->items[1]; /* T.index_map(lambda ..., index_dtype="int32") */
    if (e->kind != SYN_LAMBDA) return ir_parse_expected(s, e, "no index map", "a lambda");
    const SynExpr *body = e->items[e->n - 1];
    const bool many = body->kind == SYN_TUPLE || body->kind == SYN_LIST;
    const SynExpr *const *results = many ? body->items : &body;
    const uint32_t n = many ? body->n : 1, n_names = e->n - 1;
    IrAttr *parts = ARENA_ARRAY(&m->scratch, IrAttr, 2);
    IrAttr *names = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_names + 1),
           *indices = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n_names; i++) {
        names[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = e->items[i]->name};
        for (uint32_t k = 0; k < i; k++) {
            if (names[k].s != names[i].s) continue;
            diag_error(s->p->ctx, e->items[i]->loc, DIAG_DUPLICATE, names[i].s);
            return false;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!index_of(s, e, results[i], &indices[i])) return false;
    }
    parts[0] = (IrAttr){.kind = IR_ATTR_LIST, .n = n_names, .items = names};
    parts[1] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = indices};
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = parts};
    return true;
}

/* R.device(dev_type=1, dev_id=0), R.cpu(), tvm.cuda(1) */
static bool device(Scope *s, const SynExpr *e, IrAttr *out) {
    static const char *const names[] = {"dev_type", "dev_id"};
    static const struct {
        const char *name;
        int64_t type;
    } kinds[] = {{"cpu", 1}, {"cuda", 2}, {"opencl", 4}, {"vulkan", 7}, {"metal", 8}, {"rocm", 10}};
    const SynExpr *f = e->kind == SYN_CALL ? e->items[0] : NULL, *args[2] = {NULL, NULL};
    if (!f || f->kind != SYN_ATTR || f->items[0]->kind != SYN_NAME)
        return ir_parse_expected(s, e, "no device", "R.device(dev_type=1, dev_id=0)");
    int64_t type = -1, id = 0;
    const bool plain = strcmp(f->name, "device") == 0;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (strcmp(f->name, kinds[i].name) == 0) type = kinds[i].type;
    }
    if (plain ? !arguments(s, e, names, 2, args) : !arguments(s, e, names + 1, 1, args + 1))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!args[i]) continue;
        if (args[i]->kind != SYN_INT) return ir_parse_expected(s, args[i], names[i], "an integer");
        *(i ? &id : &type) = args[i]->i;
    }
    if (type < 0 || id < 0)
        return ir_parse_expected(s, e, "no device", "R.device(dev_type=1, dev_id=0)");
    IrAttr *items = ARENA_ARRAY(&s->p->m->scratch, IrAttr, 2);
    items[0] = (IrAttr){.kind = IR_ATTR_INT, .i = type};
    items[1] = (IrAttr){.kind = IR_ATTR_INT, .i = id};
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = items};
    return true;
}

bool ir_parse_formed_list(Scope *s, const OpParam *p, const SynExpr *e, IrAttr *out) {
    if (p->form == OP_LIST_DEVICE) return device(s, e, out);
    if (p->form == OP_LIST_INDEX_MAP) return index_map(s, e, out);
    return e->kind == SYN_DICT ? ir_parse_attr(s, e, out)
                               : ir_parse_expected(s, e, p->name, "a dictionary");
}
