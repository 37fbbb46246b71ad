/* SPDX-License-Identifier: Apache-2.0 */
/* `verify M.onnx --against LIBRARY`: a model run by Tenon and by ONNX Runtime on the same drawn
 * inputs. */
#ifndef TENON_COMMAND_AGAINST_H
#define TENON_COMMAND_AGAINST_H

#include "command/compare.h"
#include "command/ort.h"

enum { AGAINST_NAME = 256, AGAINST_TEXT = 512 };

/* One of the values that both computed. */
typedef struct {
    char name[AGAINST_NAME];
    bool differs;
    char what[AGAINST_TEXT]; /* types or shapes that differ; else empty */
    TnDifference d;
    double rtol, atol; /* that held */
} AgainstValue;

/* Of the values of one run of both. */
typedef struct {
    AgainstValue first; /* that differs; without a name: none does */
    AgainstValue worst; /* of those that do not, the one with the largest difference */
    size_t n, n_differing, bytes;
} AgainstFound;

typedef enum {
    AGAINST_BOTH,
    AGAINST_TENON_FAILED,
    AGAINST_ORT_FAILED,
    AGAINST_NEITHER
} AgainstOutcome;

typedef struct {
    Session *session;
    const RunArgs *run;
    const CompareArgs *how;
    const char *path, *library;
    bool layers;
    const char *narrow; /* the narrowest type of floats in the model, of 16 bits; NULL: none is */
    Ort ort;
    FILE *out;     /* the report; NULL with --json */
    json_t *sizes; /* with --json */
} Against;

/* A size: what free dims are. */
typedef struct {
    const TnDim *dims;
    size_t n;
    char label[AGAINST_TEXT];
} AgainstSize;

/* Runs the module and the session. What a side that failed says stays: tn_diag_get,
 * Against.ort.why. */
AgainstOutcome against_run(Against *self, TnModule *m, const OrtSession *session,
                           const AgainstSize *size, AgainstFound *out);
/* Which differences of a tensor like this one are none. */
void against_tolerances(const Against *self, const TnTensorInfo *t, double *rtol, double *atol);
/* Map i of n of the library's, all of the same keys, against Tenon's tuple of keys and (n, keys)
 * values: outputs k and k + 1. False: it cannot be told, and Against.ort.why says why. */
bool against_map(Against *self, TnRun *run, size_t k, void *map, size_t i, size_t n,
                 AgainstValue *v);
/* What the side that failed said, in one line. */
void against_why(const Against *self, AgainstOutcome outcome, char *out, size_t size);
/* The first value inside the model that differs. False after a report. */
bool against_layers(Against *self, const AgainstSize *size, bool outputs_differ, json_t *json);
/* "largest difference ..." of a value. */
void against_print(const AgainstValue *v, FILE *out);
json_t *against_json(const AgainstValue *v);

/* The verb, from open session to report. */
void against(Against *self);

#endif
