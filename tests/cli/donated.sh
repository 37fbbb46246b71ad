#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Results in the memory of inputs, as the function attribute `donate` says, in what `tenon compile` leaves: a program calls
# each entry with memory of its own for all and with that of the inputs, by tensors, by name and by plain pointers, and all
# results have the same bits. As C by two compilers and with the sanitizer of addresses, and by LLVM.
#
#   donated.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"

cat >net.py <<'PY'
# A step of an optimizer: each parameter is updated over itself, and read before.
@R.function
def main(w: R.Tensor((3, 4), "float32"), v: R.Tensor((3, 4), "float32"), x: R.Tensor(("n", 3), "float32")):
    R.func_attr({"donate": [[0, 1], [1, 2]]})
    y = R.matmul(x, w)
    g = R.matmul(R.permute_dims(x), y)
    v1 = R.add(R.multiply(v, R.const(0.5, "float32")), g)
    w1 = R.subtract(w, R.multiply(v1, R.const(0.125, "float32")))
    return (y, w1, v1)


# The state of a cell, and one that stays as it is.
@R.function
def cell(x: R.Tensor((2, 4), "float32"), h: R.Tensor((2, 4), "float32"), u: R.Tensor((4, 4), "float32"), k: R.Tensor((5,), "int32")):
    R.func_attr({"donate": [[1, 0], [3, 1]]})
    return (R.tanh(R.add(x, R.matmul(h, u))), k, R.sum(h))


# A row of a cache is put into its place.
@R.function
def cache(c: R.Tensor((6, 4), "float32"), row: R.Tensor((1, 4), "float32"), at: R.Tensor((1, 1), "int64")):
    R.func_attr({"donate": [[0, 0]]})
    c1 = R.scatter_nd(c, at, row)
    return (c1, R.sum(c1, axis=[0]))


# Each is the other's result, and a result is a part of what is donated.
@R.function
def swap(a: R.Tensor((7,), "float32"), b: R.Tensor((7,), "float32")):
    R.func_attr({"donate": [[0, 1], [1, 0]]})
    return (a, b)


@R.function
def late(a: R.Tensor((64,), "float32"), b: R.Tensor((64,), "float32")):
    R.func_attr({"donate": [[0, 0]]})
    s = R.exp(b)
    return (s, R.add(R.flip(a, axis=0), s))


# No entry for others, as `twice` calls it: its result is not made in the input.
@R.function
def once(a: R.Tensor((8,), "float32")):
    R.func_attr({"donate": [[0, 0]]})
    return (R.cumsum(R.flip(a, axis=0), axis=0),)


@R.function
def twice(a: R.Tensor((8,), "float32")):
    R.func_attr({"donate": [[0, 0]]})
    return (once(once(a)[0])[0],)
PY
cat >main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

enum { ROUNDS = 3, MOST = 6, ROOM = 512 };

typedef int Plan(const net_tensor *in, net_tensor *out, size_t *bytes);
typedef int Run(const net_tensor *in, net_tensor *out, void *arena);

/* takes: by output, the input whose memory it is, or -1 */
typedef struct {
    const char *name;
    Plan *plan;
    Run *run;
    int n_in, n_out;
    int dims[MOST][2], integers[MOST], takes[MOST];
} Case;

/* Of a donated input: elements have four. */
static size_t bytes_of(const Case *c, int i) {
    return 4 * (size_t)c->dims[i][0] * (size_t)(c->dims[i][1] ? c->dims[i][1] : 1);
}

/* Some calls, each on what the one before left: state in its place, or copied there. What is not donated stays. */
static int play(const Case *c, int in_place, void *data[MOST], void *results[MOST]) {
    net_tensor in[MOST], out[MOST];
    char *before = malloc(MOST * ROOM);
    int error = 0;
    memset(in, 0, sizeof in);
    for (int i = 0; i < c->n_in; i++) {
        in[i].data = data[i];
        for (int d = 0; d < 2; d++) in[i].dims[d] = c->dims[i][d];
    }
    for (int round = 0; round < ROUNDS && !error; round++) {
        size_t bytes;
        for (int i = 0; i < c->n_in; i++) memcpy(before + i * ROOM, data[i], ROOM);
        for (int k = 0; k < c->n_out; k++)
            out[k].data = in_place && c->takes[k] >= 0 ? data[c->takes[k]] : results[k];
        error = c->plan(in, out, &bytes);
        void *arena = malloc(bytes + 1);
        if (!error) error = c->run(in, out, arena);
        free(arena);
        for (int i = 0; i < c->n_in; i++) {
            int is_donated = 0;
            for (int k = 0; k < c->n_out; k++) is_donated |= c->takes[k] == i;
            if ((!in_place || !is_donated) && memcmp(before + i * ROOM, data[i], ROOM) != 0) error = -1;
        }
        for (int k = 0; k < c->n_out && !in_place; k++)
            if (c->takes[k] >= 0) memcpy(data[c->takes[k]], results[k], bytes_of(c, c->takes[k]));
    }
    if (error > 0) fprintf(stderr, "%s: %s\n", c->name, net_error(error));
    free(before);
    return error;
}

