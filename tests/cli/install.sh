#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What is installed, from a prefix of its own that is moved afterwards: the command and its code generator, both
# libraries with pkg-config and with CMake, manual pages, completion in bash and zsh, documents.
#   install.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=''
unset TENON_CODEGEN
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $*"
    failed=$((failed + 1))
}
check() { # WHAT COMMAND...
    local what=$1
    shift
    "$@" >"$work/out" 2>&1 && ok || { bad "$what" && sed 's/^/    /' "$work/out" | head -n 20; }
}

cmake --install "$build" --prefix "$work/first" >install.log 2>&1 && ok || { bad install && tail -n 20 install.log; }
mv first prefix
prefix=$work/prefix
lib=$(dirname "$(find prefix -name libtenon.a)")
lib=$work/$lib
tenon=$prefix/bin/tenon
ldd "$tenon" | grep -q "$build" && bad 'the command needs what was built' || ok

# The code generator is the one beside it.
cat >net.py <<'END'
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3, 2), "float32")):
    return R.matmul(x, R.exp(y))
END
generator=$prefix/libexec/tenon/tenon-codegen
check 'the code generator is there' test -x "$generator"
mv "$generator" "$generator.real"
printf '#!/bin/sh\ntouch %s/called\nexec %s "$@"\n' "$work" "$generator.real" >"$generator" && chmod +x "$generator"
check 'code of the command that is installed' "$tenon" run net.py --backend llvm --seed 1
check 'by its own code generator' test -e called
cp "$generator.real" "$generator" && rm "$generator.real"

# The libraries.
cat >use.c <<'END'
#include <stdio.h>
#include <string.h>
#include <tenon/tenon.h>

int main(void) {
    static const char net[] = "@R.function\n"
                              "def main(x: R.Tensor((2,), \"float32\")):\n"
                              "    return R.add(x, R.const([1, 2], \"float32\"))\n";
    float x[2] = {1, 2}, y[2] = {0};
    const TnBuffer in = {x, {2}};
    TnBuffer out = {y, {0}};
    TnContext *ctx;
    TnModule *m = NULL;
    TnExecutable *exe = NULL;
    TnPrepared *p = NULL;
    const char *fault = NULL;
    if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
    const int ok = tn_module_parse(ctx, "net", net, strlen(net), &m) == TN_OK &&
                   tn_module_compile_native(m, NULL, &exe) == TN_OK &&
                   tn_executable_prepare(exe, &in, &p, &fault) == TN_OK && tn_prepared_run(p, &in, &out) == TN_OK;
    printf("%s %g %g\n", tn_version(), y[0], y[1]);
    tn_prepared_free(p);
    tn_executable_free(exe);
    tn_module_free(m);
    tn_context_free(ctx);
    return !ok;
}
END
version=$("$tenon" --version | cut -d' ' -f2)
prints() { # WHAT PROGRAM
    [ "$("$2" 2>&1)" = "$version 2 4" ] && ok || bad "$1: $("$2" 2>&1)"
}
export PKG_CONFIG_PATH=$lib/pkgconfig
[ "$(pkg-config --modversion tenon)" = "$version" ] && ok || bad 'the version by pkg-config'
check 'shared, by pkg-config' cc -Wall -Werror use.c $(pkg-config --cflags --libs tenon) -o shared
export LD_LIBRARY_PATH=$lib
prints 'a program with the shared library' ./shared
readelf -d shared | grep -q 'NEEDED.*libtenon\.so\.0\]' && ok || bad 'the name by which programs need the library'
readelf -d "$lib/libtenon.so" | grep -q 'SONAME.*libtenon\.so\.0\]' && ok || bad 'the name that the library calls itself'
others=$(pkg-config --static --libs-only-l tenon | sed 's/-ltenon//')
check 'static, by pkg-config' cc -Wall -Werror use.c $(pkg-config --cflags tenon) "$lib/libtenon.a" $others -o static
export LD_LIBRARY_PATH=
ldd static | grep -q libtenon && bad 'the static program needs the shared library' || ok
TENON_CODEGEN=$generator prints 'a program with the static library' ./static
TENON_CODEGEN='' prints 'a program with the static library, without a code generator' ./static
names=$(nm -g --defined-only "$lib/libtenon.a" | awk 'NF == 3 && $3 !~ /^tn_/ { print $3 }')
[ -z "$names" ] && ok || bad "the static library has names of its own: $names"
shared=$(nm -D --defined-only "$lib/libtenon.so" | awk '{ print $3 }' | sort)
static=$(nm -g --defined-only "$lib/libtenon.a" | awk 'NF == 3 { print $3 }' | sort)
[ -n "$shared" ] && [ "$shared" = "$static" ] && ok || bad 'the two libraries have different names'

