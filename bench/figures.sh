#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Figures beside the table of models, in Markdown:
#
#   bench/figures.sh triad|sgemm|compile|kvgrow|combine [--build FOLDER] [--backend B] [--threads '1 2'] [--iterations N]
#
#   triad    elementwise chains, reductions and permutations on 64 MB: GB/s of inputs and outputs against the machine's triad
#   sgemm    matmuls of 1024 x 1024 x 1024 and of a vector: GFLOP/s against the machine's multiply-adds
#   compile  milliseconds of compiling with an empty cache and with a full one, and the memory of the process
#   kvgrow   a decoder's step with 1 to 128 tokens in its cache, each once, compiled once: against ONNX Runtime
#   combine  of Stable Diffusion's UNet a transformer block, 22 projections of the time embedding, 32 keys and values of the text:
#            matmuls apart, side by side in each run, and lifted
set -eu
what=${1-}
[ $# = 0 ] || shift
build=build backend=llvm threads='1 2' iterations=20
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --backend) backend=$2 ;;
    --threads) threads=$2 ;;
    --iterations) iterations=$2 ;;
    *) what='' ;;
    esac
    shift $(($# > 1 ? 2 : 1))
done
cd "$(dirname "$0")/.."
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$2"; }

# bench MODEL THREADS [OPTION...]: one line of JSON in $work/json; false where it fails
bench() {
    local model=$1 t=$2
    shift 2
    "$tenon" bench "$model" --backend "$backend" --threads "$t" --iterations "$iterations" "$@" --json >"$work/json" 2>"$work/err" && return
    echo "| ${model##*/} | $t | fails: $(head -n 1 "$work/err") |"
    return 1
}

# module NAME PARAMETERS BODY: a function of one line
module() { printf '@R.function\ndef main(%s):\n    return %s\n' "$2" "$3" >"$work/$1.py"; }

# against NAME UNIT KEY MACHINE_KEY: a row for each number of threads
against() {
    for t in $threads; do
        bench "$work/$1.py" "$t" || continue
        awk -v n="$1" -v t="$t" -v ms="$(field min_ms "$work/json")" -v a="$(field "$2" "$work/json")" -v b="$(field "$3" "$work/json")" \
            'BEGIN { printf "| %s | %d | %.3f | %.1f | %.1f | %.0f %% |\n", n, t, ms, a, b, 100 * a / b }'
    done
}

f32() { echo "R.Tensor(($1,), dtype=\"float32\")"; }

case $what in
triad)
    echo '| 64 MB of float32 | threads | ms | GB/s | triad GB/s | share |'
    echo '| --- | --- | --- | --- | --- | --- |'
    module scale "x: $(f32 16777216)" 'R.add(R.multiply(x, R.const(2, "float32")), R.const(1, "float32"))'
    module chain "x: $(f32 16777216), y: $(f32 16777216)" 'R.nn.relu(R.add(R.multiply(R.subtract(x, y), x), y))'
    module sigmoid "x: $(f32 16777216)" 'R.sigmoid(x)'
    module gelu "x: $(f32 16777216)" 'R.nn.gelu(x)'
    module sum "x: $(f32 16777216)" 'R.sum(x)'
    module rows "x: $(f32 '4096, 4096')" 'R.sum(x, axis=[1])'
    module columns "x: $(f32 '4096, 4096')" 'R.sum(x, axis=[0])'
    module softmax "x: $(f32 '16384, 1024')" 'R.nn.softmax(x, axis=-1)'
    module layer_norm "x: $(f32 '16384, 1024'), g: $(f32 1024), b: $(f32 1024)" 'R.nn.layer_norm(x, g, b, axes=[-1])'
    module transpose "x: $(f32 '4096, 4096')" 'R.permute_dims(x)'
    module to_channels_last "x: $(f32 '16, 64, 128, 128')" 'R.permute_dims(x, axes=[0, 2, 3, 1])'
    module to_channels_first "x: $(f32 '16, 128, 128, 64')" 'R.permute_dims(x, axes=[0, 3, 1, 2])'
    module images_to_last "x: $(f32 '32, 3, 512, 320')" 'R.permute_dims(x, axes=[0, 2, 3, 1])'
    for m in scale chain sigmoid gelu sum rows columns softmax layer_norm transpose to_channels_last to_channels_first images_to_last; do
        against $m gbytes_per_s machine_gbytes_per_s
    done
    ;;
sgemm)
    echo '| float32 | threads | ms | GFLOP/s | ceiling | share |'
    echo '| --- | --- | --- | --- | --- | --- |'
    square=$(f32 '1024, 1024')
    module sgemm_1024 "a: $square, b: $square" 'R.matmul(a, b)'
    module sgemm_1024_transposed "a: $square, b: $square" 'R.matmul(a, R.permute_dims(b))'
    module sgemm_256_bias_relu "a: $(f32 '256, 256'), b: $(f32 '256, 256'), c: $(f32 256)" 'R.nn.relu(R.add(R.matmul(a, b), c))'
    module gemv_1024 "a: $(f32 '1, 1024'), b: $square" 'R.matmul(a, b)'
    for m in sgemm_1024 sgemm_1024_transposed sgemm_256_bias_relu gemv_1024; do against $m gflops machine_gflops; done
    ;;
