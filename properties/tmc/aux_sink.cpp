// aux-sink: two tracers of a session share a TMC-ETR, and sysfs or another session wants the sink
// too. aux-sink-read: somebody reads what sysfs left in its buffer, while a tracer comes and goes.
// Tested by tests/properties/tmc/aux_sink_test.cpp.
#include <memory>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/tmc/invariants.hpp"
#include "protocol/tmc/sink_sharing.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 4> kThirdWords = {"nobody", "sysfs", "other-session",
                                                         "file"};
constexpr std::array<std::string_view, 2> kStopWords = {"two-steps", "one-step"};
constexpr std::array<std::string_view, 2> kReadingWords = {"keeps-all", "keeps-sysfs"};
enum Third : std::uint64_t { nobody, sysfs, other_session, file };

struct Settings {
  std::uint64_t tracers = 0, rounds = 0;
  Third third = nobody;
  bool leaves_at_once = false;
  bool reading_keeps_sysfs_only = false;
};

constexpr std::array<Setting<Settings>, 5> parameters_of(std::uint64_t tracers, Third third,
                                                         std::uint64_t rounds) {
  return {number<&Settings::tracers>("tracers", "tracers of one session", tracers, 1, 2),
          choice<&Settings::third>(
              "third",
              "who else wants the sink; file: somebody opens its file, in which sysfs left a "
              "buffer, and closes it",
              kThirdWords, third),
          number<&Settings::rounds>("rounds", "times that each tracer is started and stopped",
                                    rounds, 1, 2),
          choice<&Settings::leaves_at_once>(
              "stop",
              "whether a tracer looks whether it is the last one, and leaves, under two "
              "holds of the sink's lock (Linux 6.1), or under one",
              kStopWords),
          choice<&Settings::reading_keeps_sysfs_only>(
              "reading",
              "whom an open file keeps from leaving the sink: everybody (Linux 6.1), or "
              "sysfs alone",
              kReadingWords)};
}
constexpr auto kParameters = parameters_of(2, nobody, 1);
constexpr auto kReadParameters = parameters_of(1, file, 2);

constexpr std::array kJudged = {&kSharedSink};

/// Tracers: two of one session, which share a buffer, and one of another.
constexpr std::array kTracers = {SinkTracer{1, 11, 101}, SinkTracer{1, 12, 101},
                                 SinkTracer{2, 13, 102}};
constexpr std::size_t kOther = 2;  ///< the one of another session

void trace_for_a_while(CheckedCpu& cpu, const SharedSink& sink, const SinkTracer& tracer) {
  if (!start_tracer(cpu, sink, tracer)) return;
  trace_to_sink(cpu, sink);
  stop_tracer(cpu, sink, tracer);
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto sink = std::make_shared<SharedSink>();
  LocationList locations;
  sink->at = SinkCells::at(locations.add("sink.", SinkCells::kNames));
  sink->share = SharingCells::at(locations.add("sink.", SharingCells::kNames));
  sink->leaves_at_once = settings.leaves_at_once;
  sink->reading_keeps_sysfs_only = settings.reading_keeps_sysfs_only;
  sink->defects = of.defects;
  const Third third = settings.third;
  if (third == file) locations.set_initial(sink->at.sysfs_buf, 1);
  PerfProgram result;
  result.program.name = of.name;
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
  const std::uint64_t rounds = settings.rounds;
  for (std::size_t t = 0; t < kTracers.size(); ++t) {
    if (t == kOther ? third != other_session : t >= settings.tracers) continue;
    add("tracer" + std::to_string(t), [t, rounds](CheckedCpu& cpu, const SharedSink& s) {
      for (std::uint64_t i = 0; i < rounds; ++i) trace_for_a_while(cpu, s, kTracers.at(t));
    });
  }
  if (third == sysfs)
    add("sysfs", [](CheckedCpu& cpu, const SharedSink& s) { use_by_sysfs(cpu, s); });
  if (third == file)
    add("file", [](CheckedCpu& cpu, const SharedSink& s) { read_by_file(cpu, s); });
  declare_locks(result.program, {sink->share.lock});
  return result;
}

}  // namespace

extern const Scenario kAuxSink;
const Scenario kAuxSink =
    perf_scenario<Settings>({"aux-sink",
                             "two tracers share a TMC-ETR: the last one to stop copies its buffer",
                             kParameters,
                             {},
                             BarrierPlan(),
                             kJudged,
                             kJudged,
                             build});

extern const Scenario kAuxSinkRead;
const Scenario kAuxSinkRead = perf_scenario<Settings>(
    {"aux-sink-read",
     "a tracer comes and goes while somebody reads the buffer that sysfs left",
     kReadParameters,
     {},
     BarrierPlan(),
     kJudged,
     kJudged,
     build});

}  // namespace ringcheck
