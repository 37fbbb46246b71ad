#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon train --lora and --memory: adapters of low rank, held against NumPy, and a forward pass that is computed again in
# parts so that a run holds no more than it may: train-lora.sh BUILD
set -u
build=$(cd "$1" && pwd) || exit 1
tenon=$build/tenon
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
t() { # STATUS ARGUMENT...: standard output and error go to out and err
    local want=$1
    shift
    timeout 120 "$tenon" "$@" >out 2>err
    local got=$?
    check "tenon $*: exit status $got, not $want: $(head -3 err)" [ $got = "$want" ]
}
has() { check "$1 has no line '$2': $(tail -4 "$1")" grep -qe "$2" "$1"; }
py=/usr/bin/python3
if ! $py -c 'import numpy' 2>/dev/null; then
    echo "skipped: no /usr/bin/python3 with NumPy"
    echo "0 passed, 0 failed"
    exit 0
fi
holds() { check "$1" $py -c "import numpy as np; $1"; }

# A product as it stands, one by a weight that is swapped, a weight that is a table, too, and one that is too small.
cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 6), "float64"), w1: R.Tensor((6, 8), "float64"), b1: R.Tensor((8,), "float64"),
         w2: R.Tensor((5, 8), "float64"), tied: R.Tensor((5, 5), "float64"), small: R.Tensor((5, 1), "float64")):
    R.func_attr({"num_input": 1})
    h = R.tanh(R.add(R.matmul(x, w1), b1))
    g = R.matmul(h, R.permute_dims(w2))
    y = R.add(R.matmul(R.matmul(g, tied), small), R.sum(R.take(tied, R.const([1, 3], "int64"), axis=0)))
    return y
PY
$py -c "
import numpy as np
r = np.random.default_rng(3)
w = {k: r.standard_normal(s) for k, s in {'w1': (6, 8), 'b1': (8,), 'w2': (5, 8), 'tied': (5, 5), 'small': (5, 1)}.items()}
a = {'w1.lora_A': r.standard_normal((6, 2)), 'w1.lora_B': r.standard_normal((2, 8)),
     'w2.lora_A': r.standard_normal((8, 2)), 'w2.lora_B': r.standard_normal((2, 5))}
np.savez('base.npz', **w), np.savez('first.npz', **w, **a), np.savez('rows.npz', x=r.standard_normal((20, 6)), y=r.standard_normal((20, 1)))"
fit=(--data rows.npz --val 0 --batch 20 --loss mse --optimizer sgd --lr 1e-4)
t 0 train net.py "${fit[@]}" --lora 2 --init first.npz --steps 5 --save run -o merged.py
has err '54 of 180 parameters' # 2 * (6 + 8) + 2 * (8 + 5), and no more
cp out whole.out
t 0 train net.py "${fit[@]}" --lora 2 --init first.npz --steps 5 --save run --resume --quiet -o adapters.npz
t 0 train net.py "${fit[@]}" --lora 2 --init first.npz --steps 5 --quiet -o adapters.safetensors
holds "assert sorted(np.load('adapters.npz')) == ['w1.lora_A', 'w1.lora_B', 'w2.lora_A', 'w2.lora_B']"
# Five steps of gradient descent on the adapters.
cat >steps.py <<'PY'
import numpy as np
p, d = dict(np.load("first.npz")), np.load("rows.npz")
for _ in range(5):
    w1, w2 = p["w1"] + p["w1.lora_A"] @ p["w1.lora_B"], p["w2"].T + p["w2.lora_A"] @ p["w2.lora_B"]
    h = np.tanh(d["x"] @ w1 + p["b1"])
    e = 2 * (h @ w2 @ p["tied"] @ p["small"] + p["tied"][[1, 3]].sum() - d["y"]) / 20
    g = e @ (p["tied"] @ p["small"]).T
    d2, d1 = h.T @ g, d["x"].T @ (g @ w2.T * (1 - h * h))
    step = {"w1.lora_A": d1 @ p["w1.lora_B"].T, "w1.lora_B": p["w1.lora_A"].T @ d1,
            "w2.lora_A": d2 @ p["w2.lora_B"].T, "w2.lora_B": p["w2.lora_A"].T @ d2}
    p.update({k: p[k] - 1e-4 * step[k] for k in step})
