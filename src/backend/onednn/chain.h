/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions, their gradients and products in a function, and what follows them: the same reading
 * finds what to give to oneDNN, and then what a function with Codegen="onednn" asks for. */
#ifndef TENON_BACKEND_ONEDNN_CHAIN_H
#define TENON_BACKEND_ONEDNN_CHAIN_H

#include "backend/onednn/chain_parts.h"

/* The chain that begins at `anchor`; false: oneDNN does not compute this. Of what follows it
 * takes as much as it can. */
bool onednn_chain(IrBinding *anchor, OnednnChain *out);
/* The same with fewer posts. */
void onednn_chain_cut(OnednnChain *chain, uint32_t n_posts);

/* Weights that a permute_dims makes are taken as they were before it, so that it need not run, nor
 * be folded. That binding, which the chain then does not use; NULL: there is none. */
IrBinding *onednn_chain_unpermute(OnednnChain *chain, IrModule *m);
/* A matmul by one matrix, which may be taken transposed. */
bool onednn_chain_is_by_matrix(const OnednnChain *chain);
/* The binding that gives this matrix as the transpose of what is there as well; NULL: none does. */
IrBinding *onednn_chain_transpose_of(const OnednnChain *chain);
/* The chain with that matrix stored transposed. */
void onednn_chain_set_y(OnednnChain *chain, const IrOperand *transposed);

/* The chain of a function with Codegen; false: there is none. */
bool onednn_chain_in(const IrFunction *fn, OnednnChain *out);

#endif
