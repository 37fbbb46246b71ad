#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Nodes that stay nodes (R.onnx.node, R.onnx.opaque), and what 'tenon opt' may be told of them.
#   nodes.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
here=$(realpath "$(dirname "$0")")
suite=/usr/share/libonnx-testdata/data/node
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
    echo "failed: $1"
    failed=$((failed + 1))
}
# holds FILE PATTERN WHAT, lacks FILE PATTERN WHAT
holds() { if grep -qe "$2" "$1"; then ok; else bad "$3: no '$2'" && head -5 "$1"; fi; }
lacks() { if grep -qe "$2" "$1"; then bad "$3: '$2'"; else ok; fi; }
nodes() { "$tenon" inspect --nodes "$1" | tr '\n' ' '; }
# count FILE LIST WHAT
count() { if [ "$(nodes "$1")" = "$2" ]; then ok; else bad "$3: $(nodes "$1")"; fi; }

# One node in, the same node out.
for t in softplus:Softplus lrn:LRN selu:Selu celu:Celu elu:Elu hardswish:HardSwish hardsigmoid:HardSigmoid \
    prelu_example:PRelu shrink_soft:Shrink softsign:Softsign thresholdedrelu:ThresholdedRelu hardmax_axis_0:Hardmax \
    reduce_log_sum_exp_do_not_keepdims_random:ReduceLogSumExp reduce_l1_keep_dims_random:ReduceL1 \
    reduce_l2_keep_dims_random:ReduceL2 gemm_all_attributes:Gemm reduce_log_sum_default:ReduceLogSum reduce_sum_square_keepdims_random:ReduceSumSquare \
    mvn:MeanVarianceNormalization gridsample:GridSample roialign_aligned_true:RoiAlign dynamicquantizelinear:DynamicQuantizeLinear \
    qlinearmatmul_2D:QLinearMatMul qlinearconv:QLinearConv layer_normalization_2d_axis0:LayerNormalization \
    lstm_defaults:LSTM gru_defaults:GRU simple_rnn_defaults:RNN tfidfvectorizer_tf_batch_onlybigrams_skip0:TfIdfVectorizer; do
    [ -d $suite ] || continue
    if "$tenon" opt "$suite/test_${t%:*}/model.onnx" -o one.onnx 2>err; then
        count one.onnx "1 nodes 1 ${t#*:} " "$t"
    else
        bad "$t" && cat err
    fi
done

# Of ONNX 1.22: graphs of a node, extents that the run tells, random numbers, an opset that the writer has no forms of.
tar -xJf "$here/suite/onnx-1.22-node.tar.xz"
for t in flexattention_causal_mask nonmaxsuppression_two_classes bernoulli scan_sum attention_3d_gqa_causal range_float_type_positive_delta \
    reshape_one_dim dequantizelinear_e4m3fn_float16 ai_onnx_ml_label_encoder_string_int argmax_default_axis_example_select_last_index; do
    "$tenon" opt --changes "node/test_$t/model.onnx" -o one.onnx >list 2>err && [ "$(cat list)" = '0 nodes differ' ] && ok || bad "$t: $(cat list err)"
done
"$tenon" opt node/test_constant/model.onnx -o one.onnx && count one.onnx '1 nodes 1 Constant ' 'an output that is constant'
cat >range.py <<'PY'
@R.function
def main() -> R.Tensor((3,), dtype="float32"):
    y = R.onnx.node((R.const(0.0, "float32"), R.const(3.0, "float32"), R.const(1.0, "float32")), op_type="Range", version=11)
    return R.match_cast(y, R.Tensor((3,), dtype="float32"))
PY
"$tenon" opt -O2 range.py >out && ok || bad 'constants whose result only a run tells'

# What an opset has no node for is written as what it is made of, and this is said.
printf '@R.function\ndef main(x: R.Tensor((2, 8), dtype="float32"), g: R.Tensor((8,), dtype="float32")):\n    return R.nn.layer_norm(x, g, g, axes=[-1])\n' >ln.py
for n in 9 11 13; do
    "$tenon" convert ln.py --opset $n -o ln.onnx 2>err && holds err "opset $n has no LayerNormalization: R.nn.layer_norm is written as what it is made of" "opset $n" || bad "opset $n"
    lacks ln.onnx LayerNormalization "opset $n"
    "$tenon" verify ln.py ln.onnx >out && ok || bad "opset $n: verify"
