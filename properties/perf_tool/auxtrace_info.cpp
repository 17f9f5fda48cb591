// auxtrace-info: what perf tells of an Intel PT recording, read by a decoder, as it is and as an
// older perf wrote it. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/auxtrace_info.hpp"

#include <stdexcept>

#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-69"};
/// Words that some version of perf wrote: before MTC and CYC, before the ratio, before filters, and
/// before event trace; the last: all that there is.
constexpr std::array<std::size_t, 5> kVersions = {10, 15, 16, 17, 0};
constexpr std::array kSetup = {Dial{"length of the filter", 0, 25}, Dial{"version", 0, 4},
                               Dial{"buffers", 0, 2}};

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
  if (!info) return;
  judge.require(info->priv.size() * 8 == size, "I-69", "part of the record is not filled");
  if (version != 0) {
    info->priv.resize(version);
    for (std::size_t i = version; i < values.words.size(); ++i) values.words.at(i) = 0;
    values.event_trace = 0;
  }
  std::optional<PtInfoValues> read;
  try {
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
