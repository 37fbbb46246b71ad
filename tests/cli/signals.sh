#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Files that the command writes when something ends it: each call that makes or names a file fails in turn, or is the
# last one; signals come at random moments. A file, or a set of files that belong together, is the old one or the new
# one; after SIGKILL its head may be away, never one beside files of another set. Only SIGKILL leaves files in the
# making.
#
#   signals.sh BUILD_FOLDER [ROUNDS]    so many signals for each verb (6); with 1 each call fails in two of the five ways,
#                                       the next one in two others
set -u
shopt -s nullglob globstar
build=$(cd "$1" && pwd)
rounds=${2:-6}
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TENON_CACHE= TMPDIR=$work/tmp
tenon=$build/tenon
passed=0 failed=0
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED $name"
        failed=$((failed + 1))
    fi
}
net() { # VALUE
    cat <<PY
@R.function
def main(x: R.Tensor((2, 8), dtype="float32")):
    w = R.multiply(R.reshape(R.arange(512, dtype="float32"), (8, 64)), R.const($1, "float32"))
    return R.nn.relu(R.matmul(x, w))
PY
}
net 0.25 >a.py && net 0.5 >b.py
for n in a b; do "$tenon" opt $n.py --passes FoldConstant -o $n.py || exit 1; done
"$tenon" convert b.py -o b.onnx || exit 1
${CC:-cc} -shared -fPIC -O1 -o calls.so "$tests/file_calls.c" -ldl || {
    echo 'skipped: no C compiler'
    echo '1 passed, 0 failed'
    exit 0
}

printf '#!/bin/sh\ngrep -q relu "$1"\n' >keeps_relu && chmod +x keeps_relu
PATH=$work:$PATH

# HEAD|how it is made first|how it is made anew; in a folder with a.py, b.py and b.onnx
sets=(
    'x.py|opt a.py -o x.py|opt b.py -o x.py'
    'x.onnx|convert a.py -o x.onnx --external-data=x.bin|convert b.py -o x.onnx --external-data=x.bin'
    'x.onnx|convert b.py -o x.onnx --external-data=x.bin|opt -O2 x.onnx --bind x=@x.npy -o x.onnx --external-data=x.bin'
    'x.h|compile a.py -o x.c --name n|compile b.py -o x.c --name n'
    'x/out_0.npy|run a.py --backend eval --save x|run b.py --backend eval --seed 3 --save x'
    'y.py|convert b.onnx --weights x -o y.py|convert z.onnx --weights x -o y.py'
    'x.txt|run a.py --backend eval -o x.txt|run b.py --backend eval -o x.txt'
    'x.json|bench a.py --backend eval --json -o x.json|inspect b.py --json -o x.json'
    'x.py|grad a.py --of main --wrt x --seeded -o x.py|grad b.py --of main --wrt x --seeded -o x.py'
    'x.py|reduce a.py --keep true -o x.py|reduce b.py --keep keeps_relu -o x.py'
)
"$tenon" run a.py --backend eval --save given >/dev/null && cp given/in_x.npy x.npy || exit 1
"$tenon" convert a.py -o z.onnx || exit 1
# Processes are what this test costs: a comparison is one.
same() { diff -rq -x '*.??????' "$1" "$2" >/dev/null; }
# Files in the making; a compiler's own go with its folder.
left() {
    local found=("$1"/**/*.?????? tmp/*.?????? tmp/tenon*)
    echo "${found[@]:0:3}"
}

judge() { # NAME HOW HEAD: what is in `now`, after `got`
    if same now old || same now new; then
        passed=$((passed + 1))
    elif [[ $2 = kill || $2 = dead ]] && [ ! -e "now/$3" ]; then
        passed=$((passed + 1))
    else
        check "$1: neither the old files nor the new ones" false
    fi
    [[ $2 = kill || $2 = dead ]] || check "$1: nothing is left: $(left now)" [ -z "$(left now)" ]
    local made=(tmp/*)
    [ ${#made[@]} = 0 ] || rm -rf tmp/*
}

points=0 ways=(fail full dead kill term)
for row in "${sets[@]}"; do
    IFS='|' read -r head first anew <<<"$row"
    rm -rf old new && mkdir old && cp a.py b.py b.onnx z.onnx x.npy old
    (cd old && "$tenon" $first >/dev/null 2>../err) || { check "$first" false; cat err; continue; }
    cp -r old new
    (cd new && FAULT_LOG=../count LD_PRELOAD=$work/calls.so "$tenon" $anew >/dev/null 2>../err) || { check "$anew" false; cat err; continue; }
    check "$anew: something is written" [ "$(cat count)" -ge 2 ]
    check "$anew: it differs" eval '! same old new'
    rm -rf tmp/*
    for ((k = 1; k <= $(cat count); k++)); do
        for way in 0 1 2 3 4; do
            how=${ways[way]}
            [ "$rounds" != 1 ] || [ $(((way + 5 - k % 5) % 5)) -lt 2 ] || continue
            rm -rf now && cp -r old now
            (cd now && FAULT_AT=$k FAULT_HOW=$how LD_PRELOAD=$work/calls.so timeout 60 "$tenon" $anew >/dev/null 2>../err) 2>/dev/null
            got=$?
            points=$((points + 1))
            judge "$anew, call $k: $how" $how "$head"
            case $how in
            kill) check "$anew, call $k: killed, not $got" [ $got = 137 ] ;;
            term) check "$anew, call $k: ended by the signal, not $got" [ $got = 143 ] ;;
            *) same now new || check "$anew, call $k: $how: exit 5, not $got" [ $got = 5 ] ;;
            esac
        done
    done
    # Signals at random moments
    start=$(date +%s%N)
    (cp -r old now2 && cd now2 && "$tenon" $anew >/dev/null 2>&1)
    took=$((($(date +%s%N) - start) / 1000)) && rm -rf now2
    for ((i = 0; i < rounds; i++)); do
        for signal in INT TERM HUP KILL; do
            rm -rf now && cp -r old now
            wait_us=$((RANDOM * 32768 + RANDOM))
            (cd now && exec timeout --foreground -s $signal "$(printf 0.%06d $((wait_us % (took < 900000 ? took : 900000))))" "$tenon" $anew >/dev/null 2>&1) 2>/dev/null
            how=$signal && [ $signal != KILL ] || how=kill
            points=$((points + 1))
            judge "$anew, $signal" $how "$head"
        done
    done
done

# The C compiler's folder goes with the command, and what ignores a signal goes on.
rm -rf now # killed last, it may hold a file in the making
for signal in INT TERM HUP; do
    for pause in 0.05 0.15 0.3; do
        timeout --foreground -s $signal $pause "$tenon" compile b.py -o y.so >/dev/null 2>&1
        check "compile to .so, $signal after $pause s: nothing is left: $(left .)" [ -z "$(left .)" ]
        check "compile to .so, $signal after $pause s: no compiler goes on" [ -z "$(pgrep -f "$work/tmp/tenon-")" ]
        rm -rf tmp/*
        check "compile to .so, $signal after $pause s: all or nothing" eval '[ -e y.so ] && [ -e y.h ] || [ ! -e y.so -a ! -e y.h ]'
        rm -f y.so y.h
    done
done
(trap '' HUP; "$tenon" reduce b.py --keep 'sleep 0.05; true' -o kept.py & sleep 0.1; kill -HUP $!; wait $!) >/dev/null 2>&1
check 'an ignored signal ends nothing' [ -s kept.py ]

[ $points -ge 200 ] || check "moments: $points" false
echo "$points moments"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
