#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The small programs of StableHLO's own tests (tests/stablehlo/suite), and changes of them, through the reader.
#
#   tests/fuzz/stablehlo.sh BUILD N [SEED]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xJf "$here/../stablehlo/suite/stablehlo-tests.tar.xz" -C "$work"
# Each seventh of what is small, and all of our own.
mapfile -t files < <(find "$work" -name '*.mlir' -size -3k | LC_ALL=C sort | awk 'NR % 7 == 0')
# Each execution frees all that it took: memory is kept for the next one.
export MALLOC_TRIM_THRESHOLD_=1073741824 MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TOP_PAD_=67108864
"$1/tests/tenon-test" replay stablehlo --mutate "$2" --seed "${3-1}" "$here"/corpus/fuzz_stablehlo/* \
    "$here"/../stablehlo/programs/*.mlir "${files[@]}"
