#pragma once
// SharedEtr: a TMC-ETR that sysfs and sessions of perf share, as its driver finds it: memory that
// may not be had, the sink with its claim and its trace, and the locks. It judges how these are
// used.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <deque>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "protocol/tmc/etr_sysfs.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kSharedFrame = 16;      ///< a unit of trace (bytes)
inline constexpr std::uint64_t kSharedPageFrames = 2;  ///< of a page of scattered memory
inline constexpr std::uint64_t kSharedMostFrames = 8;  ///< of a buffer, and of an AUX area

/// Frames of trace as somebody should get them.
using SharedTrace = std::vector<std::uint64_t>;

/// A lock that is judged: it is free when it is taken, and held when it is given back.
class JudgedLock {
 public:
  explicit JudgedLock(AuxJudge& judge) : judge_(judge) {}
  /// Pre, judged: it is free.
  void lock() {
    judge_.require(!held_, "I-127", "a lock is taken by who has it");
    held_ = true;
  }
  /// Pre, judged: it is held.
  void unlock() {
    judge_.require(held_, "I-127", "a lock is given back by who does not have it");
    held_ = false;
  }
  [[nodiscard]] bool is_held() const { return held_; }

 private:
  AuxJudge& judge_;
  bool held_ = false;
};

/// The sink, its buffers and its locks. Neither copied nor moved.
class SharedEtr {
 public:
  /// `most_buffers`: as many are allocated at most. `scattered`: their pages lie anywhere.
  SharedEtr(std::uint64_t most_buffers, bool scattered, DefectSet defects, AuxJudge& judge)
      : bench(machine_setup(most_buffers), defects),
        sink_lock(judge),
        table_lock(judge),
        scattered_(scattered),
        judge_(judge) {
    at = SinkCells::at(bench.m.driver);
    cells_ = EtrCells::at(at.references + most_buffers + 1);
    next_ = cells_.offset + EtrCells::kCount;
  }

  /// A machine; `watched`: it may touch memory only while the lock of the sink is held.
  [[nodiscard]] auto cpu(bool watched) {
    return bench.watched_cpu([this, watched] {
      if (watched)
        judge_.require(sink_lock.is_held(), "I-127", "a sink's state is touched without its lock");
    });
  }
  std::uint64_t& word(std::uint64_t address) { return bench.word(address); }
  /// `count` words that belong to nobody else.
  std::uint64_t more_words(std::uint64_t count) {
    const std::uint64_t first = next_;
    next_ += count;
    return first;
  }

  /// Memory for as many buffers as anybody wants.
  static constexpr std::uint64_t kPlenty = 1'000'000;
  /// A new buffer of `frames` frames, a multiple of a page: its number, from 1 on, or 0 if there is
  /// no memory. Pre, judged: no lock is held.
  std::uint64_t allocate(std::uint64_t frames);
  /// Buffer `number` is gone. Pre, judged: it is there, the sink does not have it, and no lock is
  /// held.
  void free(std::uint64_t number);
  /// Buffer `number`. Pre, judged: it is there.
  EtrBuf& usable(std::uint64_t number);
  /// Frames of buffer `number`, whether or not it was freed.
  [[nodiscard]] std::uint64_t frames_of(std::uint64_t number) const {
    return buffers_.at(number - 1).buf.size() / kSharedFrame;
  }
  /// Numbers of the buffers that have not been freed.
  [[nodiscard]] std::vector<std::uint64_t> kept() const;
  /// Number of the buffer that was allocated last.
  [[nodiscard]] std::uint64_t newest() const { return buffers_.size(); }

