/* SPDX-License-Identifier: Apache-2.0 */
/* Whether `tenon rules test` finds what is wrong with a rule: each built-in rule is made wrong in
 * one place, in all ways in which people forget things, and what `rules test` runs is run on it.
 *
 *   tenon-test rule_mutants EQUIVALENT [--every N] [--count N] [--least PERCENT] [--only RULE]
 *             [--list]
 *
 * A mutant drops a condition (of R.require, where, a rank), forgets an attribute (in the pattern:
 * any will do; in the replacement: the default), drops an entry of same or last, exchanges two
 * operands, moves an axis, changes a number. Those that are no rule any more, or whose expressions
 * make no sense, do not count. The file EQUIVALENT lists, by rule and mutation, those that are
 * right all the same, with the reason; one that is killed after all is a failure, and so is one
 * that is not there. A reason "missed: ..." says why one that is wrong is not found by so many
 * draws; any other that is not found is a failure. --every N takes each N-th, --list tells the
 * time of each. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "ops/ops.h"
#include "rewrite/rules.h"
#include "rule_mutants.h"

enum { ARGS_MAX = 32, BYTES_MAX = 64 << 20 };

typedef RuleMutants Test;

/* A call's brackets in the text, and its arguments. */
typedef struct {
    size_t name, open, end; /* end: behind the bracket that closes it */
    struct {
        size_t from, to;
    } args[ARGS_MAX];
    uint32_t n;
} Call;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Behind the bracket that closes the one at `at`; commas of this level are told. */
static size_t scan(Str s, size_t at, Call *out) {
    size_t depth = 0, from = at + 1;
    for (size_t i = at; i < s.len; i++) {
        const char c = s.ptr[i];
        if (c == '"') {
            while (++i < s.len && s.ptr[i] != '"') {}
            continue;
        }
        if (c == '#') {
            while (i + 1 < s.len && s.ptr[i + 1] != '\n') i++;
            continue;
        }
        depth += strchr("([{", c) != NULL;
        const bool closes = strchr(")]}", c) != NULL;
        depth -= closes;
        if (!out || !((c == ',' && depth == 1) || (closes && depth == 0))) {
            if (closes && depth == 0) return i + 1;
            continue;
        }
        size_t to = i;
        while (from < to && isspace((unsigned char)s.ptr[from])) from++;
        while (to > from && isspace((unsigned char)s.ptr[to - 1])) to--;
        if (to > from && out->n < ARGS_MAX) {
            out->args[out->n].from = from;
            out->args[out->n++].to = to;
        }
        from = i + 1;
        if (closes && depth == 0) return out->end = i + 1;
    }
    return s.len;
}

static Str part(const Test *t, size_t from, size_t to) {
    return (Str){t->text.ptr + from, to - from};
}

static bool is(Str s, const char *text) {
    return s.len == strlen(text) && memcmp(s.ptr, text, s.len) == 0;
}

static bool starts(Str s, const char *text) {
    return s.len >= strlen(text) && memcmp(s.ptr, text, strlen(text)) == 0;
}

/* keyword=value at the top of an argument: where the value begins; 0: none. */
static size_t value_of(const Test *t, size_t from, size_t to) {
    size_t i = from;
    while (i < to && (isalnum((unsigned char)t->text.ptr[i]) || t->text.ptr[i] == '_')) i++;
    return i > from && i + 1 < to && t->text.ptr[i] == '=' && t->text.ptr[i + 1] != '=' ? i + 1 : 0;
}

/* Memory, of which there is not much. */
static void *few_bytes(void *user, void *ptr, size_t old_size, size_t new_size) {
    size_t *held = user;
    if (new_size > old_size && *held + (new_size - old_size) > BYTES_MAX) return NULL;
    const Allocator libc = allocator_libc();
    void *new = libc.resize(libc.user, ptr, old_size, new_size);
    if (new || !new_size) *held += new_size - old_size;
    return new;
}

