/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of kernels and of libraries, and what they note of themselves in code that is made for
 * profiles: counts of work are doubles there, so that nothing overflows. */
#include "backend/llvm/emit.h"

static LLVMValueRef count(EmitFunction *p, const HirExpr *e) {
    LlUnit *u = p->e->unit;
    LLVMBuilderRef b = u->builder;
    if (e->kind == HIR_INT_EXPR) return LLVMConstReal(u->f64, (double)e->i);
    if (e->kind == HIR_CELL_EXPR) return LLVMBuildSIToFP(b, lp_expr(p, e), u->f64, "");
    LLVMValueRef v = count(p, e->args[0]);
    for (uint32_t i = 1; i < e->n; i++) {
        LLVMValueRef w = count(p, e->args[i]);
        switch (e->kind) {
        case HIR_FLOORDIV_EXPR: v = LLVMBuildFDiv(b, v, w, ""); break; /* near enough */
        case HIR_MIN_EXPR:
            v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOLT, v, w, ""), v, w, "");
            break;
        case HIR_MAX_EXPR:
            v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOGT, v, w, ""), v, w, "");
            break;
        case HIR_ADD_EXPR: v = LLVMBuildFAdd(b, v, w, ""); break;
        case HIR_MUL_EXPR: v = LLVMBuildFMul(b, v, w, ""); break;
        default: BUG("no count of work has it: %d", (int)e->kind);
        }
    }
    return v;
}

static LLVMValueRef count_or_unknown(EmitFunction *p, const HirExpr *e) {
    return e ? count(p, e) : LLVMConstReal(p->e->unit->f64, RT_UNKNOWN);
}

static size_t profile_begin(EmitFunction *p, const HirSite *s) {
    Emit *e = p->e;
    if (!e->profile) return 0;
    const size_t site = e->program->sites.len;
    vec_push(e->arena, &e->program->sites, ((LlSite){s->name, s->origin}));
    LLVMValueRef env = lp_env(p), at = lp_int(e, (int64_t)site);
    LLVMValueRef args[] = {env, at, count_or_unknown(p, s->operations),
                           count_or_unknown(p, s->bytes)};
    lp_helper(e, "rt_work", args, 4);
    lp_helper(e, "rt_profile", (LLVMValueRef[]){env, at, lp_int(e, 0)}, 3);
    return site;
}

static void profile_end(EmitFunction *p, size_t site) {
    Emit *e = p->e;
    if (e->profile)
        lp_helper(e, "rt_profile",
                  (LLVMValueRef[]){lp_env(p), lp_int(e, (int64_t)site), lp_int(e, 1)}, 3);
}

/* Ends with the message when the caller has asked for it, or the time is over. */
void lp_poll(EmitFunction *p) {
    if (p->e->artefact) return; /* nobody is to be asked */
    lp_try(p, lp_helper(p->e, "rt_poll", (LLVMValueRef[]){lp_env(p)}, 1));
}

static uint32_t buffer_of(const HirKernelCall *k, size_t i) {
    return i < k->reads.len ? k->reads.at[i] : k->writes.at[i - k->reads.len];
}

void lp_kernel(EmitFunction *p, const HirKernelCall *k) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const LlProgramKernel *kernel = e->program->kernels.at[k->number];
    const size_t n_buffers = k->reads.len + k->writes.len;
    LLVMValueRef *args = ARENA_ARRAY(e->arena, LLVMValueRef, n_buffers + k->sizes.len + 2);
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, n_buffers + k->sizes.len + 2);
    unsigned n = 0;
    args[n++] = lp_env(p);
    for (size_t i = 0; i < n_buffers; i++) args[n++] = lp_buffer(p, buffer_of(k, i));
    for (size_t i = 0; i < k->sizes.len; i++) args[n++] = lp_expr(p, k->sizes.at[i]);
    if (kernel->has_work) args[n++] = k->work ? lp_expr(p, k->work) : LLVMConstNull(u->ptr);
    for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, n, false);
    const size_t site = profile_begin(p, &k->site);
    LLVMValueRef result =
        LLVMBuildCall2(u->builder, type, lp_declare(e, kernel->name, type), args, n, "");
    profile_end(p, site);
    lp_try(p, result);
}

