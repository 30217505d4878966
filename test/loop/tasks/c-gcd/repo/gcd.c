#include "gcd.h"

unsigned gcd(unsigned a, unsigned b) { return 1; }
