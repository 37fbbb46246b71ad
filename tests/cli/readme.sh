#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs what README.md shows: its model, the commands on it, what they print, and the C program.
#
#   readme.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAILED $1"
}
# check NAME COMMAND...: it succeeds
check() {
    local name=$1
    shift
    if "$@" >out 2>&1; then ok; else bad "$name"; sed 's/^/    /' out; fi
}
# same NAME A B: the files are the same text
same() { if diff -u "$2" "$3" >out; then ok; else bad "$1"; sed 's/^/    /' out; fi; }

# block LANGUAGE N: the N-th fenced block of a language
block() { awk -v lang="$1" -v want="$2" '
    $0 == "```" lang { n++; inside = n == want; next }
    /^```/ { inside = 0 }
    inside' "$root/README.md"; }
# indented TEXT: the indented block whose first line holds TEXT, without its indentation
indented() { awk -v text="$1" '
    !inside && /^    / && index($0, text) { inside = 1 }
    inside && !/^    / { exit }
    inside { print substr($0, 5) }' "$root/README.md"; }

mkdir -p build
ln -s "$build/tenon" build/tenon
ln -s "$root/tests" tests
ln -s "$root/examples" examples
block python 1 >net.py
block python 2 >expected
check "tenon opt net.py" build/tenon opt net.py -o printed.py
same "what 'tenon opt net.py' prints" printed.py expected

sed 's/R.permute_dims(w)/w/' net.py >wrong.py
mkdir wrong && mv wrong.py wrong/net.py
(cd wrong && ../build/tenon opt net.py) >/dev/null 2>wrong.out
[ $? -eq 2 ] && ok || bad "the wrong model is refused with exit status 2"
indented 'net.py:4' >expected
same "the message for the wrong model" wrong.out expected

block python 3 >rules.py
block python 4 >qkv.py
block python 5 >custom.py
block python 6 >loss.py
cp net.py a.py
build/tenon opt net.py -o b.py
n=0
while read -r line; do
    command=${line%%#*}
    n=$((n + 1))
    check "$command" bash -c "$command"
done < <(grep -E '^    build/tenon ' "$root/README.md")
build/tenon why-not qkv.py --rules rules.py --rule OneMatmul --at v >answer
indented 'OneMatmul: at' >expected
same "the answer of why-not" answer expected
[ "$(grep -c 'R.matmul(' fast.py)" = 2 ] && ok || bad "the rule leaves two matmuls"
[ "$(sed -n '/def main_adjoint/,$p' step.py | grep -c 'R.matmul(')" = 2 ] && ok || bad "the gradient by w alone is one matmul more"
grep -q 'def main_train_step(' train.py && grep -q 'def main_train_state(' train.py && ok || bad "train.py has a step and a first state"
cc -std=c99 -Wall -Wextra -Werror -c train.c -o train.o && ok || bad "the step as C"
sed -n '/def main/,$p' core.py | grep -q 'R.custom' && bad "LegalizeOps leaves a custom operator" || ok
check "the example of operators" build/tenon opt "$root/examples/operators.py" --passes LegalizeOps --verify-each -o example.py
check "the example's results" build/tenon verify "$root/examples/operators.py" example.py --dim n=3
[ $n -ge 8 ] && ok || bad "the README shows $n commands, expected at least 8"

{
    echo '#include <stdio.h>'
    block c 1 | grep '^#include'
    echo 'int main(void) {'
    block c 1 | grep -v '^#include'
    echo 'return 0; }'
} >program.c
check "the C program compiles" gcc -std=c11 -Wall -Wextra -Werror -I"$root/include" program.c -o program -L"$build" -ltenon "-Wl,-rpath,$build"
check "the C program runs" ./program
grep -q 'R.matmul' out && ok || bad "the C program prints the module"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
