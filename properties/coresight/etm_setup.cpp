// etm-setup: events set sessions of CoreSight up and free them, with the sinks that they name or
// default ones, while memory runs out, and drivers, tracers and names come and go.
//
// Left out of etm-setup, each with a machine of its own: a buffer of the last sink that was looked
// at (docs/findings.md V-32), a sink that is not there (V-33), a sink that is held for good (V-46),
// the pid of a task that has ended (V-54).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/etm_setup.hpp"

namespace ringcheck {
namespace {

/// Tracers 0 and 1 feed an ETR through an ETF, 2 an ETB, and has a TRBE; 3 feeds a TPIU.
enum Device : std::uint64_t {
  funnel = EtmPerfCells::kCpus,
  etf,
  etr,
  etb,
  trbe,
  tpiu,
  device_count
};

constexpr CsDevice fed(CsType type, std::uint64_t child, std::uint64_t port = 0) {
  return {.type = type, .outputs = 1, .out = {CsConnection{child, port}, {}}};
}
constexpr CsDevice sink(SinkKind kind, std::uint64_t driver, std::string_view name) {
  return {.type = CsType::sink, .kind = kind, .driver = driver, .name = name};
}
constexpr std::string_view kNoSink = "tmc_etr1";  ///< the name of a funnel
constexpr std::array<CsDevice, device_count> make_devices() {
  std::array<CsDevice, device_count> devices = {
      fed(CsType::source, funnel, 0),
      fed(CsType::source, funnel, 1),
      fed(CsType::source, etb),
      fed(CsType::source, tpiu),
      fed(CsType::funnel, etf),
      fed(CsType::linksink, etr),
      sink(SinkKind::sysmem, 2, "tmc_etr0"),
      sink(SinkKind::buffer, 3, "etb0"),
      sink(SinkKind::percpu_sysmem, 4, "trbe2"),
      sink(SinkKind::port, 5, "tpiu0"),
  };
  devices[etf].kind = SinkKind::buffer;
  devices[etf].driver = 1;
  devices[etf].name = "tmc_etf0";
  devices[trbe].of_cpu = 2;
  devices[funnel].name = kNoSink;
  return devices;
}
constexpr std::array<CsDevice, device_count> kDevices = make_devices();

/// The id of a sink's name in sysfs, worked out apart from the specification. Source:
/// include/linux/stringhash.h partial_name_hash, include/linux/hash.h hash_64.
constexpr std::uint32_t id_of(std::string_view name) {
  std::uint64_t sum = 0;
  for (const char letter : name) sum = 11 * sum + 11 * (letter / 16 + letter * std::uint64_t{16});
  return static_cast<std::uint32_t>((sum * 0x61c8'8646'80b5'83eb) / (std::uint64_t{1} << 32U));
}
constexpr std::array<std::uint64_t, EtmPerfCells::kCpus> kDefaults = {etr, etr, trbe, kNoDevice};

/// The components on the way from a CPU's tracer to a sink; none if there is no way.
std::vector<std::uint64_t> way_to(std::uint64_t cpu, std::uint64_t to) {
  if (cpu < 2 && to == etf) return {cpu, funnel, etf};
  if (cpu < 2 && to == etr) return {cpu, funnel, etf, etr};
  if ((cpu == 2 && (to == etb || to == trbe)) || (cpu == 3 && to == tpiu)) return {cpu, to};
  return {};
}

constexpr std::array<std::string_view, 6> kProperties = {"I-53", "I-80", "I-81",
                                                         "I-83", "I-86", kProgress};
constexpr std::uint64_t kSlots = 3, kCpuChoices = EtmPerfCells::kCpus + 1, kConfig = 7;
constexpr std::uint64_t kUnknownSink = 6, kSinkChoices = 7, kConfigChoices = 3;
enum Step : std::size_t { set_up, set_up_short, free_it, work, driver, tracer, name };
constexpr std::uint64_t kEvents = kSlots * kCpuChoices * kSinkChoices * kConfigChoices * 8;
constexpr std::array kSetup = {Dial{"kin of a CPU's own sink", 0, 2}};
constexpr std::array kSteps = {Dial{"event is set up", 0, kEvents - 1},
                               Dial{"event is set up, memory is short", 0, kEvents * 3 - 1},
                               Dial{"area is freed", 0, kSlots - 1},
                               Dial{"works run"},
                               Dial{"driver goes or comes", 0, device_count - 1},
                               Dial{"tracer goes or comes", 0, EtmPerfCells::kCpus - 1},
                               Dial{"name goes or comes", etf, tpiu}};

/// An event that wants a session, and the required outcome.
struct Wanted {
  EtmEvent event;
  std::uint64_t sink = 0;    ///< 0: the default; a device; or one that does not exist
  std::uint64_t config = 0;  ///< 0: none; kConfig, or one that does not exist
  bool possible = false, found = true;
  std::uint64_t mask = 0;
  std::array<std::vector<std::uint64_t>, EtmPerfCells::kCpus> ways;
};

constexpr std::array kShares = {Share{"sets a session up", 30}, Share{"is refused", 40}};
class Setup {
 public:
  /// `kin`: the sink of a CPU is of the ETR's driver (1), or of its kind (2).
  Setup(const EtmPerf& perf, std::uint64_t kin, AuxJudge& judge)
      : devices_(kDevices),
        perf_(perf),
        judge_(judge),
        memory_(EtmPerfCells::kCount + device_count * CsCells::kCount) {
    perf_.at = EtmPerfCells::at(0);
    perf_.config = kConfig;
    if (kin == 1) devices_[trbe].driver = devices_[etr].driver;
    if (kin == 2) devices_[trbe].kind = devices_[etr].kind;
    perf_.cs.devices = devices_;
    perf_.cs.base = EtmPerfCells::kCount;
    perf_.cs.releases_nodes = true;
    for (std::uint64_t d = 0; d < device_count; ++d)
      word(perf_.cs.at(d).loaded) = word(perf_.cs.at(d).listed) = 1;
    for (std::uint64_t c = 0; c < EtmPerfCells::kCpus; ++c) word(perf_.at.tracers + c) = 1;
  }

  void step(const AuxStep& step) {
    const std::uint64_t n = step.amount;
    if (step.kind == Step::set_up) start(n % kEvents, ~std::uint64_t{0});
    if (step.kind == Step::set_up_short) start(n % kEvents, n / kEvents);
    if (step.kind == Step::free_it) free_slot(n);
    if (step.kind == Step::work) run_works();
    if (step.kind == Step::driver && word(perf_.cs.at(n).references) == 0)
      word(perf_.cs.at(n).loaded) ^= 1U;
    if (step.kind == Step::tracer) word(perf_.at.tracers + n) ^= 1U;
    if (step.kind == Step::name) word(perf_.cs.at(n).listed) ^= 1U;
  }
  /// All events go.
  void end() {
    for (std::uint64_t slot = 0; slot < kSlots; ++slot) free_slot(slot);
    run_works();
  }

 private:
  struct Slot {
    bool live = false;
    Wanted wanted;
    EtmSession session;
  };
  using Cpu = SequentialCpu<GatherAuxSaid>;
  std::uint64_t& word(std::uint64_t address) { return memory_.at(address); }
  [[nodiscard]] Cpu cpu() { return Cpu(memory_, GatherAuxSaid{&said_}); }

  /// The event with this number, and its outcome as things stand.
  [[nodiscard]] Wanted wanted(std::uint64_t number) {
    Wanted w;
    const auto next = [&number](std::uint64_t choices) {
      const std::uint64_t chosen = number % choices;
      number /= choices;
      return chosen;
    };
    w.event.owner = 1 + next(kSlots);
    const std::uint64_t on = next(kCpuChoices);
    w.event.cpu = on == EtmPerfCells::kCpus ? kAnyCpu : on;
    const std::uint64_t choice = next(kSinkChoices);
    w.sink = choice == 0 ? 0 : choice == kUnknownSink ? kNoDevice : choice + etf - 1;
    const std::uint64_t config = next(kConfigChoices);
    w.config = config == 0 ? 0 : config == 1 ? kConfig : kConfig + 1;
    w.event.overwrite = next(2) != 0;
    w.event.pages = next(2) != 0 ? 16 : 4;
    w.event.owner_ended = next(2) != 0;
    const std::string_view asked = w.sink == kNoDevice ? kNoSink : kDevices.at(w.sink).name;
    w.event.config2 = (w.sink == 0 ? 0 : id_of(asked)) | w.config << 32U;
    w.found = w.sink == 0 || (w.sink != kNoDevice && word(perf_.cs.at(w.sink).listed) != 0);
    find_ways(w);
    return w;
  }
  void find_ways(Wanted& w) {
    std::uint64_t first = kNoDevice;
    for (std::uint64_t c = 0; c < EtmPerfCells::kCpus; ++c) {
      if ((w.event.cpu != kAnyCpu && w.event.cpu != c) || word(perf_.at.tracers + c) == 0) continue;
      const std::uint64_t to = w.sink == 0 ? kDefaults.at(c) : w.sink;
      if (to == kNoDevice || !w.found) continue;
      if (first == kNoDevice) first = to;
      if (devices_.at(to).driver != devices_.at(first).driver ||
          devices_.at(to).kind != devices_.at(first).kind)
        continue;
      w.ways.at(c) = way_to(c, to);
      for (const std::uint64_t d : w.ways.at(c))
        if (word(perf_.cs.at(d).loaded) == 0) {
          w.ways.at(c).clear();
          break;
        }
      if (!w.ways.at(c).empty()) w.mask |= std::uint64_t{1} << c;
    }
    w.possible = w.mask != 0 && w.found && w.sink != tpiu && w.config <= kConfig;
  }

  void start(std::uint64_t number, std::uint64_t memory) {
    const Wanted w = wanted(number);
    Slot& slot = slots_.at(w.event.owner - 1);
    if (slot.live) return;
    slot.wanted = w;
    word(perf_.at.left) = memory;
    auto c = cpu();
    slot.live = etm_setup_aux(c, perf_, w.event, slot.session);
    if (slot.session.queued) works_.push_back(slot.session);
    const bool possible = w.possible && memory > 2;
    judge_.comes_to(slot.live ? "sets a session up" : "is refused");
    judge_.require(memory >= 2 || !slot.session.queued, "I-81",
                   "the work of a session is queued that there is no memory for");
    judge_.require(slot.live || !possible, "I-53", "a session is refused that could be set up");
    judge_.require(!slot.live || w.found, "I-83",
                   "a session is set up for a sink that is not there");
    judge_.require(!slot.live || possible || !w.found, "I-80",
                   "a session is set up that nothing can be traced for");
    if (slot.live && w.found) judge_session(slot);
    check();
  }
  void judge_session(const Slot& slot) {
    const EtmSession& s = slot.session;
    const Wanted& w = slot.wanted;
    judge_.require(s.mask == w.mask, "I-80",
                   "a session's CPUs are not those that have a path to its sink");
    for (std::uint64_t c = 0; c < EtmPerfCells::kCpus; ++c) {
      const CsPath& path = s.paths.at(c);
      if (!s.traces_on(c) || path.count == 0) continue;
      judge_.require(w.sink == 0 || path.sink() == w.sink, "I-83",
                     "trace goes to another sink than the one that was named");
      judge_.require(std::equal(w.ways.at(c).begin(), w.ways.at(c).end(), path.devices.begin(),
                                path.devices.begin() + static_cast<std::ptrdiff_t>(path.count)),
                     "I-80", "a session's path is not the way to its sink");
      judge_.require(devices_.at(path.sink()).driver == s.sink_config.driver, "I-80",
                     "a sink is given a buffer of another driver's");
    }
    const SinkConfig& buffer = s.sink_config;
    judge_.require(buffer.pages == w.event.pages && buffer.pid == w.event.owner, "I-86",
                   "a sink's buffer is not that of the AUX area and of its owner");
    judge_.require(buffer.snapshot == w.event.overwrite, "I-86",
                   "a sink does not know whether the AUX area is overwritten");
    judge_.require(buffer.node == (w.event.cpu == kAnyCpu ? kNoNode : w.event.cpu / 2), "I-86",
                   "a sink's buffer does not lie near its event's CPU");
  }
  void free_slot(std::uint64_t number) {
    Slot& slot = slots_.at(number);
    if (!slot.live) return;
    slot.live = false;
    word(perf_.at.unmapping) = 1;
    auto c = cpu();
    etm_free_aux(c, perf_, slot.session);
    word(perf_.at.unmapping) = 0;
    if (slot.session.queued) works_.push_back(slot.session);
    check();
  }
  void run_works() {
    auto c = cpu();
    for (EtmSession& session : works_) {
      free_event_data(c, perf_, session);
      bool held = session.queued || session.memory != 0 || session.sink_config.allocated;
      for (const CsPath& path : session.paths) held = held || path.count != 0;
      judge_.require(!held, "I-81",
                     "a session that was freed still has paths, memory or a sink's buffer");
    }
    works_.clear();
    check();
  }

  /// I-81, when no session waits for its work.
  void check() {
    judge_.require(word(perf_.at.waited) == 0, "I-81", "who unmaps an area waits for the driver");
    judge_.require(said_.count<said::Warned>() == 0, "I-80",
                   "a buffer is freed by another driver than the one that allocated it");
    judge_.require(said_.count<said::NullUsed>() == 0, kProgress,
                   "a null pointer is used for the task that opened the event");
    if (!works_.empty()) return;
    std::array<std::uint64_t, device_count> references{};
    std::uint64_t live = 0, configs = 0;
    for (const Slot& slot : slots_) {
      if (!slot.live) continue;
      ++live;
      if (slot.wanted.config != 0) ++configs;
      for (const CsPath& path : slot.session.paths)
        for (std::size_t i = 0; i < path.count; ++i) ++references.at(path.devices.at(i));
    }
    for (std::uint64_t d = 0; d < device_count; ++d)
      judge_.require(word(perf_.cs.at(d).references) == references[d], "I-81",
                     "a driver is not referred to by as many sessions as there are");
    for (std::uint64_t d = 0; d < device_count; ++d)
      judge_.require(word(perf_.cs.at(d).looked_up) == 0, "I-81",
                     "a sink is held by whoever has found it by its name");
    judge_.require(word(perf_.at.taken) == 3 * live, "I-81",
                   "memory is held that no session has, or given back twice");
    judge_.require(word(perf_.at.configs) == configs, "I-81",
                   "a configuration is not used by as many sessions as there are");
  }

  std::array<CsDevice, device_count> devices_;
  EtmPerf perf_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  AuxSaid said_;
  std::array<Slot, kSlots> slots_{};
  std::vector<EtmSession> works_;
};

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, EtmPerf perf) {
  perf.defects = perf.cs.defects = defects;
  Setup setup(perf, example.setup[0], judge);
  for (const AuxStep& step : example.steps) {
    setup.step(step);
    if (judge.found()) return;
  }
  setup.end();
}

constexpr EtmPerf repaired() {
  EtmPerf perf;
  perf.keeps_first_sink = perf.refuses_unknown_sink = perf.gives_back_sink = true;
  perf.keeps_owner = true;
  return perf;
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, repaired());
}
/// Without one of the repairs.
template <bool EtmPerf::*Repair>
void run_without(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  EtmPerf perf = repaired();
  perf.*Repair = false;
  run_with(example, defects, judge, perf);
}

constexpr std::string_view kTitle = "events set sessions up and free them while memory runs out";

}  // namespace

const AuxSequence kEtmSetup = {"etm-setup", kTitle,       kProperties, kSetup, kSteps,
                               false,       run_repaired, 4000,        kShares};
const AuxSequence kEtmSetupLastSink = {"etm-setup-last-sink",
                                       kTitle,
                                       kProperties,
                                       kSetup,
                                       kSteps,
                                       false,
                                       run_without<&EtmPerf::keeps_first_sink>};
const AuxSequence kEtmSetupUnknownSink = {"etm-setup-unknown-sink",
                                          kTitle,
                                          kProperties,
                                          kSetup,
                                          kSteps,
                                          false,
                                          run_without<&EtmPerf::refuses_unknown_sink>};
const AuxSequence kEtmSetupKeptSink = {"etm-setup-kept-sink",
                                       kTitle,
                                       kProperties,
                                       kSetup,
                                       kSteps,
                                       false,
                                       run_without<&EtmPerf::gives_back_sink>};
const AuxSequence kEtmSetupEndedOwner = {
    "etm-setup-ended-owner",           kTitle, kProperties, kSetup, kSteps, false,
    run_without<&EtmPerf::keeps_owner>};

}  // namespace ringcheck
