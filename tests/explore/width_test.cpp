// Read-modify-writes of values that are narrower than a location.
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/explore/programs.hpp"

namespace ringcheck {
namespace {

struct WidthRow {
  const char* name;
  RmwOperation operation;
  std::uint8_t bits;
  std::uint64_t old, operand, written;
};

/// What a read-modify-write leaves in a location.
std::uint64_t written_by(const WidthRow& row) {
  Program one = program(1, {thread({0}, [&row](ThreadRun& run) {
                          RmwOrder order;
                          order.bits = row.bits;
                          run.read_modify_write(row.operation, address_of(0), row.operand, order);
                        })});
  one.locations[0].initial = row.old;
  std::uint64_t last = 0;
  explore(one, find_model("sc"), {}, [&](const Execution& execution) {
    last = execution.graph[execution.graph.co_last(0)].value;
    return true;
  });
  return last;
}

TEST(ReadModifyWrite, WrapsAtTheWidthOfTheValue) {
  const WidthRow rows[] = {
      {"a byte wraps up", RmwOperation::add, 8, 255, 1, 0},
      {"a byte wraps down", RmwOperation::subtract, 8, 0, 1, 255},
      {"32 bits wrap down", RmwOperation::subtract, 32, 0, 1, 0xffff'ffff},
      {"64 bits wrap down", RmwOperation::subtract, 64, 0, 1, ~std::uint64_t{0}},
      {"the sign of a byte counts", RmwOperation::signed_max, 8, 0xff, 1, 1},
      {"and in the minimum", RmwOperation::signed_min, 8, 0xff, 1, 0xff},
      {"unsigned it is the greater", RmwOperation::unsigned_max, 8, 0xff, 1, 0xff},
      {"the sign of 64 bits", RmwOperation::signed_min, 64, ~std::uint64_t{0}, 1,
       ~std::uint64_t{0}},
  };
  for (const WidthRow& row : rows) EXPECT_EQ(written_by(row), row.written) << row.name;
}

}  // namespace
}  // namespace ringcheck
