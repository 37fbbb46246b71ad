/* SPDX-License-Identifier: Apache-2.0 */
/* Any module to C: legalized, made into programs, printed. */
#ifndef TENON_BACKEND_C_COMPILE_H
#define TENON_BACKEND_C_COMPILE_H

#include "backend/c/module.h"

typedef struct {
    const char *name;         /* as CModuleOptions.name */
    const IrGlobal *function; /* the only entry, private ones too; NULL: every public function */
    unsigned holds;           /* properties that the module is known to have (ir/verify.h) */
    bool is_kept;             /* BeLegalize.is_kept */
    bool verifies;            /* BeLowering.verifies */
    const CMeasure *measure;  /* NULL: C is wanted; else the file is of no use afterwards */
    StrBuf *host, *kernels;   /* CModuleOptions.host, kernels */
    bool polls;               /* CModuleOptions.polls */
    const Map *met;           /* BeLowering.met */
    bool freestanding;        /* CModuleOptions.freestanding */
    bool donates;             /* CModuleOptions.donates */
    /* As of CModuleOptions: */
    const char *weights_path;
    bool has_parameters;
    int64_t max_ram, max_rom;
    bool is_training;
} CCompileOptions;

/* Adds the module to the file; afterwards it is as it was. False after reports. */
bool c_compile(CFile *file, IrModule *m, const CCompileOptions *options, CModule *out);

#endif
