// coresight-paths: four tracers come and go along paths that share funnels, an ETF, a replicator
// and sinks; a debugger claims components, and drivers are unloaded.
//
// Left out of coresight-paths, each with a machine of its own: an ETF that is a sink and a link
// (docs/findings.md V-29), a cross trigger that is shared (V-30), a path that cannot be built
// (V-31). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/path.hpp"

namespace ringcheck {
namespace {

/// Tracers 0 and 1 feed a funnel, 2 and 3 another, and both funnels feed a third; that feeds an
/// ETF, and the ETF a replicator with two ETRs. CPU 0 has a TRBE as well. Tracer 3 also feeds a
/// port out of the machine, which no session uses.
enum Device : std::uint64_t {
  tracer0,
  funnel01 = 4,
  funnel23,
  funnel,
  etf,
  splitter,
  etr0,
  etr1,
  trbe,
  tpiu,
  device_count
};
constexpr std::uint64_t kTracers = 4;

constexpr CsDevice fed(CsType type, std::uint64_t child, std::uint64_t port, bool cti = false) {
  return {.type = type, .outputs = 1, .out = {CsConnection{child, port}, {}}, .has_cti = cti};
}
constexpr std::array<CsDevice, device_count> kDevices = {
    fed(CsType::source, funnel01, 0),
    fed(CsType::source, funnel01, 1),
    fed(CsType::source, funnel23, 0),
    CsDevice{.type = CsType::source,
             .outputs = 2,
             .out = {CsConnection{tpiu, 0}, CsConnection{funnel23, 1}}},
    fed(CsType::funnel, funnel, 0),
    fed(CsType::funnel, funnel, 1),
    fed(CsType::funnel, etf, 0, true),
    fed(CsType::linksink, splitter, 0),
    CsDevice{.type = CsType::replicator,
             .outputs = 2,
             .out = {CsConnection{etr0, 0}, CsConnection{etr1, 0}}},
    CsDevice{.type = CsType::sink, .has_cti = true},
    CsDevice{.type = CsType::sink},
    CsDevice{.type = CsType::sink, .of_cpu = tracer0},
    CsDevice{.type = CsType::sink}};
constexpr std::array<std::uint64_t, 4> kSinks = {etf, etr0, etr1, trbe};

/// The components on the way from a tracer to a sink; none if there is no way.
std::vector<std::uint64_t> way_to(std::uint64_t tracer, std::uint64_t sink) {
  if (sink == trbe)
    return tracer == tracer0 ? std::vector<std::uint64_t>{tracer, trbe}
                             : std::vector<std::uint64_t>{};
  std::vector<std::uint64_t> way = {tracer, funnel01 + tracer / 2, funnel, etf};
  if (sink != etf) way.insert(way.end(), {splitter, sink});
  return way;
}

/// The port of `device` that the way of `tracer` to `sink` uses.
std::uint64_t port_on_way(std::uint64_t device, std::uint64_t tracer, std::uint64_t sink) {
  if (device == funnel01 || device == funnel23) return tracer % 2;
  if (device == funnel) return tracer / 2;
  return device == splitter && sink == etr1 ? 1 : 0;
}

constexpr std::array<std::string_view, 5> kProperties = {"I-50", "I-51", "I-52", "I-53", "I-54"};
enum Step : std::size_t { start, stop, let_go, debugger_on, debugger_off, driver };
constexpr std::array kSteps = {Dial{"tracer and sink start", 0, 15},
                               Dial{"tracer stops", 0, 3},
                               Dial{"path is let go", 0, 3},
                               Dial{"debugger claims", 0, device_count - 1},
                               Dial{"debugger leaves", 0, device_count - 1},
                               Dial{"driver goes or comes", 0, device_count - 1}};

/// What a tracer has: a path to a sink, and whether it runs.
struct Tracer {
  CsPath path;
  std::uint64_t sink = 0;
  bool runs = false;
};

constexpr std::array kShares = {Share{"starts a tracer", 40}, Share{"is refused", 20}};
class Paths {
 public:
  /// `one_at_a_time`: before a tracer starts, the others stop.
  Paths(const CoreSight& cs, AuxJudge& judge, bool one_at_a_time)
      : cs_(cs),
        judge_(judge),
        one_at_a_time_(one_at_a_time),
        memory_(device_count * CsCells::kCount) {
    cs_.devices = kDevices;
    for (std::uint64_t d = 0; d < device_count; ++d) memory_[cs_.at(d).loaded] = 1;
  }

