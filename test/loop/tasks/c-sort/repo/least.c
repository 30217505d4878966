#include "least.h"

int least(const int *numbers, int count) {
    int best = 0;
    for (int i = 0; i < count; i++)
        if (numbers[i] < best) best = numbers[i];
    return best;
}
