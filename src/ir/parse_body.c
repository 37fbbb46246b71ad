/* SPDX-License-Identifier: Apache-2.0 */
/* Statements of a function's body: names and their scopes, blocks, branches, nested functions.
 *
 * A block's names are undone at its end from a log. What a dataflow block binds and does not output
 * is gone after it; what a branch of an `if` binds is gone but for the one name that both branches
 * end with, which names the result. Recursion is over nested blocks only, which the syntax parser
 * bounds. */
#include "base/near.h"
#include "ir/definition.h"
#include "ir/parse_parts.h"

typedef enum { BLOCK_FUNCTION, BLOCK_DATAFLOW, BLOCK_BRANCH } BlockKind;

typedef struct {
    const char *last_name; /* bound by the block's last statement, or NULL */
    IrVar *last_var;
    bool returned, output;
} Block;

static void parse_block(Scope *s, BlockKind kind, Block *block);

Entry *scope_entry(Scope *s, const char *name) {
    uint64_t hash = hash_ptr(0, name);
    for (MapIter it = map_find(&s->names, hash); map_next(&s->names, &it);) {
        Entry *e = it.value;
        if (e->name == name) return e;
    }
    Entry *e = ARENA_NEW(&s->p->arena, Entry);
    e->name = name;
    map_add(&s->names, hash, e);
    return e;
}

static void scope_bind(Scope *s, const char *name, IrVar *v) {
    Entry *e = scope_entry(s, name);
    vec_push(&s->p->arena, &s->undo, ((Undo){e, e->var}));
    e->var = v;
    e->was_local = false;
}

/* A variable of an enclosing function becomes one more parameter, ahead of the declared ones. */
IrVar *scope_capture(Scope *s, Entry *e, IrVar *outer) {
    IrFunction *fn = s->fn;
    IrModule *m = s->p->m;
    for (size_t i = 0; i < s->captured.len; i++) {
        if (s->captured.at[i] == outer) return e->var = fn->params.at[i];
    }
    IrVar *v = ir_var_new(fn, e->name, outer->type);
    vec_push(&m->arena, &fn->params, v);
    for (size_t i = fn->params.len - 1; i > fn->n_captures; i--)
        fn->params.at[i] = fn->params.at[i - 1];
    fn->params.at[fn->n_captures++] = v;
    vec_push(&s->p->arena, &s->captured, outer);
    return e->var = v;
}

IrVar *scope_find(Scope *s, const char *name) {
    Entry *e = scope_entry(s, name);
    if (e->var || e->global || !s->outer || e->was_local) return e->var;
    if (s->name == name) return ir_parse_self(s, e);
    IrVar *outer = scope_find(s->outer, name);
    return outer ? scope_capture(s, e, outer) : NULL;
}

IrSymbol *scope_symbol(Scope *s, const char *name) {
    for (; s; s = s->outer) {
        Entry *e = scope_entry(s, name);
        if (e->symbol) return e->symbol;
    }
    return NULL;
}

IrSymbol *scope_symbol_new(Scope *s, const char *name, Loc loc) {
    Entry *e = scope_entry(s, name);
    BUG_IF(e->symbol);
    return e->symbol = ir_symbol_new(s->fn, name, loc);
}

/* Among the parameters and the body's first names; of the first reports, as a text may have any
 * number of both. */
static void help_nearest(const Scope *s, Diag *d, const char *name) {
    enum { REPORTS = 16, NAMES = 1000 };
    if (diag_errors(s->p->ctx) > REPORTS) return;
    Near near = near_begin(str_c(name));
    size_t n = 0;
    for (size_t i = 0; i < s->fn->params.len && n++ < NAMES; i++) {
        if (s->fn->params.at[i]->name) near_offer(&near, s->fn->params.at[i]->name);
    }
    for (const IrBinding *b = s->body ? s->body->first : NULL; b && n++ < NAMES; b = b->next) {
        if (b->var && b->var->name) near_offer(&near, b->var->name);
    }
    if (near.best && strcmp(near.best, name) != 0)
        diag_help(s->p->ctx, d, "did you mean '%s'?", near.best);
}

