// Counting a test by classes of executions gives the answers of exploring them one by one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "litmus/golden.hpp"
#include "litmus/litmus.hpp"
#include "tests/litmus/random_litmus.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

LitmusResult run(const LitmusTest& test, const Model& model, ByClasses by_classes) {
  LitmusOptions options;
  options.executions = by_classes;
  LitmusResult result = run_litmus(test, model, options);
  result.seconds = 0;
  return result;
}

/// Expects the same answer either way. Returns whether classes were counted.
bool expect_same(const LitmusTest& test, const Model& model) {
  const LitmusResult counted = run(test, model, ByClasses::yes);
  const LitmusResult explored = run(test, model, ByClasses::no);
  EXPECT_EQ(to_json(counted), to_json(explored));
  EXPECT_EQ(to_herd_log(counted), to_herd_log(explored));
  EXPECT_EQ(counted.counts.events, explored.counts.events);
  EXPECT_EQ(counted.counts.events_max, explored.counts.events_max);
  for (std::size_t s = 0; s < std::min(counted.states.size(), explored.states.size()); ++s)
    EXPECT_EQ(counted.states[s].executions, explored.states[s].executions);
  return counted.counts.nodes != explored.counts.nodes;
}

/// A thread of a ring: what it does before and after, in a critical section, around a grace period,
/// around a fence, or with nothing.
std::string thread_of_ring(char kind, const std::string& first, const std::string& second) {
  switch (kind) {
    case 'R':
      return "rcu_read_lock(); " + first + " " + second + " rcu_read_unlock();";
    case 'G':
      return first + " synchronize_rcu(); " + second;
    case 'M':
      return first + " smp_mb(); " + second;
    default:
      return first + " " + second;
  }
}

std::string condition_of_ring(std::mt19937_64& random, int threads, bool all) {
  std::string condition;
  std::string locations;
  for (int t = 0; t < threads; ++t) {
    if (!all && random() % 2 == 0) continue;
    condition += fmt::format("{}{}:r1={}", condition.empty() ? "" : " /\\ ", t, random() % 2);
    if (random() % 4 == 0) locations += fmt::format("x{}; ", t);
  }
  if (condition.empty()) condition = "0:r1=1";
  const bool filtered = random() % 5 == 0;
  return fmt::format("{}{}\nexists ({})\n",
                     locations.empty() ? "" : fmt::format("locations [{}]\n", locations),
                     filtered ? "filter (~(1:r1=1))" : "", condition);
}

/// Threads 0 to n - 1 in a ring, each between two locations, in critical sections or around grace
/// periods; now and then one more thread that writes.
std::string random_ring(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const int threads = 2 + static_cast<int>(random() % 4);
  const bool writes_apart = random() % 3 == 0;
  const std::string parameters = [&] {
    std::string text;
    for (int t = 0; t < threads; ++t) text += fmt::format("{}int *x{}", t > 0 ? ", " : "", t);
    return text;
  }();
  std::string text = "C ring\n{}\n";
  for (int t = 0; t < threads; ++t) {
    const int next = (t + 1) % threads;
    const std::string reads = fmt::format("int r1 = READ_ONCE(*x{});", t);
    std::string then = fmt::format("WRITE_ONCE(*x{}, {});", next, 1 + random() % 2);
    if (writes_apart) then = fmt::format("int r2 = READ_ONCE(*x{});", next);
    if (random() % 8 == 0) then = fmt::format("smp_store_release(x{}, 1);", next);
    const bool swapped = random() % 4 == 0;
    const char kind = "RRGGM."[random() % 6];
    text += fmt::format("P{}({}) {{ {} }}\n", t, parameters,
                        thread_of_ring(kind, swapped ? then : reads, swapped ? reads : then));
  }
  if (writes_apart || (threads < 4 && random() % 4 == 0)) {
    text += fmt::format("P{}({}) {{ ", threads, parameters);
    for (int t = 0; t < threads; ++t) text += fmt::format("WRITE_ONCE(*x{}, 3); ", t);
    text += "}\n";
  }
  return text + condition_of_ring(random, threads, random() % 2 == 0);
}

