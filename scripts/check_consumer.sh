#!/usr/bin/env bash
# check_consumer.sh BUILD SOURCE CXX VERSION WORK: installs the build into WORK, and from there
#   - compiles each public header alone, and sees that it includes no library but the standard one;
#   - configures, builds and runs tests/consumer by find_package, and compiles it by pkg-config.
set -euo pipefail
build=$1 source=$2 cxx=$3 version=$4 work=$5
# What the caller's build has in its environment is none of the consumer's business.
unset CXXFLAGS LDFLAGS

rm -rf "$work"
cmake --install "$build" --prefix "$work/prefix" >"$work.log"
include=$work/prefix/include

for header in "$include"/ringcheck/*.hpp; do
  name=$(basename "$header")
  printf '#include <ringcheck/%s>\n' "$name" >"$work/alone.cpp"
  "$cxx" -std=c++20 -Wall -Wextra -Werror -I "$include" -MMD -MF "$work/alone.d" -fsyntax-only "$work/alone.cpp"
  if [[ $name != gtest.hpp ]] && grep -oE '/usr/include/(tbb|oneapi|boost|nlohmann|rapidcheck|fmt|CLI|gtest)[^ ]*' "$work/alone.d"; then
    echo "ringcheck/$name shows a library that users need not have" >&2
    exit 1
  fi
done

cmake -S "$source/tests/consumer" -B "$work/build" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror -DRINGCHECK_EXPECTED_VERSION='\"$version\"'" >>"$work.log"
cmake --build "$work/build" >>"$work.log"
"$work/build/consumer" >>"$work.log"
[[ $("$work/prefix/bin/ringcheck" --version) == "ringcheck $version" ]]

export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig:$work/prefix/lib/$(gcc -print-multiarch)/pkgconfig
if command -v pkg-config >/dev/null; then
  # shellcheck disable=SC2046
  "$cxx" $(pkg-config --cflags ringcheck) "$source/examples/spsc_ring.cpp" -o "$work/by_pkg_config" $(pkg-config --libs ringcheck)
  said=$("$work/by_pkg_config")
  [[ $said == *"ring under armv8: violated"* ]]
fi
