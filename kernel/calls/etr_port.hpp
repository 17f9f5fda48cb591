#pragma once
// What both sides of programs of a CoreSight TMC-ETR note of what its driver does to the sink.

#include <cstdint>
#include <map>

#include "protocol/tmc/etr_alloc.hpp"
#include "protocol/tmc/etr_registers.hpp"

namespace ringcheck {

/// What the driver does to the sink, one step after the other.
enum class EtrStep : std::uint8_t {
  unlock,
  lock,
  write,  ///< a register, and a value
  wait,   ///< for a bit of a register: offset << 16 | bit << 8 | value
  claim,  ///< the device
  disclaim,
  disabled,     ///< what the driver returns when the sink is to be disabled
  ask_for_run,  ///< bytes in one run
  sync_from,    ///< a device address, from which on what the CPU has stored is made visible
};

/// Steps of a program so far, as a number and a sum that depends on their order.
struct EtrSteps {
  std::uint64_t count = 0, sum = 0;

  void add(EtrStep step, std::uint64_t first = 0, std::uint64_t second = 0) {
    constexpr std::uint64_t kFactor = 31;
    ++count;
    for (const std::uint64_t number : {static_cast<std::uint64_t>(step), first, second})
      sum = sum * kFactor + number;
  }
  friend bool operator==(const EtrSteps&, const EtrSteps&) = default;
};

/// Registers of the specification's sink, as etr_registers.hpp wants them. `word(register)` is
/// where the device has a register, or null.
template <class Word>
class EtrPort {
 public:
  EtrPort(EtrSteps& steps, std::map<TmcRegister, std::uint32_t>& registers, bool is_ready,
          Word word)
      : steps_(steps), registers_(registers), is_ready_(is_ready), word_(std::move(word)) {}

  void unlock() { steps_.add(EtrStep::unlock); }
  void lock() { steps_.add(EtrStep::lock); }
  [[nodiscard]] std::uint32_t read(TmcRegister which) {
    const std::uint64_t* word = word_(which);
    return word != nullptr ? static_cast<std::uint32_t>(*word) : registers_[which];
  }
  void write(TmcRegister which, std::uint32_t value) {
    steps_.add(EtrStep::write, static_cast<std::uint64_t>(which), value);
    registers_[which] = value;
    if (std::uint64_t* word = word_(which)) *word = value;
  }
  bool wait(TmcRegister which, unsigned bit, unsigned value) {
    steps_.add(EtrStep::wait, static_cast<std::uint64_t>(which) << 16U | bit << 8U | value);
    if (which == TmcRegister::ffcr) registers_[which] &= ~(1U << kTmcFlushBit);
    return which != TmcRegister::sts || is_ready_;
  }

 private:
  EtrSteps& steps_;
  std::map<TmcRegister, std::uint32_t>& registers_;
  bool is_ready_;
  Word word_;
};

/// The memory of a sink: what the driver gets, and what it asks for until it has that.
struct EtrGot {
  EtrMemory memory{};
  std::uint64_t hwaddr = 0;           ///< device address of the memory, or of the table
  std::vector<std::uint64_t> daddrs;  ///< of its pages, if they are scattered
  std::uint64_t allocations = 0;
  std::uint64_t lost_pages = 0;  ///< those that could not be mapped for the device
  EtrSteps steps{};
};

}  // namespace ringcheck
