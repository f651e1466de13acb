# Every target sets up what it needs; `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := .venv/bin
SAM := .venv-sam/bin
READY := .venv/ready
SAM_READY := .venv-sam/ready
ENGINE_READY := .venv-engine/ready
RUNTIME_READY := .venv-runtime/ready

export SAM_CLI_TELEMETRY := 0

# $(call environment,FOLDER,REQUIREMENTS,PURPOSE): a virtual environment with exactly these packages, made by $PYTHON or
# by the newest Python found. Each is started to see: a version manager may put names on the path that do not work.
define environment
	@python="$${PYTHON:-}"; old=; bare=; \
	for name in python3.14 python3.13 python3.12 python3.11 python3 python; do \
		if [ -n "$$python" ] || ! "$$name" -c '' 2>/dev/null; then continue; fi; \
		if ! "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then old=$$name; \
		elif ! "$$name" -c 'import ensurepip, venv' 2>/dev/null; then bare=$$name; \
		else python=$$name; fi; \
	done; \
	if [ -z "$$python" ] && [ -n "$$bare" ]; then \
		echo "$$bare cannot make virtual environments: its module venv or ensurepip is missing." >&2; \
		echo "Debian and Ubuntu keep them in a package of their own: apt-get install $$bare-venv" >&2; exit 1; \
	fi; \
	if [ -z "$$python" ]; then \
		echo "Circolo needs Python 3.11 or later$${old:+ ($$old is $$($$old --version 2>&1))}." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	echo "Setting up $(1) with $$("$$python" --version) for $(3); this takes a minute or two, once."; \
	rm -rf $(1) && "$$python" -m venv $(1) && \
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check -r $(2)
endef

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: $(READY) ## start the whole stack on this machine and print its address
	$(BIN)/python -m local

.PHONY: demo
demo: $(READY) ## play matches between scripted clients over real sockets; CHAOS=7 lets everything go wrong
	$(BIN)/python -m local.demo$(if $(CHAOS), --chaos $(CHAOS))

.PHONY: test
test: $(READY) $(SAM_READY) $(ENGINE_READY) $(RUNTIME_READY) ## run every test
	$(BIN)/python -m pytest --ignore=tests/chaos
	$(BIN)/python -m pytest --numprocesses=auto tests/chaos

.PHONY: quick
quick: $(READY) ## run the tests that are neither slow nor on the second engine
	$(BIN)/python -m pytest -m "not slow and not engine"

.PHONY: check
check: $(READY) ## check style, types and template
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/cfn-lint template.yaml

.PHONY: build
build: $(SAM_READY) ## validate the template and build it for this machine's Python and processor
	$(SAM)/sam validate --lint
	PATH="$(CURDIR)/$(SAM):$$PATH" $(SAM)/sam build --parameter-overrides \
		Runtime="$$($(SAM)/python -c 'import sys; print(f"python3.{sys.version_info.minor}")')" \
		Architecture="$$($(SAM)/python -c 'import platform; print("arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64")')"

.PHONY: protocol
protocol: $(READY) ## write the published protocol anew (docs/asyncapi.json, docs/clients.md)
	$(BIN)/python -m local.asyncapi

.PHONY: bench
bench: $(READY) ## measure cost and cold start
	$(BIN)/python -m bench

.PHONY: lock
lock: $(READY) ## pin the requirements anew; UPGRADE=--upgrade takes the newest releases
	@$(BIN)/python -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9
	$(LOCK) --generate-hashes requirements/layer.in -o layers/circolo/requirements.txt
	$(LOCK) --generate-hashes requirements/authorizer.in -o functions/authorizer/requirements.txt
	$(LOCK) -c layers/circolo/requirements.txt -c functions/authorizer/requirements.txt requirements/dev.in -o requirements/dev.txt
	$(LOCK) requirements/sam.in -o requirements/sam.txt
	$(LOCK) requirements/engine.in -o requirements/engine.txt
	$(LOCK) requirements/runtime.in -o requirements/runtime.txt

LOCK = .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --custom-compile-command "make lock" $(UPGRADE)

.PHONY: clean
clean: ## remove the environments, builds and caches
	rm -rf .venv .venv-sam .venv-engine .venv-runtime .venv-lock .aws-sam .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt
	$(call environment,.venv,requirements/dev.txt,the local stack and the tests)
	@echo "$(CURDIR)/layers/circolo" > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/circolo.pth"
	@touch $@

$(SAM_READY): requirements/sam.txt
	$(call environment,.venv-sam,requirements/sam.txt,building the template)
	@touch $@

$(ENGINE_READY): requirements/engine.txt
	$(call environment,.venv-engine,requirements/engine.txt,the second engine of the store's tests)
	@touch $@

$(RUNTIME_READY): requirements/runtime.txt
	$(call environment,.venv-runtime,requirements/runtime.txt,running the built functions)
	@touch $@