/* The rule with [from, to) replaced, unless that was tried. */
static void mutate(Test *t, const char *what, size_t from, size_t to, const char *by) {
    Arena arena;
    arena_init(&arena, t->ctx);
    const Str s = t->text;
    const char *text =
        arena_printf(&arena, "%.*s%s%.*s", (int)from, s.ptr, by, (int)(s.len - to), s.ptr + to);
    const Str all = {text, strlen(text)};
    const uint64_t hash = hash_bytes(t->ctx, all.ptr, all.len);
    bool done = false;
    for (size_t i = 0; i < t->done.len; i++) done |= t->done.at[i] == hash;
    if (!done) {
        char id[ID_MAX];
        int n = snprintf(id, sizeof id, "%s %s %s: ", t->rule,
                         from < t->replacement ? "pattern" : "replacement", what);
        bool space = true; /* one line, one space */
        for (size_t i = from; i < to && (size_t)n + 1 < sizeof id; i++) {
            const bool blank = isspace((unsigned char)s.ptr[i]) != 0;
            if (!blank || !space) id[n++] = blank ? ' ' : s.ptr[i];
            space = blank;
        }
        id[n] = 0;
        uint32_t same = 1; /* the same words stand elsewhere in the rule */
        for (size_t i = 0; i + (to - from) <= from; i++)
            same += memcmp(s.ptr + i, s.ptr + from, to - from) == 0;
        if (same > 1) snprintf(id + n, sizeof id - (size_t)n, " (%u)", same);
        vec_push(t->arena, &t->done, hash);
        size_t line = from;
        while (line > 0 && s.ptr[line - 1] != '\n') line--;
        rule_mutant_judge(t, id, all, text + line);
    }
    arena_fini(&arena);
}

/* Takes the i-th argument away, with a comma beside it. */
static void drop_arg(Test *t, const char *what, const Call *c, uint32_t i, const char *instead) {
    size_t from = c->args[i].from, to = c->args[i].to;
    if (!*instead && i + 1 < c->n)
        to = c->args[i + 1].from;
    else if (!*instead && i > 0)
        from = c->args[i - 1].to;
    mutate(t, what, from, to, instead);
}

/* Conditions that say when a rule is worth its while, not when it is right. */
static bool is_about_cost(Str s) {
    static const char *const words[] = {"R.private(",     "R.uses(",          "R.cheaper(",
                                        "R.is_weight(",   "not R.is_weight(", "R.is_const(",
                                        "not R.is_const("};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (starts(s, words[i])) return true;
    }
    return false;
}

static void conditions(Test *t, const Call *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        const Str s = part(t, c->args[i].from, c->args[i].to);
        if (!is_about_cost(s)) drop_arg(t, "without", c, i, "True");
    }
}

static void entries(Test *t, size_t from, const char *what, const char *instead) {
    Call list = {.n = 0};
    if (t->text.ptr[from] != '[') return;
    scan(t->text, from, &list);
    for (uint32_t i = 0; i < list.n; i++) drop_arg(t, what, &list, i, list.n == 1 ? instead : "");
}

static void siblings(Test *t, const Call *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        const Str s = part(t, c->args[i].from, c->args[i].to);
        if (starts(s, "where=")) entries(t, c->args[i].from + 6, "where without", "True");
        if (starts(s, "same=")) entries(t, c->args[i].from + 5, "same without", "1");
        if (starts(s, "last=")) entries(t, c->args[i].from + 5, "last without", "False");
    }
}

/* An axis moved: a keyword whose name says so, and whose value is one number. */
static void move_axis(Test *t, size_t from, size_t value, size_t to) {
    char by[200];
    if (!starts(part(t, from, to), "axis=") || strchr("[(R", t->text.ptr[value]) ||
        to - value > 100)
        return;
    const Str v = part(t, value, to);
    if (is(v, "None")) return;
    snprintf(by, sizeof by, "axis=(%.*s) + 1", (int)v.len, v.ptr);
    mutate(t, "axis + 1", from, to, by);
    snprintf(by, sizeof by, "axis=(%.*s) - 1", (int)v.len, v.ptr);
    mutate(t, "axis - 1", from, to, by);
}

