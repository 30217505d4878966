#include "trim.h"
#include <string.h>

const char *trimmed(const char *text) {
    static char copy[64];
    strncpy(copy, text, 63);
    return copy;
}
