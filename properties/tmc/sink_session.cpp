// sink-session: tracers of three sessions, sysfs, and a reader of the buffer of sysfs share an ETR.
// session-buffer: tracers of a session get and put its buffer, some of them at the same time.
//
// Left out of sink-session: nobody leaves an ETR while the buffer of sysfs is read
// (docs/findings.md F-21). Here perf's tracers do. Tested by
// tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/etr_sysfs.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kSessionProperties = {"I-38"};
constexpr std::array kSessionSetup = {Dial{"a tracer starts while sysfs allocates", 0, 4}};
enum Step : std::size_t { enable, disable, sysfs_on, sysfs_off, open, close };
constexpr std::array kSessionSteps = {Dial{"enable", 0, 3},   Dial{"disable", 0, 3},
                                      Dial{"sysfs-on"},       Dial{"sysfs-off"},
                                      Dial{"file is opened"}, Dial{"file is closed"}};
/// Two tracers of one session, one of another session of the same process, and one of another
/// process.
constexpr std::array kTracers = {SinkTracer{1, 11, 101}, SinkTracer{1, 12, 101},
                                 SinkTracer{1, 13, 103}, SinkTracer{2, 14, 102}};

constexpr std::array kShares = {Share{"drains", 40}, Share{"leaves the sink to others", 10},
                                Share{"is refused", 40}, Share{"is read while perf uses it", 2},
                                Share{"is read while sysfs uses it", 10}};
class SinkSession {
 public:
  SinkSession(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : racer_(example.setup[0]), defects_(defects), judge_(judge), memory_(SinkCells::kCount) {}

  void step(const AuxStep& step) {
    switch (step.kind) {
      case Step::enable:
        start(step.amount);
        break;
      case Step::disable:
        leave(step.amount);
        break;
      case Step::sysfs_on:
        start_sysfs();
        break;
      case Step::sysfs_off:
        leave_sysfs();
        break;
      case Step::open:
        open_file();
        break;
      default:
        close_file();
        break;
    }
    check();
  }

 private:
  using Cpu = SequentialCpu<GatherAuxSaid>;
  [[nodiscard]] Cpu cpu() { return Cpu(memory_, GatherAuxSaid{&said_}); }
  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return memory_.at(address); }
  [[nodiscard]] std::uint64_t users() const {
    return static_cast<std::uint64_t>(std::ranges::count(uses_, true));
  }
  /// The tracer whose session has the sink, or null.
  [[nodiscard]] const SinkTracer* owner() const {
    for (std::size_t i = 0; i < kTracers.size(); ++i)
      if (uses_.at(i)) return &kTracers.at(i);
    return nullptr;
  }
  void judge_start(bool started, bool free) {
    judge_.comes_to("is refused", !started);
    judge_.require(started == free, "I-38",
                   free ? "a sink is refused that is free" : "a sink is given that others have");
  }

