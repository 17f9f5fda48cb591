// What the threads of an error's execution are called, and what the error's message names.
#include "source/thread_titles.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

struct TitleCase {
  const char* name;
  const char* file;
  const char* text;
  const char* title;    ///< of thread 1
  const char* message;  ///< of the race
};

/// `text` without the folders of the path in it.
std::string without_folder(std::string text) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string::npos) return text;
  const std::size_t start = text.rfind(' ', slash) + 1;
  return text.erase(start, slash + 1 - start);
}

class TitleTest : public ::testing::TestWithParam<TitleCase> {};

TEST_P(TitleTest, IsWhatTheUserWrote) {
  const CheckResult result = check(GetParam().text, "rc11", {}, GetParam().file);
  ASSERT_TRUE(result.execution.has_value());
  EXPECT_EQ(result.execution->named.threads[1].name, GetParam().title);
  EXPECT_EQ(without_folder(result.error->what), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Each, TitleTest,
    ::testing::Values(
        TitleCase{"c_function", "p.c",
                  "#include <pthread.h>\nstruct request { int id, length; };\n"
                  "static void *work(void *p) { ((struct request *)p)->length = 5; return 0; }\n"
                  "int main(void) { struct request request = {1, 2}; pthread_t a;\n"
                  "  pthread_create(&a, 0, work, &request); request.length = 6; }\n",
                  "work", "a data race on request.length"},
        TitleCase{"block_without_a_variable", "p.c",
                  "#include <pthread.h>\n#include <stdlib.h>\nint *kept[1];\n"
                  "static void *work(void *p) { ((int *)p)[1] = 5; return 0; }\n"
                  "int main(void) { pthread_t a;\n  kept[0] = malloc(8);\n"
                  "  pthread_create(&a, 0, work, kept[0]); kept[0][1] = 6; }\n",
                  "work", "a data race on +4 in the block that is allocated at p.c:6:13"},
        TitleCase{
            "cpp_function", "p.cpp",
            "#include <pthread.h>\nnamespace n { int x; void *go(void *) { x = 1; return 0; } "
            "}\nint main() { pthread_t a; pthread_create(&a, 0, n::go, 0); n::x = 2; }\n",
            "n::go", "a data race on x"},
        TitleCase{"lambda", "p.cpp",
                  "#include <thread>\nint main() { int count = 0;\n"
                  "  std::thread a([&] { count++; });\n  count++; a.join(); }\n",
                  "lambda at p.cpp:3", "a data race on count"},
        TitleCase{"function_of_a_thread", "p.cpp",
                  "#include <thread>\nnamespace n { void add(int *p, int by) { *p += by; } }\n"
                  "int main() { int count = 0; std::thread a(n::add, &count, 2);\n"
                  "  count++; a.join(); }\n",
                  "n::add", "a data race on count"},
        TitleCase{"member_function", "p.cpp",
                  "#include <thread>\nstruct S { int n = 0; void run() { n++; } };\n"
                  "int main() { S s; std::thread a(&S::run, &s); s.n++; a.join(); }\n",
                  "S::run", "a data race on s.n"},
        TitleCase{"template", "p.cpp",
                  "#include <thread>\ntemplate <class T> void go(T *p) { ++*p; }\n"
                  "int main() { int n = 0; std::thread a(go<int>, &n); n++; a.join(); }\n",
                  "go<int>", "a data race on n"},
        TitleCase{"object", "p.cpp",
                  "#include <thread>\nstruct Worker { int *p; void operator()() { ++*p; } };\n"
                  "int main() { int n = 0; std::thread a(Worker{&n}); n++; a.join(); }\n",
                  "Worker", "a data race on n"}),
    [](const auto& row) { return std::string(row.param.name); });

// Neither in the table nor as the error's place.
TEST(PlaceOfUser, IsNoHeaderOfTheSystem) {
  const CheckResult result = check(
      "#include <thread>\n#include <vector>\nstd::vector<int> v;\n"
      "int main() {\n  std::thread a([] {\n    v.push_back(1); });\n"
      "  v.push_back(2);\n  a.join(); }\n",
      "rc11", {}, "p.cpp");
  ASSERT_TRUE(result.execution.has_value());
  EXPECT_EQ(without_folder(result.error->where).substr(0, 8), "p.cpp:7:");
  EXPECT_EQ(without_folder(result.error->other_where).substr(0, 8), "p.cpp:6:");
  for (const std::string& place : result.execution->places)
    EXPECT_EQ(place.find("/usr/"), std::string::npos) << place;
}

}  // namespace
}  // namespace ringcheck::source::tests
