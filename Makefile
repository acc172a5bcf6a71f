# `make run` is all a visitor needs; `make check` and `make test` are what CI runs.
# Needs Python 3.11 or newer and make. Everything else comes into .venv.

# The first Python that runs and is new enough: a name on the PATH alone says nothing (pyenv's shims).
PYTHON ?= $(or $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done),python3)
BIN := .venv/bin

# Tests start the site's programs again and again; each would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test test-fast faults simulate check format bench screens pictures messages browser audit

help:
	@echo "make run          the whole site on this machine (PORT, HOST, YUHUAN_DATA, or your own DATABASE_URL, REDIS_URL)"
	@echo "make test         every test, on real servers and a real browser"
	@echo "make test-fast    without the slow ones and the browser"
	@echo "make faults       the long checks in full: crashes, leaks, timing, frames"
	@echo "make simulate     one simulated evening again, by its SEED"
	@echo "make check        format, lint, types, imports, migrations, deployment settings"
	@echo "make format       let ruff format"
	@echo "make audit        known vulnerabilities of what is pinned; needs the internet"
	@echo "make bench        the figures we claim"
	@echo "make screens      every page at five sizes in both themes, into screenshots/index.html"
	@echo "make pictures     the README's pictures, into docs/img"

setup: .venv/dev.stamp

# A stamp a set of requirements: installed again when one of the files changes.
.venv/local.stamp: requirements.txt requirements-local.txt | .venv/made.stamp
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.txt -r requirements-local.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt .venv/local.stamp
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.venv/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv .venv
	@touch $@

run: .venv/local.stamp
	@exec $(BIN)/python -m yuhuan_site.stack

# More workers than cores, for some tests mostly wait; with twice as many they stand in each other's way.
PARALLEL := -n 3 --dist loadfile --no-loadscope-reorder --durations=12

test: .venv/dev.stamp browser
	$(BIN)/python -m pytest $(PARALLEL)

test-fast: .venv/dev.stamp browser
	$(BIN)/python -m pytest $(PARALLEL) -m "not slow and not browser"

# One after another: they measure. FULL=1 is read by tests/sizes.py. FAULT_MINUTES=30 ends the crashes sooner.
faults: .venv/dev.stamp
	FULL=1 $(BIN)/python -m pytest -n 0 -s tests/faults tests/games/test_frame_fuzz.py tests/games/test_timing.py tests/games/test_privacy.py tests/simulation tests/browser/test_every_page.py

# One evening again that failed: make simulate SEED=17
simulate: .venv/dev.stamp
	FULL=1 SEED=$(SEED) $(BIN)/python -m pytest -n 0 -s tests/simulation -k evenings_of_faults

browser: .venv/dev.stamp
	@$(BIN)/python tools/find_browser.py --install

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/check_deployment.py

# Not part of `check`: what is found may be of today, and it needs the internet.
audit:
	@test -x .venv-audit/bin/pip-audit || ($(PYTHON) -m venv .venv-audit && .venv-audit/bin/pip install -q -r requirements-audit.txt)
	.venv-audit/bin/pip-audit --strict --progress-spinner off -r requirements.txt

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/dev.stamp
	-$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-bench.txt
	-cd benchmarks/peers && npm install --no-package-lock --no-fund --no-audit --silent
	@for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# Pictures of an earlier run would stand among those of this one.
screens: .venv/dev.stamp browser
	rm -rf screenshots/screens
	$(BIN)/python -m pytest -n 2 --dist load tests/browser/screens.py
	@echo "look at screenshots/index.html"

pictures: .venv/dev.stamp browser
	$(BIN)/python -m pytest -n 0 tests/browser/pictures.py

# Collects what is to be translated into locale/, and compiles it. Needs GNU gettext.
messages: .venv/dev.stamp
	$(BIN)/python manage.py makemessages -l zh_Hans --no-location --no-obsolete -i .venv -i staticfiles -i tests
	$(BIN)/python manage.py compilemessages -l zh_Hans -i .venv
