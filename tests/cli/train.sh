#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon train: what it makes of a model and of data, and what it says of wrong ones.
#   train.sh BUILD [KILLS]        so many runs are killed and resumed
set -u
build=$(cd "$1" && pwd) && cd "$(dirname "$0")/../.." || exit 1
tenon=$build/tenon
train=$PWD/examples/train kills=${2:-20}
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
hasnt() { check "$1 has a line '$2'" eval "! grep -qe '$2' $1"; }
same() { check "$1 and $2 differ" cmp -s "$1" "$2"; }
# Python looks into files, where it is there, with NumPy.
py=/usr/bin/python3
$py -c 'import numpy' 2>/dev/null || py=
is_whole() { [ -z "$py" ] || $py -m zipfile -t "$1" >/dev/null; }
value() { sed -n '$s/^validation [a-z0-9-]*: //p' out; }

# Digits, from text to ONNX, and on from there.
t 0 train "$train/digits.py" --data "$train/digits.npz" --val 0.2 --seed 2 --epochs 12 --lr 0.003 --schedule cosine \
    --deterministic --log log.json --plot plot.svg -o digits.onnx
check "the last line is of the validation: $(tail -1 out)" grep -qx 'validation accuracy: 0\.9[0-9]*' <(tail -1 out)
check "accuracy $(value), not 0.975" awk "BEGIN { exit !($(value) >= 0.975) }"
check "lines of the log" [ "$(grep -c '^{"step": [0-9]*, "epoch": [0-9]*, "loss": .*}$' log.json)" = 540 ]
check "evaluations in the log" [ "$(grep -c '"accuracy": ' log.json)" = 12 ]
check "the plot has curves" [ "$(grep -c '<polyline' plot.svg)" = 3 ]
best=$(value)
# What README and docs/train.md do holds for any seed.
for seed in 0 1 2 3 4; do
    t 0 train "$train/digits.py" --data "$train/digits.npz" --val 0.2 --seed $seed --epochs 20 --lr 0.005 --schedule 'cosine(warmup=90)' --quiet
    check "seed $seed: accuracy $(value), not 0.975" awk "BEGIN { exit !($(value) >= 0.975) }"
done
t 0 inspect digits.onnx --nodes
has out 'Conv'

# Where the results cannot go is told before the first step, and what is there stays.
for results in "-o $work/none/x.onnx" "-o x.zip -o $work/none/y.npz" "-o digits.onnx --plot $work/none/p.svg"; do
    cp digits.onnx before.onnx
    # shellcheck disable=SC2086
    t 5 train "$train/digits.py" --data "$train/digits.npz" --epochs 1 --save first --log first.json $results
    hasnt err '^epoch'
    check "$results: nothing is begun" [ ! -e first ] && check "$results: no log" [ ! -e first.json ]
    same digits.onnx before.onnx
done
t 5 train "$train/digits.py" --data "$train/digits.npz" --epochs 1 -o x.zip
has err "cannot write 'x.zip'"
hasnt err '^epoch'

# The file as it was, but for the weights, whose names stay.
t 0 train digits.onnx --data "$train/digits.npz" --val 0.2 --seed 2 --steps 3 --lr 1e-4 --quiet -o again.onnx
check "it goes on where it was: $(value), not $best" awk "BEGIN { exit !($(value) >= $best - 0.01) }"
check "nothing is said with --quiet" [ ! -s err ]
t 0 convert digits.onnx --weights . -o a.py
t 0 convert again.onnx --weights . -o b.py
same a.py b.py
check "the files are as long" [ "$(wc -c <digits.onnx)" = "$(wc -c <again.onnx)" ]
check "the weights are others" eval '! cmp -s digits.onnx again.onnx'
# Other forms of the same weights, read back as values to begin with.
for form in npz safetensors py; do
    t 0 train digits.onnx --data "$train/digits.npz" --steps 2 --quiet --lr 1e-9 -o w.$form
    check "w.$form is there" [ -s w.$form ]
