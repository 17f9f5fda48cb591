#pragma once
// TrbeTransactions: an Arm TRBE whose stores are on their way until it is drained, its driver, the
// CPU that traces, and a reader. sequences.cpp has its cases.

#include <algorithm>
#include <array>

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/watched_unit.hpp"
#include "properties/trbe/trbe_bench.hpp"
#include "properties/trbe/trbe_plan.hpp"
#include "protocol/trbe/trbe_pmu.hpp"

namespace ringcheck {

/// A machine of sequences. It is a TraceUnit of its own.
class TrbeTransactions {
 public:
  /// Four small pages, where they lie, and values of bytes. Units: bytes.
  static constexpr std::uint64_t kPage = 64, kSize = 4 * kPage;
  static constexpr std::uint64_t kIgnored = 0x70;  ///< a packet that decoders skip
  static constexpr std::uint64_t kBuffer = std::uint64_t{1} << 40U;
  static constexpr std::uint64_t kOld = 1, kTrace = 2;
  static constexpr TrbeRepairs kRepaired = {.error_is_loss = true,
                                            .abort_is_forgotten = true,
                                            .other_is_fatal = true,
                                            .perf_goes_first = true};

  /// Kinds of steps, as sequences.cpp names them.
  enum Step : std::size_t {
    start_step,
    stop_step,
    interrupt_step,
    device_step,
    read_step,
    offline_step
  };

  /// For a repaired driver, or one that lacks a repair.
  TrbeTransactions(const AuxCase& example, DefectSet defects, AuxJudge& judge,
                   const TrbeRepairs& repairs = kRepaired)
      : b_(machine_setup(example), defects), judge_(judge) {
    trbe_ = trbe_of(b_);
    trbe_.repairs = repairs;
    others_ = example.setup[8] != 0 || !repairs.other_is_fatal;
    if (!others_) trbe_.repairs.other_is_fatal = false;
    trbe_.buffer = kBuffer;
    trbe_.page_size = kPage;
    trbe_.least = 16;
    trbe_.errata = {example.setup[2] * 16, example.setup[3] * 8, example.setup[9] % 2 != 0,
                    example.setup[9] / 2 != 0};
    trbe_.padding = filler_ = example.setup[6] % 2 != 0 ? kIgnored : 0;
    trbe_.align = trbe_.errata.overwrites != 0 ? kPage : std::uint64_t{1} << example.setup[4];
    head_ = word(trbe_.aux.at.aux_head);
    if (head_ != 0 && !trbe_.aux.overwrite && example.setup[7] != 0)
      b_.tail() = head_ + example.setup[7] - kSize;
    for (std::uint64_t i = 0; i < kSize; ++i) b_.trace(i) = kOld;
    word(b_.m.events[0].at->hw_state) = kHesStopped;
    b_.said.heard = [this](std::uint32_t kind) { hear(kind); };
  }
  void step(const AuxStep& step);

  // TraceUnit.
  template <class C>
  void start(C& cpu) {
    unit_.start(cpu);
    judge_.require(!enabled() || !trbe_.errata.needs_sync || syncs_ > 1, "I-105",
                   "a unit that needs two synchronisations is used after one");
    judge_settled();
  }
  template <class C>
  void stop(C& cpu) {
    unit_.stop(cpu);
  }
  template <class C>
  void drain(C&) {
    look();
    settle();
    drained_ = true;
  }

 private:
  /// The initial head. It is not aligned after a skip of all room, which is one byte short.
  static std::uint64_t first_head(const AuxCase& example) {
    const std::uint64_t origin = origin_of(example.setup[0], kSize);
    const bool moved = origin != 0 && example.setup[1] == 0;
    return moved ? origin - example.setup[6] : origin;
  }
  static AuxMachineSetup machine_setup(const AuxCase& example) {
    AuxMachineSetup setup = bench_setup(kSize, first_head(example));
    setup.overwrite = example.setup[1] != 0;
    setup.watermark = setup.overwrite ? 0 : std::min(example.setup[5], kSize);
    setup.wakeup = setup.overwrite ? setup.head : setup.head - setup.head % setup.watermark;
    setup.driver_words = TrbeCells::kCount;
    return setup;
  }
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  [[nodiscard]] bool enabled() { return (word(trbe_.at.limit) & kTrbeEnable) != 0; }
  [[nodiscard]] std::uint64_t limit() { return word(trbe_.at.limit) & ~kTrbeEnable; }
  /// A machine that looks at registers before each of its accesses.
  [[nodiscard]] auto cpu() {
    return b_.watched_cpu([this] { look(); });
  }
  void hear(std::uint32_t kind);
  void look();
  /// The unit itself sets its status.
  void set_status(std::uint64_t status) { seen_[3] = word(trbe_.at.status) = status; }
  [[nodiscard]] std::uint64_t status() { return word(trbe_.at.status); }
  void judge_settled();
  void judge_unit();
  void read_trace(std::uint64_t amount);
  void stop_event();
  void go_offline();
  void make_trace(std::uint64_t amount);
  void interrupt_event();
  void settle();
  [[nodiscard]] std::uint64_t reported(std::uint64_t amount);
  void fail(std::uint64_t amount);
  void put(std::uint64_t address, std::uint64_t bytes);
  void start_event(const PerfEvent& event);
  void opened();
  void closed(bool was_open);
  void handle_interrupt();
  void spurious_interrupt();
  void late_interrupt();
  [[nodiscard]] TrbeGround ground();
  void judge_programmed(const TrbePlan& plan, std::uint64_t kept);

  AuxBench b_;
  TrbeUnit trbe_;
  AuxJudge& judge_;
  std::uint64_t head_;            ///< where aux_head must be
  std::uint64_t begun_ = 0;       ///< where the transaction started
  std::uint64_t room_ = 0;        ///< bytes from there on that hold nothing unread
  std::uint64_t written_ = 0;     ///< since then (bytes)
  std::uint64_t on_the_way_ = 0;  ///< not in memory yet (bytes)
  std::uint64_t filler_ = 0;      ///< the value where nothing was traced
  bool filled_ = false;
  bool failed_ = false;  ///< the unit met an error
  bool others_ = false;  ///< it may be one that is no fault of an access
  WatchedUnit unit_;
  std::uint64_t works_ = 0;       ///< how often interrupt work ran
  std::uint64_t told_flags_ = 0;  ///< of the records since the last look
  /// Registers as they were last seen, and whether one was written since they took effect.
  std::array<std::uint64_t, 5> seen_{};
  bool unsettled_ = false;
  bool drained_ = true;      ///< since it was disabled
  std::uint64_t syncs_ = 0;  ///< since it was enabled
};

}  // namespace ringcheck
