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

/// Per task, inherited, by watermark, watermark, pages of a user and of memory, privilege, may not
/// read, runs.
std::vector<std::uint64_t> setup(std::uint64_t user_pages = 100, std::uint64_t memory_pages = 100,
                                 std::uint64_t privilege = 0, std::uint64_t may_not_read = 0,
                                 std::uint64_t runs = 0) {
  return {0, 0, 0, 0, user_pages, memory_pages, privilege, may_not_read, runs};
}

/// The last answer to `what`; -1000 if there is none.
std::int64_t last_told(const Answers& answers, std::string_view what) {
  std::int64_t last = -1000;
  for (const Answer& told : answers)
    if (told.what == what) last = static_cast<std::int64_t>(told.value);
  return last;
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
    MappingSpecification specification({setup(), {}}, kPageBytes);
    Answers answers;
    for (const Call& one : row.calls) specification.run(one, answers);
    EXPECT_EQ(specification.aux_failed_after_another(), row.after_another) << row.name;
    EXPECT_EQ(last_told(answers, "mmap"), row.last_mmap) << row.name;
  }
}

TEST(MappingSpecification, ChargesWhatIsMapped) {
  const Call by_another = call(MapOp::map, {0, 3, 1, 1, 0, 3});
  const struct {
    const char* name;
    std::vector<std::uint64_t> setup;
    std::vector<Call> calls;
    int mmap;             ///< what the last mmap returns
    std::int64_t locked;  ///< pages that are charged to the second user at the end
    std::int64_t pinned;  ///< ... and to the second address space
  } rows[] = {
      {"the user's pages are enough", setup(2, 0), {by_another}, 0, 3, 0},
      {"one page more than the user's", setup(1, 1), {by_another}, 0, 2, 1},
      {"more than memory may lock", setup(1, 0), {by_another}, kNotPermitted, 0, 0},
      {"nobody is paranoid", setup(1, 0, 1), {by_another}, 0, 2, 1},
      {"who may lock anything", setup(1, 0, 2), {by_another}, 0, 2, 1},
      {"munmap gives back", setup(1, 1), {by_another, unmap(0)}, 0, 0, 0},
      {"what may not be read", setup(2, 2, 0, 1), {by_another}, kAccess, 0, 0},
  };
  for (const auto& row : rows) {
    MappingSpecification specification({row.setup, {}}, kPageBytes);
    Answers answers;
    for (const Call& one : row.calls) specification.run(one, answers);
    EXPECT_EQ(last_told(answers, "mmap"), row.mmap) << row.name;
    EXPECT_EQ(last_told(answers, "user->perf_mlock"), row.locked) << row.name;
    EXPECT_EQ(last_told(answers, "mm->pinned_vm"), row.pinned) << row.name;
  }
}

TEST(MappingSpecification, StopsWhatRunsBeforeItsBufferGoes) {
  MappingSpecification specification({setup(100, 100, 0, 0, 1), {}}, kPageBytes);
  std::vector<std::int64_t> stops;
  for (const Call& one : {data_ring(), aux_area(0), unmap(1), unmap(0)}) {
    Answers answers;
    specification.run(one, answers);
    stops.push_back(0);
    for (const Answer& told : answers)
      if (told.what == "stops") stops.back() += static_cast<std::int64_t>(told.value);
  }
  EXPECT_THAT(stops, ::testing::ElementsAre(1, 1, 2, 3));
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
