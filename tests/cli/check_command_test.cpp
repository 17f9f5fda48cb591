// `ringcheck check` as a command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::TemporaryFolder;

constexpr const char* kStoreBuffering =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int x, y;\nint a, b;\n"
    "void *f(void *p) { atomic_store_explicit(&x, 1, ORDER); a = atomic_load_explicit(&y, ORDER);"
    " return 0; }\n"
    "void *g(void *p) { atomic_store_explicit(&y, 1, ORDER); b = atomic_load_explicit(&x, ORDER);"
    " return 0; }\n"
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
    "  pthread_join(s, 0); pthread_join(t, 0);\n"
    "  assert(a + b > 0);\n"
    "  return 0; }\n";

int status_of(ExitStatus status) {
  return static_cast<int>(status);
}

TEST(CheckCommand, GivesARowAModel) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Ended ended = tests::ringcheck({"check", "--json", "-", "--model", "sc", "--model",
                                        "x86-tso", file, "--", "-DORDER=memory_order_relaxed"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::violated)) << ended.err;
  const auto rows = nlohmann::json::parse(ended.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["verdict"], "holds");
  EXPECT_EQ(rows[0]["executions"], 3);
  EXPECT_EQ(rows[1]["verdict"], "violated");
  EXPECT_EQ(rows[1]["kind"], "assertion");
  EXPECT_THAT(rows[1]["where"].get<std::string>(), HasSubstr("sb.c:10:3"));
}

TEST(CheckCommand, HandsOnTheCompilersArguments) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const Ended ended =
      tests::ringcheck({"check", "--model", "rc11", file, "--", "-DORDER=memory_order_seq_cst"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::holds)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("rc11: holds; 3 executions"));
}

TEST(CheckCommand, NamesFilesAsItsArgumentsDo) {
  const Ended ended = tests::ringcheck(
      {"check", "--model", "armv8", "examples/message.c", "--", "-DORDER=memory_order_relaxed"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("\n  examples/message.c:21:63: assertion: "));
}

TEST(CheckCommand, WritesAWitnessThatIsRunAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string witness = folder.path("witness.json");
  const Ended ended = tests::ringcheck({"check", "--model", "x86-tso", file, "--witness", witness,
                                        "--", "-DORDER=memory_order_relaxed"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("W[once] x = 1  (sb.c:6)"));
  EXPECT_THAT(ended.out, HasSubstr("x86-tso does not keep"));
  const Ended again = tests::ringcheck({"replay", witness});
  EXPECT_EQ(again.status, status_of(ExitStatus::violated)) << again.err;
  EXPECT_EQ(again.out, ended.out);
}

TEST(CheckCommand, ShowsOrdersInTheWordsOfC) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "mp.c",
      "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z;\n"
      "#define O(o) memory_order_##o\n"
      "void *f(void *p) { x = 1; atomic_thread_fence(O(release));\n"
      "  atomic_store_explicit(&y, 1, O(relaxed)); return 0; }\n"
      "void *g(void *p) { if (atomic_load_explicit(&y, O(relaxed)) == 0) return 0;\n"
      "  atomic_thread_fence(O(acquire)); atomic_thread_fence(O(acq_rel));\n"
      "  atomic_thread_fence(O(seq_cst)); atomic_fetch_add_explicit(&z, 1, O(acquire));\n"
      "  assert(x == 0); return 0; }\n"
      "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0);\n"
      "  pthread_create(&b, 0, g, 0); z++; pthread_join(a, 0); pthread_join(b, 0); }\n");
  const std::string out = tests::ringcheck({"check", "--model", "rc11", file}).out;
  for (const char* words : {"W[sc] x = 1  (mp.c:6)", "fence release  (mp.c:6)", "W[rlx] y = 1",
                            "R[rlx] y = 1", "fence acquire", "fence acq_rel",
                            "fence seq_cst  (mp.c:10)", "R[acq rmw] z", "R[sc] x = 1"})
    EXPECT_THAT(out, HasSubstr(words));
  const std::string machine = tests::ringcheck({"check", "--model", "armv8", file}).out;
  EXPECT_THAT(machine, HasSubstr("F mb  (mp.c:6, fence release)"));
  EXPECT_THAT(machine, HasSubstr("F mb  (mp.c:10, fence seq_cst)"));
}

