#pragma once
// The two sides of programs of Intel PT.

#include "kernel/calls/driver_sides.hpp"
#include "kernel/glue/pt_api.h"
#include "protocol/pt/pt_pause.hpp"

namespace ringcheck {

/// True iff other events pause and resume those of the driver, as since Linux 6.12.
inline bool pt_pauses(const NativeObject& object) {
  return object.says("pause_allowed");
}
/// Words of the specification that only a driver which pauses has.
inline constexpr std::uint64_t kPtPauseWords = 3;

/// A program's set-up: that of the area, and of the unit.
struct PtSetup {
  AuxAreaSetup area;
  bool multiple_entries = true;
  bool single_range = true;
  bool pauses = false;
  rc_pt_attr attr{};
};

/// The most address ranges that an event of a program has.
inline constexpr unsigned kPtFilters = 2;

/// Words of the specification for the unit's own state.
struct PtWords : AuxAreaWords {
  explicit PtWords(const PtSetup& setup);
  PtCells pt{};
  std::uint64_t regions = 0;
  std::uint64_t gates = 0;  ///< first of kPtPauseWords words, if the driver pauses
  bool pauses = false;
  bool single = false;
  bool refused = false;  ///< rb_alloc_aux makes no area
};

/// The kernel's text, and a device that walks its tables.
class PtKernel : public KernelDriver {
 public:
  PtKernel(const NativeObject& object, const PtSetup& setup, const PtWords& words);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.pt.ctl) != 0; }
  void name_driver();
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  void sample(const Call& call, Answers& answers);
  /// Writes at most `bytes` bytes to the region in use; returns how many.
  std::uint64_t write_to_region(std::uint64_t bytes);
  /// What the unit is told to trace.
  void tell_config(Answers& answers);
  [[nodiscard]] std::uint64_t& pt_reg(int which);

  const PtSetup& setup_;
  const PtWords& words_;
};

/// The specification, and a device that knows its regions.
class PtSpecification : public SpecifiedDriver {
 public:
  PtSpecification(const PtSetup& setup, const PtWords& words, ReserveOrder order);

 private:
  [[nodiscard]] bool traces() const override { return word(words_.pt.ctl) != 0; }
  std::int64_t add(std::uint64_t event, bool started) override;
  void start(std::uint64_t event) override;
  void stop(std::uint64_t event) override;
  void interrupt(const Call&, Answers& answers) override;
  void write(const Call& call) override;
  void run_own(const Call& call, Answers& answers) override;
  void tell(Answers& answers) override;
  void sample(std::uint64_t bytes, Answers& answers);
  /// RTIT_CTL for a value of PtCells::config: what the event asks for, too. Source: pt_config.
  [[nodiscard]] std::uint64_t control(std::uint64_t config) const;
  void tell_config(Answers& answers) const;
  /// Makes the driver's event->hw.config, and whether it is paused, that of `event`.
  void switch_to(std::uint64_t event);

  const PtSetup& setup_;
  const PtWords& words_;
  bool configured_ = false;  ///< the unit has been, for an event of any kind
  PausingPt pausing_{};
  PtUnit& pt_ = pausing_.pt;
  std::array<std::uint64_t, kAuxEvents> configs_{};
  std::array<std::uint64_t, kAuxEvents> paused_{};
  std::uint64_t current_ = 0;
};

}  // namespace ringcheck
