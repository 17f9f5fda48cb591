// Where interrupts are tried: at fewer points than they may come at, with the same outcomes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "explore/checked_cpu.hpp"
#include "explore/explore.hpp"
#include "models/model.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kX = address_of(0);
constexpr std::uint64_t kY = address_of(1);

void tell(CheckedCpu& cpu, const Word& value) {
  cpu.observe(1, value);
}

LocationSet set_of(std::initializer_list<int> locations) {
  LocationSet set;
  for (const int l : locations) set.set(l);
  return set;
}

/// A handler that reads and writes these locations.
InterruptHandler handler(std::uint8_t level, const LocationSet& reads, const LocationSet& writes,
                         void (*body)(CheckedCpu&)) {
  InterruptHandler handler;
  handler.level = level;
  handler.reads = reads;
  handler.writes = writes;
  handler.body = body;
  return handler;
}

struct Row {
  const char* name;
  std::vector<InterruptHandler> handlers;
  void (*task)(CheckedCpu&);
};

void look_at_x_twice(CheckedCpu& cpu) {
  tell(cpu, cpu.read_once(kX));
  tell(cpu, cpu.read_once(kX));
}
void write_x_and_look_at_y(CheckedCpu& cpu) {
  cpu.write_once(kX, 1);
  tell(cpu, cpu.read_once(kY));
}
void write_x(CheckedCpu& cpu) {
  cpu.write_once(kX, 1);
}
void look_at_both(CheckedCpu& cpu) {
  tell(cpu, cpu.read_once(kX));
  tell(cpu, cpu.read_once(kY));
}
void write_y_twice(CheckedCpu& cpu) {
  cpu.write_once(kY, 1);
  cpu.write_once(kY, 2);
  cpu.interrupt_point();
}

const Row kRows[] = {
    {"one handler and what it accesses",
     {handler(1, set_of({0, 1}), {}, look_at_both)},
     write_y_twice},
    {"a handler that matters nowhere, and one in it that does",
     {handler(1, set_of({0}), {}, look_at_x_twice),
      handler(3, set_of({1}), set_of({0}), write_x_and_look_at_y)},
     write_y_twice},
    {"a handler that matters nowhere, before one that does",
     {handler(1, {}, set_of({0}), write_x), handler(1, set_of({0, 1}), {}, look_at_both)},
     write_y_twice},
};

/// What was told in each execution.
std::set<std::string> outcomes(const Row& row, bool everywhere, std::string_view model) {
  InterruptPlan plan;
  plan.handlers = row.handlers;
  plan.everywhere = everywhere;
  Program program;
  program.name = "interrupted";
  program.locations = {{"x", 0}, {"y", 0}};
  Thread thread;
  thread.name = "P0";
  thread.may_write = set_of({0, 1});
  thread.body = [&](ThreadRun& run) {
    CheckedCpu cpu(run, {}, plan);
    row.task(cpu);
  };
  program.threads = {thread};
  std::set<std::string> outcomes;
  explore(program, find_model(model), {}, [&](const Execution& execution) {
    std::string told;
    for (const Observation& o :
         transcribe(program, execution.graph, find_model(model).dependence()).observations)
      told += fmt::format("{}:{} ", o.level, o.numbers[0]);
    outcomes.insert(told);
    return true;
  });
  return outcomes;
}

TEST(InterruptPoints, GiveTheOutcomesOfAllPoints) {
  for (const Row& row : kRows)
    for (const char* model : {"sc", "armv8"})
      EXPECT_EQ(outcomes(row, false, model), outcomes(row, true, model))
          << row.name << ", " << model;
}

}  // namespace
}  // namespace ringcheck
