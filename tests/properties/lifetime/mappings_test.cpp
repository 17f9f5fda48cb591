// Hunts on mappings and redirected events: nothing without a defect, and what they find with one.
#include <gtest/gtest.h>

#include "properties/lifetime/mappings.hpp"
#include "protocol/lifetime/defects.hpp"

namespace ringcheck {
namespace {

struct HuntRow {
  const char* name;
  HuntFunction hunt;
  const char* property;
  std::uint64_t cases;
};

TEST(Mappings, FindNothingInTheSpecification) {
  const std::vector<HuntRow> rows = {
      {"mappings", mapping_sequences, "I-39", 0},
      {"mappings", mapping_sequences, "I-13", 0},
      {"pages", mapped_pages, "I-39", 12},            // of 6 pages, twice as many
      {"redirected", redirected_events, "I-09", 64},  // 8 events: CPU 0 and 1 with 3 tasks, 2 tasks
      {"redirected AUX", redirected_aux_events, "I-26", 9},  // none, PMU 1, PMU 2, with each
      {"inherited", inherited_events, "I-09", 2},
  };
  for (const HuntRow& row : rows) {
    const Hunted hunted = row.hunt({{}, row.property});
    EXPECT_FALSE(hunted.found) << row.name << "\n" << hunted.shown;
    if (row.cases != 0) {
      EXPECT_EQ(hunted.cases, row.cases) << row.name;
    }
    EXPECT_GT(hunted.cases, 1U);
  }
}

TEST(Mappings, ShowTheShortestCase) {
  const Hunted written = mapping_sequences({defect::kDataPageIsWritable, "I-13"});
  EXPECT_EQ(written.shown,
            "violated: I-13: user space can write to page 1\n"
            "page 0 has the AUX area in 2 pages from page 4 on\n"
            "mmap of 3 pages from page 0 on, shared, writable\n"
            "page 1 of mapping 1 is written to\n");
  const Hunted redirected = redirected_events({defect::kRedirectedAcrossCpus, "I-09"});
  EXPECT_EQ(redirected.shown,
            "an event of any CPU, task 1 writes to the buffer of one of CPU 0, any task\n"
            "one is on CPU 1, the other on CPU 0\n");
}

}  // namespace
}  // namespace ringcheck