done
t 0 train "$train/digits.py" --data "$train/digits.npz" --val 0.2 --seed 2 --epochs 3 --quiet -o own.npz
own=$(value)
t 0 train "$train/digits.py" --init own.npz --data "$train/digits.npz" --val 0.2 --seed 2 --steps 1 --lr 1e-9 --quiet
check "weights of an .npz: $(value), not $own" awk "BEGIN { exit !($(value) >= $own - 0.005) }"
# What is written computes what was validated.
t 0 verify w.py digits.onnx --rtol 1e-4 --atol 1e-4 --dim n=5

# A text that trains in no time, for all that follows.
cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w1: R.Tensor((64, 32), "float32"), b1: R.Tensor((32,), "float32"),
         w2: R.Tensor((32, 10), "float32"), b2: R.Tensor((10,), "float32")):
    R.func_attr({"num_input": 1})
    s = R.multiply(x, R.const(0.0625, "float32"))
    h = R.nn.dropout(R.nn.relu(R.add(R.matmul(s, w1), b1)), rate=0.25)
    h1 = h[0]
    y = R.add(R.matmul(h1, w2), b2)
    return y
PY
fast=(--data "$train/digits.npz" --quiet --threads 1)

# The same numbers each time, and with any number of threads.
t 0 train net.py "${fast[@]}" --steps 30 -o 1.npz
t 0 train net.py "${fast[@]}" --steps 30 -o 2.npz
same 1.npz 2.npz
t 0 train net.py --data "$train/digits.npz" --quiet --steps 30 --deterministic --threads 1 -o 1.npz
t 0 train net.py --data "$train/digits.npz" --quiet --steps 30 --deterministic --threads 2 -o 2.npz
same 1.npz 2.npz
t 0 train net.py "${fast[@]}" --steps 30 --seed 1 -o 2.npz
check "another seed, other weights" eval '! cmp -s 1.npz 2.npz'

# A run that is killed, wherever it is, and resumed ends with the bits of one that was not: dropout, several batches a
# step, a moving average, a schedule, an optimizer with state. It is killed some milliseconds behind a step that is drawn
# among those that it has left: its log is a pipe, so this is within its life however fast the machine is.
sed 's/\b32\b/512/g' net.py >wide.py
options=("${fast[@]}" --epochs 6 --optimizer adamw --schedule 'cosine(warmup=9)' --accumulate 3 --average 0.98 --clip 1 --batch 16)
t 0 train wide.py "${options[@]}" --save whole --log whole.log -o whole.npz
cp out whole.out
steps=$(wc -l <whole.log) of_epoch=$(($(wc -l <whole.log) / 6)) hits=0 tries=0
RANDOM=5
kill_behind() { # N: after so many steps of this process
    local n=0 pid
    rm -f pipe && mkfifo pipe
    "$tenon" train wide.py "${options[@]}" --save part --resume --log pipe >/dev/null 2>&1 &
    pid=$!
    while read -r _; do
        n=$((n + 1))
        [ $n -ge "$1" ] || continue
        [ $((RANDOM % 2)) = 0 ] || sleep "0.00$((RANDOM % 8))"
        kill -KILL $pid 2>/dev/null
        break
    done <pipe
    tries=$((tries + 1))
    { wait $pid; } 2>/dev/null
    [ $? != 137 ] || hits=$((hits + 1))
}
while [ $hits -lt $kills ] && [ $tries -lt $((4 * kills)) ]; do
    rm -rf part
    first=$((1 + RANDOM % (steps - 2)))
    kill_behind $first
    [ ! -e part/checkpoint.npz ] || check "a whole checkpoint" is_whole part/checkpoint.npz
    kill_behind $((1 + RANDOM % (steps - first / of_epoch * of_epoch - 1)))
    [ ! -e part/checkpoint.npz ] || check "a whole checkpoint" is_whole part/checkpoint.npz
    t 0 train wide.py "${options[@]}" --save part --resume -o part.npz
    same part.npz whole.npz
    same out whole.out
    same part/checkpoint.npz whole/checkpoint.npz
