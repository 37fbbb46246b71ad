#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the inputs and ONNX Runtime's outputs of all cases anew: NAME.CASE.tar.gz. Not part of `make check`.
#
#   npm install --ignore-scripts --prefix DIR onnxruntime-node@1.30.0
#   ORT=DIR tests/onnx/real/make.sh
set -eu
cd "$(dirname "$0")/../../.."
here=tests/onnx/real
tools/get-models.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -v '^#' $here/cases | while read -r model case told how; do
    file=$here/$model.onnx
    [ -f "$file" ] || file=build/models/$model.onnx
    [ "$told" = - ] && told=
    rm -rf "$work/data"
    node tests/onnx/ort.mjs "$file" "$work/data" bits=20 $(echo "$told" | tr , ' ')
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$work/data" -cf - . | gzip -9n >"$here/$model.$case.tar.gz"
done
