#pragma once
// Threads that run the specification's code in task context.

#include <memory>
#include <string>
#include <utility>

#include "explore/checked_cpu.hpp"
#include "explore/program.hpp"

namespace ringcheck {

/// Every location of `program` so far.
inline LocationSet all_locations(const Program& program) {
  LocationSet everything;
  for (std::size_t l = 0; l < program.locations.size(); ++l) everything.set(static_cast<LocId>(l));
  return everything;
}

/// Adds a thread to `program` that runs `what(cpu, *shared)` and may write to every location of the
/// program so far. `Shared` has the interrupts of its threads as `no_interrupts`.
template <typename Shared, typename What>
void add_task(Program& program, std::string name, const std::shared_ptr<Shared>& shared,
              What what) {
  Thread thread;
  thread.name = std::move(name);
  thread.may_write = all_locations(program);
  thread.body = [shared, what = std::move(what)](ThreadRun& run) {
    CheckedCpu cpu(run, {LocalOrder::none, ControlExtent::ever, false}, shared->no_interrupts);
    what(cpu, *shared);
  };
  program.threads.push_back(std::move(thread));
}

}  // namespace ringcheck
