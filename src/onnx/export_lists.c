/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs of main that the file has as sequences of tensors. The module has a tuple for each; what
 * is written is a sequence again, by the file's name, or the model would be another one to whoever
 * runs it. */
#include "onnx/export.h"

/* What the file says of output k, if that is a sequence of tensors; NULL: it is not. */
static const OnnxValueInfo *list_info(const OnnxExport *x, size_t k) {
    const OnnxModel *was = x->keep ? x->m->kept->model : NULL;
    if (!was || k >= was->graph->outputs.len) return NULL;
    const OnnxValueInfo *info = was->graph->outputs.at[k];
    const OnnxTypeProto *of =
        info->type && info->type->sequence ? info->type->sequence->elem_type : NULL;
    return of && of->tensor ? info : NULL;
}

/* One output is the result itself, several are its fields. */
static const IrType *output_type(const IrAttr *names, const IrType *t, size_t k) {
    if (names->n == 1) return t;
    return t->kind == IR_TYPE_TUPLE && t->n == names->n ? t->fields[k] : NULL;
}

static bool is_list(const OnnxExport *x, const IrType *t, size_t k) {
    const OnnxValueInfo *info = list_info(x, k);
    if (!info || t->kind != IR_TYPE_TUPLE) return false;
    const int64_t elements = info->type->sequence->elem_type->tensor->elem_type;
    for (uint32_t i = 0; i < t->n; i++) {
        const IrType *item = t->fields[i];
        if (item->kind != IR_TYPE_TENSOR || item->dtype == DTYPE_VOID ||
            onnx_data_type(item->dtype) != elements)
            return false;
    }
    return true;
}

bool x_has_lists(const OnnxExport *x, const IrAttr *names, const IrType *t) {
    const OnnxModel *was = x->keep ? x->m->kept->model : NULL;
    bool found = false;
    if (!was || was->graph->outputs.len != names->n) return false;
    for (uint32_t k = 0; k < names->n; k++) {
        const OnnxValueInfo *info = was->graph->outputs.at[k];
        const IrType *output = output_type(names, t, k);
        if (!output || names->items[k].kind != IR_ATTR_STRING ||
            !str_eq_c(info->name, names->items[k].s))
            return false;
        if (is_list(x, output, k))
            found = true;
        else if (!x_tensor_type((OnnxExport *)(uintptr_t)x, output))
            return false;
    }
    return found;
}

const char **x_list_names(OnnxExport *x, WFrame *frame, const IrAttr *names, const IrOperand *o) {
    const char **out = ARENA_ARRAY(x->arena, const char *, names->n);
    for (uint32_t k = 0; k < names->n; k++) out[k] = x_name(x, names->items[k].s);
    if (names->n == 1 || o->kind != IR_OPERAND_TUPLE) return out;
    const IrOperand *item = o + 1;
    for (uint32_t k = 0; k < o->n; k++, item += item->span) {
        const bool is_own = item->kind == IR_OPERAND_VAR && item->var->type->kind != IR_TYPE_TUPLE;
        if (is_own && !frame->wanted[item->var->id]) frame->wanted[item->var->id] = out[k];
    }
    return out;
}

static void write_list(W *w, const WValue *v, const OnnxValueInfo *was, const char *name) {
    OnnxExport *x = w->x;
    const char **items = ARENA_ARRAY(x->arena, const char *, (size_t)v->n + 1);
    for (uint32_t i = 0; i < v->n; i++) items[i] = x_value(w, &v->items[i]);
    OnnxNode *n = w_node(w, v->n ? "SequenceConstruct" : "SequenceEmpty", items, v->n, 1);
    if (!v->n)
        w_add_attr(w, n, "dtype", ONNX_ATTR_INT)->i =
            was->type->sequence->elem_type->tensor->elem_type;
    n->outputs.at[0] = str_c(name);
    vec_push(x->arena, &w->s->graph->outputs, (void *)x_info_of(x, name, was->type));
}

void x_list_outputs(W *w, const char *const *names, uint32_t n, const WValue *v, const IrType *t) {
    XOutputs out;
    x_outputs_init(&out, w->x, names);
    for (uint32_t k = 0; k < n; k++) {
        const WValue *item = n == 1 ? v : &v->items[k];
        const IrType *type = n == 1 ? t : t->fields[k];
        if (item->is_poisoned) ctx_throw(w->x->ctx, STATUS_INVALID);
        if (is_list(w->x, type, k)) {
            if (!item->is_tuple) w_fail(w, "a sequence whose elements are not known");
            write_list(w, item, list_info(w->x, k), names[k]);
            out.n++;
        } else {
            x_output(w, &out, item, type);
        }
    }
}
