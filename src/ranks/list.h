/* SPDX-License-Identifier: Apache-2.0 */
/* The collectives that a program comes to, in their order, as text: what all ranks that run it must
 * have alike. A line each, within lines that say where it stands; functions behind the first one,
 * which is the entry. What differs by design, extents, is not part of it; the names of values,
 * behind a tab, do not count.
 *
 *     1 ccl.allreduce (sum, float32, over all ranks)	y
 *     loop
 *     call 1
 *     end
 *     end
 *     function 1
 *     2 ccl.permute (float32, by 1, over axis 0 of mesh 2x2)	before
 *     end
 *
 * What exchanges nothing (ccl.rank, a group of one rank) has no line, nor has a branch, a loop, a
 * call or a function without any. */
#ifndef TENON_RANKS_LIST_H
#define TENON_RANKS_LIST_H

#include "base/strbuf.h"
#include "ranks/call.h"

/* open: lines that begin something. Those behind n_written are not written yet, as nothing has come
 * in them. */
typedef struct {
    StrBuf *out;
    VEC(const char *) open;
    size_t n_written;
    int64_t n; /* collectives so far */
} RanksList;

/* Numbers go on behind n. */
void ranks_list_init(RanksList *self, StrBuf *out, int64_t n);
/* What stands up to the end stands in a branch, a loop, ...: "if", "else", "loop", "function 1".
 * The line must live as long. */
void ranks_list_open(RanksList *self, const char *line);
void ranks_list_close(RanksList *self);
void ranks_list_call(RanksList *self, uint32_t function);
/* Of the place `at` in the program; 0: it gets the next one. Its place, 0 where it exchanges
 * nothing. */
int64_t ranks_list_add(RanksList *self, const RanksWhat *what, const char *name, int64_t at);

/* The same number where lists are the same. */
uint64_t ranks_list_mark(const char *list);
/* What two ranks' lists have first that is not the same, as text. */
void ranks_list_differ(const char *a, uint32_t rank_a, const char *b, uint32_t rank_b, char *text,
                       size_t size);
/* The line of that place, as messages name it; false: there is none. */
bool ranks_list_at(const char *list, int64_t place, char *text, size_t size);

#endif
