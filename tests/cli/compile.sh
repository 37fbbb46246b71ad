#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile, run --backend c, verify --backend c: the C that comes out compiles without a warning by gcc and
# clang, gives the evaluator's bits, runs clean under sanitizers, and reports what is wrong.
#
#   compile.sh BUILD_FOLDER [CC]      CC: for the UNet, which takes an optimizing compiler a minute. Without, it is tcc where
#                                     there is one, and 10 times faster than the evaluator is twice
set -u
. "$(dirname "$0")/checks.sh"
unet_cc=${2-$(command -v tcc || echo gcc)} faster=$([ $# -gt 1 ] && echo 10 || echo 2)
warnings='-std=c99 -Wall -Wextra -Werror -pedantic'

# The example of the documentation
block() { awk -v lang="$1" -v n="$2" '$0 == "```" lang { if (++k == n) { p = 1; next } } $0 == "```" { p = 0 } p' "$root/docs/compile.md"; }
block python 1 >net.py
block c 1 >main.c
check 0 'the example compiles to C' "$tenon" compile net.py -o net.c
has out '^net.c: 1 functions, [0-9]+ loop functions'
for cc in gcc clang; do
    check 0 "net.c by $cc" $cc $warnings -O1 -c net.c -o net_$cc.o
done
check 0 'the header in C++' clang++ -Wall -Wextra -Werror -pedantic -x c++ -fsyntax-only -include net.h /dev/null
check 0 'the example' gcc -std=c99 -O3 -march=native main.c net.c -lm -o net
check 0 'it runs' ./net
[ "$(cat out)" = "$(sed -n 's/^    \(y is .*\)/\1/p' "$root/docs/compile.md")" ] && ok || bad "the example prints: $(cat out)"
check 0 'with sanitizers' gcc -std=c99 -g -fsanitize=address,undefined -fno-sanitize-recover=all main.c net.c -lm -o net_asan
check 0 'it runs clean' ./net_asan
# The same by the names of the model, in C and in C++
block c 2 >named.c
for cc in gcc clang; do
    check 0 "by name, by $cc" $cc $warnings -g -fsanitize=address,undefined -fno-sanitize-recover=all named.c net.c -lm -o named
    check 0 'it runs' ./named
    [ "$(cat out)" = "$(sed -n 's/^    \(y is .*\)/\1/p' "$root/docs/compile.md")" ] && ok || bad "by name: $(cat out)"
done
cat >names.py <<'PY'
@R.function
def main(new: R.Tensor(("n", "int"), "float32"), c: R.Tensor(("n * 2", 3), "float32"), lr: R.Prim("float32"),
         s: R.Shape(["int", "m"]), x: R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((), "int8"))):
    z = R.add(x[0], R.const(1, "float32"))
    return (R.add(c, c), R.nonzero(new), (z, x[1]), s)
@R.function
def main_in(x: R.Tensor((2,), "float32"), X: R.Tensor((2,), "float32")):
    return R.add(x, X)
@R.function
def other():
    return R.const([1, 2], "int32")
PY
cat >names.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "names_net.h"
int main(void) {
    const float grid[] = {0, 1, 2, 0}, c[12] = {1, 2}, x_0[] = NAMES_NET_MAIN_IN_X_0_DIMS_TEXT;
    const int64_t dims[] = NAMES_NET_MAIN_IN_C_DIMS;
    const int8_t seven = 7;
    float sum[12], z[NAMES_NET_MAIN_OUT_OUT_2_COUNT];
    int8_t same;
    char arena[4096];
    names_net_main_in in = {.n = 2, .int_ = 2, .new_ = grid, .c = c, .c_dims = {4, 3}, .lr = 0.5f, .s = {2, 9}};
    names_net_main_out out = {.out_0 = sum, .out_2 = z, .out_3 = &same};
    size_t bytes;
    in.x_0 = x_0, in.x_1 = &seven;
    if (dims[0] != -1 || dims[1] != 3 || NAMES_NET_MAIN_IN_NEW_RANK != 2) return 1;
    if (strcmp(NAMES_NET_MAIN_IN_X_1_DTYPE, "int8") || NAMES_NET_MAIN_IN_X_1 != 5) return 2;
    if (strcmp(names_net_main_input_name(4), "x_0") || names_net_main_input_name(6)) return 3;
    if (names_net_main_arena(&in, &out, &bytes) || bytes > sizeof arena) return 4;
    if (names_net_main_run(&in, &out, arena)) return 5;
    if (out.out_0_dims[0] != 4 || sum[1] != 4 || z[5] != 7 || same != 7) return 6;
    if (out.out_1_dims[1] != 2 || out.out_1[0] != 0 || out.out_1[1] != 1) return 7;
    if (out.out_4[0] != 2 || out.out_4[1] != 9) return 8;
    free(out.out_1);
    in.c_dims[0] = 5;
    return names_net_main_run(&in, &out, arena) && !out.out_1 ? 0 : 9;
}
C
check 0 'names that C has' "$tenon" compile names.py -o names_net.c
numbers='-DNAMES_NET_MAIN_IN_X_0_DIMS_TEXT={1,2,3,4,5,6}'
for cc in gcc clang; do
    check 0 "names by $cc" $cc $warnings -g -fsanitize=address,undefined -fno-sanitize-recover=all $numbers names.c names_net.c -lm -o names
    check 0 'they hold what they say' ./names
done
cat >alike.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), "float32"), x_dims: R.Tensor((2,), "float32"), X_DIMS: R.Tensor((2,), "float32"),
         x_count: R.Tensor((3,), "float32"), x_dtype: R.Tensor((3,), "float32")):
    return (R.add(x, x_count), R.add(x_dims, X_DIMS), x_dtype)
