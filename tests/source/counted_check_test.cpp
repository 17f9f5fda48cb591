// Programs whose executions of equal futures are counted: the results are the same as one by one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "source/resumable_check.hpp"
#include "tests/oracle/random.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

constexpr const char* kAccessesOfC =
    "#include <stdatomic.h>\n"
    "#define R(x, o) atomic_load_explicit(&x, ORDER(o))\n"
    "#define ORDER(o) memory_order_##o\n#define W(x, v, o) atomic_store_explicit(&x, v, ORDER(o))\n"
    "#define A(x, o) atomic_fetch_add_explicit(&x, 1, memory_order_##o)\n"
    "#define F(o) atomic_thread_fence(memory_order_##o)\n"
    "atomic_int x0, x1, flag;\n";

constexpr const char* kAccessesOfLinux =
    "#include <ringcheck/linux.h>\n"
    "#define R_relaxed READ_ONCE\n#define R_acquire(x) smp_load_acquire(&x)\n"
    "#define R_seq_cst READ_ONCE\n#define R(x, o) R_##o(x)\n"
    "#define W_relaxed WRITE_ONCE\n#define W_release(x, v) smp_store_release(&x, v)\n"
    "#define W_seq_cst WRITE_ONCE\n#define W(x, v, o) W_##o(x, v)\n"
    "#define A_relaxed(x) xchg_relaxed(&x, 1)\n#define A_acq_rel(x) xchg(&x, 1)\n"
    "#define A(x, o) A_##o(x)\n#define F(o) smp_mb()\n"
    "int x0, x1, flag;\n";

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n"
    "int d; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";

/// Threads with accesses of every order, plain ones that a flag may guard, locks, loops with and
/// without bounds, and results; and a main function that asserts something about what they leave.
/// With `late`, the first thread makes accesses before it creates the last one, which may not
/// happen.
class Generator {
 public:
  explicit Generator(std::uint64_t seed, bool late = false) : random_(seed), late_(late) {}

  std::string make() {
    const int threads = 2 + random_.below(2);
    std::string text = kHead;
    std::string main = "int main(void) { pthread_t t[3]; void *r[3];";
    if (late_) text += before_last();
    for (int t = 0; t < threads; ++t) {
      text += fmt::format("void *f{}(void *p) {{ int r = {};", t, t);
      const int count = threads == 2 && !late_ ? 5 : 3;
      for (int n = 0; n < count; ++n) text += statement(2);
      text += random_.percent(50) ? " return (void *)(long)r; }\n" : " return 0; }\n";
      if (late_ && t == threads - 1) main += " int b = before_last();";
      main += fmt::format(" pthread_create(&t[{0}], 0, f{0}, 0);", t);
    }
    for (int t = 0; t < threads; ++t) main += fmt::format(" pthread_join(t[{0}], &r[{0}]);", t);
    return text + main + rest() + " return 0; }\n";
  }

 private:
  const char* order(bool loads) {
    if (random_.percent(20)) return "seq_cst";
    return random_.percent(50) ? "relaxed" : loads ? "acquire" : "release";
  }

  std::string statement(int depth) {
    const int x = random_.below(2);
    switch (random_.below(depth > 0 ? 10 : 6)) {
      case 0:
      case 1:
        return fmt::format(" r = R(x{}, {});", x, order(true));
      case 2:
        return fmt::format(" W(x{}, r + {}, {});", x, random_.below(3), order(false));
      case 3:
        return fmt::format(" A(x{}, {});", x, random_.percent(50) ? "relaxed" : "acq_rel");
      case 4:
        return random_.percent(50) ? fmt::format(" d = {}; W(flag, 1, {});", x, order(false))
                                   : fmt::format(" if (R(flag, {})) r += d;", order(true));
      case 5:
        return fmt::format(" F({});", random_.percent(50) ? "seq_cst" : "acq_rel");
      case 6:
        return fmt::format(" if (r == {}) {{{} }}", random_.below(3), statement(depth - 1));
      case 7:
        return fmt::format(" for (int i = 0; i < 2; i++) {{{} }}", statement(depth - 1));
      case 8:
        return fmt::format(" pthread_mutex_lock(&m);{} pthread_mutex_unlock(&m);", statement(0));
      default:
        return fmt::format(" while (R(x{}, acquire) == 0) r++;", x);
    }
  }

  std::string before_last() {
    return "int before_last(void) { int r = 3;" + statement(1) + statement(2) + " return r; }\n";
  }

  std::string rest() {
    switch (random_.below(4)) {
      case 0:
        return fmt::format(" assert(x0 != {} || d != 1);", 1 + random_.below(3));
      case 1:
        return " assert(r[0] != (void *)2 || r[1] != (void *)2);";
      case 2:
        return " int s = 0; for (int i = 0; i < x1; i++) s += i; assert(s < 4);";
      default:
        return "";
    }
  }

  oracle::Random random_;
  bool late_;
};

constexpr std::uint64_t kMostExecutions = 3000;

