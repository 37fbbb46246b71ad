#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A module of N blocks of three linear layers that share their input: qkv.sh N
exec awk -v n="$1" 'BEGIN {
    print "@R.function\ndef main(x: R.Tensor((16, 64), dtype=\"float32\"),"
    for (i = 0; i < n; i++) for (k = 1; k <= 3; k++) printf "    w%d%s: R.Tensor((64, 64), dtype=\"float32\"),\n", i, substr("qkv", k, 1)
    print "):\n    with R.dataflow():"
    x = "x"
    for (i = 0; i < n; i++) {
        for (k = 1; k <= 3; k++) {
            c = substr("qkv", k, 1)
            printf "        t%d%s = R.permute_dims(w%d%s)\n        y%d%s = R.matmul(%s, t%d%s)\n", i, c, i, c, i, c, x, i, c
        }
        printf "        a%d = R.multiply(y%dq, y%dk)\n        b%d = R.add(a%d, y%dv)\n        c%d = R.nn.relu(b%d)\n", i, i, i, i, i, i, i, i
        x = "c" i
    }
    printf "        R.output(%s)\n    return %s\n", x, x
}'
