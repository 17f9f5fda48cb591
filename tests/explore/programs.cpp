// Tested by being used.
#include "tests/explore/programs.hpp"

#include <utility>

#include "models/model.hpp"

namespace ringcheck {

Thread thread(const std::vector<int>& writes, std::function<void(ThreadRun&)> body) {
  Thread thread;
  thread.name = "thread";
  thread.body = std::move(body);
  for (const int l : writes) thread.may_write.set(l);
  return thread;
}

Program program(int locations, std::vector<Thread> threads) {
  Program program;
  program.name = "program";
  for (int l = 0; l < locations; ++l) program.locations.push_back({"l" + std::to_string(l), 0});
  program.threads = std::move(threads);
  return program;
}

bool Found::each_once() const {
  return std::set<std::string>(sequence.begin(), sequence.end()).size() == sequence.size();
}

Found explore_all(const Program& program, const std::string& model) {
  Found found;
  found.counts = explore(program, find_model(model), {}, [&](const Execution& execution) {
    found.sequence.push_back(execution.graph.canonical());
    return true;
  });
  return found;
}

std::set<std::vector<std::uint64_t>> outcomes(const Program& program, const std::string& model,
                                              const std::vector<EventId>& reads) {
  std::set<std::vector<std::uint64_t>> all;
  explore(program, find_model(model), {}, [&](const Execution& execution) {
    if (execution.ending != Ending::complete) return true;
    std::vector<std::uint64_t> values;
    for (const EventId& id : reads)
      values.push_back(execution.graph[execution.graph.find(id)].value);
    all.insert(values);
    return true;
  });
  return all;
}

}  // namespace ringcheck
