// Witnesses of programs: written, and run again.
#include "source/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "graph/diagnostic.hpp"
#include "tests/files/temporary_folder.hpp"
#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

using ringcheck::tests::TemporaryFolder;
using ::testing::HasSubstr;

struct ReplayCase {
  const char* name;
  const char* model;
  const char* text;
  bool termination = false;
};

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";
constexpr const char* kTwo =
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0); END return 0; }\n";

class ReplayTest : public ::testing::TestWithParam<ReplayCase> {};

ProgramCheck checked(const std::string& file, const ReplayCase& c) {
  ProgramCheck check{file, {}, c.model, {}};
  check.options.termination = c.termination;
  return check;
}

std::string witness_of(const ProgramCheck& check) {
  const auto code = std::make_shared<const Code>(make_code(compile(check.file, check.compile)));
  const CheckResult result = check_program(code, find_model(check.model), check.options);
  if (!result.error) throw std::logic_error("no error");
  return witness_json(check, result);
}

TEST_P(ReplayTest, ComesToTheSameError) {
  const TemporaryFolder folder;
  const std::string file = folder.file("a.c", std::string(kHead) + GetParam().text + kTwo);
  const ProgramCheck check = checked(file, GetParam());
  const std::string text = witness_of(check);
  const ProgramReplay again = replay_program(text);
  EXPECT_TRUE(again.consistent);
  ASSERT_TRUE(again.result.error.has_value());
  EXPECT_EQ(witness_json(again.check, again.result), text);
}

INSTANTIATE_TEST_SUITE_P(
    Each, ReplayTest,
    ::testing::Values(
        ReplayCase{"after_the_threads", "armv8",
                   "#define END assert(a < 2);\natomic_int x, y; int a, b;\n"
                   "void *f(void *p) { b = atomic_load_explicit(&x, memory_order_relaxed);"
                   " atomic_store_explicit(&y, 1, memory_order_relaxed); return 0; }\n"
                   "void *g(void *p) { a = 2 * atomic_load_explicit(&y, memory_order_relaxed);"
                   " atomic_store_explicit(&x, 1, memory_order_relaxed); return 0; }\n"},
        ReplayCase{"in_a_thread", "sc",
                   "#define END\natomic_int x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                   "void *g(void *p) { assert(!x); return 0; }\n"},
        ReplayCase{"through_a_loaded_pointer", "armv8",
                   "#define END assert(x != 1);\natomic_int x, y; _Atomic(atomic_int *) at = &y;\n"
                   "void *f(void *p) { atomic_int *to ="
                   " atomic_load_explicit(&at, memory_order_relaxed);"
                   " atomic_store_explicit(to, 1, memory_order_relaxed); return 0; }\n"
                   "void *g(void *p) { at = &x; return 0; }\n"},
        ReplayCase{"race", "rc11",
                   "#define END\nint x;\nvoid *f(void *p) { x = 1; return 0; }\n"
                   "void *g(void *p) { x = 2; return 0; }\n"},
        ReplayCase{"use_after_free", "sc",
                   "#define END\n_Atomic(int *) x;\n"
                   "void *f(void *p) { int *q = malloc(4); *q = 1; x = q; free(q); return 0; }\n"
                   "void *g(void *p) { int *q = x; if (q) *q = 2; return 0; }\n"},
        ReplayCase{"termination", "sc",
                   "#define END\natomic_int x;\nvoid *f(void *p) { while (!x) ; return 0; }\n"
                   "void *g(void *p) { x = 0; return 0; }\n",
                   true},
        ReplayCase{"without_threads", "sc",
                   "#define END\nvoid *f(void *p) { return 0; }\n#define g f\n"
                   "__attribute__((constructor)) void init(void) { abort(); }\n"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(ReplayOfAChangedProgram, IsRefused) {
  const TemporaryFolder folder;
  const std::string head = std::string(kHead) + "#define END\natomic_int x, y;\n";
  const std::string g = "void *g(void *p) { assert(!x); return 0; }\n";
  const std::string file =
      folder.file("a.c", head + "void *f(void *p) { x = 1; return 0; }\n" + g + kTwo);
  const std::string text = witness_of({file, {}, "sc", {}});
  folder.file("a.c", head + "void *f(void *p) { y = 1; return 0; }\n" + g + kTwo);
  EXPECT_THROW(replay_program(text), InputError);
}

TEST(ReplayOfWhatIsNoWitness, IsRefused) {
  for (const char* text : {"", "{}", "{\"format\": \"ringcheck-program-witness-1\"}"})
    EXPECT_THROW(replay_program(text), InputError) << text;
}

}  // namespace
}  // namespace ringcheck::source::tests
