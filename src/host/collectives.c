/* SPDX-License-Identifier: Apache-2.0 */
/* Which collectives each entry comes to, in which order: the list that ranks compare before they
 * run (ranks/list.h). Linear; recursion is as deep as lists of statements stand in one another. */
#include "host/host.h"
#include "ranks/list.h"

typedef struct {
    HirProgram *p;
    bool *meets;         /* by function: there is a collective in it, or in what it calls */
    HirNumbers *callers; /* by function */
    HirNumbers work;
    /* of one entry */
    RanksList list;
    uint32_t *numbers; /* by function: 1 + its number; 0: it is not reached yet */
    HirNumbers reached;
    HirNumbers frames; /* by level: the function; of the function at work */
} Lister;

static void take_frame(Lister *self, const HirStmt *s) {
    while (self->frames.len <= s->frame.level) vec_push(self->p->arena, &self->frames, 0);
    self->frames.at[s->frame.level] = s->frame.function;
}

/* --- Where there are any --- */

static void mark(Lister *self, uint32_t function) {
    if (self->meets[function]) return;
    self->meets[function] = true;
    vec_push(self->p->arena, &self->work, function);
}

static void look_into(Lister *self, const HirBlock *b, uint32_t function) {
    for (size_t i = 0; i < b->len; i++) {
        const HirStmt *s = b->at[i];
        switch (s->kind) {
        case HIR_COLLECTIVE:
        case HIR_START: mark(self, function); break;
        case HIR_IF:
            look_into(self, &s->branch.bodies[0], function);
            look_into(self, &s->branch.bodies[1], function);
            break;
        case HIR_LOOP: look_into(self, &s->loop.body, function); break;
        case HIR_PART: look_into(self, &s->part, function); break;
        case HIR_FRAME:
            vec_push(self->p->arena, &self->callers[s->frame.function], function);
            look_into(self, &s->frame.body, function);
            break;
        default: break;
        }
    }
}

static void find(Lister *self) {
    const HirProgram *p = self->p;
    for (size_t i = 0; i < p->functions.len; i++)
        look_into(self, &p->functions.at[i]->sections[HIR_SECTION_BODY], (uint32_t)i);
    while (self->work.len) {
        const HirNumbers callers = self->callers[self->work.at[--self->work.len]];
        for (size_t i = 0; i < callers.len; i++) mark(self, callers.at[i]);
    }
}

/* --- An entry's list --- */

static uint32_t number_of(Lister *self, uint32_t function) {
    if (!self->numbers[function]) {
        vec_push(self->p->arena, &self->reached, function);
        self->numbers[function] = (uint32_t)self->reached.len;
    }
    return self->numbers[function] - 1;
}

static void add(Lister *self, const HirKernelCall *k) {
    const HirCollective *c = &self->p->collectives.at[k->number];
    RanksWhat *what = (RanksWhat *)(void *)c->words;
    what->place = ranks_list_add(&self->list, what, c->name, what->place);
}

static void list(Lister *self, const HirBlock *b);

static void within(Lister *self, const char *line, const HirBlock *b) {
    ranks_list_open(&self->list, line);
    list(self, b);
    ranks_list_close(&self->list);
}

static void list(Lister *self, const HirBlock *b) {
    for (size_t i = 0; i < b->len; i++) {
        const HirStmt *s = b->at[i];
        switch (s->kind) {
        case HIR_COLLECTIVE:
        case HIR_START: add(self, &s->kernel); break;
        case HIR_IF:
            within(self, "if", &s->branch.bodies[0]);
            within(self, "else", &s->branch.bodies[1]);
            break;
        case HIR_LOOP: within(self, "loop", &s->loop.body); break;
        case HIR_PART: list(self, &s->part); break;
        case HIR_FRAME:
            take_frame(self, s);
            list(self, &s->frame.body);
            break;
        case HIR_CALL:
            if (s->frame_level && self->meets[self->frames.at[s->frame_level]])
                ranks_list_call(&self->list, number_of(self, self->frames.at[s->frame_level]));
            break;
        default: break;
        }
    }
}

static const char *list_entry(Lister *self, uint32_t entry, int64_t *n) {
    Arena *arena = self->p->arena;
    StrBuf out;
    if (!self->meets[entry]) return NULL;
    strbuf_init(&out, arena);
    ranks_list_init(&self->list, &out, *n);
    self->reached.len = 0;
    self->numbers = ARENA_ARRAY(arena, uint32_t, self->p->functions.len + 1);
    number_of(self, entry);
    for (size_t i = 0; i < self->reached.len; i++) {
        const HirFn *f = self->p->functions.at[self->reached.at[i]];
        if (i) ranks_list_open(&self->list, arena_printf(arena, "function %zu", i));
        list(self, &f->sections[HIR_SECTION_BODY]);
        if (i) ranks_list_close(&self->list);
    }
    *n = self->list.n;
    return strbuf_cstr(&out);
}

void hir_list_collectives(HirProgram *self) {
    const size_t n = self->functions.len;
    int64_t places = 0;
    if (!self->collectives.len) return;
    Lister lister = {.p = self,
                     .meets = ARENA_ARRAY(self->arena, bool, n + 1),
                     .callers = ARENA_ARRAY(self->arena, HirNumbers, n + 1)};
    find(&lister);
    for (uint32_t i = 0; i < n; i++) {
        HirFn *f = self->functions.at[i];
        if (f->is_entry) f->collectives = list_entry(&lister, i, &places);
    }
}
