// Interrupt work: how often its handler runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>

#include "explore/checked_cpu.hpp"
#include "explore/explore.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kWork = address_of(0);

void run_work(CheckedCpu& cpu) {
  cpu.write_once(kWork, 0);
  cpu.observe(1, Word(1));
}
void run_work_and_stay_queued(CheckedCpu& cpu) {
  cpu.observe(1, Word(1));
}

/// How often `handler` runs in the executions of a CPU that queues its work `times` times and then
/// takes what is raised. `queued`: what the word of the work holds at first.
std::set<std::size_t> runs(std::uint64_t queued, int times, void (*handler)(CheckedCpu&),
                           std::string_view model) {
  InterruptPlan plan;
  plan.handlers.resize(1);
  plan.handlers[0].raised_by = kWork;
  plan.handlers[0].body = handler;
  Program program;
  program.name = "interrupt work";
  program.locations = {{"work", queued}};
  Thread thread;
  thread.name = "P0";
  thread.may_write.set(0);
  thread.body = [&](ThreadRun& run) {
    CheckedCpu cpu(run, {}, plan);
    for (int i = 0; i < times; ++i) cpu.irq_work_queue(kWork);
    cpu.take_raised_interrupts();
  };
  program.threads = {thread};
  std::set<std::size_t> runs;
  const Model& its = find_model(model);
  explore(program, its, {}, [&](const Execution& execution) {
    runs.insert(transcribe(program, execution.graph, its.dependence()).observations.size());
    return true;
  });
  return runs;
}

TEST(InterruptWork, RunsOnceForEachTimeThatItWasNotQueued) {
  for (const char* model : {"sc", "x86-tso", "armv8", "lkmm"}) {
    SCOPED_TRACE(model);
    EXPECT_THAT(runs(0, 0, run_work, model), ElementsAre(0));
    EXPECT_THAT(runs(0, 1, run_work, model), ElementsAre(1));
    EXPECT_THAT(runs(0, 2, run_work, model), ElementsAre(1, 2));
    EXPECT_THAT(runs(1, 2, run_work, model), ElementsAre(0)) << "another CPU will run it";
    EXPECT_THAT(runs(0, 2, run_work_and_stay_queued, model), ElementsAre(1));
  }
}

}  // namespace
}  // namespace ringcheck
