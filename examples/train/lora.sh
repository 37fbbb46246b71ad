#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A small GPT, an ONNX file with 0.9 M random weights, learns letters through adapters alone: its weights stay, what is
# learned is a file of some kilobytes, and the ONNX file that is written holds both, with the nodes that it had.
#   lora.sh [BUILD [FOLDER]]        what is made goes to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "${1:-build}" && pwd)
mkdir -p "${2:-build/examples/train}/data" && cd "${2:-build/examples/train}"

text=$here/../../LICENSE gpt=$here/../../tests/onnx/real/gpt_tiny.onnx rows=354
npy() { # FROM: 10 bytes, 118 bytes of text, and the letters from the FROM-th on
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': ($rows, 32), }"
    tail -c "+$1" "$text" | head -c $((32 * rows))
}
npy 1 >data/ids.npy
npy 2 >data/y.npy

perplexity() { "$build/tenon" eval "$1" --data data --target y --metric perplexity | sed -n "s/^perplexity: //p"; }
echo "Before, the next of 256 letters is guessed with a perplexity of $(perplexity "$gpt")."

"$build/tenon" train "$gpt" --lora 8 --data data --target y --epochs 4 --batch 16 --lr 0.01 --schedule cosine \
    --metric perplexity --save run -o letters.onnx 2>told | tee trained
sed -n '/parameters,/p' told
awk '{ ok = $3 < 60 } END { exit !ok }' trained
"$build/tenon" train "$gpt" --lora 8 --data data --target y --epochs 4 --batch 16 --lr 0.01 --schedule cosine \
    --metric perplexity --save run --resume --quiet -o adapters.safetensors # there are no steps left
echo "The adapters take $(wc -c <adapters.safetensors) bytes, the model $(wc -c <"$gpt")."
[ $((4 * $(wc -c <adapters.safetensors))) -lt "$(wc -c <"$gpt")" ]

after=$(perplexity letters.onnx)
echo "With the adapters in its weights it has $after on all the text."
nodes() { "$build/tenon" inspect --nodes "$1"; }
[ "$(nodes letters.onnx)" = "$(nodes "$gpt")" ] && awk "BEGIN { exit !($after < 60) }"
