#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# C and its headers have lines of at most 120 columns; a text in quotes is not broken for it.
#   line-length.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"

folders=
for f in src include tests bench examples; do
    [ ! -d $f ] || folders="$folders $f"
done
find $folders -type f -name '*.[ch]' | sort | xargs awk '
FNR == 1 { files++ }
length > 120 && !/"/ {
    print FILENAME ":" FNR ": " length " columns, at most 120"
    bad++
}
END {
    print files " passed, " bad + 0 " failed"
    exit bad > 0
}'
