// Programs of Arm SPE: the core's calls of its driver, the unit's interrupt, perf's interrupt work,
// and what the unit writes and reports.
// Tested by `make kernel`.
#include "kernel/calls/spe_calls.hpp"

#include "kernel/calls/spe_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum SpeNumber : std::size_t {
  kMaxRecord = 10,
  kAlign,
  kPeriod,
  kMinPeriod,
  kAsks,
  kEvents,
  kLatency,
  kSpeFailing
};
/// Bits of what an event asks for.
enum SpeAsks : unsigned {
  kTimestamps,
  kPhysical,
  kJitter,
  kBranches,
  kLoads,
  kStores,
  kPhysicalCounter,
  kNoUser,
  kNoKernel,
  kContext,
  kAsksCount
};

CallShapes shapes_of(std::uint64_t page_bytes) {
  constexpr std::uint64_t kLoss = kSpeDataLoss | kSpeService, kCollides = kSpeCollision;
  constexpr std::uint64_t kStage1 = 0x24U << 26U | 1U, kStage2 = 0x25U << 26U,
                          kOther = 0x01U << 26U, kUnknownCode = 3;
  const NumberRange bytes =
      one_of({1, 16, 24, page_bytes - 8, page_bytes, page_bytes + 3, 3 * page_bytes, 100000});
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(page_bytes);
  shapes.setup.front() = {"aux_pages", one_of({4, 2, 8, 1})};
  shapes.setup.push_back({"max_record", one_of({16, 64, page_bytes * 2})});
  shapes.setup.push_back({"align", one_of({1, 8, 16, page_bytes})});
  shapes.setup.push_back({"period", one_of({1, 255, 1024, 5000, 0x1'0000'00ff})});
  shapes.setup.push_back({"min_period", one_of({256, 1024, 4096})});
  shapes.setup.push_back({"asks", below(1U << kAsksCount)});
  shapes.setup.push_back({"events", one_of({0, 1 << 5, 0xff00'0000'0000})});
  shapes.setup.push_back({"latency", one_of({0, 1, 4095})});
  shapes.setup.push_back(failing_allocation());
  shapes.calls = driver_calls(
      page_bytes, {"interrupt", {}, 6, true, false},
      {"write",
       {{"bytes", bytes},
        {"status", one_of({0, 0, 0, 0, 0, kLoss, kLoss | 1, kLoss | kStage1, kCollides,
                           kCollides | kSpeService, kSpeService | kStage1, kSpeService | kStage2,
                           kSpeService | kOther, kSpeService | kUnknownCode})}},
       8,
       false,
       true});
  shapes.calls.push_back({"irq work", {}, 2, true, false});
  return shapes;
}

SpeSetup setup_of(const NativeObject& object, const CallProgram& program,
                  std::uint64_t page_bytes) {
  const Numbers& numbers = program.setup;
  SpeSetup setup;
  setup.area = aux_setup_of(numbers, page_bytes);
  suit_version(setup.area, object);
  setup.area.driver_words = SpeWords::kDriverWords;
  setup.max_record = numbers.at(kMaxRecord);
  setup.align = numbers.at(kAlign);
  setup.min_period = numbers.at(kMinPeriod);
  setup.asked.period = numbers.at(kPeriod);
  setup.asked.events = numbers.at(kEvents);
  setup.asked.min_latency = numbers.at(kLatency);
  setup.area.failing = numbers.at(kSpeFailing);
  const auto asks = [&](SpeAsks what) { return (numbers.at(kAsks) >> what & 1U) != 0; };
  setup.asked.timestamps = asks(kTimestamps);
  setup.asked.physical_addresses = asks(kPhysical);
  setup.asked.physical_counter = asks(kPhysicalCounter);
  // An event that excludes both samples nothing.
  setup.asked.exclude_user = asks(kNoUser);
  setup.asked.exclude_kernel = asks(kNoKernel) && !asks(kNoUser);
  setup.asked.context = asks(kContext);
  setup.asked.jitter = asks(kJitter);
  setup.asked.branches = asks(kBranches);
  setup.asked.loads = asks(kLoads);
  setup.asked.stores = asks(kStores);
  setup.stops_without_room = object.says("arm_spe_pmu_stop(event, 0)");
  setup.one_irq_work = !object.says("pending_disable_irq");
  return setup;
}

}  // namespace

CallReport hold_spe_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  return hold_driver_calls<SpeKernel, SpeSpecification, SpeWords>(
      object, shapes_of(page_bytes), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program, page_bytes); });
}

}  // namespace ringcheck
