#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# --ranks: the module of docs/ranks.md on all its ranks side by side, and what its page says that it prints. train --ranks:
# what one rank does, by threads; one rank's checkpoint goes on with more of them.
set -u
tenon=$(cd "$1" && pwd)/tenon root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && echo "FAILED $1"; }

awk '$0 == "```python" && !n++ { p = 1; next } $0 == "```" { p = 0 } p' "$root/docs/ranks.md" >net.py

# Each command of the page does what the lines behind it say.
sed -n 's/^    \(tenon .*\)/\1/p' "$root/docs/ranks.md" >commands
[ "$(wc -l <commands)" -ge 4 ] || bad "the page has no commands"
while read -r line; do
    if eval "${line/#tenon/\"$tenon\"}" >out 2>err; then ok; else bad "$line: $(cat err)"; fi
    awk -v at="    $line" '$0 == at { p = 1; next } p && !/^    [^t]/ { exit } p' "$root/docs/ranks.md" | sed 's/^    //' >said
    [ ! -s said ] || diff said out >/dev/null && ok || bad "$line says $(cat out)"
done <commands

# An input is every rank's, or one rank's.
sum() { "$tenon" run net.py --ranks 2 --input "w=[[1, 0, 0], [0, 0, 0]]" "$@" 2>err | sed -n 's/^  //p' | sort -u; }
x1='[[1, 0], [1, 0], [1, 0], [1, 0]]' x2='[[2, 0], [2, 0], [2, 0], [2, 0]]'
[ "$(sum --input "x=$x1")" = 8 ] && ok || bad "x of all ranks: $(sum --input "x=$x1")"
[ "$(sum --input "x=$x1" --input "x_rank1=$x2")" = 12 ] && ok || bad "x of rank 1"
for backend in eval llvm c; do
    [ "$(sum --input "x=$x1" --input "x_rank1=$x2" --backend $backend)" = 12 ] && ok || bad "by $backend: $(cat err)"
done

# What a mesh does not have is said.
refused() {
    local want=$1
    shift
    "$tenon" "$@" >out 2>&1 && bad "$* is taken"
    grep -q -- "$want" out && ok || bad "$*: $(cat out)"
}
refused 'the mesh has 2 ranks, not 3' run net.py --ranks 3
refused 'wants a number of ranks' run net.py --ranks 0
refused 'wants a number of ranks' run net.py --ranks 'data=2) DeadCode'
refused 'wants a number of ranks' run net.py --ranks 5000
for mesh in data data=0 'data=2,' 'data=2,data=2' 'data=8192'; do
    refused 'names of axes and their sizes' opt net.py --passes "SimulateRanks(mesh=\"$mesh\")"
done
refused "there is no option 'model'" opt net.py --passes 'SimulateRanks(mesh="data=2,model=2)'
"$tenon" opt net.py --passes "SimulateRanks('data=2, model=2', 4)" 2>&1 | grep -q x_rank3 && ok || bad "quotes around commas"
sed 's/R.func_attr.*/pass/;/pass/d' net.py >plain.py
printf '@R.function\ndef main(x: R.Tensor((4, 6), "float32"), w: R.Tensor((6, 2), "float32")):\n    y = R.matmul(x, w)\n    return y\n' >whole.py
"$tenon" opt whole.py --passes 'Distribute(mesh="data=2", shard="w=data,_")' -o halves.py >out 2>&1 || bad "Distribute: $(cat out)"
"$tenon" verify halves.py --ranks data=2 --quiet >out 2>&1 && ok || bad "its own mesh: $(cat out)"
# What is drawn, or given whole, is one input for all ranks, of which each has its part: uneven ones, and such that are empty.
printf '@R.function\ndef main(x: R.Tensor((9, 4), "float32"), w: R.Tensor((4, 5), "float32"), i: R.Tensor((9,), "int64")):\n    y = R.matmul(x, w)\n    z = R.take(y, i, axis=0)\n    u = R.shard(R.sum(R.abs(z), axis=[1]), [None])\n    return u\n' >uneven.py
"$tenon" run uneven.py --seed 4 --save whole --backend eval >alone 2>err || bad "uneven.py: $(cat err)"
for mesh in data=2 data=4 data=12 data=2,model=3; do
    for shard in 'x=data,_' 'x=data,_;w=_,data' 'i=data;w=data,_'; do
        "$tenon" opt uneven.py --passes "Distribute(mesh=\"$mesh\", shard=\"$shard\")" -o parts.py >out 2>&1 || bad "Distribute over $mesh by $shard: $(cat out)"
        "$tenon" verify parts.py --ranks $mesh --quiet >out 2>&1 && ok || bad "verify over $mesh by $shard: $(cat out)"
        grep -q 'not given' out && bad "dims of parts are drawn over $mesh by $shard: $(cat out)"
        for how in '--seed 4' '--inputs whole'; do
            "$tenon" run parts.py --ranks $mesh $how --backend eval >out 2>err || bad "run $how over $mesh by $shard: $(cat err)"
            awk 'FNR == 1 { f++ } /^  / { gsub(/[][,]/, ""); if (f == 1) { split($0, a, " "); next }
                n++; split($0, b, " "); for (i in a) bad += (a[i] - b[i]) ^ 2 > 1e-10 } END { exit !(n > 1 && length(a) == 9 && !bad) }' alone out && ok ||
                bad "run $how over $mesh by $shard: $(cat out), not $(cat alone)"
        done
    done
