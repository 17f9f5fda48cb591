// Code that ends with a fault: the fault is found whatever other threads wait for, and each
// execution in which it is found can be built again from its decisions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explore/decisions.hpp"
#include "models/model.hpp"
#include "tests/explore/programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

/// An access through what location `l` holds, which is 0 and not an address.
void wild_load(ThreadRun& run, LocId l) {
  run.load(get(run, l), {Tag::once});
}

/// Fails if location `l` is 0.
void expect_some(ThreadRun& run, LocId l) {
  if (run.branch(get(run, l) == Word(0))) run.fail("nothing there");
}

Thread under_lock(const std::vector<int>& writes, void (*section)(ThreadRun&)) {
  return thread(writes, [section](ThreadRun& run) {
    run.spin_lock(address_of(0));
    section(run);
    run.spin_unlock(address_of(0));
  });
}

/// A load of location `from`, then a store of 1 to location `to`, which does not depend on it.
Thread passing(LocId from, LocId to) {
  return thread({to}, [from, to](ThreadRun& run) {
    get(run, from);
    put(run, to, 1);
  });
}

struct Row {
  const char* name;
  Program program;
  std::uint64_t in_order;  ///< faults under models without load buffering
  std::uint64_t with_load_buffering;
};

/// The test's name.
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

const Thread kStoreSome = under_lock({0, 1}, [](ThreadRun& run) { put(run, 1, 1); });

std::vector<Row> rows() {
  return {
      {"alone", program(2, {thread({1}, [](ThreadRun& run) { wild_load(run, 0); })}), 1, 1},
      {"before_a_store_that_depends_on_it",
       program(2, {thread({1},
                          [](ThreadRun& run) {
                            const Word pointer = get(run, 0);
                            put(run, 1, run.load(pointer, {Tag::once}));
                          })}),
       1, 1},
      {"before_a_store_of_a_known_value",
       program(2, {thread({1},
                          [](ThreadRun& run) {
                            wild_load(run, 0);
                            put(run, 1, 1);
                          })}),
       1, 1},
      {"before_a_choice",
       program(2, {thread({1},
                          [](ThreadRun& run) {
                            wild_load(run, 0);
                            put(run, 1, run.choose(2));
                          })}),
       1, 1},
      // The other thread waits for the lock for ever: the lock's holder must have gone first.
      {"in_a_section_that_another_thread_waits_for",
       program(2, {under_lock({0}, [](ThreadRun& run) { expect_some(run, 1); }), kStoreSome}), 1,
       1},
      {"through_a_pointer_in_a_section_that_another_thread_waits_for",
       program(2, {under_lock({0},
                              [](ThreadRun& run) {
                                const Word offset = get(run, 1);
                                run.load(address_of(1) * offset, {Tag::once});
                              }),
                   kStoreSome}),
       1, 1},
      // x and y of the two others are 0 or 1 each; not both 1 in order.
      {"beside_load_buffering",
       program(4, {passing(0, 1), passing(1, 0),
                   thread({3},
                          [](ThreadRun& run) {
                            wild_load(run, 2);
                            put(run, 3, 1);
                          })}),
       3, 4},
      // The first thread loads 0, or the store that the second one does after its own load.
      {"also_by_load_buffering",
       program(2, {passing(0, 1), thread({0},
                                         [](ThreadRun& run) {
                                           const Word y = get(run, 1);
                                           put(run, 0, 1);
                                           run.load(address_of(0) + Word(100) * y, {Tag::once});
                                         })}),
       1, 2},
  };
}

class AFault : public ::testing::TestWithParam<std::tuple<Row, const char*>> {};

TEST_P(AFault, IsFoundAndCanBeBuiltAgain) {
  const auto& [row, name] = GetParam();
  const Model model = find_model(name);
  const ExploreCounts counts = explore(row.program, model, {}, [&](const Execution& its) {
    const ExecutionGraph again = rebuild(row.program, decisions_of(its.graph), model.dependence());
    EXPECT_EQ(again.canonical(), its.graph.canonical());
    return true;
  });
  const bool in_order =
      std::string(name) == "sc" || std::string(name) == "x86-tso" || std::string(name) == "rc11";
  EXPECT_EQ(counts.faults, in_order ? row.in_order : row.with_load_buffering);
}

INSTANTIATE_TEST_SUITE_P(Models, AFault,
                         ::testing::Combine(::testing::ValuesIn(rows()),
                                            ::testing::ValuesIn(kModelNames)),
                         [](const auto& its) {
                           return std::string(std::get<0>(its.param).name) + "_" +
                                  identifier(std::get<1>(its.param));
                         });

}  // namespace
}  // namespace ringcheck
