#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The `tenon` command from outside: each verb's ordinary use, every exit status, files and pipes.
#   cli.sh TENON
# TENON_CRASH=SIGNAL in its environment makes the command stop as a fault of its own would.
set -u
tenon=$(realpath "${1:-$(dirname "$0")/../../build/tenon}")
root=$(realpath "$(dirname "$0")/../..")
if [ ! -x "$tenon" ]; then
    echo "FAILED: there is no $tenon"
    echo "0 passed, 1 failed"
    exit 1
fi
tmp=$(mktemp -d)
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
mkdir crash
export TMPDIR="$tmp/crash"
unset TENON_CRASH
good=0 bad=0 skipped=0

result() {
    if [ "$2" = 0 ]; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "FAILED: $1"
    fi
}

# t STATUS ARGUMENT...: runs tenon; its output goes to out and err.
t() {
    wanted=$1
    shift
    "$tenon" "$@" >out 2>err </dev/null
    status=$?
    if [ $status = "$wanted" ]; then
        result "" 0
    else
        result "tenon $*: exit status $status, not $wanted: $(head -n 1 err)" 1
    fi
    last="tenon $*"
}

# has FILE PATTERN, lacks FILE PATTERN, empty FILE: of the last run.
has() { if grep -qe "$2" "$1"; then result "" 0; else result "$last: no '$2' in $1: $(head -n 3 "$1")" 1; fi; }
lacks() { if grep -qe "$2" "$1"; then result "$last: '$2' in $1" 1; else result "" 0; fi; }
empty() { if [ -s "$1" ]; then result "$last: $1 is not empty: $(head -n 1 "$1")" 1; else result "" 0; fi; }
same() { if cmp -s "$1" "$2"; then result "" 0; else result "$last: $1 and $2 differ" 1; fi; }
lines() { if [ "$(wc -l <"$1")" = "$2" ]; then result "" 0; else result "$last: $1 has not $2 lines" 1; fi; }

python=$(command -v python3 || :)
# json FILE EXPRESSION: the file is JSON, and the expression holds of it (as j).
json() {
    if [ -z "$python" ]; then
        skipped=$((skipped + 1))
    elif "$python" -I -S -c "import json, sys
j = json.load(open(sys.argv[1]))
sys.exit(not ($2))" "$1" 2>python-err; then
        result "" 0
    else
        result "$last: not so: $2: $(tail -n 1 python-err)" 1
    fi
}

cat >net.py <<'PY'
@I.ir_module
class Module:
    @R.function(private=True)
    def half(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y = R.multiply(x, R.const(0.5, "float32"))
        return y
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32"), s: R.Tensor(("n",), dtype="int32")):
        a = R.matmul(Module.half(x), w)
        with R.dataflow():
            b = R.nn.relu(a)
            R.output(b)
        return (b, s)
PY
sed 's/R.nn.relu/R.tanh/' net.py >other.py
cat >bad.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4,), dtype="float32")):
    a = R.add(x, y)
    b = R.frobnicate(x)
    return a
PY
cat >print.py <<'PY'
@R.function(pure=False)
def main(x: R.Tensor((2, 3), dtype="float32")):
    y = R.exp(x)
    e = R.print(y)
    f = R.call_packed("f", x, sinfo_args=R.Tensor((2,), dtype="float32"))
    return y
PY
cat >weights.py <<PY
@R.function
def main(x: R.Tensor(("n", 256), dtype="float32")):
    y = R.add(x, R.const([$(awk 'BEGIN { for (i = 0; i < 256; i++) printf "%d.5, ", i }')], "float32"))
    return y
PY
cat >one.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32")):
    return R.relu(x)
PY

# The command itself
t 0 --help
for verb in opt equal inspect check convert ops passes why-not run verify grad compile train bench target test-onnx test-stablehlo rules reduce; do
    has out "^  $verb  *[a-z]"
done
has out '^  4  '
cp out help
t 0 help
same out help
t 0 --version
has out '^tenon [0-9][0-9.]*$'
t 1
has err '^Usage: tenon'
t 1 frobnicate
has err "'frobnicate' is no verb"
has err '^Usage: tenon'
t 1 help frobnicate
for verb in opt equal inspect check compile convert grad ops passes reduce train why-not test-onnx test-stablehlo; do
    t 0 $verb --help
    has out "^Usage: tenon $verb"
    has out 'Exit status'
    has out '^Example:'
    has out "^  tenon $verb"
    empty err
    cp out help
    t 0 help $verb
    same out help
    t 0 $verb --usage
    has out "^Usage: tenon $verb"
    t 1 $verb --frobnicate
    has err '^Usage: tenon'
    has err frobnicate
    empty out
    case $verb in test-*) ;; *) false ;; esac || t 1 $verb a b c # which takes any number
    has err '^Usage: tenon'
    t 1 $verb a -o
    has err '^Usage: tenon'
done
for verb in opt equal inspect check convert; do
    t 1 $verb
    has err 'operand is missing\|-o FILE is missing'
done

# opt
t 0 opt net.py
empty err
has out 'b: R.Tensor((2, 4), dtype="float32") = R.nn.relu(a)'
cp out normal
t 0 opt net.py -o out.py
empty out
same out.py normal
t 0 opt out.py
same out normal
t 0 opt out.py -o -
same out normal
"$tenon" opt - <net.py >out 2>err
same out normal
cat net.py | "$tenon" opt - -o piped.py
same piped.py normal
t 0 opt -O0 net.py
same out normal
t 0 opt -O 0 --verify-each --rule-stats --bisect-limit 3 --passes '' net.py -o out.py
same out.py normal
t 0 opt --time-passes net.py -o out.py
has err '[0-9] ms  read, infer types$'
has err '[0-9] ms  verify$'
has err '[0-9] ms  write$'
t 1 opt net.py --passes Frob,Nicate
has err "no pass 'Frob'"
has err 'WidenFloats'
t 1 opt net.py --passes 'Normalize,AttachExternModules({})'
has err "no pass 'AttachExternModules'"
has err "a pass of TVM that is left out: its parameters are modules of TVM's runtime"
t 1 opt net.py --passes ,
t 1 opt net.py --passes 'Normalize,LegalizeOps(lops)'
has err '^passes:1:13: error: pass LegalizeOps: a wrong value'
has err '^  expected: core'
cat > bound.py <<'EOF'
@R.function
def main(x: R.Tensor(("n",), "float32")):
    R.func_attr({"tir_var_upper_bound": {"n": [4]}})
    return x
EOF
t 2 opt bound.py --passes StaticPlanBlockMemory
has err ':2:1: error: pass StaticPlanBlockMemory: the attribute tir_var_upper_bound of main cannot be read'
has err '^  expected: names of symbols with integers of 0 or more'
t 1 opt net.py --passes 'LegalizeOps(frob=1)'
has err "no option 'frob'"
has err '^  expected: set (core'
t 1 opt net.py --passes 'LegalizeOps(core'
t 1 opt net.py --print-after 'LegalizeOps(core)'
t 0 opt net.py --passes ' Normalize, LegalizeOps ( core ) ,DeadCodeElimination ' -o out.py
t 1 opt net.py --passes 'Normalize, '
t 1 opt net.py --passes 'Normalize DeadCodeElimination'
t 0 opt net.py --passes 'LegalizeOps(core, skip=add+nn.softmax),LegalizeOps()' --bisect-limit 1 -o out.py
has err '^bisect: 1 of 2 passes ran, the last was LegalizeOps(core, skip=add+nn.softmax); the next would be LegalizeOps()$'
cat >ops.py <<'END'
@R.operator("my.twice")
def twice(x: R.Tensor, by: R.Int = 2):
    """x times by."""
    return x * by

@R.operator("my.unused")
def unused(x):
    return x

@R.legalize("my.twice")
def added(x: R.Tensor(("n",))):
    return R.add(x, x)
END
cat >uses.py <<'END'
@R.function
def main(x: R.Tensor((2, 3), "float32"), v: R.Tensor((4,), "float32")):
    y = R.my.twice(x, by=3)
    w = R.my.twice(v)
    return y, w
END
cat >unrelu.py <<'END'
@R.rewriter
class Unrelu:
    @R.function
    def pattern(x: R.Tensor, by):
        return R.my.twice(x, by=by)

    @R.function
    def replacement(x, by):
        return R.negative(R.my.unused(x))
END
t 2 opt uses.py
has err '^uses.py:3:9: error: R.my.twice is no operator'
t 0 opt uses.py --operators ops.py -o own.py
grep -q '@R.operator("my.twice")' own.py && ! grep -q 'my.unused\|@R.legalize' own.py
result 'opt --operators: what is used is written' $?
t 0 opt own.py
t 0 equal own.py own.py
t 0 opt uses.py --operators ops.py --passes LegalizeOps --verify-each -o legal.py
[ "$(grep -c 'R.add(' legal.py)" = 1 ] && [ "$(grep -c 'R.multiply(' legal.py)" = 1 ] && ! grep -q 'my\.' legal.py
result 'opt --operators: an expansion, and the body' $?
t 0 opt own.py --passes 'LegalizeOps(skip=my.twice)' -o same.py
t 0 equal own.py same.py
# Expansions that go on: as deep as it goes, and deeper.
for n in 400 401; do
    awk -v n=$n 'BEGIN {
        for (i = 0; i < n; i++) printf "@R.operator(\"my.o%d\")\ndef o%d(x: R.Tensor):\n    return R.abs(x)\n", i, i
        for (i = 1; i < n; i++) printf "@R.legalize(\"my.o%d\")\ndef l%d(x: R.Tensor):\n    return R.my.o%d(x)\n", i - 1, i, i
        print "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return R.my.o0(x)"
    }' >deep$n.py
