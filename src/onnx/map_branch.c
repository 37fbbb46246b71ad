/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow: subgraphs become branches, or stand in place.
 *
 *     If                         if p: ... else: ...        what is around is seen in the branches
 *     If with a known condition  the branch that is taken
 *     If on extents being equal  the then-branch, and a match_cast that they are, where the
 *                                branches' ranks differ
 *     SequenceMap                its body, for each element
 *     Loop over sequences        its body, for each iteration */
#include "onnx/keep.h"
#include "onnx/nested.h"

const OnnxGraph *onnx_subgraph(O *o, const char *name) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    if (!a || !a->graph) o_fail(o, "its attribute '%s' holds no graph", name);
    return a->graph;
}

void onnx_subgraph_takes(O *o, const char *name, const OnnxGraph *g, size_t n) {
    if (g->inputs.len == n) return;
    o_fail(o, "its '%s' declares %zu input%s, where it is given %zu", name, g->inputs.len,
           g->inputs.len == 1 ? "" : "s", n);
}

void onnx_subgraph_gives(O *o, const char *name, const OnnxGraph *g, size_t least, size_t most) {
    const size_t n = g->outputs.len;
    if (n >= least && n <= most) return;
    const bool is_low = n < least;
    o_fail(o, "its '%s' has %zu output%s, where %s %zu are needed", name, n, n == 1 ? "" : "s",
           least == most ? "exactly"
           : is_low      ? "at least"
                         : "at most",
           is_low ? least : most);
}

OnnxValue **onnx_graph_outputs(O *o, OnnxScope *scope, const OnnxGraph *g, bool imported) {
    OnnxValue **out = O_ARRAY(o, OnnxValue *, g->outputs.len);
    for (size_t i = 0; i < g->outputs.len; i++) {
        out[i] = onnx_lookup(o->im, scope, ((const OnnxValueInfo *)g->outputs.at[i])->name);
        if (!out[i]) o_fail(o, "its body does not define its output %zu", i);
        imported = imported && !out[i]->is_poisoned;
    }
    if (!imported) ctx_throw(o->im->ctx, STATUS_INVALID);
    return out;
}

OnnxValue **onnx_graph_in_place(O *o, const OnnxGraph *g, const OnnxValue *inputs) {
    OnnxScope scope;
    if (o->record) o->record->keeps_graphs = false; /* what stands in its place is simpler */
    onnx_scope_init(&scope, o->im, o->scope);
    for (size_t i = 0; i < g->inputs.len; i++) {
        const Str name = ((const OnnxValueInfo *)g->inputs.at[i])->name;
        OnnxValue *v = onnx_define(o->im, &scope, name);
        if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
        *v = inputs[i];
        v->name = name;
    }
    const bool ok = onnx_import_graph(o->im, o->b, &scope, g);
    return onnx_graph_outputs(o, &scope, g, ok);
}

/* The branch's outputs as its result: one value, or a tuple. */
static IrBody *branch(O *o, const OnnxGraph *g, OnnxValue ***out) {
    OnnxImport *im = o->im;
    OnnxScope scope;
    IrBody *body = ir_body_new(o->b->fn, NULL);
    IrBuilder b = {
        .m = o->m, .fn = o->b->fn, .block = ir_block_append(body, false), .loc = o->b->loc};
    vec_push(&im->arena, &im->branches, body);
    onnx_scope_init(&scope, im, o->scope);
    const bool imported = onnx_import_graph(im, &b, &scope, g);
    *out = onnx_graph_outputs(o, &scope, g, imported);
    IrOperandBuf result;
    ir_operands_init(&result, &o->m->arena);
    const bool is_single = o->n_out == 1;
    const size_t at = is_single ? 0 : ir_operands_tuple(&result);
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!onnx_value_append(im, &b, (*out)[i], &result)) ctx_throw(im->ctx, STATUS_INVALID);
    }
    if (!is_single) ir_operands_end(&result, at, o->n_out);
    ir_body_set_result(body, result.ops.at, (uint32_t)result.ops.len);
    return body;
}

/* From the last binding to the first, so that nothing has a use left when its turn comes. */
static void drop_branch(OnnxImport *im, IrBody *body) {
    VEC(IrBinding *) inside = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, body);
    ir_body_set_result(body, NULL, 0);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        vec_push(&im->arena, &inside, b);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            ir_body_set_result(b->bodies[i], NULL, 0);
    }
    while (inside.len) ir_binding_remove(inside.at[--inside.len]);
}

void onnx_branches_clear(OnnxImport *im, IrBinding *b) {
    for (int i = 0; i < 2; i++) drop_branch(im, b->bodies[i]);
}

