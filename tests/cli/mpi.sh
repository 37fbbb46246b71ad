#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Ranks that mpirun starts, of each of Debian's MPIs that is here: their results are those of --ranks, training is that of
# one rank, and what fails does so on all ranks, in time. A rank that is killed takes all with it; another number of ranks
# goes on from the checkpoint.
#   mpi.sh BUILD [KILLS [MPI...]]
set -u
build=$(cd "$1" && pwd) root=$(cd "$(dirname "$0")/../.." && pwd) kills=${2:-3}
tenon=$build/tenon
shift $(($# > 2 ? 2 : $#))
[ $# = 0 ] && set -- openmpi mpich
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && echo "FAILED $mpi: $1"; }

# Also as root, on fewer processors than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0 HWLOC_HIDE_ERRORS=2
ranks() {
    local n=$1
    shift
    timeout -k 5 60 mpirun.$mpi -n "$n" "$@"
}

cat >net.py <<'END'
@R.function
def main(x: R.Tensor((6, 5), "float32"), w: R.Tensor((5, 3), "float32")):
    R.func_attr({"mesh": "data=2,model=2"})
    r = T.int64()
    one = R.reshape(R.ccl.rank(axes=["model"]), R.shape([1]))
    place = R.match_cast(R.tensor_to_shape(one), R.Shape([r]))
    y = R.matmul(x, w)
    a = R.ccl.allreduce(y, op_type="sum")
    b = R.ccl.reduce_scatter(x, num_workers=2, axis=1, axes=["model"], extent=R.shape([(r + 1) * 5 // 2 - r * 5 // 2]))
    c = R.ccl.allgather(b, num_workers=2, axis=1, axes=["model"], extent=R.shape([5]))
    d = R.ccl.alltoall(y, num_workers=2, split_axis=0, concat_axis=1, axes=["data"])
    e = R.ccl.permute(R.astype(d, "float16"), num_workers=4, shift=1)
    f = R.ccl.broadcast_from_worker0(R.max(x), axes=["data"])
    return (a, c, d, e, f)
END
x='x=[[1, 2, 3, 4, 5], [0, 1, 0, 1, 0], [3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [5, 8, 9, 7, 9], [3, 2, 3, 8, 4]]'
own() { echo "x_rank$1=[[$1, 2, 3, 4, 5], [0.5, 1, 0, 1, 0], [3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [5, 8, 9, 7, 9], [$1, 2, 3, 8, 4]]"; }
inputs=(--input "$x" --input "$(own 1)" --input "$(own 2)" --input 'w=[[1, 0, 2], [0.25, 1, 3], [1, 1, 1], [0, 0, 0.5], [2, 1, 0]]')

# The data of a regression: y = 2a - b + c / 2, in 96 rows.
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
train() { # ranks, then what is added
    local n=$1
    shift
    if [ "$n" = 0 ]; then
        timeout 60 "$tenon" train model.py --data rows.csv --target y --batch 32 --optimizer sgd --lr 0.05 --seed 3 --quiet "$@"
    else
        ranks "$n" "$tenon" train model.py --data rows.csv --target y --batch 32 --optimizer sgd --lr 0.05 --seed 3 --quiet --rank-timeout 40 "$@"
    fi
}
# near A B: two lines `... NAME: VALUE` say the same to 1e-4
near() { awk -v a="$(sed -n 's/.*: //p' "$1")" -v b="$(sed -n 's/.*: //p' "$2")" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d * d <= 1e-8 * b * b) }'; }

# Rank 1 alone runs what is behind the rank's number.
cat >one <<'END'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
echo $$ >pid.$rank
if [ "$rank" = 1 ]; then exec $ODD; else exec $EVEN; fi
END
chmod +x one

results_of_ranks() {
    local r k backend
    for backend in eval llvm; do
        rm -rf all each
        "$tenon" run net.py --ranks 4 "${inputs[@]}" --backend eval --save all >told 2>err || bad "--ranks: $(cat err)"
        ranks 4 "$tenon" run net.py "${inputs[@]}" --backend $backend --strict --save each >out 2>err || bad "run by $backend: $(cat err)"
        for r in 0 1 2 3; do
            for k in 0 1 2 3 4; do
                cmp -s all/out_$((5 * r + k)).npy each/rank$r/out_$k.npy && ok || bad "by $backend, output $k of rank $r"
            done
        done
        [ "$(grep -c '^out_0' out)" = 1 ] && ok || bad 'more than one rank speaks'
    done
    ranks 4 "$tenon" verify net.py --quiet --rank-timeout 40 >out 2>err && ok || bad "verify: $(cat out err)"
}

refusals() {
    sed 's/R.max(x)/R.min(x)/' net.py >other.py
    EVEN="$tenon run net.py --quiet --rank-timeout 30" ODD="$tenon run other.py --quiet --rank-timeout 30" ranks 4 ./one >out 2>err &&
        bad 'a rank with another module is taken'
    grep -q 'rank 1 has another module than rank 0' err && ok || bad "another module: $(cat err)"
    printf '%b' '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    R.func_attr({"mesh": "data=2"})\n    c = R.less(R.sum(x), R.const(0.0, "float32"))\n    if c:\n        y = R.ccl.allreduce(x, op_type="sum")\n    else:\n        y = R.ccl.allreduce(x, op_type="max")\n    return y\n' >branch.py
    for backend in eval llvm; do
        ranks 2 "$tenon" run branch.py --input 'x_rank0=[1, 2, 3, 4]' --input 'x_rank1=[-1, -2, -3, -4]' --backend $backend --rank-timeout 30 >out 2>err && bad "ranks in two branches, by $backend"
        grep -q 'ranks may take another one' err && ok || bad "ranks in two branches, by $backend: $(cat err)"
    done
    ranks 3 "$tenon" run net.py --seed 1 --rank-timeout 30 >out 2>err && bad 'a mesh of 4 on 3 ranks'
    grep -q 'ranks of the mesh: 4 are expected, 3 found' err && ok || bad "3 ranks of 4: $(cat err)"
    EVEN="$tenon run net.py --seed 1 --rank-timeout 30" ODD="$tenon run nowhere.py" ranks 4 ./one >out 2>err && bad 'a rank that fails'
    grep -q 'nowhere.py' err && ok || bad "a rank that fails: $(cat err)"
    train 2 --batch 33 --epochs 1 >out 2>err && bad 'ranks that do not divide the batch'
    grep -q 'the ranks do not divide' err && ok || bad "a batch of 33: $(cat err)"
    sed '$s/.*/0,0,0,9/' rows.csv >others.csv
    EVEN="$tenon train model.py --data rows.csv --target y --batch 32 --epochs 1 --quiet" \
        ODD="$tenon train model.py --data others.csv --target y --batch 32 --epochs 1 --quiet" ranks 2 ./one >out 2>err && bad 'other data'
    grep -q 'rank 1 has another set of data than rank 0' err && ok || bad "other data: $(cat err)"
}

# What a rank does while the others start or have ended: none waits longer than it is told.
starts() {
    local how="run net.py --seed 1 --rank-timeout 3" before odd
    for odd in true false "$tenon run --nonsense"; do # before MPI has started
        before=$SECONDS
        EVEN="$tenon $how" ODD=$odd ranks 4 ./one >out 2>err
        [ $? != 0 ] && [ $((SECONDS - before)) -lt 30 ] && ok || bad "beside '$odd': $((SECONDS - before)) s, $(cat out err)"
        [ "$odd" != true ] || { grep -q 'MPI has not started within 3 s' err && ok || bad "beside '$odd': $(cat out err)"; }
    done
    EVEN="$tenon $how" ODD="$tenon verify net.py --seed 1 --rank-timeout 3" ranks 4 ./one >out 2>err && bad 'another command is taken'
    grep -q 'rank 1 has another command than rank 0' err && ok || bad "another command: $(cat out err)"
    before=$SECONDS # while the others are about to end
    EVEN="$tenon $how" ODD="$tenon $how --save nowhere/else" ranks 4 ./one >out 2>err
    [ $? != 0 ] && [ $((SECONDS - before)) -lt 30 ] && ok || bad "a rank that fails at its end: $((SECONDS - before)) s, $(cat out err)"
}

# Programs that come to other collectives, as one backend drops what nobody uses and another one does not, are told from one
# another before any runs; a rank that takes another branch in the run, when it has.
collectives() {
    local backend
    printf '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    R.func_attr({"mesh": "data=3"})\n    y = R.ccl.allgather(x, num_workers=3)\n    d = R.ccl.allreduce(R.sin(x), op_type="max")\n    return y\n' >dead.py
    for backend in llvm c; do
        EVEN="$tenon run dead.py --seed 3 --rank-timeout 20 --backend $backend" ODD="$tenon run dead.py --seed 3 --rank-timeout 20 --backend eval" ranks 3 ./one >out 2>err &&
            bad "other collectives by $backend are taken"
        grep -q "rank 0 and rank 1 come to other collectives: at number 2 rank 0 has no other one, rank 1 ccl.allreduce 'd' (max, float32, over all ranks)" err && ok ||
            bad "other collectives by $backend: $(cat out err)"
    done
    # the same collectives, by other backends and with other flags
    EVEN="$tenon run net.py --seed 3 --rank-timeout 20 --backend llvm" ODD="$tenon run net.py --seed 3 --rank-timeout 20 --strict --backend c" ranks 4 ./one >out 2>err && ok || bad "two backends: $(cat out err)"
    cc -std=c99 -I"$root/include" "$root/tests/cli/astray.c" -L"$build" -ltenon -Wl,-rpath,"$build" -o astray >out 2>&1 || bad "astray: $(cat out)"
    printf '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n    R.func_attr({"mesh": "data=2"})\n    s = R.ccl.allreduce(x)\n    c = R.call_pure_packed("odd", R.const(1.0, "float32"), sinfo_args=(R.Tensor((), "bool"),))\n    if c:\n        a = R.ccl.allreduce(s)\n        y = R.negative(a)\n    else:\n        b = R.ccl.allreduce(R.cos(s))\n        y = R.exp(b)\n    return y\n' >astray.py
    ranks 2 ./astray astray.py >out 2>err && bad 'a rank in another branch is not seen'
    grep -Eq "rank [01], in ccl.allreduce '[ab]': rank [01] has come to ccl.allreduce '[ab]' \(sum, float32, over all ranks\) instead" out && ok || bad "a rank in another branch: $(cat out err)"
}

# Ranks whose folders hold checkpoints that differ: of two runs, whose sums had another order; of another moment; or by one
# bit. Without the look at replicas each would go on from its own.
replicas() {
    local how="model.py --data rows.csv --target y --batch 32 --optimizer sgd --lr 0.05 --seed 3 --quiet --epochs 4 --resume"
    rm -rf kept0 kept1 kept2
    train 0 --epochs 4 --steps 5 --save kept0 >out 2>err || bad "a checkpoint: $(cat err)"
    train 4 --epochs 4 --steps 5 --save kept1 >out 2>err || bad "a checkpoint of 4: $(cat err)"
    train 0 --epochs 4 --steps 4 --save kept2 >out 2>err || bad "an older checkpoint: $(cat err)"
    EVEN="$tenon train $how --save kept0" ODD="$tenon train $how --save kept1" ranks 4 ./one >out 2>err
    [ $? != 0 ] && ok || bad 'ranks with other weights go on'
    grep -q "replicas differ in the checkpoint: 'w1' has other bits on rank 1 than on rank 0" err && ok || bad "other weights: $(cat err)"
    grep -Eq 'expected: at \[[0-2], [0-7]\] [-0-9.e]+ \(0x[0-9a-f]{8}\), as rank 0 has it' err && grep -Eq 'found: .* on rank 1, the first element that differs' err && ok ||
        bad "other weights, and which element: $(cat err)"
    EVEN="$tenon train $how --save kept0" ODD="$tenon train $how --save kept2" ranks 4 ./one >out 2>err
    [ $? != 0 ] && ok || bad 'ranks go on from different steps'
    grep -q 'rank 1 has another checkpoint than rank 0' err && ok || bad "different steps: $(cat err)"
}

training() {
    local n
    train 0 --epochs 4 >alone 2>err || bad "one rank: $(cat err)"
    for n in 2 4; do
        rm -f trained.npz
        train $n --epochs 4 --check-replicas -o trained.npz >out 2>err && near out alone && ok || bad "$n ranks: $(cat out err), not $(cat alone)"
        [ "$(wc -l <out)" = 1 ] && [ -s trained.npz ] && ok || bad "$n ranks write: $(cat out)"
    done
    # 4 ranks resume what 2 began, and 1 what 4 went on with
    rm -rf run
    train 2 --epochs 4 --steps 3 --save run >out 2>err || bad "the first part: $(cat err)"
    train 4 --epochs 4 --save run --resume >out 2>err && near out alone && ok || bad "4 ranks go on from 2: $(cat out err), not $(cat alone)"
}

# Images split by rows, of parts that differ: results, loss and gradients of a small CNN are those of one rank.
doubles() { # FILES...: their elements, one a line
    local f
    for f; do tail -c +129 "$f" | od -An -v -t f8 -w8; done
}
same() { # ONE PARTS: as many numbers, and each the same to 1e-12
    paste "$1" "$2" | awk 'NF != 2 || $1 != $1 + 0 || $2 != $2 + 0 { exit bad = 1 }
        { d = $1 - $2; m = $1 * $1 < 1 ? 1 : $1 * $1; if (d * d > 1e-24 * m) exit bad = 1 } END { exit bad || NR == 0 }'
}
windows() {
    local n k r
    cat >cnn.py <<'END'
@R.function
def main(x: R.Tensor((1, 1, 23, 9), "float64"), t: R.Tensor((1, 1, 23, 9), "float64"), w1: R.Tensor((4, 1, 3, 3), "float64"), b1: R.Tensor((1, 4, 1, 1), "float64"), w2: R.Tensor((6, 4, 3, 3), "float64"), w3: R.Tensor((6, 3, 3, 3), "float64"), w4: R.Tensor((1, 3, 5, 3), "float64")):
    a = R.nn.relu(R.add(R.nn.conv2d(x, w1, padding=1), b1))
    p = R.nn.max_pool2d(a, pool_size=3, strides=2, padding=1)
    b = R.nn.avg_pool2d(R.tanh(R.nn.conv2d(p, w2, padding=1)), pool_size=3, strides=1, padding=1)
    c = R.nn.conv2d_transpose(b, w3, strides=2, padding=1)
    d = R.subtract(R.nn.conv2d(c, w4, padding=[2, 1, 2, 1]), t)
    return d
END
    sed 's/return d/return R.mean(R.multiply(d, d))/' cnn.py >loss.py
    "$tenon" opt loss.py --passes 'Gradient(function="main")' -o gradients.py >out 2>err || bad "gradients: $(cat err)"
    rm -rf forward backward
    "$tenon" run cnn.py --seed 5 --save forward >out 2>err || bad "a CNN: $(cat err)"
    "$tenon" run gradients.py --function main_adjoint --seed 5 --save backward >out 2>err || bad "its gradients: $(cat err)"
    for n in 2 4; do
        rm -rf results gradients
        "$tenon" opt cnn.py --passes "Distribute(mesh=\"data=$n\", shard=\"x=_,_,data,_\")" -o parts.py >out 2>err || bad "rows on $n ranks: $(cat err)"
        ranks $n "$tenon" run parts.py --seed 5 --save results >out 2>err || bad "rows on $n ranks: $(cat err)"
        "$tenon" opt gradients.py --passes "Distribute(mesh=\"data=$n\", shard=\"x=_,_,data,_\", function=\"main_adjoint\"),BucketCollectives" -o parts.py >out 2>err ||
            bad "gradients on $n ranks: $(cat err)"
        grep -q 'ccl.permute' parts.py && ! grep -q 'ccl.all[gt]' parts.py && ok || bad "$n ranks exchange edges: $(grep -o 'ccl[.][a-z]*' parts.py)"
        ranks $n "$tenon" run parts.py --function main_adjoint --seed 5 --save gradients >out 2>err || bad "gradients on $n ranks: $(cat err)"
        doubles forward/out_0.npy >of_one
        doubles results/rank*/out_0.npy >of_parts
        same of_one of_parts && ok || bad "a CNN by rows on $n ranks: $(paste of_one of_parts)"
        for k in 0 1 2 3 4 5 6 7; do # the loss; of x and t, by rows; of weights, on every rank
            doubles backward/out_$k.npy >of_one
            if [ $k = 1 ] || [ $k = 2 ]; then
                doubles gradients/rank*/out_$k.npy >of_parts
                same of_one of_parts && ok || bad "gradient $k by rows on $n ranks: $(paste of_one of_parts)"
                continue
            fi
            for ((r = 0; r < n; r++)); do
                doubles gradients/rank$r/out_$k.npy >of_parts
                same of_one of_parts && ok || bad "gradient $k of rank $r on $n ranks: $(paste of_one of_parts)"
            done
        done
    done
}

# Of uneven parts one rank gets rows of its neighbour and another none: code of extents that are numbers on that rank would
# leave the exchange out there, and its fellow wait.
edges() {
    local rows
    for rows in 3 5; do
        printf '@R.function\ndef main(x: R.Tensor((1, 2, %d), "float64"), w: R.Tensor((2, 2, 2), "float64")):\n    y = R.nn.conv1d(x, w, padding=[0, 1])\n    return (R.sum(y), y)\n' $rows >edge.py
        "$tenon" opt edge.py --passes 'Distribute(mesh="data=2", shard="x=_,_,data")' -o parts.py >out 2>err || bad "edges: $(cat err)"
        rm -rf edge each
        "$tenon" run edge.py --seed 7 --save edge >out 2>err || bad "edges: $(cat err)"
        ranks 2 "$tenon" run parts.py --seed 7 --rank-timeout 9 --save each >out 2>err || bad "edges of $rows rows: $(cat err)"
        doubles edge/out_0.npy >of_one
        doubles each/rank1/out_0.npy >of_parts
        same of_one of_parts && ok || bad "edges of $rows rows: $(paste of_one of_parts)"
    done
}

# Inputs are whole where a symbol is split too, and what each rank saves of them is given again as its own.
symbols() {
    local r
    printf '@R.function\ndef main(x: R.Tensor(("n", 3), "float64"), p: R.Tuple(R.Tensor(("n",), "float64"), R.Tensor((3,), "float64"))):\n    y = R.add(R.multiply(x, p[1]), R.reshape(p[0], R.shape([n, 1])))\n    return y\n' | sed '2a\    n = T.int64()' >open.py
    "$tenon" opt open.py --passes 'Distribute(mesh="data=4", shard="x=data,_;p.0=data")' -o parts.py >out 2>err || bad "rows of a symbol: $(cat err)"
    rm -rf wide each again
    "$tenon" run open.py --seed 6 --dim n=8 --save wide >out 2>err || bad "open.py: $(cat err)"
    ranks 4 "$tenon" run parts.py --inputs wide --save each >out 2>err || bad "whole inputs: $(cat err)"
    ranks 4 "$tenon" run parts.py --inputs each/rank0 --inputs each/rank1 --inputs each/rank2 --inputs each/rank3 --save again >out 2>err || bad "each rank's inputs: $(cat err)"
    doubles wide/out_0.npy >of_one
    for r in each again; do
        doubles $r/rank*/out_0.npy >of_parts
        same of_one of_parts && ok || bad "rows of a symbol, $r: $(paste of_one of_parts)"
    done
    ranks 4 "$tenon" run parts.py --seed 1 --input 'x=[[1, 2, 3], [1, 2, 3]]' >out 2>err && bad 'rows that ranks do not divide are taken'
    grep -q "the ranks do not divide the input 'x'" err && ok || bad "2 rows on 4 ranks: $(cat err)"
}

# strike PID: kills it while it runs. It is stopped before: what stands still, and is no corpse, has not ended. False: it had.
strike() {
    local k state
    grep -aq tenon "/proc/$1/cmdline" 2>kill.err && kill -STOP "$1" 2>kill.err || return 1
    for ((k = 0; k < 100; k++)); do
        state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>kill.err)
        [ "$state" = T ] && kill -9 "$1" && return 0
        [ -z "$state" ] || [ "$state" = Z ] || [ "$state" = X ] && return 1
        sleep 0.01
    done
    return 1
}

deaths() {
    local i tries=0 pid before after shards how="model.py --data rows.csv --target y --batch 32 --optimizer sgd --lr 0.05 --seed 3 --quiet --save run"
    train 0 --epochs 500 >whole 2>err || bad "one rank: $(cat err)"
    for ((i = 0; i < kills; i++)); do
        rm -rf run pid.*
        case $((i % 3)) in # a checkpoint of one file, or one for each rank, of parts
            0) shards= ;;
            1) shards='--shard zero3 --save-shards' ;;
            2) shards='--shard zero1 --save-shards' ;;
        esac
        EVEN="$tenon train $how --epochs 500 $shards" ODD="$tenon train $how --epochs 500 $shards"
        export EVEN ODD
        ranks 4 ./one >out 2>err &
        pid=$!
        for ((k = 0; k < 200; k++)); do
            [ -s run/checkpoint.npz ] && [ -s pid.2 ] && break
            sleep 0.1
        done
        [ -s run/checkpoint.npz ] && ok || bad "no rank began: $(cat out err)"
        [ $tries -lt 3 ] && sleep 0.$((RANDOM % 5))
        if ! strike "$(cat pid.$((RANDOM % 4)))"; then # it was faster: once more
            wait $pid
            [ $((++tries)) -lt 20 ] && ((i--))
            [ $tries -lt 20 ] || bad 'all runs end before a rank is killed'
            continue
        fi
        before=$SECONDS
        wait $pid && bad 'the launcher says that all is well'
        after=$SECONDS
        [ $((after - before)) -lt 30 ] && ok || bad "the launcher ends after $((after - before)) s"
        train $((i % 2 + 1)) --epochs 500 --save run --resume >out 2>err && near out whole && ok ||
            bad "going on behind a death, $shards: $(cat out err), not $(cat whole)"
    done
    # stopped: the others wait as long as they are told
    rm -rf run pid.*
    EVEN="$tenon train $how --epochs 1000000 --rank-timeout 2" ODD="$tenon train $how --epochs 1000000 --rank-timeout 2"
    export EVEN ODD
    ranks 4 ./one >out 2>err &
    pid=$!
    for ((k = 0; k < 200; k++)); do
        [ -s run/checkpoint.npz ] && [ -s pid.1 ] && break
        sleep 0.1
    done
    sleep 0.5
    kill -STOP "$(cat pid.1)"
    before=$SECONDS
    for ((k = 0; k < 200; k++)); do
        grep -q 'has not come' err && break
        sleep 0.1
    done
    kill -CONT "$(cat pid.1)" 2>kill.err # MPICH's launcher asks it to end, and waits
    wait $pid && bad 'a rank that hangs is not seen'
    [ $((SECONDS - before)) -lt 30 ] && ok || bad "the launcher waits $((SECONDS - before)) s for a rank that hangs"
    kill -9 "$(cat pid.1)" 2>kill.err
    grep -q 'rank 1 has not come within 2 s' err && ok || bad "a rank that hangs: $(cat err)"
}

