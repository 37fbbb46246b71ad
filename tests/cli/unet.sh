#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The small UNet by the evaluator: its printed form computes the same, and an attention whose keys and values
# are exchanged is seen. SWAPS=32 tries every attention (default: the first and the last).
#
#   unet.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
expect() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>&1
    local status=$?
    if [ $status -eq "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $status, not $want"
        head -5 out
    fi
}

"$build"/examples/sd_unet --width 0.1 --latent 8 >unet.py
"$build"/tenon opt unet.py -o printed.py
expect 0 "the printed form computes the same" "$build"/tenon verify unet.py printed.py --rtol 0 --atol 0
lines=$(grep -n 'R.nn.attention(' unet.py | cut -d: -f1)
[ "${SWAPS:-2}" = 32 ] || lines=$(echo "$lines" | sed -n '1p;$p')
for line in $lines; do
    sed -E "${line}s/attention\((lv[0-9]+), (lv[0-9]+), (lv[0-9]+)\)/attention(\1, \3, \2)/" unet.py >swapped.py
    expect 3 "keys and values exchanged in line $line" "$build"/tenon verify unet.py swapped.py --rtol 1e-9 --atol 1e-12
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
