#pragma once
// What the scenarios of units with a linear buffer, Arm SPE and Arm TRBE, share.

#include "properties/aux/aux_parameters.hpp"
#include "properties/aux/aux_world.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck::aux_linear {

inline constexpr std::uint64_t kRecord = 2;  ///< bytes, and so many in a page
inline constexpr std::uint64_t kBase = 0x1000;
inline constexpr std::uint64_t kOldTrace = 1;  ///< of the lap before; 0 is padding
inline constexpr std::uint8_t kHardirq = 2;

inline constexpr std::array<std::string_view, 2> kPaddingWords = {"unordered", "wmb"};

// Pages of two bytes, records of two bytes. The second start goes around the end of the area, and
// the byte that begin does not grant leaves a head in the middle of a record.
inline constexpr std::array kParameters = {
    Parameter{"starts", "times that the event is started and stopped", 2, 1, 3, false, {}},
    Parameter{"irq", "times that the buffer's interrupt may come", 1, 0, 3, false, {}},
    Parameter{"pages", "pages of two bytes that the AUX area has", 4, 2, 8, true, {}},
    Parameter{
        "most", "records that the unit makes at most between start and stop", 2, 1, 4, false, {}},
    Parameter{"padding",
              "whether smp_wmb stands between padding and moving aux_head over it; Linux 6.1 has "
              "nothing there",
              0, 0, 1, false, kPaddingWords},
    aux_parameter::polls(1)};

inline constexpr std::array kMustSee = {&kAuxPublication, &kAuxAccounting, &kOneTransaction};

inline constexpr std::array<std::string_view, 3> kModels = {"sc", "armv8", "lkmm"};

/// The set-up that `parameters`, values of kParameters, describe: the area stands a page before its
/// end.
inline AuxShape shape_of(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects) {
  AuxShape shape;
  shape.units = parameters["pages"] * kRecord;
  shape.unit_bytes = 1;
  shape.start = (parameters["pages"] - 1) * kRecord;
  shape.before = kOldTrace;
  shape.most = parameters["most"] * kRecord;
  shape.polls = parameters["polls"];
  shape.sessions = parameters["starts"] + parameters["irq"];
  shape.watermark = shape.units;
  shape.posted = true;
  shape.driver_stores_trace = true;
  shape.plan = plan;
  shape.defects = defects;
  return shape;
}

}  // namespace ringcheck::aux_linear
