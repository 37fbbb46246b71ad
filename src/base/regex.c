/* SPDX-License-Identifier: Apache-2.0 */
/* The expression becomes a program for a machine that is in a set of places at once (K. Thompson,
 * 1968; R. Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009): each character
 * of the text moves all of them. */
#include "base/regex.h"

#include "base/vec.h"

enum { DEPTH_MAX = 200, CODE_MAX = 100000, REPEAT_MAX = 1000, LAST = 0x10FFFF };

typedef enum {
    OP_SET,   /* a character of the ranges first .. first + n - 1 */
    OP_SPLIT, /* to x and to y */
    OP_JUMP,  /* to x */
    OP_BEGIN, /* at the text's begin; with y: at a line's */
    OP_END,
    OP_WORD, /* at a word's border; with y: nowhere there */
    OP_MATCH,
} Code;

typedef struct {
    Code code;
    uint32_t x, y;
    bool is_not; /* SET: none of the ranges */
} Instr;

typedef struct {
    uint32_t low, high;
} Range;

struct Regex {
    Arena *arena;
    VEC(Instr) code;
    VEC(Range) ranges;
    bool ignores_case, dot_is_any, has_lines;
    uint32_t *list[2], *stack, *mark; /* of states; the step at which each came into a list last */
};

typedef struct {
    Regex *re;
    const char *at, *end;
    const char *why;
    uint32_t depth;
} Parser;

static bool fail(Parser *p, const char *why) {
    if (!p->why) p->why = why;
    return false;
}

/* A character of UTF-8; a byte that begins none is above LAST. */
static uint32_t next_char(const char **at, const char *end) {
    const unsigned char *s = (const unsigned char *)*at;
    const size_t have = (size_t)(end - *at);
    const uint32_t b = s[0];
    const size_t n = b < 0x80                ? 1
                     : b >= 0xC2 && b < 0xE0 ? 2
                     : b >= 0xE0 && b < 0xF0 ? 3
                     : b >= 0xF0 && b < 0xF5 ? 4
                                             : 0;
    uint32_t c = n <= 1 ? b : b & (0x7Fu >> n);
    bool ok = n > 0 && n <= have;
    for (size_t i = 1; ok && i < n; i++) {
        ok = (s[i] & 0xC0) == 0x80;
        c = c << 6 | (s[i] & 0x3Fu);
    }
    *at += ok ? n : 1;
    return ok ? c : LAST + 1 + b;
}

static uint32_t emit(Parser *p, Code code, uint32_t x, uint32_t y) {
    if (p->re->code.len >= CODE_MAX)
        fail(p, "it is too large");
    else
        vec_push(p->re->arena, &p->re->code, ((Instr){.code = code, .x = x, .y = y}));
    return (uint32_t)p->re->code.len - 1;
}

static void add_range(Parser *p, uint32_t low, uint32_t high) {
    vec_push(p->re->arena, &p->re->ranges, ((Range){low, high}));
    if (!p->re->ignores_case) return;
    for (uint32_t c = 'a'; c <= 'z'; c++) {
        const uint32_t big = c - 'a' + 'A';
        if (low <= c && c <= high) vec_push(p->re->arena, &p->re->ranges, ((Range){big, big}));
        if (low <= big && big <= high) vec_push(p->re->arena, &p->re->ranges, ((Range){c, c}));
    }
}

/* Everything but the ranges since `first`, which replaces them; they need not be in order. */
static void negate(Parser *p, size_t first) {
    Regex *re = p->re;
    const size_t n = re->ranges.len - first;
    for (size_t i = first + 1; i < first + n; i++) {
        for (size_t k = i; k > first && re->ranges.at[k].low < re->ranges.at[k - 1].low; k--) {
            const Range r = re->ranges.at[k];
            re->ranges.at[k] = re->ranges.at[k - 1];
            re->ranges.at[k - 1] = r;
        }
    }
    Range *old = ARENA_ARRAY(re->arena, Range, n + 1);
    for (size_t i = 0; i < n; i++) old[i] = re->ranges.at[first + i];
    re->ranges.len = first;
    uint32_t low = 0;
    for (size_t i = 0; i < n; i++) {
        if (old[i].low > low) vec_push(re->arena, &re->ranges, ((Range){low, old[i].low - 1}));
        if (old[i].high + 1 > low) low = old[i].high + 1;
    }
    vec_push(re->arena, &re->ranges, ((Range){low, UINT32_MAX}));
}