done
# Windows over rows that are split, forward and backward: compiled code gets the rows of the neighbours too.
cat >windows.py <<'END'
@R.function
def main(x: R.Tensor((2, 3, 13, 5), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), w1: R.Tensor((2, 4, 3, 3), "float32")):
    R.func_attr({"num_input": 1})
    a = R.nn.max_pool2d(R.nn.conv2d(x, w, padding=1), pool_size=3, strides=2, padding=1)
    y = R.nn.conv2d_transpose(R.tanh(a), R.permute_dims(w1, axes=[1, 0, 2, 3]), strides=2, padding=1)
    return y
END
"$tenon" opt windows.py --passes 'TrainStep(loss=mse, optimizer=sgd)' -o step.py >out 2>&1 || bad "a step over windows: $(cat out)"
for how in '2 llvm' '3 c'; do
    read -r n backend <<<"$how"
    "$tenon" opt step.py --passes "Distribute(mesh=\"data=$n\", shard=\"x=_,_,data,_\", function=\"main_train_step\"),BucketCollectives" -o parts.py >out 2>&1 || bad "windows on $n ranks: $(cat out)"
    grep -q 'ccl.permute' parts.py && ! grep -q 'ccl.allgather' parts.py && ok || bad "windows on $n ranks exchange their edges: $(grep 'ccl[.]' parts.py)"
    "$tenon" verify parts.py --function main_train_step --ranks $n --backend $backend --quiet >out 2>&1 && ok || bad "windows on $n ranks by $backend: $(cat out)"
done
# Rows that are a symbol: each rank has 2 h of the image, where that is said, as a stride divides them again; else any number,
# and rows are brought together behind it. Parts that are shorter than what windows read are refused.
sed 's/13, 5/"h", 5/; s/conv2d_transpose.*/conv2d(R.tanh(a), w1, padding=1)/' windows.py >symbol.py
"$tenon" opt symbol.py --passes 'TrainStep(loss=mse, optimizer=sgd)' -o step.py >out 2>&1 || bad "a step over rows of a symbol: $(cat out)"
for how in '2 llvm 3' '2 llvm 8' '3 c 4'; do
    read -r n backend h <<<"$how"
    "$tenon" opt step.py --passes "Distribute(mesh=\"data=$n\", shard=\"x=_,_,data*2,_\", function=\"main_train_step\")" -o parts.py >out 2>&1 || bad "rows of a symbol on $n ranks: $(cat out)"
    grep -q 'ccl.permute' parts.py && ! grep -q 'ccl.allgather' parts.py && ok || bad "rows of a symbol on $n ranks exchange their edges: $(grep 'ccl[.]' parts.py)"
    "$tenon" verify parts.py --function main_train_step --ranks $n --backend $backend --dim h=$h --quiet >out 2>&1 && ok || bad "$h rows on $n ranks by $backend: $(cat out)"
    "$tenon" opt step.py --passes "Distribute(mesh=\"data=$n\", shard=\"x=_,_,data,_\", function=\"main_train_step\")" -o parts.py >out 2>&1 || bad "any rows on $n ranks: $(cat out)"
    "$tenon" verify parts.py --function main_train_step --ranks $n --backend $backend --dim h=7 --quiet >out 2>&1 && ok || bad "7 rows a rank on $n ranks by $backend: $(cat out)"
