#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What is small and becomes large: an end with status 2, a message that names what grew, and little memory.
#
#   growth.sh TENON
set -u
tenon=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
passed=0 failed=0

# check NAME STATUS TEXT MEGABYTES ARGUMENT...: tenon ends with the status, says the text, and holds no more
check() {
    local name=$1 status=$2 text=$3 most=$4 got
    shift 4
    (ulimit -v $((most * 1024 + 700000)) && exec timeout 20 "$tenon" "$@") >out.txt 2>&1
    got=$?
    if [ $got = "$status" ] && grep -qF -- "$text" out.txt; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: status $got, '$text' wanted:"
        head -c 600 out.txt
    fi
}

cat >exp.py <<'P'
@R.function
def main(x: R.Tensor((4,), "float32")):
    return R.exp(x)
P
cat >branches.py <<'P'
@R.rewriter
class Branches:
    @R.function
    def pattern(x: R.Tensor):
        return R.exp(x)

    @R.function
    def replacement(x):
        return R.add(R.exp(x), R.exp(R.exp(x)))
P
check "a rule that branches" 2 "rule 'Branches'" 64 opt exp.py --rules branches.py
check "where it is" 2 "exp.py:3:" 64 opt exp.py --rules branches.py
check "the same, tested" 2 "rule 'Branches'" 64 rules test branches.py
check "less is enough to be told" 2 "for each of the" 64 opt exp.py --rules branches.py --growth 2

{
    printf '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    y = R.concat((x'
    for ((i = 1; i < 3000; i++)); do printf ', x'; done
    printf '))\n    return y\n'
} >wide.py
cat >lists.py <<'P'
@R.rewriter
class Lists:
    @R.function
    def pattern(ws: R.Many(R.Tensor, min=2)):
        R.require(len([a for a in [[[b for b in ws] for c in ws] for w in ws]]) == 1)
        return R.concat(ws, axis=0)

    @R.function
    def replacement(ws):
        return R.concat([w for w in ws], axis=0)
P
check "comprehensions in comprehensions" 2 "rule 'Lists'" 64 opt wide.py --rules lists.py

{ # a text that is read for each row of a long table, and a cell that stands in many places
    echo 'for name, op in ['
    for ((i = 0; i < 20000; i++)); do echo "    (\"R$i\", R.exp),"; done
    printf ']:\n    @R.rewriter(name)\n    class Wide:\n        def pattern(x: R.Tensor):\n            return R.tanh(op(x))\n\n'
    for ((i = 0; i < 20000; i++)); do echo "        # $i"; done
    printf '        replacement = x\n'
} >table.py
check "a table of many rows and a long rule" 2 "bytes of rules that the rows of this file's tables make" 64 opt exp.py --rules table.py
{
    printf 'for name, big in [("A", [0'
    for ((i = 0; i < 20000; i++)); do printf ', 1'; done
    printf '])]:\n    @R.rewriter(name)\n    class Wide:\n        def pattern(x: R.Tensor):\n'
    for ((i = 0; i < 2000; i++)); do echo "            R.require(len(big) > 0)"; done
    printf '            return R.exp(x)\n\n        replacement = x\n'
} >cells.py
check "a long cell that stands in many places" 2 "bytes of rules that the rows of this file's tables make" 64 opt exp.py --rules cells.py
check "where that is" 2 "cells.py:1:" 64 opt exp.py --rules cells.py

for of in '2,' '"n",'; do
    {
        printf '@R.function\ndef main(v0: R.Tensor((%s), "float32")):\n' "$of"
        for ((i = 0; i < 24; i++)); do printf '    v%d = R.concat((v%d, v%d))\n' $((i + 1)) $i $i; done
        printf '    return v24\n'
    } >shared.py
    check "shared concats of ($of)" 0 "R.concat((" 64 opt shared.py -O2
done

# A chain of sums of products of one input: each sum depends on the one before
{
    printf '@R.function\ndef main(x: R.Tensor((8, 8), "float32")'
    for ((i = 0; i < 1000; i++)); do printf ', w%d: R.Tensor((8, 8), "float32")' $i; done
    printf '):\n    s0 = R.matmul(x, w0)\n'
    for ((i = 1; i < 1000; i++)); do printf '    v%d = R.matmul(x, w%d)\n    s%d = R.add(s%d, v%d)\n' $i $i $i $((i - 1)) $i; done
    printf '    return s999\n'
} >siblings.py
check "products of one input" 0 "R.matmul(" 64 opt siblings.py --passes RewriteByCost --memory-limit 64M

printf '@R.function\ndef main(x: R.Tensor((1024, 1024, 1024), "float32")):\n    return R.exp(x)\n' >large.py
sed 's/1024, 1024, 1024/1024, 1024/' large.py >square.py
check "a drawn input" 2 "--memory-limit=SIZE" 256 run large.py
check "its size" 2 "4294967" 256 run large.py
check "a limit that is given" 2 "at most 1048576 bytes" 64 run square.py --memory-limit 1M
check "no limit" 1 "--memory-limit takes a number" 64 run exp.py --memory-limit 1T
check "no factor" 1 "--growth takes a number" 64 run exp.py --growth -1
# A loop's body is written where it is used: 30 of them, each twice in the next one.
awk 'BEGIN {
    print "@I.ir_module\nclass Module:"
    for (i = 0; i <= 30; i++) {
        print "    @R.function(private=True)"
        printf "    def body%d(c: R.Tensor((), \"float32\"), x: R.Tensor((), \"float32\")):\n", i
        if (!i) { print "        y = R.add(c, x)\n        return (y,)"; continue }
        print "        xs = R.expand_dims(x, axis=0)"
        printf "        a = R.scan(cls.body%d, (c,), (xs,), ())\n", i - 1
        printf "        b = R.scan(cls.body%d, (a[0],), (xs,), ())\n        return (b[0],)\n", i - 1
    }
    print "    @R.function\n    def main(x: R.Tensor((4,), \"float32\")):"
    print "        r = R.scan(cls.body30, (R.const(0, \"float32\"),), (x,), ())\n        return r[0]"
}' >bodies.py
check "bodies of loops, written" 2 "loop body 'body" 256 convert bodies.py -o bodies.mlir
echo "$passed passed, $failed failed"
[ $failed = 0 ]
