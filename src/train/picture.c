/* SPDX-License-Identifier: Apache-2.0 */
/* PNG and JPEG files by libraries that are opened when they are needed: libpng's simplified reader
 * and TurboJPEG, whose interfaces are small enough to be declared here, so that no header of theirs
 * is needed to build this. */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "base/diag.h"
#include "train/pictures.h"

static const Loc no_place = {.line = 0};
/* Pixels of a picture that is read, and of one of its sides. */
enum { PIXELS_MAX = 1 << 26, SIDE_MAX = 1 << 20 };

/* --- Libraries --- */

/* png_image of libpng 1.6 */
typedef struct {
    void *opaque;
    uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
    char message[64];
} PngImage;
/* flags: samples of 16 bits are of the same scale as those of 8, where a file does not say else */
enum { PNG_16BIT_SRGB = 4 };
enum { PNG_VERSION = 1, PNG_GRAY = 0, PNG_RGB = 2, JPEG_RGB = 0, JPEG_GRAY = 6 };

static struct {
    int (*begin)(PngImage *image, const void *bytes, size_t n);
    int (*finish)(PngImage *image, const void *background, void *to, int32_t stride, void *map);
    void (*free)(PngImage *image);
} png;

static struct {
    void *(*init)(void);
    int (*header)(void *self, const uint8_t *bytes, unsigned long n, int *width, int *height,
                  int *sampling, int *colours);
    int (*decode)(void *self, const uint8_t *bytes, unsigned long n, uint8_t *to, int width,
                  int pitch, int height, int format, int flags);
    int (*destroy)(void *self);
    const char *(*error)(void *self);
} jpeg;

typedef struct {
    const char *name;
    void **slot;
} Function;

/* All functions of the first of the files that is there; they stay. */
static bool open_library(const char *const *files, const Function *functions, size_t n) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    bool ok = *functions[n - 1].slot != NULL;
    void *library = NULL;
    for (size_t i = 0; !ok && files[i] && !library; i++)
        library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; library && i < n; i++) {
        *functions[i].slot = dlsym(library, functions[i].name);
        ok = *functions[i].slot != NULL;
        if (!ok) break;
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

static bool open_png(void) {
    static const char *const files[] = {"libpng16.so.16", "libpng16.so", NULL};
    static const Function functions[] = {
        {"png_image_begin_read_from_memory", (void **)(void *)&png.begin},
        {"png_image_finish_read", (void **)(void *)&png.finish},
        {"png_image_free", (void **)(void *)&png.free}};
    return open_library(files, functions, ARRAY_LEN(functions));
}

static bool open_jpeg(void) {
    static const char *const files[] = {"libturbojpeg.so.0", "libturbojpeg.so", NULL};
    static const Function functions[] = {{"tjInitDecompress", (void **)(void *)&jpeg.init},
                                         {"tjDecompressHeader3", (void **)(void *)&jpeg.header},
                                         {"tjDecompress2", (void **)(void *)&jpeg.decode},
                                         {"tjDestroy", (void **)(void *)&jpeg.destroy},
                                         {"tjGetErrorStr2", (void **)(void *)&jpeg.error}};
    return open_library(files, functions, ARRAY_LEN(functions));
}

/* --- Reading --- */

static bool wrong(Ctx *ctx, const char *path, const char *what) {
    diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "%s: %s", path, what));
    return false;
}

static bool no_decoder(Ctx *ctx, const char *path, const char *format, const char *library) {
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "%s: there is no decoder of %s here", path, format));
    diag_expected(ctx, d, "%s, which is opened when such a picture is read", library);
    diag_help(ctx, d, "install it, or give the pictures as an .npz");
    return false;
}

/* Memory for the pixels, unless they are too many. */
static bool make_room(Arena *arena, const char *path, uint32_t channels, Picture *out) {
    const uint64_t pixels = (uint64_t)out->width * out->height;
    if (!pixels || out->width > SIDE_MAX || out->height > SIDE_MAX || pixels > PIXELS_MAX) {
        Ctx *ctx = arena->ctx;
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "%s: the picture is too large", path));
        diag_expected(ctx, d, "1 to %d pixels, and sides of at most %d", PIXELS_MAX, SIDE_MAX);
        diag_found(ctx, d, "%u by %u", out->width, out->height);
        return false;
    }
    out->channels = channels;
    out->bytes = arena_calloc(arena, (size_t)pixels, channels); /* what is transparent is black */
    return true;
}