done
t 0 inspect deep400.py --legalization --json
has out '"replaced": 400,'
t 2 inspect deep401.py --legalization --json
has out 'nested more than 400 deep'
t 2 opt own.py --passes 'LegalizeOps(skip=my.thrice)'
has err "did you mean 'my.twice'?"
t 0 run uses.py --operators ops.py
t 0 inspect uses.py --operators ops.py --legalization
has out 'y = R.my.twice (line 3): not by added, `x` is R.Tensor((2, 3), dtype="float32"), not R.Tensor(ndim=1)'
has out 'w = R.my.twice (line 4): by added: R.add$'
t 0 opt uses.py --operators ops.py --rules unrelu.py
has out 'R.my.unused(x)'
t 2 opt uses.py --rules unrelu.py --operators net.py
has err 'a function that is no definition'
t 5 opt uses.py --operators none.py
t 0 ops --module own.py
has out '^my.twice  *x times by.$'
t 0 ops --module own.py my.twice --json
has out '"default": "2"'
t 1 ops --module own.py nn.relu
has err 'the module defines no R.nn.relu'
t 1 ops --module own.py --levels
cat ops.py uses.py >whole.py
t 0 reduce whole.py --keep 'grep -q "R.my.twice(" $1' -o small.py
grep -q '@R.operator("my.twice")' small.py && ! grep -q 'my.unused\|@R.legalize' small.py
result 'reduce: definitions that nothing uses go' $?
t 2 opt own.py --operators ops.py
has err "own.py:7:17: error: 'R.my.twice' is defined twice"
has err 'the first definition stands in ops.py, line 2'
t 1 opt net.py --print-after Frob
t 1 opt net.py --passes Normalize --print-after Normalize,LegalizeOps
has err 'tenon opt: --print-after names LegalizeOps, which does not run; these do: Normalize'
t 1 opt net.py --print-after Normalize
has err '--print-after names Normalize, which does not run: there is neither --passes nor -O1 or -O2'
t 1 opt net.py --print-before Frob
t 1 opt net.py --passes Normalize --print-before Normalize,LegalizeOps
has err 'tenon opt: --print-before names LegalizeOps, which does not run; these do: Normalize'
t 1 opt net.py --passes Normalize,WidenFloats --skip WidenFloats --print-after WidenFloats
has err '--print-after names WidenFloats, which does not run; these do: Normalize$'
t 1 opt net.py --passes Normalize --bisect-limit 0 --print-after Normalize
has err '--skip and --bisect-limit leave no pass'
t 1 opt net.py --bisect-limit x
t 1 opt net.py --bisect-limit -3
t 1 opt net.py -O3
t 1 opt net.py -o ''
t 1 opt ''
cat >bound.py <<'END'
@R.function
def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor(("k", 4), dtype="float32")):
    n = T.int64()
    k = T.int64()
    y = R.add(x, R.sum(w))
    z = R.zeros(R.shape([n, k]), dtype="float32")
    return (y, z)
END
t 0 run bound.py --dim n=3 --dim k=3 --seed 7 --save kept
t 0 opt bound.py --bind w=@kept/in_w.npy --dim n=3 --verify-each --passes FoldConstant -o static.py
grep -q 'def main(x: R.Tensor((3, 4)' static.py
result 'opt --bind, --dim: the signature' $?
t 0 run static.py --input x=@kept/in_x.npy --expect out_0=@kept/out_0.npy --expect out_1=@kept/out_1.npy
t 0 opt bound.py --bind 1=@kept/in_w.npy --function main
t 2 opt bound.py --bind x=@kept/out_1.npy
has err "parameter 'x' does not take this constant"
t 2 opt bound.py --bind v=@kept/in_w.npy
has err "name 'v' is not defined"
t 2 opt bound.py --bind w=@kept/in_w.npy --bind 1=@kept/in_w.npy
has err "'w' is defined twice"
t 2 opt bound.py --dim q=3
has err "'q' is no symbolic dim"
t 0 opt bound.py --passes 'BindParams(main, {"w": "kept/in_w.npy"}),BindSymbolicVars({"n": 3}),FoldConstant' --verify-each -o listed.py
cmp -s static.py listed.py
result 'BindParams as a pass' $?
if [ -n "$python" ]; then
    "$python" -c '
import zipfile
for name, arrays in ("only_w.npz", "w"), ("two.npz", "wv"), ("other.npz", "av"):
    with zipfile.ZipFile(name, "w") as z:
        for a in arrays:
            z.write("kept/in_w.npy", a + ".npy")'
    for params in '"only_w.npz"' '{"w": "only_w.npz"}' '{"w": "two.npz"}'; do
        t 0 opt bound.py --passes "BindParams(main, $params),BindSymbolicVars({\"n\": 3}),FoldConstant" -o listed.py
        cmp -s static.py listed.py
        result "BindParams(main, $params)" $?
    done
    t 2 opt bound.py --passes 'BindParams(main, "two.npz")'
    has err "name 'v' is not defined"
    t 2 opt bound.py --passes 'BindParams(main, {"w": "other.npz"})'
    has err 'none of this name'
fi
t 2 opt bound.py --passes 'AlterOpImpl({"relax.add": nope})'
has err 'op_impl_map:1:15: error: pass AlterOpImpl: the module has no function of this name'
t 2 opt bound.py --passes 'AlterOpImpl({"relax.add": main})'
has err 'the function is no loop function that can be run'
t 2 opt bound.py --passes 'AlterOpImpl({}, {"relax.add": []})'
has err 'op_buffer_transforms:1:2: error: pass AlterOpImpl: the operator has no replacement'
t 2 opt bound.py --passes 'ApplyPassToFunction(DeadCodeElimination, "mian")'
has err "no function's name matches 'mian'"
has err "a name of the module: 'main'"
t 1 opt bound.py --passes 'ApplyPassToFunction(DeadCodeElimination, "(main")'
has err "passes:1:42: error"
has err 'a ( is not closed'
t 1 opt bound.py --passes 'ApplyPassToFunction(DeadCodeElimination(none=1), "main")'
has err "passes:1:41: error: pass DeadCodeElimination: there is no option 'none'"
t 1 opt bound.py --passes 'ApplyPassToFunction(ApplyPassToFunction(Normalize), "main")'
has err "passes:1:21: error: pass ApplyPassToFunction: it is within itself"
t 2 opt bound.py --passes 'BindParams(main, {"w": "none.npy"})'
has err 'none.npy'
t 1 opt bound.py --dim n=-3
t 1 opt bound.py --bind w=kept/in_w.npy
t 5 opt bound.py --bind w=@none.npy
cat >endless.py <<'END'
@R.function
def main():
    @R.function
    def cond(i: R.Tensor((), dtype="int64")) -> R.Tensor((), dtype="bool"):
        t = R.less(R.const(1, "int64"), R.const(2, "int64"))
        return t
    @R.function
    def step(i: R.Tensor((), dtype="int64")) -> R.Tuple(R.Tensor((), dtype="int64")):
        j = R.add(i, R.const(1, "int64"))
        return (j,)
    w = R.while_loop(cond, step, (R.const(0, "int64"),))
    return w
END
t 0 opt endless.py --verify-each --passes FoldConstant
has out 'R.while_loop(cond, step'
t 5 opt net.py --rules none.py -o none
has err "cannot read 'none.py'"
t 2 opt bad.py -o none
has err '^bad.py:3:9: error: R.add: C'
has err '^    a = R.add(x, y)$'
has err '^        ^$'
has err '^bad.py:4:9: error: R.frobnicate is no operator'
has err '^2 errors$'
empty out
t 2 opt one.py
has err 'did you mean\|help:'
lacks err ' errors$'
printf 'no model' >text.onnx
t 2 opt text.onnx
has err '^text.onnx: error: byte '
t 5 opt net.onnx
t 2 opt print.py -o net.onnx
has err '^print.py:4:[0-9]*: error: `e` has no form in ONNX: R.print: '
has err '^print.py:5:[0-9]*: error: `f` has no form in ONNX: R.call_packed: '
lines err 3
t 2 opt net.py -o net.so
t 2 opt net.so
[ ! -e none ] && [ ! -e net.onnx ] && [ ! -e net.so ]
result 'a failing opt leaves no file' $?
printf '' | "$tenon" opt - >out 2>err
[ $? = 2 ]
result 'an empty text is no module' $?

# Input and output errors
t 5 opt none.py
has err "error: cannot read 'none.py': No such file"
t 5 opt .
t 5 opt net.py -o none/out.py
has err "error: cannot write 'none/out.py': No such file"
t 5 inspect net.py -o none/out
has err "error: cannot write 'none/out'"
if [ -c /dev/full ]; then
    for command in 'opt net.py' 'inspect net.py' 'check net.py --json' 'ops' '--help' '--version' 'opt --help'; do
        "$tenon" $command >/dev/full 2>err
        [ $? = 5 ]
        result "tenon $command >/dev/full: exit status 5" $?
    done
fi
"$tenon" opt - <&- >out 2>err
[ $? = 5 ]
result 'a closed standard input: exit status 5' $?
if [ "$(id -u)" != 0 ]; then
    cp net.py secret.py
    chmod 0 secret.py
    t 5 check secret.py
    has err 'Permission denied'
