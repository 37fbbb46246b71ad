#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the command writes: in place of a file, through links, under long names, on a full disk, over its own inputs. A
# failure leaves every file as it was, and no file in the making.
#
#   files.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=
tenon=$build/tenon
passed=0 failed=0
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        echo "FAILED $name"
        failed=$((failed + 1))
    fi
}
run() { timeout 60 "$tenon" "$@" >out 2>err; }
exits() { # STATUS ARGUMENT...
    local want=$1 got
    shift
    run "$@"
    got=$?
    [ $got = "$want" ] || { echo "exit status $got, not $want: $*"; head -n 3 err; return 1; }
}
said() { grep -q -e "$1" err; }
sums() { (cd "$1" && find . -type f | LC_ALL=C sort | xargs -r md5sum); }

# Two nets of one shape and other weights.
net() { # VALUE
    cat <<PY
@R.function
def main(x: R.Tensor((4, 16), dtype="float32")):
    w = R.full((16, 16), R.const($1, "float32"), dtype="float32")
    v = R.multiply(R.reshape(R.arange(256, dtype="float32"), (16, 16)), w)
    return R.matmul(R.matmul(x, v), w)
PY
}
for name in net other; do
    net "$([ $name = net ] && echo 0.25 || echo 0.5)" >$name.py
    "$tenon" opt $name.py --passes FoldConstant -o $name.py || exit 1
done

# Modes and owners
printf old >private.py && chmod 600 private.py
check 'over a file of mode 0600' exits 0 opt net.py -o private.py
check 'it keeps its mode' [ "$(stat -c %a private.py)" = 600 ]
printf old >all.py && chmod 666 all.py
check 'over a file of mode 0666' exits 0 opt net.py -o all.py
check 'it keeps that' [ "$(stat -c %a all.py)" = 666 ]
for mask in 000 022 077 027; do
    (umask $mask && run opt net.py -o new$mask.py && run compile net.py -o made$mask.c)
    check "umask $mask: a new file" [ "$(stat -c %a new$mask.py)" = "$(printf %o $((0666 & ~0$mask)))" ]
    check "umask $mask: two" [ "$(stat -c %a made$mask.h)" = "$(printf %o $((0666 & ~0$mask)))" ]
done
if [ "$(id -u)" = 0 ]; then
    printf old >theirs.py && chown 65534:65534 theirs.py && chmod 640 theirs.py
    check "over another user's file" exits 0 opt net.py -o theirs.py
    check 'which stays theirs' [ "$(stat -c %u:%g:%a theirs.py)" = 65534:65534:640 ]
fi

# Links
printf old >target.py && ln -s target.py link.py
check 'over a link' exits 0 opt net.py -o link.py
check 'it stays a link' [ -L link.py ]
check 'and what it leads to is written' cmp -s target.py private.py
mkdir -p far && ln -s ../far/deep.py far/deeper.py && ln -s far/deeper.py chain.py
check 'over a chain of links to nothing' exits 0 opt net.py -o chain.py
check 'its end is made' [ -f far/deep.py ]
check 'and the links stay' [ -L chain.py -a -L far/deeper.py ]
ln -s round.py round.py
check 'over a link to itself' exits 5 opt net.py -o round.py
check 'which says so' said 'symbolic links'
printf old >one.py && ln one.py two.py
check 'over one of two names' exits 0 opt net.py -o one.py
check 'the other keeps what it had' [ "$(cat two.py)" = old ]

# Names as long as a file's can be
for n in 248 249 251 255; do
    name=$(printf "%0$((n - 3))d" 0).py
    check "a name of $n bytes" exits 0 opt net.py -o "$name"
    check "a name of $n bytes again" exits 0 opt other.py -o "$name"
done
check 'one more' exits 5 opt net.py -o "$(printf %0253d 0).py"
check 'a folder' exits 5 opt net.py -o far
check 'a folder that is none' exits 5 opt net.py -o none/x.py
mkfifo fifo
cat fifo >piped &
check 'a pipe' exits 0 opt net.py -o fifo
wait
check 'gets the text' cmp -s piped private.py
check '/dev/null' exits 0 opt net.py -o /dev/null
check 'it is still a device' [ -c /dev/null ]
check 'nothing in the making is left' [ -z "$(find . -name '*.??????' -o -name 'tenon.*')" ]

