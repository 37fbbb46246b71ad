#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The programs in the comments of the public headers: each is compiled against the shared library, runs, and prints what
# the lines "prints: ..." behind it say. A program is a paragraph that begins with #include, four columns further in.
#
#   header-examples.sh BUILD_FOLDER
here=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# N.c, and N.want, which begins with the place.
awk -v tmp="$tmp" '
function finish() { if (n && in_program) { in_program = 0; close(c); close(want) } }
/^ \*     #include/ && !in_program {
    n++
    in_program = 1
    c = tmp "/" n ".c"
    want = tmp "/" n ".want"
    print FILENAME ":" FNR >tmp "/" n ".place"
    printf "" >want
}
in_program && /^ \*     / { print substr($0, 8) >c; next }
in_program && /^ \*$/ { print "" >c; next }
{ finish() }
/^ \* prints: / { print substr($0, 12) >>want }' "$here"/include/tenon/*.h

for program in "$tmp"/*.c; do
    name=${program%.c}
    if ${CC:-cc} -std=c11 -Wall -Wextra -Werror -I"$here/include" "$program" -o "$name" -L"$build" -ltenon \
        -Wl,-rpath,"$build" 2>"$name.err" && "$name" >"$name.out" 2>>"$name.err" &&
        [ -s "$name.want" ] && diff "$name.want" "$name.out" >>"$name.err"; then
        passed=$((passed + 1))
    else
        echo "FAILED $(cat "$name.place"): the program in the comment"
        cat "$name.err"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -ge 3 ]
