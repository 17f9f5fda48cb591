// etb-sharing: two tracers of one session and one of another, sysfs and a debugger want an ETB10.
//
// Left out of etb-sharing: the copying tracer has not noted where to copy (docs/findings.md V-34).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etb_enable.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kTracers = 3, kArea = 64;
constexpr std::array<std::uint64_t, kTracers> kSessions = {1, 1, 2};
constexpr std::array<std::string_view, 3> kProperties = {"I-53", "I-54", "I-87"};
constexpr std::array kSetup = {Dial{"head", 0, 2 * kArea - 1},
                               Dial{"each tracer notes where its trace goes", 0, 1}};
enum Step : std::size_t { enable, disable, sysfs_on, sysfs_off, debugger_on, debugger_off };
constexpr std::array kSteps = {Dial{"tracer starts", 0, kTracers - 1},
                               Dial{"tracer stops, bytes are copied", 0, kTracers * 48 - 1},
                               Dial{"sysfs-on"},
                               Dial{"sysfs-off"},
                               Dial{"debugger claims"},
                               Dial{"debugger leaves"}};

constexpr std::array kShares = {Share{"starts", 60}, Share{"is refused", 40}, Share{"copies", 40},
                                Share{"leaves the copy to others", 10}};
class EtbSharing {
 public:
  /// `judges_notes`: the copying tracer must have noted where to copy.
  EtbSharing(const Etb& etb, std::uint64_t head, bool judges_notes, AuxJudge& judge)
      : etb_(etb),
        judges_notes_(judges_notes),
        judge_(judge),
        memory_(EtbCells::kCount + 2 * kTracers) {
    etb_.at = EtbCells::at(0);
    for (std::uint64_t t = 0; t < kTracers; ++t) {
      const std::uint64_t words = EtbCells::kCount + 2 * t;
      buffers_.at(t) = {kSessions.at(t), kArea, words, words + 1};
      word(buffers_.at(t).head) = head;
    }
  }

