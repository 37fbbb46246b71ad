/* SPDX-License-Identifier: Apache-2.0 */
/* NULL for what compiles modules to files. */
#include <unistd.h>

#include "hostile/null_headers.h"

void null_compile_rows(TnContext *ctx, TnModule *m) {
    const TnMemory *memory;
    const TnDim dim = {.name = "n", .value = 1};
    TnText source = {.ptr = NULL}, header = {.ptr = NULL};
    TnCompiled compiled;
    TnText object = {.ptr = NULL}, other = {.ptr = NULL};
    size_t n;
    if (tn_module_compile_c(m, NULL, &source, &header, NULL) != TN_OK) return;
    REFUSED(tn_module_memory(NULL, &dim, 0, &memory, &n));
    REFUSED(tn_module_memory(m, NULL, 1, &memory, &n));
    REFUSED(tn_module_memory(m, &dim, 0, NULL, &n));
    REFUSED(tn_module_memory(m, &dim, 0, &memory, NULL));
    REFUSED(tn_module_compile_c(NULL, NULL, &source, &header, &compiled));
    HARMLESS(tn_module_compile_c(m, NULL, &source, &header, NULL));
    REFUSED(tn_module_compile_c(m, NULL, NULL, &header, &compiled));
    REFUSED(tn_module_compile_c(m, NULL, &source, NULL, &compiled));
    REFUSED(tn_c_build(NULL, &source, &header, "net.h", "/tmp/tenon-null.o"));
    REFUSED(tn_c_build(ctx, NULL, &header, "net.h", "/tmp/tenon-null.o"));
    REFUSED(tn_c_build(ctx, &source, NULL, "net.h", "/tmp/tenon-null.o"));
    REFUSED(tn_c_build(ctx, &source, &header, NULL, "/tmp/tenon-null.o"));
    REFUSED(tn_c_build(ctx, &source, &header, "net.h", NULL));
    REFUSED(tn_module_compile_object(NULL, NULL, TN_OBJECT, &object, &other, &compiled));
    REFUSED(tn_module_compile_object(m, NULL, TN_OBJECT, NULL, &other, &compiled));
    REFUSED(tn_module_compile_object(m, NULL, TN_OBJECT, &object, NULL, &compiled));
    REFUSED(tn_module_compile_object(m, NULL, (TnObjectKind)99, &object, &other, &compiled));
    HARMLESS(tn_module_compile_object(m, NULL, TN_OBJECT, &object, &other, NULL));
    tn_text_free(&object);
    tn_text_free(&other);
    REFUSED(tn_object_link(NULL, &source, NULL, "/tmp/tenon-null.so"));
    REFUSED(tn_object_link(ctx, NULL, NULL, "/tmp/tenon-null.so"));
    REFUSED(tn_object_link(ctx, &source, NULL, NULL));
    REFUSED(tn_object_link_onednn(NULL, &source, &header, "/tmp/tenon-null.so"));
    REFUSED(tn_object_link_onednn(ctx, NULL, &header, "/tmp/tenon-null.so"));
    REFUSED(tn_object_link_onednn(ctx, &source, NULL, "/tmp/tenon-null.so"));
    REFUSED(tn_object_link_onednn(ctx, &source, &header, NULL));
    tn_text_free(&source);
    tn_text_free(&header);
}
