VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def number(text):
    """The number that a Roman numeral stands for."""
    return sum(VALUES[letter] for letter in text)
