/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts by which bash and zsh complete the command's lines: verbs, options and their values, out
 * of the tables that --help is printed from, with the names of passes, rules, operators and targets
 * as they are in this build. */
#include <ctype.h>
#include <string.h>

#include "command/verbs.h"

/* What may stand in a place. */
typedef struct {
    enum { FILES, NOTHING, WORDS, NAME, NAMES } kind; /* NAMES: several, between commas */
    const char *of;                                   /* WORDS: "a|b"; NAME: the set's name */
} Values;

/* The sets of names; those of changes are passes and rules. */
static const struct {
    const char *option;
    Values values;
} by_option[] = {
    {"passes", {NAMES, "passes"}},       {"print-before", {NAME, "passes"}},
    {"print-after", {NAME, "passes"}},   {"skip", {NAME, "changes"}},
    {"rule", {NAME, "rules"}},           {"target", {NAME, "targets"}},
    {"optimize", {WORDS, "0|1|2"}},      {"man", {NAME, "verbs"}},
    {"completion", {WORDS, "bash|zsh"}},
};

static const struct {
    const char *verb;
    Values values;
} by_verb[] = {
    {"ops", {NAME, "operators"}},  {"help", {NAME, "verbs"}},   {"rules", {WORDS, "list|test"}},
    {"target", {NAME, "targets"}}, {"passes", {NOTHING, NULL}},
};

static bool is_among(const char *text, const char *const *all, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(text, all[i]) == 0) return true;
    }
    return false;
}

static Values values_of(const struct argp_option *o) {
    static const char *const numbers[] = {"N", "X", "SIZE", "BYTES", "N|none", "W", "D"};
    for (size_t i = 0; i < COUNT_OF(by_option); i++) {
        if (strcmp(by_option[i].option, o->name) == 0) return by_option[i].values;
    }
    if (is_among(o->arg, numbers, COUNT_OF(numbers))) return (Values){NOTHING, NULL};
    bool is_words = strchr(o->arg, '|') != NULL;
    for (const char *c = o->arg; *c; c++)
        is_words &=
            *c == '|' || *c == '-' || islower((unsigned char)*c) || isdigit((unsigned char)*c);
    return is_words ? (Values){WORDS, o->arg} : (Values){FILES, NULL};
}

static Values operands_of(const Verb *verb) {
    for (size_t i = 0; i < COUNT_OF(by_verb); i++) {
        if (strcmp(by_verb[i].verb, verb->name) == 0) return by_verb[i].values;
    }
    return (Values){FILES, NULL};
}

static bool has_letter(const struct argp_option *o) {
    return o->key > 0 && o->key < 128 && isalnum(o->key);
}

static bool is_shown(const struct argp_option *o) { return o->name && !(o->flags & OPTION_HIDDEN); }

/* --- Sets of names, a case of a shell's function each; the two shells read them alike --- */

static void put_passes(FILE *f) {
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) fprintf(f, " %s", pass.name);
}

static bool is_pass(const char *name) {
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) {
        if (strcmp(pass.name, name) == 0) return true;
    }
    return false;
}

static void put_rules(FILE *f, const TnRules *rules, bool but_passes) {
    const char *name;
    for (size_t i = 0; tn_rules_get(rules, i, &name, NULL) == TN_OK; i++) {
        if (!but_passes || !is_pass(name)) fprintf(f, " %s", name);
    }
}

static void put_sets(FILE *f, Verbs verbs, TnContext *ctx, const TnRules *rules) {
    TnOpInfo op;
    const char *target;
    fputs("    verbs) names='", f);
    for (size_t i = 0; i < verbs.n; i++) fprintf(f, " %s", verbs.at[i].name);
    fputs("' ;;\n    passes) names='all", f);
    put_passes(f);
    fputs("' ;;\n    rules) names='", f);
    put_rules(f, rules, false);
    fputs("' ;;\n    changes) names='", f);
    put_passes(f);
    put_rules(f, rules, true);
    fputs("' ;;\n    operators) names='", f);
    for (size_t i = 0; i < tn_op_count(ctx); i++) {
        if (tn_op_get(ctx, i, &op) == TN_OK) fprintf(f, " %s", op.name);
    }
    fputs("' ;;\n    targets) names='", f);
    for (size_t i = 0; (target = tn_target_name(i)); i++) fprintf(f, " %s", target);
    fputs("' ;;\n", f);
}

