#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kernels and bytes of code of large models, and that a second time all code comes from the cache.
#
#   native-cost.sh BUILD_FOLDER
build=$(cd "$1" && pwd) passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build"/examples/resnet18 "$work"/resnet18.onnx || failed=1
"$build"/examples/sd_unet >"$work"/sd_unet.py || failed=1
# model, distinct kernels, bytes of objects, bytes of constants that are made: at most (those of a convolution by Winograd are 1.8 or 4 times its weights)
while read -r model kernels bytes copied; do
    "$build"/tests/tenon-test native_cost "$work/$model" "$kernels" "$bytes" "$copied" >"$work"/out
    cat "$work"/out
    set -- $(tail -n 1 "$work"/out)
    if [ "${2:-}" = "passed," ]; then
        passed=$((passed + $1)) failed=$((failed + $3))
    else
        failed=$((failed + 1))
    fi
done <<MODELS
resnet18.onnx 30 55000 24900000
sd_unet.py 180 1000000 0
MODELS
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
