/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of text that keep most of it readable: words and lines are exchanged, doubled, dropped,
 * and lines of another text are put in. Every fourth change is libFuzzer's own, of bytes. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_out_size, unsigned seed);

typedef struct {
    size_t from, to;
} Span;

static uint64_t state;

static size_t draw(size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (size_t)(state >> 33) % n : 0;
}

static bool is_word(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

/* The word, or other character, at a random place. */
static Span draw_word(const uint8_t *data, size_t size) {
    size_t at = draw(size), from = at, to = at + 1;
    if (!is_word(data[at])) return (Span){from, to};
    while (from > 0 && is_word(data[from - 1])) from--;
    while (to < size && is_word(data[to])) to++;
    return (Span){from, to};
}

/* A random line with its end, or a few. */
static Span draw_lines(const uint8_t *data, size_t size, size_t most) {
    size_t from = draw(size), to = from;
    while (from > 0 && data[from - 1] != '\n') from--;
    for (size_t n = 1 + draw(most); n > 0 && to < size; n--) {
        while (to < size && data[to] != '\n') to++;
        to += to < size;
    }
    return (Span){from, to};
}

/* data[at.from, at.to) becomes the bytes `with`; size when there is no room. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, Span at, const uint8_t *with,
                      size_t len) {
    uint8_t copy[4096];
    size_t removed = at.to - at.from;
    if (len > sizeof copy || size - removed + len > max_size) return size;
    memcpy(copy, with, len);
    memmove(data + at.from + len, data + at.to, size - at.to);
    memcpy(data + at.from, copy, len);
    return size - removed + len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    state = seed;
    if (size == 0 || draw(4) == 0) return LLVMFuzzerMutate(data, size, max_size);
    for (size_t n = 1 + draw(3); n > 0 && size > 0; n--) {
        Span a, b;
        switch (draw(6)) {
        case 0: /* one word for another */
        case 1:
            a = draw_word(data, size);
            b = draw_word(data, size);
            size = replace(data, size, max_size, a, data + b.from, b.to - b.from);
            break;
        case 2: /* a word again, somewhere */
            a = draw_word(data, size);
            b = draw_word(data, size);
            size =
                replace(data, size, max_size, (Span){a.from, a.from}, data + b.from, b.to - b.from);
            break;
        case 3: size = replace(data, size, max_size, draw_word(data, size), data, 0); break;
        case 4: /* lines again, elsewhere */
            a = draw_lines(data, size, 1);
            b = draw_lines(data, size, 4);
            size =
                replace(data, size, max_size, (Span){a.from, a.from}, data + b.from, b.to - b.from);
            break;
        default: size = replace(data, size, max_size, draw_lines(data, size, 2), data, 0); break;
        }
    }
    return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_out_size, unsigned seed) {
    state = seed;
    if (size1 > max_out_size) size1 = max_out_size;
    memcpy(out, data1, size1);
    if (size1 == 0 || size2 == 0) return size1;
    Span a, b;
    if (draw(2)) {
        a = draw_lines(out, size1, 1);
        b = draw_lines(data2, size2, 6);
        a.to = a.from;
    } else {
        a = draw_word(out, size1);
        b = draw_word(data2, size2);
    }
    return replace(out, size1, max_out_size, a, data2 + b.from, b.to - b.from);
}
