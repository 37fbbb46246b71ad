#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `tenon verify M.onnx --against LIBRARY`: what it says and its exit status, on a library that is a stub (ort_stub.c) and
# can be wrong; and models on ONNX Runtime itself, where npm has its library (bench/get-ort.sh), else that is skipped.
#
#   against.sh BUILD_FOLDER
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TENON_CACHE= LC_ALL=C
cd "$work" || exit 1
passed=0 failed=0

# expect STATUS NAME TEXT COMMAND...: the exit status, and a text in what it prints (of several: one a line)
expect() {
    local want=$1 name=$2 texts=$3 status
    shift 3
    "$@" >out 2>err
    status=$?
    cat err >>out
    if [ $status -ne "$want" ]; then
        echo "FAILED $name: exit status $status, not $want"
    elif while IFS= read -r text; do grep -qF -e "$text" out || break; done <<<"$texts"; ! grep -qF -e "$text" out; then
        echo "FAILED $name: no word of '$text'"
    else
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    sed 's/^/    /' out | head -n 8
}

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), dtype="float32")):
    R.func_attr({"onnx_outputs": ["y"]})
    a = R.negative(x)
    y = R.nn.relu(a)
    return y
PY
cp net.py no.py
"$tenon" convert net.py -o net.onnx || exit 1
${CC:-cc} -shared -fPIC -o stub.so "$here/ort_stub.c" || exit 1
echo 'int nothing;' >none.c
${CC:-cc} -shared -fPIC -o none.so none.c || exit 1
against=("$tenon" verify net.onnx --against ./stub.so)

expect 0 'both agree' $'ONNX Runtime 0.0.stub\nn = 4: same: \'y\'\nn = 1: same: \'y\'' "${against[@]}"
expect 0 'at a size' "n = 7: same" "${against[@]}" --dim n=7
if grep -q 'n = 4' out; then
    echo 'FAILED --dim n=7: 4 is tried too'
    failed=$((failed + 1))
fi
"$tenon" run net.onnx --draw --dim n=6 --seed 3 --save in 2>/dev/null
sed 's/{"onnx_outputs"/{"onnx_dims": {"n": "T"}, "onnx_outputs"/' net.py >named.py
"$tenon" convert named.py -o named.onnx || exit 1
expect 0 'at a size, by the name in the file' $'stub\nT = 7: same' "$tenon" verify named.onnx --against ./stub.so --dim T=7
expect 0 "at a size, by the module's name" $'stub\nT_1 = 7: same' "$tenon" verify named.onnx --against ./stub.so --dim T_1=7
expect 0 'inputs of a folder' $'same\nlargest difference 0' "${against[@]}" --inputs in --layers
expect 0 'an input' 'same' "${against[@]}" --input x=@in/in_x.npy
expect 1 'inputs that are not for this' '--inputs can only be used with --against' "$tenon" verify net.onnx --inputs in
expect 0 'by the evaluator' 'Tenon by eval' "${against[@]}" --backend eval
expect 0 'compiled to C' 'Tenon by c' "${against[@]}" --backend c
expect 0 'a library without a slash' 'same' "$tenon" verify net.onnx --against stub.so
expect 3 'an output differs' $'n = 4: differ: \'y\': largest difference 1 (\n1 elements past rtol 0.0001, atol 1e-05' \
    env STUB_WRONG=y "${against[@]}"
expect 0 'within a tolerance' 'same' env STUB_WRONG=y "${against[@]}" --atol 1.5
expect 3 'as JSON' $'"same": false\n"library": "0.0.stub"\n"n": 4\n"name": "y"\n"max_abs": 1.0' \
    env STUB_WRONG=y "${against[@]}" --json
expect 3 'of another type' 'of float32, by ONNX Runtime of int32' env STUB_TYPE=6 "${against[@]}"
expect 2 'a type that is not known' "element type, ONNX's number 99" env STUB_TYPE=99 "${against[@]}"
expect 0 'layers agree' 'n = 4: no value inside differs' "${against[@]}" --layers
expect 3 'the first layer' "n = 4: the first value that differs, of a node Neg, is 'a': largest difference 1 (" \
    env STUB_WRONG=a "${against[@]}" --layers
expect 3 'the last layer' "n = 1: the first value that differs, of a node Relu, is 'y'" \
    env STUB_WRONG=y "${against[@]}" --layers
