// Memory that others could access, and that one thread has for itself.
#include "source/kept_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/source/checked_program.hpp"

namespace ringcheck::source::tests {
namespace {

TEST(KeptBytes, AreTheirThreadsUntilTheyAreGivenUp) {
  KeptBytes kept;
  kept.keep(100, 8, 1);
  kept.keep(108, 4, 1);
  kept.keep(116, 4, 2);
  struct Row {
    const char* name;
    std::uint64_t address;
    std::uint32_t bytes;
    std::size_t thread;
    Keeper keeper;
  };
  const Row before[] = {
      {"all of one range", 100, 8, 1, Keeper::itself},
      {"a part of one", 102, 2, 1, Keeper::itself},
      {"parts of two", 104, 8, 1, Keeper::itself},
      {"the end, and more", 108, 8, 1, Keeper::itself_partly},
      {"the beginning, and more", 98, 4, 1, Keeper::itself_partly},
      {"between two", 112, 4, 1, Keeper::nobody},
      {"right before", 96, 4, 1, Keeper::nobody},
      {"another's", 116, 4, 1, Keeper::another},
      {"also another's", 108, 16, 1, Keeper::another},
      {"of this one", 100, 1, 2, Keeper::another},
  };
  for (const Row& row : before)
    EXPECT_EQ(kept.keeper_of(row.address, row.bytes, row.thread), row.keeper) << row.name;

  kept.keep(116, 8, 1);  // not all of it is free
  EXPECT_EQ(kept.keeper_of(120, 4, 1), Keeper::nobody);
  kept.give_up(104, 2);
  const Row after[] = {
      {"given up", 104, 2, 1, Keeper::nobody},  {"before it", 100, 4, 1, Keeper::itself},
      {"after it", 106, 6, 1, Keeper::itself},  {"around it", 103, 4, 1, Keeper::itself_partly},
      {"another's", 116, 4, 2, Keeper::itself},
  };
  for (const Row& row : after)
    EXPECT_EQ(kept.keeper_of(row.address, row.bytes, row.thread), row.keeper) << row.name;
}

/// Thread f, thread g, which claims what is false in some execution, and what main does last.
struct KeptCase {
  const char* name;
  const char* f;
  const char* g;
  const char* rest;
  std::vector<std::string> locations;  ///< those of both threads
};

class KeptMemory : public ::testing::TestWithParam<KeptCase> {};

TEST_P(KeptMemory, IsNoLocation) {
  const KeptCase& c = GetParam();
  const std::string text =
      std::string(
          "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
          "#define ONCE memory_order_relaxed\n"
          "atomic_int x; int a[4], n; atomic_int k; int *block;\n"
          "void *f(void *p) { ") +
      c.f + " return 0; }\nvoid *g(void *p) { " + c.g +
      " return 0; }\nint main(void) { pthread_t s, t; block = calloc(2, sizeof(int));\n"
      "  pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
      "  pthread_join(s, 0); pthread_join(t, 0); " +
      c.rest + " return 0; }\n";
  for (const char* model : {"sc", "x86-tso", "rc11", "armv8", "power", "riscv"}) {
    const CheckResult result = check(text, model);
    ASSERT_EQ(result.verdict, CheckResult::Verdict::violated) << model;
    ASSERT_TRUE(result.execution) << model;
    std::vector<std::string> seen;
    for (const Location& location : result.execution->program.locations)
      if (!location.name.starts_with("start of") && !location.name.starts_with("end of"))
        seen.push_back(location.name);
    EXPECT_THAT(seen, ::testing::UnorderedElementsAreArray(c.locations)) << model;
  }
}

constexpr const char* kClaim = "assert(!x);";

INSTANTIATE_TEST_SUITE_P(
    Each, KeptMemory,
    ::testing::Values(
        KeptCase{"a_global_of_one_thread", "n = 1; n++; x = n;", kClaim, "", {"x"}},
        KeptCase{
            "elements_of_two_threads", "a[0] = 1; x = a[0];", "a[1] = 2; assert(!x);", "", {"x"}},
        KeptCase{"an_element_of_both",
                 "a[0] = 1; a[1] = 1; x = a[1];",
                 "if (x) assert(a[0] != 1);",
                 "",
                 {"x", "a[0]"}},
        KeptCase{"a_part_of_the_heap",
                 "block[0] = 1; x = block[0];",
                 "block[1] = 1; assert(!x);",
                 "",
                 {"x"}},
        KeptCase{"relaxed_accesses",
                 "atomic_store_explicit(&k, 1, ONCE); x = atomic_load_explicit(&k, ONCE);",
                 kClaim,
                 "",
                 {"x"}},
        KeptCase{"an_update", "x = 1 + atomic_fetch_add(&k, 1);", kClaim, "", {"x", "k"}},
        KeptCase{
            "read_by_main_at_the_end", "n = 1; x = 1;", "a[1] = x;", "assert(!n);", {"x", "n"}},
        KeptCase{"stored_as_a_whole_and_read_in_part",
                 "n = 257; x = 1;",
                 "if (x) assert(*(char *)&n != 1);",
                 "",
                 {"x", "n", "n+1"}},
        KeptCase{"a_block_that_goes",
                 "block[0] = 1; x = 1; free(block);",
                 kClaim,
                 "",
                 {"x", "T0.block0"}}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
