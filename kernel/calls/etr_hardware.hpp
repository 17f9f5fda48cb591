#pragma once
// EtrHardware: a TMC-ETR, as either side's driver finds it behind its registers.

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "protocol/tmc/etr_buf.hpp"
#include "protocol/tmc/etr_registers.hpp"

namespace ringcheck {

/// Which pointer of a sink of scattered memory points outside of it.
enum class EtrElsewhere : std::uint8_t { nothing, reads, writes };

/// AXICTL before anybody writes to it.
inline constexpr std::uint32_t kEtrAxictl = 0x5a5a'5a5a;

/// A sink that wraps at the end of its memory, a list of pieces by device addresses (Arm CoreSight
/// System Trace and Memory Controller, Technical Reference Manual).
class EtrHardware {
 public:
  struct Piece {
    std::uint64_t address = 0, bytes = 0;
  };
  /// Where the memory is: at the base address that the registers have, or where the table there
  /// leads to.
  using Find =
      std::function<std::vector<Piece>(std::uint64_t base, std::uint64_t bytes, bool scattered)>;

  /// `comes_to_rest`: when that is waited for. `keeps_pointers`: it starts where its registers say,
  /// unless its memory is scattered: then it does as it likes.
  EtrHardware(bool comes_to_rest, bool keeps_pointers, Find find)
      : comes_to_rest_(comes_to_rest), keeps_pointers_(keeps_pointers), find_(std::move(find)) {}

  [[nodiscard]] bool captures() const { return captures_; }
  /// The driver loads a register, stores to it, or waits for a bit of it, which then is true iff
  /// the bit is what it waits for.
  [[nodiscard]] std::uint32_t read(TmcRegister which) { return registers_[which]; }
  void write(TmcRegister which, std::uint32_t value);
  bool wait(TmcRegister which);
  /// `bytes` bytes of trace come, `put(device address)` each; then the sink reports bits of STS,
  /// and a pointer points outside of its memory.
  template <class Put>
  void trace(std::uint64_t bytes, std::uint64_t status, EtrElsewhere elsewhere, Put&& put);
  /// A register, or two.
  [[nodiscard]] std::uint64_t pair(TmcRegister low, TmcRegister high) {
    return registers_[low] | std::uint64_t{registers_[high]} << 32U;
  }

 private:
  [[nodiscard]] std::uint64_t address(std::uint64_t offset) const;
  void start();
  void publish();

  bool comes_to_rest_, keeps_pointers_;
  Find find_;
  std::map<TmcRegister, std::uint32_t> registers_ = {{TmcRegister::axictl, kEtrAxictl}};
  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0, at_ = 0, status_ = 0;
  EtrElsewhere elsewhere_ = EtrElsewhere::nothing;
  bool captures_ = false;
};

inline void EtrHardware::write(TmcRegister which, std::uint32_t value) {
  registers_[which] = value;
  const bool flushed = which == TmcRegister::ffcr && (value >> kTmcFlushBit & 1U) != 0;
  if (which == TmcRegister::ctl && (value & kTmcCaptures) != 0) start();
  if (flushed || (which == TmcRegister::ctl && (value & kTmcCaptures) == 0)) captures_ = false;
}

inline bool EtrHardware::wait(TmcRegister which) {
  if (which == TmcRegister::ffcr) registers_[which] &= ~(1U << kTmcFlushBit);
  return which != TmcRegister::sts || comes_to_rest_;
}

inline std::uint64_t EtrHardware::address(std::uint64_t offset) const {
  for (const Piece& piece : pieces_) {
    if (offset < piece.bytes) return piece.address + offset;
    offset -= piece.bytes;
  }
  return 0;
}

inline void EtrHardware::start() {
  const bool scattered = (registers_[TmcRegister::axictl] & kTmcScatters) != 0;
  pieces_ = find_(pair(TmcRegister::dbalo, TmcRegister::dbahi),
                  std::uint64_t{registers_[TmcRegister::rsz]} * 4, scattered);
  size_ = 0;
  for (const Piece& piece : pieces_) size_ += piece.bytes;
  at_ = status_ = 0;
  elsewhere_ = EtrElsewhere::nothing;
  captures_ = size_ != 0;
  if (keeps_pointers_ && !scattered) {
    const std::uint64_t kept = pair(TmcRegister::rwp, TmcRegister::rwphi);
    while (at_ < size_ && address(at_) != kept) ++at_;
    status_ = registers_[TmcRegister::sts] & kEtrFull;
    if (at_ == size_) captures_ = false;
  }
  publish();
}

template <class Put>
void EtrHardware::trace(std::uint64_t bytes, std::uint64_t status, EtrElsewhere elsewhere,
                        Put&& put) {
  if (!captures_) return;
  for (; bytes > 0; --bytes) {
    put(address(at_));
    at_ = (at_ + 1) % size_;
    if (at_ == 0) status_ |= kEtrFull;
  }
  status_ |= status;
  if (pieces_.size() > 1) elsewhere_ = elsewhere;
  publish();
}

inline void EtrHardware::publish() {
  constexpr std::uint64_t kNowhere = 16;
  const bool full = (status_ & kEtrFull) != 0;
  const std::uint64_t read = elsewhere_ == EtrElsewhere::reads ? kNowhere : address(full ? at_ : 0);
  const std::uint64_t write = elsewhere_ == EtrElsewhere::writes ? kNowhere : address(at_);
  registers_[TmcRegister::rrp] = static_cast<std::uint32_t>(read);
  registers_[TmcRegister::rrphi] = static_cast<std::uint32_t>(read >> 32U);
  registers_[TmcRegister::rwp] = static_cast<std::uint32_t>(write);
  registers_[TmcRegister::rwphi] = static_cast<std::uint32_t>(write >> 32U);
  registers_[TmcRegister::sts] = static_cast<std::uint32_t>(status_);
}

}  // namespace ringcheck
