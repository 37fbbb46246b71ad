#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the pool of threads costs, against its goals, on a machine that does nothing else: build/bench/threads in some rounds.
#
#   bench/pool.sh [--build FOLDER] [--rounds N] [--loops N]
#
# By default 5 rounds, 3 busy loops. For each figure the median over the rounds, with the least and the greatest, and
# the goal. It takes some 3 minutes. The exit status is 1 where a median misses its goal.
#
#   beside busy loops, 10,000 regions: the median, and the mean, with 2 threads by those with 1    at most 1.2
#   BlazeFace 30 times a second with 2 threads: processor time between its runs beyond what sleeping
#   takes, by that in them                                                                         at most 0.03
#   three models run in turn, with 1 and 2 threads, by the sum of each alone                       at most 1.05
set -eu
build=build rounds=5 loops=3
while [ $# -gt 0 ]; do
    case "$1" in
    --build) build=$2 ;;
    --rounds) rounds=$2 ;;
    --loops) loops=$2 ;;
    *)
        sed -n '3,13s/^# \{0,1\}//p' "$0"
        exit 1
        ;;
    esac
    shift 2
done
cd "$(dirname "$0")/.."
threads=$build/bench/threads real=tests/onnx/real
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/examples/resnet18" "$work/resnet18.onnx" >/dev/null
printf 'processors %s, load before %s\n' "$(nproc)" "$(cut -d' ' -f1-3 /proc/loadavg)"

for ((i = 0; i < rounds; i++)); do
    "$threads" region "$loops" >"$work/out"
    sed -n 's/^\([12]\) threads, .*: median \([0-9.]*\) ms, mean \([0-9.]*\),.*/\1 \2 \3/p' "$work/out" |
        awk '$1 == 1 { median = $2; mean = $3 } $1 == 2 { print $2 / median; print $3 / mean > "/dev/stderr" }' \
            >>"$work/median" 2>>"$work/mean"
    "$threads" frames $real/blazeface_128.onnx >"$work/out"
    sed -n 's/^2 threads: .*(\(-\{0,1\}[0-9.]*\) %)$/\1/p' "$work/out" | awk '{ print $1 / 100 }' >>"$work/frames"
    "$threads" turns $real/blazeface_128.onnx "$work/resnet18.onnx" $real/rnn_gru.onnx >"$work/out"
    for k in 1 2; do sed -n "s/^$k threads: each alone .*(\([0-9.]*\))\$/\1/p" "$work/out" >>"$work/turns$k"; done
done

missed=0
# figure FILE GOAL TEXT
figure() {
    sort -g "$work/$1" | awk -v goal="$2" -v text="$3" -v wanted="$rounds" '
        { at[NR] = $1 }
        END {
            if (NR != wanted) { print text ": " NR " of " wanted " rounds gave a figure"; exit 1 }
            middle = at[int((NR + 1) / 2)]
            printf "%s: %.3f (%.3f to %.3f), goal %s: %s\n", text, middle, at[1], at[NR], goal,
                middle <= goal ? "met" : "MISSED"
            exit middle > goal
        }' || missed=1
}
figure median 1.2 "region beside $loops busy loops, median of 2 threads by 1"
figure mean 1.2 "region beside $loops busy loops, mean of 2 threads by 1"
figure frames 0.03 "BlazeFace 30 times a second, 2 threads, processor between runs, without what sleep takes, by in them"
figure turns1 1.05 "three models in turn, 1 thread, by the sum of each alone"
figure turns2 1.05 "three models in turn, 2 threads, by the sum of each alone"
exit $missed
