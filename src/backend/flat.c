/* SPDX-License-Identifier: Apache-2.0 */
/* One kernel for elementwise work of many shapes: the updates of all parameters of a model, an
 * activation at each of its layers.
 *
 *     kernel 0, of (384, 128): ...                  kernel 0, of (n): ...
 *     kernel 1, of (128): ...                ->
 *     kernel 0 (b0 -> b1)                           kernel 0 (b0 -> b1; 49152)
 *     kernel 1 (b2 -> b3)                           kernel 0 (b2 -> b3; 128)
 *
 * This is done when memory is planned, as outputs in the place of inputs are other functions. One
 * of several large buffers keeps code of its own: that the extent is known (stores past the caches
 * hang on it) is worth more there than the time to compile. Linear: functions meet by hash. */
#include "backend/parts.h"
#include "loop/flat.h"

typedef struct {
    LoopFn *fn;     /* NULL: it stays as it is */
    int64_t n;      /* elements */
    size_t next;    /* 1 + a function of this form; 0: the last */
    BeLoop *shared; /* NULL: there is no other one */
} Form;

typedef struct {
    BeModule *module;
    Form *forms; /* by BeLoop.index */
    size_t n;
} Flatten;

/* No buffer is larger than what a core has for itself. */
static bool is_small(const BeModule *module, const LoopFn *fn, int64_t n) {
    const int64_t room = ir_module_target(module->m)->l2_bytes;
    bool small = true;
    for (size_t i = 0; i < fn->params.len; i++)
        small = small && n <= room / (int64_t)dtype_size(fn->params.at[i]->dtype);
    return small;
}

static void find_form(const BeModule *module, const BeLoop *loop, Form *out) {
    if (!loop->n_calls || !loop->is_proved || loop->work) return;
    LoopFn *fn = loop_flat(loop->fn, module->arena, &out->n);
    if (fn && is_small(module, fn, out->n)) out->fn = fn;
}

/* The last of those whose form it is; NULL: the first one is met. */
static Form *find_equal(const Map *heads, const LoopFn *fn, uint64_t hash) {
    for (MapIter it = map_find(heads, hash); map_next(heads, &it);) {
        Form *head = it.value;
        if (loop_equal(head->fn, fn)) return head;
    }
    return NULL;
}

static void share(Flatten *f, Form *head, const IrGlobal *global) {
    int64_t most = 0;
    for (const Form *x = head;; x = &f->forms[x->next - 1]) {
        if (x->n > most) most = x->n;
        if (!x->next) break;
    }
    loop_size_plan(head->fn, 0, most);
    BeLoop *loop = be_loop_made(f->module, global, head->fn);
    if (loop->work) return;
    for (Form *x = head;; x = &f->forms[x->next - 1]) {
        x->shared = loop;
        if (!x->next) break;
    }
}

static void group(Flatten *f) {
    Map heads;
    map_init(&heads, f->module->arena);
    Form **last = ARENA_ARRAY(f->module->arena, Form *, f->n + 1); /* by the head's index */
    for (size_t i = 0; i < f->n; i++) {
        Form *x = &f->forms[i];
        ctx_poll(f->module->ctx);
        find_form(f->module, f->module->loops.at[i], x);
        if (!x->fn) continue;
        const uint64_t hash = loop_hash(x->fn);
        Form *head = find_equal(&heads, x->fn, hash);
        if (head) {
            last[head - f->forms]->next = 1 + i;
            last[head - f->forms] = x;
        } else {
            map_add(&heads, hash, x);
            last[i] = x;
        }
    }
    for (size_t i = 0; i < f->n; i++) {
        if (last[i] && f->forms[i].next) share(f, &f->forms[i], f->module->loops.at[i]->global);
    }
}

/* Recursion is over branches in branches. */
static void call_shared(Flatten *f, const BeSteps *list) {
    for (BeStep *s = list->first; s; s = s->next) {
        ctx_poll(f->module->ctx);
        for (int i = 0; s->kind == BE_STEP_IF && i < 2; i++) call_shared(f, &s->branch.bodies[i]);
        if (s->kind != BE_STEP_LOOPS || s->loops.loop->index >= f->n) continue;
        const Form *form = &f->forms[s->loops.loop->index];
        if (!form->shared) continue;
        const IrDim **sizes = ARENA_ARRAY(f->module->arena, const IrDim *, 1);
        sizes[0] = ir_dim_const(f->module->m, form->n);
        s->loops.loop->n_calls--;
        form->shared->n_calls++;
        s->loops.loop = form->shared;
        s->loops.sizes = sizes;
        s->loops.n_sizes = 1;
    }
}

void be_share_flat(BeModule *module) {
    Flatten f = {.module = module, .n = module->loops.len};
    f.forms = ARENA_ARRAY(module->arena, Form, f.n + 1);
    group(&f);
    for (size_t i = 0; i < module->fns.len; i++) call_shared(&f, &module->fns.at[i]->steps);
}
