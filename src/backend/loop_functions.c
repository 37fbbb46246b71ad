/* SPDX-License-Identifier: Apache-2.0 */
/* The loop functions of a module, and those that are made of them. */
#include "backend/parts.h"
#include "loop/join.h"
#include "loop/text.h"
#include "loop/verify.h"

/* An access that is out of bounds whenever it is made fails in the run, if it is made: it may be in
 * a loop that never runs. */
static bool is_sound(Ctx *ctx, const LoopFn *fn, bool *is_proved) {
    const DiagMark mark = diag_mark(ctx);
    *is_proved = loop_verify(ctx, fn, NULL);
    if (fn->is_scheduled) return *is_proved && loop_verify_scheduled(ctx, fn);
    if (*is_proved) return true;
    bool sound = true;
    for (size_t i = mark.diags; i < ctx->diags->diags.len; i++)
        sound = sound && ctx->diags->diags.at[i].id == DIAG_LOOP_BOUNDS;
    if (sound && diag_errors(ctx) - mark.errors == ctx->diags->diags.len - mark.diags)
        diag_rewind(ctx, mark);
    else
        sound = false;
    return sound;
}

/* It enters the target. */
static void enter(BeModule *module, BeLoop *loop) {
    const BeTarget *target = module->target;
    loop->is_copy =
        loop->is_proved && loop_copies(module->ctx, loop->stated, module->arena, &loop->copies);
    const bool joins = loop->is_proved && !target->stands;
    loop->fn = joins ? loop_join_dims(loop->stated, module->arena) : loop->stated;
    if (target->work) loop->work = target->work(target->user, loop->fn);
    loop->index = (uint32_t)module->loops.len;
    vec_push(module->arena, &module->loops, loop);
}

BeLoop *be_loop(BeModule *module, const IrGlobal *g) {
    const uint64_t hash = hash_ptr(0, g);
    for (MapIter it = map_find(&module->loops_by_global, hash);
         map_next(&module->loops_by_global, &it);) {
        BeLoop *loop = it.value;
        if (loop->global == g) return loop->stated ? loop : NULL;
    }
    BeLoop *loop = ARENA_NEW(module->arena, BeLoop);
    loop->global = g;
    map_add(&module->loops_by_global, hash, loop);
    LoopFns fns = {.at = NULL};
    const char *name = diag_fmt(module->ctx, "T.prim_func %s", g->name);
    const DiagSource source = module->ctx->diags->source;
    const bool ok =
        loop_text_parse(module->ctx, module->arena, name, g->function->prim_text, &fns) &&
        fns.len && is_sound(module->ctx, fns.at[fns.len - 1], &loop->is_proved);
    diag_source_back(module->ctx, source);
    if (!ok) {
        module->failed = true;
        return NULL;
    }
    loop->stated = fns.at[fns.len - 1];
    loop->text = fns;
    enter(module, loop);
    return loop;
}

bool be_loop_is_defined(BeModule *module, BeLoop *loop) {
    const bool ok = loop_verify_defined(module->ctx, loop->text.at, loop->text.len);
    loop->text.len = 0; /* once */
    module->failed |= !ok;
    return ok;
}

BeLoop *be_loop_made(BeModule *module, const IrGlobal *global, const LoopFn *fn) {
    BeLoop *loop = ARENA_NEW(module->arena, BeLoop);
    *loop = (BeLoop){.global = global, .stated = fn, .is_proved = true};
    enter(module, loop);
    return loop;
}

BeLoop *be_loop_in_place(BeModule *module, BeLoop *loop, uint32_t in, uint32_t out) {
    for (size_t i = 0; i < loop->in_place.len; i++) {
        const BeInPlace *known = loop->in_place.at[i];
        if (known->in == in && known->out == out) return known->loop;
    }
    BeInPlace *made = ARENA_NEW(module->arena, BeInPlace);
    *made = (BeInPlace){.in = in, .out = out};
    vec_push(module->arena, &loop->in_place, made);
    const LoopFn *fn =
        loop->is_proved ? loop_in_place(module->ctx, loop->stated, in, out, module->arena) : NULL;
    if (!fn) fn = loop_parts_in_place(module->ctx, loop->stated, in, out, module->arena);
    if (!fn) return NULL;
    made->loop = be_loop_made(module, loop->global, fn);
    made->loop->is_proved = loop->is_proved;
    return made->loop;
}

void be_drop_loops(BeModule *module) {
    size_t kept = 0;
    for (size_t i = 0; i < module->loops.len; i++) {
        BeLoop *loop = module->loops.at[i];
        if (!loop->n_calls) continue;
        loop->index = (uint32_t)kept;
        module->loops.at[kept++] = loop;
    }
    module->loops.len = kept;
}
