#!/usr/bin/env bash
# check_output.sh PROGRAM EXPECTED: runs PROGRAM and compares what it prints with the file EXPECTED.
set -euo pipefail
diff -u "$2" <("$1")
