/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a program that trains (train/ship.c): its parameters and the optimizer's state as
 * one struct with named fields, and inline functions over the entries, which work on it in place.
 * What is stored stands in training_text.c. */
#include "backend/c/training.h"

#include <inttypes.h>

#include "backend/c/header.h"
#include "backend/training.h"

static const IrAttr none = {.kind = IR_ATTR_NONE};

static const IrAttr *value(const CTraining *t, const char *key) {
    for (uint32_t i = 0; i < t->attrs->n; i++) {
        if (strcmp(t->attrs->keys[i], key) == 0) return &t->attrs->items[i];
    }
    return &none;
}

static CEntryPoint *entry(const Emit *e, const char *name) {
    const CInterface *in = e->info->interface;
    for (size_t i = 0; i < in->entries.len; i++) {
        if (strcmp(in->entries.at[i]->name, name) == 0) return in->entries.at[i];
    }
    return NULL;
}

/* The function that makes a step, and what it says of itself. */
static bool find(CTraining *t) {
    Emit *e = t->e;
    const char *step = "";
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        const IrAttr *is =
            f->is_public ? ir_function_attr(f->fn, TRAINING_ATTR, IR_ATTR_DICT) : NULL;
        if (!is) continue;
        t->attrs = is;
        step = f->fn->name;
    }
    if (t->attrs) {
        t->step = entry(e, step);
        t->of = entry(e, value(t, TRAINING_OF)->s);
        t->begin = entry(e, value(t, TRAINING_BEGIN)->s);
    }
    if (t->step && t->of && t->begin) return true;
    diag_error(e->file->ctx, (Loc){.line = 0}, DIAG_VALUE,
               "the module has no function that makes a step of training");
    return false;
}

/* --- Names and places --- */

static int64_t bytes_of(const CPort *p) {
    return c_port_count(p) * (int64_t)dtype_size_up(emit_leaf_dtype(&p->v));
}

static const char *place(CTraining *t, const char *list, const CTrainingField *f) {
    const char *amp = f->port->v.ndim ? "" : "&";
    return arena_printf(t->e->arena, "%snet->%s.%s", amp, list, f->field);
}

static bool is_trained(const CTraining *t, size_t weight, size_t *at) {
    const IrAttr *list = value(t, TRAINING_TRAINED);
    for (*at = 0; *at < list->n; ++*at) {
        if (list->items[*at].i == (int64_t)weight) return true;
    }
    return false;
}

static const char *add_field(CTraining *t, const char *list, const CTrainingField *f,
                             const char *name) {
    const CTrainingField own = {
        .port = f->port, .field = arena_printf(t->e->arena, "%s.%s", list, f->field), .name = name};
    vec_push(t->e->arena, &t->stored, own);
    return place(t, list, f);
}

/* The leaves of the step's parameters, state and results. */
static void place_step(CTraining *t) {
    Arena *arena = t->e->arena;
    CPort *in = t->step->in.ports, *out = t->step->out.ports;
    size_t at = t->n_weights;
    for (size_t i = 0; i < t->n_weights; i++) {
        const CTrainingField *f = &t->weights[i];
        in[i].at = out[i].at = t->begin->out.ports[i].at =
            add_field(t, "params", f, arena_printf(arena, "weights/%s", f->name));
    }
    const char *const numbers[] = {"steps", "seed"};
    for (size_t i = 0; i < (t->has_seed ? 2 : 1); i++, at++) {
        const CTrainingField f = {.port = &in[at],
                                  .field = numbers[i],
                                  .name = arena_printf(arena, "state/%s", numbers[i])};
        vec_push(arena, &t->stored, f);
        in[at].at = out[at].at = arena_printf(arena, "&net->%s", numbers[i]);
    }
    for (size_t k = 0; k < t->n_slots; k++) {
        for (size_t i = 0; i < t->n_trained; i++, at++) {
            CTrainingField f = t->weights[value(t, TRAINING_TRAINED)->items[i].i];
            f.port = &in[at];
            in[at].at = out[at].at = add_field(
                t, t->slots[k], &f, arena_printf(arena, "state/%s/%s", t->slots[k], f.name));
        }
    }
    in[t->step->in.n - 1].at = "&rate";
    out[t->step->out.n - 1].at = "loss";
}

/* Inference is by the average, where there is one. */
static void place_inference(CTraining *t) {
    size_t weight = 0, k;
    for (size_t i = 0; i < t->of->in.n; i++) {
        CPort *p = &t->of->in.ports[i];
        if (!p->is_weight) continue;
        const bool averaged = t->has_average && is_trained(t, weight, &k);
        p->at = place(t, averaged ? "average" : "params", &t->weights[weight]);
        weight++;
    }
}

