#pragma once
// The two sides of programs of Arm TRBE.

#include <utility>

#include "kernel/calls/driver_sides.hpp"
#include "kernel/glue/trbe_api.h"
#include "protocol/trbe/trbe_pmu.hpp"

namespace ringcheck {

/// What is wrong with a unit: bits of a number.
enum TrbeErratum : unsigned {
  kTrbeOverwrites,
  kTrbeBeyondLimit,
  kTrbeNeedsDrain,
  kTrbeNeedsSync,
  kTrbeErrata
};

/// A program's set-up: that of the area, and of the unit.
struct TrbeSetup {
  AuxAreaSetup area;
  std::uint64_t align = 0;   ///< TRBIDR.Align: log2 of bytes
  std::uint64_t errata = 0;  ///< bits by TrbeErratum
  TracerCase tracer_case = TracerCase::traces;
  bool one_irq_work = true;  ///< perf's work looks at the request to disable
  bool tells_id = false;     ///< a record tells the tracer's ID, as in the text

  [[nodiscard]] bool has(TrbeErratum erratum) const { return (errata >> erratum & 1U) != 0; }
};

/// Where the specification's unit has the area: no offset is such an address.
inline constexpr std::uint64_t kTrbeBase = std::uint64_t{1} << 40U;

/// What records say of the tracer and its sink: version 0.1, the sink's ID, and the tracer's.
/// Source: include/linux/coresight-pmu.h
inline constexpr std::uint64_t kTrbeTracerId =
    std::uint64_t{1} << 56U | std::uint64_t{5} << 8U | std::uint64_t{0x10};

/// What the driver skips in TRBPTR where a unit overwrites. Units: bytes. Source:
/// TRBE_WORKAROUND_OVERWRITE_FILL_MODE_SKIP_BYTES
inline constexpr std::uint64_t kTrbeSkipped = 256;
/// What such a unit may write after its limit. Units: bytes.
inline constexpr std::uint64_t kTrbeBeyond = 64;

/// Words of the specification for the unit and for what its driver keeps.
struct TrbeWords : AuxAreaWords {
  explicit TrbeWords(const TrbeSetup& setup);
  TrbeCells trbe{};
  bool refused = false;  ///< no area, or one that the driver does not take
};

/// What the registers tell the unit.
struct TrbeRegisters {
  std::uint64_t &pointer, &base, &limit, &status;

  /// True if the unit takes trace.
  [[nodiscard]] bool serve() const {
    return (limit & kTrbeEnable) != 0 && (status & kTrbeStopped) == 0;
  }
};

/// The kernel's text, and a unit that writes where its registers say.
class TrbeKernel : public KernelDriver {
 public:
  TrbeKernel(const NativeObject& object, const TrbeSetup& setup, const TrbeWords& words);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.trbe.trfcr) != 0; }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  void name_driver();
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  /// The unit writes, and reports.
  void write(std::uint64_t bytes, std::uint64_t status);
  [[nodiscard]] TrbeRegisters registers();
  [[nodiscard]] std::uint64_t& trbe_reg(rc_trbe_register which);

  const TrbeSetup& setup_;
  const TrbeWords& words_;
  std::uint64_t late_ = 0;  ///< bytes that are on their way until the unit is drained
};

/// The specification, and the same unit.
class TrbeSpecification : public SpecifiedDriver {
 public:
  TrbeSpecification(const TrbeSetup& setup, const TrbeWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.trbe.trfcr) != 0; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  void write(std::uint64_t bytes, std::uint64_t status);
  [[nodiscard]] TrbeRegisters registers();

  /// What the driver waits for.
  struct Drained {
    TrbeSpecification& of;
    void start(RecordingCpu&) const {}
    void stop(RecordingCpu&) const {}
    void drain(RecordingCpu&) const { of.write(std::exchange(of.late_, 0), 0); }
  };

  const TrbeSetup& setup_;
  const TrbeWords& words_;
  TrbeUnit trbe_{};
  std::uint64_t late_ = 0;
  Drained unit_{*this};
};

/// The unit writes up to `bytes` bytes, `put(address)` each, and then reports `status`. At its
/// limit it goes to its base and stops; with an erratum it writes on at either. True if it asks for
/// an interrupt. Source: Arm Architecture Reference Manual, D6.4.
template <class Put>
bool trbe_writes(const TrbeRegisters& at, std::uint64_t bytes, std::uint64_t status,
                 const TrbeSetup& setup, Put&& put) {
  if (!at.serve()) return false;
  const std::uint64_t before = at.status;
  const std::uint64_t limit = at.limit & ~(setup.area.page_bytes - 1);
  for (; bytes > 0 && at.serve(); --bytes) {
    put(at.pointer++);
    if (at.pointer != limit) continue;
    const std::uint64_t beyond = setup.has(kTrbeBeyondLimit) ? kTrbeBeyond : 0;
    const std::uint64_t overwritten = setup.has(kTrbeOverwrites) ? kTrbeSkipped : 0;
    for (std::uint64_t i = 0; i < beyond; ++i) put(limit + i);
    for (std::uint64_t i = 0; i < overwritten; ++i) put(at.base + i);
    at.pointer = at.base + overwritten;
    at.status |= kTrbeFull;
  }
  at.status |= status;
  return (at.status & ~before & kTrbeIrq) != 0;
}

}  // namespace ringcheck
