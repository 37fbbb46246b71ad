/* SPDX-License-Identifier: Apache-2.0 */
/* Files of loop functions, and a function's head: its parameters, sizes and match_buffers. The
 * head's statements stand first, so that the builder gets the parameters in order once all is
 * known. */
#include "loop/parse.h"

#include <inttypes.h>

#include "loop/pattern.h"

static bool is_call_of(const Parser *p, const SynExpr *e, const char *name) {
    const char *found = loop_parse_call_of(p, e);
    return found && strcmp(found, name) == 0;
}

/* --- A function's head --- */

/* A scalar parameter; its name means a size. */
static void parse_scalar(Parser *p, Param *param) {
    if (!param->name) return;
    param->name->kind = NAME_VAR;
    param->name->var = loop_size(&p->b, param->name->name);
    p->b.fn->n_scalars++;
}

static void parse_params(Parser *p, const SynStmt *def) {
    p->params.len = 0;
    for (uint32_t i = 0; i < def->n_params; i++) {
        const SynParam *s = &def->params[i];
        const SynExpr *t = s->annotation;
        Param param = {.loc = s->loc};
        const bool late = p->b.fn->n_scalars > 0;
        param.name = loop_parse_define(p, s->name, s->loc, NAME_HANDLE);
        if (param.name) param.name->param = (uint32_t)p->params.len;
        const char *member = loop_parse_member(p, t);
        if (s->starred || s->value) {
            loop_parse_outside(p, s->loc, s->starred ? "a starred parameter" : "a default");
        } else if (member && strcmp(member, "handle") == 0) {
            param.is_handle = param.ok = true;
        } else if (member && (strcmp(member, "int64") == 0 || strcmp(member, "int32") == 0)) {
            parse_scalar(p, &param);
            continue;
        } else if (is_call_of(p, t, "Buffer")) {
            param.ok = loop_parse_buffer_type(p, t, 1, true, &param.type);
            param.buffer = s->name;
        } else {
            Diag *d = diag_error(p->ctx, s->loc, DIAG_VALUE,
                                 diag_fmt(p->ctx, "the parameter '%s'", s->name));
            diag_expected(p->ctx, d, "T.Buffer(shape, dtype), T.handle or T.int64");
            diag_found(p->ctx, d, "%s", t ? syn_kind_text(t->kind) : "no annotation");
        }
        if (late) loop_parse_outside(p, s->loc, "a buffer behind a scalar parameter");
        vec_push(&p->scratch, &p->params, param);
    }
}

/* What T.func_attr says. */
typedef struct {
    bool has_outputs;
    uint32_t n_outputs;
    LoopPattern pattern;
    bool is_scheduled;
    const SynExpr *odd; /* where it is said in another way; NULL: it is not */
    Loc other;          /* of an attribute that is none of these; line 0: there is none */
} Attrs;

static void attr_wrong(Parser *p, const SynExpr *value, const char *name, const char *expected) {
    Diag *d = diag_error(p->ctx, value->loc, DIAG_VALUE, name);
    diag_expected(p->ctx, d, "%s", expected);
    if (value->kind == SYN_INT) {
        diag_found(p->ctx, d, "%" PRId64, value->i);
    } else {
        diag_found(p->ctx, d, "%s", syn_kind_text(value->kind));
    }
}

static void parse_n_outputs(Parser *p, const SynExpr *value, Attrs *attrs) {
    const bool fits =
        value->kind == SYN_INT && value->i >= 0 && (uint64_t)value->i <= p->params.len;
    if (attrs->has_outputs || !fits) {
        attr_wrong(p, value, "\"num_outputs\"",
                   diag_fmt(p->ctx,
                            "once, the number of the last buffers that are outputs, at most %zu",
                            p->params.len));
        return;
    }
    attrs->has_outputs = true;
    attrs->n_outputs = (uint32_t)value->i;
}

