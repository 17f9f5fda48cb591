// Monitors give the same answers as properties on every execution: a search that remembers the
// whole past meets each execution once, and property and monitor look at it together.
#include "check/monitor.hpp"

#include <gtest/gtest.h>

#include "check/judge.hpp"
#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kThreads = 5;
constexpr std::size_t kSlots = 256;

/// Remembers, for each access, what it reads from or comes after.
void remember(const PathStep& step, std::span<std::uint64_t> words) {
  if (step.kind != PathStep::Kind::performed) return;
  const Event& event = step.graph[step.event];
  std::uint64_t& word = words[event.id.thread * kSlots + event.id.index];
  if (event.kind == EventKind::choice) {
    word = 1 + event.value;
    return;
  }
  const EventId source = step.graph[event.kind == EventKind::read ? event.rf : event.co_prev].id;
  word = 1 + (std::uint64_t{source.thread} << 16U | source.index);
  if (event.kind != EventKind::write || event.co_next == kNoEvent) return;
  // The write came between two others.
  const EventId next = step.graph[event.co_next].id;
  words[next.thread * kSlots + next.index] =
      1 + (std::uint64_t{event.id.thread} << 16U | event.id.index);
}

/// How often a property and its monitor were asked, and what they said.
struct Answers {
  std::uint64_t complete = 0;
  std::uint64_t violating = 0;  ///< executions that violate some property
  std::uint64_t violated = 0;   ///< answers, over all properties
  std::uint64_t seen = 0;
};

/// Asks both about each complete execution of `run`, and reports the first difference.
Answers compare(const Check& run, const Model& model, const std::string& what) {
  const Subject built = run.build();
  const Monitors monitors(*run.scenario, built);
  const StateObserver observer{monitors.words() + kThreads * kSlots,
                               [&](const PathStep& step, std::span<std::uint64_t> words) {
                                 remember(step, words.subspan(monitors.words()));
                                 return monitors.step(step, words.first(monitors.words()));
                               }};
  Answers answers;
  GatheredViews gathered(built, run.scenario->properties);
  const auto visit = [&](const Execution& end, std::span<const std::uint64_t> words) {
    if (end.ending != Ending::complete) return true;
    ++answers.complete;
    gathered.gather(end.graph, model.dependence());
    bool some_property = false;
    bool some_monitor = false;
    for (std::size_t i = 0; i < monitors.size(); ++i) {
      const bool violated = run.scenario->properties[i]->violated(gathered.of(i)).has_value();
      some_property = some_property || violated;
      some_monitor = some_monitor || monitors.violated(i, end.graph, words);
      if (violated) ++answers.violated;
    }
    EXPECT_EQ(some_monitor, some_property) << what;
    if (some_property) {
      ++answers.violating;
      return !::testing::Test::HasFailure();
    }
    for (std::size_t i = 0; i < monitors.size(); ++i) {
      const Property& property = *run.scenario->properties[i];
      const bool seen = property.seen(gathered.of(i));
      EXPECT_EQ(monitors.seen(i, words), seen) << what << ": " << property.id;
      if (seen) ++answers.seen;
    }
    return !::testing::Test::HasFailure();
  };
  search_states(built.program, model, {}, observer, visit);
  return answers;
}

/// A check, what to change about it one after the other, and the model.
struct MonitorRow {
  const char* model;
  const char* scenario;
  std::vector<const char*> parameters;
  std::vector<const char*> plans;
  std::vector<const char*> defects;
};

