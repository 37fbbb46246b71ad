#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Each examples/train/NAME.sh does what it says, which it checks itself; with NAME.c and NAME.py it is short.
#   examples.sh BUILD
set -u
build=$(cd "$1" && pwd) && cd "$(dirname "$0")/../../examples/train" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TENON_CACHE=$work/cache
passed=0 failed=0
check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}
for script in *.sh; do
    check "$script" eval 'timeout 240 ./$script "$build" "$work/${script%.sh}" >"$work/said" 2>&1 ||
        { tail -5 "$work/said"; false; }'
    for file in "${script%.sh}".*; do
        case $file in
        *.sh | *.c | *.py) check "$file has over 60 lines" [ "$(wc -l <"$file")" -le 60 ] ;;
        esac
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