fi
# (A sanitized build needs more address space than that, and aborts by itself.)
{ sh -c "ulimit -v 2000000; exec '$tenon' opt /dev/zero" >out; } 2>err
status=$?
[ $status = 5 ] || [ $status = 134 ]
result "an endless input: exit status $status" $?

# equal
t 0 equal net.py normal
t 0 equal net.py out.py
empty out
t 3 equal net.py other.py
has out "function 'main'"
has out R.tanh
empty err
t 3 equal net.py other.py -o why
has why R.tanh
t 0 equal --json net.py net.py
json out 'j["equal"] is True and j["difference"] is None'
t 3 equal --json net.py other.py
json out 'j["equal"] is False and "tanh" in j["difference"]'
"$tenon" equal net.py - <net.py
result 'equal with standard input' $?
t 1 equal - -
has err 'standard input'
t 1 equal net.py
t 2 equal bad.py one.py
has err '^bad.py:3'
has err '^one.py:3'
t 2 equal --json bad.py one.py
json out 'len(j) == 3'

# inspect
t 0 inspect net.py
has out '^functions: 2$'
has out '^  half  *1  .*private$'
has out '^  main  *3  '
has out '^  matmul  *1$'
has out '^constants: 1, 4 bytes$'
t 0 inspect --json net.py
json out '[f["name"] for f in j["functions"]] == ["half", "main"] and j["constants"] == {"count": 1, "bytes": 4}'
json out 'sorted(o["name"] for o in j["operators"]) == ["matmul", "multiply", "nn.relu"]'
t 0 inspect net.py -o report --json
json report 'j["functions"][1]["dataflow_blocks"] == 1'
empty out
cat >prims.py <<'PY'
@I.ir_module
class Module:
    @T.prim_func
    def flip(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"num_outputs": 1})
        for i in range(4):
            y[i] = x[3 - i]

    @T.prim_func
    def other(x: T.handle):
        T.evaluate(0)
PY
t 0 inspect prims.py
has out '^  flip: T.prim_func, injective$'
has out '^  other: T.prim_func$'
t 0 inspect prims.py --json
json out '[f["pattern"] for f in j["functions"]] == ["injective", None]'
cat >soft.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), u: R.Tensor(ndim=2, dtype="float32")):
    a = R.nn.softmax(x)
    b = R.nn.softmax(u)
    return (a, b)
PY
t 1 inspect soft.py --legalization=lops
has err "expected: core, training, loops, onnx17 or stablehlo"
t 1 inspect soft.py --legalization='core,fold=false'
t 0 inspect soft.py --legalization=loops
has out '^  a = R.nn.softmax (line 3): by its decomposition: R.max, R.subtract, R.exp, R.sum, R.divide$'
has out '^    lv = R.subtract: as a loop function: cls.subtract$'
has out '^set loops: 1[0-9] replaced, 0 left$'
t 0 inspect soft.py --legalization
has out '^main$'
has out '^  a = R.nn.softmax (line 3): by its decomposition: R.max, R.subtract, R.exp, R.sum, R.divide$'
has out '^  b = R.nn.softmax (line 4): left: by its decomposition, the shape of `data` is not known$'
has out '^set core: 1 replaced, 1 left$'
t 0 inspect soft.py --legalization --json
json out 'j["set"] == "core" and j["replaced"] == 1 and j["left"] == 1 and [f["name"] for f in j["functions"]] == ["main"]'
json out 'j["functions"][0]["calls"][0] == {"variable": "a", "op": "nn.softmax", "line": 3, "way": "by its decomposition", "made": ["max", "subtract", "exp", "sum", "divide"], "why": None, "children": []}'
json out 'j["functions"][0]["calls"][1] == {"variable": "b", "op": "nn.softmax", "line": 4, "way": None, "made": [], "why": "by its decomposition, the shape of `data` is not known", "children": []}'
empty err
t 0 inspect soft.py --legalization --json -o tree.json
json tree.json 'len(j["functions"][0]["calls"]) == 2'
empty out
t 2 inspect bad.py --legalization --json
json out '[d["line"] for d in j] == [3, 4]'
cat >nested.py <<'PY'
@R.function(private=True)
def helper(x: R.Tensor((2, 3), dtype="float32")):
    return R.exp(x)
@R.function
def main(s: R.Tensor(("k", 1, 3), dtype="float32"), w: R.Tensor((1, 4, 3), dtype="float32"), r: R.Tensor((1, 4, 4), dtype="float32")):
    @R.function
    def inner(y: R.Tensor((2, 3), dtype="float32")):
        return R.nn.softmax(y)
    return R.nn.rnn(s, w, r)
PY
t 0 inspect nested.py --legalization --json
json out '[(f["name"], [(c["op"], c["line"]) for c in f["calls"]]) for f in j["functions"]] == [("helper", []), ("main", [("nn.softmax", 8), ("nn.rnn", 9)])]'
json out 'None in j["functions"][1]["calls"][1]["made"] and "scan" in j["functions"][1]["calls"][1]["made"]'
t 0 inspect nested.py --legalization=loops --json
json out 'j["set"] == "loops" and j["left"] == 0 and j["functions"][0]["calls"][0]["made"] == ["cls.exp"]'
json out '[(c["op"], c["line"], c["made"]) for c in j["functions"][1]["calls"][0]["children"]][:2] == [("max", 8, ["cls.max"]), ("subtract", 8, ["cls.subtract"])]'
json out 'j["replaced"] == sum(1 + len(c["children"]) for f in j["functions"] for c in f["calls"])'
t 2 opt soft.py --passes LegalizeOps
has err "^soft.py:4:9: error: R.nn.softmax is not in the legal set 'core'$"
cat >five.py <<'PY'
@R.function(private=True)
def helper(x: R.Tensor(ndim=2, dtype="float32")):
    return R.nn.softmax(x)

@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor(ndim=1, dtype="float32"), d: R.Tensor((2, 3)), u: R.Tensor, s: R.Shape(ndim=1), c: R.Tensor((), dtype="bool")):
    a = R.nn.layer_norm(x, g, g, axes=[1])
    b = R.nn.rms_norm(R.exp(x), R.ones((3,), "float32"))
    if c:
        @R.function
        def inner(y: R.Tensor((2, 3))):
            return R.nn.log_softmax(y)
        e = inner(d)
    else:
        e = R.add(d, d)
    f = R.random_normal(R.const(1), R.const(2), s)
    return (a, b, e, f, R.nn.group_norm(u, g, g, num_groups=1, channel_axis=1, axes=[2]))
PY
t 2 opt five.py --passes LegalizeOps -o five.out
has err '^5 errors$'
grep ' error: ' err >places
lines places 5
has places "^five.py:3:12: error: R.nn.softmax is not in the legal set 'core'$"
has places "^five.py:7:9: error: R.nn.layer_norm is not in the legal set 'core'$"
has places "^five.py:12:20: error: R.nn.log_softmax is not in the legal set 'core'$"
has places "^five.py:16:9: error: R.random_normal is not in the legal set 'core'$"
has places "^five.py:17:25: error: R.nn.group_norm is not in the legal set 'core'$"
for what in 'shape of `data`' 'shape of `gamma`' 'dtype of `data`' 'value of `shape`' 'rank of `data`'; do
    has err "found: no way: by its decomposition, the $what is not known$"
done
[ ! -e five.out ]
result "$last: five.out was written" $?
t 0 inspect soft.py --passes "DecomposeOpsForInference(composites=true)" --provenance
has out '^main a: R.divide <- nn.softmax$'
t 2 inspect --json bad.py
json out '[d["line"] for d in j] == [3, 4] and j[0]["source"] == "bad.py" and j[0]["level"] == "error"'
json out 'all(d["expected"] or d["found"] or d["help"] or d["message"] for d in j)'
empty err

# check
t 0 check net.py
has out '^net.py: no errors$'
has out '^function main$'
has out '^  parameters: 3, 18 elements, 72 bytes, and 1 dynamic$'
has out '^  peak of values: 64 bytes$'
t 0 check --json net.py
json out 'j["functions"][1]["peak_bytes"] == 64 and j["functions"][0]["param_bytes"] == 24'
cat >memory.py <<'PY'
from tvm.script import relax as R
@R.function
def main(x: R.Tensor(("n", 64), "float32")):
    a = R.exp(x)
    b = R.flip(a, 0)
    c = R.nonzero(b)
    return (b, R.sum(R.astype(c, "float32")))
PY
t 0 check memory.py
has out '^run of main: bytes depend on n (--dim)$'
has out '^  allocated besides, of sizes that depend on data: [12] values, made at 6:'
t 0 check --dim n=8 memory.py
has out '^run of main: [0-9]* bytes: arena 8256, constants 0, inputs 2048, outputs 2052$'
t 0 check --json --dim n=8 memory.py
json out 'j["runs"][0]["input_bytes"] == 2048 and j["runs"][0]["allocated"] > 0 and "missing" not in j["runs"][0]'
t 2 check bad.py
has err '^2 errors$'
t 2 check --json bad.py
json out 'len(j) == 2'
t 2 check --train net.py
has err 'not built yet'
t 2 check --train --json net.py
json out '"not built yet" in j[0]["message"]'
t 5 check --json none.py
json out 'len(j) == 1 and "none.py" in j[0]["message"]'
"$tenon" check - <net.py >out
has out '^<stdin>: no errors$\|^-: no errors$'
{
    echo '@R.function'
    echo 'def main(x: R.Tensor((2, 3), dtype="float32")):'
    i=0
    while [ $i -lt 1200 ]; do
        echo '    a = R.frobnicate(x)'
        i=$((i + 1))
    done
    echo '    return x'
} >many.py
t 2 check many.py
has err '^1200 errors, 200 of them not shown$'
t 2 check --json many.py
json out 'len(j) == 1001 and "200 further errors" in j[-1]["message"]'
awk 'BEGIN {
    print "@R.function\ndef main(x: R.Tensor((2, 3), dtype=\"float32\")):"
    printf "    return "
    for (i = 0; i < 5000; i++) printf "("
    printf "x"
    for (i = 0; i < 5000; i++) printf ",)"
    print ""
}' >deep.py
t 2 check deep.py
has err 'nested more than'

