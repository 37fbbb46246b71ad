#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A network that tells ten shapes apart in light noise is to tell four of them apart in so much that little is seen of them,
# by four pictures of each: what it has learned before makes it better than one that begins with these.
#   transfer.sh [BUILD [FOLDER]]        what is made goes to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "${1:-build}" && pwd)
mkdir -p "${2:-build/examples/train}" && cd "${2:-build/examples/train}"

draw() { # FOLDER ROWS SEED FIRST CLASSES NOISE: x.npy and y.npy, an .npy file being 128 bytes of text before the numbers
    mkdir -p "$1"
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': ($2, 16, 16), }" >"$1/x.npy"
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '|u1', 'fortran_order': False, 'shape': ($2,), }" >"$1/y.npy"
    LC_ALL=C awk -v rows="$2" -v seed="$3" -v first="$4" -v classes="$5" -v noise="$6" -v y="$1/y.npy" '
function abs(v) { return v < 0 ? -v : v }
function max(a, b) { return a > b ? a : b }
function random() { seed = (seed * 69069 + 1) % 4294967296; return seed / 4294967296 }
function is_in(shape, a, b, r,   m) { # the distances from the middle
    m = max(abs(a), abs(b))
    if (shape == 0) return a * a + b * b <= r * r                                  # a disc
    if (shape == 1) return m <= r * 0.8                                            # a square
    if (shape == 2) return m <= r && (abs(a) < 1 || abs(b) < 1)                    # a cross
    if (shape == 3) return a * a + b * b <= r * r && a * a + b * b > (r - 2) ^ 2   # a ring
    if (shape == 4) return abs(b) <= (a + r) / 2 && a <= r                         # a triangle
    if (shape == 5) return m <= r && int(a + 20) % 2                               # lines
    if (shape == 6) return abs(a) + abs(b) <= r                                    # a diamond
    if (shape == 7) return m <= r && m > r - 1.5                                   # a frame
    if (shape == 8) return m <= r && (abs(a - b) < 1.2 || abs(a + b) < 1.2)        # two diagonals
    return m <= r && int(b + 20) % 2                                               # bars
}
BEGIN {
    for (i = 0; i < rows; i++) {
        shape = i % classes
        printf "%c", shape >>y
        r = 4 + 3 * random(); cy = r + (15 - 2 * r) * random(); cx = r + (15 - 2 * r) * random()
        for (p = 0; p < 256; p++)
            printf "%c", 1 + int(noise * random() + (250 - noise) * (is_in(first + shape, int(p / 16) - cy, p % 16 - cx, r) ? 1 : 0))
    }
}' >>"$1/x.npy"
}
draw ten 1500 1 0 10 120
draw four 16 2 6 4 160
draw others 600 3 6 4 160

last() { # ARGUMENT...: the accuracy on the 600 others, the mean of three seeds
    for seed in 0 1 2; do
        "$build/tenon" train "$@" --data four --val others --epochs 40 --batch 8 --lr 0.001 --seed $seed --quiet
    done | awk '{ sum += $3 } END { printf "%.3f", sum / 3 }'
}
echo "Ten shapes, of 1,500 pictures:"
"$build/tenon" train "$here/transfer.py" --data ten --epochs 10 --lr 0.005 --schedule cosine --quiet -o shapes.onnx
transferred=$(last shapes.onnx --classes 4)
anew=$(last "$here/transfer.py" --classes 4)
echo "Four in noise, of 16 pictures: $transferred by what it knows, $anew from the beginning."
awk "BEGIN { exit !($transferred >= $anew + 0.03) }"