done
check "only $hits of $tries kills hit a process" [ $hits -ge "$kills" ]
echo "killed: $hits of $tries"
# Ended by a signal: exit status 0, all saved. (By SIGTERM, as bash has what runs in the background ignore SIGINT.)
rm -rf part part.npz
"$tenon" train wide.py "${options[@]}" --epochs 100000 --save part -o part.npz >out 2>err &
for ((i = 0; i < 600; i++)); do [ -e part/checkpoint.npz ] && break || sleep 0.1; done
sleep 0.3
kill -TERM $!
wait $!
ended=$?
check "a signal: exit status $ended" [ $ended = 0 ]
has out '^validation accuracy: '
check "a signal: the model is there" [ -s part.npz ]
check "a signal: the checkpoint is there" [ -s part/checkpoint.npz ]
# Two runs are not mixed.
t 1 train wide.py "${options[@]}" --save whole
has err "'whole' holds the checkpoint of a run"
t 2 train wide.py "${options[@]}" --save whole --resume --lr 0.5
has err 'it is the checkpoint of another run'
has err 'expected: learning rate: 0.5'
head -c 2000 whole/checkpoint.npz >cut && mkdir -p broken && mv cut broken/checkpoint.npz
t 2 train wide.py "${options[@]}" --save broken --resume
has err "broken/checkpoint.npz"

# A patience that ends, groups, what is trained.
t 0 train net.py "${fast[@]}" --epochs 50 --lr 1e-12 --patience 2 --log patience.json
check "two evaluations without gain" [ "$(grep -c '"accuracy"' patience.json)" = 3 ]
t 0 train net.py --data "$train/digits.npz" --threads 1 --epochs 50 --lr 1e-12 --patience 1 --save patient
has err 'done after step [0-9]*: no gain'
t 0 train net.py --data "$train/digits.npz" --threads 1 --epochs 50 --lr 1e-12 --patience 1 --save patient --resume
has err 'done after step [0-9]*: no gain'
t 0 train net.py "${fast[@]}" --steps 5 --trainable 'w2,b2' --init kaiming -o t5.npz
t 0 train net.py "${fast[@]}" --steps 9 --trainable 'w2,b2' -o t9.npz
t 0 train net.py "${fast[@]}" --steps 9 --group 'w1:0' --group 'b1:0' -o g9.npz
if [ -n "$py" ]; then
    holds() { check "$1" $py -c "import numpy as np; $1"; }
    holds "a, b = np.load('t5.npz'), np.load('t9.npz'); assert (a['w1'] == b['w1']).all() and (a['w2'] != b['w2']).any()"
    holds "a, b = np.load('t5.npz'), np.load('g9.npz'); assert (a['w1'] == b['w1']).all() and (a['w2'] != b['w2']).any()"
else
    echo "skipped: no /usr/bin/python3 with NumPy, so what is trained is not looked at"
fi

