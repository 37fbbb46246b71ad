#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What `tenon compile` leaves for a run, and how a program gives it its weights: by C and by LLVM alike.
#
#   artefact.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"
lstm=$root/tests/onnx/real/rnn_lstm.onnx

# No work on constants is left for a run: no call of a kernel that reads constants alone and has no extent that the run
# tells. Behind -O0 there is some, so it would be seen.
constant_work() {
    grep -cE '^ *TRY\(k_\w+\((\(const \w+ \*\)\(const void \*\)\(\(char \*\)k_[a-z0-9_.]*( \+ [0-9]+)?\), )+\(\w+ \*\)\(void \*\)\([^(),]*\)\)\);$' "$1"
}
check 0 'the LSTM as it stands' "$tenon" compile "$lstm" -O0 -o plain.c
check 0 'the LSTM' "$tenon" compile "$lstm" -o lstm.c
[ "$(constant_work plain.c)" -ge 12 ] && ok || bad "-O0 leaves $(constant_work plain.c) kernels that read constants alone"
[ "$(constant_work lstm.c)" = 0 ] && ok || bad "$(constant_work lstm.c) kernels read constants alone"
check 0 'the LSTM as it stands, by LLVM' "$tenon" compile "$lstm" -O0 -o plain.ll
check 0 'the LSTM by LLVM' "$tenon" compile "$lstm" -o lstm.ll
loops() { grep -cE '^define internal .* @"?\.k[0-9]+_\w*_permute_dims_permute_dims' "$1"; }
[ "$(loops plain.ll)" -ge 1 ] && [ "$(loops lstm.ll)" = 0 ] && ok || bad "permuting kernels: $(loops plain.ll), then $(loops lstm.ll)"


# Weights in a file: what takes them is the file of this program, whole and unaltered, or nothing; and the results are
# those of weights that are data. big is over the size from which a weight goes to the file, small is not.
cat >net.py <<'PY'
@R.function
def main(x: R.Tensor((2, 40), "float32")):
    big = R.permute_dims(R.reshape(R.astype(R.arange(0, 1200, 1, "int64"), "float32"), (30, 40)))
    small = R.const([0.5], "float32")
    return R.multiply(R.matmul(x, R.sin(big)), small)


@R.function
def first(x: R.Tensor(("n",), "int32")):
    return (R.nonzero(x), R.take(R.multiply(R.arange(0, 999, 1, "int32"), R.const(3, "int32")), x, axis=0))
PY
cat >other.py <<'PY'
@R.function
def main(x: R.Tensor((2, 40), "float32")):
    big = R.permute_dims(R.reshape(R.astype(R.arange(1, 1201, 1, "int64"), "float32"), (30, 40)))
    return R.multiply(R.matmul(x, R.sin(big)), R.const([0.5], "float32"))
@R.function
def first(x: R.Tensor(("n",), "int32")):
    return R.take(R.multiply(R.arange(0, 999, 1, "int32"), R.const(4, "int32")), x, axis=0)
PY
cat >main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include NET_H

static float x[80], y[60], again[60];
static int32_t index[3] = {5, 0, 998}, taken[3];

/* Both functions, and that without checks; they tell what they compute. */
static int run(void) {
    static char arena[1 << 16];
    net_first_in in = {.n = 3, .x = index};
    net_first_out out = {.out_1 = taken};
    const net_tensor a = {x, {2, 40}};
    net_tensor b = {y, {0, 0}};
    int e = net_main(&a, &b, arena), f = net_main_static(x, again, arena);
    if (e != f || (!e && memcmp(y, again, sizeof y) != 0)) return -1;
    f = net_first_run(&in, &out, arena);
    if (e != f || (f && out.out_0)) return -2;
    free(out.out_0);
    if (!e) printf("%.4f %.4f %d %d %d\n", y[0], y[59], (int)taken[0], (int)taken[1], (int)taken[2]);
    return e;
}

static char *read_file(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    char *data = malloc(1 << 20);
    *n = f ? fread(data, 1, 1 << 20, f) : 0;
    if (f) fclose(f);
    return data;
}

static void tell(const char *what, int error) { printf("%s: %s\n", what, net_error(error)); }

