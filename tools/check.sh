#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds Tenon up to five ways, runs the tests and adds up their results. Behind `make check`.
#
#   tools/check.sh [--all] [WORD]      only the tests whose name contains WORD, on the builds that these need
#
# With --all (`make check-all`) each row of `whole` below takes the place of the row of that name, or joins the others:
# what `make check` thins for time is whole there, and the long campaigns run. BUILDS="gcc asan" leaves the others out:
# `make check` runs what is for gcc and for none, CI (.ci/run) all five.
#
# A test is a command that ends by printing "N passed, N failed". Anything else - no such line, a
# crash, a timeout, an exit status of failure with no failure counted, nothing tested at all without
# a line that begins with "skipped" - is one failure more.
# The output of each is kept in build/check/; build/check/times has a line for each: seconds, those of the
# processor (of programs, of the system), name and build. As many run at a time as JOBS says (2).
set -u
cd "$(dirname "$0")/.."

# Where native code is made, LeakSanitizer does not look for leaks: there its tracer ends with a fault of its own now and
# then. Of what makes none, and of the runtime (u_executable), it does; text/leaks counts what is left of all.
#
# name | builds it runs on (none: it needs none) | tools it needs | command, $B being the build folder
export mutant_bases='tests/onnx/*.onnx tests/onnx/keep/*.onnx /usr/share/libonnx-testdata/data/*/test_*/model.onnx tests/*/*.test src/rewrite/rules/*.py'
tests=(
    'structure/include-table | none          |   | tests/structure/include-table.sh'
    'structure/headers-alone | none          |   | tests/structure/headers-alone.sh'
    'structure/exports       | gcc           |   | tests/structure/exports.sh . $B/libtenon.so'
    'structure/no-malloc     | none          |   | tests/structure/no-malloc.sh'
    'structure/format        | none          | clang-format | tests/structure/format.sh'
    'structure/sizes         | none          |   | tests/structure/sizes.sh'
    'structure/symbols       | gcc           |   | tests/structure/symbols.sh $B'
    'structure/circles       | gcc           |   | tests/structure/circles.sh $B'
    'structure/self-test     | none          |   | tests/structure/self-test.sh'
    'cli/tenon               | gcc           |   | tests/cli/cli.sh $B/tenon'
    'cli/docs                | gcc           |   | tests/cli/docs.sh $B'
    'cli/target              | gcc           |   | tests/cli/target.sh $B'
    'cli/options             | gcc           |   | tests/cli/options.sh $B'
    'cli/unet                | gcc           |   | tests/cli/unet.sh $B'
    'cli/bench               | gcc           |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/bench.sh $B'
    'cli/derivatives         | gcc           |   | tests/cli/derivatives.sh $B'
    'cli/compile             | gcc           |   | tests/cli/compile.sh $B'
    'cli/cache               | gcc           |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/cache.sh $B'
    'cli/files               | gcc           |   | tests/cli/files.sh $B'
    'cli/install             | gcc           |   | tests/cli/install.sh $B'
    'cli/signals             | gcc           |   | tests/cli/signals.sh $B 1'
    'cli/checkpoint          | gcc           |   | tests/cli/checkpoint.sh $B'
    'cli/defaults            | gcc           |   | tests/cli/defaults.sh $B'
    'cli/tutorial            | gcc           |   | tests/cli/tutorial.sh $B'
    'cli/terminal            | gcc           |   | tests/cli/terminal.sh $B'
    'cli/ranks               | gcc asan      |   | tests/cli/ranks.sh $B'
    'cli/windows             | gcc           |   | tests/cli/windows.sh $B'
    'cli/openmpi             | gcc           |   | tests/cli/mpi.sh $B 3 openmpi'
    'cli/mpich               | gcc           |   | tests/cli/mpi.sh $B 3 mpich'
    'cli/verify              | gcc           |   | tests/cli/verify.sh $B'
    'cli/against             | gcc           |   | tests/cli/against.sh $B'
    'cli/gradcheck           | gcc           |   | tests/cli/gradcheck.sh $B'
    'python/tests           | gcc           |   | tests/python/run.sh $B'
    'cli/readme              | gcc           |   | tests/cli/readme.sh $B'
    'cli/header-examples    | gcc           |   | tests/cli/header-examples.sh $B'
    'cli/compilers          | clang         |   | tests/cli/compilers.sh build $B'
    'cli/artefact          | gcc           |   | tests/cli/artefact.sh $B'
    'cli/object             | gcc           |   | tests/cli/object.sh $B'
    'cli/halves             | gcc           |   | tests/cli/halves.sh $B'
    'cli/donated            | gcc           |   | tests/cli/donated.sh $B'
    'cli/bind_cpp           | gcc           | g++ | tests/cli/bind_cpp.sh $B'
    'cli/bind_fortran       | gcc           | gfortran | tests/cli/bind_fortran.sh $B'
    'cli/bind_js            | gcc           | node wasm-ld | tests/cli/bind_js.sh $B'
    'cli/levels             | gcc           |   | tests/cli/levels.sh $B rnn_gru'
    'cli/pool               | gcc           |   | tests/cli/pool.sh $B'
    'cli/library            | gcc           |   | tests/cli/library.sh $B'
    'cli/freestanding       | gcc           |   | tests/cli/freestanding.sh $B'
    'cli/cross              | gcc           |   | tests/cli/cross.sh $B rnn_gru unet_tiny blazeface_128'
    'cli/wasm               | gcc           | node wasm-ld | tests/cli/wasm.sh $B'
    'text/numbers            | gcc asan hard |   | $B/tests/tenon-test text tests/numbers/*.test'
    'text/ops                | gcc asan hard |   | $B/tests/tenon-test text tests/ops/*.test'
    'text/conformance        | gcc asan hard |   | $B/tests/tenon-test text tests/conformance/*.test'
    'text/inferences         | gcc asan      |   | $B/tests/tenon-test text tests/conformance/inferences.facts tests/conformance/passes*.facts'
    'text/ir                 | gcc asan hard |   | $B/tests/tenon-test text tests/text/*.test'
    'text/passes             | gcc asan hard |   | $B/tests/tenon-test text tests/passes/*.test'
    'text/host               | gcc asan hard |   | $B/tests/tenon-test host_text tests/host/*.test'
    'text/object             | gcc           |   | $B/tests/tenon-test by_backend object --least 240 --refused 8 tests/text/native.test tests/ops/*.test --every 40 tests/numbers/*.test tests/conformance/*.test'
    'text/javascript         | gcc           | node | $B/tests/tenon-test-javascript by_backend javascript --least 710 --refused 10 tests/text/native.test tests/ops/*.test --every 6 tests/numbers/*.test'
    'text/lift-transform     | gcc           |   | $B/tests/tenon-test lift --random 1 200 tests/passes/*.test tests/conformance/*.test tests/ops/*.test'
    'text/lift-transform-hard | hard         |   | $B/tests/tenon-test lift --random 1 30 tests/passes/*.test tests/conformance/*.test'
    'text/rewrite            | gcc asan hard |   | $B/tests/tenon-test text tests/rewrite/*.test'
    'cli/rules               | gcc           |   | tests/cli/rules.sh $B'
    'cli/report              | gcc           |   | tests/cli/report.sh $B build/models'
    'text/all-passes         | gcc           |   | $B/tests/tenon-test pass --random 1 60 --sampled 1 30 --every 3 tests/text/*.test tests/passes/*.test tests/conformance/*.test tests/ops/[a-f]*.test'
    'text/dataflow-twice     | gcc           |   | $B/tests/tenon-test pass --only ConvertToDataflow --every 3 --random 1 60 tests/text/*.test tests/passes/*.test tests/conformance/{inferences,passes}.facts'
    'text/fuse-by-pattern    | gcc asan      |   | $B/tests/tenon-test pass --only "FuseOpsByPattern([(\"A.two\", R.either(R.add(R.multiply(x, y), z), R.add(x, y), R.multiply(x, y))), (\"B.relu\", R.nn.relu(x)), (\"B.exp\", R.exp(x)), (\"A.conv\", R.nn.conv2d(x, w, **_)), (\"B.reshape\", R.reshape(x, s)), (\"A.split\", R.split(x, _, **_)), (\"B.sum\", R.sum(x, **_))])" --then MergeCompositeFunctions --random 1 60 --sampled 1 40 tests/passes/f*.test tests/passes/[s-t]*.test tests/ops/[a-f]*.test'
    'text/convert-layout     | gcc asan      |   | $B/tests/tenon-test pass --only ConvertToDataflow --then "ConvertLayout(\"nn.conv2d=NHWC,OHWI; nn.conv1d=NWC,OWI; image.resize2d=NHWC\")" tests/ops/nn_*.test tests/ops/image*.test tests/passes/*.test tests/rewrite/*.test && $B/tests/tenon-test pass --only ConvertToDataflow --then "ConvertLayout(\"nn.conv2d=NCHW4c,OIHW4o\")" tests/ops/nn_*.test tests/passes/*.test'
    'text/rematerialize      | gcc asan      |   | $B/tests/tenon-test pass --only "Rematerialize(bytes=1)" --random 1 250 --sampled 1 200 tests/text/*.test tests/gradient/*.test'
    'text/mixed-precision    | gcc           |   | $B/tests/tenon-test pass --only Normalize --then ToMixedPrecision --random 1 60 --sampled 1 100 tests/text/*.test tests/passes/*.test tests/conformance/*.test'
    'text/legal-loops        | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --refused 280 --because "is not known" tests/*/*.test'
    'text/legal-loops-drawn  | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --refused 120 --because "is not known" --random 1 1000 --sampled 1 1000'
    'text/legal-loops-asan   | asan hard     |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" tests/passes/*.test tests/ops/[a-m]*.test'
    'text/fusion             | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then FuseOps --then FuseTIR --refused 250 --because "is not known" tests/{ops,passes,conformance}/*.test'
    'text/fusion-drawn       | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then FuseOps --then FuseTIR --refused 90 --because "is not known" --random 1 250 --sampled 1 500'
    'text/fusion-attention   | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then "FuseOps(attention=true)" --then FuseTIR --refused 90 --because "is not known" --sampled 3000 150 tests/ops/nn_*.test'
    'text/fusion-by-kind     | gcc asan      |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then ConvertToDataflow --then AnnotateTIROpPattern --then "FuseOps(op_pattern=true)" --then FuseTIR --refused 90 --because "is not known" --random 1 40 --sampled 1 60 tests/passes/fuse_*.test tests/ops/nn_[a-c]*.test'
    'text/fusion-asan        | asan hard     |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then FuseOps --then FuseTIR tests/passes/fuse_*.test tests/ops/[a-m]*.test'
    'cli/loops               | gcc           |   | tests/cli/loops.sh $B'
    'cli/layout              | gcc           |   | tests/cli/layout.sh $B build/models'
    'text/layout             | gcc           |   | $B/tests/tenon-test pass --only AssignLayout --refused 0 --sampled 1 1000 tests/*/*.test'
    'text/layout-asan        | asan          |   | $B/tests/tenon-test pass --only AssignLayout --refused 0 tests/passes/*.test tests/ops/nn_{conv,max}*.test'
    'text/layout-hard        | hard          |   | $B/tests/tenon-test pass --only AssignLayout --refused 0 tests/passes/*.test'
    'rewrite/rules           | gcc           |   | tests/rewrite/rules.sh $B/tenon'
    'rewrite/rules-asan      | asan          |   | tests/rewrite/rules.sh $B/tenon 30'
    'rewrite/rules-hard      | hard          |   | tests/rewrite/rules.sh $B/tenon 4'
    'rewrite/mutants         | gcc           |   | $B/tests/tenon-test rule_mutants tests/rewrite/mutants.equivalent --every 9 --count 300 --least 90'
    'text/composites         | gcc           |   | $B/tests/tenon-test pass tests/ops/nn_*norm.test tests/ops/nn_*softmax.test tests/ops/nn_{attention,attention_bias,cross_entropy_with_logits,dropout,gru,lstm,rnn}.test'
    'text/legal              | gcc           |   | $B/tests/tenon-test legal --list LegalizeOps --least 15 --list "LegalizeOps(loops)" --least 161 --sampled 20 tests/ops/*.test tests/numbers/*.test'
    'text/training           | gcc asan hard |   | $B/tests/tenon-test training tests/training'
    'cli/train              | gcc           |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train.sh $B 20'
    'cli/train-lora         | gcc           |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train-lora.sh $B'
    'cli/train-models       | gcc           |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train-models.sh $B'
    'cli/train-pictures     | gcc           |   | tests/cli/train-pictures.sh $B'
    'cli/train-tables       | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train-tables.sh $B'
    'cli/ship               | gcc           |   | tests/cli/ship.sh $B'
    'cli/examples           | gcc           |   | tests/cli/examples.sh $B'
    'cli/train-numbers      | gcc           |   | tests/cli/train-numbers.sh $B'
    'structure/rule-cases    | none          |   | tests/structure/rule-cases.sh'
    'text/registry           | gcc           |   | $B/tests/tenon-test registry tests/ops tests/numbers'
    'text/sample             | gcc           |   | $B/tests/tenon-test sample'
    'text/sample-asan        | asan hard     |   | $B/tests/tenon-test sample 20 60'
    'text/adjoints           | gcc asan hard |   | $B/tests/tenon-test adjoint --least 59 tests/conformance/gradient*.pairs'
    'text/beside             | gcc asan hard |   | $B/tests/tenon-test adjoint --beside --least 10 tests/conformance/passes.beside'
    'text/gradient           | gcc           |   | $B/tests/tenon-test gradient'
    'text/ranks              | gcc asan      |   | $B/tests/tenon-test ranks'
    'text/transports         | gcc asan      |   | $B/tests/tenon-test transports'
    'text/distribute         | gcc asan      |   | $B/tests/tenon-test distribute'
    'text/distribute-search  | gcc           |   | $B/tests/tenon-test distribute_search'
    'text/overlap            | gcc           |   | $B/tests/tenon-test overlap'
    'cli/mesh                | gcc           |   | tests/cli/mesh.sh $B'
    'text/distribute-models  | gcc           |   | $B/tests/tenon-test distribute --models --every 5'
    'text/distribute-drawn   | gcc           |   | $B/tests/tenon-test distribute --graphs 120'
    'text/distribute-calls   | gcc           |   | $B/tests/tenon-test distribute --calls 3'
    'text/distribute-windows | gcc           |   | $B/tests/tenon-test distribute --windows 200'
    'text/distribute-cnn     | gcc           |   | $B/tests/tenon-test distribute --cnn 40'
    'text/gradient-kinks     | gcc asan hard |   | $B/tests/tenon-test text tests/gradient/*.test'
    'text/gradient-asan      | asan          |   | $B/tests/tenon-test gradient --least 3'
    'text/gradient-hard      | hard          |   | $B/tests/tenon-test gradient --least 1'
    'text/backend            | gcc           |   | CC=$(command -v tcc || echo cc) C_FLAGS=-w $B/tests/tenon-test backend --least 3500 --random 1 40 --sampled 1 30 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/graphs             | gcc           |   | CC=$(command -v tcc || echo cc) C_FLAGS=-w $B/tests/tenon-test graphs --n 120 --every 20'
    'text/graphs-native      | gcc           |   | $B/tests/tenon-test graphs --n 24 --seed 50158 --ways native --whole'
    # Sums of many terms, sums and rewritten products that overflow, a recurrence that is chaotic; kernels that LLVM had none for.
    'text/graphs-found       | gcc           |   | $B/tests/tenon-test graphs --seeds 50124,70361,50260,461,57,422,1894,3849,5743 --ways O2,llvm,native --whole'
    'text/graphs-asan        | asan hard     |   | $B/tests/tenon-test graphs --n 8 --seed 300 --ways O2,loops'
    'text/native            | gcc           |   | $B/tests/tenon-test native --every 7 --least 480 --random 1 40 --sampled 1 30 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-O2         | gcc           |   | $B/tests/tenon-test native --every 8 --least 450 --kernels 650 --optimized tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-cases       | gcc asan hard |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test native --least 4 tests/text/native.test tests/text/wider.test'
    'text/native-cases-O2    | gcc           |   | $B/tests/tenon-test native --optimized --least 4 tests/text/native.test tests/text/wider.test'
    'text/native-strict      | gcc           |   | $B/tests/tenon-test native --strict --every 20 --least 150 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-unscheduled | gcc           |   | $B/tests/tenon-test native --strict --unscheduled --every 20 --least 150 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-scheduled   | gcc           |   | $B/tests/tenon-test native --scheduled x86-64-v3 --every 9 --least 450 --random 1 20 --sampled 1 40 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-scheduled-asan | asan hard  |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test native --scheduled x86-64-v4 --every 4 --least 20 tests/passes/{fuse_*,gradient_nn,operators}.test'
    'cli/scheduled           | gcc           |   | tests/cli/scheduled.sh $B'
    'text/schedule-loops     | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then FuseOps --then FuseTIR --then "ScheduleLoops(strict=true)" --refused 120 --because "is not known" --sampled 1 100 tests/ops/nn_*.test tests/passes/*.test tests/conformance/*.test'
    'text/native-specials    | gcc           |   | $B/tests/tenon-test native --specials --optimized --every 20 --least 180 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-cost        | gcc           |   | tests/text/native-cost.sh $B'
    'text/native-asan       | asan hard     |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test native --every 120 --least 15 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/executor           | gcc           |   | $B/tests/tenon-test executor --runs 300 tests/onnx/real/rnn_gru.onnx,B=1,T_1=20 tests/onnx/real/unet_tiny.onnx,H=16,W=16 tests/onnx/real/gpt_tiny.onnx,B=1,T_1=12'
    'text/codegen           | gcc           |   | $B/tests/tenon-test codegen $B/tenon-codegen 8'
    'text/codegen-asan      | asan hard     |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test codegen $B/tenon-codegen'
    'text/executor-steady    | gcc           |   | $B/examples/resnet18 $B/resnet18.onnx && $B/tests/tenon-test executor --steady --runs 10000 tests/onnx/real/rnn_gru.onnx,B=1,T_1=5 --runs 20 $B/resnet18.onnx --runs 100 tests/onnx/real/blazeface_128.onnx'
    'text/executor-images    | gcc           |   | $B/tests/tenon-test executor --runs 200 tests/onnx/real/ppocr_cls.onnx,p2o_DynamicDimension_0=1,p2o_DynamicDimension_1=48,p2o_DynamicDimension_2=96 tests/onnx/real/blazeface_128.onnx'
    'text/executor-asan      | asan          |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test executor --runs 10 tests/onnx/real/unet_tiny.onnx,H=16,W=16'
    'text/threads            | gcc asan hard tsan |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test threads'
    'text/leaks              | gcc           |   | CC=$(command -v tcc || echo cc) $B/tests/tenon-test leaks'
    'cli/threads             | gcc           |   | tests/cli/threads.sh $B'
    'text/donate             | gcc asan hard |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test donate'
    'text/onednn             | gcc asan hard |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test onednn 200'
    # NaN, infinities, denormals and signed zeros, by the kernels of this processor and by those of an older one.
    'text/onednn-specials    | gcc           |   | $B/tests/tenon-test onednn --specials 140'
    'text/onednn-specials-avx | gcc          |   | ONEDNN_MAX_CPU_ISA=AVX $B/tests/tenon-test onednn --specials 140 141'
    'text/loops              | gcc asan      |   | $B/tests/tenon-test loops --least 3000 tests/*/*.test'
    'text/loop-patterns      | gcc           |   | $B/tests/tenon-test pattern --kinds tests/text/loop_patterns.kinds --table tests/text/op_patterns.txt tests/*/*.test'
    'text/c-loops            | gcc           |   | $B/tests/tenon-test c_loops --every 20 --least 1400 tests/loops/*.py tests/*/*.test'
    'text/kernels-shown      | gcc asan hard |   | $B/tests/tenon-test text tests/loops/kernels.test'
    'text/schedules-pieces   | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --every 100 --least 43 tests/loops/pieces.py tests/loops/choices.py tests/loops/waiting.py'
    'text/schedules-far      | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --l2 1024 --every 100 --least 4 tests/loops/far.py'
    'text/schedules          | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --every 16 --least 100 tests/loops/schedules.py'
    'text/schedules-narrow   | gcc           |   | C_FLAGS="-O0 -DTENON_VECTOR_BYTES=0" $B/tests/tenon-test c_loops --target x86-64-v3 --every 8 --least 100 tests/loops/schedules.py'
    'text/schedules-widened  | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --every 8 --by-hand 1 --least 190 tests/loops/widened.py'
    'text/schedules-widened-avx2 | gcc       |   | C_FLAGS="-O1 -mavx2" $B/tests/tenon-test c_loops --target x86-64-v3 --every 8 --by-hand 1 --least 190 tests/loops/widened.py'
    'text/schedules-widened-arrays | gcc     |   | C_FLAGS="-O0 -DTENON_VECTOR_BYTES=0" $B/tests/tenon-test c_loops --target x86-64-v3 --every 8 --by-hand 1 --least 190 tests/loops/widened.py'
    'text/schedules-widened-asan | asan      |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" $B/tests/tenon-test c_loops --target x86-64-v4 --every 8 --by-hand 1 --least 190 tests/loops/widened.py'
    'text/kernels-widened    | gcc           |   | $B/tests/tenon-test kernels --every 8 --by-hand 1 --least 190 --scheduled 80 tests/loops/widened.py'
    'text/schedules-halves   | gcc           |   | C_FLAGS="-O2 -march=native" $B/tests/tenon-test c_loops --target x86-64-v4 --every 1000000 --by-hand 1 --least 80 tests/loops/halves.py'
    'text/schedules-halves-avx2 | gcc        |   | C_FLAGS="-O1 -mavx2" $B/tests/tenon-test c_loops --target x86-64-v3 --every 1000000 --by-hand 2 --least 40 tests/loops/halves.py'
    'text/schedules-halves-clang | gcc       | clang | CC=clang C_FLAGS="-O1 -mavx2 -mf16c" $B/tests/tenon-test c_loops --target x86-64-v3 --every 1000000 --by-hand 3 --least 26 tests/loops/halves.py'
    'text/schedules-halves-asan | asan       |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -DTENON_VECTOR_BYTES=0" $B/tests/tenon-test c_loops --target x86-64-v4 --every 1000000 --by-hand 2 --least 40 tests/loops/halves.py'
    'text/kernels-halves     | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 1000000 --by-hand 1 --least 80 --scheduled 70 tests/loops/halves.py'
    'text/schedules-branches | gcc           |   | C_FLAGS="-O2 -march=native" $B/tests/tenon-test c_loops --target x86-64-v4 --every 1000000 --by-hand 1 --least 50 tests/loops/branches.py'
    'text/schedules-branches-asan | asan     |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -DTENON_VECTOR_BYTES=0" $B/tests/tenon-test c_loops --target x86-64-v3 --every 1000000 --by-hand 2 --least 25 tests/loops/branches.py'
    'text/kernels-branches   | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 1000000 --by-hand 1 --least 50 --scheduled 20 tests/loops/branches.py'
    'text/schedules-open     | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --every 1000000 --by-hand 2 --least 23 tests/loops/open.py'
    'text/schedules-open-avx2 | gcc          |   | C_FLAGS="-O3 -mavx2" $B/tests/tenon-test c_loops --target x86-64-v3 --every 1000000 --by-hand 3 --least 15 tests/loops/open.py'
    'text/schedules-open-asan | asan         |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -DTENON_VECTOR_BYTES=0" $B/tests/tenon-test c_loops --target x86-64-v4 --every 1000000 --by-hand 4 --least 11 tests/loops/open.py'
    'text/kernels-open       | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 1000000 --by-hand 1 --least 47 --scheduled 24 tests/loops/open.py'
    'text/c-loops-chosen     | gcc           |   | C_FLAGS="-O3 -march=native" $B/tests/tenon-test c_loops --every 1000000 --by-hand 1 --least 50 tests/loops/chosen.py'
    'text/c-loops-clang      | gcc           | clang | CC=clang $B/tests/tenon-test c_loops --every 60 --by-hand 5 --least 350 tests/loops/*.py tests/*/*.test'
    'text/c-loops-asan       | asan          |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" $B/tests/tenon-test c_loops --every 150 --by-hand 5 --least 250 tests/loops/*.py tests/*/*.test'
    'text/c-loops-O3         | gcc           |   | C_FLAGS="-O3 -march=native -fno-math-errno -fno-trapping-math" $B/tests/tenon-test c_loops --every 150 --by-hand 5 --least 250 tests/loops/*.py tests/*/*.test'
    'text/kernels            | gcc           |   | $B/tests/tenon-test kernels --every 32 --by-hand 3 --least 370 --scheduled 30 tests/loops/*.py tests/*/*.test'
    'text/kernels-both-ways  | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 1000000 --by-hand 1 --least 55 tests/loops/zz_both_ways.py'
    'text/kernels-waiting    | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 1000000 --by-hand 1 --least 31 --scheduled 13 tests/loops/waiting.py'
    'text/kernels-threads    | gcc           |   | $B/tests/tenon-test kernels --every 1000000 --least 4 tests/loops/kernels/threads.py'
    'text/kernels-strict     | gcc           |   | $B/tests/tenon-test kernels --strict --every 64 --by-hand 5 --least 200 --scheduled 15 tests/loops/*.py tests/*/*.test'
    'text/kernels-specials   | gcc           |   | $B/tests/tenon-test kernels --specials --every 64 --by-hand 5 --least 200 tests/loops/*.py tests/*/*.test'
    'text/torch             | gcc           |   | $B/tests/tenon-test torch tests/gradient/{bert_tiny,gpt_tiny,rnn_gru,rnn_lstm,squeezenet1_1,unet_tiny}.py'
    'text/torch-asan        | asan hard     |   | $B/tests/tenon-test torch tests/gradient/{rnn_*,unet_tiny}.py'
    'text/mutate             | gcc           |   | $B/tests/tenon-test mutate tests/conformance/types.test tests/text/operators.test'
    'hostile/text            | gcc asan      |   | $B/tests/tenon-test hostile'
    'hostile/calls           | gcc asan      |   | $B/tests/tenon-test calls tests/ops/*.test tests/conformance/types.test'
    'hostile/state           | gcc asan      |   | d=$(mktemp -d) && ASAN_OPTIONS=detect_leaks=0 TENON_CACHE= $B/tests/tenon-test state $d; rm -rf $d'
    'hostile/null            | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test null include/tenon/*.h'
    'hostile/onnx            | gcc asan      |   | $B/tests/tenon-test hostile_onnx'
    'hostile/onnx-bits       | gcc asan hard |   | $B/tests/tenon-test hostile_onnx --only "no case" --bits 10000 tests/onnx/{mlp,loops,function,shapes}.onnx'
    'hostile/onnx-bits-real  | gcc           |   | $B/tests/tenon-test hostile_onnx --only "no case" --bits 24 tests/onnx/real/{rnn_lstm,rnn_gru,unet_tiny}.onnx'
    'scale/doublings         | gcc           |   | $B/tests/tenon-test doubling --least 50'
    'cli/growth              | gcc           |   | tests/cli/growth.sh $B/tenon'
    'mutants/all             | gcc           |   | CC=$(command -v tcc || echo cc) C_FLAGS=-w $B/tests/tenon-test mutants --n 14000 --eval 4 --llvm 128 --c 64 $mutant_bases'
    'mutants/asan            | asan          |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test mutants --seed 500000000 --n 2000 --eval 8 $mutant_bases'
    'scale/instructions      | gcc           | valgrind | tests/scale/scale.sh $B 12'
    'fuzz/data               | gcc asan      |   | $B/tests/tenon-test replay data --mutate $([ ${B##*/} = build ] && echo 200000 || echo 10000) tests/fuzz/corpus/fuzz_data/*'
    'fuzz/stablehlo          | gcc asan      |   | tests/fuzz/stablehlo.sh $B $([ ${B##*/} = build ] && echo 20000 || echo 1000)'
    'fuzz/text               | asan          |   | $B/tests/tenon-test replay text tests/fuzz/corpus/fuzz_text/*'
    'fuzz/loop               | asan hard     |   | $B/tests/tenon-test replay loop tests/fuzz/corpus/fuzz_loop/*'
    'fuzz/rules              | asan hard     |   | $B/tests/tenon-test replay rules tests/fuzz/corpus/fuzz_rules/*'
    'fuzz/onnx               | asan hard     |   | $B/tests/tenon-test replay onnx tests/fuzz/corpus/fuzz_onnx/*'
    'onnx/written            | gcc           |   | $B/tests/tenon-test onnx --least 3000 --refused 1220 --unread 3 tests/numbers/*.test tests/ops/*.test tests/text/*.test tests/conformance/*.test'
    'onnx/written-asan       | asan hard     |   | $B/tests/tenon-test onnx --least 900 tests/numbers/[a-m]*.test tests/text/*.test'
    'onnx/models             | gcc asan hard |   | ASAN_OPTIONS=detect_leaks=0 tests/onnx/models.sh $B/tenon'
    'onnx/nodes              | gcc           |   | tests/onnx/nodes.sh $B/tenon'
    'onnx/real              | gcc           |   | tests/onnx/real.sh $B'
    'onnx/cases              | gcc asan hard |   | tests/onnx/cases.sh $B/tenon'
    'onnx/dictionaries       | gcc asan      |   | tests/onnx/dictionaries.sh $B'
    'onnx/ml                 | gcc asan hard |   | tests/onnx/ml.sh $B/tenon'
    'onnx/cases-native       | gcc           | tcc | CC=tcc TENON_CACHE= tests/onnx/cases.sh $B/tenon "-O0 --backend c" "-O2 --backend llvm"'
    'onnx/suite              | gcc asan      |   | tests/onnx/suite.sh 1.12 $B/tenon'
    'onnx/suite-native       | gcc           |   | EVERY=8 TENON_CACHE= tests/onnx/suite.sh 1.12 $B/tenon "-O2 --backend llvm"'
    'onnx/suite-1.22         | gcc           |   | tests/onnx/suite.sh 1.22 $B/tenon'
    'onnx/suite-1.22-native  | gcc           |   | EVERY=16 TENON_CACHE= tests/onnx/suite.sh 1.22 $B/tenon "-O2 --backend llvm"'
    'stablehlo/suite         | gcc asan      |   | tests/stablehlo/suite.sh $B/tenon'
    'stablehlo/operations    | gcc           |   | tests/stablehlo/operations.sh $B/tenon'
    'stablehlo/networks      | gcc           |   | tests/stablehlo/networks.sh $B/tenon'
    'stablehlo/gradients     | gcc           |   | tests/stablehlo/gradients.sh $B/tenon'
    'stablehlo/verbs         | gcc           |   | tests/stablehlo/verbs.sh $B/tenon'
    'stablehlo/ranks         | gcc           |   | tests/stablehlo/ranks.sh $B/tenon'
    'hostile/stablehlo       | gcc           |   | tests/hostile/stablehlo.sh $B/tenon'
    'stablehlo/written       | gcc asan      |   | tests/stablehlo/written.sh $B/tenon'
    'stablehlo/cases         | gcc           |   | $B/tests/tenon-test written_stablehlo --every 12 --least 340 --refused 24 --broken 1 --unread 1 tests/ops/*.test tests/numbers/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'stablehlo/cases-asan    | asan          |   | $B/tests/tenon-test written_stablehlo --every 40 --least 90 --refused 15 --broken 1 --unread 1 tests/ops/*.test tests/numbers/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'stablehlo/programs      | gcc asan hard |   | $B/tenon test-stablehlo --backend eval tests/stablehlo/programs | sed "s/, 0 skipped$//"'
    'stablehlo/programs-llvm | gcc           |   | $B/tenon test-stablehlo --backend llvm tests/stablehlo/programs | sed "s/, 0 skipped$//"'
    'onnx/proto              | gcc           | protoc-c | $B/tests/tenon-test proto --least 180000 /usr/share/libonnx-testdata/data tests/onnx'
    'onnx/microsoft          | gcc asan      |   | tests/onnx/microsoft.sh $B/tenon'
    'onnx/microsoft-native   | gcc           |   | EVERY=8 tests/onnx/microsoft.sh $B/tenon -O2 --backend llvm'
    'onnx/microsoft-c        | gcc           | tcc | CC=tcc tests/onnx/microsoft.sh $B/tenon -O2 --backend c'
    'onnx/chain              | gcc           |   | tests/onnx/chain.sh $B/tenon'
    'onnx/mapped             | gcc           |   | tests/onnx/mapped.sh $B'
    'onnx/keep               | gcc           |   | tests/onnx/keep.sh $B'
    'onnx/through            | gcc           |   | tests/onnx/through.sh $B'
    'fuzz/npy                | asan          |   | $B/tests/tenon-test replay npy tests/fuzz/corpus/fuzz_npy/*'
)
# Of `make check-all` alone.
whole=(
    'stablehlo/gradcheck     | gcc           |   | tests/stablehlo/gradcheck.sh $B/tenon'
    'cli/tenon               | gcc asan      |   | tests/cli/cli.sh $B/tenon'
    'cli/compile             | gcc           |   | tests/cli/compile.sh $B gcc'
    'cli/cache               | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/cache.sh $B'
    'cli/bench               | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/bench.sh $B'
    'cli/terminal            | gcc asan      |   | tests/cli/terminal.sh $B'
    'text/schedules          | gcc           |   | $B/tests/tenon-test c_loops --target x86-64-v4 --least 100 --graphs 300 tests/loops/schedules.py'
    'text/schedules-clang    | gcc           | clang | CC=clang C_FLAGS="-O2 -march=native" $B/tests/tenon-test c_loops --target x86-64-v4 --least 100 --graphs 300 tests/loops/schedules.py'
    'text/schedules-O3       | gcc           |   | C_FLAGS="-O3 -march=native -fno-math-errno -fno-trapping-math" $B/tests/tenon-test c_loops --target x86-64-v4 --least 100 --graphs 300 tests/loops/schedules.py'
    'text/schedules-narrow   | gcc           |   | C_FLAGS=-DTENON_VECTOR_BYTES=0 $B/tests/tenon-test c_loops --target x86-64-v3 --every 8 --least 100 tests/loops/schedules.py'
    'text/schedules-wide     | gcc           |   | C_FLAGS="-DTENON_VECTOR_BYTES=64 -Wno-psabi" $B/tests/tenon-test c_loops --target x86-64-v4 --least 100 tests/loops/schedules.py'
    'cli/train-models       | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train-models.sh $B'
    'cli/train-lora         | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train-lora.sh $B'
    'stablehlo/cases         | gcc           |   | $B/tests/tenon-test written_stablehlo --every 2 --least 2100 --refused 150 --broken 1 --unread 1 tests/ops/*.test tests/numbers/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'cli/levels             | gcc           |   | tests/cli/levels.sh $B'
    'text/distribute-models  | gcc           |   | $B/tests/tenon-test distribute --models'
    'text/distribute-drawn   | gcc           |   | $B/tests/tenon-test distribute --graphs 3000'
    'text/distribute-windows | gcc           |   | $B/tests/tenon-test distribute --windows 3000'
    'text/distribute-cnn     | gcc           |   | $B/tests/tenon-test distribute --cnn 300'
    # A share of time: on a machine that is otherwise idle.
    'cli/openmpi            | gcc           |   | tests/cli/mpi.sh $B 50 openmpi'
    'cli/mpich              | gcc           |   | tests/cli/mpi.sh $B 50 mpich'
    'text/torch             | gcc           |   | $B/tests/tenon-test torch tests/gradient/*.py'
    'text/loops              | gcc asan hard |   | $B/tests/tenon-test loops --least 3000 tests/*/*.test'
    'text/loop-patterns      | gcc asan      |   | $B/tests/tenon-test pattern --kinds tests/text/loop_patterns.kinds --table tests/text/op_patterns.txt tests/*/*.test'
    'text/layout-asan        | asan          |   | $B/tests/tenon-test pass --only AssignLayout --refused 0 tests/passes/*.test tests/ops/nn_*.test'
    'cli/gradcheck-asan      | asan hard     |   | tests/cli/gradcheck.sh $B 1'
    'text/executor-asan      | asan hard     |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test executor --runs 10 tests/onnx/real/unet_tiny.onnx,H=16,W=16'
    'rewrite/mutants         | gcc           |   | $B/tests/tenon-test rule_mutants tests/rewrite/mutants.equivalent --count 300 --least 95'
    'cli/unet                | gcc           |   | SWAPS=2 tests/cli/unet.sh $B'
    'text/fusion-attention   | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then "FuseOps(attention=true)" --then FuseTIR --refused 90 --because "is not known" --sampled 3000 300 tests/ops/nn_*.test'
    'text/fusion-drawn       | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --then FuseOps --then FuseTIR --refused 90 --because "is not known" --random 1 500 --sampled 1 1000'
    'text/graphs-native      | gcc           |   | $B/tests/tenon-test graphs --n 40 --seed 50158 --ways native --whole'
    'text/legal-loops-drawn  | gcc           |   | $B/tests/tenon-test pass --only "LegalizeOps(loops)" --refused 120 --because "is not known" --random 1 2000 --sampled 1 2000'
    'text/layout             | gcc           |   | $B/tests/tenon-test pass --only AssignLayout --refused 0 --sampled 1 2000 tests/*/*.test'
    'text/lift-transform     | gcc           |   | $B/tests/tenon-test lift --random 1 500 tests/passes/*.test tests/conformance/*.test tests/ops/*.test'
    'text/onednn-specials-avx | gcc          |   | ONEDNN_MAX_CPU_ISA=AVX $B/tests/tenon-test onednn --specials 1400 141'
    'rewrite/rules-hard      | hard          |   | tests/rewrite/rules.sh $B/tenon 30'
    'text/executor-steady    | gcc           |   | $B/examples/resnet18 $B/resnet18.onnx && $B/tests/tenon-test executor --steady --runs 5000 tests/onnx/real/rnn_gru.onnx,B=1,T_1=20 tests/onnx/real/rnn_lstm.onnx,B=1,T_1=20 tests/onnx/real/unet_tiny.onnx,H=16,W=16 tests/onnx/real/blazeface_128.onnx --runs 300 $B/resnet18.onnx'
    'onnx/suite-1.22         | gcc asan      |   | tests/onnx/suite.sh 1.22 $B/tenon'
    'onnx/nodes              | gcc asan      |   | tests/onnx/nodes.sh $B/tenon'
    'onnx/suite-native       | gcc           |   | TENON_CACHE= tests/onnx/suite.sh 1.12 $B/tenon "-O2 --backend llvm"'
    'onnx/suite-1.22-native  | gcc           |   | TENON_CACHE= tests/onnx/suite.sh 1.22 $B/tenon "-O2 --backend llvm"'
    'cli/train              | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 tests/cli/train.sh $B $([ ${B##*/} = build ] && echo 200 || echo 2)'
    'onnx/microsoft-native   | gcc           |   | tests/onnx/microsoft.sh $B/tenon -O2 --backend llvm'
    'onnx/suite-1.22-c       | gcc           | tcc | CC=tcc tests/onnx/suite.sh 1.22 $B/tenon "-O0 --backend c"'
    'onnx/keep               | gcc           |   | EVERY=1 tests/onnx/keep.sh $B'
    'onnx/through            | gcc           |   | EVERY=1 tests/onnx/through.sh $B'
    'text/codegen           | gcc           |   | $B/tests/tenon-test codegen $B/tenon-codegen 100'
    'text/leaks-same         | gcc           |   | CC=$(command -v tcc || echo cc) $B/tests/tenon-test leaks --lives 1000 "the same"'
    'text/leaks-valgrind     | gcc           | valgrind | CC=$(command -v tcc || echo cc) tests/text/leaks.sh $B'
    'cli/files               | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 steps="16 24 32 48 64 96 128" tests/cli/files.sh $B'
    'cli/signals             | gcc           |   | tests/cli/signals.sh $B 12'
    'text/onednn-specials    | gcc asan      |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test onednn --specials 2100'
    'text/onednn-specials-avx2 | gcc         |   | ONEDNN_MAX_CPU_ISA=AVX2 $B/tests/tenon-test onednn --specials 1400 3001'
    'text/onednn-specials-sse | gcc          |   | ONEDNN_MAX_CPU_ISA=SSE41 $B/tests/tenon-test onednn --specials 1400 5001'
    'text/kernels-specials   | gcc           |   | $B/tests/tenon-test kernels --specials --every 2 --least 3500 tests/loops/*.py tests/*/*.test'
    'text/c-loops            | gcc           |   | $B/tests/tenon-test c_loops --least 2200 tests/loops/*.py tests/*/*.test'
    'text/c-loops-clang      | gcc           | clang | CC=clang $B/tests/tenon-test c_loops --every 6 --least 650 tests/loops/*.py tests/*/*.test'
    'text/c-loops-asan       | asan          |   | C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" $B/tests/tenon-test c_loops --least 650 tests/loops/*.py tests/*/*.test'
    'text/c-loops-O3         | gcc           |   | C_FLAGS="-O3 -march=native -fno-math-errno -fno-trapping-math" $B/tests/tenon-test c_loops --every 4 --least 650 tests/loops/*.py tests/*/*.test'
    'text/kernels            | gcc           |   | $B/tests/tenon-test kernels --least 500 tests/loops/*.py tests/*/*.test'
    'text/kernels-asan       | asan          |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test kernels --every 4 --least 250 tests/loops/*.py tests/*/*.test'
    'text/kernels-strict     | gcc           |   | $B/tests/tenon-test kernels --strict --every 2 --least 250 tests/loops/*.py tests/*/*.test'
    'text/native             | gcc           |   | $B/tests/tenon-test native --least 480 --random 1 300 --sampled 1 200 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-O2          | gcc           |   | $B/tests/tenon-test native --least 450 --kernels 650 --optimized tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-strict      | gcc           |   | $B/tests/tenon-test native --strict --least 150 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-scheduled   | gcc           |   | $B/tests/tenon-test native --scheduled x86-64-v3 --every 2 --least 2000 --random 1 200 --sampled 1 400 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-specials    | gcc           |   | $B/tests/tenon-test native --specials --optimized --every 2 --least 1800 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/native-asan        | asan          |   | ASAN_OPTIONS=detect_leaks=0 $B/tests/tenon-test native --least 15 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'cli/cross              | gcc           |   | tests/cli/cross.sh $B'
    'python/tests           | gcc asan      |   | CALLS=$([ ${B##*/} = build ] && echo 1000000 || echo 100000) tests/python/run.sh $B'
    'text/object             | gcc           |   | $B/tests/tenon-test by_backend object --least 3500 --refused 330 tests/{ops,numbers,conformance,text}/*.test'
    'text/javascript         | gcc           | node | $B/tests/tenon-test-javascript by_backend javascript --least 3900 --refused 225 tests/{ops,numbers,conformance,text}/*.test'
    'text/backend            | gcc           |   | C_FLAGS=-O0 $B/tests/tenon-test backend --least 3500 --random 1 150 --sampled 1 100 tests/numbers/*.test tests/ops/*.test tests/conformance/*.test tests/text/*.test tests/passes/*.test'
    'text/graphs             | gcc           |   | CC=tcc C_FLAGS=-w $B/tests/tenon-test graphs --n 150 --ways O2,c,O2+c,llvm,native --whole'
    'text/graphs-asan        | asan hard     |   | $B/tests/tenon-test graphs --n 60 --seed 300 --ways O2,loops'
    'text/all-passes         | gcc           |   | $B/tests/tenon-test pass --random 1 1000 --sampled 1 750 tests/text/*.test tests/passes/*.test tests/conformance/*.test tests/ops/*.test'
    'text/lift-transform-hard | hard         |   | $B/tests/tenon-test lift --random 1 500 tests/passes/*.test tests/conformance/*.test tests/ops/*.test'
    'text/gradient-asan      | asan          |   | $B/tests/tenon-test gradient --least 12'
    'text/gradient-hard      | hard          |   | $B/tests/tenon-test gradient --least 4'
    'hostile/onnx-bits-real  | gcc           |   | $B/tests/tenon-test hostile_onnx --only "no case" --bits 10000 tests/onnx/real/{rnn_lstm,rnn_gru,unet_tiny}.onnx'
    'fuzz/data               | gcc asan      |   | $B/tests/tenon-test replay data --mutate $([ ${B##*/} = build ] && echo 500000 || echo 50000) --seed 100000000 tests/fuzz/corpus/fuzz_data/*'
    'fuzz/stablehlo          | gcc asan      |   | tests/fuzz/stablehlo.sh $B $([ ${B##*/} = build ] && echo 100000 || echo 5000) 100000000'
    'scale/instructions      | gcc           | valgrind | tests/scale/scale.sh $B 3'
    'mutants/all             | gcc           |   | CC=$(command -v tcc || echo cc) C_FLAGS=-w $B/tests/tenon-test mutants --seed 600000000 --n 120000 --eval 4 --llvm 128 --c 64 $mutant_bases'
)
is_all=
if [ "${1-}" = --all ]; then
    is_all=1
    : "${TEST_SECONDS:=3600}"
    shift
