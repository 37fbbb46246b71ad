#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --bind cpp: programs in C++17 that run models by the header, of C and of machine code, and by the sanitizers.
#
#   bind_cpp.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"
strict="-std=c++17 -Wall -Wextra -Werror -pedantic"
quick="$strict -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"

# The example of the documentation
block() { awk -v lang="$1" '$0 == "```" lang { p = 1; next } $0 == "```" { if (p) exit } p' "$root/docs/compile.md"; }
block python >net.py
block cpp >example.cpp
said=$(sed -n 's/^    \(y is .*\)/\1/p' "$root/docs/compile.md")
check 0 'the example' "$tenon" compile net.py -o net.o --bind cpp
check 0 'the example is compiled' g++ $strict example.cpp net.o -lm -o net
check 0 'the example runs' ./net
[ "$(cat out)" = "$said" ] && ok || bad "the example prints $(cat out)"

# Types and extents of all kinds, names that are words of C++, memory of the caller's, errors.
cat >class.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), k: R.Prim("int64"), s: R.Tensor((2,), "bool")):
    return (R.tanh(x), R.logical_not(s), R.nonzero(R.greater(x, R.const(0, "float32"))), R.astype(x, "int4"), R.shape_of(x), k)


@R.function
def error(x: R.Tensor((4,), "float16"), at: R.Tensor((1,), "int64")):
    R.func_attr({"donate": [[0, 1]]})
    return (R.take(x, at, axis=0, mode="fast"), R.negative(x))


@R.function
def tensor(new: R.Tensor((), "float64")):
    return R.add(new, new)
PY
cat >main.cpp <<'CPP'
#include <cmath>
#include <cstdio>
#include <utility>

#include "class.hpp"
#include "class.hpp" // twice is once

namespace model = tenon::class_;

static int wrong = 0;
static void is(bool ok, const char *what) {
    if (ok) return;
    std::printf("WRONG %s\n", what);
    wrong = 1;
}

int main() {
    const float x[9] = {1, -2, 3, -1, 0, 2, 0.5f, 7, -7};
    const std::uint8_t s[2] = {1, 0};
    model::init(nullptr, 0);
    model::main first, net = std::move(first);
    for (int n = 3; n >= 0; n--) {
        model::main::inputs in{};
        in.n = n, in.x = x, in.s = s, in.k = 40 + n;
        const auto out = net.run(in);
        is(out.out_0.dims[0] == n && out.out_0.dims[1] == 3 && out.out_0.size() == (std::size_t)n * 3, "the extents");
        for (std::size_t i = 0; i < out.out_0.size(); i++)
            is(std::fabs(out.out_0[i] - std::tanh(x[i])) < 1e-6, "tanh");
        is(out.out_1[0] == 0 && out.out_1[1] == 1, "not");
        std::int64_t over = 0, at = 0;
        for (int i = 0; i < 3 * n; i++) over += x[i] > 0;
        is(out.out_2.dims[0] == 2 && out.out_2.dims[1] == over, "nonzero's extents");
        for (int i = 0; i < 3 * n; i++) {
            if (!(x[i] > 0)) continue;
            is(out.out_2[at] == i / 3 && out.out_2[over + at] == i % 3, "nonzero");
            at++;
        }
        is(out.out_3.size() == (std::size_t)(3 * n + 1) / 2, "packed elements");
        is(n == 0 || (out.out_3[0] & 15) == 1, "the first of them");
        is(out.out_4[0] == n && out.out_4[1] == 3 && out.out_5 == 40 + n, "a shape and a number");
    }

    // In the memory of the input, and elsewhere; what was an error leaves the object as it was.
    std::uint16_t h[4] = {0x3c00, 0x4000, 0, 0xbc00}, given[4];
    const std::int64_t two = 1;
    model::error_2 f;
    model::error_2::inputs in{};
    model::error_2::outputs out{};
    in.x = h, in.at = &two;
    out.out_1 = given;
    auto made = f.run(in, out);
    is(made.out_0[0] == 0x4000 && made.out_1.data == given && given[3] == 0x3c00 && h[0] == 0x3c00, "given memory");
    out.out_1 = h;
    made = f.run(in, out);
    is(made.out_0[0] == 0x4000 && h[0] == 0xbc00 && h[1] == 0xc000, "the memory of the input");
    model::main::inputs none{};
    none.n = 2;
    try {
        net.run(none);
        is(false, "an input that is missing");
    } catch (const model::error &e) {
        is(e.number > 0 && std::string(e.what()).find("memory is missing") == 0, e.what());
    }
    none.n = -1;
    try {
        net.run(none);
        is(false, "a negative extent");
    } catch (const model::error &e) {
        is(std::string(e.what()).find("negative") != std::string::npos, e.what());
    }
    model::tensor_2::inputs number{};
    const double half = 0.5;
    number.new_ = &half;
    model::tensor_2 sum;
    is(*sum.run(number).out_0.data == 1, "a scalar");
    std::puts(wrong ? "wrong" : "right");
    return wrong;
}
CPP
for how in '-o class.c' '-o class.o' '-o class.so' '-o class.a' '-o class.o -O0'; do
    set -- $how
    file=$2
    check 0 "$how" "$tenon" compile class.py "$@" --name class --bind cpp
    if [ "$file" = class.c ]; then
        check 0 'the C' gcc -std=c99 -g -O1 -fsanitize=address,undefined -c class.c -o class.o
        file=class.o
    fi
    check 0 "$how with C++" g++ $quick main.cpp "./$file" -lm -o net
    check 0 "$how runs" ./net
    [ "$(cat out)" = right ] && ok || { bad "$how is not right"; cat out; }
done
command -v clang++ >/dev/null && check 0 'by clang++' clang++ $strict -fsyntax-only main.cpp

# Two models in one program, and weights in a file.
cat >big.py <<'PY'
@R.function
def main(x: R.Tensor((2, 40), "float32")):
    big = R.permute_dims(R.reshape(R.astype(R.arange(0, 1200, 1, "int64"), "float32"), (30, 40)))
    return R.matmul(x, R.sin(big))
PY
cat >two.cpp <<'CPP'
#include <cstdio>
#include <vector>
#include "big.hpp"
#include "net.hpp"
alignas(64) static unsigned char weights[BIG_WEIGHTS_BYTES];
int main() {
    std::vector<float> x(80, 1.0f);
    tenon::big::main big;
    tenon::big::main::inputs in{};
    in.x = x.data();
    try {
        big.run(in);
        return 1;
    } catch (const tenon::big::error &e) {
        std::printf("%s\n", e.what());
    }
    std::FILE *f = std::fopen("big.weights", "rb");
    if (!f || std::fread(weights, 1, sizeof weights, f) != sizeof weights) return 1;
    std::fclose(f);
    tenon::big::init(weights, sizeof weights);
    double sum = 0;
    for (float v : big.run(in).out_0) sum += v;
    tenon::net::main net;
    std::printf("%.3f\n", sum);
}
CPP
check 0 'weights in a file' "$tenon" compile big.py -o big.o --weights file --bind cpp
check 0 'two models in a program' g++ $strict two.cpp big.o net.o -lm -o two
check 0 'it runs' ./two
want=$(python3 -c 'import math; print("%.3f" % (2 * sum(math.sin(i) for i in range(1200))))')
[ "$(tail -n 1 out)" = "$want" ] && ok || { bad "the sum is not $want"; cat out; }
check 1 'what C++ is not linked with' "$tenon" compile net.py -o net.wasm --bind cpp

finish
