/* SPDX-License-Identifier: Apache-2.0 */
/* <tenon/tenon.h>: files by functions of the caller's, and real ones. */
#include <errno.h>

#include "api_unit.h"

/* Files in memory. */
typedef struct {
    const char *text;
    int read_error, write_error, opened, released;
    size_t grown; /* what read claims beyond its limit */
    char *written;
    size_t written_len;
    char path[64];
} Files;

static int files_read(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    Files *self = user;
    snprintf(self->path, sizeof self->path, "%s", path);
    if (self->read_error) return self->read_error;
    self->opened++;
    *data = self->text;
    *size = self->grown ? limit + self->grown : strlen(self->text);
    return 0;
}

static void files_release(void *user, const char *data, size_t size) {
    Files *self = user;
    assert_ptr_equal(data, self->text);
    assert_true(size > 0);
    self->released++;
}

static int files_write(void *user, const char *path, const char *data, size_t size) {
    Files *self = user;
    snprintf(self->path, sizeof self->path, "%s", path);
    if (self->write_error) return self->write_error;
    free(self->written);
    self->written = malloc(size + 1);
    assert_non_null(self->written);
    memcpy(self->written, data, size);
    self->written[size] = '\0';
    self->written_len = size;
    return 0;
}

static void custom_files(void **state) {
    (void)state;
    Files files = {.text = model};
    const TnIo io = {files_read, files_release, files_write, &files};
    UnitHeap heap;
    TnContext *ctx = context(&heap, &(TnLimits){.input_bytes = 10000}, &io);
    TnModule *m, *n;
    TnText text;
    TnDiag d;
    assert_int_equal(tn_module_read(ctx, "net.py", &m), TN_OK);
    assert_string_equal(files.path, "net.py");
    assert_int_equal(files.released, 1);
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    assert_int_equal(tn_module_write(m, "a.b/out"), TN_OK);
    assert_string_equal(files.path, "a.b/out");
    assert_string_equal(files.written, text.ptr);
    assert_int_equal(files.written_len, text.len);
    tn_text_free(&text);

    files.write_error = ENOSPC;
    assert_int_equal(tn_module_write(m, "out.py"), TN_E_IO);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, "out.py"));
    files.write_error = ENOMEM;
    assert_int_equal(tn_module_write(m, "out.py"), TN_E_MEMORY);
    assert_int_equal(tn_module_write(m, "out.onnx"), TN_E_MEMORY);
    files.path[0] = '\0';
    assert_int_equal(tn_module_write(m, "out.so"), TN_E_INVALID);
    assert_int_equal(tn_module_read(ctx, "in.npz", &n), TN_E_INVALID);
    assert_string_equal(files.path, "");

    files.read_error = EACCES;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_IO);
    assert_null(n);
    files.read_error = EFBIG;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_LIMIT);
    files.read_error = ENOMEM;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_MEMORY);
    files.read_error = 0;
    files.grown = 1;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_LIMIT);
    files.grown = 0;
    files.text = "nonsense";
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_string_equal(d.source, "<stdin>");
    assert_int_equal(files.opened, files.released);

    /* The buffer goes back whatever fails. */
    files.text = model;
    for (size_t k = 1;; k++) {
        heap.requests = 0;
        heap.fail_at = k;
        const TnStatus status = tn_module_read(ctx, "net.py", &n);
        heap.fail_at = 0;
        assert_int_equal(files.opened, files.released);
        if (status == TN_OK) break;
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(n);
        if (k > 64) k += 7;
    }
    tn_module_free(n);
    tn_module_free(m);
    free(files.written);
    end(ctx, &heap);
}

static void real_files(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n;
    char path[] = "/tmp/u_api-XXXXXX", missing[64];
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    snprintf(missing, sizeof missing, "%s/none.py", path);
    assert_int_equal(tn_module_write(m, path), TN_OK);
    assert_int_equal(tn_module_read(ctx, path, &n), TN_OK);
    assert_int_equal(tn_module_equal(m, n, NULL), TN_OK);
    tn_module_free(n);
    assert_int_equal(tn_module_read(ctx, missing, &n), TN_E_IO);
    assert_int_equal(tn_module_write(m, missing), TN_E_IO);
    assert_int_equal(tn_module_read(ctx, "/tmp", &n), TN_E_IO);
    unlink(path);
    tn_module_free(m);
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(custom_files), UNIT(real_files))
