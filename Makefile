# SPDX-License-Identifier: Apache-2.0
# A short front for CMake and Ninja. `make` builds build/tenon; `make check` builds everything that
# the tests need and runs them.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
JOBS ?= $(shell nproc)
BUILDS ?= gcc
CMAKE = cmake -S . -G Ninja
SOURCES = git ls-files -co --exclude-standard

.PHONY: all demo check check-all fuzz install format tidy clean

all:
	@tools/install-deps.sh build
	@test -f build/build.ninja || $(CMAKE) -B build
	@cmake --build build -j$(JOBS)

demo: all
	@tools/demo.sh

# BUILDS='gcc clang asan hard tsan' runs what the other four builds are for too, as .ci/run does.
check:
	@tools/install-deps.sh check
	@JOBS=$(JOBS) BUILDS="$(BUILDS)" tools/check.sh

# Everything that `make check` thins for time, and the long campaigns: up to 90 minutes.
check-all:
	@tools/install-deps.sh check
	@JOBS=$(JOBS) tools/check.sh --all

# New inputs gather in build-fuzz/corpus; the ones worth keeping go to tests/fuzz/corpus.
fuzz:
	@tools/install-deps.sh check
	$(CMAKE) -B build-fuzz -DCMAKE_C_COMPILER=clang -DTENON_FUZZ=ON
	cmake --build build-fuzz -j$(JOBS)
	@tests/fuzz/seeds.sh build-fuzz/seeds/fuzz_text tests/*/*.test
	@set -e; for f in build-fuzz/fuzz_*; do \
	    name=$${f#build-fuzz/}; dict=tests/fuzz/tvmscript.dict; new=build-fuzz/corpus/$$name; \
	    mkdir -p $$new build-fuzz/seeds/$$name tests/fuzz/corpus/$$name; \
	    echo "== $$name"; \
	    $$f -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build-fuzz/$$name- -print_final_stats=1 \
	        -max_len=4096 -timeout=10 -rss_limit_mb=4096 $$(test ! -f $$dict || echo -dict=$$dict) \
	        $$new tests/fuzz/corpus/$$name build-fuzz/seeds/$$name; \
	done

install: all
	cmake --install build --prefix $(PREFIX)

format:
	@JOBS=$(JOBS) tools/format.sh

tidy:
	@tools/install-deps.sh check
	$(CMAKE) -B build-clang -DCMAKE_C_COMPILER=clang
	$(SOURCES) 'src/*.c' | xargs -n 1 clang-tidy -p build-clang --quiet

clean:
	rm -rf build build-*
