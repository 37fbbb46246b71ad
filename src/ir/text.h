/* SPDX-License-Identifier: Apache-2.0 */
/* The text form: TVMScript's Relax subset, in and out. The grammar stands in docs/text.md.
 *
 * What is printed parses back to a structurally equal module. */
#ifndef TENON_IR_TEXT_H
#define TENON_IR_TEXT_H

#include "ir/ir.h"

/* Parses a module and infers all types. NULL when there were errors; they are on the context. The
 * module is still on the context's clean-ups (ir_module_keep). `text` may go away afterwards. */
IrModule *ir_text_parse(Ctx *ctx, const OpTable *ops, const char *name, Str text);

/* A def that calls of `op` may become, as by @R.legalize; the same text is parsed once. It is in no
 * list of the module's, and lives as the module. NULL after reports. */
const struct IrDefinition *ir_text_parse_expansion(IrModule *m, const OpDef *op, Str text);

/* A module of what a text of definitions, and nothing else, defines, beside those of the table.
 * NULL after reports. It is still on the context's clean-ups. */
IrModule *ir_text_definitions(Ctx *ctx, const OpTable *ops, const OpSource *source);

/* Two or more words with dots between them. False after a report at loc. */
bool ir_text_is_op_name(Ctx *ctx, Loc loc, const char *name);

/* A keyword, or a name that the text form has a meaning for (R, cls, ...): what is printed does not
 * bind it. */
bool ir_text_is_reserved(const char *name);

void ir_text_print(IrModule *m, StrBuf *out);
/* Without the data of constants that do not stand inline: their types take the table's place. It
 * cannot be read back. */
void ir_text_print_bare(IrModule *m, StrBuf *out);

/* The table of constants that do not stand inline. */
typedef VEC(IrConst *) IrTextTable;

/* The table apart from the text, in out's arena: ir_text_parse_apart reads the text with tensors in
 * the table's places. Each becomes a constant of its own, whatever it holds; its data are not
 * looked at. */
void ir_text_print_apart(IrModule *m, StrBuf *out, IrTextTable *table);
IrModule *ir_text_parse_apart(Ctx *ctx, const OpTable *ops, const char *name, Str text,
                              Tensor *const *table, size_t n);
/* The constant that an expression is: `R.const([1.0, 2.0], "float32")`, or a number or nested lists
 * of numbers, of the dtype (VOID: as in R.const without one). NULL after reports. */
struct SynExpr;
IrConst *ir_text_const(IrModule *m, const struct SynExpr *e, DType dtype);
/* Extents (NULL: none) and a type for the signature of `fn`, which is being made. Names are its
 * symbols: those that it has, else new ones. False, NULL after reports. */
bool ir_text_dims(IrFunction *fn, const struct SynExpr *const *list, size_t n, const IrDim **out);
const IrType *ir_text_type(IrFunction *fn, const struct SynExpr *e);
/* An index map, `lambda i: (i // 4, i % 4)`, as the attributes of operators hold it; in the
 * module's arena. False after a report. */
bool ir_text_index_map(IrModule *m, const struct SynExpr *e, IrAttr *out);
/* As an expression, `R.const([1.0, 2.0], "float32")`, whatever its size. */
void ir_text_print_tensor(const Tensor *t, StrBuf *out);
/* One binding or function, for messages and dumps. */
void ir_text_print_binding(IrBinding *b, StrBuf *out);

#endif