/// All that a check of `code` says, except what it cost; null: it is too large.
nlohmann::ordered_json said(const std::shared_ptr<const Code>& code, const char* model, bool counts,
                            bool termination, Workers* workers, std::uint64_t& nodes) {
  CheckOptions options;
  options.termination = termination;
  options.counts = counts;
  options.subject.unroll = 3;
  options.subject.symmetry = false;
  ResumableProgramCheck check(code, find_model(model), options);
  ParallelOptions how;
  how.workers = workers;
  how.nodes_before_counting = 0;
  if (!counts) how.limits.executions = kMostExecutions;
  while (const std::optional<Demand> demand = check.explore(how)) check.learn(*demand);
  if (!check.done()) return {};
  nlohmann::ordered_json json = check.to_json();
  const CheckResult result = check.result();
  json["verdict"] = static_cast<int>(result.verdict);
  if (result.error) return {result.error->what, result.error->where, json["error"]};
  const ExploreCounts& all = result.counts;
  for (const std::uint64_t number : {all.complete, all.blocked, all.cut, all.discarded, all.dead,
                                     all.events, static_cast<std::uint64_t>(all.events_max)})
    json["counts"].push_back(number);
  nodes += result.counts.nodes;
  return json;
}

/// How many more nodes exploring one by one took.
std::int64_t expect_equal(const std::string& text, const char* model, Workers& workers,
                          bool termination = false) {
  const auto code = code_of(text);
  std::uint64_t counted = 0;
  std::uint64_t visited = 0;
  std::uint64_t unused = 0;
  const nlohmann::ordered_json expected = said(code, model, false, termination, nullptr, visited);
  if (expected.is_null()) return 0;
  EXPECT_EQ(said(code, model, true, termination, nullptr, counted), expected) << model << "\n"
                                                                              << text;
  EXPECT_EQ(said(code, model, true, termination, &workers, unused), expected) << model << "\n"
                                                                              << text;
  return static_cast<std::int64_t>(visited) - static_cast<std::int64_t>(counted);
}

constexpr const char* kModels[] = {"sc", "x86-tso", "armv8", "riscv", "power", "rc11"};

/// For how many of 60 programs, under each model, counting takes fewer nodes.
int counted_programs(bool late, bool termination = false) {
  Workers workers(3);
  int counted = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string text = Generator(seed, late).make();
    for (const char* model : kModels)
      if (expect_equal(kAccessesOfC + text, model, workers, termination) > 0) ++counted;
    if (expect_equal(kAccessesOfLinux + text, "lkmm", workers, termination) > 0) ++counted;
  }
  return counted;
}

TEST(CountedProgramsSlow, ComeToWhatExploringOneByOneDoes) {
  EXPECT_GT(counted_programs(false), 40);
}

TEST(CountedProgramsSlow, AreTheSameWhereThreadsAreCreatedLate) {
  EXPECT_GT(counted_programs(true), 20);
}

TEST(CountedProgramsSlow, AreTheSameWhereWaitsHaveToEnd) {
  EXPECT_GT(counted_programs(false, true), 20);
}

/// Ways to states that differ only in what is judged at the end; one of them is an error.
struct Past {
  const char* name;
  const char* model;
  const char* text;
};

constexpr const char* kWriters =
    "void *f0(void *p) { int v = d; W(x0, 1, FIRST); W(x0, 2, SECOND); return (void *)(long)v; }\n"
    "void *f1(void *p) { W(x1, 1, relaxed); return 0; }\n"
    "#define WRITERS pthread_t t[3]; void *r; pthread_create(&t[0], 0, f0, 0); "
    "pthread_create(&t[1], 0, f1, 0)\n"
    "#define JOIN pthread_join(t[0], 0); pthread_join(t[1], 0); pthread_join(t[2], &r)\n";

const Past kPasts[] = {
    {"the first thread's own values", "sc",
     "void *f2(void *p) { if (R(x0, relaxed) == 2) R(x1, relaxed); return 0; }\n"
     "int main(void) { WRITERS; pthread_create(&t[2], 0, f2, 0); int a = R(x0, relaxed);"
     " int b = R(x0, relaxed); JOIN; assert(a != VALUE || b != 2); return 0; }\n"},
    {"what a thread returns", "sc",
     "void *f2(void *p) { int a = R(x0, relaxed); R(x0, relaxed); return (void *)(long)a; }\n"
     "int main(void) { WRITERS; pthread_create(&t[2], 0, f2, 0);"
     " if (R(x0, relaxed) == 2) R(x1, relaxed);"
     " JOIN; assert(r != (void *)VALUE); return 0; }\n"},
    {"what a thread has in its past", "rc11",
     "void *f2(void *p) { if (R(x0, acquire) == 0 || R(x0, relaxed) != 2) return 0;"
     " R(x1, relaxed); d = 2; return 0; }\n"
     "int main(void) { WRITERS; pthread_create(&t[2], 0, f2, 0); JOIN; return 0; }\n"},
};

TEST(CountedPrograms, TellStatesApartByWhatIsJudgedAtTheEnd) {
  Workers workers(3);
  for (const Past& row : kPasts)
    for (const int value : {0, 1, 2}) {
      SCOPED_TRACE(fmt::format("{}, {}", row.name, value));
      const std::string parameters =
          fmt::format("#define VALUE {}\n#define FIRST {}\n#define SECOND {}\n", value,
                      value == 1 ? "release" : "relaxed", value == 2 ? "release" : "relaxed");
      expect_equal(parameters + kAccessesOfC + kHead + kWriters + row.text, row.model, workers);
    }
}

}  // namespace
}  // namespace ringcheck::source::tests
