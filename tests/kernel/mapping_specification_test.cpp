// The cases that programs of mappings must reach, and what the specification says about them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/calls/mapping_sides.hpp"
#include "properties/core/try_cases.hpp"
#include "protocol/core/error_number.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = 64;

Call call(MapOp op, std::vector<std::uint64_t> arguments) {
  return {static_cast<unsigned>(op), std::move(arguments), {}};
}
/// pgoff or offset, pages, shared, writable, scarcity.
Call data_ring() {
  return call(MapOp::map, {0, 3, 1, 1, 0});
}
Call aux_area(std::uint64_t scarcity) {
  return call(MapOp::map_aux, {3, 2, 1, 1, scarcity});
}
Call unmap(std::uint64_t mapping) {
  return call(MapOp::unmap, {mapping});
}

struct Row {
  const char* name;
  std::vector<Call> calls;
  bool after_another;  ///< mmap of an AUX area fails after another one was freed
  int last_mmap;       ///< what the last mmap returns
};

TEST(MappingSpecification, KnowsWhereAnAuxAreaFailsAfterAnother) {
  const std::vector<Row> rows = {
      {"the first fails", {data_ring(), aux_area(1)}, false, kNoMemory},
      {"the second fails at its first page",
       {data_ring(), aux_area(0), unmap(1), aux_area(1)},
       true,
       kNoMemory},
      {"the second fails at its second page",
       {data_ring(), aux_area(0), unmap(1), aux_area(2)},
       true,
       kNoMemory},
      {"there are pages enough", {data_ring(), aux_area(0), unmap(1), aux_area(3)}, false, 0},
      {"the first is there still", {data_ring(), aux_area(0), aux_area(1)}, false, 0},
      {"the first was another buffer's",
       {data_ring(), aux_area(0), unmap(1), unmap(0), data_ring(), aux_area(1)},
       false,
       kNoMemory},
  };
  for (const Row& row : rows) {
    MappingSpecification specification({{0, 0}, {}}, kPageBytes);
    Answers answers;
    for (const Call& one : row.calls) specification.run(one, answers);
    EXPECT_EQ(specification.aux_failed_after_another(), row.after_another) << row.name;
    int last = -1;
    for (const Answer& told : answers)
      if (told.what == "mmap") last = static_cast<int>(told.value);
    EXPECT_EQ(last, row.last_mmap) << row.name;
  }
}

/// `make kernel-changes` tries 3,000 programs on each changed text.
TEST(MappingCallShapes, ReachTheSecondAuxAreaOften) {
  const CallShapes shapes = mapping_call_shapes();
  unsigned reached = 0;
  const auto nothing_smaller = [](const CallProgram&) { return std::vector<CallProgram>(); };
  try_cases(call_programs(shapes), 1, 3000, nothing_smaller, [&](const CallProgram& program) {
    MappingSpecification specification(program, kPageBytes);
    CallRunner runner(specification);
    for (const Call& one : program.calls) runner.run(one);
    reached += specification.aux_failed_after_another() ? 1 : 0;
    return false;
  });
  EXPECT_GT(reached, 5U);
}

}  // namespace
}  // namespace ringcheck
