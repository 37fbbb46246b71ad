#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon bench: the fields of its reports, what is counted, and what is refused. Times are only held to be there. And the
# networks of bench/table.sh: they are read, and compute something finite.
#
#   bench.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32")):
    y = R.nn.relu(R.matmul(x, w))
    return (y, R.sum(y, axis=[0]))
PY
cat >two.py <<'PY'
@R.function
def main(x: R.Tensor(("n", "m"), dtype="float32"), y: R.Tensor(("m",), dtype="float32")):
    return R.add(x, y)
PY
cat >scan.py <<'PY'
@R.function
def main(x: R.Tensor((5, 3), dtype="float32"), s: R.Tensor((3,), dtype="float32")):
    @R.function
    def step(c: R.Tensor((3,), dtype="float32"), e: R.Tensor((3,), dtype="float32")):
        d = R.add(c, e)
        return (d, d)

    return R.scan(step, (s,), (x,))
PY
cat >unique.py <<'PY'
@R.function
def main(x: R.Tensor((6,), dtype="int64")):
    return R.unique(x)
PY
cat >wrong.py <<'PY'
@R.function
def main(x: R.Tensor((3,), dtype="int64"), y: R.Tensor((4,), dtype="float32")):
    return R.take(y, x, axis=0)
PY
cat >empty.py <<'PY'
@R.function
def main(x: R.Tensor((0, 4), dtype="float32"), s: R.Tensor((), dtype="float32")):
    return R.multiply(x, s)
PY

# Each backend: n * 8 * 4 products and sums, a relu and a sum of n * 4.
backends='eval c'
"$tenon" run net.py --backend llvm >out 2>&1 && backends='eval c llvm'
export TENON_CACHE=$work/cache
for backend in $backends; do
    check 0 "bench by $backend" "$tenon" bench net.py --dim n=16 --backend $backend --iterations 3 --warmup 0
    has out "^net.py, backend $backend, [1-9][0-9]* threads?, 3 iterations$"
    has out '^  latency        min [0-9.]+ ms, p50 [0-9.]+, p90 [0-9.]+, p99 [0-9.]+, all [0-9.]+$'
    has out '^  compile        [0-9.]+ ms: read [0-9.]+, optimize [0-9.]+'
    has out ', inputs 640, outputs 272$'
    has out '^  operations     (1152|1148) of floats, [0-9.]+ GFLOP/s, [0-9.]+ % of [1-9]'
    has out '^  bytes          912 at least, [0-9.]+ GB/s, [0-9.]+ % of [1-9]'
    has out '^resident        [1-9]'
    check 0 "json by $backend" "$tenon" bench net.py --dim n=16 --backend $backend --iterations 3 --json
    [ "$(wc -l <out)" = 1 ] && ok || bad "the JSON is not one line"
    for key in min_ms median_ms p50_ms p90_ms p99_ms total_ms compile_ms stages peak_bytes touched_bytes constant_bytes rss_bytes flop gflops \
        gbytes_per_s machine_gflops machine_gbytes_per_s; do
        has out "\"$key\":[{0-9]"
    done
done
check 0 'stages of c' "$tenon" bench net.py --backend c --iterations 3 --json
has out '"stages":\{"read":[0-9.e-]+,"optimize":[0-9.e-]+,"lower":[0-9.e-]+,"compile":[0-9.e-]+,"prepare":[0-9.e-]+\}'
has out '"threads":1,"iterations":3'

# The arena: no more than was planned is touched.
check 0 'memory' "$tenon" bench net.py --dim n=64 --backend c --iterations 1 --json
field() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" out; }
[ "$(field touched_bytes)" -le "$(field peak_bytes)" ] && ok || bad 'more was touched than planned'

# Constants, dims that stay symbolic, threads
check 0 'varying' "$tenon" bench net.py --dim n=16 --backend c --varying x --iterations 2
has out 'constants 128, inputs 512, outputs 272$'
check 0 'dynamic' "$tenon" bench net.py --dim n=16 --dynamic --backend c --iterations 2
has out 'inputs 640, outputs 272$'
for backend in $backends; do
    check 0 "a dim that grows, by $backend" "$tenon" bench net.py --grow n=0..6 --backend $backend --varying x
    has out ' 7 iterations$'
    has out 'constants [0-9]+, inputs 192, outputs 112$' # of the last one
