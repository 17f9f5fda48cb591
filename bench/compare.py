#!/usr/bin/env python3
"""compare.py RINGCHECK [--records N] [--threads N] [--runs N] [--limit S] [--kernel DIR]: ringcheck beside other checkers, in one run.

Runs the programs of bench/programs with `ringcheck check`, GenMC and Nidhugg, and litmus tests with `ringcheck litmus run` and
herd7, one after the other, each with one worker. What is not on PATH is left out, and said. Prints versions and a Markdown
table: processor time (user and system) of the whole command, the best of the runs, and its ratio to ringcheck's. Numbers of
executions differ where checkers count differently; they are shown, so that nobody has to believe that the same was done.

--records N  records and polls of the ring (6)         --threads N  threads that take the lock (5)
--runs N     runs of each command (3)                   --limit S    seconds after which a run is given up (600)
--kernel DIR tools/memory-model of a kernel tree, with linux-kernel.cfg: what herd7 needs for litmus tests in C
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LITMUS = os.path.join(HERE, "..", "litmus", "tests")
TESTS = ["MP+wmb+rmb", "BpfRing+2p1c+unbounded", "CasLock"]
MODELS = ["sc", "x86-tso", "rc11"]


def genmc(model, defines, program):
    return ["genmc", {"sc": "--sc", "x86-tso": "--tso", "rc11": "--rc11"}[model], "--disable-race-detection", "--",
            *defines, program]


def nidhugg(model, defines, program):
    flag = {"sc": "--sc", "x86-tso": "--tso"}.get(model)
    return ["nidhuggc", *defines, "--", flag, program] if flag else None


def ringcheck(command):
    return lambda model, defines, program: [command, "check", "--jobs", "1", "--no-races", "--symmetry", "off", "--model",
                                            model, program, "--", *defines]


# What a checker says of the number of executions.
COUNTS = {
    "ringcheck": r"(\d+) executions?\b",
    "GenMC": r"Number of complete executions explored: (\d+)",
    "Nidhugg": r"Trace count: (\d+)",
}


def measure(words, limit):
    """Runs a command. Returns its processor time in seconds, what it printed and its exit code; None where it ran into
    the limit."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said, start_new_session=True)
        end = time.monotonic() + limit
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > end:
                os.killpg(process.pid, signal.SIGKILL)
                os.wait4(process.pid, 0)
                return None
            time.sleep(0.002)
        said.seek(0)
        return usage.ru_utime + usage.ru_stime, said.read(), os.waitstatus_to_exitcode(status)


def best(words, pattern, options):
    """The best of some runs, as what is printed of it and its seconds."""
    seconds = None
    count = "?"
    for _ in range(options.runs):
        run = measure(words, options.limit)
        if run is None:
            return f"more than {options.limit:g} s", "", None
        spent, said, code = run
        if code not in (0, 1) or (pattern and not re.search(pattern, said)):
            sys.stderr.write(f"{' '.join(words)} ended with {code}:\n{said}\n")
            return "failed", "", None
        if pattern:
            count = re.search(pattern, said).group(1)
        seconds = spent if seconds is None else min(seconds, spent)
    return f"{seconds:.2f}", count, seconds


def version(words):
    said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
    found = re.search(r"^.*\d+\.\d+.*$", said, re.MULTILINE)
    return found.group(0).strip() if found else "version unknown"


def row(what, model, tool, words, pattern, options, base):
    shown, count, seconds = best(words, pattern, options)
    ratio = f"{seconds / base:.1f}" if seconds is not None and base else ""
    print(f"| {what} | {model} | {tool} | {count} | {shown} | {ratio} |", flush=True)
    return seconds


def compare_programs(options, tools):
    for name, define in [("spsc_ring", f"-DRECORDS={options.records}"), ("ticket_lock", f"-DTHREADS={options.threads}")]:
        program = os.path.join(HERE, "programs", name + ".c")
        for model in MODELS:
            base = None
            for tool, command in tools:
                words = command(model, [define], program)
                if words is None:
                    continue
                seconds = row(f"{name} {define}", model, tool, words, COUNTS[tool], options, base)
                base = base or seconds


def compare_litmus(options):
    config = os.path.join(options.kernel, "linux-kernel.cfg")
    for name in TESTS:
        test = os.path.join(LITMUS, name + ".litmus")
        words = [options.ringcheck, "litmus", "run", "--model", "lkmm", "--jobs", "1", test]
        base = row(name, "lkmm", "ringcheck", words, None, options, None)
        words = ["herd7", "-I", options.kernel, "-conf", config, test]
        row(name, "lkmm", "herd7", words, None, options, base)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("ringcheck")
    parser.add_argument("--records", type=int, default=6)
    parser.add_argument("--threads", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--kernel")
    options = parser.parse_args()
    tools = [("ringcheck", ringcheck(options.ringcheck))]
    print(f"- ringcheck: {version([options.ringcheck, '--version'])}")
    for tool, binary, command in [("GenMC", "genmc", genmc), ("Nidhugg", "nidhuggc", nidhugg)]:
        if shutil.which(binary) is None:
            print(f"- {tool}: no {binary} on PATH, left out")
            continue
        print(f"- {tool}: {version([binary, '--version'])}")
        tools.append((tool, command))
    has_herd = shutil.which("herd7") is not None
    if not has_herd:
        print("- herd7: not on PATH, left out")
    elif not options.kernel:
        print("- herd7: left out, for want of --kernel")
    else:
        print(f"- herd7: {version(['herd7', '-version'])}")
    print("\n| what | model | checker | executions | seconds of processor time | times ringcheck's |\n|---|---|---|---|---|---|")
    compare_programs(options, tools)
    if has_herd and options.kernel:
        compare_litmus(options)


if __name__ == "__main__":
    main()
