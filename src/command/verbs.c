/* SPDX-License-Identifier: Apache-2.0 */
/* What is told of the verbs in several places. */
#include "command/verbs.h"

#include <string.h>

static const char *const statuses[] = {
    "done",
    "wrong usage",
    "the model or rule is wrong or unsupported, or a limit was reached",
    "the results differ",
    "a fault of tenon; a reproducer is written to $TMPDIR or /tmp",
    "a file could not be read or written, or out of memory",
};

static const VerbsVariable variables[] = {
    {"TENON_CACHE", "the folder of compiled code that is kept; empty: none is (default: tenon in "
                    "$XDG_CACHE_HOME or ~/.cache)"},
    {"TENON_CACHE_MB", "how large it may become, in megabytes (default: 512)"},
    {"TENON_CODEGEN",
     "the program that makes machine code; empty: tenon does so in its own process "
     "(default: tenon-codegen where tenon was installed)"},
    {"TENON_SPIN_US", "how long idle threads look for work before they sleep, in microseconds"},
    {"CC", "the C compiler of --backend c (default: cc)"},
    {"NO_COLOR",
     "where it is set and not empty, --color is never (default: colours on a terminal)"},
    {"TMPDIR", "where files are made that do not stay (default: /tmp)"},
};

const char *verbs_status(int status) {
    return status >= 0 && (size_t)status < COUNT_OF(statuses) ? statuses[status] : NULL;
}

const VerbsVariable *verbs_variable(size_t i) {
    return i < COUNT_OF(variables) ? &variables[i] : NULL;
}

const Verb *verbs_find(Verbs verbs, const char *name) {
    for (size_t i = 0; i < verbs.n; i++) {
        if (strcmp(verbs.at[i].name, name) == 0) return &verbs.at[i];
    }
    return NULL;
}

void verbs_report(Verbs verbs, const char *name) {
    const char *names[64];
    size_t n = 0;
    for (; n < COUNT_OF(names) && n < verbs.n; n++) names[n] = verbs.at[n].name;
    const char *near = tn_name_nearest(name, names, n);
    fprintf(stderr, "tenon: '%s' is no verb\n", name);
    if (near) fprintf(stderr, "  help: did you mean '%s'?\n", near);
}

void verbs_options(const Verb *verb, ArgsReader *read, void *user) {
    char name[64];
    snprintf(name, sizeof name, "%s", verb->name);
    args_set_reader(read, user);
    verb->run(1, (char *[]){name, NULL});
    args_set_reader(NULL, NULL);
}