TEST(CountedStates, OfRandomRingsAreThoseOfExploringOneByOne) {
  const Model lkmm = find_model("lkmm");
  int counted = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = random_ring(seed);
    SCOPED_TRACE(text);
    if (expect_same(tests::parse(text), lkmm)) ++counted;
    if (HasFailure()) return;
  }
  EXPECT_GT(counted, 200);
}

TEST(CountedStates, OfRandomTestsAreThoseOfExploringOneByOne) {
  const Model lkmm = find_model("lkmm");
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    expect_same(tests::parse(tests::random_litmus_test(seed)), lkmm);
    if (HasFailure()) return;
  }
}

TEST(CountedStates, OfTheTestsThatShipAreThoseOfExploringOneByOne) {
  int counted = 0;
  for (const auto& file : tests::shipped_tests()) {
    SCOPED_TRACE(file.string());
    const LitmusTest test = tests::parse(read_text(file));
    for (const std::string_view name : model_names()) {
      const Model model = find_model(name);
      try {
        if (expect_same(test, model)) ++counted;
      } catch (const InputError&) {
        continue;  // the model has no meaning for it
      }
    }
  }
  EXPECT_GT(counted, 20);
}

/// `threads` threads in a ring, every other one with a grace period.
std::string large_ring(int threads, const std::string& condition) {
  std::string text = "C large\n{}\n";
  for (int t = 0; t < threads; ++t) {
    const int next = (t + 1) % threads;
    text += fmt::format(
        "P{0}(int *x{0}, int *x{1}) {{ {2} }}\n", t, next,
        thread_of_ring(t % 2 == 0 ? 'G' : 'R', fmt::format("int r1 = READ_ONCE(*x{});", t),
                       fmt::format("WRITE_ONCE(*x{}, 1);", next)));
  }
  return text + condition;
}

struct LargeRow {
  int threads;
  const char* condition;
  std::uint64_t positive;
  std::uint64_t negative;
  std::size_t states;
};

// Of the 2^n ways to read, one is forbidden: that each thread reads what the one before it writes.
// There are as many states as the registers of the condition tell apart.
constexpr LargeRow kLargeRows[] = {
    {10, "exists (0:r1=1)", (1ULL << 9) - 1, 1ULL << 9, 2},
    {24, "exists (0:r1=1 /\\ 7:r1=0)", 1ULL << 22, (1ULL << 24) - 1 - (1ULL << 22), 4},
    {50, "exists (0:r1=1)", (1ULL << 49) - 1, 1ULL << 49, 2},
    {50, "exists (x3=1)", (1ULL << 50) - 1, 0, 1},
    {50, "filter (1:r1=1) exists (0:r1=1)", (1ULL << 48) - 1, 1ULL << 48, 2},
};

TEST(CountedStates, CostWhatTheStatesThatAreAskedForCost) {
  for (const LargeRow& row : kLargeRows) {
    const std::string text = large_ring(row.threads, row.condition);
    SCOPED_TRACE(text);
    const LitmusResult result = run(tests::parse(text), find_model("lkmm"), ByClasses::yes);
    EXPECT_EQ(result.positive, row.positive);
    EXPECT_EQ(result.negative, row.negative);
    EXPECT_EQ(result.states.size(), row.states);
    EXPECT_LE(result.counts.checks, 2U);
  }
}

TEST(CountedStates, EndAtALimit) {
  std::string condition = "exists (0:r1=1";
  for (int t = 1; t < 40; ++t) condition += fmt::format(" /\\ {}:r1=1", t);
  const LitmusTest test = tests::parse(large_ring(40, condition + ")"));
  LitmusOptions options;
  options.limits.seconds = 0.01;
  const LitmusResult result = run_litmus(test, find_model("lkmm"), options);
  EXPECT_TRUE(result.bound_reached());
  EXPECT_EQ(result.counts.complete, result.positive + result.negative);
  options.limits = {};
  options.limits.executions = 100;
  EXPECT_EQ(run_litmus(test, find_model("lkmm"), options).counts.complete, 100U);
}

TEST(CountedStates, ShowNoExecutions) {
  LitmusOptions options;
  int shown = 0;
  options.show = [&](const ShownExecution&) { ++shown; };
  run_litmus(tests::parse(large_ring(4, "exists (0:r1=1)")), find_model("lkmm"), options);
  EXPECT_EQ(shown, 15);
}

}  // namespace
}  // namespace ringcheck
