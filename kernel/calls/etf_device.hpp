#pragma once
// EtfDevice's hardware: a TMC-ETF, a TMC-ETB or an ETB10, as either side's driver finds it behind
// its registers.

#include <cstdint>
#include <map>
#include <vector>

#include "kernel/calls/etr_port.hpp"
#include "protocol/tmc/etf_registers.hpp"

namespace ringcheck {

/// A sink with memory of its own, which wraps at its end (Arm CoreSight Trace Memory Controller and
/// CoreSight ETB, Technical Reference Manuals). Pointers of an ETB10 count words, those of a TMC
/// bytes. One that has been told to stop takes no more trace until it is programmed anew.
class EtfHardware {
 public:
  /// `comes_to_rest`, `flushes`: what is waited for comes to be.
  EtfHardware(bool etb10, std::uint64_t words, bool comes_to_rest, bool flushes)
      : etb10_(etb10), comes_to_rest_(comes_to_rest), flushes_(flushes), memory_(words, 0) {}

  [[nodiscard]] bool captures() const { return captures_; }
  /// A word of trace comes.
  void trace(std::uint32_t word);
  /// A trigger comes: an ETB10 stops.
  void trigger();
  /// The sink reports `bits` of STS.
  void report(std::uint32_t bits) { status_ |= bits; }
  /// The driver loads a register, stores to it, or waits for a bit of it, which then is true iff
  /// the bit is what it waits for.
  [[nodiscard]] std::uint32_t read(TmcRegister which);
  void write(TmcRegister which, std::uint32_t value);
  bool wait(TmcRegister which);

 private:
  /// Where the pointer is after the word at `pointer`.
  [[nodiscard]] std::uint64_t after(std::uint64_t pointer) const {
    return (pointer + 1) % memory_.size();
  }
  [[nodiscard]] std::uint32_t told(std::uint64_t pointer) const {
    return static_cast<std::uint32_t>(etb10_ ? pointer : pointer * kEtfWord);
  }
  [[nodiscard]] std::uint64_t heard(std::uint32_t pointer) const {
    return (etb10_ ? pointer : pointer / kEtfWord) % memory_.size();
  }
  void start();
  void stop();

  bool etb10_;
  bool comes_to_rest_, flushes_;
  std::vector<std::uint32_t> memory_;
  std::uint64_t read_ = 0, write_ = 0;  ///< words
  std::uint64_t unread_ = 0;            ///< words that a stopped TMC still has
  std::uint32_t status_ = 0;
  bool captures_ = false;
  bool fifo_ = false;  ///< it passes trace on
  std::map<TmcRegister, std::uint32_t> registers_;
};

inline void EtfHardware::trace(std::uint32_t word) {
  if (!captures_ || fifo_) return;
  memory_[write_] = word;
  write_ = after(write_);
  if (write_ == 0) status_ |= kTmcFull;
}

inline void EtfHardware::trigger() {
  constexpr std::uint32_t kTriggered = 2;
  if (!captures_) return;
  status_ |= kTriggered;
  if (etb10_) stop();
}

inline void EtfHardware::start() {
  captures_ = true;
  status_ = 0;
  fifo_ = !etb10_ && registers_[TmcRegister::mode] == kTmcFifo;
  if (!etb10_) read_ = write_ = unread_ = 0;
}

inline void EtfHardware::stop() {
  if (!captures_) return;
  captures_ = false;
  if (etb10_) return;
  const bool full = (status_ & kTmcFull) != 0 && !fifo_;
  read_ = full ? write_ : 0;
  unread_ = full ? memory_.size() : write_;
}

inline std::uint32_t EtfHardware::read(TmcRegister which) {
  switch (which) {
    case TmcRegister::sts:
      return status_;
    case TmcRegister::rrp:
      return told(read_);
    case TmcRegister::rwp:
      return told(write_);
    case TmcRegister::rrd: {
      if (!etb10_ && (captures_ || unread_ == 0)) return kEtfNothingLeft;
      const std::uint32_t word = memory_[read_];
      read_ = after(read_);
      if (!etb10_) --unread_;
      return word;
    }
    default:
      return registers_[which];
  }
}

inline void EtfHardware::write(TmcRegister which, std::uint32_t value) {
  registers_[which] = value;
  switch (which) {
    case TmcRegister::rrp:
      read_ = heard(value);
      unread_ = (write_ + memory_.size() - read_) % memory_.size();
      break;
    case TmcRegister::rwp:
      write_ = heard(value);
      break;
    case TmcRegister::rwd:
      memory_[write_] = value;
      write_ = after(write_);
      break;
    case TmcRegister::ctl:
      if ((value & kTmcCaptures) == 0)
        stop();
      else
        start();
      break;
    case TmcRegister::ffcr:
      if ((value >> kTmcFlushBit & 1U) != 0) stop();
      break;
    default:
      break;
  }
}

inline bool EtfHardware::wait(TmcRegister which) {
  if (which != TmcRegister::ffcr) return comes_to_rest_;
  if (flushes_) registers_[which] &= ~(1U << kTmcFlushBit);
  return flushes_;
}

}  // namespace ringcheck