done
"$tenon" convert ln.py --opset 17 -o ln.onnx 2>err && count ln.onnx '1 nodes 1 LayerNormalization ' 'opset 17' && lacks err warning 'opset 17'
"$tenon" opt node/test_layer_normalization_2d_axis1/model.onnx --opset 13 --changes -o ln.onnx >out 2>err && holds out '^Y (LayerNormalization): writer another opset -> ' 'a node of the file' || bad 'a node of the file'
"$tenon" verify node/test_layer_normalization_2d_axis1/model.onnx ln.onnx >out && ok || bad 'a node of the file: verify'

# One node for what one node says, in the opsets that have it. one OPSET PARAMETERS EXPRESSION LIST [DIM=N]
one() {
    printf '@R.function\ndef main(%s):\n    return %s\n' "$2" "$3" >one.py
    "$tenon" convert one.py --opset "$1" -o one.onnx 2>err && count one.onnx "$4" "$3, opset $1" || bad "$3, opset $1: $(cat err)"
    "$tenon" verify ${5+--dim "$5"} one.py one.onnx >out && ok || bad "$3, opset $1: verify"
}
x='x: R.Tensor((2, 8), dtype="float32")'
one 17 "$x" 'R.nn.gelu(x)' '5 nodes 3 Mul 1 Add 1 Erf '
one 20 "$x" 'R.nn.gelu(x)' '1 nodes 1 Gelu '
one 20 "$x" 'R.nn.gelu_tanh(x)' '1 nodes 1 Gelu '
one 23 "$x" 'R.nn.silu(x)' '2 nodes 1 Mul 1 Sigmoid '
one 24 "$x" 'R.nn.silu(x)' '1 nodes 1 Swish '
one 24 'x: R.Tensor((2, 8), dtype="float64")' 'R.nn.silu(x)' '2 nodes 1 Mul 1 Sigmoid '
one 23 "$x, g: R.Tensor((8,), dtype=\"float32\")" 'R.nn.rms_norm(x, g)' '1 nodes 1 RMSNormalization '
one 21 'x: R.Tensor((2, 8, 3), dtype="float32"), g: R.Tensor((8,), dtype="float32")' \
    'R.nn.group_norm(x, g, g, num_groups=2, channel_axis=1, axes=[2])' '1 nodes 1 GroupNormalization '
for op in and:And or:Or xor:Xor; do
    one 18 'x: R.Tensor((4,), dtype="int32"), y: R.Tensor((4,), dtype="int32")' "R.bitwise_${op%:*}(x, y)" "1 nodes 1 Bitwise${op#*:} "
    one 13 'x: R.Tensor((4,), dtype="bool"), y: R.Tensor((4,), dtype="bool")' "R.bitwise_${op%:*}(x, y)" "1 nodes 1 ${op#*:} "
done
one 18 'x: R.Tensor((4,), dtype="uint8")' 'R.bitwise_not(x)' '1 nodes 1 BitwiseNot '
linear='R.add(R.multiply(x, R.const(0.25, "float32")), R.const(0.5, "float32"))'
one 13 "$x" "R.clip($linear, 0, 1)" '1 nodes 1 HardSigmoid '
one 13 "$x" "R.clip($linear, 0, 6)" '3 nodes 1 Add 1 Clip 1 Mul '
one 14 "$x" "R.multiply(R.clip($linear, 0, 1), x)" '2 nodes 1 HardSigmoid 1 Mul '
one 14 "$x" "R.multiply(x, R.clip($linear, 0, 1))" '2 nodes 1 HardSigmoid 1 Mul '
sixth='R.clip(R.add(R.const(0.5, "float32"), R.multiply(R.const(0.1666666716337204, "float32"), x)), 0, 1)'
one 13 "$x" "R.multiply(x, $sixth)" '2 nodes 1 HardSigmoid 1 Mul '
one 14 "$x" "R.multiply($sixth, x)" '1 nodes 1 HardSwish '