static bool make(CTraining *t) {
    Arena *arena = t->e->arena;
    const CSide *in = &t->of->in;
    CNames fields;
    c_names_init(&fields, arena);
    t->n_weights = t->begin->out.n;
    t->n_trained = value(t, TRAINING_TRAINED)->n;
    t->has_seed = value(t, TRAINING_SEED)->kind == IR_ATTR_INT;
    t->has_average = value(t, TRAINING_AVERAGE)->i != 0;
    t->n_state = t->step->out.n - 1 - t->n_weights;
    t->n_slots = (t->n_state - 1 - t->has_seed) / t->n_trained;
    t->slots = ARENA_ARRAY(arena, const char *, t->n_slots + 1);
    t->weights = ARENA_ARRAY(arena, CTrainingField, t->n_weights + 1);
    for (size_t k = 0; k < t->n_slots; k++)
        t->slots[k] =
            t->has_average && k + 1 == t->n_slots ? "average" : arena_printf(arena, "slot_%zu", k);
    size_t n = 0;
    for (size_t i = 0; i < in->n; i++) {
        const CPort *p = &in->ports[i];
        if (!p->is_weight) continue;
        BUG_IF(n == t->n_weights);
        t->weights[n++] = (CTrainingField){
            .port = p, .field = c_interface_field(arena, &fields, p->name), .name = p->name};
    }
    BUG_IF(n != t->n_weights || !t->n_trained);
    place_step(t);
    place_inference(t);
    for (size_t i = 0; i < t->stored.len; i++) {
        if (bytes_of(t->stored.at[i].port) < INT32_MAX && t->stored.len < UINT16_MAX - 1) continue;
        Diag *d = diag_error(t->e->file->ctx, (Loc){.line = 0}, DIAG_VALUE,
                             "the weights are too large to be stored by the program");
        diag_found(t->e->file->ctx, d, "%zu weights, '%s' of %" PRId64 " bytes", t->n_weights,
                   t->stored.at[i].name, bytes_of(t->stored.at[i].port));
        return false;
    }
    return true;
}

/* --- Structs --- */

static void field(CTraining *t, const CPort *p, const char *name) {
    const int64_t n = c_port_count(p);
    strbuf_printf(t->out, "    %s %s", c_port_element(p), name);
    if (p->v.ndim) strbuf_printf(t->out, "[%" PRId64 "]", n ? n : 1);
    strbuf_printf(t->out, "; /* %s */\n", p->comment);
}

static void structs(CTraining *t) {
    StrBuf *out = t->out;
    const char *p = t->prefix;
    strbuf_printf(out, "\n/* The weights, */\ntypedef struct {\n");
    for (size_t i = 0; i < t->n_weights; i++) field(t, t->weights[i].port, t->weights[i].field);
    strbuf_printf(out, "} %s_params;\n", p);
    if (t->n_slots) {
        const CPort *first = &t->step->in.ports[t->n_weights + 1 + t->has_seed];
        strbuf_printf(out, "/* what the optimizer keeps of those that are trained, */\n"
                           "typedef struct {\n");
        for (size_t i = 0; i < t->n_trained; i++)
            field(t, &first[i], t->weights[value(t, TRAINING_TRAINED)->items[i].i].field);
        strbuf_printf(out, "} %s_slot;\n", p);
    }
    strbuf_printf(
        out,
        "/* and all that a step changes, in place; steps: how many were made. It is the "
        "caller's memory. */\ntypedef struct {\n    %s_params params;\n    int64_t steps;\n",
        p);
    if (t->has_seed) strbuf_puts(out, "    int64_t seed; /* of what drops out */\n");
    for (size_t k = 0; k < t->n_slots; k++) {
        const bool is_average = strcmp(t->slots[k], "average") == 0;
        strbuf_printf(out, "    %s_%s %s;\n", p, "slot", t->slots[k]);
        if (is_average) strbuf_puts(out, "    /* of the weights: what inference goes by */\n");
    }
    strbuf_printf(out, "} %s_state;\n#define %s_STATE_BYTES (sizeof(%s_state))\n", p, t->macro, p);
    const int64_t train = t->step->arena, infer = t->of->arena;
    if (train >= 0) strbuf_printf(out, "#define %s_TRAIN_ARENA %" PRId64 "\n", t->macro, train);
    if (infer >= 0) strbuf_printf(out, "#define %s_INFER_ARENA %" PRId64 "\n", t->macro, infer);
    if (train >= 0 && infer >= 0)
        strbuf_printf(out, "#define %s_ARENA %" PRId64 "\n", t->macro,
                      train > infer ? train : infer);
}

/* --- Functions --- */

static void arrays(CTraining *t, const CEntryPoint *of) {
    const char *tensor = t->e->info->interface->tensor;
    strbuf_printf(t->out, "    %s i[%zu], o[%zu];\n    int error;\n", tensor,
                  of->in.n ? of->in.n : 1, of->out.n ? of->out.n : 1);
}

static void call(CTraining *t, CEntryPoint *of, const char *head, const char *arena) {
    const CInterface *interface = t->e->info->interface;
    const bool is_plan = strcmp(arena, "bytes") == 0;
    const bool is_step = of == t->step;
    strbuf_printf(t->out, "static inline int %s {\n", head);
    arrays(t, of);
    if (is_step && is_plan) strbuf_puts(t->out, "    double rate = 0, *loss = NULL;\n");
    c_header_tensors(interface, of, &of->in, "in", "i", t->out);
    c_header_tensors(interface, of, &of->out, "out", "o", t->out);
    strbuf_printf(t->out, "    error = %s%s(i, o, %s);\n", of->entry, is_plan ? "_plan" : "",
                  arena);
    c_header_results(interface, of, is_plan, t->out);
    strbuf_puts(t->out, "    return 0;\n}\n");
}

