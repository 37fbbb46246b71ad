/* SPDX-License-Identifier: Apache-2.0 */
/* One walk over a function, into a side table by variable id. A nested function shares its parent's
 * table, so it may use what it captures by the name it has outside. */
#include "ir/print_names.h"

#include "tensor/strings.h"

enum { INLINE_ELEMENTS = 16 };

/* A name that was taken at some time. It stays for all functions: a module of many small ones costs
 * no table for each. */
typedef struct {
    const char *name;
    uint64_t turn; /* of the function that took it last */
    unsigned next; /* number to try for the next clash */
    bool is_reserved;
} NameSlot;

static const char *const reserved[] = {
    "False", "None",     "True",  "and",    "as",       "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif",     "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",       "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",      "while",  "with",   "yield",    "R",
    "T",     "I",        "cls",   "Module", "metadata", "float",
};

bool ir_text_is_reserved(const char *name) {
    bool found = false;
    for (size_t i = 0; !found && i < ARRAY_LEN(reserved); i++)
        found = strcmp(reserved[i], name) == 0;
    return found;
}

/* NULL: it is free in this function. */
static NameSlot *slot_of(const IrNaming *self, const char *name) {
    NameSlot *s = map_get_ptr(&self->taken, name);
    if (s && s->turn != self->turn && s->is_reserved) *s = (NameSlot){name, self->turn, 1, true};
    return s && s->turn == self->turn ? s : NULL;
}

static NameSlot *take(IrNaming *self, const char *name) {
    NameSlot *s = map_get_ptr(&self->taken, name);
    if (!s) {
        s = ARENA_NEW(self->arena, NameSlot);
        map_add_ptr(&self->taken, name, s);
    }
    *s = (NameSlot){name, self->turn, 1, s->is_reserved};
    return s;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Letters, digits and underscores, not a digit first; other bytes become underscores. */
static const char *identifier(IrNaming *self, const char *name) {
    if (!name || !*name) return intern_c(&self->m->names, "lv");
    bool ok = !(name[0] >= '0' && name[0] <= '9');
    size_t len = strlen(name);
    for (size_t i = 0; i < len;) {
        size_t n = utf8_len(name + i, len - i);
        char c = name[i];
        ok &= n > 1 || (n == 1 && is_word(c));
        i += n ? n : 1;
    }
    if (ok) return intern_c(&self->m->names, name);
    StrBuf b;
    strbuf_init(&b, self->arena);
    if (name[0] >= '0' && name[0] <= '9') strbuf_putc(&b, 'v');
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        strbuf_putc(&b, is_word(c) ? c : '_');
    }
    return intern_c(&self->m->names, strbuf_cstr(&b));
}

static const char *unique(IrNaming *self, const char *wanted) {
    const char *base = identifier(self, wanted);
    NameSlot *s = slot_of(self, base);
    if (!s) {
        take(self, base);
        return base;
    }
    for (;;) {
        size_t len = strlen(base);
        bool digit = base[len - 1] >= '0' && base[len - 1] <= '9';
        const char *name = intern_c(&self->m->names, arena_printf(self->arena, "%s%s%u", base,
                                                                  digit ? "_" : "", s->next++));
        if (slot_of(self, name)) continue;
        take(self, name);
        return name;
    }
}

bool ir_branch_ends_with_result(const IrBody *body) {
    const IrOperand *r = body->result.at;
    const IrBinding *last = body->last;
    if (!r || r->kind != IR_OPERAND_VAR || !last || last->var != r->var || last->block->is_dataflow)
        return false;
    for (const IrBlock *b = last->block->next; b; b = b->next) {
        if (b->first) return false;
    }
    return !(last->kind == IR_BIND_VALUE &&
             last->var->type == ir_operand_type(body->function->module, last->operands.at));
}

bool ir_const_is_small(const Tensor *t) { return t->count <= INLINE_ELEMENTS; }

/* A literal says the shape, and each element. */
static bool has_literal(const Tensor *t) {
    if (!ir_const_is_small(t)) return false;
    for (uint32_t d = 0; d + 1 < t->ndim; d++)
        if (t->dims[d] == 0) return false;
    for (size_t i = 0; i < t->count; i++) {
        if (t->dtype == DTYPE_UINT64 && tensor_get_int(t, i) < 0) return false;
        if (t->dtype == DTYPE_STRING && !str_is_utf8(tensor_get_string(t, i))) return false;
    }
    return true;
}

static void name_operands(IrNaming *self, const IrOperands *list, IrNames *names) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        names->has_globals |= o->kind == IR_OPERAND_GLOBAL;
        if (o->kind != IR_OPERAND_CONST) continue;
        IrConst *c = o->constant;
        if (has_literal(c->tensor) || self->table_index[c->id]) continue;
        vec_push(self->arena, &self->table, c);
        self->table_index[c->id] = (uint32_t)self->table.len;
    }
}

static void name_body(IrNaming *self, IrBody *body, IrNames *names) {
    IrWalk walk;
    ir_walk_init(&walk, body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(self->m->ctx);
        if (!names->by_id[b->var->id]) names->by_id[b->var->id] = unique(self, b->var->name);
        name_operands(self, &b->operands, names);
        if (b->kind == IR_BIND_IF) {
            for (int i = 0; i < 2; i++) {
                IrBody *branch = b->bodies[i];
                name_operands(self, &branch->result, names);
                if (ir_branch_ends_with_result(branch))
                    names->by_id[branch->result.at->var->id] = names->by_id[b->var->id];
            }
        }
    }
    name_operands(self, &body->result, names);
}

/* Function-valued bindings are named when they are printed: their bodies need this table. */
static void name_params(IrNaming *self, IrFunction *fn, IrNames *names) {
    for (size_t i = fn->n_captures; i < fn->params.len; i++) {
        IrVar *v = fn->params.at[i];
        if (!names->by_id[v->id]) names->by_id[v->id] = unique(self, v->name);
    }
}

void ir_naming_function(IrNaming *self, IrFunction *fn, const IrNames *outer,
                        const IrOperands *captures, const IrDefinition *d, IrNames *out) {
    out->by_id = ARENA_ARRAY(self->arena, const char *, (size_t)fn->n_vars + 1);
    for (uint32_t i = 0; i < fn->n_captures; i++) {
        out->by_id[fn->params.at[i]->id] = outer->by_id[captures->at[i].var->id];
    }
    for (uint32_t i = d ? d->n_operands : 0; d && i < d->n_params; i++)
        take(self, intern_c(&self->m->names, d->params[i].name));
    if (d) name_params(self, fn, out);
    for (size_t i = 0; i < fn->symbols.len; i++)
        fn->symbols.at[i]->name = unique(self, fn->symbols.at[i]->name);
    name_params(self, fn, out);
    name_body(self, fn->body, out);
}

void ir_naming_init(IrNaming *self, IrModule *m, Arena *arena) {
    *self = (IrNaming){.m = m, .arena = arena};
    self->table_index = ARENA_ARRAY(arena, uint32_t, m->constants.len + 1);
    map_init(&self->taken, arena);
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        take(self, intern_c(&m->names, reserved[i]))->is_reserved = true;
}

void ir_naming_restart(IrNaming *self) { self->turn++; }