mkdir project && cp use.c project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(tenon 0.1 REQUIRED)
add_executable(with_shared use.c)
target_link_libraries(with_shared tenon::tenon)
add_executable(with_static use.c)
target_link_libraries(with_static tenon::static)
END
check 'find_package' cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$prefix"
check 'a build by CMake' cmake --build project/build
prints 'CMake, shared' project/build/with_shared
TENON_CODEGEN=$generator prints 'CMake, static' project/build/with_static
sed -i 's/tenon 0.1/tenon 0.2/' project/CMakeLists.txt
cmake -S project -B project/other -DCMAKE_PREFIX_PATH="$prefix" >out 2>&1 && bad 'a version that it is not' || ok

# A page for each verb, with each of its options.
man=$prefix/share/man/man1
verbs=$("$tenon" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
for verb in '' $verbs; do
    page=$man/tenon${verb:+-$verb}.1
    check "the page of '$verb'" mandoc -T lint -W error "$page"
    mandoc -T utf8 -O width=200 "$page" 2>/dev/null | sed 's/.\x08//g' >page.txt
    [ -n "$verb" ] || continue
    for option in $("$tenon" "$verb" --usage | grep -oE '\[--[a-z-]+' | grep -oE '\--[a-z-]+'); do
        grep -qE "^ +(-., )?$option([^a-z-]|$)" page.txt && ok || bad "$option in the page of $verb"
    done
done
for verb in $verbs; do
    grep -q "tenon-$verb(1)" <(mandoc -T utf8 "$man/tenon.1" | sed 's/.\x08//g') && ok || bad "$verb in the command's page"
done

# Completion.
completes() { # WANTED WORD...: WANTED are the first words of what is offered
    local want=$1
    shift
    local got
    got=$(bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tenon; echo "${COMPREPLY[*]}"' \
        - "$prefix/share/bash-completion/completions/tenon" tenon "$@")
    [ "$got" = "$want" ] && ok || bad "bash completes '$*' to '$got', not to '$want'"
}
completes 'verify' veri
completes '--passes=' opt --passe
completes 'FoldConstant' opt --passes = FoldCo
completes 'Canonicalize,FoldConstant' opt --passes Canonicalize,FoldCo
completes 'eval c llvm' run --backend = ''
completes '0 1 2' opt net.py -O ''
completes 'nn.softmax' ops nn.softm
completes 'CombineParallelMatmul' why-not net.py --rule CombineParallelM
completes 'CombineParallelMatmul' opt --skip CombineParallelM
completes 'cortex-m7' compile --target cortex-m7
completes '' opt ne
completes 'why-not' help why
for verb in $verbs; do # no option of a verb is forgotten
    got=$(bash -c 'source "$1"; _tenon_options "$2"; echo $options' - "$prefix/share/bash-completion/completions/tenon" "$verb")
    want=$("$tenon" "$verb" --usage | grep -oE '\[--[a-z-]+' | grep -oE '\--[a-z-]+' | sort)
    [ "$(tr -d = <<<"$got" | tr ' ' '\n' | sort)" = "$want" ] && ok || bad "bash: the options of $verb"
done

# In zsh by a terminal of its own: what stands on the line once the tab key was pressed.
cat >tab.zsh <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= PS2= TERM=dumb; fpath=($1 \$fpath); autoload -Uz compinit && compinit -u -D; bindkey '^I' complete-word; echo READ''Y"
zpty -r z out '*READY*'
zpty -n -w z "$2"$'\t'
for i in {1..100}; do
    sleep 0.1
    while zpty -r -t z part; do got+=$part; done
    [[ $got == *$3* ]] && exit 0
done
print -r -- "$got"
exit 1
END
if command -v zsh >/dev/null; then
    tab() { check "zsh completes '$1' to '$2'" zsh -f tab.zsh "$prefix/share/zsh/site-functions" "$1" "$2"; }
    tab 'tenon veri' 'tenon verify'
    tab 'tenon opt --passes=FoldCo' '--passes=FoldConstant'
    tab 'tenon opt --passes=FoldConstant,DeadC' 'FoldConstant,DeadCodeElimination'
    tab 'tenon run --backend=l' '--backend=llvm'
    tab 'tenon ops nn.gel' 'nn.gelu'
    tab 'tenon opt --print-cha' '--print-changed'
else
    bad 'there is no zsh'
fi

for page in README.md docs/rules.md docs/compile.md; do
    check "$page" test -s "$prefix/share/doc/tenon/$page"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