  void start(std::size_t tracer) {
    if (uses_.at(tracer)) return;
    const bool free =
        sysfs_ == 0 && (owner() == nullptr || owner()->pid == kTracers.at(tracer).pid);
    if (free && owner() == nullptr) {
      ++programmed_;
      buffer_ = kTracers.at(tracer).buffer;
    }
    auto c = cpu();
    const bool started = tmc_enable_etr_sink_perf(c, at_, kTracers.at(tracer), sink_, defects_);
    judge_start(started, free);
    uses_.at(tracer) = started;
  }
  void start_sysfs() {
    auto c = cpu();
    const bool had_memory = has_memory_;
    bool allocated = false;
    OneSysfsBuffer buffers{[&](auto&) {
      allocated = true;
      if (racer_ < kTracers.size()) start(racer_);
    }};
    const bool started =
        tmc_enable_etr_sink_sysfs(c, at_, sink_, buffers, SysfsEnables::at_once, defects_) == 0;
    judge_.require(allocated != had_memory, "I-38",
                   "memory is allocated for a buffer that is there, or none for one that is not");
    judge_start(started, owner() == nullptr && !reading_);
    if (!started) return;
    if (sysfs_++ == 0) ++programmed_;
    has_memory_ = true;
  }
  /// A reader of the buffer keeps sysfs from leaving.
  void leave_sysfs() {
    if (sysfs_ == 0) return;
    if (!reading_) --sysfs_;
    auto c = cpu();
    tmc_disable_etr_sink(c, at_, sink_, defects_, true);
  }
  void open_file() {
    auto c = cpu();
    const bool opened = tmc_read_prepare_etr(c, at_, sink_) == 0;
    judge_.require(opened == (has_memory_ && !reading_), "I-38",
                   "what is no buffer of sysfs, or is read, is opened, or a buffer cannot be");
    reading_ = reading_ || opened;
    judge_.comes_to("is read while perf uses it", opened && users() > 0);
    judge_.comes_to("is read while sysfs uses it", opened && sysfs_ > 0);
  }
  void close_file() {
    if (!reading_) return;
    auto c = cpu();
    tmc_read_unprepare_etr(c, at_, sink_);
    reading_ = false;
    has_memory_ = sysfs_ > 0;
  }
  /// The last tracer drains the sink, if it belongs to the session whose buffer the sink has.
  void leave(std::size_t tracer) {
    if (!uses_.at(tracer)) return;
    uses_.at(tracer) = false;
    const bool last = users() == 0;
    auto c = cpu();
    const bool drains = last && kTracers.at(tracer).buffer == buffer_;
    judge_.comes_to("drains", drains);
    judge_.comes_to("leaves the sink to others", !last);
    judge_.require(etr_drains(c, at_, kTracers.at(tracer), defects_) == drains, "I-38",
                   drains ? "nobody drains the sink that a session leaves"
                          : "a tracer drains the sink that others use");
    tmc_disable_etr_sink(c, at_, sink_, defects_, true);
  }
  void check() {
    const bool by_perf = users() > 0, by_sysfs = sysfs_ > 0;
    judge_.require(said_.count<said::Warned>() == 0 && word(at_.clashes) == 0, "I-38",
                   "hardware that runs is programmed");
    judge_.require(word(at_.running) == (by_perf || (by_sysfs && !reading_) ? 1 : 0), "I-38",
                   "the sink is off while it is used, or on while nobody uses it or it is read");
    judge_.require(word(at_.programmed) == programmed_, "I-38",
                   "the sink is programmed by another than who takes it");
    judge_.require(word(at_.refcnt) == users() + sysfs_, "I-38", "users are counted wrong");
    judge_.require(word(at_.pid) == (by_perf ? owner()->pid : 0), "I-38",
                   "the sink is a session's that does not use it");
    judge_.require(word(at_.perf_buf) == (by_perf ? buffer_ : 0), "I-38",
                   "the sink has a buffer that is not its session's");
    judge_.require(word(at_.mode) == (by_perf    ? kSinkPerf
                                      : by_sysfs ? kSinkSysfs
                                                 : kSinkDisabled),
                   "I-38", "the sink is not in the mode of who uses it");
    judge_.require((word(at_.sysfs_buf) != 0) == has_memory_, "I-38",
                   "the buffer of sysfs is gone while it is used, or kept after it was read");
  }

  std::uint64_t racer_;
  DefectSet defects_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  SinkCells at_ = SinkCells::at(0);
  CountedSink sink_{at_};
  AuxSaid said_;
  std::array<bool, kTracers.size()> uses_{};
  std::uint64_t sysfs_ = 0, programmed_ = 0;
  std::uint64_t buffer_ = 0;  ///< the buffer that the sink was given last
  bool reading_ = false, has_memory_ = false;
};

constexpr std::array<std::string_view, 2> kBufferProperties = {"I-38", "I-39"};
constexpr std::uint64_t kSharers = 3;
enum BufferStep : std::size_t { get, put };
/// The amount tells who does it, and who gets the buffer meanwhile, if that is another tracer.
constexpr std::array kBufferSteps = {Dial{"get", 0, kSharers* kSharers - 1},
                                     Dial{"put", 0, kSharers* kSharers - 1}};
