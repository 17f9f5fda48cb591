// Witnesses of programs as litmus tests: the model allows what the test asks for, sc does not, and
// the added barrier forbids it. If there is no such test, the command says why.
#include "cli/programs/program_litmus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "graph/diagnostic.hpp"
#include "litmus/litmus.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

using ringcheck::tests::TemporaryFolder;
using ::testing::HasSubstr;

constexpr const char* kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "#define SET(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)\n"
    "#define GET(x, o) atomic_load_explicit(&x, memory_order_##o)\n";
constexpr const char* kKernelHead =
    "#include <ringcheck/linux.h>\n#include <assert.h>\n#include <pthread.h>\n";
constexpr const char* kTwo =
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0); END return 0; }\n";

struct Row {
  const char* name;
  const char* model;
  const char* text;
  const char* expected;  ///< part of the test, or of the refusal's message
  bool termination = false;
};

source::ProgramReplay replay_of(const Row& row) {
  const TemporaryFolder folder;
  const bool kernel = std::string(row.model) == "lkmm";
  const std::string file =
      folder.file("a.c", std::string(kernel ? kKernelHead : kHead) + row.text + kTwo);
  source::ProgramCheck check{file, {}, row.model, {}};
  check.options.termination = row.termination;
  const auto code =
      std::make_shared<const source::Code>(make_code(compile(check.file, check.compile)));
  const source::CheckResult result = check_program(code, find_model(check.model), check.options);
  if (!result.error) throw std::logic_error("no error");
  return source::replay_program(witness_json(check, result));
}

LitmusObservation answer(const std::string& text, const char* model) {
  return run_litmus(parse_litmus(text, "t"), find_model(model)).observation;
}

constexpr const char* kStoreBuffering =
    "struct { atomic_int x, flag; } q; int a, b;\n"
    "void *f(void *u) { SET(q.x, 1, relaxed); a = GET(q.flag, relaxed); return 0; }\n"
    "void *g(void *u) { SET(q.flag, 1, relaxed); b = GET(q.x, relaxed); return 0; }\n"
    "#define END assert(a || b);\n";
constexpr const char* kMessage =
    "atomic_int data, flag;\n"
    "void *f(void *u) { SET(data, 1, relaxed); SET(flag, 1, relaxed); return 0; }\n"
    "void *g(void *u) { if (GET(flag, acquire)) assert(GET(data, relaxed)); return 0; }\n"
    "#define END\n";
constexpr const char* kBuffered =
    "atomic_int x, y; int a, b;\n"
    "void *f(void *u) { a = GET(x, relaxed); SET(y, 1, relaxed); return 0; }\n"
    "void *g(void *u) { int v = GET(y, relaxed); SET(x, v, relaxed); b = v; return 0; }\n"
    "#define END assert(!(a && b));\n";
constexpr const char* kNodes =
    "struct node { atomic_int value; }; _Atomic(struct node *) list;\n"
    "void *f(void *u) { struct node *n = malloc(sizeof *n); atomic_init(&n->value, 0);\n"
    "  SET(n->value, 1, relaxed); SET(list, n, relaxed); return 0; }\n"
    "void *g(void *u) { struct node *n = GET(list, relaxed); if (n) assert(GET(n->value, "
    "relaxed)); "
    "return 0; }\n"
    "#define END\n";
constexpr const char* kKernelMessage =
    "int data, flag;\n"
    "void *f(void *u) { WRITE_ONCE(data, 1); WRITE_ONCE(flag, 1); return 0; }\n"
    "void *g(void *u) { if (READ_ONCE(flag)) { smp_rmb(); assert(READ_ONCE(data)); } return 0; }\n"
    "#define END\n";
constexpr const char* kRace =
    "int data; atomic_int flag;\n"
    "void *f(void *u) { data = 1; SET(flag, 1, relaxed); return 0; }\n"
    "void *g(void *u) { if (GET(flag, acquire)) data = 2; return 0; }\n"
    "#define END\n";

class ProgramLitmusTest : public ::testing::TestWithParam<Row> {};