TEST(CheckCommand, ShowsAtomicsOfCppByTheirNamesAndTheUsersLines) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.cpp",
                                       "#include <atomic>\n#include <cassert>\n#include <thread>\n"
                                       "std::atomic<int> x, y; std::atomic<int*> p; int a, b;\n"
                                       "int main() { std::thread t([] {\n"
                                       "    x.store(1, std::memory_order_relaxed);\n"
                                       "    p = &a; a = y; });\n"
                                       "  y = 1;\n  b = x; int* q = p;\n"
                                       "  t.join(); assert(a != 0 || b != 0); (void)q; }\n");
  const std::string out = tests::ringcheck({"check", "--model", "rc11", file}).out;
  for (const char* words : {"W[rlx] x = 1  (sb.cpp:6)", "W[sc] p = &a  (sb.cpp:7)",
                            "W[sc] y = 1  (sb.cpp:8)", "R[sc] x = 0", "start of T1 = &T1.state"})
    EXPECT_THAT(out, HasSubstr(words));
  EXPECT_THAT(out, ::testing::Not(HasSubstr("T1.state=")));
}

TEST(CheckCommand, ShowsBothHalvesOfACountedPointer) {
  const TemporaryFolder folder;
  const std::string file =
      folder.file("top.cpp",
                  "#include <atomic>\n#include <cassert>\n#include <thread>\n"
                  "struct Node { Node* next; int value; };\n"
                  "struct alignas(16) Top { Node* node; unsigned long count; };\n"
                  "std::atomic<Top> top;\nNode nodes[2];\n"
                  "int main() {\n  std::thread t([] { top = Top{&nodes[1], 7}; });\n"
                  "  Top seen = top;\n  t.join();\n  assert(seen.count == 0);\n}\n");
  const std::string out = tests::ringcheck({"check", "--model", "rc11", file}).out;
  for (const char* words : {"W[sc] top = {&nodes[1], 7}  (top.cpp:9)", "R[sc] top = {&nodes[1], 7}",
                            "memory at the end: top={&nodes[1], 7}"})
    EXPECT_THAT(out, HasSubstr(words));
  const std::string alone =
      folder.file("alone.cpp",
                  "#include <atomic>\n#include <cassert>\nstruct alignas(16) Top { int* at; "
                  "unsigned long n; };\n"
                  "std::atomic<Top> top;\nint x;\n"
                  "int main() {\n  top = Top{&x, 7};\n  assert(top.load().n == 6);\n}\n");
  EXPECT_THAT(tests::ringcheck({"check", "--model", "sc", alone}).out,
              HasSubstr("top = {&x, 7} (alone.cpp:8)"));
}

TEST(CheckCommand, TellsWhatLedToAnErrorOfOneThread) {
  const TemporaryFolder folder;
  const std::string early =
      folder.file("early.c",
                  "#include <assert.h>\nstruct q { int head, tail; } q = {3, 5};\n"
                  "int main(void) {\n  assert(q.tail - q.head == 1);\n}\n");
  EXPECT_THAT(
      tests::ringcheck({"check", "--model", "sc", early}).out,
      HasSubstr("    assert(q.tail - q.head == 1);\n"
                "  the last reads before: q.tail = 5 (early.c:4), q.head = 3 (early.c:4)\n"));
  const std::string late =
      folder.file("late.c",
                  "#include <assert.h>\n#include <pthread.h>\nint n;\n"
                  "void *f(void *p) { n = 2; return 0; }\n"
                  "int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0);\n"
                  "  assert(n == 1);\n}\n");
  EXPECT_THAT(tests::ringcheck({"check", "--model", "sc", late}).out,
              HasSubstr("    assert(n == 1);\n  the last reads before: n = 2 (late.c:6)\n"));
}

