#include "source/check_program.hpp"

#include "explore/parallel.hpp"
#include "models/for_programs.hpp"
#include "source/judge.hpp"

namespace ringcheck::source {

namespace {

ProgramError error_of(const Subject& subject, ErrorKind kind, std::uint32_t place,
                      const std::string& what) {
  return {kind, what, subject.code().where(place), ""};
}

/// One exploration with what is known so far.
class Round {
 public:
  Round(const Subject& subject, const Program& program, const Model& model,
        const CheckOptions& options, CheckResult& result)
      : subject_(subject),
        program_(program),
        judge_(subject, program, model, options.races, options.termination),
        termination_(options.termination),
        result_(result) {
    result_.executions = result_.blocked = result_.cut = 0;
    result_.counts = explore(program, model, options.limits,
                             [&](const Execution& execution) { return visit(execution); });
  }

  [[nodiscard]] const std::optional<Demand>& demand() const { return demand_; }

 private:
  bool visit(const Execution& execution) {
    const bool more = look_at(execution);
    if (result_.error)
      keep_execution(subject_, program_, execution.graph, execution.ending, result_);
    return more;
  }

  bool look_at(const Execution& execution) {
    if (execution.ending == Ending::fault) {
      const Fault& fault = subject_.faults().find(execution.text);
      if (fault.kind == Fault::Kind::demand) {
        demand_ = fault.demand;
        return false;
      }
      // Whether waits end is one question, whether assertions hold another.
      if (termination_ && fault.error == ErrorKind::assertion) return true;
      result_.error = error_of(subject_, fault.error, fault.place, fault.what);
      return false;
    }
    const Judgement judged = judge_.judge(execution);
    if (judged.error) {
      result_.error = judged.error;
      return false;
    }
    if (judged.demand) {
      demand_ = judged.demand;
      return false;
    }
    if (!judged.counts) return true;
    (judged.blocked ? result_.blocked : result_.executions) += execution.copies;
    if (execution.ending != Ending::cut && !judged.cut) return true;
    result_.cut += execution.copies;
    const std::uint32_t place =
        judged.cut ? judged.place : subject_.faults().find(execution.text).place;
    if (result_.bound.empty()) result_.bound = "a loop at " + subject_.code().where(place);
    return true;
  }

  const Subject& subject_;
  const Program& program_;
  Judge judge_;
  bool termination_;
  CheckResult& result_;
  std::optional<Demand> demand_;
};

/// The only execution ends, before a thread is created, in `wait`.
void end_early(const Subject& subject, const SequentialWait& wait, bool termination,
               CheckResult& result) {
  if (wait.why == SequentialWait::Why::bound) {
    result.executions = result.cut = 1;
    result.bound = "a loop at " + subject.code().where(wait.place);
    result.verdict = CheckResult::Verdict::bound_reached;
    return;
  }
  result.blocked = 1;
  if (!termination || !wait.is_endless()) return;
  result.error = error_of(subject, kind_of(wait), wait.place, kWaitsForEver);
  result.verdict = CheckResult::Verdict::violated;
}

}  // namespace

void keep_execution(const Subject& subject, const Program& program, const ExecutionGraph& graph,
                    Ending ending, CheckResult& result) {
  ErrorExecution& kept =
      result.execution.emplace(ErrorExecution{program, graph, ending, subject.learnt(), {}});
  for (Thread& thread : kept.program.threads) thread.body = nullptr;
  for (const std::uint32_t place : subject.places_of(program, graph))
    kept.places.push_back(place == 0 ? "" : subject.code().where(place));
}

CheckResult check_program(std::shared_ptr<const Code> code, const Model& asked,
                          const CheckOptions& options) {
  const Model model = for_programs(asked);
  CheckResult result;
  Subject subject(std::move(code), model, options.subject);
  if (subject.early_error()) {
    const SequentialError& error = *subject.early_error();
    result.error = error_of(subject, error.kind, error.place, error.what);
    result.verdict = CheckResult::Verdict::violated;
    return result;
  }
  if (subject.ended()) {
    result.executions = 1;
    return result;
  }
  if (const auto& wait = subject.stops_early()) {
    end_early(subject, *wait, options.termination, result);
    return result;
  }
  for (;;) {
    const Program program = subject.program();
    ++result.explorations;
    const Round round(subject, program, model, options, result);
    if (!round.demand()) break;
    subject.learn(*round.demand());
  }
  if (result.error)
    result.verdict = CheckResult::Verdict::violated;
  else if (result.cut > 0 || result.counts.limit_reached())
    result.verdict = CheckResult::Verdict::bound_reached;
  if (result.counts.limit_reached()) result.bound = "a limit of executions, time or memory";
  return result;
}

}  // namespace ringcheck::source
