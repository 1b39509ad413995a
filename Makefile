# The commands people type. `make` alone lists them.
SHELL := /bin/bash
BIN := .venv/bin
DEMO_LANG ?= ur

.PHONY: help setup demo test bench lint clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## virtual environment, packages, Chromium and tesseract; quick when all is there
	@bash scripts/setup.sh

demo: setup ## five tasks of the shop in Urdu, three of text and two of pictures, in a real Chromium (DEMO_LANG=bn for Bengali, …)
	$(BIN)/pytest --lang $(DEMO_LANG) --model reference --site ministore --limit 5

test: setup ## the project's own tests, but for the slow ones, on all cores
	$(BIN)/pytest -q -n auto --dist worksteal

bench: setup ## time resets, observations and episodes (docs/performance.md)
	$(BIN)/lowagent bench

lint: setup ## format, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright

clean: ## remove what the commands above made, but for runs/
	rm -rf .venv dist .pytest_cache .ruff_cache .hypothesis test-results