# What is wrong is told before the first step, all of it.
t 2 train net.py "${fast[@]}" --optimizer adan --schedule 'cosine(warmpu=3)' --metric acuracy --target z
has err "'adan' is not an optimizer"
has err "help: did you mean 'adam'"
has err "a schedule 'cosine' has no value 'warmpu'"
has err "did you mean 'warmup'"
has err "'acuracy' is not a metric"
has err "has no column 'z'"
t 2 train net.py "${fast[@]}" --trainable 'q*'
has err "name 'q\*' is not defined"
t 2 train net.py "${fast[@]}" --loss mse
has err "column 'y' does not fit the loss mse as its target"
# What has no gradient, with the path that needs it, stands beside what the data lack, and so does memory.
sed 's/^    return y/    u = R.unique(y)\n    z = R.add(y, R.sum(u))\n    return z/' net.py >unique.py
t 2 train unique.py "${fast[@]}" --optimizer adan
has err "'adan' is not an optimizer"
has err 'R.unique has no gradient'
has err 'found: it is on the path w1, .*y (R.add), u (R.unique)'
sed 's/^    return y/    z = R.floor(y)\n    return z/' net.py >floor.py
t 2 train floor.py "${fast[@]}"
has err 'what is trained has no gradient: the loss has the derivative 0 by all of it'
has err 'found: the path w1, .*y (R.add), z (R.floor), where it ends'
sed 's/(32, 10)/(32, 8)/; s/(10,)/(8,)/' unique.py >both.py
t 2 train both.py "${fast[@]}"
has err "column 'y': row [0-9]* is no class"
has err 'R.unique has no gradient'
sed 's/(32, 10)/(32, 8)/; s/(10,)/(8,)/' net.py >both.py
t 2 train both.py "${fast[@]}" --memory 10K
has err "column 'y': row [0-9]* is no class"
has err 'more memory than --memory allows'
# A weight that nothing comes to is warned of, once.
sed 's/^    return y/    z = R.add(R.matmul(R.floor(R.matmul(s, w1)), w2), b2)\n    return z/' net.py >steps.py
t 0 train steps.py "${fast[@]}" --steps 2
check "w1 is warned of once" [ "$(grep -c "warning: the gradient with respect to 'w1' is 0" err)" = 1 ]
sed 's/("n", 64)/("n", 63)/; s/(64, 32)/(63, 32)/' net.py >narrow.py
t 2 train narrow.py "${fast[@]}"
has err "column 'x' does not fit the input 'x'"
has err 'found: uint8, rows of (64)'
sed 's/(32, 10)/(32, 8)/; s/(10,)/(8,)/' net.py >eight.py
t 2 train eight.py "${fast[@]}"
has err "column 'y': row [0-9]* is no class"
has err 'expected: 0 to 7'
t 2 train net.py "${fast[@]}" --target y --classes 7
has err 'the model has 7 classes'
sed '/num_input/d' net.py >unsaid.py
t 2 train unsaid.py "${fast[@]}"
has err 'help: R.func_attr({"num_input": 1})'
t 1 train net.py
has err '\-\-data is missing'
t 1 train net.py "${fast[@]}" --resume
has err 'with --save'
t 1 train net.py "${fast[@]}" --val 1.5
# Of the line all of it, and of model and data what does not hang by what is wrong in the line.
t 1 train --lr abc --batch x --classes 0
for wrong in '--lr takes' '--batch takes' '--classes takes' 'an operand is missing' '--data is missing'; do has err "$wrong"; done
t 1 train net.py "${fast[@]}" --lr abc --clip -1 --group w1 --resume
for wrong in '--lr takes' '--clip takes' '--group takes'; do has err "$wrong"; done
hasnt err 'error: '
t 1 train net.py "${fast[@]}" --lr abc --steps 0 --optimizer adan --target z --save unmade
for wrong in '--lr takes' '--steps takes' "'adan' is not an optimizer" "has no column 'z'"; do has err "$wrong"; done
check "nothing is begun" [ ! -e unmade ]
t 1 train --pace 3 net.py "${fast[@]}" --lr abc --clp=4 --seed -1
for wrong in "unrecognized option '--pace'" "unrecognized option '--clp=4'" "did you mean '--clip'" '--lr takes' '--seed takes'; do has err "$wrong"; done
hasnt err 'operand'
t 1 train --pace net.py "${fast[@]}"
hasnt err 'operand'
t 2 train net.py --data net.py
has err 'expected: an .npz archive, a table (.csv, .tsv), or a folder of .npy files'
t 5 train net.py --data nothing.npz
has err "cannot read 'nothing.npz'"
head -c 9000 "$train/digits.npz" >cut.npz
t 2 train net.py --data cut.npz
has err 'cut.npz'

# A loss that is no number stops with the step, the value and the operator, and the weights of before are kept.
sed 's/    return y/    z = R.exp(R.multiply(y, R.const(1e3, "float32")))\n    return z/' net.py >wild.py
t 2 train wild.py "${fast[@]}" --save wild
has err 'step [0-9]*: the loss is nan'
has err 'found: R\.exp is the first to give inf: element [0-9]* of a result of shape (32, 10); R\.[a-z_.]* then gives nan'
check "a checkpoint of before" [ -s wild/checkpoint.npz ]

# A target of 0 and 1 like the prediction is of bits; other integers are numbers, and no probabilities.
cat >line.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((64, 1), "float32")):
    R.func_attr({"num_input": 1})
    y = R.matmul(x, w)
    return y
