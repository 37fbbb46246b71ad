/* SPDX-License-Identifier: Apache-2.0 */
/* A node's attributes, as map functions ask for them: of the type that is wanted, and through
 * references to those of the function around. */
#include "onnx/import.h"

static const OnnxAttr *find_attr(const OnnxList *attrs, Str name) {
    for (size_t i = 0; i < attrs->len; i++) {
        const OnnxAttr *a = attrs->at[i];
        if (str_eq(a->name, name)) return a;
    }
    return NULL;
}

const OnnxAttr *onnx_attr_find(const O *o, const char *name) {
    const OnnxAttr *a = find_attr(&o->node->attrs, str_c(name));
    for (const O *at = o; a && a->ref.len;) {
        const O *call = at->scope->call;
        if (!call) return NULL;
        const OnnxAttr *given = find_attr(&call->node->attrs, a->ref);
        if (!given) given = find_attr(&call->function->attr_defaults, a->ref);
        a = given;
        at = call;
    }
    return a;
}

static const OnnxAttr *typed_attr(O *o, const char *name, OnnxAttrType type, const char *what) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    if (a && a->type != ONNX_ATTR_UNDEFINED && a->type != type)
        o_fail(o, "its attribute '%s' is not %s", name, what);
    return a;
}

bool o_given(O *o, const char *name) { return onnx_attr_find(o, name) != NULL; }

int64_t o_int(O *o, const char *name, int64_t fallback) {
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_INT, "an int");
    return a ? a->i : fallback;
}

double o_float(O *o, const char *name, double fallback) {
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_FLOAT, "a float");
    return a ? (double)a->f : fallback;
}

Str o_str(O *o, const char *name, const char *fallback) {
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_STRING, "a string");
    return a ? a->s : str_c(fallback);
}

const int64_t *o_ints(O *o, const char *name, uint32_t *n) {
    static const int64_t none[1] = {0};
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_INTS, "a list of ints");
    *n = a ? (uint32_t)a->ints.len : 0;
    return a ? a->ints.at ? a->ints.at : none : NULL;
}

const float *o_floats(O *o, const char *name, uint32_t *n) {
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_FLOATS, "a list of floats");
    *n = a ? (uint32_t)a->floats.len : 0;
    return a ? a->floats.at : NULL;
}

const Str *o_strs(O *o, const char *name, uint32_t *n) {
    static const Str none[1] = {{.len = 0}};
    const OnnxAttr *a = typed_attr(o, name, ONNX_ATTR_STRINGS, "a list of strings");
    *n = a ? (uint32_t)a->strings.len : 0;
    return a ? a->strings.at ? a->strings.at : none : NULL;
}

const int64_t *o_ints_or(O *o, const char *name, uint32_t n, int64_t fallback) {
    uint32_t found;
    const int64_t *given = o_ints(o, name, &found);
    if (given && found != n)
        o_fail(o, "its attribute '%s' has %u ints instead of %u", name, found, n);
    if (given) return given;
    int64_t *ints = O_ARRAY(o, int64_t, n);
    for (uint32_t i = 0; i < n; i++) ints[i] = fallback;
    return ints;
}