constexpr std::array kBufferShares = {Share{"is shared", 40}, Share{"is freed", 40},
                                      Share{"is got by two at once", 20}};

/// Tracers of one session.
class SessionBuffer {
 public:
  SessionBuffer(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : defects_(defects),
        judge_(judge),
        memory_(SinkCells::kNames.size() + 3 * (example.steps.size() + 1)) {}

  void step(const AuxStep& step) {
    const std::size_t who = step.amount % kSharers, other = step.amount / kSharers;
    if (step.kind == get)
      take(who, other);
    else
      give(who, other);
    const auto number = std::ranges::max(has_);
    judge_.require(memory_.at(at_.entry) == number, "I-38",
                   "the table's buffer is not the one that the session's tracers have");
    judge_.require(number == 0 || memory_.at(at_.references + number) == sharers(), "I-39",
                   "a buffer has more or fewer references than there are who have it");
  }

 private:
  [[nodiscard]] std::uint64_t sharers() const {
    return kSharers - static_cast<std::uint64_t>(std::ranges::count(has_, std::uint64_t{0}));
  }
  /// Tracer `who` gets the buffer; `other`, if it has none, while there is no lock.
  void take(std::size_t who, std::size_t other) {
    if (has_.at(who) != 0) return;
    const std::uint64_t shared = std::ranges::max(has_);
    SequentialCpu<> cpu(memory_);
    CountedBuffers buffers{at_, [&](auto&) {
                             judge_.require(shared == 0, "I-38",
                                            "memory is allocated for a buffer that is there");
                             if (other == who || has_.at(other) != 0) return;
                             judge_.comes_to("is got by two at once");
                             take(other, other);
                           }};
    const std::uint64_t mine = get_session_buffer(cpu, at_, defects_, buffers);
    const std::uint64_t theirs = std::ranges::max(has_);
    judge_.require(theirs == 0 || mine == theirs, "I-38", "two buffers are one session's");
    judge_.require(theirs != 0 || mine > newest_, "I-39", "a buffer is got that was freed");
    judge_.comes_to("is shared", theirs != 0);
    newest_ = std::max(newest_, mine);
    has_.at(who) = mine;
  }
  void give(std::size_t who, std::size_t other) {
    if (has_.at(who) == 0) return;
    const std::uint64_t mine = std::exchange(has_.at(who), 0);
    SequentialCpu<> cpu(memory_);
    CountedBuffers buffers{at_, [&](auto&) {
                             if (other != who && has_.at(other) == 0) take(other, other);
                           }};
    const bool freed = put_session_buffer(cpu, at_, mine, defects_, buffers);
    const bool wanted = std::ranges::find(has_, mine) == has_.end();
    judge_.comes_to("is freed", freed);
    judge_.require(!freed || wanted, "I-39", "a buffer is freed that another has got");
    judge_.require(freed || !wanted, "I-38", "a buffer is kept that nobody has");
  }

  DefectSet defects_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  SinkCells at_ = SinkCells::at(0);
  std::array<std::uint64_t, kSharers> has_{};  ///< number of its buffer, or 0
  std::uint64_t newest_ = 0;                   ///< of all numbers
};

}  // namespace

const AuxSequence kSinkSession = {"sink-session",
                                  "tracers of three sessions, sysfs and its readers share an ETR",
                                  kSessionProperties,
                                  kSessionSetup,
                                  kSessionSteps,
                                  false,
                                  run_steps<SinkSession>,
                                  4000,
                                  kShares};
const AuxSequence kSessionBuffer = {"session-buffer",
                                    "tracers of a session get and put its buffer",
                                    kBufferProperties,
                                    {},
                                    kBufferSteps,
                                    false,
                                    run_steps<SessionBuffer>,
                                    1000,
                                    kBufferShares};

}  // namespace ringcheck