done
check 0 'beside another dim' "$tenon" bench two.py --dim m=3 --grow n=1..2 --backend c
has out ' inputs 36, '
check 1 'nothing grows' "$tenon" bench net.py --grow n=4..3
check 1 'no range' "$tenon" bench net.py --grow n=4
check 0 'a limit of time' "$tenon" bench net.py --dim n=64 --backend eval --iterations 1000000 --warmup 0 --seconds 1 --json
has out '"iterations":[1-9][0-9]{0,4},'
check 0 'no threads' "$tenon" bench net.py --threads none --iterations 1
has out ', threads none, 1 iterations'
check 1 'a number of threads' "$tenon" bench net.py --threads many
has err '--threads wants none or a number from 1 to 1024'
check 0 'passes' "$tenon" bench net.py -O0 --passes DeadCodeElimination --iterations 1 --trace trace.json
has trace.json '"name":"DeadCodeElimination","ph":"X"'
has trace.json '"name":"run","ph":"X"'

# Two sides
check 0 'against options' "$tenon" bench net.py --dim n=8 --backend eval --iterations 2 --compare-with '--backend c --iterations 5 -O0'
has out '^net.py, backend eval, 1 thread, 2 iterations'
has out '^net.py, backend c, 1 thread, 5 iterations'
has out '^ratio of minima [0-9.]+ '
check 0 'against a module' "$tenon" bench net.py --compare scan.py --iterations 2 --json
has out '"other":\{"model":"scan.py"'
has out '"ratio":[0-9]'

# What is counted and what runs
check 0 'a scan' "$tenon" bench scan.py --iterations 2
has out ' 15 of floats'
check 0 'extents that a run finds' "$tenon" bench unique.py --backend c --iterations 4
check 0 'no elements, rank 0' "$tenon" bench empty.py --backend c --iterations 2
has out ' inputs 4, outputs 0$'
if [ "$backends" != 'eval c' ]; then
    check 0 'two threads' "$tenon" bench net.py --backend llvm --threads 2 --iterations 3 --profile
    has out '^  (fused_)?matmul[a-z_]* +[1-9]'
    has out '^  longest +[0-9.]+ ms: '
    # Where kernels come from: operators with their variables, rules, the library
    cat >conv.py <<'PY'
@R.function
def main(x: R.Tensor((1, 16, 32, 32), dtype="float32"), w: R.Tensor((32, 16, 3, 3), dtype="float32"), s: R.Tensor((32, 1, 1), dtype="float32")):
    image = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1])
    scaled = R.multiply(image, s)
    result = R.nn.relu(scaled)
    return result
PY
    check 0 'origins' "$tenon" bench net.py --dim n=16 --backend llvm --threads 1 --iterations 3 --warmup 0 --profile
    has out '  lv = matmul, y = nn.relu; by FuseOps$'
    has out '^  sum .* [0-9.]+ % (compute|memory) +lv = sum$'
    check 0 'counts of kernels' "$tenon" bench net.py --dim n=16 --backend llvm --iterations 3 --warmup 0 --profile --json
    # four executions of 16 * 4 * (8 * 2 + 1) and of 16 * 4 operations; 16 * 8 + 8 * 4 + 16 * 4 floats
    has out '"flop":4352.0,"bytes":3584.0,"gflops":[0-9]'
    has out '"flop":256.0,'
    has out '"bound":"[cm][a-z]+","percent_of_ceiling":[0-9]'
    has out '"sources":\[\{"op":"matmul","variable":"lv","node_op":null,"node":null\},\{"op":"nn.relu","variable":"y",'
    has out '"more_sources":0,"made_by":\["FuseOps"\]'
    check 0 'counts of symbolic dims' "$tenon" bench net.py --dim n=16 --dynamic --backend llvm --iterations 3 --warmup 0 --profile --json
    has out '"flop":4352.0,"bytes":3584.0,"gflops":[0-9]'
    check 0 'counts of a dim that grows' "$tenon" bench net.py --grow n=15..17 --backend llvm --warmup 0 --profile --json
    has out '"calls":1,.*"flop":1156.0,' # of the last size
    check 0 'rules and a library' "$tenon" bench conv.py --backend llvm --varying x --iterations 2 --profile --json
    has out '"variable":"image".*"variable":"scaled".*"variable":"result"'
    has out '"made_by":\[("FuseOps"|"oneDNN"),("AssignLayout",)?"ScaleAfterConv"'
    has out '"made_by":\["AssignLayout"'
    check 0 'kernels in a trace' "$tenon" bench net.py --dim n=65536 --backend llvm --threads 2 --iterations 100 --trace trace.json
    has trace.json '"name":"fused_matmul_relu","ph":"X","cat":"kernel","ts":[0-9.]+,"dur":[0-9.e-]+,"pid":1,"tid":1\}'
    has trace.json '"name":"run","ph":"X","cat":"stage"'
    has trace.json '"cat":"kernel","ts":[0-9.]+,"dur":[0-9.e-]+,"pid":1,"tid":1001\}'
    has trace.json '"tid":1001,"args":\{"name":"thread 1 of side 1"'
    check 0 'extents that a run finds, by llvm' "$tenon" bench unique.py --backend llvm --iterations 4
