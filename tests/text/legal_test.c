/* SPDX-License-Identifier: Apache-2.0 */
/* Legalized modules compute the same:
 *
 *     tenon-test legal --list ITEM [--least N] [--unchecked] ... [--sampled COUNT] FILE.test ...
 *
 * An ITEM is a pass as `tenon opt --passes` takes it: LegalizeOps. The modules are those of the
 * files (text and number tests), each made to return all that its function binds, and COUNT drawn
 * calls of each operator, with symbolic dims, and again loosened: with a symbol of its own for
 * every extent.
 *
 * A module is run before and after each item: as it stands, where the bits must be equal, and with
 * its floats widened to float64 first, where results may differ by 1e-9. Symbolic dims are 4
 * (loosened: as drawn), then 1, 3, 5 and 0, then each another. What does not run before, as the
 * types or the data forbid it, must not run after; what takes too long before need not. A module
 * that an item refuses must be one of whose types too little is known.
 *
 * Every operator must be in some module that was run. One that is made of others must have been
 * replaced by every item, in modules that were run, with symbolic dims of 1, of 3 and of 5 too.
 * --least: how many operators the item before it must replace. --unchecked: of that item, what does
 * not run before may run after, and is only counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "tensor/compare.h"

enum {
    LISTS_MAX = 4,
    DIMS_MAX = 32,
    NAME_MAX_BYTES = 32,
    OPS_MAX = 512,
    DEFAULT_DIM = 4,
    STEPS_MAX = 1 << 18
};

/* What each symbolic dim is in the runs after the first; EACH: 2, 3, 4, 5, 2, ... */
enum { EACH = -1 };
static const int64_t sizes[] = {1, 3, 5, 0, EACH};

typedef struct {
    const char *item;
    unsigned least;
    bool unchecked;
    /* By operator: modules that were run and have fewer calls of it than before; of these, those
     * that were run with symbolic dims of sizes[k]. */
    unsigned replaced[OPS_MAX], sized[ARRAY_LEN(sizes)][OPS_MAX];
    unsigned refused, runs, widened, too_long, both_refuse, only_after;
} List;

typedef struct {
    TnContext *tn;
    Ctx ctx; /* of what is read to be changed */
    OpTable ops;
    List lists[LISTS_MAX];
    size_t n_lists;
    unsigned in_run[OPS_MAX]; /* modules that were run */
    /* Of a loosened call: its symbolic dims, with the values that they have in the call that was
     * drawn. */
    TnDim loose[DIMS_MAX];
    size_t n_loose;
    const char *file;
    Case at;
    unsigned passed, failed, modules, dry;
} Test;

/* A function before and after, and its symbolic dims. */
typedef struct {
    TnModule *before, *after;
    const char *function;
    bool exact;
    size_t n;
    bool sized[ARRAY_LEN(sizes)]; /* it ran with dims of these */
    TnDim dims[DIMS_MAX];
    char names[DIMS_MAX][NAME_MAX_BYTES];
} Pair;

/* p NULL: of no function. */
static void fail(Test *t, const List *list, const Pair *p, const char *what) {
    TnDiag d;
    printf("%s:%u: FAILED: %.*s: %s: ", t->file, t->at.line, (int)t->at.title.len, t->at.title.ptr,
           list->item);
    if (p) printf("%s%s: ", p->function, p->exact ? "" : " in float64");
    for (size_t i = 0; p && i < p->n; i++)
        printf("%s = %lld: ", p->dims[i].name, (long long)p->dims[i].value);
    printf("%s\n", what);
    if (tn_diag_count(t->tn) && tn_diag_get(t->tn, 0, &d) == TN_OK) printf("%s", d.text);
    t->failed++;
}

/* Modules that return all they bind */

static const IrDim *keep_param_symbols(void *user, IrSymbol *s) {
    return s->body ? NULL : ir_dim_symbol(user, s);
}

static bool can_be_compared(const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!can_be_compared(t->fields[i])) return false;
    }
    return t->kind != IR_TYPE_ANY && t->kind != IR_TYPE_CALLABLE;
}

