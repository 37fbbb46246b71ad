#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes the inputs and expectations of text tests as files, one a case, for a fuzzer to start from.
#
#   tests/fuzz/seeds.sh FOLDER FILE.test ...
set -eu
out=$1
shift
mkdir -p "$out"
for file in "$@"; do
    awk -v base="$out/$(basename "$(dirname "$file")")-$(basename "$file" .test)" '
        /^test: / { next }
        /^==== / { n++; part = "in"; next }
        /^----$/ { part = "want"; next }
        n { print > (base "-" n "-" part ".py") }' "$file"
done
