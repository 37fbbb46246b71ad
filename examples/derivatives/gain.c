/* SPDX-License-Identifier: Apache-2.0 */
/* A controller's gain: how each action depends on each part of the state, for a linear analysis.
 *
 *     tenon compile policy.py -o policy.o --with jacobian --wrt state
 *     cc gain.c policy.o -lm -o gain
 *
 * Prints how far it is from differences. */
#include <math.h>
#include <stdio.h>

#include "policy.h"

enum { STATES = 3, ACTIONS = 2, HIDDEN = 8 };

static double arena[4096], w1[HIDDEN * STATES], w2[ACTIONS * HIDDEN];

static int control(const double *state, double *action) {
    const policy_control_in in = {.state = state, .w1 = w1, .w2 = w2};
    policy_control_out out = {.out_0 = action};
    return policy_control_run(&in, &out, arena);
}

int main(void) {
    const double h = 1e-5;
    double state[STATES] = {0.5, -0.25, 0.125}, action[ACTIONS], gain[ACTIONS][STATES];
    double up[ACTIONS], down[ACTIONS], furthest = 0;
    if (policy_init(NULL, 0)) return 1;
    for (int i = 0; i < HIDDEN * STATES; i++) w1[i] = sin(i + 1);
    for (int i = 0; i < ACTIONS * HIDDEN; i++) w2[i] = cos(2 * i);
    const policy_control_jacobian_in in = {.state = state, .w1 = w1, .w2 = w2};
    policy_control_jacobian_out out = {.action = action, .action_state_jacobian = gain[0]};
    if (policy_control_jacobian_run(&in, &out, arena)) return 1;
    for (int i = 0; i < STATES; i++) {
        const double at = state[i];
        state[i] = at + h;
        if (control(state, up)) return 1;
        state[i] = at - h;
        if (control(state, down)) return 1;
        state[i] = at;
        for (int k = 0; k < ACTIONS; k++)
            furthest = fmax(furthest, fabs(gain[k][i] - (up[k] - down[k]) / (2 * h)));
    }
    printf("gain: %.1e from differences of the actions\n", furthest);
    return !(furthest < 1e-8);
}
