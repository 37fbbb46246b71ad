/* SPDX-License-Identifier: Apache-2.0 */
/* A device that has learned digits from ink on paper sees chalk on a board, and goes on learning:
 * digits.h is what `tenon compile --train` writes (digits.sh). Neither library nor malloc.
 *     digits X.npy Y.npy SAVED.npz      pictures and classes as bytes; what it has learned */
#include <stdio.h>

#include "digits.h"

enum { PICTURES = 1797, SEEN = 1437, PIXELS = 64, BATCH = 32, STEPS = 360, NPY_HEADER = 128 };

static unsigned char pictures[PICTURES][PIXELS], classes[PICTURES];
static digits_state net;
static double arena[DIGITS_ARENA / sizeof(double) + 1];

static int load(const char *path, void *to, size_t bytes) {
    FILE *f = fopen(path, "rb");
    return !f || fseek(f, NPY_HEADER, SEEK_SET) || fread(to, 1, bytes, f) != bytes || fclose(f);
}
static size_t put(void *file, const void *data, size_t n) { return fwrite(data, 1, n, file); }

static void chalk(float *x, int i) {
    for (int k = 0; k < PIXELS; k++) x[k] = (float)(16 - pictures[i][k]);
}

/* Of every fifth picture, which no step sees. */
static double accuracy(void) {
    int right = 0;
    for (int i = 0; i < PICTURES; i += 5) {
        float x[PIXELS], score[10];
        int best = 0;
        chalk(x, i);
        digits_infer(&net, &(digits_in){.x = x}, &(digits_out){.logits = score}, arena);
        for (int k = 1; k < 10; k++) best = score[k] > score[best] ? k : best;
        right += best == classes[i];
    }
    return (double)right / (PICTURES - SEEN);
}

int main(int argc, char **argv) {
    if (argc != 4 || load(argv[1], pictures, sizeof pictures)) return 1;
    if (load(argv[2], classes, sizeof classes) || digits_init(&net)) return 1;
    printf("accuracy before: %.3f\n", accuracy());
    for (int step = 0; step < STEPS; step++) {
        float x[BATCH * PIXELS], loss;
        int64_t y[BATCH];
        for (int k = 0; k < BATCH; k++) { /* 1,009 has no factor of 1,437: none is left out */
            const int of = (step * BATCH + k) * 1009 % SEEN, i = of + of / 4 + 1;
            chalk(x + k * PIXELS, i);
            y[k] = classes[i];
        }
        const digits_batch batch = {.x = x, .targets = y};
        if (digits_train_step(&net, &batch, digits_rate(&net), &loss, arena)) return 1;
    }
    const double after = accuracy();
    printf("accuracy after %d steps: %.3f\n", (int)net.steps, after);
    FILE *f = fopen(argv[3], "wb");
    return !f || digits_save(&net, put, f) || fclose(f) || after < 0.95;
}
