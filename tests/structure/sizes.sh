#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A file has at most 600 lines (the backend of the examples 300), a function at most 80 and 7 parameters.
#   sizes.sh [ROOT]
# What another program calls has the parameters that this one gives it: its comment says so and ends in "calls it so."
set -eu
cd "${1:-$(dirname "$0")/../..}"

folders=
for f in src include tests bench examples python; do
    [ ! -d $f ] || folders="$folders $f"
done
files=$(find $folders -type f \( -name '*.[ch]' -o -name '*.def' \) | sort)

# A function begins at a line that begins with a letter, holds a ( and is no macro, and ends at a } in the first column.
echo "$files" | xargs awk -v files="$(echo "$files" | wc -l)" '
function wrong(file, line, text) {
    print file ":" line ": " text
    if (!(file in bad)) n_bad++
    bad[file] = 1
}
function hold(what, n, most) { if (n > most) wrong(FILENAME, start, name "() has " n " " what ", more than " most) }
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
    if (!is_foreign) hold("parameters", n, 7)
    hold("lines", FNR - start + 1, 80)
    head = ""
}
function finish_file(    most) {
    most = file ~ /^examples\/javascript\// ? 300 : 600 # what a backend takes at most
    if (lines > most) wrong(file, most + 1, lines " lines, more than " most)
}
FNR == 1 { if (file) finish_file(); file = FILENAME; head = before = last = "" }
{ lines = FNR; before = last; last = $0 }
head == "" && /^[A-Za-z_].*\(/ && !/^(typedef|struct|enum|union)[ {]/ && !/;[ \t]*(\/\*.*)?$/ && !/=/ {
    start = FNR
    head = $0
    is_foreign = before ~ /calls it so\. \*\/$/
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
END {
    finish_file()
    printf "%d passed, %d failed\n", files - n_bad, n_bad
    exit n_bad > 0
}'
