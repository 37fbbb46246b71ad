/* SPDX-License-Identifier: Apache-2.0 */
/* Host programs: what a compiled module does between its kernels. Integers with checks, buffers,
 * calls of kernels, of library primitives, of other ranks and of functions, if, loop, failures,
 * memory of sizes that only a run knows, and the entries that the runtime calls. The planner's
 * result is lowered to one (backend/lower.h); the backends print it.
 *
 * A function works on a frame of cells (cells.def). Its sections are lists of statements:
 *
 *     layout   from the symbols that the caller gives: extents, and the bytes of the arena
 *     body     what it computes, with the arena, inputs and outputs that the caller gives
 *     bind     of an entry: inputs are checked against their types, outputs get their extents; it
 * lays out plan     of an entry: what libraries have to prepare; behind bind, in a frame of its own
 *     run      of an entry: it calls the body; behind bind, in a frame of its own
 *
 * A statement that fails ends its function and all that called it with its message. Cells of the
 * heap are none when a body begins, and what is in them is freed however it ends.
 *
 * The text (hir_print, hir_parse) is described in docs/host.md. */
#ifndef TENON_HOST_HOST_H
#define TENON_HOST_HOST_H

#include "base/diag.h"
#include "tensor/dtype.h"

/* What a program was made of: no text has it. */
typedef struct LoopFn LoopFn;
typedef struct IrConst IrConst;
typedef struct IrFunction IrFunction;
typedef struct IrOrigin IrOrigin;

typedef struct HirExpr HirExpr;
typedef struct HirStmt HirStmt;
typedef struct HirFn HirFn;
typedef VEC(HirStmt *) HirBlock;
typedef VEC(uint32_t) HirNumbers;

typedef enum { HIR_INT, HIR_FLOAT, HIR_POINTER } HirType;

typedef enum {
#define HIR_CELL(id, name, type, is_list) HIR_##id##_CELL,
#include "host/cells.def"
    HIR_CELLS
} HirCellKind;

typedef struct {
    HirCellKind kind;
    uint32_t frame; /* 0: its own; else the level of the statement HIR_FRAME that made it */
    uint32_t index;
} HirCell;

/* Expressions */

typedef enum {
#define HIR_EXPR(id, name, form, type, args, is_checked) HIR_##id##_EXPR,
#include "host/exprs.def"
    HIR_EXPRS
} HirExprKind;

typedef enum {
    HIR_FORM_NONE,
    HIR_FORM_INT,
    HIR_FORM_REAL,
    HIR_FORM_CELL,
    HIR_FORM_NUMBER,
    HIR_FORM_ELEMENT,
    HIR_FORM_TENSOR
} HirForm;

struct HirExpr {
    HirExprKind kind;
    uint32_t n;
    const HirExpr *const *args;
    union {
        int64_t i;
        double f;
        HirCell cell;
        uint32_t number; /* of the buffer, the kernel, the tensor */
        struct {
            DType dtype;
            uint32_t index;
        } element;
        struct {
            uint32_t index, dim, size; /* *_BYTES: dim is the rank */
        } tensor;
    };
};

HirType hir_cell_type(HirCellKind kind);
HirType hir_expr_type(const HirExpr *e);
/* Whether it, or what it is made of, is checked arithmetic. */
bool hir_is_checked(const HirExpr *e);

/* Statements */

typedef enum {
    HIR_SET,        /* .set: the cell gets the value. Checked arithmetic stands here alone. */
    HIR_DIM,        /* .out: the output's extent `dim` */
    HIR_DATA,       /* .out: the output's memory */
    HIR_STORE,      /* .store */
    HIR_COPY,       /* .copy: nothing where the bytes are 0 or less, or both are the same */
    HIR_ALLOC,      /* .memory: the buffer's cell gets memory of the heap */
    HIR_TAKE,       /* .memory: it gets this pointer */
    HIR_FREE,       /* .memory: a buffer's, whose cell is none then; or that of a pointer */
    HIR_FAIL,       /* .fail: ends with the message if it is not 0 */
    HIR_IF,         /* .branch */
    HIR_LOOP,       /* .loop: again and again */
    HIR_LEAVE,      /* .leave: the innermost loop, if it is not 0 */
    HIR_FRAME,      /* .frame: a frame for calls of a function, within `body` */
    HIR_LAYOUT,     /* .frame_level: the layout of that frame's function; 0: its own, in `bind` */
    HIR_CALL,       /* .frame_level: its body */
    HIR_KERNEL,     /* .kernel */
    HIR_LIBRARY,    /* .kernel */
    HIR_COLLECTIVE, /* .kernel: sizes are the operand's extents, then the result's */
    HIR_START,      /* .kernel: the same, which HIR_WAIT ends, in the same list: until then both
                     * buffers are the collective's */
    HIR_WAIT,       /* .kernel: without sizes; the collective and the buffers of HIR_START */
    HIR_PREPARE,    /* .prepare: in `plan`: this library is reached, its symbols are these (-1: not
                    known) */
    HIR_POLL,       /* ends when the run is to be ended */
    HIR_PART,       /* .part: these may be a function of their own, on the same frame */
    HIR_STMTS
} HirStmtKind;

