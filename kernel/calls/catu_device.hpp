#pragma once
// CatuDevice: a CATU, as either side's driver finds it behind its registers.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "kernel/calls/etr_port.hpp"
#include "protocol/tmc/catu_registers.hpp"
#include "protocol/tmc/sg_table.hpp"

namespace ringcheck {

/// Registers of a CATU come so many bytes after those of its sink.
inline constexpr std::uint64_t kCatuRegisters = 0x1000;

/// The device (Arm CoreSight System-on-Chip SoC-600 Technical Reference Manual, CATU). While it is
/// off, nothing of what its sink writes arrives.
class CatuDevice {
 public:
  bool claimed = false;

  [[nodiscard]] std::uint32_t read(CatuRegister which) { return registers_[which]; }
  void write(CatuRegister which, std::uint32_t value) { registers_[which] = value; }

  [[nodiscard]] bool is_on() const { return (at(CatuRegister::control) & kCatuOn) != 0; }
  [[nodiscard]] bool translates() const { return at(CatuRegister::mode) == kCatuTranslates; }
  /// Device address of the table.
  [[nodiscard]] std::uint64_t table() const {
    return at(CatuRegister::sladdrlo) | std::uint64_t{at(CatuRegister::sladdrhi)} << 32U;
  }
  /// What it makes of an address of its sink. `through_table(table, offset)`: of a translated one;
  /// nothing if it leads nowhere.
  template <class ThroughTable>
  [[nodiscard]] std::optional<std::uint64_t> translate(std::uint64_t address,
                                                       ThroughTable&& through_table) const {
    if (!is_on()) return {};
    if (!translates()) return address;
    const std::uint64_t first =
        at(CatuRegister::inaddrlo) | std::uint64_t{at(CatuRegister::inaddrhi)} << 32U;
    if (address < first) return {};
    return through_table(table(), address - first);
  }

 private:
  [[nodiscard]] std::uint32_t at(CatuRegister which) const {
    const auto found = registers_.find(which);
    return found == registers_.end() ? 0 : found->second;
  }
  std::map<CatuRegister, std::uint32_t> registers_;
};

/// The page that the entry for `offset` of a table leads to; nothing: none. `load(address)`: eight
/// bytes at a device address, nothing if there is no memory.
template <class Load>
std::optional<std::uint64_t> walk_catu_table(std::uint64_t table, std::uint64_t offset,
                                             Load&& load) {
  constexpr std::uint64_t kEntryBytes = 8, kNext = kDevicePage / kEntryBytes - 1;
  const auto entry = [&](std::uint64_t number) -> std::optional<std::uint64_t> {
    const std::optional<std::uint64_t> value = load(table + number * kEntryBytes);
    if (!value || (*value & 1U) == 0) return {};
    return *value & ~(kDevicePage - 1);
  };
  for (; offset >= kCatuTableReach; offset -= kCatuTableReach) {
    const std::optional<std::uint64_t> next = entry(kNext);
    if (!next) return {};
    table = *next;
  }
  return entry(offset / kDevicePage);
}

/// Registers of the specification's CATU, as catu_registers.hpp wants them.
template <class C>
class CatuPort {
 public:
  CatuPort(C& cpu, EtrSteps& steps, CatuDevice& device)
      : cpu_(cpu), steps_(steps), device_(device) {}

  void unlock() { steps_.add(EtrStep::unlock); }
  void lock() {
    steps_.add(EtrStep::lock);
    cpu_.smp_mb();
  }
  [[nodiscard]] std::uint32_t read(CatuRegister which) { return device_.read(which); }
  void write(CatuRegister which, std::uint32_t value) {
    steps_.add(EtrStep::write, kCatuRegisters + static_cast<std::uint64_t>(which), value);
    device_.write(which, value);
  }
  void wait(CatuRegister which, unsigned bit, unsigned value) {
    const std::uint64_t place = kCatuRegisters + static_cast<std::uint64_t>(which);
    steps_.add(EtrStep::wait, place << 16U | bit << 8U | value);
  }
  bool claim() {
    steps_.add(EtrStep::claim, 1);
    if (device_.claimed) return false;
    device_.claimed = true;
    return true;
  }
  void disclaim() {
    steps_.add(EtrStep::disclaim, 1);
    device_.claimed = false;
  }

 private:
  C& cpu_;
  EtrSteps& steps_;
  CatuDevice& device_;
};

}  // namespace ringcheck
