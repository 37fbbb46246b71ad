/* SPDX-License-Identifier: Apache-2.0 */
/* Colours. Whoever prints knows nothing of them: where a stream has colours, stdout or stderr is
 * another stream on top of it, which looks at each line as it comes by. So what is printed without
 * them is the same text. */
#include "command/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RESET "\033[0m"
#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BLUE "\033[34m"
#define MAGENTA "\033[35m"
#define CYAN "\033[36m"
#define GREY "\033[90m"

/* A stream that has colours. */
typedef struct {
    FILE *plain, *colored; /* colored NULL: not made yet */
    bool is_inside;        /* of a line that has begun */
} Stream;

static Stream out, err;

/* --- Lines of messages --- */

typedef struct {
    const char *begin, *color;
} Label;

/* What a line begins with, blanks included. */
static const Label labels[] = {
    {"  expected:", GREEN}, {"  found:", RED},        {"  help:", CYAN},        {"differ:", RED},
    {"same:", GREEN},       {"verify: differ:", RED}, {"verify: same:", GREEN}, {"  A, line ", RED},
    {"  B, line ", GREEN},  {"# after ", YELLOW},     {"# before ", YELLOW},
};

static void put(FILE *f, const char *color, const char *text, size_t n) {
    fputs(color, f);
    fwrite(text, 1, n, f);
    fputs(RESET, f);
}

/* Where `word` stands in the line as its first one or behind ": ". */
static const char *find_level(const char *line, size_t n, const char *word) {
    const size_t len = strlen(word);
    for (const char *at = line; at + len <= line + n; at++) {
        if (memcmp(at, word, len) == 0 &&
            (at == line || (at - line > 1 && at[-1] == ' ' && at[-2] == ':')))
            return at;
    }
    return NULL;
}

/* "    ^", below an excerpt. */
static bool is_caret(const char *line, size_t n) {
    size_t i = 0;
    while (i < n && line[i] == ' ') i++;
    return i >= 4 && i < n && line[i] == '^' && (i + 1 == n || (i + 2 == n && line[i + 1] == '\n'));
}

static void put_line(FILE *f, const char *line, size_t n) {
    static const Label levels[] = {{"error: ", RED}, {"warning: ", MAGENTA}};
    for (size_t i = 0; i < COUNT_OF(levels); i++) {
        const size_t len = strlen(levels[i].begin) - 1;
        const char *at = find_level(line, n, levels[i].begin);
        if (!at) continue;
        if (at > line) put(f, BOLD, line, (size_t)(at - line));
        put(f, levels[i].color, at, len);
        fwrite(at + len, 1, n - len - (size_t)(at - line), f);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        const size_t len = strlen(labels[i].begin);
        if (n < len || memcmp(line, labels[i].begin, len) != 0) continue;
        put(f, labels[i].color, line, len);
        fwrite(line + len, 1, n - len, f);
        return;
    }
    if (is_caret(line, n))
        put(f, GREEN, line, n);
    else
        fwrite(line, 1, n, f);
}

static ssize_t write_lines(void *cookie, const char *text, size_t size) {
    Stream *self = cookie;
    for (size_t at = 0, n; at < size; at += n) {
        const char *end = memchr(text + at, '\n', size - at);
        n = end ? (size_t)(end - text) + 1 - at : size - at;
        if (self->is_inside)
            fwrite(text + at, 1, n, self->plain);
        else
            put_line(self->plain, text + at, n);
        self->is_inside = !end;
    }
    return fflush(self->plain) == 0 && !ferror(self->plain) ? (ssize_t)size : 0;
}

/* --- Text of modules --- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_keyword(const char *word, size_t n) {
    static const char *const keywords[] = {
        "and", "as",   "class", "def", "else", "False",  "for",  "from",  "if",   "import",
        "in",  "None", "not",   "or",  "pass", "return", "True", "while", "with", "lambda"};
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        if (strlen(keywords[i]) == n && memcmp(keywords[i], word, n) == 0) return true;
    }
    return false;
}

/* The token at `at`, never empty, and its colour; NULL: none. */
static size_t token(const char *at, const char **color) {
    size_t n = 1;
    *color = NULL;
    if (*at == '#') {
        n = strcspn(at, "\n");
        *color = GREY;
    } else if (*at == '"' || *at == '\'') {
        while (at[n] && at[n] != *at && at[n] != '\n') n += at[n] == '\\' && at[n + 1] ? 2 : 1;
        n += at[n] == *at;
        *color = GREEN;
    } else if (*at == '@' || is_letter(*at)) {
        while (is_letter(at[n]) || is_digit(at[n]) || (at[n] == '.' && is_letter(at[n + 1]))) n++;
        const bool is_of_ours = n > 2 && at[1] == '.' && strchr("RTI", *at);
        *color = *at == '@' ? YELLOW : is_keyword(at, n) ? MAGENTA : is_of_ours ? BLUE : NULL;
    } else if (is_digit(*at)) {
        while (is_digit(at[n]) || is_letter(at[n]) || at[n] == '.' ||
               (strchr("+-", at[n]) && at[n] && at[n - 1] == 'e'))
            n++;
        *color = CYAN;
    }
    return n;
}

bool color_is_on(void) { return out.colored && stdout == out.colored; }

bool color_write_module(const char *text) {
    fflush(stdout);
    for (const char *at = text, *color; *at;) {
        const size_t n = token(at, &color);
        if (color)
            put(out.plain, color, at, n);
        else
            fwrite(at, 1, n, out.plain);
        at += n;
    }
    return fflush(out.plain) == 0 && !ferror(out.plain);
}

/* --- Where there are colours --- */

static bool is_for_terminal(int fd) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no && *no) && !(term && strcmp(term, "dumb") == 0) && isatty(fd);
}

/* Which stream is used from now on; where no other one can be made, the plain one. */
static FILE *choose(Stream *self, FILE *now, bool has_colors) {
    fflush(now);
    if (has_colors && !self->colored) {
        self->colored = fopencookie(self, "w", (cookie_io_functions_t){.write = write_lines});
        if (self->colored) setvbuf(self->colored, NULL, _IOLBF, BUFSIZ);
    }
    return has_colors && self->colored ? self->colored : self->plain;
}

static void set(bool on_stdout, bool on_stderr) {
    stdout = choose(&out, stdout, on_stdout);
    stderr = choose(&err, stderr, on_stderr);
}

void color_begin(void) {
    out.plain = stdout;
    err.plain = stderr;
    color_choose("auto");
}

bool color_choose(const char *when) {
    const bool always = strcmp(when, "always") == 0;
    if (always || strcmp(when, "never") == 0)
        set(always, always);
    else if (strcmp(when, "auto") == 0)
        set(is_for_terminal(STDOUT_FILENO), is_for_terminal(STDERR_FILENO));
    else
        return false;
    return true;
}
