// etm-start: an event of a task starts and stops on four CPUs, of which one has no path and one no
// tracer, while a debugger claims components, another session takes the sink, and the reader leaves
// no room. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/etm_event.hpp"

namespace ringcheck {
namespace {

/// Tracers 0 and 1 feed a sink by a funnel; the others feed nothing.
enum Device : std::uint64_t { funnel = EtmPerfCells::kCpus, etr, device_count };
constexpr std::uint64_t kCpus = EtmPerfCells::kCpus, kWithoutPath = 2, kWithoutTracer = 3;
constexpr std::array<CsDevice, device_count> kDevices = {
    CsDevice{.outputs = 1, .out = {CsConnection{funnel, 0}, {}}},
    CsDevice{.outputs = 1, .out = {CsConnection{funnel, 1}, {}}},
    CsDevice{},
    CsDevice{},
    CsDevice{.type = CsType::funnel, .outputs = 1, .out = {CsConnection{etr, 0}, {}}},
    CsDevice{.type = CsType::sink, .kind = SinkKind::sysmem, .driver = 1, .name = "tmc_etr0"}};

constexpr std::array<std::string_view, 5> kProperties = {"I-26", "I-28", "I-53", "I-81", "I-82"};
constexpr std::uint64_t kArea = 64, kSession = 1, kOther = 2;
constexpr std::array kSetup = {Dial{"a sink ends the transaction itself", 0, 1}};
enum Step : std::size_t {
  start,
  stop,
  trace,
  read,
  debugger_on,
  debugger_off,
  other_on,
  other_off,
  sink_ends
};
constexpr std::array kSteps = {
    Dial{"event starts on CPU", 0, kCpus - 1}, Dial{"event stops"},
    Dial{"bytes are traced", 1, kArea},        Dial{"trace is read"},
    Dial{"debugger claims", 0, etr},           Dial{"debugger leaves", 0, etr},
    Dial{"another session takes the sink"},    Dial{"another session leaves the sink"},
    Dial{"the sink ends the transaction"}};

constexpr std::array kShares = {Share{"starts", 40}, Share{"cannot start", 40}, Share{"stops", 30},
                                Share{"is ended by its sink", 3}};
class Starts {
 public:
  Starts(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge), bench_(machine_setup(), defects), sink_ends_(example.setup[0] != 0) {
    const std::uint64_t base = bench_.m.driver;
    perf_.at = EtmPerfCells::at(base);
    perf_.cs.devices = kDevices;
    perf_.cs.base = base + EtmPerfCells::kCount;
    perf_.defects = perf_.cs.defects = defects;
    perf_.keeps_first_sink = true;
    for (std::uint64_t d = 0; d < device_count; ++d) word(perf_.cs.at(d).loaded) = 1;
    for (std::uint64_t c = 0; c < kCpus; ++c)
      word(perf_.at.tracers + c) = c == kWithoutTracer ? 0 : 1;
    word(perf_.at.left) = ~std::uint64_t{0};
    EtmEvent event;
    event.owner = kSession;
    auto cpu = bench_.cpu();
    etm_setup_aux(cpu, perf_, event, session_);
  }

  void step(const AuxStep& step) {
    const CoreSight& cs = perf_.cs;
    auto cpu = bench_.cpu();
    if (step.kind == Step::start) start_on(step.amount);
    if (step.kind == Step::stop) stop_it();
    if (step.kind == Step::trace) made_ = step.amount;
    if (step.kind == Step::read) bench_.tail() = word(bench_.m.aux.at.aux_head);
    if (step.kind == Step::debugger_on && word(cs.at(step.amount).claim.mine) == 0)
      word(cs.at(step.amount).claim.other) = 1;
    if (step.kind == Step::debugger_off) word(cs.at(step.amount).claim.other) = 0;
    if (step.kind == Step::other_on && !other_)
      other_ = coresight_enable_sink(cpu, cs, etr, kOther);
    if (step.kind == Step::sink_ends) end_by_sink();
    if (step.kind == Step::other_off && other_) {
      other_ = false;
      coresight_disable_sink(cpu, cs, etr);
    }
  }
  void end() {
    stop_it();
    step({Step::other_off, 0});
    auto cpu = bench_.cpu();
    etm_free_aux(cpu, perf_, session_);
    free_event_data(cpu, perf_, session_);
    for (std::uint64_t d = 0; d < device_count; ++d)
      judge_.require(word(perf_.cs.at(d).references) == 0, "I-81",
                     "a driver is referred to by a session that is no more");
    judge_.require(word(perf_.at.taken) == 0, "I-81", "memory is held that no session has");
  }

 private:
  static AuxMachineSetup machine_setup() {
    AuxMachineSetup setup = bench_setup(kArea, 0);
    setup.driver_words =
        EtmPerfCells::kCount + device_count * CsCells::kCount + kCpus * EtmContext::kCount;
    return setup;
  }
  std::uint64_t& word(std::uint64_t address) { return bench_.word(address); }
  [[nodiscard]] EtmContext context(std::uint64_t cpu) const {
    return EtmContext::at(perf_.cs.base + device_count * CsCells::kCount +
                          cpu * EtmContext::kCount);
  }
  [[nodiscard]] EtmRun run_on(std::uint64_t cpu) const {
    return {perf_, context(cpu), bench_.m.aux, bench_.m.events[0], session_, cpu, sink_ends_};
  }
  [[nodiscard]] std::uint64_t& state() { return word(bench_.m.events[0].at->hw_state); }
  /// Whether something other than lack of room is in the way of a start on a CPU.
  [[nodiscard]] bool blocked(std::uint64_t on) {
    if (on == kWithoutTracer) return true;
    if (on == kWithoutPath) return false;
    return other_ || word(perf_.cs.at(on).claim.other) + word(perf_.cs.at(funnel).claim.other) +
                             word(perf_.cs.at(etr).claim.other) !=
                         0;
  }

