/* contains: writes the lines of an object that contain a text.
 *
 * Parameters: text (required). Splits are those of Hadoop's LineRecordReader, see protocol/STORLETS.md, section 1. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { SUCCESS = 0, FAILURE = 1, USAGE = 64 };

/* The value of the parameter `key`, or NULL. Each argument after the storlet's name is one `key=value`. */
static const char *parameter(int argc, char **argv, const char *key) {
    size_t length = strlen(key);
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], key, length) == 0 && argv[i][length] == '=') return argv[i] + length + 1;
    }
    return NULL;
}

/* An offset from the engine, or `otherwise` if there is none. */
static long long offset(const char *variable, long long otherwise) {
    const char *value = getenv(variable);
    return value ? strtoll(value, NULL, 10) : otherwise;
}

int main(int argc, char **argv) {
    const char *text = parameter(argc, argv, "text");
    if (text == NULL) {
        fprintf(stderr, "contains: the parameter text is missing: give text=WHAT-TO-LOOK-FOR\n");
        return USAGE;
    }
    long long position = offset("HEADWATER_RANGE_START", 0);
    long long end = offset("HEADWATER_RANGE_END", -1); /* -1: to the end of the object */
    size_t text_length = strlen(text), capacity = 0;
    char *line = NULL;
    ssize_t length = 0;

    /* A line that began before the range belongs to the previous range. So does one that begins at its start. */
    if (position > 0 && (length = getline(&line, &capacity, stdin)) > 0) position += length;

    long long lines = 0, found = 0;
    /* A line that begins at `end` belongs to this range, because the next range skips it. */
    while ((end < 0 || position <= end) && (length = getline(&line, &capacity, stdin)) > 0) {
        position += length;
        lines++;
        if (memmem(line, length, text, text_length) == NULL) continue;
        found++;
        fwrite(line, 1, length, stdout);
    }

    /* A storlet that cannot read or write to the end must fail. Otherwise its answer would seem complete. */
    int unread = length < 0 && !feof(stdin);
    if (unread || fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "contains: %s the line at byte %lld: %s\n", unread ? "reading" : "writing up to", position,
                strerror(errno));
        return FAILURE;
    }
    FILE *report = fdopen(3, "w");
    if (report != NULL) {
        fprintf(report, "{\"records_in\": %lld, \"records_out\": %lld}\n", lines, found);
        fclose(report);
    }
    return SUCCESS;
}
