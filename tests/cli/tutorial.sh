#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs each command and each program of the tutorial (docs/tutorial) in an empty folder, and holds what they print
# against what the pages show.
#
#   tutorial.sh BUILD_FOLDER
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
PYTHON=$(sed -n 's/^TENON_PYTHON:FILEPATH=//p' "$build/CMakeCache.txt")
export PYTHON PATH=$build:$PATH TENON=$root PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 TENON_CACHE=
"$PYTHON" "$root/tests/cli/tutorial.py" "$root/docs/tutorial"
