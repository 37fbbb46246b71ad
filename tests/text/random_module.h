/* SPDX-License-Identifier: Apache-2.0 */
/* Modules drawn from a seed, as text, for tests of passes: values with several names, equal ones,
 * dead ones, tuples and their fields, constants, casts, dataflow blocks, branches, nested
 * functions, calls, extents 0, 1 and n. */
#ifndef TENON_TESTS_RANDOM_MODULE_H
#define TENON_TESTS_RANDOM_MODULE_H

#include <stdint.h>
#include <stdio.h>

enum { RANDOM_VARS = 512, RANDOM_KINDS = 4, RANDOM_DEPTH = 3 };

typedef struct {
    FILE *out;
    uint64_t state;
    int n_names, indent;
    struct {
        int name, kind;
    } vars[RANDOM_VARS]; /* those in scope */
    int n_vars;
    int depth;
} RandomModule;

static const char *const random_dims[RANDOM_KINDS] = {"(n, 3)", "(1, 3)", "(0, 3)", "(3,)"};
static const char *const random_param_dims[RANDOM_KINDS] = {"(\"n\", 3)", "(1, 3)", "(0, 3)",
                                                            "(3,)"};

static int random_below(RandomModule *r, int n) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (int)(r->state * 0x2545f4914f6cdd1du >> 33) % n;
}

static int random_var(RandomModule *r) { return random_below(r, r->n_vars); }

/* One of that kind; each kind has a parameter, so there is one. */
static int random_var_of(RandomModule *r, int kind) {
    int v = random_var(r);
    while (r->vars[v].kind != kind) v = (v + 1) % r->n_vars;
    return r->vars[v].name;
}

static int random_bind(RandomModule *r, int name, int kind) {
    r->vars[r->n_vars].name = name;
    r->vars[r->n_vars++].kind = kind;
    return name;
}

static void random_start(RandomModule *r) { fprintf(r->out, "%*s", r->indent, ""); }

/* A binding of few forms, so that equal ones come often. */
static void random_simple(RandomModule *r) {
    static const char *const unary[] = {"exp", "negative", "tanh", "abs"};
    static const char *const binary[] = {"add", "multiply", "maximum"};
    static const char *const constants[] = {"0.0", "-0.0", "1.5", "\"nan\""};
    const int x = random_var(r), kind = r->vars[x].kind, a = r->vars[x].name, name = r->n_names++;
    const int other = random_below(r, 2) ? kind : 3; /* of kind 3 it broadcasts */
    random_start(r);
    fprintf(r->out, "v%d = ", name);
    switch (random_below(r, 8)) {
    case 0:
    case 1: fprintf(r->out, "R.%s(v%d)\n", unary[random_below(r, 4)], a); break;
    case 2:
    case 3:
        fprintf(r->out, "R.%s(v%d, v%d)\n", binary[random_below(r, 3)], a, random_var_of(r, other));
        break;
    case 4:
        fprintf(r->out, "R.add(v%d, R.const(%s, \"float32\"))\n", a, constants[random_below(r, 4)]);
        break;
    case 5: fprintf(r->out, "v%d\n", a); break;
    case 6:
        fprintf(r->out, "R.match_cast(v%d, R.Tensor(%s, \"float32\"))\n", a, random_dims[kind]);
        break;
    default:
        fprintf(r->out, "((v%d, v%d), R.const(2.0, \"float32\"))[0][%d]\n", a,
                random_var_of(r, kind), random_below(r, 2));
        break;
    }
    random_bind(r, name, kind);
}

static void random_tuple(RandomModule *r) {
    const int a = random_var(r), b = random_var(r), t = r->n_names++, k = random_below(r, 2),
              f = r->n_names++;
    random_start(r);
    fprintf(r->out, "v%d = (v%d, v%d)\n", t, r->vars[a].name, r->vars[b].name);
    random_start(r);
    fprintf(r->out, "v%d = v%d[%d]\n", f, t, k);
    random_bind(r, f, r->vars[k ? b : a].kind);
}

