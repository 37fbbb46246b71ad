/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of tensors: DIR/in_NAME.npy. */
#include "command/command.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

bool folder_begin(Folder *self, const char *dir) {
    *self = (Folder){.dir = dir, .stream = opendir(dir)};
    return self->stream != NULL;
}

bool folder_next(Folder *self) {
    for (struct dirent *entry; (entry = readdir(self->stream));) {
        const char *file = entry->d_name;
        const size_t n = strlen(file);
        if (n < 8 || strncmp(file, "in_", 3) != 0 || strcmp(file + n - 4, ".npy") != 0) continue;
        char *block = malloc(n + strlen(self->dir) + n + 3);
        if (!block) {
            self->failed = true;
            return false;
        }
        memcpy(block, file + 3, n - 7);
        block[n - 7] = '\0';
        sprintf(block + n - 6, "%s/%s", self->dir, file);
        self->name = block;
        self->path = block + n - 6;
        return true;
    }
    return false;
}

void folder_end(Folder *self) { closedir(self->stream); }
