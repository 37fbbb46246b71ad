/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of strings: calls of the evaluator's host functions (docs/strings.md). */
#include "base/regex.h"
#include "onnx/import.h"

void onnx_map_string_concat(O *o) {
    IrOperand x[2] = {o_in(o, 0), o_in(o, 1)};
    for (uint32_t i = 0; i < 2; i++) {
        if (o_dtype(o, x[i]) != DTYPE_STRING) o_fail(o, "its input %u is no tensor of strings", i);
    }
    o_agree(o, x, 2);
    /* The shape is that of a comparison, whose call nothing uses. */
    const IrType *t = o_type(o, o2(o, &op_equal, x[0], x[1]));
    o_set(o, 0,
          o_host(o, "tenon.string.concat", x, 2,
                 ir_type_tensor(o->m, t->dims, t->ndim, DTYPE_STRING)));
}

void onnx_map_string_split(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrType *t = o_type(o, x);
    const int64_t most = o_int(o, "maxsplit", -1);
    const Str delimiter = o_str(o, "delimiter", "");
    if (t->dtype != DTYPE_STRING) o_fail(o, "its input is no tensor of strings");
    if (o_given(o, "maxsplit") && most < 0)
        o_fail(o, "its attribute 'maxsplit' is %lld", (long long)most);
    const int32_t ndim = t->ndim == IR_NDIM_UNKNOWN ? t->ndim : t->ndim + 1;
    const IrType *const parts[] = {ir_type_tensor(o->m, NULL, ndim, DTYPE_STRING),
                                   ir_type_tensor(o->m, t->dims, t->ndim, DTYPE_INT64)};
    const IrOperand args[] = {x, o_string(o, delimiter), o_prim(o, o_dim(o, most))};
    const IrOperand both = o_host(o, "tenon.string.split", args, 3, ir_type_tuple(o->m, parts, 2));
    for (uint32_t i = 0; i < 2; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, both, i));
    }
}

/* The locale does not matter: letters of Latin, Greek and Cyrillic change their case alike in all
 * that are supported. */
void onnx_map_string_normalizer(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrType *t = o_type(o, x);
    const Str how = o_str(o, "case_change_action", "NONE"), locale = o_str(o, "locale", "en_US");
    uint32_t n;
    const Str *stops = o_strs(o, "stopwords", &n);
    if (t->dtype != DTYPE_STRING) o_fail(o, "its input is no tensor of strings");
    if (!str_eq_c(how, "LOWER") && !str_eq_c(how, "UPPER") && !str_eq_c(how, "NONE"))
        o_fail(o, "its attribute 'case_change_action' is '%s'", onnx_text(o->im, how));
    const bool is_turkic =
        locale.len >= 2 && (!strncmp(locale.ptr, "tr", 2) || !strncmp(locale.ptr, "az", 2));
    if (is_turkic) o_unsupported(o, "the locale '%s'", onnx_text(o->im, locale));
    const IrOperand args[] = {x, o_string(o, how),
                              o_prim(o, o_dim(o, o_int(o, "is_case_sensitive", 0) != 0)),
                              o_strings(o, stops, n)};
    const IrDim *const *dims = n ? NULL : t->dims; /* none goes, but an empty list is never left */
    o_set(o, 0,
          o_host(o, "tenon.string.normalize", args, 4,
                 ir_type_tensor(o->m, dims, t->ndim, DTYPE_STRING)));
}

void onnx_map_regex_full_match(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrType *t = o_type(o, x);
    const Str pattern = o_str(o, "pattern", "");
    const char *why;
    if (t->dtype != DTYPE_STRING) o_fail(o, "its input is no tensor of strings");
    if (!regex_compile(&o->im->arena, pattern, &why))
        o_unsupported(o, "a pattern of which is true: %s;", why);
    const IrOperand args[] = {x, o_string(o, pattern)};
    o_set(o, 0,
          o_host(o, "tenon.string.full_match", args, 2,
                 ir_type_tensor(o->m, t->dims, t->ndim, DTYPE_BOOL)));
}