/// What `explain` makes of the witness.
TEST(CheckCommand, DrawsTheFirstError) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const auto path = [&](const char* name) { return folder.path(name); };
  const Ended ended = tests::ringcheck(
      {"check", "--model", "x86-tso", file, "--witness", path("w.json"), "--dot", path("w.dot"),
       "--svg", path("w.svg"), "--html", path("w.html"), "--", "-DORDER=memory_order_relaxed"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(tests::text_of(path("w.dot")), HasSubstr("(sb.c:6)"));
  EXPECT_THAT(tests::text_of(path("w.svg")), HasSubstr("</svg>"));
  EXPECT_THAT(tests::text_of(path("w.html")), HasSubstr("under x86-tso: assertion"));
  ASSERT_EQ(tests::ringcheck({"explain", path("w.json"), "--html", path("again.html"), "--dot",
                              path("again.dot")})
                .status,
            0);
  EXPECT_EQ(tests::text_of(path("again.html")), tests::text_of(path("w.html")));
  EXPECT_EQ(tests::text_of(path("again.dot")), tests::text_of(path("w.dot")));
}

TEST(CheckCommand, SaysWhyItDrawsNothing) {
  const TemporaryFolder folder;
  const std::string page = folder.path("page.html");
  const std::string right = folder.file("right.c", "int main(void) { return 0; }\n");
  EXPECT_THAT(tests::ringcheck({"check", "--model", "sc", right, "--html", page}).out,
              HasSubstr("no error, so no witness and no picture is written"));
  EXPECT_EQ(tests::text_of(page), "");
  const std::string alone =
      folder.file("alone.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
  EXPECT_EQ(tests::ringcheck({"check", "--model", "sc", alone, "--html", page}).status,
            status_of(ExitStatus::violated));
}

TEST(CheckCommand, WritesFilesForCi) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string junit = folder.path("junit.xml");
  const std::string sarif = folder.path("r.sarif");
  const Ended ended =
      tests::ringcheck({"check", "--model", "sc,x86-tso", file, "--junit", junit, "--sarif", sarif,
                        "--no-times", "--quiet", "--", "-DORDER=memory_order_relaxed"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("x86-tso: violated"));
  EXPECT_THAT(ended.out, ::testing::Not(HasSubstr("under sc")));
  const std::string xml = tests::text_of(junit);
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("name=\"x86-tso\" time=\"0.000\">\n    <failure type=\"assertion\""));
  const auto results = nlohmann::json::parse(tests::text_of(sarif)).at("runs").at(0).at("results");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].at("ruleId"), "assertion");
  const auto& place = results[0].at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), file);
  EXPECT_EQ(place.at("region").at("startLine"), 10);
  EXPECT_EQ(place.at("region").at("startColumn"), 3);
}

/// A check that a limit ended is an error of the run, not a failure of the program.
TEST(CheckCommand, TellsCiWhatIsUndecided) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string junit = folder.path("junit.xml");
  const Ended ended = tests::ringcheck({"check", "--model", "sc", file, "--limit-executions", "1",
                                        "--junit", junit, "--", "-DORDER=memory_order_seq_cst"});
  EXPECT_EQ(ended.status, status_of(ExitStatus::bound_reached)) << ended.err;
  EXPECT_THAT(tests::text_of(junit), HasSubstr("<error type=\"bound reached\""));
}

/// The witness of a row is what --witness writes.
TEST(CheckCommand, RowsHaveTheWitness) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sb.c", kStoreBuffering);
  const std::string witness = folder.path("witness.json");
  const Ended ended =
      tests::ringcheck({"check", "--model", "sc,x86-tso", file, "--json=-", "--witness", witness,
                        "--", "-DORDER=memory_order_relaxed"});
  const auto rows = nlohmann::json::parse(ended.out);
  EXPECT_TRUE(rows.at(0).at("witness").is_null());
  EXPECT_EQ(rows.at(1).at("witness"), nlohmann::json::parse(tests::text_of(witness)));
}

TEST(CheckCommand, ShowsTheCompilersWords) {
  const TemporaryFolder folder;
  const std::string file = folder.file("bad.c", "int main(void) { return x; }\n");
  const Ended ended = tests::ringcheck({"check", file});
  EXPECT_EQ(ended.status, status_of(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr("bad.c: does not compile"));
  EXPECT_THAT(ended.err, HasSubstr("use of undeclared identifier 'x'"));
}

TEST(CheckCommand, RefusesArgumentsThatSayWhatIsWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.file("a.c", "int main(void) { return 0; }\n");
  for (const char* word : {"-o", "-ofile", "-E", "-S", "-c"}) {
    const Ended ended = tests::ringcheck({"check", file, "--", word});
    EXPECT_EQ(ended.status, status_of(ExitStatus::bad_input)) << word;
    EXPECT_THAT(ended.err, HasSubstr(std::string("saw ") + word + " among")) << word;
  }
}

// Every element of the array is learnt by itself, and everything starts again.
TEST(CheckCommand, EndsInTimeWhileItLearnsOfPlaces) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "a.c",
      "#include <pthread.h>\n#include <stdatomic.h>\natomic_int a[9000];\n"
      "void *t(void *p) { for (int i = 0; i < 9000; i++) a[i]++; return 0; }\n"
      "int main(void) { pthread_t s; pthread_create(&s, 0, t, 0); pthread_join(s, 0); }\n");
  const Ended ended = tests::ringcheck({"check", "--model", "sc", "--time", "0.5", file});
  EXPECT_EQ(ended.status, status_of(ExitStatus::bound_reached));
  EXPECT_THAT(ended.out, HasSubstr("bound reached: the limit of time"));
}