/* \d, \s, \w, or big ones. */
static bool add_class(Parser *p, char c) {
    static const struct {
        char name;
        const char *ranges; /* pairs */
    } classes[] = {{'d', "09"}, {'s', "\t\n\f\r  "}, {'w', "09AZ__az"}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if ((c | 0x20) != classes[i].name) continue;
        const size_t first = p->re->ranges.len;
        for (const char *r = classes[i].ranges; *r; r += 2)
            add_range(p, (unsigned char)r[0], (unsigned char)r[1]);
        if (c != classes[i].name) negate(p, first);
        return true;
    }
    return false;
}

static bool add_named(Parser *p) {
    static const struct {
        const char *name, *ranges;
    } names[] = {{"alpha:]]", "AZaz"},    {"digit:]]", "09"},      {"alnum:]]", "09AZaz"},
                 {"lower:]]", "az"},      {"upper:]]", "AZ"},      {"space:]]", "\t\r  "},
                 {"word:]]", "09AZ__az"}, {"xdigit:]]", "09AFaf"}, {"punct:]]", "!/:@[`{~"},
                 {"blank:]]", "\t\t  "}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i].name) - 1; /* up to the first ] */
        if ((size_t)(p->end - p->at) < n || strncmp(p->at, names[i].name, n) != 0) continue;
        for (const char *r = names[i].ranges; *r; r += 2)
            add_range(p, (unsigned char)r[0], (unsigned char)r[1]);
        p->at += n;
        return true;
    }
    return fail(p, "it names an unknown class of characters");
}

static int digit(char c) {
    return c >= '0' && c <= '9'                     ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                    : -1;
}

/* Behind a backslash: one character. */
static bool escaped(Parser *p, uint32_t *out) {
    static const char names[] = "n\nt\tr\rf\fv\va\a";
    if (p->at == p->end) return fail(p, "it ends with a backslash");
    const char c = *p->at++;
    for (size_t i = 0; i + 1 < sizeof names; i += 2) {
        if (names[i] == c) return *out = (unsigned char)names[i + 1], true;
    }
    if (c == 'x') {
        const bool braces = p->at < p->end && *p->at == '{';
        uint32_t v = 0, n = 0;
        p->at += braces;
        while (p->at < p->end && digit(*p->at) >= 0 && n < (braces ? 6 : 2))
            v = v * 16 + (uint32_t)digit(*p->at++), n++;
        if (!n || (!braces && n != 2) || v > LAST ||
            (braces && (p->at == p->end || *p->at++ != '}')))
            return fail(p, "\\x is not followed by hexadecimal digits");
        return *out = v, true;
    }
    if (c >= '1' && c <= '9') return fail(p, "it refers back to a group");
    const bool is_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_word) return fail(p, "it has an escape that is not supported");
    p->at--;
    return *out = next_char(&p->at, p->end), true;
}

static bool is_class(const Parser *p) {
    return p->at < p->end && strchr("dDsSwW", *p->at) && *p->at;
}

/* One end of a range in brackets. */
static bool set_char(Parser *p, uint32_t *out) {
    if (p->at == p->end) return fail(p, "a [ is not closed");
    if (*p->at != '\\') return *out = next_char(&p->at, p->end), true;
    p->at++;
    return escaped(p, out);
}

static bool parse_set(Parser *p) {
    Regex *re = p->re;
    const size_t first = re->ranges.len;
    const bool is_not = p->at < p->end && *p->at == '^';
    p->at += is_not;
    for (bool begins = true; begins || p->at == p->end || *p->at != ']'; begins = false) {
        uint32_t low, high;
        if (p->at == p->end) return fail(p, "a [ is not closed");
        if (p->at + 1 < p->end && p->at[0] == '[' && p->at[1] == ':') {
            p->at += 2;
            if (!add_named(p)) return false;
            continue;
        }
        if (p->at + 1 < p->end && *p->at == '\\' && p->at[1] && strchr("dDsSwW", p->at[1])) {
            add_class(p, p->at[1]);
            p->at += 2;
            continue;
        }
        if (!set_char(p, &low)) return false;
        high = low;
        if (p->at + 1 < p->end && p->at[0] == '-' && p->at[1] != ']') {
            p->at++;
            if (!set_char(p, &high)) return false;
        }
        if (high < low) return fail(p, "a range in [] ends before it begins");
        add_range(p, low, high);
    }
    p->at++;
    const uint32_t at = emit(p, OP_SET, (uint32_t)first, (uint32_t)(re->ranges.len - first));
    if (!p->why) re->code.at[at].is_not = is_not;
    return !p->why;
}

static bool emit_char(Parser *p, uint32_t c) {
    const size_t first = p->re->ranges.len;
    add_range(p, c, c);
    emit(p, OP_SET, (uint32_t)first, (uint32_t)(p->re->ranges.len - first));
    return !p->why;
}

