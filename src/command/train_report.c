/* SPDX-License-Identifier: Apache-2.0 */
/* On a terminal one line that is written over, elsewhere a line for each epoch; a log in lines of
 * JSON; curves as SVG, of at most so many points, however many steps there are. */
#include "command/train.h"
#include "command/clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POINTS_MAX = 1024 };
static const double SHOW_SECONDS = 0.1;

double report_seconds(void) { return clock_ms() * 1e-3; }

/* Where it is full, every other point goes. */
static void add_point(TrainCurve *c, double at, double value) {
    if (!c->at) {
        c->at = malloc(POINTS_MAX * sizeof *c->at);
        c->stride = 1;
    }
    if (!c->at || !isfinite(value)) return;
    if (c->n && at < c->at[c->n - 1].at + c->stride) return;
    if (c->n == POINTS_MAX) {
        for (size_t i = 0; 2 * i < c->n; i++) c->at[i] = c->at[2 * i];
        c->n /= 2;
        c->stride *= 2;
    }
    c->at[c->n++] = (TrainPoint){at, value};
}

void report_train_begin(TrainReport *self, TnTrainer *trainer, bool quiet) {
    TnTrainEvent e;
    *self = (TrainReport){.trainer = trainer, .quiet = quiet, .is_terminal = isatty(STDERR_FILENO)};
    (void)tn_trainer_plan(trainer, &self->plan); /* neither can fail */
    (void)tn_trainer_position(trainer, &e);
    snprintf(self->metric, sizeof self->metric, "%s", self->plan.metric);
    self->first = e.step;
    self->last = e;
    self->start = report_seconds();
    if (quiet) return;
    const TnTrainPlan *p = &self->plan;
    fprintf(
        stderr,
        "tenon train: %zu of %zu parameters, %lld rows, %lld for validation, batches of %lld; %s, %s; %lld steps",
        p->trained, p->parameters, (long long)p->train_rows, (long long)p->val_rows,
        (long long)p->batch, p->loss, p->optimizer, (long long)p->steps);
    if (e.step) fprintf(stderr, ", %lld of them made", (long long)e.step);
    fputc('\n', stderr);
    TnTrainMemory m;
    if (tn_trainer_memory(trainer, &m) == TN_OK) {
        fprintf(stderr, "tenon train: %.1f MB: weights %.1f, state %.1f, rows %.1f, values %.1f",
                (double)m.total * 1e-6, (double)m.weights * 1e-6, (double)m.state * 1e-6,
                (double)m.batches * 1e-6, (double)m.values * 1e-6);
        if (m.parts)
            fprintf(stderr, "; %lld of %lld parts of the forward pass are computed again",
                    (long long)m.parts - 1, (long long)m.parts);
        fputc('\n', stderr);
    }
    const char *remark = tn_trainer_remark(trainer);
    if (remark) fprintf(stderr, "tenon train: %s\n", remark);
}

bool report_train_log(TrainReport *self, Session *session, const char *path, bool goes_on) {
    if (!path) return true;
    self->log = fopen(path, goes_on ? "ae" : "we");
    if (self->log) return true;
    session_error(session, EXIT_IO, NULL, "cannot write '%s': %s", path, strerror(errno));
    return false;
}

/* null where it is no number of JSON's. */
static void put_number(FILE *f, const char *name, double v) {
    if (isfinite(v))
        fprintf(f, ", \"%s\": %.9g", name, v);
    else
        fprintf(f, ", \"%s\": null", name);
}

static void log_event(TrainReport *self, const TnTrainEvent *e) {
    fprintf(self->log, "{\"step\": %lld, \"epoch\": %lld", (long long)e->step, (long long)e->epoch);
    put_number(self->log, "loss", e->loss);
    put_number(self->log, "lr", e->rate);
    put_number(self->log, "seconds", report_seconds() - self->start);
    put_number(self->log, "waited", tn_trainer_waited(self->trainer));
    if (e->epoch_ended) put_number(self->log, "train_loss", e->train_loss);
    if (e->evaluated) {
        put_number(self->log, "val_loss", e->val_loss);
        /* a key stands once */
        if (strcmp(self->metric, "loss") != 0) put_number(self->log, self->metric, e->metric);
    }
    fputs("}\n", self->log);
    fflush(self->log);
}