static void return_all(IrModule *m, IrFunction *fn) {
    IrOperandBuf buf;
    uint32_t n = 1;
    ir_operands_init(&buf, &m->scratch);
    const size_t tuple = ir_operands_tuple(&buf);
    ir_operands_copy(&buf, fn->body->result.at);
    for (IrBinding *b = fn->body->first; b; b = b->next) {
        if (!can_be_compared(b->var->type)) continue;
        b->var->is_output = true;
        ir_operands_var(&buf, b->var);
        n++;
    }
    ir_operands_end(&buf, tuple, n);
    ir_body_set_result(fn->body, buf.ops.at, (uint32_t)buf.ops.len);
    fn->result = ir_type_map(m, ir_operand_type(m, fn->body->result.at), keep_param_symbols, m);
}

/* Where functions may call each other they stay. */
static void return_all_of(IrModule *m) {
    IrFunction *only = NULL;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn->body && only) return;
        if (fn->body) only = fn;
    }
    arena_init(&m->scratch, m->ctx);
    if (only) return_all(m, only);
    arena_fini(&m->scratch);
}

static const IrDim *in_a_run(void *user, IrSymbol *s) {
    (void)s;
    return ir_dim_const(user, SAMPLE_SYMBOL);
}

/* A type of the same rank, each dim a symbol of its own of `fn`. NULL: it is of another kind, or
 * there are too many. */
static const IrType *loose_type(Test *t, IrModule *m, const IrType *type, IrFunction *fn) {
    /* Names for as long as the test runs. */
    static char names[DIMS_MAX][8];
    if (type->kind != IR_TYPE_TENSOR || !type->dims) return NULL;
    if (t->n_loose + (size_t)type->ndim > DIMS_MAX) return NULL;
    const IrDim **dims = ARENA_ARRAY(&fn->module->arena, const IrDim *, (size_t)type->ndim + 1);
    for (int32_t i = 0; i < type->ndim; i++, t->n_loose++) {
        char *name = names[t->n_loose];
        const int len = snprintf(name, sizeof names[0], "d%zu", t->n_loose);
        IrSymbol *s = ir_symbol_new(fn, ir_name(fn->module, (Str){name, (size_t)len}), (Loc){0});
        dims[i] = ir_dim_symbol(fn->module, s);
        t->loose[t->n_loose].name = name;
        ir_dim_is_const(ir_dim_map(m, type->dims[i], in_a_run, m), &t->loose[t->n_loose].value);
    }
    return ir_type_tensor(fn->module, dims, type->ndim, type->dtype);
}

/* The call that is all there is in `from`, on parameters of which each extent is a symbol of its
 * own: nothing is known to agree. NULL: it has other operands than tensors. */
static IrModule *loosened(Test *t, IrModule *m, const IrFunction *from) {
    const IrBinding *call = from->body->first;
    t->n_loose = 0;
    if (call->next || call->kind != IR_BIND_CALL || call->n_types) return NULL;
    IrModule *to = ir_module_new(&t->ctx, &t->ops);
    IrFunction *fn = ir_function_new(to, ir_name(to, (Str){"main", 4}));
    IrOperand *operands = ARENA_ARRAY(&to->arena, IrOperand, (size_t)call->operands.n + 1);
    IrVar *y = NULL;
    bool ok = true;
    fn->is_pure = from->is_pure;
    fn->body = ir_body_new(fn, NULL);
    for (size_t i = 0; ok && i < from->params.len; i++) {
        const IrVar *v = from->params.at[i];
        const IrType *type = loose_type(t, m, v->type, fn);
        ok = type != NULL;
        if (!ok) continue;
        ir_define_symbols(type, NULL);
        vec_push(&to->arena, &fn->params, ir_var_new(fn, ir_name(to, str_c(v->name)), type));
    }
    for (uint32_t i = 0; ok && i < call->operands.n; i++) {
        operands[i] = call->operands.at[i];
        operands[i].list = NULL;
        ok = operands[i].kind == IR_OPERAND_NONE || operands[i].kind == IR_OPERAND_TUPLE ||
             operands[i].kind == IR_OPERAND_VAR;
        for (size_t k = 0; ok && operands[i].kind == IR_OPERAND_VAR && k < from->params.len; k++) {
            if (from->params.at[k] == call->operands.at[i].var) operands[i].var = fn->params.at[k];
        }
    }
    IrBuilder b = {.m = to, .fn = fn, .block = ir_block_append(fn->body, false)};
    if (ok && t->n_loose)
        y = ir_build_call(&b, call->op, operands, call->operands.n,
                          (IrCallForm){.attrs = call->attrs}, ir_name(to, (Str){"y", 1}));
    if (!y) {
        ir_module_free(to);
        return NULL;
    }
    const IrOperand result = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    ir_body_set_result(fn->body, &result, 1);
    fn->result = y->type;
    fn->global = ir_global_new(to, fn->name);
    fn->global->function = fn;
    return to;
}

