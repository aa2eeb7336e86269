# Two commands do all the set-up on a machine with Python 3.11+, git and make:
#   make demo   makes the environment, indexes a real project and searches it
#   make test   runs every test that needs no editor

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CORPUS := .cache/ansible-core-2.14.3
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test editors test-editors lint bench format clean

demo: $(READY) $(CORPUS)
	@cd $(CORPUS) && $(CURDIR)/docs/demo.sh $(CURDIR)/$(BIN)/stemguard

test: $(READY) $(CORPUS)
	$(BIN)/python -m pytest -n auto --dist worksteal -q

# Installs the editors and makes what their users install.
editors: $(READY)
	tests/editors/install.sh .cache/editors dist/editors

test-editors: editors $(CORPUS)
	$(BIN)/python -m pip install -q -e '.[editors]'
	$(BIN)/python -m pytest -n 2 --dist loadgroup -q --durations=10 tests/editors

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(READY) $(CORPUS)
	$(BIN)/python -m bench.relevance
	$(BIN)/python -m bench.figures
	$(BIN)/python -m bench.live
	$(BIN)/python -m bench.remembering

format: $(READY)
	$(BIN)/ruff check --fix -q .
	$(BIN)/ruff format -q .

clean:
	rm -rf $(VENV) .cache build dist

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -e '.[languages,test,lint,bench]'
	touch $@

$(CORPUS): | $(READY)
	mkdir -p .cache
	$(BIN)/python -m pip download -q --no-deps --no-binary :all: -d .cache ansible-core==2.14.3
	tar -xzf .cache/ansible-core-2.14.3.tar.gz -C .cache
