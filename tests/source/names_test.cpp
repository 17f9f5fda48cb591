#include "source/names.hpp"

#include <gtest/gtest.h>

namespace ringcheck::source {
namespace {

// struct node { int key; struct { long at; char bytes[8]; } slots[3]; };
Unit unit() {
  Unit unit;
  const Type integer{Type::Kind::scalar, "", 4, 0, {}};
  const Type number{Type::Kind::scalar, "", 8, 0, {}};
  const Type character{Type::Kind::scalar, "", 1, 0, {}};
  const Type bytes{Type::Kind::array, "", 8, 2, {}};
  const Type slot{Type::Kind::structure, "", 16, 0, {{"at", 0, 1}, {"bytes", 8, 3}}};
  const Type slots{Type::Kind::array, "", 48, 4, {}};
  const Type node{Type::Kind::structure, "node", 56, 0, {{"key", 0, 0}, {"slots", 8, 5}}};
  // std::atomic<Pair>, and std::atomic<int> with its base.
  const Type atomic{Type::Kind::structure, "atomic<Pair>", 16, 0, {{"_M_i", 0, 4}}};
  const Type base{Type::Kind::structure, "__atomic_base<int>", 4, 0, {{"_M_i", 0, 0}}};
  const Type counter{Type::Kind::structure, "atomic<int>", 4, 0, {{"", 0, 8}}};
  unit.types = {integer, number, character, bytes, slot, slots, node, atomic, base, counter};
  return unit;
}

struct NameCase {
  std::uint32_t type;
  std::uint64_t offset;
  const char* path;
};

TEST(Names, FollowTypes) {
  const NameCase cases[] = {{6, 0, ".key"},
                            {6, 8, ".slots[0].at"},
                            {6, 40, ".slots[2].at"},
                            {6, 51, ".slots[2].bytes[3]"},
                            {6, 4, "+4"},
                            {7, 0, ".at"},
                            {9, 0, ""},
                            {0, 0, ""},
                            {0, 2, "+2"},
                            {kNoType, 12, "+12"}};
  for (const NameCase& c : cases) EXPECT_EQ(path_in_type(unit(), c.type, c.offset), c.path);
}

TEST(Names, TellStructuresThatAreTakenAsAWhole) {
  struct Case {
    std::uint64_t offset;
    std::uint32_t bytes;
    const char* path;
  };
  const Case cases[] = {{8, 8, ".slots[0].at"},
                        {8, 16, ".slots[0]"},
                        {24, 16, ".slots[1]"},
                        {24, 0, ".slots[1]"},
                        {32, 0, ".slots[1].bytes[0]"},
                        {40, 1, ".slots[2].at"},
                        {0, 16, ""},
                        {0, 0, ""}};
  for (const Case& c : cases)
    EXPECT_EQ(path_in_type(unit(), 6, c.offset, c.bytes), c.path) << c.offset << ", " << c.bytes;
}

TEST(Names, TellWhoseMemoryItIs) {
  Code code;
  code.unit = unit();
  Global queue;
  queue.name = "queue";
  queue.slot = 3;
  queue.size = 56;
  queue.type = 6;
  code.unit.globals = {queue};
  EXPECT_EQ(name_of_memory(code, code.addresses.global(3) + 24), "queue.slots[1].at");
  EXPECT_EQ(name_of_memory(code, code.addresses.heap(2, 5) + 8), "T2.block5+8");
  EXPECT_EQ(name_of_memory(code, code.addresses.stack(1, 0)), "T1.local0");
}

}  // namespace
}  // namespace ringcheck::source
