#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows what Tenon does, on a model that fits the screen.
set -eu
cd "$(dirname "$0")/.."
build/tenon --version
