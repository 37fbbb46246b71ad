/* SPDX-License-Identifier: Apache-2.0 */
/* A module as StableHLO's text, of version 1.0: functions in MLIR's own form, operations in their
 * own or in the generic one. The calls are legal (write_legal.c). */
#include "stablehlo/write.h"

#include "ir/growth.h"

/* Bindings */

static const struct {
    const OpDef *op;
    const char *name;
    void (*write)(W *);
} writers[] = {
#define WRITE_AS(id, predicate, name) {&op_##id, name, shlo_write_element},
#define WRITE(id, predicate, fn, names) {&op_##id, NULL, shlo_write_##fn},
#include "stablehlo/write.def"
};

static void write_call(ShloWrite *x, const IrBinding *call, ShloVals *out) {
    W w = {.x = x, .call = call, .out = call->var->type};
    for (size_t i = 0; i < ARRAY_LEN(writers); i++) {
        if (writers[i].op != call->op) continue;
        w.name = writers[i].name;
        writers[i].write(&w);
        if (w.result.name) vec_push(x->arena, &w.results, w.result);
        *out = w.results;
        return;
    }
    BUG("R.%s has no writer", call->op->name);
}

static void write_bindings(ShloWrite *x, const IrBody *body, ShloVals *result);

static void leaf_types(ShloWrite *x, const IrType *t, ShloVals *out) {
    const size_t from = out->len;
    shlo_type_leaves(t, x->arena, out);
    for (size_t i = from; i < out->len; i++) out->at[i].type = shlo_leaf_type(x, out->at[i].type);
}

static void cast_all(ShloWrite *x, ShloVals *v, const ShloVals *to) {
    for (size_t i = 0; i < v->len && i < to->len; i++)
        v->at[i] = shlo_cast(x, v->at[i], to->at[i].type);
}

/* Of the types that the function says. */
static void write_invoke(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    const IrOperand *callee = ir_operand_get(&b->operands, 0);
    const IrFunction *fn = callee->global->function;
    ShloVals in = {.at = NULL}, params = {.at = NULL}, types = {.at = NULL};
    for (uint32_t at = callee->span; at < b->operands.n; at += b->operands.at[at].span)
        shlo_write_leaves(x, &b->operands.at[at], &in);
    for (size_t i = 0; i < fn->params.len; i++) leaf_types(x, fn->params.at[i]->type, &params);
    cast_all(x, &in, &params);
    leaf_types(x, fn->result, out);
    shlo_begin_results(x, out);
    strbuf_puts(&x->text, x->pretty ? "call @" : "\"func.call\"(");
    if (x->pretty) strbuf_printf(&x->text, "%s(", callee->global->name);
    shlo_write_names(x, in.at, (uint32_t)in.len);
    strbuf_putc(&x->text, ')');
    if (!x->pretty) strbuf_printf(&x->text, " {callee = @%s}", callee->global->name);
    shlo_end_results(x, &params, out);
    leaf_types(x, b->var->type, &types);
    cast_all(x, out, &types);
}

/* As deep as ifs nest. */
static void write_if(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    ShloVals cond = {.at = NULL}, none = {.at = NULL};
    shlo_write_leaves(x, ir_operand_get(&b->operands, 0), &cond);
    leaf_types(x, b->var->type, out);
    shlo_begin_results(x, out);
    strbuf_printf(&x->text, "\"stablehlo.if\"(%s) (", cond.at[0].name);
    for (int k = 0; k < 2; k++) {
        ShloVals results = {.at = NULL};
        const size_t mark = shlo_mark(x);
        shlo_begin_block(x, &none);
        write_bindings(x, b->bodies[k], &results);
        cast_all(x, &results, out);
        shlo_end_block(x, "stablehlo.return", &results);
        shlo_forget(x, mark);
        strbuf_puts(&x->text, k ? ")" : ", ");
    }
    shlo_end_results(x, &cond, out);
}

static void write_field(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    ShloVals all = {.at = NULL};
    shlo_write_lazy(x, b->operands.at, &all);
    const IrType *t = ir_operand_type(x->m, b->operands.at);
    size_t at = 0;
    for (uint32_t i = 0; i < b->index; i++) at += shlo_count_leaves(t->fields[i]);
    for (uint32_t i = shlo_count_leaves(b->var->type); i-- > 0; at++)
        vec_push(x->arena, out, all.at[at]);
}

static void write_match_cast(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    ShloVals types = {.at = NULL};
    shlo_write_leaves(x, b->operands.at, out);
    shlo_write_define(x, b->cast, out);
    leaf_types(x, b->cast, &types);
    cast_all(x, out, &types);
}