done
for say in data 'data*2' 'data*4'; do
    "$tenon" check step.py --function main_train_step --mesh data=2 --shard "x=_,_,$say,_" >out 2>&1 || bad "check: $(cat out)"
    [ "$(grep -c '^h: .*data\*2, parts that are multiples of 2' out)" = $([ "$say" = data ] && echo 1 || echo 0) ] && ok || bad "what is told of strides by $say: $(cat out)"
done
refused "'data\*0' says no multiple" opt step.py --passes 'Distribute(mesh="data=2", shard="x=_,_,data*0,_", function="main_train_step")'
refused "the parts of dim 3 of 'x' are no multiples of 2" opt step.py --passes 'Distribute(mesh="data=2", shard="x=_,_,_,data*2", function="main_train_step")'
printf '@R.function\ndef main(x: R.Tensor((1, 2, "h"), "float32"), w: R.Tensor((2, 2, 7), "float32")):\n    y = R.nn.conv1d(x, w, padding=3)\n    return y\n' >far.py
"$tenon" opt far.py --passes 'Distribute(mesh="data=4", shard="x=_,_,data")' -o parts.py >out 2>&1 || bad "far: $(cat out)"
for backend in eval llvm c; do
    "$tenon" run parts.py --ranks 4 --dim h=3 --backend $backend >out 2>&1 && ok || bad "3 rows by $backend: $(cat out)"
    refused 'dim 0 \(to be\|is not\) T.max(3, h)' run parts.py --ranks 4 --dim h=2 --backend $backend
    grep -q 'parts.py:[0-9]*:[0-9]*: ' out && ok || bad "2 rows by $backend: no place: $(cat out)"
done
# A symbol that no part has alone is told from the first of its multiples; what is none is refused.
printf '@R.function\ndef main(x: R.Tensor(("n",), "float32"), w: R.Tensor(("n", 3), "float32"), k: R.Prim(value="n")):\n    return (R.exp(x), R.tanh(w), k)\n' >two.py
"$tenon" opt two.py --passes 'Distribute(mesh="data=4,model=3", shard="x=data; w=model,_")' -o parts.py >out 2>&1 || bad "two.py: $(cat out)"
for backend in eval llvm c; do
    "$tenon" run parts.py --ranks data=4,model=3 --dim n_3=6 --backend $backend >out 2>&1 && ok || bad "parts of 6 and 8 by $backend: $(cat out)"
    refused 'the value of R.match_cast has another extent' run parts.py --ranks data=4,model=3 --dim n_3=7 --backend $backend
    refused "'w_rank0'" run parts.py --ranks data=4,model=3 --seed 1 --input "x=[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]" --input 'w=[[0, 0, 0], [0, 0, 0], [0, 0, 0]]' --backend $backend
done
# An input is the whole tensor also where a symbol is split, and x_rank1 what rank 1 has of it.
printf '@R.function\ndef main(x: R.Tensor(("n", 3), "float64"), w: R.Tensor((3, "m"), "float64"), p: R.Tuple(R.Tensor(("n",), "float64"), R.Tensor((2,), "float64"))):\n    y = R.matmul(x, w)\n    s = R.add(R.sum(y, axis=[0]), R.sum(p[0]))\n    z = R.shard(R.multiply(s, R.sum(p[1])), [None])\n    return z\n' >open.py
"$tenon" run open.py --seed 4 --dim n=12 --dim m=6 --save wide >alone 2>err || bad "open.py: $(cat err)"
same_as_alone() { # what is printed of each rank is what one rank has
    awk 'FNR == 1 { f++ } /^  / { gsub(/[][,]/, ""); if (f == 1) { split($0, a, " "); next }
        n++; split($0, b, " "); for (i in a) bad += (a[i] - b[i]) ^ 2 > 1e-20 } END { exit !(n > 1 && length(a) == 6 && !bad) }' alone "$1"
}
for mesh in data=2 data=4 data=2,model=3; do
    model=
    [ "${mesh#*model}" = "$mesh" ] || model=';w=_,model'
    "$tenon" opt open.py --passes "Distribute(mesh=\"$mesh\", shard=\"x=data,_;p.0=data$model\")" -o parts.py >out 2>&1 || bad "open over $mesh: $(cat out)"
    for backend in eval llvm; do
        "$tenon" run parts.py --ranks $mesh --inputs wide --backend $backend --save parted >out 2>err && same_as_alone out && ok || bad "whole inputs of symbols over $mesh: $(cat out err), not $(cat alone)"
        rm parted/out_*
        "$tenon" run parts.py --ranks $mesh --inputs parted --backend $backend >out 2>err && same_as_alone out && ok || bad "each rank's inputs of symbols over $mesh: $(cat out err), not $(cat alone)"
        rm -r parted
    done
