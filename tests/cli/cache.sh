#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The cache of code: what is found there gives the same bits without LLVM; what is damaged, of another build or of another
# source is made anew; a folder that cannot be written is no error; the folder has a limit.
#
#   cache.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED $name"
        failed=$((failed + 1))
    fi
}

# Kernels with threads, libm and libmvec; branches, a loop, constants, integers, checks that can fail.
cat >net.py <<'PY'
@I.ir_module
class Module:
    @R.function(private=True)
    def cond(i: R.Tensor((), dtype="int64"), x: R.Tensor(("n", 64), dtype="float32")):
        return R.less(i, R.const(3, "int64"))

    @R.function(private=True)
    def body(i: R.Tensor((), dtype="int64"), x: R.Tensor(("n", 64), dtype="float32")):
        return (R.add(i, R.const(1, "int64")), R.tanh(R.add(x, R.const(0.25, "float32"))))

    @R.function
    def main(x: R.Tensor(("n", 64), dtype="float32"), w: R.Tensor((64, 64), dtype="float32")):
        y = R.nn.softmax(R.matmul(R.exp(x), w))
        z = R.while_loop(cls.cond, cls.body, (R.const(0, "int64"), y))
        v = R.erf(R.divide(z[1], R.sqrt(R.abs(x))))
        return (v, R.sum(R.power(y, R.const(1.5, "float32")), axis=[1]))
PY
# run FOLDER NAME [OPTION...]: the outputs' bits, and which libraries were opened
run() {
    local folder=$1 name=$2
    shift 2
    rm -f "$name".ld.*
    LD_DEBUG=files LD_DEBUG_OUTPUT=$work/$name.ld TENON_CACHE=$folder ${tenon:-$build/tenon} run net.py --dim n=${n:-5} \
        --backend llvm --save "$name" "$@" >"$name.out" 2>"$name.err" || { head -n 3 "$name.out" "$name.err"; return 1; }
}
same() { [ -d "$1" ] && diff -r "$1" "$2" >/dev/null; }
# by the command, or by the code generator that it starts
opened() { cat "$1".ld.* | grep -q 'calling init: .*libLLVM'; }
not() { ! "$@"; }
files() { ls "$1" | wc -l; }

check 'nothing is cached' run '' plain
check 'LLVM makes it' opened plain
check 'an empty cache' run full first
check 'LLVM makes that' opened first
check 'the same bits' same plain first
check 'a full cache' run full second
check 'the same bits from there' same plain second
check 'without LLVM' not opened second
before=$(files full)
check 'strict code is other code' run full strict --strict
check 'which is kept beside it' [ "$(files full)" -gt "$before" ]
before=$(files full)
check 'another extent is other code' eval 'n=9 run full nine'
check 'which LLVM makes' opened nine
check 'with bits of its own' eval 'n=9 run "" nine_plain && same nine nine_plain'

# Messages name places: a line more is another program, whose kernels are the same.
cp net.py kept.py
before=$(files full)
sed -i '1i # a comment' net.py
check 'a source with a line more' run full moved
check 'is another program' [ "$(files full)" = $((before + 1)) ]
check 'of the same bits' same plain moved
mv kept.py net.py