static void parse_pattern(Parser *p, const SynExpr *value, Attrs *attrs) {
    const LoopPattern pattern =
        value->kind == SYN_INT ? loop_pattern_of_number(value->i) : LOOP_PATTERN_NONE;
    if (attrs->pattern != LOOP_PATTERN_NONE || pattern == LOOP_PATTERN_NONE) {
        attr_wrong(p, value, "\"op_pattern\"", "once, 0, 1, 2, 3, 4 or 8");
        return;
    }
    attrs->pattern = pattern;
}

/* TVM's functions may say it too, in any way; it means nothing there. */
static void parse_scheduled(Parser *p, const SynExpr *value, Attrs *attrs) {
    if (value->kind == SYN_CALL && is_call_of(p, value, "bool") && value->n == 2)
        value = value->items[1];
    if (value->kind == SYN_BOOL || (value->kind == SYN_INT && (value->i == 0 || value->i == 1)))
        attrs->is_scheduled = value->i != 0;
    else if (!attrs->odd)
        attrs->odd = value;
}

/* T.func_attr({"num_outputs": 1, "op_pattern": 0}) */
static void parse_attrs(Parser *p, const SynExpr *call, Attrs *attrs) {
    const SynExpr *dict = call->n == 2 ? call->items[1] : NULL;
    if (!dict || dict->kind != SYN_DICT) {
        loop_parse_wrong(p, call, "the argument of T.func_attr", "one dict");
        return;
    }
    for (uint32_t i = 0; i < dict->n; i += 2) {
        const SynExpr *key = dict->items[i], *value = dict->items[i + 1];
        const Str name = key->kind == SYN_STRING ? key->str : (Str){"", 0};
        if (str_eq_c(name, "num_outputs")) {
            parse_n_outputs(p, value, attrs);
        } else if (str_eq_c(name, "op_pattern")) {
            parse_pattern(p, value, attrs);
        } else if (str_eq_c(name, "tir.is_scheduled")) {
            parse_scheduled(p, value, attrs);
        } else if (str_eq_c(name, "layout_free_buffers")) {
            continue; /* AttachAttrLayoutFreeBuffers': it says nothing of what is computed */
        } else if (!attrs->other.line) {
            attrs->other = key->loc;
        }
    }
    if (attrs->has_outputs && attrs->odd)
        attr_wrong(p, attrs->odd, "\"tir.is_scheduled\"", "True or False");
    if (attrs->has_outputs && attrs->other.line)
        loop_parse_outside(p, attrs->other,
                           "an attribute that is none of \"num_outputs\", \"op_pattern\" and "
                           "\"tir.is_scheduled\"");
}

/* n, or n, m = T.int64(), T.int64(), which TVM may write as T.int64(is_size_var=True) */
static bool declares_sizes(const Parser *p, const SynExpr *e, uint32_t n) {
    if (e->kind != SYN_TUPLE) {
        return n == 1 && (is_call_of(p, e, "int64") || is_call_of(p, e, "int32")) &&
               (e->n == 1 || (e->n == 2 && loop_parse_keyword(e, "is_size_var")));
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (!declares_sizes(p, e->items[i], 1)) return false;
    }
    return e->n == n && n > 0;
}

static void parse_sizes(Parser *p, const SynExpr *target) {
    const SynExpr *const *names = target->kind == SYN_TUPLE ? target->items : &target;
    uint32_t n = target->kind == SYN_TUPLE ? target->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        if (names[i]->kind != SYN_NAME) {
            loop_parse_wrong(p, names[i], "a size's declaration", "a name");
            continue;
        }
        Name *name = loop_parse_define(p, names[i]->name, names[i]->loc, NAME_VAR);
        if (name) name->var = loop_size(&p->b, name->name);
    }
}

/* The call without what TVM says of a buffer's place in memory. */
static const SynExpr *without_notes(Parser *p, const SynExpr *call) {
    static const char *const notes[] = {"offset_factor", "align", "scope"};
    SynExpr *plain = ARENA_NEW(&p->scratch, SynExpr);
    *plain = *call;
    const SynExpr **items = ARENA_ARRAY(&p->scratch, const SynExpr *, (size_t)call->n + 1);
    const char **keywords = ARENA_ARRAY(&p->scratch, const char *, (size_t)call->n + 1);
    plain->n = 0;
    bool any = false;
    for (uint32_t i = 0; i < call->n; i++) {
        const char *k = call->keywords ? call->keywords[i] : NULL;
        bool is_note = false;
        for (size_t j = 0; k && j < ARRAY_LEN(notes); j++) is_note |= strcmp(k, notes[j]) == 0;
        if (is_note) continue;
        any |= k != NULL;
        keywords[plain->n] = k;
        items[plain->n++] = call->items[i];
    }
    plain->items = items;
    plain->keywords = any ? keywords : NULL;
    return plain;
}

