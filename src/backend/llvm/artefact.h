/* SPDX-License-Identifier: Apache-2.0 */
/* Any module ahead of time: an object, assembly or LLVM's own text, which say all that the C file
 * would, and the header of both. */
#ifndef TENON_BACKEND_LLVM_ARTEFACT_H
#define TENON_BACKEND_LLVM_ARTEFACT_H

#include "backend/backend.h"
#include "backend/c/module.h"

typedef enum { ARTEFACT_OBJECT, ARTEFACT_ASSEMBLY, ARTEFACT_IR } ArtefactKind;

typedef struct {
    const char *name; /* CModuleOptions.name */
    ArtefactKind kind;
    /* As of CModuleOptions: */
    const char *weights_path;
    bool has_parameters;
    int64_t max_ram, max_rom;
    bool is_training;
    const Map *met; /* BeLowering.met */
    StrBuf *onednn; /* gets C with the calls of that library (onednn/ahead.h); NULL: it has none */
    BeOptions how;  /* .function NULL: every public function */
    bool freestanding; /* needs no library */
} ArtefactOptions;

/* Appends the file's bytes; `file` gets the header. Afterwards the module is as it was. False after
 * reports. */
bool artefact_compile(CFile *file, IrModule *m, const ArtefactOptions *options, StrBuf *out,
                      CModule *info);

#endif
