/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int64_t base64_decode(const char *text, size_t len, unsigned char *out) {
    signed char value[256];
    memset(value, -1, sizeof value);
    for (int i = 0; i < 64; i++) value[(unsigned char)alphabet[i]] = (signed char)i;
    uint32_t bits = 0;
    int have = 0;
    int64_t n = 0;
    bool ended = false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n' || c == '\r') continue;
        if (c == '=') {
            ended = true;
            continue;
        }
        if (ended || value[c] < 0) return -1;
        bits = bits << 6 | (uint32_t)value[c];
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (unsigned char)(bits >> have);
        }
    }
    return n;
}

void base64_encode(StrBuf *out, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    vec_reserve(out->arena, &out->text, n / 3 * 4 + 4);
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i < 3 ? n - i : 3;
        uint32_t v = (uint32_t)p[i] << 16 | (left > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
                     (left > 2 ? p[i + 2] : 0);
        char four[4] = {alphabet[v >> 18], alphabet[v >> 12 & 63],
                        left > 1 ? alphabet[v >> 6 & 63] : '=', left > 2 ? alphabet[v & 63] : '='};
        strbuf_add(out, four, 4);
    }
}
