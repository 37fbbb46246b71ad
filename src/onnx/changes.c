/* SPDX-License-Identifier: Apache-2.0 */
/* Which nodes of the file are not written as they were, and what changed each.
 *
 * A node is the same when it is written as it was read, with the same names of inputs and outputs,
 * or when the writer made one that says the same. Of the others it is told, in this order of
 * preference:
 *
 *   - the rule or pass that replaced or removed a binding of the node first (ir_change_find), or
 *     that made what is written in its place (the chain of origins);
 *   - what that says of the node which makes an input, where nothing but the input's name is
 *     another one;
 *   - what the reader did with a node that left no bindings, or the writer with one that was not
 *     changed before.
 *
 * Linear but for the last names of inputs, which lead from node to node at most FAR times. */
#include "onnx/export.h"

enum { FAR = 64 };

/* What is known of a record. */
typedef struct {
    const OnnxNode *kept;   /* it, as it was read; the first */
    size_t n_made;          /* nodes of the written graph that are made of it */
    const OnnxNode *made;   /* the last of them */
    const char *maker;      /* the first rule or pass that made some of it; NULL: none */
    const IrChange *change; /* the first of its bindings, or of nodes within it */
    StrBuf becomes;
} Fate;

typedef struct {
    OnnxExport *x;
    const OnnxKept *kept;
    Fate *fates; /* by the record */
    Map records; /* OnnxRecord, by the node */
    Map outputs; /* OnnxNode, that the writer made, by the name of its first output */
} Changes;

static uint64_t hash_name(const Changes *self, Str s) {
    return hash_bytes(self->x->ctx, s.ptr, s.len);
}

static const OnnxRecord *outermost(const OnnxRecord *r) {
    while (r->around) r = r->around;
    return r;
}

/* The record that a chain of origins leads to; *maker: the oldest rule or pass on the way. */
static const OnnxRecord *record_of(const IrOrigin *o, const char **maker) {
    for (; o && o->kind != IR_ORIGIN_NODE; o = o->from) {
        if (o->kind == IR_ORIGIN_MADE) *maker = o->by;
    }
    return o ? ((const OnnxOrigin *)(const void *)o)->record : NULL;
}

static void note_made(Changes *self, const OnnxNode *n, const IrOrigin *o) {
    const char *maker = NULL;
    const OnnxRecord *r = record_of(o, &maker);
    Fate *f = r ? &self->fates[outermost(r)->id] : NULL;
    if (!f || f->made == n) return;
    f->n_made++;
    f->made = n;
    if (!f->maker) f->maker = maker;
    if (f->becomes.text.len) strbuf_putc(&f->becomes, ' ');
    strbuf_printf(&f->becomes, "%.*s", (int)n->op_type.len, n->op_type.ptr);
}

static void note_written(Changes *self) {
    const OnnxList *nodes = &self->x->main->nodes;
    for (size_t i = 0; i < nodes->len; i++) {
        const OnnxNode *n = nodes->at[i];
        ctx_poll(self->x->ctx);
        if (n->record) {
            Fate *f = &self->fates[n->record->id];
            if (!f->kept) f->kept = n;
            continue;
        }
        if (n->outputs.len)
            map_add(&self->outputs, hash_name(self, n->outputs.at[0]), (void *)(uintptr_t)n);
        note_made(self, n, n->origin);
        for (const IrOrigin *o = n->origin; o; o = o->from) {
            for (const IrOriginList *also = o->also; also; also = also->next)
                note_made(self, n, also->origin);
        }
    }
}

/* A change of a node within is one of the node around. */
static void note_changes(Changes *self, const IrModule *m) {
    for (size_t i = 0; i < self->kept->records.len; i++) {
        const OnnxRecord *r = self->kept->records.at[i];
        Fate *f = &self->fates[outermost(r)->id];
        for (uint32_t k = 0; k < r->n_origins; k++) {
            const IrChange *c = ir_change_find(m, &r->origins[k].base);
            const bool is_writer = c && strcmp(c->kind, "operator") == 0; /* it makes calls legal */
            if (c && !is_writer && (!f->change || c->order < f->change->order)) f->change = c;
        }
    }
}

static bool same_names(const OnnxStrs *a, const OnnxStrs *b) {
    bool ok = a->len == b->len;
    for (size_t i = 0; ok && i < a->len; i++) ok = str_eq(a->at[i], b->at[i]);
    return ok;
}

/* A graph with this node alone, as bytes. */
static Str encoded(Arena *arena, const OnnxNode *n) {
    OnnxGraph g = {.name = {.len = 0}};
    OnnxBytes bytes;
    const OnnxModel m = {.graph = &g};
    vec_push(arena, &g.nodes, (void *)(uintptr_t)n);
    onnx_model_encode(arena, &m, &bytes);
    char *at = arena_alloc(arena, bytes.bytes + 1), *end = at;
    for (size_t i = 0; i < bytes.pieces.len; i++) {
        memcpy(end, bytes.pieces.at[i].ptr, bytes.pieces.at[i].len);
        end += bytes.pieces.at[i].len;
    }
    return (Str){at, bytes.bytes};
}