static void random_dataflow(RandomModule *r) {
    const int before = r->n_vars, n = 1 + random_below(r, 6);
    random_start(r);
    fprintf(r->out, "with R.dataflow():\n");
    r->indent += 4;
    for (int i = 0; i < n; i++) random_below(r, 5) ? random_simple(r) : random_tuple(r);
    int kept = before;
    random_start(r);
    fprintf(r->out, "R.output(");
    for (int i = before; i < r->n_vars; i++) {
        if (random_below(r, 2)) continue;
        fprintf(r->out, "%sv%d", kept > before ? ", " : "", r->vars[i].name);
        r->vars[kept++] = r->vars[i];
    }
    fprintf(r->out, ")\n");
    r->n_vars = kept;
    r->indent -= 4;
}

static void random_body(RandomModule *r, int n);

static void random_if(RandomModule *r) {
    const int kind = random_below(r, RANDOM_KINDS), name = r->n_names++;
    for (int branch = 0; branch < 2; branch++) {
        const int before = r->n_vars;
        random_start(r);
        fprintf(r->out, branch ? "else:\n" : "if c%d:\n", random_below(r, 2));
        r->indent += 4;
        random_body(r, 1 + random_below(r, 4));
        random_start(r);
        fprintf(r->out, "v%d = v%d\n", name, random_var_of(r, kind));
        r->indent -= 4;
        r->n_vars = before;
    }
    random_bind(r, name, kind);
}

static void random_function(RandomModule *r) {
    const int before = r->n_vars, kind = random_below(r, RANDOM_KINDS), f = r->n_names++,
              p = r->n_names++;
    const int result = r->n_names++;
    random_start(r);
    fprintf(r->out, "@R.function\n");
    random_start(r);
    fprintf(r->out, "def f%d(v%d: R.Tensor(%s, \"float32\")):\n", f, p, random_dims[kind]);
    r->indent += 4;
    random_bind(r, p, kind);
    random_body(r, 1 + random_below(r, 4));
    random_start(r);
    fprintf(r->out, "return v%d\n", random_var_of(r, kind));
    r->indent -= 4;
    r->n_vars = before;
    random_start(r);
    fprintf(r->out, "v%d = f%d(v%d)\n", result, f, random_var_of(r, kind));
    random_bind(r, result, kind);
}

static void random_body(RandomModule *r, int n) {
    r->depth++;
    for (int i = 0; i < n && r->n_vars < RANDOM_VARS - 64; i++) {
        const int what = random_below(r, 12), deep = r->depth > RANDOM_DEPTH;
        if (what == 0 && !deep)
            random_if(r);
        else if (what == 1 && !deep)
            random_function(r);
        else if (what < 4)
            random_dataflow(r);
        else if (what == 4)
            random_tuple(r);
        else
            random_simple(r);
    }
    r->depth--;
}

/* The function main, at most some 60 bindings. */
static void random_module(FILE *out, uint64_t seed) {
    RandomModule r = {.out = out, .state = seed * 0x9e3779b97f4a7c15u + 1, .indent = 4};
    fprintf(out, "@R.function\ndef main(");
    for (int i = 0; i < RANDOM_KINDS; i++) {
        fprintf(out, "v%d: R.Tensor(%s, \"float32\"), ", i, random_param_dims[i]);
        random_bind(&r, r.n_names++, i);
    }
    fprintf(out, "c0: R.Tensor((), \"bool\"), c1: R.Tensor((), \"bool\")):\n    n = T.int64()\n");
    random_body(&r, 1 + random_below(&r, 20));
    const int n = 1 + random_below(&r, 4);
    fprintf(out, "    return (");
    for (int i = 0; i < n; i++) fprintf(out, "v%d, ", r.vars[random_var(&r)].name);
    fprintf(out, ")\n");
}

#endif