/* The module of the case, or (op not NULL) a drawn call, perhaps loosened, as text; the caller
 * frees it. NULL: it is none. */
static char *module_text(Test *t, Str input, const OpDef *op, uint64_t seed, bool loose) {
    char *volatile text = NULL;
    Boundary boundary;
    CTX_ENTER(&t->ctx, &boundary) {
        diag_begin(&t->ctx);
        IrModule *m =
            op ? ir_module_new(&t->ctx, &t->ops) : ir_text_parse(&t->ctx, &t->ops, "case", input);
        const IrFunction *fn =
            op ? sample_call(m, op, "main", seed, (SampleOptions){.symbolic = true}) : NULL;
        if (op && !fn) BUG("R.%s: a drawn call is refused", op->name);
        t->n_loose = 0;
        if (loose) {
            IrModule *drawn = m;
            m = loosened(t, drawn, fn);
            ir_module_free(drawn);
        }
        if (m) {
            StrBuf out;
            strbuf_init(&out, &m->arena);
            if (!op) return_all_of(m);
            ir_text_print(m, &out);
            text = strdup(strbuf_cstr(&out));
        }
        ir_module_free(m);
    }
    (void)ctx_leave(&t->ctx, &boundary);
    return text;
}

/* Runs */

static TnModule *parse(Test *t, const char *text, size_t len) {
    TnModule *m = NULL;
    return tn_module_parse(t->tn, "case", text, len, &m) == TN_OK ? m : NULL;
}

static bool same_bits(const TnTensorInfo *a, const TnTensorInfo *b) {
    DType t;
    return strcmp(a->dtype, b->dtype) == 0 && dtype_parse(str_c(a->dtype), &t) &&
           tensor_elements_equal(t, a->data, b->data, a->count);
}

static const char *compare(TnRun *want, TnRun *got, bool exact) {
    TnDifference d;
    if (tn_run_compare(want, got, exact ? 0 : 1e-9, exact ? 0 : 1e-9, &d) != TN_OK)
        return d.what ? d.what : "another result";
    TnTensorInfo a, b;
    for (size_t i = 0; exact && tn_run_output(want, i, &a) == TN_OK; i++) {
        if (tn_run_output(got, i, &b) != TN_OK || !same_bits(&a, &b)) return "other bits";
    }
    return NULL;
}

/* Runs both with the dims; whether it ran before. `learns`: the dims are those that the run says it
 * gave a value. */
static bool run_pair(Test *t, List *list, Pair *p, bool learns) {
    TnRun *want = NULL, *got = NULL;
    TnRunOptions o = {TN_SIZED(TnRunOptions), .function = p->function, .dims = p->dims,
                      .n_dims = p->n};
    const TnStatus before = tn_run(p->before, &o, &want);
    if (before == TN_E_INVALID) {
        const bool runs = tn_run(p->after, &o, &got) == TN_OK;
        ++*(runs ? &list->only_after : &list->both_refuse);
        if (runs && !list->unchecked) fail(t, list, p, "it runs, and did not before");
    }
    if (before != TN_OK) {
        tn_run_free(got);
        return false;
    }
    for (const char *s; learns && p->n < DIMS_MAX && (s = tn_run_default_dim(want, p->n, NULL));
         p->n++) {
        snprintf(p->names[p->n], NAME_MAX_BYTES, "%s", s);
        p->dims[p->n] = (TnDim){p->names[p->n], DEFAULT_DIM};
    }
    o.like = want;
    const TnStatus status = tn_run(p->after, &o, &got);
    const char *wrong = status == TN_OK        ? compare(want, got, p->exact)
                        : status == TN_E_LIMIT ? NULL
                                               : "it no longer runs";
    if (wrong)
        fail(t, list, p, wrong);
    else if (got)
        ++*(p->exact ? &list->runs : &list->widened);
    else
        list->too_long++;
    tn_run_free(got);
    tn_run_free(want);
    return true;
}

