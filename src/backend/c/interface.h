/* SPDX-License-Identifier: Apache-2.0 */
/* What a program that is kept offers its callers: entries with their inputs, weights and outputs,
 * by the names of the model and by those of C. It is made once, when entries are declared, and is
 * what the header (header.c) and the files for other languages (bind_*.c) are printed of. It lives
 * as the CFile, and refers to nothing of the module. */
#ifndef TENON_BACKEND_C_INTERFACE_H
#define TENON_BACKEND_C_INTERFACE_H

#include "backend/c/emit.h"

typedef struct {
    const char *name, *field; /* of the model; of the struct */
} CSymbol;

typedef enum { C_EXTENT_CONSTANT, C_EXTENT_SYMBOL, C_EXTENT_OTHER } CExtentKind;

/* An extent as the header has it. */
typedef struct {
    CExtentKind kind;
    int64_t n;             /* CONSTANT */
    const CSymbol *symbol; /* SYMBOL */
} CExtent;

/* An input or output and the names that it has. */
typedef struct {
    HirValue v;
    bool is_weight;         /* of an input: it stands behind the function's num_input */
    const char *name;       /* the model's; of an output that has none out_0 and so on */
    const char *field;      /* of the struct */
    const char *macro;      /* of its number; others begin with it */
    const char *dims;       /* the field of its extents; NULL: all are constants or symbols */
    const CExtent *extents; /* of a tensor whose extents the types tell; else NULL */
    const char *comment;    /* its extents, as comments have them */
    const char *at; /* an expression: where its elements lie; NULL: a field of the struct says */
} CPort;

typedef struct {
    bool is_output;
    const char *type; /* of the struct */
    CPort *ports;
    size_t n;
} CSide;

typedef struct {
    const char *name;  /* the function's */
    const char *entry; /* net_main */
    const char *macro; /* NET_MAIN */
    const char *infer; /* another name of it; NULL: none */
    CSide in, out;
    VEC(CSymbol *) symbols; /* fields of the inputs' struct, in order */
    /* of the weights, which a struct of their own has; NULL: they are inputs like others */
    const char *weights_type, *weights_field;
    bool has_pointers; /* NAME_static is there */
    int64_t arena;     /* bytes; -1: the plan tells */
} CEntryPoint;

/* Of one module of the file. */
struct CInterface {
    const char *prefix, *macro; /* net, NET */
    const char *tensor, *error, *init;
    size_t rank;     /* of the tensor */
    int64_t weights; /* bytes of the file; 0: they are data of the code */
    VEC(CEntryPoint *) entries;
};

/* A new entry point of the file's last interface. Linear in inputs, outputs and their extents. */
CEntryPoint *c_interface_add(Emit *e, const HirFn *f);

/* An identifier like the text that is no word of C or C++. */
const char *c_plain_name(Arena *arena, const char *text);
/* A field named like the text, of the struct whose names these are. */
const char *c_interface_field(Arena *arena, CNames *fields, const char *text);

static inline bool c_port_is_tensor(const CPort *p) { return p->v.kind == HIR_TENSOR; }
static inline bool c_port_is_shape(const CPort *p) { return emit_is_shape(&p->v); }
/* By the run: its extents depend on data. */
static inline bool c_port_is_allocated(const CPort *p) { return c_port_is_tensor(p) && !p->v.dims; }
/* One of C's types; what is packed is its bytes. */
const char *c_port_element(const CPort *p);
/* Of a tensor: -1, not constant. */
int64_t c_port_count(const CPort *p);

#endif