# convert
t 0 convert net.py -o net.relax
same net.relax normal
t 0 convert net.relax -o -
same out normal
t 1 convert net.py
has err '-o FILE is missing'
t 0 convert net.py -o net.onnx
t 0 verify net.onnx net.py
t 0 opt -O0 net.onnx
has out '"onnx_outputs": ."b", "output".'
t 0 convert weights.py -o weights.onnx --external-data
[ "$(stat -c %s weights.onnx.data)" = 1024 ] && [ "$(stat -c %s weights.onnx)" -lt 1024 ]
result 'weights in a file of their own' $?
t 0 verify weights.onnx weights.py
t 0 opt weights.py -o weights.onnx --external-data=w.bin
[ -e w.bin ]
result 'its name' $?
t 1 convert weights.py -o weights.onnx --external-data=weights.onnx
t 1 convert weights.py -o weights.onnx --external-data=../w
has err 'takes the name of a file'
t 5 convert none.py -o net.txt

# ONNX
t 0 ops --onnx
has out '^| `Conv` | 1 to 27 | nn.conv |$'
t 1 ops --onnx --levels
t 1 test-onnx
t 5 test-onnx none
t 1 test-onnx -O3 .
mkdir -p case/test_data_set_0 && printf 'no model' >case/model.onnx
t 3 test-onnx case
has out '^failed: case: byte '
has out '^0 passed, 1 failed, 0 skipped$'
t 5 test-onnx case/test_data_set_0
has err "^error: 'case/test_data_set_0' holds no test$"
t 3 test-onnx .
has out '^failed: ./case: byte '
has out '^0 passed, 1 failed, 0 skipped$'

# ops
t 0 ops
has out '^nn.conv2d  *The '
lacks out '^R\.'
[ "$(sort out | uniq | wc -l)" -gt 100 ] && LC_ALL=C sort -c out
result 'ops lists more than 100 operators by name' $?
cp out list
t 0 ops nn.conv2d
has out '^R.nn.conv2d(data, weight, strides=1, padding=0, .*out_dtype=None)$'
has out '^  C1  '
has out '^pure$'
cp out conv
t 0 ops R.nn.conv2d
same out conv
t 0 ops call_tir
t 1 ops relu
has err 'did you mean R.nn.relu'
t 0 ops --json
json out "len(j) == $(wc -l <list) and all(o['doc'] for o in j)"
t 0 ops add --json
json out 'j["name"] == "add" and j["commutative"] and j["elementwise"] and len(j["params"]) == 2'
t 0 ops --markdown -o table.md
has table.md '^| `add` | `R.add('
[ "$(wc -l <table.md)" = "$(($(wc -l <list) + 2))" ]
result 'the Markdown table has a row for each operator' $?
t 1 ops --markdown add
t 0 ops --levels
has out '^0 add$'
has out '^1 nn.softmax$'
[ "$(wc -l <out)" = "$(grep -vc '^onnx\.' list)" ]
result 'each operator of ours has a level' $?
t 1 ops --levels add
for name in $(cut -d' ' -f1 list); do
    "$tenon" ops "$name" >out 2>err && [ ! -s err ] && ! tail -n +2 out | grep -q '.\{100\}' && ! grep -q ' $' out
    result "ops $name" $?
done

# passes
t 0 passes
has out 'WidenFloats'
has out '^  skip  *operators that are legal as well (operators joined by +; default: none)$'
t 0 passes --json
json out '[o["default"] for p in j for o in p["options"] if p["name"] == "LegalizeOps"][:2] == ["core", "none"]'
json out 'j[-1]["name"] == "WidenProducts" and j[-1]["doc"]'

# Our own faults
for signal in abort segv fpe ill bus stack; do
    rm -f crash/*
    TENON_CRASH=$signal "$tenon" opt net.py -O0 >out 2>err
    [ $? = 4 ]
    result "TENON_CRASH=$signal: exit status 4" $?
    last="TENON_CRASH=$signal tenon opt net.py"
    has err '^tenon: stopped by SIG'
    has err "^tenon: reproducer: $tmp/crash/tenon-bug-[0-9]*.py$"
    head -n 1 crash/*.py >first
    has first '^# tenon .*, input net.py, command: .*opt net.py -O0$'
    tail -n +2 crash/*.py >rest
    same rest net.py
done
rm -f crash/*
t 0 opt net.py
TENON_CRASH=abort "$tenon" check - <net.py >out 2>err
tail -n +2 crash/*.py >rest
same rest net.py
"$tenon" opt crash/tenon-bug-*.py >out 2>err
same out normal
rm -f crash/*
TENON_CRASH=abort "$tenon" equal none.py "$(printf 'a\nb')" >out 2>err
[ $? = 4 ] && [ "$(wc -l <"$(ls crash/*.py)")" = 2 ]
result 'an input that cannot be read, a line end in an argument: the first line stays a comment' $?
chmod a-w crash
if [ "$(id -u)" != 0 ]; then
    TENON_CRASH=abort "$tenon" opt net.py >out 2>err
    [ $? = 4 ]
    result 'a reproducer that cannot be written' $?
fi
TMPDIR=$tmp/nowhere TENON_CRASH=abort "$tenon" opt net.py >out 2>err
[ $? = 4 ]
result 'no folder for the reproducer: exit status 4' $?
last='TMPDIR=nowhere'
has err 'reproducer cannot be written'

# Passes
t 0 opt net.py --passes WidenFloats --verify-each --time-passes -o wide.py
has err ' ms  WidenFloats$'
has wide.py 'float64'
lacks wide.py 'float32'
t 0 opt net.py --passes WidenFloats --print-after WidenFloats
has err '^# after WidenFloats$'
t 0 opt net.py --passes WidenFloats --print-after all
has err '^# after WidenFloats$'
t 0 opt net.py --passes WidenFloats,Normalize --print-before WidenFloats -o out.py
has err '^# before WidenFloats$'
has err 'float32'
lacks err 'float64'
t 0 opt net.py --passes WidenFloats,WidenFloats --print-changed -o out.py
test "$(grep -c '^# after WidenFloats$' err)" = 1 && test "$(grep -c '^# WidenFloats changed nothing$' err)" = 1
result 'opt: --print-changed prints after the pass that changed the module, and not after the other' $?
t 0 opt net.py --passes WidenFloats --bisect-limit 0 -o narrow.py
lacks narrow.py 'float64'
has err '^bisect: 0 of 1 passes ran; the next would be WidenFloats$'
t 0 opt net.py --passes WidenFloats,WidenFloats --bisect-limit 1 -o wide.py
has wide.py 'float64'
has err '^bisect: 1 of 2 passes ran, the last was WidenFloats; the next would be WidenFloats$'
t 0 opt net.py --passes WidenFloats --bisect-limit 7 -o wide.py
has err '^bisect: 1 of 1 passes ran, the last was WidenFloats$'
cat >twice.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32")):
    a = R.exp(x)
    b = R.exp(x)
    c = R.negative(b)
    return R.add(a, b)
PY
t 0 opt twice.py -O0 -o level.py
has level.py 'b: .* = R.exp(x)'
for level in -O1 -O2; do
    t 0 opt twice.py $level --verify-each -o level.py
    lacks level.py 'b: '
    lacks level.py 'R.negative'
    has level.py 'R.add(a, a)'
done
t 0 opt twice.py -O1 --passes TopologicalSort,WidenFloats --time-passes -o level.py
has level.py 'float64'
has err ' ms  TopologicalSort$'
t 0 opt twice.py -O1 --bisect-limit 2 --print-after all -o level.py
has err '^bisect: 2 of [0-9]* passes ran, the last was EliminateCommonSubexpr; the next would be CanonicalizeBindings$'
has err '^# after CanonicalizeBindings$'
t 0 target --list
has out '^x86-64-v4$'
t 0 target x86-64-v3
has out '^vector_bytes = 32 '
has out '^cpu = x86-64-v3 '
t 0 target x86-64-v3 -o here.target
sed -i 's/^peak_gflops = .*/peak_gflops = 1/; s/^vector_bytes = .*/vector_bytes = 16/' here.target
t 0 target here.target --json
json out 'j["peak_gflops"] == 1 and j["vector_bytes"] == 16 and j["row"] == "x86-64-v3" and j["l1_bytes"] == 32768'
t 0 target aarch64-linux-gnu
has out '^triple = aarch64-linux-gnu '
t 2 target here.tarjet
has err 'expected: a target of the table, a triple such as x86_64-linux-gnu, or a file: '
t 2 target x86-64-v5
has err "help: did you mean 'x86-64"
echo 'peek_gflops = 3' >>here.target
t 2 target here.target
has err '^here.target:19:1: error: targets have nothing of this name'
has err "help: did you mean 'peak_gflops'"
t 1 target --list x86-64
t 1 target --measure x86-64
t 0 target
cp out host.out
t 0 target host
same out host.out
t 2 run twice.py --backend llvm --target aarch64-linux-gnu
has err "expected: a triple of x86_64, as code runs in this process"
t 0 passes
has out '^-O0:$'
has out '^-O1: CanonicalizeBindings '
t 0 passes --json
json out '[p["levels"] for p in j if p["name"] == "CanonicalizeBindings"] == [[1, 2]]'
has out 'FuseTIR'
t 0 passes --lists
lacks out '^FuseTIR '
has out '^-O1: CanonicalizeBindings '
has out '^  AssignLayout  *unless --strict; in C: for a named target$'
t 0 passes --lists --json
json out '[i["pass"] for i in j["-O1"]] == "CanonicalizeBindings EliminateCommonSubexpr CanonicalizeBindings DeadCodeElimination".split()'
json out 'j["c"][9] == {"pass": "LegalizeOps(loops)", "when": []}'
json out '[i["when"] for i in j["native"] if i.get("pass") == "SplitTransposedConv"] == [["unless --strict; in C: for a named target"]]'
json out '[i["pass"] for i in j["native"] if "pass" in i][-2:] == ["PackWeights", "DeadCodeElimination"]'
json out 'all(i.get("pass") != "FoldConstant" or "unless plain or --strict" in i["when"] for i in j["native"])'

