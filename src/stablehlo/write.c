/* SPDX-License-Identifier: Apache-2.0 */
/* A module as StableHLO's text, of version 1.0: functions in MLIR's own form, operations in the
 * generic one, which every version reads. The calls are legal (write_legal.c). */
#include "stablehlo/write.h"

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
        vec_push(x->arena, out, w.result);
        return;
    }
    BUG("R.%s has no writer", call->op->name);
}

static uint32_t count_leaves(const IrType *t) {
    uint32_t n = 0;
    if (t->kind != IR_TYPE_TUPLE) return 1;
    for (uint32_t i = 0; i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

static void type_leaves(ShloWrite *x, const IrType *t, ShloVals *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(x->arena, out, ((ShloVal){NULL, t}));
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) type_leaves(x, t->fields[i], out);
}

/* %3:2 = "..."( ... : the results' names are %3#0, %3#1. */
static void begin_results(ShloWrite *x, const IrType *t, ShloVals *out) {
    type_leaves(x, t, out);
    const unsigned id = x->n++;
    for (size_t i = 0; i < out->len; i++)
        out->at[i].name = out->len == 1 ? arena_printf(x->arena, "%%%u", id)
                                        : arena_printf(x->arena, "%%%u#%zu", id, i);
    shlo_write_indent(x);
    if (out->len == 1)
        strbuf_printf(&x->text, "%%%u = ", id);
    else if (out->len)
        strbuf_printf(&x->text, "%%%u:%zu = ", id, out->len);
}

static void end_results(ShloWrite *x, const ShloVals *in, const ShloVals *out) {
    strbuf_puts(&x->text, " : (");
    shlo_write_types(x, in->at, (uint32_t)in->len);
    strbuf_puts(&x->text, ") -> (");
    shlo_write_types(x, out->at, (uint32_t)out->len);
    strbuf_puts(&x->text, ")\n");
}

static void write_invoke(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    const IrOperand *callee = ir_operand_get(&b->operands, 0);
    ShloVals in = {.at = NULL};
    for (uint32_t at = callee->span; at < b->operands.n; at += b->operands.at[at].span)
        shlo_write_leaves(x, &b->operands.at[at], &in);
    begin_results(x, b->var->type, out);
    strbuf_puts(&x->text, "\"func.call\"(");
    shlo_write_names(x, in.at, (uint32_t)in.len);
    strbuf_printf(&x->text, ") {callee = @%s}", callee->global->name);
    end_results(x, &in, out);
}

static void write_body(ShloWrite *x, const IrBody *body, const char *end);

/* As deep as ifs nest. */
static void write_if(ShloWrite *x, const IrBinding *b, ShloVals *out) {
    ShloVals cond = {.at = NULL};
    shlo_write_leaves(x, ir_operand_get(&b->operands, 0), &cond);
    begin_results(x, b->var->type, out);
    strbuf_printf(&x->text, "\"stablehlo.if\"(%s) ({\n", cond.at[0].name);
    for (int k = 0; k < 2; k++) {
        x->indent++;
        write_body(x, b->bodies[k], "\"stablehlo.return\"");
        x->indent--;
        shlo_write_indent(x);
        strbuf_puts(&x->text, k ? "})" : "}, {\n");
    }
    end_results(x, &cond, out);
}

static void write_binding(ShloWrite *x, const IrBinding *b) {
    ShloVals *out = &x->vars[b->var->id];
    ctx_poll(x->ctx);
    switch (b->kind) {
    case IR_BIND_CALL: write_call(x, b, out); return;
    case IR_BIND_INVOKE: write_invoke(x, b, out); return;
    case IR_BIND_IF: write_if(x, b, out); return;
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: shlo_write_leaves(x, b->operands.at, out); return;
    case IR_BIND_FIELD: {
        ShloVals all = {.at = NULL};
        shlo_write_leaves(x, b->operands.at, &all);
        const IrType *t = ir_operand_type(x->m, b->operands.at);
        size_t at = 0;
        for (uint32_t i = 0; i < b->index; i++) at += count_leaves(t->fields[i]);
        for (uint32_t i = count_leaves(b->var->type); i-- > 0; at++)
            vec_push(x->arena, out, all.at[at]);
        return;
    }
    default: BUG("a binding of kind %d", (int)b->kind);
    }
}

static void write_body(ShloWrite *x, const IrBody *body, const char *end) {
    ShloVals result = {.at = NULL};
    for (const IrBinding *b = body->first; b; b = b->next) write_binding(x, b);
    shlo_write_leaves(x, body->result.at, &result);
    const uint32_t n = (uint32_t)result.len;
    shlo_write_indent(x);
    strbuf_printf(&x->text, "%s(", end);
    shlo_write_names(x, result.at, n);
    strbuf_puts(&x->text, ") : (");
    shlo_write_types(x, result.at, n);
    strbuf_puts(&x->text, ") -> ()\n");
}

static void write_function(ShloWrite *x, const IrFunction *fn) {
    ShloVals results = {.at = NULL};
    x->vars = ARENA_ARRAY(x->arena, ShloVals, (size_t)fn->n_vars + 1);
    x->n = 0;
    map_init(&x->constants, x->arena);
    strbuf_printf(&x->text, "  func.func %s @%s(", fn->is_private ? "private" : "public", fn->name);
    unsigned n_args = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        ShloVals *v = &x->vars[fn->params.at[i]->id];
        type_leaves(x, fn->params.at[i]->type, v);
        for (size_t k = 0; k < v->len; k++, n_args++) {
            v->at[k].name = arena_printf(x->arena, "%%arg%u", n_args);
            strbuf_printf(&x->text, "%s%s: %s", n_args ? ", " : "", v->at[k].name,
                          shlo_write_type(x, v->at[k].type));
        }
    }
    type_leaves(x, fn->result, &results);
    strbuf_puts(&x->text, ") -> (");
    shlo_write_types(x, results.at, (uint32_t)results.len);
    strbuf_puts(&x->text, ") {\n");
    x->indent = 1;
    write_body(x, fn->body, "\"func.return\"");
    strbuf_puts(&x->text, "  }\n");
}

