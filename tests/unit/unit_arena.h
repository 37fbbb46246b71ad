/* SPDX-License-Identifier: Apache-2.0 */
/* What a test that needs a context and an arena begins and ends with. Included last, as parameters
 * of functions in other headers have the same names. */
#ifndef TENON_TESTS_UNIT_ARENA_H
#define TENON_TESTS_UNIT_ARENA_H

#include "base/arena.h"
#include "base/diag.h"
#include "unit.h"

static Ctx ctx;
static UnitHeap heap;
static Arena arena;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    arena_init(&arena, &ctx);
    diag_begin(&ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

#endif
