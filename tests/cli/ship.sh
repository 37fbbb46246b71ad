#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --train: C and objects that go on training, with the bits of `tenon train --strict`.
#   ship.sh BUILD
set -u
build=$(cd "$1" && pwd) && cd "$(dirname "$0")/../.." || exit 1
root=$PWD tenon=$build/tenon train=$PWD/examples/train
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache LD_LIBRARY_PATH=$build
passed=0 failed=0

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}
t() { # STATUS ARGUMENT...
    local want=$1
    shift
    timeout 120 "$tenon" "$@" >out 2>err
    local got=$?
    check "tenon $*: exit status $got, not $want: $(head -3 err)" [ $got = "$want" ]
}
has() { check "$1 has no line '$2': $(tail -4 "$1")" grep -qe "$2" "$1"; }
# The library's part of the test, once.
link() { # COMPILER NET
    check "$1 of the program, $2" "$1" -std=c99 -Wall -Wextra -Werror -pedantic -D_POSIX_C_SOURCE=200809L \
        -I"$root/include" -I. "$root/tests/cli/ship.c" "$2" -o ship -L"$build" -ltenon -lm
}
clang=$(command -v clang || command -v clang-14 || true)

# A model with what is hard: a batch norm, dropout, a weight of rank 0.
cat >norm.py <<'M'
@R.function
def main(
    x: R.Tensor(("n", 64), "float32"),
    first: R.Tensor((64, 24), "float32"),
    scale: R.Tensor((24,), "float32"),
    shift: R.Tensor((24,), "float32"),
    mean: R.Tensor((24,), "float32"),
    var: R.Tensor((24,), "float32"),
    gain: R.Tensor((), "float32"),
    second: R.Tensor((24, 10), "float32"),
):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        h = R.matmul(x, first)
        norm = R.nn.batch_norm(h, scale, shift, mean, var, axis=1)
        dropped = R.nn.dropout(R.nn.relu(norm[0]), rate=0.25)
        y = R.multiply(R.matmul(dropped[0], second), gain)
        R.output(y)
    return y
M

# The rows of ship.c as a file, for the command.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    /usr/bin/python3 -c "
import numpy as np
x, y = np.zeros((160, 64), 'f4'), np.zeros(160, 'i8')
for i in range(160):
    v = (i * 2654435761 + 12345) % 2**32
    for k in range(64):
        v = (v * 1664525 + 1013904223) % 2**32
        x[i, k] = np.float32(v >> 8) / np.float32(16777216) * np.float32(16)
    y[i] = (v >> 9) % 10
np.savez('rows.npz', x=x, y=y)"
else
    echo "skipped: no /usr/bin/python3 with NumPy, so the command's losses are not looked at"
fi

# MODEL OPTIMIZER LR SCHEDULE CLIP AVERAGE GROUP COMPILERS
same() {
    local model=$1 optimizer=$2 lr=$3 schedule=$4 clip=$5 average=$6 group=$7 cc makers=$8
    local how=(--train "$optimizer" --loss cross_entropy --lr "$lr" --steps 20 --batch 32 --seed 3 --dim n=1)
    [ "$schedule" = - ] || how+=(--schedule "$schedule")
    [ "$clip" = 0 ] || how+=(--clip "$clip")
    [ "$average" = 0 ] || how+=(--average "$average")
    [ "$group" = - ] || how+=(--group "$group")
    # The command on the same rows, as it logs its losses.
    if [ -e rows.npz ]; then
        local run=(--data rows.npz --val 0 --strict --optimizer "$optimizer" --loss cross_entropy --lr "$lr" --steps 20 --batch 32 --seed 3)
        t 0 train "$model" "${run[@]}" "${how[@]:14}" --quiet --log log.json
        sed -n 's/^{"step": .*"loss": \([^,}]*\).*/\1/p' log.json >command
        rm log.json
    fi
    for cc in $makers; do
        local cflags=(-std=c99 -O2 -Wall -Wextra -Werror -pedantic)
        if [ "$cc" = llvm ]; then
            t 0 compile "$model" "${how[@]}" -o net.o
            cc=gcc
        else
            t 0 compile "$model" "${how[@]}" -o net.c
            check "$cc of $model" "$cc" "${cflags[@]}" -c net.c -o net.o
        fi
        check "$model allocates" eval '! nm -u net.o | grep -qE "alloc|free"'
        link "$cc" net.o
        check "$model $optimizer by $cc has other losses: $(tail -1 said 2>/dev/null)" eval \
            './ship "$model" "$optimizer" cross_entropy "$lr" "$schedule" "$clip" "$average" "$group" 20 net.npz >said ||
             { cat said; false; }'
        [ ! -e rows.npz ] || check "$model $optimizer by $cc: the command has other losses" /usr/bin/python3 -c "
import numpy as np # nine digits tell each float32 from all others
a, b = [[np.float32(line) for line in open(name)] for name in ('said', 'command')]
assert len(a) == 20 and a == b, (a, b)"
    done
}
same "$train/digits.py" sgd 0.01 - 0 0 - "gcc $clang llvm"
same "$train/digits.py" momentum 0.01 'step(every=5, factor=0.5)' 0 0 - "gcc $clang llvm"
same "$train/digits.py" 'adamw(weight_decay=0.1)' 0.003 'cosine(warmup=4)' 0 0 - "gcc $clang llvm"
same norm.py nesterov 0.01 'linear(floor=0.1)' 1 0.9 'first:0.5' "gcc llvm"
same norm.py adam 0.003 - 0 0 - "llvm"
same norm.py rmsprop 0.003 - 0 0 - "llvm"
same norm.py adagrad 0.01 - 0 0 - "llvm"
same norm.py lion 0.0003 - 0 0 - "llvm"

