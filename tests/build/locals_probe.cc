// A step whose run may be dropped while it has a list: cmake/check_locals.cmake finds it.
#include <vector>

#include "explore/checked_cpu.hpp"

namespace ringcheck::testing {

void keeps_a_list(CheckedCpu& cpu, std::uint64_t address) {
  std::vector<std::uint64_t> seen(3);
  cpu.write_once(address, Word(seen.size()));
}

void keeps_a_number(CheckedCpu& cpu, std::uint64_t address) {
  const std::uint64_t seen = 3;
  cpu.write_once(address, Word(seen));
}

}  // namespace ringcheck::testing
