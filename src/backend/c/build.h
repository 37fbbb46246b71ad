/* SPDX-License-Identifier: Apache-2.0 */
/* The system's C compiler ($CC, else cc), and what it makes in this process. It is run without a
 * shell, in a fresh folder of $TMPDIR (else /tmp) that is removed again. */
#ifndef TENON_BACKEND_C_BUILD_H
#define TENON_BACKEND_C_BUILD_H

#include "base/arena.h"

typedef struct {
    Str source, header;
    const char *header_name; /* what the source includes */
    bool is_object;          /* an object file; else a shared library */
    bool is_native;          /* for this machine's processor */
} CBuild;

/* Writes what the compiler makes to the path. STATUS_OK; after a report STATUS_IO (there is no
 * compiler, a file cannot be written) or STATUS_INVALID (it refused: its first messages are in the
 * report). */
Status c_build(Ctx *ctx, const CBuild *what, const char *path);

/* Links an object for that triple ("host": this machine) to a shared library, of wasm32 to a module
 * with all that is not internal. onednn: C with the object's calls of that library, which is linked
 * too; empty: there are none. As c_build. */
Status c_link(Ctx *ctx, Str object, Str onednn, const char *triple, const char *path);

/* A shared library that was loaded. Must not move; a throw closes it. */
typedef struct {
    Ctx *ctx;
    void *handle;
    Cleanup cleanup;
} CLibrary;

/* Builds in memory's stead in a folder of its own. Otherwise as c_build. */
Status c_library_open(CLibrary *self, Ctx *ctx, const CBuild *what);
/* Its function of that name; BUG when there is none. */
void (*c_library_function(const CLibrary *self, const char *name))(void);
void c_library_close(CLibrary *self);

#endif
