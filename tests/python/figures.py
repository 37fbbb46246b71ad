# SPDX-License-Identifier: Apache-2.0
"""Prints what docs/python.md says of costs: a call beyond the C call, the import, the wheel. Times are the processor's,
the least of many, so that a busy machine says nearly the same as an idle one.

    PYTHONPATH=build/python python3 tests/python/figures.py [WHEEL]"""

import os
import subprocess
import sys
import tempfile
import time
import timeit

import numpy as np

import tenon

FOUR = """@R.function
def main(a: R.Tensor((2,), "float32"), b: R.Tensor((2,), "float32"), c: R.Tensor((2,), "float32"),
         d: R.Tensor((2,), "float32")):
    return R.add(R.add(a, b), R.add(c, d))
"""
C = """
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <tenon/embed.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3; }
int main(void) {
    static float x[5][2];
    TnContext *ctx; TnModule *m; TnExecutable *exe; TnPrepared *p;
    const TnNativeOptions o = {TN_SIZED(TnNativeOptions), .threads = 1};
    const TnBuffer in[4] = {{x[0], {2}}, {x[1], {2}}, {x[2], {2}}, {x[3], {2}}};
    TnBuffer out[1] = {{x[4], {2}}};
    double best = 1e9;
    const char *net = %s;
    if (tn_context_new(NULL, &ctx) || tn_module_parse(ctx, "net", net, strlen(net), &m) ||
        tn_module_compile_native(m, &o, &exe) || tn_executable_prepare(exe, in, &p, NULL)) return 1;
    for (int k = 0; k < 50; k++) {
        const double begin = now();
        for (int i = 0; i < 10000; i++) tn_prepared_run(p, in, out);
        const double us = (now() - begin) / 10000;
        if (us < best) best = us;
    }
    printf("%%.3f\\n", best);
}
"""


def c_call(build, root):
    text = '"' + FOUR.replace('"', '\\"').replace("\n", "\\n") + '"'
    source = os.path.join(build, "figures.c")
    with open(source, "w") as file:
        file.write(C % text)
    exe = os.path.join(build, "figures")
    subprocess.run(["cc", "-O2", f"-I{root}/include", source, "-o", exe, f"-L{build}", "-ltenon", f"-Wl,-rpath,{build}"],
                   check=True)  # fmt: skip
    return float(subprocess.run([exe], check=True, capture_output=True, text=True).stdout)


def main():
    root = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
    build = os.environ.get("TENON_BUILD", os.path.join(root, "build"))
    f = tenon.parse(FOUR).compile(threads=1)
    a = [np.ones(2, "f") for _ in range(4)]
    n = 20000
    clock = time.process_time
    ours = min(timeit.repeat(lambda: f(*a), timer=clock, number=n, repeat=25)) / n * 1e6
    nothing = min(timeit.repeat(lambda: len(a), timer=clock, number=n, repeat=25)) / n * 1e6
    c = c_call(build, root)
    print(f"call from Python {ours - nothing:.3f} us, from C {c:.3f} us: {ours - nothing - c:.3f} us beyond it")
    importing = "import sys, time; t = time.process_time(); import tenon; print((time.process_time() - t) * 1e3)"
    with tempfile.TemporaryDirectory() as cache:  # of bytecode, as an installed package has it
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPYCACHEPREFIX": cache}
        times = [float(subprocess.run([sys.executable, "-c", importing], check=True, capture_output=True, text=True, env=env).stdout)
                 for _ in range(20)]  # fmt: skip
    print(f"import tenon: {min(times):.2f} ms (largest of 20: {max(times):.2f})")
    for wheel in sys.argv[1:]:
        print(f"{os.path.basename(wheel)}: {os.path.getsize(wheel) / 1e6:.2f} MB")


main()
