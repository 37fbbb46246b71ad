#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Choices go by the target: rules, library calls, kernels; it is part of the key of what is compiled; the same target
# chooses the same again, and what tenon target --measure writes is one.
#
#   target.sh BUILD_FOLDER
set -u
tenon=$(cd "$1" && pwd)/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED $name"
        failed=$((failed + 1))
    fi
}
# of NAME [FIELD=VALUE]...: NAME.target, this machine's with these values
of() {
    local name=$1
    shift
    "$tenon" target -o "$name.target" || exit 1
    for f in "$@"; do sed -i "s/^${f%%=*} = .*/${f%%=*} = ${f#*=}/" "$name.target"; done
}

cat >product.py <<'PY'
@R.function
def main(x: R.Tensor((64, 128), dtype="float32"), w: R.Tensor((128, 128), dtype="float32")):
    y = R.matmul(x, w)
    return R.exp(y)
PY
cat >parallel.py <<'PY'
@R.function
def main(x: R.Tensor((2, 16), dtype="float32"), a: R.Tensor((16, 8), dtype="float32"), b: R.Tensor((16, 8), dtype="float32")):
    R.func_attr({"num_input": 1})
    y = R.matmul(x, a)
    z = R.matmul(x, b)
    return (y, z)
PY

# Programs and objects that a run leaves in the cache.
export TENON_CACHE=$work/cache
files() { ls cache | wc -l; }
run() { "$tenon" run product.py --backend llvm -o out "$@" >/dev/null 2>&1; }

of same
of other kernel_ns=31
check runs run
n=$(files)
check again run --target same.target
check 'the host by its file is the same' [ "$(files)" = "$n" ]
check 'another target' run --target other.target
check 'the target is part of the key, and the same kernels are shared' [ "$(files)" = $((n + 1)) ]

# The same module calls the library or not.
calls() { "$tenon" bench product.py --backend llvm --iterations 1 --profile --target "$1" 2>/dev/null | grep -c 'by oneDNN'; }
of cheap library_ns=1 peak_gflops=1
of dear library_ns=1e9
check 'a library whose calls cost nothing' [ "$(calls cheap.target)" -gt 0 ]
check 'a library whose calls take a second' [ "$(calls dear.target)" = 0 ]

# Kernels go by vectors of the width that the target has; the bits of a strict run do not change.
of wide
of narrow vector_bytes=16 vector_registers=16
for t in wide narrow; do
    rm -rf cache
    check "strict, $t" "$tenon" run product.py --backend llvm --strict --target $t.target --save $t >out 2>&1
    ls cache >$t.list
done
if grep -q '^vector_bytes = 16 ' wide.target; then passed=$((passed + 1)); else
    check 'other vectors, other kernels' [ "$(comm -12 wide.list narrow.list | wc -l)" -lt $(("$(wc -l <wide.list)" - 1)) ]
fi
check 'the same bits' diff -r wide narrow

# Rules weigh by the target: products of one operand are joined where calls cost more than what splitting copies.
joined() { "$tenon" opt parallel.py -O2 --passes LiftTransformParams --target "$1" | grep -c 'R.matmul'; }
of calls kernel_ns=1e6
of copies kernel_ns=0.001 cache_gbs=0.001 memory_gbs=0.001
check 'calls that cost much are joined' [ "$(joined calls.target)" = 1 ]
check 'copies that cost much are not made' [ "$(joined copies.target)" = 2 ]
"$tenon" opt parallel.py -O2 --passes LiftTransformParams -o a.py
"$tenon" opt parallel.py -O2 --passes LiftTransformParams --target x86-64-v4 -o b.py
check 'without --target passes choose for x86-64-v4' cmp -s a.py b.py

# Ceilings come from the target; measuring gives one.
of slow peak_gflops=0.5 memory_gbs=0.25
"$tenon" bench product.py --backend llvm --iterations 1 --threads 1 --target slow.target --json >bench.json 2>/dev/null
check 'ceilings are the target'"'"'s' grep -q '"machine_gflops": *0.5,' bench.json
check measures "$tenon" target --measure -o here.target
check 'what was measured is a target' run --target here.target
check 'and says what it says' sh -c "'$tenon' target here.target | cmp -s - here.target"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
