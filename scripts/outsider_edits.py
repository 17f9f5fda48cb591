"""Edits of a text that put changes into it, by number."""

from dataclasses import dataclass

from outsider_text import Source


@dataclass
class Place:
    """A change that can be made."""

    file: str
    line: int
    function: str
    change: str


class Edits:
    """The places of a file, numbered from `first`, and the text with all of them."""

    def __init__(self, path, text, first):
        self.source = Source(text)
        self.tokens = self.source.tokens
        self.path = path
        self.first = first
        self.function = ""
        self.places = []
        self.before = {}  # offset -> what is inserted there, as opening texts
        self.after = {}  # ... as closing texts
        self.replaced = {}  # index of a token -> its new text

    def add(self, i, change):
        """A new place at token i; returns its number."""
        self.places.append(Place(self.path, self.source.line(i), self.function, change))
        return self.first + len(self.places) - 1

    def wrap(self, first, last, opening, closing):
        """Puts tokens first to before last between two texts; later wraps of the same tokens are inside."""
        self.before.setdefault(self.tokens[first].begin, []).append(opening)
        self.after.setdefault(self.tokens[last - 1].end, []).insert(0, closing)

    def result(self):
        """The text with all edits."""
        pieces, at, text = [], 0, self.source.text
        edges = sorted(set(self.before) | set(self.after) | {self.tokens[i].begin for i in self.replaced})
        new = {self.tokens[i].begin: (self.tokens[i].end, words) for i, words in self.replaced.items()}
        for edge in edges:
            pieces.append(text[at:edge])
            at = edge
            pieces += self.after.get(edge, [])
            pieces += self.before.get(edge, [])
            if edge in new:
                pieces.append(new[edge][1])
                at = new[edge][0]
        return "".join(pieces) + text[at:]