PY
cat >alike.c <<'C'
#include <string.h>
#include "alike.h"
int main(void) {
    static const int64_t x[] = ALIKE_MAIN_IN_X_DIMS;
    if (ALIKE_MAIN_IN_X || x[1] != 3 || ALIKE_MAIN_IN_X_COUNT != 6 || ALIKE_MAIN_IN_X_DIMS_2 != 1 || strcmp(ALIKE_MAIN_IN_X_DTYPE, "float32")) return 1;
    return 0;
}
C
check 0 'inputs whose macros are alike' "$tenon" compile alike.py -o alike.c
for cc in gcc clang; do check 0 "macros alike by $cc" $cc $warnings -c alike.c -o alike.o; done
for cc in g++ clang++; do check 0 "names by $cc" $cc -Wall -Wextra -Werror -pedantic -x c++ -fsyntax-only -include names_net.h /dev/null; done

# The names that the model's file has, of inputs as of outputs
cat >file.py <<'PY'
@R.function
def main(n_1: R.Tensor(("n",), "float32"), x_0: R.Tuple(R.Tensor((), "float32")), c: R.Tensor((1,), "float32")):
    R.func_attr({"onnx_inputs": {"c": "/*a*/?\\", "n_1": "n", "x_0": "x:0"}, "onnx_outputs": ["y:0"]})
    return R.add(R.add(n_1, x_0[0]), c)
PY
cat >file.c <<'C'
#include <stdio.h>
#include "file_net.h"
int main(void) {
    const file_net_main_in in = {.n = 1, .n_2 = NULL, .x_0_0 = NULL, .__a____ = NULL};
    for (size_t i = 0; i < FILE_NET_MAIN_INPUTS; i++) printf("%s ", file_net_main_input_name(i));
    printf("%s %d%d %d\n", file_net_main_output_name(0), FILE_NET_MAIN_IN_N, FILE_NET_MAIN_IN_X_0_0, (int)in.n);
    return 0;
}
C
check 0 'names of a file' "$tenon" compile file.py -o file_net.c
for cc in gcc clang; do
    check 0 "names of a file by $cc" $cc $warnings file.c file_net.c -lm -o file
    check 0 'they are printed' ./file
    [ "$(cat out)" = 'n x:0_0 /*a*/?\ y:0 01 1' ] && ok || bad "names of a file: $(cat out)"
