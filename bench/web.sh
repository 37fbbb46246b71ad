#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# WebAssembly by Tenon and onnxruntime-web in one process of Node, in turn, on models of bench/models.sh; one thread, SIMD.
#
#   bench/web.sh [--build FOLDER] [--rounds N] MODULES [MODEL...]
#
# MODULES is a folder in which `npm install onnxruntime-web` was run. Prints in Markdown the least times in ms, the median
# of the rounds' ratios (Tenon's by the other's) and how far the results are apart, by the largest element.
set -eu
build=build rounds=9
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --rounds) rounds=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 0 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 1; }
modules=$(realpath "$1")/node_modules
shift
cd "$(dirname "$0")/.."
root=$PWD tenon=$(realpath "$build")/tenon
[ $# -gt 0 ] || set -- resnet18 mobilenet_v2 squeezenet1_1 blazeface_128 unet_tiny gpt_tiny rnn_lstm rnn_gru bert_tiny
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '| model | onnxruntime-web ms | Tenon ms | ratio | off |'
echo '| --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    file=$(realpath "$file") dims=() bound=()
    for d in ${inputs//,/ }; do [ "$d" = - ] || { dims+=("$d"); bound+=(--dim "$d"); }; done
    cd "$work"
    "$tenon" compile "$file" "${bound[@]}" -o "$name.wasm" --bind js --name net >text &&
        node "$root/bench/web.mjs" "$modules" "$name" "$file" "$rounds" "${dims[@]}" || echo "$name: left out" >&2
    cd "$root"
done < <(bench/models.sh "$build" "$@")
