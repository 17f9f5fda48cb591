// Tested by `make kernel`.
#include "kernel/explored/text_exploration.hpp"

#include <utility>

#include "check/judge.hpp"
#include "check/run_check.hpp"
#include "source/execution_tally.hpp"

namespace ringcheck {
namespace {

void append(SharedExecutions& whole, SharedExecutions&& later) {
  for (auto& [execution, times] : later) whole[execution] += times;
}

/// Takes in executions of the text one after the other, and keeps what came of them.
class TextFold {
 public:
  TextFold(const source::Subject& subject, const Program& program, const Model& model,
           const source::CheckOptions& options, bool second_looks)
      : subject_(subject),
        program_(program),
        judge_(subject, program, model, options),
        words_(SharedWords::of_text(subject.named_at_start(program))),
        second_looks_(second_looks) {}

  /// Returns false when something has to be known first.
  bool visit(const Execution& execution) {
    source::CheckResult& result = found_.result;
    if (execution.ending == Ending::fault) {
      const source::Fault& fault = subject_.faults().find(execution.text);
      if (fault.kind == source::Fault::Kind::demand) {
        demand_ = fault.demand;
        return false;
      }
      keep(error_of(subject_, fault.error, fault.place, fault.what), execution);
      return true;
    }
    const source::Judgement judged = judge_.judge(execution);
    if (judged.demand) {
      demand_ = judged.demand;
      return false;
    }
    if (judged.error) keep(*judged.error, execution);
    if (execution.ending == Ending::cut) {
      result.cut += execution.copies;
      return true;
    }
    (judged.blocked ? result.blocked : result.executions) += execution.copies;
    if (!judged.blocked)
      found_.executions[shared_execution(execution.graph, words_, second_looks_)] += 1;
    return true;
  }

  void append(TextFold&& later) {
    source::CheckResult& result = found_.result;
    source::CheckResult& other = later.found_.result;
    result.executions += other.executions;
    result.blocked += other.blocked;
    result.cut += other.cut;
    found_.violated = found_.violated || later.found_.violated;
    if (!result.error) {
      result.error = std::move(other.error);
      result.execution = std::move(other.execution);
    }
    ringcheck::append(found_.executions, std::move(later.found_.executions));
    if (!demand_) demand_ = std::move(later.demand_);
  }

  [[nodiscard]] const std::optional<source::Demand>& demand() const { return demand_; }
  [[nodiscard]] TextExploration& found() { return found_; }

 private:
  void keep(const source::ProgramError& error, const Execution& execution) {
    found_.violated = found_.violated || !second_looks_ ||
                      !looks_differ(shared_execution(execution.graph, words_, second_looks_));
    if (found_.result.error) return;
    found_.result.error = error;
    source::keep_execution(subject_, program_, execution.graph, execution.ending, found_.result);
  }

  const source::Subject& subject_;
  const Program& program_;
  source::Judge judge_;
  SharedWords words_;
  bool second_looks_;
  TextExploration found_;
  std::optional<source::Demand> demand_;
};

/// The same for the specification.
class SpecificationFold {
 public:
  SpecificationFold(const Judged& what, bool second_looks)
      : judge_(what),
        words_(SharedWords::of_specification(what.subject.program)),
        second_looks_(second_looks) {}

  bool visit(const Execution& execution) {
    if (execution.ending == Ending::complete)
      executions_[shared_execution(execution.graph, words_, second_looks_)] += execution.copies;
    return judge_.visit(execution);
  }
  void append(SpecificationFold&& later) {
    judge_.append(std::move(later.judge_));
    ringcheck::append(executions_, std::move(later.executions_));
  }

  [[nodiscard]] const Judge& judge() const { return judge_; }
  [[nodiscard]] SharedExecutions& executions() { return executions_; }

 private:
  Judge judge_;
  SharedWords words_;
  bool second_looks_;
  SharedExecutions executions_;
};

source::CheckResult::Verdict verdict_of(const source::CheckResult& result) {
  using Verdict = source::CheckResult::Verdict;
  if (result.error) return Verdict::violated;
  return result.cut > 0 || !result.bound.empty() ? Verdict::bound_reached : Verdict::holds;
}

}  // namespace

TextExploration explore_text(std::shared_ptr<const source::Code> code, const Model& model,
                             bool second_looks, const ParallelOptions& how) {
  source::CheckOptions options;
  options.races = false;
  options.frees = true;
  options.subject.symmetry = false;
  options.subject.keeps_bytes = false;  // words are compared that one CPU alone accesses, too
  source::Subject subject(std::move(code), model, options.subject);
  TextExploration found;
  if (const auto& error = subject.early_error()) {
    found.result.error = error_of(subject, *error);
    found.violated = true;
    found.result.verdict = verdict_of(found.result);
    return found;
  }
  for (;;) {
    const Program program = subject.program();
    auto [explored, fold] = fold_executions(program, model, how, [&] {
      return TextFold(subject, program, model, options, second_looks);
    });
    if (fold.demand()) {
      subject.learn(*fold.demand());
      continue;
    }
    found = std::move(fold.found());
    found.result.counts = explored.counts;
    if (explored.counts.limit_reached())
      found.result.bound = std::string(bound_of(explored.counts.ended_by, 0).bound);
    found.result.verdict = verdict_of(found.result);
    return found;
  }
}

SpecificationExploration explore_specification(const Check& check, bool second_looks,
                                               const ParallelOptions& how) {
  Check each = check;
  each.symmetry = false;
  const Judged what{each};
  auto [explored, fold] = fold_executions(what.subject.program, *check.model, how,
                                          [&] { return SpecificationFold(what, second_looks); });
  return {result_of(what, fold.judge(), explored.counts, explored.rest.empty()).verdict,
          std::move(fold.executions())};
}

}  // namespace ringcheck
