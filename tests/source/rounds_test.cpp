// Threads that loop for ever, though each of their iterations does something.
#include <gtest/gtest.h>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source {
namespace {

using Verdict = CheckResult::Verdict;

constexpr const char* kHead =
    "#include <pthread.h>\n#include <stdatomic.h>\n"
    "void __VERIFIER_loop_bound(int);\n"
    "atomic_int x, y, z;\n";

constexpr const char* kMain =
    "int main(void) { pthread_t s, t;\n"
    "  pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }\n";

CheckResult check(const std::string& text, const std::string& model) {
  CheckOptions options;
  options.termination = true;
  options.subject.unroll = 2;
  return tests::check(kHead + text, model, options);
}

struct Row {
  const char* name;
  std::string text;
  Verdict verdict;
  int line = 0;  ///< of the loop
};

/// Each is bounded at two iterations of a loop.
const Row kRows[] = {
    {"alone, to and fro",
     "int main(void) { __VERIFIER_loop_bound(3); while (x != 2) x = !x; return 0; }\n",
     Verdict::violated, 5},
    {"alone, upwards", "int main(void) { while (x < 4) x++; return 0; }\n", Verdict::bound_reached},
    {"in the end alone",
     std::string("void *f(void *p) { x = 1; return 0; }\nvoid *g(void *p) { return 0; }\n") +
         "int main(void) { pthread_t s; pthread_create(&s, 0, f, 0); pthread_join(s, 0);\n"
         "  __VERIFIER_loop_bound(3); while (x != 2) x = !x; return 0; }\n",
     Verdict::violated, 8},
    {"nobody ends it",
     std::string("void *f(void *p) {\n  while (!z) { x = 1; x = 0; }\n  return 0; }\n"
                 "void *g(void *p) { z = 0; return 0; }\n") +
         kMain,
     Verdict::violated, 6},
    {"nobody ends it, and it changes what is its own",
     std::string("void *f(void *p) {\n  volatile int own;\n"
                 "  while (!z) { own = 1; own = 0; }\n  return 0; }\n"
                 "void *g(void *p) { z = 0; return 0; }\n") +
         kMain,
     Verdict::violated, 7},
    {"another thread ends it, when its turn comes",
     std::string("void *f(void *p) {\n  while (!z) { x = 1; x = 0; }\n  return 0; }\n"
                 "void *g(void *p) { z = 1; return 0; }\n") +
         kMain,
     Verdict::bound_reached},
    {"the other one is a server, whose loop nothing leads out of",
     std::string("void *f(void *p) {\n  while (1) { x = 1; if (z) x = 2; x = 0; }\n  return 0; }\n"
                 "void *g(void *p) { while (!x); return 0; }\n") +
         kMain,
     Verdict::bound_reached},
    {"the same with a function that its loop calls",
     std::string("__attribute__((noinline)) static void show(void) {\n"
                 "  for (int i = 0; i < 2; i++) { x = 1; if (z) x = 2; x = 0; } }\n"
                 "void *f(void *p) { while (1) show(); return 0; }\n"
                 "void *g(void *p) { while (!x); return 0; }\n") +
         kMain,
     Verdict::bound_reached},
    {"it ends, but counts",
     std::string("void *f(void *p) {\n  while (x < 3) x++;\n  return 0; }\n"
                 "void *g(void *p) { return 0; }\n") +
         kMain,
     Verdict::bound_reached},
    {"both give way to each other",
     std::string(
         "void *f(void *p) {\n  for (;;) { x = 1; if (!y) break; x = 0; }\n  return 0; }\n"
         "void *g(void *p) {\n  for (;;) { y = 1; if (!x) break; y = 0; }\n  return 0; }\n") +
         kMain,
     Verdict::violated, 9},
    {"one waits for what comes and goes",
     std::string("void *f(void *p) {\n  while (y != 1) { x = 1; x = 2; }\n  return 0; }\n"
                 "void *g(void *p) { while (x != 2) ; y = 1; return 0; }\n") +
         kMain,
     Verdict::violated, 6},
    {"the first thread ends it between its joins",
     "void *f(void *p) { while (!x) { z = 1; z = 2; } return 0; }\n"
     "void *g(void *p) { return 0; }\n"
     "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
     "  pthread_join(t, 0); x = 1; pthread_join(s, 0); return 0; }\n",
     Verdict::bound_reached},
    {"one waits its turn",
     std::string("void *f(void *p) {\n  while (atomic_exchange(&x, 1)) ;\n  x = 0; return 0; }\n"
                 "void *g(void *p) {\n  while (atomic_exchange(&x, 1)) ;\n  x = 0; return 0; }\n") +
         kMain,
     Verdict::holds},
    {"three undo each other's stores",
     std::string("void *f(void *p) { while (y != 1) { x = 1; x = 0; y = 1; } return 0; }\n") +
         "void *g(void *p) {\n"
         "  while (x == 1 && y != 0 && z != 3) for (int i = 0; i < 4; i++) z = i;\n"
         "  return 0; }\n"
         "void *h(void *p) { while (z == 1) { y = 0; z = 0; } return 0; }\n"
         "int main(void) { pthread_t s, t, u; pthread_create(&s, 0, f, 0);\n"
         "  pthread_create(&t, 0, g, 0); pthread_create(&u, 0, h, 0); return 0; }\n",
     Verdict::violated, 5},
};

TEST(Rounds, AreErrorsWhereNobodyWhoseTurnComesCanEndThem) {
  for (const Row& row : kRows)
    for (const char* model : {"sc", "x86-tso", "rc11", "armv8"}) {
      const CheckResult result = check(row.text, model);
      EXPECT_EQ(result.verdict, row.verdict) << row.name << " under " << model;
      if (!result.error) continue;
      EXPECT_EQ(result.error->kind, ErrorKind::termination) << row.name;
      const std::string line = ":" + std::to_string(row.line) + ":";
      EXPECT_NE(result.error->where.find(line), std::string::npos)
          << row.name << ": " << result.error->where;
    }
}

TEST(Rounds, AreNoErrorsWhereTerminationIsNotAskedFor) {
  for (const Row& row : kRows) {
    CheckOptions options;
    options.subject.unroll = 2;
    EXPECT_NE(tests::check(kHead + row.text, "sc", options).verdict, Verdict::violated) << row.name;
  }
}

TEST(Rounds, AreLookedForWithThreadsThatABoundLeavesOut) {
  const std::string text =
      "void *f(void *p) { while (x != (long)p) if (z) break; x++; return 0; }\n"
      "int main(void) { pthread_t s[3];\n"
      "  for (long i = 0; i < 3; i++) pthread_create(&s[i], 0, f, (void*)i); return 0; }\n";
  CheckOptions options;
  options.subject.unroll = 2;
  const CheckResult expected = tests::check(kHead + text, "sc", options);
  const CheckResult result = check(text, "sc");
  EXPECT_EQ(result.verdict, Verdict::bound_reached);
  EXPECT_EQ(result.executions, expected.executions);
  EXPECT_EQ(result.blocked, expected.blocked);
}

}  // namespace
}  // namespace ringcheck::source
