#include "gcd.h"
#include <stdio.h>
#include <string.h>

static int number = 0, failed = 0;

static void check(const char *name, int holds) {
    number += 1;
    failed += !holds;
    printf("%s %d - %s\n", holds ? "ok" : "not ok", number, name);
}

int main(void) {
    check("coprime", gcd(9, 4) == 1);
    check("common", gcd(12, 18) == 6);
    check("zero", gcd(0, 5) == 5);
    printf("1..%d\n", number);
    return failed > 0;
}