# A product of matrices and what is added to it, where the sum has the product's shape.
# gemm DIMS-OF-X DIMS-OF-Y DIMS-OF-B PRODUCT LIST [DTYPE [DIM=N]]
gemm() {
    one 17 "x: R.Tensor($1, dtype=\"${6-float32}\"), y: R.Tensor($2, dtype=\"${6-float32}\"), b: R.Tensor($3, dtype=\"${6-float32}\")" \
        "R.add($4, b)" "$5" ${7+"$7"}
    one 17 "x: R.Tensor($1, dtype=\"${6-float32}\"), y: R.Tensor($2, dtype=\"${6-float32}\"), b: R.Tensor($3, dtype=\"${6-float32}\")" \
        "R.add(b, $4)" "$5" ${7+"$7"}
}
for b in '()' '(4,)' '(1, 4)' '(2, 1)' '(2, 4)'; do gemm '(2, 8)' '(8, 4)' "$b" 'R.matmul(x, y)' '1 nodes 1 Gemm '; done
gemm '("n", 8)' '(8, 4)' '(4,)' 'R.matmul(x, y)' '1 nodes 1 Gemm ' float16 n=3
gemm '(8, "n")' '(4, 8)' '("n", 1)' 'R.matmul(R.permute_dims(x), R.permute_dims(y))' '1 nodes 1 Gemm ' float32 n=3
plain='2 nodes 1 Add 1 MatMul '
gemm '(1, 8)' '(8, 4)' '(5, 4)' 'R.matmul(x, y)' "$plain"
gemm '(1, 8)' '(8, 4)' '("n", 4)' 'R.matmul(x, y)' "$plain" float32 n=3
gemm '(2, 8)' '(8, 4)' '(3, 2, 4)' 'R.matmul(x, y)' "$plain"
gemm '(3, 2, 8)' '(8, 4)' '(4,)' 'R.matmul(x, y)' "$plain"
gemm '(3, 2, 8)' '(8,)' '(2,)' 'R.matmul(x, y)' "$plain"
gemm '(2, 8)' '(8, 4)' '(4,)' 'R.matmul(x, y)' "$plain" int32
printf '@R.function\ndef main(x: R.Tensor((2, 2), dtype="float32")):\n    p = R.matmul(x, x)\n    return (R.add(p, x), p)\n' >two.py
"$tenon" convert two.py -o two.onnx && count two.onnx "$plain" 'a product that something else takes'

# What a rule made in a file of that opset; without the rule the file's nodes stay.
printf '@R.rewriter\nclass Silu:\n    def pattern(x: R.Tensor):\n        s = R.sigmoid(x)\n        return R.multiply(x, s)\n\n    replacement = R.nn.silu(x)\n' >silu.rules
printf '@R.function\ndef main(x: R.Tensor((2, 8), dtype="float32")):\n    return R.multiply(x, R.sigmoid(x))\n' >sigmoid.py
for n in 13:'2 nodes 1 Mul 1 Sigmoid ' 24:'1 nodes 1 Swish '; do
    "$tenon" convert sigmoid.py --opset ${n%:*} -o sigmoid.onnx && "$tenon" opt sigmoid.onnx -o made.onnx && count made.onnx '2 nodes 1 Mul 1 Sigmoid ' "no rule, opset ${n%:*}"
    "$tenon" opt sigmoid.onnx --rules silu.rules -o made.onnx && count made.onnx "${n#*:}" "a rule's, opset ${n%:*}"
    "$tenon" verify sigmoid.py made.onnx >out && ok || bad "a rule's, opset ${n%:*}: verify"
done

