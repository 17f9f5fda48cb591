// Units as bytes, and made in clang's process.
#include "source/unit_file.hpp"

#include <gtest/gtest.h>

#include "source/compile.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::source {
namespace {

constexpr const char* kProgram =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "struct list { struct list *next; int of[3]; } *_Atomic first;\n"
    "_Thread_local int calls; const char *name = \"name\"; atomic_int x;\n"
    "void *f(void *p) { calls++; switch (atomic_fetch_add(&x, 1)) {\n"
    "  case 0: first = calloc(1, sizeof *first); break;\n"
    "  case 7: return p; default: while (!first) ; }\n"
    "  return (void *)(long)calls; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);\n"
    "  assert(x == 1); return name[0] == 0; }\n";

TEST(UnitFile, IsTheUnitThatTheCommandMakesOfTheBitcode) {
  const ringcheck::tests::TemporaryFolder folder;
  std::string bitcode;
  const Unit made = compile(folder.file("program.c", kProgram), {}, &bitcode);
  const Unit read = compile(folder.file("program.bc", bitcode), {});
  EXPECT_FALSE(made.functions.empty());
  EXPECT_TRUE(bytes_of_unit(made, bitcode) == bytes_of_unit(read, bitcode));
}

TEST(UnitFile, GivesBackWhatItWasMadeFromAndNothingLess) {
  const ringcheck::tests::TemporaryFolder folder;
  std::string bitcode;
  const Unit made = compile(folder.file("program.c", kProgram), {}, &bitcode);
  const std::string bytes = bytes_of_unit(made, bitcode);
  Unit again;
  ASSERT_TRUE(unit_of_bytes(bytes, bitcode, again));
  EXPECT_EQ(bytes_of_unit(again, bitcode), bytes);
  for (std::size_t size = 0; size < bytes.size(); size += 13) {
    Unit part;
    EXPECT_FALSE(unit_of_bytes(bytes.substr(0, size), bitcode, part)) << size;
  }
  Unit other;
  EXPECT_FALSE(unit_of_bytes(bytes + "x", bitcode, other));
  EXPECT_FALSE(unit_of_bytes(bytes, bitcode + "x", other));
}

}  // namespace
}  // namespace ringcheck::source
