// etf-copy: one copy out of the memory of an ETF or ETB; sink-session: tracers of two sessions and
// sysfs share an ETR; session-buffer: two tracers get and put their session's buffer at once.
//
// Kept from etf-copy: rooms of an ETB10 that are no whole frames (docs/findings.md V-16).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/etf_update.hpp"
#include "protocol/tmc/etr_session.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kMemory = 64, kFrame = 16;
constexpr std::uint64_t kUntouched = 0xa5a5;

constexpr std::array<std::string_view, 6> kCopyProperties = {"I-24", "I-27", "I-28",
                                                             "I-31", "I-35", "I-37"};
constexpr std::array kCopySetup = {
    Dial{"ETB10", 0, 1},
    Dial{"full", 0, 1},
    Dial{"frames to the write pointer", 0, 3},
    Dial{"room in words", 0, 31},
    Dial{"head in words", 0, 63},
    Dial{"overwrite", 0, 1},
};

/// `any_room`: an ETB10 too has room that is no whole frames.
void run_copy_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool any_room) {
  AuxMachineSetup setup = bench_setup(128, 0);
  setup.aux_unit = kEtfWord;
  setup.overwrite = example.setup[5] != 0;
  setup.driver_words = EtfCells::kCount + kMemory / kEtfWord;
  AuxBench b(setup, defects);
  EtfSink sink;
  sink.at = EtfCells::at(b.m.driver);
  sink.memory = {b.m.driver + EtfCells::kCount, kMemory, kEtfWord};
  sink.etb10 = example.setup[0] != 0;
  const bool overwrite = setup.overwrite;
  const bool full = example.setup[1] != 0;
  const std::uint64_t at = example.setup[2] * kFrame;
  std::uint64_t room = example.setup[3] * kEtfWord;
  if (sink.etb10 && !any_room) room -= room % kFrame;
  for (std::uint64_t i = 0; i < kMemory; i += kEtfWord) b.word(sink.memory.address(i)) = 1 + i;
  for (std::uint64_t i = 0; i < b.m.aux.size(); i += kEtfWord) b.trace(i) = kUntouched;
  b.word(sink.at.read) = full ? at : 0;
  b.word(sink.at.write) = at;
  b.word(sink.at.full) = full ? 1 : 0;
  b.word(sink.at.refcnt) = 1;
  b.word(b.m.handle.head) = example.setup[4] * kEtfWord;
  b.word(b.m.handle.size) = overwrite ? 0 : room;
  auto cpu = b.cpu();
  SettledUnit unit;
  tmc_set_etf_buffer(cpu, sink, b.m.aux, b.m.handle);
  const std::uint64_t head = b.word(b.m.handle.head);
  const std::uint64_t copied = tmc_update_etf_buffer(cpu, unit, sink, 4, b.m.aux, b.m.handle);

  const std::uint64_t len = full ? kMemory : at;
  const bool capped = !overwrite && len > room;
  const bool lost = full || capped;
  judge.require(overwrite || copied <= room, "I-24", "more is copied than there is room");
  judge.require(!capped || (at + kMemory - copied) % kFrame == 0, "I-37",
                "the copy does not start at a frame");
  judge.require(copied == (capped ? room - room % kFrame : len), "I-35",
                "not as much is copied as there is, or as there is room for");
  judge.require(b.said.count<said::OutsideArea>() == 0, "I-37",
                "the barrier packet goes on past its end");
  const std::uint64_t flags = b.word(b.m.handle.flags);
  judge.require(!lost || overwrite || flags == kAuxTruncated, "I-27",
                "trace was dropped, and the transaction is not called truncated");
  judge.require(!overwrite || flags == 0, "I-28",
                "in overwrite mode a full buffer has the event disabled");
  judge.require(!overwrite || b.word(b.m.handle.head) == head + copied, "I-31",
                "the handle's head is not behind the copy");
  for (std::uint64_t i = 0; i < b.m.aux.size(); i += kEtfWord) {
    const std::uint64_t word = b.trace(head + i);
    if (i >= copied)
      judge.require(word == kUntouched, "I-24", "a word outside the copy is written");
    else if (lost && i < kFrame)
      judge.require(word == barrier_packet_unit(i / kEtfWord, kEtfWord), "I-37",
                    "trace was dropped, and the copy does not start with a barrier packet");
    else
      judge.require(word == 1 + (at + kMemory - copied + i) % kMemory, "I-35",
                    "the copy is not the newest trace in order");
  }
}

void run_copy(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy_with(example, defects, judge, false);
}
void run_copy_any_room(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_copy_with(example, defects, judge, true);
}

constexpr std::array<std::string_view, 1> kSessionProperties = {"I-38"};
constexpr std::array kSessionSetup = {Dial{"a tracer starts while sysfs allocates", 0, 3}};
enum Step : std::size_t { enable, disable, sysfs_on, sysfs_off };
constexpr std::array kSessionSteps = {Dial{"enable", 0, 2}, Dial{"disable", 0, 2}, Dial{"sysfs-on"},
                                      Dial{"sysfs-off"}};
