#pragma once
// The two sides of programs of Arm SPE.

#include "kernel/calls/driver_sides.hpp"
#include "kernel/glue/spe_api.h"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {

/// A program's set-up: that of the area, of the unit, and of how events sample.
struct SpeSetup {
  AuxAreaSetup area;
  std::uint64_t max_record = 0, align = 1, min_period = 0;
  SpeAsked asked{};
  bool stops_without_room = false;  ///< as in the text
  bool one_irq_work = true;         ///< perf's work looks at the request to disable
};

/// Where the specification's unit has the area: no offset is such an address.
inline constexpr std::uint64_t kSpeBase = std::uint64_t{1} << 40U;

/// PMBSR as far as the specification tells reports apart: "buffer full" is a class and a code.
constexpr std::uint64_t spe_status(std::uint64_t pmbsr) {
  constexpr std::uint64_t kClass = 0x3fU << 26U, kCode = 0x3f;
  const bool full = (pmbsr & kClass) == 0 && (pmbsr & kCode) == 1;
  return (pmbsr & (kSpeCollision | kSpeService | kSpeDataLoss)) | (full ? kSpeFull : 0);
}

/// Words of the specification for the unit and for what events keep.
struct SpeWords : AuxAreaWords {
  explicit SpeWords(const SpeSetup& setup);
  static constexpr std::uint64_t kDriverWords =
      SpeCells::kCount + SpeSamplingCells::kCount + 2 * kAuxEvents;
  SpeCells spe{};
  SpeSamplingCells sampling{};
  std::array<std::uint64_t, kAuxEvents> period_left{}, period{};
  bool refused = false;  ///< no area, or one that the driver does not take
};

/// The kernel's text, and a unit that writes where its registers say.
class SpeKernel : public KernelDriver {
 public:
  SpeKernel(const NativeObject& object, const SpeSetup& setup, const SpeWords& words);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.spe.pmscr) != 0; }
  [[nodiscard]] long long answer_to(std::string_view name, long long argument);
  void name_driver();
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  [[nodiscard]] std::uint64_t& spe_reg(rc_spe_register which);

  const SpeSetup& setup_;
  const SpeWords& words_;
};

/// The specification, and the same unit.
class SpeSpecification : public SpecifiedDriver {
 public:
  SpeSpecification(const SpeSetup& setup, const SpeWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.spe.pmscr) != 0; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  /// Makes the unit sample as this event asked for.
  void samples_for(std::uint64_t event) { spe_.sampling = &samplings_.at(event); }

  const SpeSetup& setup_;
  const SpeWords& words_;
  SpeUnit spe_{};
  std::array<SpeSampling, kAuxEvents> samplings_{};
};

/// What the registers tell the unit.
struct SpeRegisters {
  std::uint64_t &pmbptr, &pmblimitr, &pmbsr, &pmscr;
};

/// The unit writes up to `bytes` bytes, `put(address)` each. Then it reports `status`, and a full
/// buffer if it has reached the limit.
template <class Put>
void spe_writes(const SpeRegisters& at, std::uint64_t bytes, std::uint64_t status,
                std::uint64_t page_bytes, Put&& put) {
  const auto serves = [&] {
    return (at.pmblimitr & kSpeEnable) != 0 && at.pmscr != 0 && (at.pmbsr & kSpeService) == 0;
  };
  if (!serves()) return;
  const std::uint64_t limit = at.pmblimitr & ~(page_bytes - 1);
  for (; bytes > 0 && at.pmbptr < limit; --bytes) put(at.pmbptr++);
  if (at.pmbptr >= limit) at.pmbsr |= kSpeFull | kSpeService;
  at.pmbsr |= status;
}

}  // namespace ringcheck