static bool parse_escape(Parser *p) {
    uint32_t c;
    const size_t first = p->re->ranges.len;
    if (is_class(p)) {
        add_class(p, *p->at++);
        emit(p, OP_SET, (uint32_t)first, (uint32_t)(p->re->ranges.len - first));
        return !p->why;
    }
    const char e = p->at < p->end ? *p->at : '\0';
    const bool is_place = e && strchr("bBAz", e);
    if (is_place) {
        p->at++;
        emit(p, e == 'A' ? OP_BEGIN : e == 'z' ? OP_END : OP_WORD, 0, e == 'B');
        return !p->why;
    }
    if (e == 'Q') {
        for (p->at++;
             p->at < p->end && !(p->end - p->at >= 2 && p->at[0] == '\\' && p->at[1] == 'E');) {
            if (!emit_char(p, next_char(&p->at, p->end))) return false;
        }
        if (p->at < p->end) p->at += 2;
        return true;
    }
    return escaped(p, &c) && emit_char(p, c);
}

static bool parse_either(Parser *p);

static bool parse_group(Parser *p) {
    if (p->at < p->end && *p->at == '?') {
        p->at++;
        const size_t left = (size_t)(p->end - p->at);
        if (left && *p->at == ':') {
            p->at++;
        } else if (left >= 2 && (*p->at == '<' || (p->at[0] == 'P' && p->at[1] == '<')) &&
                   !(*p->at == '<' && (p->at[1] == '=' || p->at[1] == '!'))) {
            while (p->at < p->end && *p->at != '>') p->at++;
            if (p->at++ == p->end) return fail(p, "a group's name does not end");
        } else {
            return fail(p, "it looks around, or has flags within");
        }
    }
    if (!parse_either(p)) return false;
    if (p->at == p->end) return fail(p, "a ( is not closed");
    p->at++;
    return true;
}

static bool parse_atom(Parser *p) {
    const char c = *p->at++;
    if (c == '(') return parse_group(p);
    if (c == '[') return parse_set(p);
    if (c == '\\') return parse_escape(p);
    if (c == '.') {
        const size_t first = p->re->ranges.len;
        if (!p->re->dot_is_any) vec_push(p->re->arena, &p->re->ranges, ((Range){'\n', '\n'}));
        const uint32_t at = emit(p, OP_SET, (uint32_t)first, (uint32_t)(p->re->ranges.len - first));
        if (!p->why) p->re->code.at[at].is_not = true;
        return !p->why;
    }
    if (c == '^' || c == '$') {
        emit(p, c == '^' ? OP_BEGIN : OP_END, 0, p->re->has_lines);
        return !p->why;
    }
    if (c == '*' || c == '+' || c == '?') return fail(p, "nothing stands before a repetition");
    p->at--;
    return emit_char(p, next_char(&p->at, p->end));
}

/* {n}, {n,}, {n,m}: false when it is none, and stands for itself. */
static bool parse_count(Parser *p, uint32_t *least, uint32_t *most) {
    const char *at = p->at + 1;
    uint32_t v[2] = {0, UINT32_MAX}, n = 0;
    bool any = false;
    for (; at < p->end && *at != '}'; at++) {
        if (*at == ',' && n == 0 && any) {
            n = 1;
        } else if (*at >= '0' && *at <= '9') {
            if (n && v[1] == UINT32_MAX) v[1] = 0;
            v[n] = v[n] > REPEAT_MAX ? v[n] : v[n] * 10 + (uint32_t)(*at - '0');
            any = true;
        } else {
            return false;
        }
    }
    if (at == p->end || !any) return false;
    p->at = at + 1;
    *least = v[0];
    *most = n ? v[1] : v[0];
    return true;
}

/* Instructions first .. end - 1 once more at the end. Jumps within are relative to it. */
static void copy_part(Parser *p, size_t first, size_t end) {
    const uint32_t by = (uint32_t)(p->re->code.len - first);
    for (size_t i = first; i < end && !p->why; i++) {
        Instr in = p->re->code.at[i];
        const bool jumps = in.code == OP_SPLIT || in.code == OP_JUMP;
        const uint32_t at =
            emit(p, in.code, jumps ? in.x + by : in.x, in.code == OP_SPLIT ? in.y + by : in.y);
        if (!p->why) p->re->code.at[at].is_not = in.is_not;
    }
}

