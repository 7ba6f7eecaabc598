# Short names for what cmake does; CMakePresets.json holds the configurations.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
FORMATTED = $(shell find include src cli tests fuzz bench reproduce -name '*.[ch]' 2>/dev/null)

.PHONY: all core charts demo test test-long python bench install uninstall clean format setup release debug asan tsan coverage fuzz

all: release

# The packages of the program and of the tests, where they are missing.
setup:
	@scripts/setup.sh test

# The program and the library; neither the tests nor their libraries.
release:
	cmake --preset release -DARDOR_TESTS_REQUIRED=OFF
	cmake --build --preset release -j $(JOBS) --target ardor-cli

# The library for packages of other languages, in build-core.
core:
	@scripts/setup.sh core
	cmake --preset core
	cmake --build --preset core -j $(JOBS)

# What draws the charts of reports, of npm, into build/npm: where Debian's libjs-vega is missing. The next build takes it up.
charts:
	@mkdir -p build/npm && cp cmake/vega/package.json cmake/vega/package-lock.json build/npm
	npm ci --ignore-scripts --no-audit --no-fund --prefix build/npm

demo:
	@scripts/setup.sh
	@scripts/build.sh $(JOBS)
	@scripts/demo.sh build/ardor build/demo

test: setup
	cmake --preset release -DBUILD_TESTING=ON -DARDOR_TESTS_REQUIRED=ON
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS)

# The Python package: its packages where they are missing, the library, the package in build/venv, its tests.
python:
	@scripts/setup.sh python
	cmake --preset release -DARDOR_TESTS_REQUIRED=OFF
	cmake --build --preset release -j $(JOBS) --target ardor-cli
	@scripts/python.sh build

# All that takes longer: sanitizers, runs killed at random moments, labels without a meaning, permuted labels and halves, the profile
# core, the long tests of the Python package, bare systems (the Python package on them too), coverage, planted faults, a while of
# fuzzing.
test-long: test asan tsan
	@tests/long/kills.sh "$(CURDIR)/build/ardor" "$(CURDIR)"
	@tests/long/null-labels.sh "$(CURDIR)/build/ardor" "$(CURDIR)"
	@tests/long/null-intervals.sh "$(CURDIR)/build/ardor" "$(CURDIR)"
	@tests/long/resampled.sh "$(CURDIR)/build/ardor" "$(CURDIR)"
	@tests/long/report.sh "$(CURDIR)"
	@tests/long/core.sh
	@scripts/setup.sh python && scripts/python.sh build -m long
	@tests/long/bare.sh
	@tests/long/python.sh
	@$(MAKE) --no-print-directory coverage MINIMUM=98.5
	@JOBS=$(JOBS) scripts/mutants.sh
	@$(MAKE) --no-print-directory fuzz

# Speed and memory against their limits; bench/README.md says what the figures mean.
bench:
	cmake --preset release -DARDOR_BENCH=ON
	cmake --build --preset release -j $(JOBS)
	cmake --build --preset release --target bench

# The prefix is chosen at installation: make install PREFIX=... [DESTDIR=...]
install: release
	cmake --install build --prefix "$(PREFIX)"
	@scripts/installed.sh build

uninstall:
	@scripts/uninstall.sh build

debug asan tsan fuzz:
	cmake --preset $@
	cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS)

# make coverage MINIMUM=85 fails under 85 % of the lines of src/.
coverage:
	cmake --preset coverage -DARDOR_COVERAGE_MINIMUM=$(or $(MINIMUM),0)
	cmake --build --preset coverage -j $(JOBS)

format:
	clang-format -i $(FORMATTED)

clean:
	rm -rf build build-core build-debug build-asan build-tsan build-coverage build-fuzz build-mutants
