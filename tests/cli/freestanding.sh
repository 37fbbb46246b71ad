#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --freestanding, to C and by LLVM: nothing is missing in what comes out but what a compiler's own library
# has, for every machine of the table of targets; no double in code of float32 where that is soft; functions of our own
# near libm's over dense samples; a net of BlazeFace's operators on a Cortex-M7 and a Cortex-M4 by qemu. What is not
# installed is left out, and said.
#
#   freestanding.sh BUILD_FOLDER [MODEL...]       MODEL: more nets, of tests/onnx/real
set -u
. "$(dirname "$0")/checks.sh"
shift
# What is there? Says so where it is not.
there() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; return 1; }
    done
}
# missing OBJECT NM ALLOWED: names that it needs are among these.
missing() {
    local names
    names=$("$2" -u "$1" | awk '{ print $NF }' | grep -vE "^($3)$")
    [ -z "$names" ] && ok || bad "$1 needs $(echo $names)"
}

# --- Functions of our own, against libm's ---
unary='exp log sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf floor ceil round abs'
{
    echo '@R.function'
    echo 'def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32"), h: R.Tensor(("n",), "float16")):'
    for f in $unary; do echo "    o_$f = R.$f(x)"; done
    echo '    o_pow = R.power(x, y)'
    echo '    o_fmod = R.mod(x, y)'
    echo '    i = R.astype(x, "int32")'
    echo '    j = R.astype(x, "uint8")'
    echo '    e = R.exp(h)'
    echo '    f = R.floor(h)'
    printf '    return (%s, o_pow, o_fmod, i, j, e, f)\n' "$(for f in $unary; do echo "o_$f"; done | paste -sd, | sed 's/,/, /g')"
} >all.py
{
    echo '#include <math.h>'
    echo '#include <stdio.h>'
    echo '#include <stdlib.h>'
    echo '#include <string.h>'
    echo '#include "all.h"'
    cat "$root/tests/cli/own_math.c"
} >main.c
check 0 'the functions by LLVM' "$tenon" compile all.py -o all.o --freestanding &&
    check 0 'their program' gcc -O1 -Wall -Wextra main.c all.o -lm -o run && missing all.o nm '_GLOBAL_OFFSET_TABLE_' &&
    check 0 'it runs' ./run
cat out
check 0 'the functions as C' "$tenon" compile all.py -o all.c --freestanding
for cc in "gcc -std=c99 -O2 -pedantic" "gcc -O3 -march=x86-64-v3" "clang -O2"; do
    there "${cc%% *}" || continue
    check 0 "their object by $cc" $cc -ffreestanding -Wall -Wextra -Werror -c all.c -o allc.o &&
        missing allc.o nm '_GLOBAL_OFFSET_TABLE_' &&
        check 0 'their program' gcc -O1 main.c allc.o -lm -o run && check 0 "it runs, by $cc" ./run
done
cat out
# by vectors, where a machine that has them is named
check 0 'the functions as C of vectors' "$tenon" compile all.py -o allv.c --name all --freestanding --target x86-64-v3
[ "$(grep -c tn_f32x8 allv.c)" -gt 20 ] && ok || bad 'no vectors in freestanding C for a machine that has them'
for cc in "gcc -std=c99 -O2 -pedantic" "gcc -O3 -march=x86-64-v3" "gcc -O1 -DTENON_VECTOR_BYTES=0" "clang -O2 -mavx2"; do
    there "${cc%% *}" || continue
    check 0 "their object of vectors by $cc" $cc -ffreestanding -Wall -Wextra -Werror -c allv.c -o allc.o &&
        missing allc.o nm '_GLOBAL_OFFSET_TABLE_' &&
        check 0 'their program' gcc -O1 main.c allc.o -lm -o run && check 0 "it runs by vectors, by $cc" ./run
done
cat out

