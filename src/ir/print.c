/* SPDX-License-Identifier: Apache-2.0 */
/* The printer: one statement a binding, names made unique and fit for Python, types annotated.
 *
 * Names are settled before anything is written: print_names.h. */
#include <ctype.h>
#include <math.h>

#include "ir/metadata.h"
#include "ir/print_names.h"
#include "tensor/strings.h"

enum { WIDTH = 100 };

typedef struct {
    IrModule *m;
    Arena *arena;
    StrBuf *out;
    IrNaming naming;
    unsigned indent;
} Printer;

static void line(Printer *p) {
    static const char spaces[] = "                                ";
    for (unsigned n = p->indent * 4; n > 0;) {
        unsigned part = n < sizeof spaces - 1 ? n : (unsigned)(sizeof spaces - 1);
        strbuf_add(p->out, spaces, part);
        n -= part;
    }
}

static void print_element(const Tensor *t, size_t i, StrBuf *out) {
    if (t->dtype == DTYPE_STRING) {
        strbuf_quoted(out, tensor_get_string(t, i));
    } else if (t->dtype == DTYPE_BOOL) {
        strbuf_puts(out, tensor_get_int(t, i) ? "True" : "False");
    } else if (!dtype_is_float(t->dtype)) {
        strbuf_int(out, tensor_get_int(t, i));
    } else {
        double v = tensor_get_double(t, i);
        if (!isfinite(v)) strbuf_puts(out, "float(\"");
        if (t->dtype == DTYPE_FLOAT32) {
            strbuf_float(out, (float)v);
        } else {
            strbuf_double(out, v);
        }
        if (!isfinite(v)) strbuf_puts(out, "\")");
    }
}

/* Nested lists; small constants only, so at most a few dims deep with more than one element. */
static void print_elements(const Tensor *t, uint32_t axis, size_t *at, StrBuf *out) {
    if (axis == t->ndim) {
        print_element(t, (*at)++, out);
        return;
    }
    strbuf_putc(out, '[');
    for (int64_t i = 0; i < t->dims[axis]; i++) {
        if (i) strbuf_puts(out, ", ");
        print_elements(t, axis + 1, at, out);
    }
    strbuf_putc(out, ']');
}

void ir_text_print_tensor(const Tensor *t, StrBuf *out) {
    size_t at = 0;
    strbuf_puts(out, "R.const(");
    print_elements(t, 0, &at, out);
    strbuf_printf(out, ", \"%s\")", dtype_name(t->dtype));
}

static void print_const(Printer *p, const IrConst *c) {
    uint32_t index = p->naming.table_index ? p->naming.table_index[c->id] : 0;
    if (index || (!p->naming.table_index && !ir_const_is_small(c->tensor))) {
        strbuf_printf(p->out, "metadata[\"relax.expr.Constant\"][%u]", index ? index - 1 : c->id);
        return;
    }
    if (c->adapts) {
        if (c->from)
            strbuf_puts(p->out, c->from);
        else
            print_element(c->tensor, 0, p->out);
        return;
    }
    if (c->from)
        strbuf_printf(p->out, "R.const(%s, \"%s\")", c->from, dtype_name(c->tensor->dtype));
    else
        ir_text_print_tensor(c->tensor, p->out);
}

static void print_prim(Printer *p, const IrOperand *o) {
    const IrType *t = o->type;
    strbuf_puts(p->out, "R.prim_value(");
    if (t->dtype == DTYPE_BOOL && t->value) {
        strbuf_puts(p->out, ir_dim_is(t->value, 0) ? "False" : "True");
    } else if (t->value) {
        bool plain = t->dtype == DTYPE_INT64;
        if (!plain) strbuf_printf(p->out, "T.%s(", dtype_name(t->dtype));
        ir_dim_print(p->m, t->value, p->out);
        if (!plain) strbuf_putc(p->out, ')');
    } else {
        strbuf_printf(p->out, "T.%s(%s", dtype_name(t->dtype), isfinite(o->f) ? "" : "\"");
        strbuf_double(p->out, o->f);
        strbuf_puts(p->out, isfinite(o->f) ? ")" : "\")");
    }
    strbuf_putc(p->out, ')');
}

