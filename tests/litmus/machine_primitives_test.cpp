// The events that explored code issues on a machine are those of the instructions in its tables.
#include <gtest/gtest.h>

#include "explore/checked_cpu.hpp"
#include "litmus/compilation/compilation.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using litmus::KernelTable;
using litmus::kKernelTables;
using litmus::kUserTables;
using litmus::UserTable;

/// Kind and tags of each event of the first thread.
std::vector<std::pair<EventKind, TagSet>> events_of(const ExecutionGraph& graph) {
  std::vector<std::pair<EventKind, TagSet>> events;
  for (int slot = 0; slot < graph.slots(0); ++slot)
    if (const EventNumber e = graph.at(0, slot); e != kNoEvent)
      events.emplace_back(graph[e].kind, graph[e].tags);
  return events;
}

struct Primitive {
  const char* statement;
  void (*run)(CheckedCpu& cpu);
};

constexpr std::uint64_t kX = address_of(0);
const Primitive kPrimitives[] = {
    {"int r0 = READ_ONCE(*x);", [](CheckedCpu& cpu) { cpu.read_once(kX); }},
    {"WRITE_ONCE(*x, 1);", [](CheckedCpu& cpu) { cpu.write_once(kX, 1); }},
    {"int r0 = smp_load_acquire(x);", [](CheckedCpu& cpu) { cpu.smp_load_acquire(kX); }},
    {"smp_store_release(x, 1);", [](CheckedCpu& cpu) { cpu.smp_store_release(kX, 1); }},
    {"smp_mb();", [](CheckedCpu& cpu) { cpu.smp_mb(); }},
    {"smp_rmb();", [](CheckedCpu& cpu) { cpu.smp_rmb(); }},
    {"smp_wmb();", [](CheckedCpu& cpu) { cpu.smp_wmb(); }},
    {"barrier();", [](CheckedCpu& cpu) { cpu.barrier(); }}};

std::vector<std::pair<EventKind, TagSet>> explored(const Primitive& primitive,
                                                   MachinePrimitivesPtr machine,
                                                   const Model& model) {
  CheckedCpuOptions options;
  options.machine = machine;
  const InterruptPlan no_interrupts;
  Program program;
  program.locations = {{"x", 0}};
  Thread thread;
  thread.may_write.set(0);
  thread.body = [&](ThreadRun& run) {
    CheckedCpu cpu(run, options, no_interrupts);
    primitive.run(cpu);
  };
  program.threads = {thread};
  std::vector<std::pair<EventKind, TagSet>> events;
  explore(program, model, {}, [&](const Execution& execution) {
    events = events_of(execution.graph);
    return true;
  });
  return events;
}

/// Compares a machine's primitives with what the target compiles them to.
void compare(MachinePrimitivesPtr machine, const CompilationTarget& target) {
  for (const Primitive& primitive : kPrimitives) {
    const LitmusTest test =
        compile_to_assembly(tests::parse(tests::one_thread(primitive.statement)), target);
    const std::string model(default_model(test.architecture));
    const auto graphs = tests::executions_of(print_litmus(test), model);
    ASSERT_EQ(graphs.size(), 1U);
    auto events = explored(primitive, machine, find_model(model));
    // asm-generic's fences are mb() whatever the machine; RISC-V's mb() has each order by name.
    if (machine == &machine::kGenericKernel)
      for (auto& [kind, tags] : events)
        if (tags == TagSet{Tag::mb}) tags = machine::kFenceAll;
    EXPECT_EQ(events, events_of(graphs[0])) << machine->name << ": " << primitive.statement;
  }
}

TEST(MachinePrimitives, AreTheInstructionsOfTheKernelsTables) {
  for (const MachinePrimitivesPtr machine : kKernelMachines)
    if (machine != nullptr) compare(machine, find_target(machine->name));
}

TEST(MachinePrimitives, AreTheInstructionsOfUserSpacesTables) {
  for (const MachinePrimitivesPtr machine : kUserMachines) {
    if (machine == nullptr) continue;
    CompilationTarget target =
        find_target(machine->name == "generic" ? std::string_view("riscv") : machine->name);
    target.user = find_user_table(machine->name, target.kernel);
    target.user_threads = {0};
    compare(machine, target);
  }
}

}  // namespace
}  // namespace ringcheck
