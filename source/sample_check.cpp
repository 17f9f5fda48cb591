// Tested by tests/source/sample_check_test.cpp.
#include "source/sample_check.hpp"

#include "models/for_programs.hpp"
#include "source/execution_tally.hpp"
#include "source/resumable_check.hpp"

namespace ringcheck::source {

CheckResult sample_check(std::shared_ptr<const Code> code, const Model& asked,
                         const CheckOptions& options, const SampleOptions& how,
                         const ExploreLimits& limits) {
  const Model model = for_programs(asked);
  // A program that ends before it creates a thread needs no samples.
  if (ResumableProgramCheck alone(code, model, options); alone.done()) return alone.result();
  Subject subject(std::move(code), model, subject_options(options));
  CheckResult result;
  for (;;) {
    Program program = subject.program();
    program.symmetric.clear();  // Which of them did what is drawn too.
    const std::uint64_t explorations = result.explorations + 1;
    ExecutionTally tally(subject, program, subject.model(), options);
    const ExploreCounts counts =
        sample(program, subject.model(), how, limits,
               [&](const Execution& execution) { return tally.visit(execution); });
    result = tally.take();
    result.explorations = explorations;
    result.counts = counts;
    if (!tally.demand()) break;
    subject.learn(*tally.demand());
  }
  result.verdict = result.error ? CheckResult::Verdict::violated : CheckResult::Verdict::sampled;
  return result;
}

}  // namespace ringcheck::source