done

check 0 'an object file' "$tenon" compile net.py -o obj.o --name net
check 0 'a shared library' "$tenon" compile net.py -o obj.so --name net
check 0 'the library is linked' gcc -std=c99 -DOBJ -include obj.h main.c ./obj.so -lm -o net_so
check 0 'and runs' ./net_so

# With the commands that are advised, whatever dialect the compiler is told, a * b + c is two roundings.
cat >products.py <<'PY'
@R.function
def main(x: R.Tensor((33, 40), "float32"), w: R.Tensor((40, 35), "float32"), b: R.Tensor((35,), "float32")):
    return R.add(R.multiply(R.matmul(x, w), R.const(1.1, "float32")), b)
PY
check 0 'products to C' "$tenon" compile products.py -o products.c
if [ "$(uname -m)" = x86_64 ]; then
    for cc in 'gcc -O3' 'gcc -std=gnu17 -O3 -ffp-contract=fast' 'gcc -std=c99 -O3' 'clang -O3' 'clang -std=gnu17 -O3'; do
        check 0 "products by $cc" $cc -march=haswell -c products.c -o products.o
        [ "$(objdump -d products.o | grep -c 'mulps')" -gt 0 ] && ok || bad "$cc: no products are seen"
        n=$(objdump -d products.o | grep -cE 'vfn?m(add|sub)')
        [ "$n" = 0 ] && ok || bad "$cc: $n instructions round once"
    done
    check 0 'products that may be contracted' gcc -O3 -march=haswell -DTENON_ANY_ROUNDING -c products.c -o products.o
    objdump -d products.o | grep -q vfmadd && ok || bad '-DTENON_ANY_ROUNDING allows nothing'
    check 1 'excess precision' gcc -O3 -mfpmath=387 -c products.c -o products.o
    for dialect in gnu17 c99; do # FLT_EVAL_METHOD is 16 in the first one
        check 0 "a processor that computes in float16, $dialect" gcc -std=$dialect -O3 -march=sapphirerapids -c products.c -o products.o
    done
fi
for flags in -ffast-math -Ofast -ffinite-math-only -fassociative-math\ -fno-signed-zeros\ -fno-trapping-math; do
    check 1 "gcc $flags" gcc -O3 $flags -c products.c -o products.o
done
check 1 'clang -ffast-math' clang -O3 -ffast-math -c products.c -o products.o
check 0 '-ffast-math on demand' gcc -O3 -ffast-math -DTENON_ANY_ROUNDING -c products.c -o products.o
for cc in gcc clang; do
    printf '#!/bin/sh\nexec %s "$@" -std=gnu17 -O3 -march=native\n' $cc >gnu-$cc
    chmod +x gnu-$cc
    check 0 "the bits of the evaluator by $cc's own dialect" env CC="$PWD/gnu-$cc" "$tenon" verify products.py --backend c
done
if command -v tcc >/dev/null; then check 0 'products by tcc' tcc -c products.c -o products.o; fi

# What the types say is checked.
cat >wrong.c <<'C'
#include <stdio.h>
#include "net.h"
int main(void) {
    float m[64] = {0};
    net_tensor in[2] = {{m, {2, 4}}, {m, {3, 2}}}, out[2] = {{m, {0}}, {m, {0}}};
    size_t bytes;
    int e = net_main_plan(in, out, &bytes);
    puts(net_error(e));
    in[0].dims[1] = 3;
    in[0].dims[0] = -1;
    puts(net_error(net_main_plan(in, out, &bytes)));
    in[0].dims[0] = INT64_MAX / 4;
    puts(net_error(net_main_plan(in, out, &bytes)));
    in[0].dims[0] = 2;
    in[0].data = NULL;
    puts(net_error(net_main(in, out, m)));
    puts(net_error(12345));
    return e == 0;
}
C
check 0 'a caller with faults' gcc -std=c99 -fsanitize=address,undefined wrong.c net.c -lm -o wrong
check 0 'it is told' ./wrong
has out "^input 'x': dim 1 is not 3$"
has out "^input 'x': dim 0 is negative$"
has out 'overflows 64 bits'
has out '^memory is missing'
has out '^no such error'

