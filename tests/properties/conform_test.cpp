// Sets of recorded answers: rows worked out by hand that agree, the same with one value changed,
// and rows that cannot be used. All recorded rows agree, where they are beside the checkout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/properties/conform_rows.hpp"

namespace ringcheck {
namespace {

using testing::ConformRow;
using testing::with;

// 4 pages of 256 bytes, no watermark asked for: half of 1024. An AUX area of 5 pages: half of it
// are 640 bytes, which 4 pages hold (order 2); 4 + 1 pages.
const std::string kAlloc =
    R"({"q":1,"page_size":256,"nr_pages":4,"wm_arg":0,"writable":1,"watermark":512,"overwrite":0,)"
    R"("paused":0,"aux":{"nr_pages":5,"wm_arg":0,"writable":1,"has_setup":1,"setup_ok":1,)"
    R"("no_sg":0,"fail_order":99,"pgoff":5,"ret":0,"aux_nr_pages":5,"aux_overwrite":0,)"
    R"("aux_watermark":640,"aux_pgoff":5,"chunks":[2,0]}})";

class ConformRows : public ::testing::TestWithParam<ConformRow> {};

TEST_P(ConformRows, ComeToWhatTheTableSays) {
  EXPECT_THAT(testing::outcome_of(GetParam()), ::testing::StartsWith(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    RbAlloc, ConformRows,
    ::testing::Values(
        ConformRow{"agrees", "rb_alloc", kAlloc, "agrees"},
        ConformRow{"watermark", "rb_alloc", with(kAlloc, "512", "513"), "0 watermark: 513, 512"},
        ConformRow{"pieces", "rb_alloc", with(kAlloc, "[2,0]", "[1,1,0]"),
                   "0 aux.chunks: [1,1,0], [2,0]"},
        ConformRow{"unknown_field", "rb_alloc", with(kAlloc, "\"q\":1", "\"q\":1,\"colour\":2"),
                   "FILE:7:1: row: unknown field \"colour\", expected q, page_size"},
        ConformRow{"field_missing", "rb_alloc", with(kAlloc, "\"writable\":1,", ""),
                   "FILE:7:1: row: no field \"writable\""},
        ConformRow{"field_twice", "rb_alloc", with(kAlloc, "\"q\":1", "\"q\":1,\"q\":1"),
                   "FILE:7:1: field \"q\" twice, expected once"},
        ConformRow{"wrong_type", "rb_alloc", with(kAlloc, "512", "\"512\""),
                   "FILE:7:1: field \"watermark\" of row: saw \"512\", expected a whole number"},
        ConformRow{"no_power_of_two", "rb_alloc", with(kAlloc, "256", "255"),
                   "FILE:7:1: field \"page_size\" of row: saw 255, expected a power of two"},
        ConformRow{"contradicts_itself", "rb_alloc", with(kAlloc, "\"ret\":0", "\"ret\":-12"),
                   "FILE:7:1: field \"aux_overwrite\" of field \"aux\" of row: expected exactly"},
        ConformRow{"torn", "rb_alloc", kAlloc.substr(0, 100), "FILE:7:101: line is not whole JSON"},
        ConformRow{"empty", "rb_alloc", "", "FILE:7:1: empty line, expected a JSON object"},
        ConformRow{"too_deep", "rb_alloc", std::string(100'000, '['), "FILE:7:1: nested too deep"},
        ConformRow{"no_object", "rb_alloc", "[]", "FILE:7:1: row: saw [], expected an object"}),
    [](const auto& row) { return row.param.name; });

TEST(Conform, EveryRecordedRowAgrees) {
  const auto folder =
      std::filesystem::path(RINGCHECK_SOURCE_DIR).parent_path() / "shared/oracle/aux";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no recorded answers in " << folder;
  for (const ConformSet* set : all_conform_sets()) {
    const std::string path = folder / (std::string(set->name) + ".jsonl");
    std::ifstream rows(path);
    ConformTally tally;
    int line = 0;
    for (std::string text; std::getline(rows, text);) {
      ++line;
      add(tally, line, conform_row(*set, path, line, text));
    }
    EXPECT_GT(tally.rows, 0U) << path;
    EXPECT_EQ(tally.agree, tally.rows) << path << ":" << tally.first_line;
  }
}

}  // namespace
}  // namespace ringcheck
