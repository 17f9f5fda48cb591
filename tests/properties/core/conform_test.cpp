// Sets of recorded answers: rows worked out by hand, which agree, the same rows with one value
// changed, and rows that cannot be used. All recorded rows agree, if they are beside the checkout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "properties/core/area.hpp"
#include "properties/core/conform_set.hpp"
#include "tests/properties/core/conform_hand_rows.hpp"
#include "tests/properties/core/conform_rows.hpp"

namespace ringcheck {
namespace {

using tests::ConformRow;
using tests::with;

using tests::kAllocRow;
using tests::kForwardRow;
using tests::kLiveRow;
using tests::kOverwriteRow;
using tests::kRingRow;

class ConformRows : public ::testing::TestWithParam<ConformRow> {};

TEST_P(ConformRows, ComeToWhatTheTableSays) {
  EXPECT_THAT(tests::outcome_of(GetParam()), ::testing::StartsWith(GetParam().expected));
}

std::string name_of(const ::testing::TestParamInfo<ConformRow>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    RbAlloc, ConformRows,
    ::testing::Values(
        ConformRow{"agrees", "rb_alloc", kAllocRow, "agrees"},
        ConformRow{"watermark", "rb_alloc", with(kAllocRow, "512", "513"), "0 watermark: 513, 512"},
        ConformRow{"pieces", "rb_alloc", with(kAllocRow, "[2,0]", "[1,1,0]"),
                   "0 aux.chunks: [1,1,0], [2,0]"},
        ConformRow{"unknown_field", "rb_alloc", with(kAllocRow, "\"q\":1", "\"q\":1,\"colour\":2"),
                   "FILE:7:1: row: unknown field \"colour\", expected q, page_size"},
        ConformRow{"field_missing", "rb_alloc", with(kAllocRow, "\"writable\":1,", ""),
                   "FILE:7:1: row: no field \"writable\""},
        ConformRow{"field_twice", "rb_alloc", with(kAllocRow, "\"q\":1", "\"q\":1,\"q\":1"),
                   "FILE:7:1: field \"q\" twice, expected once"},
        ConformRow{"wrong_type", "rb_alloc", with(kAllocRow, "512", "\"512\""),
                   "FILE:7:1: field \"watermark\" of row: saw \"512\", expected a whole number"},
        ConformRow{"no_power_of_two", "rb_alloc", with(kAllocRow, "256", "255"),
                   "FILE:7:1: field \"page_size\" of row: saw 255, expected a power of two"},
        ConformRow{"contradicts_itself", "rb_alloc", with(kAllocRow, "\"ret\":0", "\"ret\":-12"),
                   "FILE:7:1: field \"aux_overwrite\" of field \"aux\" of row: expected exactly"},
        ConformRow{"torn", "rb_alloc", kAllocRow.substr(0, 100), "FILE:7:101: line is not whole"},
        ConformRow{"empty", "rb_alloc", "", "FILE:7:1: empty line, expected a JSON object"},
        ConformRow{"too_deep", "rb_alloc", std::string(100'000, '['), "FILE:7:1: nested too deep"},
        ConformRow{"no_object", "rb_alloc", "[]", "FILE:7:1: row: saw [], expected an object"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    PerfRing, ConformRows,
    ::testing::Values(
        ConformRow{"agrees", "perf_ring", kRingRow, "agrees"},
        ConformRow{"interrupt_elsewhere", "perf_ring", with(kRingRow, "\"W\"", "\"X0\""),
                   "0 log entry 0: [\"b\",1,"},
        ConformRow{"interrupt_never", "perf_ring", with(kRingRow, "\"W\",0", "\"W\",7"),
                   "0 log entry 1: [\"b\",2,"},
        ConformRow{"published", "perf_ring", with(kRingRow, "1,24,24,0", "1,24,16,0"),
                   "0 log entry 3: [\"e\",1,24,16,0,0,0,0,0], [\"e\",1,24,24,"},
        ConformRow{"crc", "perf_ring", with(kRingRow, "2509595906", "2509595907"),
                   "0 crc of the data area: 2509595907, 2509595906"},
        ConformRow{"no_space", "perf_ring", with(kRingRow, "\"sz\":48", "\"sz\":56"), "agrees"},
        ConformRow{"lost_samples", "perf_ring", with(kRingRow, "\"ls\":[1]", "\"ls\":[0]"),
                   "1 lost samples of the events: [0], [1]"},
        ConformRow{"lost_record", "perf_ring", with(kRingRow, "256,1],56", "256,2],56"),
                   "3 log entry 0: "},
        ConformRow{"poll", "perf_ring", with(kRingRow, "\"was\":65", "\"was\":0"), "4 poll: 0, 65"},
        ConformRow{"pending", "perf_ring", with(kRingRow, "wakeup\":[1]", "wakeup\":[0]"),
                   "5 pending wakeups of the events: [0], [1]"},
        ConformRow{"point", "perf_ring", with(kRingRow, "\"W\"", "\"V\""),
                   "FILE:7:1: field \"n\" of step 0: saw \"V\", expected one of G0, T, "},
        ConformRow{"step", "perf_ring", with(kRingRow, "\"op\":\"tail\"", "\"op\":\"head\""),
                   "FILE:7:1: field \"op\" of step 2: saw \"head\", expected w, tail, "},
        ConformRow{"log_of_texts", "perf_ring", with(kRingRow, "[\"e\",2,24", "[\"e\",2,\"24\""),
                   "FILE:7:1: field \"log\" of step 0: saw \"24\", expected a whole number"},
        ConformRow{"writer_twice", "perf_ring", with(kRingRow, "{\"w\":2", "{\"w\":1"),
                   "FILE:7:1: field \"n\" of step 0: writer 1 comes twice"},
        ConformRow{"too_many_bytes", "perf_ring", with(kRingRow, "[10,6]", "[10,7]"),
                   "FILE:7:1: step 0: 17 bytes in pieces, expected at most \"sz\" 16"},
        ConformRow{"no_events", "perf_ring",
                   kRingRow.substr(0, kRingRow.find("\"ev\":[") + 6) +
                       kRingRow.substr(kRingRow.find("],\n\"steps\"")),
                   "FILE:7:1: field \"ev\" of row: saw no event, expected those of the writers"},
        ConformRow{"no_such_event", "perf_ring", with(kRingRow, "\"ev\":0", "\"ev\":1"),
                   "FILE:7:1: field \"ev\" of step 0: saw 1, expected a whole number, 0 … 0"},
        ConformRow{"sample_id_size", "perf_ring", with(kRingRow, "\"st\":0", "\"st\":6"),
                   "FILE:7:1: field \"idsz\" of event 0: saw 0, expected 16 for \"st\" 6"},
        ConformRow{"own_parent", "perf_ring", with(kRingRow, "\"parent\":-1", "\"parent\":0"),
                   "FILE:7:1: event 0: saw \"parent\" 0, expected an event without one"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Readers, ConformRows,
    ::testing::Values(
        ConformRow{"overwrite_agrees", "overwrite_find_range", kOverwriteRow, "agrees"},
        ConformRow{"not_copied", "overwrite_find_range", with(kOverwriteRow, "2,1,-1", "2,0,32"),
                   "0 ev: "},
        ConformRow{"end", "overwrite_find_range", with(kOverwriteRow, "[0,0]", "[0,8]"),
                   "0 find: [0,8], [0,0]"},
        ConformRow{"short_buffer", "overwrite_find_range", with(kOverwriteRow, "\"0000", "\"00"),
                   "FILE:7:1: field \"buf\" of row: saw 63 bytes, expected 64"},
        ConformRow{"no_hexadecimal", "overwrite_find_range",
                   with(kOverwriteRow, "\"0000", "\"00x0"),
                   "FILE:7:1: field \"buf\" of row: expected two hexadecimal digits a byte"},
        ConformRow{"text_in_event", "overwrite_find_range",
                   with(kOverwriteRow, "[16,9", "[16,\"9\""),
                   "FILE:7:1: field \"ev\" of row: saw \"9\", expected a whole number"},
        ConformRow{"forward_agrees", "perf_mmap_forward", kForwardRow, "agrees"},
        ConformRow{"too_little", "perf_mmap_forward",
                   with(kForwardRow, "\"flush\":0", "\"flush\":25"),
                   "2 init: [\"init\",0,0,24,0,0], [\"init\",-11,0,24,0,0]"},
        ConformRow{"unmapped", "perf_mmap_forward", with(kForwardRow, "cnt\":2", "cnt\":1"),
                   "4 consume: [\"consume\",24,0], [\"consume\",24,1]"},
        ConformRow{"corrupt_size", "perf_mmap_forward", with(kForwardRow, "24,24]", "24,25]"),
                   "3 rd: "},
        ConformRow{"step_of_other_length", "perf_mmap_forward",
                   with(kForwardRow, "[\"nop\"]", "[\"nop\",1]"),
                   "FILE:7:1: step 1: saw [\"nop\",1], expected a list of 1"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Live, ConformRows,
    ::testing::Values(
        ConformRow{"agrees", "live", kLiveRow, "agrees"},
        ConformRow{"ready", "live", with(kLiveRow, "\"ready\":0", "\"ready\":1"), "2 poll: "},
        ConformRow{"lost", "live", with(kLiveRow, "\"lost\":2", "\"lost\":3"), "6 emit: "},
        ConformRow{"lost_not_recorded", "live", with(kLiveRow, "\"lost\":2,", ""), "agrees"},
        ConformRow{"within_a_record", "live",
                   with(kLiveRow, "\"data_tail\":32", "\"data_tail\":24"),
                   "7 consume: {\"data_head\":88,\"data_tail\":24,\"records\":[]}, "
                   "{\"data_head\":88,\"data_tail\":88,"},
        ConformRow{"head_and_records", "live", with(kLiveRow, "\"count\":3}]", "\"count\":2}]"),
                   "FILE:7:1: step 0 contradicts the trace: data_head moves by 48 and records take "
                   "32 bytes"},
        ConformRow{"tail_beyond_head", "live",
                   with(kLiveRow, "\"data_tail\":32", "\"data_tail\":96"),
                   "FILE:7:1: step 7 contradicts the trace: data_tail is 96 and data_head 88"},
        ConformRow{"head_in_a_pause", "live",
                   with(kLiveRow, "\"pause\",\"data_head\":48", "\"pause\",\"data_head\":56"),
                   "FILE:7:1: step 3 contradicts the trace: data_head moves"},
        ConformRow{"tail_in_a_poll", "live",
                   with(kLiveRow, "\"ready\":0,\"data_head\":48,\"data_tail\":0",
                        "\"ready\":0,\"data_head\":48,\"data_tail\":8"),
                   "FILE:7:1: step 2 contradicts the trace: data_tail moves"},
        ConformRow{"more_than_emitted", "live", with(kLiveRow, "\"count\":3,", "\"count\":2,"),
                   "FILE:7:1: step 0 contradicts the trace: 3 samples are written and 2 were"},
        ConformRow{"lost_of_a_sample", "live",
                   with(kLiveRow, "\"count\":3}]", "\"count\":3,\"lost\":1}]"),
                   "FILE:7:1: field \"records\" of step 0: unknown field \"lost\""},
        ConformRow{"no_steps", "live", kLiveRow.substr(0, kLiveRow.find("\"steps\":[") + 9) + "]}",
                   "FILE:7:1: field \"steps\" of row: saw none"},
        ConformRow{"part_of_a_word", "live", with(kLiveRow, "\"size\":16", "\"size\":12"),
                   "FILE:7:1: step 0 contradicts the trace: 3 records of 12 bytes"},
        ConformRow{"no_such_event", "live", with(kLiveRow, "\"event\":0", "\"event\":1"),
                   "FILE:7:1: field \"event\" of step 0: saw 1"},
        ConformRow{"direction", "live", with(kLiveRow, "forward", "sideways"),
                   "FILE:7:1: field \"direction\" of row: saw \"sideways\", expected forward or"},
        ConformRow{"varying_size", "live",
                   with(kLiveRow, "\"sample_type\":1", "\"sample_type\":33"),
                   "refused: sample_type 0x21 is not of a fixed size"}),
    name_of);

/// All rows of each set agree: those of AUX and ring sets in folder `aux`, and traces of live buffers.
void expect_agreement(const std::filesystem::path& aux, const std::filesystem::path& traces) {
  std::vector<std::pair<const ConformSet*, std::string>> files;
  for (const ConformSet* set : all_conform_sets())
    files.emplace_back(set, aux / (std::string(set->name) + ".jsonl"));
  files.emplace_back(&kLiveTraceSet, traces);
  for (const auto& [set, path] : files) {
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

// The rows of tests/recorded/answers.tar.xz, as the build unpacks it.
TEST(Conform, EveryRecordedRowAgrees) {
  const auto folder = std::filesystem::path(RINGCHECK_BINARY_DIR) / "recorded";
  expect_agreement(folder / "aux", folder / "traces.jsonl");
}

TEST(Conform, EveryRowBesideTheCheckoutAgrees) {
  const auto folder = std::filesystem::path(RINGCHECK_SOURCE_DIR).parent_path() / "shared/oracle";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no further answers in " << folder;
  expect_agreement(folder / "aux", folder / "live/traces.jsonl");
}

}  // namespace
}  // namespace ringcheck
