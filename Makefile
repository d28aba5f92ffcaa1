# Kiu from a fresh clone: `make run` starts it, `make test` runs everything that must pass.
# Needs make and Python 3.11 or newer with venv and pip; PYTHON=/path/to/python chooses which.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --require-virtualenv install --quiet
LOCK := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --custom-compile-command "make lock"
UV_VERSION := 0.13.8

# One more than there are processors, because a test that plays over sockets, or with a browser, often waits.
WORKERS = $(shell n=$$(( $$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1) + 1 )); echo $$(( n < 4 ? n : 4 )))
PYTEST = $(PY) -m pytest --quiet --workers $(WORKERS) $(ARGS)
SEEDS := 2
MORE_SEEDS := 3 4 5 6
TIMES := 20

PYTHON :=
ARGS :=
VERSION :=
MINUTES := 10

# The tests start Kiu many times: it is compiled once, whatever the environment says.
export PYTHONDONTWRITEBYTECODE =

# Installs $(1) unless exactly this list was installed last time: compared by content, since a checkout renews dates.
define install
@cmp -s $(1) $(VENV)/$(subst /,-,$(1)) || { \
	echo "Installing $(1)"; \
	$(PIP) --require-hashes --requirement $(1) \
		|| { echo "The packages in $(1) could not be installed; pip says why above." >&2; exit 1; }; \
	cp $(1) $(VENV)/$(subst /,-,$(1)); }
endef

# Checks style and layers, then runs the tests in $(1). Types take half a minute on one core, when nothing is remembered
# of an earlier run: they are checked beside the tests.
define checked
@echo "ruff check" && $(VENV)/bin/ruff check --quiet
@echo "ruff format --check" && $(VENV)/bin/ruff format --check --quiet \
	|| { echo "Some files are not formatted: run make format." >&2; exit 1; }
@echo "lint-imports" && PYTHONPATH=. $(VENV)/bin/lint-imports > $(VENV)/layers.txt \
	|| { cat $(VENV)/layers.txt; exit 1; }
@echo "mypy and pytest"; failed=; \
$(PY) -m mypy --no-error-summary > $(VENV)/types.txt 2>&1 & types=$$!; \
trap 'kill $$types 2> /dev/null; exit 130' INT TERM; \
$(PYTEST) $(1) || failed=" pytest"; \
wait $$types || { cat $(VENV)/types.txt >&2; failed=" mypy$$failed"; }; \
[ -z "$$failed" ] || { echo "Failed:$$failed" >&2; exit 1; }
endef

.PHONY: help run check test slow test-seeds soak simulate mutants bench scale cluster docs pictures release audit outdated \
	format lock clean venv packages test-packages bench-packages
.DEFAULT_GOAL := help

help:  ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 · /p' Makefile | awk -F ' · ' '{ printf "%-17s %s\n", $$1, $$2 }'
	@echo '  ARGS="…" is handed on: make run ARGS=--help, make test ARGS="-k showdown", make lock ARGS=--upgrade'

run: packages  ## start Kiu
	@exec $(PY) -m bot $(ARGS)

check: test-packages  ## check style, types and layers, and test the rules and the texts, within a minute
	$(call checked,tests/engine tests/bot/wording)

test: test-packages  ## check style, types and layers, then run the tests
	$(call checked,)

# Many of these wait for a program or a browser that has just been started.
slow: PYTEST = $(PY) -m pytest --quiet --workers $$(( $(WORKERS) + 1 )) $(ARGS)
slow: test-packages  ## run the tests that start programs or a browser, or play in simulated worlds
	@$(PYTEST) -m "slow and not soak"

test-seeds: test-packages  ## run the tests of the shell with other cards, under another seed
	@for seed in $(SEEDS); do echo "pytest tests/bot, TEST_SEED=$$seed" && TEST_SEED=$$seed $(PYTEST) tests/bot || exit; done

soak: test-packages  ## everything that takes long, in five hours; then simulated worlds until it is stopped
	@$(PYTEST) -m soak
	@$(MAKE) test-seeds SEEDS="$(MORE_SEEDS)"
	@TEST_TIMES=$(TIMES) $(PYTEST) -m "hypothesis and not soak" --timeout 3600
	@$(PY) -m tools.simulation

simulate: test-packages  ## run Kiu in simulated worlds of fresh seeds: make simulate MINUTES=10
	@$(PY) -m tools.simulation --minutes $(MINUTES) $(ARGS)

