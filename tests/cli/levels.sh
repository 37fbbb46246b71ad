#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --cpu v2,v3,v4: kernels for several levels of x86-64 in one object, of which the processor that loads it
# chooses, here those that qemu-user has.
#
#   levels.sh BUILD_FOLDER [MODEL...]       of tests/onnx/real
set -u
build=$(cd "$1" && pwd)
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
[ $# -gt 0 ] || set -- rnn_gru blazeface_128
# check STATUS NAME COMMAND...
check() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>err
    local status=$?
    if [ $status = "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $status, not $want"
        head -n 8 out err
    fi
}
# runs PROCESSOR MODEL LEVEL: by that level's kernels, and none of another one's, as qemu lists what it translates
runs() {
    command -v qemu-x86_64 >/dev/null || { echo 'skipped: there is no qemu-x86_64'; return; }
    check 0 "$2 on a $1" timeout 120 qemu-x86_64 -cpu "$1" -d in_asm -D trace ./run "$2"/in_*.npy -- "$2"/out_*.npy
    # level: the IN: lines name functions
    local seen
    seen=$(grep -oE '^IN: \.k[0-9].*\.v[1-4]$' trace | grep -oE 'v[1-4]$' | sort -u | paste -sd' ')
    [ "$seen" = "$3" ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED $2 on a $1: kernels of '$seen', not $3"; }
    rm -f trace
}
for model; do
    mkdir "$model"
    tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    check 0 "$model here" "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model"
    check 0 "$model" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o net.o --cpu x86-64,v4,v2,x86-64-v3
    for v in 1 2 3 4; do
        nm net.o | grep -qE " t \.k0_.*\.v$v\$" && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED no v$v in $model"; }
    done
    check 0 'its program' gcc -std=c99 -O1 -static -include ./net.h "$root/tests/cli/run_npy.c" net.o -lm -o run
    check 0 "$model on this processor" ./run "$model"/in_*.npy -- "$model"/out_*.npy
    runs qemu64 "$model" v1
    runs Nehalem "$model" v2
    runs Haswell "$model" v3
    runs Haswell,-bmi2 "$model" v2
done
check 0 'a library' "$tenon" compile "$root/tests/onnx/real/$1.onnx" -o net.so --cpu v2,v3 --threads 2 --freestanding
check 0 'its program' gcc -std=c99 -D_GNU_SOURCE -DTHREADS=2 -I"$root/examples" -O1 -include ./net.h "$root/tests/cli/run_npy.c" ./net.so -lm -lpthread -o run
for list in v2,v9 v3,v3 v2, cortex-m7,v2; do
    check 2 "--cpu $list" "$tenon" compile "$root/tests/onnx/real/$1.onnx" -o no.o --cpu $list
    grep -q "v2,v3,v4" err && passed=$((passed + 1)) || { failed=$((failed + 1)); cat err; }
done
check 2 'of another machine' "$tenon" compile "$root/tests/onnx/real/$1.onnx" -o no.wasm --cpu v2,v3
echo "$passed passed, $failed failed"
[ $failed = 0 ]
