// Tested by tests/source/verdict_test.cpp.
#include "source/check_program.hpp"

#include "source/resumable_check.hpp"

namespace ringcheck::source {

void keep_execution(const Subject& subject, const Program& program, const ExecutionGraph& graph,
                    Ending ending, CheckResult& result) {
  ErrorExecution& kept =
      result.execution.emplace(ErrorExecution{program, graph, ending, subject.learnt(), {}});
  for (Thread& thread : kept.program.threads) thread.body = nullptr;
  const std::vector<std::uint32_t> places = subject.places_of(program, graph);
  for (std::size_t e = 0; e < places.size(); ++e) {
    const std::uint32_t place = places[e];
    kept.places.push_back(place == 0 ? "" : subject.code().where(place));
    kept.functions.push_back(place == 0 ? "" : subject.code().function_at(place));
    const bool is_fence = graph[static_cast<EventNumber>(e)].kind == EventKind::fence;
    const bool has_other_words = is_fence && place != 0 && subject.model().name() != "rc11";
    kept.fences.push_back(has_other_words ? subject.code().fence_at(place) : "");
  }
  kept.named = subject.named(program, graph);
}

CheckResult check_program(std::shared_ptr<const Code> code, const Model& asked,
                          const CheckOptions& options, const ParallelOptions& how) {
  ResumableProgramCheck check(std::move(code), asked, options);
  check.run(how);
  return check.result();
}

}  // namespace ringcheck::source