static void show(TrainReport *self, const TnTrainEvent *e) {
    const double elapsed = report_seconds() - self->start;
    const double made = (double)(e->step - self->first);
    const double left = made > 0 ? elapsed / made * (double)(self->plan.steps - e->step) : 0;
    fprintf(stderr, "%sepoch %lld/%lld, step %lld/%lld: loss %.4g",
            self->is_terminal ? "\r\033[K" : "", (long long)e->epoch + 1,
            (long long)self->plan.epochs, (long long)e->step, (long long)self->plan.steps,
            e->epoch_ended ? e->train_loss : e->loss);
    if (e->evaluated) fprintf(stderr, ", validation loss %.4g", e->val_loss);
    if (e->evaluated && strcmp(self->metric, "loss") != 0)
        fprintf(stderr, ", %s %.4g", self->metric, e->metric);
    if (e->evaluated && e->improved) fputs(" (best)", stderr);
    fprintf(stderr, ", %.0f rows/s", elapsed > 0 ? self->rows / elapsed : 0);
    if (!e->done) fprintf(stderr, ", %.0f s left", left);
    self->is_shown = self->is_terminal && !e->epoch_ended;
    if (!self->is_shown) fputc('\n', stderr);
    fflush(stderr);
}

void report_train_event(TrainReport *self, const TnTrainEvent *e) {
    self->last = *e;
    self->rows += (double)e->rows;
    add_point(&self->losses, (double)e->step, e->loss);
    if (e->epoch_ended) self->train_loss = e->train_loss;
    if (e->evaluated) add_point(&self->val_losses, (double)e->step, e->val_loss);
    if (e->evaluated) add_point(&self->metrics, (double)e->step, e->metric);
    if (self->log) log_event(self, e);
    const double now = report_seconds();
    const bool is_due = self->is_terminal && now - self->shown > SHOW_SECONDS;
    if (self->quiet || (!e->epoch_ended && !is_due)) return;
    self->shown = now;
    show(self, e);
}

void report_train_end_line(TrainReport *self) {
    if (self->is_shown) fputc('\n', stderr);
    self->is_shown = false;
}

void report_train_done(TrainReport *self, const TnTrainEvent *e) {
    const bool is_planned = e->step >= self->plan.steps && e->step > self->first;
    report_train_end_line(self);
    if (!self->quiet && e->done && !is_planned)
        fprintf(stderr, "tenon train: done after step %lld: %s\n", (long long)e->step, e->why);
}

/* --- The plot --- */

typedef struct {
    double x0, y0, width, height, steps, low, high;
} Frame;

static void widen(const TrainCurve *c, Frame *f) {
    for (size_t i = 0; i < c->n; i++) {
        f->low = fmin(f->low, c->at[i].value);
        f->high = fmax(f->high, c->at[i].value);
    }
}

static void draw(FILE *out, const TrainCurve *c, const Frame *f, const char *color) {
    const double range = f->high > f->low ? f->high - f->low : 1;
    if (!c->n) return;
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
    for (size_t i = 0; i < c->n; i++)
        fprintf(out, "%s%.1f,%.1f", i ? " " : "", f->x0 + f->width * c->at[i].at / f->steps,
                f->y0 + f->height * (1 - (c->at[i].value - f->low) / range));
    fputs("\"/>\n", out);
}

/* One below the other: a title, the least and the largest value, and up to two curves. */
static void draw_frame(FILE *out, Frame f, const char *title, const TrainCurve *a,
                       const TrainCurve *b) {
    f.low = (double)INFINITY;
    f.high = -(double)INFINITY;
    if (a) widen(a, &f);
    if (b) widen(b, &f);
    if (!(f.low <= f.high)) return;
    fprintf(out,
            "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"#999\"/>\n"
            "<text x=\"%g\" y=\"%g\">%s</text>\n"
            "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">%.4g</text>\n"
            "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">%.4g</text>\n"
            "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">step %.0f</text>\n",
            f.x0, f.y0, f.width, f.height, f.x0, f.y0 - 6, title, f.x0 - 6, f.y0 + 10, f.high,
            f.x0 - 6, f.y0 + f.height, f.low, f.x0 + f.width, f.y0 + f.height + 14, f.steps);
    if (a) draw(out, a, &f, "#3465a4");
    if (b) draw(out, b, &f, "#cc6600");
}

void report_train_plot(TrainReport *self, Session *session, const char *path) {
    Report r;
    if (!report_begin(&r, session)) return;
    const double steps = self->last.step > 0 ? (double)self->last.step : 1;
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"520\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n",
          r.file);
    draw_frame(r.file, (Frame){80, 30, 620, 200, steps, 0, 0},
               "loss: of steps (blue), of the validation (orange)", &self->losses,
               &self->val_losses);
    draw_frame(r.file, (Frame){80, 280, 620, 200, steps, 0, 0}, self->metric, NULL, &self->metrics);
    fputs("</svg>\n", r.file);
    report_write(&r, session, path);
}

void report_train_end(TrainReport *self) {
    if (self->log) fclose(self->log);
    free(self->losses.at);
    free(self->val_losses.at);
    free(self->metrics.at);
    *self = (TrainReport){.log = NULL};
}
