#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ONNX's own backend tests (Debian: libonnx-testdata, which is ONNX 1.12), as they are read, once more
# optimized by -O2, and both again written and read. A failure that is not named here, or fewer passing tests than FLOOR, fails.
#   suite.sh [TENON]
set -u
tenon=${1:-build/tenon}
data=/usr/share/libonnx-testdata/data
FLOOR=995

if [ ! -d $data ]; then
    echo "skipped: there is no $data (package libonnx-testdata)"
    echo "0 passed, 0 failed"
    exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The suite's values are not what the standard says, or are random:
# - bfloat16 made by cutting off, where a cast rounds to nearest; `like` of another shape than the model says
# - align_corners with an extent that is not rounded down (later versions of the suite have what Tenon computes)
# - dropout in training: random numbers of NumPy's generator
sort >"$tmp/known" <<'END'
test_cast_FLOAT_to_BFLOAT16
test_castlike_BFLOAT16_to_FLOAT
test_castlike_BFLOAT16_to_FLOAT_expanded
test_castlike_FLOAT_to_BFLOAT16
test_castlike_FLOAT_to_BFLOAT16_expanded
test_resize_downsample_scales_cubic_align_corners
test_resize_downsample_scales_linear_align_corners
test_training_dropout
test_training_dropout_default
test_training_dropout_default_mask
test_training_dropout_mask
END

passed=0 failed=0
for how in -O0 -O2 '-O0 --rewrite' '-O2 --rewrite'; do
    "$tenon" test-onnx $how --quiet $data/node $data/simple $data/pytorch-operator $data/pytorch-converted >"$tmp/out"
    sed -n 's,^failed: .*/\(test_[^:]*\):.*,\1,p' "$tmp/out" | sort >"$tmp/failed"
    comm -23 "$tmp/failed" "$tmp/known" >"$tmp/new"
    comm -13 "$tmp/failed" "$tmp/known" | sed 's/^/passes now, and is named as failing: /'
    grep -F -f "$tmp/new" "$tmp/out"
    tail -n 2 "$tmp/out" | sed "s/^/$how: /"
    n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(wc -l <"$tmp/new")))
    if [ "${n:-0}" -lt $FLOOR ]; then
        echo "$how: ${n:-0} tests pass, it were $FLOOR"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
