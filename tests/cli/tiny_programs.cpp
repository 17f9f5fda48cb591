// Programs of a few accesses.
#include "tests/cli/tiny_programs.hpp"

#include <optional>
#include <stdexcept>

namespace ringcheck::tests {

namespace {

LocationSet set_of(std::initializer_list<LocId> members) {
  LocationSet set;
  for (const LocId l : members) set.set(l);
  return set;
}

std::vector<std::uint64_t> values_read(const ExecutionGraph& graph) {
  std::vector<std::uint64_t> values;
  for (int t = 0; t < graph.threads(); ++t) {
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e != kNoEvent && graph[e].kind == EventKind::read) values.push_back(graph[e].value);
    }
  }
  return values;
}

}  // namespace

Word read_once(ThreadRun& run, LocId location) {
  return run.load(address_of(location), {Tag::once});
}

void write_once(ThreadRun& run, LocId location, const Word& value) {
  run.store(address_of(location), value, {Tag::once});
}

Program program_of(std::vector<Body> threads) {
  Program program;
  program.name = "tiny";
  program.locations = {{"x", 0}, {"y", 0}, {"mine", 0}};
  for (Body& body : threads) {
    const bool first = program.threads.empty();
    program.threads.push_back({"P" + std::to_string(program.threads.size()), std::move(body),
                               first ? set_of({kX, kY, kMine}) : set_of({kX, kY})});
  }
  return program;
}

Program message_passing() {
  return program_of({[](ThreadRun& run) {
                       write_once(run, kX, 1);
                       write_once(run, kY, 1);
                     },
                     [](ThreadRun& run) {
                       read_once(run, kY);
                       read_once(run, kX);
                     }});
}

Program load_buffering() {
  return program_of({[](ThreadRun& run) {
                       read_once(run, kX);
                       write_once(run, kY, 1);
                     },
                     [](ThreadRun& run) {
                       read_once(run, kY);
                       write_once(run, kX, 1);
                     }});
}

Program store_buffering() {
  return program_of({[](ThreadRun& run) {
                       write_once(run, kX, 1);
                       read_once(run, kY);
                     },
                     [](ThreadRun& run) {
                       write_once(run, kY, 1);
                       read_once(run, kX);
                     }});
}

Program two_plus_two_w() {
  return program_of({[](ThreadRun& run) {
                       write_once(run, kX, 1);
                       write_once(run, kY, 2);
                     },
                     [](ThreadRun& run) {
                       write_once(run, kY, 1);
                       write_once(run, kX, 2);
                     }});
}

ExecutionGraph execution_of(const Program& program, const Model& model,
                            const std::vector<std::uint64_t>& values) {
  std::optional<ExecutionGraph> found;
  explore(program, model, {}, [&](const Execution& execution) {
    if (values_read(execution.graph) != values) return true;
    found = execution.graph;
    return false;
  });
  if (!found) throw std::runtime_error(model.name() + " has no such execution");
  return *found;
}

}  // namespace ringcheck::tests
