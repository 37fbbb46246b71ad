/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the verbs that run a module: --function, --dim, --seed, --input, --inputs,
 * --expect. */
#ifndef TENON_COMMAND_RUN_ARGS_H
#define TENON_COMMAND_RUN_ARGS_H

#include "command/join.h"

enum {
    KEY_FUNCTION = KEY_OWN + 200,
    KEY_DIM,
    KEY_SEED,
    KEY_INPUT,
    KEY_INPUTS,
    KEY_EXPECT,
    KEY_BIND,
    KEY_BACKEND,
    KEY_EXPECT_RTOL,
    KEY_EXPECT_ATOL,
    KEY_THREADS,
    KEY_CPU,
    KEY_STRICT,
    KEY_DETERMINISTIC,
    KEY_DONATE,
    KEY_DIMS_VARYING,
    KEY_CONVERT,
    KEY_RANKS
};

typedef struct {
    char *name; /* in one block with the path */
    const char *path;
} NamedPath;

typedef struct {
    Args args; /* first: args_key takes it */
    const char *function;
    TnBackend backend;
    bool says_backend;
    bool strict, deterministic, donate;
    Names varying; /* dims */
    const char *cpu;
    long long threads; /* 0: the default */
    bool says_seed, convert;
    bool overrides; /* a --dim or --input that is given again takes the place of the first */
    unsigned long long seed;
    TnDim *dims;
    size_t n_dims;
    TnDonation *donations;
    size_t n_donations;
    TnInput *inputs;
    bool *in_folder; /* by input: --inputs found it */
    /* by input: it is every rank's, so whole where that was distributed; NULL: none is */
    unsigned char *is_whole;
    size_t n_inputs;
    const char *ranks; /* --ranks; NULL: not given */
    unsigned n_ranks;
    Join join;
    TnInput *shared_inputs; /* what x was given as, of inputs x_rank0, ... */
    size_t n_shared;
    NamedPath *expected;
    size_t n_expected;
    double rtol, atol; /* of --expect; 0: the defaults */
} RunArgs;

/* clang-format off */
#define RUN_ARGS \
    {"function", KEY_FUNCTION, "F", 0, "the function (default: the only public one, else main)", 0}, \
    {"dim", KEY_DIM, "NAME=N", 0, "a symbolic dim; may be repeated", 0}, \
    {"seed", KEY_SEED, "N", 0, "of drawn inputs (default 0)", 0}

/* Inputs from files, and outputs held against files. */
#define FILE_ARGS \
    {"input", KEY_INPUT, "NAME=@FILE|VALUE", 0, \
     "an input, or a part of a tuple (NAME[0]): a file (.npy, .npz, or .pb: a TensorProto of ONNX), or a number, a \"text\", or " \
     "lists in brackets, [[1, 2], [3, 4]]; may be repeated", 0}, \
    {"convert", KEY_CONVERT, NULL, 0, \
     "convert inputs of another dtype than the parameter's (default: they are refused)", 0}, \
    {"inputs", KEY_INPUTS, "DIR", 0, "inputs from DIR/in_NAME.npy, as run --save wrote them (default: they are drawn)", 0}, \
    {"expect", KEY_EXPECT, "NAME=@FILE.npy", 0, \
     "hold output NAME (out_0, ..., or its name in an ONNX file) against a file; may be repeated", 0}, \
    {"rtol", KEY_EXPECT_RTOL, "X", 0, "of --expect: relative tolerance (default 1e-4)", 0}, \
    {"atol", KEY_EXPECT_ATOL, "X", 0, "of --expect: absolute tolerance (default 1e-5)", 0}

#define RANKS_ARG \
    {"ranks", KEY_RANKS, "N|MESH", 0, \
     "the program of each rank: of all N ranks of its mesh, or of this one (data=2,model=4), side by side; an input " \
     "x is every rank's, x_rank1 that of rank 1 (default: the module itself, without ranks)", 0}, \
    JOIN_ARGS

