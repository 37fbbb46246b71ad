/* SPDX-License-Identifier: Apache-2.0 */
/* What `tenon compile` is told, and the module that it compiles. */
#ifndef TENON_COMMAND_COMPILE_ARGS_H
#define TENON_COMMAND_COMPILE_ARGS_H

#include "command/run_args.h"
#include "command/train_args.h"

enum { N_DERIVATIVES = TN_HVP + 1 };

typedef struct {
    RunArgs run; /* first: run_args_key takes it */
    const char *name, *passes;
    unsigned level;
    bool by_c, by_llvm;   /* which is asked for */
    bool is_machine_code; /* what is to be made, by LLVM */
    bool freestanding, bind_js, bind_cpp, bind_fortran, onednn;
    unsigned with; /* a bit for each TnDerivative */
    Names wrt;
    bool casadi;
    bool has_file;       /* weights go to a file of their own, */
    bool has_parameters; /* or are parameters */
    size_t max_ram, max_rom;
    bool says_level;
    TnTrainerOptions train; /* optimizer NULL: it does not train */
    TrainArgs how;
} CompileArgs;

/* The module behind the passes that are asked for; NULL after a report. The caller frees it. */
TnModule *args_compile_module(Session *session, const CompileArgs *self);

#endif