/* Room for one instruction at `at`. */
static void insert(Parser *p, size_t at) {
    emit(p, OP_JUMP, 0, 0);
    if (p->why) return;
    Instr *code = p->re->code.at;
    memmove(code + at + 1, code + at, (p->re->code.len - 1 - at) * sizeof *code);
    for (size_t i = at + 1; i < p->re->code.len; i++) {
        if (code[i].code == OP_SPLIT || code[i].code == OP_JUMP) code[i].x++;
        if (code[i].code == OP_SPLIT) code[i].y++;
    }
}

/* What stands from `first` on, `least` to `most` times. */
static bool repeat(Parser *p, size_t first, uint32_t least, uint32_t most) {
    Regex *re = p->re;
    const size_t size = re->code.len - first;
    if (least > REPEAT_MAX || (most != UINT32_MAX && (most > REPEAT_MAX || most < least)))
        return fail(p, "a repetition's numbers are too large, or the wrong way round");
    if (most == 0) {
        re->code.len = first;
        return true;
    }
    for (uint32_t i = 1; i < least && !p->why; i++) copy_part(p, first, first + size);
    if (p->why || (least == most && least)) return !p->why;
    if (least == 0) { /* the part itself is the first that may be left out */
        insert(p, first);
        if (p->why) return false;
        if (most == UINT32_MAX) emit(p, OP_JUMP, (uint32_t)first, 0);
        if (p->why) return false;
        re->code.at[first] =
            (Instr){.code = OP_SPLIT, .x = (uint32_t)first + 1, .y = (uint32_t)re->code.len};
        if (most == UINT32_MAX || most == 1) return true;
        const size_t body = first + 1;
        for (uint32_t i = 1; i < most && !p->why; i++) {
            const uint32_t split = emit(p, OP_SPLIT, 0, 0);
            copy_part(p, body, body + size);
            if (p->why) return false;
            re->code.at[split] =
                (Instr){.code = OP_SPLIT, .x = split + 1, .y = (uint32_t)re->code.len};
        }
        return !p->why;
    }
    if (most == UINT32_MAX) { /* back to the last of them */
        const uint32_t last = (uint32_t)(re->code.len - size);
        emit(p, OP_SPLIT, last, (uint32_t)re->code.len + 1);
        return !p->why;
    }
    for (uint32_t i = least; i < most && !p->why; i++) {
        const uint32_t split = emit(p, OP_SPLIT, 0, 0);
        copy_part(p, first, first + size);
        if (p->why) return false;
        re->code.at[split] = (Instr){.code = OP_SPLIT, .x = split + 1, .y = (uint32_t)re->code.len};
    }
    return !p->why;
}

static bool parse_sequence(Parser *p) {
    while (p->at < p->end && *p->at != '|' && *p->at != ')') {
        const size_t first = p->re->code.len;
        if (!parse_atom(p)) return false;
        for (uint32_t times = 0; p->at < p->end; times++) {
            uint32_t least = 0, most = UINT32_MAX;
            if (*p->at == '*')
                p->at++;
            else if (*p->at == '+')
                least = 1, p->at++;
            else if (*p->at == '?')
                most = 1, p->at++;
            else if (*p->at != '{' || !parse_count(p, &least, &most))
                break;
            if (times) return fail(p, "one repetition follows another");
            if (p->at < p->end && *p->at == '?') p->at++; /* reluctant: the same matches */
            if (!repeat(p, first, least, most)) return false;
        }
    }
    return true;
}

static bool parse_either(Parser *p) {
    if (++p->depth > DEPTH_MAX) return fail(p, "its groups nest too deep");
    const size_t first = p->re->code.len;
    VEC(uint32_t) ends = {.at = NULL}; /* of all but the last */
    bool ok = parse_sequence(p);
    size_t begin = first;
    while (ok && p->at < p->end && *p->at == '|') {
        p->at++;
        insert(p, begin);
        for (size_t i = 0; i < ends.len; i++) ends.at[i] += ends.at[i] >= begin;
        const uint32_t end = emit(p, OP_JUMP, 0, 0);
        if (p->why) return false;
        vec_push(p->re->arena, &ends, end);
        p->re->code.at[begin] = (Instr){.code = OP_SPLIT, .x = (uint32_t)begin + 1, .y = end + 1};
        begin = end + 1;
        ok = parse_sequence(p);
    }
    for (size_t i = 0; ok && i < ends.len; i++)
        p->re->code.at[ends.at[i]].x = (uint32_t)p->re->code.len;
    p->depth--;
    return ok && !p->why;
}