void onnx_branches_drop(OnnxImport *im, size_t from) {
    while (im->branches.len > from) drop_branch(im, im->branches.at[--im->branches.len]);
}

/* Both branches give tensors, or sequences of one length. */
static bool same_form(const OnnxValue *a, const OnnxValue *b) {
    bool same = a->is_sequence == b->is_sequence && a->is_nothing == b->is_nothing &&
                a->is_map == b->is_map && a->items.len == b->items.len;
    for (size_t i = 0; same && i < a->items.len; i++)
        same = same_form(a->items.at[i], b->items.at[i]);
    return same;
}

/* x as a value of the form that `like` has. */
static OnnxValue *formed(O *o, const OnnxValue *like, IrOperand x) {
    OnnxValue *v = ARENA_NEW(&o->im->arena, OnnxValue);
    v->operand = x;
    v->is_sequence = like->is_sequence;
    v->is_map = like->is_map;
    v->is_nothing = like->is_nothing;
    for (size_t i = 0; i < like->items.len; i++) {
        OnnxValue *item = formed(o, like->items.at[i], o_field(o, x, (uint32_t)i));
        vec_push(&o->im->arena, &v->items, (void *)item);
    }
    return v;
}

static int32_t stated_rank(const OnnxGraph *g, size_t i) {
    const OnnxValueInfo *info = g->outputs.at[i];
    const OnnxTensorType *t = info->type ? info->type->tensor : NULL;
    return t && t->shape ? (int32_t)t->shape->dims.len : IR_NDIM_UNKNOWN;
}

/* As exporters write a squeeze of a dim of unknown extent: the branches state different ranks. */
static bool ranks_differ(const OnnxGraph *a, const OnnxGraph *b) {
    for (size_t i = 0; i < a->outputs.len && i < b->outputs.len; i++) {
        const int32_t ra = stated_rank(a, i), rb = stated_rank(b, i);
        if (ra != IR_NDIM_UNKNOWN && rb != IR_NDIM_UNKNOWN && ra != rb) return true;
    }
    return false;
}

/* Whether the branch that is taken is known, or taken to be, which a run checks then. */
static bool is_decided(O *o, const OnnxGraph *const *graphs, bool *known) {
    if (!o_has(o, 0)) return false;
    if (onnx_value_truth(o->im, o->in[0], known)) return true;
    const IrDim *const *equal = o->in[0]->equal;
    if (!equal[0] || !ranks_differ(graphs[0], graphs[1])) return false;
    const IrOperand found = o_shape(o, &equal[0], 1);
    const IrType *wanted = ir_type_shape(o->m, &equal[1], 1);
    if (!ir_build_match_cast(o->b, &found, 1, wanted, "extent"))
        ctx_throw(o->im->ctx, STATUS_INVALID);
    *known = true;
    return true;
}

/* With a condition that is known, the branch that is taken stands in place. */
void onnx_map_if(O *o) {
    static const char *const names[] = {"then_branch", "else_branch"};
    const OnnxGraph *const graphs[] = {onnx_subgraph(o, names[0]), onnx_subgraph(o, names[1])};
    const IrDim *const none[1] = {NULL};
    OnnxValue **outputs[2];
    IrBody *bodies[2];
    bool known;
    for (int i = 0; i < 2; i++) {
        onnx_subgraph_takes(o, names[i], graphs[i], 0);
        onnx_subgraph_gives(o, names[i], graphs[i], o->n_out, o->n_out);
    }
    if (is_decided(o, graphs, &known)) {
        OnnxValue **out = onnx_graph_in_place(o, graphs[!known], NULL);
        for (uint32_t i = 0; i < o->n_out; i++) {
            if (o_wants(o, i)) o_set_value(o, i, out[i]);
        }
        return;
    }
    IrOperand cond = o_in(o, 0);
    if (o_rank(o, cond) != 0) cond = o_reshape(o, cond, none, 0);
    for (int i = 0; i < 2; i++) bodies[i] = branch(o, graphs[i], &outputs[i]);
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!same_form(outputs[0][i], outputs[1][i]))
            o_unsupported(
                o,
                "an output that is a sequence of another length, or nothing, in the other branch");
    }
    IrVar *v = ir_build_if(o->b, &cond, bodies[0], bodies[1], onnx_unnamed);
    if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
    o->im->branches.len -= 2;
    const IrOperand all = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!o_wants(o, i)) continue;
        const IrOperand x = o->n_out == 1 ? all : o_field(o, all, i);
        if (onnx_value_is_tensor(outputs[0][i]))
            o_set(o, i, x);
        else
            o_set_value(o, i, formed(o, outputs[0][i], x));
    }
}

