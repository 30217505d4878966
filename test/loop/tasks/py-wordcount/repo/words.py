def count(text):
    """How often each word occurs; letter case and punctuation do not matter."""
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts
