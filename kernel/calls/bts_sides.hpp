#pragma once
// The two sides of programs of Intel BTS.

#include "kernel/calls/driver_sides.hpp"
#include "kernel/glue/bts_api.h"
#include "protocol/bts/bts_pmu.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kBtsPageBytes = 4096;  ///< of x86

/// A program's set-up: that of the area, of a PMU that asks for large pieces and whose stream
/// starts at the beginning of the first; whose branches are asked for; and whether a counter has
/// BTS.
struct BtsSetup {
  AuxAreaSetup area;
  BtsAttr attr;
  bool taken = false;
};

/// Words of the specification for BTS and its driver.
struct BtsWords : AuxAreaWords {
  explicit BtsWords(const BtsSetup& of);
  BtsCells bts{};
  std::vector<BtsPhys> pieces;
  bool refused = false;  ///< no area, or none that BTS can use
};

/// The kernel's text, and a unit that stores records where the debug store says.
class BtsKernel : public KernelDriver {
 public:
  BtsKernel(const NativeObject& object, const BtsSetup& setup, const BtsWords& words);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.bts.enabled) != 0; }
  void name_driver();
  void write(const Call& call) override;
  void run_own(const Call&, Answers&) override {}
  void tell(Answers& answers) override;
  [[nodiscard]] std::uint64_t& store(rc_bts_store word) const {
    return *reinterpret_cast<std::uint64_t*>(
        area_.call<decltype(rc_bts_word)>("rc_bts_word")(word));
  }
  /// Which piece `base` lies in; none for 0, which is no place.
  [[nodiscard]] std::optional<std::size_t> piece_of(std::uint64_t base) const;
  /// A place in the unit's words as an offset in the area, as far from the offset of `base` as
  /// `word` is from `base`.
  [[nodiscard]] std::uint64_t offset_of(rc_bts_store word, rc_bts_store base) const;

  const BtsWords& words_;
  bool snapshot_;
};

/// The specification, and a unit that stores records there.
class BtsSpecification : public SpecifiedDriver {
 public:
  BtsSpecification(const BtsSetup& setup, const BtsWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.bts.enabled) != 0; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call&, Answers&) override {}
  void tell(Answers& answers) override;

  const BtsWords& words_;
  BtsUnit bts_{};
};

}  // namespace ringcheck
