#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# NAME.so of `tenon compile` against code in the process, both by LLVM without a library, on the models of bench/table.sh:
# in each round a process of the one, then one of the other, the order turned round each time.
#
#   bench/aot.sh [--build FOLDER] [--rounds N] [--iterations N] [--cc CC] [--library onednn] [MODEL...]
#
# With --library both have calls of oneDNN.
# Prints in Markdown for each model the least times, the median of the rounds' ratios (the library's time by that in the
# process: below 1 the library is faster) with the least and the greatest, and how far the library's outputs are from what
# `run` computes, by the largest element; at the end the geometric mean. One thread: more need a pool of the caller's.
set -eu
build=build rounds=5 iterations=50 cc=cc library=(--library none) deterministic=(--deterministic)
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --rounds) rounds=$2 ;;
    --iterations) iterations=$2 ;;
    --cc) cc=$2 ;;
    --library) library=(--library "$2") deterministic=() ;;
    -*)
        sed -n '3,13s/^# \{0,1\}//p' "$0"
        exit 1
        ;;
    *) break ;;
    esac
    shift 2
done
cd "$(dirname "$0")/.."
tenon=$(realpath "$build")/tenon root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# field NAME FILE: a number of a line of JSON
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$2"; }

# ready FILE INPUTS: inputs and outputs as files, the library and its program; in `dims` the options of symbolic dims
ready() {
    rm -rf "$work/in" "$work/out" "$work/made" && mkdir -p "$work/in" "$work/out" "$work/made"
    dims=() bound=() outputs=()
    case $2 in
    in=*)
        # The extents that its inputs have.
        case $2 in *legacy*) bound=(--dim batch=1 --dim sequence=512) ;; *) bound=(--dim d=1 --dim d_1=512 --dim d_2=1) ;; esac
        tar xzf "tests/onnx/real/${2#in=}.tar.gz" -C "$work/in"
        ;;
    *)
        for d in ${2//,/ }; do [ "$d" = - ] || dims+=(--dim "$d"); done
        "$tenon" run "$1" --draw --save "$work/in" "${dims[@]}" >"$work/text" 2>&1 || return 1
        ;;
    esac
    "$tenon" run "$1" --inputs "$work/in" --save "$work/out" "${dims[@]}" >"$work/text" || return 1
    for ((n = 0; ; n++)); do
        [ -f "$work/out/out_$n.npy" ] || break
        outputs+=("$work/out/out_$n.npy")
    done
    "$tenon" compile "$1" "${dims[@]}" "${bound[@]}" "${library[@]}" --name net -o "$work/made/net.so" >"$work/text" || return 1
    "$cc" -O1 -include "$work/made/net.h" -I "$root/bench" bench/aot.c "$work/made/net.so" -Wl,-rpath,"$work/made" \
        -lm -o "$work/made/run"
}

by_process() {
    TENON_CACHE=$work/cache "$tenon" bench "$file" --backend llvm "${deterministic[@]}" --threads 1 --inputs "$work/in" "${dims[@]}" \
        --iterations "$iterations" --seconds 5 --warmup 1 --json >"$work/json" || return 1
    field min_ms "$work/json"
}

by_library() {
    "$work/made/run" "$iterations" 5 "$work/in" "${outputs[@]}" >"$work/own" || return 1
    field min_ms "$work/own"
}

mkdir "$work/cache"
echo '| model | in the process ms | library ms | ratio | from | to | off |'
echo '| --- | --- | --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    ready "$file" "$inputs" || { echo "$name: left out" >&2; continue; }
    : >"$work/rounds"
    for ((round = 0; round < rounds; round++)); do
        if [ $((round % 2)) = 0 ]; then
            a=$(by_process) && b=$(by_library) || continue 2
        else
            b=$(by_library) && a=$(by_process) || continue 2
        fi
        echo "$a $b" >>"$work/rounds"
    done
    awk -v n="$name" -v off="$(field off "$work/own")" -v out="$work/ratios" '
        function sorted(x,    i, j, v) { for (i = 2; i <= NR; i++) for (j = i; j > 1 && x[j - 1] > x[j]; j--) { v = x[j]; x[j] = x[j - 1]; x[j - 1] = v } }
        { r[NR] = $2 / $1; a[NR] = $1; b[NR] = $2 }
        END { sorted(r); sorted(a); sorted(b); k = int((NR + 1) / 2)
            printf "| %s | %.4f | %.4f | %.3f | %.3f | %.3f | %s |\n", n, a[1], b[1], r[k], r[1], r[NR], off
            print r[k] >>out }' "$work/rounds"
done < <(bench/models.sh "$build" "$@")
[ ! -f "$work/ratios" ] || awk '{ sum += log($1); over += $1 > 1.05 }
    END { printf "\n%d models: geometric mean %.3f, %d above 1.05\n", NR, exp(sum / NR), over }' "$work/ratios"
