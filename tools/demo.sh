#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Reads the UNet of Stable Diffusion 1.5 (written by examples/sd_unet.c), checks it, counts its operators and
# prints it back, with the time of each stage; differentiates it; then runs a small one of the same shape by the reference evaluator,
# compiled to C, and compiled by LLVM. A real model in ONNX is simplified, and held against ONNX Runtime's answer.
# Last, a network is trained on digits, becomes a C program, and learns more there.
set -eu
cd "$(dirname "$0")/.."
out=build/demo
mkdir -p $out

build/examples/sd_unet >$out/unet.py
echo "The UNet of Stable Diffusion 1.5: $(wc -l <$out/unet.py) lines of Relax text, without types."
echo
build/tenon inspect $out/unet.py
echo
echo "Types inferred, verified and printed back, in milliseconds:"
build/tenon opt $out/unet.py -o $out/unet.typed.py --time-passes
build/tenon equal $out/unet.py $out/unet.typed.py
echo "$out/unet.typed.py is structurally equal to $out/unet.py. Three of its lines:"
grep -m 3 -E 'conv2d|attention|matmul' $out/unet.typed.py | cut -c 1-160
echo
echo "Matmuls of one input become one, then the weights are transposed once: CombineParallelMatmul,"
echo "ReorderPermuteDimsAfterConcat."
passes=CombineParallelMatmul,ReorderPermuteDimsAfterConcat
build/tenon opt $out/unet.py --passes $passes --rule-stats --time-passes -o $out/unet.combined.py 2>$out/stats
calls() { grep -c "= R\.$1(" "$2"; }
printf '\n  %-28s %10s %10s\n' '' before after
for op in matmul permute_dims concat split add; do
    printf '  %-28s %10s %10s\n' "R.$op" "$(calls $op $out/unet.typed.py || true)" "$(calls $op $out/unet.combined.py || true)"
done
for rule in CombineParallelMatmul CombineParallelBias; do
    printf '  %-28s %s\n' $rule "$(sed -n "s/.* $rule: //p" $out/stats)"
done
awk '/ ms / { sum += $1 }
    / ms  CombineP| ms  Reorder/ { printf "  %-28s %10.3f ms\n", $3, $1 }
    END { printf "  %-28s %10.3f ms\n", "with reading and printing", sum }' $out/stats
echo
echo "Its gradients: a vector-Jacobian product with respect to all 686 weights, in one function beside it."
build/tenon opt $out/unet.py --passes 'Gradient(seeded=true, wrt=*_w+*_b+*_g)' --time-passes -o $out/unet.adjoint.py 2>$out/stats
sed -n '/def main_adjoint/,$p' $out/unet.adjoint.py >$out/adjoint.py
for op in nn.conv2d nn.conv2d_transpose matmul; do
    printf '  %-28s %10s %10s\n' "R.$op" "$(calls $op $out/unet.typed.py || true)" "$(calls $op $out/adjoint.py || true)"
done
sed -n 's/^ *\([0-9.]*\) ms  Gradient/  Gradient                     \1 ms/p' $out/stats
echo
echo "Why is a matmul not combined?"
last=$(sed -n 's/^ *\([a-z0-9_]*\): .* = R.matmul(.*/\1/p' $out/unet.combined.py | tail -n 1)
build/tenon why-not $out/unet.combined.py --rule CombineParallelMatmul --at "$last"
echo
echo "A weight of the wrong shape, for the message:"
sed 's/time1_w: R.Tensor((1280, 320)/time1_w: R.Tensor((1280, 321)/' $out/unet.py >$out/wrong.py
build/tenon check $out/wrong.py || echo "(exit status $?)"
echo
echo "The same network with a tenth of the channels on an 8x8 picture, run once by the reference evaluator"
echo "(inputs and weights drawn from seed 0), with the time of each operator:"
build/examples/sd_unet --width 0.1 --latent 8 >$out/small.py
build/tenon run $out/small.py --profile
echo
echo "The same run, every operator made a loop function, all of them C, compiled by the C compiler:"
build/tenon run $out/small.py --backend c --profile
echo
echo "The same network as machine code for this processor, executed for two seconds:"
build/tenon bench $out/small.py --backend llvm --seconds 2
echo
real=tests/onnx/real
echo "A real model in ONNX: PP-OCR's classifier of the direction of text. Nodes as exported, and simplified (-O2, written as ONNX):"
build/tenon opt $real/ppocr_cls.onnx -o $out/ppocr_cls.onnx
build/tenon inspect --nodes $real/ppocr_cls.onnx >$out/nodes.before
build/tenon inspect --nodes $out/ppocr_cls.onnx >$out/nodes.after
awk 'FNR == NR { after[$2] = $1; next } { printf "  %-28s %10s %10d\n", $2, $1, after[$2]; delete after[$2] }
    END { for (op in after) printf "  %-28s %10d %10s\n", op, 0, after[op] }' $out/nodes.after $out/nodes.before
echo
echo "Both on one picture, compiled, against what ONNX Runtime 1.30 computed (rtol 1e-4, atol 1e-5):"
mkdir -p $out/ppocr_cls
tar xzf $real/ppocr_cls.a.tar.gz -C $out/ppocr_cls
for m in $real/ppocr_cls.onnx $out/ppocr_cls.onnx; do
    build/tenon run $m --inputs $out/ppocr_cls --expect out_0=@$out/ppocr_cls/out_0.npy
    echo "$m: as ONNX Runtime"
done
echo
examples/train/digits.sh build $out/digits
