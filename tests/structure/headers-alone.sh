#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every header compiles alone; the public one also as C99 and as C++.
#   headers-alone.sh [ROOT [NAME]]     NAME: only the headers of that name
set -eu
name=${2:-*.h}
cd "${1:-$(dirname "$0")/../..}"
good=0 bad=0

# try HEADER COMPILER FLAG...
try() {
    header=$1
    shift
    if echo "#include \"$header\"" | "$@" -fsyntax-only -Wall -Wextra -Werror -; then
        good=$((good + 1))
    else
        echo "$header:1: does not compile alone: $*"
        bad=$((bad + 1))
    fi
}

# LLVM's headers are not in the compiler's own path. Without them those that need them are left out.
llvm=$(llvm-config-19 --includedir 2>/dev/null) || llvm=
for h in $(find src -name "$name" | sort); do
    if [ -z "$llvm" ] && [ "${h#src/backend/llvm/}" != "$h" ]; then
        echo "skipped: $h (no LLVM)"
        continue
    fi
    try "${h#src/}" gcc -x c -std=c11 -D_GNU_SOURCE -Isrc -Iinclude ${llvm:+-isystem "$llvm"}
done
for h in $(find include -name "$name" | sort); do
    h=${h#include/}
    try "$h" gcc -x c -std=c11 -pedantic -Iinclude
    try "$h" gcc -x c -std=c99 -pedantic -Iinclude
    if command -v clang++ >/dev/null; then
        try "$h" clang++ -x c++ -std=c++11 -pedantic -Iinclude
    else
        echo "skipped: $h as C++ (no clang++)"
    fi
done

echo "$good passed, $bad failed"
[ $bad = 0 ] && [ $good -gt 0 ]
