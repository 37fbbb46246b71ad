#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two builds of Tenon against each other on the models of bench/table.sh: in each round a process of the one, then one of
# the other, the order turned round each time.
#
#   bench/pair.sh OLD_BUILD NEW_BUILD [--threads '1 2'] [--rounds N] [--iterations N] [MODEL...]
#
# Prints in Markdown for each model the least times, the median of the rounds' ratios (the new build's time by the old
# one's: below 1 the new one is faster) with the least and the greatest ratio, and the same of the time to compile; at the
# end the geometric means.
set -eu
case "${1-}" in '' | -*) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 1 ;; esac
old=$(realpath "$1") new=$(realpath "$2")
shift 2
threads='1 2' rounds=5 iterations=50
while [ $# -gt 0 ]; do
    case "$1" in
    --threads) threads=$2 ;;
    --rounds) rounds=$2 ;;
    --iterations) iterations=$2 ;;
    *) break ;;
    esac
    shift 2
done
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# field NAME FILE: a number of a line of JSON
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$2"; }

# measured BUILD FILE THREADS: "MIN_MS COMPILE_MS", without what an earlier process compiled
measured() {
    TENON_CACHE= "$1/tenon" bench "$2" --backend llvm --threads "$3" --iterations "$iterations" --seconds 5 \
        --warmup 1 "${dims[@]}" --json >"$work/json" 2>"$work/err" || { cat "$work/err" >&2; return 1; }
    echo "$(field min_ms "$work/json") $(field compile_ms "$work/json")"
}

echo '| model | threads | old ms | new ms | new / old | from | to | compile: old ms | new ms | new / old |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    dims=()
    case $inputs in
    -) ;;
    in=*)
        rm -rf "$work/in" && mkdir "$work/in"
        tar xzf "tests/onnx/real/${inputs#in=}.tar.gz" -C "$work/in"
        dims=(--inputs "$work/in")
        ;;
    *) for d in ${inputs//,/ }; do dims+=(--dim "$d"); done ;;
    esac
    for t in $threads; do
        : >"$work/rounds"
        for ((round = 0; round < rounds; round++)); do
            if [ $((round % 2)) = 0 ]; then
                a=$(measured "$old" "$file" "$t") && b=$(measured "$new" "$file" "$t") || continue 2
            else
                b=$(measured "$new" "$file" "$t") && a=$(measured "$old" "$file" "$t") || continue 2
            fi
            echo "$a $b" >>"$work/rounds"
        done
        awk -v n="$name" -v t="$t" -v out="$work/ratios" '
            function sorted(x,    i, j, v) { for (i = 2; i <= NR; i++) for (j = i; j > 1 && x[j - 1] > x[j]; j--) { v = x[j]; x[j] = x[j - 1]; x[j - 1] = v } }
            { r[NR] = $3 / $1; c[NR] = $4 / $2; old[NR] = $1; new[NR] = $3; o[NR] = $2; w[NR] = $4 }
            END { sorted(r); sorted(c); sorted(old); sorted(new); sorted(o); sorted(w); k = int((NR + 1) / 2)
                printf "| %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.0f | %.0f | %.3f |\n", n, t, old[1], new[1], r[k], r[1], r[NR], o[1], w[1], c[k]
                print t, r[k], c[k] >>out }' "$work/rounds"
    done
done < <(bench/models.sh "$new" "$@")
[ ! -f "$work/ratios" ] || awk '{ n[$1]++; run[$1] += log($2); compile[$1] += log($3) }
    END { for (t in n) printf "\n%s thread(s), %d models: new / old %.3f, of the time to compile %.3f\n", t, n[t], exp(run[t] / n[t]), exp(compile[t] / n[t]) }' "$work/ratios"
