#pragma once
// AMD IBS: the unit tags an operation, records in registers what becomes of it, and interrupts. The
// driver copies the registers as they are into the raw data of a sample, after a word with the
// unit's abilities, and lets the unit go on.
//
// Source: arch/x86/events/amd/ibs.c perf_ibs_handle_irq, perf_ibs_get_offset_max, perf_ibs_start,
// perf_ibs_stop, perf_ibs_enable_event, perf_ibs_disable_event; arch/x86/include/asm/msr-index.h
// MSR_AMD64_IBS*. Deviations: periods are no longer than the unit counts; what the driver itself
// makes of the registers (data source, weight, addresses) is left out.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/core/cpu.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {

/// Bits of the control register, the same for both units here.
inline constexpr std::uint64_t kIbsEnable = 1U << 17U, kIbsValid = 1U << 18U;
/// Bit of the third register of the unit for operations: the instruction pointer is wrong.
inline constexpr std::uint64_t kIbsRipInvalid = std::uint64_t{1} << 38U;

/// Abilities. Source: IBS_CAPS_*.
inline constexpr std::uint32_t kIbsBranchTarget = 1U << 5U, kIbsRipCheck = 1U << 7U,
                               kIbsFetchExtended = 1U << 9U, kIbsOpData4 = 1U << 10U;

/// Bits of pcpu->state. Source: enum ibs_states.
inline constexpr std::uint64_t kIbsStarted = 2, kIbsStopping = 4, kIbsStopped = 8;

/// A unit and its driver's state on one CPU.
struct Ibs {
  bool ops = false;           ///< the unit for operations; otherwise for instruction fetches
  std::uint32_t caps = 0;     ///< kIbs… abilities
  std::uint64_t control = 0;  ///< address of the first register, the others after it
  std::uint64_t extra = 0;    ///< address of the registers that are not among these
  std::uint64_t state = 0;    ///< address of pcpu->state
  bool raw = true;            ///< the event asks for PERF_SAMPLE_RAW
  /// A repair of Linux 6.1 (docs/findings.md V-44): the interrupt leaves the unit alone while it is
  /// being stopped.
  bool respects_stopping = false;
  DefectSet defects{};

  /// Registers in a row: control, address or instruction pointer, and so on.
  [[nodiscard]] std::uint64_t in_a_row() const { return ops ? 7 : 3; }
  /// Registers besides these that this unit has.
  [[nodiscard]] std::uint64_t beside() const {
    if (!ops) return (caps & kIbsFetchExtended) != 0 ? 1 : 0;
    return ((caps & kIbsBranchTarget) != 0 ? 1U : 0U) + ((caps & kIbsOpData4) != 0 ? 1U : 0U);
  }
};

/// What a sample is made of.
struct IbsSample {
  std::optional<std::uint64_t> ip;  ///< exact; none: that of the interrupt
  std::vector<std::uint8_t> raw;    ///< empty: none
};

/// What the interrupt's handler did.
enum class IbsHandled : std::uint8_t {
  not_mine,  ///< the interrupt is somebody else's
  late,      ///< it came after the unit was stopped
  sampled,
};

template <Cpu C>
void ibs_set_state(C& cpu, const Ibs& ibs, std::uint64_t bit, bool set) {
  using Value = typename C::Value;
  const Value old = cpu.read_once(ibs.state);
  const Value cleared = old - (old & Value(bit));
  cpu.write_once(ibs.state, set ? cleared + Value(bit) : cleared);
}

/// Whether a bit of the state is set.
template <Cpu C>
bool ibs_state_is(C& cpu, const Ibs& ibs, std::uint64_t bit) {
  using Value = typename C::Value;
  return !cpu.branch((cpu.read_once(ibs.state) & Value(bit)) == Value(0));
}

/// Starts the event. Source: perf_ibs_start.
template <Cpu C>
void perf_ibs_start(C& cpu, const Ibs& ibs) {
  ibs_set_state(cpu, ibs, kIbsStarted, true);
  ibs_set_state(cpu, ibs, kIbsStopping, false);
  cpu.write_once(ibs.control, kIbsEnable);
}

/// Stops the event; an interrupt may still come after that. Source: perf_ibs_stop.
template <Cpu C>
void perf_ibs_stop(C& cpu, const Ibs& ibs) {
  using Value = typename C::Value;
  if (ibs_state_is(cpu, ibs, kIbsStopping)) return;
  ibs_set_state(cpu, ibs, kIbsStopping, true);
  if (!ibs_state_is(cpu, ibs, kIbsStarted)) return;
  const Value config = cpu.read_once(ibs.control);
  if (!ibs.defects.has(defect::kIbsLateNotExpected)) ibs_set_state(cpu, ibs, kIbsStopped, true);
  cpu.write_once(ibs.control, config - (config & Value(kIbsEnable)));
  ibs_set_state(cpu, ibs, kIbsStarted, false);
}

/// How many of the registers in a row are read. Source: perf_ibs_get_offset_max.
inline std::uint64_t ibs_registers_read(const Ibs& ibs) {
  if (ibs.raw) return ibs.defects.has(defect::kIbsReadsTwo) ? 2 : ibs.in_a_row();
  return ibs.ops && (ibs.caps & kIbsRipCheck) != 0 ? 3 : 2;
}

/// The unit's interrupt. `output(sample)` writes a sample and returns whether the event is
/// throttled. Source: perf_ibs_handle_irq.
template <Cpu C, class Output>
IbsHandled perf_ibs_handle_irq(C& cpu, const Ibs& ibs, Output&& output) {
  using Value = typename C::Value;
  const auto late = [&] {
    if (!ibs_state_is(cpu, ibs, kIbsStopped)) return IbsHandled::not_mine;
    ibs_set_state(cpu, ibs, kIbsStopped, false);
    return IbsHandled::late;
  };
  if (!ibs_state_is(cpu, ibs, kIbsStarted)) return late();
  std::vector<std::uint64_t> regs = {cpu.read_once(ibs.control)};
  const bool looks = !ibs.defects.has(defect::kIbsValidNotLooked);
  if (looks && cpu.branch((Value(regs[0]) & Value(kIbsValid)) == Value(0))) return late();
  if (ibs.defects.has(defect::kIbsEnabledFirst)) cpu.write_once(ibs.control, kIbsEnable);
  for (std::uint64_t i = 1; i < ibs_registers_read(ibs); ++i)
    regs.push_back(cpu.read_once(Value(ibs.control) + Value(i)));
  if (ibs.raw)
    for (std::uint64_t i = 0; i < ibs.beside(); ++i)
      regs.push_back(cpu.read_once(Value(ibs.extra) + Value(i)));
  IbsSample sample;
  const bool invalid = ibs.ops && (ibs.caps & kIbsRipCheck) != 0 && regs.size() > 2 &&
                       (regs[2] & kIbsRipInvalid) != 0;
  if (!invalid) sample.ip = regs[1];
  const auto put = [&](std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      sample.raw.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  };
  if (ibs.raw && !ibs.defects.has(defect::kIbsWithoutCaps)) put(ibs.caps, 4);
  if (ibs.raw)
    for (const std::uint64_t reg : regs) put(reg, 8);
  if (output(sample))
    perf_ibs_stop(cpu, ibs);
  else if (!ibs.respects_stopping || !ibs_state_is(cpu, ibs, kIbsStopping))
    cpu.write_once(ibs.control, kIbsEnable);
  return IbsHandled::sampled;
}

}  // namespace ringcheck