static void draw(const Case *c, void *data[MOST]) {
    for (int i = 0; i < c->n_in; i++) {
        memset(data[i], 0, ROOM);
        for (int j = 0; j < ROOM / 4 && c->integers[i] < 2; j++) {
            float f = (float)((j * 7 + i * 3) % 11) * 0.25f - 1.25f;
            int32_t n = j * 5 + i;
            memcpy((char *)data[i] + 4 * j, c->integers[i] ? (void *)&n : (void *)&f, 4);
        }
        if (c->integers[i] == 2) *(int64_t *)data[i] = 4;
    }
}

static const Case cases[] = {
    {"main", net_main_plan, net_main, 3, 3, {{3, 4}, {3, 4}, {5, 3}}, {0}, {-1, NET_MAIN_OUT_OUT_1_TAKES, NET_MAIN_OUT_OUT_2_TAKES}},
    {"cell", net_cell_plan, net_cell, 4, 3, {{2, 4}, {2, 4}, {4, 4}, {5, 0}}, {0, 0, 0, 1}, {NET_CELL_OUT_OUT_0_TAKES, NET_CELL_OUT_OUT_1_TAKES, -1}},
    {"cache", net_cache_plan, net_cache, 3, 2, {{6, 4}, {1, 4}, {1, 1}}, {0, 0, 2}, {NET_CACHE_OUT_OUT_0_TAKES, -1}},
    {"swap", net_swap_plan, net_swap, 2, 2, {{7, 0}, {7, 0}}, {0}, {NET_SWAP_OUT_OUT_0_TAKES, NET_SWAP_OUT_OUT_1_TAKES}},
    {"late", net_late_plan, net_late, 2, 2, {{64, 0}, {64, 0}}, {0}, {NET_LATE_OUT_OUT_0_TAKES, -1}},
};

/* The cell by name and by plain pointers, its state in its place. */
static int by_name(const float *x, const float *u, float *h, int32_t *k, float *sum, int is_static) {
    char arena[NET_CELL_ARENA + 1];
    net_cell_in in;
    net_cell_out out;
    if (is_static) return net_cell_static(x, h, u, k, h, k, sum, arena);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    in.x = x, in.h = h, in.u = u, in.k = k;
    out.out_0 = h, out.out_1 = k, out.out_2 = sum;
    return net_cell_run(&in, &out, arena);
}

int main(void) {
    int failed = 0;
    void *all[2][2][MOST];
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < MOST; i++)
            all[side][0][i] = calloc(1, ROOM), all[side][1][i] = calloc(1, ROOM);
    }
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const Case *c = &cases[n];
        int same = 1;
        for (int side = 0; side < 2; side++) {
            draw(c, all[side][0]);
            for (int k = 0; k < c->n_out; k++) memset(all[side][1][k], 0, ROOM);
            same = same && play(c, side, all[side][0], all[side][1]) == 0;
        }
        for (int i = 0; i < c->n_in; i++) same = same && memcmp(all[0][0][i], all[1][0][i], ROOM) == 0;
        for (int k = 0; k < c->n_out; k++)
            same = same && (c->takes[k] >= 0 || memcmp(all[0][1][k], all[1][1][k], ROOM) == 0);
        printf("%s %s\n", c->name, same ? "same" : "DIFFERS");
        failed |= !same;
        if (n != 1) continue;
        for (int is_static = 0; is_static < 2; is_static++) {
            void **x = all[1][0];
            draw(c, x);
            for (int round = 0; round < ROUNDS; round++)
                failed |= by_name(x[0], x[2], x[1], x[3], all[1][1][2], is_static);
            same = memcmp(x[1], all[0][0][1], 32) == 0 && memcmp(x[3], all[0][0][3], 20) == 0;
            printf("%s %s\n", is_static ? "pointers" : "names", same ? "same" : "DIFFER");
            failed |= !same;
        }
    }
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < MOST; i++) free(all[side][0][i]), free(all[side][1][i]);
    }
    return failed;
}
C

# try NAME COMMAND...: a program that the command makes tells that all is the same.
try() {
    local name=$1
    shift
    check 0 "$name is made" "$@"
    check 0 "$name" ./net
    [ "$(grep -c ' same$' out)" = 7 ] && ok || { bad "$name: not 7 are the same"; cat out; }
}
check 0 'to C' "$tenon" compile net.py -o net.c
has net.h '^ \* out\[1\]: float32 \(3, 4\); may be in\[0\], the same memory$'
has net.h '^#define NET_TWICE_OUT_OUT_0_TAKES NET_TWICE_IN_A$'
grep -q NET_ONCE_OUT_OUT_0_TAKES net.h && bad 'what others call is said to be in place' || ok
cp net.h by_c.h
strict="-Wall -Wextra -Werror -std=c99 -pedantic"
try 'C by gcc' gcc $strict -O2 main.c net.c -lm -o net
try 'C with the sanitizer' gcc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all main.c net.c -lm -o net
command -v clang >/dev/null && try 'C by clang' clang $strict -O2 main.c net.c -lm -o net
for how in '' -O0 --freestanding '--threads 2'; do
    check 0 "to an object, $how" "$tenon" compile net.py -o net.o $how
    try "by LLVM, $how" gcc $strict main.c net.o -lm -o net