fi
check 0 'operators' "$tenon" bench net.py --backend eval --profile --iterations 1
has out '^  matmul +1 +[0-9.]+ +[0-9.]+ %'

# Inputs from files, outputs against files
check 0 'draw' "$tenon" run net.py --dim n=3 --draw --save drawn
[ -f drawn/in_x.npy ] && [ ! -f drawn/out_0.npy ] && ok || bad '--draw --save wrote something else than inputs'
check 0 'run' "$tenon" run net.py --inputs drawn --save full
cmp -s drawn/in_x.npy full/in_x.npy && ok || bad '--draw draws something else than a run'
check 0 'expect' "$tenon" bench net.py --inputs drawn --backend c --expect out_0=@full/out_0.npy --iterations 1
check 0 'another run' "$tenon" run net.py --dim n=3 --seed 1 --save other
check 3 'expect differs' "$tenon" bench net.py --inputs drawn --expect out_0=@other/out_0.npy --iterations 1
check 0 'a wide tolerance' "$tenon" bench net.py --inputs drawn --expect out_0=@other/out_0.npy --iterations 1 --atol 100

# What is refused
check 1 'no model' "$tenon" bench
check 1 'no iterations' "$tenon" bench net.py --iterations 0
check 1 'no number' "$tenon" bench net.py --warmup -1
check 1 'two threads' "$tenon" bench net.py --backend eval --threads 2
has err 'run on one thread'
check 1 'no such parameter' "$tenon" bench net.py --varying v
has err "--varying: 'v' is no parameter"
check 1 'wrong options behind --compare-with' "$tenon" bench net.py --compare-with '--backend d'
check 1 'a tolerance of nothing' "$tenon" bench net.py --rtol 0
check 5 'no file' "$tenon" bench nothing.py
check 2 'no dim' "$tenon" bench net.py --dim q=3
check 5 'the other file' "$tenon" bench net.py --compare nothing.py
printf "\x93NUMPY\x01\x00\x46\x00{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }%14s\n" '' >far.npy
printf '\011\0\0\0\0\0\0\0%.0s' 1 2 3 >>far.npy
for backend in $backends; do
    check 2 "an index out of range by $backend" "$tenon" bench wrong.py --input x=@far.npy --backend $backend
done

# A dim that is right for one branch only: what the other says is checked in the run
cat >branch.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), c: R.Tensor((), "bool")):
    w = R.exp(x)
    if c:
        y = R.add(w, x)
    else:
        s = R.match_cast(R.shape([n]), R.Shape([1]))
        t = R.squeeze(w, axis=[0])
        if c:
            u = R.add(t, t)
        else:
            u = R.multiply(t, R.squeeze(x, axis=[0]))
        y = R.expand_dims(u, axis=[0])
    return R.negative(y)
PY
check 0 'both branches' "$tenon" run branch.py --dim n=2 --input c=true --seed 1 --backend eval --save taken
check 0 'the branch for one row' "$tenon" run branch.py --dim n=1 --input c=false --seed 1 --backend eval --save one
for backend in $backends; do
    check 0 "a branch by $backend" "$tenon" bench branch.py --inputs taken --expect out_0=@taken/out_0.npy --backend $backend --iterations 1
    check 0 "the other by $backend" "$tenon" bench branch.py --inputs one --expect out_0=@one/out_0.npy --backend $backend --iterations 1
    check 2 "refused by $backend" "$tenon" bench branch.py --dim n=2 --input c=false --seed 1 --backend $backend --iterations 1
    has err 'branch.py:7:13: .*the value of R.match_cast has another extent than its type'
