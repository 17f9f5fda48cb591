// Programs of a CoreSight TMC-ETR: the core's calls of the driver that traces into it, perf's
// interrupt work, and what the sink writes and reports.
// Tested by `make kernel`.
#include "kernel/calls/etr_calls.hpp"

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of a set-up after those that areas share.
enum EtrNumber : std::size_t {
  kCapabilities = 10,
  kMemwidth,
  kConfigured,
  kNoRun,
  kEtrFailing,
  kEtrTracer,
  kTaken,
  kIsReady
};

/// The first size of memory that is halved while it cannot be had. Programs never get as much.
constexpr std::uint64_t kHalved = 4 * kEtrLeastBuffer;

/// Which allocation fails: mostly none. Scattered memory of eight pages takes 29.
NumberRange failing() {
  constexpr std::size_t kNone = 90;
  constexpr std::uint64_t kMost = 32;
  Numbers numbers(kNone, 0);
  for (std::uint64_t i = 1; i <= kMost; ++i) numbers.push_back(i);
  return one_of(std::move(numbers));
}

CallShapes shapes() {
  constexpr std::uint64_t kPage = kEtrPageBytes;
  const NumberRange bytes =
      one_of({16, 1, 100, 512, kPage - 8, kPage, kPage + 48, 2 * kPage, 3 * kPage + 1, 70000});
  CallShapes shapes;
  shapes.most_calls = 16;
  shapes.setup = aux_setup_shapes(kPage);
  shapes.setup.push_back({"capabilities", below(8)});
  shapes.setup.push_back({"memwidth", one_of({4, 1, 2, 8, 3})});
  shapes.setup.push_back(
      {"configured", one_of({kPage, 2 * kPage, 8 * kPage, kPage, 2 * kPage, 8 * kPage, kHalved})});
  shapes.setup.push_back({"no run", one_of({0, 0, 1})});
  shapes.setup.push_back({"failing allocation", failing()});
  shapes.setup.push_back(tracer_case());
  shapes.setup.push_back({"taken", one_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3})});
  shapes.setup.push_back({"ready", one_of({1, 1, 1, 1, 1, 1, 1, 0})});
  // The sink has no interrupt; in its place a file of the sink is opened, or closed.
  shapes.calls = driver_calls(kPage, {"file", {}, 1, false, false},
                              {"write",
                               {{"bytes", bytes},
                                {"status", one_of({0, 0, 0, 0, 0, kEtrMemoryError})},
                                {"elsewhere", one_of({0, 0, 0, 0, 0, 0, 1, 2})}},
                               8,
                               false,
                               true});
  shapes.calls.push_back({"irq work", {}, 2, true, false});
  return shapes;
}

EtrSetup setup_of(const NativeObject& object, const CallProgram& program) {
  EtrSetup setup;
  setup.area = aux_setup_of(program.setup, kEtrPageBytes);
  suit_version(setup.area, object);
  setup.capabilities = program.setup.at(kCapabilities);
  setup.memwidth = program.setup.at(kMemwidth);
  setup.configured = program.setup.at(kConfigured);
  setup.no_run = program.setup.at(kNoRun) != 0;
  setup.area.failing = program.setup.at(kEtrFailing);
  // Neither in one run, nor in pages: at 1 MiB the driver gives up.
  setup.no_pages = setup.configured == kHalved;
  setup.no_run = setup.no_run || setup.no_pages;
  setup.tracer_case = static_cast<TracerCase>(program.setup.at(kEtrTracer));
  setup.taken = static_cast<EtrTaken>(program.setup.at(kTaken));
  setup.is_ready = program.setup.at(kIsReady) != 0;
  setup.must_be_ready = object.says("Failed to enable : TMC not ready");
  setup.tells_id = object.says("aux_hwid_done");
  setup.two_works = object.says("pending_disable_irq");
  setup.area.driver_words = EtrCells::kCount + 1 + setup.memory().bytes;
  return setup;
}

}  // namespace

CallReport hold_etr_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  return hold_driver_calls<EtrKernel, EtrSpecification, EtrWords>(
      object, shapes(), seed, programs, true,
      [&](const CallProgram& program) { return setup_of(object, program); });
}

}  // namespace ringcheck
