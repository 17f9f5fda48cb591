#pragma once
// What the drivers of a TMC-ETF or TMC-ETB, and of an ETB10, write to the registers of the sink,
// and where they wait for it.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etf.c __tmc_etb_enable_hw,
// __tmc_etb_disable_hw, tmc_etb_dump_hw, __tmc_etf_enable_hw, tmc_etf_disable_hw,
// tmc_update_etf_buffer; coresight-etb10.c __etb_enable_hw, __etb_disable_hw, etb_dump_hw,
// etb_update_buffer; coresight-tmc-core.c.
// Tested by `ringcheck kernel --area etf`, `--area etb` and
// tests/kernel/etf_specification_test.cpp.

#include <span>

#include "protocol/tmc/etf_update.hpp"
#include "protocol/tmc/etr_registers.hpp"

namespace ringcheck {

/// What an ETB10 is programmed for: words of its memory, and drvdata->trigger_cntr.
struct EtbProgram {
  std::uint64_t words = 0;
  std::uint32_t trigger = 0;
};

inline constexpr std::uint32_t kTmcCircular = 0, kTmcFifo = 2;  ///< of MODE
inline constexpr std::uint32_t kEtfNothingLeft = 0xffff'ffff;   ///< what an empty TMC reads as
inline constexpr unsigned kEtbStoppedBit = 1;                   ///< of FFSR

/// Programs the TMC as a circular buffer, which captures from then on. False if it is not ready,
/// and has to be (Linux 6.12). `port` has the registers, as for etr_enable_registers.
template <class Port>
bool etf_enable_registers(Port& port, std::uint32_t trigger, bool must_be_ready) {
  // Format, triggers in the trace, flush by signal and on triggers, and triggers from trigger-in.
  constexpr std::uint32_t kFormats = 0x133;
  port.unlock();
  if (!port.wait(TmcRegister::sts, kTmcReadyBit, 1) && must_be_ready) {
    port.lock();
    return false;
  }
  port.write(TmcRegister::mode, kTmcCircular);
  port.write(TmcRegister::ffcr, kFormats);
  port.write(TmcRegister::trg, trigger);
  port.write(TmcRegister::ctl, kTmcCaptures);
  port.lock();
  return true;
}

/// Programs the ETF as a link, which passes trace on. False as for etf_enable_registers.
template <class Port>
bool etf_enable_fifo(Port& port, bool must_be_ready) {
  // Format, and triggers in the trace.
  constexpr std::uint32_t kFormats = 0x3;
  port.unlock();
  if (!port.wait(TmcRegister::sts, kTmcReadyBit, 1) && must_be_ready) {
    port.lock();
    return false;
  }
  port.write(TmcRegister::mode, kTmcFifo);
  port.write(TmcRegister::ffcr, kFormats);
  port.write(TmcRegister::bufwm, 0);
  port.write(TmcRegister::ctl, kTmcCaptures);
  port.lock();
  return true;
}

/// Takes the ETF out of use as a link; `before_lock()` runs when it is off.
template <class Port, class BeforeLock>
void etf_disable_fifo(Port& port, BeforeLock&& before_lock) {
  port.unlock();
  tmc_flush_and_stop(port);
  port.write(TmcRegister::ctl, 0);
  before_lock();
  port.lock();
}

/// A barrier packet at the start of what lost trace before it, if there is a buffer.
inline void insert_barrier_packet(std::span<std::uint32_t> buffer) {
  if (buffer.empty()) return;
  for (std::uint64_t i = 0; i < kEtfFrame / kEtfWord; ++i)
    buffer[i] = static_cast<std::uint32_t>(barrier_packet_unit(i, kEtfWord));
}

/// Takes what a stopped TMC has into `buffer`, the driver's own, for sysfs. Returns its bytes.
template <class Port>
std::uint64_t tmc_etb_dump_hw(Port& port, std::span<std::uint32_t> buffer) {
  const bool lost = (port.read(TmcRegister::sts) & kTmcFull) != 0;
  std::uint64_t words = 0;
  for (;; ++words) {
    const std::uint32_t word = port.read(TmcRegister::rrd);
    if (word == kEtfNothingLeft) break;
    buffer[words] = word;
  }
  if (lost) insert_barrier_packet(buffer);
  return words * kEtfWord;
}

/// Takes the TMC out of use; `before_off()` runs when it has stopped.
template <class Port, class BeforeOff>
void etf_disable_registers(Port& port, BeforeOff&& before_off) {
  port.unlock();
  tmc_flush_and_stop(port);
  before_off();
  port.write(TmcRegister::ctl, 0);
  port.lock();
}

/// Clears the ETB10 and lets it capture.
template <class Port>
void etb_enable_registers(Port& port, const EtbProgram& program) {
  // Formatted trace; it stops on a trigger.
  constexpr std::uint32_t kFormats = 0x2001;
  port.unlock();
  port.write(TmcRegister::rwp, 0);
  for (std::uint64_t i = 0; i < program.words; ++i) port.write(TmcRegister::rwd, 0);
  port.write(TmcRegister::rwp, 0);
  port.write(TmcRegister::rrp, 0);
  port.write(TmcRegister::trg, program.trigger);
  port.write(TmcRegister::ffcr, kFormats);
  port.write(TmcRegister::ctl, kTmcCaptures);
  port.lock();
}

/// Flushes the ETB10 and stops it. A wait that takes too long changes nothing.
template <class Port>
void etb_disable_registers(Port& port) {
  port.unlock();
  const std::uint32_t ffcr = port.read(TmcRegister::ffcr) | kTmcStopOnFlush;
  port.write(TmcRegister::ffcr, ffcr);
  port.write(TmcRegister::ffcr, ffcr | 1U << kTmcFlushBit);
  port.wait(TmcRegister::ffcr, kTmcFlushBit, 0);
  port.write(TmcRegister::ctl, 0);
  port.wait(TmcRegister::ffsr, kEtbStoppedBit, 1);
  port.lock();
}

/// Takes all that a stopped ETB10 has into `buffer`, the driver's own, whoever used it. The words
/// after a frame that is not whole are set to 0, at the end of the buffer.
template <class Port>
void etb_dump_hw(Port& port, std::span<std::uint32_t> buffer) {
  constexpr std::uint32_t kFrameWords = kEtfFrame / kEtfWord;
  port.unlock();
  const std::uint32_t read = port.read(TmcRegister::rrp);
  const std::uint32_t write = port.read(TmcRegister::rwp);
  const std::uint32_t within = write % kFrameWords;
  const std::uint32_t missing = within == 0 ? 0 : kFrameWords - within;
  const bool lost = (port.read(TmcRegister::sts) & kTmcFull) != 0;
  port.write(TmcRegister::rrp, lost ? write + missing : 0);
  for (std::uint32_t& word : buffer) word = port.read(TmcRegister::rrd);
  if (lost) insert_barrier_packet(buffer);
  for (std::uint32_t i = 0; i < missing; ++i) buffer[buffer.size() - missing + i] = 0;
  port.write(TmcRegister::rrp, read);
  port.lock();
}

/// A sink with memory of its own, whose registers the driver finds behind `port`. Does what EtfSink
/// does with words. `port.lock_later()` is a lock whose ordering point the caller makes.
template <class Port>
struct EtfDevice {
  EtfCells at{};  ///< of which `refcnt` and `target` are used
  std::uint64_t bytes = 0;
  bool etb10 = false;
  EtbProgram program{};
  AreaPages aux_pages{};
  Port& port;

  [[nodiscard]] std::uint64_t size() const { return bytes; }
  template <class C>
  [[nodiscard]] std::uint64_t read_pointer(C&) const {
    return pointer(TmcRegister::rrp, TmcRegister::rrphi);
  }
  template <class C>
  [[nodiscard]] std::uint64_t write_pointer(C&) const {
    return pointer(TmcRegister::rwp, TmcRegister::rwphi);
  }
  template <class C>
  [[nodiscard]] bool is_full(C&) const {
    return (port.read(TmcRegister::sts) & kTmcFull) != 0;
  }
  template <class C>
  void point(C&, std::uint64_t pointer) const {
    if (etb10)
      port.write(TmcRegister::rrp, static_cast<std::uint32_t>(pointer / kEtfWord));
    else
      tmc_write_pair(port, TmcRegister::rrp, TmcRegister::rrphi, pointer);
  }
  template <class C>
  [[nodiscard]] std::uint64_t take(C&) const {
    return port.read(TmcRegister::rrd);
  }
  template <class C>
  void rewind(C&) const {
    port.write(TmcRegister::rrp, 0);
    port.write(TmcRegister::rwp, 0);
  }
  template <class C>
  void finish(C&) const {
    if (etb10) etb_enable_registers(port, program);
    port.lock_later();
  }

 private:
  /// An ETB10 counts words.
  [[nodiscard]] std::uint64_t pointer(TmcRegister low, TmcRegister high) const {
    if (etb10) return port.read(low) * kEtfWord;
    return port.read(low) | std::uint64_t{port.read(high)} << 32U;
  }
};

}  // namespace ringcheck