/* Over the elements of sequences; other inputs are the same for all. */
void onnx_map_sequence_map(O *o) {
    const OnnxGraph *g = onnx_subgraph(o, "body");
    if (!o_has(o, 0) || !o->in[0]->is_sequence || o->in[0]->is_map)
        o_fail(o, "its input 0 is no sequence");
    const size_t n = o->in[0]->items.len;
    onnx_subgraph_takes(o, "body", g, o->n_in);
    onnx_subgraph_gives(o, "body", g, o->n_out, o->n_out);
    OnnxValue *inputs = O_ARRAY(o, OnnxValue, o->n_in);
    OnnxList *lists = O_ARRAY(o, OnnxList, o->n_out);
    for (size_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < o->n_in; i++) {
            if (!o_has(o, i)) o_fail(o, "its input %u is missing", i);
            const OnnxValue *v = o->in[i];
            if (v->is_sequence && v->items.len != n)
                o_fail(o, "sequences of %zu and of %zu elements", n, v->items.len);
            inputs[i] = v->is_sequence ? *(const OnnxValue *)v->items.at[k] : *v;
        }
        OnnxValue **out = onnx_graph_in_place(o, g, inputs);
        for (uint32_t i = 0; i < o->n_out; i++) vec_push(&o->im->arena, &lists[i], (void *)out[i]);
    }
    for (uint32_t i = 0; i < o->n_out; i++) {
        const OnnxValue list = {.is_sequence = true, .items = lists[i]};
        if (o_wants(o, i)) o_set_value(o, i, &list);
    }
}

bool onnx_has_sequences(O *o, const OnnxGraph *g) {
    OnnxCaptures captures;
    for (uint32_t i = 2; i < o->n_in; i++) {
        if (o->in[i] && !onnx_value_is_tensor(o->in[i])) return true;
    }
    onnx_captures_of(&captures, o, g);
    for (size_t i = 0; i < captures.values.len; i++) {
        if (!onnx_value_is_tensor(captures.values.at[i])) return true;
    }
    return false;
}

void onnx_loop_in_place(O *o, const OnnxGraph *g) {
    enum { ITERATIONS_MAX = 1 << 12 };
    const uint32_t n = (uint32_t)g->inputs.len - 2, n_stacked = (uint32_t)g->outputs.len - 1 - n;
    const int64_t trip = o_has(o, 0) ? o_const_int(o, 0, 0) : INT64_MAX;
    OnnxValue *state = O_ARRAY(o, OnnxValue, n + 2);
    VEC(IrOperand) *stacked = o_alloc(o, n_stacked + 1, sizeof *stacked);
    bool goes_on = true;
    if (o_has(o, 1))
        state[1] = *o->in[1];
    else
        state[1].operand = o_const(o, DTYPE_BOOL, 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!o_has(o, 2 + i)) o_fail(o, "its input %u is missing", 2 + i);
        state[2 + i] = *o->in[2 + i];
    }
    for (int64_t k = 0; k < trip; k++) {
        if (!onnx_value_truth(o->im, &state[1], &goes_on))
            o_unsupported(o, "a condition that is not known, where sequences are about,");
        if (!goes_on) break;
        if (k == ITERATIONS_MAX)
            o_unsupported(o, "sequences over more than %d iterations", ITERATIONS_MAX);
        const IrDim **at = O_ARRAY(o, const IrDim *, 1);
        at[0] = o_dim(o, k);
        state[0] = (OnnxValue){.known = onnx_known(at, 1, 0, DTYPE_INT64)};
        OnnxValue **out = onnx_graph_in_place(o, g, state);
        for (uint32_t i = 0; i < n_stacked; i++) {
            const IrOperand x = onnx_value_is_tensor(out[1 + n + i])
                                    ? onnx_value_operand(o->im, o->b, out[1 + n + i])
                                    : o_none();
            if (x.kind == IR_OPERAND_NONE)
                o_fail(o, "its body's output %u is no tensor", 1 + n + i);
            vec_push(&o->im->arena, &stacked[i], o_expand(o, x, (const int64_t[]){0}, 1));
        }
        for (uint32_t i = 0; i <= n; i++) state[1 + i] = *out[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        if (o_wants(o, i)) o_set_value(o, i, &state[2 + i]);
    }
    for (uint32_t i = 0; i < n_stacked; i++) {
        if (!o_wants(o, n + i)) continue;
        if (!stacked[i].len) o_unsupported(o, "an output that no iteration gives anything to");
        o_set(o, n + i, o_concat(o, stacked[i].at, (uint32_t)stacked[i].len, 0));
    }
}
