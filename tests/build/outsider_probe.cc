// The changed copy of the specification compiles, does what the original does while no change is
// on, and at least a third of the changes that a plain machine comes by show on it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "outsider_headers.hpp"
#include "protocol/core/outsider_places.hpp"
#include "tests/protocol/ring/ring_machine.hpp"

namespace ringcheck {
namespace {

namespace switched = outsider;

struct Endless {};

/// What is wrong with a few writes, interrupts and polls; empty when nothing is.
std::string wrong_with(unsigned place, std::vector<std::uint8_t>* marks) {
  switched::state = {};
  switched::state.chosen = place;
  switched::state.marks = marks != nullptr ? marks->data() : nullptr;
  switched::state.most_visits = 100'000;
  switched::state.too_many = [] { throw Endless(); };
  std::string wrong;
  try {
    RingMachine machine(32);
    for (std::uint64_t round = 0; round < 12 && wrong.empty(); ++round) {
      machine.script = {{3, round % 3 == 0, 1}, {5 + round, false, round % 4}};
      machine.write(round % 5);
      machine.poll(round % 2 == 0);
      wrong = judge(machine, true);
    }
  } catch (const Endless&) {
    wrong = "it does not end";
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  switched::state = {};
  return wrong;
}

/// True iff the change shows; it may crash, so this is asked in a process of its own.
bool is_noticed(unsigned place) {
  const pid_t child = fork();
  if (child == 0) _exit(wrong_with(place, nullptr).empty() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return status != 0;
}

}  // namespace
}  // namespace ringcheck

int main() {
  using namespace ringcheck;
  const std::size_t places = std::size(outsider::kPlaces);
  std::vector<std::uint8_t> marks(places);
  const std::string plain = wrong_with(outsider::kNone, &marks);
  if (!plain.empty()) {
    std::printf("without a change: %s\n", plain.c_str());
    return EXIT_FAILURE;
  }
  unsigned reached = 0, noticed = 0;
  for (unsigned place = 0; place < places; ++place) {
    if (!outsider::kPlaces[place].file.starts_with("ring/")) continue;
    if ((marks[place] & outsider::reached) == 0) continue;
    ++reached;
    if (is_noticed(place)) ++noticed;
  }
  std::printf("%u of %u changes of the ring show\n", noticed, reached);
  return reached > 100 && 3 * noticed > reached ? EXIT_SUCCESS : EXIT_FAILURE;
}