fi
if [ -n "$is_all" ]; then
    kept=()
    for row in "${tests[@]}"; do
        replaced=
        for other in "${whole[@]}"; do [ "${other%%[ |]*}" != "${row%%[ |]*}" ] || replaced=1; done
        [ -n "$replaced" ] || kept+=("$row")
    done
    tests=("${kept[@]}" "${whole[@]}")
fi
# Unit tests that have several threads; tests/CMakeLists.txt leaves all but them and text/threads out of the tsan build.
threaded='u_ahead u_pool u_executable u_native'
for source in tests/unit/u_*.c; do
    name=$(basename "$source" .c)
    options=
    [ "$name" != u_native ] || options='ASAN_OPTIONS=detect_leaks=0 '
    on='gcc clang asan hard'
    [[ " $threaded " != *" $name "* ]] || on+=' tsan'
    tests+=("unit/$name | $on | | $options\$B/tests/tenon-test $name")
done

# What takes longest starts first, so that nothing waits for one test at the end. build/check/times says what each took.
long='scale/instructions cli/ship python/tests hostile/text onnx/suite onnx/real onnx/through text/backend text/all-passes text/graphs cli/tenon text/gradient-hard cli/compile text/executor
    cli/compilers cli/unet rewrite/rules-asan text/rewrite text/gradient'