/* What the state is before the first step; memory of the struct's is all 0 then. */
static void begin(CTraining *t) {
    StrBuf *out = t->out;
    strbuf_printf(out,
                  "/* The weights as they were compiled, and no step made. */\n"
                  "static inline int %s_init(%s_state *net) {\n",
                  t->prefix, t->prefix);
    arrays(t, t->begin);
    strbuf_puts(
        out, "    size_t k;\n    for (k = 0; k < sizeof *net; k++) ((unsigned char *)net)[k] = 0;\n"
             "    i[0].data = NULL;\n");
    c_header_tensors(t->e->info->interface, t->begin, &t->begin->out, "net", "o", out);
    strbuf_printf(out, "    error = %s(i, o, NULL);\n    if (error) return error;\n",
                  t->begin->entry);
    if (t->has_seed)
        strbuf_printf(out, "    net->seed = INT64_C(%" PRId64 ");\n", value(t, TRAINING_SEED)->i);
    for (size_t i = 0; t->has_average && i < t->n_trained; i++) {
        const CTrainingField *f = &t->weights[value(t, TRAINING_TRAINED)->items[i].i];
        if (f->port->v.ndim)
            strbuf_printf(
                out,
                "    for (k = 0; k < sizeof net->params.%s / sizeof *net->params.%s; k++)\n"
                "        net->average.%s[k] = net->params.%s[k];\n",
                f->field, f->field, f->field, f->field);
        else
            strbuf_printf(out, "    net->average.%s = net->params.%s;\n", f->field, f->field);
    }
    strbuf_puts(out, "    return 0;\n}\n");
}

static void copies(CTraining *t) {
    const char *p = t->prefix;
    strbuf_printf(t->out,
                  "static inline void %s_get_params(const %s_state *net, %s_params *out) {\n"
                  "    *out = net->params;\n}\n"
                  "static inline void %s_set_params(%s_state *net, const %s_params *in) {\n"
                  "    net->params = *in;\n}\n",
                  p, p, p, p, p, p);
}

static void functions(CTraining *t) {
    Arena *arena = t->e->arena;
    const char *p = t->prefix;
    CEntryPoint *step = t->step, *of = t->of;
    step->in.type = arena_printf(arena, "%s_batch", p);
    of->in.type = arena_printf(arena, "%s_in", p);
    of->out.type = arena_printf(arena, "%s_out", p);
    const char *loss = c_port_element(&step->out.ports[step->out.n - 1]);
    const CInterface *interface = t->e->info->interface;
    strbuf_puts(t->out, "/* What a step is made by, what inference takes, and gives. */\n");
    c_header_struct(interface, step, &step->in, t->out);
    c_header_struct(interface, of, &of->in, t->out);
    c_header_struct(interface, of, &of->out, t->out);
    begin(t);
    c_training_rate(t);
    strbuf_puts(t->out, "/* The bytes of arena that a step, or inference, works in. */\n");
    call(t, step,
         arena_printf(arena,
                      "%s_train_arena(const %s_state *net, const %s_batch *in, size_t *bytes)", p,
                      p, p),
         "bytes");
    call(t, of,
         arena_printf(
             arena,
             "%s_infer_arena(const %s_state *net, const %s_in *in, %s_out *out, size_t *bytes)", p,
             p, p, p),
         "bytes");
    strbuf_printf(t->out,
                  "/* A step at that learning rate. A loss that is no finite number changes "
                  "nothing. */\n");
    call(
        t, step,
        arena_printf(arena,
                     "%s_train_step(%s_state *net, const %s_batch *in, double rate, %s *loss, void "
                     "*arena)",
                     p, p, p, loss),
        "arena");
    call(t, of,
         arena_printf(arena,
                      "%s_infer(const %s_state *net, const %s_in *in, %s_out *out, void *arena)", p,
                      p, p, p),
         "arena");
    copies(t);
}

bool c_training_print(Emit *e) {
    const CInterface *interface = e->info->interface;
    CTraining t = {
        .e = e, .out = &e->file->header, .prefix = interface->prefix, .macro = interface->macro};
    if (!e->is_training) return true;
    if (!find(&t) || !make(&t)) return false;
    t.model = value(&t, TRAINING_MODEL)->s;
    t.rate = value(&t, TRAINING_RATE)->f;
    t.schedule = value(&t, TRAINING_SCHEDULE)->s;
    t.steps = value(&t, TRAINING_STEPS)->i;
    t.values = value(&t, TRAINING_VALUES)->items;
    structs(&t);
    functions(&t);
    c_training_store(&t);
    c_training_data(&t, value(&t, TRAINING_DATA));
    return true;
}
