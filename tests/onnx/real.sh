#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Real models: what they compute, as they are and simplified, is what ONNX Runtime 1.30 says (rtol 1e-4, atol 1e-5), at
# several sizes of every dim that is free; and nothing is left that simplifying is to take away.
#
#   real.sh BUILD_FOLDER
#
# The cases are the lines of real/cases; inputs and ONNX Runtime's outputs are real/MODEL.CASE.tar.gz (real/make.sh). Models
# that are not in real/ come from npm (tools/get-models.sh); without npm or a network they are skipped. REAL=all runs the
# long cases too, which otherwise only the backend llvm runs. With ORT=DIR, where onnxruntime-node is, ONNX Runtime runs
# every simplified model as well.
set -u
cd "$(dirname "$0")/../.."
tenon=$(realpath "$1/tenon")
here=tests/onnx/real models=build/models
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 native=1
export TENON_CACHE=

# result STATUS NAME: of the command before
result() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2 (exit status $1)"
        sed 's/^/    /' "$work/out" | head -n 20
    fi
}

tools/get-models.sh >/dev/null 2>"$work/err" || echo "skipped models of npm: $(tail -n 1 "$work/err")"

# simple MODEL FILE: simplified, with nothing superfluous
simple() {
    "$tenon" opt "$2" -o "$work/$1.onnx" >"$work/out" 2>&1
    result $? "$1: opt"
    "$tenon" inspect "$work/$1.onnx" >"$work/out" 2>&1
    result $? "$1: inspect what was written"
    ! LC_ALL=C grep -aqP '\x22\x08(Constant|Identity)|\x22\x12BatchNormalization' "$work/$1.onnx"
    result $? "$1: a batch norm, a Constant or an Identity is left"
}

"$tenon" run $here/rnn_gru.onnx --backend llvm --dim B=1 --dim T=1 >"$work/out" 2>&1
if grep -q 'no backend llvm' "$work/out"; then
    echo 'skipped by llvm: this build has no backend llvm'
    native=0
fi
while read -r model case told how; do
    file=$here/$model.onnx
    [ -f "$file" ] || file=$models/$model.onnx
    [ -f "$file" ] || continue
    data=$work/data
    rm -rf "$data"
    mkdir "$data"
    tar xzf "$here/$model.$case.tar.gz" -C "$data"
    expect=()
    for out in "$data"/out_*.npy; do
        name=${out##*/}
        expect+=(--expect "${name%.npy}=@$out")
    done
    if [ $native = 1 ]; then # whose sums are in another order: near 0, the rounding of terms up to 150 is seen
        "$tenon" run "$file" --backend llvm --atol 1e-4 --inputs "$data" "${expect[@]}" >"$work/out" 2>&1
        result $? "$model $case ($told) by llvm"
    fi
    [ "$how" != far ] || [ "${REAL-}" = all ] || continue
    [ -f "$work/$model.onnx" ] || simple "$model" "$file"
    backend=eval
    [ "$how" = eval ] || backend=c
    for m in "$file" "$work/$model.onnx"; do
        "$tenon" run "$m" --backend $backend --inputs "$data" "${expect[@]}" >"$work/out" 2>&1
        result $? "$model $case ($told) by $backend$([ "$m" = "$file" ] || echo ', simplified')"
    done
    if [ -n "${ORT-}" ]; then
        node tests/onnx/ort.mjs "$work/$model.onnx" "$work/ort" like="$data" expect="$data" >"$work/out" 2>&1
        result $? "$model $case: ONNX Runtime on what was written"
    fi
done < <(grep -v '^#' $here/cases)

# A user's rule on a model, to a model; and the sets of legal calls.
cat >"$work/rule.py" <<'PY'
@R.rewriter
class ReluAsMaximum:
    """A relu is a maximum with 0."""

    @R.function
    def pattern(x: R.Tensor(dtype="float32")):
        return R.nn.relu(x)

    @R.function
    def replacement(x):
        return R.maximum(x, R.const(0.0, "float32"))
PY
cls=$here/ppocr_cls.onnx size=(--dim p2o_DynamicDimension_0=1 --dim p2o_DynamicDimension_1=48 --dim p2o_DynamicDimension_2=96)
"$tenon" opt "$cls" --rules "$work/rule.py" -o "$work/rule.onnx" >"$work/out" 2>&1
result $? 'a rule on ppocr_cls'
"$tenon" inspect --nodes "$work/rule.onnx" >"$work/out" 2>&1
grep -q '^15 Max$' "$work/out" && ! grep -q ' Relu$' "$work/out"
result $? 'ppocr_cls: each of 15 relus is a maximum'
"$tenon" verify "$cls" "$work/rule.onnx" --as native "${size[@]}" >"$work/out" 2>&1
result $? 'ppocr_cls: the same with maximums'
"$tenon" why-not "$cls" --rules "$work/rule.py" --rule ReluAsMaximum >"$work/out" 2>&1
result $? 'why-not on a model'
"$tenon" opt "$cls" --passes 'LegalizeOps(core)' -o "$work/core.onnx" >"$work/out" 2>&1
result $? 'LegalizeOps(core) on a model'
"$tenon" verify "$cls" "$work/core.onnx" --as native "${size[@]}" >"$work/out" 2>&1
result $? 'ppocr_cls: the same of core operators'
"$tenon" inspect --legalization=onnx17 "$cls" >"$work/out" 2>&1
result $? 'inspect --legalization on a model'
echo "$passed passed, $failed failed"
[ $failed = 0 ]
