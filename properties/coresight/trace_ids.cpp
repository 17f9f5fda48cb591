// trace-ids: the IDs of two tracers whose trace goes to one sink: of Linux 6.3 and later, and of
// 6.1, where they are made from the numbers of CPUs (docs/findings.md V-47).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>

#include "properties/aux/aux_sequence.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/trace_id.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-117"};
constexpr std::array kSetup = {Dial{"CPU", 0, 127}, Dial{"another CPU", 0, 127}};
constexpr std::string_view kTitle = "any two tracers that feed one sink";

void judge_ids(const AuxCase& example, std::array<std::uint64_t, 2> ids, AuxJudge& judge) {
  for (const std::uint64_t id : ids)
    judge.require(is_valid_trace_id(id), "I-117", "a tracer has an ID that is reserved");
  judge.require(example.setup[0] == example.setup[1] || ids[0] != ids[1], "I-117",
                "the trace of two tracers carries one ID");
}

void run_by_number(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  const auto id_of = [](std::uint64_t cpu) { return trctraceidr(coresight_get_trace_id(cpu)); };
  judge_ids(example, {id_of(example.setup[0]), id_of(example.setup[1])}, judge);
}

void run_by_table(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  TraceIds table;
  const std::uint64_t one = trctraceidr(table.of_cpu(example.setup[0]));
  judge_ids(example, {one, trctraceidr(table.of_cpu(example.setup[1]))}, judge);
}

}  // namespace

const AuxSequence kTraceIds = {"trace-ids", kTitle, kProperties, kSetup, {}, true, run_by_table};
const AuxSequence kTraceIdsAsItIs = {"trace-ids-as-it-is", kTitle, kProperties, kSetup, {}, true,
                                     run_by_number};

}  // namespace ringcheck
