/* SPDX-License-Identifier: Apache-2.0 */
/* What steps note of themselves, in code that is made for it. Counts of work are doubles: nothing overflows. */
#include "backend/llvm/emit.h"
#include "backend/work.h"

static LLVMValueRef number(EmitFunction *p, double v) { return LLVMConstReal(p->e->unit->f64, v); }

static LLVMValueRef count(EmitFunction *p, const IrDim *d);

static LLVMValueRef choose(EmitFunction *p, LLVMRealPredicate first, LLVMValueRef a, LLVMValueRef b) {
    LLVMBuilderRef builder = p->e->unit->builder;
    return LLVMBuildSelect(builder, LLVMBuildFCmp(builder, first, a, b, ""), a, b, "");
}

static LLVMValueRef atom(EmitFunction *p, const IrAtom *a) {
    LlUnit *u = p->e->unit;
    if (a->kind == IR_ATOM_SYMBOL) return LLVMBuildSIToFP(u->builder, lp_symbol(p, a->symbol), u->f64, "");
    LLVMValueRef v = count(p, a->args[0]);
    for (uint32_t i = 1; i < a->n; i++) {
        LLVMValueRef w = count(p, a->args[i]);
        switch (a->kind) {
        case IR_ATOM_FLOORDIV: v = LLVMBuildFDiv(u->builder, v, w, ""); break; /* near enough */
        case IR_ATOM_MIN: v = choose(p, LLVMRealOLT, v, w); break;
        case IR_ATOM_MAX: v = choose(p, LLVMRealOGT, v, w); break;
        case IR_ATOM_SUM: v = LLVMBuildFAdd(u->builder, v, w, ""); break;
        case IR_ATOM_PRODUCT: v = LLVMBuildFMul(u->builder, v, w, ""); break;
        case IR_ATOM_SYMBOL: break;
        }
    }
    return v;
}

/* Depth: a dim's, which is bounded. */
static LLVMValueRef count(EmitFunction *p, const IrDim *d) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef v = number(p, (double)d->constant);
    for (uint32_t i = 0; i < d->n; i++) {
        const IrTerm *t = &d->terms[i];
        LLVMValueRef term = number(p, (double)t->coeff);
        for (uint32_t k = 0; k < t->mono->n; k++) {
            LLVMValueRef factor = atom(p, t->mono->factors[k].atom);
            for (uint32_t n = 0; n < t->mono->factors[k].power; n++) term = LLVMBuildFMul(builder, term, factor, "");
        }
        v = LLVMBuildFAdd(builder, v, term, "");
    }
    return v;
}

static LLVMValueRef environment(EmitFunction *p) { return lp_get(p, p->e->unit->ptr, p->part.frame, CELL_ENV); }

static LLVMValueRef count_or_unknown(EmitFunction *p, const IrDim *d) {
    return d ? count(p, d) : number(p, RT_UNKNOWN);
}

size_t lp_profile_begin(EmitFunction *p, const BeStep *s, const char *name) {
    Emit *e = p->e;
    if (!e->profile) return 0;
    const size_t site = e->program->sites.len;
    vec_push(e->arena, &e->program->sites, ((LlSite){name, s->origin}));
    const BeWork work = be_step_work(p->f, s);
    LLVMValueRef env = environment(p), at = lp_int(e, (int64_t)site);
    lp_helper(e, "rt_work", (LLVMValueRef[]){env, at, count_or_unknown(p, work.operations), count_or_unknown(p, work.bytes)}, 4);
    lp_helper(e, "rt_profile", (LLVMValueRef[]){env, at, lp_int(e, 0)}, 3);
    return site;
}

void lp_profile_end(EmitFunction *p, size_t site) {
    Emit *e = p->e;
    if (e->profile) lp_helper(e, "rt_profile", (LLVMValueRef[]){environment(p), lp_int(e, (int64_t)site), lp_int(e, 1)}, 3);
}
