/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of ConvertLayout share: layouts in letters, and how a call takes them.
 *
 * A layout says how a tensor of the program is stored: axis j of what is stored is dim at[j].dim of
 * the tensor, or a block of so many elements of it. No axes (n is 0): it is stored as it is. */
#ifndef TENON_PASSES_CONVERT_LAYOUT_H
#define TENON_PASSES_CONVERT_LAYOUT_H

#include "ir/clone.h"
#include "passes/passes.h"

enum { CONVERT_AXES_MAX = 16 };

typedef struct {
    uint8_t dim;
    int64_t block; /* 0: the dim itself, or its blocks where it is cut into these */
} ConvertAxis;

typedef struct {
    uint32_t n;
    uint32_t rank; /* of the tensor */
    ConvertAxis at[CONVERT_AXES_MAX];
} ConvertLayout;

extern const ConvertLayout convert_plain;

bool convert_equal(const ConvertLayout *a, const ConvertLayout *b);
/* The layout `want` of a tensor whose dims have the letters `have`: "NHWC" or "NCHW4c" of "NCHW".
 * False: it is no layout of these letters. */
bool convert_letters(const char *have, const char *want, ConvertLayout *out);

/* What an operator shall have: a row of the pass's option. */
typedef struct {
    const OpDef *op;
    uint32_t n;
    const char *letters[3]; /* of a convolution: data, kernel, out */
} ConvertWish;

/* A call in the layouts that it is to have. */
typedef struct {
    IrModule *m;
    const IrBinding *b;
    /* of operand entry i, as it is stored so far (convert_call sets what it shall be) */
    ConvertLayout *in;
    ConvertLayout out;   /* of each tensor of the result that has its rank */
    IrAttr *attrs;       /* a copy in the module's scratch */
    IrOperand *operands; /* the same; axes among them are put in order */
    bool is_blocked;     /* a layout among the attributes has blocks */
} ConvertCall;

/* How the call takes operands that are stored as self->in says. False: plain operands, and a plain
 * result. `wish`: of the operator; NULL: none. */
bool convert_call(ConvertCall *self, const ConvertWish *wish);
/* The letters that a wish may have for the operator, the data's and the kernel's; false: it takes
 * none. */
bool convert_letters_of(const OpDef *op, const char **data, const char **kernel);

#endif