static bool read_png(Arena *arena, const char *path, Str bytes, uint32_t channels, Picture *out) {
    Ctx *ctx = arena->ctx;
    PngImage image = {.version = PNG_VERSION};
    if (!open_png()) return no_decoder(ctx, path, "PNG", "libpng16.so.16");
    if (!png.begin(&image, bytes.ptr, bytes.len)) return wrong(ctx, path, image.message);
    *out = (Picture){.width = image.width, .height = image.height};
    png.free(&image); /* nothing of the library's is held where something may be thrown */
    if (!make_room(arena, path, channels, out)) return false;
    image = (PngImage){.version = PNG_VERSION};
    if (!png.begin(&image, bytes.ptr, bytes.len)) return wrong(ctx, path, image.message);
    image.flags |= PNG_16BIT_SRGB;
    image.format = channels == 1 ? PNG_GRAY : PNG_RGB;
    const bool ok =
        png.finish(&image, NULL, out->bytes, (int32_t)(out->width * channels), NULL) != 0;
    return (ok && image.warning_or_error < 2) || wrong(ctx, path, image.message);
}

static bool read_jpeg(Arena *arena, const char *path, Str bytes, uint32_t channels, Picture *out) {
    Ctx *ctx = arena->ctx;
    int width = 0, height = 0, sampling, colours;
    const uint8_t *from = (const uint8_t *)bytes.ptr;
    char message[200] = "";
    if (!open_jpeg()) return no_decoder(ctx, path, "JPEG", "libturbojpeg.so.0");
    void *self = jpeg.init();
    if (!self) ctx_throw(ctx, STATUS_MEMORY);
    const bool has_head =
        jpeg.header(self, from, bytes.len, &width, &height, &sampling, &colours) == 0;
    if (!has_head) snprintf(message, sizeof message, "%s", jpeg.error(self));
    jpeg.destroy(self);
    if (!has_head) return wrong(ctx, path, message);
    *out = (Picture){.width = (uint32_t)width, .height = (uint32_t)height};
    if (!make_room(arena, path, channels, out)) return false;
    self = jpeg.init();
    const bool ok = self && jpeg.decode(self, from, bytes.len, out->bytes, width, 0, height,
                                        channels == 1 ? JPEG_GRAY : JPEG_RGB, 0) == 0;
    if (!ok) snprintf(message, sizeof message, "%s", self ? jpeg.error(self) : "out of memory");
    if (self) jpeg.destroy(self);
    return ok || wrong(ctx, path, message);
}

bool picture_decode(Arena *arena, const char *path, Str bytes, uint32_t channels, Picture *out) {
    *out = (Picture){.width = 0};
    if (bytes.len > 8 && memcmp(bytes.ptr, "\x89PNG\r\n\x1a\n", 8) == 0)
        return read_png(arena, path, bytes, channels, out);
    if (bytes.len > 3 && memcmp(bytes.ptr, "\xff\xd8\xff", 3) == 0)
        return read_jpeg(arena, path, bytes, channels, out);
    return wrong(arena->ctx, path, "it is neither PNG nor JPEG");
}

/* --- Other extents --- */

/* What a pixel of the result is the mean of: n pixels from the first one on, and their weights. */
typedef struct {
    uint32_t first, n;
    double *weights, all; /* and their sum */
} Cover;

