#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A file has at most 600 lines, a function at most 80 and 7 parameters. sizes.list names what is larger and how large; it
# may shrink alone: what has grown fails, and so does a row that is no longer needed.
#   sizes.sh [ROOT]           sizes.sh --list [ROOT] prints what the list is to hold
set -eu
list=tests/structure/sizes.list
only=
[ "${1-}" != --list ] || { only=1; shift; }
cd "${1:-$(dirname "$0")/../..}"

folders=
for f in src include tests bench examples; do
    [ ! -d $f ] || folders="$folders $f"
done

# What is larger, a line each: FILE lines N, FILE FUNCTION() lines N, FILE FUNCTION() parameters N. A function begins at a
# line that begins with a letter, holds a ( and is no macro, and ends at a } in the first column.
find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) | sort | xargs awk '
function report(what, n, most) { if (n > most) print FILENAME " " what " " n }
# The number of parameters of the head of a function, and its name.
function parameters(head,    at, depth, n, c, i) {
    sub(/__attribute__\(\([^)]*\)\)/, "", head)
    at = index(head, "(")
    name = substr(head, 1, at - 1)
    sub(/.*[ *]/, "", name)
    n = 1
    for (i = at; i <= length(head); i++) {
        c = substr(head, i, 1)
        if (c == "(") depth++
        if (c == ")" && --depth == 0) break
        if (c == "," && depth == 1) n++
    }
    return n
}
function finish(    n) {
    n = parameters(head)
    report(name "() parameters", n, 7)
    report(name "() lines", FNR - start + 1, 80)
    head = ""
}
FNR == 1 { if (file) print_file(); file = FILENAME; head = "" }
function print_file() { if (lines > 600) print file " lines " lines }
{ lines = FNR }
head == "" && /^[A-Za-z_].*\(/ && !/^(typedef|struct|enum|union)[ {]/ && !/;[ \t]*(\/\*.*)?$/ && !/=/ {
    start = FNR
    head = $0
    is_open = /\{/
    if (/\}[ \t]*$/ && is_open) finish()
    next
}
head != "" && !is_open {
    if (/^[^ \t}{]/ || /;[ \t]*$/ && !/\{/) { head = ""; next }
    head = head " " $0
    is_open = /\{/
    if (is_open && /\}[ \t]*$/ && !/^[ \t]*\}/) finish()
    next
}
head != "" && /^\}/ { finish() }
END { print_file() }' | sort >"${TMPDIR:-/tmp}/sizes.$$"
found=${TMPDIR:-/tmp}/sizes.$$
trap 'rm -f "$found"' EXIT

if [ -n "$only" ]; then
    cat "$found"
    exit 0
fi
files=$(find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) | wc -l)
[ -f $list ] || list=/dev/null
awk -v list="$list" -v files="$files" '
FILENAME == list { if (!/^#/ && NF) { n = $NF; sub(/ [0-9]+$/, ""); allowed[$0] = n }; next }
{
    n = $NF
    sub(/ [0-9]+$/, "")
    seen[$0] = 1
    if ($0 in allowed && n <= allowed[$0]) next
    print $1 ":1: " $0 ": " n ", " ($0 in allowed ? allowed[$0] " before" : "and no more than 600 lines a file, 80 lines and 7 parameters a function are allowed")
    bad++
}
END {
    for (row in allowed) if (!(row in seen)) {
        print "tests/structure/sizes.list:1: no longer needed: " row
        bad++
    }
    printf "%d passed, %d failed\n", files - (bad < files ? bad : files), bad
    exit bad > 0
}' $list "$found"