/* With all the dims; whether it ran. */
static bool run_function(Test *t, List *list, Pair *p) {
    if (t->n_loose) {
        p->n = t->n_loose;
        memcpy(p->dims, t->loose, sizeof t->loose);
    }
    if (!run_pair(t, list, p, p->n == 0)) return false;
    for (size_t k = 0; p->n && k < ARRAY_LEN(sizes); k++) {
        for (size_t i = 0; i < p->n; i++)
            p->dims[i].value = sizes[k] == EACH ? (int64_t)(i % 4) + 2 : sizes[k];
        p->sized[k] = run_pair(t, list, p, false);
    }
    return true;
}

/* Whether some function ran; `sized`: and with dims of which sizes. */
static bool run_functions(Test *t, List *list, TnModule *before, TnModule *after, bool exact,
                          bool *sized) {
    bool ran = false;
    TnFunctionInfo f;
    for (size_t i = 0;
         i < tn_module_function_count(before) && tn_module_function(before, i, &f) == TN_OK; i++) {
        if (f.is_prim_func || f.is_private) continue;
        Pair p = {.before = before, .after = after, .function = f.name, .exact = exact};
        ran |= run_function(t, list, &p);
        for (size_t k = 0; k < ARRAY_LEN(sizes); k++) sized[k] |= p.sized[k];
    }
    return ran;
}

/* Cases */

static void count_ops(const Test *t, TnModule *m, unsigned *counts) {
    TnOpCount rows[OPS_MAX];
    size_t n = 0;
    memset(counts, 0, OPS_MAX * sizeof *counts);
    if (tn_module_op_counts(m, NULL, rows, OPS_MAX, &n) != TN_OK) return;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < t->ops.n; k++) {
            if (strcmp(t->ops.ops[k]->name, rows[i].name) == 0) counts[k] = (unsigned)rows[i].count;
        }
    }
}

/* Or it is about strings, which loops do not have. */
static bool too_little_is_known(const Test *t) {
    TnDiag d;
    bool all = tn_diag_count(t->tn) > 0;
    for (size_t i = 0; i < tn_diag_count(t->tn) && tn_diag_get(t->tn, i, &d) == TN_OK; i++) {
        all = all && d.found &&
              (strstr(d.found, "is not known") || strstr(d.found, "it is of strings"));
    }
    return all;
}

static void try_list(Test *t, List *list, const char *text, size_t len) {
    unsigned before_counts[OPS_MAX], after_counts[OPS_MAX];
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1};
    const unsigned failed = t->failed;
    for (int wide = 0; wide < 2; wide++) {
        TnModule *before = parse(t, text, len), *after = parse(t, text, len);
        const bool widens = !wide || (tn_module_run_pass(before, "WidenFloats") == TN_OK &&
                                      tn_module_run_pass(after, "WidenFloats") == TN_OK);
        count_ops(t, before, before_counts);
        if (!widens) {
            /* Nothing to compare. */
        } else if (tn_module_run_passes(after, &list->item, 1, &options) != TN_OK) {
            list->refused += !wide;
            if (!too_little_is_known(t)) fail(t, list, NULL, "refused");
        } else {
            count_ops(t, after, after_counts);
            bool sized[ARRAY_LEN(sizes)] = {false};
            const bool ran = run_functions(t, list, before, after, !wide, sized);
            t->dry += !ran && !wide;
            for (size_t i = 0; ran && !wide && i < t->ops.n; i++) {
                const bool replaced = after_counts[i] < before_counts[i];
                t->in_run[i] += before_counts[i] > 0;
                list->replaced[i] += replaced;
                for (size_t k = 0; k < ARRAY_LEN(sizes); k++)
                    list->sized[k][i] += replaced && sized[k];
            }
        }
        tn_module_free(after);
        tn_module_free(before);
    }
    t->passed += t->failed == failed;
}

/* Frees the text; NULL: no module, and its errors are another test's. */
static void try_text(Test *t, char *own_text) {
    if (!own_text) return;
    t->modules++;
    for (size_t i = 0; i < t->n_lists; i++) try_list(t, &t->lists[i], own_text, strlen(own_text));
    free(own_text);
}

