/* SPDX-License-Identifier: Apache-2.0 */
/* Makes pairs of modules for tests/cli/verify.sh: tenon-test verify_cases DIR
 *
 * From each of MODULES modules (some written here, the others random graphs), DIR/N-same-a.py and
 * -b.py: the module and its printed form's printed form; and DIR/N-differ-KIND-a.py and -b.py,
 * where one constant, attribute, operand or operator is another. Whether a change changes the
 * meaning is decided here: both modules are evaluated in float64 on inputs of SEEDS seeds (none of
 * them verify's own), and only a mutant whose outputs are clearly others on every seed is written.
 * Prints how many of each there are. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "eval/compare.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/build.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/passes.h"

enum { MODULES = 140, SEEDS = 40, FIRST_SEED = 1001, TRIES = 60 };

typedef enum { CONSTANT, ATTRIBUTE, OPERAND, OPERATOR, KINDS } Kind;
static const char *const kind_names[] = {"constant", "attribute", "operand", "operator"};

/* Every difference counts in these. */
static const char *const written[] = {
    "@R.function\n"
    "def main(x: R.Tensor((4, 8), dtype=\"float32\"), w: R.Tensor((8, 16), dtype=\"float32\"), v: R.Tensor((16, 3), dtype=\"float32\")):\n"
    "    with R.dataflow():\n"
    "        a = R.nn.relu(R.matmul(x, w) + R.const(0.25, \"float32\"))\n"
    "        b = R.nn.softmax(R.matmul(a, v), axis=-1)\n"
    "        R.output(b)\n"
    "    return b\n",
    "@R.function\n"
    "def main(x: R.Tensor((1, 4, 6, 6), dtype=\"float32\"), w: R.Tensor((4, 2, 3, 3), dtype=\"float32\")):\n"
    "    a = R.nn.conv2d(x, w, padding=1, groups=2)\n"
    "    b = R.nn.max_pool2d(a, pool_size=2, strides=2)\n"
    "    c = R.nn.group_norm(b, R.const([1.0, 2.0, 3.0, 4.0], \"float32\"), R.const([0.0, 0.5, 0.0, -0.5], \"float32\"), num_groups=2, channel_axis=1, axes=[2, 3])\n"
    "    return R.nn.silu(c)\n",
    "@R.function\n"
    "def main(q: R.Tensor((2, \"n\", 2, 4), dtype=\"float32\"), k: R.Tensor((2, \"n\", 2, 4), dtype=\"float32\"), v: R.Tensor((2, \"n\", 2, 4), dtype=\"float32\")):\n"
    "    n = T.int64()\n"
    "    a = R.nn.attention(q, k, v, scale=0.5, causal_mask=\"TopLeft\")\n"
    "    b = R.reshape(a, R.shape([2, n, 8]))\n"
    "    return R.nn.layer_norm(b, R.ones(R.shape([8]), dtype=\"float32\"), R.zeros(R.shape([8]), dtype=\"float32\"), axes=[-1])\n",
    "@R.function\n"
    "def main(x: R.Tensor((3, 4), dtype=\"float32\"), y: R.Tensor((3, 4), dtype=\"float32\")):\n"
    "    s = R.sum(R.subtract(x, y))\n"
    "    if R.less(s, R.const(100.0, \"float32\")):\n"
    "        c = R.multiply(x, R.const(3.0, \"float32\"))\n"
    "    else:\n"
    "        c = R.exp(y)\n"
    "    return (c, R.mean(c, axis=[0], keepdims=True))\n",
    "@R.function\n"
    "def main(i: R.Tensor((6,), dtype=\"int64\"), t: R.Tensor((5, 4), dtype=\"int32\")):\n"
    "    a = R.take(t, i, axis=0)\n"
    "    b = R.floor_divide(a + R.const(7, \"int32\"), R.const(2, \"int32\"))\n"
    "    return R.cumsum(b, axis=1, exclusive=True)\n",
    "@R.function\n"
    "def main(x: R.Tensor((2, 6), dtype=\"float32\")):\n"
    "    p = R.split(x, 3, axis=1)\n"
    "    a = R.concat((p[0], R.tanh(p[1]), p[2]), axis=0)\n"
    "    return R.strided_slice(a, axes=[0], begin=[1], end=[5], strides=[2])\n",
};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *dir;
    uint64_t state;
    size_t same, mutants[KINDS];
    bool failed;
} Gen;

static uint64_t below(Gen *g, uint64_t n) {
    g->state = g->state * 6364136223846793005u + 1442695040888963407u;
    return (g->state >> 33) % n;
}

/* Evaluation */

static IrModule *parse(Gen *g, Str text) { return ir_text_parse(g->ctx, &g->ops, "case", text); }

