/* See lines.h. A line is one write to a file opened for appending. */
#include "io/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double SYNC_PERIOD = 1; /* seconds; a machine that fails, unlike a program, may lose as much */

static int refused(ardor_context *context, const char *path, const char *what)
{
    return ard_fail(context, ARDOR_IO, "%s: cannot %s: %s", path, what, strerror(errno));
}

static int lock(ard_lines *l)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(l->fd, F_SETLK, &whole) == 0) return ARDOR_OK;
    if (errno == EACCES || errno == EAGAIN)
        return ard_fail(l->context, ARDOR_DATA, "%s: another process is writing to it", l->path);
    return refused(l->context, l->path, "lock it");
}

static int read_all(ard_lines *l, int64_t size)
{
    int rc = ARDOR_OK;
    int64_t got = 0;
    NEW(l->context, l->text, size + 1);
    while (got < size) {
        ssize_t n = read(l->fd, l->text + got, (size_t)(size - got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) TRY(refused(l->context, l->path, "read it"));
        if (n == 0) break;
        got += n;
    }
    l->size = got;
    while (got > 0 && l->text[got - 1] != '\n') got--;
    l->bytes = got;
done:
    return rc;
}

int ard_lines_open(ardor_context *context, const char *path, ard_lines *out)
{
    int rc = ARDOR_OK;
    struct stat status;
    *out = (ard_lines){.context = context, .fd = -1};
    COPY(context, out->path, path);
    out->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (out->fd < 0) TRY(refused(context, path, "open it"));
    if (fstat(out->fd, &status) != 0) TRY(refused(context, path, "read it"));
    REQUIRE(context, S_ISREG(status.st_mode), ARDOR_DATA, "%s: is no regular file", path);
    TRY(lock(out));
    TRY(read_all(out, (int64_t)status.st_size));
done:
    if (rc != ARDOR_OK) ard_lines_close(out);
    return rc;
}

int ard_lines_continue(ard_lines *l)
{
    ard_free(l->context, l->text);
    l->text = NULL;
    return ftruncate(l->fd, (off_t)l->bytes) == 0 ? ARDOR_OK : refused(l->context, l->path, "shorten it");
}

int ard_lines_add(ard_lines *l, ardor_context *context, const char *line)
{
    const char *at = line, *end = line + strlen(line);
    while (at < end) {
        ssize_t n = write(l->fd, at, (size_t)(end - at));
        if (n < 0 && errno != EINTR) return refused(context, l->path, "write to it");
        if (n > 0) at += n;
    }
    if (ard_now() < l->synced + SYNC_PERIOD) return ARDOR_OK;
    l->synced = ard_now();
    return fsync(l->fd) == 0 ? ARDOR_OK : refused(context, l->path, "write to it");
}

void ard_lines_close(ard_lines *l)
{
    if (l->fd >= 0) {
        (void)fsync(l->fd);
        (void)close(l->fd);
    }
    ard_free(l->context, l->text);
    ard_free(l->context, l->path);
    *l = (ard_lines){.fd = -1};
}