static bool check_counts(Test *t) {
    const unsigned failed = t->failed;
    for (size_t i = 0; i < t->ops.n; i++) {
        if (t->in_run[i] || t->ops.ops[i]->host == OP_HOST_MACHINE) continue;
        printf("FAILED: R.%s is in no module that was run\n", t->ops.ops[i]->name);
        t->failed++;
    }
    for (size_t k = 0; k < t->n_lists; k++) {
        const List *list = &t->lists[k];
        unsigned n = 0, by_size[ARRAY_LEN(sizes)] = {0};
        for (size_t i = 0; i < t->ops.n; i++) {
            n += list->replaced[i] > 0;
            if (ir_op_is_core(t->ops.ops[i])) continue;
            if (!list->replaced[i]) {
                printf("FAILED: %s: R.%s was never replaced and run\n", list->item,
                       t->ops.ops[i]->name);
                t->failed++;
            }
            for (size_t s = 0; s < ARRAY_LEN(sizes); s++) {
                by_size[s] += list->sized[s][i];
                if (list->sized[s][i] || sizes[s] < 1) continue;
                printf("FAILED: %s: R.%s was never run with symbolic dims of %lld\n", list->item,
                       t->ops.ops[i]->name, (long long)sizes[s]);
                t->failed++;
            }
        }
        printf("%s: %u operators replaced, %u runs equal to the bit, %u in float64, "
               "%u refused before and after, %u only before, %u too long, %u modules refused by "
               "the pass\n",
               list->item, n, list->runs, list->widened, list->both_refuse, list->only_after,
               list->too_long, list->refused);
        printf("  modules with composites, run with symbolic dims of 1: %u, 3: %u, 5: %u, 0: %u, "
               "each another: %u\n",
               by_size[0], by_size[1], by_size[2], by_size[3], by_size[4]);
        if (n >= list->least) continue;
        printf("FAILED: %s: %u operators replaced, fewer than %u\n", list->item, n, list->least);
        t->failed++;
    }
    return t->failed == failed;
}

static char *read_text(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*len + 1);
    if (text && fread(text, 1, *len, f) != *len) *len = 0;
    fclose(f);
    return text;
}

static void try_file(Test *t, const char *path) {
    size_t len = 0;
    char *text = read_text(path, &len);
    Cases cases;
    t->file = path;
    t->failed += !text;
    cases_init(&cases, (Str){text, text ? len : 0});
    while (cases_next(&cases, &t->at)) try_text(t, module_text(t, t->at.input, NULL, 0, false));
    free(text);
}

static void try_sampled(Test *t, unsigned count) {
    t->file = "seed";
    for (size_t i = 0; i < t->ops.n; i++) {
        const OpDef *op = t->ops.ops[i];
        for (unsigned seed = 1; op->sample && seed <= count; seed++) {
            t->at = (Case){.title = {op->name, strlen(op->name)}, .line = seed};
            try_text(t, module_text(t, t->at.input, op, seed, false));
            try_text(t, module_text(t, t->at.input, op, seed, true));
        }
    }
}

int test_legal(int argc, char **argv) {
    static Test test;
    Test *t = &test;
    Arena table;
    const TnOptions options = {TN_SIZED(TnOptions), .limits.steps = STEPS_MAX};
    if (tn_context_new(&options, &t->tn) != TN_OK) return 1;
    ctx_init(&t->ctx, allocator_libc(), io_libc());
    arena_init(&table, &t->ctx);
    ops_table_init(&t->ops, &table);
    BUG_IF(t->ops.n > OPS_MAX);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--list") && i + 1 < argc && t->n_lists < LISTS_MAX)
            t->lists[t->n_lists++].item = argv[++i];
        else if (!strcmp(argv[i], "--least") && i + 1 < argc && t->n_lists)
            t->lists[t->n_lists - 1].least = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--unchecked") && t->n_lists)
            t->lists[t->n_lists - 1].unchecked = true;
        else if (!strcmp(argv[i], "--sampled") && i + 1 < argc)
            try_sampled(t, (unsigned)atoi(argv[++i]));
        else
            try_file(t, argv[i]);
    }
    t->passed += check_counts(t);
    printf("%u modules; %u not run\n", t->modules, t->dry);
    arena_fini(&table);
    ctx_fini(&t->ctx);
    tn_context_free(t->tn);
    printf("%u passed, %u failed\n", t->passed, t->failed);
    return t->failed != 0;
}
