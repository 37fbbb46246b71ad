#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What runs a module where nobody says it: the best backend there is, which each verb names; the interpreter only for what
# has no compiled form, which a line says. And what is told of long work.
#
#   defaults.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $*"
    head -5 out err 2>/dev/null
    failed=$((failed + 1))
}
# t STATUS ARGS...: the command's exit status; out and err keep what it says
t() {
    local want=$1 status
    shift
    "$tenon" "$@" >out 2>err
    status=$?
    [ $status = "$want" ] && ok || bad "tenon $*: exit status $status, not $want"
}
has() { grep -qE -- "$2" "$1" && ok || bad "$1 lacks '$2'"; }
lacks() { ! grep -qE -- "$2" "$1" && ok || bad "$1 has '$2'"; }

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32")):
    return R.nn.relu(R.matmul(x, w))
PY
cat >other.py <<'PY'
@R.function
def main(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32")):
    return R.nn.relu(R.negative(R.matmul(x, w)))
PY
# What prints is not compiled by LLVM.
cat >prints.py <<'PY'
@R.function(pure=False)
def main(x: R.Tensor((3,), dtype="float32")):
    y = R.print(x)
    return x
PY
# The interpreter takes a minute and more.
cat >large.py <<'PY'
@R.function
def main(x: R.Tensor((1, 128, 64, 64), dtype="float32"), w: R.Tensor((128, 128, 3, 3), dtype="float32")):
    return R.nn.conv2d(x, w, padding=(1, 1))
PY

if ! "$tenon" run net.py --backend llvm >out 2>&1; then
    grep -q 'has no backend llvm' out || bad 'run --backend llvm'
    # No compiler is called unasked.
    export CC=false
    t 0 run net.py --json
    has out '"backend": "eval"'
    t 0 bench net.py --iterations 1
    has out ', backend eval, 1 thread,'
    t 0 verify net.py net.py
    has out '; by eval$'
    t 1 verify net.py
    t 0 opt net.py -O2 --verify -o o.py
    has err '; by eval$'
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
    exit
fi

# Each says what ran.
export CC=false
t 0 run net.py
lacks err 'by llvm'
t 0 run net.py --json
has out '"backend": "llvm"'
t 0 run net.py --backend eval --json
has out '"backend": "eval"'
t 0 run net.py --profile
has out '^kernel '
t 0 bench net.py --iterations 1
has out "^net.py, backend llvm, $(nproc) threads?, 1 iterations$"
t 0 bench net.py --iterations 1 --threads none --json
has out '"backend":"llvm","threads":0,'
t 0 verify net.py
has out '^same: .*; by llvm and by eval$'
t 0 verify net.py --strict
has out '^same: .*; by strict llvm and by eval$'
t 0 verify net.py net.py
has out '^same: .*; by plain llvm$'
t 3 verify net.py other.py
has out '^differ: .*; by plain llvm$'
t 0 verify net.py net.py --backend llvm --other eval --json
has out '"backend": "llvm",'
has out '"other": "eval"'
t 3 verify net.py other.py --backend llvm
has out '^differ: .*; by llvm$'
t 0 verify net.py net.py --other eval
has out '^same: .*; by plain llvm and by eval$'
t 1 verify net.py --backend llvm --other llvm
has err 'names another backend'
t 0 opt net.py -O2 --verify -o o.py
has err '^verify: same: .*; by plain llvm$'
unset CC
t 0 verify net.py net.py --backend llvm --other c
has out '^same: .*; by llvm and by c$'
t 0 verify net.py --backend c
has out '^same: largest difference 0 .*; by c and by eval$'
t 0 verify net.py --backend llvm --other c
has out '^same: .*; by llvm and by c$'

# What is not compiled
t 0 run prints.py
has err '^tenon run: run by the reference evaluator, as it is not compiled: '
t 0 run prints.py --json
has out '"backend": "eval"'
t 2 run prints.py --backend llvm
t 0 bench prints.py --iterations 1
has err '^tenon bench: run by the reference evaluator, as it is not compiled: '
has out ', backend eval, 1 thread,'
t 0 verify prints.py prints.py
has err '^tenon verify: run by the reference evaluator, as it is not compiled: '
has out '^same: .*; by eval$'
t 2 verify prints.py
t 2 verify prints.py prints.py --backend llvm
t 0 opt prints.py -O2 --verify -o o.py
has err '^tenon opt: run by the reference evaluator, as it is not compiled: '
has err '; by eval$'

# None interprets in silence: all of it in less than the interpreter takes for one.
tenon() { (ulimit -t 25 && "$tenon" "$@"); }
large() {
    tenon "$@" >out 2>err && ok || bad "$* of what takes the interpreter long"
    lacks err 'evaluator, as it is not'
}
large run large.py
large bench large.py --iterations 1 --warmup 0
large verify large.py
has err 'the reference is plain llvm .* as the evaluator would take about [0-9]{2,} s'
has out '^same: .*; by llvm and by plain llvm$'
large verify large.py large.py --as native
large opt large.py -O2 --verify --as native -o o.py

# What is told of long work: nothing with --quiet, else a line a stage; over itself on a terminal.
t 0 bench net.py --iterations 100000000 --seconds 5 --threads none
has err '^tenon bench: measuring$'
t 0 bench net.py --iterations 100000000 --seconds 5 --threads none --quiet
[ ! -s err ] && ok || bad '--quiet'
if command -v script >/dev/null; then
    script -qec "'$tenon' bench net.py --iterations 100000000 --seconds 2 --threads none -o report" /dev/null >out 2>&1 </dev/null
    has out 'measuring, [0-9]+ %, [0-9]+ s left'
fi
# Runs hand over extents in frames of a fixed rank: what has more of them is refused, and interpreted where nobody asked.
ones=$(printf '1, %.0s' $(seq 40))
printf '@R.function\ndef main(x: R.Tensor((2, 3), "float32")):\n    return R.reshape(R.exp(x), (2, 3, %s))\n' "$ones" >wide.py
t 2 run wide.py --backend llvm
has err 'expected: parameters and results of rank 32 or less' && has err 'found: rank 42, of the result'
t 2 run wide.py --backend c
has err 'found: rank 42, of the result'
t 0 run wide.py
has err 'by the reference evaluator'
has out 'float32\(2, 3, 1, 1.* 1\) min'
t 0 compile wide.py -o wide.o

echo "$passed passed, $failed failed"
[ $failed = 0 ]
