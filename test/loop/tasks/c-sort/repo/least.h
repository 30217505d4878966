int least(const int *numbers, int count);
