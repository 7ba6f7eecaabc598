/* Runs a fuzz target once on each file named, and on each file of each directory named: the regression test that
 * every build makes of a fuzz corpus, with no fuzzer at hand. A corpus that is missing or empty is a failure. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path, const struct stat *info)
{
    size_t size = (size_t)info->st_size;
    /* Exactly as long as the input, so that a sanitizer sees a read past its end. */
    uint8_t *data = malloc(size ? size : 1);
    FILE *file = fopen(path, "rb");
    int failed = !data || !file || fread(data, 1, size, file) != size;
    if (failed)
        perror(path);
    else
        failed = LLVMFuzzerTestOneInput(size ? data : NULL, size) != 0;
    if (file) fclose(file);
    free(data);
    return failed ? -1 : 1;
}

/* The number of inputs run, or -1 after a message. */
static long run(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return -1;
    }
    if (!S_ISDIR(info.st_mode)) return run_file(path, &info);
    DIR *directory = opendir(path);
    if (!directory) {
        perror(path);
        return -1;
    }
    long count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(directory));) {
        char child[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
        long more = run(child);
        count = more < 0 ? -1 : count + more;
    }
    closedir(directory);
    return count;
}

int main(int argc, char **argv)
{
    long count = 0;
    for (int i = 1; i < argc; i++) {
        long more = run(argv[i]);
        if (more < 0) return 1;
        count += more;
    }
    printf("%ld inputs\n", count);
    if (count == 0) fprintf(stderr, "no inputs: a fuzz target needs a corpus\n");
    return count == 0;
}
