/* SPDX-License-Identifier: Apache-2.0 */
/* The register machine: what interp_compile.c makes and interp.c runs. Each variable, rank-0 local,
 * constant and intermediate value has a register; register 0 holds zero. */
#ifndef TENON_LOOP_INTERP_PARTS_H
#define TENON_LOOP_INTERP_PARTS_H

#include "loop/interp.h"

typedef enum {
    I_HALT,
    I_MOVE, /* dst = a */
    I_EVAL, /* dst = kind(a, b, c) in dtype */
    I_CAST, /* dst = a from dtype to dtype2 */
    I_REINTERPRET,
    I_INDEX,    /* dst = a + b * stride of axis c, checked; a is register 0 (zero) at first */
    I_LOAD,     /* dst = buffer a [b] */
    I_STORE,    /* buffer a [b] = c */
    I_JUMP,     /* to c */
    I_UNLESS,   /* a == 0: to c */
    I_LOOP,     /* ++dst; dst < a: to c */
    I_LANE_IN,  /* dst = lane (a & mask) of b; c: mask */
    I_LANE_OUT, /* lane (a & mask) of b = dst */
    I_CALL,     /* site c */
    I_ROW,      /* row c of a iterations, if it is in bounds: then on behind it */
    /* What inner loops are made of, without the detour through eval.c */
    I_ADD_I64,
    I_SUB_I64,
    I_MUL_I64,
    I_LT_I64,
    I_ADD_F32,
    I_SUB_F32,
    I_MUL_F32,
    I_ADD_F64,
    I_SUB_F64,
    I_MUL_F64,
    I_LOAD_F32,
    I_LOAD_F64,
    I_LOAD_I64,
    I_STORE_F32,
    I_STORE_F64,
    I_STORE_I64,
} Op;

typedef struct {
    uint16_t op;
    uint8_t dtype, dtype2;
    uint16_t kind;
    uint32_t dst, a, b, c;
} Ins;

/* One dim of one buffer, as I_INDEX needs it; extents are known when a run starts. Behind the dims
 * of a buffer of vectors there is one of the lanes. */
typedef struct {
    const LoopBuffer *buffer;
    uint32_t axis;
} Axis;

typedef struct {
    const LoopProgram *callee;
    const LoopBuffer *const *buffers;
    uint32_t n;
} CallSite;

typedef struct {
    uint32_t reg;
    LoopValue value;
} Preset;

/* An axis of an access: its index in the first iteration, and whether it grows by 1 in each. */
typedef struct {
    uint32_t axis, index;
    bool moves;
} RowAxis;

/* A loop whose body copies one element: elements of one distance to elements of one distance. */
typedef struct {
    uint32_t to, from; /* buffers */
    uint32_t n_to, n_from;
    const RowAxis *axes; /* of `to`, then of `from` */
    uint32_t element;    /* bytes */
    uint32_t end;        /* the instruction behind the loop */
} Row;

struct LoopProgram {
    const LoopFn *fn;
    const Ins *code;
    const Loc *places; /* of the statements, by instruction */
    uint32_t n_code, n_regs, n_axes, n_presets, n_sites;
    const Axis *axes;
    const Preset *presets;
    const CallSite *sites;
    const Row *rows;
    const uint32_t *first_axis; /* by buffer id: its first entry in `axes` */
    const uint32_t *size_regs;  /* by the order of fn->sizes */
    const LoopBuffer **locals;  /* those of rank 1 and more, or passed to a callee */
    uint32_t n_locals;
};

#endif
