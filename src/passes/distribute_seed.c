/* SPDX-License-Identifier: Apache-2.0 */
/* Annotations: R.shard(x, ["data", None]) on any value, and globs of the option `shard` on leaves
 * of parameters, by the parameter's name (parameters.0 of a tuple) or by that of the variable that
 * holds the leaf:
 *
 *     shard="x=data,_; *.weight=_,model; state.*=data,..."
 *
 * `_` is a dim that is not split; `...` stands for all dims that are left, and the item then counts
 * only where the dims before it are there and divide. Of several items the last one that fits
 * counts. What is annotated lies so and in no other way; two annotations of one value that differ
 * are an error. `data*2` says beside that parts are multiples of 2. Items without = are shorthands
 * for all parameters (distribute_shorthand.c). */
#include <ctype.h>
#include <stdlib.h>

#include "base/near.h"
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/distribute_parts.h"
#include "passes/gradient_parts.h"

typedef struct {
    const char *pattern, *text; /* pattern: before the =; NULL: a shorthand */
    Shorthand shorthand;
    const char *axes[64]; /* NULL: _ */
    uint32_t n;
    bool open, found; /* open: it ends with ... */
} Item;

/* What an annotation says. */
typedef struct {
    Sharding how;
    int64_t times[MESH_AXES_MAX]; /* by axis: parts are multiples of it; 0: of 1 */
} Said;

enum { TIMES_MAX = 4096 };

typedef struct {
    Distribute *ds;
    bool check, ok;
    VEC(Item) items;
} Seeds;

/* --- Texts --- */

const char *distribute_text(const Distribute *ds, const IrType *t, const Sharding *how) {
    StrBuf out;
    strbuf_init(&out, (Arena *)&ds->arena);
    for (int32_t d = 0; d < t->ndim; d++) {
        const char *name = "_";
        size_t len = 1;
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            if (how->at[a] == d) name = ds->mesh.axes[a].name.ptr, len = ds->mesh.axes[a].name.len;
        }
        strbuf_printf(&out, "%s%.*s", d ? "," : "", (int)len, name);
    }
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (how->at[a] != SHARD_PARTIAL) continue;
        const char *op = how->op[a] == LOOP_ADD ? "sum" : how->op[a] == LOOP_MAX ? "max" : "min";
        strbuf_printf(&out, " %s(%.*s)", op, (int)ds->mesh.axes[a].name.len,
                      ds->mesh.axes[a].name.ptr);
    }
    return strbuf_cstr(&out);
}

static const char *place_of(const Distribute *ds, Loc at, const char *glob) {
    if (glob) return diag_fmt(ds->ctx, "the option shard, '%s'", glob);
    return diag_fmt(ds->ctx, "R.shard in line %u", (unsigned)at.line);
}

/* --- One annotation --- */

/* Of `data`, or `data*2`; -1: there is no such axis. *times: 0: no such number. */
static int axis_of(const Distribute *ds, const char *name, int64_t *times) {
    const size_t len = strcspn(name, "*");
    char *end = (char *)name + len;
    *times = *end ? 0 : 1;
    if (*end && isdigit((unsigned char)end[1])) *times = strtol(end + 1, &end, 10);
    if (*end || *times > TIMES_MAX) *times = 0;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (str_eq(ds->mesh.axes[a].name, (Str){name, len})) return (int)a;
    }
    return -1;
}

static void report(Seeds *s, Loc loc, const char *what, const char *expected, const char *found) {
    Diag *d = diag_error(s->ds->ctx, loc, DIAG_VALUE, what);
    if (expected) diag_expected(s->ds->ctx, d, "%s", expected);
    if (found) diag_found(s->ds->ctx, d, "%s", found);
    s->ok = false;
}

/* The sharding that names say. False after a report. */
static bool read_axes(Seeds *s, const Slot *slot, const char *const *names, uint32_t n, Loc loc,
                      Said *said) {
    Distribute *ds = s->ds;
    Sharding *out = &said->how;
    *said = (Said){.how = shard_whole};
    for (uint32_t d = 0; d < n; d++) {
        int64_t times;
        if (!names[d]) continue;
        const int axis = axis_of(ds, names[d], &times);
        if (axis < 0) {
            report(s, loc, diag_fmt(ds->ctx, "'%s' is no axis of the mesh", names[d]), ds->o->mesh,
                   names[d]);
            return false;
        }
        if (times < 1) {
            report(s, loc, diag_fmt(ds->ctx, "'%s' says no multiple", names[d]),
                   "a number from 1 to 4096 behind the *, as in data*2", NULL);
            return false;
        }
        if (out->at[axis] != SHARD_WHOLE) {
            report(s, loc, diag_fmt(ds->ctx, "'%s' splits two dims of '%s'", names[d], slot->name),
                   "each axis once", NULL);
            return false;
        }
        out->at[axis] = (int8_t)d;
        said->times[axis] = times;
    }
    return true;
}

