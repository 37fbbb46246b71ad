/* SPDX-License-Identifier: Apache-2.0 */
/* What was chosen and why, in words: a line for what a nest goes by, and one for what that costs
 * against other ways; or a line that says why there is no nest.
 *
 *     i, j: vectors of 16 float32 along j (96), 3 times 2; rows along i (64), 4 times 14, then 8
 *       cost: 434 cycles for an iteration of the loop within, the least of 57 ways in 32 registers
 *     acc: in 16 pieces along n (64), in another order
 *     i as it stands: by lanes along i, a parallel loop beside other statements */
#include <inttypes.h>

#include "schedule/parts.h"

void sched_tell(Sched *s, const char *text) {
    if (s->told) strbuf_printf(s->told, "%s\n", text);
}

static const char *times(int64_t n) { return n == 1 ? "time" : "times"; }

static void tell_columns(const SNest *nest, StrBuf *out) {
    SColumns c;
    if (!sched_columns(nest, nest->width, nest->nv, &c)) BUG("no columns");
    strbuf_printf(out, "vectors of %u %s along %s", nest->width, dtype_name(nest->dtype),
                  nest->lane->var->name);
    if (nest->open) {
        strbuf_printf(out, ", %u at a time, then 1; planned for %" PRId64, nest->nv, nest->extent);
        return;
    }
    strbuf_printf(out, " (%" PRId64 ")", nest->extent);
    if (c.blocks) strbuf_printf(out, ", %" PRId64 " %s %u", c.blocks, times(c.blocks), nest->nv);
    if (!c.tail) return;
    strbuf_printf(out, ", %s%u", c.blocks ? "then " : "", c.tail);
    if (c.keep < nest->width) {
        strbuf_printf(out, " of which %u lanes are stored", c.keep);
    } else if (c.apart != nest->width || c.start != c.blocks * nest->width * nest->nv) {
        strbuf_puts(out, " that begin earlier");
    }
}

static void tell_rows(const Sched *s, const SNest *nest, StrBuf *out) {
    const LoopExpr *n = nest->row->value;
    strbuf_printf(out, "; rows along %s", nest->row->var->name);
    if (n->kind == LOOP_CONST) {
        const int64_t full = n->i / nest->nr, rest = n->i % nest->nr;
        strbuf_printf(out, " (%" PRId64 ")", n->i);
        if (full) strbuf_printf(out, ", %" PRId64 " %s %u", full, times(full), nest->nr);
        if (rest) strbuf_printf(out, ", %s%" PRId64, full ? "then " : "", rest);
    } else {
        strbuf_printf(out, ", %u at a time", nest->nr);
    }
    if (nest->panel)
        strbuf_printf(out, ", which share %s", sched_load_of(s, nest->panel)->buffer->name);
}

void sched_tell_nest(Sched *s, const SNest *nest) {
    StrBuf *out = s->told;
    if (!out) return;
    for (uint32_t i = 0; i < nest->n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", nest->loops[i]->var->name);
    strbuf_puts(out, ": ");
    tell_columns(nest, out);
    if (nest->row) tell_rows(s, nest, out);
    strbuf_printf(out, "\n  cost: %.6g cycles%s, the least of %u ways in %u registers", nest->cost,
                  nest->reduces ? " for an iteration of the loop within" : "", nest->ways,
                  (unsigned)s->target->vector_registers);
    if (nest->nr > 1 && nest->cost_of_a_row > 0)
        strbuf_printf(out, "; of one row: %.6g", nest->cost_of_a_row);
    if (nest->cost_of_halves > 0)
        strbuf_printf(out, "; vectors of %u: %.6g", nest->width / 2, nest->cost_of_halves);
    strbuf_putc(out, '\n');
}

void sched_tell_sum(Sched *s, const SNest *nest) {
    const int64_t all = nest->extent / nest->width, rest = nest->extent % nest->width;
    StrBuf *out = s->told;
    if (!out) return;
    strbuf_printf(out, "%s: %s by vectors of %u %s", nest->lane->var->name, nest->sum->buffer->name,
                  nest->width, dtype_name(nest->dtype));
    if (nest->lane->value->kind != LOOP_CONST) {
        strbuf_printf(out, ", %u at a time, and lanes one by one; of %" PRId64 ":", nest->nv,
                      nest->extent);
    } else {
        strbuf_printf(out, " (%" PRId64 "), %" PRId64 " %s %u", nest->extent, all / nest->nv,
                      times(all / nest->nv), nest->nv);
        if (all % nest->nv) strbuf_printf(out, ", then %" PRId64, all % nest->nv);
        if (rest) strbuf_printf(out, ", and %" PRId64 " lanes", rest);
    }
    if (nest->sum->value->kind == LOOP_ADD || nest->sum->value->kind == LOOP_MUL)
        strbuf_puts(out, ", in another order");
    strbuf_printf(out, "\n  cost: %.6g cycles, the least of %u ways; one by one: %.6g\n",
                  nest->cost, nest->ways, nest->cost_of_a_row);
}

void sched_tell_rows(Sched *s, const SRows *rows) {
    if (s->told)
        strbuf_printf(s->told, "%s: %u rows side by side, as they wait for their sums\n",
                      rows->loop->var->name, rows->nr);
}

void sched_tell_pieces(Sched *s, const SPieces *pieces) {
    StrBuf *out = s->told;
    if (!out) return;
    for (uint32_t i = 0; i < pieces->n_sums; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", pieces->sums[i]->buffer->name);
    strbuf_printf(out, ": in %" PRId64 " pieces along %s (%" PRId64 "), in another order\n",
                  pieces->pieces, pieces->loop->var->name, pieces->loop->value->i);
}

void sched_tell_refusal(Sched *s, const LoopStmt *loop) {
    const SRefusal *r = &s->refusal;
    StrBuf *out = s->told;
    if (!out || (r->innermost && r->innermost == s->told_of)) return;
    s->told_of = r->innermost;
    strbuf_printf(out, "%s as it stands: ", loop->var->name);
    if (r->of_all) strbuf_puts(out, r->of_all);
    for (uint32_t i = 0; i < r->n; i++)
        strbuf_printf(out, "%sby lanes along %s, %s", i ? "; " : "", r->lanes[i]->name, r->why[i]);
    strbuf_putc(out, '\n');
}