/* Of a side of `results` pixels over `length` of a side of n, each. */
static Cover *covers(Arena *arena, uint32_t results, double begin, double length, uint32_t n) {
    const double step = length / results, reach = step > 1 ? step : 1;
    Cover *all = ARENA_ARRAY(arena, Cover, results);
    for (uint32_t i = 0; i < results; i++) {
        const double centre = begin + (i + 0.5) * step;
        const double low = floor(centre - reach), high = ceil(centre + reach);
        const uint32_t first = low > 0 ? (uint32_t)low : 0, end = high < n ? (uint32_t)high : n;
        Cover *c = &all[i];
        *c = (Cover){.first = end, .weights = ARENA_ARRAY(arena, double, end - first)};
        for (uint32_t at = first; at < end; at++) {
            const double w = 1 - fabs(at + 0.5 - centre) / reach;
            if (w <= 0) continue; /* at the ends alone */
            if (!c->n) c->first = at;
            c->weights[c->n++] = w;
            c->all += w;
        }
    }
    return all;
}

/* It is that pixel itself. */
static bool is_one(const Cover *c) { return c->n == 1 && c->all == 1; }

static bool are_one(const Cover *all, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!is_one(&all[i])) return false;
    }
    return true;
}

/* The rows that a row of the result covers, as one. */
static void mean_rows(const Picture *p, const Cover *c, double *row) {
    const size_t n = (size_t)p->width * p->channels;
    for (size_t i = 0; i < n; i++) row[i] = 0;
    for (uint32_t y = 0; y < c->n; y++) {
        const double w = c->weights[y];
        const uint8_t *from = p->bytes + (c->first + y) * n;
        for (size_t i = 0; i < n; i++) row[i] += w * from[i];
    }
    if (c->all == 1) return;
    for (size_t i = 0; i < n; i++) row[i] /= c->all;
}

static float scaled(const PictureFit *fit, uint32_t k, double v) {
    return (float)((v - fit->shift[k]) / fit->scale[k]);
}

/* Where it has the extents that it is to have. */
static void take_bytes(const Picture *p, const PictureFit *fit, const Cover *rows,
                       const Cover *columns, float *out) {
    const size_t all = (size_t)fit->width * fit->height;
    float values[3][256];
    for (uint32_t k = 0; k < p->channels; k++) {
        for (uint32_t v = 0; v < 256; v++) values[k][v] = scaled(fit, k, v);
    }
    for (size_t y = 0, place = 0; y < fit->height; y++) {
        const uint8_t *from = p->bytes + (size_t)rows[y].first * p->width * p->channels;
        for (size_t x = 0; x < fit->width; x++, place++) {
            const uint8_t *at = from + (size_t)columns[x].first * p->channels;
            for (uint32_t k = 0; k < p->channels; k++)
                out[fit->last ? place * p->channels + k : k * all + place] = values[k][at[k]];
        }
    }
}

void picture_fit(Arena *scratch, const Picture *p, const PictureFit *fit, float *out) {
    double width = p->width, height = p->height;
    const size_t all = (size_t)fit->width * fit->height;
    double *row = ARENA_ARRAY(scratch, double, (size_t)p->width * p->channels);
    if (fit->crops && width * fit->height > height * fit->width)
        width = height * fit->width / fit->height;
    else if (fit->crops)
        height = width * fit->height / fit->width;
    const Cover *rows = covers(scratch, fit->height, (p->height - height) / 2, height, p->height);
    const Cover *columns = covers(scratch, fit->width, (p->width - width) / 2, width, p->width);
    if (are_one(rows, fit->height) && are_one(columns, fit->width)) {
        take_bytes(p, fit, rows, columns, out);
        return;
    }
    for (uint32_t y = 0; y < fit->height; y++) {
        mean_rows(p, &rows[y], row);
        for (uint32_t x = 0; x < fit->width; x++) {
            const Cover *c = &columns[x];
            const double *from = row + (size_t)c->first * p->channels;
            double sum[3] = {0};
            for (uint32_t at = 0; at < c->n; at++) {
                for (uint32_t k = 0; k < p->channels; k++)
                    sum[k] += c->weights[at] * from[(size_t)at * p->channels + k];
            }
            const size_t place = (size_t)y * fit->width + x;
            for (uint32_t k = 0; k < p->channels; k++)
                out[fit->last ? place * p->channels + k : k * all + place] =
                    scaled(fit, k, sum[k] / c->all);
        }
    }
}
