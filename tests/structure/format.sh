#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# C stands as clang-format makes it (tools/format.sh), in lines of at most 100 columns; a text in quotes is not broken
# for it.
#   format.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"
export LC_ALL=C.UTF-8

folders=
for f in src include tests bench examples python; do
    [ ! -d $f ] || folders="$folders $f"
done
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
find $folders -type f -name '*.[ch]' | sort >"$tmp"
{
    xargs clang-format --dry-run <"$tmp" 2>&1 | sed -n 's/^\([^ :]*:[0-9]*\):[0-9]*: warning: .*/\1: tools\/format.sh makes it otherwise/p'
    xargs awk '!/"/ { s = $0; gsub(/[\200-\277]/, "", s); if (length(s) > 100) print FILENAME ":" FNR ": " length(s) " columns, at most 100" }' <"$tmp"
} | awk -v files="$(wc -l <"$tmp")" '
{ print; split($0, at, ":"); if (!(at[1] in bad)) n++; bad[at[1]] = 1 }
END { printf "%d passed, %d failed\n", files - n, n; exit n > 0 }'