  void start_on(std::uint64_t on) {
    if (runs_) return;
    bench_.m.drain_data_ring();
    bench_.m.new_aux_records();
    const std::uint64_t disables = word(bench_.m.events[0].at->pending_disable) = 0;
    const bool full = bench_.unread() + 1 >= kArea;
    ended_ = false;
    bool begun = false, late = false;
    auto cpu = bench_.watched_cpu([&] {
      const bool open = word(context(on).handle.event) != 0;
      begun = begun || open;
      late = late || (begun && !open && word(perf_.cs.at(etr).session) == kSession);
    });
    etm_event_start(cpu, run_on(on));
    judge_.require(!late, "I-82", "a transaction ends while its sink is on");
    runs_ = state() != kHesStopped;
    on_ = on;
    made_ = 0;
    judge_.comes_to(runs_ ? "starts" : "cannot start");
    judge_.require(runs_ || full || blocked(on), "I-53",
                   "an event is refused, and nothing stands in its way");
    judge_.require(!runs_ || (!full && !blocked(on)), "I-82",
                   "an event runs that something stands in the way of");
    judge_rest();
    if (runs_ || on == kWithoutTracer) return;
    judge_.require(word(bench_.m.events[0].at->pending_disable) != disables, "I-28",
                   "an event that could not start is not disabled");
    if (full) return;
    const Json records = bench_.m.new_aux_records();
    judge_.require(records.size() == 1 && records[0][1] == 0 && records[0][2] == kAuxTruncated,
                   "I-82", "a start that failed is not told");
  }
  /// A sink with an interrupt of its own is full: it ends the transaction, with what was traced.
  void end_by_sink() {
    if (!sink_ends_ || !runs_ || ended_ || !session_.traces_on(on_)) return;
    auto cpu = bench_.cpu();
    perf_aux_output_end(cpu, bench_.m.aux, context(on_).handle,
                        std::min(made_, word(context(on_).handle.size)));
    ended_ = true;
    judge_.comes_to("is ended by its sink");
  }
  /// An event that does not run is stopped too, and nothing happens.
  void stop_it() {
    const std::uint64_t before = word(bench_.m.aux.at.aux_head);
    std::uint64_t more = 0;
    auto cpu = bench_.cpu();
    etm_event_stop(cpu, run_on(on_), [&](auto& c) -> std::uint64_t {
      judge_.require(runs_ && !ended_ && session_.traces_on(on_), "I-82",
                     "a sink is asked for trace that has no transaction, or no path");
      more = std::min(made_, c.load(context(on_).handle.size));
      // Every other transaction is ended by the sink itself.
      if (!sink_ends_ || made_ % 2 == 0) return more;
      perf_aux_output_end(c, bench_.m.aux, context(on_).handle, more);
      return 0;
    });
    judge_.require(word(bench_.m.aux.at.aux_head) - before == more, "I-82",
                   "a transaction is ended with other bytes than were copied");
    if (!runs_) return judge_rest();
    runs_ = ended_ = false;
    judge_.comes_to("stops");
    judge_.require(state() == kHesStopped, "I-82", "an event that was stopped is not");
    judge_rest();
  }
  /// I-26 and I-82, depending on whether the event runs.
  void judge_rest() {
    judge_.require(bench_.said.count<said::AuxEndWithoutBegin>() == 0, "I-26",
                   "a transaction is ended that has ended");
    judge_.require(bench_.said.count<said::Warned>() == 0, "I-82",
                   "a driver finds that its CPU traces for another");
    for (std::uint64_t c = 0; c < kCpus; ++c) {
      const bool here = runs_ && c == on_;
      judge_.require((word(context(c).handle.event) != 0) == (here && !ended_), "I-82",
                     here ? "an event runs without a transaction"
                          : "a transaction stays open that nothing traces for");
      judge_.require((word(context(c).session) != 0) == here, "I-82",
                     "a CPU has the session of an event that it does not run");
      judge_.require((word(perf_.cs.at(c).ports) != kCsOff) == (here && session_.traces_on(c)),
                     "I-82", "a tracer is on without its event, or the other way round");
    }
    const bool traces = runs_ && session_.traces_on(on_);
    judge_.require((word(perf_.cs.at(funnel).ports) != 0) == traces, "I-82",
                   "a path is enabled without its tracer, or the other way round");
    judge_.require(word(perf_.cs.at(etr).session) == (traces   ? kSession
                                                      : other_ ? kOther
                                                               : 0),
                   "I-82", "a sink is kept for a session that does not trace");
  }

  AuxJudge& judge_;
  AuxBench bench_;
  EtmPerf perf_;
  EtmSession session_;
  bool sink_ends_, other_ = false, runs_ = false;
  bool ended_ = false;  ///< by the sink, while the event runs
  std::uint64_t on_ = 0, made_ = 0;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Starts starts(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    starts.step(step);
    if (judge.found()) return;
  }
  starts.end();
}

}  // namespace

const AuxSequence kEtmStart = {
    "etm-start", "an event starts and stops where paths, sinks and tracers fail",
    kProperties, kSetup,
    kSteps,      false,
    run,         4000,
    kShares};

}  // namespace ringcheck
