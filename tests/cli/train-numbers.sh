#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Optimizers, schedules and what goes with them, against NumPy in float64: train-numbers.sh BUILD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TENON_CACHE="$work/cache"
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    /usr/bin/python3 "$(dirname "$0")/../reference/train_check.py" "$1/tenon" "$work"
else
    echo "skipped: no /usr/bin/python3 with NumPy"
    echo "0 passed, 0 failed"
fi
