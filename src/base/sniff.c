/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sniff.h"

#include <string.h>

enum { LOOK = 512 }; /* bytes that are looked at */

typedef struct {
    const char *begin;
    size_t len, at;
    Sniff is;
} Magic;

#define MAGIC(at_, begin_, ...)                                                                    \
    {                                                                                              \
        .begin = (begin_), .len = sizeof(begin_) - 1, .at = (at_), .is = { __VA_ARGS__ }           \
    }

/* The first that fits. */
static const Magic magics[] = {
    MAGIC(0, "version https://git-lfs", "a pointer of Git LFS, which stands for the file",
          "'git lfs pull' fetches the file", true, false),
    MAGIC(0, "PK\3\4", "a zip archive, as PyTorch and .npz write them",
          "a PyTorch model becomes ONNX by torch.onnx.export", false, false),
    MAGIC(0, "\x80\2", "a Python pickle", "a PyTorch model becomes ONNX by torch.onnx.export",
          false, false),
    MAGIC(0, "\x80\4", "a Python pickle", "a PyTorch model becomes ONNX by torch.onnx.export",
          false, false),
    MAGIC(0, "\x89HDF\r\n", "an HDF5 file, as Keras writes them",
          "tf2onnx makes ONNX of a Keras model", false, false),
    MAGIC(4, "TFL3", "a TensorFlow Lite model", "tf2onnx makes ONNX of it", false, false),
    MAGIC(4, "ORTM", "a model in ONNX Runtime's own format",
          "the .onnx file that it was made of can be read", false, false),
    MAGIC(0, "\x93NUMPY", "a NumPy array (.npy)", NULL, false, false),
    MAGIC(0, "\x1f\x8b", "gzip data", "'gunzip' unpacks it", false, false),
    MAGIC(0,
          "\xfd"
          "7zXZ",
          "xz data", "'unxz' unpacks it", false, false),
    MAGIC(0, "\x28\xb5\x2f\xfd", "Zstandard data", "'unzstd' unpacks it", false, false),
    MAGIC(0, "BZh", "bzip2 data", "'bunzip2' unpacks it", false, false),
    MAGIC(0, "GGUF", "a GGUF file", NULL, false, false),
    MAGIC(0,
          "\x7f"
          "ELF",
          "a program or library (ELF)", NULL, false, false),
    MAGIC(0, "\x89PNG", "a picture (PNG)", NULL, false, false),
    MAGIC(0, "\xff\xd8\xff", "a picture (JPEG)", NULL, false, false),
    MAGIC(0, "<!DOCTYPE", "a page in HTML: the download gave a page, not the file", NULL, true,
          false),
    MAGIC(0, "<html", "a page in HTML: the download gave a page, not the file", NULL, true, false),
    MAGIC(0, "{", "text, like JSON", NULL, true, false),
};

static const Sniff some_text = {
    .what = "text",
    .help = "a file of Relax text has a name that ends in .py, .relax or .txt",
    .is_text = true};
static const Sniff some_onnx = {.what = "an ONNX model, it seems",
                                .help = "give it a name that ends in .onnx",
                                .is_onnx = true};
static const Sniff some_bytes = {.what = "binary data"};

static bool is_control(char c) {
    return ((unsigned char)c < ' ' && !strchr("\t\n\v\f\r", c)) || c == 0x7f || c == '\0';
}

const Sniff *sniff(Str bytes) {
    const size_t n = bytes.len < LOOK ? bytes.len : LOOK;
    size_t controls = 0;
    for (size_t i = 0; i < ARRAY_LEN(magics); i++) {
        const Magic *m = &magics[i];
        if (n >= m->at + m->len && memcmp(bytes.ptr + m->at, m->begin, m->len) == 0) return &m->is;
    }
    for (size_t i = 0; i < n; i++) controls += is_control(bytes.ptr[i]);
    if (n && !controls) return &some_text;
    /* ir_version, which exporters write first, and the field behind it: a string or message of the
     * model. */
    if (n > 3 && bytes.ptr[0] == 8 && bytes.ptr[1] > 0 && bytes.ptr[1] < 32 &&
        (bytes.ptr[2] & 7) == 2)
        return &some_onnx;
    return controls > 8 + n / 32 ? &some_bytes : NULL;
}
