// Callers travel as an observation that only callers_of ever sees: only its runs make it.
// Tested by tests/cli/original_function_test.cpp and witness_text_test.cpp.
#include "explore/callers.hpp"

#include "explore/explore.hpp"
#include "graph/check.hpp"

namespace ringcheck {

namespace {

constexpr std::uint32_t kCalledFrom = UINT32_MAX;

thread_local bool told = false;
thread_local std::vector<Caller> names;  ///< by the number that was told

}  // namespace

CallersTold::CallersTold() {
  RC_CHECK(!told, "callers are told already");
  told = true;
}

CallersTold::~CallersTold() {
  told = false;
  names.clear();
}

bool callers_are_told() {
  return told;
}

void tell_caller(ThreadRun& run, Caller function) {
  run.observe(kCalledFrom, Word(names.size()));
  names.push_back(function);
}

std::string_view Callers::function_of(EventId event) const {
  std::string_view function;
  for (const CalledFrom& one : functions)
    if (one.thread == event.thread && one.slot <= event.index) function = one.function;
  return function;
}

std::string_view Callers::site_of(EventId event) const {
  for (const SiteName& site : sites)
    if (site.event == event) return site.name;
  return "";
}

Callers callers_of(const Program& program, const ExecutionGraph& graph, Dependence dependence) {
  Transcript said = transcribe(program, graph, dependence);
  Callers callers{{}, std::move(said.sites)};
  for (const Observation& one : said.observations)
    if (one.kind == kCalledFrom)
      callers.functions.push_back(
          {one.thread, one.slot, names[static_cast<std::size_t>(one.numbers[0])]});
  return callers;
}

}  // namespace ringcheck
