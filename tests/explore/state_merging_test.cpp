// What the search for verdicts merges: programs whose code forgets what it has read, so that states
// with different pasts meet, have the outcomes that full exploration finds; and a search that
// forgets more than it may has not.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "explore/state_search.hpp"
#include "models/model.hpp"
#include "tests/explore/subjects.hpp"
#include "tests/oracle/random.hpp"

namespace ringcheck {
namespace {

using oracle::Random;

constexpr int kMaxStatements = 7;
constexpr int kFewFences = 3;
constexpr int kManyFences = 6;

/// Where a thread's code stands between its operations.
constexpr std::array<const char*, kMaxStatements + 1> kPlaces = {
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "end"};

struct Operation {
  EventKind kind = EventKind::fence;  ///< choice: an exchange
  LocId location = 0;
  std::uint64_t value = 0;
  TagSet tags;
  RmwOrder order;
};

/// `fences`: how many operations of twenty are fences; all of them SC where they are many.
Operation random_operation(Random& random, int locations, int fences) {
  Operation one;
  one.location = static_cast<LocId>(random.below(locations));
  one.value = 1 + static_cast<std::uint64_t>(random.below(2));
  const int kind = random.below(20);
  const int strength = random.below(3);
  if (kind < 9 - fences / 2) {
    one.kind = EventKind::read;
    one.tags = strength == 0 ? TagSet{Tag::acquire} : TagSet{Tag::once};
  } else if (kind < 18 - fences) {
    one.kind = EventKind::write;
    one.tags = strength == 0 ? TagSet{Tag::release} : TagSet{Tag::once};
  } else if (kind < 18) {
    const Tag kinds[] = {Tag::mb, Tag::rmb, Tag::wmb};
    one.tags = {fences > kFewFences ? Tag::mb : kinds[strength]};
  } else {
    one.kind = EventKind::choice;
    one.order.full = strength == 0;
    if (strength == 1) one.order.read_tags = {Tag::acquire};
  }
  return one;
}

/// What `one` does, or may be: the same access with another order, or as a read-modify-write.
Operation random_alternative(Random& random, const Operation& one, int locations, int fences) {
  Operation other;
  do {
    other = random_operation(random, locations, fences);
  } while ((one.kind == EventKind::fence) != (other.kind == EventKind::fence) ||
           (one.kind == EventKind::read) != (other.kind == EventKind::read));
  other.location = one.location;
  other.value = one.value;
  return other;
}

void perform(ThreadRun& run, const Operation& one) {
  const std::uint64_t address = address_of(one.location);
  if (one.kind == EventKind::read) run.load(address, one.tags);
  if (one.kind == EventKind::write) run.store(address, one.value, one.tags);
  if (one.kind == EventKind::fence) run.fence(one.tags);
  if (one.kind == EventKind::choice)
    run.read_modify_write(RmwOperation::exchange, address, one.value, one.order);
}

/// One of two lists of operations, by a choice; the first without one.
struct Statement {
  std::array<std::vector<Operation>, 2> either;
  bool is_choice = false;
};
using Code = std::vector<Statement>;

/// A program whose threads forget what they have read and chosen as soon as they have.
Program forgetful(std::string name, const std::vector<Code>& threads) {
  Program program;
  program.name = std::move(name);
  program.locations = {{"x", 0}, {"y", 0}, {"z", 0}, {"v", 0}, {"w", 0}, {"u", 0}};
  for (const Code& code : threads) {
    Thread thread;
    thread.name = std::to_string(program.threads.size());
    for (const Statement& statement : code)
      for (const auto& operations : statement.either)
        for (const Operation& one : operations)
          if (one.kind == EventKind::write || one.kind == EventKind::choice)
            thread.may_write.set(one.location);
    thread.body = [code](ThreadRun& run) {
      for (std::size_t i = 0; i < code.size(); ++i) {
        run.declare_state(kPlaces[i], {});
        for (const Operation& one : code[i].either[code[i].is_choice ? run.choose(2) : 0])
          perform(run, one);
      }
      run.declare_state(kPlaces[code.size()], {});
    };
    program.threads.push_back(thread);
  }
  return program;
}

/// Two or three threads of straight code with choices.
Program random_forgetful(std::uint64_t seed) {
  Random random(seed * 0x2545f4914f6cdd1dU);
  const int locations = 2 + random.below(2);
  const int fences = random.below(2) == 0 ? kFewFences : kManyFences;
  std::vector<Code> threads(2 + static_cast<std::size_t>(random.below(2)));
  for (Code& code : threads) {
    const int count = threads.size() == 2 ? 4 + random.below(3) : 3 + random.below(2);
    for (int i = 0; i < count; ++i) {
      const Operation one = random_operation(random, locations, fences);
      code.push_back({{{{one}, {one}}}, random.below(4) == 0});
      if (code.back().is_choice)
        code.back().either[1][0] = random_alternative(random, one, locations, fences);
    }
  }
  return forgetful("seed " + std::to_string(seed), threads);
}

/// `known` are the last reads of a thread, a digit each: the last `reads` of them and of `value`.
std::uint64_t remembered(std::uint64_t known, std::uint64_t value, int reads) {
  return known % (reads == 1 ? 1 : 100) * 10 + value;
}

/// What each thread read in its last `reads` reads, and what memory holds in the end.
std::string outcome(const ExecutionGraph& graph, int reads) {
  std::string text;
  for (int l = 0; l < graph.locations(); ++l)
    text += std::to_string(graph[graph.co_last(static_cast<LocId>(l))].value);
  for (int t = 0; t < graph.threads(); ++t) {
    std::uint64_t read = 0;
    for (int slot = 0; slot < graph.slots(static_cast<ThreadId>(t)); ++slot) {
      const EventNumber e = graph.at(static_cast<ThreadId>(t), slot);
      if (e != kNoEvent && graph[e].kind == EventKind::read)
        read = remembered(read, graph[e].value, reads);
    }
    text += ' ' + std::to_string(read);
  }
  return text;
}

/// Remembers the last `reads` reads of each thread.
StateObserver last_reads(int reads) {
  return {3, [reads](const PathStep& step, auto words) -> std::uint64_t {
            if (step.kind != PathStep::Kind::performed) return 0;
            const Event& event = step.graph[step.event];
            std::uint64_t& read = words[event.id.thread];
            if (event.kind == EventKind::read) read = remembered(read, event.value, reads);
            return 0;
          }};
}

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
  return {EventKind::read, l, 0, tags, {}};
}
Operation write(LocId l, std::uint64_t value, TagSet tags = {Tag::once}) {
  return {EventKind::write, l, value, tags, {}};
}
Operation exchange(LocId l, std::uint64_t value) {
  return {EventKind::choice, l, value, {}, {}};
}
Operation fence(Tag tag) {
  return {EventKind::fence, 0, 0, {tag}, {}};
}
Statement always(const Operation& one) {
  return {{{{one}, {}}}, false};
}
Statement choice(std::vector<Operation> one, std::vector<Operation> other) {
  return {{{std::move(one), std::move(other)}}, true};
}

/// Two ways to the same state but for one thing that matters later: on one of them some outcome
/// cannot be, and it can on the other.
struct TwoWays {
  Rc11Forgetting forgetting;
  const char* name;
  std::vector<Code> threads;
};

/// Reads of z make states in which a thread waits, and three of them a thread's outcome forget.
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
