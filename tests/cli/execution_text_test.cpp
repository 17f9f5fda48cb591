// What a person sees of an execution: columns, labels, what loads saw, and why the model allows it.
#include "cli/execution_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/tiny_programs.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::execution_of;
using tests::kMine;
using tests::kX;
using tests::kY;
using tests::program_of;
using tests::read_once;
using tests::write_once;

/// The table of the execution of `program` under `model` whose reads see `values`.
std::string table_of(const Program& program, const char* model,
                     const std::vector<std::uint64_t>& values) {
  const Model found = find_model(model);
  const ExecutionGraph graph = execution_of(program, found, values);
  return execution_table(program, graph, transcribe(program, graph, found.dependence()));
}

std::string why_of(const Program& program, const char* model,
                   const std::vector<std::uint64_t>& values) {
  const Model found = find_model(model);
  return why_allowed(program, execution_of(program, found, values), found);
}

TEST(ExecutionTable, HasAColumnForEachCpuAndAnArrowForEachLoad) {
  EXPECT_EQ(table_of(tests::message_passing(), "sc", {1, 1}),
            "  P0                                            P1\n"
            "  a1 W[once] x = 1\n"
            "  a2 W[once] y = 1\n"
            "                                                b1 R[once] y = 1 ← a2\n"
            "                                                b2 R[once] x = 1 ← a1\n"
            "  memory at the end: x=1 y=1 mine=0\n");
}

TEST(ExecutionTable, NamesTheInitialWrite) {
  EXPECT_EQ(table_of(tests::message_passing(), "armv8", {1, 0}),
            "  P0                                            P1\n"
            "  a1 W[once] x = 1\n"
            "  a2 W[once] y = 1\n"
            "                                                b1 R[once] y = 1 ← a2\n"
            "                                                b2 R[once] x = 0 ← init\n"
            "  memory at the end: x=1 y=1 mine=0\n");
}

/// Each load of load buffering sees the other thread's later store. No order of lines has every
/// store above the load that sees it, so the first thread's load comes first.
TEST(ExecutionTable, ShowsALoadAboveTheStoreItSeesWhenTheyFormACycle) {
  EXPECT_EQ(table_of(tests::load_buffering(), "lkmm", {1, 1}),
            "  P0                                            P1\n"
            "  a1 R[once] x = 1 ← b2\n"
            "  a2 W[once] y = 1\n"
            "                                                b1 R[once] y = 1 ← a2\n"
            "                                                b2 W[once] x = 1\n"
            "  memory at the end: x=1 y=1 mine=0\n");
}

TEST(ExecutionTable, HasTheCoherenceOrderOfLocationsThatAreWrittenTwice) {
  const Program program = tests::two_plus_two_w();
  std::vector<std::string> seen;
  const Model model = find_model("sc");
  explore(program, model, {}, [&](const Execution& execution) {
    const std::string table = execution_table(
        program, execution.graph, transcribe(program, execution.graph, model.dependence()));
    seen.push_back(table.substr(table.find("  co x")));
    return true;
  });
  // Of the four coherence orders, sc lacks the one in which both second writes come first.
  EXPECT_THAT(seen, ::testing::UnorderedElementsAre(
                        "  co x: a1 → b2\n  co y: a2 → b1\n  memory at the end: x=2 y=1 mine=0\n",
                        "  co x: a1 → b2\n  co y: b1 → a2\n  memory at the end: x=2 y=2 mine=0\n",
                        "  co x: b2 → a1\n  co y: b1 → a2\n  memory at the end: x=1 y=2 mine=0\n"));
}

TEST(ExecutionTable, LeavesOutWhatNoOtherCpuCanSee) {
  const Program program = program_of({[](ThreadRun& run) {
                                        write_once(run, kMine, 7);
                                        run.fence({Tag::compiler_barrier});
                                        run.fence({Tag::wmb});
                                        write_once(run, kX, read_once(run, kMine));
                                      },
                                      [](ThreadRun& run) {
                                        run.choose(1);
                                        read_once(run, kX);
                                      }});
  // Left out: the store and the load of mine, the compiler barrier, the choice.
  EXPECT_EQ(table_of(program, "sc", {7, 7}),
            "  P0                                            P1\n"
            "  a1 F wmb\n"
            "  a2 W[once] x = 7\n"
            "                                                b1 R[once] x = 7 ← a2\n"
            "  memory at the end: x=7 y=0 mine=7\n"
            "  (4 events that no other CPU can see are left out)\n");
}

TEST(ExecutionTable, IndentsInterruptsAndNamesSites) {
  const Program program = program_of({[](ThreadRun& run) {
                                        run.name_site("B");
                                        write_once(run, kX, 1);
                                        run.set_level(2);
                                        write_once(run, kX, 2);
                                        run.set_level(0);
                                      },
                                      [](ThreadRun& run) { read_once(run, kX); }});
  const std::string table = table_of(program, "sc", {2});
  EXPECT_THAT(table, HasSubstr("\n  a1 W[once] x = 1  (B)\n"));
  EXPECT_THAT(table, HasSubstr("\n  a2     W[once] x = 2\n"));
  EXPECT_THAT(table, HasSubstr("\n  co x: a1 → a2\n"));
}

