#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon train: a model made fit for other data: another last layer, the last layers alone, batches of any size.
#   train-models.sh BUILD
set -u
build=$(cd "$1" && pwd) && cd "$(dirname "$0")/../.." || exit 1
tenon=$build/tenon
train=$PWD/examples/train
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache
passed=0 failed=0

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}
# t STATUS ARGUMENT...: standard output and error go to out and err
t() {
    local want=$1
    shift
    timeout 120 "$tenon" "$@" >out 2>err
    local got=$?
    check "tenon $*: exit status $got, not $want: $(head -3 err)" [ $got = "$want" ]
}
has() { check "$1 has no line '$2': $(tail -4 "$1")" grep -qe "$2" "$1"; }
value() { sed -n '$s/^validation [a-z0-9-]*: //p' out; }
digits=(--data "$train/digits.npz" --val 0.2 --seed 2 --quiet)

# --- Another last layer ---

t 0 train "$train/digits.py" "${digits[@]}" --epochs 6 --lr 0.003 -o digits.onnx
learned=$(value)
# What the model has learned is kept: all but the new layer need no training.
t 0 train digits.onnx "${digits[@]}" --classes 12 --trainable 'out_*' --epochs 4 --lr 0.01 -o twelve.onnx
check "a new last layer: $(value), not 0.95" awk "BEGIN { exit !($(value) >= 0.95) }"
t 0 convert twelve.onnx -o -
has out '("n", 12)'
t 0 convert twelve.onnx --weights . -o twelve.py
has twelve.py 'out_w: R.Tensor((288, 12)'
has twelve.py 'out_b: R.Tensor((12,)'
t 0 eval twelve.onnx --data "$train/digits.npz"
# As many classes as there were: the layer is drawn again all the same.
t 0 train digits.onnx "${digits[@]}" --seed 5 --classes 10 --steps 1 --lr 1e-9
check "the layer is a new one: $(value), and $learned before" awk "BEGIN { exit !($(value) < 0.5) }"
t 0 train "$train/digits.py" "${digits[@]}" --classes 12 --steps 2 -o text.npz
t 2 train digits.onnx "${digits[@]}" --classes 7
has err "column 'y': row 7 is no class"
# A recipe is of the classes that were; another target, other classes.
printf 'a,b,kind\n1,2,red\n2,1,blue\n3,5,red\n4,4,blue\n' >two.csv
printf 'a,b,kind\n1,2,red\n2,1,blue\n3,5,green\n4,4,blue\n' >three.csv
cat >table.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2, 2), "float32"), b: R.Tensor((2,), "float32")):
    R.func_attr({"num_input": 1})
    return R.nn.softmax(R.add(R.matmul(x, w), b))
PY
t 0 train table.py --data two.csv --target kind --val 0 --quiet -o two.onnx
t 2 train two.onnx --data three.csv --target kind --val 0 --quiet
t 0 train two.onnx --data three.csv --target kind --val 0 --quiet --classes 3 -o three.onnx
t 0 predict three.onnx --data three.csv
has out 'red\|green\|blue'
# A convolution as the last layer, with a bias of three dims.
cat >conv.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((10, 1, 8, 8), "float32"), b: R.Tensor((10, 1, 1), "float32")):
    R.func_attr({"num_input": 1})
    y = R.nn.conv2d(R.reshape(x, (-1, 1, 8, 8)), w)
    return R.nn.log_softmax(R.mean(R.add(y, b), axis=[2, 3]))
PY
t 0 train conv.py "${digits[@]}" --classes 11 --steps 3 -o conv.onnx
t 0 train conv.onnx "${digits[@]}" --classes 13 --steps 3 -o conv2.onnx
t 0 convert conv2.onnx --weights . -o conv2.py
has conv2.py '(13, 1, 8, 8)'
has conv2.py 'R.Tensor((13'

