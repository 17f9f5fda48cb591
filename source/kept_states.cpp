// Tested by tests/source: all programs there use it under sc, x86-tso and rc11.
#include "source/kept_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace ringcheck::source {

std::uint64_t KeptStates::keep(std::size_t number) {
  while (kept_.size() <= number) kept_.emplace_back();
  kept_[number] = current_;
  return ++stamp_;
}

void KeptStates::take_up(std::size_t number, std::uint64_t stamp, std::uint64_t owner) {
  if (owner != owner_) throw std::logic_error("the state of a stopped run was not kept");
  if (stamp_ != stamp) current_ = kept_[number];
  ++stamp_;  // From here on the state changes.
}

KeptStates& StatesOfPrograms::of(const Program& program, ThreadId thread) {
  auto at = std::ranges::find(entries_, &program, &Entry::program);
  if (at == entries_.end()) {
    at = std::ranges::min_element(entries_, {}, &Entry::used);
    at->program = &program;
    for (KeptStates& states : at->by_thread) states.renew();
  }
  at->used = ++calls_;
  while (at->by_thread.size() <= thread) at->by_thread.emplace_back();
  return at->by_thread[thread];
}

}  // namespace ringcheck::source
