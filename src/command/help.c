/* SPDX-License-Identifier: Apache-2.0 */
/* tenon help [VERB]; tenon --help */
#include <stdlib.h>
#include <string.h>

#include "command/verbs.h"

enum { KEY_MAN = KEY_OWN, KEY_COMPLETION };

typedef struct {
    Args args; /* first: args_key takes it */
    bool man;
    const char *shell;
} HelpArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    HelpArgs *self = state->input;
    switch (key) {
    case KEY_MAN: self->man = true; return 0;
    case KEY_COMPLETION:
        if (strcmp(arg, "bash") != 0 && strcmp(arg, "zsh") != 0)
            return args_error(state, "--completion takes bash or zsh, not '%s'", arg);
        self->shell = arg;
        return 0;
    case ARGP_KEY_END:
        if (self->shell && (self->man || self->args.n))
            return args_error(state, "--completion is of all verbs, without VERB and --man");
        break;
    default: break;
    }
    return args_key(&self->args, key, arg, state);
}

static const struct argp_option options[] = {
    {"help", '?', NULL, 0, "print this help", -1},
    {"usage", KEY_USAGE, NULL, 0, "print the usage alone", -1},
    ARGS_COLOR,
    {"man", KEY_MAN, NULL, 0, "print the page of the manual, of VERB or of the command, for man(1)",
     0},
    {"completion", KEY_COMPLETION, "bash|zsh", 0,
     "print a script by which the shell completes lines: eval \"$(tenon help --completion bash)\" (default: none)",
     0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "[VERB]",
    .doc = "Prints how the verb VERB is used; without it, which verbs there are."
           "\v" EXIT_HELP "\n\nExample:\n  tenon help opt",
};

static void print_verbs(Verbs verbs) {
    const VerbsVariable *e;
    const char *text;
    printf("Usage: tenon VERB [ARGUMENT...]\nA compiler for tensor programs.\n\nVerbs:\n");
    for (size_t i = 0; i < verbs.n; i++) printf("  %-14s %s\n", verbs.at[i].name, verbs.at[i].doc);
    printf("\n'tenon VERB --help' or 'tenon help VERB' tells more of a verb, 'tenon --version' the "
           "version.\n"
           "A file '-' is standard input or output; other formats follow from the file's ending.\n"
           "\n"
           "Exit status:\n");
    for (int i = 0; (text = verbs_status(i)); i++) printf("  %d  %s\n", i, text);
    printf("\nEnvironment:\n");
    for (size_t i = 0; (e = verbs_variable(i)); i++) printf("  %-14s %s\n", e->name, e->doc);
}

static int print_verb(const Verb *verb) {
    char name[64], help[] = "--help";
    snprintf(name, sizeof name, "%s", verb->name);
    return verb->run(2, (char *[]){name, help, NULL});
}

int help_run(Verbs verbs, int argc, char **argv) {
    HelpArgs self = {.args = {.max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &self);
    if (status >= 0) return status;
    const char *name = self.args.n ? self.args.operands[0] : NULL;
    const Verb *verb = name ? verbs_find(verbs, name) : NULL;
    if (name && !verb) {
        verbs_report(verbs, name);
        return EXIT_USAGE;
    }
    if (self.man)
        manual_write(stdout, verbs, verb);
    else if (self.shell && !completion_write(stdout, verbs, self.shell))
        return EXIT_IO;
    else if (verb)
        return print_verb(verb);
    else if (!self.shell)
        print_verbs(verbs);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
}
