/* SPDX-License-Identifier: Apache-2.0 */
/* Weights that lie apart from the code of a program that is kept: one file, which the program is
 * given by its function `init`, and which is that of this program or none:
 *
 *     8 bytes     the magic
 *     8 bytes     bytes of the file
 *     8 bytes     the sum of what follows (below)
 *     8 bytes     0
 *     32 bytes    0
 *     weights     each at a multiple of BE_WEIGHTS_ALIGN, 0 between them and to such a multiple
 *
 * The least byte comes first. The sum is made of four, one of each word of 8 bytes of a block of
 * 32, each by turns of h = mix(h ^ word), and then one of these. A turn is a bijection of both, so
 * that no one word can be altered unseen. Code that is kept computes the same:
 * backend/c/emit_weights.c, backend/llvm/emit_weights.c. */
#ifndef TENON_BACKEND_WEIGHTS_H
#define TENON_BACKEND_WEIGHTS_H

#include "base/strbuf.h"
#include "host/host.h"
#include "tensor/tensor.h"

enum {
    BE_WEIGHTS_ALIGN = 64,
    BE_WEIGHTS_HEAD = 64,
    BE_WEIGHTS_SUMMED = 32, /* what the sum is of begins here */
    BE_WEIGHTS_LANES = 4,
    BE_WEIGHTS_GIVEN_ALIGN = 8, /* of the memory that `init` takes */
    BE_WEIGHTS_LEAST = 512      /* bytes of a constant that goes to the file */
};
#define BE_WEIGHTS_FACTOR UINT64_C(0x9e3779b97f4a7c15)
#define BE_WEIGHTS_MAGIC UINT64_C(0x3174776e6f6e6574) /* tenonwt1 */

/* Messages of `init`, and of an entry before it. */
#define BE_WEIGHTS_MISSING "the weights are missing: the program was given none"
#define BE_WEIGHTS_PLACE "the weights do not lie at a multiple of 8 bytes"
#define BE_WEIGHTS_SIZE "the weights are cut, or those of another program: they have another size"
#define BE_WEIGHTS_OTHER "these are no weights, or those of another program"
#define BE_WEIGHTS_ALTERED "the weights were altered: their sum is another one"

typedef enum {
    BE_WEIGHTS_EMBED,   /* data of the code, one by one */
    BE_WEIGHTS_SECTION, /* a section of an object, as in a file without its head */
    BE_WEIGHTS_FILE
} BeWeightsKind;

typedef struct {
    const Tensor *tensor;
    const char *name; /* the model's; NULL: it has none */
    int64_t at;       /* behind the file's or the section's start */
} BeWeight;

typedef struct {
    BeWeightsKind kind;
    VEC(BeWeight) list; /* in the order of the file; empty where they are embedded */
    int64_t *at;        /* by constant of the program; -1: it is data of the code, one by one */
    int64_t bytes;      /* of the file or section */
    uint64_t sum;
} BeWeights;

/* Places for the program's constants. The tensors are the program's. */
void be_weights_lay(BeWeights *self, BeWeightsKind kind, const HirProgram *program);
/* What a section holds. */
void be_weights_append(const BeWeights *self, StrBuf *out);
/* The file, by the context's hook or as part of a set. STATUS_OK, or STATUS_IO after a report. */
Status be_weights_write(const BeWeights *self, Ctx *ctx, const char *path);

#endif
