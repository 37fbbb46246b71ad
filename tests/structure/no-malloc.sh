#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Memory comes from arenas and the context: no malloc and its like outside src/base and the
# command.
#   no-malloc.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"

find src -type f \( -name '*.[ch]' -o -name '*.def' \) ! -path 'src/base/*' \
    ! -path 'src/command/*' | sort | xargs awk '
# The line without comments and literals; `open` carries a comment to the next line.
function code(s,    out, end) {
    out = ""
    while (s != "") {
        if (open) {
            end = index(s, "*/")
            if (!end) return out
            open = 0
            s = " " substr(s, end + 2)
        } else if (match(s, /\/\*|\/\/|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047/)) {
            out = out substr(s, 1, RSTART - 1) " "
            c = substr(s, RSTART, 2)
            if (c == "//") return out
            open = c == "/*"
            s = substr(s, RSTART + (open ? 2 : RLENGTH))
        } else {
            return out s
        }
    }
    return out
}
FNR == 1 { open = 0; files++ }
{
    line = code($0)
    # Not a longer name, and not a member: hooks->free(p) is a hook.
    if (match(line, /(^|[^A-Za-z0-9_.>])((m|c|re)alloc|reallocarray|aligned_alloc|posix_memalign|free|strn?dup|v?asprintf|getline)[ \t]*\(/)) {
        name = substr(line, RSTART, RLENGTH)
        gsub(/[^a-z_]/, "", name)
        print FILENAME ":" FNR ": " name " outside src/base"
        bad++
        if (FILENAME != last) bad_files++
        last = FILENAME
    }
}
END { printf "%d passed, %d failed\n", files - bad_files, bad; exit bad > 0 || files == 0 }
'
