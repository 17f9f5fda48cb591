#!/usr/bin/env bash
# portable.sh BUILD FOLDER VERSION: installs the command of BUILD into FOLDER/ringcheck-VERSION with the libraries that it needs
# beside it, and packs that into FOLDER/ringcheck-VERSION-MACHINE.tar.gz. What is left to the system is the C library, which must
# not be older than the one here, and for `ringcheck check` clang and LLVM 19.
set -euo pipefail
build=$1 folder=$2 name=ringcheck-$3

rm -rf "${folder:?}/$name"
mkdir -p "$folder"
cmake --install "$build" --component command --prefix "$folder/$name" --strip >"$folder/install.log"
libraries=$folder/$name/lib/ringcheck
mkdir -p "$libraries"
# Those of the C library come with the system's loader, which fits no others.
ldd "$build/ringcheck" | awk '$3 ~ /^\// && $1 !~ /^(libc|libm|libdl|librt|libpthread)\.so/ {print $3}' |
  while read -r library; do cp -L "$library" "$libraries/"; done
tar --create --gzip --file "$folder/$name-$(uname -m).tar.gz" --directory "$folder" --sort=name --owner=0 --group=0 "$name"
echo "$folder/$name-$(uname -m).tar.gz"
