# SPDX-License-Identifier: Apache-2.0
# Of a test of StableHLO's suite: the floats that @inputs gives are taken as parameters of @main, and nothing is checked.
# Integers stay what @inputs says: places and sizes that are drawn would not fit.
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
    for (i = 1; i <= n; i++) is_float[i - 1] = type[i] ~ /[<x](f64|f32|f16|bf16)>$/
    for (i = 1; i <= n; i++) if (is_float[i - 1]) params = params (params ? ", " : "") "%in" (i - 1) ": " type[i]
    sub(/@main\(\)/, "@main(" params ")", line[head])
    for (k = 1; k <= NR; k++) {
        if (line[k] ~ /custom_call @check|call @expected\(\)/) continue
        for (i = 0; k > at && !ended && i < n; i++) if (is_float[i]) line[k] = put(line[k], many ? name "#" i : name, "%in" i)
        if (k > at && line[k] ~ /^  }/) ended = 1
        print line[k]
    }
}