# R.print goes to standard error, a failed assertion is the model's fault, host functions are found by name
cat >effects.py <<'EOF'
@R.function(pure=False)
def main(x: R.Tensor((2,), dtype="float32")):
    a = R.print(R.const([1, 2], "int32"), format="a: {}")
    b = R.call_packed("vm.builtin.copy", x, sinfo_args=R.Tensor((2,), dtype="float32"))
    c = R.assert_op(R.const(False, "bool"), format="stop")
    return b
EOF
t 2 run effects.py
has err '^a: \[1, 2\]$'
has err '^effects.py:5:9: error: an assertion does not hold: stop$'
sed 's/vm.builtin.copy/vm.builtin.coby/' effects.py >unknown.py
t 2 run unknown.py
has err "help: the nearest that are registered: 'vm.builtin.copy'"

# Dropout in training: the same seed, the same mask
printf '@R.function\ndef main(x: R.Tensor((50,), dtype="float32")):\n    return R.nn.dropout(x)\n' >dropout.py
t 0 opt dropout.py --passes AssignRandom --verify-each -o training.py
has training.py 'seed: R.Tensor((), dtype="int64")'
t 0 run training.py --save training
t 0 run training.py --inputs training --expect out_1=@training/out_1.npy
t 3 run training.py --inputs training --expect out_0=@training/in_x.npy

# reduce: every file that the command gets is sound; what is left is what it looks for
cat >large.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor(("n", 3), dtype="float32"), c: R.Tensor((), dtype="bool")):
        m = T.int64()
        a = R.exp(x)
        with R.dataflow():
            b = R.add(a, a)
            d = R.multiply(b, R.const(2.0, "float32"))
            R.output(b, d)
        q = R.match_cast(y, R.Tensor((m, 3), dtype="float32"))
        if c:
            e = R.tanh(d)
            f = R.negative(e)
        else:
            f = d
        g = Module.helper(f)
        return (g, (R.sum(q, axis=[0]), b), a)
    @R.function(private=True)
    def helper(x: R.Tensor((2, 3), dtype="float32")):
        return R.concat((x, x), axis=0)
PY
t 0 reduce large.py --keep "'$tenon' opt \$1 && grep -q R.concat \$1" -o small.py
t 0 opt small.py
lacks out 'R.exp\|R.sum\|match_cast\|if c'
has out 'R.concat'
[ "$(grep -c ' = R\.' small.py)" = 1 ]
result 'reduce: one binding is left' $?
t 0 reduce large.py --keep 'grep -q R.tanh'
has out 'R.tanh'
has err '^[0-9]* files tried, [0-9]* kept$'
lacks out 'helper\|R.negative\|R.sum'
t 2 reduce large.py --keep 'grep -q R.sin' -o none.py
has err 'does not exit with 0'
t 1 reduce large.py
has err 'keep CMD is missing'
t 2 reduce bad.py --keep true
if ls "$TMPDIR"/tenon-reduce-* >/dev/null 2>&1; then result 'reduce leaves a file' 1; else result '' 0; fi

# run: two processes draw the same; what was saved runs again; symbolic dims are said
t 0 run net.py
has out '^dim n = 4 (not given)$'
has out '^out_0: float32(2, 4) min .* max .* mean '
has out '^out_1: int32(4)'
cp out first-run
t 0 run net.py
same out first-run
t 0 run net.py --seed 1
[ "$(head -n 2 out)" != "$(head -n 2 first-run)" ]
result 'another seed draws other inputs' $?
t 0 run net.py --dim n=7 --save saved
lacks out 'not given'
has out '^out_1: int32(7)'
ls saved >out
lines out 5
t 0 run net.py --inputs saved --expect out_0=@saved/out_0.npy --expect out_1=@saved/out_1.npy
t 3 run other.py --inputs saved --expect out_0=@saved/out_0.npy
has err 'differs from'
t 3 run net.py --inputs saved --expect out_0=@saved/out_1.npy
t 1 run net.py --inputs saved --expect y=@saved/out_1.npy
t 2 run net.py --inputs saved --input w=@saved/in_x.npy
has err "argument 'w' has another extent"
# Parts of tuples, shapes and numbers too
cat >parts.py <<'END'
@R.function
def main(x: R.Tensor(("n",), dtype="float16"), t: R.Tuple(R.Tensor((2,), dtype="bfloat16"), R.Tuple(R.Tensor((3,), dtype="int8"), R.Shape(["n"]))), s: R.Shape(["n", "m"]), p: R.Prim("int64")):
    n = T.int64()
    m = T.int64()
    return (R.add(x, x), (t, s, p), R.const([-7, 3], "int16"), R.const([1.5, -0.25], "float16"), R.const([-2.0, 3.0], "bfloat16"))
END
t 0 run parts.py --seed 3 --dim n=2 --save parts
has out '^out_6: int16(2) min -7 max 3 mean -2$'
has out '^out_7: float16(2) min -0.25 max 1.5 mean 0.625$'
has out '^out_8: bfloat16(2) min -2 max 3 mean 0.5$'
ls parts >out
lines out 15
# Inputs as text, and what is small is printed as it is written
cat >typed.py <<'END'
@R.function
def main(x: R.Tensor(("n", 2), dtype="float32"), k: R.Tensor((), dtype="int64"), b: R.Tensor((2,), dtype="bool"), u: R.Tensor((1,), dtype="uint64"), h: R.Tensor((), dtype="float16"), s: R.Shape(["n"]), p: R.Prim("int64")):
    n = T.int64()
    return (R.add(x, x), k, b, u, h, s, p, R.concat([x, x, x, x, x]))
END
typed() { t "$1" run typed.py --seed 1 --input "$2"; }
t 0 run typed.py --input 'x=[[1, 2.5],[0.1,-inf]]' --input k=-9223372036854775808 --input 'b=[true,0]' \
    --input 'u=[18446744073709551615]' --input h=2.5 --input 's=[2]' --input p=3
has out '^  \[\[2, 5\], \[0.2, -inf\]\]$'
has out '^  -9223372036854775808$'
has out '^  \[true, false\]$'
has out '^  \[18446744073709551615\]$'
has out '^  2.5$'
has out '^  \[2\]$'
lines out 15
printf '@R.function\ndef main(x: R.Tensor((3,), dtype="int32"), y: R.Tensor((2,), dtype="uint32")):\n    return (x, y)\n' >whole.py
for limit in 1 100 5000 40000; do
    t 2 check whole.py --memory-limit=$limit
    has err 'more memory than the limit leaves'
done
t 0 run whole.py --input 'x=[20, -16777217, 1000000]' --input 'y=[4294967295, 30]'
has out '^  \[20, -16777217, 1000000\]$'
has out '^  \[4294967295, 30\]$'
t 2 run typed.py --seed 1 --dim n=3 --input 'x=[[1,2]]'
has err "'n'"
typed 2 'x=[[1,2],[3]]'
has err 'expected: lists of the same length'
typed 2 'x=[[1,2],3]'
has err 'expected: elements in the same number of lists each'
typed 2 'x=[1'
has err 'found: the end'
typed 2 'x=[1]]'
typed 2 'x=[1,]'
typed 2 'x=[[1e39,1]]'
has err "found: '1e39' at byte 2"
typed 2 'k=1.5'
has err 'expected: elements that int64 has'
typed 2 k=9223372036854775808
typed 2 'u=[-1]'
typed 2 'b=[true,2]'
typed 2 h=65536
typed 2 k=true
typed 2 'x=[]'
has err 'is not of its parameter'
typed 1 x=in.npy
has err 'wants NAME=@FILE or NAME=VALUE'
t 2 run typed.py --seed 1 --input "x=$(printf '%33s' | tr ' ' '[')"
has err '32 lists'
t 0 opt typed.py --bind k=7 -o out.py
has out.py 'R.const(7, "int64")'
# Two inputs that disagree about an extent: both are named, by each way of running
cat >agree.py <<'END'
@R.function
def main(x: R.Tensor(("n", 2), "float32"), y: R.Tensor(("m", "n"), "float32")):
    return R.matmul(y, x)
END
for backend in eval llvm; do
    t 2 run agree.py --backend $backend --input 'x=[[1,2]]' --input 'y=[[1,2],[3,4]]'
    has err "error: the dim 'n' is given two values"
    has err "expected: 1, as in the input 'x'"
    has err "found: 2 in the input 'y'"