int main(int argc, char **argv) {
    size_t n, bad = 0;
    char *data;
    for (int i = 0; i < 80; i++) x[i] = (float)(i % 7) - 3;
    if (argc < 2) {
        if (net_init(NULL, 0)) return 1;
        return run();
    }
    tell("before", run());
    data = read_file(argv[1], &n);
    tell("none", net_init(NULL, n));
    tell("beside", net_init(data + 2, n));
    tell("short", net_init(data, n - 64));
    tell("then", run());
    /* one bit of each byte */
    for (size_t i = 0; i < n; i++) {
        data[i] ^= 1 << i % 8;
        bad += net_init(data, n) == 0 || run() == 0;
        data[i] ^= 1 << i % 8;
    }
    /* the highest bits of two words that are summed one behind the other */
    for (size_t i = 32; i + 40 <= n; i += 8) {
        data[i + 7] ^= (char)0x80;
        data[i + 39] ^= (char)0x80;
        bad += net_init(data, n) == 0;
        data[i + 7] ^= (char)0x80;
        data[i + 39] ^= (char)0x80;
    }
    printf("%u are taken\n", (unsigned)bad);
    data[n - 70] ^= 1;
    tell("altered", net_init(data, n));
    data[n - 70] ^= 1;
    {
        size_t k;
        char *other = read_file(argv[2], &k);
        tell("other", net_init(other, k));
    }
    if (net_init(data, n)) return 1;
#ifdef NET_WITH_FILES
    if (n != NET_WEIGHTS_BYTES || net_init_file(argv[1]) || !net_init_file("nowhere") || net_init_file(argv[1])) return 3;
#endif
    return run();
}
C
program() { # NAME OBJECT COMPILER...
    local name=$1 object=$2
    shift 2
    check 0 "a program with $name" "$@" -Wall -Wextra -Werror -Wno-unused-function -DNET_H="\"$name.h\"" -DNET_WITH_FILES main.c "$object" -lm -o program
}
check 0 'weights as data' "$tenon" compile net.py --name net -o data.c
program data data.c gcc -std=c99 -O1 -pedantic
check 0 'it runs' ./program
cp out data.out
for made in c o c.o; do
    by=()
    [ $made != c.o ] || by=(--by c)
    check 0 "weights in a file, .$made" "$tenon" compile net.py --name net "${by[@]}" --weights file -o "file.$made"
    check 0 "of another program, .$made" "$tenon" compile other.py --name net "${by[@]}" --weights file -o "other.$made"
    base=file
    [ $made != c.o ] || base=file.c
    for cc in 'gcc -std=c99 -O1 -pedantic -fsanitize=address,undefined -fno-sanitize-recover=all' 'gcc -std=c99 -O2 -m64'; do
        program $base file.$made $cc
        check 0 ".$made runs, $cc" env ASAN_OPTIONS=detect_leaks=0 ./program $base.weights "other${base#file}.weights"
        tail -n 1 out | cmp -s - data.out && ok || bad ".$made: $(tail -n 1 out), not $(cat data.out)"
        has out '^before: the weights are missing'
        has out '^none: the weights are missing'
        has out '^beside: the weights do not lie at a multiple of 8 bytes'
        has out '^short: the weights are cut'
        has out '^then: the weights are missing'
        has out '^0 are taken'
        has out '^altered: the weights were altered'
        has out '^other: (these are no weights, or those of another program|the weights are cut, or those of another program)'
    done
    grep -q 'BYTES [0-9]*$' $base.h && [ "$(stat -c %s $base.weights)" = "$(sed -n 's/.*WEIGHTS_BYTES //p' $base.h)" ] && ok || bad 'the size'
done
check 0 'the header in C++' g++ -DNET_WITH_FILES -Wall -Wextra -Werror -pedantic -x c++ -fsyntax-only -include file.h /dev/null
check 0 'data by LLVM' "$tenon" compile net.py --name net -o data.o
program data data.o gcc -std=c99
check 0 'it runs' ./program
cmp -s out data.out && ok || bad "LLVM: $(cat out)"
for target in arm-linux-gnueabihf/qemu-arm riscv64-linux-gnu/qemu-riscv64; do
    cc=${target%/*}-gcc qemu=${target#*/}
    command -v "$cc" >/dev/null && command -v "$qemu" >/dev/null || { echo "skipped: $cc, $qemu"; continue; }
    check 0 "$cc" "$tenon" compile net.py --target "${target%/*}" --name net --weights file -o there.o
    program there there.o "$cc" -std=c99 -static
    check 0 "$qemu" timeout 60 "$qemu" ./program there.weights other.weights
    has out '^0 are taken'
    has out '^[0-9.-]+ [0-9.-]+ 15 0 2994$'