mutants: test-packages  ## plant faults that a test has to notice: make mutants ARGS="engine/pots.py"
	@$(PY) -m tools.mutating $(ARGS)

bench: bench-packages  ## measure Kiu beside its peers
	@$(PY) -m tools.benchmarks $(ARGS)

cluster: packages  ## start PostgreSQL and three processes, play, and kill the process that deals, again and again
	@exec $(PY) -m tools.cluster $(ARGS)

scale: test-packages  ## play an evening of 100,000 groups on paper, and measure an action on PostgreSQL
	@$(PY) -m tools.scale $(ARGS)

docs: test-packages  ## write everything anew that is generated: reference pages, transcripts, playthroughs
	@$(PY) -m tests.docs.reference
	@$(PY) -m tests.docs.picture
	@$(PY) -m tests.docs.result_pictures
	@$(PY) -m tests.playthroughs.write
	@$(PY) -m tests.transcripts.write

# Not part of `make docs`, since another version of the browser or of a font draws other pixels.
pictures: test-packages  ## take the pictures of Discord, Telegram and the local room anew, in chromium
	@$(PY) -m tools.screenshots.platforms
	@$(PY) -m tools.screenshots.room

release: test  ## make a release, in dist/: make release VERSION=0.2.0
	@$(PY) -m tools.releasing release "$(VERSION)"

audit: test-packages  ## hold the packages against the lock, offline: make audit ARGS="--advisories FILE"
	@$(PY) -m tools.releasing audit $(ARGS)

outdated: test-packages  ## say which packages have newer versions
	@$(PY) -m tools.releasing outdated

format: test-packages  ## lay the code out as the checks want it
	@$(VENV)/bin/ruff check --quiet --fix-only
	@$(VENV)/bin/ruff format --quiet

lock: venv  ## write the requirements files anew from pyproject.toml
	@$(PIP) uv==$(UV_VERSION)
	@$(LOCK) $(ARGS) pyproject.toml --output-file requirements.txt
	@$(LOCK) $(ARGS) pyproject.toml --extra test --constraint requirements.txt --output-file requirements-dev.txt
	@$(LOCK) $(ARGS) pyproject.toml --extra test --extra benchmarks --constraint requirements-dev.txt \
		--output-file tools/benchmarks/requirements.txt
	@$(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		| $(LOCK) $(ARGS) - --constraint requirements-dev.txt --output-file deploy/requirements-build.txt

clean:  ## remove what was installed and what the checks remember; the database stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks build *.egg-info
	find bot engine tests verify -name __pycache__ -type d -prune -exec rm -rf {} +

packages: venv
	$(call install,requirements.txt)

test-packages: venv
	$(call install,requirements-dev.txt)

bench-packages: venv
	$(call install,tools/benchmarks/requirements.txt)

# Candidates are asked from / because a version manager would obey .python-version and hide every other Python.
venv:
	@$(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && exit; \
	old=; bare=; found=; \
	for each in $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11 python); do \
		real=$$($(if $(PYTHON),,cd / &&) "$$each" -c 'import sys; print(sys.executable)' 2> /dev/null) || continue; \
		[ -n "$$real" ] || continue; \
		"$$real" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || { old=$${old:-$$real}; continue; }; \
		"$$real" -c 'import ensurepip, venv' 2> /dev/null || { bare=$${bare:-$$real}; continue; }; \
		found=$$real; break; \
	done; \
	if [ -n "$$found" ]; then \
		echo "Making $(VENV) with $$found"; \
		rm -rf $(VENV) && "$$found" -m venv $(VENV) && exit; \
		rm -rf $(VENV); echo "$$found could not make $(VENV); it says why above." >&2; \
	elif [ -n "$$bare" ]; then \
		echo "$$bare has no venv: install it (Debian, Ubuntu: apt-get install python3-venv) and run make again." >&2; \
	elif [ -n "$$old" ]; then \
		echo "Kiu needs Python 3.11 or newer and $$old is older: install a newer one and run make again, or name it with PYTHON=/path/to/python." >&2; \
	else \
		echo "Kiu needs Python 3.11 or newer and $(if $(PYTHON),$(PYTHON) is not one,found none): install it and run make again, or name it with PYTHON=/path/to/python." >&2; \
	fi; \
	exit 1
