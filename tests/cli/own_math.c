/* SPDX-License-Identifier: Apache-2.0 */
/* What --freestanding makes of functions of libm, held against libm's of double: of every
 * 2**32 / SAMPLES-th float, of as many in [-128, 128], and of what is special. Included behind the
 * header of the module that freestanding.sh writes, whose outputs are in this order. */
#define SAMPLES (1 << 16)
#define N (2 * SAMPLES + 32)
#define UNITS 4.0

static double exp10_of(double x) { return exp(x); }

static const struct {
    const char *name;
    double (*of)(double);
    double (*of_two)(double, double);
    int is_exact;
} rows[] = {
    {"exp", exp10_of, 0, 0},    {"log", log, 0, 0},     {"sqrt", sqrt, 0, 1},
    {"sin", sin, 0, 0},         {"cos", cos, 0, 0},     {"tan", tan, 0, 0},
    {"asin", asin, 0, 0},       {"acos", acos, 0, 0},   {"atan", atan, 0, 0},
    {"sinh", sinh, 0, 0},       {"cosh", cosh, 0, 0},   {"tanh", tanh, 0, 0},
    {"asinh", asinh, 0, 0},     {"acosh", acosh, 0, 0}, {"atanh", atanh, 0, 0},
    {"erf", erf, 0, 0},         {"floor", floor, 0, 1}, {"ceil", ceil, 0, 1},
    {"round", nearbyint, 0, 1}, {"abs", fabs, 0, 1},    {"power", 0, pow, 0},
    {"mod", 0, fmod, 1},
};
enum { FUNCTIONS = sizeof rows / sizeof *rows };

/* Units of the last place of a float where `want` is. */
static double distance(float got, double want) {
    int e;
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
    if ((got == 0) == (want == 0) && !signbit(got) != !signbit(want)) return INFINITY;
    if (got == (float)want) return 0;
    if (isinf(want)) return INFINITY;
    frexp(want, &e);
    return fabs((isinf(got) ? copysign(0x1p128, got) : (double)got) - want) /
           ldexp(1, e < -125 ? -149 : e - 24);
}

static float x[N], y[N], out[FUNCTIONS][N];
static int32_t i32[N];
static uint8_t u8[N];
static uint16_t h[N], eh[N], fh[N];

static int functions_are_off(void) {
    int bad = 0;
    for (int k = 0; k < FUNCTIONS; k++) {
        double worst = 0;
        int at = 0;
        for (int i = 0; i < N; i++) {
            const double want = rows[k].of ? rows[k].of(x[i]) : rows[k].of_two(x[i], y[i]);
            const double d = distance(out[k][i], want);
            if (d > worst) worst = d, at = i;
        }
        const int ok = worst <= (rows[k].is_exact ? 0 : UNITS);
        printf("%s%s %.2f%s", ok ? "" : "WRONG ", rows[k].name, worst,
               k + 1 < FUNCTIONS ? ", " : " units\n");
        if (!ok) printf("(of %a, %a: %a) ", x[at], y[at], out[k][at]);
        bad |= !ok;
    }
    return bad;
}

static int conversions_are_off(void) {
    int bad = 0;
    for (int i = 0; i < N; i++) {
        const int32_t a = isnan(x[i])       ? 0
                          : x[i] >= 0x1p31f ? INT32_MAX
                          : x[i] < -0x1p31f ? INT32_MIN
                                            : (int32_t)x[i];
        const uint8_t b = isnan(x[i]) || x[i] <= 0 ? 0 : x[i] >= 255 ? 255 : (uint8_t)x[i];
        if (i32[i] != a || u8[i] != b)
            printf("WRONG: %a as integers: %d %d\n", x[i], (int)i32[i], u8[i]), bad = 1;
    }
    for (int i = 0; i < 0x7c00; i++) { /* halves from 0 on: exp goes up, floor is below */
        if (eh[i] < 0x3c00 || eh[i] > 0x7c00 || (i && eh[i] < eh[i - 1]) || fh[i] > i)
            printf("WRONG: half %x: %x %x\n", i, eh[i], fh[i]), bad = 1;
    }
    return bad;
}

int main(void) {
    static const float special[32] = {0.0f,
                                      -0.0f,
                                      1,
                                      -1,
                                      0.5f,
                                      -0.5f,
                                      2,
                                      -2,
                                      3,
                                      -3,
                                      0x1p-149f,
                                      -0x1p-149f,
                                      0x1p-126f,
                                      -0x1p-126f,
                                      0x1.fffffep127f,
                                      -0x1.fffffep127f,
                                      88.7228317f,
                                      88.7228546f,
                                      -103.972084f,
                                      -87.3365479f,
                                      0.414213568f,
                                      2.41421366f,
                                      0.625f,
                                      0.9f,
                                      INFINITY,
                                      -INFINITY,
                                      NAN,
                                      0x1p23f,
                                      8388607.5f,
                                      2.5f,
                                      -2.5f,
                                      0x1p31f};
    all_tensor in[3] = {{x, {N}}, {y, {N}}, {h, {N}}}, outs[FUNCTIONS + 4];
    size_t bytes;
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t bits = i * (uint32_t)(UINT64_C(0x100000000) / SAMPLES) + i % 65521,
                       other = i * 2654435761u;
        memcpy(&x[i], &bits, 4);
        memcpy(&y[i], &other, 4);
        if (i >= SAMPLES)
            x[i] = ((float)i - 1.5f * SAMPLES) / (SAMPLES / 256), y[i] = (float)(i % 97) / 4 - 12;
        if (i >= 2 * SAMPLES) x[i] = special[i - 2 * SAMPLES], y[i] = special[i * 7 % 32];
        h[i] = (uint16_t)i;
    }
    for (int k = 0; k < FUNCTIONS; k++) outs[k].data = out[k];
    outs[FUNCTIONS].data = i32, outs[FUNCTIONS + 1].data = u8;
    outs[FUNCTIONS + 2].data = eh, outs[FUNCTIONS + 3].data = fh;
    if (all_main_plan(in, outs, &bytes)) return 2;
    void *arena = malloc(bytes + 1);
    if (all_main(in, outs, arena)) return 2;
    free(arena);
    return functions_are_off() | conversions_are_off();
}
