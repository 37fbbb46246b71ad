#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A large model is mapped: it may be replaced while it is in use, and a command whose model is cut off says so.
#   mapped.sh BUILD
set -u
build=$(realpath "${1:-build}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
here=$(realpath "$(dirname "$0")")
cd "$tmp" || exit 1
TMPDIR=$tmp
export TMPDIR
passed=0 failed=0

check() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}

"$build/examples/resnet18" net.onnx || exit 1
cp net.onnx whole.onnx
cp net.onnx kept.onnx
mkfifo pipe

# An array (1, 512) of float32 zeros as NumPy writes it, into the pipe that the run waits for.
feed() {
    printf "\223NUMPY\001\0v\0%-117s\n" "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3, 224, 224), }"
    head -c 602112 /dev/zero
}

# run_and FILE COMMAND...: a run that has read its model, and waits for its input while COMMAND is run. The
# profile of the form is not of interest: only whether the weights can still be read.
run_and() {
    "$build/tenon" opt -O0 net.onnx -o - --bind x=@pipe >out 2>err &
    pid=$!
    exec 3>pipe # opens when the run opens it
    "$@"
    feed >&3
    exec 3>&-
    wait $pid
}

run_and true
check "a run: $(head -n 1 err)" $?
cp out want
run_and mv whole.onnx net.onnx
check 'the model is replaced' $?
cmp -s out want
check 'what was replaced gives the same' $?
run_and truncate -s 1000000 net.onnx
[ $? = 5 ] && grep -q '^error: an input was cut off by another program while it was in use: net.onnx$' err
check "the model is cut off: $(head -n 3 err)" $?
[ -z "$(ls tenon-bug-* 2>/dev/null)" ]
check 'that is no fault of ours' $?

# 20 weights of 120 MB each, which are one sparse file: 2.4 GB are too many for one ONNX file.
cp "$here/large/shared.onnx" . && truncate -s 120000000 weights.bin
"$build/tenon" opt -O0 shared.onnx -o large.onnx >out 2>err
[ $? = 2 ] && grep -q 'more than 2147483647 bytes in one ONNX file' err && grep -q -e '--external-data' err && [ ! -e large.onnx ]
check "2.4 GB in one file: $(head -n 1 err)" $?

# Weights in a file of their own: the same module.
"$build/tenon" opt -O0 kept.onnx -o apart.onnx --external-data 2>err && "$build/tenon" opt -O0 kept.onnx -o one.onnx 2>err &&
    "$build/tenon" equal one.onnx apart.onnx >out 2>err
check "weights in a file of their own: $(head -n 1 err)" $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
