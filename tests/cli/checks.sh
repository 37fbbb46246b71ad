# SPDX-License-Identifier: Apache-2.0
# What tests of the command begin with, sourced with the build folder as $1: a folder of their own, in which they stand, and
# checks that count. They end with `finish`.
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $1"
    failed=$((failed + 1))
}
# check STATUS NAME COMMAND...: it ends with that status; what it says is in out and err.
check() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>err
    local status=$?
    if [ $status = "$want" ]; then ok; else
        bad "$name: exit status $status, not $want"
        head -n 12 out err
        return 1
    fi
}
# has FILE EXPRESSION: an extended one.
has() { grep -qE -e "$2" "$1" && ok || { bad "$1 lacks '$2'"; head -n 8 "$1"; }; }
finish() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}
