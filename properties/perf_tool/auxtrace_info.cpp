// auxtrace-info: a decoder reads what perf tells about an Intel PT recording, as it is and as an
// older perf wrote it. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/auxtrace_info.hpp"

#include <stdexcept>

#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-69"};
/// How many words versions of perf wrote: before MTC and CYC, before the ratio, before filters, and
/// before event trace; the last: all words.
constexpr std::array<std::size_t, 5> kVersions = {10, 15, 16, 17, 0};
constexpr std::array kSetup = {Dial{"length of the filter", 0, 25}, Dial{"version", 0, 4},
                               Dial{"buffers", 0, 2}};

/// Records that no perf has written are refused: those of another unit, shorter than any, or with a
/// filter that does not end in the record, or not in a zero.
void judge_malformed(const AuxtraceInfo& info, DefectSet defects, AuxJudge& judge) {
  constexpr std::size_t kShortest = 10, kLengthAt = 16, kFilterAt = 17;
  const auto refused = [&](const AuxtraceInfo& malformed) {
    judge.require(!intel_pt_process_info(malformed, defects), "I-69",
                  "the decoder takes a record that no perf has written");
  };
  AuxtraceInfo other = info;
  ++other.type;
  refused(other);
  AuxtraceInfo cut = info;
  cut.priv.resize(kShortest - 1);
  refused(cut);
  const std::uint64_t length = info.priv.size() > kLengthAt ? info.priv[kLengthAt] : 0;
  if (length == 0) return;
  const std::uint64_t words = length / 8 + 1;
  AuxtraceInfo short_filter = info;
  short_filter.priv.resize(kFilterAt + words - 1);
  refused(short_filter);
  AuxtraceInfo whole = info;
  whole.priv.resize(kFilterAt + words);
  judge.require(intel_pt_process_info(whole, defects).has_value(), "I-69",
                "the decoder does not take a record of a perf without event trace");
  AuxtraceInfo unended = info;
  unended.priv[kFilterAt + words - 1] |= std::uint64_t{1} << 56U;
  refused(unended);
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  PtInfoValues values;
  for (std::size_t i = 0; i < values.words.size(); ++i) values.words.at(i) = 0x1000 + i;
  values.words.at(static_cast<std::size_t>(PtInfo::filter_length)) = 0;
  values.event_trace = 0x77;
  const std::size_t version = kVersions.at(example.setup[1]);
  if (version == 0)
    for (std::uint64_t i = 0; i < example.setup[0]; ++i)
      values.filter.push_back(static_cast<char>('a' + i));
  const std::uint64_t size = intel_pt_info_priv_size(values, defects);
  auto info = intel_pt_info_fill(values, size, example.setup[2], defects);
  judge.require(info.has_value() == (example.setup[2] != 0), "I-69",
                "what is told of trace does not fit the room that was asked for");
  judge.require(arm_spe_info_fill(9, example.setup[2]).has_value() == (example.setup[2] != 0),
                "I-69", "of no buffer something is told, or of one nothing");
  judge.require(!intel_pt_info_fill(values, size - 8, example.setup[2], defects), "I-69",
                "more is told of trace than fits the room that was asked for");
  if (!info || judge.found()) return;
  judge.require(info->priv.size() * 8 == size, "I-69", "part of the record is not filled");
  if (version != 0) {
    info->priv.resize(version);
    for (std::size_t i = version; i < values.words.size(); ++i) values.words.at(i) = 0;
    values.event_trace = 0;
  }
  std::optional<PtInfoValues> read;
  try {
    judge_malformed(*info, defects, judge);
    read = intel_pt_process_info(*info, defects);
  } catch (const std::out_of_range&) {
    judge.require(false, "I-69", "the decoder reads beyond the record");
    return;
  }
  if (!judge.require(read.has_value(), "I-69", "the decoder does not take what perf has written"))
    return;
  read->words.at(static_cast<std::size_t>(PtInfo::filter_length)) = 0;
  judge.require(read->words == values.words && read->filter == values.filter &&
                    read->event_trace == values.event_trace,
                "I-69", "the decoder knows something else of the recording than perf did");
  const auto spe = arm_spe_info_fill(9, example.setup[2]);
  judge.require(spe && spe->priv == std::vector<std::uint64_t>{9, 0}, "I-69",
                "the decoder of Arm SPE does not know its PMU");
}

}  // namespace

const AuxSequence kAuxtraceInfo = {"auxtrace-info",
                                   "what perf tells of an Intel PT recording, and a decoder",
                                   kProperties,
                                   kSetup,
                                   {},
                                   true,
                                   run};

}  // namespace ringcheck