/* keyword=value says what the operator takes anyway. */
static bool is_default(const Test *t, const OpDef *op, size_t from, size_t value, size_t to) {
    const Str v = part(t, value, to), key = part(t, from, value - 1);
    for (uint32_t i = 0; i < op->n_params; i++) {
        const OpParam *p = &op->params[i];
        if (!p->optional || !is(key, p->name)) continue;
        if (p->kind == OP_PARAM_STRING && p->s)
            return v.len == strlen(p->s) + 2 && memcmp(v.ptr + 1, p->s, v.len - 2) == 0;
        if (p->kind == OP_PARAM_BOOL) return is(v, p->i ? "True" : "False");
        if (p->kind == OP_PARAM_INT && !p->none) {
            char text[30];
            snprintf(text, sizeof text, "%lld", (long long)p->i);
            return is(v, text);
        }
    }
    return false;
}

/* A name that is said once, beside the lists of parameters, which end in a colon: it stands for
 * anything as it is. */
static bool is_told_nothing(const Test *t, Str name) {
    uint32_t said = 0;
    for (size_t i = 0; i < name.len; i++) {
        if (!is_word(name.ptr[i]) || isdigit((unsigned char)name.ptr[0])) return false;
    }
    for (size_t i = t->pattern; i + name.len < t->text.len; i++) {
        const char *s = t->text.ptr + i;
        if (memcmp(s, name.ptr, name.len) != 0 || is_word(s[-1])) continue;
        if (is_word(s[name.len]) && s[name.len] != '.') continue;
        if (s[name.len] == '=' && s[name.len + 1] != '=') continue; /* the attribute's name */
        const size_t line = strcspn(s, "\n");
        said += s[line - 1] != ':';
    }
    return said == 1;
}

static void operator_call(Test *t, const OpDef *op, const Call *c) {
    const bool made = c->open >= t->replacement;
    bool any = false;
    for (uint32_t i = 0; i < c->n; i++)
        any |= starts(part(t, c->args[i].from, c->args[i].to), "**");
    uint32_t last = ARGS_MAX; /* the positional operand before */
    for (uint32_t i = 0, operand = 0; i < c->n; i++) {
        const size_t from = c->args[i].from, to = c->args[i].to, value = value_of(t, from, to);
        const Str s = part(t, from, to);
        if (value && made) {
            if (!is_default(t, op, from, value, to)) drop_arg(t, "forgets", c, i, "");
            move_axis(t, from, value, to);
        } else if (value && !is(part(t, value, to), "_") &&
                   !is_told_nothing(t, part(t, value, to))) {
            drop_arg(t, "any", c, i, any ? "" : "**_");
        } else if (starts(s, "**")) {
            if (made) drop_arg(t, "forgets", c, i, "");
        } else if (operand < op->n_params && OP_PARAM_IS_OPERAND(op->params[operand].kind)) {
            const bool alike =
                last < ARGS_MAX && op->params[operand].kind == op->params[operand - 1].kind;
            if (made && alike && !(op->flags & OP_COMMUTATIVE)) {
                char by[300];
                const size_t a = c->args[last].from, b = c->args[last].to;
                snprintf(by, sizeof by, "%.*s%.*s%.*s", (int)s.len, s.ptr, (int)(from - b),
                         t->text.ptr + b, (int)(b - a), t->text.ptr + a);
                mutate(t, "exchanges", a, to, by);
            }
            last = i;
            operand++;
        }
    }
}

static char char_before(const Test *t, size_t at, size_t n) {
    return at >= n ? t->text.ptr[at - n] : 0;
}

/* Of a condition only what asks for less can be wrong: x > 1 becomes x > 0, xs[:2] becomes
 * xs[:1]. */
static void relax_number(Test *t, size_t from, size_t to, long v) {
    char by[60];
    size_t op = from;
    const char next = t->text.ptr[to], before = char_before(t, from, 1);
    while (op > 0 && t->text.ptr[op - 1] == ' ') op--;
    const char last = char_before(t, op, 1), other = char_before(t, op, 2);
    long less = v;
    if (last == '<' || (last == '=' && other == '<') || (last == '=' && other == '='))
        less = v + 1;
    else if (last == '>' || (last == '=' && other == '>'))
        less = v - 1;
    else if (next == ':' && before == '[')
        less = v + 1;
    else if (next == ':' && before == '-' && v > 1)
        less = v - 1;
    else if (next == ']' && before == ':' && v > 0)
        less = v - 1;
    else if (next == ']' && before == '-' && char_before(t, from, 2) == ':')
        less = v + 1;
    snprintf(by, sizeof by, "%ld", less);
    if (less != v && less >= 0) mutate(t, "less", from, to, by);
}

