# Two commands on a fresh machine with Python 3.11 or newer: `make demo` and `make test`.
#
# The package is installed as users get it, from a wheel and not in place, into .venv; again whenever a source changed.
# Only the first run and a change of the requirements need a network.

PYTHON ?= python3
PYTEST_ARGS ?=
PYTEST := -m pytest -n auto --dist worksteal
BENCH ?= benchmarks/results/short
FRESH ?=
DOCS_OUT ?= docs/_build/html
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CONSTRAINTS := $(wildcard constraints.txt)
# Python compiles what it imports, once; pip would compile all of it, which takes longer than the rest of the installation.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(PIP) install --no-compile $(CONSTRAINTS:%=--constraint %)
# -L: src/rookery has links to the other folders of the package
SOURCES := $(shell find -L src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
FOLDERS := $(shell find -L src -type d -not -name __pycache__ -not -name '*.egg-info')

.PHONY: help demo test check coverage fuzz bench sample docs install release clean

help:  ## Show what can be made.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "PYTHON=python3.12 make ... takes another interpreter; PYTEST_ARGS='-k board' make test selects tests."

demo: install  ## Place queens and guard the board by each backend, and compare the answers.
	@$(BIN)/rookery demo
	@echo "now yours: $(BIN)/rookery solve placement --piece queen --board 8 --count 8"

# -P keeps the checkout off the import path: the tests see what is installed and nothing else.
# The kernels are compiled first, by all cores; PYTEST_ARGS='-n 0' runs the tests one after the other.
test: install $(VENV)/.tests  ## Run all tests but the slow ones, in about five minutes.
	@$(BIN)/rookery doctor --warm
	$(BIN)/python -P $(PYTEST) $(PYTEST_ARGS)

check:  ## Run all that a change must pass: every test, format, lint, layers, types, documentation.
	.ci/run

# Processes that tests start are measured as well; compiled kernels are not.
coverage: install $(VENV)/.tests $(VENV)/.dev  ## Run every test and show the lines that none runs.
	$(BIN)/python -P -m coverage erase
	$(BIN)/python -P -m coverage run $(PYTEST) -m '' $(PYTEST_ARGS)
	$(BIN)/python -P -m coverage combine --quiet
	$(BIN)/python -P -m coverage report

# hypothesis keeps what it finds in .hypothesis and tries it first in the next run.
fuzz: install $(VENV)/.tests  ## Put thousands of random questions, others in each run, to all backends and to an oracle.
	HYPOTHESIS_PROFILE=explore $(BIN)/python -P $(PYTEST) -m '' tests/answers/test_random_cases.py tests/answers/test_promises.py $(PYTEST_ARGS)

# A campaign of its own folder: a second `make bench` goes on where the first one ended; FRESH=--fresh starts over.
bench: install  ## Run the short benchmark, in some minutes, and write its report.
	$(BIN)/rookery compare benchmarks/campaigns/short.toml --out $(BENCH) $(FRESH)

sample: install  ## Write a sample of a report, from a campaign of half a minute.
	$(BIN)/rookery compare benchmarks/campaigns/sample.toml --out benchmarks/results/sample $(FRESH) || test $$? -eq 4
	$(BIN)/rookery report benchmarks/results/sample --html benchmarks/results/sample-report.html
	@echo benchmarks/results/sample-report.html

# Warnings are errors. Each example of a page runs, and one that fails stops the build; the pages need no network.
# -E: a build on top of an earlier one loses the words of the index of pages that did not change.
# DOCS_OUT=... writes them elsewhere.
docs: install $(VENV)/.docs  ## Make the documentation in docs/_build/html, and run its examples.
	$(BIN)/python -P -m sphinx -E -b html -d docs/_build/doctrees -j 2 -W --keep-going -q docs $(DOCS_OUT)
	@echo "$(DOCS_OUT)/index.html"

$(VENV)/.docs: $(VENV)/.libraries | $(VENV)/.installed
	@$(BIN)/python -c 'import furo, myst_nb, sphinx_click, highspy' 2>/dev/null || $(INSTALL) 'rookery-cp[docs]'
	@touch $@

install: $(VENV)/.installed  ## Make .venv with the package and its libraries.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "rookery needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What users need and no more, and setuptools, so that building the package later needs no network.
$(VENV)/.libraries: $(VENV)/.created pyproject.toml $(CONSTRAINTS)
	@echo "installing the libraries that rookery needs into $(VENV); this takes half a minute, once"
	$(INSTALL) 'setuptools>=77' .
	@touch $@

# What the tests need beside it: checkers of types, a browser's driver, notebooks.
$(VENV)/.tests: $(VENV)/.libraries | $(VENV)/.installed
	@echo "installing what the tests need into $(VENV), once"
	$(INSTALL) 'rookery-cp[test]'
	@touch $@

# The tools of .ci/run.
$(VENV)/.dev: $(VENV)/.tests | $(VENV)/.installed
	$(INSTALL) 'rookery-cp[dev]'
	@touch $@

# build/ and the installed folder may hold modules that are gone by now.
# The distribution was once named `rookery`: what says so is removed.
$(VENV)/.installed: $(VENV)/.libraries $(SOURCES) $(FOLDERS)
	@rm -rf build/lib build/bdist.*
	-@$(PIP) uninstall --yes rookery-cp
	@rm -rf $(VENV)/lib/python*/site-packages/rookery $(VENV)/lib/python*/site-packages/rookery-0.*.dist-info
	$(PIP) install --no-index --no-deps --no-build-isolation .
	@rm -rf build/lib build/bdist.*
	@touch $@

# Nothing is published. The workflow `release` also installs the wheel in a clean environment and runs the demo there.
release: $(VENV)/.dev  ## Build the wheel and the source distribution into dist/, and check their metadata.
	@$(BIN)/python -c 'import twine' 2>/dev/null || $(INSTALL) 'twine>=6.1'
	rm -rf build dist
	$(BIN)/python -P -m build --no-isolation
	$(BIN)/python -P -m twine check --strict dist/*

clean:  ## Remove .venv and everything that was built.
	rm -rf docs/_build docs/_made
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.*
	find -L src tests -name __pycache__ -type d -prune -exec rm -rf {} +
