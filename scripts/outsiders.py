#!/usr/bin/env python3
"""Writes the specification with changes in it that are turned on at run time.

outsiders.py PROTOCOL OUT: copies the headers of the folder PROTOCOL to OUT. In the copy each step can go wrong: a
statement left out, a condition turned round, a constant one more, an operator another, arguments swapped, a strength
weakened. OUT/core/outsider_places.hpp lists the changes, by number. Files whose text stays as it was are not touched.
"""

import os
import sys

from outsider_places import Finder

# What holds no steps: the machines, names, layouts and lists.
PLAIN_FOLDERS = ("core/",)
PLAIN_FILES = ("defects.hpp", "observations.hpp", "sites.hpp")


def headers(root):
    """The paths of all headers below `root`, relative to it, in order."""
    found = []
    for folder, _, files in os.walk(root):
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files if name.endswith(".hpp")]
    return sorted(found)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as old:
            if old.read() == text:
                return
    with open(path, "w", encoding="utf-8") as new:
        new.write(text)


def with_include(text):
    """The text with the switch included after `#pragma once`."""
    return text.replace("#pragma once\n", '#pragma once\n#include "protocol/core/outsider.hpp"\n', 1)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def list_of(places):
    rows = "".join(f"    {{{quoted(p.file)}, {p.line}, {quoted(p.function)}, {quoted(p.change)}}},\n" for p in places)
    return ("#pragma once\n// Changes that scripts/outsiders.py has made, by number.\n\n"
            '#include "protocol/core/outsider.hpp"\n\nnamespace ringcheck::outsider {\n\n'
            f"inline constexpr Place kPlaces[] = {{\n{rows}}};\n\n}}  // namespace ringcheck::outsider\n")


def main(protocol, out):
    places = []
    for path in headers(protocol):
        with open(os.path.join(protocol, path), encoding="utf-8") as file:
            text = file.read()
        if not path.startswith(PLAIN_FOLDERS) and os.path.basename(path) not in PLAIN_FILES:
            finder = Finder(path, text, len(places))
            places += finder.find()
            text = with_include(finder.result())
        write(os.path.join(out, path), text)
    write(os.path.join(out, "core", "outsider_places.hpp"), list_of(places))
    print(f"{len(places)} changes in {protocol}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: outsiders.py PROTOCOL OUT")
    main(sys.argv[1], sys.argv[2])