  /// The sink is claimed and takes trace to buffer `number`, from its start; false if a debugger
  /// has claimed it. Pre, judged: nobody uses it, and its lock is held.
  bool enable(std::uint64_t number);
  /// It takes trace from the start of its buffer on. Pre, judged: it is off, and its lock is held.
  void resume();
  /// It takes no more trace; its registers say what it took only after `drain`.
  void stop() { runs_ = false; }
  /// The registers of a sink that is stopped say what it took.
  void drain();
  /// Its claim is given back.
  void disclaim() { claimed_ = false; }
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] bool is_claimed() const { return claimed_; }
  /// `frames` frames come, if it takes trace.
  void trace(std::uint64_t frames);
  /// What the sink has taken since it was enabled or went on, as far as it has memory: after a lap,
  /// a barrier packet takes the place of the first frame.
  [[nodiscard]] SharedTrace taken() const;

  AuxBench bench;
  SinkCells at{};
  JudgedLock sink_lock, table_lock;
  std::uint64_t memory = kPlenty;  ///< buffers that can still be had
  bool claimed_by_debugger = false;

 private:
  /// A buffer that was allocated.
  struct Made {
    EtrBuf buf;
    std::vector<std::uint64_t> daddrs;
    bool freed = false;
  };
  static constexpr std::uint64_t kBufferWords = 3 + kSharedMostFrames;
  static constexpr std::uint64_t kOtherWords = 100;  ///< of tracers: areas and handles
  static constexpr std::uint64_t kStale = 0xee;      ///< in memory that is not cleared
  static constexpr std::uint64_t kFirst = 1000;      ///< frames are numbers above this

  static AuxMachineSetup machine_setup(std::uint64_t most_buffers) {
    AuxMachineSetup setup = bench_setup(kSharedMostFrames * kSharedFrame, 0);
    setup.aux_unit = kSharedFrame;
    setup.driver_words = SinkCells::kNames.size() + EtrCells::kCount + kOtherWords +
                         (most_buffers + 1) * (1 + kBufferWords);
    return setup;
  }
  void must_be_unlocked() {
    judge_.require(!sink_lock.is_held() && !table_lock.is_held(), "I-127",
                   "memory is allocated or freed under a lock");
  }
  void must_be_locked() {
    judge_.require(sink_lock.is_held(), "I-127", "a sink is programmed without its lock");
  }
  [[nodiscard]] std::uint64_t device_address(const Made& made, std::uint64_t frame) const {
    const std::uint64_t page = frame / kSharedPageFrames, into = frame % kSharedPageFrames;
    const std::uint64_t start =
        scattered_ ? made.daddrs.at(page) : made.buf.hwaddr + page * made.buf.page_size;
    return start + into * kSharedFrame;
  }

  bool scattered_;
  AuxJudge& judge_;
  EtrCells cells_{};  ///< `rrp`, `rwp` and `status` are used
  std::uint64_t next_ = 0;
  std::deque<Made> buffers_;  ///< by number, from 1 on
  bool runs_ = false, claimed_ = false;
  std::uint64_t enabled_ = 0;    ///< number of the buffer that the sink was enabled with
  SharedTrace run_;              ///< since it was enabled or went on
  std::uint64_t made_ = kFirst;  ///< the frame that came last
};

/// The sink as functions of the driver use it, as a trace unit among others. Source:
/// tmc_etr_enable_hw, tmc_etr_disable_hw, __tmc_etr_disable_hw, __tmc_etr_enable_hw.
struct SharedHardware {
  SharedEtr& etr;

  /// The sink is claimed and programmed; false if it cannot be had.
  template <AuxCpu C>
  bool enable(C&, const typename C::Value& buffer) const {
    return etr.enable(buffer);
  }
  /// A sink that sysfs has tells what it has taken before it is off.
  template <AuxCpu C>
  void pause(C& cpu) const {
    stop(cpu);
    drain(cpu);
    if (cpu.load(etr.at.mode) == kSinkSysfs)
      sync_sysfs_buffer(cpu, etr.usable(cpu.load(etr.at.sysfs_buf)));
  }
  /// The same, and its claim is given back.
  template <AuxCpu C>
  void disable(C& cpu) const {
    pause(cpu);
    etr.disclaim();
  }
  /// It goes on with the buffer that it has.
  template <AuxCpu C>
  void resume(C&) const {
    etr.resume();
  }
  template <class C>
  void start(C&) const {}
  template <class C>
  void stop(C&) const {
    etr.stop();
  }
  template <class C>
  void drain(C&) const {
    etr.drain();
  }
};

}  // namespace ringcheck
