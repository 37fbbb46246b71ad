# SPDX-License-Identifier: Apache-2.0
# Of a test of StableHLO's suite: what @inputs gives is taken as parameters of @main, and nothing is checked.
function put(s, what, by,    out, after) {
    out = ""
    while (match(s, what)) {
        after = substr(s, RSTART + RLENGTH, 1)
        out = out substr(s, 1, RSTART - 1) (after ~ /[0-9A-Za-z_]/ ? substr(s, RSTART, RLENGTH) : by)
        s = substr(s, RSTART + RLENGTH)
    }
    return out s
}
{ line[NR] = $0 }
/call @inputs\(\)/ && !at { at = NR }
/func.func public @main\(\)/ && !head { head = NR }
END {
    if (!at || !head) exit 1
    match(line[at], /%[A-Za-z0-9_]+/)
    name = substr(line[at], RSTART, RLENGTH)
    many = line[at] ~ /:[0-9]+ = call/
    types = line[at]
    sub(/.*-> */, "", types)
    gsub(/^\(|\)$/, "", types)
    n = split(types, type, /, */)
    for (i = 1; i <= n; i++) params = params (i > 1 ? ", " : "") "%in" (i - 1) ": " type[i]
    sub(/@main\(\)/, "@main(" params ")", line[head])
    for (k = 1; k <= NR; k++) {
        if (k == at || line[k] ~ /custom_call @check|call @expected\(\)/) continue
        for (i = 0; k > at && !ended && i < n; i++) line[k] = put(line[k], many ? name "#" i : name, "%in" i)
        if (k > at && line[k] ~ /^  }/) ended = 1
        print line[k]
    }
}