done
refused "the ranks do not divide the input 'x_rank0'" run parts.py --ranks data=2,model=3 --seed 1 --input 'x=[[1, 2, 3], [1, 2, 3], [1, 2, 3]]'
grep -q 'dim 0 a multiple of the 2 ranks' out && grep -q 'found: 3' out && ok || bad "3 rows of 2 ranks: $(cat out)"
"$tenon" opt open.py --passes 'Distribute(mesh="data=2", shard="x=data,_")' -o parts.py >out 2>&1 || bad "open: $(cat out)"
refused 'no\|two values' run parts.py --ranks 2 --seed 1 --dim n=4 --input 'x=[[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]]'
refused "'main' was distributed over 'data=2'" run halves.py --ranks data=1,model=2 --seed 1
refused 'the mesh has 2 ranks, not 4' run halves.py --ranks 4 --seed 1
refused 'no mesh is given' opt plain.py --passes SimulateRanks
[ "$("$tenon" run plain.py --ranks data=1,model=3 --input "x=$x1" --input 'w=[[1, 0, 0], [0, 0, 0]]' | sed -n 's/^  //p' | sort -u)" = 12 ] && ok || bad "a mesh that is given"

# Compiled code has collectives only where all ranks come to them: a rank in another branch would take one for another.
met() { # NAME (wanted or taken) TEXT
    printf '%b' "$3" >"met_$1.py"
    if [ -z "$2" ]; then
        "$tenon" compile "met_$1.py" -o met.c --by c >out 2>&1 && ok || bad "$1: $(cat out)"
    else
        refused "$2" compile "met_$1.py" -o met.c --by c
        refused "$2" compile "met_$1.py" -o met.o
    fi
}
head='@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    R.func_attr({"mesh": "data=2,model=2"})\n'
branches='    if c:\n        y = R.ccl.allreduce(x, op_type="sum")\n    else:\n        y = R.ccl.allreduce(x, op_type="max")\n    return y\n'
by() { echo "$head    s = R.sum(x)\n    a = $1\n    c = R.less(a, R.const(0.0, \"float32\"))\n$branches"; }
met own 'ranks may take another one' "$(by 's')"
met row 'ranks may take another one' "$(by 'R.ccl.allreduce(s, axes=["data"])')"
met mixed 'ranks may take another one' "$(by 'R.add(R.ccl.allreduce(s), s)')"
met sum '' "$(by 'R.ccl.allreduce(s)')"
met first '' "$(by 'R.multiply(R.ccl.broadcast_from_worker0(s), R.const(2.0, "float32"))')"
met inner 'ranks may take another one' "$head"'    c = R.less(R.sum(x), R.const(0.0, "float32"))\n    if c:\n        y = R.tanh(R.ccl.allreduce(x))\n    else:\n        y = R.tanh(x)\n    return y\n'
loop='@I.ir_module\nclass Module:\n    @R.function(private=True)\n    def step(c: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32")) -> R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32")):\n        a = R.ccl.allreduce(R.multiply(c, w))\n        return (a, a)\n    @R.function\n    def main(x: R.Tensor((4,), "float32"), n: R.Tensor((), "int64"), all: R.Tensor((ROWS, 4), "float32")):\n        R.func_attr({"mesh": "data=2"})\n        cls = Module\n'
met rows '' "${loop/ROWS/5}"'        t = R.scan(cls.step, (x,), (all,))\n        return t\n'
met any_rows 'ranks may go through more often' "${loop/ROWS/\"k\"}"'        t = R.scan(cls.step, (x,), (all,))\n        return t\n'
met calls '' "${loop/ROWS/5}"'        t = cls.step(x, x)\n        return t\n'