# Calls are written in place, where a reader infers the body with the arguments' types: what has none then is refused.
# called ARGUMENT PARAMETER BODY: of f(x), whose type says less than main's argument
called() {
    printf '@R.function(private=True)\ndef f(x: R.Tensor(%s, dtype="float32")) -> R.Tensor(ndim=2, dtype="float32"):\n    y = %s\n    return y\n\n@R.function(private=True)\ndef g(x: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor(ndim=2, dtype="float32"):\n    z = f(x)\n    w = R.matmul(z, x)\n    return w\n\n@R.function\ndef main(a: R.Tensor(%s, dtype="float32")):\n    return g(a)\n' "$2" "$3" "$1" >call.py
    rm -f call.onnx
    "$tenon" convert call.py -o call.onnx 2>err
}
taken() { called "$@" && "$tenon" check call.onnx >out 2>&1 && "$tenon" verify call.py call.onnx >out && ok || bad "a call of $2 with $1: $(cat err)"; }
# refused LINE CALLEE CALLERS-LINE ARGUMENT PARAMETER BODY
refused() {
    line=$1 callee=$2 from=$3
    shift 3
    called "$@"
    [ $? = 2 ] && [ ! -f call.onnx ] && holds err "^call.py:$line:.*: error: " "a call of $2 with $1" &&
        holds err "the call of '$callee' on line $from" "a call of $2 with $1" || bad "a call of $2 with $1: exit status"
}
taken '(2, 3)' ndim=2 'R.permute_dims(x)'
taken '(3, 3)' ndim=2 'R.matmul(x, x)'
taken '("n", 3)' '("p", "q")' 'R.permute_dims(x)'
refused 3 f 8 '(2, 3)' ndim=2 'R.matmul(x, x)'
refused 3 f 8 '(2, 3)' '("p", "q")' 'R.matmul(x, x)'
refused 8 f 8 '(2, 3)' '(2, 2)' 'R.exp(x)'
refused 9 g 14 '(2, 3)' ndim=2 'R.exp(x)'
cat >closure.py <<'PY'
@R.function
def main(a: R.Tensor((2, 3), dtype="float32"), c: R.Tensor((), dtype="bool")):
    @R.function
    def g(x: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor(ndim=2, dtype="float32"):
        if c:
            y = R.matmul(x, a)
        else:
            y = R.exp(a)
        return y
    return g(a)
PY
"$tenon" convert closure.py -o closure.onnx 2>err
[ $? = 2 ] && holds err '^closure.py:6:' 'a closure' || bad 'a closure: exit status'
sed 's/R.matmul(x, a)/R.add(x, a)/' closure.py >closed.py
"$tenon" convert closed.py -o closed.onnx && "$tenon" verify closed.py closed.onnx >out && ok || bad 'a closure that fits'
# A function that calls itself has its own message.
printf '@R.function(private=True)\ndef f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):\n    y = f(x)\n    return y\n\n@R.function\ndef main(x: R.Tensor((2,), dtype="float32")):\n    return f(x)\n' >self.py
"$tenon" convert self.py -o self.onnx 2>err
[ $? = 2 ] && holds err 'a function that calls itself' 'itself' || bad 'itself: exit status'

# What is whole has a text, which means the same, and what it becomes is what it always was.
if [ -d $suite ]; then
    "$tenon" convert --opaque "$suite/test_softplus/model.onnx" -o whole.py && holds whole.py 'R.onnx.node(' 'as text'
    "$tenon" convert "$suite/test_softplus/model.onnx" -o expanded.py && lacks expanded.py 'R.onnx' 'as text'
    "$tenon" verify --as native --rtol 0 --atol 0 whole.py expanded.py >out && ok || bad 'the same bits'
    "$tenon" convert whole.py -o again.onnx && count again.onnx '1 nodes 1 Softplus ' 'of text'
    "$tenon" compile -O0 whole.py -o whole.c && "$tenon" compile -O0 expanded.py -o expanded.c && ok || bad 'compiled'
    sed 's/whole/expanded/g' whole.c | cmp -s - expanded.c && ok || bad 'the same C'
fi
# A form that the written opset does not have is written as what it is made of, outputs that are left out too.
if [ -d $suite ]; then
    "$tenon" opt "$suite/test_lstm_defaults/model.onnx" --opset 13 -o old.onnx && count old.onnx '2 nodes 1 Identity 1 LSTM ' 'in another opset'
fi
cat >sum.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32")):
    y = R.onnx.node((x,), op_type="Softplus", version=17)
    return R.sum(y)
PY
"$tenon" grad sum.py -o g.py && "$tenon" run --function main_adjoint g.py >out 2>err && ok || bad 'a gradient'

# What is not known goes through, named and typed as it was.
cp "$here/opaque.onnx" .
"$tenon" opt opaque.onnx -o o.onnx && ok || bad 'opaque nodes'
all='14 nodes 3 Foo 3 Relu 2 Add 2 Bar 2 Softplus 1 Holder 1 Wrap ' # in text a function that is known is what it does
count o.onnx '15 nodes 3 Foo 3 Relu 2 Add 2 Bar 2 Softplus 1 Holder 1 Plain 1 Wrap ' 'opaque nodes'
"$tenon" opt o.onnx -o p.onnx && cmp o.onnx p.onnx && ok || bad 'once more'
"$tenon" convert --opaque opaque.onnx -o o.py && "$tenon" convert o.py -o q.onnx && count q.onnx "$all" 'through text'
"$tenon" convert --opaque q.onnx -o q.py && "$tenon" convert q.py -o r.onnx && cmp q.onnx r.onnx && ok || bad 'through text twice'
for name in 'foo/0' 'f:0' holder wrap effect unused com.acme com.mine inner; do holds o.onnx "$name" "$name is there"; done
lacks q.onnx Plain 'a function that is not called'
"$tenon" convert --opaque o.onnx -o s.py
holds s.py 'op_type="Foo".*absent=\[1\].*skipped=\[1\].*R.Tensor((N, 3), dtype="float32")' 'inputs and outputs that are left out'
holds s.py 'captures=\["r", "w"\]' 'what a graph uses from around'
"$tenon" check opaque.onnx >out 2>err
[ $? = 2 ] && ok || bad 'check: exit status'
for name in 'foo/0' holder bar effect; do holds err "node \"$name\": error: .*com.acme" 'check'; done
for verb in run grad 'compile -o x.c'; do
    "$tenon" $verb s.py >out 2>err
    [ $? = 2 ] && holds err 'node "holder": error: Holder: the domain .com.acme. is not supported' "$verb" &&
        holds err 'node "bar": error: Bar' "$verb" || bad "$verb: exit status"
done

# A loop whose body is not known is kept as a whole; a function that calls itself is wrong whoever reads it.
"$tenon" opt "$here/recursive.onnx" -o x.onnx 2>err
[ $? = 2 ] && holds err 'calls itself' 'recursion' || bad 'recursion'
sed 's/inner\x12\x01s/inneq\x12\x01s/' opaque.onnx >lost.onnx
"$tenon" opt lost.onnx -o x.onnx 2>err
[ $? = 2 ] && holds err "name 'inneq' is not defined" 'a graph uses an unknown name' || bad 'a graph uses an unknown name'

# wrong ARGUMENTS...: absurd attributes are refused, in bounded memory and time.
wrong() {
    printf '@R.function(pure=False)\ndef main(x: R.Tensor((2,), dtype="float32")):\n    return R.onnx.%s\n' "$1" >w.py
    timeout 20 "$tenon" opt w.py >out 2>err
    [ $? = 2 ] && ok || bad "R.onnx.$1: exit status"
}
wrong 'opaque((x,), op_type="F", outputs=1000000000000, out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", outputs=-1, out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", outputs=2, out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", absent=[7], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", absent=[0, 0], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", skipped=[1], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", captures=["a", "b"], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", attrs=[["a"]], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", attrs=[["a", "proto", "????"]], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", attrs=[["a", "proto", "AAAA"]], out_sinfo=R.Object)'
wrong 'opaque((x,), op_type="F", attrs=[["a", [1, "b"]]], out_sinfo=R.Object)'
wrong 'node((x,), op_type="Relu6", version=17)'
wrong 'node((x,), op_type="Softplus", version=0)'
wrong 'node((x, x), op_type="ReduceL1", version=18)'
wrong 'node((x,), op_type="ReduceL1", version=18, given=[[1, "int64", [1000000000000], [0]]])'
wrong 'node((x,), op_type="ReduceL1", version=18, given=[[1, "int64", [1], [5]]])'
wrong 'node((x,), op_type="ReduceL1", version=18, given=[[1, "int8", [1], [500]]])'
wrong 'node((x,), op_type="If", version=17)'
wrong 'node(R.tuple(), op_type="Softplus", version=17)'

# Thirty thousand of them, one behind the other: linear.
awk 'BEGIN { print "@R.function(pure=False)\ndef main(x: R.Tensor((2,), dtype=\"float32\")):"; p = "x"
    for (i = 0; i < 30000; i++) { printf "    v%d = R.onnx.opaque((%s,), op_type=\"Foo\", domain=\"com.acme\", out_sinfo=R.Tensor((2,), dtype=\"float32\"))\n", i, p; p = "v" i }
    print "    return " p }' >many.py
