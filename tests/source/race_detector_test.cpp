// One pass with vector clocks finds a race if and only if the order of all events has one.
#include "source/race_detector.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "explore/explore.hpp"
#include "models/for_programs.hpp"
#include "source/execution_order.hpp"
#include "tests/oracle/random.hpp"

namespace ringcheck::source {
namespace {

/// A thread of accesses, fences and read-modify-writes of every order, many of them plain.
Thread random_thread(int t, std::uint64_t seed) {
  Thread thread;
  thread.name = fmt::format("T{}", t);
  for (int l = 0; l < 3; ++l) thread.may_write.set(l);
  thread.body = [seed](ThreadRun& run) {
    oracle::Random random(seed);
    constexpr TagSet kLoads[] = {{}, {Tag::once}, {Tag::acquire}, {Tag::acquire}};
    constexpr TagSet kStores[] = {{}, {Tag::once}, {Tag::release}, {Tag::release}};
    constexpr TagSet kFences[] = {{Tag::rmb}, {Tag::wmb}, {Tag::rmb, Tag::wmb}, {Tag::mb}};
    for (int n = 0; n < 4; ++n) {
      const Word address(address_of(static_cast<LocId>(random.below(3))));
      const auto which = static_cast<std::size_t>(random.below(4));
      switch (random.below(5)) {
        case 0:
        case 1:
          run.store(address, Word(1), kStores[which]);
          break;
        case 2:
          run.fence(kFences[which]);
          break;
        case 3: {
          RmwOrder order{{which < 2 ? Tag::once : Tag::acquire},
                         {which % 2 == 0 ? Tag::once : Tag::release}};
          order.atomic = true;
          run.read_modify_write(RmwOperation::add, address, Word(1), order);
          break;
        }
        default:
          run.load(address, kLoads[which]);
      }
    }
  };
  return thread;
}

Program random_program(std::uint64_t seed) {
  Program program;
  program.name = "random";
  for (int l = 0; l < 3; ++l) program.locations.push_back({fmt::format("x{}", l), 0});
  const int threads = 2 + static_cast<int>(seed % 2);
  for (int t = 0; t < threads; ++t)
    program.threads.push_back(random_thread(t, seed * 16 + static_cast<std::uint64_t>(t)));
  return program;
}

TEST(RaceDetector, AgreesWithTheOrderOfAllEvents) {
  for (const bool published : {false, true}) {
    const Model rc11 = published ? find_model("rc11") : for_programs(find_model("rc11"));
    RaceDetector detector(published ? RaceRules::rc11_published : RaceRules::rc11);
    int races = 0;
    int none = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const Program program = random_program(seed);
      ExploreLimits limits;
      limits.executions = 200;
      explore(program, rc11, limits, [&](const Execution& execution) {
        const bool has =
            find_race(execution.graph, ExecutionOrder(rc11, execution.graph)).first != kNoEvent;
        EXPECT_EQ(detector.has_race(execution.graph), has) << "seed " << seed;
        ++(has ? races : none);
        return !::testing::Test::HasFailure();
      });
    }
    EXPECT_GT(races, 1000);
    EXPECT_GT(none, 1000);
  }
}

TEST(RaceDetector, FindsNoRaceWhereTheKernelsModelFlagsOne) {
  const Model lkmm = find_model("lkmm");
  RaceDetector detector(RaceRules::lkmm);
  int sure = 0;
  int flagged = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = random_program(seed);
    ExploreLimits limits;
    limits.executions = 100;
    explore(program, lkmm, limits, [&](const Execution& execution) {
      const bool is_flagged = !lkmm.flagged(execution.graph, "data-race").empty();
      const bool has = detector.has_race(execution.graph);
      EXPECT_TRUE(has || !is_flagged) << "seed " << seed;
      flagged += is_flagged ? 1 : 0;
      sure += has ? 0 : 1;
      return !::testing::Test::HasFailure();
    });
  }
  EXPECT_GT(flagged, 1000);
  EXPECT_GT(sure, 1000);
}

}  // namespace
}  // namespace ringcheck::source