static void print_leaf(Printer *p, const IrNames *names, const IrOperand *o) {
    switch (o->kind) {
    case IR_OPERAND_NONE: strbuf_puts(p->out, "None"); break;
    case IR_OPERAND_VAR:
        strbuf_puts(p->out, names->by_id ? names->by_id[o->var->id] : o->var->name);
        break;
    case IR_OPERAND_CONST: print_const(p, o->constant); break;
    case IR_OPERAND_SHAPE:
        strbuf_puts(p->out, "R.shape([");
        for (int32_t i = 0; i < o->type->ndim; i++) {
            if (i) strbuf_puts(p->out, ", ");
            ir_dim_print(p->m, o->type->dims[i], p->out);
        }
        strbuf_puts(p->out, "])");
        break;
    case IR_OPERAND_PRIM: print_prim(p, o); break;
    case IR_OPERAND_STRING:
        strbuf_puts(p->out, o->f != 0 ? "R.ExternFunc(" : "R.str(");
        strbuf_quoted(p->out, str_c(o->string));
        strbuf_putc(p->out, ')');
        break;
    case IR_OPERAND_DTYPE: strbuf_printf(p->out, "R.dtype(\"%s\")", dtype_name(o->dtype)); break;
    case IR_OPERAND_GLOBAL: strbuf_printf(p->out, "cls.%s", o->global->name); break;
    case IR_OPERAND_TUPLE: break;
    }
}

/* A subtree, without recursion: `open` holds the tuples that are not closed yet. */
static void print_operand(Printer *p, const IrNames *names, const IrOperand *tree) {
    VEC(const IrOperand *) open = {.at = NULL};
    for (const IrOperand *o = tree, *end = tree + tree->span; o < end;) {
        if (o->kind == IR_OPERAND_TUPLE && o->n) {
            strbuf_putc(p->out, '(');
            vec_push(p->arena, &open, o);
            o++;
            continue;
        }
        if (o->kind == IR_OPERAND_TUPLE) {
            strbuf_puts(p->out, "R.tuple()");
        } else {
            print_leaf(p, names, o);
        }
        o++;
        while (open.len && open.at[open.len - 1] + open.at[open.len - 1]->span == o) {
            strbuf_puts(p->out, open.at[open.len - 1]->n == 1 ? ",)" : ")");
            open.len--;
        }
        if (open.len) strbuf_puts(p->out, ", ");
    }
}

static void print_attr(const OpParam *param, const IrAttr *a, StrBuf *out) {
    const bool formed = a->kind == IR_ATTR_LIST && a->n == 2;
    if (formed && param->form == OP_LIST_INDEX_MAP) {
        ir_attr_print_index_map(a, out);
    } else if (formed && param->form == OP_LIST_DEVICE) {
        ir_attr_print_device(a, out);
    } else {
        ir_attr_print(a, out);
    }
}