# Extents that are all constant: plain pointers, and the arena's size as a macro
cat >fixed.py <<'PY'
@R.function
def main(int: R.Tensor((2, 2), "float32"), y: R.Tensor((), "bool")):
    a = R.exp(int)
    b = R.subtract(a, a)
    return (R.add(b, R.const(2.5, "float32")), R.logical_not(y))
PY
cat >fixed_main.c <<'C'
#include <stdio.h>
#include "fixed.h"
int main(void) {
    static double arena[(FIXED_MAIN_ARENA + 8) / 8];
    float x[4] = {0, 1, 2, 3}, out[4];
    uint8_t yes = 1, no = 7;
    int e = fixed_main_static(x, &yes, out, &no, arena);
    printf("%d: %g %g %g %g, %d\n", e, out[0], out[1], out[2], out[3], no);
    return e;
}
C
check 0 'constant extents' "$tenon" compile fixed.py -o fixed.c
check 0 'a caller of the static entry' gcc $warnings -fsanitize=address,undefined fixed_main.c fixed.c -lm -o fixed
check 0 'it runs' ./fixed
has out '^0: 2.5 2.5 2.5 2.5, 0$'

# Modules of many kinds: compiled by both, the bits of the evaluator at several dims
module() { cat >"$1.py"; }
module branch <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), c: R.Tensor((), "bool")):
    if c:
        a = R.exp(x)
        y = R.sin(a)
    else:
        y = x
    return (y, x, y)
