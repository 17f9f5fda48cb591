// Programs of Arm TRBE: the core's calls of the driver that traces into it, the unit's interrupt,
// perf's interrupt work, and what the unit writes and reports.
// Tested by `make kernel`.
#include "kernel/calls/trbe_calls.hpp"

#include "kernel/calls/trbe_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum TrbeNumber : std::size_t { kAlign = 10, kErrata, kTrbeFailing, kTrbeTracer };
constexpr std::size_t kBehindTail = 4;  ///< of those that areas share

constexpr std::uint64_t bit(TrbeErratum erratum) {
  return std::uint64_t{1} << erratum;
}

CallShapes shapes_of(std::uint64_t page_bytes) {
  constexpr std::uint64_t kAsks = kTrbeIrq | kTrbeStopped;
  constexpr std::uint64_t kOtherClass = 1U << 26U, kDataLoss = 1U << 23U;
  const NumberRange bytes = one_of({1, 16, 100, 256, page_bytes - 64, page_bytes - 8, page_bytes,
                                    page_bytes + 3, 3 * page_bytes, 100000});
  // Reports of a unit that has not reached its limit.
  const NumberRange status = one_of({0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     kAsks | kTrbeStage1Abort,
                                     kAsks | kTrbeStage2Abort,
                                     kAsks | kTrbeAbort,
                                     kAsks | kTrbeTriggered,
                                     kAsks | kOtherClass,
                                     kAsks | kTrbeWrap,
                                     kAsks | kTrbeFilled,
                                     kTrbeFull,
                                     kTrbeFull | kOtherClass,
                                     kTrbeFull | kTrbeAbort,
                                     kTrbeIrq,
                                     kTrbeStopped,
                                     kTrbeAbort,
                                     kDataLoss});
  // Trace that is on its way arrives when the unit is drained, and may fill the buffer then.
  const NumberRange late = one_of({0, 0, 0, 16, page_bytes, 4 * page_bytes});
  const std::uint64_t all = (1U << kTrbeErrata) - 1;
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(page_bytes);
  shapes.setup.front() = {"aux_pages", one_of({4, 2, 8, 1})};
  // Also with less room than the alignment of the pointer.
  const NumberRange unread = one_of({0, 0, page_bytes, 7, 2 * page_bytes - 20, 4 * page_bytes - 20,
                                     4 * page_bytes - 2000, 8 * page_bytes - 40});
  shapes.setup.at(kBehindTail) = {"behind_tail", unread};
  shapes.setup.push_back({"align", one_of({0, 0, 3, 6, 11})});
  shapes.setup.push_back(
      {"errata", one_of({0, 0, 0, 0, bit(kTrbeOverwrites), bit(kTrbeBeyondLimit),
                         bit(kTrbeOverwrites) | bit(kTrbeBeyondLimit), bit(kTrbeNeedsDrain),
                         bit(kTrbeNeedsSync), bit(kTrbeNeedsDrain) | bit(kTrbeNeedsSync), all})});
  shapes.setup.push_back(failing_allocation());
  shapes.setup.push_back(tracer_case());
  shapes.calls = driver_calls(
      page_bytes, {"interrupt", {}, 8, true, false},
      {"write", {{"bytes", bytes}, {"status", status}, {"late", late}}, 10, false, true});
  shapes.calls.push_back({"irq work", {}, 2, true, false});
  return shapes;
}

TrbeSetup setup_of(const NativeObject& object, const CallProgram& program,
                   std::uint64_t page_bytes) {
  TrbeSetup setup;
  setup.area = aux_setup_of(program.setup, page_bytes);
  suit_version(setup.area, object);
  setup.area.driver_words = TrbeCells::kCount;
  setup.align = program.setup.at(kAlign);
  setup.errata = program.setup.at(kErrata);
  setup.area.failing = program.setup.at(kTrbeFailing);
  setup.tracer_case = static_cast<TracerCase>(program.setup.at(kTrbeTracer));
  setup.one_irq_work = !object.says("pending_disable_irq");
  setup.tells_id = object.says("aux_hwid_done");
  return setup;
}

}  // namespace

CallReport hold_trbe_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  return hold_driver_calls<TrbeKernel, TrbeSpecification, TrbeWords>(
      object, shapes_of(page_bytes), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program, page_bytes); });
}

}  // namespace ringcheck