/* The dim that cannot be split so; -1: all can. */
static int indivisible(Distribute *ds, uint32_t at, const Sharding *how) {
    const IrType *t = ds->slots.at[at].type;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        Sharding none = shard_whole;
        if (how->at[a] < 0) continue;
        if (!distribute_can_split(ds, t, &none, how->at[a], a) ||
            distribute_is_told(ds, at, how->at[a], a))
            return how->at[a];
    }
    return -1;
}

static void report_dim(Seeds *s, const Slot *slot, int dim, Loc loc) {
    const IrType *t = slot->type;
    const bool travels = distribute_travels(t);
    report(s, loc, diag_fmt(s->ds->ctx, "dim %d of '%s' cannot be split", dim, slot->name),
           travels ? "a number, or an extent that the ranks of the axis divide"
                   : "a dtype that collectives take",
           !travels  ? dtype_name(t->dtype)
           : t->dims ? ir_dim_text(s->ds->m, t->dims[dim])
                     : "unknown");
}

/* Parts are multiples of what is said. False after a report. */
static bool has_multiples(Seeds *s, const Slot *slot, const Said *said, Loc loc) {
    Distribute *ds = s->ds;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        const int8_t d = said->how.at[a];
        const int64_t by = (int64_t)ds->mesh.axes[a].size * said->times[a];
        if (d < 0 || said->times[a] < 2) continue;
        const IrDim *rest = ir_dim_floormod(ds->m, slot->type->dims[d], ir_dim_const(ds->m, by));
        if (ir_dim_is(rest, 0)) continue;
        report(s, loc,
               diag_fmt(ds->ctx, "the parts of dim %d of '%s' are no multiples of %lld", d,
                        slot->name, (long long)said->times[a]),
               diag_fmt(ds->ctx, "a symbol, or an extent that %lld divides", (long long)by),
               ir_dim_text(ds->m, slot->type->dims[d]));
        return false;
    }
    return true;
}

static bool is_even(Distribute *ds, const Slot *slot, const Sharding *how) {
    bool even = true;
    for (uint32_t a = 0; a < ds->mesh.n && slot->type->dims; a++)
        even &= how->at[a] < 0 || distribute_is_even(ds, slot->type->dims[how->at[a]], a);
    return even;
}

/* 0: of 1. */
static int64_t lcm(int64_t a, int64_t b) {
    int64_t rest = a, by = b;
    while (by) {
        const int64_t next = rest % by;
        rest = by, by = next;
    }
    return a && b ? a / rest * b : a + b;
}

static void annotate(Seeds *s, uint32_t at, const Said *said, Loc loc, const char *glob,
                     uint32_t order) {
    Distribute *ds = s->ds;
    const Sharding *how = &said->how;
    Slot *slot = &ds->slots.at[at];
    if (slot->fixed && !shard_same(ds, &slot->want, how)) {
        report(s, loc, diag_fmt(ds->ctx, "'%s' is annotated in two ways", slot->name),
               diag_fmt(ds->ctx, "%s, by %s", distribute_text(ds, slot->type, &slot->want),
                        place_of(ds, slot->fixed_at, slot->fixed_by)),
               diag_fmt(ds->ctx, "%s, by %s", distribute_text(ds, slot->type, how),
                        place_of(ds, loc, glob)));
        return;
    }
    const int dim = s->check ? indivisible(ds, at, how) : -1;
    if (dim >= 0) {
        report_dim(s, slot, dim, loc);
        return;
    }
    if (s->check && !has_multiples(s, slot, said, loc)) return;
    for (uint32_t a = 0; a < ds->mesh.n; a++) slot->times[a] = lcm(slot->times[a], said->times[a]);
    if (!slot->fixed || slot->order > order) slot->order = order;
    if (!slot->fixed) vec_push(&ds->arena, &ds->seeds, at);
    slot->want = *how;
    slot->fixed = true;
    slot->fixed_at = loc;
    slot->fixed_by = glob;
    slot->why = place_of(ds, loc, glob);
}

/* --- Markers --- */