example() {
    command -v mpicc.$mpi >which 2>&1 || return
    "$tenon" compile "$root/examples/mpi/net.py" -o net.c --by c >out 2>err || bad "compile: $(cat err)"
    mpicc.$mpi -std=c99 -O1 -Wall -Wextra -I"$root/examples/mpi" -I. "$root/examples/mpi/main.c" net.c -lm -o main >out 2>&1 || bad "mpicc: $(cat out)"
    [ -s out ] && bad "warnings: $(cat out)"
    for n in 1 3; do
        ranks $n ./main >out 2>err
        grep -q 'weights 2.000 -1.000 0.500' out && ok || bad "the example on $n ranks: $(cat out err)"
    done
    "$tenon" compile "$root/examples/mpi/net.py" -o net.o >out 2>err || bad "compile to an object: $(cat err)"
    mpicc.$mpi -std=c99 -O1 -I"$root/examples/mpi" -I. "$root/examples/mpi/main.c" net.o -lm -o main >out 2>&1 || bad "mpicc: $(cat out)"
    ranks 2 ./main >out 2>err
    grep -q 'weights 2.000 -1.000 0.500' out && ok || bad "the example as an object: $(cat out err)"
    # one rank's code by C, the others' by LLVM: the same collectives; another module's are not
    mv main main.llvm
    mpicc.$mpi -std=c99 -O1 -I"$root/examples/mpi" -I. "$root/examples/mpi/main.c" net.c -lm -o main.c.out >out 2>&1 || bad "mpicc: $(cat out)"
    EVEN=./main.llvm ODD=./main.c.out ranks 2 ./one >out 2>err
    grep -q 'weights 2.000 -1.000 0.500' out && ok || bad "the example by C and LLVM: $(cat out err)"
    sed '/mean =/s/avg/sum/' "$root/examples/mpi/net.py" >sums.py
    mkdir -p sums
    for how in c o; do
        "$tenon" compile sums.py -o sums/net.$how $([ $how = o ] || echo --by c) >out 2>err || bad "compile: $(cat err)"
        mpicc.$mpi -std=c99 -O1 -I"$root/examples/mpi" -Isums "$root/examples/mpi/main.c" sums/net.$how -lm -o main.sums >out 2>&1 || bad "mpicc: $(cat out)"
        EVEN=./main.llvm ODD=./main.sums ranks 3 ./one >out 2>err && bad "other collectives, .$how, are taken"
        grep -q 'ranks differ in their collectives; those of rank [0-2]' err && grep -Eq '^1 ccl.allreduce \((sum|avg), float32, over all ranks\)' err && ok ||
            bad "other collectives, .$how: $(cat out err)"
    done
    # of rank 1's entry passes leave no collective: it asks the others too, and nobody waits for it
    { sed '/next =/s/mean/g/; /return/s/loss/R.mean(e)/' "$root/examples/mpi/net.py" && sed -n '/^@/,$p' "$root/examples/mpi/net.py" | sed 's/main/another/'; } >none.py
    mkdir -p none
    for how in c o; do
        "$tenon" compile none.py -o none/net.$how $([ $how = o ] || echo --by c) >out 2>err || bad "compile: $(cat err)"
        mpicc.$mpi -std=c99 -O1 -I"$root/examples/mpi" -Inone "$root/examples/mpi/main.c" none/net.$how -lm -o main.none >out 2>&1 || bad "mpicc: $(cat out)"
        EVEN=./main.llvm ODD=./main.none ranks 2 ./one >out 2>err && bad "no collectives, .$how, are taken"
        grep -q 'ranks differ in their collectives; those of rank 1:' err && grep -q '^none$' err && grep -q '^1 ccl.allreduce' err && ok ||
            bad "no collectives, .$how: $(cat out err)"
    done
    sed 's/net_set_ranks(&ranks);/(void)ranks;/' "$root/examples/mpi/main.c" >alone.c
    mpicc.$mpi -std=c99 -O1 -I"$root/examples/mpi" -I. alone.c net.o -lm -o alone.out >out 2>&1 || bad "mpicc: $(cat out)"
    ranks 1 ./alone.out >out 2>err && bad 'a program without ranks runs'
    grep -q 'the program was given no ranks' err && ok || bad "without ranks: $(cat err)"
}

