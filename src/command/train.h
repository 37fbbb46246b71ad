/* SPDX-License-Identifier: Apache-2.0 */
/* What `tenon train` tells while it runs: a line of progress, a log, a plot. */
#ifndef TENON_COMMAND_TRAIN_H
#define TENON_COMMAND_TRAIN_H

#include "command/command.h"

typedef struct {
    double at, value; /* the step */
} TrainPoint;

typedef struct {
    TrainPoint *at;
    size_t n, cap;
    double stride; /* of the steps that have a point */
} TrainCurve;

typedef struct {
    TnTrainer *trainer;
    TnTrainPlan plan;
    char metric[32];
    bool quiet, is_terminal, is_shown;
    double start, shown; /* seconds */
    int64_t first;       /* steps that a resumed run had made */
    double rows, train_loss;
    TnTrainEvent last;
    FILE *log; /* NULL: none */
    TrainCurve losses, val_losses, metrics;
} TrainReport;

/* By a clock that only rises. */
double report_seconds(void);
/* Says what is to be trained. */
void report_train_begin(TrainReport *self, TnTrainer *trainer, bool quiet);
/* path NULL: there is no log. goes_on: its lines are put behind those that are there. False after a
 * report. */
bool report_train_log(TrainReport *self, Session *session, const char *path, bool goes_on);
void report_train_event(TrainReport *self, const TnTrainEvent *e);
/* Where there are no more steps for another reason than that all are made: which. */
void report_train_done(TrainReport *self, const TnTrainEvent *e);
void report_train_end_line(TrainReport *self);
void report_train_plot(TrainReport *self, Session *session, const char *path);
void report_train_end(TrainReport *self);

#endif
