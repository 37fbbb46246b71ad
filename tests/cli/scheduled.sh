#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Scheduled loops in modules (docs/loops.md): ScheduleLoops for several processors, and what each backend makes of the vectors, tiles
# and panels that stand there; functions written by hand, and those that are refused.
#
#   scheduled.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=
passed=0 failed=0
ok() {
    local name=$1
    shift
    if "$@" >out 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        head -5 out
    fi
}
is() { ok "$1: $2, not $3" test "$2" = "$3"; }
# refuses NAME MESSAGE COMMAND: it exits with 2, and its output has the message
refuses() {
    local name=$1 what=$2
    shift 2
    "$@" >said 2>&1
    is "$name" $? 2
    ok "$name: no '$what' in $(head -3 said)" grep -qF -- "$what" said
}

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor((2, 6, 20, 20), dtype="float32"), w: R.Tensor((24, 6, 3, 3), dtype="float32"), d: R.Tensor((24, 1, 3, 3), dtype="float32"),
         v: R.Tensor((24, 40), dtype="float32"), z: R.Tensor(("n", 40), dtype="float32")):
    n = T.int64()
    with R.dataflow():
        a = R.nn.relu(R.nn.conv2d(x, w, padding=[1, 1, 1, 1]))
        b = R.nn.conv2d(a, d, padding=[1, 0, 1, 0], strides=[2, 2], groups=24)
        c = R.nn.max_pool2d(b, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
        e = R.matmul(R.mean(c, axis=[2, 3]), v)
        f = R.nn.softmax(R.concat((e, z), axis=0), axis=-1)
        g = R.sum(R.nn.gelu(f), axis=[0])
        R.output(a, f, g)
    return (a, f, g)
PY
lower='LegalizeOps(loops),LambdaLift,CanonicalizeBindings,DeadCodeElimination,ConvertToDataflow,FuseOps,FuseTIR,DeadCodeElimination'
ok 'loops' "$build"/tenon opt net.py --passes "$lower" -o loops.py
for target in x86-64 x86-64-v3 x86-64-v4 aarch64; do
    ok "for $target" "$build"/tenon opt loops.py --passes "ScheduleLoops($target)" --verify-each -o fast.py
    ok "the same by --target $target" "$build"/tenon opt loops.py --passes ScheduleLoops --target $target -o again.py
    ok 'is the same' cmp fast.py again.py
    ok 'a second run' "$build"/tenon opt fast.py --passes "ScheduleLoops($target)" -o again.py
    ok 'changes nothing' cmp fast.py again.py
    ok "for $target, with all bits" "$build"/tenon opt loops.py --passes "ScheduleLoops($target, strict=true)" -o exact.py
    ok 'some are scheduled' test "$(grep -c 'tir.is_scheduled' exact.py)" -ge 4
    ok 'more, where bits may change' test "$(grep -c 'tir.is_scheduled' fast.py)" -gt "$(grep -c 'tir.is_scheduled' exact.py)"
    for backend in eval c 'llvm --strict'; do
        # shellcheck disable=SC2086
        ok "all bits by $backend" "$build"/tenon verify exact.py loops.py --as native --other eval --backend $backend --dim n=5 --rtol 0 --atol 0
        # shellcheck disable=SC2086
        [ "$backend" = eval ] || ok "all bits of the schedule by $backend" "$build"/tenon verify fast.py --as native --other eval --backend $backend --dim n=5 --rtol 0 --atol 0
    done
    ok 'by llvm' "$build"/tenon verify fast.py loops.py --as native --other eval --backend llvm --dim n=5
    ok 'in float64' "$build"/tenon verify fast.py loops.py --dim n=3
done
ok 'as a file of C' "$build"/tenon compile fast.py -o net.c
ok 'which a compiler takes' ${CC:-cc} -std=c99 -O1 -Wall -Werror -c net.c -o net.o
ok 'as a library' "$build"/tenon compile fast.py -o net.so

# One by hand; {} is its statement.
cat >hand.py <<'PY'
@I.ir_module
class Module:
    @T.prim_func
    def f(x: T.Buffer((8, 16), "float32"), i: T.Buffer((16,), "int32"), y: T.Buffer((8, 16), "float32")):
        T.func_attr({"num_outputs": 1, "tir.is_scheduled": True})
        for r in T.parallel(8):
            {}
    @R.function
    def main(x: R.Tensor((8, 16), dtype="float32"), i: R.Tensor((16,), dtype="int32")):
        cls = Module
        y = R.call_tir(cls.f, (x, i), out_sinfo=R.Tensor((8, 16), dtype="float32"))
        return y
PY
# hand STATEMENT: it as the function, in by_hand.py
hand() {
    awk -v with="$1" '{ at = index($0, "{}"); if (at) print substr($0, 1, at - 1) with; else print }' hand.py >by_hand.py
}
# STATEMENT: every backend gives the evaluator's bits.
runs() {
    hand "$1"
    for backend in c 'llvm --strict'; do
        # shellcheck disable=SC2086
        ok "$1 by $backend" "$build"/tenon verify by_hand.py --as native --other eval --backend $backend --rtol 0 --atol 0
    done
}
# STATEMENT MESSAGE: no backend compiles it, and both say why.
refused() {
    hand "$1"
    for backend in c llvm; do
        refuses "$1 by $backend" "$2" "$build"/tenon verify by_hand.py --as native --other eval --backend $backend
    done
}
all='x[r, T.Ramp(0, 1, 16)]'
to='y[r, T.Ramp(0, 1, 16)] ='
for f in sqrt exp expm1 log log1p asin acos atan sinh cosh tanh asinh acosh atanh erf abs; do runs "$to T.$f($all)"; done
for op in + - '*' /; do runs "$to $all $op T.Broadcast(T.float32(1.5), 16)"; done
runs "$to T.fma($all, T.Broadcast(T.float32(1.1), 16), $all)"
runs "y[r, 0] = T.fma(x[r, 1], x[r, 2], x[r, 3])"
runs "y[r, 0] = x[r, 1] * x[r, 2] + x[r, 3]"
runs "$to $all * T.Broadcast(T.float32(1.1), 16) + $all"
runs "$to T.pow(T.max($all, T.min($all, -$all)), $all)"
runs "$to T.Select($all < T.Broadcast(T.float32(0.5), 16), $all, T.Select(T.lane_mask(r, r + 3, 16), $all * $all, $all))"
runs "$to T.Select(T.Broadcast(T.float32(0.5), 16) <= $all, $all, -$all)"
runs "y[r, T.Ramp(0, 1, 8)] = x[r, T.Ramp(8, 1, 8)]; y[r, T.Ramp(8, 1, 4)] = T.first(x[r, T.Ramp(0, 1, 16)], 4); y[r, T.Ramp(12, 1, 4)] = x[r, T.Ramp(0, 1, 4)]"
runs 'for v in T.unroll(4): y[r, T.Ramp(v * 4, 1, 4)] = x[r, T.Ramp(12 - v * 4, 1, 4)]'
runs "$to T.floor($all) + T.ceil($all) * T.trunc(T.nearbyint($all))"
refused "$to T.sin($all)" 'T.sin of vectors of float32'
refused "$to T.Select(T.And($all < $all, $all < $all), $all, $all)" 'this mask'
refused 'y[r, T.Ramp(0, 2, 8)] = x[r, T.Ramp(0, 1, 8)]' 'T.Ramp of another stride'
refused 'y[r, T.Ramp(0, 1, 8)] = x[r, T.Ramp(0, 2, 8)]' 'T.Ramp of another stride'
refused 'y[r, T.Ramp(0, 1, 3)] = x[r, T.Ramp(0, 1, 3)]' 'a vector of 3 lanes'
refused 'y[r, T.Ramp(0, 1, 2)] = x[r, T.Ramp(0, 1, 2)]' 'a vector of 2 lanes'
runs 't = T.alloc_buffer((1,), "int32x8"); t[0] = i[T.Ramp(0, 1, 8)] * T.Broadcast(T.int32(3), 8); y[r, T.Ramp(0, 1, 8)] = T.Cast("float32x8", t[0])'
refused 't = T.alloc_buffer((1,), "int8x16"); t[0] = T.Broadcast(T.int8(1), 16); y[r, 0] = T.float32(1)' 'a vector of int8'
runs "$to T.Cast(\"float32x16\", T.Cast(\"int8x16\", $all))"
runs "$to T.Cast(\"float32x16\", T.Cast(\"bfloat16x16\", $all))"
refused "$to T.Cast(\"float32x16\", T.Cast(\"float16x16\", T.Cast(\"int32x16\", $all)))" 'the conversion of int32 to float16'
refused "$to T.Cast(\"float32x16\", T.Cast(\"int64x16\", $all))" 'the conversion of int64 to float32'
refused 'for v in T.unroll(300): y[r, 0] = T.float32(1)' 'an unrolled loop'
refused 'for v in T.unroll(16):
                for u in T.unroll(17): y[r, 0] = T.float32(1)' 'an unrolled loop'
refused 't = T.alloc_buffer((33, 32), "float32x8"); y[r, 0] = T.float32(1)' 'a buffer of vectors'
refused 't = T.alloc_buffer((8,), "float32x8"); t[r] = T.Broadcast(T.float32(1), 8); y[r, 0] = T.float32(1)' 'the index of a vector in registers'
refused "$to x[r, T.Ramp(r, 1, 16)]" 'the index of dim 1 of '
refused 'y[r, 0] = x[r, T.Cast("int64", i[r])]' 'the index of dim 1 of '
hand 'for j in range(16): y[r, j] = T.float32(1)
            y[r, T.Ramp(0, 2, 8)] = T.max(x[r, T.Ramp(0, 1, 8)], T.Broadcast(T.float32(1), 8))'
ok 'the evaluator has every stride' "$build"/tenon run by_hand.py --backend eval

# Where the target has the instruction, and bits may change, products and sums are one; else not. A function that makes integers has none.
cat >sums.py <<'PY'
@R.function
def main(x: R.Tensor((24, 40), dtype="float32"), w: R.Tensor((40, 56), dtype="float32"), b: R.Tensor((56,), dtype="float32")):
    a = R.nn.silu(R.add(R.matmul(x, w), b))
    return a
PY
ok 'loops' "$build"/tenon opt sums.py --passes "$lower" -o sums_loops.py
has() {
    ok "$1 makes loops" "$build"/tenon opt sums_loops.py --passes "ScheduleLoops($1)" -o sums_fast.py
    is "T.fma of $1" "$(grep -c 'T.fma(' sums_fast.py | sed 's/[1-9].*/some/')" "$2"
}
has x86-64 0
has x86-64-v2 0
has x86-64-v3 some
has x86-64-v4 some
has 'x86-64-v4, strict=true' 0
has aarch64 some
has wasm32 0
# C has it where a target was named, with the same bits whatever it is compiled for.
cat >call.c <<'C'
#include "sums.h"
#include <stdio.h>
static float x[24 * 40], w[40 * 56], b[56], y[24 * 56];
static char room[(1 << 20) + 64];
int main(void) {
    unsigned s = 1;
    for (int i = 0; i < 24 * 40; i++) x[i] = (float)((s = s * 1664525u + 1013904223u) >> 8) / 1e6f - 8;
    for (int i = 0; i < 40 * 56; i++) w[i] = (float)((s = s * 1664525u + 1013904223u) >> 8) / 1e7f - 1;
    for (int i = 0; i < 56; i++) b[i] = (float)i;
    char *arena = room + (64 - (uintptr_t)room % 64) % 64;
    const int status = sums_main_static(x, w, b, y, arena);
    return status || fwrite(y, sizeof y, 1, stdout) != 1;
}
C
one() {
    ok "C for '$1' by $2" "$build"/tenon compile sums.py $1 -o sums.c
    is "fma in C for '$1'" "$(grep -c '_fma(' sums.c | sed 's/[1-9].*/some/')" "$4"
    # shellcheck disable=SC2086
    ok "$2 takes it" $2 -Wall -Wextra -pedantic -Werror call.c sums.c -lm -o call
    ./call >"$3"
}
ok 'a head' "$build"/tenon compile sums.py -o sums.c
one '' "${CC:-cc} -std=c99 -O1" plain 0
one '--target x86-64-v3' "${CC:-cc} -std=c99 -O0" fused some
for how in '-std=c99 -O2 -march=x86-64-v3' '-std=gnu11 -O3 -march=haswell' '-std=c99 -O1 -DTENON_VECTOR_BYTES=0'; do
    [ "$(uname -m)" = x86_64 ] || continue
    grep -q ' fma ' /proc/cpuinfo || case $how in *march*) continue ;; esac
    one '--target x86-64-v3' "${CC:-cc} $how" other some
    ok "the same bits with $how" cmp fused other
