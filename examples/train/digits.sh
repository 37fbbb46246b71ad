#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Digits, from pictures to a program that goes on learning: a network is trained, which is an ONNX file then; compiled to
# C with its step of training; and the C program (digits.c) learns what the network has never seen, without a library.
#   digits.sh [BUILD [FOLDER]]        what is made goes to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "${1:-build}" && pwd)
mkdir -p "${2:-build/examples/train}" && cd "${2:-build/examples/train}"

echo "Trained on 1,438 pictures of 8 x 8, validated on 359 others:"
"$build/tenon" train "$here/digits.py" --data "$here/digits.npz" --val 0.2 --epochs 20 --lr 0.005 \
    --schedule 'cosine(warmup=90)' --quiet -o digits.onnx | tee trained
awk '{ ok = $3 >= 0.975 } END { exit !ok }' trained

echo "As a C program, which infers and trains:"
"$build/tenon" compile digits.onnx --train adamw --loss cross_entropy --lr 0.003 --schedule 'cosine(warmup=20)' \
    --steps 360 --batch 32 --dim n=1 -o digits.c
cc -std=c99 -O2 -c digits.c -o digits.o
size digits.o

echo "It sees the digits white on black from now on, and is told what four of five are:"
unzip -oq "$here/digits.npz"
cc -std=c99 -O2 -I. "$here/digits.c" digits.o -lm -o digits
./digits x.npy y.npy learned.npz