PY
module scan <<'PY'
@R.function
def main(x: R.Tensor(("n", 4), "float32"), h: R.Tensor((4,), "float32"), k: R.Prim("int64")):
    @R.function
    def step(c: R.Tensor((4,), "float32"), i: R.Prim("int64"), s: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32")):
        d = R.tanh(R.add(R.multiply(c, w), s))
        return (d, i, R.negative(d))
    y = R.scan(step, (h, k), (x,), (h,), reverse=True)
    return y
PY
module while <<'PY'
@R.function
def main(x: R.Tensor(("n",), "float32")):
    @R.function
    def more(c: R.Tensor(("n",), "float32"), t: R.Tensor((), "int32")):
        return R.less(t, R.const(5, "int32"))
    @R.function
    def body(c: R.Tensor(("n",), "float32"), t: R.Tensor((), "int32")):
        return (R.multiply(c, R.const(1.5, "float32")), R.add(t, R.const(1, "int32")))
    y = R.while_loop(more, body, (x, R.const(0, "int32")))
    return y
PY
module nonzero <<'PY'
@R.function
def main(x: R.Tensor(("n",), "int32")):
    i = R.nonzero(x)
    u = R.unique(x, sorted=True)
    return (R.astype(i, "float32"), u, R.sum(i))
PY
module tuples <<'PY'
@I.ir_module
class Module:
    @R.function(private=True)
    def twice(t: R.Tuple(R.Tensor(("n",), "float32"), R.Tuple(R.Tensor((2,), "int64")))):
        return ((t[1], R.add(t[0], t[0])), t[0])
    @R.function
    def main(t: R.Tuple(R.Tensor(("n",), "float32"), R.Tuple(R.Tensor((2,), "int64"))), s: R.Shape(["n", "m"])):
        n = T.int64()
        m = T.int64()
        cls = Module
        a = cls.twice(t)
        b = cls.twice((a[1], t[1]))
        return (a, b[0][1], R.shape([n * m, m]), R.zeros((n, m), "float32"))
PY
module sizes <<'PY'
@R.function
def main(x: R.Tensor(("n", 0), "float32"), y: R.Tensor((), "float64"), z: R.Tensor(("n * 2", "n"), "float32")):
    return (R.exp(x), R.sum(x), R.sqrt(R.abs(y)), R.reshape(z, (-1,)), R.concat((x, x), axis=1))
PY
module recursive <<'PY'
@I.ir_module
class Module:
    @R.function(private=True)
    def down(x: R.Tensor(("n",), "float32"), k: R.Tensor((), "int32")) -> R.Tensor(("n",), "float32"):
        cls = Module
        c = R.less(k, R.const(1, "int32"))
        if c:
            y = x
        else:
            a = R.exp(R.negative(x))
            y = cls.down(a, R.subtract(k, R.const(1, "int32")))
        return y
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        cls = Module
        y = cls.down(x, R.const(6, "int32"))
        return y
PY
{
    echo '@R.function'
    echo 'def main():'
    values='R.const(True, "bool")'
    for t in int8 int16 int32 int64 uint8 uint16 uint32 uint64; do values="$values, R.const([1, 7, 100], \"$t\")"; done
    for t in float16 bfloat16 float32 float64; do values="$values, R.const([0.1, -0.0, 1e30, float(\"nan\")], \"$t\")"; done
    echo "    return ($values, R.const([], \"float32\"), R.const(-9223372036854775807, \"int64\"))"
} >constants.py
# Most of them by a compiler that does not optimize: what it makes is thrown away, and takes most of the time.
printf '#!/bin/sh\nexec gcc "$@" -O0\n' >plain-gcc
chmod +x plain-gcc
for name in branch scan while nonzero tuples sizes recursive constants; do
    check 0 "$name to C" "$tenon" compile $name.py -o $name.c
    for cc in gcc clang; do check 0 "$name by $cc" $cc $warnings -O1 -c $name.c -o /dev/null; done
    for n in 0 1 5; do
        dims="--dim n=$n"
        [ $name = constants ] && dims=
        cc=gcc
        [ $n = 5 ] || cc=$PWD/plain-gcc
        check 0 "$name, n = $n" env CC="$cc" "$tenon" verify $name.py --backend c $dims
        has out '^same: largest difference 0 '
    done
done
check 0 'an entry' "$tenon" compile tuples.py -o twice.c --function twice
has twice.h '^int twice_twice\('
check 0 'passes first' "$tenon" compile net.py -o opt.c -O2 --passes Simplify
check 0 'run' "$tenon" run net.py --backend c --dim n=2
cp out compiled
check 0 'the evaluator' "$tenon" run net.py --backend eval --dim n=2
cmp -s out compiled && ok || bad 'run prints the same'

# Faults
module host <<'PY'
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    a = R.print(x, format="{}")
    b = R.call_packed("f", x, sinfo_args=R.Tensor((2,), "float32"))
    return b
PY
check 2 'what needs the process' "$tenon" compile host.py -o host.c
has err '^host.py:3:9: error: R.print cannot be compiled$'
has err '^host.py:4:9: error: R.call_packed cannot be compiled$'
[ ! -e host.c ] && ok || bad 'a file was written'
module assert <<'PY'
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    a = R.assert_op(c, format="no luck")
    return x
PY
check 2 'an assertion fails' bash -c "$tenon run assert.py --backend c --seed 1 || $tenon run assert.py --backend c --seed 2 && $tenon run assert.py --backend c --seed 3 && $tenon run assert.py --backend c --seed 4 && exit 7"
has err 'assert.py:3:9: an assertion does not hold: no luck'
module private <<'PY'
@R.function(private=True)
def f(x: R.Tensor((2,), "float32")):
    return x
PY
check 2 'no public function' "$tenon" compile private.py -o private.c
has err 'a module without a public function cannot be compiled'
check 0 'but as the entry' "$tenon" compile private.py -o private.c --function f
check 5 'no compiler' env CC=/nowhere/cc "$tenon" run net.py --backend c
has err "error: the C compiler '/nowhere/cc' cannot be run"
has err 'help: install a C compiler'
check 2 'a compiler that refuses' env CC='false' "$tenon" run net.py --backend c
check 1 'an unknown ending' "$tenon" compile net.py -o net.txt
check 1 'no output' "$tenon" compile net.py
check 1 'a name that is none' "$tenon" compile net.py -o net.c --name 3x
check 1 'an unknown backend' "$tenon" run net.py --backend d
check 0 'verify of two by C' "$tenon" verify net.py net.py --backend c
check 5 'a folder that is not there' "$tenon" compile net.py -o nowhere/net.c
[ ! -s out ] && ok || bad 'it says that something was made'
check 2 'a function that is not there' "$tenon" compile net.py -o net.c --function g

# An extent in which something overflows, though the whole is small as a number
module overflow <<'PY'
@I.ir_module
class Module:
    @T.prim_func
    def f(var_A: T.handle, var_B: T.handle):
        T.func_attr({"num_outputs": 1})
        n = T.int64()
        A = T.match_buffer(var_A, (n,), "float32")
        B = T.match_buffer(var_B, (4, n * 2 - n * 4611686018427387904 // 4611686018427387904), "float32")
        for i in range(4):
            for j in range(n):
                B[i, j] = A[j]
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4, n), "float32"))
        return y
