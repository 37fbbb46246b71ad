#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ONNX's own backend tests (Debian: libonnx-testdata, which is ONNX 1.12), as they are read, once more
# optimized by -O2, and both again written and read. What fails or is skipped and is not named here, or fewer passing tests
# than FLOOR, fails.
#   suite.sh [TENON [OPTIONS...]]      run in these ways, each a word; else the four
set -u
tenon=${1:-build/tenon}
[ $# = 0 ] || shift
[ $# -gt 0 ] || set -- -O0 -O2 '-O0 --rewrite' '-O2 --rewrite'
data=/usr/share/libonnx-testdata/data
FLOOR=1034

if [ ! -d $data ]; then
    echo "skipped: there is no $data (package libonnx-testdata)"
    echo "0 passed, 0 failed"
    exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The suite's own values are not what the standard says:
# - cast_FLOAT_to_BFLOAT16, castlike_FLOAT_to_BFLOAT16: bfloat16 made by cutting off the lower bits, where a cast rounds
#   to nearest (0.48046875 for 0.48033667, not 0.478515625), as later versions of the suite have it
# - castlike_*BFLOAT16*: `like` has another shape than the model says, (1,) and (3, 4)
# - resize_downsample_*_align_corners: the extent that positions go by is not rounded down as the output is, 0.6 * 4 = 2.4
#   in place of 2; later versions of the suite have what Tenon computes
# - adam_multiple: values for an epsilon of 0.01, which the node does not have; its default is 1e-6
sort >"$tmp/known-failed" <<'END'
test_adam_multiple
test_cast_FLOAT_to_BFLOAT16
test_castlike_BFLOAT16_to_FLOAT
test_castlike_BFLOAT16_to_FLOAT_expanded
test_castlike_FLOAT_to_BFLOAT16
test_castlike_FLOAT_to_BFLOAT16_expanded
test_resize_downsample_scales_cubic_align_corners
test_resize_downsample_scales_linear_align_corners
END

# Random numbers of NumPy's generator (types and shapes are held against the suite), strings, and operators that Tenon lacks.
sort >"$tmp/known-skipped" <<'END'
test_bernoulli
test_bernoulli_double
test_bernoulli_double_expanded
test_bernoulli_expanded
test_bernoulli_seed
test_bernoulli_seed_expanded
test_cast_FLOAT_to_STRING
test_cast_STRING_to_FLOAT
test_castlike_FLOAT_to_STRING
test_castlike_FLOAT_to_STRING_expanded
test_castlike_STRING_to_FLOAT
test_castlike_STRING_to_FLOAT_expanded
test_gradient_of_add
test_gradient_of_add_and_mul
test_strnorm_model_monday_casesensintive_lower
test_strnorm_model_monday_casesensintive_nochangecase
test_strnorm_model_monday_casesensintive_upper
test_strnorm_model_monday_empty_output
test_strnorm_model_monday_insensintive_upper_twodim
test_strnorm_model_nostopwords_nochangecase
test_strnormalizer_export_monday_casesensintive_lower
test_strnormalizer_export_monday_casesensintive_nochangecase
test_strnormalizer_export_monday_casesensintive_upper
test_strnormalizer_export_monday_empty_output
test_strnormalizer_export_monday_insensintive_upper_twodim
test_strnormalizer_nostopwords_nochangecase
test_training_dropout
test_training_dropout_default
test_training_dropout_default_mask
test_training_dropout_mask
END

# A backend wants ranks, and shapes of what is computed elementwise: what a sequence holds, and what an Expand by a shape
# that the run computes has.
sort - "$tmp/known-skipped" >"$tmp/known-compiled" <<'END'
test_identity_sequence
test_nonmaxsuppression_center_point_box_format
test_nonmaxsuppression_flipped_coordinates
test_nonmaxsuppression_identical_boxes
test_nonmaxsuppression_limit_output_size
test_nonmaxsuppression_single_box
test_nonmaxsuppression_suppress_by_IOU
test_nonmaxsuppression_suppress_by_IOU_and_scores
test_nonmaxsuppression_two_batches
test_nonmaxsuppression_two_classes
test_sequence_insert_at_back
test_sequence_insert_at_front
test_sequence_map_add_1_sequence_1_tensor
test_sequence_map_add_1_sequence_1_tensor_expanded
test_sequence_map_add_2_sequences
test_sequence_map_add_2_sequences_expanded
END

passed=0 failed=0
for how in "$@"; do
    case $how in
    *--backend*) floor=$((FLOOR - 16)) skipped=known-compiled ;;
    *) floor=$FLOOR skipped=known-skipped ;;
    esac
    "$tenon" test-onnx $how $data/node $data/simple $data/pytorch-operator $data/pytorch-converted >"$tmp/out"
    if grep -q 'this build has no backend llvm' "$tmp/out"; then
        echo "skipped $how: this build has no backend llvm"
        continue
    fi
    : >"$tmp/new"
    for what in failed skipped; do
        known=known-failed
        [ $what = failed ] || known=$skipped
        sed -n "s,^$what: .*/\\(test_[^:]*\\):.*,\\1,p" "$tmp/out" | sort >"$tmp/$what"
        comm -23 "$tmp/$what" "$tmp/$known" >>"$tmp/new"
        comm -13 "$tmp/$what" "$tmp/$known" | sed "s/^/is no longer $what, and named so: /"
    done
    sed 's,.*,/&:,' "$tmp/new" | grep -F -f - "$tmp/out"
    tail -n 2 "$tmp/out" | sed "s/^/$how: /"
    n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(wc -l <"$tmp/new")))
    if [ "${n:-0}" -lt $floor ]; then
        echo "$how: ${n:-0} tests pass, it were $floor"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
