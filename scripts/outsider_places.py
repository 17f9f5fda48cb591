"""Where a step of the specification can be changed: statements, conditions, operators, constants, arguments.

Each change is an edit of the text that `on(number)` turns on at run time (protocol/core/outsider.hpp). Edits
only insert, or replace single tokens, so that edits within each other go together.
"""

from outsider_edits import Edits
from outsider_words import (ASSIGNS, DECLARES, NO_STEPS, OPERATORS, OUT, STORES, TELLING_METHODS, TELLS, WEAKER)


class Finder(Edits):
    """Finds the places of a file and wraps them."""

    # Structure.

    def find(self):
        self.declarations(0, len(self.tokens))
        return self.places

    def declarations(self, i, end):
        """What is in no function: finds the bodies of functions."""
        start = i
        while i < end:
            token = self.tokens[i]
            if token.kind == "sign" and token.text in (";", "}"):
                start = i + 1
            elif token.kind == "sign" and token.text in ("(", "["):
                i = self.source.match[i]
            elif token.kind == "sign" and token == "{":
                i, start = self.braces(start, i)
                continue
            i += 1

    def braces(self, start, i):
        """The braces that open at token i of a declaration from `start` on: (where to go on, its start)."""
        close = self.source.match[i]
        head = self.tokens[start:i]
        words = [token.text for token in head if token.kind == "word"]
        signs = self.head_signs(start, i)
        if "namespace" in words:
            self.declarations(i + 1, close)
        elif "concept" in words or "enum" in words or "=" in signs:
            pass
        elif "(" not in signs:
            if any(word in words for word in ("struct", "class", "union")):
                self.declarations(i + 1, close)
        elif ":" in signs and self.tokens[i - 1].kind == "word" and self.tokens[i - 1].text != "const":
            return close + 1, start  # a member's initialiser
        else:
            self.body(start, i, close)
        return close + 1, close + 1

    def head_signs(self, start, i):
        """The signs of a declaration that are in no bracket, and `(` where one opens."""
        signs, j = [], start
        while j < i:
            after = self.source.after_template_arguments(j)
            if after is not None:
                j = after
                continue
            if self.tokens[j].kind == "sign":
                signs.append(self.tokens[j].text)
                if self.tokens[j].text in ("(", "[", "{"):
                    j = self.source.match[j]
            j += 1
        return signs

    def body(self, start, i, close):
        """A function whose head starts at `start`."""
        opening = next(j for j in range(start, i) if self.tokens[j] == "(" and self.tokens[j - 1].kind == "word")
        name = self.tokens[opening - 1].text
        if name in NO_STEPS or "operator" in [token.text for token in self.tokens[start:opening]]:
            return
        self.function = name
        self.defects = set()  # names of locals that tell of a defect of the catalogue
        self.returns_reference = self.tokens[opening - 2].text in ("&", "*")
        self.block(i + 1, close)

    # Statements.

    def block(self, i, end):
        while i < end:
            i = self.statement(i)

    def statement(self, i):
        """Looks at the statement that starts with token i; returns the index after it."""
        token, tokens, match = self.tokens[i], self.tokens, self.source.match
        if token == "{":
            self.block(i + 1, match[i])
            return match[i] + 1
        if token.text in ("if", "while", "for", "switch"):
            return self.control(i)
        if token == "else":
            return self.statement(i + 1)
        if token == "do":
            after = self.statement(i + 1)
            self.condition(after + 2, match[after + 1], loop=True)
            return match[after + 1] + 2
        if token.text in ("case", "default"):
            while tokens[i] != ":":
                i += 1
            return i + 1
        end = self.end_of_statement(i)
        if token.text in ("break", "continue"):
            self.drop(i, end)
        elif token == "return":
            self.returned(i + 1, end)
        elif token.text in ("constexpr", "static", "using", "static_assert", "struct", "enum", "throw"):
            pass
        elif self.is_telling(i):
            pass
        else:
            if self.is_expression(i, end):
                self.expression_statement(i, end)
            elif self.tokens[i] == "const" and self.tokens[i + 1] == "bool" and self.is_defect_test(i, end):
                self.defects.add(self.tokens[i + 2].text)
            self.expression(i, end)
        return end + 1

    def end_of_statement(self, i):
        while self.tokens[i] != ";":
            i = self.source.match.get(i, i) + 1
        return i

    def control(self, i):
        """if, while, for or switch."""
        word, match = self.tokens[i].text, self.source.match
        always = self.tokens[i + 1] == "constexpr"
        opening = i + 2 if always else i + 1
        close = match[opening]
        if word == "for":
            runs = self.source.split(opening + 1, close, {";"})
            if len(runs) == 3:
                self.expression(*runs[0][:2])
                self.condition(*runs[1][:2], loop=True)
                self.expression(*runs[2][:2])
            else:
                self.expression(opening + 1, close)
        elif word != "switch" and not always:
            runs = self.source.split(opening + 1, close, {";"})
            self.condition(*runs[-1][:2], loop=word == "while")
        if word == "switch":
            self.block(close + 2, match[close + 1])
            return match[close + 1] + 1
        return self.statement(close + 1)

    def is_telling(self, i):
        """True iff the statement at token i is a call that tells, or that is no step."""
        if self.tokens[i].text in TELLS:
            return True
        return (self.tokens[i] == "cpu" and self.tokens[i + 1] == "." and self.tokens[i + 2].text in TELLING_METHODS)

    def is_expression(self, i, end):
        """True iff the statement is no declaration: a path of names and calls, and then nothing, or `=`."""
        if self.tokens[i].text in DECLARES:
            return False
        while i < end and self.tokens[i].text in ("++", "--", "*", "("):
            if self.tokens[i] == "(":
                break
            i += 1
        while i < end:
            token = self.tokens[i]
            after = self.source.after_template_arguments(i)
            if after is not None or token.kind == "word":
                i = after or i + 1
                if i < end and self.tokens[i].kind == "word":
                    return False
            elif token.text in ("(", "["):
                i = self.source.match[i] + 1
            elif token.text in (".", "->", "::"):
                i += 1
            else:
                return token.text in ASSIGNS or token.text in ("++", "--")
        return True

    def drop(self, i, end):
        number = self.add(i, f"without `{self.source.between(i, end)}`")
        self.wrap(i, end + 1, f"{{ if (!{OUT}on({number})) ", " }")

    def expression_statement(self, i, end):
        text = self.source.between(i, end)
        if any(token == "[" and not self.source.is_operand_end(j - 1) for j, token in enumerate(self.tokens[i:end], i)):
            return  # with a body of its own
        if "defect::" in text and "(" not in text:
            return
        self.drop(i, end)
        name = self.tokens[i + 2].text if self.tokens[i] == "cpu" and i + 2 < end else ""
        for weaker in WEAKER.get(name, []):
            number = self.add(i, f"`{name}` is `{weaker}` in `{text}`")
            changed = self.source.text[self.tokens[i + 2].end : self.tokens[end].begin]
            self.wrap(i, end + 1, f"{{ if ({OUT}on({number})) cpu.{weaker}{changed}; else ", " }")

    def returned(self, i, end):
        if i >= end:
            return
        simple = all(token.kind == "word" or token.text in (".", "->", "::") for token in self.tokens[i:end])
        if simple and not self.returns_reference and self.tokens[i].text not in ("true", "false", "nullptr"):
            number = self.add(i, f"returns another value than `{self.source.between(i, end)}`")
            self.wrap(i, end, f"{OUT}result({number}, ", ")")
        self.expression(i, end)

    # Expressions.

    def is_defect_test(self, first, last):
        words = [token.text for token in self.tokens[first:last]]
        return any(word in ("defect", "plan", "requires") or word in self.defects for word in words)

    def has_branch(self, first, last):
        return any(token.text == "branch" or token.text == "branch_speculatively" for token in self.tokens[first:last])

    def condition(self, first, last, loop=False):
        """What decides where to go: taken the other way, or always the same."""
        if first >= last:
            return
        declares = any(before.kind == "word" and token.kind == "word" or token == "="
                       for before, token in zip(self.tokens[first:last], self.tokens[first + 1 : last]))
        if declares or self.has_branch(first, last) or self.is_defect_test(first, last):
            return self.expression(first, last)
        self.decide(first, last, loop)
        self.expression(first, last, decided=True)

    def decide(self, first, last, loop=False):
        text = self.source.between(first, last)
        number = self.add(first, f"the opposite of `{text}`")
        self.add(first, f"never `{text}`")
        if not loop:
            self.add(first, f"always `{text}`")
        name = "loop" if loop else "truth"
        self.wrap(first, last, f"{OUT}{name}({number}, static_cast<bool>(", "))")

    def expression(self, first, last, decided=False):
        self.operands(first, last, decided)
        i = first
        while i < last:
            i = self.part(i, last)

    def operands(self, first, last, decided=False):
        """Operands of && and ||, and conditions of ?:, between `first` and `last` and in no bracket."""
        for begin, end, _ in self.source.split(first, last, {",", "=", "+=", "-=", "|=", "return", ":", ";"}):
            questions = self.source.split(begin, end, {"?"})
            if len(questions) > 1:
                run = questions[0]
                if self.tokens[run[0]].text != "return" and not self.has_branch(*run[:2]) and not self.is_defect_test(*run[:2]):
                    self.decide(*run[:2])
            parts = self.source.split(questions[0][0], questions[0][1], {"&&", "||"})
            if len(parts) < 2:
                continue
            if any("&&" in (before, after[2]) and self.is_defect_test(a, b) and self.tokens[a] != "!"
                   for (a, b, before), after in zip(parts, parts[1:] + [(0, 0, None)])):
                continue  # false without a defect, whatever the others are
            for index, (a, b, before) in enumerate(parts):
                after = parts[index + 1][2] if index + 1 < len(parts) else before
                if self.has_branch(a, b) or self.is_defect_test(a, b) or "&&" in [t.text for t in self.tokens[a:b]]:
                    continue
                text = self.source.between(a, b)
                number = self.add(a, f"without `{text}` in `{self.source.between(begin, end)}`")
                self.wrap(a, b, f"{OUT}{'kept' if after == '&&' else 'missed'}({number}, static_cast<bool>(", "))")

    def part(self, i, last):
        """Looks at what starts with token i of an expression; returns where to go on."""
        token, match = self.tokens[i], self.source.match
        after = self.source.after_template_arguments(i)
        if after is not None:
            return after
        if token.text in ("sizeof", "decltype", "noexcept", "alignof"):
            return match[i + 1] + 1
        if token == "requires":
            while self.tokens[i] != "{":
                i = match.get(i, i) + 1
            return match[i] + 1
        if token == "[" and not self.source.is_operand_end(i - 1):
            return self.lambda_at(i)
        if token.kind == "word" and token.text in TELLS:
            while self.tokens[i] != "(":
                i += 1
            return match[i] + 1
        if token.kind == "sign" and token.text in ("(", "{", "["):
            if token == "(":
                self.call(i)
            self.operands(i + 1, match[i])
            return i + 1
        if token.kind == "word":
            self.word(i, last)
        elif token.kind == "number":
            self.number(i)
        elif token.text in OPERATORS and self.source.spaced(i) and self.source.is_operand_end(i - 1):
            self.operator(i)
        return i + 1

    def lambda_at(self, i):
        """Looks at the body of a lambda; returns where to go on."""
        i = self.source.match[i] + 1
        while self.tokens[i] != "{":
            after = self.source.after_template_arguments(i) if self.tokens[i] == "<" else None
            i = after if after is not None else self.source.match.get(i, i) + 1
        self.block(i + 1, self.source.match[i])
        return self.source.match[i] + 1

    def word(self, i, last):
        token, tokens = self.tokens[i], self.tokens
        if token.text in ("true", "false"):
            number = self.add(i, f"`{token.text}` is the opposite")
            self.replaced[i] = f"{OUT}truth_of({number}, {token.text})"
        if token.text not in ("branch", "branch_speculatively") or tokens[i + 1] != "(":
            return
        close = self.source.match[i + 1]
        if not self.is_defect_test(i, close):
            self.decide(i - 2, close + 1)

    def number(self, i):
        token = self.tokens[i]
        digits = token.text.rstrip("uUlL").replace("'", "")
        if digits.isdigit():
            number = self.add(i, f"`{token.text}` is one more")
            self.replaced[i] = f"{OUT}number({number}, {token.text})"

    def operator(self, i):
        name, becomes = OPERATORS[self.tokens[i].text]
        numbers = [self.add(i, f"`{self.tokens[i].text}` is {self.becoming(change)} in `{self.around(i)}`") for change in becomes]
        self.replaced[i] = f"{self.tokens[i].text} {OUT}{name}{{{numbers[0]}}} {self.tokens[i].text}"

    @staticmethod
    def becoming(change):
        return change if change.startswith("its") else f"`{change}`"

    def around(self, i):
        """The operands of token i, as far as they are in no other bracket."""
        first = i
        stops = ("(", "{", "[", ";", ",", "?", ":", "=", "&&", "||", "return", "&&", "}")
        closing = {close: opening for opening, close in self.source.match.items()}
        while self.tokens[first - 1].text not in stops or (first - 1) in closing and self.tokens[first - 1] != "}":
            first = closing.get(first - 1, first - 1)
        last = i + 1
        while self.tokens[last].text not in (")", "}", "]", ";", ",", "?", ":", "&&", "||"):
            last = self.source.match.get(last, last) + 1
        return self.source.between(first, last)

    # Calls.

    def call(self, i):
        """A call whose arguments start with the parenthesis at token i."""
        name = self.tokens[i - 1].text
        close = self.source.match[i]
        if self.tokens[i - 1].kind != "word" or name in ("if", "while", "for", "switch", "return", "branch", "Value"):
            return
        runs = [run[:2] for run in self.source.split(i + 1, close, {","})]
        method = self.tokens[i - 2] == "." and self.tokens[i - 3] == "cpu"
        if method and name in STORES and len(runs) == 2 and self.is_simple(*runs[1]) and not self.is_literal(*runs[1]):
            number = self.add(runs[1][0], f"one more than `{self.source.between(*runs[1])}` in `{self.source.between(i - 3, close + 1)}`")
            self.wrap(*runs[1], f"{OUT}more({number}, ", ")")
        if method and name == "smp_load_acquire":
            self.weaker_load(i - 3, close)
        if name == "min_of":
            self.least(i - 1, close, runs)
        elif not method:
            self.swapped(i, close, runs)
        if name in ("min", "max") and self.tokens[i - 2] == "::" and len(runs) == 2:
            self.least(i - 3, close, runs)

    def is_literal(self, first, last):
        return all(token.kind in ("number", "text") or token.text in ("true", "false", "nullptr") for token in self.tokens[first:last])

    def is_simple(self, first, last):
        return last - first <= 9 and all(
            token.kind == "word" or token.text in (".", "->", "::") for token in self.tokens[first:last])

    def weaker_load(self, i, close):
        name = self.tokens[i + 2].text
        number = self.add(i, f"`{name}` is `{WEAKER[name][0]}` in `{self.source.between(i, close + 1)}`")
        arguments = self.source.text[self.tokens[i + 2].end : self.tokens[close].end]
        self.wrap(i, close + 1, f"({OUT}on({number}) ? cpu.{WEAKER[name][0]}{arguments} : ", ")")

    def least(self, first, close, runs):
        """A call that gives one of its last two arguments."""
        text = self.source.between(first, close + 1)
        raw = [self.source.text[self.tokens[a].begin : self.tokens[b - 1].end] for a, b in runs[-2:]]
        number = self.add(first, f"`{self.source.between(*runs[-2])}` for `{text}`")
        self.add(first, f"`{self.source.between(*runs[-1])}` for `{text}`")
        self.wrap(first, close + 1, f"{OUT}instead({number}, [&] {{ return ",
                  f"; }}, [&] {{ return {raw[0]}; }}, [&] {{ return {raw[1]}; }})")

    def swapped(self, i, close, runs):
        """Arguments after each other that may be of one type."""
        for (a, b), (c, d) in zip(runs, runs[1:]):
            if not (self.is_simple(a, b) and self.is_simple(c, d)) or self.tokens[a].text in ("cpu", "rb", "aux", "all"):
                continue
            one, other = self.source.between(a, b), self.source.between(c, d)
            if one == other or self.tokens[a - 1].kind == "sign" and self.tokens[a - 1].text in ("{",):
                continue
            number = self.add(a, f"`{one}` and `{other}` swapped in `{self.source.between(i - 1, close + 1)}`")
            self.wrap(a, b, f"{OUT}pick({number}, ", f", {other})")
            self.wrap(c, d, f"{OUT}pick({number}, ", f", {one})")
