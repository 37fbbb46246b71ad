#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# How long things take, in milliseconds, each the least of some runs. Peers (TVM, ONNX Runtime) are not measured yet.
#
#   bench/run.sh [--runs N] [--json FILE] [--build FOLDER]
#
# Builds a release in FOLDER (build-bench), and measures
#   read, write        text to module with types, module to text
#   combine, legalize  CombineParallelMatmul and ReorderPermuteDimsAfterConcat; LegalizeOps
#   run                a whole `tenon run` by the evaluator
#   read, check        an ONNX file of 47 MB to module with types; a whole `tenon check` of it
# on the UNet of Stable Diffusion, a small one of the same form, 2,000 blocks of q, k and v, and ResNet-18's form. And,
# where there is /usr/bin/time: KiB of memory that the `check` had in use beyond the file.
set -eu
runs=5 json='' build=build-bench
while [ $# -gt 0 ]; do
    case "$1" in
    --runs) runs=$2 ;;
    --json) json=$2 ;;
    --build) build=$2 ;;
    *)
        sed -n '3,13s/^# \{0,1\}//p' "$0"
        exit 1
        ;;
    esac
    shift 2
done
if [ -x /usr/bin/time ]; then
    resident=$({ /usr/bin/time -f %M "$tenon" check resnet.onnx >/dev/null; } 2>&1)
    echo "KiB in use beyond resnet.onnx: $((resident - $(stat -c %s resnet.onnx) / 1024))"
fi
[ -z "$json" ] || json=$(realpath "$json")
cd "$(dirname "$0")/.."
cmake -S . -G Ninja -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target tenon sd_unet resnet18 >"$build/bench.log" || { cat "$build/bench.log"; exit 1; }
tenon=$(realpath "$build/tenon") unet=$(realpath "$build/examples/sd_unet") here=$PWD/bench
resnet=$(realpath "$build/examples/resnet18")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$unet" >unet.py
"$unet" --width 0.1 --latent 8 >small.py
sh "$here/qkv.sh" 2000 >qkv.py
"$resnet" resnet.onnx

# "what model milliseconds", once a run.
for ((i = 0; i < runs; i++)); do
    for model in unet qkv; do
        "$tenon" opt $model.py --passes CombineParallelMatmul,ReorderPermuteDimsAfterConcat --time-passes -o out.py 2>times
        awk -v m=$model '$3 == "read," { print "read", m, $1 }
            $3 == "write" { print "write", m, $1 }
            $3 ~ /Combine|Reorder/ { sum += $1 }
            END { print "combine", m, sum }' times >>all
        "$tenon" opt $model.py --passes LegalizeOps --time-passes -o out.py 2>times
        awk -v m=$model '$3 == "LegalizeOps" { print "legalize", m, $1 }' times >>all
    done
    "$tenon" opt -O0 resnet.onnx --time-passes -o out.py 2>times
    awk '$3 == "read," { print "read", "resnet", $1 }' times >>all
    for command in 'run small.py' 'check resnet.onnx'; do
        start=$(date +%s%N)
        "$tenon" $command >/dev/null
        echo "${command%.*} $((($(date +%s%N) - start) / 1000))" | awk '{ print $1, $2, $3 / 1000 }' >>all
    done
done

least() {
    sort all | awk '{
        key = $1 " " $2
        if (!(key in best)) order[++n] = key
        if (!(key in best) || $3 + 0 < best[key]) best[key] = $3 + 0
    }
    END { for (i = 1; i <= n; i++) print order[i], best[order[i]] }'
}
echo "milliseconds, the least of $runs runs"
least | awk '{ printf "  %-10s %-6s %12.3f\n", $1, $2, $3 }'
[ -z "$json" ] || least | awk '
    { printf "%s\n  {\"what\": \"%s\", \"model\": \"%s\", \"ms\": %.4f}", (NR > 1 ? "," : "["), $1, $2, $3 }
    END { print "\n]" }' >"$json"
