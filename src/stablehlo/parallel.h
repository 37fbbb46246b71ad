/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that meet in collectives: a grid of replicas and partitions, numbered row by row, and
 * the groups in which an operation has them meet. */
#ifndef TENON_STABLEHLO_PARALLEL_H
#define TENON_STABLEHLO_PARALLEL_H

#include "stablehlo/maps.h"

typedef struct {
    int64_t n_replicas, n_partitions;
    uint32_t n; /* of both */
} ShloGrid;

/* The members of a process's group in order, by their numbers, and which of them it is. n is 0
 * where it is in none. */
typedef struct {
    uint32_t *at, n, own;
} ShloGroup;

/* What the numbers in an operation's groups and pairs mean. */
typedef enum { SHLO_REPLICAS, SHLO_PARTITIONS, SHLO_BOTH, SHLO_GLOBAL } ShloStrategy;

/* map_groups.c */
static inline bool shlo_is_named(const ShloOp *op, const char *name) {
    return str_eq_c(op->name, name);
}
int64_t shlo_channel_of(const ShloOp *op);
ShloStrategy shlo_strategy_of(const ShloOp *op);
ShloGroup shlo_group_of(H *s, const ShloGrid *grid, uint32_t own);
/* The process that sends to this one in a collective_permute; grid->n: none does. */
uint32_t shlo_source_of(H *s, const ShloGrid *grid, uint32_t own);
/* The operation of a reduction's body on tensors of that dtype. */
const OpDef *shlo_join_of(H *s, DType t);
IrOperand shlo_zeros_like(H *s, IrOperand x);

/* map_workers.c: replica_id and partition_id where each process runs the module. */
void shlo_worker_id(H *s);

#endif
