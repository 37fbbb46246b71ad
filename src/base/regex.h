/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions in RE2's syntax, matched in time linear in the text (times the size of the
 * expression).
 *
 * Of RE2's syntax: . [a-z] [^a-z] [[:alpha:]] \d \D \s \S \w \W, escapes (\n \t \xHH \x{HHHH}
 * \Q..\E and of punctuation), ^ $ \A \z \b \B, x* x+ x? x{n} x{n,} x{n,m} and their reluctant
 * forms, (x) (?:x) (?P<name>x) x|y, and the flags i, s, m at the beginning, (?i). Text is UTF-8; a
 * byte that is none is a character by itself. Not: classes of Unicode (\pL), \C, flags within,
 * back references and looking around, of which RE2 has no last two either. */
#ifndef TENON_BASE_REGEX_H
#define TENON_BASE_REGEX_H

#include "base/arena.h"

typedef struct Regex Regex;

/* NULL, and *why (in the arena), when the pattern is wrong or has what is not supported. */
Regex *regex_compile(Arena *arena, Str pattern, const char **why);
/* Does the whole text match? Scratch memory comes from the arena of the expression, once. */
bool regex_full_match(Regex *self, Str text);
/* Does it match from the beginning of the text on, up to any place? As Python's re.match. */
bool regex_match_begin(Regex *self, Str text);

#endif