/* A number, and True and False. */
static void change_number(Test *t, size_t from, size_t to) {
    const Str s = part(t, from, to);
    char by[60];
    if (is(s, "True") || is(s, "False")) {
        mutate(t, "not", from, to, is(s, "True") ? "False" : "True");
        return;
    }
    if (memchr(s.ptr, '.', s.len)) {
        snprintf(by, sizeof by, "%g", strtod(s.ptr, NULL) + 1.5);
        mutate(t, "other number", from, to, by);
        return;
    }
    const long v = strtol(s.ptr, NULL, 10);
    snprintf(by, sizeof by, "%ld", v + 1);
    mutate(t, "+ 1", from, to, by);
    if (v <= 0 || char_before(t, from, 1) == '-') return; /* -1 - 1 would be -0 */
    snprintf(by, sizeof by, "%ld", v - 1);
    mutate(t, "- 1", from, to, by);
}

static void annotations(Test *t) {
    static const char tensor[] = "R.Tensor(";
    for (size_t i = t->pattern; i < t->replacement; i++) {
        if (!starts(part(t, i, t->replacement), tensor)) continue;
        const size_t end = scan(t->text, i + sizeof tensor - 2, NULL);
        mutate(t, "any", i, end, "R.Tensor");
    }
}

static void calls(Test *t) {
    const char *s = t->text.ptr;
    for (size_t i = t->pattern; i < t->text.len; i++) {
        if (s[i] != '(' || !is_word(s[i - 1])) continue;
        Call c = {.name = i, .open = i};
        while (c.name > 0 && is_word(s[c.name - 1])) c.name--;
        scan(t->text, i, &c);
        const Str name = part(t, c.name, i);
        if (is(name, "R.require"))
            conditions(t, &c);
        else if (is(name, "R.siblings"))
            siblings(t, &c);
        else if (starts(name, "R.")) {
            const OpDef *op = ir_op_table_find(&t->ops, (Str){name.ptr + 2, name.len - 2});
            if (op) operator_call(t, op, &c);
        }
    }
}

static void numbers(Test *t) {
    const char *s = t->text.ptr;
    static const char *const lists[] = {"where=[", "same=[", "last=["};
    size_t condition = 0; /* behind the R.require, or the list of siblings, at hand */
    for (size_t i = t->pattern; i < t->text.len; i++) {
        const bool begins = char_before(t, i, 1) == '(' || char_before(t, i, 1) == ' ';
        if (begins && is_about_cost(part(t, i, t->text.len)))
            i = scan(t->text, i + strcspn(s + i, "("), NULL);
        if (starts(part(t, i, t->text.len), "R.require(")) condition = scan(t->text, i + 9, NULL);
        for (size_t k = 0; i > condition && k < ARRAY_LEN(lists); k++) {
            if (starts(part(t, i, t->text.len), lists[k]))
                condition = scan(t->text, i + strlen(lists[k]) - 1, NULL);
        }
        if (s[i] == '"' || s[i] == '#') {
            const char end = s[i] == '"' ? '"' : '\n';
            while (++i < t->text.len && s[i] != end) {}
            continue;
        }
        if (!is_word(s[i])) continue;
        size_t to = i;
        while (to < t->text.len && is_word(s[to])) to++;
        const Str word = part(t, i, to);
        const bool keeps =
            i >= 5 && (memcmp(s + i - 5, "ndim=", 5) == 0 || memcmp(s + i - 4, "min=", 4) == 0 ||
                       memcmp(s + i - 4, "max=", 4) == 0 || memcmp(s + i - 5, "last=", 5) == 0);
        const bool value = isdigit((unsigned char)s[i]) || is(word, "True") || is(word, "False");
        if (value && i < condition)
            relax_number(t, i, to, strtol(s + i, NULL, 10));
        else if (value && !keeps)
            change_number(t, i, to);
        i = to - 1;
    }
}

