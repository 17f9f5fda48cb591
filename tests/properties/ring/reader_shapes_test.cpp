// Readers that others wrote: which models convict and which acquit them. To see room given back too
// early (I-06) takes a smaller buffer; properties/ring/r_reader.cpp has those.
#include <gtest/gtest.h>

#include "tests/properties/core/checks.hpp"

namespace ringcheck {
namespace {

struct ShapeRow {
  const char* reader;
  const char* model;
  const char* property;  ///< that is violated; empty: all hold
};

TEST(ReaderShapes, AreConvictedUnderTheModelsThatShowThem) {
  const std::vector<ShapeRow> rows = {
      {"volatile", "sc", ""},         {"volatile", "x86-tso", ""},
      {"volatile", "rc11", "I-01"},   {"volatile", "armv8", "I-01"},
      {"volatile", "riscv", "I-01"},  {"volatile", "lkmm", "I-01"},
      {"rmb-mb", "sc", ""},           {"rmb-mb", "armv8", ""},
      {"rmb-mb", "riscv", ""},        {"rmb-mb", "power", ""},
      {"rmb-mb", "lkmm", ""},         {"head-again", "sc", ""},
      {"head-again", "x86-tso", ""},  {"head-again", "armv8", "I-01"},
      {"head-again", "lkmm", "I-01"}, {"early-tail", "sc", "I-14"},
      {"early-tail", "sc", "I-06"},   {"masked-tail", "sc", "I-14"},
      {"header-twice", "sc", ""},     {"header-twice", "armv8", ""},
      {"header-twice", "lkmm", ""}};
  for (const ShapeRow& row : rows) {
    const std::string reader = std::string("reader=") + row.reader;
    const auto result =
        check({"perf-ring", {reader.c_str(), "data=marked", "records=3"}}, row.model);
    SCOPED_TRACE(reader + " " + row.model);
    EXPECT_EQ(judged(result), *row.property == '\0' ? "holds" : "violated");
    if (*row.property != '\0') {
      EXPECT_GT(violations(result, row.property), 0U) << row.property;
    }
  }
}

TEST(ReaderShapes, HeaderStabilityIsJudged) {
  const auto result = check({"perf-ring", {"reader=header-twice"}}, "sc");
  for (const PropertyOutcome& outcome : result.properties)
    if (outcome.property->id == "H-01") {
      EXPECT_GT(outcome.seen, 0U);
    }
}

}  // namespace
}  // namespace ringcheck