static void parse_match(Parser *p, const SynStmt *s) {
    const SynExpr *call = s->value->keywords ? without_notes(p, s->value) : s->value;
    BufferType type;
    bool ok = loop_parse_buffer_type(p, call, 2, true, &type);
    const SynExpr *handle = call->n > 1 ? call->items[1] : NULL;
    Name *n = handle && handle->kind == SYN_NAME ? loop_parse_name(p, handle->name) : NULL;
    bool known = n && n->kind == NAME_HANDLE && n->param < p->params.len;
    Param *param = known ? &p->params.at[n->param] : NULL;
    if (!param || !param->is_handle || param->matched) {
        if (handle)
            loop_parse_wrong(p, handle, "the first argument of T.match_buffer",
                             "a T.handle parameter that has no buffer yet");
        param = NULL;
    }
    Name *buffer = s->target->kind == SYN_NAME
                       ? loop_parse_define(p, s->target->name, s->target->loc, NAME_HANDLE)
                       : NULL;
    if (s->target->kind != SYN_NAME)
        loop_parse_wrong(p, s->target, "the target of T.match_buffer", "a name");
    if (buffer) buffer->param = UINT32_MAX;
    if (!param) {
        if (buffer) buffer->kind = NAME_POISON;
        return;
    }
    param->matched = true;
    param->ok = ok && buffer;
    param->type = type;
    param->buffer = s->target->kind == SYN_NAME ? s->target->name : NULL;
}

/* Each size that is no parameter must be bound: an extent by itself. */
static void check_sizes(Parser *p, Loc loc) {
    for (size_t i = p->b.fn->n_scalars; i < p->b.fn->sizes.len; i++) {
        const LoopVar *v = p->b.fn->sizes.at[i];
        bool bound = false;
        for (size_t k = 0; k < p->params.len; k++) {
            const BufferType *t = &p->params.at[k].type;
            bool ok = p->params.at[k].ok;
            bound |= !ok; /* reported */
            for (uint32_t d = 0; ok && d < t->ndim; d++)
                bound |= t->dims[d]->kind == LOOP_VAR && t->dims[d]->var == v;
        }
        if (bound) continue;
        Diag *d = diag_error(p->ctx, loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "the size '%s' has no value", v->name));
        diag_expected(p->ctx, d, "a parameter with the extent '%s', or '%s: T.int64'", v->name,
                      v->name);
    }
}

/* All is known: the parameters are built, and their names mean buffers now. */
static void build_params(Parser *p, const SynStmt *def, uint32_t n_outputs) {
    size_t n = p->params.len;
    for (size_t i = 0; i < n; i++) {
        Param *param = &p->params.at[i];
        if (param->is_handle && !param->matched) {
            Diag *d = diag_error(p->ctx, param->loc, DIAG_VALUE, "a parameter without a buffer");
            diag_expected(p->ctx, d, "T.match_buffer of it at the function's start");
            param->ok = false;
        }
        if (!param->ok && !param->matched && param->name) param->name->kind = NAME_POISON;
        Name *name = param->buffer ? loop_parse_name(p, param->buffer) : NULL;
        if (name && name->kind != NAME_HANDLE) name = NULL;
        if (!param->ok || !name) {
            if (name) name->kind = NAME_POISON;
            continue;
        }
        LoopBufferKind kind = i + n_outputs < n ? LOOP_BUFFER_INPUT : LOOP_BUFFER_OUTPUT;
        const BufferType *t = &param->type;
        name->kind = NAME_BUFFER;
        name->buffer =
            loop_param(&p->b, param->buffer, kind, t->dtype, t->dims, t->ndim, t->strides);
    }
    check_sizes(p, def->name_loc);
}