expect 3 'the first layer, one at a time' "of a node Neg, is 'a'" \
    env STUB_FAIL=array STUB_WRONG=a "${against[@]}" --layers
expect 3 'layers as JSON' $'"first_layer": {\n"op": "Neg"' env STUB_WRONG=a "${against[@]}" --layers --json
expect 2 'the library refuses the model' "ONNX Runtime 0.0.stub refuses 'net.onnx': the stub fails in session" \
    env STUB_FAIL=session "${against[@]}"
expect 2 'the library fails' $'ONNX Runtime 0.0.stub cannot run \'net.onnx\' at n = 4: the stub fails in run\nhelp: other sizes' \
    env STUB_FAIL=run "${against[@]}"
expect 2 'the library crashes' 'error: ONNX Runtime was stopped by SIGABRT: a fault of that library, with this model and these inputs' \
    env STUB_FAIL=crash "${against[@]}"
expect 2 'another number of inputs' 'it takes 2 inputs, Tenon 1' env STUB_INPUTS=2 "${against[@]}"
expect 5 'no version of the API' 'does not offer version 1' env STUB_FAIL=api "${against[@]}"
expect 5 'no library' $'cannot be opened: ./nowhere.so\nhelp: the path of a shared library' \
    "$tenon" verify net.onnx --against ./nowhere.so
expect 5 'another library' 'it has no function OrtGetApiBase' "$tenon" verify net.onnx --against ./none.so
expect 5 'no model' "it is Tenon that refuses 'nowhere.onnx'" "$tenon" verify nowhere.onnx --against ./stub.so
expect 2 'a model that Tenon lacks' $'Nonsense: this operator is not supported\nit is Tenon that refuses' \
    "$tenon" verify "$here/../onnx/lacks.onnx" --against ./stub.so
expect 1 'text' 'a model in ONNX' "$tenon" verify no.py --against ./stub.so
expect 1 'two models' 'one model' "$tenon" verify net.onnx net.onnx --against ./stub.so
expect 1 'float64' 'in its own types' "${against[@]}" --as float64
expect 1 'gradcheck' 'neither --gradcheck' "${against[@]}" --gradcheck
expect 1 'layers alone' '--layers can only be used with --against' "$tenon" verify net.onnx --layers

library=$("$here/../../bench/get-ort.sh" 2>why)
if [ -z "$library" ]; then
    echo "skipped ONNX Runtime itself: $(tail -n 1 why)"
else
    onnx=$here/../onnx
    for m in branch dynamic external floats function mlp shapes unsorted real/rnn_gru real/rnn_lstm; do
        expect 0 "$m by ONNX Runtime" 'same' "$tenon" verify "$onnx/$m.onnx" --against "$library" --layers
        if grep -q 'passed over' out && [ $m != dynamic ]; then
            echo "FAILED $m: a value is passed over"
            failed=$((failed + 1))
        fi
    done
    expect 0 'maps, key by key' "same: 'probabilities[" "$tenon" verify "$onnx/keep/maps.onnx" --against "$library" --layers
    expect 3 'maps, to the bit' 'elements past rtol 0, atol 0' "$tenon" verify "$onnx/keep/maps.onnx" --against "$library" --rtol 0 --atol 0
    expect 0 'strings' "same: 'y'" "$tenon" verify "$onnx/keep/strings.onnx" --against "$library" --layers
    for m in blazeface_128 gpt_tiny unet_tiny; do # as ONNX Runtime's own optimizer leaves them
        "$build/bench/ort_peer" "$library" "$onnx/real/$m.onnx" $m.onnx --optimize
        expect 0 "$m, optimized" 'same' "$tenon" verify $m.onnx --against "$library"
        expect 0 "$m, optimized: it has nodes of com.microsoft" com.microsoft grep -ao com.microsoft $m.onnx
    done
    expect 2 'ONNX Runtime lacks an operator' "refuses '$onnx/old.onnx': Could not find an implementation for Add(1)" \
        "$tenon" verify "$onnx/old.onnx" --against "$library"
    expect 2 'both lack it' $'it is Tenon that refuses\nNo Op registered for Nonsense' \
        "$tenon" verify "$onnx/lacks.onnx" --against "$library"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
