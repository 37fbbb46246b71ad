/* SPDX-License-Identifier: Apache-2.0 */
/* Values passed on unchanged, which tell where they are to lie: to_vdevice, hint_on_device. All
 * runs in one place, so nothing is moved. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam to_params[] = {
    OP_TENSOR("data"),
    {.name = "dst_vdevice", .kind = OP_PARAM_STRING},
};
static const IrAttr cpu_parts[] = {{.kind = IR_ATTR_INT, .i = 1}, {.kind = IR_ATTR_INT, .i = 0}};
static const IrAttr cpu = {.kind = IR_ATTR_LIST, .n = 2, .items = cpu_parts};
static const OpParam hint_params[] = {
    OP_TENSOR("data"),
    {.name = "device",
     .kind = OP_PARAM_LIST,
     .form = OP_LIST_DEVICE,
     .optional = true,
     .value = &cpu,
     .alias = "dst_vdevice"},
    OP_STRING("memory_scope", "global", NULL),
};

static const char *const to_constraints[] = {
    "dst_vdevice is a virtual device of the module's global infos",
    NULL,
};
static const char *const no_constraints[] = {NULL};

static const IrType *infer_to(IrInfer *in) {
    const IrType *t = in->args[0].type;
    IrAttr *name = infer_attr(in, "dst_vdevice");
    const char *found = ir_vdevice_find(in->m, str_c(name->s));
    if (!found)
        return infer_fail(in, 1, "a virtual device such as \"llvm:0\"",
                          infer_text(in, "\"%.60s\"", name->s));
    name->s = found;
    return ir_type_on(in->m, ir_type_tensor(in->m, t->dims, t->ndim, t->dtype), found);
}

static const IrType *infer_hint(IrInfer *in) { return in->args[0].type; }

static void gradient_to(OpGradient *g) {
    g_add(g, 0, d_on(&g->d, g_adjoint(g), g_type_at(g, 0, 0)->first_vdevice));
}

static void sample_to(OpSample *s) {
    sample_any(s);
    s_set_string(s, "dst_vdevice", "llvm:0:global");
}

const OpDef op_to_vdevice = {
    .name = "to_vdevice",
    .doc = "data, from here on said to lie on another virtual device. Its elements stay where they "
           "are.",
    .constraints = to_constraints,
    .params = to_params,
    .n_params = ARRAY_LEN(to_params),
    .sample = sample_to,
    .flags = OP_PURE,
    .infer = infer_to,
    .gradient = gradient_to,
    .is_multilinear = true,
    .identity = true,
    .work = OP_WORK_VIEW,
};

const OpDef op_hint_on_device = {
    .name = "hint_on_device",
    .doc = "data, with a hint for TVM's RealizeVDevice where it should lie: R.device(dev_type=1, "
           "dev_id=0), and a memory scope there.",
    .constraints = no_constraints,
    .params = hint_params,
    .n_params = ARRAY_LEN(hint_params),
    .sample = sample_any,
    .flags = OP_PURE,
    .infer = infer_hint,
    .identity = true,
    .work = OP_WORK_VIEW,
};
