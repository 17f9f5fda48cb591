#!/usr/bin/env python3
"""Compares what two builds of ringcheck answer: every row, but for the times that it took.

usage: compare_answers.py OLD NEW WORK [--oracle DIR] [--only NAME]...

OLD and NEW are commands. Their answers are kept in WORK, and those of OLD are not asked for twice.
Prints each row that only one of them has, and each field in which two rows differ. Exit status 1 when
there is one.
"""
import argparse
import glob
import json
import os
import subprocess
import sys

TIMES = {"seconds", "control_seconds"}


def questions(oracle):
    """Name, arguments, and the fields that name a row; no fields: text, compared line by line."""
    yield "verify", ["verify", "--accept-findings", "--json"], ["scenario", "model"]
    yield "states", ["verify", "--verdict-only", "--model", "sc", "--scenario", "perf-ring-nested",
                     "--scenario", "perf-wakeup", "--scenario", "spsc-ring", "--json"], ["scenario", "model"]
    yield "barriers", ["barriers", "--json"], ["scenario", "params", "model", "plan"]
    yield "machine", ["barriers", "--arch", "arm64", "--json"], ["scenario", "params", "arch", "plan"]
    yield "drivers", ["barriers", "--drivers", "--json"], ["driver", "point", "model"]
    yield "compiler", ["verify", "--compiler", "--json"], ["site", "without", "ground"]
    yield "mutants", ["mutants", "--json"], ["mutant", "model"]
    for seed in "1", "7":
        yield "fuzz-" + seed, ["fuzz", "--seed", seed, "--cases", "500"], []
        yield "machines-" + seed, ["fuzz", "--machine", "all", "--seed", seed, "--cases", "200"], []
    yield "list", ["list"], []
    if oracle:
        yield "conform", ["conform", "--aux", os.path.join(oracle, "aux"), "--json"], ["set"]
        for traces in sorted(glob.glob(os.path.join(oracle, "live", "*.jsonl"))):
            name = os.path.splitext(os.path.basename(traces))[0]
            yield "live-" + name, ["conform", "--traces", traces, "--json"], ["set"]


def ask(command, arguments, path):
    if os.path.exists(path):
        return
    to_file = arguments[-1] == "--json"
    part = path + ".part"
    with open(os.devnull if to_file else part, "w") as out:
        subprocess.run([command] + (arguments[:-1] + ["--json=" + part] if to_file else arguments), stdout=out, check=False)
    os.replace(part, path)


def rows_of(path, key):
    with open(path) as text:
        if not key:
            return {str(i): {"line": line} for i, line in enumerate(text)}
        rows = {}
        for row in json.load(text):
            name = " ".join(json.dumps(row.get(field), ensure_ascii=False) for field in key)
            rows[name] = {k: v for k, v in row.items() if k not in TIMES}
        return rows


def compare(old, new):
    """Prints the differences; returns how many."""
    differences = 0
    for name in sorted(old.keys() | new.keys()):
        if name not in new or name not in old:
            print("  only", "old" if name in old else "new", name, (old.get(name) or new[name]).get("line", ""))
            differences += 1
            continue
        for field in sorted(old[name].keys() | new[name].keys()):
            a, b = old[name].get(field), new[name].get(field)
            if a != b:
                print(f"  {name}: {field}: {a!r:.200} -> {b!r:.200}")
                differences += 1
    return differences


def main():
    parser = argparse.ArgumentParser()
    for name in "old", "new", "work":
        parser.add_argument(name)
    parser.add_argument("--oracle")
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    total = 0
    for name, question, key in questions(arguments.oracle):
        if arguments.only and name not in arguments.only:
            continue
        answers = []
        for side in "old", "new":
            folder = os.path.join(arguments.work, side)
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, name)
            if side == "new" and os.path.exists(path):
                os.remove(path)
            ask(getattr(arguments, side), question, path)
            answers.append(rows_of(path, key))
        print(f"{name}: {len(answers[0])} rows", flush=True)
        total += compare(*answers)
    print(f"{total} differences")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
