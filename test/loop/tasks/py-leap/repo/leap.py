def is_leap(year):
    """Whether a year of the Gregorian calendar has 366 days."""
    return year % 4 == 0