timeout 400 "$tenon" convert many.py -o many.onnx && timeout 400 "$tenon" opt many.onnx -o same.onnx &&
    cmp many.onnx same.onnx && ok || bad 'many opaque nodes'

# Parts, and what is to survive.
"$tenon" opt opaque.onnx --to sp --to a -o x.onnx && count x.onnx '4 nodes 1 Add 1 Foo 1 Relu 1 Softplus ' '--to'
"$tenon" opt opaque.onnx --from a --to wr -o x.onnx && count x.onnx '8 nodes 2 Foo 2 Relu 1 Add 1 Holder 1 Softplus 1 Wrap ' '--from --to'
"$tenon" opt "$here/mlp.onnx" --from h --to r >out && holds out 'def main(h: R.Tensor(("batch", 3)' '--from: an inferred type'
"$tenon" opt opaque.onnx --from h --to a -o x.onnx 2>err
[ $? = 2 ] && holds err "no output of the part needs the value 'h'" '--from' || bad '--from: exit status'
"$tenon" opt opaque.onnx --from hh 2>err
[ $? = 2 ] && holds err "did you mean 'h'" '--from: a near name' || bad '--from: exit status'
"$tenon" opt "$here/mlp.onnx" --keep fc1 --verify -o x.onnx 2>err && count x.onnx '3 nodes 1 Gemm 1 MatMul 1 Relu ' '--keep'
"$tenon" opt "$here/mlp.onnx" --keep fc2x -o x.onnx 2>err
[ $? = 2 ] && holds err "did you mean 'fc2'" '--keep: a near name' || bad '--keep: exit status'