done
ok 'fma rounds otherwise' test "$(cmp plain fused >out && echo same)" != same

# Constants that tiles read by columns lie in columns; what data give does not. One function for two constants.
cat >weights.py <<'PY'
@R.function
def main(x: R.Tensor((24, 256), dtype="float32"), m: R.Tensor((1, 9, 9, 64), dtype="float32"), v: R.Tensor((256, 128), dtype="float32")):
    with R.dataflow():
        a = R.sin(R.reshape(R.arange(0.0, 32768.0, 1.0, dtype="float32"), (256, 128)))
        b = R.cos(R.reshape(R.arange(0.0, 32768.0, 1.0, dtype="float32"), (256, 128)))
        k = R.sin(R.reshape(R.arange(0.0, 73728.0, 1.0, dtype="float32"), (3, 3, 64, 128)))
        small = R.cos(R.reshape(R.arange(0.0, 8192.0, 1.0, dtype="float32"), (256, 32)))
        odd = R.cos(R.reshape(R.arange(0.0, 33280.0, 1.0, dtype="float32"), (256, 130)))
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        r = R.matmul(x, v)
        c = R.nn.conv2d(m, k, padding=[1, 1, 1, 1], data_layout="NHWC", kernel_layout="HWIO")
        s = R.matmul(x, small)
        o = R.matmul(x, odd)
        R.output(p, q, r, c, s, o)
    return (p, q, r, c, s, o)
