#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/operators.md is what `tenon ops --markdown` prints.
#
#   docs.sh BUILD_FOLDER
cd "$(dirname "$0")/../.." || exit 1
if "$1"/tenon ops --markdown | diff docs/operators.md - >/dev/null; then
    echo "1 passed, 0 failed"
else
    echo "FAILED docs/operators.md is old: build/tenon ops --markdown > docs/operators.md"
    echo "0 passed, 1 failed"
    exit 1
fi