# Where it is not clear which layer that is, or what stands behind it does not take it.
refuse() { # WHAT LINE...: the body of a model
    local what=$1
    shift
    {
        echo '@R.function'
        echo 'def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((64, 10), "float32"), v: R.Tensor((64, 10), "float32"),'
        echo '         s: R.Tensor((10, 10), "float32"), b: R.Tensor((10,), "float32")):'
        echo '    R.func_attr({"num_input": 1})'
        printf '    %s\n' "$@"
    } >refused.py
    t 2 train refused.py "${digits[@]}" --classes 5
    has err "$what"
}
refuse 'it takes several values' 'p = R.add(R.matmul(x, w), b)' 'q = R.multiply(R.matmul(x, v), R.sum(s))' 'y = R.add(p, q)' 'return y'
refuse 'its weight is used elsewhere' 'p = R.matmul(x, w)' 'y = R.add(R.matmul(R.matmul(p, R.permute_dims(w)), w), b)' 'return y'
refuse 'a weight of another kind' 'y = R.multiply(R.matmul(x, w), b)' 'return y'
refuse 'it is by no weight' 'y = R.matmul(x, R.add(w, v))' 'return y'
refuse 'does not work with 5 classes' 'y = R.reshape(R.matmul(x, w), (-1, 2, 5))' 'z = R.add(y, R.reshape(b, (2, 5)))' 'return z'
refuse 'the prediction has no dim of classes' 'y = R.sum(R.matmul(x, w), axis=[1], keepdims=True)' 'return y'
t 1 train digits.onnx "${digits[@]}" --classes 0

# --- The last layers ---

t 0 train digits.onnx "${digits[@]}" --last 1 --steps 5 --lr 0.01 -o last.npz
t 0 train digits.onnx "${digits[@]}" --trainable 'out_*' --steps 5 --lr 0.01 -o named.npz
check "--last 1 is out_w and out_b" cmp -s last.npz named.npz
t 0 train digits.onnx "${digits[@]}" --last 3 --steps 5 --lr 0.01 -o last.npz
t 0 train digits.onnx "${digits[@]}" --steps 5 --lr 0.01 -o named.npz
check "--last 3 is all of them" cmp -s last.npz named.npz
t 2 train digits.onnx "${digits[@]}" --last 4
has err 'up to 3 of layers'
t 1 train digits.onnx "${digits[@]}" --last 1 --trainable out_w

# --- Batches of any size ---

# The file's Reshapes have constants where the rows were.
t 0 opt digits.onnx --dim n=1 -o one.onnx
t 0 train one.onnx "${digits[@]}" --steps 5 --lr 1e-9 --optimizer sgd -o any.onnx
check "rows in batches: $(value), and $learned before" awk "BEGIN { exit !($(value) == $learned) }"
t 0 convert any.onnx -o -
has out 'x: R.Tensor(("rows", 64)'
t 0 eval digits.onnx --data "$train/digits.npz"
mv out before
t 0 eval any.onnx --data "$train/digits.npz"
check "it is the same model: $(cat out), and $(cat before)" cmp -s <(tail -1 out) <(tail -1 before)
t 0 train one.onnx "${digits[@]}" --steps 2 --batch 1 -o one2.onnx
t 0 convert one2.onnx -o -
has out 'x: R.Tensor((1, 64)'
cat >mixed.py <<'PY'
@R.function
def main(x: R.Tensor((1, 64), "float32"), w: R.Tensor((64, 10), "float32")):
    R.func_attr({"num_input": 1})
    p = R.matmul(x, w)
    total = R.sum(p, axis=[0])
    y = R.reshape(R.nn.relu(total), (1, 10))
    return y
PY
t 0 train mixed.py "${digits[@]}" --steps 2 -o mixed.onnx
t 2 train mixed.onnx "${digits[@]}" --steps 2
has err "'total' prevents it"
# As attention is exported: rows and heads in one dim, behind the tokens.
cat >heads.py <<'PY'
@R.function
def main(x: R.Tensor((1, 64), "float32"), w: R.Tensor((32, 10), "float32")):
    R.func_attr({"num_input": 1})
    tokens = R.permute_dims(R.reshape(x, (1, 2, 32)), axes=[1, 0, 2])
    heads = R.nn.relu(R.reshape(tokens, (2, 4, 8)))
    back = R.permute_dims(R.reshape(heads, (2, 1, 32)), axes=[1, 0, 2])
    y = R.matmul(R.mean(back, axis=[1]), w)
    return y
PY
t 0 train heads.py "${digits[@]}" --steps 2 -o heads.onnx
t 2 train heads.onnx "${digits[@]}" --steps 2
has err 'takes batches of 1 alone, and cannot be given others: .* prevents it'
t 0 train heads.onnx "${digits[@]}" --steps 2 --batch 1
# Norms of a file that are in training are so in predictions, too.
cat >norm.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((64, 10), "float32"), s: R.Tensor((10,), "float32"),
         b: R.Tensor((10,), "float32"), m: R.Tensor((10,), "float32"), v: R.Tensor((10,), "float32")):
    R.func_attr({"num_input": 1})
    y = R.nn.batch_norm(R.matmul(x, w), s, b, m, v, axis=1, training=True)
    return y[0]
