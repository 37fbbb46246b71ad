#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile --library onednn: the same results as in the process, as a shared library, an object and an archive, from
# several threads at once; what it says before net_init, what it links, and what is refused.
#
#   library.sh BUILD_FOLDER
set -u
. "$(dirname "$0")/checks.sh"
lacks() { ! grep -qE -e "$2" "$1" && ok || { bad "$1 has '$2'"; head -8 "$1"; }; }
program() { gcc -std=c99 -O1 -Wall -Wextra -Werror -include ./net.h "$root/tests/cli/run_npy.c" "$@" -lm -Wl,-rpath,"$work" -o run; }

if ! echo '#include <oneapi/dnnl/dnnl.h>' | gcc -E - >/dev/null 2>&1; then
    echo 'skipped: oneDNN has no header here'
    echo '0 passed, 0 failed'
    exit 0
fi

# What stands behind a product: constants, a tensor in its place and one beside, functions; weights that come with the run;
# two calls of one form; one image dim, groups, a stride.
python3 - >net.py <<'PY'
def weights(*shape):
    n = 1
    for d in shape: n *= d
    flat = [((k * 7919) % 13 - 6) / 64 for k in range(n)]
    def nest(shape):
        if not shape: return str(flat.pop())
        return "[" + ", ".join(nest(shape[1:]) for _ in range(shape[0])) + "]"
    return f'R.const({nest(shape)}, "float32")'

print('''@R.function
def main(x: R.Tensor((1, 64, 20, 20), "float32"), m: R.Tensor((256, 400), "float32"), b: R.Tensor((256,), "float32")):''')
print("    w = " + weights(64, 64, 3, 3))
print("    g = " + weights(256, 32, 3, 3))
print('''    y = R.nn.conv2d(x, w, padding=[1, 1, 1, 1])
    z = R.nn.silu(R.add(R.nn.conv2d(y, w, padding=[1, 1, 1, 1]), x))
    u = R.nn.relu(R.nn.conv2d(z, g, strides=[2, 2], padding=[1, 1, 1, 1], groups=2))
    v = R.reshape(z, (64, 400))
    k = R.tanh(R.add(R.matmul(v, R.permute_dims(m)), b))
    return (u, k, R.matmul(k, m))''')
PY
check 0 'the inputs' "$tenon" run net.py --seed 5 --save in
check 0 'in the process' "$tenon" run net.py --inputs in --save in
check 0 'net.so' "$tenon" compile net.py --library onednn -o net.so
has net.h 'to be called before any other'
has net.h 'ldnnl'
[ ! -e net_onednn.c ] && ok || bad 'net_onednn.c is written beside net.so'
check 0 'its program' program ./net.so
check 0 'it runs' ./run in/in_x.npy in/in_m.npy in/in_b.npy -- in/out_*.npy
echo "net.so: $(cat out)"
ldd ./net.so >out
has out 'libdnnl'
nm -D --defined-only net.so | awk '{ print $3 }' >out
lacks out '^net_onednn|^[^n]'
check 0 'net.o' "$tenon" compile net.py --library onednn -o net.o
n=$(grep -c is_product net_onednn.c)
[ "$n" -ge 5 ] && ok || bad "net_onednn.c has $n rows"
for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    check 0 "net_onednn.c by $cc" $cc -std=c99 -O2 -Wall -Wextra -Werror -pedantic -c net_onednn.c
    check 0 'its program' program net.o net_onednn.o -ldnnl
    check 0 "it runs, by $cc" ./run in/in_x.npy in/in_m.npy in/in_b.npy -- in/out_*.npy
done
check 0 'net.a' "$tenon" compile net.py --library onednn -o net.a
check 0 'its program' program net.a net_onednn.o -ldnnl
check 0 'it runs' ./run in/in_x.npy in/in_m.npy in/in_b.npy -- in/out_*.npy
check 0 'levels' "$tenon" compile net.py --library onednn --cpu v2,v3 -o net.so
check 0 'its program' program ./net.so
check 0 'it runs' ./run in/in_x.npy in/in_m.npy in/in_b.npy -- in/out_*.npy

# Threads at once, each with the same bits; the library makes none of its own, and the host's are as they were.
cat >many.c <<'C'
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NET_WITH_FILES
#include "net.h"

enum { THREADS = 4, RUNS = 6 };
static float x[NET_MAIN_IN_X_COUNT], m[NET_MAIN_IN_M_COUNT], b[NET_MAIN_IN_B_COUNT];

typedef struct {
    float u[NET_MAIN_OUT_OUT_0_COUNT], k[NET_MAIN_OUT_OUT_1_COUNT], v[NET_MAIN_OUT_OUT_2_COUNT];
} Results;