/* What is read there may lie in what is written: numbers of buffers. */
typedef struct {
    uint32_t read, write;
} HirOver;

/* What profiles tell of a call. operations, bytes: over cells; NULL: not known. */
typedef struct {
    const char *name;
    const IrOrigin *origin;
    bool is_counted;
    const HirExpr *operations, *bytes;
} HirSite;

typedef struct {
    uint32_t number; /* of the kernel, the library or the collective */
    HirNumbers reads, writes;
    VEC(const HirExpr *) sizes;
    const HirExpr *work; /* a pointer; NULL: none */
    VEC(HirOver) over;
    HirSite site;
} HirKernelCall;

struct HirStmt {
    HirStmtKind kind;
    union {
        struct {
            HirCell cell;
            const HirExpr *value;
        } set;
        struct {
            uint32_t index, dim;
            const HirExpr *value;
        } out;
        struct {
            DType dtype;
            uint32_t index;
            const HirExpr *at, *value;
        } store;
        struct {
            const HirExpr *to, *from, *bytes;
        } copy;
        struct {
            const HirExpr *at;    /* a buffer; HIR_FREE: or another pointer */
            const HirExpr *value; /* ALLOC: bytes */
        } memory;
        struct {
            const HirExpr *condition;
            const char *message;
        } fail;
        struct {
            const HirExpr *condition;
            HirBlock bodies[2];
        } branch;
        struct {
            HirBlock body;
            HirNumbers reads, writes; /* all buffers that it touches */
            VEC(HirOver) over;
        } loop;
        struct {
            const HirExpr *condition;
        } leave;
        struct {
            uint32_t level, function;
            HirBlock body;
        } frame;
        uint32_t frame_level;
        HirKernelCall kernel;
        struct {
            uint32_t number;
            VEC(const HirExpr *) symbols;
        } prepare;
        HirBlock part;
    };
};

/* Functions */

typedef enum {
    HIR_IN_ARENA, /* .offset bytes behind its start */
    HIR_IN_HEAP,  /* the memory of cell .index of the heap */
    HIR_IN_INPUT,
    HIR_IN_OUTPUT,
    HIR_IN_CONSTANT, /* .index of the program's */
    HIR_PLACES
} HirPlace;

/* Memory of a value, or of a part of one. */
typedef struct {
    HirPlace place;
    uint32_t index;
    const HirExpr *offset; /* IN_ARENA */
    const HirExpr *at;     /* so many bytes behind; NULL: none */
    const HirExpr *bytes;  /* NULL: only the run knows */
    uint32_t value;        /* buffers of the same value are parts of one */
    uint32_t heir;         /* IN_INPUT: 1 + the output that has the same memory; 0: none */
} HirBuffer;

typedef enum { HIR_TENSOR, HIR_INTEGERS, HIR_NUMBER } HirValueKind;

/* A leaf of an entry's parameters, or of its result: a shape is a tensor of rank 1 of int64, a
 * number one of rank 0. */
typedef struct {
    HirValueKind kind;
    const char *name; /* of an output: NULL where the model does not name it */
    DType dtype;      /* INTEGERS of a shape: VOID */
    uint32_t ndim;    /* TENSOR: its rank; INTEGERS: how many */
    const char *dims; /* the extents as text; NULL: the run allocates it */
    bool is_constant; /* all extents are */
    uint32_t index;   /* TENSOR: of the cells of inputs, of outputs */
    uint32_t takes;   /* an output: 1 + the input in whose memory it is made; 0: none */
} HirValue;

