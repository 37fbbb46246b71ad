/* SPDX-License-Identifier: Apache-2.0 */
/* --ranks: a module that many ranks run, all of them side by side in one process. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/run_args.h"

enum { RANKS_MOST = 4096 };

/* The product of the numbers behind '='; a number alone is that. 0: it is neither, or too many. */
static unsigned long count(const char *text) {
    const bool is_number = isdigit((unsigned char)*text);
    unsigned long n = 1;
    for (const char *s = text; *s;) {
        const char *eq = is_number ? s : strchr(s, '=');
        char *end;
        if (!eq) return 0;
        const unsigned long size = strtoul(is_number ? s : eq + 1, &end, 10);
        if (!size || size > RANKS_MOST || (n *= size) > RANKS_MOST) return 0;
        while (*end == ' ' || (*end == ',' && !is_number)) end++;
        if (is_number && *end) return 0;
        s = end;
    }
    return *text ? n : 0;
}

error_t run_args_ranks(RunArgs *self, const char *arg, struct argp_state *state) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789=, ";
    self->ranks = arg;
    self->n_ranks = arg[strspn(arg, letters)] ? 0 : (unsigned)count(arg);
    if (self->n_ranks) return 0;
    return args_error(state,
                      "--ranks wants a number of ranks, or a mesh as data=2,model=4, of %d at "
                      "most, not '%s'",
                      RANKS_MOST, arg);
}

/* p_rank1_0 is rank 1's p_0. */
static bool is_of_rank(const char *own, const char *name, unsigned rank) {
    const char *at = strstr(own, "_rank");
    char *end;
    if (!at || !isdigit((unsigned char)at[5]) || strtoul(at + 5, &end, 10) != rank) return false;
    const size_t head = (size_t)(at - own);
    return strncmp(own, name, head) == 0 && strcmp(name + head, end) == 0;
}

/* x is every rank's x, where no other is given for that rank. */
static bool give_all(RunArgs *self) {
    TnInput *inputs = calloc(self->n_inputs * self->n_ranks + 1, sizeof *inputs);
    bool *in_folder = calloc(self->n_inputs * self->n_ranks + 1, sizeof *in_folder);
    unsigned char *is_whole = calloc(self->n_inputs * self->n_ranks + 1, sizeof *is_whole);
    size_t n = 0;
    bool ok = inputs && in_folder && is_whole;
    for (size_t i = 0; ok && i < self->n_inputs; i++) {
        const TnInput *x = &self->inputs[i];
        const char *rank = strstr(x->name, "_rank");
        if (rank && isdigit((unsigned char)rank[5])) {
            in_folder[n] = self->in_folder[i];
            inputs[n++] = *x;
            inputs[n - 1].name = strdup(x->name);
            ok = inputs[n - 1].name != NULL;
            continue;
        }
        const size_t head = strcspn(x->name, "["); /* of a tuple's part */
        for (unsigned r = 0; ok && r < self->n_ranks; r++) {
            char *name = malloc(strlen(x->name) + 20);
            if (!(ok = name != NULL)) break;
            snprintf(name, strlen(x->name) + 20, "%.*s_rank%u%s", (int)head, x->name, r,
                     x->name + head);
            bool has = false;
            for (size_t k = 0; k < self->n_inputs; k++)
                has |= is_of_rank(self->inputs[k].name, x->name, r);
            if (has) {
                free(name);
                continue;
            }
            in_folder[n] = self->in_folder[i];
            is_whole[n] = 1;
            inputs[n] = *x;
            inputs[n++].name = name;
        }
    }
    if (!ok) {
        for (size_t i = 0; inputs && i < n; i++) free((char *)inputs[i].name);
        free(inputs);
        free(in_folder);
        free(is_whole);
        return false;
    }
    /* names of the old list are in one block with what a path or value points to */
    self->shared_inputs = self->inputs;
    self->n_shared = self->n_inputs;
    free(self->in_folder);
    free(self->is_whole);
    self->inputs = inputs;
    self->in_folder = in_folder;
    self->is_whole = is_whole;
    self->n_inputs = n;
    return true;
}

bool run_args_simulate(Session *session, RunArgs *self, TnModule *m) {
    if (!self->ranks) return true;
    const size_t size = strlen(self->ranks) + 64;
    char *item = malloc(size);
    const bool is_number = isdigit((unsigned char)*self->ranks);
    if (!item || (!self->shared_inputs && !give_all(self))) {
        free(item);
        fprintf(stderr, "tenon: out of memory\n");
        session->status = EXIT_IO;
        return false;
    }
    snprintf(item, size, is_number ? "SimulateRanks(ranks=%s)" : "SimulateRanks(mesh=\"%s\")",
             self->ranks);
    const bool ok = session_ok(session, tn_module_run_pass(m, item), "ranks");
    free(item);
    return ok;
}

/* Drops the i-th. */
static void drop_input(RunArgs *self, size_t i) {
    free((char *)self->inputs[i].name);
    self->n_inputs--;
    memmove(&self->inputs[i], &self->inputs[i + 1], (self->n_inputs - i) * sizeof *self->inputs);
    memmove(&self->in_folder[i], &self->in_folder[i + 1],
            (self->n_inputs - i) * sizeof *self->in_folder);
    memmove(&self->is_whole[i], &self->is_whole[i + 1],
            (self->n_inputs - i) * sizeof *self->is_whole);
}

bool run_args_join(Session *session, RunArgs *self, const char *verb) {
    if (self->ranks) return true;
    if (!join_ranks(&self->join, session, &self->args, verb)) return false;
    self->is_whole = malloc(self->n_inputs + 1);
    if (!self->is_whole) {
        session_error(session, EXIT_IO, NULL, "out of memory");
        return false;
    }
    memset(self->is_whole, 1, self->n_inputs);
    for (size_t i = self->n_inputs; i-- > 0;) {
        const size_t len = strlen(self->inputs[i].name);
        if (!join_own_input(&self->join, (char *)self->inputs[i].name)) {
            drop_input(self, i);
        } else if (strlen(self->inputs[i].name) < len) { /* it goes before every rank's */
            self->is_whole[i] = 0;
            const char *name = self->inputs[i].name;
            for (size_t k = self->n_inputs; k-- > 0;) {
                if (k == i || strcmp(self->inputs[k].name, name) != 0) continue;
                drop_input(self, k);
                i -= k < i;
            }
        }
    }
    return true;
}
