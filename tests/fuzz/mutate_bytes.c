/* SPDX-License-Identifier: Apache-2.0 */
#include "mutate_bytes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 4, GROWTH = 4096 };

typedef struct {
    Bytes out;
    size_t room;
    uint64_t state;
} Mutation;

/* SplitMix64 */
static uint64_t below(Mutation *m, uint64_t n) {
    uint64_t x = m->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return n ? ((x ^ (x >> 31)) >> 11) % n : 0;
}

/* [at, at + n) becomes these bytes, where there is room. */
static void replace(Mutation *m, size_t at, size_t n, const void *by, size_t len) {
    if (m->out.n - n + len > m->room) return;
    memmove(m->out.at + at + len, m->out.at + at + n, m->out.n - at - n);
    if (len) memmove(m->out.at + at, by, len);
    m->out.n += len - n;
}

static void change_byte(Mutation *m) {
    static const uint8_t odd[] = {0,   1,   0x7f, 0x80, 0xff, '"', '\n', '\r', ',', '(',
                                  ')', '<', '>',  '{',  '}',  '[', ']',  '-',  '%', ' '};
    const size_t at = below(m, m->out.n);
    if (!m->out.n) return;
    switch (below(m, 3)) {
    case 0: m->out.at[at] ^= (uint8_t)(1u << below(m, 8)); break;
    case 1: m->out.at[at] = odd[below(m, sizeof odd)]; break;
    default: replace(m, at, 0, &odd[below(m, sizeof odd)], 1);
    }
}

/* A number of 2, 4 or 8 bytes, either end first. */
static void change_number(Mutation *m) {
    static const uint64_t odd[] = {0,
                                   1,
                                   0x7fffffff,
                                   0x80000000,
                                   0xffffffff,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   UINT64_MAX,
                                   0xffff,
                                   0x10000,
                                   100000000};
    const size_t width = (size_t)2 << below(m, 3);
    const uint64_t v = odd[below(m, sizeof odd / sizeof *odd)];
    const bool big = below(m, 2);
    if (m->out.n < width) return;
    uint8_t *at = m->out.at + below(m, m->out.n - width + 1);
    for (size_t i = 0; i < width; i++) at[i] = (uint8_t)(v >> 8 * (big ? width - 1 - i : i));
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Digits of a text. */
static void change_digits(Mutation *m) {
    static const char *const odd[] = {"0",
                                      "1",
                                      "2",
                                      "-1",
                                      "4294967296",
                                      "2147483647",
                                      "65536",
                                      "1000000",
                                      "nan",
                                      "9223372036854775807",
                                      "1e999",
                                      "-0.0",
                                      "99999999999999999999",
                                      "3",
                                      ""};
    size_t at = below(m, m->out.n), n = 0;
    while (at < m->out.n && !is_digit(m->out.at[at])) at++;
    while (at + n < m->out.n && is_digit(m->out.at[at + n])) n++;
    const char *by = odd[below(m, sizeof odd / sizeof *odd)];
    if (n) replace(m, at, n, by, strlen(by));
}

/* From a byte to another, or from a line's begin to that of another. */
static void piece(Mutation *m, Bytes of, size_t *from, size_t *to) {
    const bool lines = below(m, 2);
    size_t a = below(m, of.n + 1), b = a + below(m, lines ? 400 : 40);
    if (b > of.n) b = of.n;
    while (lines && a > 0 && of.at[a - 1] != '\n') a--;
    while (lines && b > a && b < of.n && of.at[b - 1] != '\n') b++;
    *from = a;
    *to = b;
}

static void change_piece(Mutation *m, Bytes other) {
    size_t from, to, at;
    const uint64_t how = below(m, 5);
    const Bytes source = how == 3 ? other : m->out;
    piece(m, source, &from, &to);
    const size_t n = to - from < GROWTH / 2 ? to - from : GROWTH / 2;
    at = below(m, m->out.n + 1);
    uint8_t held[GROWTH / 2];
    if (n) memcpy(held, source.at + from, n);
    if (how == 0) {
        replace(m, from, n, NULL, 0);
    } else if (how == 4) { /* over what is there */
        const size_t len = n < m->out.n - at ? n : m->out.n - at;
        replace(m, at, len, held, len);
    } else { /* once more, or of the other file */
        replace(m, how == 1 ? from : at, 0, held, n);
    }
}

Bytes mutate_bytes(Bytes base, Bytes other, uint64_t seed) {
    Mutation m = {.room = base.n + GROWTH, .state = seed};
    m.out.at = malloc(m.room + 1);
    if (!m.out.at) return m.out;
    m.out.n = base.n;
    if (base.n) memcpy(m.out.at, base.at, base.n);
    for (uint64_t i = 0, n = 1 + below(&m, CHANGES); i < n; i++) {
        switch (below(&m, 8)) {
        case 0:
        case 1: change_byte(&m); break;
        case 2: change_number(&m); break;
        case 3:
        case 4: change_digits(&m); break;
        case 5:
        case 6: change_piece(&m, other); break;
        default:
            if (below(&m, 6) == 0) m.out.n = below(&m, m.out.n + 1);
        }
    }
    return m.out;
}