/* Operands by position as long as nothing before them is left out or goes by keyword. */
static void print_call(Printer *p, const IrNames *names, const IrBinding *b) {
    const OpDef *op = b->op;
    StrBuf *out = p->out;
    const bool of_numbers = op->structural == OP_STRUCTURAL_NUMBER;
    strbuf_printf(out, "R.%s(", of_numbers ? b->attrs[0].s : op->name);
    const char *sep = "";
    uint32_t at = 0, attr = 0;
    bool keywords = false;
    for (uint32_t i = 0; i < op->n_params; i++) {
        const OpParam *param = &op->params[i];
        if (param->kind == OP_PARAM_REST) {
            for (; at < b->operands.n; at += b->operands.at[at].span) {
                strbuf_puts(out, sep);
                print_operand(p, names, &b->operands.at[at]);
                sep = ", ";
            }
        } else if (OP_PARAM_IS_OPERAND(param->kind)) {
            const IrOperand *o = &b->operands.at[at];
            at += o->span;
            keywords |= o->kind == IR_OPERAND_NONE;
            if (o->kind == IR_OPERAND_NONE) continue;
            strbuf_puts(out, sep);
            if (keywords) strbuf_printf(out, "%s=", param->name);
            if (o->kind == IR_OPERAND_STRING && param->kind == OP_PARAM_FUNCTION) {
                strbuf_quoted(out, str_c(o->string));
            } else {
                print_operand(p, names, o);
            }
            sep = ", ";
        } else if (OP_PARAM_IS_ATTR(param->kind) && of_numbers) {
            break; /* it stands as the call's name */
        } else if (OP_PARAM_IS_ATTR(param->kind)) {
            strbuf_puts(out, sep);
            strbuf_puts(out, param->name);
            strbuf_putc(out, '=');
            print_attr(param, &b->attrs[attr++], out);
            sep = ", ";
            keywords = true;
        } else if (b->n_types) {
            strbuf_printf(out, "%s%s=%s", sep, param->name, b->n_types > 1 ? "[" : "");
            for (uint32_t k = 0; k < b->n_types; k++) {
                if (k) strbuf_puts(out, ", ");
                ir_type_print(p->m, b->types[k], false, out);
            }
            if (b->n_types > 1) strbuf_putc(out, ']');
            sep = ", ";
            keywords = true;
        } else {
            keywords = true;
        }
    }
    strbuf_putc(out, ')');
}

static void print_value(Printer *p, const IrNames *names, const IrBinding *b) {
    StrBuf *out = p->out;
    const IrOperands *list = &b->operands;
    switch (b->kind) {
    case IR_BIND_VALUE: print_operand(p, names, list->at); break;
    case IR_BIND_CALL: print_call(p, names, b); break;
    case IR_BIND_INVOKE:
        print_operand(p, names, list->at);
        strbuf_putc(out, '(');
        for (uint32_t at = list->at->span; at < list->n; at += list->at[at].span) {
            if (at > list->at->span) strbuf_puts(out, ", ");
            print_operand(p, names, &list->at[at]);
        }
        strbuf_putc(out, ')');
        break;
    case IR_BIND_FIELD:
        print_operand(p, names, list->at);
        strbuf_printf(out, "[%u]", b->index);
        break;
    case IR_BIND_MATCH_CAST:
        strbuf_puts(out, "R.match_cast(");
        print_operand(p, names, list->at);
        strbuf_puts(out, ", ");
        ir_type_print(p->m, b->cast, false, out);
        strbuf_putc(out, ')');
        break;
    case IR_BIND_IF:
        strbuf_puts(out, "if ");
        print_operand(p, names, list->at);
        break;
    case IR_BIND_FUNCTION: strbuf_puts(out, b->function->name); break;
    case IR_BIND_COUNT: break;
    }
}

/* Symbols in the order in which the signature, printed from `start` on, names them, then the others
 * as they are: who reads the text meets them in this order, and prints them so again. */
static void print_symbols(Printer *p, const IrFunction *fn, size_t start) {
    const size_t n = fn->symbols.len, end = p->out->text.len;
    IrSymbol **ordered = ARENA_ARRAY(p->arena, IrSymbol *, n + 1);
    bool *is_done = ARENA_ARRAY(p->arena, bool, fn->symbols.len + 1);
    size_t done = 0;
    Map by_name;
    map_init(&by_name, p->arena);
    for (size_t i = 0; i < n && n > 1; i++) {
        const char *name = fn->symbols.at[i]->name;
        map_add(&by_name, hash_bytes(p->m->ctx, name, strlen(name)), &fn->symbols.at[i]);
    }
    for (size_t at = start; at < end && n > 1;) {
        const char *word = p->out->text.at + at;
        size_t len = 0;
        while (at + len < end && (isalnum((unsigned char)word[len]) || word[len] == '_')) len++;
        for (MapIter it = map_find(&by_name, hash_bytes(p->m->ctx, word, len));
             len && map_next(&by_name, &it);) {
            IrSymbol **s = it.value;
            const size_t i = (size_t)(s - fn->symbols.at);
            if (!str_eq_c((Str){word, len}, (*s)->name) || is_done[i]) continue;
            ordered[done++] = *s;
            is_done[i] = true;
        }
        at += len ? len : 1;
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_done[i]) ordered[done++] = fn->symbols.at[i];
    }
    for (size_t i = 0; i < n; i++) {
        line(p);
        strbuf_printf(p->out, "%s = T.int64()\n", ordered[i]->name);
    }
}

