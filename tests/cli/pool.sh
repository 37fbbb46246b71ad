#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --threads N: the pool of examples/ with any number of threads, none, and one that goes backwards give the
# bits of one thread; what is refused.
#
#   pool.sh BUILD_FOLDER [MODEL...]       of tests/onnx/real
set -u
build=$(cd "$1" && pwd)
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
[ $# -gt 0 ] || set -- unet_tiny blazeface_128 gpt_tiny
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
for model; do
    mkdir "$model"
    tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    check 0 "$model here" "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model"
    for threads in 2 4; do
        check 0 "$model" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o net.o --threads $threads
        check 0 'its program' gcc -std=c99 -D_GNU_SOURCE -DTHREADS=4 -I"$root/examples" -O1 -Wall -Wextra -Werror -include ./net.h \
            "$root/tests/cli/run_npy.c" net.o -lm -lpthread -o run
        check 0 "$model by pools" timeout 120 ./run "$model"/in_*.npy -- "$model"/out_*.npy
        echo "$model, --threads $threads: $(cat out)"
    done
done
check 0 'one thread' "$tenon" compile "$root/tests/onnx/real/$1.onnx" -o one.o --threads 1
check 1 'has no pool' grep -q pool one.h
check 1 '--threads of C' "$tenon" compile "$root/tests/onnx/real/$1.onnx" -o no.c --threads 2
grep -q 'machine code' err && passed=$((passed + 1)) || { failed=$((failed + 1)); cat err; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
