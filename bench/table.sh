#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tenon against ONNX Runtime: the same models on the same inputs, in turn; the least time of each side, and their ratio.
#
#   bench/table.sh [--build FOLDER] [--backend B] [--threads '1 2'] [--rounds N] [--iterations N] [MODEL...]
#
# A round is a process of each side, one after the other, with so many timed runs (at most 5 seconds of
# them); minima are over all rounds. Outputs are
# compared: a difference above 1e-4 of the greatest output and 1e-3 of the element is shown, with what the reference
# evaluator, held to the same, says of Tenon's (ONNX Runtime's sigmoid is 0 below 2**-26). Prints a table in Markdown with the
# geometric mean of the ratios (Tenon's time by ONNX Runtime's: below 1 Tenon is faster). Models: bench/models.sh.
set -eu
build=build backend=llvm threads='1 2' rounds=3 iterations=50
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --backend) backend=$2 ;;
    --threads) threads=$2 ;;
    --rounds) rounds=$2 ;;
    --iterations) iterations=$2 ;;
    -*)
        sed -n '3,11s/^# \{0,1\}//p' "$0"
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
trap 'rm -rf "$work"' EXIT
# These halve the peer's matrix library where they are set.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE || true

# field NAME FILE: a number of a line of JSON
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$2"; }

# least A B, where A may be empty
least() { awk -v a="$1" -v b="$2" 'BEGIN { print (a == "" || b + 0 < a + 0 ? b : a) }'; }

# ready NAME FILE INPUTS: the inputs, and in `dims` the options that give symbolic dims their values
ready() {
    rm -rf "$work/in" "$work/out"
    mkdir -p "$work/in"
    dims=()
    case $3 in
    in=*) tar xzf "tests/onnx/real/${3#in=}.tar.gz" -C "$work/in" ;;
    *)
        for d in ${3//,/ }; do [ "$d" = - ] || dims+=(--dim "$d"); done
        "$tenon" run "$2" --draw --save "$work/in" "${dims[@]}" >/dev/null
        ;;
    esac
}

# greatest FILE: of the outputs that `tenon run` prints, by magnitude
greatest() {
    awk '/^out_/ { for (i = 1; i < NF; i++) if ($i == "min" || $i == "max") { x = $(i + 1) + 0; x = x < 0 ? -x : x; g = x > g ? x : g } }
        END { print (g > 0 ? 1e-4 * g : 1e-9) }' "$1"
}

# judged FILE THREADS N: whether Tenon's outputs are the evaluator's, in words
judged() {
    local against=() i
    if ! timeout 60 "$tenon" run "$1" --backend eval --inputs "$work/in" "${dims[@]}" --save "$work/ref" >"$work/text" 2>/dev/null; then
        echo 'not compared with the evaluator'
        return
    fi
    for ((i = 0; i < $3; i++)); do against+=(--expect "out_$i=@$work/ref/out_$i.npy"); done
    "$tenon" run "$1" --backend "$backend" --threads "$2" --inputs "$work/in" "${dims[@]}" "${against[@]}" --rtol 1e-3 \
        --atol "$(greatest "$work/text")" >/dev/null 2>&1 && echo 'as the evaluator' || echo 'the evaluator differs too'
}

echo "| model | threads | ONNX Runtime ms | Tenon ($backend) ms | ratio | compile ms | outputs |"
echo '| --- | --- | --- | --- | --- | --- | --- |'
while read -r name file inputs; do
    ready "$name" "$file" "$inputs"
    for t in $threads; do
        ort='' ours='' compile='' same=same
        for ((round = 0; round < rounds; round++)); do
            "$peer" "$library" "$file" "$work/in" --threads "$t" --iterations "$iterations" --seconds 5 --save "$work/out" >"$work/peer" || continue 2
            ort=$(least "$ort" "$(field min_ms "$work/peer")")
            expect=()
            if [ $round = 0 ]; then
                for ((i = 0; i < $(field outputs "$work/peer"); i++)); do expect+=(--expect "out_$i=@$work/out/out_$i.npy"); done
                expect+=(--rtol 1e-3 --atol "$(awk -v g="$(field greatest_output "$work/peer")" 'BEGIN { print (g > 0 ? 1e-4 * g : 1e-9) }')")
            fi
            status=0
            "$tenon" bench "$file" --backend "$backend" --threads "$t" --iterations "$iterations" --seconds 5 --warmup 1 --inputs "$work/in" "${dims[@]}" \
                "${expect[@]}" --json >"$work/tenon" 2>"$work/err" || status=$?
            [ $status = 0 ] || [ $status = 3 ] || { ours='' same="fails: $(head -n 1 "$work/err")"; break; }
            [ $status = 0 ] || same="$(sed -n 's/.*largest difference \([^ ]*\).*/differ by \1/p' "$work/err" | head -n 1)"
            [ $status = 0 ] || same+="; $(judged "$file" "$t" "$(field outputs "$work/peer")")"
            ours=$(least "$ours" "$(field min_ms "$work/tenon")")
            compile=$(field compile_ms "$work/tenon")
        done
        awk -v n="$name" -v t="$t" -v a="$ort" -v b="$ours" -v c="$compile" -v s="$same" 'BEGIN {
            printf "| %s | %s | %.3f | %s | %s | %s | %s |\n", n, t, a, b == "" ? "" : sprintf("%.3f", b),
                b == "" ? "" : sprintf("%.2f", b / a), c == "" ? "" : sprintf("%.0f", c), s }'
        [ -z "$ours" ] || echo "$t $ort $ours" >>"$work/ratios"
    done
done < <(bench/models.sh "$build" "$@")
[ ! -f "$work/ratios" ] || awk '{ n[$1]++; log_sum[$1] += log($3 / $2) }
    END { for (t in n) printf "\ngeometric mean of the ratio with %s thread(s), %d models: %.2f\n", t, n[t], exp(log_sum[t] / n[t]) }' "$work/ratios"