Str stablehlo_write(IrModule *m, Arena *arena) {
    ShloWrite x = {.ctx = m->ctx, .m = m, .arena = arena};
    strbuf_init(&x.text, arena);
    strbuf_puts(&x.text, "module {\n");
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) write_function(&x, fn);
    }
    strbuf_puts(&x.text, "}\n");
    return strbuf_str(&x.text);
}

/* What has no form */

typedef struct {
    IrModule *m;
    Ctx *ctx;
    const ShloWriteOptions *options;
    Arena *arena;
    bool ok;
} Look;

static void refuse(Look *self, Loc loc, const char *name, const char *why) {
    diag_error(self->ctx, loc, DIAG_SHLO_WRITE, name, why);
    self->ok = false;
}

static void look_at_type(Look *self, const IrType *t, Loc loc, const char *what) {
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) look_at_type(self, t->fields[i], loc, what);
    } else if (!shlo_type_text(self->arena, t)) {
        refuse(self, loc, what,
               diag_fmt(self->ctx, "the type %s: a tensor of known extents is needed",
                        ir_type_text(self->m, t)));
    }
}

static void look_at_body(Look *self, const IrBody *body) {
    for (const IrBinding *b = body->first; b; b = b->next) {
        const char *why = NULL;
        if (b->kind == IR_BIND_CALL) {
            why = self->options->refuse(self->options->user, b);
            if (why) refuse(self, b->loc, diag_fmt(self->ctx, "R.%s", b->op->name), why);
        } else if (b->kind == IR_BIND_IF) {
            for (int k = 0; k < 2; k++) look_at_body(self, b->bodies[k]);
        } else if (b->kind == IR_BIND_FUNCTION ||
                   (b->kind == IR_BIND_INVOKE &&
                    ir_operand_get(&b->operands, 0)->kind != IR_OPERAND_GLOBAL)) {
            refuse(self, b->loc, b->var->name, "a function within a function");
        }
        if (!why && b->kind != IR_BIND_FUNCTION)
            look_at_type(self, b->var->type, b->loc, b->var->name);
    }
}

bool stablehlo_write_check(IrModule *m, Arena *arena, const ShloWriteOptions *options) {
    Look look = {.m = m, .ctx = m->ctx, .options = options, .arena = arena, .ok = true};
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        for (size_t k = 0; k < fn->params.len; k++)
            look_at_type(&look, fn->params.at[k]->type, fn->loc, fn->params.at[k]->name);
        look_at_body(&look, fn->body);
    }
    return look.ok;
}

void stablehlo_register(OpTable *table, Arena *arena) {
    ir_op_table_add_legal(table, &shlo_legal, arena);
}
