#pragma once
// What the driver writes to the registers of a TMC-ETR, and where it waits for it.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c __tmc_etr_enable_hw,
// __tmc_etr_disable_hw; coresight-tmc-core.c tmc_wait_for_tmcready, tmc_flush_and_stop,
// tmc_enable_hw, tmc_disable_hw; coresight-tmc.h.
// Tested by `ringcheck kernel --area etr` and tests/kernel/etr_specification_test.cpp.

#include <cstdint>

namespace ringcheck {

/// Registers of a TMC, by their offsets (bytes). An ETB10 has those that it has at the same ones.
enum class TmcRegister : std::uint32_t {
  rsz = 0x4,
  sts = 0xc,
  rrd = 0x10,
  rrp = 0x14,
  rwp = 0x18,
  trg = 0x1c,
  ctl = 0x20,
  rwd = 0x24,
  mode = 0x28,
  bufwm = 0x34,
  rrphi = 0x38,
  rwphi = 0x3c,
  axictl = 0x110,
  dbalo = 0x118,
  dbahi = 0x11c,
  ffsr = 0x300,
  ffcr = 0x304,
};

/// Bits of registers.
inline constexpr std::uint32_t kTmcCaptures = 1;  ///< of CTL
inline constexpr std::uint32_t kTmcFull = 1;      ///< of STS
inline constexpr unsigned kTmcReadyBit = 2;       ///< of STS
inline constexpr unsigned kTmcFlushBit = 6;       ///< of FFCR: reads as 0 when it is over
inline constexpr std::uint32_t kTmcStopOnFlush = 1U << 12U;  ///< of FFCR
inline constexpr std::uint32_t kTmcScatters = 1U << 7U;      ///< of AXICTL

/// What an ETR is programmed for.
struct EtrProgram {
  std::uint64_t bytes = 0;      ///< of its buffer
  std::uint64_t address = 0;    ///< of the buffer, or of the table that leads to it
  bool scattered = false;       ///< it is a table
  bool caches_reads = false;    ///< TMC_ETR_AXI_ARCACHE
  bool keeps_pointers = false;  ///< TMC_ETR_SAVE_RESTORE
  std::uint32_t trigger = 0;    ///< drvdata->trigger_cntr
  bool must_be_ready = false;   ///< Linux 6.12: an ETR that is not is left alone
};

/// Writes an address to two registers.
template <class Port>
void tmc_write_pair(Port& port, TmcRegister low, TmcRegister high, std::uint64_t value) {
  port.write(low, static_cast<std::uint32_t>(value));
  port.write(high, static_cast<std::uint32_t>(value >> 32U));
}

/// Programs the ETR, which captures from then on. False if it is not ready, and has to be. `port`
/// has the registers: read(register), write(register, value), wait(register, bit, value), which is
/// false if the bit does not come to be that, unlock() and lock().
template <class Port>
bool etr_enable_registers(Port& port, const EtrProgram& program) {
  constexpr std::uint32_t kCleared = 0xfbf, kReadCache = 0xfU << 16U;
  constexpr std::uint32_t kProtected = 1U << 1U, kWriteCache = 0xfU << 2U, kBurst = 0xfU << 8U;
  // Format, triggers in the trace, flush by signal and on triggers, and triggers from trigger-in.
  constexpr std::uint32_t kFormats = 0x133;
  port.unlock();
  if (!port.wait(TmcRegister::sts, kTmcReadyBit, 1) && program.must_be_ready) {
    port.lock();
    return false;
  }
  port.write(TmcRegister::rsz, static_cast<std::uint32_t>(program.bytes / 4));
  port.write(TmcRegister::mode, 0);
  std::uint32_t axictl = port.read(TmcRegister::axictl) & ~kCleared;
  axictl |= kProtected | kBurst | kWriteCache;
  if (program.caches_reads) axictl |= kReadCache;
  if (program.scattered) axictl |= kTmcScatters;
  port.write(TmcRegister::axictl, axictl);
  tmc_write_pair(port, TmcRegister::dbalo, TmcRegister::dbahi, program.address);
  if (program.keeps_pointers) {
    tmc_write_pair(port, TmcRegister::rrp, TmcRegister::rrphi, program.address);
    tmc_write_pair(port, TmcRegister::rwp, TmcRegister::rwphi, program.address);
    port.write(TmcRegister::sts, port.read(TmcRegister::sts) & ~kTmcFull);
  }
  port.write(TmcRegister::ffcr, kFormats);
  port.write(TmcRegister::trg, program.trigger);
  port.write(TmcRegister::ctl, kTmcCaptures);
  port.lock();
  return true;
}

/// Flushes the ETR, which stops then. A wait that takes too long changes nothing.
template <class Port>
void tmc_flush_and_stop(Port& port) {
  std::uint32_t ffcr = port.read(TmcRegister::ffcr) | kTmcStopOnFlush;
  port.write(TmcRegister::ffcr, ffcr);
  port.write(TmcRegister::ffcr, ffcr | 1U << kTmcFlushBit);
  port.wait(TmcRegister::ffcr, kTmcFlushBit, 0);
  port.wait(TmcRegister::sts, kTmcReadyBit, 1);
}

/// Takes the ETR out of use. `before_off()` comes when it has stopped.
template <class Port, class BeforeOff>
void etr_disable_registers(Port& port, BeforeOff&& before_off) {
  port.unlock();
  tmc_flush_and_stop(port);
  before_off();
  port.write(TmcRegister::ctl, 0);
  port.lock();
}

}  // namespace ringcheck
