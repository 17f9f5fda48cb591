// Exploration with the checker that a model names, and the second look at an execution.
#include "explore/explore.hpp"

#include <variant>

#include "explore/explorer.hpp"
#include "graph/diagnostic.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

ExploreCounts explore(const Program& program, const Model& model, const ExploreLimits& limits,
                      const ExecutionVisitor& visit) {
  if (program.locations.size() > kMaxLocations || program.threads.size() > kMaxThreads)
    throw InputError({program.name, 0, 0,
                      "more than " + std::to_string(kMaxLocations) + " locations or " +
                          std::to_string(kMaxThreads) + " threads"});
  AnyChecker checker = make_checker(model);
  return std::visit(
      [&](auto& its) {
        return Explorer<std::remove_cvref_t<decltype(its)>>(program, its, model.dependence(),
                                                            limits, visit)
            .run();
      },
      checker);
}

Transcript transcribe(const Program& program, const ExecutionGraph& graph, Dependence dependence) {
  Transcript transcript;
  ExecutionGraph copy = graph;
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    ThreadRun(program, copy, static_cast<ThreadId>(t), dependence, {}, &transcript).run();
  return transcript;
}

}  // namespace ringcheck
