#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Gradients of what is read from StableHLO, against differences in float64.
#   gradients.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
cd "$(dirname "$0")/gradients" || exit 1
passed=0 failed=0
for f in *.mlir; do
    if "$tenon" verify --gradcheck "$f" >/dev/null 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAILED $f"
        "$tenon" verify --gradcheck "$f" 2>&1 | head -n 5
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
