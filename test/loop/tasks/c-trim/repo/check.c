#include "trim.h"
#include <stdio.h>
#include <string.h>

static int number = 0, failed = 0;

static void check(const char *name, int holds) {
    number += 1;
    failed += !holds;
    printf("%s %d - %s\n", holds ? "ok" : "not ok", number, name);
}

int main(void) {
    check("plain", strcmp(trimmed("a b"), "a b") == 0);
    check("both ends", strcmp(trimmed("  a  "), "a") == 0);
    check("only blanks", strcmp(trimmed("   "), "") == 0);
    printf("1..%d\n", number);
    return failed > 0;
}