# What a program of another model, or with another optimizer, has saved is refused: ship.c saves and reads one of its own.
cat >load.c <<'C'
#include <stdio.h>
#include "net.h"
static size_t get(void *user, void *data, size_t bytes) { return fread(data, 1, bytes, user); }
int main(int argc, char **argv) {
    static net_state net;
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    const int error = f ? net_load(&net, get, f) : 1;
    return error == NET_E_OTHER ? 3 : error ? 2 : 0;
}
C
loads() { # STATUS MODEL OPTIMIZER
    t 0 compile "$2" --train "$3" --loss cross_entropy --batch 32 --dim n=1 -o net.c
    check "load.c is compiled" gcc -std=c99 load.c net.c -o load -lm
    ./load net.npz
    local got=$?
    check "what norm.py with lion saved, in $2 with $3: $got, not $1" [ $got = "$1" ]
}
loads 0 norm.py lion
loads 3 norm.py sgd
loads 3 norm.py 'lion(beta1=0.5)'
loads 3 "$train/digits.py" lion
sed 's/rate=0.25/rate=0.5/' norm.py >norm_other.py
loads 3 norm_other.py lion

# What a program has saved goes back into the command.
t 0 train norm.py --init net.npz --data "$train/digits.npz" --steps 1 --quiet
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    check "NumPy reads what was saved" /usr/bin/python3 -c "
import numpy
z = numpy.load('net.npz')
assert z['weights/first'].shape == (64, 24) and z['state/steps'] == 11, z['state/steps']"
fi

# Code and tables of digits without weights, in bytes.
t 0 train "$train/digits.py" --data "$train/digits.npz" --steps 2 --quiet -o digits.onnx
t 0 compile digits.onnx --train adamw --loss cross_entropy --batch 32 --dim n=1 -o net.c
gcc -std=c99 -Os -c net.c -o net.o
bytes=$(size net.o | awk 'NR == 2 { print $1 + $2 }')
check "code of digits: $bytes bytes with weights of 30,760" [ "$bytes" -lt $((30760 + 65536)) ]
check "the state is changed in place: no copy of it" [ "$(size net.o | awk 'NR == 2 { print $3 }')" = 0 ]
check "a folder of weights is trained on" grep -q 'float conv1_w\[144\]' net.h

# What cannot be.
t 2 compile digits.onnx --train adamw -o net.c
has err 'the loss is not said'
t 2 compile digits.onnx --train adamx --loss mse -o net.c
has err "'adamx' is not an optimizer"
t 2 compile digits.onnx --train adamw --loss cross_entropy --schedule cosine -o net.c
has err 'the schedule cosine is of a number of steps'
t 2 compile digits.onnx --train adamw --loss cross_entropy --trainable conv9 -o net.c
has err "'conv9'"
t 1 compile digits.onnx --loss cross_entropy -o net.c
has err 'is for --train'
t 1 compile digits.onnx --train adamw --loss cross_entropy --weights file -o net.c
t 1 compile digits.onnx --train adamw --loss cross_entropy --with vjp -o net.c

# Several trainers in a process, in turn and in threads: the bits of each alone.
check 'a program of several trainers' cc -std=c99 -Wall -Wextra -Werror -pedantic -D_POSIX_C_SOURCE=200809L -I"$root/include" \
    "$root/tests/cli/trainers.c" -o trainers -L"$build" -Wl,-rpath,"$build" -ltenon -lpthread
check 'several trainers' ./trainers "$root/examples/train/digits.py" "$root/examples/train/digits.npz"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