done
check 0 'the dim bound' "$tenon" opt branch.py -O0 --dim n=2 -o bound.py
check 0 'what was bound is read' "$tenon" run bound.py --input c=true --input x=@taken/in_x.npy --expect out_0=@taken/out_0.npy
check 2 'and refused there' "$tenon" run bound.py --input c=false --seed 1
check 0 'for one row nothing is left open' "$tenon" opt branch.py -O0 --dim n=1 -o one.py
[ "$(grep -c 'R.match_cast' bound.py) $(grep -c 'T.int64' one.py)" = '4 0' ] && ok || bad 'casts of a branch'
sed 's/    if c:/    z = R.squeeze(x, axis=[0])\n    if c:/' branch.py >whole.py
check 2 'what always runs is refused at once' "$tenon" opt whole.py --dim n=2

# The networks
for name in mobilenet_v2 mobilenet_v2_qdq resnet18_qdq squeezenet1_1 efficientnet_b0 isnet_quantized bert_tiny gpt_tiny_kvstep; do
    check 0 "$name" "$build/bench/networks" $name $name.onnx
    check 0 "$name is read" "$tenon" check $name.onnx
done
check 1 'no such network' "$build/bench/networks" lenet lenet.onnx
check 0 'a batch' "$build/bench/networks" resnet18 batch.onnx 8
check 0 'is one' "$tenon" check batch.onnx
has out 'parameters: 1, 1204224 elements'
check 1 'no batch' "$build/bench/networks" resnet18 batch.onnx 0
check 0 'kvstep runs' "$tenon" run gpt_tiny_kvstep.onnx --dim P=7 --json
has out '"mean": -?[0-9]'
if [ "$backends" != 'eval c' ]; then
    check 0 'nodes of a file' "$tenon" bench gpt_tiny_kvstep.onnx --dim P=7 --backend llvm --iterations 2 --profile --json
    has out '"node_op":"LayerNormalization","node":"[^"]+"'
    has out '"node_op":"MatMul","node":"[^"]+"'
fi

# Weights of 8 bits stay that where the processor adds up their products exactly and oneDNN is there, and results are near to those of floats.
if [ "$backends" != 'eval c' ]; then
    check 0 'its inputs' "$tenon" run resnet18_qdq.onnx --seed 1 --draw --save floats
    check 0 'quantized, as products of floats' "$tenon" run resnet18_qdq.onnx --strict --inputs floats --save floats
    check 0 'quantized' "$tenon" bench resnet18_qdq.onnx --inputs floats --backend llvm --iterations 1 --json --expect out_0=@floats/out_0.npy --rtol 1e-3 --atol 0.05
    has out '"constant_bytes":[0-9]+'
    if grep -qE 'avx512_vnni|avx_vnni' /proc/cpuinfo && "$tenon" bench resnet18_qdq.onnx --inputs floats --iterations 1 --profile | grep -q ' onednn_conv2d'; then
        has out '"constant_bytes":1[12][0-9]{6}[,}]'
    fi
fi

# Results in the memory of inputs: a run gives the same, and bench goes on from what it left.
if [ "$backends" != 'eval c' ]; then
    cat >state.py <<'PY'
@R.function
def main(s: R.Tensor((300,), dtype="float32"), x: R.Tensor((300,), dtype="float32")):
    R.func_attr({"donate": [[0, 0]]})
    return (R.add(s, R.tanh(x)), R.sum(x))
PY
    check 0 'donated' "$tenon" run state.py --backend llvm --donate --save donated
    check 0 'not donated' "$tenon" run state.py --backend llvm --save plain
    check 0 'the same result' cmp donated/out_0.npy plain/out_0.npy
    check 0 'the input stays' cmp donated/in_s.npy plain/in_s.npy
    check 0 'bench --donate' "$tenon" bench state.py --backend llvm --donate --iterations 3
fi

finish
