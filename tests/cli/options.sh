#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No option is passed over in silence. For each verb, each option that its help lists, and each kind of input and output
# that the verb has, the option changes what the verb does (its output, its status or its files), or it is refused
# with the status of wrong usage; the exceptions stand in the table, each with its reason. An option without a row fails.
#
#   options.sh BUILD_FOLDER
#
# A row: VERB OPTION | how | arguments. `how` is
#   used     with these arguments beside it, the verb does something else than with them alone
#   refused  exit status 1, and the option is named on standard error
#   quiet    it has its effect where a test cannot see it; the reason stands behind '#'
# In the arguments, OPT is the place of the option with its value. The folder new is empty before each run.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache
tenon=$build/tenon
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor((4, 3), dtype="float32")):
    y = R.matmul(x, w)
    z = R.nn.relu(R.add(y, R.const([1.5, 2, 3], "float32")))
    return z
PY
cat >two.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32")):
        return R.exp(R.negative(x))
    @R.function
    def other(x: R.Tensor(("n", 4), dtype="float32")):
        return R.exp(x)
PY
cat >loss.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4,), dtype="float32")):
    with R.dataflow():
        a = R.exp(R.multiply(x, w))
        b = R.mean(R.multiply(a, a))
        c = R.mean(a)
        R.output(b, c)
    return (b, c)
PY
cat >scalar.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4,), dtype="float32")):
    return R.mean(R.exp(R.multiply(x, w)))
PY
cat >own.py <<'PY'
@R.operator("my.twice")
def twice(x: R.Tensor):
    return x + x
PY
cat >uses.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    return R.my.twice(x)
PY
cat >own_rules.py <<'PY'
@R.rewriter
class TwiceOfMinus:
    @R.function
    def pattern(x: R.Tensor):
        return R.my.twice(R.negative(x))
    @R.function
    def replacement(x):
        return R.negative(R.my.twice(x))
PY
cat >rules.py <<'PY'
@R.rewriter
class ReluOnce:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(x)
    @R.function
    def replacement(x):
        return R.maximum(x, 0.0)
@R.rewriter
class Other:
    @R.function
    def pattern(x: R.Tensor):
        return R.abs(R.abs(x))
    @R.function
    def replacement(x):
        return R.abs(x)
PY
cat >near.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), dtype="float32"), y: R.Tensor((2, 4), dtype="float32")):
    a = R.add(x, y)
    return R.nn.relu(a)
PY
sed 's/R.nn.relu/R.tanh/' near.py >tanh.py
cat >chain.py <<'PY'
@R.function
def main(x: R.Tensor((2, 4), dtype="float32")):
    a = R.exp(x)
    b = R.exp(x)
    c = R.exp(R.multiply(a, b))
    return R.mean(R.exp(R.sin(c)))
PY
cat >wrong.py <<'PY'
@R.rewriter
class Wrong:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(x)
    @R.function
    def replacement(x):
        return R.add(R.tanh(x), 1.0)
PY
cat >weights.py <<PY
@R.function
def main(x: R.Tensor((256,), dtype="float32")):
    return R.add(x, R.const([$(seq -s ', ' 256)], "float32"))
PY
cat >strange.py <<'PY'
@R.function(pure=False)
def main(x: R.Tensor((2, 4), dtype="float32")):
    return R.onnx.opaque((x,), op_type="Strange", domain="com.acme", out_sinfo=R.Tensor((2, 4), dtype="float32"))
PY
cp "$here/../onnx/keep/taken.onnx" taken.onnx
"$tenon" convert strange.py -o strange.onnx || bad 'the inputs of this test'
printf 'no model' >broken.onnx
"$tenon" convert net.py -o net.onnx && "$tenon" run net.py --seed 3 --dim n=2 --save in >/dev/null 2>&1 || bad 'the inputs of this test'
cat >long.py <<'PY'
@R.function
def main(long: R.Tensor((2, 4), dtype="int64")):
    return long
PY
"$tenon" run long.py --draw --save new-in >/dev/null 2>&1 && mv new-in/in_long.npy in/long.npy || bad 'the inputs of this test'
"$tenon" run near.py --save near >/dev/null 2>&1 && "$tenon" run tanh.py --inputs near --save tanh >/dev/null ||
    bad 'the inputs of this test'
# Two columns of 12 rows to fit a line to, and a model that does.
cat >fit.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 1), "float32"), b: R.Tensor((1,), "float32")):
    R.func_attr({"num_input": 1})
    y = R.add(R.matmul(x, w), b)
    return y
PY
cat >fit_two.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), v: R.Tensor((3, 2), "float32"), w: R.Tensor((2, 1), "float32")):
    R.func_attr({"num_input": 1})
    return R.matmul(R.matmul(x, v), w)
