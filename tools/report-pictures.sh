#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of docs/report.md, by Debian's chromium and node: tools/report-pictures.sh [BUILD_FOLDER]
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
chromium=$(command -v chromium || command -v chromium-browser)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/attention.py" <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((64, 128), "float32"), wq: R.Tensor((128, 128), "float32"), wk: R.Tensor((128, 128), "float32"),
             wv: R.Tensor((128, 128), "float32"), wo: R.Tensor((128, 128), "float32")):
        q = R.matmul(x, wq)
        k = R.matmul(x, wk)
        v = R.matmul(x, wv)
        s = R.matmul(q, R.permute_dims(k))
        p = R.nn.softmax(R.multiply(s, R.const(0.088, "float32")))
        a = R.matmul(p, v)
        flat = R.reshape(R.reshape(a, (8192,)), (64, 128))
        o = R.matmul(flat, wo)
        y = R.add(o, x)
        return y
PY
sed 's/R.nn.softmax(R.multiply(s, R.const(0.088, "float32")))/R.nn.softmax(s)/; s/y = R.add(o, x)/y = R.nn.gelu(R.add(o, x))/' \
    "$work/attention.py" >"$work/gelu.py"
"$build"/examples/sd_unet --width 0.05 --latent 8 >"$work/unet.py"
(cd "$work" && t=$OLDPWD/$build/tenon &&
    "$t" report attention.py -O2 --passes CombineParallelMatmul -o why.html &&
    "$t" report unet.py -o unet.html && "$t" report attention.py gelu.py -o two.html)
node=$(sed -n '/^{"version"/,/^<\/script>/p' "$work/why.html" | sed '$d' |
    node -e 'const d = JSON.parse(require("fs").readFileSync(0)); console.log(d.graphs[1].findIndex((n) => d.texts[n[5]] === "matmul" && n[9].o !== undefined && d.origins[n[9].o][0] === 0))')
node tests/cli/report_browser.mjs "$chromium" "$work/why.html" "picture=docs/report-why.png,1180,760,light,#sides=01&g=1&n=$node" \
    -- "$work/unet.html" "picture=docs/report-memory.png,1180,700,dark,#tab=memory" \
    -- "$work/two.html" "picture=docs/report-two.png,1180,700,light,"
