#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Operators of com.microsoft, one a model: microsoft.tar.xz holds them with the outputs that ONNX Runtime 1.30 computed
# (microsoft.py). Elements differ by at most 1e-4 of them and 1e-5; none may be skipped.
#
#   microsoft.sh TENON [OPTIONS OF test-onnx]
#   microsoft.sh --make LIBRARY            packs what microsoft.py makes anew
#   microsoft.sh --live TENON LIBRARY      the same models by ONNX Runtime as it is there (`verify --against`)
#
# EVERY=N takes each Nth.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive=tests/onnx/microsoft.tar.xz
if [ "$1" = --make ]; then
    mkdir "$work/microsoft"
    /usr/bin/python3 tests/onnx/microsoft.py "$2" "$work/microsoft" || exit 1
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work" -cf - microsoft | xz -9e >$archive
    exit
fi
export TENON_CACHE=
tar -C "$work" -xJf $archive || exit 1
if [ "$1" = --live ]; then
    tenon=$2 library=$3 passed=0 failed=0
    /usr/bin/python3 - "$work/microsoft" <<'PY' || exit 1
import glob, sys, numpy, onnx, onnx.numpy_helper
for path in glob.glob(sys.argv[1] + "/*/test_data_set_0/input_*.pb"):
    x = onnx.load_tensor(path)
    numpy.save(f"{path[:path.rindex('/')]}/in_{x.name}.npy", onnx.numpy_helper.to_array(x))
PY
    for m in "$work"/microsoft/*; do
        if "$tenon" verify "$m/model.onnx" --against "$library" --inputs "$m/test_data_set_0" >"$work/out" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "failed: ${m##*/}: $(tail -n 1 "$work/out")"
        fi
    done
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
    exit
fi
tenon=$(realpath "$1")
shift
find "$work/microsoft" -mindepth 1 -maxdepth 1 | sort | awk "NR % ${EVERY:-1} != 0" | xargs rm -rf
# shellcheck disable=SC2068
case $* in *--backend*) ;; *) set -- "$@" --backend eval ;; esac
"$tenon" test-onnx --rtol 1e-4 --atol 1e-5 $@ "$work/microsoft" >"$work/out"
grep -E '^(failed|skipped):' "$work/out" | sed "s|$work/||"
n=$(tail -n 1 "$work/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
all=$(find "$work/microsoft" -name model.onnx | wc -l)
echo "${n:-0} passed, $((all - ${n:-0})) failed"
[ "${n:-0}" = "$all" ]
