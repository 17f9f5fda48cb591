// Programs of an Intel PT unit: the core's calls of its driver, its interrupts, samples, VMX, and
// what the unit writes.
// Tested by `make kernel`.
#include "kernel/calls/pt_calls.hpp"

#include "kernel/calls/pt_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kMultipleEntriesNumber = 10, kSingleRangeNumber = 11, kScarcityNumber = 12,
                      kConfigNumber = 13, kExcludesNumber = 14, kFiltersNumber = 15,
                      kFailingNumber = 16, kScarceAfterNumber = 17;

CallShapes shapes_of(bool pauses) {
  const NumberRange bytes =
      one_of({1, 100, 512, 3000, 4095, 4096, 4097, 8192, 12288, 16383, 20000});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(kPtPageBytes);
  shapes.setup.front() = {"aux_pages", one_of({1, 2, 4, 8})};
  shapes.setup.push_back({"multiple entries", one_of({1, 1, 0})});
  shapes.setup.push_back({"single range", one_of({0, 1})});
  shapes.setup.push_back({"scarcity", one_of({0, 0, 1, 2})});
  // Bits of attr.config: time stamps, and whether the bit for branches is taken as it is.
  constexpr std::uint64_t kAsItIs = 1, kTimes = 1U << 10U, kBranches = 1U << 13U;
  shapes.setup.push_back(
      {"attr.config", one_of({0, kTimes, kAsItIs, kAsItIs | kBranches, kAsItIs | kTimes})});
  shapes.setup.push_back({"excludes", below(3)});
  shapes.setup.push_back({"filters", below(kPtFilters + 1)});
  shapes.setup.push_back(failing_allocation());
  shapes.setup.push_back({"scarce after", one_of({0, 0, 1, 2, 3})});
  shapes.calls = driver_calls(
      kPtPageBytes, {"interrupt", {}, 4, false, true},
      {"write", {{"bytes", bytes}, {"error", one_of({0, 0, 0, 0, 0, 1})}}, 8, false, true});
  shapes.calls.push_back({"vmx", {{"on", below(2)}}, 2, true, false});
  shapes.calls.push_back(
      {"snapshot", {driver_event(), {"bytes", one_of({8, 64, 104, 800})}}, 2, false, true});
  if (pauses) shapes.calls.push_back({"pause", {driver_event(), {"whether", below(2)}}, 4});
  return shapes;
}

PtSetup setup_of(const NativeObject& object, const CallProgram& program) {
  PtSetup setup;
  setup.area = aux_setup_of(program.setup, kPtPageBytes);
  setup.multiple_entries = program.setup.at(kMultipleEntriesNumber) != 0;
  setup.single_range = program.setup.at(kSingleRangeNumber) != 0;
  setup.area.scarcity = program.setup.at(kScarcityNumber);
  setup.area.failing = program.setup.at(kFailingNumber);
  setup.area.scarce_after = program.setup.at(kScarceAfterNumber);
  setup.attr.config = program.setup.at(kConfigNumber);
  setup.attr.exclude_kernel = (program.setup.at(kExcludesNumber) & 1U) != 0 ? 1 : 0;
  setup.attr.exclude_user = (program.setup.at(kExcludesNumber) & 2U) != 0 ? 1 : 0;
  setup.attr.filters = static_cast<unsigned>(program.setup.at(kFiltersNumber));
  // A unit of single-entry tables needs one piece in overwrite mode, or gets no buffer.
  setup.area.no_sg = !setup.multiple_entries;
  setup.area.prefers_large = setup.multiple_entries;
  suit_version(setup.area, object);
  setup.pauses = pt_pauses(object);
  std::vector<std::uint64_t> orders;
  alloc_of(setup.area, orders);
  setup.area.driver_words = PtCells::kCount + orders.size() + (setup.pauses ? kPtPauseWords : 0);
  return setup;
}

}  // namespace

CallReport hold_pt_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold_driver_calls<PtKernel, PtSpecification, PtWords>(
      object, shapes_of(pt_pauses(object)), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program); });
}

}  // namespace ringcheck