/* Memory for n pointers or numbers, until the next call. */
static LLVMValueRef room(EmitFunction *p, uint32_t n) {
    if (!p->part.pointers) p->part.pointers = lp_alloca(p, 1);
    if (n > p->part.n_pointers) {
        p->part.n_pointers = n;
        LLVMSetOperand(p->part.pointers, 0, LLVMConstInt(p->e->unit->i32, n, false));
    }
    return p->part.pointers;
}

/* libraries[i].run(libraries[i].self, env, pointers) */
void lp_library(EmitFunction *p, const HirKernelCall *k) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const uint32_t n = (uint32_t)(k->reads.len + k->writes.len);
    room(p, n);
    for (uint32_t i = 0; i < n; i++)
        LLVMBuildStore(u->builder, lp_buffer(p, buffer_of(k, i)),
                       lp_at(p, p->part.pointers, (int64_t)i * 8));
    if (e->artefact) {
        lp_try(p, lp_artefact_library(e, k->number, p->part.pointers));
        return;
    }
    LLVMValueRef list = lp_env_field(p, offsetof(RtEnv, libraries)), env = lp_env(p);
    LLVMValueRef one = lp_at(p, list, (int64_t)(k->number * sizeof(RtLibrary)));
    LLVMValueRef run =
        LLVMBuildLoad2(u->builder, u->ptr, lp_at(p, one, offsetof(RtLibrary, run)), "");
    LLVMValueRef self =
        LLVMBuildLoad2(u->builder, u->ptr, lp_at(p, one, offsetof(RtLibrary, self)), "");
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr};
    LLVMValueRef args[] = {self, env, p->part.pointers};
    const size_t site = profile_begin(p, &k->site);
    LLVMValueRef result =
        LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, types, 3, false), run, args, 3, "");
    profile_end(p, site);
    lp_try(p, result);
}

static LLVMValueRef constant(LlUnit *u, LLVMValueRef value) {
    LLVMValueRef v = LLVMAddGlobal(u->module, LLVMTypeOf(value), ".collective");
    LLVMSetInitializer(v, value);
    LLVMSetLinkage(v, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(v, true);
    LLVMSetAlignment(v, 8);
    return v;
}

/* rt_collective(env, what, name, x, result, extents), or rt_start(..., number) */
void lp_collective(EmitFunction *p, const HirKernelCall *k, bool starts) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const HirCollective *c = &e->host->collectives.at[k->number];
    LLVMValueRef *words = ARENA_ARRAY(e->arena, LLVMValueRef, c->n_words);
    for (size_t i = 0; i < c->n_words; i++) words[i] = lp_int(e, c->words[i]);
    const uint32_t n = (uint32_t)k->sizes.len;
    room(p, n ? n : 1);
    for (uint32_t i = 0; i < n; i++)
        LLVMBuildStore(u->builder, lp_expr(p, k->sizes.at[i]),
                       lp_at(p, p->part.pointers, (int64_t)i * 8));
    LLVMValueRef args[] = {
        lp_env(p),
        constant(u, LLVMConstArray2(u->i64, words, c->n_words)),
        constant(u, LLVMConstStringInContext2(u->context, c->name, strlen(c->name), false)),
        k->reads.len ? lp_buffer(p, k->reads.at[0]) : LLVMConstNull(u->ptr),
        lp_buffer(p, k->writes.at[0]),
        p->part.pointers,
        lp_int(e, k->number)};
    const size_t site = profile_begin(p, &k->site);
    LLVMValueRef result = e->artefact ? lp_artefact_collective(e, args, starts)
                          : starts    ? lp_helper(e, "rt_start", args, 7)
                                      : lp_helper(e, "rt_collective", args, 6);
    profile_end(p, site);
    lp_try(p, result);
}

/* rt_wait(env, number) */
void lp_wait(EmitFunction *p, const HirKernelCall *k) {
    Emit *e = p->e;
    LLVMValueRef args[] = {lp_env(p), lp_int(e, k->number)};
    const size_t site = profile_begin(p, &k->site);
    LLVMValueRef result =
        e->artefact ? lp_artefact_wait(e, args) : lp_helper(e, "rt_wait", args, 2);
    profile_end(p, site);
    lp_try(p, result);
}