/* The head's statements; leaves the first one behind them in *s. */
static void parse_head(Parser *p, const SynStmt *def, SynStmt *s) {
    Attrs attrs = {.pattern = LOOP_PATTERN_NONE};
    bool told = false;
    for (;; ctx_poll(p->ctx)) {
        syn_next(p->syn, s);
        if (s->kind == SYN_PASS || s->kind == SYN_ERROR) continue;
        if (s->kind == SYN_EXPR && s->value->kind == SYN_STRING) continue;
        if (s->kind == SYN_EXPR && is_call_of(p, s->value, "func_attr") && !told) {
            told = true;
            parse_attrs(p, s->value, &attrs);
        } else if (s->kind == SYN_ASSIGN && s->value && !s->annotation && s->op == SYN_OP_NONE &&
                   declares_sizes(p, s->value, s->target->kind == SYN_TUPLE ? s->target->n : 1)) {
            parse_sizes(p, s->target);
        } else if (s->kind == SYN_ASSIGN && !s->annotation && s->op == SYN_OP_NONE &&
                   is_call_of(p, s->value, "match_buffer")) {
            parse_match(p, s);
        } else {
            break;
        }
    }
    p->foreign = !attrs.has_outputs;
    p->b.fn->pattern = attrs.pattern;
    p->b.fn->is_scheduled = attrs.is_scheduled && !p->foreign;
    build_params(p, def, p->foreign ? (uint32_t)p->params.len : attrs.n_outputs);
}

/* --- Functions and files --- */

static void note_stores(const LoopStmt *s, bool *stored, uint32_t n) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_STORE && s->buffer->id < n) stored[s->buffer->id] = true;
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++) {
            if (s->buffers[i]->id < n && s->callee->params.at[i]->kind == LOOP_BUFFER_OUTPUT)
                stored[s->buffers[i]->id] = true;
        }
        note_stores(s->body, stored, n);
        note_stores(s->other, stored, n);
    }
}

/* A foreign function's outputs are the parameters that it stores to, which are the last ones. */
static void find_outputs(Parser *p, const SynStmt *def) {
    LoopFn *fn = p->b.fn;
    const uint32_t n = (uint32_t)fn->params.len;
    bool *stored = ARENA_ARRAY(&p->scratch, bool, (size_t)n + 1);
    memset(stored, 0, (size_t)n + 1);
    note_stores(fn->body, stored, n);
    fn->n_outputs = 0;
    for (uint32_t i = 0; i < n; i++) {
        LoopBuffer *buffer = (LoopBuffer *)(uintptr_t)fn->params.at[i]; /* in this arena */
        buffer->kind = stored[i] ? LOOP_BUFFER_OUTPUT : LOOP_BUFFER_INPUT;
        fn->n_outputs += stored[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!stored[i] || i + fn->n_outputs >= n) continue;
        Diag *d = diag_error(p->ctx, def->name_loc, DIAG_LOOP_SUBSET,
                             diag_fmt(p->ctx, "a store to '%s', which stands before an input",
                                      fn->params.at[i]->name));
        diag_expected(p->ctx, d, "outputs that are the last parameters");
        return;
    }
    if (fn->n_outputs) return;
    Diag *d =
        diag_error(p->ctx, def->name_loc, DIAG_VALUE,
                   diag_fmt(p->ctx, "the function '%s' does not tell its outputs", def->name));
    diag_expected(p->ctx, d, "T.func_attr({\"num_outputs\": ...}) at its start, or stores to them");
}

static void begin_blocks(Parser *p) {
    map_init(&p->blocks.spatial, &p->scratch);
    map_init(&p->blocks.reduces, &p->scratch);
    map_init(&p->blocks.inits, &p->scratch);
    p->block = NULL;
}