PY
ok 'loops with constants' "$build"/tenon opt weights.py --passes "FoldConstant,$lower" -o weights_loops.py
for target in x86-64 x86-64-v3 x86-64-v4; do
    ok "PackWeights for $target" "$build"/tenon opt weights_loops.py --passes PackWeights --target $target --verify-each -o packed.py
    is "packed calls for $target" "$(grep -c 'for column in T.parallel' packed.py)" 2
    is "calls of the packed product for $target" "$(grep -c 'call_tir(cls.matmul[0-9]*, (x, metadata' packed.py)" 4
    ok "PackWeights for $target once more" "$build"/tenon opt packed.py --passes PackWeights --target $target -o again.py
    ok 'changes nothing' cmp packed.py again.py
    for backend in eval c 'llvm --strict'; do
        # shellcheck disable=SC2086
        ok "packed for $target, all bits by $backend" "$build"/tenon verify packed.py weights_loops.py --as native --other eval --backend $backend --rtol 0 --atol 0
    done
    ok "packed for $target, by llvm" "$build"/tenon verify packed.py weights_loops.py --as native --other eval --backend llvm
done
is 'columns of x86-64-v4' "$(grep -c 'T.Buffer((4, 256, 32), "float32")' packed.py)" 1
is 'columns of its convolution' "$(grep -c 'T.Buffer((4, 3, 3, 64, 32), "float32")' packed.py)" 1
sed '/ b = \| k = \| small = \| odd = \| [qrcso] = /d; s/R.output(.*/R.output(p)/; s/return .*/return p/' weights.py >one.py
ok 'kernels' "$build"/tenon inspect one.py --kernels
cp out kernels
is 'panels of kernels' "$(grep -c 'panel' kernels)" 0
is 'columns of kernels' "$(grep -c 'T.Buffer((4, 256, 32), "float32")' kernels)" 1

# What no vector stands in is as scheduled as it says.
hand 'y[r, 0] = T.float32(1)'
sed -i 's/"tir.is_scheduled": True/"tir.is_scheduled": 3/' by_hand.py
refuses 'an attribute of 3' 'True or False' "$build"/tenon run by_hand.py --backend eval
hand "$to $all"
sed -i 's/, "tir.is_scheduled": True//' by_hand.py
refuses 'vectors in a function that says nothing' 'T.Ramp' "$build"/tenon run by_hand.py --backend eval
refuses 'no such target' "did you mean 'x86-64-v4'?" "$build"/tenon opt loops.py --passes 'ScheduleLoops(x86-64-v5)'
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
