// Programs of Intel BTS: the core's calls of its driver, performance interrupts of BTS and of other
// counters, and what the unit stores.
// Tested by `make kernel`.
#include "kernel/calls/bts_calls.hpp"

#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kScarcityNumber = 10;

CallShapes shapes() {
  const NumberRange records = one_of({1, 2, 10, 100, 168, 169, 170, 171, 300, 341, 342, 700});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(kBtsPageBytes);
  shapes.setup.front() = {"aux_pages", one_of({4, 2, 8, 1})};
  shapes.setup.push_back({"scarcity", one_of({0, 0, 1, 2})});
  shapes.calls = driver_calls(kBtsPageBytes, {"interrupt", {}, 6, true, true},
                              {"write", {{"records", records}}, 8, false, true});
  return shapes;
}

}  // namespace

AuxAreaSetup bts_setup_of(const NativeObject& object, const CallProgram& program) {
  AuxAreaSetup setup = aux_setup_of(program.setup, kBtsPageBytes);
  setup.scarcity = program.setup.at(kScarcityNumber);
  setup.no_sg = true;
  // A stream begins in the first piece, and that piece begins where the area does.
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