/// Two tracers of one session and one of another.
constexpr std::array kTracers = {SinkTracer{1, 11, 101}, SinkTracer{1, 12, 101},
                                 SinkTracer{2, 13, 102}};

constexpr std::array kShares = {Share{"drains", 40}, Share{"leaves the sink to others", 10}};
class SinkSession {
 public:
  SinkSession(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : racer_(example.setup[0]), defects_(defects), judge_(judge), memory_(SinkCells::kCount) {}

  void step(const AuxStep& step) {
    switch (step.kind) {
      case Step::enable:
        return start(step.amount);
      case Step::disable:
        return leave(step.amount);
      case Step::sysfs_on:
        return start_sysfs();
      default:
        return leave_sysfs();
    }
  }

 private:
  using Cpu = SequentialCpu<GatherAuxSaid>;
  [[nodiscard]] Cpu cpu() { return Cpu(memory_, GatherAuxSaid{&said_}); }
  void check() {
    judge_.require(said_.count<said::Warned>() == 0, "I-38", "hardware that runs is programmed");
  }
  void start(std::size_t tracer) {
    if (uses_.at(tracer)) return;
    auto c = cpu();
    uses_.at(tracer) = tmc_enable_etr_sink_perf(c, at_, kTracers.at(tracer), defects_);
    check();
  }
  void start_sysfs() {
    auto c = cpu();
    if (tmc_enable_etr_sink_sysfs(c, at_, defects_, [this](auto&) {
          if (racer_ < kTracers.size()) start(racer_);
        }))
      ++sysfs_;
    check();
  }
  void leave_sysfs() {
    if (sysfs_ == 0) return;
    --sysfs_;
    auto c = cpu();
    tmc_disable_etr_sink(c, at_);
  }
  /// The last tracer of a session drains the sink, nobody else.
  void leave(std::size_t tracer) {
    if (!uses_.at(tracer)) return;
    uses_.at(tracer) = false;
    bool last = true;
    for (const bool uses : uses_) last = last && !uses;
    auto c = cpu();
    judge_.comes_to(last ? "drains" : "leaves the sink to others");
    judge_.require(etr_drains(c, at_, kTracers.at(tracer), defects_) == last, "I-38",
                   last ? "nobody drains the sink that a session leaves"
                        : "a tracer drains the sink that others use");
    tmc_disable_etr_sink(c, at_);
  }

  std::uint64_t racer_;
  DefectSet defects_;
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  SinkCells at_ = SinkCells::at(0);
  AuxSaid said_;
  std::array<bool, kTracers.size()> uses_{};
  int sysfs_ = 0;
};

constexpr std::array<std::string_view, 2> kBufferProperties = {"I-38", "I-39"};
constexpr std::array kBufferSetup = {
    Dial{"another gets it while memory is allocated", 0, 1},
    Dial{"another gets it while it is put", 0, 1},
};

void run_buffer(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(SinkCells::kCount);
  const SinkCells at = SinkCells::at(0);
  SequentialCpu<> cpu(memory);
  std::uint64_t other = 0;
  const auto get_other = [&](bool wanted) {
    return [&, wanted](auto& c) {
      if (wanted && other == 0) other = get_session_buffer(c, at, defects, [](auto&) {});
    };
  };
  const std::uint64_t mine = get_session_buffer(cpu, at, defects, get_other(example.setup[0] != 0));
  judge.require(other == 0 || other == mine, "I-38", "two buffers are one session's");
  const bool freed = put_session_buffer(cpu, at, mine, defects, get_other(example.setup[1] != 0));
  judge.require(!freed || other != mine, "I-39", "a buffer is freed that another has got");
}

}  // namespace

const AuxSequence kEtfCopy = {"etf-copy",
                              "one copy out of the memory of an ETF or ETB",
                              kCopyProperties,
                              kCopySetup,
                              {},
                              true,
                              run_copy};
const AuxSequence kEtfCopyAnyRoom = {"etf-copy-any-room",
                                     "one copy out of the memory of an ETF or ETB",
                                     kCopyProperties,
                                     kCopySetup,
                                     {},
                                     true,
                                     run_copy_any_room};
const AuxSequence kSinkSession = {"sink-session",
                                  "tracers of two sessions and sysfs share an ETR",
                                  kSessionProperties,
                                  kSessionSetup,
                                  kSessionSteps,
                                  false,
                                  run_steps<SinkSession>,
                                  4000,
                                  kShares};
const AuxSequence kSessionBuffer = {"session-buffer",
                                    "two tracers get and put their session's buffer at once",
                                    kBufferProperties,
                                    kBufferSetup,
                                    {},
                                    true,
                                    run_buffer};

}  // namespace ringcheck