done
t 2 run agree.py --seed 1 --input n=3
has err "help: 'n' is a dim, which --dim n=N gives"
# Without libzip, arrays in archives are refused, and all else runs
mkdir -p nozip
for n in 4 5; do echo none >nozip/libzip.so.$n; done
if readelf -d "$tenon" 2>/dev/null | grep -q 'NEEDED.*libzip'; then
    : # linked: this processor has no stubs
else
    printf PK >any.npz
    LD_LIBRARY_PATH=$PWD/nozip t 2 run agree.py --dim n=1 --seed 1 --input x=@any.npz
    has err '^any.npz: error: this archive cannot be read: the library libzip cannot be opened'
    LD_LIBRARY_PATH=$PWD/nozip t 0 run agree.py --dim n=1 --dim m=1 --seed 1
fi
# The values inside: a file a binding, until the run ends or fails
cat >inside.py <<'END'
@R.function
def main(x: R.Tensor((2,), dtype="float32"), i: R.Tensor((1,), dtype="int64")):
    with R.dataflow():
        a = R.add(x, x)
        b = R.split(a, 2)
        c = R.take(a, i, axis=0)
        d = R.multiply(c, c)
        R.output(d)
    return d
END
t 0 run inside.py --input 'x=[1.5, 2]' --input 'i=[1]' --dump-layers layers
has out '^  \[16\]$'
[ "$(ls layers | tr '\n' ' ')" = '00000_a.npy 00001_b_0.npy 00001_b_1.npy 00002_c.npy 00003_d.npy ' ]
result 'run --dump-layers: a file a value' $?
t 0 run inside.py --input x=@layers/00000_a.npy --input 'i=[0]'
has out '^  \[36\]$'
t 2 run inside.py --input 'x=[1.5, 2]' --input 'i=[5]' --dump-layers cut
[ "$(ls cut | tr '\n' ' ')" = '00000_a.npy 00001_b_0.npy 00001_b_1.npy ' ]
result 'run --dump-layers: what was computed before the fault' $?
t 5 run inside.py --seed 1 --dump-layers none/layers
# The graph: a node a parameter and a binding, an edge a use; names cannot leave their quotes
t 0 inspect inside.py --dot
[ "$(grep -c 'label="' out)" = 8 ] && [ "$(grep -c -- ' -> ' out)" = 8 ]
result 'inspect --dot: nodes and edges' $?
has out 'label="add\\na: R.Tensor((2,), dtype=\\"float32\\")"'
if command -v dot >/dev/null; then dot -Tsvg out >graph.svg && grep -q '</svg>' graph.svg; result 'graphviz draws it' $?; fi
t 0 inspect inside.py --dot --passes 'LegalizeOps(loops)'
has out 'tooltip="made by add"'
# A TensorProto of ONNX: dims 1 and 2, float32, raw_data; whole, and cut
printf '\010\001\010\002\020\001\112\010\000\000\200\077\000\000\000\100' >x.pb
t 0 run typed.py --seed 1 --input x=@x.pb
has out '^  \[\[2, 4\]\]$'
head -c 12 x.pb >cut.pb
t 2 run typed.py --seed 1 --input x=@cut.pb
has err '^cut.pb: error: byte [0-9]*: the file ends inside'
t 5 run typed.py --seed 1 --input x=@none.pb
# An archive: the array of the name, else the only one
t 0 run typed.py --input 'x=[[3,4]]' --input k=5 --seed 1 --save typed
python3 -c '
import zipfile
for name, arrays in ("two", "xk"), ("one", "k"):
    with zipfile.ZipFile(name + ".npz", "w") as z:
        for a in arrays: z.write("typed/in_%s.npy" % a, ("any" if name == "one" else a) + ".npy")
' || result 'two archives' 1
t 0 run typed.py --seed 1 --input x=@two.npz --input k=@two.npz
has out '^  \[\[6, 8\]\]$'
has out '^  5$'
t 0 run typed.py --seed 1 --input k=@one.npz
has out '^  5$'
t 2 run typed.py --seed 1 --input b=@two.npz
has err "expected: an array 'b', or only one"
has err "found: 'x', 'k'"
t 0 run parts.py --seed 3 --dim n=2 --dim m=4
cp out first-run
t 0 run parts.py --inputs parts
same out first-run
t 2 run parts.py --input t_0=@parts/in_t_0.npy
has err "expected: 't\[1\]' too"
t 2 run parts.py --input t_9=@parts/in_t_0.npy
has err "'t_9' is not defined"
t 2 run parts.py --input s=@parts/in_x.npy
has err 'found: float16 of rank 1'
t 2 run net.py --input q=@saved/in_x.npy
has err "'q' is not defined"
t 5 run net.py --input w=@none.npy
t 2 run net.py --dim k=3
has err "'k' is no symbolic dim"
t 1 run net.py --dim n=-3
t 1 run net.py --dim n
t 1 run net.py --dim n=2 -o out.npz
has err 'what this verb writes is text, and no tensors'
t 1 run net.py --seed x
t 1 run net.py --input w
t 2 run net.py --function nobody
t 0 run net.py --function half
has out '^out_0: float32(2, 3)'
t 0 run net.py --json
json out 'j["outputs"][0]["dims"] == [2, 4] and j["outputs"][1]["dtype"] == "int32"'
t 2 run bad.py
t 5 run none.py

# What is not given is said or asked for; nothing is converted, overruled or run by another backend in silence.
cat >given.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 4), dtype="float32"), weights: R.Tensor((4, 3), dtype="float32"), i: R.Tensor(("n",), dtype="int64")):
    return (R.matmul(x, weights), R.add(i, i))
PY
printf '@R.function\ndef main(d: R.Tensor((2, 4), dtype="float64"), k: R.Tensor((2,), dtype="int32"), x: R.Tensor((2, 4), dtype="float32"), h: R.Tensor((2,), dtype="float32"), b: R.Tensor((2, 4), dtype="int8")):\n    return x\n' >kinds.py
t 0 run kinds.py --draw --save kinds
has err '^tenon run: inputs drawn, seed 0: d, k, x, h, b$'
t 0 run given.py
has err '^tenon run: inputs drawn, seed 0: x, weights, i$'
t 2 run given.py --input x=@kinds/in_x.npy
has err "error: 2 of the 3 inputs of 'main' are missing$"
has err '^  expected: a value for weights, i$'
has err '^  help: .*--seed N'
t 0 run given.py --input x=@kinds/in_x.npy --seed 5
has err '^tenon run: inputs drawn, seed 5: weights, i$'
t 0 run given.py --dim n=2 --save whole
t 0 run given.py --inputs whole
empty err
for backend in eval c llvm; do
    for wrong in d k b; do
        t 2 run given.py --seed 0 --backend $backend --input x=@kinds/in_$wrong.npy
        has err "the input 'x' is not of its parameter's type$"
        has err '^  expected: R.Tensor((n, 4), dtype="float32")$'
        has err '^  found: R.Tensor(('
    done
done
t 2 run given.py --seed 0 --input i=@kinds/in_h.npy
has err '^  expected: R.Tensor((n,), dtype="int64")$'
has err '^  found: R.Tensor((2,), dtype="float32")$'
t 0 run given.py --seed 0 --input x=@kinds/in_d.npy --convert
t 0 run given.py --seed 0 --input i=@kinds/in_k.npy --convert
t 2 run given.py --seed 0 --input i=@kinds/in_h.npy --convert
has err "the input 'i' cannot be converted$"
has err '^  found: .* at element 0$'
t 2 run given.py --seed 0 --input x=@kinds/in_x.npy --dim n=3
has err "the dim 'n' is given two values$"
has err "^  found: 2 in the input 'x'$"
t 0 run given.py --seed 0 --input x=@kinds/in_x.npy --dim n=2
t 2 run given.py --dim n=2 --dim n=3
t 1 run given.py --input x=@kinds/in_x.npy --input x=@kinds/in_x.npy
has err "'x' is given twice"
mkdir -p no-inputs
t 1 run given.py --inputs no-inputs
has err "no file in 'no-inputs' is named in_NAME.npy"
printf '@R.function(pure=False)\ndef main(x: R.Tensor((2,), dtype="float32")):\n    y = R.print(x)\n    return x\n' >printed.py
t 0 run printed.py
has err '^tenon run: run by the reference evaluator, as it is not compiled: '

# Names that are none: what there is, and what may have been meant.
t 2 run given.py --dim N=3
has err "^  expected: one that the parameters of 'main' have: n$"
has err "^  help: did you mean 'n'?$"
t 2 run given.py --varying nn
has err "'nn' is no symbolic dim of 'main'"
t 2 run given.py --seed 0 --input weigths=@kinds/in_x.npy
has err "^  expected: a parameter of 'main': x, weights, i$"
has err "^  help: did you mean 'weights'?$"
t 2 run given.py --function mian
has err "^  help: did you mean 'main'?$"
t 1 run given.py --expect out_7=@kinds/in_x.npy
has err '^  expected: out_0, out_1$'
t 2 check given.py --dim k=3
has err '^  expected: n$'
t 2 opt given.py --bind weight=@kinds/in_x.npy
has err "^  help: did you mean 'weights'?$"
t 2 grad given.py --seeded --wrt weight
has err "^  help: did you mean 'weights'?$"
t 1 opt given.py --passes FuseOp
has err "^  help: did you mean 'FuseOps'?$"
t 1 rnu given.py
has err "^  help: did you mean 'run'?$"