PY
for mode in True False; do
    sed -i "s/training=[A-Z][a-z]*/training=$mode/" norm.py
    t 0 train norm.py "${digits[@]}" --steps 2 -o norm.onnx
    check "training=$mode: $(head -1 err)" [ "$(grep -c 'batch norms of the model are in training' err)" = $([ $mode = False ]; echo $?) ]
    t 0 eval norm.onnx --data "$train/digits.npz"
    check "training=$mode: $(head -1 err)" [ "$(grep -c 'batch norms of the model are in training' err)" = $([ $mode = False ]; echo $?) ]
done
t 0 train mixed.onnx "${digits[@]}" --steps 2 --batch 1

# What an exporter did is said, once.
"$tenon" train digits.onnx --data "$train/digits.npz" --steps 1 >/dev/null 2>err
has err 'batch norms that an exporter folded'

# --- Weights in a file of safetensors ---

cat >small.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((64, 2), "float32"), b: R.Tensor((2,), "float32")):
    R.func_attr({"num_input": 1})
    return R.sum(R.add(R.matmul(x, w), b))
PY
small=(train small.py "${digits[@]}" --loss given --steps 1 --lr 1e-30 --optimizer sgd --trainable w)
t 0 "${small[@]}" -o first.safetensors
t 0 "${small[@]}" --seed 9 --init first.safetensors -o second.safetensors
check "weights are read as they were written" cmp -s first.safetensors second.safetensors
t 0 "${small[@]}" -o first.npz
t 0 "${small[@]}" --seed 9 --init first.npz -o third.safetensors
check "and as those of an .npz" cmp -s first.safetensors third.safetensors
# st HEADER DATA-BYTES: a file with this header
st() {
    local n=${#1}
    {
        # shellcheck disable=SC2059
        printf "\\x$(printf %02x $((n & 255)))\\x$(printf %02x $((n >> 8)))\\0\\0\\0\\0\\0\\0"
        printf %s "$1"
        head -c "$2" /dev/zero
    } >own.safetensors
}
b='"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}'
st "{$b}" 8
t 0 "${small[@]}" --init own.safetensors
st '{"__metadata__":{"format":"pt","\\u0062":"x"},"\u0062" : {"data_offsets" :[ 0, 8],"shape":[2 ] ,"dtype":"F32"} }  ' 8
t 0 "${small[@]}" --init own.safetensors
bad() { # WHAT HEADER DATA-BYTES
    st "$2" "$3"
    t 2 "${small[@]}" --init own.safetensors
    has err "$1"
    has err 'own.safetensors'
}
bad 'the file ends within the data' "{$b}" 7
bad 'of no tensor' "{$b}" 9
bad "'b' stands twice" "{$b,$b}" 16
bad 'not as many bytes' '{"b":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}' 8
bad 'not as many bytes' '{"b":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}}' 8
bad 'not as many bytes' '{"b":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}' 8
bad 'a number is too large' '{"b":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,8]}}' 8
bad 'a number of 0 or more' '{"b":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]}}' 8
bad "'C64', a type that is not read" '{"b":{"dtype":"C64","shape":[1],"data_offsets":[0,8]}}' 8
bad 'tensors share their data' "{$b,\"c\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}" 8
bad 'lacks dtype' '{"b":{"shape":[2],"data_offsets":[0,8]}}' 8
bad 'a string does not end' '{"b' 8
bad 'is no JSON of tensors' '{"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}' 8
bad 'something follows' "{$b} x" 8
bad "'x' is no field" '{"b":{"x":[[[[[[[[[[[]]]]]]]]]]]}}' 8
bad "does not fit the weight" '{"b":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}' 8
bad "no such name\|'q'" '{"q":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}' 8
st "{$b}" 8
for n in 0 1 7 8 9 20 40 60; do
    head -c $n own.safetensors >cut.safetensors
    t 2 "${small[@]}" --init cut.safetensors
    has err 'cut.safetensors'
done
t 5 "${small[@]}" --init none.safetensors

# --- Memory ---

# 134 MB of weights that are drawn: within the least limit once, and what they are trained, kept and written with is in
# proportion to them.
cat >big.py <<'M'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), a: R.Tensor((64, 520000), "float32"), b: R.Tensor((520000, 1), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.matmul(R.nn.relu(R.matmul(x, a)), b)
        R.output(y)
    return y
M
awk 'BEGIN { for (i = 0; i < 64; i++) printf "x%d,", i; print "y"; for (k = 0; k < 4; k++) { for (i = 0; i < 64; i++) printf "%d,", (i * k) % 5; print k } }' >big.csv
t 0 train big.py --data big.csv --target y --val 0 --loss mse --optimizer adam --batch 2 --steps 1 --quiet -o big.onnx
rm -f big.onnx

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
