/* SPDX-License-Identifier: Apache-2.0 */
/* The attribute of a function that makes a step of training, by which code that is kept knows what
 * its parameters and results are: a dict with these keys. */
#ifndef TENON_BACKEND_TRAINING_H
#define TENON_BACKEND_TRAINING_H

#define TRAINING_ATTR "training"

#define TRAINING_AVERAGE "average" /* bool: the last list of the state is a moving average */
#define TRAINING_BEGIN "begin"     /* the function that gives the weights to begin with */
/* What becomes of the rows of a table: a list of seven texts each (input, column, kind, missing,
 * shift, scale, category; docs/train.md, "Tables"), the input of the target being empty. Only where
 * the model says it. */
#define TRAINING_DATA "data"
#define TRAINING_DATA_FIELDS 7
#define TRAINING_MODEL "model"       /* a text that says which model it is, and how it is trained */
#define TRAINING_OF "of"             /* the function that is trained */
#define TRAINING_RATE "rate"         /* of learning, before the schedule */
#define TRAINING_SCHEDULE "schedule" /* its name, */
#define TRAINING_SEED "seed"         /* int, only where the state has one: the first */
#define TRAINING_STEPS "steps"       /* int: of the schedule; */
#define TRAINING_TRAINED "trained"   /* ints: which weights */
#define TRAINING_VALUES "values"     /* and the schedule's values */

#endif