/* The result of main on drawn inputs, or on those in *inputs; NULL after a report. */
static Value *run(Gen *g, Str text, uint64_t seed, Value ***inputs, IrModule **m, Arena *arena,
                  ValueList *list) {
    diag_begin(g->ctx);
    *m = parse(g, text);
    if (!*m || !pass_widen_floats(*m)) return NULL;
    IrFunction *fn = ir_global_find(*m, (Str){"main", 4})->function;
    if (!*inputs) {
        *inputs = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
        DrawNames defaulted = {0};
        if (!draw_inputs(fn, (DrawBy){.seed = seed}, *inputs, list, arena, &defaulted)) return NULL;
    }
    Evaluator *e = eval_new(*m, arena);
    Value *v = eval_function(e, fn, *inputs, (uint32_t)fn->params.len, list);
    eval_end(e);
    return v;
}

static bool differs_on(Gen *g, Str a, Str b, uint64_t seed) {
    Arena arena;
    ValueList list;
    IrModule *m[2] = {NULL, NULL};
    arena_init(&arena, g->ctx);
    value_list_init(&list, g->ctx);
    Value **inputs = NULL;
    Value *x = run(g, a, seed, &inputs, &m[0], &arena, &list),
          *y = x ? run(g, b, seed, &inputs, &m[1], &arena, &list) : NULL;
    /* Clearly others, far past what float64 rounds: verify has to see it by its own tolerance. */
    static const TensorNear how = {.mode = TENSOR_NEAR, .rtol = 1e-3, .atol = 1e-3};
    ValueDifference d;
    const bool differ = x && y && !value_near(&arena, x, y, &how, &d);
    value_list_fini(&list);
    arena_fini(&arena);
    ir_module_free(m[1]);
    ir_module_free(m[0]);
    return differ;
}

static bool meaning_changed(Gen *g, Str a, Str b) {
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        if (!differs_on(g, a, b, seed)) return false;
    }
    return true;
}

/* Mutations of a binding; false when there is nothing to change. What they make may be
 * ill-typed. */

static bool change_constant(Gen *g, IrBinding *b) {
    IrModule *m = b->block->body->function->module;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_CONST || o->constant->tensor->count == 0) continue;
        const Tensor *old = o->constant->tensor;
        Tensor *t = tensor_new(g->ctx, old->dtype, old->dims, old->ndim);
        memcpy(t->data, old->data, old->bytes);
        const size_t at = below(g, t->count);
        if (dtype_is_float(t->dtype)) {
            tensor_set_double(t, at, tensor_get_double(t, at) + 0.5);
        } else {
            const int64_t v = tensor_get_int(t, at);
            tensor_set_int(t, at, t->dtype == DTYPE_BOOL ? !v : v > 0 ? v - 1 : v + 1);
        }
        o->constant = ir_const_new(m, t);
        return true;
    }
    return false;
}

static bool change_attribute(Gen *g, IrBinding *b) {
    IrModule *m = b->block->body->function->module;
    const uint32_t n = b->kind == IR_BIND_CALL ? ir_op_n_attrs(b->op) : 0;
    if (!n) return false;
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, n);
    memcpy(attrs, b->attrs, n * sizeof *attrs);
    const uint32_t i = (uint32_t)below(g, n);
    IrAttr *a = &attrs[i];
    const OpParam *p = ir_op_attr_param(b->op, i);
    switch (a->kind) {
    case IR_ATTR_BOOL: a->i = !a->i; break;
    case IR_ATTR_INT: a->i += below(g, 2) ? 1 : -1; break;
    case IR_ATTR_FLOAT: a->f = a->f * 2 + 0.25; break;
    case IR_ATTR_STRING: {
        size_t choices = 0;
        while (p->choices && p->choices[choices]) choices++;
        if (choices == 0) return false;
        const char *s = p->choices[below(g, choices)];
        a->s = ir_name(m, str_c(s));
        break;
    }
    case IR_ATTR_INTS: {
        if (a->n == 0) return false;
        int64_t *ints = ARENA_ARRAY(&m->arena, int64_t, a->n);
        memcpy(ints, a->ints, a->n * sizeof *ints);
        ints[below(g, a->n)] += below(g, 2) ? 1 : -1;
        a->ints = ints;
        break;
    }
    default: return false;
    }
    b->attrs = ir_attrs_intern(m, attrs, n);
    return true;
}

/* Another variable of the same type that is seen there: a parameter, or one bound before in the
 * block. */
static bool change_operand(Gen *g, IrBinding *b) {
    IrFunction *fn = b->block->body->function;
    IrOperand *use = b->operands.n ? &b->operands.at[below(g, b->operands.n)] : NULL;
    if (!use || use->kind != IR_OPERAND_VAR) return false;
    IrVar *found = NULL;
    uint64_t n = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        IrVar *v = fn->params.at[i];
        if (v != use->var && v->type == use->var->type && below(g, ++n) == 0) found = v;
    }
    for (IrBinding *x = b->prev; x && x->block == b->block; x = x->prev) {
        if (x->var != use->var && x->var->type == use->var->type && below(g, ++n) == 0)
            found = x->var;
    }
    if (found) ir_operand_set_var(use, found);
    return found != NULL;
}

