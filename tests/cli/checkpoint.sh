#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checkpointing within a number of bytes: of a 64-layer perceptron after -O2, a third of the memory that the gradient takes
# otherwise is enough, for at most 35 % more products, and the numbers stay.
#   checkpoint.sh [BUILD]
set -u
tenon=$(realpath "${1:-build}")/tenon
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
passed=0 failed=0
layers=64

ok() { passed=$((passed + 1)); }
bad() {
    echo "failed: $1"
    failed=$((failed + 1))
}
# holds NAME CONDITION...
holds() {
    name=$1
    shift
    if [ "$@" ]; then ok; else bad "$name: $*"; fi
}

{
    printf '@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((64, 32), "float32")'
    i=0
    while [ $i -lt $layers ]; do
        printf ', w%d: R.Tensor((32, 32), "float32"), b%d: R.Tensor((32,), "float32")' $i $i
        i=$((i + 1))
    done
    printf '):\n        with R.dataflow():\n'
    i=0 last=x
    while [ $i -lt $layers ]; do
        printf '            a%d = R.tanh(R.add(R.matmul(%s, w%d), b%d))\n' $i $last $i $i
        last=a$i
        i=$((i + 1))
    done
    printf '            loss = R.sum(R.multiply(%s, %s))\n            R.output(loss)\n        return loss\n' $last $last
} >mlp.py

# plan FILE: bytes of the arena of its main_adjoint after -O2, products in it
plan() {
    "$tenon" opt -O2 "$1" -o best.py && "$tenon" compile best.py --function main_adjoint -o net.c >out || bad "$1"
    bytes=$(sed -n 's/.*arena of \([0-9]*\) bytes.*/\1/p' out)
    products=$(sed -n '/def main_adjoint/,/^    @/p' best.py | grep -c 'R\.matmul(')
}

"$tenon" grad mlp.py -o whole.py || bad 'the gradient'
plan whole.py
whole=$bytes least=$products
holds 'three products a layer' "$products" -eq $((3 * layers))
limit=$((whole / 3))
"$tenon" grad mlp.py --memory $limit -o third.py 2>told || bad 'a third of the memory'
plan third.py
holds 'the plan' "$bytes" -le $limit
holds 'what grad told' "$(sed -n 's/planned memory: \([0-9]*\) bytes/\1/p' told)" = "$bytes"
holds 'products' "$((products * 100))" -le $((least * 135))
holds 'something is computed again' "$products" -gt "$least"
"$tenon" verify whole.py third.py --function main_adjoint --rtol 0 --atol 0 >out && ok || bad 'the same numbers'
"$tenon" verify whole.py best.py --function main_adjoint --as native >out && ok || bad 'the same numbers after -O2'

# All the memory: nothing is computed again.
"$tenon" grad mlp.py --memory "$whole" -o same.py 2>/dev/null && "$tenon" equal whole.py same.py >/dev/null && ok || bad 'enough memory'
# Too little: the least it takes.
"$tenon" grad mlp.py --memory 1000 -o none.py 2>told
holds 'the status of too little' $? -eq 2
grep -q 'found: [0-9]* at the least' told && ok || bad 'the least is told'
[ ! -e none.py ] && ok || bad 'nothing is written'
# Extents that are not known.
sed 's/R.Tensor((64, 32)/R.Tensor(("n", 32)/' mlp.py >open.py
"$tenon" grad open.py --memory "$whole" -o none.py 2>told
holds 'the status of an unknown extent' $? -eq 2
grep -q 'extents that are numbers' told && ok || bad 'an unknown extent is told'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
