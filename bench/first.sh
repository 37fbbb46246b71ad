#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# How long a first answer takes: `run` of resnet18 with an empty cache and with one that has its code, `verify` of it
# before and after -O2, and `opt --verify` of each model of bench/models.sh. In Markdown: seconds by the clock, and of the
# processor (the command's and the code generator's).
#
#   bench/first.sh [BUILD_FOLDER [ROUNDS [MODEL...]]]
set -eu
build=$(realpath "${1:-build}") rounds=${2:-7}
shift $(($# < 2 ? $# : 2))
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TENON_CACHE=$work/cache

# timed COMMAND...: "CLOCK PROCESSOR STATUS"
timed() {
    local TIMEFORMAT='%R %U %S' times
    times=$({ time timeout 300 "$@" >"$work/out" 2>"$work/err" || echo "failed" >&2; } 2>&1) || true
    awk '/failed/ { bad = 1 } NF == 3 { clock = $1; cpu = $2 + $3 }
        END { printf "%.3f %.3f %d\n", clock, cpu, bad }' <<<"$times"
}

row() { # NAME, then lines of timed
    sort -n | awk -v name="$1" '{ clock[NR] = $1; cpu[NR] = $2; bad += $3 != 0 }
        END { printf "| %s | %.3f | %.3f | %.3f | %s |\n", name, clock[1], clock[int((NR + 1) / 2)], cpu[1], bad ? bad " failed" : "" }'
}

mkdir -p "$TENON_CACHE"
resnet18=$(bench/models.sh "$build" resnet18 | awk '{ print $2 }')
echo "load: $(cut -d ' ' -f 1-3 /proc/loadavg), $(nproc) processors"
echo
echo '| what | clock s, least | median | processor s | |'
echo '| --- | --- | --- | --- | --- |'
for ((i = 0; i < rounds; i++)); do
    rm -rf "$TENON_CACHE" && mkdir "$TENON_CACHE"
    timed "$build/tenon" run "$resnet18"
done | row 'run resnet18, nothing in the cache'
for ((i = 0; i < rounds; i++)); do timed "$build/tenon" run "$resnet18"; done | row 'run resnet18, its code in the cache'
"$build/tenon" opt "$resnet18" -O2 -o "$work/opt.onnx" >/dev/null
timed "$build/tenon" verify "$resnet18" "$work/opt.onnx" | row 'verify resnet18, it after -O2'
while read -r name file inputs; do
    dims=()
    case $inputs in
    -) ;;
    in=silero_vad_legacy*) dims=(--verify-dim batch=1 --verify-dim sequence=512) ;;
    in=*) dims=(--verify-dim d=1 --verify-dim d_1=256 --verify-dim d_2=1) ;; # of the branch that a drawn rate takes
    *) for d in ${inputs//,/ }; do dims+=(--verify-dim "$d"); done ;;
    esac
    timed "$build/tenon" opt "$file" -O2 -o "$work/o.onnx" --verify "${dims[@]}" | row "opt --verify $name"
    [ ! -s "$work/err" ] || sed 's/^/    /' "$work/err" | grep -E 'error|differ' | head -2 >&2 || true
done < <(bench/models.sh "$build" "$@")