# Two programs of ranks; one compiled against the evaluator.
sed 's/R.ccl.allreduce(loss, op_type="sum")/R.multiply(R.ccl.allreduce(loss, op_type="avg"), R.const(2.0, "float32"))/' net.py >mean.py
"$tenon" verify net.py mean.py --ranks 2 --quiet >out 2>&1 && ok || bad "verify of two: $(cat out)"
"$tenon" verify net.py --ranks 2 --quiet >out 2>&1 && ok || bad "verify of one: $(cat out)"
sed 's/op_type="sum"/op_type="max"/' net.py >max.py
"$tenon" verify net.py max.py --ranks 2 --quiet >out 2>&1
[ $? = 3 ] && ok || bad "a maximum is taken for a sum"

# Training by threads
awk 'BEGIN { srand(5); print "a,b,c,y"; for (i = 0; i < 96; i++) {
    a = rand(); b = rand(); c = rand(); printf "%.4f,%.4f,%.4f,%.5f\n", a, b, c, 2 * a - b + c / 2 } }' >rows.csv
cat >model.py <<'END'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), w1: R.Tensor((3, 8), "float32"), b1: R.Tensor((8,), "float32"), w2: R.Tensor((8, 1), "float32")):
    R.func_attr({"num_input": 1})
    h = R.nn.relu(R.add(R.matmul(x, w1), b1))
    y = R.matmul(h, w2)
    return y
END
train() { timeout 60 "$tenon" train model.py --data rows.csv --target y --batch 32 --optimizer adamw --lr 0.01 --seed 3 --epochs 4 "$@"; }
near() { awk -v a="$(sed -n 's/.*: //p' "$1")" -v b="$(sed -n 's/.*: //p' "$2")" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d * d <= 1e-8 * b * b) }'; }
train --quiet >alone 2>err || bad "training alone: $(cat err)"
for n in 2 4; do
    rm -f trained.npz
    train --ranks $n --quiet --check-replicas -o trained.npz >out 2>err && near out alone && ok || bad "$n threads: $(cat out err), not $(cat alone)"
    [ "$(wc -l <out)" = 1 ] && [ ! -s err ] && [ -s trained.npz ] && ok || bad "$n threads say: $(cat out err)"
done
# One bucket for each gradient, or one for all: other messages, the same bits.
for size in 1 1G; do
    train --ranks 2 --quiet --bucket $size -o bucket$size.npz >out 2>err || bad "--bucket $size: $(cat err)"
done
cmp -s bucket1.npz bucket1G.npz && ok || bad 'the bits depend on --bucket'
refused '--bucket' train model.py --data rows.csv --bucket none
# Each rank has a part of the state, or of the weights too; 3 ranks, uneven parts, and batches that they do not divide.
train --quiet --batch 33 --average 0.5 >alone33 2>err || bad "batches of 33 alone: $(cat err)"
for how in data_parallel zero1 zero3; do
    train --ranks 3 --quiet --batch 33 --average 0.5 --shard $how --check-replicas -o $how.npz >out 2>err && near out alone33 && ok ||
        bad "--shard $how: $(cat out err), not $(cat alone33)"
    [ "$(wc -l <out)" = 1 ] && [ ! -s err ] && [ -s $how.npz ] && ok || bad "--shard $how says: $(cat out err)"
