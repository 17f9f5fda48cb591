// Checks by several workers, and in parts.
#include "source/resumable_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "explore/estimate.hpp"
#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

using ::testing::HasSubstr;

/// Three threads that add to two counters and read one: many executions. With RIGHT, the assertion
/// holds.
constexpr const char* kCounters =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "struct node { atomic_int x; int plain; };\nstruct node *n; atomic_int y; int seen[3];\n"
    "void *f(void *p) {\n"
    "  for (int i = 0; i < 2; i++) atomic_fetch_add_explicit(&n->x, 1, memory_order_relaxed);\n"
    "  seen[(long)p] = atomic_load_explicit(&n->x, memory_order_relaxed);\n"
    "  atomic_store_explicit(&y, seen[(long)p], memory_order_relaxed);\n"
    "  return 0; }\n"
    "int main(void) {\n"
    "  n = malloc(sizeof *n); n->x = 0;\n"
    "  pthread_t t[3];\n"
    "  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
    "  assert(n->x == 6 && y LIMIT);\n"
    "  return 0; }\n";

std::shared_ptr<const Code> counters(const std::string& limit) {
  std::string text = kCounters;
  return tests::code_of(text.replace(text.find("LIMIT"), 5, limit));
}

/// All that a result says.
nlohmann::ordered_json said(const ResumableProgramCheck& check) {
  nlohmann::ordered_json json = check.to_json();
  json["verdict"] = static_cast<int>(check.result().verdict);
  return json;
}

struct Row {
  const char* limit;  ///< of what is asserted
  const char* model;
};

class ResumableProgram : public ::testing::TestWithParam<Row> {
 protected:
  std::shared_ptr<const Code> code_ = counters(GetParam().limit);
  Model model_ = find_model(GetParam().model);

  nlohmann::ordered_json alone() {
    ResumableProgramCheck check(code_, model_, {});
    check.run({});
    return said(check);
  }
};

TEST_P(ResumableProgram, TheNumberOfWorkersChangesNothing) {
  const nlohmann::ordered_json expected = alone();
  for (const int count : {2, 3}) {
    Workers workers(count);
    ResumableProgramCheck check(code_, model_, {});
    ParallelOptions how;
    how.workers = &workers;
    check.run(how);
    EXPECT_EQ(said(check), expected) << count;
  }
}

TEST_P(ResumableProgram, PartsAreTheWhole) {
  nlohmann::ordered_json known;
  int parts = 0;
  for (bool done = false; !done && parts < 200; ++parts) {
    ResumableProgramCheck check(code_, model_, {});
    if (!known.is_null()) check.resume(known);
    ParallelOptions how;
    how.limits.executions = 40;
    check.run(how);
    known = check.to_json();
    done = check.done();
    EXPECT_EQ(check.result().verdict == CheckResult::Verdict::bound_reached, !done);
    if (done) {
      EXPECT_EQ(said(check), alone());
    }
  }
  if (GetParam().limit[0] == '>') {
    EXPECT_GT(parts, 2);
  }
  EXPECT_LT(parts, 200);
}

// A thread reads at least its own two additions, and the last of them in co order reads 6.
INSTANTIATE_TEST_SUITE_P(Each, ResumableProgram,
                         ::testing::Values(Row{">= 2", "sc"}, Row{">= 2", "rc11"},
                                           Row{"!= 5", "rc11"}, Row{"!= 3", "armv8"}),
                         [](const auto& row) {
                           return std::to_string(row.index) +
                                  (row.param.limit[0] == '>' ? "_holds" : "_violated");
                         });

TEST(ResumableProgramCheck, RefusesWhatIsNotKnownOfTheProgram) {
  const auto code = counters(">= 2");
  const Model model = find_model("rc11");
  ResumableProgramCheck check(code, model, {});
  ParallelOptions how;
  how.limits.executions = 40;
  check.run(how);
  struct Bad {
    const char* field;
    nlohmann::ordered_json value;
    const char* says;
  };
  const Bad rows[] = {
      {"learnt", {"7 words"}, "expected what was learnt"},
      {"rest", "nothing", "checkpoint"},
      {"error", {{"ending", "late"}, {"decisions", nullptr}}, "checkpoint"},
  };
  for (const Bad& row : rows) {
    nlohmann::ordered_json known = check.to_json();
    known[row.field] = row.value;
    ResumableProgramCheck other(code, model, {});
    try {
      other.resume(known);
      ADD_FAILURE() << row.field;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(row.says)) << row.field;
    }
  }
}

/// Threads that hold what they have read while they read again.
constexpr const char* kReaders =
    "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n"
    "void *f(void *p) {\n"
    "  int a = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);\n"
    "  int b = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  int c = atomic_load_explicit(&x, memory_order_relaxed);\n"
    "  atomic_store_explicit(&y, 100 * a + 10 * b + c, memory_order_relaxed);\n"
    "  return 0; }\n"
    "int main(void) {\n"
    "  pthread_t t[3];\n"
    "  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n"
    "  return 0; }\n";

// The size of an exploration is estimated while it goes on, by the same worker.
TEST(ResumableProgram, AnEstimateInBetweenChangesNothing) {
  for (const char* name : {"sc", "x86-tso", "rc11"}) {
    const Model model = find_model(name);
    ResumableProgramCheck check(tests::code_of(kReaders), model, {});
    check.run({});
    const auto executions = [&](bool estimates) {
      std::vector<std::vector<std::uint64_t>> seen;
      explore(check.program(), model, {}, [&](const Execution& execution) {
        if (estimates && seen.size() % 7 == 0)
          estimate_size(check.program(), model, 4, seen.size());
        std::vector<std::uint64_t>& values = seen.emplace_back();
        for (EventNumber e = 0; e < execution.graph.size(); ++e)
          values.push_back(execution.graph[e].value);
        return true;
      });
      return seen;
    };
    EXPECT_EQ(executions(true), executions(false)) << name;
  }
}

}  // namespace
}  // namespace ringcheck::source
