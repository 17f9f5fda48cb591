// What the search for verdicts merges. The programs' code forgets what it has read, so states with
// different pasts meet. The search has the outcomes of full exploration; a search that forgets more
// than it may does not.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "explore/state_search.hpp"
#include "models/model.hpp"
#include "tests/explore/forgetful_programs.hpp"
#include "tests/explore/subjects.hpp"

namespace ringcheck {
namespace {

struct Outcomes {
  std::set<std::string> all;
  std::uint64_t ends = 0;
};

Outcomes explored(const Program& program, const Model& model, int reads) {
  Outcomes found;
  explore(program, model, {}, [&](const Execution& execution) {
    found.all.insert(outcome(execution.graph, reads));
    ++found.ends;
    return true;
  });
  return found;
}

Outcomes merged(const Program& program, const Model& model, int reads,
                const StateSearchOptions& options = {}) {
  Outcomes found;
  search_states(program, model, options, last_reads(reads),
                [&](const Execution& end, auto /*words*/) {
                  found.all.insert(outcome(end.graph, reads));
                  ++found.ends;
                  return true;
                });
  return found;
}

class StateMerging : public ::testing::TestWithParam<const char*> {};

TEST_P(StateMerging, LosesNoOutcomeOfCodeThatForgets) {
  const Model model = find_model(GetParam());
  std::uint64_t executions = 0;
  std::uint64_t ends = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = random_forgetful(seed);
    const Outcomes full = explored(program, model, 1);
    executions += full.ends;
    for (const bool backwards : {false, true}) {
      StateSearchOptions options;
      options.testing_only_backwards = backwards;
      const Outcomes found = merged(program, model, 1, options);
      ASSERT_EQ(found.all, full.all) << "seed " << seed << (backwards ? ", backwards" : "");
      ends += found.ends;
    }
  }
  EXPECT_LT(10 * ends, executions);
}

INSTANTIATE_TEST_SUITE_P(Models, StateMerging, ::testing::Values("sc", "x86-tso", "rc11"),
                         [](const auto& model) { return identifier(model.param); });

constexpr LocId kX = 0;
constexpr LocId kY = 1;
constexpr LocId kZ = 2;
constexpr LocId kV = 3;
constexpr LocId kW = 4;
constexpr LocId kU = 5;

Operation read(LocId l, TagSet tags = {Tag::once}) {
  return {EventKind::read, l, 0, tags, {}, false};
}
Operation write(LocId l, std::uint64_t value, TagSet tags = {Tag::once}) {
  return {EventKind::write, l, value, tags, {}, false};
}
Operation exchange(LocId l, std::uint64_t value) {
  return {EventKind::choice, l, value, {}, {}, false};
}
Operation fence(Tag tag) {
  return {EventKind::fence, 0, 0, {tag}, {}, false};
}
Statement always(const Operation& one) {
  return {{{{one}, {}}}, false};
}
Statement choice(std::vector<Operation> one, std::vector<Operation> other) {
  return {{{std::move(one), std::move(other)}}, true};
}

/// Two ways to states that are the same but for one thing, which matters later: some outcome is
/// possible on one way and not on the other.
struct TwoWays {
  Rc11Forgetting forgetting;
  const char* name;
  std::vector<Code> threads;
};

/// Reads of z make states in which a thread waits; three of them make a thread's outcome forget.
std::vector<TwoWays> two_ways() {
  return {
      {Rc11Forgetting::base_message,
       "the message at base: y = 1, x = 2",
       {{choice({write(kX, 1)}, {write(kX, 2)}), always(fence(Tag::wmb)), always(write(kY, 1)),
         always(write(kX, 3))},
        {always(read(kY)), always(fence(Tag::rmb)), always(read(kX))}}},
      {Rc11Forgetting::rmw_places,
       "a write between the one that an exchange reads and its own: y = 1, x = 1 in the end",
       {{choice({exchange(kX, 1)}, {write(kX, 1)}), always(write(kY, 1))},
        {always(read(kY)), always(write(kX, 2))}}},
      {Rc11Forgetting::message_views,
       "what a release write carries: y = 1, x = 0",
       {{always(write(kX, 1)), choice({write(kY, 1, {Tag::release})}, {write(kY, 1)})},
        {always(read(kY, {Tag::acquire})), always(read(kX))}}},
      {Rc11Forgetting::acquirable,
       "what an atomic read leaves for a fence: y = 1, x = 0",
       {{always(write(kX, 1)), always(fence(Tag::wmb)), always(write(kY, 1))},
        {choice({read(kY)}, {read(kY, {})}), always(read(kZ)), always(fence(Tag::rmb)),
         always(read(kX))}}},
      {Rc11Forgetting::released,
       "what a fence leaves for a relaxed write: y = 1, x = 0",
       {{always(write(kX, 1)), choice({fence(Tag::wmb)}, {}), always(read(kZ)),
         always(write(kY, 1))},
        {always(read(kY, {Tag::acquire})), always(read(kX))}}},
      {Rc11Forgetting::sc_fences,
       "store buffering between SC fences: y = 0, x = 0",
       {{always(write(kX, 1)), choice({fence(Tag::mb)}, {}), always(read(kY))},
        {always(write(kY, 1)), always(fence(Tag::mb)), always(read(kX))}}},
      {Rc11Forgetting::sc_fences,
       "which fence precedes the other: w = 1, x = 0 with y = 1",
       {{always(write(kX, 1)), always(fence(Tag::mb)), always(read(kY)), always(read(kZ)),
         always(read(kZ)), always(read(kZ)), always(write(kW, 1, {}))},
        {always(write(kY, 1)), always(fence(Tag::mb)), always(read(kW, {})), always(read(kX))}}},
      {Rc11Forgetting::sc_fences,
       "what a fence has seen: y = 0, w = 1, v = 0",
       {{always(write(kU, 1)), choice({read(kV)}, {}), always(fence(Tag::mb)), always(read(kZ)),
         always(read(kZ)), always(read(kY)), always(write(kW, 1, {}))},
        {always(write(kY, 1)), always(fence(Tag::mb)), always(read(kW, {})), always(read(kV))},
        {always(write(kV, 1))}}},
      {Rc11Forgetting::sc_fences,
       "an access after a fence that a later fence sees: u = 1, v = 0 with w = 1",
       {{always(write(kV, 1)), always(fence(Tag::mb)), choice({read(kY)}, {}), always(read(kZ)),
         always(read(kZ)), always(read(kZ)), always(write(kW, 1, {}))},
        {always(read(kW, {})), always(write(kU, 1, {}))},
        {always(read(kU, {})), always(write(kY, 1)), always(fence(Tag::mb)), always(read(kV))}}},
      {Rc11Forgetting::sc_fences,
       "an access after a fence that every later fence sees: x = 1, v = 0",
       {{always(write(kV, 1)),
         choice({fence(Tag::mb), write(kX, 1, {})}, {write(kX, 1, {}), fence(Tag::mb)})},
        {always(read(kX, {})), always(read(kZ)), always(fence(Tag::mb)), always(read(kV))}}},
      {Rc11Forgetting::sc_fences,
       "what precedes a fence that nothing reaches any more: y = 0, w = 1, x = 0",
       {{always(write(kX, 1)), always(fence(Tag::mb)), always(read(kZ)), always(read(kZ)),
         always(read(kY)), always(write(kW, 1, {}))},
        {always(write(kY, 1)), choice({fence(Tag::mb)}, {}), always(read(kW, {})),
         always(read(kX))}}},
      {Rc11Forgetting::sc_fences,
       "what precedes a fence that something may reach: w = 1, v = 0 and x = 1, y = 1",
       {{always(write(kV, 1)), always(fence(Tag::mb)), always(write(kX, 1, {}))},
        {always(write(kU, 1)), choice({read(kX, {}), fence(Tag::mb)}, {fence(Tag::mb)}),
         always(read(kZ)), always(read(kZ)), always(read(kW, {Tag::acquire})), always(read(kV)),
         always(write(kY, 1, {}))},
        {always(read(kX, {})), always(write(kW, 1, {Tag::release})), always(read(kY, {}))}}}};
}

TEST(StateMergingUnderRc11, LosesOutcomesWhenItForgetsTooMuch) {
  const Model model = find_model("rc11");
  for (const TwoWays& row : two_ways()) {
    const Program program = forgetful(row.name, row.threads);
    const std::set<std::string> full = explored(program, model, 3).all;
    std::size_t lost = 0;
    for (const bool backwards : {false, true}) {
      StateSearchOptions options;
      options.testing_only_backwards = backwards;
      EXPECT_EQ(merged(program, model, 3, options).all, full) << row.name;
      options.testing_only_forgetting = row.forgetting;
      lost += full.size() - merged(program, model, 3, options).all.size();
    }
    EXPECT_GT(lost, 0U) << row.name;
  }
}

}  // namespace
}  // namespace ringcheck
