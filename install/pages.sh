#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command's manual pages and completion, which it writes itself.
#   pages.sh TENON FOLDER
set -eu
tenon=$1 folder=$2
rm -rf "$folder/man1" "$folder/bash" "$folder/zsh"
mkdir -p "$folder/new" "$folder/bash" "$folder/zsh"
"$tenon" help --man >"$folder/new/tenon.1"
for verb in $("$tenon" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    "$tenon" help --man "$verb" >"$folder/new/tenon-$verb.1"
done
"$tenon" help --completion bash >"$folder/bash/tenon"
"$tenon" help --completion zsh >"$folder/zsh/_tenon"
mv "$folder/new" "$folder/man1"
