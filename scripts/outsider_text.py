"""C++ as scripts/outsiders.py reads it: tokens, and which of them belong together.

Nothing is understood beyond what this repository's clang-format style makes sure of: an operator between two operands
has space on both sides, and the angle bracket of template arguments has none before it.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*(?:\\\n[^\n]*)*)
      |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      |(?P<number>\d(?:[\w.]|'\w)*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<sign><<=|>>=|<=>|\.\.\.|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|[^\w\s])""",
    re.VERBOSE | re.DOTALL,
)

CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    kind: str  # text, number, word or sign
    text: str
    begin: int  # offset in the file
    end: int

    def __eq__(self, other):
        return self.text == other

    __hash__ = None


class Source:
    """A file, its tokens, and for each bracket the index of the token that closes it."""

    def __init__(self, text):
        self.text = text
        self.tokens = []
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if match.lastgroup != "space":
                self.tokens.append(Token(match.lastgroup, match.group(), at, match.end()))
            at = match.end()
        self.match = self._match_brackets()

    def _match_brackets(self):
        match, stack = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in CLOSING:
                stack.append(i)
            elif token.kind == "sign" and token.text in CLOSING.values():
                match[stack.pop()] = i
        return match

    def line(self, i):
        """The line of token i, from 1."""
        return self.text.count("\n", 0, self.tokens[i].begin) + 1

    def between(self, first, last):
        """The text of the tokens first to before last, without comments and line breaks."""
        if first >= last:
            return ""
        raw = self.text[self.tokens[first].begin : self.tokens[last - 1].end]
        raw = re.sub(r"//[^\n]*|/\*.*?\*/", "", raw, flags=re.DOTALL)
        return re.sub(r"\s+", " ", raw).strip()

    def spaced(self, i):
        """True iff there is space before and after token i: it stands between two operands."""
        token = self.tokens[i]
        return self.text[token.begin - 1].isspace() and self.text[token.end].isspace()

    def is_operand_end(self, i):
        """True iff an operand may end with token i."""
        token = self.tokens[i]
        if token.kind == "word":
            return token.text not in ("return", "else", "case", "throw", "do")
        return token.kind in ("number", "text") or token.text in (")", "]", "}")

    def after_template_arguments(self, i):
        """The index after the arguments whose `<` is token i; None where it is an operator."""
        token, before = self.tokens[i], self.tokens[i - 1]
        if token != "<" or before.kind != "word":
            return None
        if before.text != "template" and before.end != token.begin:
            return None
        depth = 0
        while i < len(self.tokens):
            text = self.tokens[i].text
            if text in CLOSING:
                i = self.match[i]
            depth += {"<": 1, ">": -1, ">>": -2}.get(text, 0)
            i += 1
            if depth == 0:
                return i
        return None

    def split(self, first, last, separators):
        """Runs of tokens between separators that are in no bracket: a list of (first, last, the one before)."""
        runs, start, before, i = [], first, None, first
        while i < last:
            after = self.after_template_arguments(i)
            if after is not None:
                i = after
            elif self.tokens[i].text in CLOSING and self.tokens[i].kind == "sign":
                i = self.match[i] + 1
            elif self.tokens[i].kind == "sign" and self.tokens[i].text in separators:
                runs.append((start, i, before))
                before, start = self.tokens[i].text, i + 1
                i += 1
            else:
                i += 1
        runs.append((start, last, before))
        return runs
