#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every float16, and floats at and beside the places between two numbers of a half type, through conversions and operations of
# half types and of short integers: the evaluator, machine code, and C as compilers make it with and without instructions for
# these, give the same bytes (of NaN: that it is one).
#
#   halves.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"

# numbers are compared as float32, which has each value of a half type
{
    printf '@R.function\ndef main(h: R.Tensor((65536,), "float16"), f: R.Tensor((262144,), "float32")):\n'
    printf '    b = R.astype(f, "bfloat16")\n    n = R.const(77.0, "float32")\n'
    i=0 names=
    while read -r value; do
        printf '    a%d = R.astype(%s, "float32")\n    o%d = R.where(R.isnan(a%d), n, a%d)\n' $i "$value" $i $i $i
        names+="o$i, " i=$((i + 1))
    done <<'END'
h
b
R.astype(f, "float16")
R.add(h, h)
R.multiply(h, R.const(0.333, "float16"))
R.divide(R.const(1.0, "float16"), h)
R.sqrt(R.abs(h))
R.maximum(h, R.const(0.0, "float16"))
R.add(R.multiply(R.add(h, R.const(0.1, "float16")), h), R.const(2.0, "float16"))
R.subtract(b, R.const(1.0, "bfloat16"))
R.astype(R.astype(f, "float16"), "bfloat16")
R.astype(R.astype(f, "int8"), "int32")
R.astype(f, "uint8")
R.astype(R.astype(f, "int16"), "int32")
R.astype(f, "uint16")
END
    echo "    return (${names%, })"
} >net.py

# npy DTYPE COUNT FILE: a head for the bytes that follow
npy() {
    perl -e 'my ($t, $n) = @ARGV; my $h = "{\x27descr\x27: \x27<$t\x27, \x27fortran_order\x27: False, \x27shape\x27: ($n,), }"; $h .= " " x (117 - length $h) . "\n"; print "\x93NUMPY\x01\x00", pack("v", length $h), $h' "$1" "$2"
}
{ npy f2 65536 && perl -e 'print pack("v*", 0 .. 65535)'; } >h.npy
# float32 by bits: beside each bfloat16's upper neighbour's middle; each float16's; what a generator gives
{
    npy f4 262144
    perl -e 'print pack("V*", map { ($_ << 16) + 0x7fff + $_ % 3 } 0 .. 65535);
        for my $h (0 .. 65535) {
            my ($s, $e, $m) = ($h >> 15, $h >> 10 & 31, $h & 1023);
            my $u = $e == 31 ? 0x7f800000 | $m << 13 : $e ? ($e + 112) << 23 | $m << 13 : $m << 8;
            print pack("V", $s << 31 | ($u + 0xfff + $h % 3 & 0x7fffffff));
        }
        my $x = 12345;
        for (1 .. 131072) { $x = ($x * 1103515245 + 12345) & 0xffffffff; print pack("V", $x ^ $x >> 13); }'
} >f.npy

mkdir ref
check 0 'the evaluator' "$tenon" run net.py --backend eval --input h=@h.npy --input f=@f.npy --save ref
[ "$(ls ref/out_*.npy | wc -l)" = 15 ] && ok || bad 'other outputs'

# same NAME COMMAND...: what it saves in out
same() {
    local name=$1 f
    shift
    rm -rf made && mkdir made
    check 0 "$name" env TENON_CACHE= "$@" --input h=@h.npy --input f=@f.npy --save made
    for f in ref/out_*.npy; do
        cmp -s "$f" "made/${f#ref/}" && ok || bad "$name: ${f#ref/} has other bytes"
    done
}
same 'machine code' "$tenon" run net.py
same 'machine code, strict' "$tenon" run net.py --strict
ways=('' '-DTENON_VECTOR_BYTES=0')
# behind the -march=native that the command gives
[ "$(uname -m)" = x86_64 ] && ways+=('-march=x86-64' '-march=x86-64 -mavx2' '-march=x86-64 -mavx2 -mf16c')
for cc in gcc clang; do
    for flags in "${ways[@]}"; do
        printf '#!/bin/sh\nexec %s "$@" -O2 %s\n' "$cc" "$flags" >own-cc
        chmod +x own-cc
        same "C by $cc $flags" env CC="$PWD/own-cc" "$tenon" run net.py --backend c
    done
done
finish
