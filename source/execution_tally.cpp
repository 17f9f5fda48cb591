// Tested by tests/source/verdict_test.cpp and tests/source/resumable_check_test.cpp.
#include "source/execution_tally.hpp"

#include <utility>

#include "explore/saturating.hpp"

namespace ringcheck::source {

ProgramError error_of(const Subject& subject, ErrorKind kind, std::uint32_t place,
                      const std::string& what) {
  return {kind, what, subject.code().where(place), ""};
}

void append(CheckResult& whole, CheckResult&& later) {
  add_count(whole.executions, later.executions);
  add_count(whole.blocked, later.blocked);
  add_count(whole.cut, later.cut);
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
  for (std::size_t i = 0; i < numbers_.size(); ++i) add_count(numbers_[i], later.numbers_[i]);
  for (std::size_t i = 0; i < firsts_.size(); ++i)
    if (firsts_[i] == 0) firsts_[i] = later.firsts_[i];
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
    // Whether waits end is a different question from whether assertions hold.
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
  if (!judged.by_ends) ++numbers_[kLookedAt];
  if (!judged.counts) return true;
  if (judged.leak && firsts_[kLeak] == 0) firsts_[kLeak] = *judged.leak + 1;
  add_count(numbers_[judged.blocked ? kBlocked : kExecutions], execution.copies);
  if (execution.ending != Ending::cut && !judged.cut) return true;
  add_count(numbers_[kCut], execution.copies);
  const std::uint32_t place =
      judged.cut ? judged.place : subject_.faults().find(execution.text).place;
  if (firsts_[kBound] == 0) firsts_[kBound] = place + 1;
  return true;
}

CheckResult ExecutionTally::take() {
  add_count(found_.executions, numbers_[kExecutions]);
  add_count(found_.blocked, numbers_[kBlocked]);
  add_count(found_.cut, numbers_[kCut]);
  if (firsts_[kBound] != 0)
    found_.bound = "a loop at " + subject_.code().where(firsts_[kBound] - 1);
  if (firsts_[kLeak] != 0) found_.leak = subject_.code().where(firsts_[kLeak] - 1);
  return std::move(found_);
}

}  // namespace ringcheck::source