const std::vector<MonitorRow> kRows = {
    {"sc",
     "perf-ring",
     {"records=3", "polls=2"},
     {"B=none", "A=none"},
     {"full-to-the-last-byte", "size-of-payload-only", "tail-masked", "tail-before-copy",
      "tail-is-head", "tail-restarts", "lost-not-counted", "copy-does-not-wrap",
      "size-beyond-head-accepted", "wrong-end-of-reservation", "drain-loads-head-again",
      "head-in-two-stores", "space-full-width", "tail-not-modular"}},
    {"x86-tso", "perf-ring", {"records=3", "polls=2"}, {"A=mb", "D=mb"}, {"tail-before-copy"}},
    {"rc11",
     "perf-ring",
     {"records=3", "polls=2"},
     {"B=none", "C=none", "D=none", "A=mb,D=mb"},
     {"tail-before-copy", "tail-restarts", "tail-is-head"}},
    {"rc11", "perf-ring", {"reader=header-twice", "records=2", "polls=2"}, {"B=none"}, {}},
    {"rc11", "perf-ring", {"reader=head-again", "records=2", "polls=2"}, {"C=none"}, {}},
    {"rc11",
     "perf-ring-nested",
     {"records=1", "polls=1", "interrupt-payload=1"},
     {"B=none"},
     {"publish-when-nested", "no-recheck"}},
    {"rc11", "perf-wakeup", {}, {}, {"check-before-registering"}},
    {"sc",
     "perf-ring-full",
     {"records=5", "polls=1"},
     {},
     {"full-to-the-last-byte", "lost-not-counted", "failed-begin-keeps-nest",
      "lost-not-in-space-test", "failed-begin-stores-nest"}},
    {"sc", "perf-ring", {"reader=each", "records=2", "polls=2"}, {}, {}},
    {"sc", "perf-ring", {"reader=header-twice", "records=2", "polls=2"}, {}, {}},
    {"sc", "perf-ring", {"reader=head-again", "records=2", "polls=2"}, {}, {}},
    {"sc",
     "perf-ring-nested",
     {"records=1", "polls=1", "interrupt-payload=1"},
     {},
     {"unnest-before-publish", "recheck-before-unnest", "no-recheck", "publish-when-nested",
      "reservation-not-atomic", "nest-cleared-by-nested", "nest-not-looked-at"}},
    {"x86-tso", "perf-ring-nested", {"records=1", "polls=2", "interrupt-payload=0"}, {}, {}},
    {"sc", "perf-ring-levels", {"levels=2", "polls=1"}, {}, {"failed-begin-keeps-nest"}},
    {"sc", "perf-ring-overrun", {"records=2", "polls=1"}, {}, {"lost-not-exchanged"}},
    {"sc", "perf-wakeup", {"polls=1"}, {}, {"wake-own-event-only", "flag-after-wakeup"}},
    {"sc", "perf-wakeup", {}, {}, {"check-before-registering"}},
    {"sc", "perf-wakeup-full", {}, {}, {}},
    {"sc", "mmap-lifetime", {"observer=none"}, {}, {"set-output-one-mutex"}},
    {"sc", "mmap-close-twice", {}, {}, {}},
    {"sc", "event-oncpu", {}, {}, {"stop-without-rmb"}},
    {"rc11", "event-oncpu", {}, {}, {"stop-without-rmb"}},
    {"sc", "aux-wakeup", {}, {}, {}},
    {"sc",
     "aux-pt-sample",
     {"samples=1"},
     {"pt_B=none"},
     {"pt-sample-trusts-gate", "sampling-not-marked"}},
    {"sc", "aux-pt-sample", {"samples=1", "softer=1", "pmi=0"}, {}, {"sampling-not-marked"}},
    {"x86-tso", "aux-pt-sample", {"samples=1", "pmi=0", "delivery=nothing"}, {}, {}},
    {"sc", "aux-pt-sample-start", {"samples=1"}, {}, {}},
    {"sc", "aux-pt-sample-start", {"samples=1", "noted=after-enable"}, {}, {}},
};

TEST(Monitors, AnswerAsPropertiesDoOnEachExecution) {
  Answers all;
  for (const MonitorRow& row : kRows) {
    const Model model = find_model(row.model);
    std::vector<CheckRow> checks = {{row.scenario, row.parameters}};
    for (const char* plan : row.plans) checks.push_back({row.scenario, row.parameters, plan});
    for (const char* defect : row.defects)
      checks.push_back({row.scenario, row.parameters, "", defect});
    for (const CheckRow& check : checks) {
      const std::string what =
          std::string(check.scenario) + " under " + row.model + " " + check.plan + check.defect;
      const Answers answers = compare(run_of(check), model, what);
      if (::testing::Test::HasFailure()) return;
      EXPECT_GT(answers.complete, 0U) << what;

      all.violating += answers.violating;
      all.seen += answers.seen;
    }
  }
  EXPECT_GT(all.violating, 500U);
  EXPECT_GT(all.seen, 1000U);
}

}  // namespace
}  // namespace ringcheck
