#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# ONNX's own backend tests, as they are read, once more optimized by -O2, and both again written and read. What fails or
# is skipped and is not named in suite/VERSION, or is named there and passes, or fewer passing tests than its floor, fails.
#   suite.sh VERSION [TENON [OPTIONS...]]      run in these ways, each a word; else the five
# 1.12: of Debian's libonnx-testdata; 1.22: those of suite/. With EVERY=N each Nth test alone, and no floor.
set -u
version=$1
tenon=$(realpath "${2:-build/tenon}")
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- -O0 -O2 '-O0 --rewrite' '-O2 --rewrite' '-O2 --whole --rewrite'
# By the evaluator unless a way says otherwise.
by() { case $* in *--backend*) ;; *) echo '--backend eval' ;; esac; }
here=$(cd "$(dirname "$0")" && pwd)/suite
data=/usr/share/libonnx-testdata/data
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if [ "$version" = 1.12 ]; then
    if [ ! -d $data ]; then
        echo "skipped: there is no $data (package libonnx-testdata)"
        echo "0 passed, 0 failed"
        exit 0
    fi
    folders=($data/node $data/simple $data/pytorch-operator $data/pytorch-converted)
else
    tar -xJf "$here/onnx-$version-node.tar.xz" -C "$tmp" || exit 1
    folders=("$tmp/node")
fi
if [ "${EVERY:-1}" != 1 ]; then
    mapfile -t folders < <(printf '%s\n' "${folders[@]/%//*}" | while read -r glob; do compgen -G "$glob"; done |
        sort | awk -v n="$EVERY" 'NR % n == 0')
fi

# What the list says of `$1`, floor, failed or skipped, for a run by the options $2: the last word of each line.
listed() {
    awk -v what="$1" -v how="$2" '{ gsub("_", " ", $2) }
        $1 == what && ($2 == "any" || index(how, "--" $2)) { print $3 }' "$here/$version"
}

passed=0 failed=0
for how in "$@"; do
    "$tenon" test-onnx $(by "$how") $how "${folders[@]}" >"$tmp/out"
    if grep -q 'this build has no backend llvm' "$tmp/out"; then
        echo "skipped $how: this build has no backend llvm"
        continue
    fi
    : >"$tmp/new"
    for what in failed skipped; do
        listed $what "$how" | sort -u >"$tmp/known"
        sed -n "s,^$what: .*/\\(test_[^:]*\\):.*,\\1,p" "$tmp/out" | sort >"$tmp/$what"
        comm -23 "$tmp/$what" "$tmp/known" >>"$tmp/new"
        [ "${EVERY:-1}" != 1 ] || comm -13 "$tmp/$what" "$tmp/known" >"$tmp/gone"
        [ "${EVERY:-1}" != 1 ] || sed "s/^/$how: is no longer $what, and named so: /" "$tmp/gone"
        [ "${EVERY:-1}" != 1 ] || failed=$((failed + $(wc -l <"$tmp/gone")))
    done
    sed 's,.*,/&:,' "$tmp/new" | grep -F -f - "$tmp/out"
    tail -n 2 "$tmp/out" | sed "s/^/$how: /"
    n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(wc -l <"$tmp/new")))
    floor=$(listed floor "$how" | sort -n | head -n 1)
    if [ "${EVERY:-1}" = 1 ] && [ "${n:-0}" -lt "$floor" ]; then
        echo "$how: ${n:-0} tests pass, it were $floor"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
