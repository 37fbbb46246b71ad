/* SPDX-License-Identifier: Apache-2.0 */
/* NULL for what makes contexts ranks. */
#include <unistd.h>

#include "hostile/null_headers.h"

void null_ranks_rows(TnContext *ctx) {
    TnRankThreads *threads = NULL;
    int any;
    HARMLESS(tn_ranks_launched());
    REFUSED(tn_ranks_join(NULL, "mpi", 1));
    REFUSED(tn_ranks_join(ctx, NULL, 1));
    REFUSED(tn_ranks_join(ctx, "mpi", -1));
    REFUSED(tn_rank_threads_new(2, 1, 0, 0, NULL));
    REFUSED(tn_rank_threads_new(0, 1, 0, 0, &threads));
    RETURNS(tn_rank_threads_free(NULL));
    REFUSED(tn_rank_threads_join(ctx, NULL, 0));
    REFUSED(tn_rank_threads_join(NULL, threads, 0));
    TnLinkUse use;
    REFUSED(tn_rank_threads_link(NULL, 0, &use));
    REFUSED(tn_rank_threads_link(threads, 0, NULL));
    const TnRankLink link = {TN_SIZED(TnRankLink)};
    TnRankReplay replay;
    REFUSED(tn_rank_threads_record(NULL));
    REFUSED(tn_rank_threads_replay(NULL, &link, &replay));
    REFUSED(tn_rank_threads_replay(threads, NULL, &replay));
    REFUSED(tn_rank_threads_replay(threads, &link, NULL));
    HARMLESS(tn_ranks_rank(NULL));
    HARMLESS(tn_ranks_size(NULL));
    RETURNS(tn_ranks_stop(NULL));
    RETURNS(tn_ranks_check_replicas(NULL, 1));
    REFUSED(tn_ranks_any(NULL, 0, &any));
    REFUSED(tn_ranks_any(ctx, 0, NULL));
    REFUSED(tn_ranks_agree(NULL, "x", "", 0));
    REFUSED(tn_ranks_agree(ctx, NULL, "", 0));
    REFUSED(tn_ranks_agree(ctx, "x", NULL, 1));
    REFUSED(tn_ranks_agree_module(NULL));
}