static bool is_same(const Changes *self, const OnnxNode *n, const Fate *f) {
    if (f->kept)
        return same_names(&f->kept->inputs, &n->inputs) &&
               same_names(&f->kept->outputs, &n->outputs) && f->kept->attrs.at == n->attrs.at;
    const OnnxNode *made = NULL;
    const Str name = n->outputs.len ? n->outputs.at[0] : (Str){.len = 0};
    for (MapIter it = map_find(&self->outputs, hash_name(self, name));
         map_next(&self->outputs, &it);) {
        const OnnxNode *m = it.value;
        if (str_eq(m->outputs.at[0], name) && str_eq(m->op_type, n->op_type)) made = m;
    }
    if (!made) return false;
    Arena arena;
    arena_init(&arena, self->x->ctx);
    const bool same = str_eq(encoded(&arena, n), encoded(&arena, made));
    arena_fini(&arena);
    return same;
}

/* What the reader did with the record, which left no bindings. */
static const char *by_reader(const OnnxRecord *r) {
    if (!r) return "a part of the model that is not read";
    for (uint32_t i = 0; i < r->n_out; i++) {
        const OnnxSource *s = r->out[i];
        if (s && s->constant) return "its value is constant";
        if (s && s->known) return "its value follows from shapes";
    }
    return "it needs no operator";
}

static bool tell_cause(const Fate *f, OnnxChange *c) {
    if (f->change || f->maker) {
        c->kind = f->change ? f->change->kind : "rule";
        c->by = f->change ? f->change->by : f->maker;
    }
    return f->change || f->maker;
}

static void tell_reason(Changes *self, const OnnxRecord *r, OnnxChange *c) {
    const Fate *f = r ? &self->fates[r->id] : NULL;
    c->kind = "writer";
    c->by = "the name of an output";
    for (int far = 0; f && f->kept && far < FAR; far++) { /* an input has another name */
        const OnnxNode *n = r->node;
        size_t k = 0;
        while (k < n->inputs.len && str_eq(n->inputs.at[k], f->kept->inputs.at[k])) k++;
        const OnnxSource *s = k < r->n_in ? r->in[k] : NULL;
        if (k < n->inputs.len) c->by = "the name of an input";
        if (!s || !s->record) return;
        r = outermost(s->record);
        f = &self->fates[r->id];
        if (tell_cause(f, c)) return;
    }
    if (f && (f->kept || tell_cause(f, c))) return;
    if (!r || (!r->n_origins && !f->n_made)) {
        c->kind = "reader";
        c->by = by_reader(r);
        return;
    }
    c->by = !f->n_made                   ? "nothing needs it"
            : r->opset != self->x->opset ? "another opset"
                                         : "it is written as other operators";
}

static const char *text_of(const Changes *self, Str s) { return arena_strdup(self->x->arena, s); }

static void tell(Changes *self, const OnnxNode *n) {
    const OnnxRecord *r = NULL;
    for (MapIter it = map_find(&self->records, hash_ptr(0, n)); map_next(&self->records, &it);) {
        const OnnxRecord *found = it.value;
        if (found->node == n && (!r || found->id > r->id)) r = found;
    }
    Fate *f = r ? &self->fates[r->id] : NULL;
    if (f && is_same(self, n, f)) return;
    OnnxChange c = {.name = text_of(self, n->name),
                    .op_type = text_of(self, n->op_type),
                    .output = n->outputs.len ? text_of(self, n->outputs.at[0]) : ""};
    c.becomes = f && f->kept ? c.op_type : f ? strbuf_cstr(&f->becomes) : "";
    tell_reason(self, r, &c);
    self->x->options->changed(self->x->options->changed_user, &c);
}

void onnx_tell_changes(OnnxExport *x) {
    if (!x->keep) return;
    Changes self = {.x = x, .kept = x->keep->kept};
    const OnnxList *nodes = &self.kept->model->graph->nodes;
    self.fates = ARENA_ARRAY(x->arena, Fate, (size_t)self.kept->n_records + 1);
    map_init(&self.records, x->arena);
    map_init(&self.outputs, x->arena);
    for (size_t i = 0; i < self.kept->records.len; i++) {
        const OnnxRecord *r = self.kept->records.at[i];
        strbuf_init(&self.fates[r->id].becomes, x->arena);
        map_add(&self.records, hash_ptr(0, r->node), (void *)(uintptr_t)r);
    }
    note_written(&self);
    note_changes(&self, x->m);
    for (size_t i = 0; i < nodes->len; i++) tell(&self, nodes->at[i]);
}
