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

echo "$passed passed, $failed failed"
[ $failed = 0 ]
