/* SPDX-License-Identifier: Apache-2.0 */
/* Writes text as the network has it: letters.h is what `tenon compile` makes of it (letters.sh).
 *     letters BEGIN N          so many letters, behind 32 to begin with */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "letters.h"

enum { SEEN = 32, LETTERS = 128 };

static double arena[LETTERS_MAIN_ARENA / sizeof(double) + 1];

/* One of them, drawn by what the network thinks of it, three times as sure of itself. */
static int draw(const float *scores) {
    static uint32_t random = 1;
    double part[LETTERS], sum = 0;
    for (int k = 0; k < LETTERS; k++) sum += part[k] = exp(3 * scores[k * SEEN]);
    random = random * 1664525 + 1013904223;
    double at = random / 4294967296.0 * sum;
    for (int k = 0; k < LETTERS; k++) {
        at -= part[k];
        if (at < 0) return k;
    }
    return ' ';
}

int main(int argc, char **argv) {
    static float scores[LETTERS * SEEN];
    int64_t x[SEEN];
    if (argc != 3 || strlen(argv[1]) != SEEN || letters_init(NULL, 0)) return 1;
    for (int i = 0; i < SEEN; i++) x[i] = argv[1][i];
    for (int n = atoi(argv[2]); n > 0; n--) {
        const letters_main_in in = {.x = x};
        letters_main_out out = {.next = scores};
        if (letters_main_run(&in, &out, arena)) return 1;
        memmove(x, x + 1, sizeof x - sizeof *x);
        x[SEEN - 1] = draw(scores + SEEN - 1); /* behind the last letter */
        putchar((int)x[SEEN - 1]);
    }
    puts("");
    return 0;
}