done
# A checkpoint of parts is whole: others go on with it, and 1 ends.
train --quiet --ranks 4 --shard zero1 --steps 4 --save parts >out 2>err || bad "parts of 4: $(cat err)"
train --quiet --ranks 2 --shard zero3 --steps 8 --save parts --resume >out 2>err || bad "2 go on from 4: $(cat err)"
train --quiet --save parts --resume >out 2>err && near out alone && ok || bad "1 goes on from parts: $(cat out err), not $(cat alone)"
# Or each rank writes its part: a head, and a file for each rank. Killed at any moment, there is one whole checkpoint, with
# which others go on, by other parts; and one rank ends.
long() { train --quiet --average 0.5 --val 0 --epochs 300 --save shards "$@"; }
rm -rf shards
long >whole300 2>err || bad "300 epochs alone: $(cat err)"
for how in data_parallel zero1 zero3; do
    rm -rf shards
    for n in 2 4 3; do
        : >mark
        [ $n = 3 ] && part='1, 8' || part="$((8 / n)), 1" # of w1 (3, 8), of w2 (8, 1)
        "$tenon" train model.py --data rows.csv --target y --batch 48 --optimizer adamw --lr 0.01 --seed 3 --quiet --average 0.5 --val 0 \
            --epochs 100000 --ranks $n --shard $how --save shards --save-shards $([ $n = 2 ] || echo --resume) >out 2>err &
        pid=$!
        for ((k = 0; k < 200; k++)); do
            [ "$(find shards -name "checkpoint-?.$((n - 1)).npz" -newer mark 2>err2 | wc -l)" = 2 ] && break
            sleep 0.05
        done
        sleep 0.$((RANDOM % 4))
        kill -9 $pid
        wait $pid 2>kill.err
        [ ! -s err ] && ok || bad "shards of $n, $how: $(cat err)"
        [ $how != zero3 ] || grep -aq "'shape': ($part)" shards/checkpoint-?.1.npz && ok || bad "shards of $n, $how hold no part of ($part)"
    done
    cp shards/checkpoint-0.1.npz kept.npz
    cp shards/checkpoint-1.1.npz shards/checkpoint-0.1.npz
    cp kept.npz shards/checkpoint-1.1.npz
    refused "cannot be resumed: 'shards/checkpoint-[01].1.npz' is a file of another checkpoint" \
        train model.py --data rows.csv --target y --batch 48 --optimizer adamw --lr 0.01 --seed 3 --average 0.5 --val 0 --epochs 100000 --save shards --resume
    rm shards/checkpoint-?.1.npz
    refused 'checkpoint-[01].1.npz' \
        train model.py --data rows.csv --target y --batch 48 --optimizer adamw --lr 0.01 --seed 3 --average 0.5 --val 0 --epochs 100000 --save shards --resume
    # the same, step by step, to an end that is known
    rm -rf shards
    long --ranks 2 --shard $how --save-shards --steps 100 >out 2>err || bad "shards of 2, $how: $(cat err)"
    long --ranks 4 --shard $how --save-shards --steps 203 --resume >out 2>err || bad "4 go on from shards of 2, $how: $(cat err)"
    long --resume >out 2>err && near out whole300 && ok || bad "1 goes on from shards of 4, $how: $(cat out err), not $(cat whole300)"
done
refused 'a wrong value of --shard' train model.py --data rows.csv --ranks 2 --shard zero2
# Gradients accumulate: of 5 batches, the last one of which the ranks do not divide, and on 3 ranks in parts that differ.
train --quiet --batch 18 --accumulate 2 --average 0.5 --clip 1 --val 0 >summed 2>err || bad "accumulated alone: $(cat err)"
for how in data_parallel zero1 zero3; do
    for n in 2 3; do
        rm -rf sums
        train --ranks $n --quiet --batch 18 --accumulate 2 --average 0.5 --clip 1 --val 0 --shard $how --check-replicas >out 2>err && near out summed && ok ||
            bad "--shard $how, accumulated by $n: $(cat out err), not $(cat summed)"
    done
    train --ranks 3 --quiet --batch 18 --accumulate 2 --average 0.5 --clip 1 --val 0 --shard $how --steps 4 --save sums --save-shards >out 2>err || bad "--shard $how, accumulated and saved: $(cat err)"
    train --ranks 2 --quiet --batch 18 --accumulate 2 --average 0.5 --clip 1 --val 0 --shard $how --save sums --resume >out 2>err && near out summed && ok ||
        bad "--shard $how, 2 go on with sums of 3: $(cat out err), not $(cat summed)"