static void parse_function(Parser *p, const SynStmt *def, LoopFns *out) {
    SynStmt head = *def, s; /* its trees go with the next statement */
    size_t errors = diag_errors(p->ctx), mark = p->undo.len;
    loop_builder_init(&p->b, p->arena, def->name);
    p->b.fn->loc = def->loc;
    p->height = 0;
    p->self = NULL;
    if (def->annotation && def->annotation->kind != SYN_NONE)
        loop_parse_outside(p, def->annotation->loc, "a result");
    Name *name =
        /* not to be called by itself */
        loop_parse_define(p, def->name, def->name_loc, NAME_RESERVED);
    size_t inner = p->undo.len;
    p->self = def->name;
    parse_params(p, def);
    begin_blocks(p);
    parse_head(p, &head, &s);
    p->scheduled = p->b.fn->is_scheduled;
    loop_parse_block(p, &s, 1);
    loop_parse_leave(p, inner);
    if (p->foreign && diag_errors(p->ctx) == errors) find_outputs(p, &head);
    loop_parse_may_nest(p, head.loc, ++p->height);
    if (!name) {
        loop_parse_leave(p, mark);
        return;
    }
    bool ok = diag_errors(p->ctx) == errors;
    name->kind = ok ? NAME_FUNCTION : NAME_POISON;
    if (!ok) return;
    p->b.fn->is_foreign = p->foreign;
    if (p->foreign) loop_blocks_settle(p->ctx, p->b.fn, &p->blocks);
    name->fn = loop_builder_finish(&p->b);
    name->height = p->height;
    vec_push(p->arena, out, name->fn);
}

static void parse_decorator(Parser *p, const SynExpr *e) {
    const char *name = e->kind == SYN_CALL ? loop_parse_call_of(p, e) : loop_parse_member(p, e);
    if (!name || strcmp(name, "prim_func") != 0) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_LOOP_SUBSET, "this decorator");
        diag_expected(p->ctx, d, "@T.prim_func");
    } else if (e->kind == SYN_CALL) {
        loop_parse_arity(p, e, 0, "private");
    }
}

static void parse_file(Parser *p, LoopFns *out) {
    bool decorated = false;
    for (;; ctx_poll(p->ctx)) {
        SynStmt s;
        syn_next(p->syn, &s);
        switch (s.kind) {
        case SYN_EOF: return;
        case SYN_IMPORT:
        case SYN_PASS:
        case SYN_END:
        case SYN_ERROR: break;
        case SYN_DECORATOR:
            decorated = true;
            parse_decorator(p, s.value);
            break;
        case SYN_DEF:
            if (!decorated) {
                Diag *d =
                    diag_error(p->ctx, s.loc, DIAG_LOOP_SUBSET, "a function without a decorator");
                diag_expected(p->ctx, d, "@T.prim_func");
            }
            decorated = false;
            parse_function(p, &s, out);
            break;
        default:
            if (s.kind == SYN_EXPR && s.value->kind == SYN_STRING) break;
            loop_parse_outside(p, s.loc, "a statement outside functions");
            if (s.kind >= SYN_CLASS) syn_skip_block(p->syn);
        }
    }
}

bool loop_text_parse(Ctx *ctx, Arena *arena, const char *name, Str text, LoopFns *out) {
    size_t errors = diag_errors(ctx), before = out->len;
    diag_source(ctx, name, text);
    if (text.len > ctx->limits.input_bytes || text.len >= UINT32_MAX) {
        diag_error(ctx, (Loc){.line = 0}, DIAG_TOO_MANY,
                   diag_fmt(ctx, "%zu", ctx->limits.input_bytes), "bytes of text");
        return false;
    }
    Parser p = {.ctx = ctx, .arena = arena};
    arena_init(&p.scratch, ctx);
    interner_init(&p.names, &p.scratch);
    map_init(&p.entries, &p.scratch);
    p.T = intern_c(&p.names, "T");
    p.range = intern_c(&p.names, "range");
    loop_parse_name(&p, p.T)->kind = NAME_RESERVED;
    loop_parse_name(&p, p.range)->kind = NAME_RESERVED;
    p.syn = syn_new(ctx, &p.scratch, &p.names, text);
    parse_file(&p, out);
    syn_free(p.syn);
    arena_fini(&p.scratch);
    if (diag_errors(ctx) == errors) return true;
    out->len = before;
    return false;
}
