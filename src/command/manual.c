/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pages out of the tables that --help is printed from. */
#include <ctype.h>
#include <string.h>

#include "command/verbs.h"

/* A line of text; what roff would take for its own is escaped. */
static void put(FILE *f, const char *text, size_t n) {
    if (n && (text[0] == '.' || text[0] == '\'')) fputs("\\&", f);
    for (size_t i = 0; i < n; i++) {
        switch (text[i]) {
        case '\\': fputs("\\e", f); break;
        case '-': fputs("\\-", f); break;
        case '\'': fputs("\\(aq", f); break;
        case '`': fputs("\\(ga", f); break;
        case '^': fputs("\\(ha", f); break;
        case '~': fputs("\\(ti", f); break;
        case '"': fputs("\\(dq", f); break;
        default: fputc(text[i], f);
        }
    }
}

static void put_text(FILE *f, const char *text) { put(f, text, strlen(text)); }

/* Paragraphs end at an empty line; lines that begin with a blank stand as they are. */
static void put_paragraphs(FILE *f, const char *text, size_t n) {
    const char *const end = text + n;
    bool is_literal = false, has_text = false;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t len = (size_t)((stop ? stop : end) - text);
        const bool literal = len && text[0] == ' ';
        if (is_literal && !literal) fputs(".fi\n.RE\n", f);
        if (literal && !is_literal) fputs(has_text ? ".PP\n.RS 4\n.nf\n" : ".RS 4\n.nf\n", f);
        is_literal = literal;
        if (len) {
            const size_t blank = literal ? strspn(text, " ") : 0;
            put(f, text + blank, len - blank);
            fputc('\n', f);
            has_text = true;
        } else if (has_text && stop && stop + 1 < end && stop[1] != ' ' && stop[1] != '\n') {
            fputs(".PP\n", f);
        }
        text += len + 1;
    }
    if (is_literal) fputs(".fi\n.RE\n", f);
}

static void put_heading(FILE *f, const char *verb) {
    fputs(".TH TENON", f);
    if (verb) fputs("\\-", f);
    for (const char *c = verb; c && *c; c++) {
        if (*c == '-') fputc('\\', f);
        fputc(toupper((unsigned char)*c), f);
    }
    fprintf(f, " 1 \"\" \"tenon %s\" \"User Commands\"\n", tn_version());
}

static void put_option(FILE *f, const struct argp_option *o) {
    const bool is_optional = o->flags & OPTION_ARG_OPTIONAL;
    fputs(".TP\n", f);
    if (o->key > 0 && o->key < 256 && isprint(o->key)) {
        fputs("\\fB\\-", f);
        put(f, (char[]){(char)o->key}, 1);
        fputs("\\fR", f);
        if (o->arg && !o->name) {
            fputs(" \\fI", f);
            put_text(f, o->arg);
            fputs("\\fR", f);
        }
        if (o->name) fputs(", ", f);
    }
    if (o->name) {
        fputs("\\fB\\-\\-", f);
        put_text(f, o->name);
        fputs("\\fR", f);
    }
    if (o->name && o->arg) {
        fputs(is_optional ? "[=\\fI" : "=\\fI", f);
        put_text(f, o->arg);
        fputs(is_optional ? "\\fR]" : "\\fR", f);
    }
    fputc('\n', f);
    put_text(f, o->doc);
    fputc('\n', f);
}

/* As --help orders them: by group, those below zero last. */
static void put_options(FILE *f, const struct argp_option *options) {
    enum { LAST = 10 };
    fputs(".SH OPTIONS\n", f);
    for (int group = 0; group <= LAST; group++) {
        for (const struct argp_option *o = options; o->name || o->doc; o++) {
            const int of = o->group < 0 ? LAST : o->group;
            if (of == group && o->name && !(o->flags & OPTION_HIDDEN)) put_option(f, o);
        }
    }
}

typedef struct {
    FILE *file;
    const Verb *verb;
} Page;

static void put_page(const struct argp *table, void *user) {
    const Page *page = user;
    FILE *f = page->file;
    const char *doc = table->doc ? table->doc : "", *behind = strchr(doc, '\v');
    fputs(".SH SYNOPSIS\n\\fBtenon ", f);
    put_text(f, page->verb->name);
    fputs("\\fR [\\fIOPTION\\fR...]", f);
    if (table->args_doc) {
        fputs(" \\fI", f);
        put_text(f, table->args_doc);
        fputs("\\fR", f);
    }
    fputs("\n.SH DESCRIPTION\n", f);
    put_paragraphs(f, doc, behind ? (size_t)(behind - doc) : strlen(doc));
    put_options(f, table->options);
    if (!behind) return;
    fputs(".SH NOTES\n", f);
    put_paragraphs(f, behind + 1, strlen(behind + 1));
}

static void put_see_also(FILE *f, Verbs verbs, const Verb *but) {
    fputs(".SH SEE ALSO\n", f);
    if (but) {
        fputs(".BR tenon (1)\n", f);
        return;
    }
    for (size_t i = 0; i < verbs.n; i++) {
        fputs(".BR tenon\\-", f);
        put_text(f, verbs.at[i].name);
        fprintf(f, " (1)%s\n", i + 1 < verbs.n ? "," : "");
    }
}

static void put_command(FILE *f, Verbs verbs) {
    const VerbsVariable *e;
    const char *text;
    fputs(
        ".SH SYNOPSIS\n\\fBtenon\\fR \\fIVERB\\fR [\\fIARGUMENT\\fR...]\n.SH DESCRIPTION\n"
        "Tenon is a compiler for tensor programs: it reads a model in ONNX, StableHLO or the text "
        "of Relax,\nrewrites it by rules, differentiates it, and compiles, runs or trains it.\n"
        ".PP\nA file \\(aq\\-\\(aq is standard input or output; other formats follow from the "
        "file\\(aqs ending.\n.SH VERBS\n",
        f);
    for (size_t i = 0; i < verbs.n; i++) {
        fputs(".TP\n\\fB", f);
        put_text(f, verbs.at[i].name);
        fputs("\\fR\n", f);
        put_text(f, verbs.at[i].doc);
        fputc('\n', f);
    }
    fputs(".SH EXIT STATUS\n", f);
    for (int i = 0; (text = verbs_status(i)); i++) {
        fprintf(f, ".TP\n%d\n", i);
        put_text(f, text);
        fputc('\n', f);
    }
    fputs(".SH ENVIRONMENT\n", f);
    for (size_t i = 0; (e = verbs_variable(i)); i++) {
        fprintf(f, ".TP\n\\fB%s\\fR\n", e->name);
        put_text(f, e->doc);
        fputc('\n', f);
    }
}

void manual_write(FILE *f, Verbs verbs, const Verb *verb) {
    put_heading(f, verb ? verb->name : NULL);
    fputs(".SH NAME\ntenon", f);
    if (verb) {
        fputs("\\-", f);
        put_text(f, verb->name);
    }
    fputs(" \\- ", f);
    put_text(f, verb ? verb->doc : "a compiler for tensor programs");
    fputc('\n', f);
    if (verb)
        verbs_options(verb, put_page, &(Page){f, verb});
    else
        put_command(f, verbs);
    put_see_also(f, verbs, verb);
}