static int once(Results *r) {
    net_main_in in = {.x = x, .m = m, .b = b};
    net_main_out out = {.out_0 = r->u, .out_1 = r->k, .out_2 = r->v};
    void *arena = malloc(NET_MAIN_ARENA + 1);
    const int e = net_main_run(&in, &out, arena);
    free(arena);
    return e;
}

static Results want;

static void *work(void *wrong) {
    Results *r = malloc(sizeof *r);
    for (int i = 0; i < RUNS; i++) {
        memset(r, 0xff, sizeof *r);
        if (once(r) || memcmp(r, &want, sizeof want) != 0) *(int *)wrong = 1;
    }
    free(r);
    return NULL;
}

static int threads(void) {
    char line[256];
    int n = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) sscanf(line, "Threads: %d", &n);
    fclose(f);
    return n;
}

int main(void) {
    pthread_t ids[THREADS];
    int wrong[THREADS] = {0}, any = 0;
    omp_set_num_threads(3);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) x[i] = (float)(i % 17) / 16 - 0.5f;
    for (size_t i = 0; i < sizeof m / sizeof *m; i++) m[i] = (float)(i % 19) / 64 - 0.125f;
    printf("%s\n", net_error(once(&want)));
#if NET_WEIGHTS_BYTES
    printf("%s\n", net_error(net_init_file("net.weights")));
#else
    printf("%s\n", net_error(net_init(NULL, 0)));
#endif
    printf("%s\n", net_error(once(&want)));
    const int before = threads();
    for (int i = 0; i < THREADS; i++) pthread_create(&ids[i], NULL, work, &wrong[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        any |= wrong[i];
    }
    printf("%d wrong, %d threads, omp %d\n", any, before, omp_get_max_threads());
    return 0;
}
C
for weights in embed file; do
    check 0 "--weights $weights" "$tenon" compile net.py --library onednn --weights $weights -o net.so
    check 0 'a program of threads' gcc -std=c99 -D_GNU_SOURCE -O1 -Wall -Wextra many.c ./net.so -fopenmp -lpthread -Wl,-rpath,"$work" -o many
    check 0 'it runs' ./many
    [ $weights = file ] && has out 'weights' || has out '^net_init was not called first'
    has out '^0 wrong, 1 threads, omp 3$'
done

# Convolutions of a network, tensors added in their place; products.
check 0 'resnet18' "$build/examples/resnet18" resnet18.onnx
mkdir resnet18 gpt_tiny
check 0 'its input' "$tenon" run resnet18.onnx --save resnet18
check 0 'resnet18.so' "$tenon" compile resnet18.onnx --library onednn --name net -o net.so
check 0 'its program' program ./net.so
check 0 'it runs' ./run resnet18/in_*.npy -- resnet18/out_*.npy
echo "resnet18: $(cat out)"
tar xzf "$root/tests/onnx/real/gpt_tiny.a.tar.gz" -C gpt_tiny
check 0 'gpt_tiny' "$tenon" run "$root/tests/onnx/real/gpt_tiny.onnx" --inputs gpt_tiny --save gpt_tiny
check 0 'gpt_tiny.o, extents not known' "$tenon" compile "$root/tests/onnx/real/gpt_tiny.onnx" --library onednn -o net.o
has net_onednn.c 'It has none'
check 0 'its program' program net.o
check 0 'it runs' ./run gpt_tiny/in_*.npy -- gpt_tiny/out_*.npy
check 0 'the same as a library' "$tenon" compile "$root/tests/onnx/real/gpt_tiny.onnx" --library onednn -o net.so

# What is refused
for out in net.c net.s net.ll net.wasm; do
    check 1 "$out" "$tenon" compile net.py --library onednn -o $out
    has err 'NAME.so, .o, .a'
done
check 1 'by C' "$tenon" compile net.py --library onednn --by c -o net.so
check 1 'another library' "$tenon" compile net.py --library blas -o net.so
has err "onednn or none, not 'blas'"
check 1 'freestanding' "$tenon" compile net.py --library onednn --freestanding -o net.o
check 1 'threads' "$tenon" compile net.py --library onednn --threads 2 -o net.so
rm -f no.o no_onednn.c no.h
check 2 'another machine' "$tenon" compile net.py --library onednn --target aarch64-linux-gnu -o no.o
has err 'this machine cannot run code for that target'
ls no* >out 2>&1
has out 'No such file'
check 0 '--library none' "$tenon" compile net.py --library none -o net.o
lacks net.h 'ldnnl'

finish