# A folder that may not be written, with a file that may
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    chmod 755 "$work" && mkdir locked && printf old >locked/x.py && chmod 666 locked/x.py
    setpriv --reuid=65534 --regid=65534 --clear-groups "$tenon" opt net.py -o locked/x.py >out 2>err
    check 'a folder that may not be written' [ $? = 5 ]
    check 'the file there is as it was' [ "$(cat locked/x.py)" = old ]
    check 'help says what it takes' said 'help:.*folder'
else
    echo 'skipped: a folder that may not be written (needs root and setpriv)'
fi

# External data in the place of what is needed
mkdir ext && cd ext || exit 1
"$tenon" convert ../net.py -o a.onnx --external-data=a.bin >/dev/null 2>&1
cp a.onnx plain.onnx
ln -s a.onnx soft.bin
ln a.onnx hard.bin
ln -s a.bin softer.bin
sums . >../before
refused() { # WHAT ARGUMENT...
    local name=$1 got
    shift
    timeout 60 "$tenon" "$@" >out 2>err
    got=$?
    check "$name: refused" [ $got = 1 -o $got = 2 ]
    check "$name: says so" grep -q -e 'cannot be written' -e "model's own file" err
    rm -f out err
    sums . >../after
    check "$name: nothing changed" cmp -s ../before ../after
}
refused 'the input' convert a.onnx -o y.onnx --external-data=a.onnx
refused 'the input by another path' convert ./a.onnx -o ../ext/y.onnx --external-data=a.onnx
refused 'a link to the input' convert a.onnx -o y.onnx --external-data=soft.bin
refused 'another name of the input' convert a.onnx -o y.onnx --external-data=hard.bin
refused "the input's data" opt a.onnx -o y.onnx --external-data=a.bin
refused "a link to the input's data" opt a.onnx -o y.onnx --external-data=softer.bin
refused 'the output' opt a.onnx -o y.onnx --external-data=y.onnx
refused 'the output, which is the input' opt a.onnx -o a.onnx --external-data=a.onnx
refused 'a link to the output, which is the input' opt a.onnx -o a.onnx --external-data=soft.bin
ln -s y.onnx later.bin
sums . >../before
refused 'a link to the output, which is not there' opt a.onnx -o y.onnx --external-data=later.bin
cp a.bin data.onnx && cp a.bin data.py
cp plain.onnx named.onnx && sed -i 's/a\.bin/b.bin/g' named.onnx && cp a.bin b.bin
sums . >../before
ln -sf b.bin text && refused "text over the input's data" convert named.onnx -o text
cd ..

# A disk that is full: a limit on the size of files stands in for it, and where it can be had a small disk of its own.
# Each verb that writes, over old files: they are as they were.
"$tenon" convert net.py -o weights.onnx >/dev/null 2>&1
writes=(
    'opt BIG.py -o x.py' 'convert BIG.py -o x.onnx' 'convert BIG.py -o x.onnx --external-data=x.bin' 'grad grad.py -o x.py'
    'compile BIG.py -o x.c' 'compile BIG.py -o x.so' 'run net.py --save x' 'run net.py -o x.txt'
    'bench net.py --json -o x.json' 'convert BIG.onnx --weights x -o x.py' 'reduce BIG.py --keep true -o x.py'
    'opt -O2 x.onnx -o x.onnx --external-data=x.bin' 'inspect BIG.py --json -o x.json' 'ops --json -o x.json'
)
{
    cat <<'PY'
@R.function
def main(x: R.Tensor((4, 16), dtype="float32")):
PY
    for i in $(seq 0 400); do
        echo "    y$i = R.add(R.exp($([ $i = 0 ] && echo x || echo y$((i - 1)))), R.const($i.5, \"float32\"))"
    done
    echo '    z = R.matmul(y400, R.matmul(R.full((16, 64), R.const(0.5, "float32")), R.ones((64, 64), "float32")))'
    echo '    return z'
} >BIG.py
"$tenon" opt BIG.py --passes FoldConstant -o FOLD.py >/dev/null 2>&1 && mv FOLD.py BIG.py
"$tenon" convert BIG.py -o BIG.onnx >/dev/null 2>&1
cat >grad.py <<'PY'
@R.function
def main(w: R.Tensor((4, 16), dtype="float32")):
    return R.sum(R.exp(R.sin(R.cos(R.exp(R.tanh(R.exp(R.multiply(w, w))))))))
