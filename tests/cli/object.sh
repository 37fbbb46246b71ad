#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile -o net.o and the like, by LLVM: the program that the documentation compiles with net.c is linked with each
# of them and prints the same, nothing but the C library is missing in them, and headers say the same.
#
#   object.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"
prints() { [ "$(cat out)" = "$2" ] && ok || bad "$1 prints $(cat out), not $2"; }

# The example of the documentation
block() { awk -v lang="$1" '$0 == "```" lang { p = 1; next } $0 == "```" { if (p) exit } p' "$root/docs/compile.md"; }
block python >net.py
block c >main.c
said=$(sed -n 's/^    \(y is .*\)/\1/p' "$root/docs/compile.md")
check 0 'the example to C' "$tenon" compile net.py -o net.c
grep -v _ARENA net.h >c.h
for ending in o a so s; do
    check 0 "net.$ending" "$tenon" compile net.py -o "net.$ending"
    has out "^net.$ending: 1 functions, [0-9]+ loop functions"
    check 0 "main.c with net.$ending" gcc -std=c99 -Wall -Wextra -Werror main.c "./net.$ending" -lm -o net
    check 0 "net.$ending runs" ./net
    prints "net.$ending" "$said"
    grep -v _ARENA net.h | cmp -s - c.h && ok || bad "net.h beside net.$ending is not that of net.c"
done
check 0 'net.ll' "$tenon" compile net.py -o net.ll
has net.ll '^define .*@net_main\('
check 0 'net.o by the C compiler' "$tenon" compile net.py -o byc.o --by c --name net
check 0 'main.c with it' gcc -std=c99 main.c byc.o -lm -o net
check 0 'it runs' ./net
prints 'byc.o' "$said"

# A name that is too long for a head of an archive, and an odd number of bytes.
check 0 'an archive with a long name' "$tenon" compile net.py -o a_name_of_more_than_sixteen.a --name net
check 0 'main.c with it' gcc -std=c99 main.c a_name_of_more_than_sixteen.a -lm -o net
check 0 'it runs' ./net
prints 'the archive' "$said"
check 0 'ar reads it' ar t a_name_of_more_than_sixteen.a
prints 'ar' net.o
check 0 'nm reads its index' nm -s a_name_of_more_than_sixteen.a
has out '^net_main_plan in net.o'

# Weights as data, extents that are constant, and those that data decide; what fails.
cat >all.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    w = R.const([[1.5, -2.0], [0.25, 4.0], [1.0, 8.0]], "float32")
    return R.tanh(R.matmul(x, w))


@R.function
def where(x: R.Tensor(("n",), "int32")):
    return R.nonzero(x)


@R.function
def first(x: R.Tensor(("n", "m"), "float16"), k: R.Prim("int64")):
    y = R.match_cast(x, R.Tensor((3, "m"), "float16"))
    return R.strided_slice(y, axes=[0], begin=[0], end=[1])
PY
cat >all.c <<'C'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "all.h"

int main(void) {
    float x[6] = {1, 2, 3, -1, 0.5, 0}, y[4], z[4];
    int32_t v[5] = {0, 7, 0, 0, -1};
    uint16_t h[8] = {0x3c00}, one[4] = {0};
    int64_t k = 1;
    all_tensor in[2] = {{x, {2, 3}}}, out[1] = {{y, {0}}};
    size_t bytes;
    void *arena = malloc(ALL_MAIN_ARENA + 64);
    int bad = all_main_plan(in, out, &bytes) || bytes != ALL_MAIN_ARENA || all_main(in, out, arena) ||
              all_main_static(x, z, arena);
    const double want[4] = {tanh(5), tanh(30), tanh(-1.375), tanh(4)};
    for (int i = 0; i < 4; i++) bad |= !(fabs(y[i] - want[i]) < 1e-6) || y[i] != z[i];
    in[0] = (all_tensor){v, {5, 0}};
    out[0].data = x;
    bad |= all_where_plan(in, out, &bytes) || out[0].dims[1] != -1 || all_where(in, out, arena = realloc(arena, bytes + 1));
    printf("%d: %d %d, %d %d\n", bad, (int)out[0].dims[0], (int)out[0].dims[1], (int)((int64_t *)out[0].data)[0],
           (int)((int64_t *)out[0].data)[1]);
    free(out[0].data);
    free(arena);
    in[0] = (all_tensor){h, {2, 4}};
    in[1] = (all_tensor){&k, {0}};
    out[0].data = one;
    const int e = all_first_plan(in, out, &bytes);
    printf("%s\n%s\n", all_error(e), all_error(-1));
    return 0;
}
C
check 0 'several functions' "$tenon" compile all.py -o all.o
check 0 'their program' gcc -std=c99 -Wall -Wextra all.c all.o -lm -o all
check 0 'it runs' ./all
cp out llvm.out
has out '^0: 1 2, 1 4$'
has out 'no such error'
check 0 'the same by C' "$tenon" compile all.py -o all.c99.c --name all
cp all.c99.h all.h
check 0 'its program' gcc -std=c99 all.c all.c99.c -lm -o all
check 0 'it runs' ./all
cmp -s out llvm.out && ok || { bad 'machine code prints another thing than C:'; diff llvm.out out; }
nm -u all.o | awk '{ print $2 }' >missing
grep -vE '^(malloc|free|memcpy|memmove|memset|_GLOBAL_OFFSET_TABLE_|(_ZGV[a-z]N[0-9]+v_)?tanhf)$' missing && bad 'names of no C library' || ok
[ "$(nm all.o | grep -c ' [TDBR] ')" = 9 ] && ok || bad "exports: $(nm all.o | grep ' [TDBR] ')"

