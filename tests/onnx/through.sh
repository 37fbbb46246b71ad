#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Through text and back: `convert M.onnx --weights DIR -o t.py`, and that with DIR to ONNX, is the same message, tensors bit
# for bit, of every model that has a text: ONNX 1.22's node tests, the real models, those of this folder.
#
#   through.sh BUILD_FOLDER
#
# EVERY=1: of all of ONNX's tests, else of every 16th.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tenon=$(realpath "$1/tenon") compare=$(realpath "$1/tests/tenon-test")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 count=0

# check NAME COMMAND...: it succeeds
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

# there MODEL: to text
there() {
    rm -rf "$work/values"
    "$tenon" convert "$1" --weights "$work/values" -o "$work/t.py" >"$work/log" 2>&1
}
# back MODEL [OPTION...]: to ONNX; it is the same
back() {
    local model=$1
    shift
    "$tenon" convert "$work/t.py" --weights "$work/values" -o "$work/t.onnx" "$@" >"$work/log" 2>&1 || echo failed
    [ "$("$compare" keep same <<<"$model $work/t.onnx")" = "same $model" ]
}

EVERY=${EVERY:-16}
tar -xJf "$here/suite/onnx-1.22-node.tar.xz" -C "$work" || exit 1
texts=0 models=0
for model in "$work"/node/*/model.onnx "$here"/real/*.onnx "$here"/*.onnx "$here"/keep/*.onnx "$here"/ml/*/model.onnx \
    "$here"/../../build/models/*.onnx; do
    [ -f "$model" ] || continue
    case $model in
    "$work"/*) [ $((++count % EVERY)) = 0 ] || continue ;;
    */external*.onnx) continue ;; # its data come into the file
    esac
    models=$((models + 1))
    there "$model" || continue # refused: text has no opaque nodes
    texts=$((texts + 1))
    check "$(basename "$(dirname "$model")")/$(basename "$model"): the same message" back "$model"
done
echo "$texts of $models models have a text, and come back from it"
check 'at least 4 of 5 have a text' test $((5 * texts)) -ge $((4 * models))

# With data in a file beside it, it comes back with all of them within, and computes the same.
there "$here/external.onnx"
check 'external: it comes back' "$tenon" convert "$work/t.py" --weights "$work/values" -o "$work/t.onnx"
check 'external: the same' "$tenon" verify "$here/external.onnx" "$work/t.onnx"

# A weight that a body of a loop uses from around is a capture of it.
check 'graphs: it has a text' there "$here/keep/graphs.onnx"
check 'graphs: and comes back' back "$here/keep/graphs.onnx"

# Scales that are joined of weights stay known where they are needed.
check 'scales: it has a text' there "$here/keep/scales.onnx"
check 'scales: and comes back' back "$here/keep/scales.onnx"

# Other weights: these, and all else as it was. Where Constants hold the weights, one of them.
# another MODEL NAME KEPT: what compare says then
another() {
    there "$1"
    local weight=$work/values/$2.npy
    cp "$weight" "$work/was.npy"
    { head -c -4 "$work/was.npy"; printf '\0\0\0\101'; } >"$weight"
    check "$2: it is another message" test "$(back "$1" && echo same)" = ''
    check "$2: and one weight is another" grep -q "^$3" <(echo "$1 $work/t.onnx" | "$compare" keep)
    cp "$work/was.npy" "$weight"
    check "$2: as it was" back "$1"
}
another "$here/weights/all.onnx" in_w '2 2 1 1 0 17 17 same same'
model=$here/real/unet_tiny.onnx
another "$model" in_down_0_bias '14 14 0 0 1 17 17 same same'
# A text that was changed, a lost file, an opset: what the text says is written.
sed -i '0,/R.sigmoid/s//R.tanh/' "$work/t.py"
check 'a text that was changed: another message' test "$(back "$model" && echo same)" = ''
check 'a text that was changed: what it says' grep -q Tanh <("$tenon" inspect --nodes "$work/t.onnx")
there "$model"
check 'an opset: it is raised' test "$(back "$model" --opset 18 && echo same)" = ''
check 'an opset: the same results' "$tenon" verify "$model" "$work/t.onnx"
rm "$work/values/model.bare"
check 'without the file beside the weights: the same results' "$tenon" convert "$work/t.py" --weights "$work/values" -o "$work/t.onnx"
check 'without the file beside the weights: the same results' "$tenon" verify "$model" "$work/t.onnx"
echo 'not a model' >"$work/values/model.bare"
check 'a file that is none beside the weights: passed over' "$tenon" convert "$work/t.py" --weights "$work/values" -o "$work/t.onnx"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
