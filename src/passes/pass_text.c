/* SPDX-License-Identifier: Apache-2.0 */
/* Items of lists of passes as text:
 *
 *     item   = NAME ["(" [option ("," option)*] ")"]
 *     option = [NAME "="] value  a value without a name is that of the next option in the order of
 *                                the table
 *     value  = what stands up to the next comma or ")"; in Python's words as well: "a", True, None
 *              (the default), and ["a", "b"] for a+b; between quotes, in {} and in the parentheses
 *              of another item there may be commas
 *
 * Blanks around items, options, names and values mean nothing. */
#include <math.h>

#include "base/diag.h"
#include "base/near.h"
#include "base/regex.h"
#include "passes/legalize.h"
#include "passes/passes.h"

enum { SHOWN = 100 }; /* bytes of what is wrong */

typedef struct {
    Ctx *ctx;
    const OpTable *ops;
    bool any_op; /* names of operators are not looked up */
    Arena *arena;
    Str item;
    const char *begin; /* of the item that columns count from; NULL: this one */
    const Pass *pass;
    PassValue *values;
    bool *given;
    bool ok;
} ItemParser;

size_t pass_item_length(Str list) {
    size_t depth = 0, i = 0;
    for (; i < list.len && (list.ptr[i] != ',' || depth); i++) {
        depth += list.ptr[i] == '(';
        depth -= list.ptr[i] == ')' && depth;
    }
    return i;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

static Str trim(Str s) {
    while (s.len && is_blank(*s.ptr)) s.ptr++, s.len--;
    while (s.len && is_blank(s.ptr[s.len - 1])) s.len--;
    return s;
}

/* Up to the first `c`, which *rest is behind; all when there is none. */
static Str cut(Str s, char c, Str *rest) {
    const char *at = s.len ? memchr(s.ptr, c, s.len) : NULL;
    const size_t n = at ? (size_t)(at - s.ptr) : s.len;
    *rest = at ? (Str){at + 1, s.len - n - 1} : (Str){s.ptr + n, 0};
    return (Str){s.ptr, n};
}

static bool is_quote(char c) { return c == '"' || c == '\''; }

/* The same up to the first comma that is in no list or item and between no quotes. */
static Str cut_option(Str s, Str *rest) {
    size_t n = 0, depth = 0;
    char quote = 0;
    for (; n < s.len && (s.ptr[n] != ',' || depth || quote); n++) {
        if (quote || is_quote(s.ptr[n])) {
            quote = !quote ? s.ptr[n] : quote == s.ptr[n] ? 0 : quote;
            continue;
        }
        depth += strchr("[{(", s.ptr[n]) != NULL;
        depth -= strchr("]})", s.ptr[n]) && depth;
    }
    if (quote) return cut(s, ',', rest); /* it is closed nowhere, so it is none */
    *rest = n < s.len ? (Str){s.ptr + n + 1, s.len - n - 1} : (Str){s.ptr + n, 0};
    return (Str){s.ptr, n};
}

static Str unquoted(Str s) {
    const bool is_quoted = s.len > 1 && is_quote(*s.ptr) && s.ptr[s.len - 1] == *s.ptr;
    return is_quoted ? trim((Str){s.ptr + 1, s.len - 2}) : s;
}

/* The names of a value, one by one. */
typedef struct {
    Str rest;
    char between;
    bool more;
} Names;

static Names names_of(Str s) {
    const bool is_list = s.len > 1 && *s.ptr == '[' && s.ptr[s.len - 1] == ']';
    if (is_list) s = trim((Str){s.ptr + 1, s.len - 2});
    return (Names){s, is_list ? ',' : '+', s.len > 0};
}

static Str next_name(Names *self) {
    self->more = memchr(self->rest.ptr, self->between, self->rest.len) != NULL;
    return unquoted(trim(cut(self->rest, self->between, &self->rest)));
}

Str pass_item_name(Str item) {
    Str options;
    return trim(cut(item, '(', &options));
}

static const char *shown(Arena *arena, Str s) {
    StrBuf text;
    strbuf_init(&text, arena);
    if (s.len > SHOWN) s.len = SHOWN;
    strbuf_putc(&text, '\'');
    strbuf_escaped(&text, s);
    strbuf_putc(&text, '\'');
    return strbuf_cstr(&text);
}

static Loc loc_of(const ItemParser *p, Str at) {
    const uint32_t offset = (uint32_t)(at.ptr - (p->begin ? p->begin : p->item.ptr));
    return (Loc){.offset = offset, .line = 1, .col = offset + 1};
}

static Diag *wrong(ItemParser *p, Str at, const char *what) {
    p->ok = false;
    return diag_error(p->ctx, loc_of(p, at), DIAG_PASS_OPTION, p->pass->name, what);
}

/* The index-th value of a choice; NULL past the last one. */
static const char *choice_name(const PassOption *option, const OpTable *ops, size_t index) {
    if (option->kind == PASS_OPTION_CHOICE) return option->choices[index];
    const IrLegalSet *set = legal_set_get(ops, index);
    return set ? set->name : NULL;
}

const char *pass_option_text(const PassOption *option, const OpTable *ops, Arena *arena) {
    StrBuf text;
    const char *name, *next;
    switch (option->kind) {
    case PASS_OPTION_FLAG: return "true or false";
    case PASS_OPTION_INT: return "an integer";
    case PASS_OPTION_COUNT: return "an integer of 0 or more";
    case PASS_OPTION_AMOUNT: return "a number of 0 or more";
    case PASS_OPTION_POSITIVE: return "a number above 0";
    case PASS_OPTION_DECAY: return "a number of 0 or more, below 1";
    case PASS_OPTION_NAME: return "a name";
    case PASS_OPTION_TEXT: return "a text between quotes";
    case PASS_OPTION_NAMES: return "names joined by +";
    case PASS_OPTION_OPS: return "operators joined by +";
    case PASS_OPTION_PASS: return "a pass with its options";
    case PASS_OPTION_REGEX: return "a regular expression";
    case PASS_OPTION_CHOICE:
    case PASS_OPTION_LEGAL_SET: break;
    }
    strbuf_init(&text, arena);
    name = choice_name(option, ops, 0);
    for (size_t i = 0; name; i++, name = next) {
        next = choice_name(option, ops, i + 1);
        strbuf_printf(&text, "%s%s", !i ? "" : next ? ", " : " or ", name);
    }
    return strbuf_cstr(&text);
}

static bool is_number(const PassOption *o) {
    return o->kind == PASS_OPTION_AMOUNT || o->kind == PASS_OPTION_POSITIVE ||
           o->kind == PASS_OPTION_DECAY;
}

static bool in_range(const PassOption *o, double x) {
    if (o->kind == PASS_OPTION_POSITIVE && x <= 0) return false;
    return x >= 0 && (o->kind == PASS_OPTION_DECAY ? x < 1 : isfinite(x));
}

const char *pass_default_text(const Pass *pass, size_t option, Arena *arena) {
    const PassOption *o = &pass->options[option];
    const int64_t v = pass->values[option].i;
    StrBuf text;
    switch (o->kind) {
    case PASS_OPTION_FLAG: return v ? "true" : "false";
    case PASS_OPTION_CHOICE: return o->choices[v];
    case PASS_OPTION_LEGAL_SET: return legal_core.name;
    case PASS_OPTION_NAME:
    case PASS_OPTION_TEXT:
    case PASS_OPTION_NAMES:
    case PASS_OPTION_OPS:
    case PASS_OPTION_PASS:
    case PASS_OPTION_REGEX: return "none";
    default: break;
    }
    strbuf_init(&text, arena);
    if (is_number(o))
        strbuf_double(&text, pass->values[option].f);
    else
        strbuf_int(&text, v);
    return strbuf_cstr(&text);
}

static bool parse_flag(Str s, int64_t *out) {
    *out = str_eq_c(s, "true") || str_eq_c(s, "True");
    return *out || str_eq_c(s, "false") || str_eq_c(s, "False");
}

static bool parse_int(Str s, int64_t *out) {
    const bool minus = s.len && *s.ptr == '-';
    int64_t v = 0;
    if (s.len == minus) return false;
    for (size_t i = minus; i < s.len; i++) {
        if (s.ptr[i] < '0' || s.ptr[i] > '9') return false;
        const int digit = s.ptr[i] - '0';
        if (__builtin_mul_overflow(v, 10, &v)) return false;
        if (__builtin_add_overflow(v, minus ? -digit : digit, &v)) return false;
    }
    *out = v;
    return true;
}

static bool parse_choice(Str s, const char *const *choices, int64_t *out) {
    for (*out = 0; choices[*out]; ++*out) {
        if (str_eq_c(s, choices[*out])) return true;
    }
    return false;
}

static void parse_names(ItemParser *p, Str s, PassValue *value) {
    VEC(const char *) names = {.at = NULL};
    for (Names left = names_of(s); left.more;) {
        const Str name = next_name(&left);
        if (name.len)
            vec_push(p->arena, &names, arena_strdup(p->arena, name));
        else
            wrong(p, name, "an empty name");
    }
    value->names = names.at;
    value->n = names.len;
}

static void parse_text(ItemParser *p, Str s, PassValue *value) {
    const char **text = ARENA_ARRAY(p->arena, const char *, 1);
    *text = arena_strdup(p->arena, unquoted(s));
    value->names = text;
    value->n = 1;
}

static void parse_ops(ItemParser *p, Str s, PassValue *value) {
    VEC(const OpDef *) ops = {.at = NULL};
    for (Names left = names_of(s); left.more;) {
        Str name = next_name(&left);
        if (name.len > 2 && memcmp(name.ptr, "R.", 2) == 0) name.ptr += 2, name.len -= 2;
        if (p->any_op) continue;
        const OpDef *op = ir_op_table_find(p->ops, name);
        if (op) {
            vec_push(p->arena, &ops, op);
            continue;
        }
        Diag *d =
            wrong(p, name, diag_fmt(p->ctx, "there is no operator %s", shown(p->arena, name)));
        const OpDef *nearest = ir_op_table_nearest(p->ops, name);
        if (nearest) diag_help(p->ctx, d, "did you mean '%s'?", nearest->name);
    }
    value->ops = ops.at;
    value->n = ops.len;
}

static const Pass *parse_item(ItemParser *p);

/* One level: what the pass is to apply does not apply another one. */
static void parse_pass(ItemParser *p, Str s, PassValue *value) {
    ItemParser inner = *p;
    inner.item = s;
    inner.begin = p->begin ? p->begin : p->item.ptr;
    if (str_eq_c(pass_item_name(s), p->pass->name)) {
        wrong(p, s, "it is within itself");
        return;
    }
    value->pass = parse_item(&inner);
    p->ok = p->ok && value->pass;
}

static void parse_regex(ItemParser *p, Str s, PassValue *value) {
    const char *why;
    parse_text(p, s, value);
    if (regex_compile(p->arena, str_c(value->names[0]), &why)) return;
    Diag *d = wrong(p, s, "a wrong regular expression");
    diag_found(p->ctx, d, "%s: %s", shown(p->arena, unquoted(s)), why);
}

/* False: the text is no value of that kind. */
static bool read_value(ItemParser *p, size_t index, Str s) {
    const PassOption *o = &p->pass->options[index];
    PassValue *value = &p->values[index];
    switch (o->kind) {
    case PASS_OPTION_FLAG: return parse_flag(s, &value->i);
    case PASS_OPTION_INT: return parse_int(s, &value->i);
    case PASS_OPTION_COUNT:
        return parse_int(s, &value->i) && (value->i >= 0 || value->i == p->pass->values[index].i);
    case PASS_OPTION_AMOUNT:
    case PASS_OPTION_POSITIVE:
    case PASS_OPTION_DECAY: return parse_double(s, &value->f) && in_range(o, value->f);
    case PASS_OPTION_CHOICE: return parse_choice(unquoted(s), o->choices, &value->i);
    case PASS_OPTION_LEGAL_SET:
        value->set = legal_set_find(p->ops, unquoted(s));
        return value->set != NULL;
    case PASS_OPTION_NAME:
    case PASS_OPTION_NAMES:
        parse_names(p, s, value);
        return o->kind == PASS_OPTION_NAMES || value->n <= 1;
    case PASS_OPTION_TEXT: parse_text(p, s, value); return true;
    case PASS_OPTION_OPS: parse_ops(p, s, value); return true;
    case PASS_OPTION_PASS: parse_pass(p, s, value); return true;
    case PASS_OPTION_REGEX: parse_regex(p, s, value); return true;
    }
    return false;
}

static void parse_value(ItemParser *p, size_t index, Str s) {
    const PassOption *o = &p->pass->options[index];
    const bool is_open = s.len && *s.ptr == '[' && s.ptr[s.len - 1] != ']';
    if (str_eq_c(s, "None")) {
        if (o->kind == PASS_OPTION_NAME) p->values[index].i = 1;
        return;
    }
    if (!is_open && read_value(p, index, s)) return;
    Diag *d = wrong(p, s, diag_fmt(p->ctx, "a wrong value of '%s'", o->name));
    diag_expected(p->ctx, d, "%s", pass_option_text(o, p->ops, p->arena));
    diag_found(p->ctx, d, "%s", shown(p->arena, s));
}

static const char *allowed(ItemParser *p) {
    StrBuf text;
    strbuf_init(&text, p->arena);
    for (size_t i = 0; i < p->pass->n_options; i++) {
        const PassOption *o = &p->pass->options[i];
        strbuf_printf(&text, "%s%s (%s)", i ? ", " : "", o->name,
                      pass_option_text(o, p->ops, p->arena));
    }
    return p->pass->n_options ? strbuf_cstr(&text) : "none: the pass has no options";
}

static bool is_name(const PassOption *o, Str name) {
    return str_eq_c(name, o->name) || (o->alias && str_eq_c(name, o->alias));
}

/* One option; `next` is the first that values without a name go to. */
static void parse_option(ItemParser *p, Str s, size_t *next) {
    const Pass *pass = p->pass;
    size_t index = *next;
    Str value = trim(s);
    const bool is_open = value.len && strchr("\"'{[", *value.ptr);
    Str behind;
    if (!is_open && memchr(s.ptr, '=', cut(s, '(', &behind).len)) {
        const Str name = trim(cut(s, '=', &value));
        value = trim(value);
        for (index = 0; index < pass->n_options && !is_name(&pass->options[index], name);) index++;
        if (index == pass->n_options) {
            Near near = near_begin(name);
            for (size_t i = 0; i < pass->n_options; i++) near_offer(&near, pass->options[i].name);
            Diag *d =
                wrong(p, name, diag_fmt(p->ctx, "there is no option %s", shown(p->arena, name)));
            diag_expected(p->ctx, d, "%s", allowed(p));
            if (near.best) diag_help(p->ctx, d, "did you mean '%s'?", near.best);
            return;
        }
        *next = pass->n_options; /* names from here on */
    } else if (index >= pass->n_options) {
        Diag *d =
            wrong(p, value, diag_fmt(p->ctx, "%s has no option to go to", shown(p->arena, value)));
        diag_expected(p->ctx, d, "%s", allowed(p));
        return;
    } else {
        ++*next;
    }
    if (p->given[index])
        wrong(p, value, diag_fmt(p->ctx, "'%s' is given twice", pass->options[index].name));
    p->given[index] = true;
    parse_value(p, index, value);
}

/* The parser's pass with the options of its item. */
static const Pass *parse_options(ItemParser *p) {
    const Pass *own = p->pass;
    Arena *arena = p->arena;
    const Str item = trim(p->item);
    Str rest;
    const Str name = cut(item, '(', &rest);
    if (name.len == item.len) return own;
    rest = (Str){item.ptr + name.len, item.len - name.len};
    if (rest.ptr[rest.len - 1] != ')' || pass_item_length(rest) != rest.len) {
        Diag *d = wrong(p, rest, "its options are not closed");
        diag_expected(p->ctx, d, "a ')' at the end");
        return NULL;
    }
    p->values = ARENA_ARRAY(arena, PassValue, p->pass->n_options + 1);
    p->given = ARENA_ARRAY(arena, bool, p->pass->n_options + 1);
    for (size_t i = 0; i < p->pass->n_options; i++) p->values[i] = p->pass->values[i];
    rest = (Str){rest.ptr + 1, rest.len - 2};
    size_t next = 0;
    for (bool more = trim(rest).len > 0; more;) {
        const Str option = cut_option(rest, &rest);
        more = rest.ptr > option.ptr + option.len;
        parse_option(p, option, &next);
    }
    if (!p->ok) return NULL;
    Pass *pass = ARENA_NEW(arena, Pass);
    *pass = *own;
    pass->values = p->values;
    return pass;
}

const Pass *pass_with_options(Ctx *ctx, const OpTable *ops, Arena *arena, const Pass *own,
                              Str item) {
    ItemParser p = {.ctx = ctx, .ops = ops, .arena = arena, .item = item, .pass = own, .ok = true};
    return parse_options(&p);
}

static const Pass *parse_item(ItemParser *p) {
    const Str name = pass_item_name(p->item);
    const Loc start = loc_of(p, p->begin ? name : p->item);
    p->pass = pass_find(name);
    if (p->pass) return parse_options(p);
    Diag *d = diag_error(p->ctx, start, DIAG_PASS, shown(p->arena, name));
    const char *why = pass_absent(name);
    if (why) {
        diag_found(p->ctx, d, "a pass of TVM that is left out: %s", why);
        return NULL;
    }
    Near near = near_begin(name);
    for (size_t i = 0; i < pass_count; i++) near_offer(&near, passes[i].name);
    if (near.best) diag_help(p->ctx, d, "did you mean '%s'?", near.best);
    return NULL;
}

const Pass *pass_parse(Ctx *ctx, const OpTable *ops, Arena *arena, Str item) {
    ItemParser p = {.ctx = ctx, .ops = ops, .arena = arena, .item = item, .ok = true};
    return parse_item(&p);
}

bool pass_check(Ctx *ctx, const OpTable *ops, Arena *arena, Str item) {
    ItemParser p = {
        .ctx = ctx, .ops = ops, .any_op = true, .arena = arena, .item = item, .ok = true};
    return parse_item(&p) != NULL;
}

void pass_vec_add(PassVec *self, IrModule *m, Arena *arena, const char *item) {
    const Pass *pass = pass_parse(m->ctx, m->ops, arena, str_c(item));
    BUG_IF(!pass);
    vec_push(arena, self, pass);
}

void pass_vec_add_level(PassVec *self, IrModule *m, Arena *arena, unsigned level) {
    const char *item;
    for (size_t i = 0; (item = pass_of_level(level, i)); i++) pass_vec_add(self, m, arena, item);
}