TEST_P(ProgramLitmusTest, IsAllowedAndForbiddenWithABarrier) {
  const source::ProgramReplay replay = replay_of(GetParam());
  const litmus::TestPair made = litmus_of(replay, "");
  const std::string allowed = allowed_text(made, replay);
  EXPECT_THAT(allowed, HasSubstr(GetParam().expected));
  EXPECT_NE(answer(allowed, GetParam().model), LitmusObservation::never) << allowed;
  EXPECT_EQ(answer(allowed, "sc"), LitmusObservation::never) << allowed;
  ASSERT_TRUE(made.stronger.has_value()) << allowed;
  const std::string forbidden = forbidden_text(made, replay);
  EXPECT_EQ(answer(forbidden, GetParam().model), LitmusObservation::never) << forbidden;
}

INSTANTIATE_TEST_SUITE_P(
    Each, ProgramLitmusTest,
    ::testing::Values(Row{"StoreBufferingX86", "x86-tso", kStoreBuffering, "movl (q_flag),%eax"},
                      Row{"StoreBufferingC11", "rc11", kStoreBuffering,
                          "r0 = atomic_load_explicit(q_flag, memory_order_relaxed);"},
                      Row{"StoreBufferingArm", "armv8", kStoreBuffering, "0:X3 = q_flag;"},
                      Row{"MessageC11", "rc11", kMessage,
                          "atomic_load_explicit(flag, memory_order_acquire)"},
                      Row{"MessageArm", "armv8", kMessage, "LDAR "},
                      Row{"MessageRiscv", "riscv", kMessage, "fence r,rw"},
                      Row{"MessagePower", "power", kMessage, "isync"},
                      Row{"BufferingWithADataDependency", "armv8", kBuffered, "EOR "},
                      Row{"NodesOfAList", "armv8", kNodes, "list"},
                      Row{"KernelMessage", "lkmm", kKernelMessage, "smp_rmb();"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ProgramLitmus, ShowsARaceThatInterleavingsShow) {
  const source::ProgramReplay replay = replay_of({"", "rc11", kRace, ""});
  const std::string text = allowed_text(litmus_of(replay, "race"), replay);
  EXPECT_THAT(text, HasSubstr("P0(int *data, atomic_int *flag)"));
  EXPECT_THAT(run_litmus(parse_litmus(text, "t"), find_model("rc11")).flags,
              ::testing::Contains("data-race"));
}

class ProgramLitmusRefusalTest : public ::testing::TestWithParam<Row> {};

TEST_P(ProgramLitmusRefusalTest, SaysWhy) {
  const source::ProgramReplay replay = replay_of(GetParam());
  try {
    static_cast<void>(litmus_of(replay, ""));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().expected));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ProgramLitmusRefusalTest,
    ::testing::Values(
        Row{"Interleaved", "armv8",
            "atomic_int x; void *f(void *u) { SET(x, 1, relaxed); return 0; }\n"
            "void *g(void *u) { assert(!GET(x, relaxed)); return 0; }\n"
            "#define END\n",
            "saw an execution that an interleaving shows"},
        Row{"Alone", "armv8",
            "void *f(void *u) { return 0; }\nvoid *g(void *u) { return 0; }\n"
            "__attribute__((constructor)) void h(void) { int *p = malloc(4); free(p); *p = 1; }\n"
            "#define END\n",
            "saw an error that needs no threads"},
        Row{"NeverEnds", "armv8",
            "atomic_int x; void *f(void *u) { while (!GET(x, relaxed)); return 0; }\n"
            "void *g(void *u) { return 0; }\n"
            "#define END\n",
            "saw a wait that never ends", true},
        Row{"NoWordOnPower", "power",
            "atomic_int x, y; int a, b;\n"
            "void *f(void *u) { SET(x, 1, relaxed); a = atomic_exchange_explicit(&y, 1, "
            "memory_order_relaxed); return 0; }\n"
            "void *g(void *u) { b = atomic_exchange_explicit(&y, 2, memory_order_relaxed);\n"
            "  if (b == 1) assert(GET(x, relaxed)); return 0; }\n"
            "#define END\n",
            "saw an exchange, expected what PPC has here"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace ringcheck
