# Every target sets up what it needs in $(VENV), and does so once: the files named .have-* inside
# it tell what is there already.

PYTHON ?= python3
VENV ?= .venv
WHEEL_VENV ?= $(VENV)-wheel
PYTEST_ARGS ?=
# Processes that run the tests; 0 runs them in one, where they can be debugged.
PYTEST_JOBS ?= auto
PERFT_NODES ?= 1000000000

bin := $(VENV)/bin
pip := $(bin)/python -m pip --quiet --disable-pip-version-check

# What the compiled parts are made from: a change here means building anew.
build_sources := pyproject.toml setup.py damas_cli/_cython.py $(wildcard grammar/*.lark) \
  $(wildcard damas_cli/rules/kernel/*.py damas_cli/rules/kernel/*.pxd damas_cli/rules/kernel/*.h) \
  $(wildcard damas_cli/rules/kernels.py damas_cli/rules/family.py damas_cli/rules/variants/*.toml) \
  $(wildcard damas_cli/pdn/driver*.py damas_cli/pdn/*.pxd damas_cli/pdn/tables.py) \
  $(wildcard damas_cli/locale/*/LC_MESSAGES/*.po) \
  $(wildcard damas_cli/pdn/compiler.py damas_cli/pdn/automaton.py)
# The wheel holds all the rest, too.
wheel_sources := $(build_sources) README.md LICENSE docs/man/damas.1 $(shell find damas_cli -name '*.py')

.PHONY: help demo test perft lint bench messages man wheel clean

help:  ## List these targets
	@echo "Usage: make TARGET [PYTHON=python3.12] [VENV=.venv]"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 12

demo: $(VENV)/.have-damas  ## Install damas here and check the sample tournament with it
	$(bin)/damas check --exit-zero examples/
	@echo "damas is in $(bin): $(bin)/damas --help"

test: $(VENV)/.have-test  ## Run all tests
	$(bin)/python -m pytest --numprocesses $(PYTEST_JOBS) --dist worksteal $(PYTEST_ARGS)

perft: $(VENV)/.have-damas  ## Check the published counts of all variants up to PERFT_NODES
	@for suite in $(wildcard tests/data/perft/*.tsv); do \
	  case $$suite in */landing_paths.tsv) continue; esac; \
	  echo "$$suite"; \
	  $(bin)/damas perft --max-nodes $(PERFT_NODES) --suite $$suite >$(VENV)/perft.txt || \
	    { grep DIFFERENT $(VENV)/perft.txt; exit 1; }; \
	done

lint: $(VENV)/.have-lint  ## Run ruff and mypy
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy

bench: $(VENV)/.have-test $(WHEEL_VENV)/.have-wheel  ## Measure speed, memory and start-up
	DAMAS_WHEEL_BIN=$(WHEEL_VENV)/bin $(bin)/python -m pytest --benchmark-enable -s \
	  tests/benchmarks $(PYTEST_ARGS)

messages: $(VENV)/.have-test  ## Bring the catalogue of translations up to what the code says
	$(bin)/python -m tests.test_translations

man: $(VENV)/.have-damas  ## Write the manual page anew, the Spanish one in build/man
	@mkdir -p docs/man build/man/es/man1
	$(bin)/python -m damas_cli.cli.manpage en >docs/man/damas.1
	$(bin)/python -m damas_cli.cli.manpage es >build/man/es/man1/damas.1

wheel: dist/.have-wheel  ## Build a wheel in dist/

clean:  ## Remove everything that was made, the environments too
	rm -rf $(VENV) $(WHEEL_VENV) build dist *.egg-info .benchmarks .hypothesis .mypy_cache \
	  .pytest_cache .ruff_cache
	find damas_cli tests -name '*.so' -delete -o -name '_tables.py' -delete -o -name '*.mo' -delete
	find damas_cli tests -depth -name __pycache__ -exec rm -r {} +

$(VENV)/.have-venv:
	@$(PYTHON) .ci/prerequisites.py
	@echo "Making an environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Editable: what runs is this folder, with its compiled modules in place.
$(VENV)/.have-damas: $(VENV)/.have-venv $(build_sources)
	@echo "Building damas; this takes a minute or two"
	@$(pip) install --editable .
	@touch $@

$(VENV)/.have-test $(VENV)/.have-lint: $(VENV)/.have-%: $(VENV)/.have-damas
	@echo "Installing what 'make $*' needs"
	@$(pip) install $$($(bin)/python .ci/extra.py $*)
	@touch $@

dist/.have-wheel: $(VENV)/.have-venv $(wheel_sources)
	@rm -rf dist
	@echo "Building a wheel; this takes a minute or two"
	@$(pip) wheel --no-deps --wheel-dir dist .
	@touch $@
	@ls dist/*.whl

$(WHEEL_VENV)/.have-wheel: dist/.have-wheel
	@rm -rf $(WHEEL_VENV)
	@$(PYTHON) -m venv $(WHEEL_VENV)
	@$(WHEEL_VENV)/bin/python -m pip --quiet --disable-pip-version-check install dist/*.whl
	@touch $@