static void see_marker(Seeds *s, const IrBinding *b) {
    Distribute *ds = s->ds;
    const uint32_t *slots = ds->of_var[b->var->id];
    if (!slots || b->var->type->kind != IR_TYPE_TENSOR) return;
    const IrAttr *spec = &b->attrs[0];
    const char **names = ARENA_ARRAY(&ds->arena, const char *, (size_t)spec->n + 1);
    for (uint32_t i = 0; spec->kind == IR_ATTR_LIST && i < spec->n; i++) {
        const IrAttr *item = &spec->items[i];
        if (item->kind == IR_ATTR_LIST && item->n == 1) item = &item->items[0];
        if (item->kind == IR_ATTR_LIST && item->n > 1) {
            report(s, b->loc, "a dim is split over several axes", "one axis for each dim", NULL);
            return;
        }
        if (item->kind == IR_ATTR_STRING) names[i] = item->s;
    }
    Said said;
    const Slot *slot = &ds->slots.at[slots[0]];
    if (!read_axes(s, slot, names, spec->n, b->loc, &said)) return;
    for (uint32_t a = 0; s->check && slots[0] >= ds->n_param_slots && a < ds->mesh.n; a++) {
        const int8_t dim = said.how.at[a];
        if (dim >= 0 && slot->type->dims && dim < slot->type->ndim)
            distribute_allow_uneven(ds, slot->type->dims[dim], a);
    }
    annotate(s, slots[0], &said, b->loc, NULL, 0);
}

/* --- Globs --- */

static char *trim(char *s) {
    while (*s == ' ') s++;
    size_t n = strlen(s);
    while (n && s[n - 1] == ' ') s[--n] = 0;
    return s;
}

static void wrong_item(Seeds *s, const char *text) {
    report(s, s->ds->fn->loc, "the option shard cannot be read",
           "items like x=data,_ or zero1(data), of an axis of the mesh, joined by ';'", text);
}

static bool read_item(Seeds *s, char *text) {
    Item item = {.text = arena_printf(&s->ds->arena, "%s", trim(text))};
    char *eq = strchr(text, '=');
    if (!eq && distribute_read_shorthand(s->ds, text, &item.shorthand)) {
        vec_push(&s->ds->arena, &s->items, item);
        return true;
    }
    if (!eq) return wrong_item(s, item.text), false;
    *eq = 0;
    item.pattern = trim(text);
    for (char *at = eq + 1; at;) {
        char *comma = strchr(at, ',');
        if (comma) *comma = 0;
        const char *word = trim(at);
        if (!*word || item.open || item.n == ARRAY_LEN(item.axes))
            return wrong_item(s, item.text), false;
        if (strcmp(word, "...") == 0)
            item.open = true;
        else
            item.axes[item.n++] = strcmp(word, "_") == 0 ? NULL : word;
        at = comma ? comma + 1 : NULL;
    }
    vec_push(&s->ds->arena, &s->items, item);
    return true;
}

static bool read_items(Seeds *s) {
    char *text = s->ds->o->shard ? arena_printf(&s->ds->arena, "%s", s->ds->o->shard) : NULL;
    bool ok = true;
    while (text && ok) {
        char *end = strchr(text, ';');
        if (end) *end = 0;
        if (*trim(text)) ok = read_item(s, trim(text));
        text = end ? end + 1 : NULL;
    }
    return ok;
}

/* Inputs spread before weights, and these before state. */
static uint32_t order_of(const Seeds *s, const Item *item, DistributeRole role) {
    return 1 + (uint32_t)(item - s->items.at) * DISTRIBUTE_ROLES + (uint32_t)role;
}

static void apply_item(Seeds *s, Item *item, uint32_t slot, DistributeRole role) {
    Distribute *ds = s->ds;
    const Slot *x = &ds->slots.at[slot];
    if (!item->pattern) {
        Said own = {.how = shard_whole};
        if (distribute_shorthand(ds, &item->shorthand, x->type, role, &own.how))
            annotate(s, slot, &own, x->loc, item->text, order_of(s, item, role));
        return;
    }
    const int32_t ndim = x->type->ndim;
    const bool fits = item->open ? ndim >= (int32_t)item->n : ndim == (int32_t)item->n;
    Said said;
    if (!fits && item->open) return;
    if (!fits) {
        report(s, x->loc, diag_fmt(ds->ctx, "'%s' has another number of dims", x->name), item->text,
               ir_type_text(ds->m, x->type));
        return;
    }
    if (!read_axes(s, x, item->axes, item->n, x->loc, &said)) return;
    if (item->open && s->check &&
        (!is_even(ds, x, &said.how) || indivisible(ds, slot, &said.how) >= 0))
        return;
    annotate(s, slot, &said, x->loc, item->text, order_of(s, item, DISTRIBUTE_INPUT));
}

