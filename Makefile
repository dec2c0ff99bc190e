# Two commands on a fresh machine with Python 3.11 or newer: `make demo` and `make test`.
#
# The package is installed as users get it, from a wheel and not in place, into .venv; again whenever a source changed.
# Only the first run and a change of the requirements need a network.

PYTHON ?= python3
PYTEST_ARGS ?=
PYTEST := -m pytest -n auto --dist worksteal
BENCH ?= benchmarks/results/short
FRESH ?=
MUTANTS ?=
SECONDS ?= inf
SEED ?= 1
FUZZ ?=
MODELS ?= 100
DOCS_OUT ?= docs/_build/html
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CONSTRAINTS := $(wildcard constraints.txt)
# Python compiles what it imports, once; pip would compile all of it, which takes longer than the rest of the installation.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(PIP) install --no-compile $(CONSTRAINTS:%=--constraint %)
listed = $$($(BIN)/python -c 'import tomllib; \
  extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
  print(*(each for name in "$(1)".split() for each in extras[name]))')
SOURCES := $(shell find src core models certificates backends compare -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
FOLDERS := $(shell find src core models certificates backends compare -type d -not -name __pycache__ -not -name '*.egg-info')

.PHONY: help demo test rest test-all quick long coverage mutants fuzz bench sample docs install release clean

help:  ## Show what can be made.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "PYTHON=python3.12 make ... takes another interpreter; PYTEST_ARGS='-k board' make test selects tests."

demo: install  ## Place queens and guard the board by each backend, and compare the answers.
	@$(BIN)/rookery demo

# -P keeps the checkout off the import path: the tests see what is installed and nothing else. One worker more than there
# are cores, each taking over what others have not begun; PYTEST_ARGS='-n 0' runs them one after the other.
# What `make test` leaves out shows what it shows at more places: the rule is in CONTRIBUTING.md.
# The kernels are compiled first, by all cores: tests that wait for one search meanwhile as plain Python, which takes longer.
test: install  ## Run each test on the installed package, in minutes: of the cases of a test, each value once.
	@$(BIN)/rookery doctor --warm
	$(BIN)/python -P $(PYTEST) -m "not full and not long" $(PYTEST_ARGS)

rest: install  ## Run what `make test` leaves out.
	$(BIN)/python -P $(PYTEST) -m "full and not long" $(PYTEST_ARGS)

test-all: test rest  ## Run the whole suite, every case of every test.

quick: install  ## Run the fast tests alone, in about a minute: nothing slow, no browser.
	$(BIN)/python -P $(PYTEST) -m "not slow and not browser and not full and not long" $(PYTEST_ARGS)

long: install  ## Run what takes minutes, such as many kills and long searches, and the cases that `make test-all` leaves out.
	$(BIN)/python -P $(PYTEST) -m long $(PYTEST_ARGS)

# Processes that tests start are measured as well; compiled kernels are not: their tests in plain Python come second.
coverage: install  ## Run the whole suite and show the lines that no test runs.
	@$(BIN)/python -c 'import coverage' 2>/dev/null || $(INSTALL) 'coverage>=7.10'
	$(BIN)/python -P -m coverage erase
	$(BIN)/python -P -m coverage run $(PYTEST) $(PYTEST_ARGS)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -P -m coverage run $(PYTEST) -m nojit -k backtracking $(PYTEST_ARGS)
	$(BIN)/python -P -m coverage combine --quiet
	$(BIN)/python -P -m coverage report

# What was learnt is kept in .mutants.json: a run that was cut short goes on; MUTANTS=--fresh starts over.
mutants: install  ## Break the sources on purpose at many places, and see that a test fails.
	$(BIN)/python -P tools/mutation.py $(MUTANTS)

# SECONDS=600 stops it; SEED=7 draws other problems; FUZZ='--family border --plain' says more. What is found is kept in
# .fuzz-findings.jsonl, and FUZZ='--replay .fuzz-findings.jsonl' tries it again. FUZZ='--leg certificates' writes,
# verifies and damages certificates instead. MODELS=1000 has more exports solved by foreign readers.
fuzz: install  ## Put random problems to all backends and to an oracle, without end or for SECONDS=...
	PYTHONPATH=tests/support $(BIN)/python -P -m fuzz.places --seconds $(SECONDS) --seed $(SEED)
	PYTHONPATH=tests/support $(BIN)/python -P -m fuzz.exports --seconds $(SECONDS) --seed $(SEED) --models $(MODELS)
	PYTHONPATH=tests/support $(BIN)/python -P -m fuzz --seconds $(SECONDS) --seed $(SEED) $(FUZZ)

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

$(VENV)/.docs: $(VENV)/.libraries
	@$(BIN)/python -c 'import furo, myst_nb, highspy' 2>/dev/null || $(INSTALL) $(call listed,docs)
	@touch $@

install: $(VENV)/.installed  ## Make .venv with the package and its libraries.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "rookery needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What users need and no more, and setuptools, so that building the package later needs no network.
$(VENV)/.libraries: $(VENV)/.created pyproject.toml setup.py $(CONSTRAINTS)
	@echo "installing the libraries that rookery needs into $(VENV); this takes half a minute, once"
	$(INSTALL) 'setuptools>=77' $(call listed,core all)
	@touch $@

# What the tests need beside it: checkers of types, a browser's driver, notebooks.
$(VENV)/.tests: $(VENV)/.libraries
	@echo "installing what the tests need into $(VENV), once"
	$(INSTALL) $(call listed,test)
	@touch $@

test rest quick long coverage mutants fuzz: $(VENV)/.tests

# build/ and the installed folder may hold modules that are gone by now.
# The distribution was once named `rookery`: what says so is removed.
$(VENV)/.installed: $(VENV)/.libraries $(SOURCES) $(FOLDERS)
	@rm -rf build/lib build/bdist.*
	-@$(PIP) uninstall --yes rookery-cp
	@rm -rf $(VENV)/lib/python*/site-packages/rookery $(VENV)/lib/python*/site-packages/rookery-0.*.dist-info
	$(PIP) install --no-index --no-deps --no-build-isolation .
	@rm -rf build/lib build/bdist.*
	@touch $@

# Nothing is published: dist/ holds the files and their digests. Twine, and the libraries for the trial, need a network.
release: install $(VENV)/.tests  ## Build wheel and source distribution into dist/, twice, and check both as users would.
	@$(BIN)/python -c 'import twine' 2>/dev/null || $(INSTALL) $(call listed,release)
	$(BIN)/python -P tools/release.py

clean:  ## Remove .venv and everything that was built.
	rm -rf docs/_build docs/_made docs/reference docs/results docs/house
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .mutants.json .fuzz-findings.jsonl .coverage .coverage.*
	find src core models certificates backends compare tests -name __pycache__ -type d -prune -exec rm -rf {} +
