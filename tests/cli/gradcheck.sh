#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Gradients through functions, loops and branches against differences: the modules of tests/gradcheck, with several drawn
# inputs; their adjoints differentiated again; the adjoints after -O2. Then what `verify --gradcheck` says, and how linear
# differentiation is in calls and branches.
#
#   gradcheck.sh BUILD_FOLDER [SEEDS]
set -u
build=$(cd "$1" && pwd)
seeds=${2:-4}
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
expect() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>&1
    local status=$?
    if [ $status -eq "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $status, not $want"
        head -5 out
    fi
}
says() {
    if grep -qF -- "$1" out; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: no '$1' in"
        cat out
    fi
}

for module in "$tests"/gradcheck/*.py; do
    name=$(basename "$module" .py)
    for ((seed = 0; seed < seeds; seed++)); do
        expect 0 "$name, seed $seed" "$build"/tenon verify "$module" --gradcheck --seed $seed
    done
    expect 0 "$name, written" "$build"/tenon opt "$module" --passes "Gradient(main, seeded=true)" --verify-each -o adjoint.py
    # the adjoint of a result whose extents only a run finds cannot be drawn
    grep -q 'adjoint.*Tensor(dtype.*ndim=[0-9]*),$' adjoint.py && continue
    expect 0 "$name, second order" "$build"/tenon verify adjoint.py --gradcheck --function main_adjoint
    expect 0 "$name, -O2" "$build"/tenon opt adjoint.py -O2 -o best.py
    expect 0 "$name, -O2 computes the same" "$build"/tenon verify adjoint.py best.py --function main_adjoint
    expect 0 "$name, in segments" "$build"/tenon opt "$module" --passes "Gradient(main, seeded=true, segments=3)" --verify-each -o parts.py
    expect 0 "$name, segments compute the same" "$build"/tenon verify adjoint.py parts.py --function main_adjoint
done
expect 0 'no iteration' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --dim t=0
expect 0 'one iteration' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --dim t=1 --dim b=1
expect 0 'nothing in a carry' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --dim b=0
expect 0 'some parameters' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --wrt 'w,?s'

# What it says
expect 1 'a pattern that is nothing' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --wrt a,,b
expect 2 'no such parameter' "$build"/tenon verify "$tests"/gradcheck/scans.py --gradcheck --wrt r
says "name 'r' is not defined"
expect 1 'two modules' "$build"/tenon verify adjoint.py adjoint.py --gradcheck
expect 1 '--wrt alone' "$build"/tenon verify adjoint.py adjoint.py --wrt x
cat >wrong.py <<'MODULE'
@I.ir_module
class Module:
    @R.operator("my.scale")
    def scale(x: R.Tensor(("n",)), w: R.Tensor(("n",))):
        return R.multiply(x, w)

    @R.gradient("my.scale")
    def wrong(x: R.Tensor(("n",)), w: R.Tensor(("n",)), y: R.Tensor(("n",)), dy: R.Tensor(("n",))):
        k = R.const([1.0, 1.0, 1.0, 1.0, 1.5, 1.0], "float64")
        return R.multiply(dy, w), R.multiply(R.multiply(dy, x), k)

    @R.function
    def main(x: R.Tensor((6,), "float64"), w: R.Tensor((6,), "float64")):
        return R.my.scale(x, w)
MODULE
expect 3 'a wrong gradient' "$build"/tenon verify wrong.py --gradcheck
says 'in w, element 4'
expect 3 'in JSON' "$build"/tenon verify wrong.py --gradcheck --json
says '"parameter": "w"'
expect 0 'what is right in it' "$build"/tenon verify wrong.py --gradcheck --wrt x
cat >nowhere.py <<'MODULE'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((6,), "float64")):
        return R.log(R.subtract(R.const(-1.0, "float64"), R.multiply(x, x)))
MODULE
expect 2 'nowhere finite' "$build"/tenon verify nowhere.py --gradcheck
says 'no finite value'

# How many functions and bindings: a chain of functions, each of which calls the one before it twice; branches in a row.
chain() {
    echo '@I.ir_module'
    echo 'class Module:'
    echo '    @R.function(private=True)'
    echo '    def f0(x: R.Tensor((3,), "float32"), w: R.Tensor((3,), "float32")):'
    echo '        return R.sin(R.multiply(x, w))'
    for ((i = 1; i <= $1; i++)); do
        echo '    @R.function(private=True)'
        echo "    def f$i(x: R.Tensor((3,), \"float32\"), w: R.Tensor((3,), \"float32\")) -> R.Tensor((3,), \"float32\"):"
        echo "        return Module.f$((i - 1))(Module.f$((i - 1))(x, w), w)"
    done
    echo '    @R.function'
    echo '    def main(x: R.Tensor((3,), "float32"), w: R.Tensor((3,), "float32")):'
    echo "        return R.sum(Module.f$1(x, w))"
}
branches() {
    echo '@I.ir_module'
    echo 'class Module:'
    echo '    @R.function'
    echo '    def main(c: R.Tensor((), "bool"), x0: R.Tensor((3,), "float32"), w: R.Tensor((3,), "float32")):'
    for ((i = 1; i <= $1; i++)); do
        echo '        if c:'
        echo "            x$i = R.multiply(x$((i - 1)), w)"
        echo '        else:'
        echo "            x$i = R.sin(x$((i - 1)))"
    done
    echo "        return R.sum(x$1)"
}
chain 10 >chain.py
expect 0 'f10 calls f9 twice, ...' "$build"/tenon grad chain.py -o out.py
cp out.py out
expect 0 'three functions of each' test "$(grep -c 'def f[0-9]*_backward' out.py)" -le 11
chain 3 >chain.py
expect 0 'f3 is right' "$build"/tenon verify chain.py --gradcheck
branches 2000 >branches.py
expect 0 '2000 branches' timeout 60 "$build"/tenon grad branches.py -o out.py
expect 0 'are 2000 more' test "$(grep -c '^        if c:' out.py)" -eq 6000
# An order of many elements has a kink near all inputs: the steps become smaller.
cat >order.py <<'MODULE'
@R.function
def main(x: R.Tensor((64, 16), "float32"), w: R.Tensor((64, 9), "float32")):
    best = R.topk(x, k=9, ret_type="values")
    return R.multiply(best, w)
MODULE
for ((seed = 0; seed < seeds; seed++)); do
    expect 0 "an order of many, seed $seed" "$build"/tenon verify order.py --gradcheck --seed $seed
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
