/* SPDX-License-Identifier: Apache-2.0 */
#include "base/beside.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { RANDOM_BYTES = 6, TRIES = 100 };

/* What cannot be had at random (an old kernel, a sandbox) comes from the clock:
 * O_EXCL is what makes the name our own. */
static uint64_t random_bits(void) {
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) == (ssize_t)sizeof bits) return bits;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return ((uint64_t)t.tv_nsec * 0x9fb21c651e98df25u) ^ ((uint64_t)t.tv_sec << 20) ^
           (uint64_t)getpid();
}

int beside_open(int folder, char *name, mode_t mode) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *end = name + strlen(name);
    for (int i = 0; i < TRIES; i++) {
        uint64_t bits = random_bits();
        for (int k = 0; k < RANDOM_BYTES; k++, bits /= sizeof letters - 1)
            end[k - RANDOM_BYTES] = letters[bits % (sizeof letters - 1)];
        const int fd =
            openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

int beside_write(int fd, const char *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}
