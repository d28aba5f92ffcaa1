/* What a process asks of the files in one folder: written down in order, and one call fails if that is wanted.
 *
 * Loaded before the C library (LD_PRELOAD), so that nothing that the process does with files goes past it, whether
 * Python, SQLite or a library in another language asks. `file_calls.py` beside it compiles it and reads what it has
 * written down. Waits for the disk are left out: who looks at what a power cut would leave knows what was asked for.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN = 'o', CREATE = 'c', WRITE = 'w', TRUNCATE = 't', SYNC = 's', SYNC_FOLDER = 'f', DELETE = 'd',
            RENAME = 'r', LINK = 'l', MAKE_FOLDER = 'm', TOLD = '!' };

struct record {
    uint8_t kind, failed;
    uint16_t path, other;      /* how long the names are that follow */
    uint32_t data;             /* how many bytes follow them */
    uint64_t inode, offset;    /* the offset, or the new size */
} __attribute__((packed));

static char watched[PATH_MAX];
static size_t watched_length;
static int written_to = -1;
static long number, fails_at, fails_until;
static int fails_with;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ({ static __typeof__(&name) real_; if (!real_) real_ = (__typeof__(&name))dlsym(RTLD_NEXT, #name); real_; })

/* --- what Python calls --- */

void file_calls_begin(const char *folder, const char *file, long fails, int with, long until)
{
    snprintf(watched, sizeof watched, "%s", folder);
    watched_length = strlen(watched);
    number = 0;
    fails_at = fails;
    fails_with = with;
    fails_until = until;
    written_to = REAL(open)(file, O_CREAT | O_TRUNC | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

long file_calls_end(void)
{
    if (written_to >= 0)
        close(written_to);
    written_to = -1;
    return number;
}

static void write_down(struct record it, const char *path, const char *other, const void *data)
{
    struct iovec parts[4] = {{&it, sizeof it}, {(void *)path, it.path}, {(void *)other, it.other}, {(void *)data, it.data}};
    if (REAL(writev)(written_to, parts, 4) < 0)
        _exit(99);
}

void file_calls_tell(const char *what)
{
    if (written_to >= 0)
        write_down((struct record){.kind = TOLD, .path = strlen(what)}, what, "", "");
}

/* --- what is watched --- */

static int is_watched(const char *path)
{
    return written_to >= 0 && !strncmp(path, watched, watched_length)
        && (path[watched_length] == '/' || !path[watched_length]);
}

static int whole_path(char *into, int folder, const char *path)
{
    char link[64];
    ssize_t length = 0;
    if (*path != '/') {
        snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        length = readlink(link, into, PATH_MAX - 1);
        if (length < 0)
            return 0;
        into[length++] = '/';
    }
    snprintf(into + length, PATH_MAX - length, "%s", path);
    return is_watched(into);
}

static int path_of(char *into, int opened, struct stat *found)
{
    char link[64];
    ssize_t length;
    if (written_to < 0 || opened == written_to)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", opened);
    length = readlink(link, into, PATH_MAX - 1);
    if (length < 0)
        return 0;
    into[length] = 0;
    return is_watched(into) && !fstat(opened, found);
}

/* Counts a call, and says with which error it fails; 0 if it does not. */
static int failure(int needs_room)
{
    number++;
    if (number == fails_at && !fails_with)
        kill(getpid(), SIGKILL);
    if (number == fails_at)
        return fails_with;
    /* A disk stays full for a while; one that has failed once works the next time. */
    return fails_with == ENOSPC && needs_room && fails_at && fails_at < number && number <= fails_until ? ENOSPC : 0;
}

#define BEGIN pthread_mutex_lock(&one_at_a_time); { int error_ = 0
#define END(result) pthread_mutex_unlock(&one_at_a_time); if (error_) errno = error_; return (result); }

/* --- opening --- */

static int opened_at(int folder, const char *path, int flags, mode_t mode)
{
    char whole[PATH_MAX * 2];
    struct stat found;
    if (!whole_path(whole, folder, path))
        return REAL(openat64)(folder, path, flags, mode);
    int opened = -1;
    BEGIN;
    int missing = REAL(fstatat)(folder, path, &found, 0) && errno == ENOENT;
    int makes = missing && flags & O_CREAT;
    int empties = !missing && flags & O_TRUNC;
    struct record it = {.kind = makes ? CREATE : OPEN, .path = strlen(whole)};
    if ((error_ = failure(makes)))
        it.failed = 1;
    else {
        opened = REAL(openat64)(folder, path, flags, mode);
        error_ = opened < 0 ? errno : 0;
        it.failed = opened < 0;
        if (opened >= 0 && !fstat(opened, &found))
            it.inode = found.st_ino;
    }
    write_down(it, whole, "", "");
    if (opened >= 0 && empties) {
        number++;
        write_down((struct record){.kind = TRUNCATE, .path = strlen(whole), .inode = it.inode}, whole, "", "");
    }
    END(opened);
}

#define MODE(flags) mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return opened_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened_at(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened_at(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened_at(folder, path, flags, mode); }
int __open_2(const char *path, int flags) { return opened_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened_at(AT_FDCWD, path, flags, 0); }

/* --- what is in a file --- */

static ssize_t written(int opened, const void *data, size_t length, off_t offset, int moves)
{
    char path[PATH_MAX];
    struct stat found;
    if (!path_of(path, opened, &found) || !S_ISREG(found.st_mode))
        return moves ? REAL(write)(opened, data, length) : REAL(pwrite64)(opened, data, length, offset);
    ssize_t done = -1;
    BEGIN;
    if (moves)
        offset = fcntl(opened, F_GETFL) & O_APPEND ? found.st_size : lseek(opened, 0, SEEK_CUR);
    error_ = failure(offset + (off_t)length > found.st_size);
    /* A disk that fails may have written part of it. */
    size_t part = error_ == ENOSPC ? 0 : error_ ? length / 2 : length;
    if (part)
        done = moves ? REAL(write)(opened, data, part) : REAL(pwrite64)(opened, data, part, offset);
    if (!error_ && done < 0)
        error_ = errno;
    struct record it = {.kind = WRITE, .failed = error_ != 0, .path = strlen(path), .data = done > 0 ? done : 0,
                        .inode = found.st_ino, .offset = offset};
    write_down(it, path, "", data);
    if (error_)
        done = -1;
    END(done);
}

ssize_t write(int opened, const void *data, size_t length) { return written(opened, data, length, 0, 1); }
ssize_t pwrite(int opened, const void *data, size_t length, off_t at) { return written(opened, data, length, at, 0); }
ssize_t pwrite64(int opened, const void *data, size_t length, off64_t at) { return written(opened, data, length, at, 0); }

ssize_t writev(int opened, const struct iovec *parts, int count)
{
    char path[PATH_MAX];
    struct stat found;
    if (!path_of(path, opened, &found) || !S_ISREG(found.st_mode))
        return REAL(writev)(opened, parts, count);
    /* Whoever asks has to be ready for part of it. */
    for (int each = 0; each < count; each++)
        if (parts[each].iov_len)
            return written(opened, parts[each].iov_base, parts[each].iov_len, 0, 1);
    return 0;
}

/* Whoever would copy without these copies by reading and writing. */
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *there, size_t length, unsigned flags)
{
    char path[PATH_MAX];
    struct stat found;
    if (path_of(path, to, &found)) {
        errno = ENOSYS;
        return -1;
    }
    return REAL(copy_file_range)(from, at, to, there, length, flags);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t length)
{
    char path[PATH_MAX];
    struct stat found;
    if (path_of(path, to, &found)) {
        errno = ENOTSOCK;
        return -1;
    }
    return REAL(sendfile64)(to, from, at, length);
}

ssize_t sendfile(int to, int from, off_t *at, size_t length) { return sendfile64(to, from, at, length); }

int posix_fallocate(int opened, off_t offset, off_t length)
{
    char path[PATH_MAX];
    struct stat found;
    return path_of(path, opened, &found) ? EINVAL : REAL(posix_fallocate)(opened, offset, length);
}

static int truncated(int opened, off_t size)
{
    char path[PATH_MAX];
    struct stat found;
    if (!path_of(path, opened, &found))
        return REAL(ftruncate64)(opened, size);
    int done = -1;
    BEGIN;
    if (!(error_ = failure(size > found.st_size)) && (done = REAL(ftruncate64)(opened, size)))
        error_ = errno;
    struct record it = {.kind = TRUNCATE, .failed = done != 0, .path = strlen(path), .inode = found.st_ino, .offset = size};
    write_down(it, path, "", "");
    END(done);
}

int ftruncate(int opened, off_t size) { return truncated(opened, size); }
int ftruncate64(int opened, off64_t size) { return truncated(opened, size); }

static int synced(int opened)
{
    char path[PATH_MAX];
    struct stat found;
    if (!path_of(path, opened, &found))
        return REAL(fsync)(opened);
    int done = 0;
    BEGIN;
    /* What was not written yet may find no room. */
    if ((error_ = failure(1)))
        done = -1;
    struct record it = {.kind = S_ISDIR(found.st_mode) ? SYNC_FOLDER : SYNC, .failed = done != 0, .path = strlen(path),
                        .inode = found.st_ino};
    write_down(it, path, "", "");
    END(done);
}

int fsync(int opened) { return synced(opened); }
int fdatasync(int opened) { return synced(opened); }

/* --- names --- */

static int named(enum kind kind, int folder, const char *path, int other_folder, const char *other, int flags)
{
    char whole[PATH_MAX * 2], whole_other[PATH_MAX * 2] = "";
    int here = whole_path(whole, folder, path);
    int there = other && whole_path(whole_other, other_folder, other);
    int done = -1;
    BEGIN;
    if ((here || there) && (error_ = failure(kind == LINK || kind == MAKE_FOLDER)))
        ;
    else {
        if (kind == DELETE)
            done = REAL(unlinkat)(folder, path, flags);
        else if (kind == RENAME)
            done = REAL(renameat)(folder, path, other_folder, other);
        else if (kind == LINK)
            done = REAL(linkat)(folder, path, other_folder, other, flags);
        else
            done = REAL(mkdirat)(folder, path, flags);
        error_ = done ? errno : 0;
    }
    if (here || there) {
        struct record it = {.kind = kind, .failed = done != 0, .path = strlen(whole), .other = strlen(whole_other)};
        write_down(it, whole, whole_other, "");
    }
    END(done);
}

int unlink(const char *path) { return named(DELETE, AT_FDCWD, path, 0, NULL, 0); }
int unlinkat(int folder, const char *path, int flags) { return named(DELETE, folder, path, 0, NULL, flags); }
int rmdir(const char *path) { return named(DELETE, AT_FDCWD, path, 0, NULL, AT_REMOVEDIR); }
int rename(const char *path, const char *other) { return named(RENAME, AT_FDCWD, path, AT_FDCWD, other, 0); }
int renameat(int a, const char *path, int b, const char *other) { return named(RENAME, a, path, b, other, 0); }
int link(const char *path, const char *other) { return named(LINK, AT_FDCWD, path, AT_FDCWD, other, 0); }
int linkat(int a, const char *path, int b, const char *other, int flags) { return named(LINK, a, path, b, other, flags); }
int mkdir(const char *path, mode_t mode) { return named(MAKE_FOLDER, AT_FDCWD, path, 0, NULL, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return named(MAKE_FOLDER, folder, path, 0, NULL, mode); }
