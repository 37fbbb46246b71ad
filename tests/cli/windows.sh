#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Windows over rows that are split: what a rank of 2 copies in the compiled program, besides what one rank computes. The rows
# of neighbours are written where the windows read them, beside the rows that the call before has left there.
#   windows.sh BUILD
set -u
build=$(cd "$1" && pwd)
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && echo "FAILED $1"; }

passes='AssignLayout,SplitTransposedConv,FoldConstant,Simplify,LegalizeOps(set=core),FoldConstant,LegalizeOps(set=loops),LambdaLift'
passes="$passes,CanonicalizeBindings,DeadCodeElimination,FuseOps,FuseTIR,DeadCodeElimination"

# host PASSES FUNCTION FILE: what the compiled function does
host() {
    "$tenon" opt "$3" --passes "$1" -o whole.py >out 2>&1 && "$tenon" opt whole.py -O2 --passes "$passes" -o kernels.py >out 2>&1 &&
        "$tenon" inspect kernels.py --host >host || bad "$1: $(cat out)"
    awk -v name="\"$2\"" '/^kernel/ { print } /^function/ { on = $3 == name } on && /^    (buffer|    kernel) / { print }' host
}
# Of kernels that only move elements: the bytes that each reads of the arena, or writes if these are fewer. A kernel that works
# in place reads but what is new.
copied() {
    awk '
        $1 == "kernel" && $3 ~ /^"/ {
            name = $3
            gsub(/"|fused|strided_slice|concat|permute_dims|reshape|zeros|[_0-9]/, "", name)
            moves[$2] = name == ""
            next
        }
        $1 == "buffer" { for (i = 3; i < NF; i++) if ($i == "bytes") bytes["b" $2] = $(i + 1) }
        $1 == "kernel" && moves[$2] {
            line = $0
            gsub(/[(),;]/, " ", line)
            n = split(line, word, " ")
            side = in_bytes = out_bytes = 0
            for (i = 3; i <= n; i++) {
                if (word[i] == "->") side = 1
                else if (side) out_bytes += bytes[word[i]]
                else in_bytes += bytes[word[i]]
            }
            sum += in_bytes < out_bytes ? in_bytes : out_bytes
        }
        END { print sum + 0 }'
}
is() { [ "$2" = "$3" ] && ok || bad "$1: $2, not $3"; }

cat >chain.py <<'END'
@R.function
def main(x: R.Tensor((2, 16, 64, 64), "float32"), w: R.Tensor((16, 16, 3, 3), "float32"), b: R.Tensor((1, 16, 1, 1), "float32"), w1: R.Tensor((16, 16, 3, 3), "float32"), w2: R.Tensor((16, 16, 3, 3), "float32")):
    R.func_attr({"num_input": 1})
    h = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1), b))
    p = R.nn.max_pool2d(R.nn.relu(R.nn.conv2d(h, w1, padding=1)), pool_size=3, strides=1, padding=1)
    y = R.nn.conv2d(p, w2, padding=1)
    return y
END
row=$((2 * 16 * 64 * 4)) # bytes
# x is brought to where rows of neighbours are, and to another layout, at once, with 2 rows beside it; of 3 values between 2
# rows are sent, and 2 written that came; the result is cut, 32 rows.
host 'Distribute(mesh="data=2", shard="x=_,_,data,_")' main chain.py >forward
is 'forward: rows that are copied' "$(($(copied <forward) / row))" $((2 + 3 * 4 + 32))
is 'forward: calls of kernels' "$(grep -c '^  *kernel' forward)" 21
# A step of training: x and the values between as before; two adjoints, of which each is made once with rows of neighbours and
# once with zeros there, 34 rows; 4 rows are sent, of the adjoint behind the pool and of what that adds up to.
host 'TrainStep(loss=mse, optimizer=sgd),Distribute(mesh="data=2", shard="x=_,_,data,_", function="main_train_step")' main_train_step chain.py >step
is 'step: rows that are copied' "$(($(copied <step) / row))" $((2 + 3 * 4 + 2 * 34 + 4))
is 'step: calls of kernels' "$(grep -c '^  *kernel' step)" 47
# A norm of the batch is a sum over all ranks. What comes from the neighbours is put beside the part in the layout of the
# convolution by one kernel, also of values that are plain, and where an edge's rows are a symbol.
cat >norm.py <<'END'
@R.function
def main(x: R.Tensor((4, 3, 32, 32), "float32"), w: R.Tensor((16, 3, 3, 3), "float32"), g: R.Tensor((16,), "float32"), b: R.Tensor((16,), "float32"), m: R.Tensor((16,), "float32"), v: R.Tensor((16,), "float32"), w1: R.Tensor((16, 16, 3, 3), "float32"), w2: R.Tensor((10, 16), "float32")):
    R.func_attr({"num_input": 1})
    n = R.nn.batch_norm(R.nn.conv2d(x, w, padding=1), g, b, m, v, axis=1, training=True)
    p = R.nn.max_pool2d(R.nn.relu(n[0]), pool_size=3, strides=2, padding=1)
    d = R.nn.relu(R.nn.conv2d(p, w1, padding=1))
    y = R.matmul(R.mean(d, axis=[2, 3]), R.permute_dims(w2))
    return y
END
host 'Distribute(mesh="data=2", shard="x=_,_,data,_")' main norm.py >forward
is 'norm, forward: bytes that are copied' "$(copied <forward)" 183296
is 'norm, forward: calls of kernels' "$(grep -c '^  *kernel' forward)" 23
host 'TrainStep(loss=mse, optimizer=sgd),Distribute(mesh="data=2", shard="x=_,_,data,_", function="main_train_step")' main_train_step norm.py >step
is 'norm, step: bytes that are copied' "$(copied <step)" 363520
is 'norm, step: calls of kernels' "$(grep -c '^  *kernel' step)" 52
echo "$passed passed, $failed failed"
[ $failed = 0 ]
