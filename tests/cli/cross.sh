#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Real models as objects for other machines: linked by the cross compilers of Debian, run by qemu-user, held against what
# this machine computes. What is not installed is left out, and said.
#
#   cross.sh BUILD_FOLDER [MODEL...]       default: all of tests/onnx/real that are there
#
# A model that is fetched or made (tools/get-models.sh, bench/models.sh) is taken where its file is; inputs are
# those of its archive, else drawn.
set -u
build=$(cd "$1" && pwd)
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
[ $# -gt 0 ] || set -- rnn_gru rnn_lstm unet_tiny gpt_tiny blazeface_128 ppocr_cls

# file MODEL: where it is
file() {
    local folder
    for folder in "$root/tests/onnx/real" "$build/models" "$build/bench/models"; do
        [ ! -f "$folder/$1.onnx" ] || { echo "$folder/$1.onnx"; return; }
    done
}

# given MODEL: the files of its inputs, in the order of the header, whose names are the model's
given() {
    local name
    sed -n '/net_main_input_name(/,/};/s/^ *"\(.*\)",\{0,1\}$/\1/p' net.h | while read -r name; do
        echo "$1/in_${name//[^A-Za-z0-9_]/_}.npy"
    done
}

# try TRIPLE QEMU MODEL FLAGS...
try() {
    local triple=$1 qemu=$2 model=$3
    local cc=$triple-gcc
    [ "$triple" != host ] || cc=gcc
    if ! command -v "$cc" >/dev/null || ! command -v "$qemu" >/dev/null; then
        echo "skipped: $triple (there is no $cc or no $qemu)"
        return
    fi
    if "$tenon" compile "$(file "$model")" --target "$triple" -o net.o --name net >out 2>&1 &&
        "$cc" -std=c99 -O1 -Wall -Wextra -include ./net.h "$root/tests/cli/run_npy.c" net.o -lm -static -o run >>out 2>&1 &&
        timeout 300 "$qemu" ./run $(given "$model") -- "$model"/out_*.npy >>out 2>&1; then
        passed=$((passed + 1))
        echo "$model $triple: $(tail -n 1 out)"
    else
        failed=$((failed + 1))
        echo "FAILED $model $triple"
        tail -n 5 out
    fi
}

for model; do
    mkdir "$model"
    if [ -f "$root/tests/onnx/real/$model.a.tar.gz" ]; then
        tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    else
        "$tenon" run "$(file "$model")" --draw --save "$model" >out 2>&1
    fi
    "$tenon" run "$(file "$model")" --inputs "$model" --save "$model" >out 2>&1 || { tail -n 5 out; failed=$((failed + 1)); }
    try host env "$model"
    try aarch64-linux-gnu qemu-aarch64 "$model"
    try arm-linux-gnueabihf qemu-arm "$model"
    try riscv64-linux-gnu qemu-riscv64 "$model"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