# The names of an ONNX file are understood everywhere, and kept.
cat >named.py <<'PY'
@R.function
def main(x: R.Tensor(("b", "t", 4), dtype="float32"), ids: R.Tensor(("t",), dtype="int64")):
    R.func_attr({"onnx_dims": {"b": "batch-size", "t": "T"}, "onnx_inputs": {"x": "x:0"}, "onnx_outputs": ["y.out", "z"]})
    y = R.add(R.exp(x), R.const([1, 2, 3, 4], "float32"))
    return (y, R.add(ids, ids))
PY
t 0 convert named.py -o named.onnx
t 0 opt named.onnx -O0 -o names.py
has names.py '"onnx_dims": {"T_1": "T", "batch_size": "batch-size"}'
t 0 opt names.py -o again.onnx
t 0 opt again.onnx -O0
same out names.py
t 0 run named.onnx --dim T=5 --dim batch-size=2 --save named
has out "^out_0 'y.out': float32(2, 5, 4)"
t 0 run named.onnx --dim T_1=5 --dim batch_size=2
has out "^out_0 'y.out': float32(2, 5, 4)"
t 0 run named.onnx --input x:0=@named/in_x_0.npy --input ids=@named/in_ids.npy --expect y.out=@named/out_0.npy --expect out_1=@named/out_1.npy
t 0 run named.onnx --dim T=5 --varying batch-size,T
has out '^dim batch-size = 4 (not given)$'
t 0 check named.onnx --dim T=5 --dim batch-size=2
has out '^run of main: [0-9]* bytes'
t 0 opt named.onnx --dim T=7
has out '"batch_size", 7, 4'
t 0 bench named.onnx --dim T=5 --varying T --iterations 1
t 2 run named.onnx --dim TT=5
has err 'have: batch-size, T$'
t 0 grad named.onnx --seeded --wrt x_0 -o adjoint.py
t 0 run adjoint.py --function main_adjoint --dim T=3 --dim batch-size=2

# An ONNX file that is not whole
for n in 1 4 10 50 150; do
    head -c $n named.onnx >cut.onnx
    t 2 check cut.onnx
    has err "^cut.onnx: error: byte $n: the file ends inside "
    has err '^  expected: .*more bytes, of a value that begins at byte [0-9]*$'
    has err '^  found: the end of the file$'
done

# What a format cannot hold is refused.
cat >two.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")):
        return R.exp(x)
    @R.function
    def other(x: R.Tensor((2,), dtype="float32")):
        return R.negative(x)
PY
printf '@R.function\ndef main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3,), dtype="float32")):\n    return R.multiply(x, w)\n' >lossy.py
for command in 'convert two.py' 'opt two.py' 'opt lossy.py --passes TrainStep(loss=mse,optimizer=sgd,num_input=1)'; do
    t 2 $command -o two.onnx
    has err "cannot write 'two.onnx': an ONNX model holds one function$"
    has err '^  found: [0-9] public functions: '
done
[ ! -e two.onnx ]
result 'a model that would lack functions is not written' $?
# What was asked for is the one function that a model holds.
t 0 grad lossy.py --seeded -o adjoint.onnx
t 0 inspect adjoint.onnx --nodes
has out 'Mul'
t 1 grad two.py --of f,g --seeded -o two.onnx
has err 'an ONNX model holds one function'
t 0 reduce lossy.py --keep 'grep -q multiply' -o rest.onnx
t 0 inspect rest.onnx --nodes
has out 'Mul'
mkdir weights
printf '@R.function\ndef main(x: R.Tensor((2, 3), dtype="float32")):\n    return R.multiply(x, R.const([[1.5, 2, 3], [4, 5, 6]], "float32"))\n' >scaled.py
t 0 convert scaled.py -o scaled.onnx
t 0 convert scaled.onnx --weights weights -o scaled.py
[ "$(ls weights | tr '\n' ' ')" = "in_const.npy model.bare " ]
result 'the weight is a file' $?
t 0 convert scaled.py --weights weights -o again.onnx
t 0 verify scaled.onnx again.onnx --rtol 0 --atol 0
t 1 convert scaled.py --weights weights -o other.py
# What stands in Constants is a weight where most floats do.
for of in 'few in_w.npy' 'all in_b.npy in_w.npy'; do
    mkdir "${of%% *}"
    t 0 convert "$root/tests/onnx/weights/${of%% *}.onnx" --weights "${of%% *}" -o "${of%% *}.py"
    [ "$(ls "${of%% *}" | grep npy | tr '\n' ' ')" = "${of#* } " ]
    result "weights of ${of%% *}.onnx" $?
done
t 0 convert two.py --function other -o two.onnx
t 0 inspect two.onnx
has out '^  negative  *1$'
t 1 inspect two.py -o two.onnx
t 0 inspect two.onnx

# verify: sees a changed operator, operand, attribute, constant; not a change of form
t 0 opt net.py -o form.py
t 0 verify net.py form.py --rtol 0 --atol 0
has out '^same: largest difference 0 '
t 3 verify net.py other.py
has out '^differ: largest difference .* in out_0, element '
sed 's/0.5/0.50001/' net.py >constant.py
t 3 verify net.py constant.py
t 0 verify net.py constant.py --as native
t 3 verify net.py constant.py --as native --rtol 1e-7 --atol 1e-9
t 0 verify net.py net.py --json
json out 'j["same"] and j["max_abs"] == 0'
sed 's/return (b, s)/return (s, b)/' net.py >order.py
t 3 verify net.py order.py
has out '^differ: output 0: '
sed 's/(3, 4)/(3, 5)/' net.py >inputs.py
t 2 verify net.py inputs.py
has err "argument 'w' has another extent"
sed 's/main(x: R.Tensor/main(u: R.Tensor((2,), dtype="float32"), x: R.Tensor/' net.py >inputs.py
t 2 verify net.py inputs.py
has err 'do not take the same inputs'
# An index that B uses otherwise is drawn as for A.
cat >take.py <<'END'
@R.function
def main(i: R.Tensor(("n",), dtype="int64")):
    return R.take(R.const([5, 6], "int64"), i, axis=0)
END
cat >sum.py <<'END'
@R.function
def main(j: R.Tensor(("k",), dtype="int64")):
    return R.add(j, R.const(5, "int64"))
END
t 0 verify take.py sum.py --dim n=30
t 0 verify net.py
has out '^same: '
t 0 verify net.py --strict
has out '^same: largest difference 0 '
t 1 verify net.py net.py --as float16
t 1 verify net.py net.py --rtol -1
t 2 verify net.py bad.py

# opt --verify: the module before and after, in one go. What differs is not written.
cat >wrong_rule.py <<'PY'
@R.rewriter
class Wrong:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(x)

    @R.function
    def replacement(x):
        return R.sigmoid(x)
PY
cat >relu.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), dtype="float32")):
    n = T.int64()
    return R.reshape(R.nn.relu(R.add(x, R.const(1, "float32"))), (3 * n,))
PY
t 0 opt relu.py -O2 --verify --seed 3 --verify-dim n=5 -o written.py
has err '^verify: same: largest difference '
lacks err 'not given'
t 0 verify relu.py written.py --dim n=2
t 0 opt relu.py --passes 'LegalizeOps(loops)' --verify --as native --rtol 0 --atol 0 -o written.py
has err '^verify: dim n = 4 (not given)'
t 3 opt relu.py --rules wrong_rule.py --verify -o differs.py
has err '^verify: differ: largest difference .* past rtol 0.0001, atol 1e-05'
if [ -e differs.py ]; then result 'a module that differs is written' 1; else result '' 0; fi
t 0 opt relu.py --rules wrong_rule.py --verify --atol 2 -o differs.py
t 1 opt relu.py --verify --rtol much
t 1 opt relu.py --verify --verify-dim n
t 2 opt bad.py --verify

# Real models: what is written as ONNX computes the same, by one's own rules and after legalization too.
real=$root/tests/onnx/real
for model in rnn_gru rnn_lstm unet_tiny; do
    sizes='--verify-dim B=2 --verify-dim T_1=3'
    [ $model = unet_tiny ] && sizes='--verify-dim H=9 --verify-dim W=8'
    t 0 opt "$real/$model.onnx" --verify $sizes -o $model.onnx
    has err '^verify: same: '
    t 0 opt "$real/$model.onnx" --passes "DecomposeOpsForInference(composites=true),LegalizeOps" --verify -o core.py
    t 0 inspect --nodes $model.onnx
    has out '^[0-9]* nodes$'
    lacks out 'Constant$'
done
cat >mish.py <<'PY'
@R.rewriter
class SiluByHand:
    @R.function
    def pattern(x: R.Tensor):
        return R.multiply(x, R.sigmoid(x))

    @R.function
    def replacement(x):
        return R.nn.silu(x)
PY
t 0 opt "$real/unet_tiny.onnx" --rules mish.py --rule-stats --verify -o silu.onnx
has err ' 1  *[0-9.]*  SiluByHand'
t 0 verify "$real/unet_tiny.onnx" silu.onnx --dim H=8 --dim W=8
t 0 inspect "$real/unet_tiny.onnx" --nodes --json
json out 'j["Conv"] == 2 and j["Constant"] == 4'
t 2 inspect --nodes relu.py
t 5 inspect --nodes none.onnx

# Rules
cat >qkv.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), u: R.Tensor((3, 4), dtype="float32"), v: R.Tensor((3, 5), dtype="float32"), w: R.Tensor((3,), dtype="float32")):
    with R.dataflow():
        a = R.matmul(x, u)
        b = R.matmul(x, v)
        c = R.matmul(x, w)
        d = R.exp(R.negative(a))
        R.output(b, c, d)
    return (b, c, d)