/* What it takes, and what that is, args_parse says from the table of the library. */
#define BACKEND_ARG {"backend", KEY_BACKEND, BACKENDS_ALL, 0, "", 0}

/* Of the backend llvm. */
#define NATIVE_ARGS \
    {"threads", KEY_THREADS, "N|none", 0, \
     "of --backend llvm: how many threads (default: one a processor); none: 1", 0}, \
    {"cpu", KEY_CPU, "NAME", 0, \
     "of --backend llvm: the processor, as LLVM calls it (default: this one)", 0}, \
    ARGS_TARGET("code is made"), DONATE_ARG, ORDER_ARGS

/* Also of the backend llvm: which bits. */
#define ORDER_ARGS \
    {"strict", KEY_STRICT, NULL, 0, \
     "of --backend llvm: the bits of the evaluator, at the price of speed", 0}, \
    {"deterministic", KEY_DETERMINISTIC, NULL, 0, \
     "of --backend llvm: the same bits with any number of threads", 0}

/* Also of the backend llvm. */
#define DONATE_ARG \
    {"donate", KEY_DONATE, NULL, 0, \
     "of --backend llvm: results in the memory of inputs, as the attribute donate says", 0}
/* clang-format on */

/* best.c */
/* The one that was named, else the best. */
TnBackend run_args_backend(const RunArgs *self);
/* As many as there are processors, here or of the target (NULL: here). */
unsigned best_threads(Session *session, const char *target);

typedef struct {
    const char *verb, *what; /* what errors name where the library names nothing */
    const char *stage;       /* for progress; NULL: by its backend */
    double expected_ms;
    bool falls_back; /* by the evaluator, which a line tells, where there is no compiled form */
} BestRun;

/* tn_run. how->backend becomes what ran it. False after a report: the evaluator says best what is
 * wrong, so it has the last word. */
bool best_run(Session *session, const BestRun *asked, TnModule *m, TnRunOptions *how, TnRun **out);

const char *args_backend_name(TnBackend backend);
/* As TnBackendInfo has it. */
bool args_backend_is_exact(TnBackend backend);
bool args_backend_has_options(TnBackend backend);
/* What `arg` names; else an error of usage. */
error_t args_backend(TnBackend *out, const char *arg, struct argp_state *state);
error_t run_args_key(RunArgs *self, int key, char *arg, struct argp_state *state);
TnRunOptions run_args_options(const RunArgs *self);
/* ranks.c: --ranks. Then the module is that of all ranks, with their inputs; false after a
 * report. */
error_t run_args_ranks(RunArgs *self, const char *arg, struct argp_state *state);
bool run_args_simulate(Session *session, RunArgs *self, TnModule *m);
/* One of the ranks that a launcher started, unless there is --ranks: with its own inputs. False
 * after a report. */
bool run_args_join(Session *session, RunArgs *self, const char *verb);
/* For rules: an option is for the backend llvm, or for --expect; `input` begins with a RunArgs. */
bool run_args_for_llvm(const void *input);
bool run_args_expects(const void *input);
bool run_args_gives(const void *input);
/* Of `compile --donate IN=OUT`: one more pair. */
error_t run_args_donation(RunArgs *self, const char *arg, struct argp_state *state);
/* Says on standard error which inputs were drawn, if any were. */
void run_args_say_drawn(const RunArgs *self, const char *verb, const TnRun *run);
/* Holds the outputs that --expect names against their files (rtol 1e-4, atol 1e-5, unless they were
 * given). */
void run_expect(Session *session, const RunArgs *self, TnRun *run);
/* A run whose only output is the tensor that `input` (named x) says: so that the library reads and
 * compares it as it does any other. NULL after a report. */
TnRun *run_of_tensor(Session *session, const TnInput *input);
/* "DIR/PREFIXNAME.npy", with '/' in the name as '_'. False when it is too long. */
bool run_path(char *buf, size_t size, const char *dir, const char *prefix, const char *name);
/* Frees; returns `status`. */
int run_args_free(RunArgs *self, int status);

#endif