# Rules and passes that are left out, and how much folding may add.
cat >twice.py <<'PY'
@R.function
def main(x: R.Tensor((4, 8), dtype="float32")):
    a = R.permute_dims(x, axes=[1, 0])
    b = R.permute_dims(a, axes=[1, 0])
    return R.add(b, R.multiply(R.ones(R.shape([4, 8]), dtype="float32"), R.const(3.0, "float32")))
PY
"$tenon" opt -O2 twice.py >out && lacks out permute_dims 'simplified' && lacks out ones 'folded'
"$tenon" opt -O2 twice.py --skip PermutePermute >out && holds out permute_dims '--skip of a rule'
"$tenon" opt -O2 twice.py --skip FoldConstant >out && holds out ones '--skip of a pass'
"$tenon" opt -O2 twice.py --skip PermutePermut 2>err
[ $? = 2 ] && holds err "did you mean 'PermutePermute'" '--skip: a near name' || bad '--skip: exit status'
"$tenon" opt -O2 twice.py --fold-limit 100 >out && holds out ones '--fold-limit'
"$tenon" opt -O2 twice.py --fold-limit 200 >out && lacks out ones '--fold-limit with room'
awk 'BEGIN { print "@R.function\ndef main(x: R.Tensor((200, 1000), dtype=\"float32\")):"
    for (i = 0; i < 4; i++) printf "    c%d = R.full(R.shape([200, 1000]), R.const(%d.0, \"float32\"), dtype=\"float32\")\n    x%d = R.sin(R.add(%s, c%d))\n", i, i + 2, i, i ? "x" i - 1 : "x", i
    print "    return x3" }' >fills.py
"$tenon" opt -O2 fills.py -o f.onnx && [ "$(stat -c %s f.onnx)" -lt 1100000 ] && ok || bad 'folding adds at most 1 MB'
"$tenon" opt -O2 fills.py --fold-limit none -o f.onnx && [ "$(stat -c %s f.onnx)" -gt 3000000 ] && ok || bad 'folding adds what it may'

# More sizes than a shape has dims are constant too.
printf '@R.function\ndef main(x: R.Tensor((1101, 2), dtype="float32")):\n    y = R.split(x, indices_or_sections=[%s], axis=0)\n    return R.concat((y[1100], y[3]), axis=0)\n' \
    "$(seq -s ', ' 1100)" >split.py
"$tenon" convert split.py -o split.onnx && "$tenon" verify --backend eval split.py split.onnx >out && ok || bad 'a Split into 1101'

# Types that were inferred are written.
"$tenon" opt "$here/shapes.onnx" -o x.onnx && holds x.onnx heads_first 'a name' && ok || bad 'value_info'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
