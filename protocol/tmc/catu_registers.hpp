#pragma once
// What the driver writes to the registers of a CATU, which translates addresses for a TMC-ETR, and
// who counts as its user.
//
// Source: drivers/hwtracing/coresight/coresight-catu.c catu_enable, catu_enable_hw, catu_disable,
// catu_disable_hw, catu_alloc_etr_buf; coresight-catu.h.
// Tested by `ringcheck kernel --area etr` and tests/kernel/etr_catu_test.cpp.

#include <cstdint>

#include "protocol/core/error_number.hpp"

namespace ringcheck {

/// Registers of a CATU, by their offsets (bytes).
enum class CatuRegister : std::uint32_t {
  control = 0x0,
  mode = 0x4,
  axictrl = 0x8,
  irqen = 0xc,
  sladdrlo = 0x20,
  sladdrhi = 0x24,
  inaddrlo = 0x28,
  inaddrhi = 0x2c,
  status = 0x100,
};

inline constexpr std::uint32_t kCatuOn = 1;          ///< of CONTROL
inline constexpr unsigned kCatuReadyBit = 8;         ///< of STATUS
inline constexpr std::uint32_t kCatuTranslates = 1;  ///< MODE; 0: addresses go through as they are
/// The address that the ETR is given for the start of its buffer. Source: CATU_DEFAULT_INADDR.
inline constexpr std::uint64_t kCatuBuffer = std::uint64_t{1} << 20U;
/// What a table of one page leads to (bytes).
inline constexpr std::uint64_t kCatuTableReach = std::uint64_t{1} << 20U;

/// When a CATU is enabled.
enum class CatuEnabled : std::uint8_t {
  by_the_sink,      ///< Linux 6.1: by the ETR's driver, for its first user
  before_the_sink,  ///< Linux 6.12: with each path, whose sink is enabled after that
};

/// The buffer that the ETR is about to write to.
struct CatuBuffer {
  int result = 0;  ///< 0, or why there is none
  bool translated = false;
  std::uint64_t table = 0;  ///< device address of the CATU's table, if it is translated
};

/// Writes an address to two registers.
template <class Port>
void catu_write_pair(Port& port, CatuRegister low, CatuRegister high, std::uint64_t value) {
  port.write(low, static_cast<std::uint32_t>(value));
  port.write(high, static_cast<std::uint32_t>(value >> 32U));
}

/// Claims and programs the CATU. Returns 0, or an error number: it is on, cannot be claimed, or
/// `find()` gives no buffer: then it stays claimed (docs/findings.md V-68). `port` has the
/// registers, and claim(), which is false if that fails, and disclaim(). Source: catu_enable_hw.
template <class Port, class Find>
int catu_enable_hw(Port& port, Find&& find) {
  // Reads with write-back allocation; unprivileged, non-secure.
  constexpr std::uint32_t kAxictrl = 0x7U << 4U | 0x2U;
  port.wait(CatuRegister::status, kCatuReadyBit, 1);
  const std::uint32_t control = port.read(CatuRegister::control);
  if ((control & kCatuOn) != 0 || !port.claim()) return kBusy;
  const CatuBuffer buffer = find();
  if (buffer.result != 0) return buffer.result;
  if (buffer.translated) port.write(CatuRegister::axictrl, kAxictrl);
  catu_write_pair(port, CatuRegister::sladdrlo, CatuRegister::sladdrhi, buffer.table);
  catu_write_pair(port, CatuRegister::inaddrlo, CatuRegister::inaddrhi,
                  buffer.translated ? kCatuBuffer : 0);
  port.write(CatuRegister::irqen, 0);
  port.write(CatuRegister::mode, buffer.translated ? kCatuTranslates : 0);
  port.write(CatuRegister::control, control | kCatuOn);
  return 0;
}

/// Source: catu_disable_hw.
template <class Port>
void catu_disable_hw(Port& port) {
  port.write(CatuRegister::control, 0);
  port.disclaim();
  port.wait(CatuRegister::status, kCatuReadyBit, 1);
}

/// A path that leads through the CATU is enabled; only the first one programs it. `users`: how many
/// there are. Returns 0, or an error number.
template <class Port, class Find>
int catu_enable(Port& port, std::uint64_t& users, Find&& find) {
  int result = 0;
  if (users == 0) {
    port.unlock();
    result = catu_enable_hw(port, find);
    port.lock();
  }
  if (result == 0) ++users;
  return result;
}

/// ... and disabled.
template <class Port>
void catu_disable(Port& port, std::uint64_t& users) {
  if (--users != 0) return;
  port.unlock();
  catu_disable_hw(port);
  port.lock();
}

}  // namespace ringcheck
