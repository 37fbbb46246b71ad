/* SPDX-License-Identifier: Apache-2.0 */
/* ops/philox.c against the known answers that Random123 publishes (kat_vectors, philox4x32 10). */
#include "unit.h"

#include "base/diag.h"
#include "loop/interp.h"
#include "loop/verify.h"
#include "ops/philox.h"

typedef struct {
    uint32_t counter[4], key[2], want[4];
} Answer;

static const Answer answers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

/* counter, key -> words */
static const LoopFn *function(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "philox");
    const LoopExpr *four = loop_index(&b, 4), *two = loop_index(&b, 2), *counter[4], *key[2],
                   *words[4];
    const LoopBuffer *c = loop_param(&b, "c", LOOP_BUFFER_INPUT, DTYPE_UINT32, &four, 1, NULL);
    const LoopBuffer *k = loop_param(&b, "k", LOOP_BUFFER_INPUT, DTYPE_UINT32, &two, 1, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_UINT32, &four, 1, NULL);
    for (int64_t i = 0; i < 4; i++) {
        const LoopExpr *at = loop_index(&b, i);
        counter[i] = loop_load(&b, c, &at);
        if (i < 2) key[i] = loop_load(&b, k, &at);
    }
    PhiloxKeys keys;
    philox_keys(&b, key, &keys);
    philox(&b, &keys, counter, words);
    for (int64_t i = 0; i < 4; i++) {
        const LoopExpr *at = loop_index(&b, i);
        loop_store(&b, y, &at, words[i]);
    }
    return loop_builder_finish(&b);
}

static void known_answers(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    Arena arena;
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    arena_init(&arena, &ctx);
    const LoopFn *fn = function(&arena);
    assert_true(loop_verify(&ctx, fn, NULL));
    const LoopProgram *program = loop_compile(fn, &arena);
    static const int64_t four = 4, two = 2;
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        Answer a = answers[i];
        uint32_t words[4];
        const LoopArg args[] = {{.data = a.counter, .dims = &four},
                                {.data = a.key, .dims = &two},
                                {.data = words, .dims = &four}};
        assert_true(loop_run(&ctx, program, args, NULL));
        assert_memory_equal(words, a.want, sizeof words);
    }
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
}

UNIT_MAIN(UNIT(known_answers))