  void step(const AuxStep& step) {
    const std::uint64_t debugger = etb_.at.claim.other;
    if (step.kind == Step::enable) start(step.amount);
    if (step.kind == Step::disable) stop(step.amount % kTracers, step.amount / kTracers);
    if (step.kind == Step::sysfs_on) start_sysfs();
    if (step.kind == Step::sysfs_off && sysfs_ > 0) {
      --sysfs_;
      auto c = cpu();
      etb_disable(c, etb_);
    }
    if (step.kind == Step::debugger_on && word(etb_.at.claim.mine) == 0) word(debugger) = 1;
    if (step.kind == Step::debugger_off) word(debugger) = 0;
    check();
  }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_.at(address); }
  [[nodiscard]] SequentialCpu<> cpu() { return SequentialCpu<>(memory_); }
  /// The session that uses the sink, or 0.
  [[nodiscard]] std::uint64_t session() const {
    for (std::uint64_t t = 0; t < kTracers; ++t)
      if (uses_.at(t)) return kSessions.at(t);
    return 0;
  }
  [[nodiscard]] bool free_for(std::uint64_t session_of) {
    const bool used = session() != 0 || sysfs_ > 0;
    return session_of == session() ? sysfs_ == 0 && (used || word(etb_.at.claim.other) == 0)
                                   : !used && word(etb_.at.claim.other) == 0;
  }

  void start(std::uint64_t tracer) {
    if (uses_.at(tracer)) return;
    const bool free = free_for(kSessions.at(tracer));
    const bool joins = session() == kSessions.at(tracer);
    const bool others = sysfs_ > 0 || (session() != 0 && !joins);
    // Even a tracer that a debugger keeps from the sink has noted it.
    if (!others && (!joins || etb_.sets_every_buffer))
      noted_.at(tracer) = word(buffers_.at(tracer).head) % kArea;
    auto c = cpu();
    const bool started = etb_enable_perf(c, etb_, buffers_.at(tracer));
    judge_.comes_to(started ? "starts" : "is refused");
    judge_.require(started || !free, "I-53", "a sink is refused, and nothing stands in the way");
    judge_.require(!started || free, "I-87", "a sink is given to a session that cannot have it");
    uses_.at(tracer) = started;
  }
  void start_sysfs() {
    const bool free = session() == 0 && (sysfs_ > 0 || word(etb_.at.claim.other) == 0);
    auto c = cpu();
    const bool started = etb_enable_sysfs(c, etb_);
    judge_.require(started || !free, "I-53", "a sink is refused, and nothing stands in the way");
    judge_.require(!started || free, "I-87", "sysfs is given a sink that it cannot have");
    if (started) ++sysfs_;
  }
  void stop(std::uint64_t tracer, std::uint64_t bytes) {
    if (!uses_.at(tracer)) return;
    uses_.at(tracer) = false;
    const EtbBuffer& buffer = buffers_.at(tracer);
    auto c = cpu();
    const bool drains = etb_drains(c, etb_), last = session() == 0;
    judge_.require(drains == last, "I-87",
                   last ? "nobody copies from a sink that its session leaves"
                        : "a tracer copies from a sink that others use");
    judge_.require(!drains || !judges_notes_ || word(buffer.target) == word(buffer.head) % kArea,
                   "I-87", "trace is copied to another place than where the transaction starts");
    if (drains) word(buffer.head) += bytes;
    judge_.comes_to(last ? "copies" : "leaves the copy to others");
    etb_disable(c, etb_);
  }
  void check() {
    const bool used = session() != 0 || sysfs_ > 0;
    judge_.require(word(etb_.at.capturing) == (used ? 1 : 0), "I-87",
                   used ? "a sink is off that is used" : "a sink is on that nobody uses");
    judge_.require(word(etb_.at.cleared) == 0, "I-87", "a sink is cleared that takes trace");
    judge_.require(word(etb_.at.refcnt) ==
                       sysfs_ + static_cast<std::uint64_t>(std::ranges::count(uses_, true)),
                   "I-87", "those who use a sink are counted wrong");
    judge_.require(word(etb_.at.mode) == (session() != 0 ? kSinkPerf
                                          : sysfs_ > 0   ? kSinkSysfs
                                                         : kSinkDisabled),
                   "I-87", "a sink is not in the mode of who uses it");
    for (std::uint64_t t = 0; t < kTracers; ++t)
      judge_.require(word(buffers_.at(t).target) == noted_.at(t), "I-87",
                     "a tracer notes another place than where its transaction starts");
    judge_.require(word(etb_.at.pid) == session(), "I-87",
                   "a sink is a session's that does not use it");
    judge_.require(word(etb_.at.claim.mine) == 0 || word(etb_.at.claim.other) == 0, "I-54",
                   "a component is the kernel's and the debugger's");
  }

  Etb etb_;
  bool judges_notes_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  std::array<EtbBuffer, kTracers> buffers_{};
  std::array<bool, kTracers> uses_{};
  std::array<std::uint64_t, kTracers> noted_{};
  std::uint64_t sysfs_ = 0;
};

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool sets_every,
              bool judges_notes) {
  EtbSharing machine({.sets_every_buffer = sets_every, .defects = defects}, example.setup[0],
                     judges_notes, judge);
  for (const AuxStep& step : example.steps) {
    machine.step(step);
    if (judge.found()) return;
  }
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const bool repaired = example.setup[1] != 0;
  run_with(example, defects, judge, repaired, repaired);
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, false, true);
}

constexpr std::string_view kTitle = "tracers of two sessions, sysfs and a debugger want an ETB10";

}  // namespace

const AuxSequence kEtbSharing = {"etb-sharing", kTitle,       kProperties, kSetup, kSteps,
                                 false,         run_repaired, 4000,        kShares};
const AuxSequence kEtbSharingAsItIs = {
    "etb-sharing-as-it-is", kTitle, kProperties, kSetup, kSteps, false, run_as_it_is};

}  // namespace ringcheck
