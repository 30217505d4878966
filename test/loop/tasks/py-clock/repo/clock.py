def add(hours, minutes, more):
    """The time `more` minutes later, as HH:MM."""
    total = hours * 60 + minutes + more
    return f"{total // 60:02}:{total % 60:02}"
