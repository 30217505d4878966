class Ring:
    """A queue of at most `size` items; a full one forgets its oldest."""

    def __init__(self, size):
        self.size = size
        self.items = []

    def put(self, item):
        self.items.append(item)

    def get(self):
        return self.items.pop()