struct BadCase {
  const char* name;
  const char* file;
  const char* text;
  const char* complaint;
};

class BadProgram : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadProgram, IsRefusedByName) {
  const TemporaryFolder folder;
  const std::string file = folder.file(GetParam().file, GetParam().text);
  const Ended ended = tests::ringcheck({"check", "--model", "sc", file});
  EXPECT_EQ(ended.status, status_of(ExitStatus::bad_input)) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr(GetParam().complaint));
  EXPECT_EQ(ended.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadProgram,
    ::testing::Values(BadCase{"other_ending", "a.rs", "", "saw a file of another kind"},
                      BadCase{"no_main", "a.c", "int f(void) { return 0; }\n", "no function main"},
                      BadCase{"empty", "a.c", "", "a.c: saw no function main"},
                      BadCase{"declared_only", "a.c",
                              "extern int x; int main(void) { return x; }\n",
                              "a.c:1:39: saw an access to x, which is declared but"},
                      BadCase{"loop_that_runs_on", "a.c",
                              "#include <pthread.h>\n#include <stdatomic.h>\natomic_int f; int n;\n"
                              "void *t(void *p) { while (!f) n++; return 0; }\n"
                              "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); f = 1;\n"
                              "  pthread_join(a, 0); return 0; }\n",
                              "a.c:4:28: the code runs on and on in this loop"},
                      BadCase{"no_ir", "a.ll", "nothing\n", "a.ll"},
                      BadCase{"no_bitcode", "a.bc", "BC nothing\n", "a.bc"},
                      BadCase{"unknown_function", "a.c",
                              "int f(int); int main(void) {\n  return f(1); }\n", "a.c:2:10: saw"},
                      BadCase{"unknown_assembly", "a.c",
                              "int main(void) {\n  __asm__(\"cpuid\"); return 0; }\n",
                              "a.c:2:3: saw"},
                      BadCase{"longjmp", "a.c",
                              "#include <setjmp.h>\njmp_buf b; int main(void) {\n"
                              "  longjmp(b, 1); }\n",
                              "a.c:3:3: saw a call of longjmp"},
                      BadCase{"format", "a.c",
                              "#include <stdio.h>\nint main(void) { char b[9];\n"
                              "  return snprintf(b, 9, \"%p\", b); }\n",
                              "a.c:3:10: saw a format with the number of a pointer"},
                      BadCase{"system_call", "a.c",
                              "#include <unistd.h>\n#include <sys/syscall.h>\n"
                              "int main(void) {\n  return syscall(SYS_getuid); }\n",
                              "a.c:4:10: saw a call of syscall other than futex and gettid"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(CheckCommand, RefusesExceptionsOfTheLibraryThatMayBeCaught) {
  const TemporaryFolder folder;
  const std::string caught =
      folder.file("caught.cpp",
                  "#include <vector>\nint main() { std::vector<int> v; try { return v.at(1); } "
                  "catch (...) { return 0; } }");
  const Ended ended = tests::ringcheck({"check", caught, "--model", "sc"});
  EXPECT_EQ(ended.status, 2) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("caught.cpp:2:"));
  EXPECT_THAT(ended.err,
              HasSubstr("an exception of the C++ library in a program that catches some"));
  const std::string thrown = folder.file("thrown.cpp", "int main() { throw 5; }");
  EXPECT_EQ(tests::ringcheck({"check", thrown, "--model", "sc"}).status, 1);
}

}  // namespace
}  // namespace ringcheck
