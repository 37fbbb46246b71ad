/* SPDX-License-Identifier: Apache-2.0 */
/* What AppendLoss and TrainStep share. */
#ifndef TENON_PASSES_TRAINING_PARTS_H
#define TENON_PASSES_TRAINING_PARTS_H

#include "ir/clone.h"
#include "passes/passes.h"
#include "passes/training.h"

/* A new one, base_suffix or with a number. */
IrGlobal *training_global(IrModule *m, const char *base, const char *suffix);
/* Adds the parameters `targets` and `weights`, and the bindings of the loss; the result stays as it
 * is. NULL after a report. */
IrVar *append_loss(IrFunction *fn, const LossOptions *o);
/* From the first values of the two passes, in the order of their options. */
LossOptions loss_options(const PassValue *values);
enum { LOSS_OPTIONS = 7 };

#endif