static void write_binding(ShloWrite *x, const IrBinding *b) {
    ShloVals out = {.at = NULL};
    ctx_poll(x->ctx);
    ir_grow(x->m, 1); /* a loop's body is written where it is used */
    switch (b->kind) {
    case IR_BIND_CALL: write_call(x, b, &out); break;
    case IR_BIND_INVOKE: write_invoke(x, b, &out); break;
    case IR_BIND_IF: write_if(x, b, &out); break;
    case IR_BIND_VALUE: shlo_write_lazy(x, b->operands.at, &out); break;
    case IR_BIND_MATCH_CAST: write_match_cast(x, b, &out); break;
    case IR_BIND_FIELD: write_field(x, b, &out); break;
    case IR_BIND_FUNCTION: /* written where a loop calls it; these are what it captures */
        for (uint32_t i = 0; i < b->operands.n; i += b->operands.at[i].span)
            shlo_write_leaves(x, &b->operands.at[i], &out);
        break;
    default: BUG("a binding of kind %d", (int)b->kind);
    }
    x->frame->vars[b->var->id] = out;
}

static void write_bindings(ShloWrite *x, const IrBody *body, ShloVals *result) {
    for (const IrBinding *b = body->first; b; b = b->next) write_binding(x, b);
    shlo_write_leaves(x, body->result.at, result);
}

/* Its own name, which no value of a body has: these are numbers. NULL: it is a tuple, or the name
 * is none of MLIR's, or that of another parameter. */
static const char *own_name(ShloWrite *x, Map *names, const IrVar *p, size_t n_leaves) {
    const char *name = p->name;
    bool plain = n_leaves == 1 && ((name[0] | 0x20) >= 'a' && (name[0] | 0x20) <= 'z');
    for (const char *at = name; plain && *at; at++)
        plain = (*at >= '0' && *at <= '9') || *at == '_' ||
                ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z');
    if (!plain || strncmp(name, "arg", 3) == 0 || !map_mark_ptr(names, name)) return NULL;
    return arena_printf(x->arena, "%%%s", name);
}

static void write_function(ShloWrite *x, const IrFunction *fn) {
    Map names;
    ShloVals results = {.at = NULL}, given = {.at = NULL};
    ShloFrame frame;
    shlo_begin_frame(x, &frame, fn);
    x->n = 0;
    strbuf_printf(&x->text, "  func.func %s @%s(", fn->is_private ? "private" : "public", fn->name);
    unsigned n_args = 0;
    map_init(&names, x->arena);
    for (size_t i = 0; i < fn->params.len; i++) {
        ShloVals v = {.at = NULL};
        leaf_types(x, fn->params.at[i]->type, &v);
        const char *own = own_name(x, &names, fn->params.at[i], v.len);
        for (size_t k = 0; k < v.len; k++, n_args++) {
            v.at[k].name = own ? own : arena_printf(x->arena, "%%arg%u", n_args);
            strbuf_printf(&x->text, "%s%s: %s", n_args ? ", " : "", v.at[k].name,
                          shlo_write_type(x, v.at[k].type));
        }
        shlo_give(x, fn->params.at[i], &v);
    }
    leaf_types(x, fn->result, &results);
    strbuf_puts(&x->text, ") -> ");
    shlo_write_result_types(x, &results);
    strbuf_puts(&x->text, " {\n");
    x->indent = 1;
    write_bindings(x, fn->body, &given);
    cast_all(x, &given, &results);
    shlo_end_body(x, "func.return", &given);
    strbuf_puts(&x->text, "  }\n");
    shlo_forget(x, 0);
    x->frame = frame.outer;
}

/* A module of a mesh says how many ranks run it. */
static void begin_module(ShloWrite *x) {
    const IrModule *m = x->m;
    Mesh mesh = {.ranks = 0};
    for (size_t i = 0; i < m->globals.len && !mesh.ranks; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) shlo_mesh_of(fn, &mesh);
    }
    strbuf_puts(&x->text, "module ");
    if (mesh.ranks > 1)
        strbuf_printf(&x->text,
                      "attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = %u : i32} ",
                      mesh.ranks);
    strbuf_puts(&x->text, "{\n");
}

bool stablehlo_write(IrModule *m, Arena *arena, bool pretty, Str *out) {
    ShloWrite x = {
        .ctx = m->ctx, .m = m, .arena = arena, .bindings = write_bindings, .pretty = pretty};
    strbuf_init(&x.text, arena);
    map_init(&x.known, arena);
    map_init(&x.loops, arena);
    begin_module(&x);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) write_function(&x, fn);
    }
    strbuf_puts(&x.text, "}\n");
    *out = strbuf_str(&x.text);
    return !x.lacks;
}

/* What has no form */

typedef struct {
    ShloWrite x; /* which reads loops */
    const ShloWriteOptions *options;
    bool ok;
} Look;

static void refuse(Look *self, Loc loc, const char *name, const char *why) {
    diag_error(self->x.ctx, loc, DIAG_SHLO_WRITE, name, why);
    self->ok = false;
}

