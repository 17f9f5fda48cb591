// Programs of Intel BTS: the core's calls of its driver, performance interrupts of BTS and of other
// counters, and what the unit stores.
// Tested by `make kernel`.
#include "kernel/calls/bts_calls.hpp"

#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kScarcityNumber = 10;

CallShapes shapes() {
  const NumberShape event = {"event", one_of({0, 0, 0, 1})};
  const NumberRange records = one_of({1, 2, 10, 100, 168, 169, 170, 171, 300, 341, 342, 700});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(kBtsPageBytes);
  shapes.setup.front() = {"aux_pages", one_of({4, 2, 8, 1})};
  shapes.setup.push_back({"scarcity", one_of({0, 0, 1, 2})});
  shapes.calls = {
      {"add", {event, {"started", one_of({1, 1, 1, 0})}}, 6, true, false},
      {"start", {event}, 3, true, false},
      {"stop", {event}, 4, true, false},
      {"del", {event}, 3, true, false},
      {"interrupt", {}, 6, true, true},
      {"write", {{"records", records}}, 8, false, true},
      {"aux_tail", {{"at", one_of({0, 0, 0, 4096, 5000, 8192})}}, 4, false, true},
      {"data_tail", {}, 2, false, true},
      {"mapped", {{"count", one_of({1, 1, 0})}}, 1, false, true},
  };
  return shapes;
}

}  // namespace

AuxAreaSetup bts_setup_of(const NativeObject& object, const CallProgram& program) {
  AuxAreaSetup setup = aux_setup_of(program.setup, kBtsPageBytes);
  setup.scarcity = program.setup.at(kScarcityNumber);
  setup.no_sg = true;
  // The first piece is in use where a stream begins, and it begins where the area does.
  setup.head -= setup.head % (setup.aux_pages * kBtsPageBytes);
  suit_version(setup, object);
  setup.driver_words = BtsCells::kCount;
  return setup;
}

CallReport hold_bts_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold_driver_calls<BtsKernel, BtsSpecification, BtsWords>(
      object, shapes(), seed, programs, true,
      [&](const CallProgram& program) { return bts_setup_of(object, program); });
}

}  // namespace ringcheck
