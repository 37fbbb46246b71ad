#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Networks as JAX prints them (networks/*.mlir) against the same ones from ONNX (networks/*.py, which become models): the
# values, the gradients of a loss, a step of training; and all that written as StableHLO, and read again.
#   networks.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$(dirname "$0")/networks" || exit 1
passed=0 failed=0
# same WHAT ARGUMENTS: tenon verify says that both give the same.
same() {
    local what=$1
    shift
    if timeout 120 "$tenon" verify "$@" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"; then
        passed=$((passed + 1))
    else
        echo "FAILED $what"
        head -n 5 "$tmp/said"
        failed=$((failed + 1))
    fi
}
# made PASSES IN OUT
made() { "$tenon" opt "$2" --passes "$1" -o "$3" || failed=$((failed + 1)); }

for n in cnn decoder; do
    axis=1
    [ $n = decoder ] && axis=2
    loss="loss=cross_entropy, axis=$axis"
    onnx=$tmp/$n.onnx
    "$tenon" convert $n.py -o "$onnx" || failed=$((failed + 1))
    same "$n: values" $n.mlir "$onnx"
    "$tenon" convert $n.mlir -o "$tmp/$n.back.onnx" && same "$n: written as ONNX" "$tmp/$n.back.onnx" "$onnx"

    gradient="AppendLoss($loss), Gradient(function=main_loss)"
    made "$gradient" $n.mlir "$tmp/grad.mlir"
    made "$gradient" $n.mlir "$tmp/grad.py"
    made "$gradient" "$onnx" "$tmp/onnx_grad.py"
    same "$n: gradients" --function main_loss_adjoint "$tmp/grad.py" "$tmp/onnx_grad.py"
    same "$n: gradients, written" --function main_loss_adjoint "$tmp/grad.mlir" "$tmp/onnx_grad.py"

    step="TrainStep($loss, optimizer=sgd, momentum=0.9, nesterov=true, weight_decay=0.01, num_input=1)"
    made "$step" $n.mlir "$tmp/step.mlir"
    made "$step" $n.mlir "$tmp/step.py"
    made "$step" "$onnx" "$tmp/onnx_step.py"
    made "$step" "$onnx" "$tmp/onnx_step.mlir"
    same "$n: a step" --function main_train_step "$tmp/step.py" "$tmp/onnx_step.py"
    # Tuples are several parameters there.
    same "$n: a step, written" --function main_train_step "$tmp/step.mlir" "$tmp/onnx_step.mlir"
    "$tenon" convert --generic "$tmp/step.mlir" -o "$tmp/generic.mlir" || failed=$((failed + 1))
    same "$n: a step, written in the generic form" --function main_train_step "$tmp/generic.mlir" "$tmp/onnx_step.mlir"
done
# The decoder has no kinks.
made "AppendLoss(loss=cross_entropy, axis=2)" decoder.mlir "$tmp/loss.mlir"
same "decoder: differences" --gradcheck --function main_loss "$tmp/loss.mlir"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
