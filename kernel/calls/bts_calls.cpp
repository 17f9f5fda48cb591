// Programs of Intel BTS: the core's calls of its driver, performance interrupts of BTS and of other
// counters, and what the unit stores.
// Tested by `make kernel`.
#include "kernel/calls/bts_calls.hpp"

#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum BtsNumber : std::size_t {
  kAreaScarcity = 10,
  kExcludeKernel,
  kExcludeUser,
  kTaken,
  kBtsFailing,
  kBtsScarceAfter
};

CallShapes shapes() {
  const NumberRange records = one_of({1, 2, 10, 100, 168, 169, 170, 171, 300, 341, 342, 700});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(kBtsPageBytes);
  shapes.setup.front() = {"aux_pages", one_of({4, 2, 8, 1})};
  shapes.setup.push_back({"scarcity", one_of({0, 0, 1, 2})});
  shapes.setup.push_back({"exclude_kernel", one_of({0, 0, 1})});
  shapes.setup.push_back({"exclude_user", one_of({0, 0, 1})});
  shapes.setup.push_back({"taken by a counter", one_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 1})});
  shapes.setup.push_back(failing_allocation());
  shapes.setup.push_back({"scarce after", one_of({0, 0, 1, 2})});
  shapes.calls = driver_calls(kBtsPageBytes, {"interrupt", {}, 6, true, true},
                              {"write", {{"records", records}}, 8, false, true});
  return shapes;
}

BtsSetup setup_of(const NativeObject& object, const CallProgram& program) {
  BtsSetup setup;
  AuxAreaSetup& area = setup.area;
  area = aux_setup_of(program.setup, kBtsPageBytes);
  area.scarcity = program.setup.at(kAreaScarcity);
  area.scarce_after = program.setup.at(kBtsScarceAfter);
  area.failing = program.setup.at(kBtsFailing);
  area.no_sg = true;
  // A stream begins in the first piece, and that piece begins where the area does.
  area.head -= area.head % (area.aux_pages * kBtsPageBytes);
  suit_version(area, object);
  area.driver_words = BtsCells::kCount;
  setup.attr = {program.setup.at(kExcludeKernel) != 0, program.setup.at(kExcludeUser) != 0};
  setup.taken = program.setup.at(kTaken) != 0;
  return setup;
}

}  // namespace

CallReport hold_bts_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold_driver_calls<BtsKernel, BtsSpecification, BtsWords>(
      object, shapes(), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program); });
}

}  // namespace ringcheck
