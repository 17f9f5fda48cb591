// trace-ids: the IDs of two tracers whose trace goes to one sink: of Linux 6.3 and later, and of
// 6.1, where they are made from the numbers of CPUs (docs/findings.md V-47).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <map>

#include "properties/aux/aux_sequence.hpp"
#include "properties/coresight/sequences.hpp"
#include "protocol/coresight/trace_id.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-117"};
constexpr std::array kSetup = {Dial{"CPU", 0, 127}, Dial{"another CPU", 0, 127}};
constexpr std::string_view kTitle = "any two tracers that feed one sink";

/// IDs that are not reserved.
constexpr std::uint64_t kFirstId = 1, kLastId = 0x6f;

void judge_ids(const AuxCase& example, std::array<std::uint64_t, 2> ids, AuxJudge& judge) {
  for (const std::uint64_t id : ids)
    judge.require(id >= kFirstId && id <= kLastId, "I-117", "a tracer has an ID that is reserved");
  judge.require(example.setup[0] == example.setup[1] || ids[0] != ids[1], "I-117",
                "the trace of two tracers carries one ID");
}

void run_by_number(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  const auto id_of = [](std::uint64_t cpu) { return trctraceidr(coresight_get_trace_id(cpu)); };
  judge_ids(example, {id_of(example.setup[0]), id_of(example.setup[1])}, judge);
}

/// A table of IDs, and those that it has given.
class Table {
 public:
  explicit Table(AuxJudge& judge) : judge_(judge) {}

  /// Asks for the ID of a CPU.
  std::uint64_t ask(std::uint64_t cpu) {
    const std::uint64_t id = table_.of_cpu(cpu);
    if (const auto its = by_cpu_.find(cpu); its != by_cpu_.end()) {
      judge_.require(id == its->second, "I-117", "the ID of a tracer changes");
      return id;
    }
    if (by_id_.size() == kLastId) {
      judge_.require(id == 0, "I-117", "a tracer has an ID although none is left");
      return id;
    }
    judge_.require(id >= kFirstId && id <= kLastId && !by_id_.contains(id), "I-117",
                   "a tracer has an ID that is reserved, or that of another one");
    // By this number perf knows it that was built for an older kernel.
    const std::uint64_t number = 0x10 + 2 * cpu;
    judge_.require(id == number || number > kLastId || by_id_.contains(number), "I-117",
                   "a tracer has another ID than perf takes it to have");
    by_cpu_[cpu] = id;
    by_id_[id] = cpu;
    return id;
  }

 private:
  AuxJudge& judge_;
  TraceIds table_;
  std::map<std::uint64_t, std::uint64_t> by_cpu_, by_id_;
};

void run_by_table(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  constexpr std::uint64_t kCpus = 128, kWithAll = 8;
  Table table(judge);
  const std::uint64_t one = table.ask(example.setup[0]), other = table.ask(example.setup[1]);
  judge_ids(example, {trctraceidr(one), trctraceidr(other)}, judge);
  table.ask(example.setup[0]);
  const std::uint64_t any = example.setup[0];
  judge.require(is_valid_trace_id(any) == (any >= kFirstId && any <= kLastId), "I-117",
                "an ID is reserved that may stand for a tracer, or the other way round");
  judge.require(trctraceidr(0x80 + one) == one, "I-117", "a tracer's register has seven bits");
  // There are more CPUs than IDs, and the last ones may take those of the first.
  for (std::uint64_t cpu = kCpus; cpu > 0 && example.setup[1] < kWithAll; --cpu) table.ask(cpu - 1);
}

}  // namespace

const AuxSequence kTraceIds = {"trace-ids", kTitle, kProperties, kSetup, {}, true, run_by_table};
const AuxSequence kTraceIdsAsItIs = {"trace-ids-as-it-is", kTitle, kProperties, kSetup, {}, true,
                                     run_by_number};

}  // namespace ringcheck
