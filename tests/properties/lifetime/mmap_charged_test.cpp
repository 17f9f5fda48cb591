// What is charged to a user whose processes map buffers at the same time.
#include <gtest/gtest.h>

#include "tests/properties/core/outcome_rows.hpp"

namespace ringcheck {
namespace {

// See docs/findings.md, F-29.
TEST(MmapCharged, TwoProcessesPassTheSameLimit) {
  expect({{kAll, {"mmap-charged", {}}, "I-113"},
          {kAll, {"mmap-charged", {"mappings=1", "limit=1"}}, "I-113"},
          {kAll, {"mmap-charged", {"pinned=0"}}, "I-113"},
          {kAll, {"mmap-charged", {"mappings=2", "limit=3"}}, "I-113"},
          {kAll, {"mmap-charged", {"mappings=2", "limit=4"}}, "holds"},
          {kAll, {"mmap-charged", {"limit=0"}}, "holds"}});
}

TEST(MmapCharged, AMutexOfTheUserKeepsTheLimit) {
  expect({{kAll, {"mmap-charged", {"charge=under-mutex"}}, "holds"},
          {kAll, {"mmap-charged", {"charge=under-mutex", "pinned=0"}}, "holds"},
          {kAll, {"mmap-charged", {"charge=under-mutex", "mappings=2", "limit=3"}}, "holds"},
          {kAll, {"mmap-charged", {"charge=under-mutex", "mappings=3", "limit=2"}}, "holds"}});
}

}  // namespace
}  // namespace ringcheck
