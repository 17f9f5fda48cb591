// How much memory this process uses.
// Tested by tests/explore/parallel_test.cpp.
#include "explore/watch.hpp"

#include <unistd.h>

#include <fstream>

namespace ringcheck {

std::uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace ringcheck