  void step(const AuxStep& step) {
    switch (step.kind) {
      case Step::start:
        start_tracer(step.amount % kTracers, kSinks.at(step.amount / kTracers));
        break;
      case Step::stop:
        stop_tracer(step.amount);
        break;
      case Step::let_go:
        release(step.amount);
        break;
      case Step::debugger_on:
        if (word(cs_.at(step.amount).claim.mine) == 0) word(cs_.at(step.amount).claim.other) = 1;
        break;
      case Step::debugger_off:
        word(cs_.at(step.amount).claim.other) = 0;
        break;
      default:
        if (word(cs_.at(step.amount).references) == 0) word(cs_.at(step.amount).loaded) ^= 1U;
    }
    look();
    judge_rest();
  }
  /// Everybody leaves.
  void end() {
    for (std::uint64_t t = 0; t < kTracers; ++t) {
      stop_tracer(t);
      release(t);
    }
    look();
    judge_rest();
  }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_.at(address); }
  [[nodiscard]] std::uint64_t ports(std::uint64_t device) { return word(cs_.at(device).ports); }
  [[nodiscard]] static std::uint64_t session(std::uint64_t tracer) { return 1 + tracer / 2; }

  template <class Body>
  auto run(Body&& body) {
    const auto watch = [this] { look(); };
    SequentialCpu<IgnoreObservations, BeforeEachAccess<decltype(watch)>> cpu(
        memory_, {}, BeforeEachAccess<decltype(watch)>(watch));
    return body(cpu);
  }

  /// Whether `device` passes on or keeps trace that arrives by `port`.
  [[nodiscard]] bool takes(std::uint64_t device, std::uint64_t port) {
    return kDevices.at(device).type == CsType::funnel ? (ports(device) >> port & 1U) != 0
                                                      : ports(device) != 0;
  }
  /// I-50, whenever some hardware changes.
  void look() {
    std::array<std::uint64_t, device_count> now{};
    for (std::uint64_t d = 0; d < device_count; ++d) now[d] = ports(d);
    if (now == seen_) return;
    seen_ = now;
    for (std::uint64_t d = 0; d < device_count; ++d) {
      const CsDevice& device = kDevices.at(d);
      for (std::uint64_t o = 0; o < device.outputs; ++o) {
        bool feeds = now[d] != 0;
        if (device.type == CsType::replicator) feeds = (now[d] >> o & 1U) != 0;
        if (device.type == CsType::linksink) feeds = now[d] == kCsFifo;
        if (d == tracer0 && now[trbe] != 0) feeds = false;
        const CsConnection& to = device.out.at(o);
        judge_.require(!feeds || to.child == tpiu || takes(to.child, to.child_port), "I-50",
                       "a component passes trace on to one that is off");
      }
    }
  }

  /// Whether something stands in the way of a tracer's start.
  [[nodiscard]] bool blocked(std::uint64_t tracer) {
    const Tracer& t = tracers_.at(tracer);
    for (const std::uint64_t d : way_to(tracer, t.sink)) {
      const CsCells at = cs_.at(d);
      if (ports(d) == 0 && word(at.claim.other) != 0) return true;
      if (d == t.sink && word(at.session) != 0 && word(at.session) != session(tracer)) return true;
      if (d == etf && ports(d) != 0 && (ports(d) == kCsOn) != (t.sink == etf)) return true;
    }
    return false;
  }

