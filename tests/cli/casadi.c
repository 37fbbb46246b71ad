/* SPDX-License-Identifier: Apache-2.0 */
/* An importer of CasADi's external functions as its user guide describes them: loads F and jac_F
 * from a library, reads what they say of themselves, and holds the Jacobian against differences.
 *
 *     casadi LIBRARY F */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long casadi_int;
typedef struct {
    casadi_int n_in, n_out;
    const char *in_names[8], *out_names[16];
    const casadi_int *in[8], *out[16];
    casadi_int sz_arg, sz_res, sz_iw, sz_w;
    int (*eval)(const double **, double **, casadi_int *, double *, int);
} Function;

static void *library;

static void *symbol(const char *f, const char *suffix) {
    char name[256];
    snprintf(name, sizeof name, "%s%s", f, suffix);
    return dlsym(library, name);
}

#define CALL(type, f, suffix) (*(type *)(void *)&(void *[]){symbol(f, suffix)})

static casadi_int elements(const casadi_int *s) {
    const int dense = s[2] == 1 && s[1] > 0;
    return dense ? s[0] * s[1] : s[2 + s[1]]; /* colind[columns] */
}

static int load(const char *f, Function *out) {
    typedef casadi_int (*Count)(void);
    typedef const char *(*Name)(casadi_int);
    typedef const casadi_int *(*Sparsity)(casadi_int);
    typedef int (*Work)(casadi_int *, casadi_int *, casadi_int *, casadi_int *);
    if (!symbol(f, "") || !symbol(f, "_work") || !symbol(f, "_n_in")) return 1;
    out->n_in = CALL(Count, f, "_n_in")();
    out->n_out = CALL(Count, f, "_n_out")();
    if (out->n_in > 8 || out->n_out > 16) return 1;
    for (casadi_int i = 0; i < out->n_in; i++) {
        out->in_names[i] = CALL(Name, f, "_name_in")(i);
        out->in[i] = CALL(Sparsity, f, "_sparsity_in")(i);
        if (!out->in_names[i] || !out->in[i]) return 1;
    }
    for (casadi_int i = 0; i < out->n_out; i++) {
        out->out_names[i] = CALL(Name, f, "_name_out")(i);
        out->out[i] = CALL(Sparsity, f, "_sparsity_out")(i);
        if (!out->out_names[i] || !out->out[i]) return 1;
    }
    if (CALL(Work, f, "_work")(&out->sz_arg, &out->sz_res, &out->sz_iw, &out->sz_w)) return 1;
    *(void **)(void *)&out->eval = symbol(f, "");
    return out->sz_arg < out->n_in || out->sz_res < out->n_out;
}

/* With memory of just the sizes that it asks for. */
static int run(const Function *f, double **in, double **out) {
    const double **arg = malloc((size_t)(f->sz_arg + 1) * sizeof *arg);
    double **res = malloc((size_t)(f->sz_res + 1) * sizeof *res);
    double *w = malloc((size_t)f->sz_w * sizeof *w);
    for (casadi_int i = 0; i < f->n_in; i++) arg[i] = in[i];
    for (casadi_int i = 0; i < f->n_out; i++) res[i] = out[i];
    const int error = f->eval(arg, res, NULL, w, 0);
    free(arg);
    free(res);
    free(w);
    return error;
}

static void describe(const char *name, const casadi_int *s) {
    printf(" %s[%lldx%lld,%lldnz]", name, s[0], s[1], elements(s));
}

int main(int argc, char **argv) {
    Function f, jac;
    double *in[16] = {NULL}, *out[16], *up[16], *down[16], *blocks[16], furthest = 0;
    char name[256];
    if (argc < 3 || !(library = dlopen(argv[1], RTLD_NOW))) return 1;
    snprintf(name, sizeof name, "jac_%s", argv[2]);
    if (load(argv[2], &f) || load(name, &jac)) return 1;
    if (jac.n_in != f.n_in + f.n_out || jac.n_out != f.n_in * f.n_out) return 1;
    for (casadi_int i = 0; i < f.n_in; i++) {
        describe(f.in_names[i], f.in[i]);
        in[i] = malloc((size_t)elements(f.in[i]) * sizeof(double));
        for (casadi_int k = 0; k < elements(f.in[i]); k++) in[i][k] = sin((double)(3 * i + k + 1));
    }
    printf(" ->");
    for (casadi_int i = 0; i < f.n_out; i++) {
        const size_t bytes = (size_t)elements(f.out[i]) * sizeof(double);
        describe(f.out_names[i], f.out[i]);
        out[i] = malloc(bytes), up[i] = malloc(bytes), down[i] = malloc(bytes);
    }
    printf("\n");
    for (casadi_int i = 0; i < jac.n_out; i++)
        blocks[i] = malloc((size_t)(elements(jac.out[i]) + 1) * sizeof(double));
    if (run(&f, in, out) || run(&jac, in, blocks)) return 1;
    for (casadi_int x = 0; x < f.n_in; x++) {
        for (casadi_int k = 0; k < elements(f.in[x]); k++) {
            const double at = in[x][k], h = 1e-6;
            in[x][k] = at + h;
            if (run(&f, in, up)) return 1;
            in[x][k] = at - h;
            if (run(&f, in, down)) return 1;
            in[x][k] = at;
            for (casadi_int y = 0; y < f.n_out; y++) {
                const casadi_int i = y * f.n_in + x, rows = jac.out[i][0];
                if (rows != elements(f.out[y]) || jac.out[i][1] != elements(f.in[x])) return 1;
                if (!elements(jac.out[i])) continue;
                for (casadi_int r = 0; r < rows; r++)
                    furthest = fmax(furthest, fabs(blocks[i][k * rows + r] -
                                                   (up[y][r] - down[y][r]) / (2 * h)));
            }
        }
    }
    /* nothing given is zero; nothing wanted is left */
    double *none[16] = {NULL}, *zeros[16];
    for (casadi_int i = 0; i < f.n_in; i++)
        zeros[i] = calloc((size_t)elements(f.in[i]), sizeof(double));
    if (run(&f, none, up) || run(&f, zeros, down) || run(&f, in, none)) return 1;
    for (casadi_int y = 0; y < f.n_out; y++) {
        if (memcmp(up[y], down[y], (size_t)elements(f.out[y]) * sizeof(double))) return 1;
    }
    printf("Jacobian: %.1e from differences\n", furthest);
    return !(furthest < 1e-7);
}
