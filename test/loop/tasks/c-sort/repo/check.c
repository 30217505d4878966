#include "least.h"
#include <stdio.h>
#include <string.h>

static int number = 0, failed = 0;

static void check(const char *name, int holds) {
    number += 1;
    failed += !holds;
    printf("%s %d - %s\n", holds ? "ok" : "not ok", number, name);
}

int main(void) {
    check("first", least((int[]){1, 2}, 2) == 1);
    check("last", least((int[]){3, 2, 1}, 3) == 1);
    check("negative", least((int[]){0, -5, 4}, 3) == -5);
    printf("1..%d\n", number);
    return failed > 0;
}
