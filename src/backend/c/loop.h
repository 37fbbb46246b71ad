/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions as C99: one static C function each, which gives the bits that the interpreter
 * gives (loop/interp.h, loop/eval.c). docs/c.md has the rules of what comes out.
 *
 *     CUnit *unit = c_unit_new(&arena);
 *     const char *name = c_unit_name(unit, "matmul");
 *     c_loop_fn(unit, fn, name, &body);         callees, then static int32_t matmul(...)
 *     c_unit_prelude(unit, &file);              what the functions so far need; goes before them
 *     c_unit_messages(unit, "messages", &file); the texts of the numbers that functions return
 *
 * A function's signature:
 *
 *     static int32_t NAME(const float *x0, ..., float *y0, ..., int64_t n, ..., char *work)
 *
 * the buffers in order, row-major and without gaps; an int64_t for each of fn->sizes, in order;
 * and, where c_loop_has_work, memory that nothing else uses during the call, aligned to
 * C_WORK_ALIGN. Inputs and outputs do not overlap. The caller has checked that the buffers' extents
 * are what the sizes make of them (loop_bind_sizes), and that the bytes of each buffer do not
 * overflow. It returns 0, or the number of a message: an index was out of range, or an argument of
 * an inner call did not fit; outputs are then undefined. Tensors without elements may be NULL.
 *
 * Everything lives in the unit's arena. Functions must have passed loop_verify. All may throw
 * STATUS_MEMORY, STATUS_CANCELLED. */
#ifndef TENON_BACKEND_C_LOOP_H
#define TENON_BACKEND_C_LOOP_H

#include "base/strbuf.h"
#include "loop/loop.h"
#include "target/target.h"

typedef struct CUnit CUnit;

enum { C_WORK_ALIGN = 64 };

CUnit *c_unit_new(Arena *arena);
/* Its functions need no library, but a compiler that is told so (-ffreestanding). Before any is
 * added. */
void c_unit_freestanding(CUnit *self);
bool c_unit_is_freestanding(const CUnit *self);

/* Its functions go by schedules for the target (schedule/schedule.h). Before any is
 * added. */
void c_unit_schedule(CUnit *self, const Target *target, bool exact);

/* A name of file scope like the wanted one: a C identifier that begins with k_ and was not given
 * before. */
const char *c_unit_name(CUnit *self, const char *wanted);

/* The number, from 1, of a message; the same text has the same number. */
uint32_t c_unit_message(CUnit *self, const char *text);

/* An element type as it lies in memory: float16 and bfloat16 are uint16_t, bool is uint8_t. */
const char *c_dtype_name(DType t);
/* A value from and to its form in memory. */
void c_from_memory(CUnit *self, DType t, const char *element, StrBuf *out);
void c_to_memory(CUnit *self, DType t, const char *value, StrBuf *out);

/* Appends the functions that fn calls, those that are not in the unit yet, and then fn as `name`,
 * which c_unit_name gave. */
void c_loop_fn(CUnit *self, const LoopFn *fn, const char *name, StrBuf *out);

/* A function whose text may be left out is made between the two: the prelude has what it uses only
 * if that is added. */
typedef struct CNeeds CNeeds;
/* what was needed so far; nothing is from here */
CNeeds *c_unit_needs_begin(CUnit *self);
/* what is needed since; the old again */
CNeeds *c_unit_needs_end(CUnit *self, const CNeeds *before);
void c_unit_needs_add(CUnit *self, const CNeeds *needs);

/* Whether a function that is in the unit takes `work`. */
bool c_loop_has_work(const CUnit *self, const LoopFn *fn);
/* Appends a C expression of int64_t: the bytes of `work`, a multiple of C_WORK_ALIGN, for these
 * sizes (C expressions without effects, in the order of fn->sizes). INT64_MAX where it would
 * overflow; "0" when there is no work. */
void c_loop_work(const CUnit *self, const LoopFn *fn, const char *const *sizes, StrBuf *out);

/* Appends #includes, pragmas and the helper functions that the unit's functions use. */
void c_unit_prelude(CUnit *self, StrBuf *out);
/* Appends `static const char *const NAME[] = {...};`: the text of message i at i, "" at 0. */
void c_unit_messages(const CUnit *self, const char *name, StrBuf *out);

#endif