# The build folder, and what CMake is told
declare -A builds=(
    [none]='build'
    [gcc]='build -DCMAKE_C_COMPILER=gcc'
    [clang]='build-clang -DCMAKE_C_COMPILER=clang -DTENON_QUICK=ON'
    [asan]='build-asan -DCMAKE_C_COMPILER=gcc -DTENON_QUICK=ON -DTENON_SANITIZE=ON'
    [hard]='build-hard -DCMAKE_C_COMPILER=gcc -DTENON_QUICK=ON -DTENON_SANITIZE=address -DTENON_HARD=ON'
    [tsan]='build-tsan -DCMAKE_C_COMPILER=gcc -DTENON_QUICK=ON -DTENON_SANITIZE=thread'
)

only=${1-}
logs=build/check
passed=0 failed=0 skipped=0
rm -rf $logs
mkdir -p $logs

# show LOG: its end, which is where the failure is
show() { tail -n 50 "$1" | grep -avE '^(\[[0-9]+/[0-9]+\] (Building|Linking)|-- |\[ *(RUN|OK) *\])' | sed 's/^/    /'; }

# one_failure WHAT LOG
one_failure() {
    echo "FAILED $1 ($2)"
    show "$2"
    failed=$((failed + 1))
}

# What failed once more, in few lines each: the end of a long output is what a reader has before him.
summarize() {
    local report
    for report in $(grep -l '^FAILED' $logs/*.report 2>/dev/null); do
        grep -m 1 '^FAILED' "$report" | cut -c 1-160
        grep -aiE 'fail|error|fatal|expected|timed out|terminated' "$report" | sed 1d | head -n 6 | cut -c 1-200
    done | head -n 120
}

# Where the time goes: seconds of the processor, of all tests and of those that take most.
tell_times() {
    awk '{ all += $2 + $3 } END { printf "%.0f s of the processor in tests, most of it in\n", all }' $logs/times
    awk '{ printf "%7.0f s  %s %s\n", $2 + $3, $4, $5 }' $logs/times | sort -rn | head -n 40 | paste -d ' ' - - - -
}

# configure LOG FOLDER OPTION...: where the folder had another compiler, CMake drops its cache, and with it the other
# options of that call: a build that is to have a sanitizer would have none. So each option is looked for.
configure() {
    local log=$1 dir=$2 option turn
    shift 2
    for turn in 1 2; do
        cmake -S . -G Ninja -B "$dir" "$@" >"$log" 2>&1 || return
        for option in "$@"; do
            [[ $option == -DCMAKE_C_COMPILER=* ]] && continue
            grep -qE "^${option:2}$" <(sed 's/:[A-Z]*=/=/' "$dir/CMakeCache.txt") || continue 2
        done
        return
    done
    echo "$dir is not configured with $*" >>"$log"
    return 1
}

build() {
    local log=$logs/build-$1.log dir=${builds[$1]%% *} targets=all
    [ "$1" != tsan ] || targets=tenon-test
    SECONDS=0
    if configure "$log" ${builds[$1]} &&
        cmake --build "$dir" -j "${JOBS:-2}" --target $targets >>"$log" 2>&1; then
        echo "built  $1: $dir, $SECONDS s"
    else
        one_failure "build $1; its tests are not run" "$log"
        unset "builds[$1]"
    fi
}

# run_test NAME BUILD COMMAND: in a shell of its own; prints what it found, and leaves the counts in its .counts file
run_test() {
    passed=0 failed=0
    judge "$@"
    echo "$passed $failed" >"$logs/${1//\//-}-$2.counts"
}

# attempt LABEL BUILD COMMAND LOG: sets status
attempt() {
    local seconds TIMEFORMAT='%R %U %S'
    seconds=$({ time { B=$PWD/${builds[$2]%% *} timeout "${TEST_SECONDS:-1500}" bash -c "$3" >"$4" 2>&1
        echo $? >"$4.status"; }; } 2>&1)
    read -r status <"$4.status"
    rm -f "$4.status"
    echo "$seconds $1" >>$logs/times
}

# judge NAME BUILD COMMAND
judge() {
    local label="$1 ($2)" log=$logs/${1//\//-}-$2.log status last
    attempt "$label" "$2" "$3" "$log"
    # Its tracer's own fault, not a leak: the whole test once more.
    ! grep -aq 'LeakSanitizer has encountered a fatal error' "$log" || attempt "$label" "$2" "$3" "$log"
    last=$(tail -n 1 "$log" | grep -aE '^[0-9]+ passed, [0-9]+ failed$')
    if [ -z "$last" ]; then
        one_failure "$label: no summary, exit status $status" "$log"
        return
    fi
    set -- $last
    passed=$((passed + $1))
    if [ "$1" = 0 ] && [ "$3" = 0 ] && ! grep -aq '^skipped' "$log"; then
        one_failure "$label: nothing was tested, and nothing said to be skipped" "$log"
    elif [ "$3" -gt 0 ]; then
        echo "FAILED $label: $last ($log)"
        show "$log"
        failed=$((failed + $3))
    elif [ "$status" != 0 ]; then
        one_failure "$label: exit status $status" "$log"
    else
        echo "ok     $label: $last"
        grep -a '^skipped' "$log" | sed 's/^/    /'
    fi
}

export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
# A locale with a decimal comma, for the tests of numbers.
if localedef -f UTF-8 -i de_DE $logs/de_DE.UTF-8 >/dev/null 2>&1; then
    export LOCPATH=$PWD/$logs
fi

# Those that run, by process: the log's name without its ending
declare -A running=()

# Waits for one of them, prints what it found and adds its counts up.
finish_one() {
    local pid name good bad
    wait -n -p pid "${!running[@]}"
    name=${running[$pid]}
    unset "running[$pid]"
    cat "$name.report"
    if read -r good bad <"$name.counts"; then
        passed=$((passed + good)) failed=$((failed + bad))
    else
        echo "FAILED ${name#"$logs/"}: it left no counts"
        failed=$((failed + 1))
    fi
}

# start NAME BUILD COMMAND
start() {
    local name=$logs/${1//\//-}-$2
    [ ${#running[@]} -lt "${JOBS:-2}" ] || finish_one
    run_test "$@" >"$name.report" 2>&1 &
    running[$!]=$name
}

needed=
for row in "${tests[@]}"; do
    IFS='|' read -r name on _ command <<<"$row"
    [[ ${name// /} == *"$only"* ]] || continue
    needed+=" $on "
    [[ $on != *none* ]] || needed+=' gcc '
    [[ $command != *compilers.sh* ]] || needed+=' gcc '
done
for name in gcc clang asan hard tsan; do
    if [[ $needed == *" $name "* && " ${BUILDS-gcc clang asan hard tsan} " == *" $name "* ]]; then build $name; else unset "builds[$name]"; fi
done
ordered=()
for name in $long; do
    for row in "${tests[@]}"; do
        [ "${row%% *}" = "$name" ] && ordered+=("$row")
    done
done
for row in "${tests[@]}"; do
    [[ " ${long//$'\n'/ } " == *" ${row%% *} "* ]] || ordered+=("$row")
done
for row in "${ordered[@]}"; do
    IFS='|' read -r name on needs command <<<"$row"
    name=${name// /}
    [[ $name == *"$only"* ]] || continue
    for tool in $needs; do
        if ! command -v "$tool" >/dev/null; then
            echo "skipped $name: no $tool"
            skipped=$((skipped + 1))
            continue 2
        fi
    done
    for build in $on; do
        [ -z "${builds[$build]-}" ] || start "$name" "$build" "$command"
    done
done
while [ ${#running[@]} -gt 0 ]; do finish_one; done

[ $skipped = 0 ] || echo "skipped tests: $skipped"
[ -n "$only" ] || tell_times
[ $failed = 0 ] || summarize
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