done
train --ranks 2 >out 2>err && [ "$(grep -c 'epoch 4/4' err)" = 1 ] && ok || bad "rank 0 alone speaks: $(cat err)"
# 4 go on from what 1 began, and 2 from there
train --quiet --steps 3 --save kept >out 2>err || bad "the first part: $(cat err)"
train --quiet --ranks 4 --steps 6 --save kept --resume >out 2>err || bad "4 threads go on: $(cat err)"
train --quiet --ranks 2 --save kept --resume >out 2>err && near out alone && ok || bad "2 threads go on: $(cat out err), not $(cat alone)"
# what is wrong is told once
train --ranks 4 --quiet --target z >out 2>err && bad 'a column that is not there'
[ "$(grep -c "'z'" err)" = 1 ] && ok || bad "told once: $(cat err)"
train --ranks 3 --quiet >out 2>err && bad 'a batch that 3 ranks do not divide'
[ "$(grep -c 'the ranks do not divide' err)" = 1 ] && ok || bad "3 threads: $(cat err)"
refused '--ranks takes at most 256' train model.py --data rows.csv --ranks 257
OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 refused 'mpirun has started 2' train model.py --data rows.csv --ranks 2

# Compiled code asks the others before an entry's first run, also where passes have left nothing of what they wait in: `dropped`.
# What has never met, or asks for the rank's number alone, may be run by one rank.
cat >net.py <<'END'
@R.function
def meets(x: R.Tensor((4,), "float32")):
    R.func_attr({"mesh": "data=2"})
    y = R.ccl.allreduce(x, op_type="sum")
    return y

@R.function
def dropped(x: R.Tensor((4,), "float32")):
    R.func_attr({"mesh": "data=2"})
    y = R.ccl.allreduce(x, op_type="sum")
    z = R.add(x, x)
    return z

@R.function
def alone(x: R.Tensor((4,), "float32")):
    z = R.add(x, x)
    return z

@R.function
def number(x: R.Tensor((4,), "float32")):
    R.func_attr({"mesh": "data=2"})
    z = R.add(R.astype(R.ccl.rank(), "float32"), x)
    return z
END
cat >main.c <<'END'
#include <stdio.h>
#include <string.h>

#include "net.h"

static int call(void *self, const net_collective *what, const char *name, const void *x, void *result, const int64_t *dims) {
    (void)self, (void)name;
    memcpy(result, x, (size_t)(what->bytes * (what->ndim ? dims[0] : 1)));
    return 0;
}

static int same(void *self, uint64_t mark, const char *list) {
    printf("%s asks: %d %.15s\n", (char *)self, mark == UINT64_C(0xcbf29ce484222325), *list ? list : "nothing");
    return strcmp(self, "refuses") == 0;
}

int main(void) {
    static float x[4], y[4];
    net_ranks ranks = {.call = call, .same = same};
#define RUN(entry) ranks.self = #entry, net_##entry##_run(&(const net_##entry##_in){x}, &(net_##entry##_out){y}, NULL)
    net_set_ranks(&ranks);
    RUN(meets), RUN(dropped), RUN(alone), RUN(number);
    RUN(meets), RUN(dropped);
    net_ranks other = {.call = call, .same = same, .self = "refuses"}, older = {.call = call};
    net_set_ranks(&other);
    printf("%s\n", net_error(net_dropped_run(&(const net_dropped_in){x}, &(net_dropped_out){y}, NULL)));
    net_set_ranks(&older);
    return net_dropped_run(&(const net_dropped_in){x}, &(net_dropped_out){y}, NULL) != 0;
}
END
for how in net.c net.o; do
    "$tenon" compile net.py -o $how $([ $how = net.o ] || echo --by c) >out 2>err || bad "compile to $how: $(cat err)"
    gcc -std=c99 -Wall -Wextra main.c $how -lm -o asks >out 2>&1 && ./asks >out 2>&1 || bad "a table and $how: $(cat out)"
    printf '%s\n' 'meets asks: 0 1 ccl.allreduce' 'dropped asks: 1 nothing' 'refuses asks: 1 nothing' 'a collective failed, or the program was given no ranks for it' >want
    diff want out >said && ok || bad "who asks in $how: $(cat said)"
done
# a function of all ranks side by side has no others
"$tenon" compile net.py --passes SimulateRanks -o net.c --by c >out 2>err || bad "compile: $(cat err)"
grep -q set_ranks net.h && bad 'ranks side by side ask others' || ok

echo "$passed passed, $failed failed"
[ $failed = 0 ]