# Another build: the note that names it is another one.
# Behind the note's head of 16 bytes.
at=$((16#$(readelf -SW "$build/tenon" | sed -n 's/.*note.gnu.build-id *NOTE *[0-9a-f]* \([0-9a-f]*\).*/\1/p') + 16))
cp "$build/tenon" other_tenon
printf 'abcd' | dd of=other_tenon bs=1 seek="$at" conv=notrunc 2>/dev/null
before=$(files full)
check 'another build' eval 'tenon=./other_tenon run full other'
check 'LLVM makes its code' opened other
check 'which it keeps for itself' [ "$(files full)" = $((before + 1)) ]
check 'the same bits of it' same plain other

# Damage
for how in truncate empty flip; do
    rm -rf full fresh && run full fresh
    for f in full/*; do
        cp "$f" saved
        size=$(stat -c %s "$f")
        case $how in
        truncate) truncate -s $((size / 2)) "$f" ;;
        empty) : >"$f" ;;
        flip)
            at=$((size - 1 - size / 3))
            byte=$(tail -c +$((at + 1)) "$f" | head -c 1 | od -An -tu1)
            printf "$(printf '\\%03o' $((byte ^ 255)))" | dd of="$f" bs=1 seek=$at conv=notrunc 2>/dev/null
            ;;
        esac
        cmp -s "$f" saved && check "$how: it is changed" false
    done
    check "$how: it is made anew" run full damaged
    check "$how: by LLVM" opened damaged
    check "$how: the same bits" same plain damaged
    check "$how: kept" run full again
    check "$how: whole again" not opened again
    rm -rf damaged again
done

# One object is gone, the program is there.
rm -f "$(ls -S full/* | head -n 1)"
check 'an object is missing' run full missing
check 'the same bits without it' same plain missing

# Others may write it: it is not run.
rm -rf open && run open open1 >/dev/null
chmod 666 open/*
check 'files that others may write' run open open2
check 'are not used' opened open2

# A whole file in the place of another one is of another key, whatever it is called: every pair of entries exchanged, of
# two nets with kernels of the same names, programs and kernels alike.
cp net.py kept.py
rm -rf pairs pairs_all && run pairs pairs1
sed -i 's/R.exp/R.cos/; s/R.erf/R.tan/; s/0.25/0.75/' net.py
check 'another net in the same folder' run pairs pairs2
mv kept.py net.py
cp -r pairs pairs_all
entries=(pairs_all/*)
exchanged=0
for ((i = 0; i < ${#entries[@]}; i++)); do
    for ((k = i + 1; k < ${#entries[@]}; k += ${every:-1})); do
        one=${entries[i]##*/} two=${entries[k]##*/}
        cp "pairs_all/$one" "pairs/$two"
        cp "pairs_all/$two" "pairs/$one"
        exchanged=$((exchanged + 1))
        rm -rf swapped
        TENON_CACHE=pairs "$build/tenon" run net.py --dim n=5 --backend llvm --save swapped >swapped.out 2>&1
        check "$one and $two exchanged: exit" [ $? = 0 ]
        check "$one and $two exchanged: the same bits" same plain swapped
        check "$one and $two exchanged: nothing is printed" eval '! grep -qiE "jit|llvm|warning|error" swapped.out'
        cp "pairs_all/$one" "pairs_all/$two" pairs
    done
done
check 'pairs were exchanged' [ $exchanged -ge 10 ]
for f in pairs_all/*; do cp "$f" "pairs/$(basename "$f" .o | tr 0-9 1-90).o"; done
check 'copies under other names' run pairs renamed
check 'the same bits beside them' same plain renamed

# Every byte of the head counts, and bits all over the rest.
rm -rf full fresh && run full fresh
flip() { # FILE AT
    local byte
    byte=$(tail -c +$(($2 + 1)) "$1" | head -c 1 | od -An -tu1)
    printf "$(printf '\\%03o' $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
cp -r full whole
small=$(ls -S whole | tail -n 1) # the program's, or a kernel's
for at in $(seq 0 5 55) 60 200; do
    cp whole/* full/
    flip "full/$small" "$at"
    rm -rf flipped
    check "byte $at changed" run full flipped
    check "byte $at changed: LLVM makes it" opened flipped
    check "byte $at changed: the same bits" same plain flipped
done
for bytes in 0 1 8 55 56 57; do
    cp whole/* full/
    truncate -s "$bytes" "full/$small"
    rm -rf flipped
    check "$bytes bytes left" run full flipped
    check "$bytes bytes left: the same bits" same plain flipped
done

# What is no regular file, in every entry's place: nothing hangs, and what can be replaced is.
for kind in pipe folder link loop device; do
    [ $kind != device ] || { mknod probe c 1 5 2>/dev/null && head -c 1 probe >probed 2>/dev/null; } || continue
    rm -rf special && cp -r whole special
    for f in special/*; do
        case $kind in
        pipe) rm "$f" && mkfifo -m 600 "$f" ;;
        folder) rm "$f" && mkdir "$f" ;;
        link) mv "$f" "elsewhere_${f##*/}" && ln -s "../elsewhere_${f##*/}" "$f" ;;
        loop) ln -sf "${f##*/}" "$f" ;;
        device) rm "$f" && mknod -m 600 "$f" c 1 5 ;;
        esac
    done
    TENON_CACHE=special timeout 60 "$build/tenon" run net.py --dim n=5 --backend llvm --save "special_$kind" >out 2>err
    check "entries that are each a $kind: exit" [ $? = 0 ]
    check "entries that are each a $kind: the same bits" same plain "special_$kind"
    [ $kind = folder ] || check "entries that are each a $kind: replaced" [ -z "$(find special -name '*.o' ! -type f)" ]
    rm -f elsewhere_*
done

# A folder that others may write, or that is another's, is not used: said once, whatever runs.
for mode in 777 770 702; do
    rm -rf hostile && cp -r whole hostile && chmod $mode hostile
    rm -f hostile.ld.*
    TENON_CACHE=hostile LD_DEBUG=files LD_DEBUG_OUTPUT=$work/hostile.ld "$build/tenon" run net.py --dim n=5 --backend llvm \
        --save hostile_$mode >out 2>hostile.err
    check "mode $mode: exit" [ $? = 0 ]
    check "mode $mode: not used" opened hostile
    check "mode $mode: the same bits" same plain hostile_$mode
    check "mode $mode: said once" [ "$(grep -c "warning: the cache of code 'hostile' is not used" hostile.err)" = 1 ]
    check "mode $mode: nothing is written there" [ "$(files hostile)" = "$(files whole)" ]
