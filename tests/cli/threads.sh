#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Threads, seen from outside: tests/cli/threads.sh BUILD
# - the command runs where no thread can be made, and links no OpenMP;
# - a host that opens the library, runs a model and closes it has no thread and no code of it left.
set -u
B=$1
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir"
passed=0 failed=0

check() {
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}

cat >"$dir/m.py" <<'END'
@R.function
def main(x: R.Tensor((1, 64, 16, 16), "float32"), w: R.Tensor((64, 64, 3, 3), "float32"), v: R.Tensor((128, 128), "float32")):
    with R.dataflow():
        y = R.nn.relu(R.nn.conv2d(x, w, padding=1))
        z = R.nn.softmax(R.permute_dims(y, [0, 2, 3, 1]))
        u = R.matmul(v, R.reshape(z, (128, -1)))
        R.output(u)
    return u
END
cat >"$dir/close.c" <<'END'
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <tenon/tenon.h>

static int threads(void) {
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    for (struct dirent *e; d && (e = readdir(d));) n += e->d_name[0] != '.';
    if (d) closedir(d);
    return n;
}

int main(int argc, char **argv) {
    int most = 0;
    for (int i = 0; i < 2; i++) {
        void *h = dlopen(argv[1], RTLD_NOW);
        if (!h) return 2;
        TnStatus (*context_new)(const TnOptions *, TnContext **) = dlsym(h, "tn_context_new");
        TnStatus (*read)(TnContext *, const char *, TnModule **) = dlsym(h, "tn_module_read");
        TnStatus (*run)(TnModule *, const TnRunOptions *, TnRun **) = dlsym(h, "tn_run");
        void (*run_free)(TnRun *) = dlsym(h, "tn_run_free");
        void (*module_free)(TnModule *) = dlsym(h, "tn_module_free");
        void (*context_free)(TnContext *) = dlsym(h, "tn_context_free");
        TnContext *ctx;
        TnModule *m;
        TnRun *r = NULL;
        if (context_new(NULL, &ctx) || read(ctx, argv[2], &m)) return 3;
        if (run(m, &(TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_LLVM, .threads = 2}, &r)) return 4;
        if (threads() > most) most = threads();
        run_free(r);
        module_free(m);
        context_free(ctx);
        dlclose(h);
        if (dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD)) return 5;
        if (threads() != 1) return 6;
    }
    printf("%d threads\n", most);
    return most == 2 && argc == 3 ? 0 : 7;
}
END

export TENON_CACHE=
expected=$("$B/tenon" run "$dir/m.py" --threads 1) || failed=$((failed + 1))
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    # A user of its own, who has one process already.
    got=$(setpriv --reuid=54321 --regid=54321 --clear-groups \
        bash -c 'ulimit -u 1; cd /; exec "$0" run "$1"' "$B/tenon" "$dir/m.py")
    check 'a run where no thread can be made' [ $? = 0 ]
    check 'it gives what one thread gives' [ "$got" = "$expected" ]
else
    echo 'skipped: only root can be a user without threads'
fi
check 'the command does not link OpenMP' bash -c "! ldd $B/tenon | grep -q omp"
check 'a host is built' "${CC:-cc}" -Iinclude -o "$dir/close" "$dir/close.c" -ldl
check 'the library is closed' timeout 100 "$dir/close" "$B/libtenon.so" "$dir/m.py"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
