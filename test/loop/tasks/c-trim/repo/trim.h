/* A copy of at most 63 characters, without blanks at its ends; valid until the next call. */
const char *trimmed(const char *text);
