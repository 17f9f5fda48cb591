// Violations that are known and explained.
// Tested by tests/cli/findings_test.cpp: each shows where it is recorded, and its remedy removes
// it.
#include "cli/findings.hpp"

#include <algorithm>
#include <array>

#include "properties/words.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kPlainTitle =
    "Under the Linux-kernel memory model, the control dependency at A does not order plain stores "
    "of data";
constexpr std::string_view kPlainText =
    "The writer copies data with plain stores behind the branch that tests the space (A is a "
    "control dependency). "
    "The Linux-kernel memory model lets a control dependency order marked stores only: a compiler "
    "may do to a plain "
    "store whatever keeps a single thread's results, so the model gives plain stores no place in "
    "its happens-before "
    "order. Nothing else stands between the load of data_tail and the copy when local_cmpxchg "
    "orders nothing (as on "
    "powerpc). Machines do keep the order: under armv8 the same plan holds. It is restored by "
    "marking the accesses to "
    "data (data=marked), by a local_cmpxchg that is fully ordered (local=full, as on arm64 and "
    "riscv), or by "
    "smp_load_acquire or smp_mb at A.";
constexpr std::string_view kOverrunTitle =
    "A nested writer between the two loads of the space test lets a reservation run over records "
    "that are not read";
constexpr std::string_view kOverrunText =
    "Linux 6.1 loads data_tail first and rb->head second. When the buffer is full behind the tail "
    "that was loaded, the "
    "reader gives space back, and an interrupt writes into it before rb->head is loaded, then head "
    "- tail exceeds the "
    "size of the buffer; CIRC_SPACE masks the difference and reports free space that is not there, "
    "and local_cmpxchg "
    "succeeds since head is current. The reservation runs over records that the reader has not "
    "read. It takes no weak "
    "memory. Loading rb->head first (reserve=head-first, as Linux does since local_try_cmpxchg "
    "came to "
    "__perf_output_begin) removes it: local_cmpxchg then fails.";

constexpr std::array kFindings = {
    RecordedFinding{"F-01", "perf-ring", "lkmm", "I-06", kPlainTitle, kPlainText, "data=marked"},
    RecordedFinding{"F-01", "perf-ring-full", "lkmm", "I-06", kPlainTitle, kPlainText,
                    "data=marked"},
    RecordedFinding{"F-02", "perf-ring-overrun", "sc x86-tso armv8 riscv power rc11", "I-06 I-07",
                    kOverrunTitle, kOverrunText, "reserve=head-first"},
    // F-01 shows there as well.
    RecordedFinding{"F-02", "perf-ring-overrun", "lkmm", "I-06 I-07", kOverrunTitle, kOverrunText,
                    "reserve=head-first data=marked"},
};

bool has_word(std::string_view list, std::string_view word) {
  const std::vector<std::string_view> words = words_of(list);
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::span<const RecordedFinding> recorded_findings() {
  return kFindings;
}

void apply_remedy(const RecordedFinding& finding, Parameters& parameters) {
  for (const std::string_view assignment : words_of(finding.remedy)) parameters.set(assignment);
}

const RecordedFinding* finding_of(const ScenarioRun& run, std::string_view model,
                                  const ScenarioResult& result) {
  const auto* violated = std::get_if<Violated>(&result.verdict);
  if (violated == nullptr || run.plan != run.scenario->plan ||
      run.parameters != Parameters(run.scenario->parameters))
    return nullptr;
  for (const RecordedFinding& finding : kFindings) {
    if (finding.scenario == run.scenario->name && has_word(finding.models, model) &&
        has_word(finding.properties, violated->property))
      return &finding;
  }
  return nullptr;
}

}  // namespace ringcheck
