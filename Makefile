# The interface to everything a developer does. `make check` is what must pass.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SECONDS ?= 600
TREC_EVAL ?= trec_eval
RUST := $(shell git ls-files --cached --others --exclude-standard '*.rs')

.PHONY: help check lint test test-rust test-python format install peers docs site fuzz bench clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 16

check: lint test ## everything that must pass

$(BIN)/python:
	$(PYTHON) -m venv --upgrade-deps $(VENV)

install: $(BIN)/python ## build the package into the virtual environment, with what the tests need
	$(BIN)/pip install --quiet '.[test]'

lint: install ## formatting, lints and types
	rustfmt --edition 2024 --check $(RUST)
	cargo clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --quiet --no-deps -p rtreceval-core
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest rtreceval

test: test-rust test-python ## all tests

test-rust: ## tests of the core
	cargo test --locked --quiet -p rtreceval-core

test-python: install ## tests of the package and the command line
	$(BIN)/python -m pytest -q

format: $(BIN)/python ## format all sources
	rustfmt --edition 2024 $(RUST)
	$(BIN)/ruff format .

peers: install ## the tests against tools that are large
	$(BIN)/pip install --quiet '.[test,peers]'
	$(BIN)/python -m pytest -q tests/test_peers_ranx.py tests/test_peers_libraries.py tests/test_docs_pages.py

docs: install ## make the pages that are generated
	$(BIN)/pip install --quiet '.[test,peers]'
	$(BIN)/python -W ignore docs/generate.py
	$(BIN)/python docs/bad_inputs.py --own

fuzz: ## feed the readers made-up input, for SECONDS each (needs cargo-fuzz and a nightly Rust)
	cd rust/fuzz && mkdir -p corpus/run corpus/qrels corpus/request
	cp trec_fixtures/*.run rust/fuzz/corpus/run
	cp trec_fixtures/*.qrels trec_fixtures/prefs/small.* rust/fuzz/corpus/qrels
	split -l 1 -a 3 rust/fuzz/requests.txt rust/fuzz/corpus/request/
	cargo +nightly fuzz run --fuzz-dir rust/fuzz -s none run -- -max_total_time=$(SECONDS) -max_len=2048
	cargo +nightly fuzz run --fuzz-dir rust/fuzz -s none qrels -- -max_total_time=$(SECONDS) -max_len=2048
	cargo +nightly fuzz run --fuzz-dir rust/fuzz -s none request -- -max_total_time=$(SECONDS) -max_len=200

site: $(BIN)/python ## build the site of the documentation into site/
	$(BIN)/pip install --quiet '.[docs]'
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs site

bench: install ## time this tool against the peers, all of benchmarks/README.md, for half an hour
	$(BIN)/pip install --quiet '.[bench]'
	$(BIN)/python benchmarks/compare.py all --trec-eval "$(TREC_EVAL)"

clean: ## remove what was built
	rm -rf $(VENV) target dist site
