#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# NAME.c of `tenon compile --target host`, compiled by $CC (cc), against code in the process by LLVM without a library, on the models of
# bench/table.sh: in each round a process of the one, then one of the other, the order turned round each time. One thread.
#
#   bench/c.sh [--build FOLDER] [--rounds N] [--iterations N] [--flags FLAGS] [MODEL...]
#
# Prints in Markdown for each model the least times, the ratio of these, the median of the rounds' ratios with the least and
# the greatest (C's time by LLVM's), and how far C's outputs are from what `run` computes, by the largest element.
set -eu
build=build rounds=5 iterations=50 flags='-O2 -march=native'
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --rounds) rounds=$2 ;;
    --iterations) iterations=$2 ;;
    --flags) flags=$2 ;;
    -*)
        sed -n '3,9s/^# \{0,1\}//p' "$0"
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

# ready FILE DIMS: inputs and outputs as files, and the program; in `dims` the options of symbolic dims
ready() {
    rm -rf "$work/in" "$work/out" "$work/made" && mkdir -p "$work/in" "$work/out" "$work/made"
    dims=() outputs=()
    case $2 in
    in=*) return 1 ;;
    *) for d in ${2//,/ }; do [ "$d" = - ] || dims+=(--dim "$d"); done ;;
    esac
    "$tenon" run "$1" --draw --save "$work/in" "${dims[@]}" >"$work/text" 2>&1 || return 1
    "$tenon" run "$1" --inputs "$work/in" --save "$work/out" "${dims[@]}" >"$work/text" || return 1
    for ((n = 0; ; n++)); do
        [ -f "$work/out/out_$n.npy" ] || break
        outputs+=("$work/out/out_$n.npy")
    done
    (cd "$work/made" && "$tenon" compile "$root/$1" "${dims[@]}" --target host --name net --weights file -o net.c >"$work/text") || return 1
    # shellcheck disable=SC2086
    ${CC:-cc} $flags -c "$work/made/net.c" -o "$work/made/net.o" || return 1
    ${CC:-cc} -O1 -DNET_WITH_FILES -DWEIGHTS='"net.weights"' -include "$work/made/net.h" -I "$root/bench" bench/aot.c "$work/made/net.o" -lm -o "$work/made/run"
}

by_process() {
    TENON_CACHE=$work/cache "$tenon" bench "$file" --backend llvm --deterministic --threads 1 --inputs "$work/in" "${dims[@]}" \
        --iterations "$iterations" --seconds 5 --warmup 1 --json >"$work/json" || return 1
    field min_ms "$work/json"
}

by_c() {
    (cd "$work/made" && ./run "$iterations" 5 "$work/in" "${outputs[@]}") >"$work/own" || return 1
    field min_ms "$work/own"
}

mkdir "$work/cache"
echo '| model | LLVM ms | C ms | C / LLVM | median | from | to | off |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    ready "$file" "$inputs" || { echo "$name: left out" >&2; continue; }
    : >"$work/rounds"
    for ((round = 0; round < rounds; round++)); do
        if [ $((round % 2)) = 0 ]; then
            a=$(by_process) && b=$(by_c) || continue 2
        else
            b=$(by_c) && a=$(by_process) || continue 2
        fi
        echo "$a $b" >>"$work/rounds"
    done
    awk -v n="$name" -v off="$(field off "$work/own")" '
        function sorted(x,    i, j, v) { for (i = 2; i <= NR; i++) for (j = i; j > 1 && x[j - 1] > x[j]; j--) { v = x[j]; x[j] = x[j - 1]; x[j - 1] = v } }
        { r[NR] = $2 / $1; a[NR] = $1; b[NR] = $2 }
        END { sorted(r); sorted(a); sorted(b); k = int((NR + 1) / 2)
            printf "| %s | %.4f | %.4f | %.3f | %.3f | %.3f | %.3f | %s |\n", n, a[1], b[1], b[1] / a[1], r[k], r[1], r[NR], off }' "$work/rounds"
done < <(bench/models.sh "$build" "$@")
