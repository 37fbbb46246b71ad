#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The names that the shared library exports are those that the public headers declare TN_API.
#   exports.sh [ROOT [LIBRARY]]
set -eu
cd "${1:-$(dirname "$0")/../..}"
lib=${2:-build/libtenon.so}
headers=$(find include/tenon -name '*.h' 2>/dev/null | sort)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if [ -z "$headers" ]; then
    echo "skipped: there is no public header"
    echo "0 passed, 0 failed"
    exit 0
fi
nm -D --defined-only "$lib" | awk '$2 ~ /[A-Z]/ && $2 != "A" { print $3 }' | sort -u >"$tmp/exported"

# "name file:line" of each declaration: the text is cut at each ; and the first name before a ( is the
# function's.
for header in $headers; do
    awk '
{ text = text $0 "\n" }
END {
    while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//)) { # a comment leaves its line ends
        c = substr(text, RSTART, RLENGTH)
        gsub(/[^\n]/, "", c)
        text = substr(text, 1, RSTART - 1) c substr(text, RSTART + RLENGTH)
    }
    n = split(text, part, ";")
    for (line = 1; i++ < n;) {
        s = part[i]
        gsub(/(^|\n)[ \t]*#([^\n]*\\\n)*[^\n]*/, "&\001", s) # directives are no declarations
        at = line
        line += gsub(/\n/, "\n", part[i])
        k = split(s, row, "\n")
        for (s = ""; k > 0; k--) {
            if (row[k] !~ /\001/) s = row[k] " " s
        }
        if (s !~ /(^|[^A-Za-z0-9_])TN_API([^A-Za-z0-9_]|$)/) continue
        sub(/.*TN_API/, "", s)
        if (match(s, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) s = substr(s, RSTART, RLENGTH - 1)
        else match(s, /[A-Za-z_][A-Za-z0-9_]*[ \t]*$/) && s = substr(s, RSTART, RLENGTH)
        gsub(/[ \t]/, "", s)
        print s, FILENAME ":" line
    }
}' "$header"
done | sort -u >"$tmp/lines"
cut -d' ' -f1 "$tmp/lines" | sort -u >"$tmp/declared"

for name in $(comm -23 "$tmp/declared" "$tmp/exported"); do
    echo "$(sed -n "s/^$name //p" "$tmp/lines"): $name is declared and not exported"
done
for name in $(comm -13 "$tmp/declared" "$tmp/exported"); do
    echo "$lib:1: $name is exported and not declared"
done
good=$(comm -12 "$tmp/declared" "$tmp/exported" | wc -l)
bad=$(comm -3 "$tmp/declared" "$tmp/exported" | wc -l)
echo "$good passed, $bad failed"
[ "$bad" = 0 ] && [ "$good" -gt 0 ]
