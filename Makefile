# Entry points. `make verify` and `make test` work on a bare Debian 12: they install what is missing, configure,
# build and run; a second run does only what is left to do.

# What `make verify` runs, and the report that it regenerates, with its pictures in docs/pictures.
VERIFY_ARGS ?= verify --accept-findings --report REPORT.md
# Models that `make quick` asks; empty: all.
QUICK_ARGS ?=
# Where `make report` writes the report as a site.
PAGES ?= build/report
# Recorded answers of kernels that the build unpacks, and how `make verify` holds the specification against them.
CONFORM_ARGS ?= conform --aux $(RELEASE)/recorded/aux --traces $(RELEASE)/recorded/traces.jsonl
# Versions of Linux whose source `make kernel` takes from Debian, and what else it passes to the command.
KERNELS ?= 6.1 6.12
KERNEL_ARGS ?=
# How many changes of the kernel's ring_buffer.c it tries.
KERNEL_CHANGES ?= 40
# How many changes of the specification `make outsiders` draws, by which seed, and what else it passes to the command.
OUTSIDERS ?= 400
OUTSIDERS_SEED ?= 1
OUTSIDERS_ARGS ?=
# What `make tidy` passes to run-clang-tidy, for example a part of the paths that it looks at.
TIDY_ARGS ?=
# What `make bench` passes to Google Benchmark, for example --benchmark_filter=Explore.
BENCH_ARGS ?=
# What `make bench-compare` passes to bench/compare.py.
COMPARE_ARGS ?=
# Records of the ring whose exploration `make cluster-bench` divides: 10 take 2 minutes of one processor, 11 seven times as much.
BENCH_RECORDS ?= 10

# Where `make install` installs to.
PREFIX ?= /usr/local

JOBS ?= $(shell nproc)
TEST_JOBS ?= 2
CTEST_ARGS ?=

RELEASE := build/release
# Models of the rows without lkmm: plain accesses to rb->paused are too much for it, and wakeups and AUX areas take it long.
KERNEL_MODELS = sc,x86-tso,armv8,riscv,power
KERNEL_TREES = $(KERNELS:%=--tree build/kernel/linux-source-%)
CTEST = ctest --output-on-failure --parallel $(TEST_JOBS) --no-tests=error $(CTEST_ARGS)
SOURCES = find include quick face static examples graph models explore check protocol properties litmus source kernel shards cli tests bench \
  \( -name '*.hpp' -o -name '*.cpp' \) -print0

.DEFAULT_GOAL := help
.PHONY: help quick verify report conform test web-test cluster-test cluster-bench kernel kernel-changes outsiders bench bench-compare install portable static deb format format-check tidy asan tsan clean \
  packages-test packages-source packages-kernel packages-lint

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | column -t -s '|'

verify: $(RELEASE)/build.ninja ## check every scenario under every model, and recorded answers; regenerates REPORT.md, docs/pictures and docs/coverage.md
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	$(RELEASE)/ringcheck $(VERIFY_ARGS)
	$(RELEASE)/ringcheck list coverage --markdown > docs/coverage.md
	$(RELEASE)/ringcheck $(CONFORM_ARGS)

quick: ## in about a minute: what A, B, C and D of the ring need under every model
	@scripts/install_packages.sh quick
	test -f build/quick/build.ninja || cmake --preset quick
	cmake --build build/quick --parallel $(JOBS)
	build/quick/ringcheck-quick $(QUICK_ARGS) || [ $$? = 1 ]  # 1: Linux's own plan is not enough, which it says

conform: $(RELEASE)/build.ninja ## hold the specification against recorded answers of kernels
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	$(RELEASE)/ringcheck $(CONFORM_ARGS)

report: $(RELEASE)/build.ninja ## ... and the same as a site, with each execution to step through: build/report/index.html
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	$(RELEASE)/ringcheck $(VERIFY_ARGS) --pages $(PAGES)
	@echo "open $(PAGES)/index.html"

test: $(RELEASE)/build.ninja packages-source ## build everything and run all tests
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS)
	$(CTEST) --test-dir $(RELEASE)

