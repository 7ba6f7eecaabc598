/* Atomic replacement of files by rename(2), which POSIX guarantees to be atomic within a file system; hence the
 * temporary file in the same directory. The data are synced before the rename, so that a crash cannot leave a new name
 * on unwritten blocks, and the directory after it, so that the rename itself lasts. */
#include "io/atomic.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/packed.h"

enum { NAME_TRIES = 1000 };

int ard_os_error(ardor_context *context, const char *path, const char *what)
{
    return ard_fail(context, ARDOR_IO, "%s: cannot be %s: %s", path, what, strerror(errno));
}

int ard_write_all(ardor_context *context, const char *path, int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t wrote = write(file, bytes, size);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return ard_os_error(context, path, "written");
        bytes += wrote;
        size -= (size_t)wrote;
    }
    return ARDOR_OK;
}

static int write_directly(ardor_context *context, const char *path, const void *bytes, size_t size)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return ard_os_error(context, path, "opened for writing");
    int rc = ard_write_all(context, path, file, bytes, size);
    if (close(file) != 0 && rc == ARDOR_OK) rc = ard_os_error(context, path, "written");
    return rc;
}

/* Create a file that did not exist; its name, in the directory of `path`, goes to *name. */
static int create_aside(ardor_context *context, const char *path, char **name, int *file)
{
    int rc = ARDOR_OK, error = 0;
    const char *slash = strrchr(path, '/');
    int directory = slash ? (int)(slash - path) + 1 : 0;
    *file = -1;
    for (int i = 0; i < NAME_TRIES && *file < 0; i++) {
        MAKE(*name, ard_format(context, "%.*s.ardor-%ld-%d.tmp", directory, path, (long)getpid(), i));
        *file = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*file >= 0) break;
        error = errno; /* before the allocator, which may be the caller's, changes it */
        ard_free(context, *name);
        *name = NULL;
        if (error != EEXIST) break;
    }
    errno = error;
    if (*file < 0) TRY(ard_os_error(context, path, "created"));
done:
    return rc;
}

/* The directory of `path`; -1 where it may be written but not read, and so cannot be opened to be synced. */
static int open_directory(ardor_context *context, const char *path, int *out)
{
    int rc = ARDOR_OK;
    const char *slash = strrchr(path, '/');
    char *directory = NULL;
    MAKE(directory, slash ? ard_strndup(context, path, (size_t)(slash - path) + 1) : ard_strdup(context, "."));
    *out = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
done:
    ard_free(context, directory);
    return rc;
}

/* Some file systems cannot sync a directory. */
static int sync_directory(ardor_context *context, const char *path, int directory)
{
    if (directory < 0 || fsync(directory) == 0 || errno == EINVAL || errno == ENOTSUP) return ARDOR_OK;
    return ard_os_error(context, path, "synced");
}

/* Everything that needs memory comes before the rename: after it the old file is gone. */
static int replace_file(ardor_context *context, const char *path, const mode_t *mode, const void *bytes, size_t size)
{
    int rc = ARDOR_OK, file = -1, directory = -1;
    char *aside = NULL;
    TRY(open_directory(context, path, &directory));
    TRY(create_aside(context, path, &aside, &file));
    TRY(ard_write_all(context, path, file, bytes, size));
    if (mode && fchmod(file, *mode) != 0) TRY(ard_os_error(context, path, "given its mode"));
    if (fsync(file) != 0) TRY(ard_os_error(context, path, "synced"));
    int closed = close(file);
    file = -1;
    if (closed != 0) TRY(ard_os_error(context, path, "written"));
    if (rename(aside, path) != 0) TRY(ard_os_error(context, path, "replaced"));
    ard_free(context, aside);
    aside = NULL;
    TRY(sync_directory(context, path, directory));
done:
    if (directory >= 0) close(directory);
    if (file >= 0) close(file);
    if (aside) unlink(aside);
    ard_free(context, aside);
    return rc;
}

static int write_bytes(ardor_context *context, const char *path, const void *bytes, size_t size)
{
    struct stat status;
    if (strcmp(path, "-") == 0) return ard_write_all(context, "standard output", STDOUT_FILENO, bytes, size);
    if (stat(path, &status) != 0) return replace_file(context, path, NULL, bytes, size);
    if (S_ISDIR(status.st_mode)) return ard_fail(context, ARDOR_IO, "%s: is a directory, not a file", path);
    if (!S_ISREG(status.st_mode)) return write_directly(context, path, bytes, size);
    char real[PATH_MAX]; /* the file, not the link to it, is what the name stands for */
    if (!realpath(path, real)) return ard_os_error(context, path, "resolved");
    mode_t mode = status.st_mode & 07777;
    return replace_file(context, real, &mode, bytes, size);
}

int ard_write_file(ardor_context *context, const char *path, const void *bytes, size_t size)
{
    int rc = ARDOR_OK;
    const char *filter = NULL;
    const ard_bytes plain = {(char *)bytes, (int64_t)size, (int64_t)size};
    ard_bytes packed = {0};
    ard_compression_of(path, &filter);
    if (filter) TRY(ard_compress(context, filter, &plain, &packed));
    TRY(write_bytes(context, path, filter ? packed.data : bytes, filter ? (size_t)packed.n : size));
done:
    ard_free(context, packed.data);
    return rc;
}

ardor_status ardor_write_file(ardor_context *context, const char *path, const char *text, size_t bytes)
{
    if (!context) return ARDOR_USAGE;
    if (!path || (!text && bytes > 0)) return ard_fail(context, ARDOR_USAGE, "ardor_write_file: a path and a text are needed");
    return ard_write_file(context, path, text, bytes);
}