done
check 1 '--weights of another word' "$tenon" compile net.py --weights elsewhere -o no.c
check 5 'a folder that is not there' "$tenon" compile net.py --weights file -o nowhere/no.c

# Weights as parameters: a struct of their own, of the model's names.
cat >params.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 2), "float32"), p: R.Tuple(R.Tensor((2,), "float32"), R.Tensor(("k",), "float32"))):
    R.func_attr({"num_input": 1})
    return (R.add(R.matmul(x, w), p[0]), R.sum(p[1]))
PY
cat >use.c <<'C'
#include <stdio.h>
#include "params.h"

int main(void) {
    static char arena[4096];
    const float x[] = {1, 2, 3, 4, 5, 6}, w[] = {1, 0, 0, 1, 1, 1}, b[] = {10, 20}, v[] = {1, 2, 3};
    float y[4], sum;
    const params_main_weights weights = {.w = w, .p_0 = b, .p_1 = v};
    const params_main_in in = {.n = 2, .k = 3, .x = x, .weights = &weights};
    params_main_out out = {.out_0 = y, .out_1 = &sum};
    const int e = params_init(NULL, 0) || params_main_run(&in, &out, arena);
    printf("%d %g %g %g %g %g\n", e, y[0], y[1], y[2], y[3], sum);
    return 0;
}
C
for made in c o; do
    check 0 "parameters, .$made" "$tenon" compile params.py --weights params -o params.$made
    check 0 'its program' gcc -std=c99 -Wall -Wextra -Werror -pedantic use.c params.$made -lm -o program
    check 0 'it runs' ./program
    has out '^0 14 25 20 31 6$'
done
check 0 'the header in C++' g++ -Wall -Wextra -Werror -pedantic -x c++ -fsyntax-only -include params.h /dev/null
check 0 'a model with parameters' "$tenon" compile "$lstm" --weights params -o model.c
has model.h '^    const float \*h_bias; /\* \(5,\) \*/$'
[ "$(grep -c '^} model_main_weights;' model.h)" = 1 ] && ok || bad 'a struct of weights'
check 2 'no weights among the parameters' "$tenon" compile net.py --weights params -o no.c
has err 'no public function has weights among its parameters'

# Limits: a byte less than it takes is refused, and what takes most is named.
cat >ram.py <<'PY'
@R.function
def main(x: R.Tensor((64, 64), "float32")):
    y = R.exp(x)
    z = R.matmul(y, y)
    w = R.matmul(z, y)
    return R.matmul(R.sum(w, axis=[0], keepdims=True), R.astype(R.reshape(R.arange(0, 64, 1, "int64"), (64, 1)), "float32"))
PY
for made in c o; do
    check 2 "RAM, .$made" "$tenon" compile ram.py --max-ram 100 -o ram.$made
    has err "error: 'main' takes [0-9]+ bytes of RAM, more than the 100 of --max-ram"
    has err 'the largest values of the arena: .*matmul.* 16384 bytes'
    need=$(sed -n 's/.*takes \([0-9]*\) bytes.*/\1/p' err)
    [ ! -e ram.$made ] && ok || bad "ram.$made was written"
    check 2 "a byte less, .$made" "$tenon" compile ram.py --max-ram $((need - 1)) -o ram.$made
    check 0 "as much, .$made" "$tenon" compile ram.py --max-ram "$need" -o ram.$made
    arena=$(sed -n 's/.*_ARENA \([0-9]*\) .*/\1/p' ram.h)
    [ "$need" = $((arena + 64 * 64 * 4 + 4)) ] && ok || bad "$need bytes, with an arena of $arena"
    check 2 "ROM, .$made" "$tenon" compile ram.py --max-rom 255 --weights file -o rom.$made
    has err 'the largest weights: float32\[64, 1\] 256 bytes'
    [ ! -e rom.weights ] && ok || bad 'weights were written'
done
check 0 'ROM that is enough' "$tenon" compile ram.py --max-rom 256 -o rom.c
check 2 'ROM with the code' "$tenon" compile ram.py --max-rom 256 -o rom.o
has err '[0-9]+ bytes of code'
check 2 'RAM that only a run knows' "$tenon" compile "$lstm" --max-ram 1M -o no.c
has err 'B has no value: --dim gives it one'
check 1 'no number' "$tenon" compile ram.py --max-ram much -o no.c

finish