void scope_unknown(Scope *s, const char *name, Loc loc) {
    Ctx *ctx = s->p->ctx;
    if (scope_entry(s, name)->was_local) {
        Diag *d = diag_error(ctx, loc, DIAG_DATAFLOW_VAR, name);
        diag_help(ctx, d, "name it in R.output(...) at the block's end");
        return;
    }
    Diag *d = diag_error(ctx, loc, DIAG_NAME, name);
    if (ir_global_find(s->p->m, str_c(name)))
        diag_help(ctx, d, "did you mean cls.%s?", name);
    else
        help_nearest(s, d, name);
}

/* Stands for a value that was reported, so that its name is known. */
static IrVar *poison(Scope *s, const char *name) { return ir_var_new(s->fn, name, s->p->m->any); }

static void ensure_block(Scope *s) {
    if (!s->b.block) s->b.block = ir_block_append(s->body, false);
}

/* The annotation becomes the variable's type: contradicted, an error; weaker, kept; a refinement
 * that is not proved, checked at run time by a match_cast. */
static IrVar *annotate(Scope *s, IrVar *v, const SynExpr *annotation, const char *name) {
    IrModule *m = s->p->m;
    Ctx *ctx = s->p->ctx;
    const IrType *t = ir_parse_type(s, annotation);
    if (!t || !v || t == v->type) return v;
    switch (ir_type_subsumes(m, t, v->type)) {
    case IR_PROVED: v->type = t; return v;
    case IR_REFUTED: {
        Diag *d = diag_error(ctx, annotation->loc, DIAG_ANNOTATION, name);
        diag_expected(ctx, d, "%s", ir_type_text(m, v->type));
        diag_found(ctx, d, "%s", ir_type_text(m, t));
        return v;
    }
    case IR_UNKNOWN: break;
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_var(&buf, v);
    s->b.loc = annotation->loc;
    IrVar *cast = ir_build_match_cast(&s->b, buf.ops.at, 1, t, name);
    return cast ? cast : v;
}

/* n = T.int64(): a symbol's declaration. */
static bool declares_symbol(Scope *s, const SynExpr *value) {
    if (!value || value->kind != SYN_CALL || value->items[0]->kind != SYN_ATTR) return false;
    const SynExpr *f = value->items[0];
    DType t;
    if (!ir_parse_is(f->items[0], s->p->name.T)) return false;
    if (strcmp(f->name, "var") == 0 || strcmp(f->name, "Var") == 0) return true;
    bool size_var = value->n == 2 && value->keywords && value->keywords[1] &&
                    strcmp(value->keywords[1], "is_size_var") == 0;
    return (value->n == 1 || size_var) && dtype_parse(str_c(f->name), &t) && dtype_is_int(t) &&
           !dtype_is_small(t);
}

static void declare_symbol(Scope *s, const SynExpr *name) {
    if (!scope_entry(s, name->name)->symbol) scope_symbol_new(s, name->name, name->loc);
}

/* n, m = T.int64(), T.int64() */
static bool declares_symbols(Scope *s, const SynExpr *targets, const SynExpr *values) {
    if (values->kind != SYN_TUPLE || values->n != targets->n || values->n == 0) return false;
    for (uint32_t i = 0; i < values->n; i++) {
        if (targets->items[i]->kind != SYN_NAME || !declares_symbol(s, values->items[i]))
            return false;
    }
    for (uint32_t i = 0; i < values->n; i++) declare_symbol(s, targets->items[i]);
    return true;
}

static void unpack(Scope *s, const SynStmt *stmt) {
    Ctx *ctx = s->p->ctx;
    uint32_t n = stmt->target->n;
    IrVar *tuple = ir_parse_bind(s, stmt->value, s->p->name.lv);
    if (tuple && tuple->type->kind == IR_TYPE_TUPLE && tuple->type->n != n) {
        Diag *d = diag_error(ctx, stmt->loc, DIAG_VALUE,
                             "a tuple is unpacked into the wrong number of names");
        diag_expected(ctx, d, "%u", tuple->type->n);
        diag_found(ctx, d, "%u", n);
        tuple = NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const SynExpr *target = stmt->target->items[i];
        if (target->kind != SYN_NAME) {
            diag_error(ctx, target->loc, DIAG_UNSUPPORTED, "this target of an assignment");
            continue;
        }
        IrVar *v = NULL;
        if (tuple) {
            IrOperandBuf buf;
            ir_operands_init(&buf, &s->p->m->scratch);
            ir_operands_var(&buf, tuple);
            s->b.loc = target->loc;
            v = ir_build_field(&s->b, buf.ops.at, 1, i, target->name);
            if (!v) tuple = NULL; /* one report is enough */
        }
        scope_bind(s, target->name, v ? v : poison(s, target->name));
    }
}

static void parse_assign(Scope *s, const SynStmt *stmt, Block *block) {
    Ctx *ctx = s->p->ctx;
    block->last_name = NULL;
    if (stmt->op != SYN_OP_NONE || !stmt->value ||
        (stmt->target->kind != SYN_NAME && stmt->target->kind != SYN_TUPLE)) {
        diag_error(ctx, stmt->loc, DIAG_UNSUPPORTED,
                   stmt->op != SYN_OP_NONE ? "an augmented assignment"
                   : !stmt->value          ? "a declaration without a value"
                                           : "this target of an assignment");
        return;
    }
    ensure_block(s);
    if (stmt->target->kind == SYN_TUPLE) {
        if (!declares_symbols(s, stmt->target, stmt->value)) unpack(s, stmt);
        return;
    }
    const char *name = stmt->target->name;
    if (name == s->p->name.cls && ir_parse_is(stmt->value, s->p->class_name)) return;
    if (declares_symbol(s, stmt->value)) {
        declare_symbol(s, stmt->target);
        return;
    }
    IrVar *v = ir_parse_bind(s, stmt->value, name);
    if (stmt->annotation) v = annotate(s, v, stmt->annotation, name);
    if (!v) v = poison(s, name);
    scope_bind(s, name, v);
    block->last_name = name;
    block->last_var = v;
}

static void parse_output(Scope *s, const SynExpr *e, Block *block) {
    Ctx *ctx = s->p->ctx;
    if (!s->dataflow) {
        diag_error(ctx, e->loc, DIAG_OUTSIDE, "R.output", "a dataflow block");
        return;
    }
    block->output = true;
    for (uint32_t i = 1; i < e->n; i++) {
        const SynExpr *x = e->items[i];
        if (x->kind != SYN_NAME) {
            ir_parse_expected(s, x, "R.output names variables of its block", "a name");
            continue;
        }
        IrVar *v = scope_entry(s, x->name)->var;
        if (!v) {
            scope_unknown(s, x->name, x->loc);
            /* else it may be poison */
        } else if (v->def ? v->def->block != s->b.block : diag_errors(ctx) == 0) {
            ir_parse_expected(s, x, "R.output names variables of its block",
                              "a variable that the block binds");
        } else {
            v->is_output = true;
        }
    }
}

static void parse_func_attr(Scope *s, const SynExpr *e) {
    IrAttr attrs;
    if (e->n != 2 || e->items[1]->kind != SYN_DICT) {
        ir_parse_expected(s, e, "wrong argument of R.func_attr", "one dictionary");
    } else if (s->fn->attrs.n) {
        diag_error(s->p->ctx, e->loc, DIAG_DUPLICATE, "R.func_attr");
    } else if (ir_parse_attr(s, e->items[1], &attrs)) {
        ir_attr_copy(s->p->m, &s->fn->attrs, &attrs);
    }
}

static void parse_expr_stmt(Scope *s, const SynStmt *stmt, Block *block) {
    const SynExpr *e = stmt->value;
    Str name;
    if (e->kind == SYN_STRING) {
        if (s->definition && !s->body->first && !s->definition->doc)
            s->definition->doc = ir_parse_string(s, e);
        return;
    }
    if (e->kind == SYN_CALL && ir_parse_dotted(s, e->items[0], s->p->name.R, &name)) {
        if (str_eq_c(name, "output")) {
            parse_output(s, e, block);
            return;
        }
        if (str_eq_c(name, "func_attr")) {
            parse_func_attr(s, e);
            return;
        }
    }
    block->last_name = NULL;
    ensure_block(s);
    ir_parse_bind(s, e, s->p->name.blank);
}

/* Names bound since the mark are as they were before. */
static void undo_to(Scope *s, size_t mark, bool dataflow) {
    while (s->undo.len > mark) {
        Undo u = s->undo.at[--s->undo.len];
        IrVar *v = u.entry->var;
        u.entry->was_local = dataflow && v && !u.var;
        u.entry->var = u.var;
    }
}

static void parse_dataflow(Scope *s, const SynStmt *with) {
    Str name;
    const SynExpr *e = with->value;
    bool is_dataflow = e && e->kind == SYN_CALL &&
                       ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
                       str_eq_c(name, "dataflow") && !with->target;
    if (!is_dataflow || s->dataflow) {
        diag_error(s->p->ctx, with->loc, DIAG_UNSUPPORTED,
                   is_dataflow ? "a dataflow block inside another"
                               : "'with' other than R.dataflow()");
        syn_skip_block(s->p->syn);
        return;
    }
    size_t mark = s->undo.len;
    s->b.block = ir_block_append(s->body, true);
    s->dataflow = true;
    Block block = {.output = false};
    parse_block(s, BLOCK_DATAFLOW, &block);
    s->dataflow = false;
    s->b.block = NULL;
    /* The names of outputs stay bound: collect them before the log is undone. */
    VEC(Undo) kept = {.at = NULL};
    for (size_t i = mark; i < s->undo.len; i++) {
        Entry *entry = s->undo.at[i].entry;
        if (entry->var && entry->var->is_output)
            vec_push(&s->p->m->scratch, &kept, ((Undo){entry, entry->var}));
    }
    undo_to(s, mark, true);
    for (size_t i = 0; i < kept.len; i++) {
        if (kept.at[i].entry->var != kept.at[i].var)
            scope_bind(s, kept.at[i].entry->name, kept.at[i].var);
    }
}

/* A branch's result: what its last statement bound; a last `y = x` needs no binding of its own. */
static void finish_branch(Scope *s, IrBody *body, Block *block) {
    IrVar *v = block->last_var;
    IrBinding *last = body->last;
    if (last && last->var == v && last->kind == IR_BIND_VALUE && v->n_uses == 0) {
        IrOperandBuf buf;
        ir_operands_init(&buf, &s->p->m->scratch);
        ir_operands_copy(&buf, last->operands.at);
        ir_binding_remove(last);
        ir_body_set_result(body, buf.ops.at, (uint32_t)buf.ops.len);
        return;
    }
    IrOperand result = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    ir_body_set_result(body, &result, 1);
}

static const char *parse_branch(Scope *s, IrBody *body, Loc loc) {
    IrBody *outer_body = s->body;
    IrBlock *outer_block = s->b.block;
    size_t mark = s->undo.len;
    s->body = body;
    s->b.block = NULL;
    Block block = {.last_name = NULL};
    parse_block(s, BLOCK_BRANCH, &block);
    if (block.last_name) {
        finish_branch(s, body, &block);
    } else {
        Diag *d = diag_error(s->p->ctx, loc, DIAG_IF_NAMES);
        diag_found(s->p->ctx, d, "a branch whose last statement binds no name");
    }
    undo_to(s, mark, false);
    s->body = outer_body;
    s->b.block = outer_block;
    return block.last_name;
}

/* What stands where `else` should, from `mark` on. */
static void no_else(Scope *s, Loc loc, SynStmt *next, SynMark mark) {
    bool elif = next->kind == SYN_ELIF;
    Diag *d = diag_error(s->p->ctx, elif ? next->loc : loc, DIAG_UNSUPPORTED,
                         elif ? "'elif'" : "an 'if' without 'else'");
    diag_help(s->p->ctx, d, "both branches must give the value");
    while (next->kind == SYN_ELIF || (elif && next->kind == SYN_ELSE)) {
        syn_skip_block(s->p->syn);
        mark = syn_mark(s->p->syn);
        syn_next(s->p->syn, next);
    }
    if (next->kind != SYN_ERROR) syn_seek(s->p->syn, mark);
}

/* Reads `else` too, and leaves the statement after the `if` to the caller. */
static void parse_if(Scope *s, const SynStmt *stmt, Block *block) {
    Ctx *ctx = s->p->ctx;
    Loc loc = stmt->loc;
    IrOperandBuf *cond = ARENA_NEW(&s->p->arena, IrOperandBuf);
    ir_operands_init(cond, &s->p->arena);
    block->last_name = NULL;
    ensure_block(s);
    bool ok = ir_parse_operand(s, stmt->value, cond);
    if (ok && cond->ops.at[0].kind == IR_OPERAND_TUPLE)
        ok = ir_parse_expected(s, stmt->value, "the condition of an 'if'", "a bool scalar");
    IrBody *bodies[2];
    const char *names[2] = {NULL, NULL};
    /* The owner is settled when the binding is built; until then scopes climb through this one. */
    IrBinding *owner = ARENA_NEW(&s->p->arena, IrBinding);
    owner->block = s->b.block;
    for (int i = 0; i < 2; i++) bodies[i] = ir_body_new(s->fn, owner);
    names[0] = parse_branch(s, bodies[0], loc);
    SynMark mark = syn_mark(s->p->syn);
    SynStmt next;
    syn_next(s->p->syn, &next);
    if (next.kind != SYN_ELSE) {
        no_else(s, loc, &next, mark);
        if (names[0]) scope_bind(s, names[0], poison(s, names[0]));
        return;
    }
    names[1] = parse_branch(s, bodies[1], next.loc);
    if (!names[0] || !names[1]) {
        const char *name = names[0] ? names[0] : names[1];
        if (name) scope_bind(s, name, poison(s, name));
        return;
    }
    if (names[0] != names[1]) {
        Diag *d = diag_error(ctx, loc, DIAG_IF_NAMES);
        diag_expected(ctx, d, "'%s', as in the first branch", names[0]);
        diag_found(ctx, d, "'%s'", names[1]);
    }
    s->b.loc = loc;
    IrVar *v = ok ? ir_build_if(&s->b, cond->ops.at, bodies[0], bodies[1], names[0]) : NULL;
    if (!v) v = poison(s, names[0]);
    scope_bind(s, names[0], v);
    block->last_name = names[0];
    block->last_var = v;
}

static void parse_nested(Scope *s, const SynStmt *def, bool pure, Block *block) {
    ensure_block(s);
    IrVar *v = ir_parse_local(s, def, pure);
    const bool is_global = !v && scope_entry(s, def->name)->global;
    block->last_name = is_global ? NULL : def->name;
    if (is_global) return;
    block->last_var = v ? v : poison(s, def->name);
    scope_bind(s, def->name, block->last_var);
}

static void parse_return(Scope *s, const SynStmt *stmt, BlockKind kind, Block *block) {
    Ctx *ctx = s->p->ctx;
    if (kind != BLOCK_FUNCTION) {
        diag_error(ctx, stmt->loc, DIAG_UNSUPPORTED,
                   kind == BLOCK_DATAFLOW ? "'return' in a dataflow block" : "'return' in an 'if'");
        return;
    }
    block->returned = true;
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->p->m->scratch);
    if (!stmt->value) {
        ir_operands_end(&buf, ir_operands_tuple(&buf), 0);
    } else {
        ensure_block(s);
        if (!ir_parse_operand(s, stmt->value, &buf)) return;
    }
    IrModule *m = s->p->m;
    const IrType *t = ir_operand_type(m, buf.ops.at);
    if (!ir_type_is_bounded(m, t)) {
        diag_error(ctx, stmt->loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
        return;
    }
    if (s->has_result && s->fn->result) {
        IrTruth truth = ir_type_subsumes(m, s->fn->result, t);
        if (truth == IR_REFUTED) {
            Diag *d = diag_error(ctx, stmt->loc, DIAG_RETURN_TYPE, s->fn->name);
            diag_expected(ctx, d, "%s", ir_type_text(m, s->fn->result));
            diag_found(ctx, d, "%s", ir_type_text(m, t));
        } else if (truth == IR_UNKNOWN) {
            s->b.loc = stmt->loc;
            ensure_block(s);
            IrVar *v = ir_build_match_cast(&s->b, buf.ops.at, (uint32_t)buf.ops.len, s->fn->result,
                                           s->p->name.lv);
            ir_operands_init(&buf, &m->scratch);
            if (v) ir_operands_var(&buf, v);
        }
    }
    ir_body_set_result(s->body, buf.ops.at, (uint32_t)buf.ops.len);
}

/* One statement; false at the block's end. `decorated`: what decorators said of the def that
 * follows. */
static bool parse_stmt(Scope *s, BlockKind kind, Block *block, IrFunction *decorated) {
    Ctx *ctx = s->p->ctx;
    SynStmt stmt;
    syn_next(s->p->syn, &stmt);
    ctx_poll(ctx);
    if (stmt.kind == SYN_END || stmt.kind == SYN_EOF) return false;
    bool over = block->returned || block->output;
    if (over && stmt.kind != SYN_PASS && stmt.kind != SYN_ERROR &&
        !(stmt.kind == SYN_EXPR && stmt.value->kind == SYN_STRING)) {
        diag_error(ctx, stmt.loc, DIAG_UNSUPPORTED,
                   block->returned ? "a statement after 'return'" : "a statement after R.output");
        block->returned = block->output = false; /* once */
    }
    switch (stmt.kind) {
    case SYN_ASSIGN: parse_assign(s, &stmt, block); break;
    case SYN_EXPR: parse_expr_stmt(s, &stmt, block); break;
    case SYN_RETURN: parse_return(s, &stmt, kind, block); break;
    case SYN_WITH:
        parse_dataflow(s, &stmt);
        block->last_name = NULL;
        break;
    case SYN_IF: parse_if(s, &stmt, block); break;
    case SYN_DECORATOR: ir_parse_decorator(s->p, stmt.value, decorated); break;
    case SYN_DEF:
        if (decorated->prim_text.len) {
            diag_error(ctx, stmt.loc, DIAG_UNSUPPORTED, "a prim_func inside a function");
            syn_skip_block(s->p->syn);
        } else {
            parse_nested(s, &stmt, decorated->is_pure, block);
        }
        *decorated = (IrFunction){.is_pure = true};
        break;
    case SYN_PASS:
    case SYN_ERROR: break;
    case SYN_IMPORT: diag_error(ctx, stmt.loc, DIAG_UNSUPPORTED, "an import"); break;
    default:
        diag_error(ctx, stmt.loc, DIAG_UNSUPPORTED, "this statement");
        syn_skip_block(s->p->syn);
        break;
    }
    return true;
}

static void parse_block(Scope *s, BlockKind kind, Block *block) {
    IrFunction decorated = {.is_pure = true};
    IrModule *m = s->p->m;
    for (;;) {
        ArenaMark mark = arena_mark(&m->scratch);
        bool more = parse_stmt(s, kind, block, &decorated);
        arena_rewind(&m->scratch, mark);
        if (!more) return;
    }
}

void ir_parse_body(Scope *s) {
    Block block = {.returned = false};
    parse_block(s, BLOCK_FUNCTION, &block);
    if (!s->body->result.n && !block.returned && diag_errors(s->p->ctx) == 0) {
        diag_error(s->p->ctx, s->fn->loc, DIAG_NO_RETURN, s->fn->name);
    }
}
