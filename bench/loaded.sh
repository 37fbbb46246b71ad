#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tenon and ONNX Runtime beside busy loops, on the models of bench/table.sh: in each round a process of each, in turn.
#
#   bench/loaded.sh [--build FOLDER] [--loops N] [--threads N] [--rounds N] [--iterations N] [MODEL...]
#
# By default 3 loops, 2 threads. Prints in Markdown the medians over the rounds of ONNX Runtime's p50, of Tenon's p50 and
# p90, and the last by the first, which is to be 2 at most.
set -eu
build=build loops=3 threads=2 rounds=3 iterations=100
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --loops) loops=$2 ;;
    --threads) threads=$2 ;;
    --rounds) rounds=$2 ;;
    --iterations) iterations=$2 ;;
    -*)
        sed -n '3,8s/^# \{0,1\}//p' "$0"
        exit 1
        ;;
    *) break ;;
    esac
    shift 2
done
cd "$(dirname "$0")/.."
tenon=$build/tenon peer=$build/bench/ort_peer
library=$(bench/get-ort.sh)
work=$(mktemp -d)
busy=()
trap '[ ${#busy[@]} = 0 ] || kill "${busy[@]}" 2>/dev/null; rm -rf "$work"' EXIT
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE || true
# The code is made before the loops begin, and comes from here.
export TENON_CACHE=$work/cache
mkdir "$TENON_CACHE"

# field NAME FILE: a number of a line of JSON
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$2"; }

loops_begin() {
    local i
    for ((i = 0; i < loops; i++)); do
        (while :; do :; done) &
        busy+=($!)
    done
}
loops_end() {
    kill "${busy[@]}"
    wait "${busy[@]}" 2>/dev/null || true
    busy=()
}

by_peer() {
    "$peer" "$library" "$file" "$work/in" --threads "$threads" --iterations "$iterations" >"$work/peer" || return 1
    ort=$(field median_ms "$work/peer")
}

by_tenon() {
    "$tenon" bench "$file" --backend llvm --threads "$threads" --iterations "$iterations" --seconds 20 --warmup 1 \
        --inputs "$work/in" "${dims[@]}" --json >"$work/tenon" 2>"$work/err" || { cat "$work/err" >&2; return 1; }
    own=$(field p50_ms "$work/tenon") slow=$(field p90_ms "$work/tenon")
}

echo '| model | ONNX Runtime p50 ms | Tenon p50 ms | Tenon p90 ms | p90 / p50 of ONNX Runtime |'
echo '| --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    rm -rf "$work/in" && mkdir "$work/in"
    dims=()
    case $inputs in
    in=*) tar xzf "tests/onnx/real/${inputs#in=}.tar.gz" -C "$work/in" ;;
    *)
        for d in ${inputs//,/ }; do [ "$d" = - ] || dims+=(--dim "$d"); done
        "$tenon" run "$file" --draw --save "$work/in" "${dims[@]}" >/dev/null 2>&1
        ;;
    esac
    "$tenon" bench "$file" --backend llvm --threads "$threads" --iterations 1 --inputs "$work/in" "${dims[@]}" --json >/dev/null 2>&1 || true
    : >"$work/rounds"
    loops_begin
    for ((round = 0; round < rounds; round++)); do
        if [ $((round % 2)) = 0 ]; then
            by_peer && by_tenon || break
        else
            by_tenon && by_peer || break
        fi
        echo "$ort $own $slow" >>"$work/rounds"
    done
    loops_end
    [ -s "$work/rounds" ] || { echo "$name: left out" >&2; continue; }
    awk -v n="$name" -v out="$work/ratios" '
        function sorted(x,    i, j, v) { for (i = 2; i <= NR; i++) for (j = i; j > 1 && x[j - 1] > x[j]; j--) { v = x[j]; x[j] = x[j - 1]; x[j - 1] = v } }
        { a[NR] = $1; b[NR] = $2; c[NR] = $3 }
        END { sorted(a); sorted(b); sorted(c); k = int((NR + 1) / 2)
            printf "| %s | %.3f | %.3f | %.3f | %.2f |\n", n, a[k], b[k], c[k], c[k] / a[k]
            print c[k] / a[k] >>out }' "$work/rounds"
done < <(bench/models.sh "$build" "$@")
[ ! -f "$work/ratios" ] || awk '{ over += $1 > 2 } END { printf "\n%d models, %d above 2\n", NR, over }' "$work/ratios"