static void print_function(Printer *p, IrFunction *fn, const char *name, const IrNames *names,
                           const IrDefinition *d);
static void print_body(Printer *p, IrBody *body, IrNames *names);

static void print_if(Printer *p, IrBinding *b, IrNames *names) {
    line(p);
    print_value(p, names, b);
    strbuf_puts(p->out, ":\n");
    for (int i = 0; i < 2; i++) {
        if (i) {
            line(p);
            strbuf_puts(p->out, "else:\n");
        }
        IrBody *body = b->bodies[i];
        p->indent++;
        print_body(p, body, names);
        if (!ir_branch_ends_with_result(body)) {
            line(p);
            strbuf_printf(p->out, "%s = ", names->by_id[b->var->id]);
            print_operand(p, names, body->result.at);
            strbuf_putc(p->out, '\n');
        }
        p->indent--;
    }
}

static void print_binding(Printer *p, IrBinding *b, IrNames *names) {
    if (b->kind == IR_BIND_IF) {
        print_if(p, b, names);
        return;
    }
    const char *name = names->by_id[b->var->id];
    if (b->kind == IR_BIND_FUNCTION) {
        IrNames inner = {.by_id = NULL};
        ir_naming_function(&p->naming, b->function, names, &b->operands, NULL, &inner);
        print_function(p, b->function, name, &inner, NULL);
        return;
    }
    line(p);
    strbuf_puts(p->out, name);
    strbuf_puts(p->out, ": ");
    ir_type_print(p->m, b->var->type, false, p->out);
    strbuf_puts(p->out, " = ");
    print_value(p, names, b);
    strbuf_putc(p->out, '\n');
}

static void print_block(Printer *p, IrBlock *block, IrNames *names) {
    if (!block->first) return;
    if (block->is_dataflow) {
        line(p);
        strbuf_puts(p->out, "with R.dataflow():\n");
        p->indent++;
    }
    for (IrBinding *b = block->first;; b = b->next) {
        print_binding(p, b, names);
        if (b == block->last) break;
    }
    if (block->is_dataflow) {
        line(p);
        strbuf_puts(p->out, "R.output(");
        const char *sep = "";
        for (IrBinding *b = block->first;; b = b->next) {
            if (b->var->is_output) {
                strbuf_puts(p->out, sep);
                strbuf_puts(p->out, names->by_id[b->var->id]);
                sep = ", ";
            }
            if (b == block->last) break;
        }
        strbuf_puts(p->out, ")\n");
        p->indent--;
    }
}

static void print_body(Printer *p, IrBody *body, IrNames *names) {
    for (IrBlock *block = body->first_block; block; block = block->next) {
        ctx_poll(p->m->ctx);
        print_block(p, block, names);
    }
}

/* Before the next parameter. */
static void print_gap(Printer *p, bool broken, bool first) {
    if (broken) {
        strbuf_putc(p->out, '\n');
        p->indent += 2;
        line(p);
        p->indent -= 2;
    } else if (!first) {
        strbuf_puts(p->out, ", ");
    }
}

/* axis: R.Int = -1 */
static void print_attr_param(const OpParam *param, StrBuf *out) {
    static const char *const types[OP_PARAM_LIST + 1] = {
        [OP_PARAM_BOOL] = "Bool",  [OP_PARAM_INT] = "Int",     [OP_PARAM_FLOAT] = "Float",
        [OP_PARAM_STRING] = "Str", [OP_PARAM_DTYPE] = "Dtype", [OP_PARAM_INTS] = "Ints",
    };
    strbuf_printf(out, "%s: R.%s = ", param->name, types[param->kind]);
    ir_attr_print(param->value, out);
}