# The same in Fortran; and each kind of collective by either table, against --ranks.
fortran() {
    command -v mpif90.$mpi >which 2>&1 || return
    local how="-O1 -Wall -Wextra -Wno-unused-dummy-argument -fcheck=all" e="$root/examples/mpi" table r k
    [ "$(wc -l <"$e/ranks.f90")" -le 220 ] && [ "$(wc -l <"$e/ranks.h")" -le 220 ] && ok || bad 'a table of more than 220 lines'
    "$tenon" compile "$e/net.py" -o net.o --bind fortran >out 2>err || bad "compile: $(cat err)"
    mpif90.$mpi $how -c "$e/ranks.f90" >out 2>&1 || bad "mpif90: $(cat out)"
    [ -s out ] && bad "warnings: $(cat out)"
    mpif90.$mpi -O1 net.f90 "$e/main.f90" ranks.o net.o -lm -o main >out 2>&1 || bad "mpif90: $(cat out)"
    for n in 1 3; do
        ranks $n ./main >out 2>err
        grep -q 'weights  2.000 -1.000  0.500' out && ok || bad "the example in Fortran on $n ranks: $(cat out err)"
    done
    "$tenon" compile net.py -o all.c --by c >out 2>err || bad "compile: $(cat err)"
    "$tenon" run net.py --ranks 4 "${inputs[@]}" --backend eval --save all >out 2>err || bad "--ranks: $(cat err)"
    cat >uses.f90 <<'END'
subroutine uses_fortran() bind(c)
  use ranks
  interface
    subroutine all_set_ranks(table) bind(c)
      import :: ranks_table
      type(ranks_table), intent(in) :: table
    end subroutine
  end interface
  call all_set_ranks(ranks_by_mpi())
end subroutine
END
    cat >all_main.c <<'END'
#include <stdio.h>

#include "all.h"
#define NET(name) all_##name
#include "ranks.h"

void uses_fortran(void);

int main(int argc, char **argv) {
    static float a[18], c[30], d[18], f;
    static uint16_t e[18];
    static const float w[15] = {1, 0, 2, 0.25f, 1, 3, 1, 1, 1, 0, 0, 0.5f, 2, 1, 0};
    float x[30] = {1, 2, 3, 4, 5, 0, 1, 0, 1, 0, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
    const all_ranks table = {.call = ranks_call, .same = ranks_same};
    const all_main_in in = {x, w};
    all_main_out out = {a, c, d, e, &f};
    const struct { void *at; size_t n; } parts[] = {{a, sizeof a}, {c, sizeof c}, {d, sizeof d}, {e, sizeof e}, {&f, sizeof f}};
    size_t bytes, k;
    char name[64];
    int rank, error;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 || rank == 2) x[0] = x[25] = (float)rank, x[5] = 0.5f;
    BY_FORTRAN ? uses_fortran() : all_set_ranks(&table);
    error = all_main_arena(&in, &out, &bytes);
    if (!error) error = all_main_run(&in, &out, malloc(bytes));
    if (error) fprintf(stderr, "rank %d: %s\n", rank, all_error(error));
    if (error) MPI_Abort(MPI_COMM_WORLD, 1);
    for (k = 0; k < sizeof parts / sizeof *parts; k++) {
        sprintf(name, "got_%d", 5 * rank + (int)k);
        FILE *file = fopen(name, "wb");
        fwrite(parts[k].at, 1, parts[k].n, file);
        fclose(file);
    }
    MPI_Finalize();
    return 0;
}
END
    mpif90.$mpi -O1 -c uses.f90 >out 2>&1 || bad "mpif90: $(cat out)"
    for table in 0 1; do
        rm -f got_*
        mpicc.$mpi -O1 -DBY_FORTRAN=$table -I"$e" -I. -c all_main.c all.c >out 2>&1 || bad "mpicc: $(cat out)"
        mpif90.$mpi all_main.o all.o uses.o ranks.o -lm -o all.out >out 2>&1 || bad "mpif90: $(cat out)"
        ranks 4 ./all.out >out 2>err || bad "all collectives, table $table: $(cat out err)"
        for ((k = 0; k < 20; k++)); do
            [ -s got_$k ] && cmp -s got_$k <(tail -c "$(wc -c <got_$k)" all/out_$k.npy) && ok || bad "table $table: result $((k % 5)) of rank $((k / 5))"
        done
    done
}

tried=0
for mpi; do
    if [ ! -e "$build/libtenon-$mpi.so" ] || ! command -v mpirun.$mpi >which; then
        echo "skipped: $mpi is not here"
        continue
    fi
    tried=1
    results_of_ranks
    refusals
    starts
    collectives
    replicas
    training
    windows
    edges
    symbols
    deaths
    example
    fortran
done
[ $tried = 1 ] || ok
echo "$passed passed, $failed failed"
[ $failed = 0 ]