PY
cat >rules.py <<'PY'
@R.rewriter
class ExpOfNegative:
    """1 / exp(x) is exp(-x)."""

    @R.function
    def pattern(x: R.Tensor):
        return R.exp(R.negative(x))

    @R.function
    def replacement(x):
        return R.divide(1.0, R.exp(x))
PY
t 0 opt qkv.py --rules rules.py -o by-rules.py
empty out
has by-rules.py 'R.divide(R.const(1.0, "float32"), '
lacks by-rules.py R.negative
t 0 verify qkv.py by-rules.py --as native
t 0 opt qkv.py --passes CombineParallelMatmul --rules rules.py --rule-stats --verify-each -o both.py
has err '^ *tries  *hits  *ms  rule$'
has err '^ *3  *1  *[0-9.]*  CombineParallelMatmul: groups of 2 x1$'
has err '^ *1  *1  *[0-9.]*  ExpOfNegative$'
has both.py R.split
has both.py R.divide
t 0 verify qkv.py both.py --as native
t 0 opt qkv.py --rules rules.py --time-passes -o both.py
has err '^ *[0-9.]* ms  rules$'
t 0 opt -O2 qkv.py --rules rules.py -o both.py

# Provenance: which rules made what; the module itself stays as it was
t 0 inspect qkv.py --provenance
[ -s out ] && result 'inspect --provenance: nothing was rewritten' 1 || result '' 0
t 0 inspect qkv.py --provenance --rules rules.py
has out '^main d: R.divide <- ExpOfNegative$'
t 0 inspect qkv.py --provenance --passes CombineParallelMatmul
has out '^main [a-z0-9]*: R.matmul <- CombineParallelMatmul$'
t 1 inspect qkv.py --passes NoSuchPass
t 2 inspect bad.py --provenance
t 0 rules list
has out '^ReorderPermuteDimsAfterConcat  *concat'
t 0 rules test --rule ReorderPermuteDimsAfterConcat --count 5 --seed 3
has out '^ReorderPermuteDimsAfterConcat: 5 modules of [0-9]* kinds compared'
t 2 rules test --rule NoSuchRule
t 1 rules prove
has both.py R.divide
t 0 opt qkv.py --rule-stats -o out.py
has err '^no rules were loaded$'
sed 's/R.negative(x)/R.negativ(x)/; s/R.exp(x))$/R.exp(y))/' rules.py >wrong.py
cat >>wrong.py <<'PY'


@R.rewriter
class Second:
    @R.function
    def pattern(x: R.Tensor, axis):
        return R.sum(x, axis=axis)

    @R.function
    def replacement(x, axes):
        return R.sum(x, axis=axes)
PY
t 2 opt qkv.py --rules wrong.py -o none
has err '^wrong.py:7:22: error: ExpOfNegative: R.negativ is no operator$'
has err '^  help: did you mean R.negative?$'
has err "^wrong.py:21:24: error: Second: the pattern has no parameter 'axes'$"
has err "^    def replacement(x, axes):$"
empty out
t 2 opt qkv.py --rules wrong.py --json -o none
json out 'len(j) >= 2 and j[0]["source"] == "wrong.py" and j[0]["line"] == 7 and j[0]["help"]'
sed 's/R.divide(1.0, R.exp(x))/R.exp(R.negative(R.add(x, 0)))/' rules.py >endless.py
t 2 opt qkv.py --rules endless.py -o none
has err "^endless.py:2:7: error: rule 'ExpOfNegative' does not end"
sed 's/return R.divide(1.0, R.exp(x))/return R.sum(x)/' rules.py >types.py
t 2 opt qkv.py --rules types.py -o none
has err "^types.py:11:16: error: ExpOfNegative: the replacement of 'd' has another type$"
has err '^  expected: R.Tensor((2, 4), dtype="float32")$'
has err '^  found: R.Tensor((), dtype="float32")$'
[ ! -e none ]
result 'a wrong rule leaves no file' $?
t 0 why-not qkv.py --rule CombineParallelMatmul --at b
has out '^CombineParallelMatmul: it applies$'
t 0 why-not qkv.py --rule CombineParallelMatmul --at c
has out "^CombineParallelMatmul: at 'c': .*'c' is left out: the condition at combine_parallel_matmul:[0-9]* does not hold$"
t 0 why-not qkv.py --rule ExpOfNegative --rules rules.py --at b
has out "^ExpOfNegative: at 'b': R.exp is wanted, R.matmul is found$"
t 0 why-not qkv.py --rule ExpOfNegative --rules rules.py -o answer
empty out
has answer '^ExpOfNegative: it applies$'
t 0 why-not qkv.py --rule CombineParallelMatmul --at c --json
json out 'j["rule"] == "CombineParallelMatmul" and j["at"] == "c" and "left out" in j["answer"]'
t 2 why-not qkv.py --rule Nobody
has err "error: there is no rule 'Nobody'"
t 2 why-not qkv.py --rule CombineParallelMatmul --at zz
has err "nothing in the module is named 'zz'"
t 2 why-not qkv.py --rule CombineParallelMatmul --at zz --json
json out 'j[0]["level"] == "error"'
t 2 why-not qkv.py --rule ExpOfNegative --rules wrong.py
has err '^wrong.py:7:22: error'
t 2 why-not bad.py --rule CombineParallelMatmul
t 5 why-not none.py --rule CombineParallelMatmul
t 5 why-not qkv.py --rules none.py --rule CombineParallelMatmul
t 1 why-not qkv.py
has err 'rule is missing'
t 1 why-not --rule CombineParallelMatmul

# grad
cat >loss.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w1: R.Tensor((3, 4), dtype="float32"), w2: R.Tensor((3, 4), dtype="float32"), i: R.Tensor((2,), dtype="int32")):
        with R.dataflow():
            a = R.matmul(x, w1)
            b = R.sum(R.multiply(a, a))
            c = R.mean(a)
            R.output(a, b, c)
        return (a, b, c)
    @R.function
    def other(x: R.Tensor((3,), dtype="float32")):
        return R.sum(R.exp(x))
PY
t 0 grad loss.py --target 1 --wrt 'w*,a' -o step.py
has err "loss.py:4:5: warning: the gradient with respect to 'w2' is 0: no adjoint comes to it"
has err "help: nothing that is differentiated depends on it, but by integers and steps, as floor has them"
t 0 run step.py --function main_adjoint --save grads
for k in 0 1 2 3 4 5; do [ -s grads/out_$k.npy ] || result "grad: there is no output $k" 1; done
[ -e grads/out_6.npy ] && result "grad: too many outputs" 1
t 2 grad loss.py
has err 'the function gives no loss to differentiate'
t 2 grad loss.py --target 0
t 2 grad loss.py --target 7
t 0 grad loss.py --of other,main --seeded
has out 'def other_adjoint'
has out 'a_adjoint: R.Tensor'
t 2 grad loss.py --of nobody
has err "name 'nobody' is not defined"
t 2 grad loss.py --of other --wrt zz --json
json out 'j[0]["level"] == "error" and "zz" in j[0]["message"]'
empty err
t 2 grad loss.py --of main --target 1 --wrt i
has err "no gradient with respect to 'i'"
t 1 grad loss.py --seeded --target 1
has err 'seeded is for what is none'
t 1 grad loss.py --target 1 --memory 0
has err 'a number of bytes above 0'
t 1 grad loss.py --target 1 --memory 1000 --segments 2
t 0 grad loss.py --target 1 --segments 4000000000
cat >open.py <<'END'
@R.function
def main(a: R.Tensor(("b", "m", "k"), "float32"), b: R.Tensor(("c", "p", "n"), "float32")):
    y = R.matmul(a, b)
    return y
END
t 2 grad open.py --seeded
has err 'open.py:3:9: error: what is made here needs the shape of a product'
printf '@R.function\ndef main(x: R.Tensor, y: R.Tensor((2,), "float32")):\n    return y\n' >open.py
t 2 grad open.py --seeded
has err 'error: what is made here needs the shape and dtype of a tensor'
t 1 grad loss.py --target x
t 1 grad loss.py --wrt a,,b
t 1 grad
t 5 grad none.py
[ -e nothing.py ] && result "grad wrote after an error" 1

# Files that are something else than their names say: what they seem to be is said, once.
cp open.py text.onnx
t 2 check text.onnx
has err 'help: the file begins like text; a file of Relax text has a name that ends in .py'
cp "$root/tests/onnx/mlp.onnx" model.py
t 2 check model.py
has err 'error: this is no text'
has err 'found: an ONNX model'
has err 'help: give it a name that ends in .onnx'
[ "$(grep -c error: err)" = 1 ] || result "binary data as text: more than one error" 1
while IFS='|' read -r begin what; do
    printf "$begin" >other.onnx
    t 2 check other.onnx
    has err "help: the file begins like $what"
    printf "$begin" >other.py
    t 2 check other.py
done <<'END'
version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12\n|a pointer of Git LFS.*git lfs pull
PK\003\004\024\000\000|a zip archive.*torch.onnx.export
\037\213\010\000\000|gzip data
\211HDF\r\n\032\n|an HDF5 file
{"format": 1}|text, like JSON
END
head -c 400 /dev/zero >zeros.py
t 2 check zeros.py
has err 'found: binary data'
head -c 100 "$root/tests/onnx/mlp.onnx" >cut.onnx
t 2 check cut.onnx
lacks err 'begins like'

[ $skipped = 0 ] || echo "skipped: $skipped checks of JSON (no python3)"
echo "$good passed, $bad failed"
[ $bad = 0 ]
