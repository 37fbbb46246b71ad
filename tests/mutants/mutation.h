/* SPDX-License-Identifier: Apache-2.0 */
/* A model under mutation: the list of its messages, and what the files share that change it.
 *
 *     mutate_onnx.c   any field of any message, by the schema alone
 *     mutate_graph.c  changes that know what models mean
 *     mutation.c      messages, copied and drawn */
#ifndef TENON_TESTS_MUTATION_H
#define TENON_TESTS_MUTATION_H

#include "mutants.h"
#include "onnx/onnx.h"
#include "onnx/schema.h"

enum { SITES_MAX = 4000 };

typedef struct {
    const OnnxSchema *schema;
    void *at;
} Site;

typedef struct {
    Site *at;
    size_t len, cap;
} Sites;

typedef struct {
    Arena *arena;
    Draw *d;
    OnnxModel *model, *donor;
    const OnnxSchema *graph, *node, *attr, *info, *type, *dim; /* of the messages of these names */
    Sites sites, donor_sites;
    Texts values; /* names of values */
    unsigned fresh;
} Mutation;

/* Any list of proto.h. */
typedef struct {
    char *at;
    size_t len, cap;
} AnyList;

bool mutation_has_schema(const OnnxField *f);
void *mutation_child(const OnnxField *f, const char *base);
/* All messages, each behind the one that holds it. */
void mutation_collect(Arena *arena, const OnnxSchema *schema, void *root, Sites *out);
bool mutation_is_value_name(const Mutation *m, const OnnxSchema *s, const OnnxField *f);
void mutation_recollect(Mutation *m);
/* As deep as messages nest. */
void *mutation_clone(Arena *arena, const OnnxSchema *schema, const void *from);
Str mutation_fresh_name(Mutation *m);
Str mutation_change_bytes(Mutation *m, Str s);
Str mutation_draw_value(Mutation *m);
/* A message of that schema, copied, of this model or the other; NULL: there is none. */
void *mutation_draw_message(Mutation *m, const OnnxSchema *schema);
/* A node of any type that is mapped. */
void mutation_set_operator(Mutation *m, OnnxNode *node);
/* A random message of the schema; NULL: there is none. */
void *mutation_draw_site(Mutation *m, const OnnxSchema *schema);
const OnnxSchema *mutation_schema(const OnnxSchema *s, const char *field);

/* mutate_graph.c */
void mutate_operator(Mutation *m);
void mutate_input(Mutation *m);
void mutate_attribute(Mutation *m);
void mutate_opset(Mutation *m);
void mutate_integer(Mutation *m);
void mutate_node_behind(Mutation *m);
void mutate_splice(Mutation *m);
void mutate_control(Mutation *m);
void mutate_body(Mutation *m);
void mutate_function(Mutation *m);
void mutate_constness(Mutation *m);
void mutate_types(Mutation *m);

#endif
