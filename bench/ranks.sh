#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Two ranks of one thread each, by mpirun: the throughput of a step of a GPT against one rank's at the same batch a rank
# (goal: 1.8), a model of 100 MB against its step alone and a sum of its gradients (1.15), a sum of 100 MB against
# MPI_Allreduce (1.1); a CNN of which each rank has half of each image's rows against one rank that has all; and on paper
# the shapes of Llama-7B on 1,024 ranks. A step of training's time is that of the longer of two runs less the shorter, by
# the steps between. Rounds are in turn; the median of the rounds' ratios counts, with the least and the greatest.
#
# What two processes reach that are each alone is what the machine has to give.
#
#   bench/ranks.sh [--build FOLDER] [--mpi openmpi|mpich] [--rounds N]
set -eu
cd "$(dirname "$0")/.."
root=$PWD build=build mpi=openmpi rounds=5
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 && shift ;;
    --mpi) mpi=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    *) sed -n '3,9s/^# \{0,1\}//p' "$0" && exit 1 ;;
    esac
    shift
done
export TENON_PLUGINS=$(realpath "$build")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0 HWLOC_HIDE_ERRORS=2
tenon=$TENON_PLUGINS/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

now() { date +%s%N; }
# seconds RANKS STEPS ARGS...: of a run of so many steps
seconds() {
    local n=$1 steps=$2 from
    shift 2
    from=$(now)
    mpirun.$mpi -n "$n" "$tenon" train "$@" --steps "$steps" --epochs 1 --val 0.01 --threads 1 --quiet --memory-limit 4G >"$work/out" 2>"$work/err" ||
        { cat "$work/out" "$work/err" >&2; return 1; }
    echo $(($(now) - from))
}
# step RANKS FEW MANY ARGS...: nanoseconds of a step
step() {
    local n=$1 few=$2 many=$3 a b
    shift 3
    a=$(seconds "$n" "$few" "$@") b=$(seconds "$n" "$many" "$@")
    echo $(((b - a) / (many - few)))
}
# of the numbers on lines: "median (least to greatest)"
spread() { sort -n | awk '{ v[NR] = $1 } END { printf "%.2f (%.2f to %.2f)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }

python3 - "$work" <<'END'
import array, os, random, struct, sys

def npy(path, kind, dims, values):
    head = "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }" % (kind, tuple(dims))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        array.array({"i8": "q", "f4": "f"}[kind], values).tofile(f)

# As many rows as no run goes through: at the end of an epoch all is evaluated.
random.seed(1)
for name, kind, dims in (("gpt/ids", "i8", (2048, 128)), ("gpt/next", "i8", (2048, 128)), ("large/x", "f4", (2048, 1024)), ("large/y", "f4", (2048, 1024))):
    os.makedirs(os.path.dirname(sys.argv[1] + "/" + name), exist_ok=True)
    n = dims[0] * dims[1]
    npy(sys.argv[1] + "/" + name + ".npy", kind, dims,
        random.choices(range(256), k=n) if kind == "i8" else random.choices([i / 128 - 1 for i in range(256)], k=n))
END
{ # 24 layers of 1,024 by 1,024: 100.7 MB
    echo '@R.function'
    printf 'def main(x: R.Tensor(("n", 1024), "float32")'
    for i in {1..24}; do printf ', w%d: R.Tensor((1024, 1024), "float32")' "$i"; done
    printf '):\n    R.func_attr({"num_input": 1})\n    h0 = x\n'
    for i in {1..24}; do printf '    h%d = R.nn.relu(R.matmul(h%d, w%d))\n' "$i" $((i - 1)) "$i"; done
    printf '    return h24\n'
} >"$work/large.py"

gpt=("$root/tests/onnx/real/gpt_tiny.onnx" --data "$work/gpt" --target next --optimizer adamw --loss 'cross_entropy(axis=-1)')
large=("$work/large.py" --data "$work/large" --target y --optimizer sgd --lr 0.001)

echo "$mpi, $(getconf _NPROCESSORS_ONLN) processors, load $(cut -d' ' -f1 /proc/loadavg)"
for ((i = 0; i < rounds; i++)); do
    a=$(step 1 4 64 "${gpt[@]}" --batch 8) b=$(step 2 4 64 "${gpt[@]}" --batch 16)
    c=$(step 2 4 64 "${gpt[@]}" --batch 8 --transport none)
    echo "$a $b $c" >>"$work/gpt.times"
done
awk '{ print 2 * $1 / $3 }' "$work/gpt.times" >"$work/ratios"
echo "| the same, two processes that know nothing of each other | | $(awk '{ print $3 / 1e6 }' "$work/gpt.times" | spread) ms | throughput $(spread <"$work/ratios") |"
awk '{ print 2 * $1 / $2 }' "$work/gpt.times" >"$work/ratios"
echo "| a step of a GPT, 8 rows a rank | 1 rank $(awk '{ print $1 / 1e6 }' "$work/gpt.times" | spread) ms | 2 ranks $(awk '{ print $2 / 1e6 }' "$work/gpt.times" | spread) ms | throughput $(spread <"$work/ratios") |"

# cnn ROWS: eight convolutions with bias and activation, of 32 channels, on an image of so many rows of 256
cnn() {
    printf '@R.function\ndef main(x: R.Tensor((1, 32, %d, 256), "float32")' "$1"
    for i in {1..8}; do printf ', w%d: R.Tensor((32, 32, 3, 3), "float32"), b%d: R.Tensor((1, 32, 1, 1), "float32")' "$i" "$i"; done
    printf '):\n    R.func_attr({"num_input": 1})\n    h0 = x\n'
    for i in {1..8}; do printf '    h%d = R.nn.relu(R.add(R.nn.conv2d(h%d, w%d, padding=1), b%d))\n' "$i" $((i - 1)) "$i" "$i"; done
    printf '    return h8\n'
}
mpicc.$mpi -O2 -Iinclude bench/windows.c -L"$TENON_PLUGINS" -ltenon -Wl,-rpath,"$TENON_PLUGINS" -o "$work/windows"
cnn 256 >"$work/all.py"
cnn 128 >"$work/half.py"
for kind in main main_train_step; do
    for what in all half; do
        cp "$work/$what.py" "$work/one.py"
        [ $kind = main ] || "$tenon" opt "$work/$what.py" --passes 'TrainStep(loss=mse, optimizer=sgd)' -o "$work/one.py"
        mv "$work/one.py" "$work/$what.$kind.py"
    done
    "$tenon" opt "$work/all.$kind.py" --passes "Distribute(mesh=\"data=2\", shard=\"x=_,_,data,_\", function=\"$kind\"),BucketCollectives" -o "$work/rows.py"
    rm -f "$work/cnn.times"
    for ((i = 0; i < rounds; i++)); do
        read -r a _ <<<"$(mpirun.$mpi -n 1 "$work/windows" "$work/all.$kind.py" $kind 11)"
        read -r b _ <<<"$(mpirun.$mpi -n 2 "$work/windows" "$work/rows.py" $kind 11 join)"
        read -r c _ <<<"$(mpirun.$mpi -n 2 "$work/windows" "$work/half.$kind.py" $kind 11)"
        read -r _ d <<<"$(mpirun.$mpi -n 1 "$work/windows" "$work/rows.py" $kind 11)" # rank 0's work, without another
        read -r _ e <<<"$(mpirun.$mpi -n 1 "$work/windows" "$work/half.$kind.py" $kind 11)"
        echo "$a $b $c $d $e" >>"$work/cnn.times"
    done
    awk '{ print $1 / $3 }' "$work/cnn.times" >"$work/ratios"
    echo "| two processes, each an image of half the rows, that know nothing of each other | | $(awk '{ print $3 }' "$work/cnn.times" | spread) ms | $(spread <"$work/ratios") times as fast |"
    awk '{ print $4 / $5 }' "$work/cnn.times" >"$work/ratios"
    echo "| what a rank does, by the processor's time for an image of half the rows | | | $(spread <"$work/ratios") |"
    awk '{ print $1 / $2 }' "$work/cnn.times" >"$work/ratios"
    echo "| $kind of a CNN, one image by rows | 1 rank $(awk '{ print $1 }' "$work/cnn.times" | spread) ms | 2 ranks $(awk '{ print $2 }' "$work/cnn.times" | spread) ms | $(spread <"$work/ratios") times as fast |"
done

mpicc.$mpi -O2 -Iinclude bench/ranks.c -L"$TENON_PLUGINS" -ltenon -Wl,-rpath,"$TENON_PLUGINS" -o "$work/ranks"
mpirun.$mpi -n 2 "$work/ranks" 100 $((4 * rounds + 1)) | tee "$work/sum"
sum=$(sed 's/.*ranks | \([0-9.]*\) ms.*/\1/' "$work/sum")
for ((i = 0; i < rounds; i++)); do
    a=$(step 1 2 12 "${large[@]}" --batch 64) b=$(step 2 2 12 "${large[@]}" --batch 128)
    c=$(step 2 2 12 "${large[@]}" --batch 64 --transport none)
    echo "$a $b $c" >>"$work/large.times"
done
awk -v sum="$sum" '{ print $2 / ($3 + sum * 1e6) }' "$work/large.times" >"$work/ratios"
echo "| the same, by the step of two processes that know nothing of each other, and the sum | | $(awk '{ print $3 / 1e6 }' "$work/large.times" | spread) ms | $(spread <"$work/ratios") |"
awk -v sum="$sum" '{ print $2 / ($1 + sum * 1e6) }' "$work/large.times" >"$work/ratios"
echo "| a step of 100 MB, 64 rows a rank | 1 rank $(awk '{ print $1 / 1e6 }' "$work/large.times" | spread) ms | 2 ranks $(awk '{ print $2 / 1e6 }' "$work/large.times" | spread) ms | by step and sum $(spread <"$work/ratios") |"
tests/cli/mesh.sh "$build"
