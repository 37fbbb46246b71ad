#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The Python package by pytest. In a build with a sanitizer its runtime is loaded before Python; leaks are then
# test_leaks.py's to find, as Python itself frees little at its end.
#   run.sh BUILD_FOLDER [PYTEST_ARGUMENT...]
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
python=$(sed -n 's/^TENON_PYTHON:FILEPATH=//p' "$build/CMakeCache.txt")
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 TENON_BUILD=$build
if [ ! -e "$build/python/tenon/_tenon.abi3.so" ] || ! "$python" -c 'import numpy, pytest' 2>/dev/null; then
    echo "the package is not built: python3-dev, python3-numpy and python3-pytest are missing (tools/install-deps.sh check)"
    echo "0 passed, 1 failed"
    exit 1
fi
if grep -q '^TENON_SANITIZE:[A-Z]*=\(ON\|address\)' "$build/CMakeCache.txt"; then
    # With the runtime of C++, whose exceptions (PyTorch has some) it takes hold of when it starts.
    export LD_PRELOAD="$(${CC:-gcc} -print-file-name=libasan.so) $(${CXX:-g++} -print-file-name=libstdc++.so.6)"
    export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc
fi
out=$(mktemp)
trap 'rm -f "$out"' EXIT
timeout 1200 "$python" -m pytest -q -p no:cacheprovider --rootdir="$here" "$here" "$@" 2>&1 | tee "$out"
passed=$(tail -n 1 "$out" | grep -oE '[0-9]+ passed' | cut -d' ' -f1)
failed=$(tail -n 1 "$out" | grep -oE '[0-9]+ (failed|errors?)' | awk '{ n += $1 } END { print n + 0 }')
[ -n "$passed" ] || failed=$((failed + 1)) # it did not come to its end
grep -qE '^(=+ )?[0-9]+ (passed|failed).* in [0-9.]+s' "$out" || failed=$((failed + 1))
echo "${passed:-0} passed, $failed failed"
[ "$failed" = 0 ]
