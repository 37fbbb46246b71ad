#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A network for the energy of particles learns from the forces alone: what it is trained by is a gradient, of which the
# training takes the gradient.
#   forces.sh [BUILD [FOLDER]]        what is made goes to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "${1:-build}" && pwd)
mkdir -p "${2:-build/examples/train}/data" && cd "${2:-build/examples/train}"

# Particles anywhere, and the slopes of their energy there.
"$build/tenon" opt "$here/forces.py" --passes 'Gradient(function=truth, wrt=x)' -o truth.py
"$build/tenon" run truth.py --function truth_adjoint --save drawn --quiet >drawn.txt
mv drawn/in_x.npy data/x.npy
mv drawn/out_1.npy data/slopes.npy

# The network's slopes, as a function of particles and weights.
"$build/tenon" opt "$here/forces.py" --passes 'Gradient(function=energy, wrt=x)' -o forces.py
cat >>forces.py <<'M'

    @R.function
    def slopes(x: R.Tensor(("n", 4, 3), "float32"), w1: R.Tensor((1, 32), "float32"), b1: R.Tensor((32,), "float32"),
               w2: R.Tensor((32, 32), "float32"), b2: R.Tensor((32,), "float32"), w3: R.Tensor((32, 1), "float32")):
        R.func_attr({"num_input": 1})
        cls = Module
        both = cls.energy_adjoint(x, w1, b1, w2, b2, w3)
        return both[1][0]
M
echo "Slopes of 1,600 configurations of four particles; of 400 others the share that it explains:"
"$build/tenon" train forces.py --function slopes --data data --target slopes --val 0.2 --epochs 30 --lr 0.01 \
    --schedule cosine --quiet -o weights.npz | tee trained
awk '{ ok = $3 >= 0.99 } END { exit !ok }' trained