static void report_glob(Seeds *s, const char *pattern) {
    Distribute *ds = s->ds;
    NearNames names;
    Diag *d =
        diag_error(ds->ctx, ds->fn->loc, DIAG_VALUE,
                   diag_fmt(ds->ctx, "no parameter of '%s' is called '%s'", ds->fn->name, pattern));
    near_names_begin(&names, ds->ctx, pattern);
    for (uint32_t k = 0; k < ds->n_param_slots; k++) near_names_add(&names, ds->slots.at[k].name);
    near_names_end(&names, ds->ctx, d, "the name of a parameter, or a pattern of names");
    s->ok = false;
}

static void see_globs(Seeds *s) {
    Distribute *ds = s->ds;
    Item **best = ARENA_ARRAY(&ds->arena, Item *, (size_t)ds->n_param_slots + 1);
    const IrFunction *fn = ds->fn;
    DistributeRole *roles = ARENA_ARRAY(&ds->arena, DistributeRole, fn->params.len + 1);
    for (size_t i = 0; i < s->items.len; i++) {
        Item *item = &s->items.at[i];
        for (uint32_t k = 0; k < ds->n_param_slots; k++) {
            if (item->pattern && !gradient_matches(item->pattern, ds->slots.at[k].name)) continue;
            best[k] = item;
            item->found = true;
        }
        for (const IrBinding *b = fn->body->first; b && item->pattern; b = b->next) {
            const uint32_t *slots = ds->of_var[b->var->id];
            if (b->kind != IR_BIND_FIELD || !slots || b->var->type->kind != IR_TYPE_TENSOR ||
                slots[0] >= ds->n_param_slots || !b->var->name ||
                !gradient_matches(item->pattern, b->var->name))
                continue;
            best[slots[0]] = item;
            item->found = true;
        }
        if (!item->found && item->pattern) report_glob(s, item->pattern);
    }
    distribute_roles(ds, roles);
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        const uint32_t *slots = ds->of_var[p->id];
        const uint32_t n = slots ? distribute_n_leaves(ds, p->type) : 0;
        for (uint32_t k = 0; k < n && s->ok; k++) {
            if (best[slots[k]]) apply_item(s, best[slots[k]], slots[k], roles[i]);
        }
    }
}

/* --- All --- */

static void tie_two(Distribute *ds, uint32_t a, uint32_t b) {
    if (a == b) return;
    ds->slots.at[a].tied = b;
    ds->slots.at[b].tied = a;
}

/* The leaves of a parameter and those of a result, in the same order. */
static void tie_leaves(Distribute *ds, const IrVar *p, const IrOperand *o) {
    const uint32_t *slots = ds->of_var[p->id];
    const uint32_t n = slots ? distribute_n_leaves(ds, p->type) : 0;
    uint32_t leaf = 0;
    for (uint32_t k = 0; k < o->span; k++) {
        const uint32_t *own = o[k].kind == IR_OPERAND_VAR ? ds->of_var[o[k].var->id] : NULL;
        const uint32_t more = own ? distribute_n_leaves(ds, o[k].var->type) : 1;
        for (uint32_t j = 0; own && j < more && leaf + j < n; j++)
            tie_two(ds, own[j], slots[leaf + j]);
        if (o[k].kind != IR_OPERAND_TUPLE) leaf += more;
    }
}

/* A donated parameter and the result that takes its place lie in one way. */
static void tie(Distribute *ds) {
    const IrAttr *donate = ir_function_attr(ds->fn, "donate", IR_ATTR_LIST);
    const IrOperands *result = &ds->fn->body->result;
    for (uint32_t i = 0; donate && i < donate->n; i++) {
        const IrAttr *pair = donate->items[i].items;
        const IrOperand *o = result->at;
        if (o->kind == IR_OPERAND_TUPLE) {
            o++;
            for (int64_t k = 0; k < pair[1].i; k++) o += o->span;
        }
        tie_leaves(ds, ds->fn->params.at[pair[0].i], o);
    }
}

bool distribute_seed(Distribute *ds, bool check) {
    Seeds s = {.ds = ds, .check = check, .ok = true};
    if (!read_items(&s)) return false;
    see_globs(&s);
    for (const IrBinding *b = ds->fn->body->first; b; b = b->next) {
        if (b->kind == IR_BIND_CALL && b->op == &op_shard) see_marker(&s, b);
    }
    tie(ds);
    ds->n_orders = 1 + (uint32_t)s.items.len * DISTRIBUTE_ROLES;
    return s.ok;
}