TEST(DescribeEvent, NamesAccessesFencesAndValues) {
  struct Row {
    tests::Body body;
    const char* text;
  };
  const std::vector<Row> rows = {
      {[](ThreadRun& run) { run.load(address_of(kX), {}); }, "R x = 0"},
      {[](ThreadRun& run) { run.load(address_of(kX), {Tag::acquire}); }, "R[acq] x = 0"},
      {[](ThreadRun& run) { run.store(address_of(kX), 99999, {}); }, "W x = 99999"},
      {[](ThreadRun& run) { run.store(address_of(kX), 100000, {}); }, "W x = 0x186a0"},
      {[](ThreadRun& run) { run.store(address_of(kX), address_of(kY), {}); }, "W x = &y"},
      {[](ThreadRun& run) { run.store(address_of(kX), 1, {Tag::release}); }, "W[rel] x = 1"},
      {[](ThreadRun& run) { run.fence({Tag::mb}); }, "F mb"},
      {[](ThreadRun& run) { run.fence({Tag::rmb}); }, "F rmb"},
      {[](ThreadRun& run) { run.choose(1); }, "choice 0"},
      {[](ThreadRun& run) { run.read_modify_write(RmwOperation::add, address_of(kX), 3, {}); },
       "R[rmw] x = 0"}};
  for (const Row& row : rows) {
    const Program program = program_of({row.body});
    std::vector<std::string> texts;
    explore(program, find_model("lkmm"), {}, [&](const Execution& execution) {
      texts.push_back(describe_event(program, execution.graph, execution.graph.at(0, 0)));
      return true;
    });
    EXPECT_THAT(texts, ::testing::ElementsAre(row.text));
  }
}

TEST(WhyAllowed, SaysThatAnInterleavingIsEnough) {
  EXPECT_EQ(
      why_of(tests::message_passing(), "armv8", {1, 1}),
      "  Every step happens in one order: an interleaving shows this execution, no weak memory "
      "is needed.\n");
}

TEST(WhyAllowed, NamesTheCycleAndEachStepThatTheModelDoesNotKeep) {
  struct Row {
    const char* model;
    Program program;
    std::vector<std::uint64_t> values;
    const char* text;
  };
  const std::vector<Row> rows = {
      {"armv8",
       tests::message_passing(),
       {1, 0},
       "  No interleaving shows this: a1 –po→ a2 –rf→ b1 –po→ b2 –fr→ a1 is a cycle.\n"
       "  armv8 does not keep a1 (W[once] x = 1) before a2 (W[once] y = 1).\n"
       "  armv8 does not keep b1 (R[once] y = 1) before b2 (R[once] x = 0).\n"},
      {"x86-tso",
       tests::store_buffering(),
       {0, 0},
       "  No interleaving shows this: a1 –po→ a2 –fr→ b1 –po→ b2 –fr→ a1 is a cycle.\n"
       "  x86-tso does not keep a1 (W[once] x = 1) before a2 (R[once] y = 0).\n"
       "  x86-tso does not keep b1 (W[once] y = 1) before b2 (R[once] x = 0).\n"},
      {"lkmm",
       tests::load_buffering(),
       {1, 1},
       "  No interleaving shows this: a1 –po→ a2 –rf→ b1 –po→ b2 –rf→ a1 is a cycle.\n"
       "  lkmm does not keep a1 (R[once] x = 1) before a2 (W[once] y = 1).\n"
       "  lkmm does not keep b1 (R[once] y = 1) before b2 (W[once] x = 1).\n"}};
  for (const Row& row : rows)
    EXPECT_EQ(why_of(row.program, row.model, row.values), row.text) << row.model;
}

/// IRIW with smp_rmb: each reader's loads are kept in order, but two CPUs see the writes in
/// different orders, which the kernel's model allows without a full fence.
TEST(WhyAllowed, SaysWhenEachStepIsKeptButCpusDisagree) {
  const auto reader = [](LocId first, LocId second) {
    return [=](ThreadRun& run) {
      read_once(run, first);
      run.fence({Tag::rmb});
      read_once(run, second);
    };
  };
  const Program program =
      program_of({[](ThreadRun& run) { write_once(run, kX, 1); }, reader(kX, kY), reader(kY, kX),
                  [](ThreadRun& run) { write_once(run, kY, 1); }});
  const std::string why = why_of(program, "lkmm", {1, 0, 1, 0});
  EXPECT_THAT(why, HasSubstr("is a cycle.\n"));
  EXPECT_THAT(why, HasSubstr("lkmm keeps each program-order step"));
  EXPECT_THAT(why, Not(HasSubstr("does not keep")));
}

}  // namespace
}  // namespace ringcheck