/* --- bash --- */

typedef struct {
    FILE *file;
    const Verb *verb;
} Script;

static void bash_options(const struct argp *table, void *user) {
    const Script *self = user;
    fprintf(self->file, "    %s) options='", self->verb->name);
    for (const struct argp_option *o = table->options; o->name || o->doc; o++) {
        const bool is_value = o->arg && !(o->flags & OPTION_ARG_OPTIONAL);
        if (is_shown(o)) fprintf(self->file, " --%s%s", o->name, is_value ? "=" : "");
    }
    fputs("' ;;\n", self->file);
}

static void bash_value(const Script *self, const char *option, Values v) {
    static const char *const kinds[] = {"files", "nothing", "words", "name", "names"};
    fprintf(self->file, "    '%s %s') kind=%s", self->verb->name, option, kinds[v.kind]);
    if (v.of) fprintf(self->file, " of='%s'", v.of);
    fputs(" ;;\n", self->file);
}

static void bash_values(const struct argp *table, void *user) {
    const Script *self = user;
    for (const struct argp_option *o = table->options; o->name || o->doc; o++) {
        char name[64];
        if (!is_shown(o) || !o->arg) continue;
        snprintf(name, sizeof name, "--%s", o->name);
        bash_value(self, name, values_of(o));
        snprintf(name, sizeof name, "-%c", o->key);
        if (has_letter(o)) bash_value(self, name, values_of(o));
    }
    bash_value(self, "", operands_of(self->verb));
}

static const char bash_end[] =
    "_tenon() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
    "    local prev='' kind='' of='' names='' options='' head=''\n"
    "    COMPREPLY=()\n"
    "    if ((COMP_CWORD == 1)); then\n"
    "        _tenon_names verbs\n"
    "        COMPREPLY=($(compgen -W \"$names --help --version\" -- \"$cur\"))\n"
    "        return\n"
    "    fi\n"
    "    # The shell takes '=' for a word.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur='' prev=$last\n"
    "    elif [[ $last == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    elif [[ $last == -* ]]; then\n"
    "        prev=$last\n"
    "    fi\n"
    "    [[ -z $prev ]] || _tenon_values \"$verb $prev\"\n"
    "    if [[ -z $kind && $cur == -* ]]; then\n"
    "        _tenon_options \"$verb\"\n"
    "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
    "        [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "        return\n"
    "    fi\n"
    "    [[ -n $kind ]] || _tenon_values \"$verb \"\n"
    "    case $kind in\n"
    "    words) names=${of//|/ } ;;\n"
    "    name | names) _tenon_names \"$of\" ;;\n"
    "    nothing) compopt +o default 2>/dev/null ;;\n"
    "    esac\n"
    "    if [[ $kind == names && $cur == *,* ]]; then\n"
    "        head=${cur%,*}, cur=${cur##*,}\n"
    "    fi\n"
    "    [[ -z $names ]] || COMPREPLY=($(compgen -P \"$head\" -W \"$names\" -- \"$cur\"))\n"
    "}\n"
    "complete -o default -F _tenon tenon\n";

static void bash_write(FILE *f, Verbs verbs, TnContext *ctx, const TnRules *rules) {
    fputs("# Completion of the command tenon in bash; `tenon help --completion bash` wrote it.\n"
          "_tenon_names() {\n    case $1 in\n",
          f);
    put_sets(f, verbs, ctx, rules);
    fputs("    esac\n}\n_tenon_options() {\n    case $1 in\n", f);
    for (size_t i = 0; i < verbs.n; i++)
        verbs_options(&verbs.at[i], bash_options, &(Script){f, &verbs.at[i]});
    fputs("    esac\n}\n_tenon_values() {\n    case $1 in\n", f);
    for (size_t i = 0; i < verbs.n; i++)
        verbs_options(&verbs.at[i], bash_values, &(Script){f, &verbs.at[i]});
    fputs("    esac\n}\n", f);
    fputs(bash_end, f);
}

/* --- zsh --- */