PY
t 0 train line.py "${fast[@]}" --steps 3
has out '^validation r2: '
t 2 train line.py "${fast[@]}" --steps 3 --loss bce_with_logits
has err "column 'y': row 2 is no probability"
# What ends in a softmax is trained by what goes into it.
sed 's/^    return y/    z = R.nn.softmax(y, axis=1)\n    return z/' net.py >soft.py
t 0 train net.py "${fast[@]}" --steps 20 -o 1.npz
t 0 train soft.py "${fast[@]}" --steps 20 -o 2.npz
same 1.npz 2.npz
# Classes behind the positions, as language models have them; smoothed labels; where the classes stand it is said if unclear.
if [ -n "$py" ]; then
    $py -c "
import numpy as np
x = np.random.default_rng(0).integers(0, 7, (64, 5))
np.savez('words.npz', x=x.astype('u2'), y=((x * 2 + 1) % 7).astype('u2'))
x = np.random.default_rng(0).integers(0, 7, (64, 7))
np.savez('square.npz', x=x, y=(x * 2 + 1) % 7)
y = np.repeat([0, 1, 2], [60, 30, 10])
np.savez('uneven.npz', x=np.eye(3, dtype='f4')[y], y=y)
x = np.random.default_rng(0).integers(0, 7, (64, 5))
wide = x.copy()
wide[9, 2] = 300
np.savez('wide.npz', x=wide, y=x)
np.savez('far.npz', x=np.where(np.arange(320).reshape(64, 5) == 77, 1e300, x), y=x)
np.savez('nan.npz', x=np.full((64, 64), np.nan, 'f4'), y=x[:, 0])"
    cat >words.py <<'PY'
@R.function
def main(x: R.Tensor(("n", "t"), "int64"), e: R.Tensor((7, 16), "float32"), w: R.Tensor((16, 7), "float32")):
    R.func_attr({"num_input": 1})
    y = R.matmul(R.take(e, x, axis=0), w)
    return y
PY
    for loss in cross_entropy 'cross_entropy(axis=-1)' 'cross_entropy(axis=2, smoothing=0.1)'; do
        t 0 train words.py --data words.npz --lr 0.05 --epochs 20 --quiet --loss "$loss"
        has out '^validation accuracy: 1$'
    done
    t 0 train words.py --data square.npz --lr 0.05 --epochs 20 --quiet --loss 'cross_entropy(axis=2)'
    has out '^validation accuracy: 1$'
    t 2 train words.py --data square.npz --quiet
    has err 'it is not clear which dim of the prediction the classes are'
    # Two files of 200 MB of tokens, in a quarter of that (they have holes).
    $py -c "
import os, numpy as np
os.mkdir('large')
for name in ('x', 'y'):
    np.lib.format.open_memmap(f'large/{name}.npy', mode='w+', dtype='<u2', shape=(400000, 256))"
    (
        # (A sanitized build needs more address space than that.)
        nm "$tenon" | grep -q __asan || ulimit -v 1500000
        timeout 120 "$tenon" train words.py --data large --val 0.0001 --steps 3 --quiet --memory-limit 48M >out 2>err
    )
    check "data larger than memory: exit status $?: $(head -3 err)" [ $? = 0 ]
    has out '^validation accuracy: '
    rm -r large
    # Ctrl-C, which bash has what it runs in the background ignore.
    check 'Ctrl-C' $py -c "
import os, signal, subprocess, time
p = subprocess.Popen(['$tenon', 'train', 'words.py', '--data', 'words.npz', '--quiet', '--epochs', '100000000', '--save', 'stopped',
                      '-o', 'stopped.npz'], stdout=subprocess.PIPE,
                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for _ in range(600):
    time.sleep(0.1)
    if os.path.exists('stopped/checkpoint.npz'):
        break
time.sleep(0.3)
p.send_signal(signal.SIGINT)
out, _ = p.communicate(timeout=100)
assert p.returncode == 0 and out.startswith(b'validation accuracy: '), (p.returncode, out)
assert os.path.getsize('stopped.npz') > 0"
    # Numbers that the model's type does not hold, and those that it looks up by and has not.
    sed 's/int64/uint8/' words.py >bytes.py
    t 2 train bytes.py --data wide.npz --val 0 --quiet
    has err "wide.npz: column 'x': row 9 does not fit what the model takes"
    has err 'expected: numbers that uint8 holds'
    has err 'found: 300$'
    t 2 train words.py --data wide.npz --val 0 --quiet
    has err 'take: an index is out of range'
    has err "found: in the batch behind step [0-9]*: 'x' holds 0 to 300"
    sed 's/("n", 64)/("n", 5)/; s/(64, 32)/(5, 32)/; s/(32, 10)/(32, 5)/; s/(10,)/(5,)/' net.py >five.py
    t 2 train five.py --data far.npz --val 0 --quiet --loss mse
    has err "far.npz: column 'x': row 15 does not fit what the model takes"
    t 2 train net.py --data nan.npz --val 0 --quiet
    has err "nan.npz holds nan in row [0-9]* of column 'x'"
    check "of data that are no numbers the rate is not blamed" eval '! grep -q "learning rate" err'
    t 2 train words.py --data words.npz --quiet --loss 'cross_entropy(axis=3)'
    has err 'axis is out of range'
    # A bias tells the classes apart: the loss of one step is the mean by weights of what each costs, and of balanced
    # classes the plain mean of the three.
    cat >uneven.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 3), "float32"), b: R.Tensor((3,), "float32")):
    R.func_attr({"num_input": 1})
    y = R.add(R.matmul(x, w), b)
    return y
