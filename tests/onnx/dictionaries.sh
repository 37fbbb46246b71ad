#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Inputs that are maps or sequences. Maps: the models of dictionaries/, which dictionaries.py makes. As they are read, once more written by
# opt -O2 (node for node), and through text; a map in any order of its keys, and one that is empty. Sequences: keep/taken.onnx, with its length and without.
#
#   dictionaries.sh BUILD_FOLDER
set -u
tenon=$(realpath "$1/tenon") compare=$(realpath "$1/tests/tenon-test")
cd "$(dirname "$0")/dictionaries" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# check NAME COMMAND...: it succeeds
check() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}
# gives FILE KEYS VALUES: what its output is, as it is printed
gives() { "$tenon" run --quiet "$1" --input "x[0]=$2" --input "x[1]=$3" 2>&1 | tail -n 1 | sed 's/^ *//'; }

# maps MODEL KEYS VALUES RESULT
maps() {
    check "$1 of $2" test "$(gives "$1.onnx" "$2" "$3")" = "$4"
    "$tenon" opt -O2 "$1.onnx" -o "$work/$1.onnx" || failed=$((failed + 1))
    check "$1: it comes back whole" test "$(echo "$PWD/$1.onnx $work/$1.onnx" | "$compare" keep same)" = "same $PWD/$1.onnx"
    check "$1 of $2, written" test "$(gives "$work/$1.onnx" "$2" "$3")" = "$4"
    "$tenon" convert "$1.onnx" -o "$work/$1.py" || failed=$((failed + 1))
    check "$1 of $2, as text" test "$(gives "$work/$1.py" "$2" "$3")" = "$4"
}
keys='[3, 1, 7, 2]' numbers='[1.5, -2.25, 1e10, 0.1]'
maps dense "$keys" "$numbers" '[[-2.25, 0.1, 1.5, 1e+10]]'
maps dense_int64 "$keys" "$numbers" '[[-2, 0, 1, 10000000000]]'
maps dense_string "$keys" "$numbers" '[["-2.25", "0.1", "1.5", "1e+10"]]'
maps sparse "$keys" "$numbers" '[[0, -2.25, 0.1, 1.5, 0]]'
texts='["1.5", "-2.25e3", "12", "7"]'
maps dense_of_strings "$keys" "$texts" '[[-2.25e+03, 7, 1.5, 12]]'
maps dense_of_strings_int64 "$keys" '["1", "-2250", "12", "7"]' '[[-2250, 7, 1, 12]]'
maps sparse_string "$keys" "$texts" '[["0.f", "-2.25e3", "7", "1.5", "0.f", "0.f", "0.f", "12", "0.f"]]'
maps words '["c", "z", "a"]' '[1.5, 4, 2]' '[[2, 0, 1.5, 2]]'
maps words '["b"]' '[inf]' '[[0, inf, 0, 0]]'
maps words '[]' '[]' '[[0, 0, 0, 0]]'
maps words_int64 '["c", "z", "a"]' '[3, 4, 9223372036854775807]' '[[9223372036854775807, 0, 3]]'
maps words_scaled '["c", "z", "a"]' '[1.5, 4, 2]' '[[2, -2, 1]]'
maps numbers '[9, 2, 5]' '[1.5, 2.5, 1e300]' '[[1e+300, 0, 1.5]]'
maps numbers_string '[9, 2, 5]' '["q", "r", "a \"b\" \\ c"]' '[["a \"b\" \\ c", "", "q"]]'
"$tenon" run --quiet words.onnx --input 'x[0]=["a", "b"]' --input 'x[1]=[1]' >"$work/log" 2>&1
check 'keys and values of different lengths' test $? = 2

# A sequence, of how many tensors the caller says; the model appends one that it makes of the first.
taken=../keep/taken.onnx
run_taken() { "$tenon" run --quiet "$@" --input 's[0]=[1, 2, 3]' --input 's[1]=[4, 5, 6]' --input 'x=[10, 20, 30]' >"$work/log" 2>&1; }
all='\[1, 2, 3, 4, 5, 6, 11, 22, 33\]'
for by in eval c llvm; do
    run_taken $taken --length s=2 --backend $by
    grep -q 'has no backend' "$work/log" && continue
    check "two tensors by $by" grep -q "$all" "$work/log"
    check "so many of them by $by" grep -qx ' *2' "$work/log"
done
"$tenon" convert $taken --length s=2 -o "$work/taken.py" && run_taken "$work/taken.py"
check 'two tensors, as text' grep -q "$all" "$work/log"
"$tenon" opt -O2 $taken -o "$work/taken.onnx"
check 'a sequence stays one' test "$(echo "$PWD/$taken $work/taken.onnx" | "$compare" keep same)" = "same $PWD/$taken"
run_taken "$work/taken.onnx" --length s=2
check 'two tensors, written' grep -q "$all" "$work/log"
check 'verified' "$tenon" verify $taken "$work/taken.onnx" --length s=3 --backend eval
# refused MESSAGE OPTIONS...
refused() {
    message=$1
    shift
    "$tenon" check $taken "$@" >"$work/log" 2>&1
    check "$*: exit status 2" test $? = 2
    check "$*: $message" grep -q "$message" "$work/log"
}
refused "help: --length 's=N' says that it has N tensors"
refused "no input 'x' is a sequence" --length s=2 --length x=2
refused "'s' cannot have 70000 tensors: 0 to 65536 are possible" --length s=70000
refused 'SequenceAt: ' --length s=0
echo "$passed passed, $failed failed"
[ $failed = 0 ]
