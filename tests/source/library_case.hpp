#pragma once
// A program that holds with a call of a library, and fails without it.

#include <gtest/gtest.h>

#include <string>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {

struct LibraryCase {
  const char* name;
  const char* body;     ///< of the program, with functions f and g that two threads run
  const char* without;  ///< definitions that take the call away
  bool termination = false;
};

inline std::string program(const LibraryCase& c, const char* more) {
  constexpr const char* kHead =
      "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
      "#include <stdlib.h>\n"
      "#include <string.h>\n#include <threads.h>\n";
  constexpr const char* kTwo =
      "int main(void) { pthread_t a, b; init(); pthread_create(&a, 0, f, 0);"
      " pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0); end(); return 0; }\n";
  const std::string body = c.body;
  std::string text = kHead;
  text += more;
  text += body;
  if (body.find(" init(void)") == std::string::npos) text += "void init(void) {}\n";
  if (body.find(" end(void)") == std::string::npos) text += "void end(void) {}\n";
  if (body.find(" main(") == std::string::npos) text += kTwo;
  return text;
}

class LibraryTest : public ::testing::TestWithParam<LibraryCase> {
 protected:
  /// The program holds, and is violated without the call.
  static void expect_that_it_matters() {
    const LibraryCase& c = GetParam();
    CheckOptions options;
    options.termination = c.termination;
    const CheckResult with = check(program(c, ""), "rc11", options);
    EXPECT_EQ(with.verdict, CheckResult::Verdict::holds)
        << (with.error ? with.error->where + ": " + with.error->what : "");
    EXPECT_GT(with.executions, 0U);
    const CheckResult without = check(program(c, c.without), "rc11", options);
    EXPECT_EQ(without.verdict, CheckResult::Verdict::violated);
  }
};

}  // namespace ringcheck::source::tests
