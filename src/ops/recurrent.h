/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of nn.rnn, nn.gru and nn.lstm share: recurrent.c types the calls and wires a scan
 * for each direction, recurrent_cell.c writes one step of each cell. */
#ifndef TENON_OPS_RECURRENT_H
#define TENON_OPS_RECURRENT_H

#include "ops/decompose.h"

typedef struct Step Step;

/* A row for each operator. */
typedef struct {
    uint32_t n_gates;               /* how often `hidden` stands in w and r */
    uint32_t n_functions;           /* activations of one direction */
    const char *const *activations; /* their defaults */
    bool has_cell;                  /* a second carry, c */
    /* h and c after the step from those before it. */
    void (*step)(Step *step);
} RecurrentCell;

extern const RecurrentCell recurrent_rnn, recurrent_gru, recurrent_lstm;

/* An activation function, by name: whether it has an alpha and a beta, and their defaults. */
typedef struct {
    const char *name;
    bool has_alpha, has_beta;
    double alpha, beta;
    IrOperand (*apply)(OpDecompose *call, IrOperand x, double alpha, double beta);
} Activation;

const Activation *activation_find(const char *name);

/* An activation with the alpha and beta of the call. */
typedef struct {
    const Activation *function;
    double alpha, beta;
} Activate;

enum { RECURRENT_FUNCTIONS_MAX = 6, RECURRENT_CAPTURES_MAX = 8 };

/* One step under construction. All operands belong to the nested function `inner`. */
struct Step {
    OpDecompose *inner;
    const RecurrentCell *cell;
    const Activate *functions; /* of this direction */
    IrOperand h, c;            /* before the step, then after it: (batch, hidden) */
    IrOperand x;    /* the input's part of the gates, biases included: (batch, gates * hidden) */
    IrOperand r[3]; /* the recurrence's weights: (hidden, gates * hidden), or one for each gate */
    IrOperand rb;   /* gru with linear_before_reset: its biases; kind NONE: there is none */
    IrOperand p;    /* lstm: peepholes (3 * hidden); kind NONE: there are none */
};

#endif