PY
check 0 'an extent that does not overflow' "$tenon" verify overflow.py --backend c --dim n=1
check 2 'an extent that overflows' "$tenon" run overflow.py --backend c --dim n=3
has err "error: f: an extent of 'B' overflows 64 bits: n \* 4611686018427387904$"

module empty <<'PY'
@R.function
def main(x: R.Tensor(("n",), "int32")):
    return R.argmax(x)
PY
check 2 'a constraint that the run refutes' "$tenon" run empty.py --backend c --dim n=0
has err "3:12: a value made of 'argmax' has another extent than its type: dim 0 is not T.max\(1, n\)"

# Names: functions whose names in C clash, or are those of C; a name too long for a string of C99; files
module names <<'PY'
@I.ir_module
class Module:
    @R.function
    def int(double: R.Tensor((2,), "float32"), for_: R.Tensor((2,), "float32")):
        cls = Module
        y = cls.f_plan(double, for_)
        return y
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return R.exp(x)
    @R.function
    def F(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        return (R.exp(y), x)
    @R.function
    def f_plan(arena: R.Tensor((2,), "float32"), out: R.Tensor((2,), "float32")):
        static = R.add(arena, out)
        return (static, arena)
    @R.function
    def tensor(größe: R.Tensor((2,), "float32")):
        return R.exp(größe)
PY
check 0 'names that clash' "$tenon" compile names.py -o names.c
long=$(printf 'n%.0s' {1..70000})
printf '@R.function\ndef %s(%sa: R.Tensor(("n", 2), "float32")):\n    return %sa\n' "$long" "$long" "$long" >long.py
check 0 'long names' "$tenon" compile long.py -o long.c
mkdir -p 'a folder.d'
files=(names.c long.c)
for file in 'été.c' '1 net.v2-x.c' 'a folder.d/int.c' -k_%s.c size.c; do
    check 0 "-o $file" "$tenon" compile names.py "-o$file" --function f
    files+=("$file")
done
for file in "${files[@]}"; do
    for cc in gcc clang; do check 0 "$file by $cc" $cc $warnings -O1 -c "./$file" -o names.o; done
    check 0 "the header of $file in C++" clang++ -Wall -Wextra -Werror -pedantic -x c++ -fsyntax-only -include "./${file%.c}.h" /dev/null
done
check 1 'a file that C cannot include' "$tenon" compile net.py -o 'a"b.c'
has err 'a file that C can include'

# Large: 100,000 bindings, constant and symbolic sizes
for dim in 8 '"n"'; do
    awk -v dim="$dim" 'BEGIN {
        split("add multiply subtract", op, " ")
        printf "@R.function\ndef main(x: R.Tensor((%s,), \"float32\"), y: R.Tensor((%s,), \"float32\")):\n", dim, dim
        for (i = 1; i <= 100000; i++) printf "    a%d = R.%s(%s, y)\n", i, op[i % 3 + 1], i == 1 ? "x" : "a" i - 1
        print "    return a100000"
    }' >big.py
    check 0 "100,000 bindings of $dim" timeout 60 "$tenon" compile big.py -o big.c