static void look_at_type(Look *self, const IrType *t, Loc loc, const char *what) {
    const IrType *leaf = shlo_leaf_type(&self->x, t);
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) look_at_type(self, t->fields[i], loc, what);
    } else if (!shlo_type_text(self->x.arena, leaf)) {
        refuse(self, loc, what,
               diag_fmt(self->x.ctx, "the type %s: a tensor of known rank is needed",
                        ir_type_text(self->x.m, t)));
    }
}

static void look_at_call(Look *self, const IrBinding *b) {
    const char *name = diag_fmt(self->x.ctx, "R.%s", b->op->name);
    const char *why = self->options->refuse(self->options->user, b);
    if (why) {
        refuse(self, b->loc, name, why);
        return;
    }
    if (b->op == &op_call_tir) {
        const LoopFn *fn = shlo_loops_of(&self->x, b->operands.at->global);
        if (!fn) {
            self->ok = false;
            return;
        }
        why = shlo_loops_lack(fn, self->x.arena);
        if (why) refuse(self, b->loc, b->operands.at->global->name, why);
    }
    look_at_type(self, b->var->type, b->loc, b->var->name);
}

static void look_at_constants(Look *self, const IrOperands *list, Loc loc) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_CONST)
            look_at_type(self, list->at[i].constant->type, loc, "a constant");
    }
}

static void look_at_body(Look *self, const IrBody *body);

static void look_at_function(Look *self, const IrFunction *fn) {
    for (size_t k = 0; k < fn->params.len; k++)
        look_at_type(self, fn->params.at[k]->type, fn->loc, fn->params.at[k]->name);
    look_at_type(self, fn->result, fn->loc, "a result");
    look_at_body(self, fn->body);
}

/* As deep as functions and ifs nest. */
static void look_at_body(Look *self, const IrBody *body) {
    look_at_constants(self, &body->result, body->function->loc);
    for (const IrBinding *b = body->first; b; b = b->next) {
        look_at_constants(self, &b->operands, b->loc);
        if (b->kind == IR_BIND_CALL) {
            look_at_call(self, b);
            continue;
        }
        if (b->kind == IR_BIND_FUNCTION) {
            look_at_function(self, b->function);
            continue;
        }
        if (b->kind == IR_BIND_IF) {
            for (int k = 0; k < 2; k++) look_at_body(self, b->bodies[k]);
        } else if (b->kind == IR_BIND_INVOKE &&
                   ir_operand_get(&b->operands, 0)->kind != IR_OPERAND_GLOBAL) {
            refuse(self, b->loc, b->var->name, "a call of a function within a function");
        }
        look_at_type(self, b->var->type, b->loc, b->var->name);
    }
}

/* Calls of functions, of which none may lead back: those that no other calls go first. */
typedef struct {
    IrModule *m;
    uint32_t *n_callers; /* by a global's id; of calls that are left */
    VEC(const IrFunction *) free;
    bool count;
} Order;

static void follow_calls(Order *self, const IrBody *body) {
    for (const IrBinding *b = body->first; b; b = b->next) {
        for (int k = 0; b->kind == IR_BIND_IF && k < 2; k++) follow_calls(self, b->bodies[k]);
        if (b->kind == IR_BIND_FUNCTION) follow_calls(self, b->function->body);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind != IR_OPERAND_GLOBAL) continue;
            uint32_t *n = &self->n_callers[o->global->id];
            const IrFunction *fn = o->global->function;
            if (self->count)
                ++*n;
            else if (--*n == 0 && fn && fn->body)
                vec_push(&self->m->scratch, &self->free, fn);
        }
    }
}

static void look_for_recursion(Look *self) {
    IrModule *m = self->x.m;
    uint32_t most = 0;
    for (size_t i = 0; i < m->globals.len; i++)
        if (m->globals.at[i]->id > most) most = m->globals.at[i]->id;
    Order order = {.m = m, .n_callers = ARENA_ARRAY(self->x.arena, uint32_t, (size_t)most + 1)};
    for (order.count = true;; order.count = false) {
        for (size_t i = 0; i < m->globals.len; i++) {
            const IrFunction *fn = m->globals.at[i]->function;
            if (!fn || !fn->body) continue;
            if (order.count)
                follow_calls(&order, fn->body);
            else if (!order.n_callers[m->globals.at[i]->id])
                vec_push(&m->scratch, &order.free, fn);
        }
        if (!order.count) break;
    }
    while (order.free.len) follow_calls(&order, order.free.at[--order.free.len]->body);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && order.n_callers[m->globals.at[i]->id])
            refuse(self, fn->loc, fn->name, "a function that calls itself");
    }
}

bool stablehlo_write_check(IrModule *m, Arena *arena, const ShloWriteOptions *options) {
    Look look = {.x = {.ctx = m->ctx, .m = m, .arena = arena}, .options = options, .ok = true};
    map_init(&look.x.loops, arena);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) look_at_function(&look, fn);
    }
    look_for_recursion(&look);
    return look.ok;
}

void stablehlo_register(OpTable *table, Arena *arena) {
    ir_op_table_add_legal(table, &shlo_legal, arena);
}
