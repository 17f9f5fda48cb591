// ibs-periods: events of AMD IBS that ask for their period by attr.config, as the control has it.
// The driver is repaired; that of Linux 6.1 takes the upper part for sixteen times as much
// (ibs-periods-as-it-is, V-49). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/sampling/ibs_period.hpp"

#include <array>
#include <vector>

#include "properties/sampling/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-60"};
constexpr std::array kSetup = {
    Dial{"operations", 0, 1}, Dial{"longer counts", 0, 1}, Dial{"bit of the lower part", 0, 16},
    Dial{"bit of the upper part", 0, 7}, Dial{"sample_period, by number", 0, 6}};

/// Periods that an event asks for itself: of one piece, and of more.
std::uint64_t sample_period(std::uint64_t number, std::uint64_t longest) {
  const std::array<std::uint64_t, 7> periods = {
      16, 144, longest, longest + 16, 2 * longest, 2 * longest + 80, 3 * longest - 16};
  return periods.at(number);
}

/// Pieces of at most `longest` that come to `period`: the one before the last is what is left, so
/// that the last one is long.
std::vector<std::uint64_t> pieces_of(std::uint64_t period, std::uint64_t longest) {
  std::vector<std::uint64_t> pieces((period + longest - 1) / longest, longest);
  if (pieces.empty()) return pieces;
  const std::size_t shorter = pieces.size() == 1 ? 0 : pieces.size() - 2;
  pieces[shorter] = period - (pieces.size() - 1) * longest;
  return pieces;
}

void run(const AuxCase& example, AuxJudge& judge, IbsConfigPeriod by) {
  const IbsCounter ibs{example.setup[0] != 0, example.setup[1] != 0, by};
  const auto bit = [](std::uint64_t number, unsigned from) {
    return number == 0 ? 0 : std::uint64_t{1} << (number - 1 + from);
  };
  const std::uint64_t field = 0xffff | (ibs.ops && ibs.more ? 0x7f0'0000U : 0U);
  judge.require(ibs.mask() == field, "I-60", "another field of attr.config is the period");
  const std::uint64_t config = (bit(example.setup[2], 0) | bit(example.setup[3], 20)) & field;
  // The number that the field stands for; the lower four bits are 0.
  const std::uint64_t lower = config % (1U << 16U), upper = config / (1U << 20U) % (1U << 7U);
  const std::uint64_t asked = lower * 16 + upper * (1U << 20U);
  const std::uint64_t period = ibs_period_of_config(ibs, config);
  judge.require(period == asked, "I-60", "an event has another period than it asks for");
  const std::uint64_t longest = ibs.ops && ibs.more ? 0x7ff'fff0 : 0xf'fff0;
  judge.require(ibs_pieces(ibs, period) == pieces_of(asked, longest), "I-60",
                "a unit samples more often, or less, than its event asks for");
  const std::uint64_t other = sample_period(example.setup[4], longest);
  judge.require(ibs_pieces(ibs, other) == pieces_of(other, longest), "I-60",
                "a unit counts a period in other pieces than it can");
}

void run_by_field(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, IbsConfigPeriod::by_field);
}
void run_shifted(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run(example, judge, IbsConfigPeriod::shifted);
}

constexpr std::string_view kTitle = "periods that attr.config of AMD IBS asks for";

}  // namespace

const AuxSequence kIbsPeriods = {"ibs-periods", kTitle,      kProperties, kSetup, {},
                                 true,          run_by_field};
const AuxSequence kIbsPeriodsAsItIs = {
    "ibs-periods-as-it-is", kTitle, kProperties, kSetup, {}, true, run_shifted};

}  // namespace ringcheck