static void print_signature(Printer *p, IrFunction *fn, const char *name, const IrNames *names,
                            bool broken, const IrDefinition *d) {
    StrBuf *out = p->out;
    line(p);
    strbuf_printf(out, "def %s(", name);
    for (size_t i = fn->n_captures; i < fn->params.len; i++) {
        print_gap(p, broken, i == fn->n_captures);
        strbuf_puts(out, names->by_id[fn->params.at[i]->id]);
        strbuf_puts(out, ": ");
        ir_type_print(p->m, fn->params.at[i]->type, true, out);
        if (broken) strbuf_putc(out, ',');
    }
    for (uint32_t i = d ? d->n_operands : 0; d && i < d->n_params; i++) {
        print_gap(p, broken, i == 0);
        print_attr_param(&d->params[i], out);
        if (broken) strbuf_putc(out, ',');
    }
    if (broken) {
        strbuf_putc(out, '\n');
        p->indent++;
        line(p);
        p->indent--;
    }
    strbuf_puts(out, ") -> ");
    ir_type_print(p->m, fn->result, true, out);
    strbuf_puts(out, ":\n");
}

static void print_decorator(Printer *p, const IrFunction *fn, const IrDefinition *d) {
    StrBuf *out = p->out;
    const bool private = fn->is_private && !fn->parent;
    line(p);
    if (d) {
        strbuf_printf(out, "@R.%s(\"%s\")\n", ir_definition_kind_name(d->kind), d->op_name);
        return;
    }
    strbuf_puts(out, "@R.function");
    if (private || !fn->is_pure) {
        strbuf_printf(out, "(%s%s%s)", private ? "private=True" : "",
                      private && !fn->is_pure ? ", " : "", fn->is_pure ? "" : "pure=False");
    }
    strbuf_putc(out, '\n');
}

static void print_function(Printer *p, IrFunction *fn, const char *name, const IrNames *names,
                           const IrDefinition *d) {
    StrBuf *out = p->out;
    print_decorator(p, fn, d);
    size_t start = out->text.len;
    print_signature(p, fn, name, names, false, d);
    const size_t n_params = fn->params.len - fn->n_captures + (d ? d->n_params - d->n_operands : 0);
    if (out->text.len - start > WIDTH + 20 && n_params > 1) {
        out->text.len = start;
        print_signature(p, fn, name, names, true, d);
    }
    p->indent++;
    if (d && d->doc) {
        line(p);
        strbuf_quoted(out, str_c(d->doc));
        strbuf_putc(out, '\n');
    }
    print_symbols(p, fn, start);
    if (fn->attrs.n) {
        line(p);
        strbuf_puts(out, "R.func_attr(");
        ir_attr_print(&fn->attrs, out);
        strbuf_puts(out, ")\n");
    }
    if (names->has_globals) {
        line(p);
        strbuf_puts(out, "cls = Module\n");
    }
    IrNames own = *names;
    print_body(p, fn->body, &own);
    line(p);
    strbuf_puts(out, "return ");
    print_operand(p, names, fn->body->result.at);
    strbuf_putc(out, '\n');
    p->indent--;
}

static void print_prim_func(Printer *p, const IrFunction *fn) {
    Str t = fn->prim_text;
    for (size_t i = 0; i < t.len;) {
        const char *end = memchr(t.ptr + i, '\n', t.len - i);
        size_t n = end ? (size_t)(end - (t.ptr + i)) : t.len - i;
        if (n) line(p);
        strbuf_add(p->out, t.ptr + i, n);
        strbuf_putc(p->out, '\n');
        i += n + 1;
    }
}

/* In the place of the constants' data. */
static void print_types(Printer *p, StrBuf *out) {
    for (size_t i = 0; i < p->naming.table.len; i++) {
        ir_type_print(p->m, p->naming.table.at[i]->type, false, out);
        strbuf_putc(out, '\n');
    }
}