/* Between single quotes, where _arguments gives a meaning to some characters. */
static void zsh_text(FILE *f, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", f);
        else
            fprintf(f, strchr("[]:\\", *text) ? "\\%c" : "%c", *text);
    }
}

static void zsh_action(FILE *f, Values v) {
    switch (v.kind) {
    case FILES: fputs(":_files", f); break;
    case NOTHING: fputs(":", f); break;
    case WORDS:
        fputs(":(", f);
        for (const char *c = v.of; *c; c++) fputc(*c == '|' ? ' ' : *c, f);
        fputs(")", f);
        break;
    case NAME: fprintf(f, ":_tenon_names %s", v.of); break;
    case NAMES: fprintf(f, ":_sequence _tenon_names - %s", v.of); break;
    }
}

/* '*--name=[text]:ARG:action': any may be given again. */
static void zsh_option(FILE *f, const struct argp_option *o, bool by_letter) {
    const bool is_optional = o->flags & OPTION_ARG_OPTIONAL;
    fputs(" \\\n            '*", f);
    fprintf(f, by_letter ? "-%.1s" : "--%s", by_letter ? (char[]){(char)o->key, 0} : o->name);
    if (o->arg) fputs(by_letter ? "+" : is_optional ? "=-" : "=", f);
    fputc('[', f);
    zsh_text(f, o->doc);
    fputc(']', f);
    if (o->arg) {
        fputs(is_optional ? "::" : ":", f);
        zsh_text(f, o->arg);
        zsh_action(f, values_of(o));
    }
    fputc('\'', f);
}

static void zsh_verb(const struct argp *table, void *user) {
    const Script *self = user;
    fprintf(self->file, "        %s)\n            _arguments -s", self->verb->name);
    for (const struct argp_option *o = table->options; o->name || o->doc; o++) {
        if (!is_shown(o)) continue;
        zsh_option(self->file, o, false);
        if (has_letter(o)) zsh_option(self->file, o, true);
    }
    fputs(" \\\n            '*:", self->file);
    zsh_text(self->file, table->args_doc ? table->args_doc : "");
    zsh_action(self->file, operands_of(self->verb));
    fputs("' ;;\n", self->file);
}

static void zsh_write(FILE *f, Verbs verbs, TnContext *ctx, const TnRules *rules) {
    fputs("#compdef tenon\n"
          "# Completion of the command tenon in zsh; `tenon help --completion zsh` wrote it.\n"
          "_tenon_names() {\n    local names set=$argv[-1]\n    argv[-1]=()\n    case $set in\n",
          f);
    put_sets(f, verbs, ctx, rules);
    fputs(
        "    esac\n    compadd \"$@\" -- ${=names}\n}\n"
        "_tenon() {\n"
        "    local curcontext=$curcontext state line ret=1\n"
        "    _arguments -C '(- *)--help[the verbs]' '(- *)--version[the version]' '1:verb:->verb' "
        "'*::argument:->rest' && ret=0\n"
        "    case $state in\n    verb)\n        local -a verbs=(",
        f);
    for (size_t i = 0; i < verbs.n; i++) {
        fprintf(f, "\n            '%s:", verbs.at[i].name);
        zsh_text(f, verbs.at[i].doc);
        fputc('\'', f);
    }
    fputs(")\n        _describe -t verbs verb verbs && ret=0 ;;\n"
          "    rest)\n        curcontext=\"${curcontext%:*:*}:tenon-$line[1]:\"\n"
          "        case $line[1] in\n",
          f);
    for (size_t i = 0; i < verbs.n; i++)
        verbs_options(&verbs.at[i], zsh_verb, &(Script){f, &verbs.at[i]});
    fputs("        esac && ret=0 ;;\n    esac\n    return ret\n}\n_tenon \"$@\"\n", f);
}

bool completion_write(FILE *f, Verbs verbs, const char *shell) {
    TnContext *ctx = NULL;
    TnRules *rules = NULL;
    const bool ok = tn_context_new(NULL, &ctx) == TN_OK && tn_rules_builtin(ctx, &rules) == TN_OK;
    if (ok && strcmp(shell, "bash") == 0)
        bash_write(f, verbs, ctx, rules);
    else if (ok)
        zsh_write(f, verbs, ctx, rules);
    tn_rules_free(rules);
    tn_context_free(ctx);
    return ok;
}