done
TENON_CACHE=hostile "$build/tenon" bench net.py --dim n=5 --backend llvm >out 2>err
check 'bench: said once' [ "$(grep -c 'warning: the cache' err)" = 1 ]
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    rm -rf hostile theirs && cp -r whole hostile && chown -R 65534:65534 hostile
    check "another user's folder" run hostile theirs
    check 'is not used' opened theirs
    check 'the same bits without it' same plain theirs
    cp -r whole mixed && chown 65534 mixed/*
    check "another user's files" run mixed theirs2
    check 'are not used' opened theirs2
    # Another user, who may write our folder's parent alone, exchanges the folder for one of his, or for a link.
    chmod 711 "$work" # this user passes
    mkdir -m 777 parent && cp -r whole parent/cache
    setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'cd parent && mv cache ours && mkdir -m 700 cache'
    check 'a folder that another user exchanged' run parent/cache theirs3
    check 'is not used either' opened theirs3
    check 'nothing went there' [ "$(files parent/cache)" = 0 ]
else
    echo 'skipped: another user (needs root and setpriv)'
fi

# Relative names: HOME and XDG_CACHE_HOME must be absolute; TENON_CACHE is as it is given.
mkdir relative
(cd relative && unset TENON_CACHE && XDG_CACHE_HOME=xdg HOME=home "$build/tenon" run ../net.py --dim n=5 --backend llvm --save r >out 2>err)
check 'a relative HOME: exit' [ $? = 0 ]
check 'a relative HOME is not used' [ ! -e relative/home ]
check 'a relative XDG_CACHE_HOME is not used' [ ! -e relative/xdg ]
check 'the same bits' same plain relative/r

# Nowhere to write: a file in the place of the folder, no folder named, a link that leads nowhere.
: >file
check 'no folder' run file/cache nowhere
check 'the same bits there' same plain nowhere
unset_run() { (unset TENON_CACHE HOME XDG_CACHE_HOME && "$build/tenon" run net.py --dim n=5 --backend llvm --save homeless >out 2>err); }
check 'neither HOME nor XDG_CACHE_HOME' unset_run
check 'the same bits without them' same plain homeless
home_run() { (unset TENON_CACHE XDG_CACHE_HOME && HOME=$work/home "$build/tenon" run net.py --dim n=5 --backend llvm --save homely >out 2>err); }
mkdir home
check 'HOME' home_run
check 'keeps it there' [ "$(files home/.cache/tenon)" -ge 2 ]
if [ "$(id -u)" != 0 ]; then
    cp -r full locked && chmod 500 locked
    check 'a folder that may only be read' run locked read
    chmod 700 locked
else
    mkdir locked
    if mount -t tmpfs -o ro none locked 2>/dev/null; then
        check 'a folder that may only be read' run locked read
        umount locked
    fi
fi

# Files can be no larger than a few blocks: half of one is never kept.
(ulimit -f 1; trap '' XFSZ; run small small >/dev/null 2>&1)
check 'no half of a file is kept' [ -z "$(find small -type f -size -3 -name '*.o.*' 2>/dev/null)" ]
check 'after writing failed' run small small2
check 'the same bits then' same plain small2

# Four at once
for i in 1 2 3 4; do run shared at$i & done
wait
for i in 1 2 3 4; do check "process $i at once" same plain at$i; done
check 'behind them' run shared behind
check 'all is there' not opened behind
check 'nothing is left of the making' [ -z "$(ls shared | grep -v '\.o$')" ]

# The limit: old files go, also those that were given up; what is no entry stays.
mkdir limit
for i in 0 1 2 3 4 5 6 7; do
    head -c 200000 /dev/zero >limit/$(printf '%032x' $i).o
    touch -d "$((i + 2)) days ago" limit/$(printf '%032x' $i).o
done
touch -d '3 hours ago' limit/$(printf '%032x' 9).o.abcdef
touch limit/$(printf '%032x' 10).o.abcdef limit/mine
TENON_CACHE_MB=1 run limit limited
check 'the folder is below its limit' [ "$(du -sk limit | cut -f1)" -le 1024 ]
check 'the oldest went' [ ! -e limit/$(printf '%032x' 7).o ]
check 'the newest stayed' [ -e limit/$(printf '%032x' 0).o ]
check 'what was given up went' [ ! -e limit/$(printf '%032x' 9).o.abcdef ]
check 'what is being made stayed' [ -e limit/$(printf '%032x' 10).o.abcdef ]
check 'what is no entry stayed' [ -e limit/mine ]
check 'what was made is kept' run limit limited2
check 'in spite of the limit' not opened limited2

echo "$passed passed, $failed failed"
[ $failed = 0 ]