PY
old_files() { # FOLDER: what all the writes would replace
    rm -rf "$1" && mkdir -p "$1" && cp BIG.py net.py grad.py BIG.onnx "$1" && (
        cd "$1" && "$tenon" convert net.py -o x.onnx --external-data=x.bin >/dev/null 2>&1
        "$tenon" compile net.py -o x.c >/dev/null 2>&1
        mkdir x && for f in x.py x.so x.txt x.json x/in_x.npy x/out_0.npy; do printf 'old %s' $f >$f; done
    )
}
old_files old
sums old >before
sums old/x >/dev/null
for line in "${writes[@]}"; do
    for blocks in 0 1; do
        rm -rf full && cp -r old full
        (cd full && ulimit -f $blocks && exec timeout 60 "$tenon" $line 2>&1) | cat >err
        got=${PIPESTATUS[0]}
        sums full >after
        if [ $got = 5 ] || [ $got = 2 ]; then
            check "$line, files of $blocks KiB: all as they were" cmp -s before after
        else
            check "$line, files of $blocks KiB: exit 0, not $got" [ $got = 0 ]
        fi
        check "$line, files of $blocks KiB: nothing is left" [ -z "$(find full -name '*.??????')" ]
        [ $blocks != 0 ] || check "$line: a failure that is said" eval '[ $got != 0 ] && said error'
    done
done
cat >full.sh <<'EOS'
# in a mount namespace: FOLDER SIZE TENON ARGUMENT...
old=$1 size=$2 tenon=$3
shift 3
mount -t tmpfs -o size=$size none disk && cp -r "$old/." disk && cd disk || exit 77
timeout 60 "$tenon" "$@" >/dev/null 2>../err
got=$?
find . -type f | LC_ALL=C sort | xargs md5sum >../after
find . -name '*.??????' >../left
exit $got
EOS
mkdir disk
if unshare -rm true 2>/dev/null && unshare -rm mount -t tmpfs none disk 2>/dev/null; then
    disks=0
    before_kib=$(du -sk --apparent-size old | cut -f1)
    before_kib=$((before_kib + 4 * $(find old | wc -l)))
    for line in "${writes[@]}"; do
        for more in 0 8 ${steps-}; do
            unshare -rm bash full.sh "$work/old" $((before_kib + more))k "$tenon" $line
            got=$?
            [ $got != 77 ] || continue # what was there does not fit
            disks=$((disks + 1))
            check "$line, $more KiB free: nothing is left" [ ! -s left ]
            [ $got = 0 ] || check "$line, $more KiB free: all as they were (exit $got)" cmp -s before after
        done
    done
    check "small disks: $disks" [ $disks -ge 13 ]
else
    echo 'skipped: a disk of its own (no user namespaces)'
fi

# Standard output that is closed, or full
"$tenon" opt BIG.py >&- 2>err
check 'a closed output' [ $? = 5 ]
if [ -c /dev/full ]; then
    for line in 'opt BIG.py' 'inspect BIG.py' 'ops' 'run net.py' 'compile BIG.py -o closed.c'; do
        timeout 60 "$tenon" $line >/dev/full 2>err
        check "$line: a full output" [ $? = 5 ]
    done
fi
"$tenon" opt BIG.py 2>err | head -c 1 >/dev/null
check 'an output that nobody reads' [ "${PIPESTATUS[0]}" = 141 -o "${PIPESTATUS[0]}" = 5 ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]
