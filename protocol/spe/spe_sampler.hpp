#pragma once
// The sampling half of an Arm SPE unit: which operations are chosen, what becomes of them, and when
// the buffer is full.
//
// Each operation counts the interval down. At 0 the operation is chosen, and the interval starts
// again, with up to 255 random operations on top if asked for. The unit tracks the chosen operation
// until it is done. A choice in the meantime is a collision, and lost. An operation that is done is
// filtered, and written as a record. A buffer that might not take another record is full: then
// nothing is sampled until the interrupt has been handled.
//
// Source: Arm ARM (DDI 0487), Statistical Profiling Extension: PMSICR_EL1, PMSIRR_EL1, PMSFCR_EL1,
// PMBSR_EL1. Deviations: what the unit would do with events that pass speculatively, and inverse
// filters, are left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <optional>
#include <span>
#include <vector>

#include "protocol/spe/spe_config.hpp"
#include "protocol/spe/spe_packets.hpp"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {

/// An operation that the CPU runs: its record, if it gets one, and how many others are decoded
/// until it is done.
struct SpeOperation {
  SpeRecord record{};
  std::uint64_t done_after = 1;
};

/// What a unit did.
struct SpeSampled {
  std::vector<std::uint64_t> chosen;  ///< number of each operation that was chosen
  std::vector<SpeRecord> tracked;     ///< records of those that did not collide, once they are done
  std::uint64_t collisions = 0;
};

/// The unit on words of memory, which are its registers. `Write` is called as
/// `write(offset, byte)` for each byte of a record; `offset`: in the area.
template <class Write>
class SpeSampler {
 public:
  SpeSampler(std::span<std::uint64_t> memory, const SpeUnit& spe, const SpeSamplingCells& at,
             Write write)
      : memory_(memory), spe_(spe), at_(at), write_(write) {}

  /// The CPU decodes operation `number`. `random`: 0 … 255, if the interval starts again.
  void decode(const SpeOperation& operation, std::uint64_t number, std::uint64_t random) {
    if (!profiling()) return;
    if (tracked_ && --left_ == 0) finish();
    if (!profiling()) return;
    std::uint64_t& count = memory_[at_.pmsicr];
    if (count > 1) {
      --count;
      return;
    }
    const std::uint64_t interval = memory_[at_.pmsirr];
    count = (interval & ~std::uint64_t{0xff}) + ((interval & kSpeRandom) != 0 ? random : 0);
    did_.chosen.push_back(number);
    if (tracked_) {
      ++did_.collisions;
      memory_[spe_.at.pmbsr] |= kSpeCollision;
      return;
    }
    tracked_ = operation.record;
    if ((memory_[spe_.at.pmscr] & kSpeTimestamps) == 0) tracked_->timestamp = 0;
    left_ = operation.done_after;
  }
  /// Waits for the tracked operation. Source: psb_csync.
  void drain() {
    if (tracked_) finish();
  }
  [[nodiscard]] const SpeSampled& did() const { return did_; }
  [[nodiscard]] bool profiling() const {
    return memory_[spe_.at.pmscr] != 0 && (memory_[spe_.at.pmblimitr] & kSpeEnable) != 0 &&
           (memory_[spe_.at.pmbsr] & kSpeService) == 0;
  }

 private:
  void finish() {
    const SpeRecord record = *std::exchange(tracked_, std::nullopt);
    did_.tracked.push_back(record);
    if (!passes(record)) return;
    for (const std::uint8_t byte : spe_record_bytes(record))
      write_(memory_[spe_.at.pmbptr]++ - spe_.base, byte);
    const std::uint64_t limit = memory_[spe_.at.pmblimitr] & ~kSpeEnable;
    if (limit - memory_[spe_.at.pmbptr] < spe_.max_record)
      memory_[spe_.at.pmbsr] |= kSpeService | kSpeFull;
  }
  [[nodiscard]] bool passes(const SpeRecord& record) const {
    using Type = SpeOperationType;
    const std::uint64_t filter = memory_[at_.pmsfcr];
    if ((filter & kSpeByTypes) != 0) {
      const bool wanted = (record.type == Type::branch && (filter & kSpeBranches) != 0) ||
                          (record.type == Type::load && (filter & kSpeLoads) != 0) ||
                          (record.type == Type::store && (filter & kSpeStores) != 0);
      if (!wanted) return false;
    }
    const std::uint64_t events = memory_[at_.pmsevfr];
    if ((filter & kSpeByEvents) != 0 && (record.events & events) != events) return false;
    return (filter & kSpeByLatency) == 0 || record.latency >= memory_[at_.pmslatfr];
  }

  std::span<std::uint64_t> memory_;
  const SpeUnit& spe_;
  SpeSamplingCells at_;
  Write write_;
  std::optional<SpeRecord> tracked_;
  std::uint64_t left_ = 0;
  SpeSampled did_;
};

}  // namespace ringcheck