PY
sed 's/R.add(/R.my.twice(R.add(/; s/, b)$/, b))/' fit.py >fit_own.py
cat >columns.py <<'PY'
@R.function
def main(x: R.Tensor((12, 3), "float32"), y: R.Tensor((12, 1), "float32"), z: R.Tensor((12, 1), "float32")):
    return (x, y, z)
PY
"$tenon" run columns.py --draw --save columns >/dev/null 2>&1 && mkdir fit || bad 'the inputs of this test'
for i in x y z; do mv columns/in_$i.npy fit/$i.npy; done
printf 'a,b,x,y\n1,2,3,1\n2,5,7,2\n3,4,2,2\n5,9,1,4\n' >fit.csv
"$tenon" train fit.py --data fit.csv --target y --column '*:number' --steps 1 --val 0 --quiet -o fit.onnx >/dev/null || bad 'the inputs of this test'
"$tenon" train fit.py --data fit --target y --steps 1 --save kept --quiet >/dev/null || bad 'the inputs of this test'
# A test of ONNX's suite that is wrong: the output is 1 everywhere. TensorProto: dims, data_type 1, raw_data.
tensor() { printf '\x08\x02\x08\x04\x10\x01\x4a\x20'; for _ in 1 2 3 4 5 6 7 8; do printf '\x00\x00\x80\x3f'; done; }
mkdir hlo
cp "$here/../stablehlo/programs/mlp.mlir" hlo
mkdir -p case/test_data_set_0
"$tenon" convert near.py -o case/model.onnx
for i in 0 1; do tensor >case/test_data_set_0/input_$i.pb; done
tensor >case/test_data_set_0/output_0.pb


# act NAME ARGUMENTS...: what tenon does, in out.NAME: status, output, files. Figures of time are left out. Processes are
# what this test costs, so what the shell can do it does.
shopt -s nullglob dotglob
mkdir new
act() {
    local name=$1 files status
    shift
    (ulimit -t 60 && exec "$tenon" "$@") >"out.$name" 2>&1 </dev/null
    status=$?
    [ $status != 4 ] && [ $status -lt 128 ] || bad "$*: status $status, a fault"
    mapfile -d '' -n 1 -t text <"out.$name"
    [[ ${text-} =~ [0-9]\.[0-9]+\ ms ]] && sed -i -E 's/[0-9]+\.[0-9]+ ms/MS/g' "out.$name"
    echo "status $status" >>"out.$name"
    files=(new/*)
    [ ${#files[@]} = 0 ] && return
    (cd new && find . -type f -exec cksum {} + | sort) >>"out.$name"
    rm -rf new && mkdir new
}

covered=' '
declare -A without_of=()
row() {
    local verb=$1 option=$2 how=$3
    shift 3
    local name=${option%%=*} with=() without=() word key
    name=${name%% *}
    covered+="$verb:$name "
    [ "$how" = quiet ] && { ok; return; }
    for word in "$@"; do
        if [ "$word" = OPT ]; then
            read -ra parts <<<"$option"
            with+=("${parts[@]}")
        else
            with+=("$word")
            without+=("$word")
        fi
    done
    act with "$verb" "${with[@]}"
    if [ "$how" = refused ]; then
        if grep -q '^status 1$' out.with && grep -qF -e "$name" -e "${option#*=}" out.with; then ok; else
            bad "$verb ${with[*]}: it is not refused"
            head -3 out.with
        fi
        return
    fi
    key="$verb ${without[*]}"
    if [ -z "${without_of[$key]-}" ]; then # many rows differ by the option alone
        act without "$verb" "${without[@]}"
        without_of[$key]=out.${#without_of[@]}
        mv out.without "${without_of[$key]}"
    fi
    if cmp -s out.with "${without_of[$key]}"; then bad "$verb ${with[*]}: the option changes nothing"; else ok; fi
}

while IFS='|' read -r what how arguments; do
    [[ $what == [a-z]* ]] || continue
    read -r verb option <<<"$what"
    how=${how%%#*}
    read -r how _ <<<"$how"
    [ "$how" = quiet ] && arguments= # a reason
    eval "arguments=($arguments)"
    row "$verb" "$option" "$how" "${arguments[@]}"
done <"$here/options.table"

# Each option of each help has a row.
for verb in $("$tenon" --help | awk '/^Verbs:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
    for option in $("$tenon" "$verb" --help | grep -oE '^ +(-[A-Za-z], )?(--[a-z-]+|-[A-Z])' | grep -oE '(--[a-z-]+|-[A-Z])$'); do
        [[ $option == --help || $option == --usage ]] && continue
        if [[ $covered == *" $verb:$option "* ]]; then ok; else bad "$verb $option has no row in options.table"; fi
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
