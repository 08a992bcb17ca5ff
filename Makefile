# The interface to everything a developer does. `make check` is what must pass.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
RUST := $(shell git ls-files --cached --others --exclude-standard '*.rs')

.PHONY: help check lint test test-rust test-python format install docs site bench clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 16

check: lint test ## everything that must pass

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

install: $(BIN)/python ## build the package into the virtual environment, with what the tests need
	$(BIN)/pip install --quiet '.[test]'

lint: install ## formatting, lints and types
	rustfmt --edition 2024 --check $(RUST)
	cargo clippy --locked --workspace --all-targets -- -D warnings
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

docs: install ## make the pages that come from the table of measures
	$(BIN)/python -W ignore docs/generate.py

site: $(BIN)/python ## build the site of the documentation into site/
	$(BIN)/pip install --quiet '.[docs]'
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs site

bench: install ## time this tool against the peers
	$(BIN)/pip install --quiet '.[bench]'
	$(BIN)/python benchmarks/compare.py

clean: ## remove what was built
	rm -rf $(VENV) target dist site