/* Another operator with the same schema. */
static bool change_operator(Gen *g, IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return false;
    const OpDef *found = NULL;
    uint64_t n = 0;
    for (size_t i = 0; i < g->ops.n; i++) {
        const OpDef *op = g->ops.ops[i];
        if (op != b->op && op->params == b->op->params && sample_fits_graph(op) &&
            below(g, ++n) == 0)
            found = op;
    }
    if (found) b->op = found;
    return found != NULL;
}

static bool (*const change[])(Gen *, IrBinding *) = {change_constant, change_attribute,
                                                     change_operand, change_operator};

static IrBinding *some_binding(Gen *g, IrFunction *fn) {
    IrBinding *found = NULL;
    uint64_t n = 0;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (below(g, ++n) == 0) found = b;
    }
    return found;
}

/* The text of a mutant that is well-typed, with the types as they were; empty when none was
 * found. */
static Str mutate(Gen *g, Str text, Kind kind, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    diag_begin(g->ctx);
    IrModule *m = parse(g, text);
    IrBinding *b = some_binding(g, ir_global_find(m, (Str){"main", 4})->function);
    const IrAttr *attrs;
    const IrType *t = b && change[kind](g, b) ? ir_infer_binding(b, &attrs) : NULL;
    if (t == (b ? b->var->type : NULL) && t) {
        if (b->kind == IR_BIND_CALL) b->attrs = attrs;
        if (ir_verify(m, IR_PROP_ALL)) ir_text_print(m, &out);
    }
    ir_module_free(m);
    return (Str){out.text.at, out.text.len};
}

static void write_file(Gen *g, size_t i, const char *what, char side, Str text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%03zu-%s-%c.py", g->dir, i, what, side);
    if (g->ctx->io.write(g->ctx->io.user, path, text.ptr, text.len) != 0) g->failed = true;
}

static void write_pair(Gen *g, size_t i, const char *what, Str a, Str b) {
    write_file(g, i, what, 'a', a);
    write_file(g, i, what, 'b', b);
}

/* The printed form of module i; empty after a report. */
static Str source(Gen *g, size_t i, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    diag_begin(g->ctx);
    if (i < ARRAY_LEN(written)) {
        strbuf_puts(&out, written[i]);
        return (Str){out.text.at, out.text.len};
    }
    const SampleOptions options = {
        .symbolic = i % 3 == 0, .no_zero = true, .no_loops = true, .reuse = 95, .consts = 40};
    IrModule *m = ir_module_new(g->ctx, &g->ops);
    if (sample_graph(m, "main", i, 1 + (uint32_t)(i % 12), options)) ir_text_print(m, &out);
    ir_module_free(m);
    return (Str){out.text.at, out.text.len};
}

static Str printed_again(Gen *g, Str text, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    IrModule *m = parse(g, text);
    if (m) ir_text_print(m, &out);
    ir_module_free(m);
    return (Str){out.text.at, out.text.len};
}

static void make(Gen *g, size_t i) {
    Arena arena;
    arena_init(&arena, g->ctx);
    g->state = i;
    const Str text = source(g, i, &arena), again = printed_again(g, text, &arena);
    if (text.len && (strstr(text.ptr, "R.ml.tree_ensemble(") || strstr(text.ptr, "R.bitcast(") ||
                     strstr(text.ptr, "R.memory.view("))) {
        arena_fini(&arena); /* it cannot be widened, and runs are compared so */
        return;
    }
    if (!text.len || !again.len) {
        printf("module %zu is refused\n", i);
        g->failed = true;
    } else {
        write_pair(g, i, "same", text, again);
        g->same++;
    }
    for (Kind kind = 0; text.len && kind < KINDS; kind++) {
        for (int k = 0; k < TRIES; k++) {
            const Str mutant = mutate(g, text, kind, &arena);
            if (!mutant.len || !meaning_changed(g, text, mutant)) continue;
            char what[32];
            snprintf(what, sizeof what, "differ-%s", kind_names[kind]);
            write_pair(g, i, what, text, mutant);
            g->mutants[kind]++;
            break;
        }
    }
    arena_fini(&arena);
}

int test_verify_cases(int argc, char **argv) {
    if (argc != 2) return 1;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Gen g = {.ctx = &ctx, .dir = argv[1]};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&g.ops, &table);
        for (size_t i = 0; i < MODULES; i++) make(&g, i);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) g.failed = true;
    ctx_fini(&ctx);
    printf("%zu modules; mutants:", g.same);
    for (Kind kind = 0; kind < KINDS; kind++)
        printf(" %zu %s%s", g.mutants[kind], kind_names[kind], kind + 1 < KINDS ? "," : "\n");
    return g.failed;
}