compile)
    echo '| model | cache | ms | of these passes, code | resident MB |'
    echo '| --- | --- | --- | --- | --- |'
    iterations=1
    export TENON_CACHE=$work/cache
    bench/models.sh "$build" resnet18 bert_tiny ppocr_rec mobilenet_v2 | while read -r name file inputs; do
        dims=()
        for d in ${inputs//,/ }; do [ "$d" = - ] || dims+=(--dim "$d"); done
        for cache in empty full; do
            bench "$file" 1 --warmup 0 "${dims[@]}" || continue
            passes=$(awk -v a="$(field optimize "$work/json")" -v b="$(field passes "$work/json")" 'BEGIN { printf "%.0f", a + b }')
            code=$(field code "$work/json")
            [ -n "$code" ] || code=$(field 'code, cached' "$work/json")
            awk -v n="$name" -v c=$cache -v ms="$(field compile_ms "$work/json")" -v p="$passes" -v code="$code" -v r="$(field rss_bytes "$work/json")" \
                'BEGIN { printf "| %s | %s | %.0f | %s, %.0f | %.0f |\n", n, c, ms, p, code, r / 1e6 }'
        done
    done
    ;;
kvgrow)
    library=$(bench/get-ort.sh)
    model=$(bench/models.sh "$build" gpt_tiny_kvstep | cut -d' ' -f2)
    mkdir "$work/in"
    for ((p = 1; p <= 128; p++)); do "$tenon" run "$model" --draw --dim P=$p --save "$work/in/$p" >/dev/null; done
    echo '| 128 steps | threads | ONNX Runtime: median step, all ms | Tenon | ratio of medians |'
    echo '| --- | --- | --- | --- | --- |'
    for t in $threads; do
        "$build/bench/ort_peer" "$library" "$model" "$work/in" --threads "$t" --steps 128 >"$work/peer"
        bench "$model" "$t" --grow P=1..128 || continue
        awk -v t="$t" -v a="$(field median_ms "$work/peer")" -v b="$(field median_ms "$work/json")" -v all_a="$(field total_ms "$work/peer")" \
            -v all_b="$(field total_ms "$work/json")" \
            'BEGIN { printf "| gpt_tiny_kvstep | %d | %.4f, %.1f | %.4f, %.1f | %.2f |\n", t, a, all_a, b, all_b, b / a }'
    done
    ;;
combine)
    # Weights are parameters of each run, or lifted once; rounds in turn, of which the least counts.
    bench/block.sh 320 64 2 >"$work/block.py"
    bench/group.sh time 1 1 >"$work/time.py"
    bench/group.sh text 77 1 >"$work/text.py"
    beside=CombineParallelMatmul lift=LiftTransformParams
    echo '| matmuls of one input | threads | apart ms | side by side in each run | apart, lifted | side by side, lifted | -O2, lifted |'
    echo '| --- | --- | --- | --- | --- | --- | --- |'
    for m in block time text; do
        "$tenon" opt "$work/$m.py" --passes $beside -o "$work/$m.each.py"
        "$tenon" opt "$work/$m.py" --passes $lift -o "$work/$m.lift.py"
        "$tenon" opt "$work/$m.py" --passes $beside,$lift -o "$work/$m.both.py"
        "$tenon" opt "$work/$m.py" -O2 --passes $lift -o "$work/$m.o2.py"
        takes='side by side'
        cmp -s <(grep -c R.matmul "$work/$m.o2.py") <(grep -c R.matmul "$work/$m.lift.py") && takes=apart
        for t in $threads; do
            row=
            for way in '' .each .lift .both .o2; do
                for round in 1 2 3; do
                    bench "$work/$m$way.py" "$t" --function main --warmup 1 --seconds 3 && field min_ms "$work/json"
                done | sort -g | head -n 1 >"$work/least"
                row="$row $(awk '{ printf "%.2f", $1 }' "$work/least") |"
            done
            echo "| $m | $t |$row $takes |" | sed 's/ | \([^|]*\) |$/ (\1) |/'
        done
    done
    ;;
*)
    sed -n '3,12s/^# \{0,1\}//p' "$0"
    exit 1
    ;;
esac
