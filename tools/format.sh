#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Formats all C of the tree as .clang-format says (100 columns), or the files that are named. Behind `make format`.
# tests/structure/format.sh says what is not so.
#   format.sh [FILE...]
set -eu
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    clang-format -i "$@"
else
    git ls-files -z -co --exclude-standard 'src/*.[ch]' 'include/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' 'examples/*.[ch]' 'python/*.[ch]' |
        xargs -0 -P "${JOBS:-2}" -n 40 clang-format -i
fi