static void one_rule(Test *t, Str text) {
    static const char head[] = "class ", pattern[] = "def pattern(", made[] = "def replacement(",
                      expr[] = "replacement = ";
    const char *name = strstr(text.ptr, head) + sizeof head - 1;
    snprintf(t->rule, sizeof t->rule, "%.*s", (int)strcspn(name, ":("), name);
    if (t->only && strcmp(t->only, t->rule) != 0) return;
    t->text = text;
    t->pattern = (size_t)(strstr(text.ptr, pattern) - text.ptr) + sizeof pattern - 1;
    const char *replacement = strstr(text.ptr, made);
    const char *one_line = strstr(text.ptr, expr);
    t->replacement = replacement ? (size_t)(replacement - text.ptr) + sizeof made - 1
                     : one_line  ? (size_t)(one_line - text.ptr) + sizeof expr - 1
                                 : text.len;
    t->done.len = 0;
    annotations(t);
    calls(t);
    numbers(t);
}

/* The text with the cells of a row in the place of the columns' names, but for what stands in
 * quotes. */
static Str with_cells(Arena *arena, Str body, const Str *names, const Str *cells, uint32_t n) {
    StrBuf out;
    strbuf_init(&out, arena);
    for (size_t i = 0; i < body.len;) {
        size_t to = i + 1;
        uint32_t k = n;
        if (body.ptr[i] == '"') {
            while (to < body.len && body.ptr[to++] != '"') {}
        } else if (is_word(body.ptr[i])) {
            while (to < body.len && is_word(body.ptr[to])) to++;
            for (k = 0; k < n && !(names[k].len == to - i &&
                                   memcmp(names[k].ptr, body.ptr + i, to - i) == 0);
                 k++) {}
        }
        const Str word = k < n ? cells[k] : (Str){body.ptr + i, to - i};
        strbuf_printf(&out, "%.*s", (int)word.len, word.ptr);
        i = to;
    }
    const char *text = strbuf_cstr(&out);
    return str_c(text);
}

/* for NAMES in [ROWS]: a class. The first cell is the rule's name. Each rule is written out. */
static void one_table(Test *t, Arena *arena, Str text) {
    Call rows = {.n = 0};
    Str names[ARGS_MAX], cells[ARGS_MAX];
    uint32_t n = 0;
    const size_t open = (size_t)(strstr(text.ptr, " in [") - text.ptr) + 4;
    for (size_t at = 4, to; at < open - 4; at = to + 2) {
        to = at + strcspn(text.ptr + at, ", ");
        names[n++] = (Str){text.ptr + at, to - at};
    }
    scan(text, open, &rows);
    const char *class = strstr(text.ptr + rows.end, "class "), *body = class + strcspn(class, ":");
    StrBuf dedented;
    strbuf_init(&dedented, arena);
    for (const char *line = body; *line;) {
        const size_t len = strcspn(line, "\n"),
                     skip = line != body && starts((Str){line, len}, "    ") ? 4 : 0;
        strbuf_printf(&dedented, "%.*s\n", (int)(len - skip), line + skip);
        line += len + (line[len] == '\n');
    }
    const char *rest = strbuf_cstr(&dedented);
    for (uint32_t i = 0; i < rows.n; i++) {
        Call row = {.n = 0};
        scan(text, rows.args[i].from, &row);
        for (uint32_t k = 0; k < n; k++)
            cells[k] = (Str){text.ptr + row.args[k].from, row.args[k].to - row.args[k].from};
        const Str rule = with_cells(arena, str_c(rest), names, cells, n);
        const char *all = arena_printf(arena, "@R.rewriter\nclass %.*s%.*s", (int)cells[0].len - 2,
                                       cells[0].ptr + 1, (int)rule.len, rule.ptr);
        one_rule(t, str_c(all));
    }
}

/* The class or the table that begins at this line or behind it; NULL: none. */
static const char *next_rule(const char *at) {
    for (; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        if (strncmp(at, "@R.rewriter", 11) == 0 || strncmp(at, "for ", 4) == 0) return at;
    }
    return NULL;
}