# --- What is missing, for every machine ---
# A compiler's own library has: conversions of halves where no instruction does it; on ARM divisions and conversions of
# 64-bit integers.
halves='__gnu_(f2h|h2f)_ieee|__(extendhfsf2|truncsfhf2|truncdfhf2|extendhfdf2)|__aeabi_[hfd]2[hfd]'
arm='__aeabi_(u?ldivmod|u?idivmod|u?idiv|ul2f|l2f|f2lz|f2ulz|ul2d|l2d|d2lz|d2ulz|l(cmp|asr|lsl|lsr|mul))'
for one in x86-64:nm x86-64-v2:nm x86-64-v3:nm x86-64-v4:nm aarch64:aarch64-linux-gnu-nm armv7:arm-linux-gnueabihf-nm \
    riscv64:riscv64-linux-gnu-nm cortex-m7:arm-none-eabi-nm cortex-m4:arm-none-eabi-nm; do
    target=${one%%:*}
    there "${one#*:}" || continue
    check 0 "the functions for $target" "$tenon" compile all.py -o t.o --name all --target "$target" --freestanding &&
        missing t.o "${one#*:}" "_GLOBAL_OFFSET_TABLE_|$halves|$arm"
done

# --- No double in code of float32 ---
# bare TARGET BOARD MODEL FLAGS...: an object that is linked with the compiler's library alone, and run by qemu
bare() {
    local target=$1 board=$2 model=$3 args=
    shift 3
    there arm-none-eabi-gcc || return
    check 0 "$model for $target" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o "$target.o" --name net \
        --target "$target" --freestanding || return
    missing "$target.o" arm-none-eabi-nm "$arm"
    arm-none-eabi-objdump -d "$target.o" | grep -qE '\.f64|\.64\s|__aeabi_d' && bad "doubles in $model for $target" || ok
    mv net.h "$target.h" 2>/dev/null
    check 0 "$model for $target as C" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -O2 -o net.c --freestanding &&
        check 0 'its object' arm-none-eabi-gcc -std=c99 -O2 -ffreestanding -Wall -Wextra -Werror "-mcpu=$target" -mfloat-abi=hard "$@" -c net.c -o netc.o &&
        missing netc.o arm-none-eabi-nm "$arm"
    arm-none-eabi-gcc -mcpu="$target" -mfloat-abi=hard "$@" -nostdlib -nostartfiles -Wl,--no-warn-rwx-segments -r "$target.o" -o linked.o &&
        echo "$model for $target: $(arm-none-eabi-size "$target.o" | awk 'NR == 2 { print $1 }') bytes by LLVM, $(arm-none-eabi-size netc.o | awk 'NR == 2 { print $1 }') as C"
    there qemu-system-arm || return
    [ -e "$model" ] || { mkdir "$model" && tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model" &&
        "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model" >out; }
    for a in run "$model"/in_*.npy -- "$model"/out_*.npy; do args="$args,arg=$a"; done
    for object in "$target.o" netc.o; do
        check 0 "$object is linked" arm-none-eabi-gcc -O1 -mcpu="$target" -mfloat-abi=hard "$@" --specs=rdimon.specs \
            -T "$root/tests/cli/cortex_m.ld" -include ./net.h "$root/tests/cli/run_npy.c" "$root/tests/cli/cortex_m.c" \
            "$object" -lm -o run.elf &&
            check 0 "$model on a $target: $object" timeout 120 qemu-system-arm -M "$board" -nographic -monitor none -serial none \
                -semihosting-config "enable=on,target=native$args" -kernel run.elf && echo "$model on a $target: $(tail -n 1 out)"
    done
}
bare cortex-m7 mps2-an500 blazeface_128 -mfpu=fpv5-sp-d16
bare cortex-m4 mps2-an386 rnn_gru -mfpu=fpv4-sp-d16
for model; do bare cortex-m7 mps2-an500 "$model" -mfpu=fpv5-sp-d16; done

# --- WebAssembly that imports nothing ---
if there node wasm-ld; then
    check 0 'a module of wasm' "$tenon" compile "$root/tests/onnx/real/rnn_gru.onnx" -o net.wasm --freestanding
    node -e 'const m = new WebAssembly.Module(require("fs").readFileSync("net.wasm"));
        process.exit(WebAssembly.Module.imports(m).length)' && ok || bad 'net.wasm imports something'
fi

# --- What is refused ---
cat >no.py <<'PY'
@R.function
def main(x: R.Tensor(("n",), "float64")):
    return R.exp(x)


@R.function
def where(x: R.Tensor(("n",), "int32")):
    return R.nonzero(x)
PY
for ending in o c; do
    check 2 "what needs a library, .$ending" "$tenon" compile no.py -o no.$ending --freestanding
    has err 'exp of float64'
    has err "no.py:8.*'where', whose memory only a run knows"
done

finish
