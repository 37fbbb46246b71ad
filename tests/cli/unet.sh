#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The small UNet by the evaluator: its printed form computes the same, so do the legalized one and the one whose matmuls are combined, and an
# attention whose keys and values are exchanged is seen. SWAPS=32 tries every attention, SWAPS=2 the first and the last
# (default: the first).
# The full one: how many matmuls and permute_dims the two rewrites leave.
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

"$build"/examples/sd_unet --width 0.05 --latent 8 >unet.py
"$build"/tenon opt unet.py -o printed.py
"$build"/tenon opt unet.py --passes LegalizeOps -o legal.py
expect 0 "the printed form computes the same as that of core operators" \
    "$build"/tenon verify printed.py legal.py --as native --rtol 0 --atol 0
passes=CombineParallelMatmul,ReorderPermuteDimsAfterConcat
"$build"/tenon opt unet.py --passes $passes -o combined.py
expect 0 "the combined form computes the same" "$build"/tenon verify unet.py combined.py --rtol 1e-9 --atol 1e-9

# is NAME HAVE WANTED
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $2, not $3"
    fi
}
"$build"/examples/sd_unet >full.py
"$build"/tenon opt full.py --passes $passes --rule-stats --verify-each -o full.combined.py 2>stats
is "matmuls of the full UNet" "$(grep -c 'R.matmul(' full.py)" 184
is "its matmuls when combined" "$(grep -c 'R.matmul(' full.combined.py)" 100
is "permute_dims of the full UNet" "$(grep -c 'R.permute_dims(' full.py)" 216
is "its permute_dims when combined" "$(grep -c 'R.permute_dims(' full.combined.py)" 132
is "the groups" "$(sed -n 's/.* CombineParallelMatmul: //p' stats)" "groups of 3 x16, 22 x1, 32 x1"

# Differentiated by its weights: of each conv the adjoint of its weight is a conv, and that of its input a transposed one,
# which the first does not need.
weights=$(grep -cE '^ +[a-z0-9_]+_[wbg]: R.Tensor' full.py)
"$build"/tenon grad full.py --seeded --wrt '*_w,*_b,*_g' -o full.grad.py
sed -n '/def main_adjoint/,$p' full.grad.py >adjoint.py
is "weights of the full UNet" "$weights" 686
is "its gradients" "$(grep 'return (' adjoint.py | grep -o '_adjoint[0-9]*[,)]' | wc -l)" 686
is "conv2d of its adjoint" "$(grep -c 'R.nn.conv2d(' adjoint.py)" 196
is "transposed ones" "$(grep -c 'R.nn.conv2d_transpose(' adjoint.py)" 97

lines=$(grep -n 'R.nn.attention(' unet.py | cut -d: -f1)
case ${SWAPS:-1} in
1) lines=${lines%%$'\n'*} ;;
2) lines=$(echo "$lines" | sed -n '1p;$p') ;;
esac
for line in $lines; do
    sed -E "${line}s/attention\((lv[0-9]+), (lv[0-9]+), (lv[0-9]+)\)/attention(\1, \3, \2)/" unet.py >swapped.py
    expect 3 "keys and values exchanged in line $line" "$build"/tenon verify unet.py swapped.py --rtol 1e-9 --atol 1e-12
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
