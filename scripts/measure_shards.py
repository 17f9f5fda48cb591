#!/usr/bin/env python3
"""measure_shards.py overhead|prediction|gather RINGCHECK SHARDS ARGUMENTS-OF-VERIFY...: measures divided explorations.

overhead    processor time (user and system, by wait4) of `shard`, all `work` and `gather`, beside that of one process that
            explores the same with one worker
prediction  the time that 1, 2, 4, 8 and 16 workers on this machine's processors take from the first step to the last, beside
            what `shard plan` predicts by what one worker measured
gather      the time that `gather` takes when each shard is done

Prints rows of a Markdown table. Other load on the machine is in all times but processor time: run it alone, or before others
(nice -n -20).
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time

WORKERS = [1, 2, 4, 8, 16]


class Spent:
    """Processes that were waited for: how many, and their processor time in seconds."""

    def __init__(self):
        self.processes = 0
        self.seconds = 0.0

    def wait(self):
        """Waits for the next process that ends. Returns its id."""
        process, status, usage = os.wait4(-1, 0)
        # 1: a violation was found, which is an answer.
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"process {process} ended with {os.waitstatus_to_exitcode(status)}")
        self.processes += 1
        self.seconds += usage.ru_utime + usage.ru_stime
        return process

    def run(self, words):
        """Runs one process. Returns what it printed to standard error."""
        with tempfile.TemporaryFile("w+") as said:
            self.start(words, said)
            self.wait()
            said.seek(0)
            return said.read()

    def run_all(self, commands, at_once):
        """Runs processes, so many at once."""
        running = 0
        for words in commands:
            if running == at_once:
                self.wait()
                running -= 1
            self.start(words, subprocess.DEVNULL)
            running += 1
        for _ in range(running):
            self.wait()

    @staticmethod
    def start(words, errors):
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        child.returncode = 0  # waited for here


class Divided:
    """An exploration divided into a folder, explored and gathered, step by step."""

    def __init__(self, ringcheck, shards, verify, folder):
        self.ringcheck, self.shards, self.verify, self.folder = ringcheck, shards, verify, folder
        self.divide, self.work, self.gather = Spent(), Spent(), Spent()

    def run(self, workers):
        """All three steps. Returns the seconds from begin to end."""
        begin = time.monotonic()
        self.divide.run([self.ringcheck, "shard", "verify", *self.verify, "--into", self.shards, self.folder])
        files = sorted(glob.glob(f"{self.folder}/*.shard"))
        self.work.run_all([[self.ringcheck, "work", file] for file in files], workers)
        said = self.gather.run([self.ringcheck, "gather", self.folder])
        seconds = time.monotonic() - begin
        self.count = len(files)
        # What the workers measured of themselves, without starting their process.
        self.measured = float(re.search(r"in ([0-9.]+) s of processor time", said).group(1))
        return seconds

    def all_seconds(self):
        return self.divide.seconds + self.work.seconds + self.gather.seconds


def overhead(divided):
    divided.run(1)
    one = Spent()
    one.run([divided.ringcheck, "verify", *divided.verify, "--jobs", "1"])
    each = one.seconds / divided.count
    more = divided.all_seconds() - one.seconds
    # What the workers do not count as theirs: starting, reading the shard, ending.
    starting = divided.work.seconds - divided.measured
    added = divided.divide.seconds + starting + divided.gather.seconds
    print("| shards | of s | one process, s | `shard`, s | all `work`, s | of it starting, s | `gather`, s | all more than one process | added steps | a shard, ms |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    print(
        f"| {divided.count} | {each:.3g} | {one.seconds:.2f} | {divided.divide.seconds:.2f} | {divided.work.seconds:.2f} "
        f"| {starting:.2f} | {divided.gather.seconds:.2f} | {100 * more / one.seconds:.2f} % "
        f"| {100 * added / one.seconds:.2f} % | {1000 * added / divided.count:.1f} |"
    )


def predicted(divided, workers):
    """What `shard plan` says of so many workers, by what the folder has."""
    each = [
        ("--divide", divided.divide.seconds / divided.count),
        ("--start", (divided.work.seconds - divided.measured) / divided.count),
        ("--gather", divided.gather.seconds / divided.count),
    ]
    words = [divided.ringcheck, "shard", "plan", divided.folder, "--as-divided", "--failures", "0", "--slow-share", "0"]
    words += ["--processors", str(os.cpu_count()), "--workers", str(workers)]
    words += [word for option, seconds in each for word in (option, f"{max(0.0, seconds):.6f}")]
    plan = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    return float(plan.splitlines()[-1].split()[2])


def prediction(divided):
    print(f"| workers on {os.cpu_count()} processors | predicted, s | measured, s | difference | processor time, s |")
    print("|---|---|---|---|---|")
    divided.run(1)
    for workers in WORKERS:
        with tempfile.TemporaryDirectory() as folder:
            again = Divided(divided.ringcheck, divided.shards, divided.verify, folder)
            seconds = again.run(workers)
        guess = predicted(divided, workers)
        print(
            f"| {workers} | {guess:.2f} | {seconds:.2f} | {100 * (guess - seconds) / seconds:+.1f} % | {again.all_seconds():.2f} |",
            flush=True,
        )


def gather(divided):
    divided.run(os.cpu_count())
    begin = time.monotonic()
    again = Spent()
    again.run([divided.ringcheck, "gather", divided.folder])
    print("| shards | `gather`, s | of processor time |")
    print("|---|---|---|")
    print(f"| {divided.count} | {time.monotonic() - begin:.2f} | {again.seconds:.2f} |")


def main():
    what = {"overhead": overhead, "prediction": prediction, "gather": gather}
    if len(sys.argv) < 5 or sys.argv[1] not in what:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        what[sys.argv[1]](Divided(os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[4:], folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