static void print_global_infos(const IrModule *m, StrBuf *out) {
    const IrAttr *infos = &m->global_infos;
    strbuf_puts(out, "    I.module_global_infos({");
    for (uint32_t i = 0; i < infos->n; i++) {
        strbuf_printf(out, "%s\"%s\": [", i ? ", " : "", infos->keys[i]);
        for (uint32_t k = 0; k < infos->items[i].n; k++) {
            const IrAttr *entry = &infos->items[i].items[k];
            if (k) strbuf_puts(out, ", ");
            strbuf_puts(out, entry->n ? "I.vdevice(" : "I.dummy_global_info(");
            for (uint32_t j = 0; j < entry->n; j++) {
                if (j) strbuf_puts(out, ", ");
                ir_attr_print(&entry->items[j], out);
            }
            strbuf_putc(out, ')');
        }
        strbuf_putc(out, ']');
    }
    strbuf_puts(out, "})\n");
}

typedef enum { TABLE_WHOLE, TABLE_TYPES, TABLE_APART } Table;

/* TABLE_APART: it goes to *apart. */
static void print_module(IrModule *m, Table table, IrTextTable *apart, StrBuf *out) {
    Arena arena;
    arena_init(&arena, m->ctx);
    ArenaMark mark = arena_mark(&m->scratch);
    arena_alloc(&m->scratch, 1); /* the chunk that every dim starts from again */
    StrBuf body;
    strbuf_init(&body, &arena);
    Printer p = {.m = m, .arena = &arena, .out = &body};
    ir_naming_init(&p.naming, m, &arena);
    strbuf_puts(&body, "@I.ir_module\nclass Module:\n");
    p.indent = 1;
    if (m->module_attrs.n) {
        strbuf_puts(&body, "    I.module_attrs(");
        ir_attr_print(&m->module_attrs, &body);
        strbuf_puts(&body, ")\n");
    }
    if (m->global_infos.n) print_global_infos(m, &body);
    const char *gap = "";
    const bool *used = ir_definitions_used(m, &arena);
    for (size_t i = 0; i < m->definitions.len; i++) {
        IrDefinition *d = m->definitions.at[i];
        if (!used[i]) continue;
        strbuf_puts(&body, gap);
        gap = "\n";
        ir_naming_restart(&p.naming);
        IrNames names = {.by_id = NULL};
        ir_naming_function(&p.naming, d->fn, NULL, NULL, d, &names);
        print_function(&p, d->fn, d->fn->name, &names, d);
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn) continue;
        strbuf_puts(&body, gap);
        gap = "\n";
        if (!fn->body) {
            print_prim_func(&p, fn);
            continue;
        }
        ir_naming_restart(&p.naming);
        IrNames names = {.by_id = NULL};
        ir_naming_function(&p.naming, fn, NULL, NULL, NULL, &names);
        print_function(&p, fn, fn->name, &names, NULL);
    }
    if (!*gap) strbuf_puts(&body, "    pass\n");
    strbuf_puts(
        out,
        "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tir as T\n\n");
    if (table == TABLE_WHOLE && p.naming.table.len)
        metadata_print(m, p.naming.table.at, p.naming.table.len, out);
    if (table == TABLE_TYPES) print_types(&p, out);
    for (size_t i = 0; table == TABLE_APART && i < p.naming.table.len; i++)
        vec_push(out->arena, apart, p.naming.table.at[i]);
    strbuf_add(out, body.text.at, body.text.len);
    if (out->arena != &m->scratch) arena_rewind(&m->scratch, mark);
    arena_fini(&arena);
}

void ir_text_print(IrModule *m, StrBuf *out) { print_module(m, TABLE_WHOLE, NULL, out); }
void ir_text_print_bare(IrModule *m, StrBuf *out) { print_module(m, TABLE_TYPES, NULL, out); }
void ir_text_print_apart(IrModule *m, StrBuf *out, IrTextTable *table) {
    print_module(m, TABLE_APART, table, out);
}

void ir_text_print_binding(IrBinding *b, StrBuf *out) {
    Printer p = {.m = b->block->body->function->module, .out = out, .arena = out->arena};
    const IrNames names = {.by_id = NULL};
    strbuf_printf(out, "%s: ", b->var->name ? b->var->name : "_");
    ir_type_print(p.m, b->var->type, false, out);
    strbuf_puts(out, " = ");
    print_value(&p, &names, b);
}
