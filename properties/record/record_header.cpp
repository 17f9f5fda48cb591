// record-header: the word that each record starts with, compared with struct perf_event_header.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/core/record_header.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/ring/perf_record.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-100"};
// One bit of each field at a time, or none; the last two lie beyond the field.
constexpr std::array kSetup = {Dial{"bit of the type", 0, 34}, Dial{"bit of misc", 0, 18},
                               Dial{"bit of the size", 0, 18}};

/// Bit `number` from 1 on; 0 for none.
constexpr std::uint64_t bit(std::uint64_t number) {
  return number == 0 ? 0 : std::uint64_t{1} << (number - 1);
}

void run_header(const AuxCase& example, DefectSet, AuxJudge& judge) {
  const RecordHeader meant{static_cast<std::uint32_t>(bit(example.setup[0])),
                           static_cast<std::uint16_t>(bit(example.setup[1])),
                           static_cast<std::uint16_t>(bit(example.setup[2]))};
  const std::uint64_t written =
      header_word(bit(example.setup[0]), bit(example.setup[1]), bit(example.setup[2]));
  judge.require(record_header(written) == meant, "I-100",
                "a record's header is not what struct perf_event_header makes of it");
  const auto laid_out = std::bit_cast<std::uint64_t>(meant);
  judge.require(header_type(laid_out) == meant.type && header_misc(laid_out) == meant.misc &&
                    header_size(laid_out) == meant.size,
                "I-100",
                "a record's header is read otherwise than struct perf_event_header has it");
}

}  // namespace

const AuxSequence kRecordHeader = {
    "record-header", "the header of a record, written and read", kProperties, kSetup, {}, true,
    run_header};

}  // namespace ringcheck
