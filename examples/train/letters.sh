#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A text is learned letter by letter, and a C program writes one like it. An .npy file is a line of text before the
# numbers, so a shell makes one: rows of 32 letters, and of the letters that come next.
#   letters.sh [BUILD [FOLDER]]        what is made goes to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "${1:-build}" && pwd)
mkdir -p "${2:-build/examples/train}/data" && cd "${2:-build/examples/train}"

text=$here/../../LICENSE rows=354
npy() { # FROM: 10 bytes, 118 bytes of text, and the letters from the FROM-th on
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': ($rows, 32), }"
    tail -c "+$1" "$text" | head -c $((32 * rows))
}
npy 1 >data/x.npy
npy 2 >data/y.npy

echo "Trained on $rows rows of the licence, a tenth of which it is only asked about. To guess would be a perplexity of 128:"
"$build/tenon" train "$here/letters.py" --data data --target y --epochs 40 --batch 16 --lr 0.005 --schedule cosine \
    --metric perplexity --quiet -o letters.onnx | tee trained
awk '{ ok = $3 < 7 } END { exit !ok }' trained

"$build/tenon" compile letters.onnx --dim n=1 --dim t=32 -o letters.c >made
cc -std=c99 -O2 -I. "$here/letters.c" letters.c -lm -o letters
echo "What it writes:"
./letters "   Redistribution. You may repro" 400 | tee written

# Words of four letters and more, and which of them the licence has.
tr -cs 'A-Za-z' '\n' <"$text" | sort -u >words
tr -cs 'A-Za-z' '\n' <written | grep -E '^.{4,}$' >new
known=$(grep -cFxf words new) all=$(wc -l <new)
echo "$known of its $all words are words of the licence."
[ "$all" -ge 20 ] && [ $((10 * known)) -ge $((4 * all)) ]