done
check 0 'to freestanding C' "$tenon" compile net.py -o net.c --freestanding
try 'freestanding C' gcc $strict -O2 main.c net.c -o net

# What is donated counts once among what a call takes.
cat >swap.py <<'PY'
@R.function
def main(a: R.Tensor((16,), "float32")):
    R.func_attr({"donate": [[0, 0]]})
    return (R.exp(a),)
PY
check 0 'the memory of a call' "$tenon" compile swap.py -o swap.c --max-ram 64
check 2 'less than it' "$tenon" compile swap.py -o swap.c --max-ram 63

# The same by names, of the command: what the attribute says, and of an ONNX file.
cat >named.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), "float32"), h: R.Tensor((2, 4), "float32"), c: R.Tensor((2, 4), "float32"), s: R.Tensor((2, 3), "float32")):
    t = R.tanh(R.add(x, h))
    return (t, R.multiply(t, c), (x, h))
PY
sed 's/^    t = R.tanh/    R.func_attr({"donate": [[1, 0], [2, 1]]})\n&/' named.py >said.py
sed 's/^    t = R.tanh/    R.func_attr({"donate": [[1, 0]]})\n&/' named.py >half.py
for ending in c s; do
    check 0 "$ending by the attribute" "$tenon" compile said.py -o said.$ending --name net
    mv said.$ending said.h "$work/" 2>/dev/null
    for model in 'named.py --donate h=out_0 --donate c=out_1' 'half.py --donate c=out_1' \
        'half.py --donate h=out_0 --donate c=out_1' 'named.py --function main --donate c=out_1 --donate h=out_0'; do
        check 0 "$ending of $model" "$tenon" compile $model -o said2.$ending --name net
        cmp -s <(sed 's/said2/said/' said2.h) said.h && ok || bad "the header of $model, $ending"
        cmp -s <(sed 's/said2/said/' said2.$ending) <(sed 's/said2/said/' said.$ending) && ok || bad "the code of $model, $ending"
    done
done
# wrong PATTERN OPTIONS: refused with status 2 and such a message, and nothing is there
wrong() {
    local pattern=$1
    shift
    rm -f wrong.*
    check 2 "refused: $*" "$tenon" compile named.py -o wrong.c "$@"
    grep -q "$pattern" err && ok || { bad "what is said of $*"; cat err; }
    [ ! -e wrong.c ] && [ ! -e wrong.h ] && ok || bad "$*: a file is there"
}
wrong "'hh' is no input of 'main'" --donate hh=out_0
wrong "'out_9' is no output of 'main'" --donate h=out_9
wrong "output 'out_2' of 'main' is a part of a tuple" --donate h=out_2
wrong "output 'out_0' does not fit the memory of input 's'" --donate s=out_0
wrong "input 'h' is donated to another output" --donate h=out_0 --donate h=out_1
wrong "output 'out_0' takes another input" --donate h=out_0 --donate c=out_0
for option in h =out_0 h=; do
    check 1 "--donate $option" "$tenon" compile named.py -o wrong.c --donate $option
done
check 1 '--donate and --with' "$tenon" compile named.py -o wrong.c --donate h=out_0 --with vjp
check 1 '--donate and --train' "$tenon" compile named.py -o wrong.c --donate h=out_0 --train sgd --loss mse
cat >plain.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), "float32"), h: R.Tensor((2, 4), "float32")):
    return (R.add(x, h), R.tanh(h))
PY
check 0 'a file of ONNX' "$tenon" convert plain.py -o plain.onnx
"$tenon" inspect plain.onnx --donate >/dev/null 2>&1 && bad 'a verb without the option takes it' || ok
check 0 'a file, without' "$tenon" compile plain.onnx -o plain.c
grep -q _TAKES plain.h && bad 'something is donated unasked' || ok
check 0 'a file, by number' "$tenon" compile plain.onnx -o plain.c --donate h=out_1
second=$(sed -n 's/^#define PLAIN_MAIN_OUT_\([A-Z0-9_]*\)_TAKES PLAIN_MAIN_IN_H$/\1/p' plain.h)
[ -n "$second" ] && [ "$second" != OUT_1 ] && ok || bad "the file's name of an output is not there: '$second'"
check 0 'a file, by its name' "$tenon" compile plain.onnx -o named.c --name plain --donate "h=${second,,}"
cmp -s <(sed 's/named/plain/' named.c) plain.c && ok || bad 'by name it is another program'
cat >calls.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def inner(h: R.Tensor((4,), "float32")):
        return (R.exp(h),)

    @R.function
    def main(h: R.Tensor((4,), "float32")):
        t = Module.inner(h)
        return (t[0],)
PY
check 2 'a function that others use' "$tenon" compile calls.py -o calls.c --function inner --donate h=out_0
grep -q 'donation to a function that others use' err && ok || { bad 'what is said of it'; cat err; }
check 0 'one that calls others' "$tenon" compile calls.py -o calls.c --function main --donate h=out_0
has calls.h '_TAKES '

finish
