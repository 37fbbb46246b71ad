/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs as a table, for whoever writes of them all: the help, manual pages, completion. */
#ifndef TENON_COMMAND_VERBS_H
#define TENON_COMMAND_VERBS_H

#include "command/command.h"

typedef struct {
    const char *name;
    const char *doc;
    int (*run)(int argc, char **argv); /* argv[0] is the verb */
} Verb;

/* A variable of the environment that the command reads. */
typedef struct {
    const char *name;
    const char *doc;
} VerbsVariable;

typedef struct {
    const Verb *at;
    size_t n;
} Verbs;

/* NULL: there is none of that name. */
const Verb *verbs_find(Verbs verbs, const char *name);
/* "'name' is no verb", and which may be meant. */
void verbs_report(Verbs verbs, const char *name);
/* NULL behind the last. */
const VerbsVariable *verbs_variable(size_t i);
/* What a status of the command says; NULL behind the last. */
const char *verbs_status(int status);

/* Calls `read` with the verb's table of options, the names of backends put in. */
void verbs_options(const Verb *verb, ArgsReader *read, void *user);

/* tenon help. */
int help_run(Verbs verbs, int argc, char **argv);

/* The page of a verb in section 1 of the manual, in roff with the macros of man(7); `verb` NULL:
 * the page of the command. */
void manual_write(FILE *f, Verbs verbs, const Verb *verb);

/* A script for the shell "bash" or "zsh"; false: another shell, or names could not be read. */
bool completion_write(FILE *f, Verbs verbs, const char *shell);

#endif