/* The classes and tables of a file, one by one, each with a NUL behind it. */
static void one_theme(Test *t, Str text) {
    Arena arena;
    arena_init(&arena, t->ctx);
    for (const char *at = next_rule(text.ptr), *next; at; at = next) {
        next = next_rule(strchr(at, '\n') + 1);
        const size_t n = next ? (size_t)(next - at) : (size_t)(text.ptr + text.len - at);
        const Str copy = {arena_printf(&arena, "%.*s", (int)n, at), n};
        if (*at == 'f')
            one_table(t, &arena, copy);
        else
            one_rule(t, copy);
    }
    arena_fini(&arena);
}

/* Lines "Rule mutation | reason". */
static bool read_equivalents(Test *t, const char *path) {
    FILE *file = fopen(path, "r");
    char line[1000];
    if (!file) {
        fprintf(stderr, "cannot read '%s'\n", path);
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *bar = strstr(line, " | ");
        if (line[0] == '#' || !line[0]) continue;
        if (!bar || !bar[3] || bar - line >= ID_MAX) {
            printf("FAILED '%s': no reason\n", line);
            t->wrong++;
            continue;
        }
        *bar = 0;
        Equivalent e = {.missed = strncmp(bar + 3, "missed: ", 8) == 0};
        memcpy(e.id, line, (size_t)(bar - line) + 1);
        vec_push(t->arena, &t->equivalents, e);
    }
    fclose(file);
    return true;
}

static size_t option(int argc, char **argv, const char *name, size_t otherwise) {
    for (int i = 2; i + 1 < argc; i++) {
        if (strcmp(argv[i], name) == 0) return strtoul(argv[i + 1], NULL, 10);
    }
    return otherwise;
}

/* Counts, and whether enough were found. */
static bool conclude(Test *t, size_t least) {
    for (size_t i = 0; i < t->equivalents.len && !t->only; i++) {
        if (t->equivalents.at[i].seen) continue;
        printf("FAILED there is no mutant '%s'\n", t->equivalents.at[i].id);
        t->wrong++;
    }
    const size_t found = t->fates[KILLED] + t->fates[UNMATCHED], all = found + t->fates[SURVIVED];
    printf(
        "%zu mutants of built-in rules: %zu found to be wrong, %zu matched by nothing, %zu not found, %zu equivalent; "
        "%zu more are no rules\n",
        all + t->equivalent, t->fates[KILLED], t->fates[UNMATCHED], t->fates[SURVIVED],
        t->equivalent, t->fates[NO_RULE]);
    const bool enough = all > 0 && found * 100 >= all * least;
    if (!enough) printf("FAILED fewer than %zu of 100 were found\n", least);
    printf("%zu passed, %zu failed\n", found, t->wrong + !enough);
    return enough && t->wrong == 0;
}

int test_rule_mutants(int argc, char **argv) {
    Ctx ctx;
    volatile bool good = false;
    size_t held = 0;
    ctx_init(&ctx, (Allocator){few_bytes, &held}, io_libc());
    ctx.hash_seed = 1;
    ctx.limits.bindings = 2000; /* a mutant may grow without end */
    ctx.limits.const_bytes = 1 << 22;
    Test t = {.ctx = &ctx,
              .every = option(argc, argv, "--every", 1),
              .count = option(argc, argv, "--count", 60)};
    for (int i = 2; i < argc; i++) {
        t.list |= strcmp(argv[i], "--list") == 0;
        if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) t.only = argv[i + 1];
    }
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        arena_init(&arena, &ctx);
        t.arena = &arena;
        diag_begin(&ctx);
        ops_table_init(&t.ops, &arena);
        if (argc > 1 && t.every && read_equivalents(&t, argv[1])) {
            for (size_t i = 0; i < rule_theme_count; i++) one_theme(&t, rule_themes[i].text);
            good = conclude(&t, option(argc, argv, "--least", 95));
        }
        arena_fini(&arena);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) good = false;
    ctx_fini(&ctx);
    return !good;
}
