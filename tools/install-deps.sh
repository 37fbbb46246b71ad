#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing: `build` for the command and the library, `check`
# for the tests too. Silent when there are none.
set -eu

packages="gcc libc6-dev cmake ninja-build pkg-config libxxhash-dev libjansson-dev libzip-dev
          libdlpack-dev llvm-19-dev libdnnl-dev unzip" # unzip: for the demo
case ${1:-build} in
build) ;;
check) packages="$packages clang clang-format libclang-rt-14-dev libcmocka-dev locales valgrind
                  libonnx-testdata libonnx-dev libprotobuf-c-dev protobuf-c-compiler tcc
                  lld qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
                  gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
                  gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
                  openmpi-bin libopenmpi-dev mpich libmpich-dev
                  python3-dev python3-numpy python3-pytest python3-venv mypy mandoc zsh
                  libturbojpeg0 chromium" # for JPEGs of `tenon train`; for pages of `tenon report`
       command -v node >/dev/null || packages="$packages nodejs" # for examples/javascript
       command -v npm >/dev/null || packages="$packages npm" ;; # for tools/get-models.sh
*) echo "usage: $0 [build | check]" >&2; exit 1 ;;
esac

command -v dpkg-query >/dev/null || exit 0 # not Debian: CMake names what it lacks
missing=
for p in $packages; do
    case $(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null || :) in
    installed*) ;;
    *) missing="$missing $p" ;;
    esac
done
[ -n "$missing" ] || exit 0

echo "installing:$missing"
sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "$0: as root, please: apt-get install$missing" >&2; exit 1; }
    sudo=sudo
fi
for try in 1 2 3; do
    if $sudo apt-get update -q &&
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing; then
        exit 0
    fi
    echo "$0: try $try failed" >&2
    sleep $((try * 5))
done
exit 1