typedef VEC(HirValue) HirValues;

typedef enum {
    HIR_SECTION_LAYOUT,
    HIR_SECTION_BODY,
    HIR_SECTION_BIND,
    HIR_SECTION_PLAN,
    HIR_SECTION_RUN,
    HIR_SECTIONS
} HirSection;

struct HirFn {
    const char *name;
    uint32_t index; /* in HirProgram.functions */
    bool is_entry;
    const IrFunction *made_of;
    uint32_t n_cells[HIR_CELLS];
    HirNumbers given;     /* cells of symbols that the caller gives */
    uint32_t n_floats_in; /* so many of the floats, the first ones */
    HirNumbers allocated; /* cells of outputs that the body fills: the caller gives the others */
    HirValues inputs, outputs; /* of an entry */
    const HirExpr *arena;      /* bytes: a constant or the cell; NULL: it needs none */
    /* of an entry: a list (ranks/list.h), by hir_list_collectives; NULL: it comes to none. No text
     * has it: it follows from the program. */
    const char *collectives;
    VEC(HirBuffer) buffers;
    HirBlock sections[HIR_SECTIONS];
};

/* Programs */

typedef struct {
    int64_t bytes;
    const IrConst *made_of;
} HirConstant;

typedef struct {
    const char *name;
    uint32_t n_inputs, n_outputs, n_sizes;
    DType *dtypes; /* of inputs, then outputs */
    bool has_work;
    const LoopFn *made_of;
} HirKernel;

/* constant: its number; -1: no constant, or not known. at: from which byte on. */
typedef struct {
    int64_t constant, at;
} HirLibraryInput;

typedef struct {
    const char *name;
    uint32_t n_symbols, n_inputs;
    bool is_over;            /* the result lies in an input's memory */
    HirLibraryInput *inputs; /* in the order of its parameters */
    const IrFunction *made_of;
} HirLibrary;

/* What ranks do together: the numbers of a RanksWhat (ranks/call.h). */
typedef struct {
    const char *name; /* of the value that is made */
    int64_t *words;
    size_t n_words;
} HirCollective;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    VEC(HirConstant) constants;
    VEC(HirKernel) kernels;
    VEC(HirLibrary) libraries;
    VEC(HirCollective) collectives;
    VEC(HirFn *) functions; /* callees first, but for recursion */
} HirProgram;

/* Whether it gives an integer of its own frame a value: what overflowed in checked arithmetic may
 * be looked at behind several of these. */
bool hir_sets_own_integer(const HirStmt *s);
/* The cell of its base; not of a constant. */
HirCell hir_buffer_cell(const HirBuffer *b);
/* Its text, behind that of the frame: "x[3]". */
const char *hir_cell_text(Arena *arena, const char *frame, HirCell c);
const char *hir_expr_name(HirExprKind kind);
HirForm hir_expr_form(HirExprKind kind);

/* Messages that every program has. */
#define HIR_OUT_OF_MEMORY "out of memory"
#define HIR_OVERFLOW "an extent or a size overflows 64 bits, or divides by 0"
#define HIR_TOO_DEEP "functions call each other too deep"
#define HIR_RANKS_FAILED "a collective failed, or the program was given no ranks for it"
#define HIR_MISSING "memory is missing: an input, an output or the arena is NULL"

HirProgram *hir_program_new(Ctx *ctx, Arena *arena);

/* The program as text. What is printed parses back to an equal program. */
void hir_print(const HirProgram *self, StrBuf *out);
void hir_print_stmt(const HirStmt *s, StrBuf *out); /* its first line, for messages */

/* NULL after reports (it needs diag_begin). `name` is for messages. What is read may still be
 * refused by hir_verify. */
HirProgram *hir_parse(Ctx *ctx, Arena *arena, const char *name, Str text);

/* Lists what each entry comes to, and numbers collectives so: RanksWhat.place. */
void hir_list_collectives(HirProgram *self);

/* Reports what is wrong with the program: an expression or a statement that is ill-formed, a cell
 * that is used and may have no value, a buffer outside of the arena, a value that another one has
 * overwritten when it is read. The last two are tried with some values of the symbols, where sizes
 * depend on them. Linear but for a logarithm. */
bool hir_verify(const HirProgram *self);

#endif
