// Tested by tests/source/verdict_test.cpp and tests/source/resumable_check_test.cpp.
#include "source/execution_tally.hpp"

#include <utility>

namespace ringcheck::source {

ProgramError error_of(const Subject& subject, ErrorKind kind, std::uint32_t place,
                      const std::string& what) {
  return {kind, what, subject.code().where(place), ""};
}

void append(CheckResult& whole, CheckResult&& later) {
  whole.executions += later.executions;
  whole.blocked += later.blocked;
  whole.cut += later.cut;
  if (whole.bound.empty()) whole.bound = std::move(later.bound);
  if (whole.leak.empty()) whole.leak = std::move(later.leak);
  whole.error = std::move(later.error);
  whole.execution = std::move(later.execution);
}

ExecutionTally::ExecutionTally(const Subject& subject, const Program& program, const Model& model,
                               const CheckOptions& options)
    : subject_(subject),
      program_(program),
      judge_(subject, program, model, options),
      termination_(options.termination) {}

void ExecutionTally::append(ExecutionTally&& later) {
  source::append(found_, std::move(later.found_));
  demand_ = std::move(later.demand_);
}

bool ExecutionTally::visit(const Execution& execution) {
  const bool more = look_at(execution);
  if (found_.error) keep_execution(subject_, program_, execution.graph, execution.ending, found_);
  return more;
}

bool ExecutionTally::look_at(const Execution& execution) {
  if (execution.ending == Ending::fault) {
    const Fault& fault = subject_.faults().find(execution.text);
    if (fault.kind == Fault::Kind::demand) {
      demand_ = fault.demand;
      return false;
    }
    // Whether waits end is one question, whether assertions hold another.
    if (termination_ && fault.error == ErrorKind::assertion) return true;
    found_.error = error_of(subject_, fault.error, fault.place, fault.what);
    return false;
  }
  const Judgement judged = judge_.judge(execution);
  if (judged.error) {
    found_.error = judged.error;
    return false;
  }
  if (judged.demand) {
    demand_ = judged.demand;
    return false;
  }
  if (!judged.counts) return true;
  if (judged.leak && found_.leak.empty()) found_.leak = subject_.code().where(*judged.leak);
  (judged.blocked ? found_.blocked : found_.executions) += execution.copies;
  if (execution.ending != Ending::cut && !judged.cut) return true;
  found_.cut += execution.copies;
  const std::uint32_t place =
      judged.cut ? judged.place : subject_.faults().find(execution.text).place;
  if (found_.bound.empty()) found_.bound = "a loop at " + subject_.code().where(place);
  return true;
}

}  // namespace ringcheck::source
