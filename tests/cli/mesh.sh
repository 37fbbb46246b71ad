#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon check --mesh: what a rank holds and moves against closed formulas, for the shapes of Llama-7B on 1,024 ranks, in
# less than 5 s of processor time and 1 GB. The module holds types alone.
tenon=$1/tenon
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED $1"; }

layers=32 d=4096 f=11008 v=32000 s=64 heads=32

# x (n, s, d) through `layers` blocks of attention and a gated MLP, then logits
llama() {
    printf '@R.function\ndef main(x: R.Tensor(("n", %d, %d), "float32")' $s $d
    for ((l = 0; l < layers; l++)); do
        for w in wq wk wv wo; do printf ', %s%d: R.Tensor((%d, %d), "float32")' $w $l $d $d; done
        printf ', up%d: R.Tensor((%d, %d), "float32"), gate%d: R.Tensor((%d, %d), "float32")' $l $d $f $l $d $f
        printf ', down%d: R.Tensor((%d, %d), "float32")' $l $f $d
        printf ', g%d: R.Tensor((%d,), "float32"), h%d: R.Tensor((%d,), "float32")' $l $d $l $d
    done
    printf ', out: R.Tensor((%d, %d), "float32")):\n    n = T.int64()\n    x0 = x\n' $d $v
    for ((l = 0; l < layers; l++)); do
        echo "    s = R.nn.rms_norm(x$l, g$l, axes=[2])"
        for w in q k v; do
            axes='0, 2, 1, 3'
            [ $w = k ] && axes='0, 2, 3, 1'
            echo "    $w = R.permute_dims(R.reshape(R.matmul(s, w$w$l), R.shape([n, $s, $heads, $((d / heads))])), axes=[$axes])"
        done
        echo "    p = R.nn.softmax(R.multiply(R.matmul(q, k), R.const(0.088, \"float32\")), axis=-1)"
        echo "    a = R.reshape(R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3]), R.shape([n, $s, $d]))"
        echo "    y$l = R.add(x$l, R.matmul(a, wo$l))"
        echo "    t = R.nn.rms_norm(y$l, h$l, axes=[2])"
        echo "    u = R.multiply(R.nn.silu(R.matmul(t, gate$l)), R.matmul(t, up$l))"
        echo "    x$((l + 1)) = R.add(y$l, R.matmul(u, down$l))"
    done
    printf '    z = R.matmul(x%d, out)\n    return z\n' $layers
}

# the number behind a word of the report
figure() { sed -n "s/^  $1: \([0-9]*\) bytes.*/\1/p" "$dir/out"; }

is() { [ "$2" = "$3" ] && ok || fail "$1: $2, by the formula $3"; }

# mesh DATA MODEL
mesh() {
    local n=$((2 * $1))
    (
        ulimit -v $((1 << 20)) -t 5
        "$tenon" check "$dir/llama.py" --mesh "data=$1,model=$2" --dim n=$n \
            --shard 'x=data,_,_; wq*=_,model; gate*=_,model; out=_,model' >"$dir/out"
    ) || { fail "data=$1,model=$2"; return; }
    is "ranks of data=$1,model=$2" "$(sed -n 's/^main on \([0-9]*\) ranks.*/\1/p' "$dir/out")" $(($1 * $2))
    is "parameters on data=$1,model=$2" "$(figure parameters)" \
        $((4 * (layers * ((4 * d * d + 3 * d * f) / $2 + 2 * d) + d * v / $2 + 2 * s * d)))
    is "results on data=$1,model=$2" "$(figure results)" $((4 * 2 * s * v / $2))
    # a sum behind each attention and each MLP
    is "moved on data=$1,model=$2" "$(figure moved)" $((layers * 2 * 2 * 4 * 2 * s * d * ($2 - 1) / $2))
    is "collectives on data=$1,model=$2" "$(sed -n 's/^  moved: [0-9]* bytes, by //p' "$dir/out")" \
        "$((2 * layers)) allreduce, 0 allgather, 0 reduce_scatter, 0 alltoall, 0 permute"
}

llama >"$dir/llama.py"
mesh 128 8
mesh 256 4
mesh 32 32

# of uneven parts the longest counts
"$tenon" check "$dir/llama.py" --mesh model=3 --shard 'wq0=_,model' >"$dir/out" 2>"$dir/err" || fail "an uneven part: $(cat "$dir/err")"
is 'a third of wq0' "$(sed -n 's/.*parameter wq0: \([0-9]*\) bytes.*/\1/p' "$dir/out")" $((4 * d * ((d + 2) / 3)))

# what is not a mesh, or cannot be split, is told
"$tenon" check "$dir/llama.py" --mesh data 2>"$dir/err" && fail 'a mesh without a size'
grep -q 'the mesh cannot be read' "$dir/err" && ok || fail 'the message of a mesh without a size'
printf '@R.function\ndef main(x: R.Tensor(("n", "n + 1"), "float32")):\n    y = R.tanh(x)\n    return y\n' >"$dir/odd.py"
"$tenon" check "$dir/odd.py" --mesh model=3 --shard 'x=_,model' 2>"$dir/err" && fail 'an extent that is no number and does not divide'
grep -q "dim 1 of 'x' cannot be split" "$dir/err" && ok || fail "the message of an extent that does not divide: $(cat "$dir/err")"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