kernel: $(RELEASE)/build.ninja packages-kernel packages-source ## hold Linux 6.1's and 6.12's own source against the specification
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck ringcheck_llvm
	$(foreach version,$(KERNELS),scripts/unpack_kernel.sh $(version) build/kernel &&) \
	  $(RELEASE)/ringcheck kernel $(KERNEL_ARGS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --findings $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring --scenario perf-ring-full --scenario perf-ring-nested $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring --model lkmm --param A=acquire $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-32 --scenario perf-ring-until-equal --scenario aux-ring-32 \
	  --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-until-equal --model $(KERNEL_MODELS) --param reader=until-equal-as-longs \
	  $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-32 --scenario aux-ring-32 --model sc,x86-tso,armv8 --param halves=high-first \
	  $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-32 --scenario aux-ring-32 --model armv8 --barriers $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-overrun --model x86-tso $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-overrun --model x86-tso --param reserve=head-first $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring --param reader=each --param records=3 $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-overwrite --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-overwrite --model $(KERNEL_MODELS) --param grace=yes $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-overwrite --model $(KERNEL_MODELS) --param grace=yes --param resume=release \
	  $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup --scenario perf-wakeup-full --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-full --scenario perf-wakeup --model lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup --model $(KERNEL_MODELS),lkmm --param flag=release $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup --model lkmm --param records=2 --param polls=1 $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-full --model $(KERNEL_MODELS),lkmm --param refusal=wakes $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-nested --model $(KERNEL_MODELS),lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-nested --model sc,x86-tso --param stamp=before-nest $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-nested --model armv8 --param stamp=before-nest --param flag=release $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-stamp --model sc $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-moved --model $(KERNEL_MODELS),lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-moved --model $(KERNEL_MODELS),lkmm --param due=exchange $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-lost --model $(KERNEL_MODELS),lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-wakeup-stamp --model sc --param compare=signed $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring-lost --model $(KERNEL_MODELS),lkmm --param lost=taken-first $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --scenario mmap-close-twice --scenario redirect-walked \
	  --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model $(KERNEL_MODELS) --param observer=getter $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model $(KERNEL_MODELS) --param redirect=own-off $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model $(KERNEL_MODELS) --param redirect=away $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model $(KERNEL_MODELS) --param redirect=off-on $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-lifetime --model $(KERNEL_MODELS) --param closers=other --param redirect=none \
	  $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-close-twice --model $(KERNEL_MODELS) --param close=under-mutex $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario mmap-close-twice --model $(KERNEL_MODELS) --param redirect=none $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario redirect-walked --model lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-ring --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-cadence --model $(KERNEL_MODELS),lkmm $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-cadence --model sc,x86-tso,armv8 --param transactions=4 --param watermark=2 $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-cadence --model $(KERNEL_MODELS) --param second=skip --param flag=release \
	  $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-records --model $(KERNEL_MODELS) $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-records --model $(KERNEL_MODELS) --param reader=by-record $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-records --model lkmm --param transactions=1 $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario aux-ring --model x86-tso,armv8,riscv,power --param writer=copy --barriers $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring --model x86-tso,armv8,power --barriers $(KERNEL_TREES)
	$(RELEASE)/ringcheck kernel --scenario perf-ring --model lkmm --param records=3 --barriers $(KERNEL_TREES)

kernel-changes: kernel ## ... and whether it notices changes of one token of the kernel's ring_buffer.c
	$(RELEASE)/ringcheck kernel --changes kernel/events/ring_buffer.c --most $(KERNEL_CHANGES) --programs 3000 $(KERNEL_TREES)

web-test: $(RELEASE)/build.ninja packages-source ## explorers and the site in a headless browser; IF_POSSIBLE=1 passes without one
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck ringcheck_llvm
	IF_POSSIBLE=$(IF_POSSIBLE) scripts/web_test.sh $(RELEASE)/ringcheck build/web

cluster-test: $(RELEASE)/build.ninja packages-source ## shards under Slurm (losses on the way), GNU parallel and the other pages' commands; IF_POSSIBLE=1 passes without Slurm
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	IF_POSSIBLE=$(IF_POSSIBLE) scripts/cluster_test.sh $(RELEASE)/ringcheck
	IF_POSSIBLE=$(IF_POSSIBLE) scripts/cluster_pages_test.sh $(RELEASE)/ringcheck

cluster-bench: $(RELEASE)/build.ninja packages-source ## what shards cost, and the plan of a cluster held against measurements (docs/cluster.md)
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	scripts/measure_shards.py overhead $(RELEASE)/ringcheck 100 spsc-ring --model sc --param records=$(BENCH_RECORDS) --param polls=$(BENCH_RECORDS)
	scripts/measure_shards.py prediction $(RELEASE)/ringcheck 48 spsc-ring --model sc --param records=9 --param polls=9
	scripts/measure_shards.py gather $(RELEASE)/ringcheck 10000 spsc-ring --model sc --param records=7 --param polls=7

outsiders: build/outsiders/build.ninja ## draw OUTSIDERS changes of the specification by OUTSIDERS_SEED: does a property notice each?
	cmake --build build/outsiders --parallel $(JOBS) --target ringcheck
	build/outsiders/ringcheck mutants --outsiders $(OUTSIDERS) --seed $(OUTSIDERS_SEED) $(OUTSIDERS_ARGS)

build/outsiders/build.ninja: | packages-test
	cmake --preset release -B build/outsiders -D RINGCHECK_OUTSIDERS=ON -D RINGCHECK_TESTS=OFF -D RINGCHECK_BENCH=OFF

bench: $(RELEASE)/build.ninja ## run the benchmarks
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck_bench
	$(RELEASE)/ringcheck_bench $(BENCH_ARGS)

bench-compare: $(RELEASE)/build.ninja ## ... and ringcheck beside GenMC, Nidhugg and herd7, as far as they are on PATH
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck ringcheck_llvm
	bench/compare.py $(RELEASE)/ringcheck $(COMPARE_ARGS)

install: $(RELEASE)/build.ninja packages-source ## install the command and the library below PREFIX (/usr/local)
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck ringcheck_lib_ringcheck
	cmake --install $(RELEASE) --prefix $(PREFIX)

portable: $(RELEASE)/build.ninja packages-source ## an archive of the command with its libraries, for other Linux systems, in build/portable
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck
	scripts/portable.sh $(RELEASE) build/portable $$($(RELEASE)/ringcheck --version | cut -d' ' -f2)

static: build/static/build.ninja ## the command as one file that needs no library; `check` and `kernel` do not work in it: build/static/ringcheck
	cmake --build build/static --parallel $(JOBS) --target ringcheck

deb: $(RELEASE)/build.ninja packages-source ## Debian packages of the command and of the library, in build/release
	cmake $(RELEASE)
	cmake --build $(RELEASE) --parallel $(JOBS) --target ringcheck ringcheck_lib_ringcheck
	cd $(RELEASE) && cpack

format: packages-lint ## rewrite all sources with clang-format
	$(SOURCES) | xargs -0 --no-run-if-empty clang-format -i

format-check: packages-lint ## fail when a source is not formatted
	$(SOURCES) | xargs -0 --no-run-if-empty clang-format --dry-run --Werror

tidy: build/tidy/build.ninja ## clang-tidy on every source
	cmake --build build/tidy --target ringcheck_embedded
	run-clang-tidy-19 -quiet -p build/tidy -j $(JOBS) $(TIDY_ARGS)

asan: build/asan-ubsan/build.ninja ## all tests under the address and undefined-behaviour sanitizers
	cmake --build build/asan-ubsan --parallel $(JOBS)
	ASAN_OPTIONS=intercept_tls_get_addr=0 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp $(CTEST) --test-dir build/asan-ubsan

tsan: build/tsan/build.ninja ## the tests of the explorer and of checks, with workers, under the thread sanitizer
	cmake --build build/tsan --parallel $(JOBS) --target test_explore test_check
	TSAN_OPTIONS=suppressions=$(CURDIR)/tests/tsan.supp $(CTEST) -L '^(explore|check)$$' -LE '^slow$$' \
	  --test-dir build/tsan

clean: ## remove all build directories
	rm -rf build

packages-test:
	@scripts/install_packages.sh build test
packages-source:
	@scripts/install_packages.sh source
packages-kernel:
	@scripts/install_packages.sh kernel
packages-lint:
	@scripts/install_packages.sh lint

build/tidy/build.ninja: | packages-lint

# Order-only: a build directory that is there is used as it is; the build itself reconfigures when needed.
build/%/build.ninja: | packages-test
	cmake --preset $*
