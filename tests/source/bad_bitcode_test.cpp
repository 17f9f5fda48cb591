// Bitcode that is cut off is refused, wherever it is cut.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "graph/diagnostic.hpp"
#include "source/compile.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::source {
namespace {

TEST(Bitcode, ThatIsCutOffIsRefused) {
  const ringcheck::tests::TemporaryFolder folder;
  const std::string source = folder.file(
      "a.c",
      "#include <stdatomic.h>\nstatic int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n"
      "atomic_int x;\nint main(void) { x = f(5); return x; }\n");
  const std::string whole = folder.path("whole.bc");
  const std::string command = "clang-19 -g -c -emit-llvm -o " + whole + " " + source;
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ostringstream text;
  text << std::ifstream(whole, std::ios::binary).rdbuf();
  const std::string bytes = text.str();
  ASSERT_GT(bytes.size(), 1000U);
  EXPECT_NO_THROW(compile(whole, {}));
  for (std::size_t size = 100; size < bytes.size(); size += 100)
    EXPECT_THROW(compile(folder.file("cut.bc", bytes.substr(0, size)), {}), InputError) << size;
}

}  // namespace
}  // namespace ringcheck::source
