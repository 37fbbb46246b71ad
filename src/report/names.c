/* SPDX-License-Identifier: Apache-2.0 */
/* Names of variables in a report. In a module a name is a hint, which several variables may have;
 * the printer tells them apart when it prints all. A report shows lines one by one, of before and
 * after each step, so here the variables themselves get names that differ. The functions are those
 * of an edit that is taken back. */
#include "report/report.h"

typedef struct {
    const IrFunction *function;
    const char *name; /* interned */
    const IrVar *of;  /* who has it */
    uint32_t stamp;   /* of the look at which it was seen */
    uint32_t next;    /* the number to try behind it */
} ReportName;

void page_names_init(ReportNames *self, IrModule *m, Arena *arena) {
    *self = (ReportNames){.m = m, .arena = arena};
    map_init(&self->entries, arena);
}

static ReportName *find(const ReportNames *self, const IrFunction *fn, const char *name) {
    for (MapIter it = map_find(&self->entries, hash_ptr(hash_ptr(0, fn), name));
         map_next(&self->entries, &it);) {
        ReportName *n = it.value;
        if (n->function == fn && n->name == name) return n;
    }
    return NULL;
}

static void take(ReportNames *self, const IrFunction *fn, IrVar *v) {
    ReportName *n = find(self, fn, v->name);
    if (!n) {
        n = ARENA_NEW(self->arena, ReportName);
        *n = (ReportName){.function = fn, .name = v->name, .next = 1};
        map_add(&self->entries, hash_ptr(hash_ptr(0, fn), v->name), n);
    }
    n->of = v;
    n->stamp = self->stamp;
}

/* "lv" becomes "lv1", or with the first number behind it that nobody has or had. */
static void rename_var(ReportNames *self, const IrFunction *fn, IrVar *v) {
    ReportName *base = find(self, fn, v->name);
    const char *name;
    do {
        name = intern_c(&self->m->names,
                        arena_printf(self->arena, "%s%u", base->name, (unsigned)base->next++));
    } while (find(self, fn, name));
    v->name = name;
    take(self, fn, v);
}

static void settle(ReportNames *self, const IrFunction *fn, IrVar *v) {
    if (!v->name) return;
    const ReportName *n = find(self, fn, v->name);
    if (!n || n->stamp != self->stamp)
        take(self, fn, v);
    else if (n->of != v)
        rename_var(self, fn, v);
}

/* Those that have their names stay, before others are given any. */
static void see(ReportNames *self, const IrFunction *fn, IrVar *v) {
    ReportName *n = v->name ? find(self, fn, v->name) : NULL;
    if (n && n->of == v) n->stamp = self->stamp;
}

void page_names_settle(ReportNames *self, IrFunction *const *functions, size_t n) {
    self->stamp++;
    for (size_t i = 0; i < n; i++) {
        IrFunction *fn = functions[i];
        for (int pass = 0; pass < 2; pass++) {
            void (*each)(ReportNames *, const IrFunction *, IrVar *) = pass ? settle : see;
            for (size_t k = 0; k < fn->params.len; k++) each(self, fn, fn->params.at[k]);
            IrWalk walk;
            ir_walk_init(&walk, fn->body);
            for (IrBinding *b; (b = ir_walk_next(&walk));) each(self, fn, b->var);
        }
    }
}

void page_names_made(ReportNames *self, IrBinding *b, IrBinding *const *matched, size_t n) {
    const IrFunction *fn = b->block->body->function;
    IrVar *v = b->var;
    const ReportName *has = v->name ? find(self, fn, v->name) : NULL;
    if (!v->name || (has && has->of == v)) return;
    bool is_theirs = !has;
    for (size_t i = 0; i < n && !is_theirs; i++) is_theirs = has->of == matched[i]->var;
    if (is_theirs)
        take(self, fn, v);
    else
        rename_var(self, fn, v);
}
