#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# AssignLayout on whole models: every convolution is channels-last, the reorders that are left are counted, and the model computes
# the same.
#
#   layout.sh BUILD_FOLDER [MODELS_FOLDER]      models of tools/get-models.sh, where they are
set -u
build=$(cd "$1" && pwd)
real=$(cd "$(dirname "$0")/../onnx/real" && pwd)
models=$(realpath -m "${2:-$build/models}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
# is NAME HAVE WANTED
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $2, not $3"
    fi
}

passes=AssignLayout,FoldConstant,CanonicalizeBindings,DeadCodeElimination
# counts MODEL CONVOLUTIONS CHANNELS_LAST PERMUTES REORDERS: what opt -O2 leaves, in the new layout; permutes of weights do not count
counts() {
    local name
    name=$(basename "${1%.*}")
    "$build"/tenon opt "$1" -O2 -o "$name.plain.py" || is "$name is read" no yes
    "$build"/tenon opt "$name.plain.py" --passes $passes --verify-each -o "$name.last.py"
    local last='data_layout="N[DHW]*C", kernel_layout="[DHW]*IO"'
    is "$name: convolutions" "$(grep -c 'R.nn.conv' "$name.last.py")" "$2"
    is "$name: channels-last" "$(grep 'R.nn.conv' "$name.last.py" | grep -c "$last")" "$3"
    is "$name: permutes" "$(grep 'R.permute_dims' "$name.last.py" | grep -cv 'axes=\[2, 3, 1, 0\]\|axes=\[1, 0\]')" "$4"
    is "$name: reorders" "$(sed -n 's/.*"layout_reorders": \([0-9]*\).*/\1/p' "$name.last.py" | head -n 1)" "$5"
}
# same NAME DIMS...
same() {
    local name=$1 out
    shift
    out=$("$build"/tenon verify "$name.plain.py" "$name.last.py" --quiet --as native --rtol 1e-3 --atol 1e-4 "${@/#/--dim=}" 2>&1)
    case $out in same:*) is "$name computes" the-same the-same ;; *) is "$name computes" "$out" the-same ;; esac
}

"$build"/examples/resnet18 resnet18.onnx
"$build"/examples/sd_unet --width 0.1 --latent 8 >sd_unet.py
counts resnet18.onnx 20 20 1 1
counts sd_unet.py 98 98 2 2
counts "$real"/blazeface_128.onnx 37 37 0 0
counts "$real"/ppocr_cls.onnx 53 53 1 1
counts "$real"/unet_tiny.onnx 3 3 3 3
counts "$real"/gpt_tiny.onnx 0 0 16 ""
same blazeface_128
same unet_tiny H=8 W=9
if [ -d "$models" ]; then
    counts "$models"/blazeface_256.onnx 69 69 0 0
    counts "$models"/ppocr_det.onnx 64 64 1 1
    counts "$models"/ppocr_rec.onnx 38 38 7 1
    counts "$models"/silero_vad_v5.onnx 12 12 0 0
    same ppocr_det p2o_DynamicDimension_0=1 p2o_DynamicDimension_1=32 p2o_DynamicDimension_2=32
fi
# Winograd's tiles stand between functions: up to sixteen times what the last cache holds
for at in '512 2' '1024 0'; do
    cat >image.py <<PY
@R.function
def main(x: R.Tensor((1, ${at% *}, ${at% *}, 64), "float32"), w: R.Tensor((3, 3, 64, 64), "float32")):
    return R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="HWIO")
PY
    is "tiles of an image of ${at% *} x ${at% *}" "$("$build"/tenon opt -O0 image.py --passes ConvToWinograd | grep -c winograd_data)" "${at#* }"
done
# IS-Net, quantized: one image is put in another order, none behind it
"$build"/bench/networks isnet_quantized isnet.onnx && "$build"/tenon opt isnet.onnx -O1 --passes AssignLayout -o isnet.py
is 'reorders of IS-Net' "$(grep -c '"uint8") = R.permute_dims' isnet.py) of bytes, $(grep -c '"float32") = R.permute_dims' isnet.py) of floats" '1 of bytes, 0 of floats'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