  void set_up(std::uint64_t tracer, std::uint64_t sink) {
    Tracer& t = tracers_.at(tracer);
    const auto way = way_to(tracer, sink);
    bool there = !way.empty();
    for (const std::uint64_t d : way) there = there && word(cs_.at(d).loaded) != 0;
    t.path = run([&](auto& cpu) { return coresight_build_path(cpu, cs_, tracer, sink); });
    t.sink = sink;
    const bool right =
        t.path.count == way.size() && std::equal(way.begin(), way.end(), t.path.devices.begin());
    judge_.require(there ? right : t.path.count == 0, "I-53",
                   "the path is not the way from the tracer to its sink");
  }
  void start_tracer(std::uint64_t tracer, std::uint64_t sink) {
    Tracer& t = tracers_.at(tracer);
    if (t.runs) return;
    for (std::uint64_t other = 0; one_at_a_time_ && other < kTracers; ++other) stop_tracer(other);
    if (t.path.count != 0 && t.sink != sink) release(tracer);
    if (t.path.count == 0) set_up(tracer, sink);
    if (t.path.count == 0) return judge_without_path(tracer);
    const bool free = !blocked(tracer);
    t.runs = run([&](auto& cpu) { return start_along_path(cpu, cs_, t.path, session(tracer)); });
    judge_.comes_to(t.runs ? "starts a tracer" : "is refused");
    judge_.require(t.runs || !free, "I-53", "a tracer is refused, and nothing stands in its way");
  }
  void judge_without_path(std::uint64_t tracer) {
    const std::vector<std::uint64_t> before = memory_;
    const bool starts =
        run([&](auto& cpu) { return start_along_path(cpu, cs_, CsPath{}, session(tracer)); });
    judge_.require(!starts && memory_ == before, "I-52",
                   "a tracer starts though there is no way to a sink, or something is enabled");
  }
  void stop_tracer(std::uint64_t tracer) {
    Tracer& t = tracers_.at(tracer);
    if (!t.runs) return;
    t.runs = false;
    run([&](auto& cpu) { stop_along_path(cpu, cs_, t.path); });
  }
  void release(std::uint64_t tracer) {
    Tracer& t = tracers_.at(tracer);
    if (t.runs || t.path.count == 0) return;
    run([&](auto& cpu) { coresight_release_path(cpu, cs_, t.path); });
    judge_.require(t.path.count == 0, "I-51", "a path that was let go still names components");
    t.path.count = 0;
  }