/* (?i), (?s), (?m), and several of them. */
static void parse_flags(Parser *p) {
    const char *at = p->at;
    if (p->end - at < 4 || at[0] != '(' || at[1] != '?') return;
    for (at += 2; at < p->end && strchr("ismU", *at); at++) {}
    if (at == p->end || *at != ')' || at == p->at + 2) return;
    for (const char *f = p->at + 2; f < at; f++) {
        p->re->ignores_case |= *f == 'i';
        p->re->dot_is_any |= *f == 's';
        p->re->has_lines |= *f == 'm';
    }
    p->at = at + 1;
}

Regex *regex_compile(Arena *arena, Str pattern, const char **why) {
    Regex *re = ARENA_NEW(arena, Regex);
    re->arena = arena;
    Parser p = {.re = re, .at = pattern.ptr, .end = pattern.ptr + pattern.len};
    parse_flags(&p);
    bool ok = parse_either(&p);
    if (ok && p.at < p.end) ok = fail(&p, "a ) closes nothing");
    if (ok) emit(&p, OP_MATCH, 0, 0);
    *why = p.why;
    if (p.why) return NULL;
    const size_t n = re->code.len;
    for (int i = 0; i < 2; i++) re->list[i] = ARENA_ARRAY(arena, uint32_t, n);
    re->stack = ARENA_ARRAY(arena, uint32_t, 2 * n + 1);
    re->mark = ARENA_ARRAY(arena, uint32_t, n);
    return re;
}

/* Where the machine is in the text. */
typedef struct {
    const char *begin, *at, *end;
    uint32_t step;
} Place;

static bool is_word(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool holds(const Instr *in, const Place *p) {
    const bool begins = p->at == p->begin, ends = p->at == p->end;
    if (in->code == OP_BEGIN) return begins || (in->y && p->at[-1] == '\n');
    if (in->code == OP_END) return ends || (in->y && *p->at == '\n');
    const bool left = !begins && is_word((unsigned char)p->at[-1]),
               right = !ends && is_word((unsigned char)*p->at);
    return (left != right) != (in->y != 0);
}

/* `state` and all that it leads to without a character, into the list. */
static void add_state(Regex *re, uint32_t state, const Place *p, uint32_t *list, size_t *n) {
    size_t depth = 0;
    re->stack[depth++] = state;
    while (depth) {
        const uint32_t at = re->stack[--depth];
        const Instr *in = &re->code.at[at];
        if (re->mark[at] == p->step) continue;
        re->mark[at] = p->step;
        switch (in->code) {
        case OP_SPLIT:
            re->stack[depth++] = in->y;
            re->stack[depth++] = in->x;
            break;
        case OP_JUMP: re->stack[depth++] = in->x; break;
        case OP_BEGIN:
        case OP_END:
        case OP_WORD:
            if (holds(in, p)) re->stack[depth++] = at + 1;
            break;
        case OP_SET:
        case OP_MATCH: list[(*n)++] = at; break;
        }
    }
}

static bool takes(const Regex *re, const Instr *in, uint32_t c) {
    bool found = false;
    for (uint32_t i = 0; i < in->y && !found; i++) {
        const Range *r = &re->ranges.at[in->x + i];
        found = r->low <= c && c <= r->high;
    }
    return found != in->is_not;
}

static bool has_match(const Regex *re, const uint32_t *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (re->code.at[list[i]].code == OP_MATCH) return true;
    }
    return false;
}

/* up_to_any: a match may end before the text does. */
static bool run(Regex *re, Str text, bool up_to_any) {
    Place p = {.begin = text.ptr, .at = text.ptr, .end = text.ptr + text.len, .step = 1};
    size_t n = 0, next_n;
    memset(re->mark, 0, re->code.len * sizeof *re->mark);
    add_state(re, 0, &p, re->list[0], &n);
    uint32_t *now = re->list[0], *next = re->list[1];
    while (p.at < p.end && n) {
        if (up_to_any && has_match(re, now, n)) return true;
        const uint32_t c = next_char(&p.at, p.end);
        next_n = 0;
        if (++p.step == 0) { /* the marks' numbers are used up */
            memset(re->mark, 0, re->code.len * sizeof *re->mark);
            p.step = 1;
        }
        for (size_t i = 0; i < n; i++) {
            const Instr *in = &re->code.at[now[i]];
            if (in->code == OP_SET && takes(re, in, c))
                add_state(re, now[i] + 1, &p, next, &next_n);
        }
        uint32_t *const spare = now;
        now = next;
        next = spare;
        n = next_n;
    }
    return p.at == p.end && has_match(re, now, n);
}

bool regex_full_match(Regex *re, Str text) { return run(re, text, false); }
bool regex_match_begin(Regex *re, Str text) { return run(re, text, true); }
