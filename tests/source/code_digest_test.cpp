// Which places of the code are told apart.
#include "source/code_digest.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ringcheck::source {
namespace {

/// Routine and next instruction of each call, the first one first.
using Calls = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::uint64_t digest_of_calls(const Calls& calls) {
  ThreadState state;
  for (const auto& [routine, next] : calls) {
    Frame& frame = state.frames.emplace_back();
    frame.routine = routine;
    frame.next = next;
  }
  return digest_of_place(state);
}

struct Row {
  const char* name;
  Calls one, other;
  bool same;
};

TEST(DigestOfPlace, IsOfTheCodeAndTheTwoCallsThatLedThere) {
  const Row rows[] = {
      {"one call", {{1, 4}}, {{1, 4}}, true},
      {"another instruction", {{1, 4}}, {{1, 5}}, false},
      {"another function", {{1, 4}}, {{2, 4}}, false},
      {"another caller", {{1, 4}, {3, 1}}, {{2, 4}, {3, 1}}, false},
      {"called elsewhere", {{1, 4}, {2, 2}, {3, 1}}, {{1, 5}, {2, 2}, {3, 1}}, false},
      {"an interrupt that comes elsewhere",
       {{9, 1}, {1, 4}, {2, 2}, {3, 1}},
       {{9, 7}, {1, 4}, {2, 2}, {3, 1}},
       true},
  };
  for (const Row& row : rows)
    EXPECT_EQ(digest_of_calls(row.one) == digest_of_calls(row.other), row.same) << row.name;
}

}  // namespace
}  // namespace ringcheck::source
