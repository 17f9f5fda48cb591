// Tested by tests/source, whose programs all run by it under sc, x86-tso and rc11.
#include "source/kept_states.hpp"

namespace ringcheck::source {

std::uint64_t KeptStates::keep(std::size_t number) {
  while (kept_.size() <= number) kept_.emplace_back();
  kept_[number] = current_;
  return ++stamp_;
}

void KeptStates::take_up(std::size_t number, std::uint64_t stamp) {
  if (stamp_ != stamp) current_ = kept_[number];
  ++stamp_;  // From here on the state changes.
}

}  // namespace ringcheck::source
