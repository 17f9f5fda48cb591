// coresight-etm: a running tracer is programmed anew, traces a program, and is disabled. The unit
// sees writes to its registers late.
// Tested by tests/properties/coresight/coresight_test.cpp.
#include <memory>

#include "explore/checked_cpu.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/coresight/invariants.hpp"
#include "protocol/coresight/etm4.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kAccessWords = {"system", "memory-mapped"};

struct Settings {
  std::uint64_t rounds = 0;
  bool by_memory_map = false;
};

constexpr std::array kParameters = {
    number<&Settings::rounds>("rounds", "times that the unit looks at its registers", 5, 3, 5),
    choice<&Settings::by_memory_map>("access", "how the kernel comes by the registers",
                                     kAccessWords)};
constexpr std::array kVaried = {site::kEtmOff, site::kEtmProgrammed, site::kEtmOn,
                                site::kEtmStable};
constexpr std::array kJudged = {&kProgrammedWhileIdle};

constexpr std::uint64_t kOld = 1, kNew = 2;
constexpr std::uint64_t kRuns = 1, kEnded = 2;  ///< the program

/// What happened, in words that only the unit writes, and whether the program runs.
struct EtmNotes {
  std::uint64_t program, mixed, unheard, heard;

  static constexpr std::array<std::string_view, 4> kNames = {"program", "mixed", "unheard",
                                                             "heard"};
  static constexpr EtmNotes at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3}; }
};

struct Traced {
  EtmUnit etm{};
  EtmNotes notes{};
  InterruptPlan no_interrupts{};
};

/// The kernel's CPU. The traced program runs for a while.
void drive(CheckedCpu& cpu, const Traced& traced) {
  etm4_enable_hw(cpu, traced.etm, kNew, kNew);
  cpu.write_once(traced.notes.program, kRuns);
  cpu.smp_mb();
  cpu.write_once(traced.notes.program, kEnded);
  etm4_disable_hw(cpu, traced.etm);
}

/// One look of the unit, which does one thing after another, whatever it reads. If it is off, it
/// tells that it is idle. If it is told to be on, it is on from its next look on. If it is on, it
/// traces. Returns whether it is on.
bool look(CheckedCpu& cpu, const Traced& traced, std::uint64_t round, bool on) {
  const EtmCells& at = traced.etm.at;
  const EtmNotes& notes = traced.notes;
  const Word program = cpu.read_once(notes.program);
  cpu.smp_mb();
  const Word enabled = cpu.read_once(at.enabled);
  cpu.smp_mb();
  const bool runs = cpu.branch(program == Word(kRuns));
  if (cpu.branch(enabled == Word(0))) {
    cpu.write_once(at.idle, 1);
    cpu.write_once(at.stable, 1);
    // The unit is told to be off only when the program has ended.
    if (runs && cpu.branch(cpu.read_once(notes.program) == Word(kRuns)))
      cpu.store(notes.unheard, 1);
    return false;
  }
  if (!on) {
    if (runs) cpu.store(notes.unheard, 1);
    cpu.write_once(at.stable, 0);
    cpu.smp_mb();
    cpu.write_once(at.idle, 0);
    return true;
  }
  const Word start = cpu.read_once(at.start);
  cpu.smp_mb();
  const Word stop = cpu.read_once(at.stop);
  cpu.smp_mb();
  if (!cpu.branch(start == stop)) cpu.store(notes.mixed, 1);
  if (runs) cpu.store(cpu.branch(start == Word(kNew)) ? notes.heard : notes.unheard, 1);
  cpu.write_once(at.counter, round + 1);
  return true;
}

PerfProgram build(const Settings& settings, const PerfCase& of) {
  auto traced = std::make_shared<Traced>();
  LocationList locations;
  EtmUnit& etm = traced->etm;
  etm.at = EtmCells::at(locations.add("etm.", EtmCells::kNames));
  traced->notes = EtmNotes::at(locations.add("", EtmNotes::kNames));
  etm.by_memory_map = settings.by_memory_map;
  etm.plan = of.plan;
  etm.defects = of.defects;
  for (const std::uint64_t address : {etm.at.enabled, etm.at.start, etm.at.stop})
    locations.set_initial(address, kOld);
  PerfProgram result;
  result.program.name = of.name;
  result.program.locations = std::move(locations.all());
  const auto add = [&](std::string name, std::initializer_list<std::uint64_t> writes, auto body) {
    Thread thread;
    thread.name = std::move(name);
    for (const std::uint64_t address : writes) thread.may_write.set(location_of(address));
    thread.body = [traced, body](ThreadRun& run) {
      CheckedCpu cpu(run, {}, traced->no_interrupts);
      body(cpu, *traced);
    };
    result.program.threads.push_back(std::move(thread));
  };
  const EtmNotes& notes = traced->notes;
  add("kernel", {etm.at.enabled, etm.at.start, etm.at.stop, etm.at.read_back, notes.program},
      [](CheckedCpu& cpu, const Traced& all) { drive(cpu, all); });
  add("unit", {etm.at.idle, etm.at.stable, etm.at.counter, notes.mixed, notes.unheard, notes.heard},
      [rounds = settings.rounds](CheckedCpu& cpu, const Traced& all) {
        bool on = true;
        for (std::uint64_t i = 0; i < rounds; ++i) cpu.scope([&] { on = look(cpu, all, i, on); });
      });
  const auto are_marked = [&](Thread& thread, std::initializer_list<std::uint64_t> addresses) {
    declare_least_tags(result.program, thread, addresses, {Tag::once});
  };
  are_marked(result.program.threads[0], {etm.at.enabled, etm.at.start, etm.at.stop, notes.program});
  are_marked(result.program.threads[1], {etm.at.idle, etm.at.stable, etm.at.counter});
  return result;
}

}  // namespace

extern const Scenario kCoreSightEtm;
const Scenario kCoreSightEtm = perf_scenario<Settings>(
    {"coresight-etm", "a tracer that runs is programmed anew, traces a program, and is disabled",
     kParameters, kVaried, BarrierPlan(), kJudged, kJudged, build});

}  // namespace ringcheck
