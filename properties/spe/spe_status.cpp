// spe-status: what an Arm SPE unit reports, what the AUX record says about it, and whether the
// event goes on. The fatal reports, of which Linux 6.1 tells nobody (docs/findings.md V-28), have a
// machine of their own. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/spe/sequences.hpp"
#include "properties/spe/spe_bench.hpp"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 32, kSize = 4 * kPage;
constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;
constexpr std::uint64_t kTrace = 2;

constexpr std::array<std::string_view, 3> kProperties = {"I-24", "I-27", "I-28"};
constexpr std::array kSetup = {Dial{"collision", 0, 1}, Dial{"data loss", 0, 1},
                               Dial{"by stop", 0, 1}, Dial{"bytes", 0, 16}, Dial{"nothing", 0, 1}};

/// An interrupt that comes when the transaction is closed is nobody's, whatever the unit reports.
void judge_late(AuxBench& b, const SpeUnit& spe, AuxJudge& judge) {
  if (b.open()) return;
  b.word(spe.at.pmbsr) = kSpeService | kSpeFull;
  const std::vector<std::uint64_t> before = b.m.memory;
  SettledUnit unit;
  auto cpu = b.cpu();
  const bool served = arm_spe_pmu_irq_handler(cpu, unit, spe, [](auto&) {});
  judge.require(!served && b.m.memory == before, "I-28",
                "an interrupt is taken for that of a transaction that is closed");
}

/// A unit that writes only if its registers let it, and has records on their way until it is
/// drained.
class WatchedSpe {
 public:
  WatchedSpe(AuxBench& bench, const SpeUnit& spe, AuxJudge& judge)
      : b_(bench), spe_(spe), judge_(judge) {}
  template <class C>
  void start(C&) {
    look();
  }
  template <class C>
  void stop(C&) {}
  template <class C>
  void drain(C&) {
    on_the_way_ = on_the_way_ && writes();
  }
  /// Looks at the registers, whenever one may have changed.
  void look() {
    judge_.require(!writes() || b_.open(), "I-24",
                   "the unit may write while no transaction is open");
    on_the_way_ = on_the_way_ || writes();
    judge_.require(enabled() || !on_the_way_, "I-24",
                   "the buffer is disabled while records are on their way to it");
  }

 private:
  [[nodiscard]] bool enabled() { return (b_.word(spe_.at.pmblimitr) & kSpeEnable) != 0; }
  [[nodiscard]] bool writes() {
    return enabled() && b_.word(spe_.at.pmscr) != 0 && (b_.word(spe_.at.pmbsr) & kSpeService) == 0;
  }

  AuxBench& b_;
  const SpeUnit& spe_;
  AuxJudge& judge_;
  bool on_the_way_ = false;
};

/// One transaction that ends with a report. `full`: the report says that the buffer is full, or
/// nothing; otherwise it is fatal.
void run_report(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool full,
                bool fatal_truncates) {
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.watermark = kSize;
  setup.driver_words = SpeCells::kCount;
  AuxBench b(setup, defects);
  SpeUnit spe = spe_on(b, kBase, kPage, 8);
  spe.fatal_truncates = fatal_truncates;
  const PerfEvent& event = b.m.events[0];
  WatchedSpe unit(b, spe, judge);
  auto cpu = b.watched_cpu([&] { unit.look(); });
  arm_spe_pmu_start(cpu, unit, spe, event);
  for (std::uint64_t i = 0; i < example.setup[3]; ++i) b.trace(i) = kTrace;
  b.word(spe.at.pmbptr) = kBase + example.setup[3];
  const bool silent = full && example.setup[4] != 0;
  const bool collision = !silent && example.setup[0] != 0, loss = !silent && example.setup[1] != 0;
  if (!silent)
    b.word(spe.at.pmbsr) = kSpeService | (full ? kSpeFull : 0) | (collision ? kSpeCollision : 0) |
                           (loss ? kSpeDataLoss : 0);
  const auto irq_work_run = [&](auto& machine) {
    if (std::exchange(b.word(event.at->pending_disable), 0) != 0)
      arm_spe_pmu_stop(machine, unit, spe, event);
  };
  if (example.setup[2] != 0)
    arm_spe_pmu_stop(cpu, unit, spe, event);
  else
    arm_spe_pmu_irq_handler(cpu, unit, spe, irq_work_run);
  judge.require(b.open() || (b.word(spe.at.pmblimitr) & kSpeEnable) == 0, "I-24",
                "the unit may write while no transaction is open");
  std::uint64_t flags = 0;
  for (const Json& record : b.m.new_aux_records()) flags |= record.at(2).get<std::uint64_t>();
  judge.require(((flags & kAuxCollision) != 0) == collision, "I-27",
                "a collision is told where there is none, or not where there is one");
  judge.require(((flags & kAuxPartial) != 0) == loss, "I-27",
                "a record that is cut off is not told");
  judge.require(!loss || (flags & kAuxTruncated) != 0, "I-27", "lost samples are not told");
  judge.require(!full || loss || (flags & kAuxTruncated) == 0, "I-27",
                "a full buffer of which nothing is lost is called truncated");
  const bool stopped = (b.word(event.at->hw_state) & kHesStopped) != 0;
  judge.require(stopped || b.open(), "I-28", "an event is on and nothing samples for it");
  judge.require(stopped || full || (flags & kAuxTruncated) != 0, "I-27",
                "profiling ends, and no record tells so");
  judge_late(b, spe, judge);
}
void run_status(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  for (const bool repaired : {false, true}) run_report(example, defects, judge, true, repaired);
}
void run_fatal(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_report(example, defects, judge, false, false);
}
void run_fatal_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  // Linux 6.1 tells nobody, and disables the buffer all the same.
  static constexpr std::array<std::string_view, 1> kStops = {"I-24"};
  AuxJudge as_it_is(kStops);
  run_report(example, defects, as_it_is, false, false);
  judge.require(!as_it_is.found(), "I-24", "the unit may write after a fatal report");
  run_report(example, defects, judge, false, true);
}

}  // namespace

const AuxSequence kSpeStatus = {
    "spe-status", "what an Arm SPE unit reports", kProperties, kSetup, {}, true, run_status};
const AuxSequence kSpeFatal = {
    "spe-fatal", "a fatal report of an Arm SPE unit", kProperties, kSetup, {}, true, run_fatal};
const AuxSequence kSpeFatalRepaired = {
    "spe-fatal-repaired", "a fatal report of an Arm SPE unit", kProperties, kSetup, {}, true,
    run_fatal_repaired};

}  // namespace ringcheck