got = np.load("adapters.npz")
assert max(abs(got[k] - p[k]).max() for k in got) < 1e-12, {k: abs(got[k] - p[k]).max() for k in got}
PY
check "adapters after five steps are not NumPy's" $py steps.py
# The state is the adapters' alone: two numbers for each of the 54 by adamw.
t 0 train net.py --data rows.npz --val 0 --loss mse --lora 2 --init base.npz --steps 3 --save adam -o adam.npz
holds "f = np.load('adam/checkpoint.npz'); assert sum(f[k].size for k in f if k.startswith('state/')) == 2 * 54 + 1"
holds "a, b = np.load('base.npz'), np.load('adam/checkpoint.npz'); assert all((a[k] == b['weights/' + k]).all() for k in a)"
# What is written computes the same without adapters: the loss before a step is the loss that was reached.
t 0 train net.py "${fit[@]}" --lora 2 --init first.npz --steps 6 --quiet --log log
sed -n '$s/.*"loss": \([0-9.e+-]*\).*/\1/p' log >reached
t 0 eval merged.py --data rows.npz --target y --loss mse --metric loss
check "loss of the merged model: $(tail -1 out), not $(cat reached)" \
    awk "BEGIN { d = $(tail -1 out | sed 's/^loss: //') / $(cat reached) - 1; exit !(d * d < 1e-9) }"
check "the merged model has no adapters" eval '! grep -q lora merged.py'
# The same adapters to begin with again; others are chosen by name; what else is said is trained, too.
t 0 train net.py "${fit[@]}" --lora '2:w1' --init base.npz --steps 3 --trainable b1 -o one.npz
has err '36 of 154 parameters'
holds "assert sorted(np.load('one.npz')) == ['b1', 'w1.lora_A', 'w1.lora_B']"
t 2 train net.py "${fit[@]}" --lora '2:tied,none'
has err "'tied' names no weight to adapt"
has err "'tied': it is used otherwise, too"
has err "'none' names no weight to adapt"
t 2 train net.py "${fit[@]}" --lora '2:small'
has err "'small': an adapter of this rank would not be smaller than it"
for wrong in 0 x 1.5 '2:' '2:w1,,w2' -3; do
    t 2 train net.py "${fit[@]}" --lora=$wrong
    has err 'RANK, or RANK:GLOB'
done
t 2 train net.py "${fit[@]}" --lora 100
has err 'there is no weight to adapt'

# Memory: a deep network, whose values are most of it.
{
    echo '@R.function'
    echo 'def main(x: R.Tensor(("n", 64), "float32"),'
    for i in $(seq 24); do echo "         w$i: R.Tensor((64, 64), \"float32\"),"; done
    echo '         last: R.Tensor((64, 1), "float32")):'
    echo '    R.func_attr({"num_input": 1})'
    echo '    h0 = x'
    for i in $(seq 24); do echo "    h$i = R.tanh(R.add(R.matmul(h$((i - 1)), w$i), h$((i - 1))))"; done
    echo '    y = R.matmul(h24, last)'
    echo '    return y'
} >deep.py
$py -c "
import numpy as np
r = np.random.default_rng(3)
x = r.standard_normal((2048, 64)).astype('f4')
np.savez('many.npz', x=x, y=x[:, :1])"
deep=(--data many.npz --val 0 --batch 1024 --loss mse --steps 4 --threads 1)
total() { sed -n 's/^tenon train: \([0-9.]*\) MB: .*/\1/p' err; }
t 0 train deep.py "${deep[@]}" -o free.npz
free=$(total)
check "the memory is told: $free" awk "BEGIN { exit !($free > 6) }"
check "nothing is computed again unasked" eval '! grep -q "computed again" err'
bound=$(awk "BEGIN { printf \"%d\", $free * 0.7e6 }")
t 0 train deep.py "${deep[@]}" --memory "$bound" -o bound.npz
has err 'parts of the forward pass are computed again'
check "$(total) MB are at most $bound bytes" awk "BEGIN { exit !($(total) * 1e6 <= $bound + 5e4) }"
holds "a, b = np.load('free.npz'), np.load('bound.npz'); assert max(abs(a[k] - b[k]).max() for k in a) < 1e-5"
t 2 train deep.py "${deep[@]}" --memory 1M
has err 'more memory than --memory allows'
has err "expected: 1048576 bytes or less"
has err "at the least, computing [0-9]* of [0-9]* parts again: weights [0-9]*"
has err "the largest of a batch are 'h*[0-9a-z]*' with 262144 bytes"
t 0 train deep.py "${deep[@]}" --memory 1G
check "what fits is as it was" eval '! grep -q "computed again" err'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
