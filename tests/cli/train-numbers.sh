#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Optimizers, schedules and what goes with them, against NumPy and PyTorch in float64; metrics, losses and weights that are
# drawn, against NumPy: train-numbers.sh BUILD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TENON_CACHE="$work/cache"
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    for what in train_check train_metrics; do
        /usr/bin/python3 "$(dirname "$0")/../reference/$what.py" "$1/tenon" "$work" || echo "FAILED $what.py"
    done >"$work/said" 2>&1
    grep -v ' passed, ' "$work/said"
    awk '/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3; n++ }
        END { printf "%d passed, %d failed\n", p, f + 2 - n; exit f > 0 || n < 2 }' "$work/said"
else
    echo "skipped: no /usr/bin/python3 with NumPy"
    echo "0 passed, 0 failed"
fi