  void judge_rest() {
    for (std::uint64_t d = 0; d < device_count; ++d) judge_component(d);
    for (std::uint64_t t = 0; t < kTracers; ++t)
      judge_.require(!tracers_.at(t).runs || reaches(t), "I-52",
                     "a tracer runs, and its trace does not come to its sink");
  }
  void judge_component(std::uint64_t d) {
    const CsCells at = cs_.at(d);
    std::array<std::uint64_t, 2> users{};
    std::uint64_t referring = 0, owner = 0;
    for (std::uint64_t t = 0; t < kTracers; ++t) {
      const Tracer& tracer = tracers_.at(t);
      if (tracer.path.count == 0) continue;
      for (const std::uint64_t on_way : way_to(t, tracer.sink)) {
        if (on_way != d) continue;
        ++referring;
        if (tracer.runs) ++users.at(port_on_way(d, t, tracer.sink));
        if (tracer.runs && d == tracer.sink) owner = session(t);
      }
    }
    const bool used = users[0] + users[1] != 0;
    judge_.require(word(at.claim.mine) == 0 || word(at.claim.other) == 0, "I-54",
                   "a component is the kernel's and the debugger's");
    judge_.require(word(at.references) == referring, "I-51",
                   "a driver is not referred to by as many paths as there are");
    judge_.require((word(at.claim.mine) != 0) == used && (ports(d) != 0) == used, "I-51",
                   "a component is enabled or claimed by nobody, or off while it is used");
    judge_.require(d >= kTracers || ports(d) == (used ? kCsOn : kCsOff), "I-51",
                   "a tracer is in a mode that is none of its own");
    judge_.require(word(at.session) == owner, "I-51", "a sink is a session's that does not use it");
    judge_.require(word(at.cti_users) == (kDevices.at(d).has_cti ? users[0] + users[1] : 0), "I-51",
                   "a cross trigger is enabled more or less often than it is used");
    // Nobody counts who uses a tracer.
    const std::uint64_t counted = d >= kTracers ? 1 : 0;
    judge_.require(
        word(at.refcnt) == counted * users[0] && word(at.refcnt + 1) == counted * users[1], "I-51",
        "a port is not counted as often as it is used");
  }
  /// Whether what `tracer` traces reaches its sink.
  [[nodiscard]] bool reaches(std::uint64_t tracer) {
    const auto way = way_to(tracer, tracers_.at(tracer).sink);
    for (std::size_t i = 1; i < way.size(); ++i) {
      const std::uint64_t d = way[i], port = port_on_way(d, tracer, tracers_.at(tracer).sink);
      const bool last = i + 1 == way.size();
      const CsType type = kDevices.at(d).type;
      if (type == CsType::funnel || type == CsType::replicator) {
        if ((ports(d) >> port & 1U) == 0) return false;
      } else if (ports(d) != (last ? kCsOn : kCsFifo)) {
        return false;
      }
    }
    return !way.empty();
  }

  CoreSight cs_;
  AuxJudge& judge_;
  bool one_at_a_time_;
  std::vector<std::uint64_t> memory_;
  std::array<std::uint64_t, device_count> seen_{};
  std::array<Tracer, kTracers> tracers_{};
};

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, CoreSight cs,
              bool one_at_a_time = false) {
  cs.defects = cs.claims.defects = defects;
  Paths paths(cs, judge, one_at_a_time);
  for (const AuxStep& step : example.steps) {
    paths.step(step);
    if (judge.found()) return;
  }
  paths.end();
}

constexpr CoreSight repaired() {
  CoreSight cs;
  cs.counts_cti = cs.releases_nodes = cs.asks_etf_mode = true;
  return cs;
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, repaired());
}
void run_cti(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  CoreSight cs = repaired();
  cs.counts_cti = false;
  run_with(example, defects, judge, cs);
}
/// Cross triggers as in Linux 6.1, which is enough for one tracer at a time.
void run_one(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  CoreSight cs = repaired();
  cs.counts_cti = false;
  run_with(example, defects, judge, cs, true);
}
void run_nodes(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  CoreSight cs = repaired();
  cs.releases_nodes = false;
  run_with(example, defects, judge, cs);
}
void run_etf(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  CoreSight cs = repaired();
  cs.asks_etf_mode = false;
  run_with(example, defects, judge, cs);
}

constexpr std::string_view kTitle = "tracers come and go along paths that share links and sinks";

}  // namespace

const AuxSequence kCoreSightPaths = {"coresight-paths", kTitle, kProperties, {}, kSteps, false,
                                     run_repaired,      4000,   kShares};
const AuxSequence kCoreSightPathsOne = {"coresight-paths-one",
                                        "tracers take turns along paths that share links and sinks",
                                        kProperties,
                                        {},
                                        kSteps,
                                        false,
                                        run_one,
                                        1000,
                                        kShares};
const AuxSequence kCoreSightPathsCti = {
    "coresight-paths-cti", kTitle, kProperties, {}, kSteps, false, run_cti};
const AuxSequence kCoreSightPathsNodes = {
    "coresight-paths-nodes", kTitle, kProperties, {}, kSteps, false, run_nodes};
const AuxSequence kCoreSightPathsEtf = {
    "coresight-paths-etf", kTitle, kProperties, {}, kSteps, false, run_etf};

}  // namespace ringcheck