done
check 0 '100,000 calls that stay as they are' timeout 60 "$tenon" compile big.py -O1 -o big.c
[ "$(grep -c '^static int32_t k_big_do_main_part' big.c)" -ge 500 ] && ok || bad 'no chunks'

# A reshape is no work, where its dims are 1 too.
cat >view.py <<'P'
@R.function
def main(x: R.Tensor((4, 1, 3, 3), "float32"), y: R.Tensor((2, 3, 1, "n", 5), "float32")):
    n = T.int64()
    a = R.exp(R.reshape(R.exp(x), (4, 3, 3, 1)))
    return (a, R.exp(R.reshape(R.exp(y), R.shape([2, 1, 3, 5 * n]))))
P
check 0 'reshapes' "$tenon" inspect view.py --host
[ "$(grep -c '^ *kernel [0-9]* (' out)" = 4 ] && ! grep -q '^kernel.*reshape' out && ok || bad 'reshapes are copies'


# What an image sums in is its own: images share none of it, so none go side by side.
cat >pool.py <<'P'
@R.function
def main(dy: R.Tensor((16, 6, 6, 32), "float32"), x: R.Tensor((16, 13, 13, 32), "float32"), m: R.Tensor((16, 13, 13, 32), "bool")):
    with R.dataflow():
        y = R.where(m, R.const(0.0, "float32"), R.grad.max_pool2d_backward(dy, x, pool_size=[2, 2], strides=[2, 2], layout="NHWC"))
        R.output(y)
    return y
P
check 0 'the gradient of a pool' "$tenon" compile pool.py --by llvm -o pool.o
arena=$(sed -n 's/.*arena of \([0-9]*\) bytes.*/\1/p' out)
[ "$arena" = $((13 * 13 * 32 * 4)) ] && ok || bad "an arena of $arena bytes for sums of one image"

# The small UNet: the same bits, a plan near what lives at once, and faster
"$build"/examples/sd_unet --width 0.05 --latent 8 >unet.py
check 0 'the UNet to C' "$tenon" compile unet.py -o unet.c
read -r arena bound sum < <(sed -n 's/.*arena of \([0-9]*\) bytes (at least \([0-9]*\); \([0-9]*\) .*/\1 \2 \3/p' out)
[ "$arena" -le $((bound + bound / 20)) ] && [ $((arena * 20)) -le "$sum" ] && ok || bad "an arena of $arena, at least $bound, of $sum"
start=${EPOCHREALTIME/./}
check 0 'the UNet by the evaluator' "$tenon" run unet.py --backend eval --save saved
slow=$(((${EPOCHREALTIME/./} - start) / 1000))
check 0 'the UNet by C' env CC="$unet_cc" "$tenon" run unet.py --backend c --profile --inputs saved --save compiled_unet
fast=$(sed -n 's/^ *\([0-9]*\)\.[0-9]* ms  run$/\1/p' err)
cmp -s saved/out_0.npy compiled_unet/out_0.npy && ok || bad 'the UNet has other bits'
echo "the UNet: evaluator $slow ms, C by $unet_cc $fast ms, compiling $(sed -n 's/^ *\([0-9]*\)\.[0-9]* ms  compile$/\1/p' err) ms; arena $arena bytes, at least $bound, $sum without a plan"
[ "$slow" -ge $((faster * ${fast:-1000000})) ] && ok || bad "the UNet: $fast ms after $slow ms"

finish
