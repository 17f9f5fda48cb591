// Exploration with the checker of a model, and the second look at an execution.
#include "explore/explore.hpp"

#include <algorithm>
#include <variant>

#include "explore/explore_many.hpp"
#include "explore/explore_with.hpp"
#include "explore/saturating.hpp"
#include "models/any_checker.hpp"
#include "models/kept_checker.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

void ExploreCounts::add(const ExploreCounts& other) {
  add_count(complete, other.complete);
  add_count(blocked, other.blocked);
  add_count(cut, other.cut);
  visited.complete += other.visited.complete;
  visited.blocked += other.visited.blocked;
  visited.cut += other.visited.cut;
  visited.faults += other.visited.faults;
  merged += other.merged;
  add_count(faults, other.faults);
  discarded += other.discarded;
  dead += other.dead;
  symmetric += other.symmetric;
  nodes += other.nodes;
  checks += other.checks;
  add_count(events, other.events);
  events_max = std::max(events_max, other.events_max);
}

void require_capacity(const Program& program) {
  if (program.locations.size() > kMaxLocations || program.threads.size() > kMaxThreads)
    throw InputError({program.name, 0, 0,
                      "more than " + std::to_string(kMaxLocations) + " locations or " +
                          std::to_string(kMaxThreads) + " threads"});
}

ExploreCounts explore(const Program& program, const Model& model, const ExploreLimits& limits,
                      const ExecutionVisitor& visit) {
  require_capacity(program);
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) { return explore_with(its, program, model.dependence(), limits, visit); },
      checker);
}

ExploreCounts explore_one_of_many(const Program& program, const Model& model,
                                  const ExploreLimits& limits, const ExecutionVisitor& visit) {
  if (model.data().fast != FastCheck::none) return explore(program, model, limits, visit);
  require_capacity(program);
  KeptChecker checker(model);
  return explore_with(checker.get(), program, model.dependence(), limits, visit);
}

Transcript transcribe(const Program& program, const ExecutionGraph& graph, Dependence dependence) {
  Transcript transcript;
  // Runs may write to their graph. The copy keeps its memory, as this is called for each execution.
  thread_local ExecutionGraph copy;
  copy = graph;
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    ThreadRun(program, copy, static_cast<ThreadId>(t), dependence, {}, &transcript).run();
  return transcript;
}

const char* fault_of(const Program& program, const ExecutionGraph& graph, Dependence dependence) {
  ExecutionGraph copy = graph;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Stop stop = ThreadRun(program, copy, static_cast<ThreadId>(t), dependence).run();
    if (stop.reason == StopReason::fault) return stop.text;
  }
  return nullptr;
}

}  // namespace ringcheck
