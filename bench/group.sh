#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Matmuls of one input, as Stable Diffusion's UNet has them: `time`, the projections of the time embedding in its 22 residual
# blocks, or `text`, the keys and values of 77 tokens of text in its 16 transformer blocks. Weights are parameters.
#
#   bench/group.sh time|text [ROWS [NUM_INPUT]]      default: 1 row, 77 rows; without NUM_INPUT weights are as other parameters
case ${1-} in
time) rows=${2:-1} deep=1280 widths='320 320 640 640 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 640 640 640 320 320 320' ;;
text)
    rows=${2:-77} deep=768
    widths='320 320 320 320 640 640 640 640 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 1280 640 640 640 640 640 640 320 320 320 320 320 320'
    ;;
*)
    sed -n '3,6s/^# \{0,1\}//p' "$0"
    exit 1
    ;;
esac
exec awk -v rows="$rows" -v deep="$deep" -v widths="$widths" -v num_input="${3-}" 'BEGIN {
    n = split(widths, w, " ")
    printf "@R.function\ndef main(x: R.Tensor((%d, %d), dtype=\"float32\")", rows, deep
    for (i = 1; i <= n; i++) printf ",\n    w%d: R.Tensor((%d, %d), dtype=\"float32\")", i, deep, w[i]
    printf "):\n"
    if (num_input != "") printf "    R.func_attr({\"num_input\": %d})\n", num_input
    printf "    with R.dataflow():\n"
    for (i = 1; i <= n; i++) { printf "        y%d = R.matmul(x, w%d)\n", i, i; list = list (i > 1 ? ", " : "") "y" i }
    printf "        R.output(%s)\n    return (%s)\n", list, list
}'
