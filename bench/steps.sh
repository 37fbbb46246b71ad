#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Steps of training by `tenon bench`: the least and the median time, the rate against the ceiling of arithmetic that it
# states, the memory that is planned, and the time to compile without what an earlier process compiled.
#
#   bench/steps.sh [--build FOLDER] [--threads '1 2'] [--iterations N] [--profile] [NAME...]
#
# NAME: mlp (64-128-10), cnn (1-16-32 on 28 x 28) and digits (examples/train), each with batch 64 and AdamW. With --profile
# the time of each kernel against its ceiling follows each row.
set -eu
cd "$(dirname "$0")/.."
build=build threads='1 2' iterations=100 profile=
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 && shift ;;
    --threads) threads=$2 && shift ;;
    --iterations) iterations=$2 && shift ;;
    --profile) profile=1 ;;
    -*) sed -n '3,9s/^# \{0,1\}//p' "$0" && exit 1 ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- mlp cnn digits
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/mlp.py" <<'END'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w1: R.Tensor((64, 128), "float32"), b1: R.Tensor((128,), "float32"), w2: R.Tensor((128, 10), "float32"), b2: R.Tensor((10,), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        h = R.nn.relu(R.add(R.matmul(x, w1), b1))
        logits = R.add(R.matmul(h, w2), b2)
        R.output(logits)
    return logits
END
cat >"$work/cnn.py" <<'END'
@R.function
def main(x: R.Tensor(("n", 1, 28, 28), "float32"), w1: R.Tensor((16, 1, 3, 3), "float32"), b1: R.Tensor((16, 1, 1), "float32"), w2: R.Tensor((32, 16, 3, 3), "float32"), b2: R.Tensor((32, 1, 1), "float32"), w3: R.Tensor((1568, 10), "float32"), b3: R.Tensor((10,), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        c1 = R.nn.relu(R.add(R.nn.conv2d(x, w1, padding=1), b1))
        p1 = R.nn.max_pool2d(c1, pool_size=2, strides=2)
        c2 = R.nn.relu(R.add(R.nn.conv2d(p1, w2, padding=1), b2))
        p2 = R.nn.max_pool2d(c2, pool_size=2, strides=2)
        logits = R.add(R.matmul(R.reshape(p2, (-1, 1568)), w3), b3)
        R.output(logits)
    return logits
END
cp examples/train/digits.py "$work/digits.py"

# field NAME: a number of the line of JSON
field() { sed -n "s/.*\"$1\": \{0,1\}\([-+.0-9e]*\).*/\1/p" "$work/json"; }

echo '| step | threads | least ms | median ms | GFLOP/s | of the ceiling | planned bytes | compile ms |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
for name in "$@"; do
    [ -f "$work/$name.py" ] || { echo "$0: there is no step '$name'" >&2; exit 1; }
    "$build/tenon" opt "$work/$name.py" --passes 'TrainStep(loss=cross_entropy, optimizer=adamw, num_input=1)' \
        -o "$work/step.py"
    step=$(sed -n 's/^ *def \([a-z_]*step\)(.*/\1/p' "$work/step.py" | head -1)
    for t in $threads; do
        args=("$work/step.py" --function "$step" --dim n=64 --threads "$t" --iterations "$iterations" --warmup 3)
        TENON_CACHE= "$build/tenon" bench "${args[@]}" --json >"$work/json"
        awk -v n="$name" -v t="$t" -v least="$(field min_ms)" -v median="$(field median_ms)" -v rate="$(field gflops)" \
            -v top="$(field machine_gflops)" -v bytes="$(field peak_bytes)" -v compile="$(field compile_ms)" 'BEGIN {
            printf "| %s | %s | %.3f | %.3f | %.1f | %.1f %% | %d | %.0f |\n", n, t, least, median, rate, 100 * rate / top, bytes, compile }'
        [ -z "$profile" ] || TENON_CACHE= "$build/tenon" bench "${args[@]}" --profile | sed 's/^/    /'
    done
done
