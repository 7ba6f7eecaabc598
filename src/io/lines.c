/* See lines.h. A line is one write to a file opened for appending. */
#include "io/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/atomic.h"

enum { MODE = O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK };
static const double SYNC_PERIOD = 1; /* seconds; a machine that fails, unlike a program, may lose as much */

static int lock(ard_lines *l)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(l->fd, F_SETLK, &whole) == 0) return ARDOR_OK;
    if (errno == EACCES || errno == EAGAIN)
        return ard_fail(l->context, ARDOR_DATA, "%s: another process is writing to it", l->path);
    return ard_os_error(l->context, l->path, "locked");
}

static int read_all(ard_lines *l, int64_t size)
{
    int rc = ARDOR_OK;
    int64_t got = 0;
    NEW(l->context, l->text, size + 1);
    while (got < size) {
        ssize_t n = read(l->fd, l->text + got, (size_t)(size - got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) TRY(ard_os_error(l->context, l->path, "read"));
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
    out->fd = open(path, MODE | O_CREAT | O_EXCL, 0666);
    out->created = out->fd >= 0;
    if (out->fd < 0 && errno == EEXIST) out->fd = open(path, MODE);
    if (out->fd < 0) TRY(ard_os_error(context, path, "opened"));
    if (fstat(out->fd, &status) != 0) TRY(ard_os_error(context, path, "read"));
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
    l->end = l->bytes;
    return ftruncate(l->fd, (off_t)l->end) == 0 ? ARDOR_OK : ard_os_error(l->context, l->path, "shortened");
}

int ard_lines_add(ard_lines *l, ardor_context *context, const char *line)
{
    int rc = ARDOR_OK;
    const size_t bytes = strlen(line);
    TRY(ard_write_all(context, l->path, l->fd, line, bytes));
    l->end += (int64_t)bytes;
    if (ard_now() < l->synced + SYNC_PERIOD) return ARDOR_OK;
    l->synced = ard_now();
    if (fsync(l->fd) != 0) TRY(ard_os_error(context, l->path, "synced"));
done:
    return rc;
}

bool ard_lines_intact(const ard_lines *l)
{
    struct stat status;
    return fstat(l->fd, &status) == 0 && status.st_nlink > 0 && (int64_t)status.st_size == l->end;
}

void ard_lines_close(ard_lines *l)
{
    if (l->fd >= 0) {
        if (l->created && l->end == 0) (void)unlink(l->path);
        (void)fsync(l->fd);
        (void)close(l->fd);
    }
    ard_free(l->context, l->text);
    ard_free(l->context, l->path);
    *l = (ard_lines){.fd = -1};
}
