/* SPDX-License-Identifier: Apache-2.0 */
/* Forces of a potential, and what they do when particles move: the gradient and Hessian-vector
 * products that stand beside the energy in what was compiled.
 *
 *     tenon compile potential.py -o potential.o --with vjp,hvp --wrt x
 *     cc forces.c potential.o -lm -o forces
 *
 * Prints how far both are from differences of the energy and of the forces. */
#include <math.h>
#include <stdio.h>

#include "potential.h"

enum { N = 12 };

static double arena[4096];
static double home[N] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, k = 0.5;

/* The energy; force: its negative gradient. */
static double energy(const double *x, double *force) {
    const double one = 1; /* the adjoint of the energy */
    double e, gradient[N];
    const potential_energy_vjp_in in = {.x = x, .home = home, .k = &k, .e_adjoint = &one};
    potential_energy_vjp_out out = {.e = &e, .x_adjoint = gradient};
    if (potential_energy_vjp_run(&in, &out, arena)) return NAN;
    for (int i = 0; i < N; i++) force[i] = -gradient[i];
    return e;
}

/* How fast the forces change when the particles move by v. */
static int change(const double *x, const double *v, double *out) {
    double e, gradient[N], hv[N];
    const potential_energy_hvp_in in = {.x = x, .home = home, .k = &k, .x_tangent = v};
    potential_energy_hvp_out all = {.e = &e, .x_adjoint = gradient, .x_hvp = hv};
    const int error = potential_energy_hvp_run(&in, &all, arena);
    for (int i = 0; i < N; i++) out[i] = -hv[i];
    return error;
}

int main(void) {
    const double h = 1e-5;
    double x[N], v[N], up[N], down[N], force[N], ahead[N], behind[N], slope[N];
    double work = 0, furthest = 0;
    if (potential_init(NULL, 0)) return 1;
    for (int i = 0; i < N; i++) {
        x[i] = home[i] + 0.3 * sin(i + 1);
        v[i] = cos(3 * i);
        up[i] = x[i] + h * v[i];
        down[i] = x[i] - h * v[i];
    }
    energy(x, force);
    const double difference = (energy(up, ahead) - energy(down, behind)) / (2 * h);
    for (int i = 0; i < N; i++) work -= force[i] * v[i];
    if (change(x, v, slope)) return 1;
    for (int i = 0; i < N; i++)
        furthest = fmax(furthest, fabs(slope[i] - (ahead[i] - behind[i]) / (2 * h)));
    printf("force: %.1e from the energy's differences; its change: %.1e from the force's\n",
           fabs(work - difference), furthest);
    return !(fabs(work - difference) < 1e-8 && furthest < 1e-8);
}
