#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What `tenon compile` leaves for a run, and how a program gives it its weights: by C and by LLVM alike.
#
#   artefact.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $1"
    failed=$((failed + 1))
}
# check STATUS NAME COMMAND...
check() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>err
    local status=$?
    if [ $status = "$want" ]; then ok; else
        bad "$name: exit status $status, not $want"
        head -8 err
    fi
}
has() { grep -qE -e "$2" "$1" && ok || { bad "$1 lacks '$2'"; head -8 "$1"; }; }
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

echo "$passed passed, $failed failed"
[ $failed = 0 ]