# Artefacts of models whose extents decide all sizes neither allocate, nor lock, nor call the system.
for model in blazeface_128 rnn_gru gpt_tiny; do
    check 0 "$model to an object" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o real.o
    nm -u real.o | awk '{ print $2 }' | grep -vE '^(memcpy|memmove|memset|_GLOBAL_OFFSET_TABLE_|(_ZGV[a-z]N[0-9]+v_)?(exp|tanh|erf|log|pow|sin|cos)f?)$' &&
        bad "$model: an object calls others" || ok
    check 0 "$model to C" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o real.c
    grep -nwE 'malloc|calloc|realloc|free|aligned_alloc|mmap|syscall|pthread_[a-z_]*|mtx_[a-z]*|omp_[a-z_]*' real.c && bad "$model: its C allocates" || ok
done

# Sizes that overflow are found where C finds them.
cat >sizes.py <<'PY'
@R.function
def main(s: R.Shape(["n", "m"])):
    n = T.int64()
    m = T.int64()
    return R.full(R.shape([n, m, 3]), R.const(1, "int16"))
PY
cat >sizes.c <<'C'
#include <stdint.h>
#include <stdio.h>

#include "sizes.h"

int main(void) {
    const int64_t v[] = {0,       1,         2,         3,         -1,        -2,        INT32_MAX,     INT64_C(1) << 31,
                         1 << 30, INT64_MAX, INT64_MIN, INT64_MAX / 3, INT64_MAX / 3 + 1, INT64_MAX / 6, INT64_MAX / 6 + 1, INT64_C(1537228672)};
    const int n = (int)(sizeof v / sizeof *v);
    for (int i = 0; i < n * n; i++) {
        int64_t dims[] = {v[i / n], v[i % n]};
        sizes_tensor in[] = {{dims, {2}}}, out[] = {{NULL, {0}}};
        size_t bytes = 0;
        const int e = sizes_main_plan(in, out, &bytes);
        printf("%lld %lld: %s %zu\n", (long long)dims[0], (long long)dims[1], sizes_error(e), e ? 0 : bytes);
    }
    return 0;
}
C
for by in c llvm; do
    check 0 "sizes by $by" "$tenon" compile sizes.py --by $by -o sizes.o
    check 0 "its program by $by" gcc -std=c99 -Wall -Wextra -Werror sizes.c sizes.o -lm -o sizes
    check 0 "it runs, by $by" ./sizes
    cp out "said.$by"
done
has said.llvm 'overflows'
cmp -s said.c said.llvm && ok || { bad 'sizes by LLVM are others'; diff said.c said.llvm | head -8; }

# Other processors and machines
for target in aarch64-linux-gnu riscv64-linux-gnu; do
    check 0 "$target" "$tenon" compile all.py --target $target -o "$target.o" --name all
done
check 0 'a level of x86-64' "$tenon" compile all.py --target x86-64-v2 -o v2.o --name all
objdump -d v2.o | grep -q '%ymm' && bad 'x86-64-v2 has no registers of 32 bytes' || ok
check 0 'its program' gcc -std=c99 all.c v2.o -lm -o all
check 0 'it runs' ./all
cmp -s out llvm.out && ok || bad 'x86-64-v2 prints another thing'

# What is refused
check 1 'an ending that is not known' "$tenon" compile net.py -o net.exe
has err '\.c, \.o, \.a, \.so, \.s, \.ll or \.wasm'
check 1 '.a by C' "$tenon" compile net.py -o net.a --by c
check 1 '--by another one' "$tenon" compile net.py -o net.o --by rust
has err "c or llvm, not 'rust'"
check 2 'a target that is not known' "$tenon" compile net.py -o no.o --target pdp11-dec-unix
[ -e no.o ] && bad 'an object of no target' || ok
cat >print.py <<'PY'
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.print(x)
    return x
PY
check 2 'what has no form' "$tenon" compile print.py -o no.o
has err 'R.print'

finish