PY
    $py -c "import numpy as np; np.savez('bias.npz', w=np.zeros((3, 3), 'f4'), b=np.array([1, 2, 4], 'f4'))"
    for w in balanced 3,1,0 1,1,1; do
        t 0 train uneven.py --data uneven.npz --init bias.npz --val 0 --batch 100 --steps 1 --lr 1e-9 --quiet --class-weights $w
        check "class weights $w: $(tail -1 out)" $py -c "
import numpy as np, sys
n, cost = np.array([60, 30, 10]), np.log(np.exp([1, 2, 4]).sum()) - [1, 2, 4]
w = 100 / 3 / n if '$w' == 'balanced' else np.fromstring('$w', sep=',')
assert abs(float(sys.argv[1]) - (w * n * cost).sum() / (w * n).sum()) < 1e-5" "$(sed -n 's/^training loss: //p' out)"
    done
    t 2 train uneven.py --data uneven.npz --quiet --class-weights 1,2
    has err 'found: 2 of them'
    t 2 train uneven.py --data uneven.npz --quiet --class-weights 1,x,2
    has err "found: 'x'"
    t 2 compile uneven.py --train sgd --loss cross_entropy --class-weights balanced -o uneven.c
    has err 'no data to count classes in'
fi
# A model whose batches have a size.
sed 's/"n"/8/' net.py >eights.py
t 0 train eights.py "${fast[@]}" --steps 20 -o 2.npz
t 2 train eights.py "${fast[@]}" --steps 20 --batch 9
has err 'the model takes batches of 8 rows alone'

# Folders of .npy files: the same bits as the archive. A file that becomes shorter is an error.
if [ -n "$py" ] && $py -m zipfile -e "$train/digits.npz" folder; then
    t 0 train net.py "${fast[@]}" --steps 20 -o 1.npz
    t 0 train net.py --data folder --quiet --threads 1 --steps 20 -o 2.npz
    same 1.npz 2.npz
    # One that becomes shorter in the run ends that with the row, and the checkpoint of before is whole.
    cp -r folder shrinks && rm -rf shrunk
    "$tenon" train net.py --data shrinks --quiet --threads 1 --epochs 1000000 --save shrunk >out 2>err &
    for ((i = 0; i < 600; i++)); do [ -e shrunk/checkpoint.npz ] && break || sleep 0.1; done
    truncate -s 5000 shrinks/x.npy
    wait $!
    ended=$?
    check "a file that shrinks: exit status $ended" grep -qx "[25]" <<<"$ended"
    has err 'shrinks/x.npy.*it ends within row [0-9]*'
    check "a file that shrinks: a whole checkpoint" is_whole shrunk/checkpoint.npz
    head -c 5000 folder/x.npy >x && mv x folder/x.npy
    t 2 train net.py --data folder
    has err 'folder/x.npy'
    rm folder/x.npy && mkfifo folder/x.npy
    t 5 train net.py --data folder --steps 1
    has err 'folder/x.npy.*: it is no regular file'
else
    echo "skipped: no /usr/bin/python3, so no folder of .npy files is tried"
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
