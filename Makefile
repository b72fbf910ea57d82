# make play         the site on http://127.0.0.1:8000/ (PORT=8123, HOST=0.0.0.0 for others in the house, DATA=folder)
# make quick        lint, types and the rules' own tests, in about a minute; for while you work
# make test         checks and tests on SQLite, with browser tests when there is a Chromium; a few minutes
# make test-all     make test, then the rest: types of the tests, all examples, PostgreSQL and Redis (DATABASE_URL, REDIS_URL)
# make conform      holds the rules against the conformance cases of tests/conformance (RULES=folder)
# make bench        speed, beside yardsticks
# make chaos        breaks things while people play: processes killed, stores away, disks full (CHAOS="--on sqlite --scale 0.2")
# make capacity     what a move costs each part of the grown-up set-up, and what a larger audience takes
# make bots         the computer players' levels against each other, into docs/bots.csv (BOTS="--games 100 --presets casino-sweeps"; BOTS="--profiles docs/bot-profiles.csv" for how they play)
# make screens      draws every page and every preset's table at all sizes into test-results/screens, those the documentation shows into docs/screens (SCREENS="tables pages es" for some of them, here the pages in Spanish too)
# make messages     gathers the texts to translate, and compiles the translations (needs gettext)
# make release      says whether this commit can be released, and what is left to a person
# make lock         pins all requirements anew (needs uv)
# make clean        removes what these have made, except the data

PORT = 8000
HOST = 127.0.0.1
DATA = data
RULES = tests/conformance
BOTS = --presets casino-sweeps
CHAOS =
SCREENS =
PYTHON =

unexport PYTHONDONTWRITEBYTECODE # the tests start many processes, each of which would compile everything

RUN = .venv/bin/python
CANDIDATES = $(PYTHON) python3.13 python3.12 python3.14 python3 python \
	"$$HOME"/.pyenv/versions/*/bin/python3 /opt/homebrew/bin/python3* /usr/local/bin/python3*
NEW = import sys; sys.exit(sys.version_info < (3, 12))
FITS = import venv, ensurepip; $(NEW)
NO_PYTHON = Casino needs Python 3.12 or newer. Debian 13: apt install python3 python3-venv. macOS: brew install python. \
	Any system: install uv (https://docs.astral.sh/uv) and run this again.
NO_VENV = is new enough for Casino but lacks venv, which Debian and Ubuntu keep in a package of its own: \
	apt install python3-venv. Or install uv (https://docs.astral.sh/uv). Then run this again.
PIP = if [ -x .venv/bin/pip ]; then set -- .venv/bin/pip install --disable-pip-version-check; \
	else set -- uv pip install --python $(RUN); fi; set -- "$$@" --quiet --no-deps --require-hashes --no-build-isolation
install = $(PIP); "$$@" -r requirements-build.txt && "$$@" -r $(1)
POSTGRESQL = postgres://postgres@127.0.0.1:5432/postgres
REDIS = redis://127.0.0.1:6379/0

.PHONY: play quick test checks lint types types-all templates tests-domain tests-sqlite test-all test-rest tests-others test-services conform bench chaos capacity bots screens messages release lock clean

play: .venv/.play
	@exec env CASINO_DATA="$(DATA)" $(RUN) manage.py play --host "$(HOST)" --port "$(PORT)"

quick: .venv/.test
	@$(MAKE) --no-print-directory --jobs=2 lint types tests-domain

test: .venv/.test
	@$(MAKE) --no-print-directory --jobs=2 checks tests-sqlite

checks: lint types templates

templates: .venv/.test
	@templates=`find . -name .venv -prune -o -name '*.html' -print`; \
	if [ -n "$$templates" ]; then echo .venv/bin/djade --check templates; .venv/bin/djade --target-version 6.1 --check $$templates; fi
	$(RUN) manage.py makemigrations --check --dry-run

lint: .venv/.test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports --no-logo --no-cache

types: .venv/.test
	.venv/bin/mypy manage.py casino games accounts

types-all: .venv/.test
	.venv/bin/mypy

tests-domain: .venv/.test
	$(RUN) -m pytest tests/domain -n auto

tests-sqlite: .venv/.test
	DATABASE_URL= REDIS_URL= $(RUN) -m tests.suite

test-all: test test-rest

test-rest: types-all tests-others test-services

tests-others: .venv/.test
	DATABASE_URL= REDIS_URL= $(RUN) -m tests.suite --rest

test-services: .venv/.test
	DATABASE_URL="$${DATABASE_URL:-$(POSTGRESQL)}" REDIS_URL="$${REDIS_URL:-$(REDIS)}" $(RUN) -m tests.suite --services

conform: .venv/.play
	$(RUN) "$(RULES)/conform.py"

bench: .venv/.bench
	$(RUN) -m tests.bench

chaos: .venv/.test
	$(RUN) -m tests.chaos $(CHAOS)

capacity: .venv/.test
	$(RUN) -m tests.load.capacity

bots: .venv/.play
	$(RUN) manage.py tournament --csv docs/bots.csv $(BOTS)

screens: .venv/.test
	$(RUN) manage.py shell --no-imports -c "from tests.browser.screens import main; main('$(SCREENS)')"

messages: .venv/.play
	$(RUN) manage.py makemessages --all --no-wrap --no-obsolete --add-location file --ignore '.venv*' --ignore data --ignore tests
	$(RUN) manage.py compilemessages --ignore '.venv*'

release:
	@.ci/release

lock:
	@for name in requirements-build requirements requirements-dev requirements-bench requirements-train; do \
		uv pip compile --quiet --universal --python-version 3.12 --generate-hashes --no-emit-index-url \
			--no-header --no-annotate $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A kill in the middle of making it leaves an environment without pip, which would not be made again.
HALF_MADE := $(shell [ -x .venv/bin/pip ] || [ -e .venv/.play ] || [ -e .venv/.test ] || \
	grep -qs '^uv = ' .venv/pyvenv.cfg || rm -f .venv/bin/python)

# A Python is found by running it: some that have the right name fail when they are started.
.venv/bin/python:
	@for candidate in $(CANDIDATES); do \
		if "$$candidate" -c '$(FITS)' >/dev/null 2>&1; then found="$$candidate"; break; fi; \
		if "$$candidate" -c '$(NEW)' >/dev/null 2>&1; then bare="$${bare:-$$candidate}"; fi; \
	done; \
	if [ -n "$$found" ]; then "$$found" -m venv --clear .venv; \
	elif uv --version >/dev/null 2>&1; then uv venv --quiet --clear --python '>=3.12' .venv; \
	elif [ -n "$$bare" ]; then echo "$$bare $(NO_VENV)" >&2; exit 1; \
	else echo "$(NO_PYTHON)" >&2; exit 1; fi

.venv/.play: requirements.txt | .venv/bin/python
	@echo "Installing what the site needs (once) ..."
	@$(call install,requirements.txt)
	@touch $@

.venv/.test: requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need (once) ..."
	@$(call install,requirements-dev.txt)
	@touch $@

.venv/.bench: requirements-bench.txt .venv/.test
	@$(call install,requirements-bench.txt)
	@touch $@
