// aux-sink: two tracers of a session share a TMC-ETR, and sysfs or another session wants it too.
// Tested by tests/properties/tmc/aux_sink_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/tmc/sink_sharing.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kThirdWords = {"nobody", "sysfs", "other-session"};
constexpr std::array<std::string_view, 2> kStopWords = {"two-steps", "one-step"};
enum Third : std::uint64_t { nobody, sysfs, other_session };

constexpr std::array kParameters = {
    Parameter{"third", "who else wants the sink", nobody, nobody, other_session, false,
              kThirdWords},
    Parameter{"rounds", "times that each tracer is started and stopped", 1, 1, 2, false, {}},
    Parameter{
        "stop",
        "whether a tracer looks whether it is the last one, and leaves, under two holds of the "
        "sink's lock (Linux 6.1), or under one",
        0, 0, 1, false, kStopWords}};

constexpr std::array kJudged = {&kSharedSink};
constexpr std::array<std::string_view, 1> kModels = {"sc"};

/// Tracers: two of one session, who share a buffer, and one of another.
constexpr std::array kTracers = {SinkTracer{1, 11, 101}, SinkTracer{1, 12, 101},
                                 SinkTracer{2, 13, 102}};

void trace_for_a_while(CheckedCpu& cpu, const SharedSink& sink, const SinkTracer& tracer) {
  if (!start_tracer(cpu, sink, tracer)) return;
  trace_to_sink(cpu, sink);
  stop_tracer(cpu, sink, tracer);
}

PerfProgram build(const Parameters& parameters, const BarrierPlan&, DefectSet defects) {
  auto sink = std::make_shared<SharedSink>();
  LocationList locations;
  sink->at = SinkCells::at(locations.add("sink.", SinkCells::kNames));
  sink->share = SharingCells::at(locations.add("sink.", SharingCells::kNames));
  sink->leaves_at_once = parameters["stop"] == 1;
  sink->defects = defects;
  PerfProgram result;
  result.program.name = "aux-sink";
  result.program.locations = std::move(locations.all());
  LocationSet all;
  for (std::size_t l = 0; l < result.program.locations.size(); ++l) all.set(static_cast<LocId>(l));
  const auto none = std::make_shared<InterruptPlan>();
  const auto add = [&](std::string name, auto body) {
    Thread thread;
    thread.name = std::move(name);
    thread.may_write = all;
    thread.body = [sink, none, body](ThreadRun& run) {
      CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, *none);
      body(cpu, *sink);
    };
    result.program.threads.push_back(std::move(thread));
  };
  const std::uint64_t rounds = parameters["rounds"];
  const std::uint64_t third = parameters["third"];
  for (std::size_t t = 0; t < (third == other_session ? 3U : 2U); ++t)
    add("tracer" + std::to_string(t), [t, rounds](CheckedCpu& cpu, const SharedSink& s) {
      for (std::uint64_t i = 0; i < rounds; ++i) trace_for_a_while(cpu, s, kTracers.at(t));
    });
  if (third == sysfs)
    add("sysfs", [](CheckedCpu& cpu, const SharedSink& s) { use_by_sysfs(cpu, s); });
  return result;
}

}  // namespace

extern const Scenario kAuxSink;
const Scenario kAuxSink =
    perf_scenario({"aux-sink",
                   "two tracers share a TMC-ETR: the last one to stop copies its buffer",
                   kParameters,
                   {},
                   BarrierPlan(),
                   kJudged,
                   kJudged,
                   build,
                   kModels});

}  // namespace ringcheck
