// `ringcheck check --reader`: readers of perf buffers, and random walks as a command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Arguments;
using tests::Ended;
using tests::status;
using tests::TemporaryFolder;

/// The verdicts about an example on each machine.
struct ReaderRow {
  const char* name;
  std::vector<const char*> verdicts;  ///< x86-tso, armv8, riscv, power
};

class ExampleReader : public ::testing::TestWithParam<ReaderRow> {};

TEST_P(ExampleReader, IsJudgedOnEachMachine) {
  const std::string file = tests::source(std::string("examples/readers/") + GetParam().name + ".c");
  const Ended ended = tests::ringcheck({"check", file, "--reader", "read_events", "--json", "-"});
  const auto rows = nlohmann::json::parse(ended.out);
  std::vector<std::string> verdicts;
  for (const auto& row : rows) verdicts.push_back(row["verdict"]);
  EXPECT_EQ(verdicts,
            std::vector<std::string>(GetParam().verdicts.begin(), GetParam().verdicts.end()))
      << ended.out << ended.err;
}

constexpr const char* kHolds = "holds";
constexpr const char* kWrong = "violated";

INSTANTIATE_TEST_SUITE_P(
    Each, ExampleReader,
    ::testing::Values(ReaderRow{"libbpf", {kHolds, kHolds, kHolds, kHolds}},
                      ReaderRow{"libperf", {kHolds, kHolds, kHolds, kHolds}},
                      ReaderRow{"cilium_ebpf", {kHolds, kHolds, kHolds, kHolds}},
                      ReaderRow{"aya", {kHolds, kHolds, kHolds, kHolds}},
                      ReaderRow{"perf_event_crate", {kHolds, kHolds, kHolds, kHolds}},
                      ReaderRow{"bcc", {kHolds, kWrong, kWrong, kWrong}}),
    [](const auto& row) { return std::string(row.param.name); });

/// A reader of records that do not wrap, with mistakes to switch on.
constexpr const char* kReader =
    "#include <linux/perf_event.h>\n"
    "#include <string.h>\n"
    "#include \"ringcheck/reader.h\"\n"
    "#ifndef ACQUIRE\n"
    "#define ACQUIRE __ATOMIC_ACQUIRE\n"
    "#endif\n"
    "#ifndef SIZE\n"
    "#define SIZE header->size\n"
    "#endif\n"
    "void mine(void *base, size_t page_size, size_t data_size) {\n"
    "  struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)base;\n"
    "  char copy[64];\n"
    "  unsigned long long tail = START;\n"
    "  unsigned long long head = __atomic_load_n(&page->data_head, ACQUIRE);\n"
    "  EARLY;\n"
    "  while (tail < head) {\n"
    "    unsigned long long at = tail % data_size;\n"
    "    char *data = (char *)base + page_size;\n"
    "    struct perf_event_header *header = (struct perf_event_header *)(data + at);\n"
    "    unsigned long long size = SIZE, first = data_size - at;\n"
    "    if (first > size) first = size;\n"
    "    memcpy(copy, data + at, first);\n"
    "    memcpy(copy + first, WRAP, size - first);\n"
    "    ringcheck_record(copy, size);\n"
    "    tail += size;\n"
    "  }\n"
    "  __atomic_store_n(&page->data_tail, LATE, __ATOMIC_RELEASE);\n"
    "}\n";

struct MistakeRow {
  const char* name;
  const char* define;  ///< the mistake; empty: none
  const char* model;
  const char* says;
};

class ReadersMistake : public ::testing::TestWithParam<MistakeRow> {};

TEST_P(ReadersMistake, IsFound) {
  const TemporaryFolder folder;
  for (const char* name : {"mine.c", "mine.cpp"}) {
    const std::string file = folder.file(name, kReader);
    Arguments arguments = {"check", file, "--reader", "mine", "--model", GetParam().model, "--"};
    const std::string define = GetParam().define;
    if (!define.empty()) arguments.push_back("-D" + define);
    for (const char* usual : {"START=page->data_tail", "EARLY=(void)0", "LATE=tail", "WRAP=data"})
      if (!define.starts_with(std::string(usual).substr(0, 4)))
        arguments.push_back("-D" + std::string(usual));
    const Ended ended = tests::ringcheck(arguments);
    EXPECT_EQ(ended.status, std::string(GetParam().says).find("holds") != std::string::npos ? 0 : 1)
        << ended.out << ended.err;
    EXPECT_THAT(ended.out, HasSubstr(GetParam().says)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ReadersMistake,
    ::testing::Values(
        MistakeRow{"none", "", "x86-tso", "under x86-tso: holds"},
        MistakeRow{"relaxed_head", "ACQUIRE=__ATOMIC_RELAXED", "armv8", "assertion"},
        MistakeRow{"relaxed_head_is_right_on_x86", "ACQUIRE=__ATOMIC_RELAXED", "x86-tso",
                   "under x86-tso: holds"},
        MistakeRow{"given_back_before_it_is_read", "EARLY=page->data_tail=head", "sc", "violated"},
        MistakeRow{"starts_at_zero", "START=0", "sc", "each record is handed on once, in order"},
        MistakeRow{"never_wraps", "WRAP=data+data_size", "sc", "unallocated"},
        MistakeRow{"tail_too_far", "LATE=tail+8", "sc",
                   "data_tail passes what was handed on alone"},
        MistakeRow{"tail_goes_back", "LATE=tail%data_size", "sc", "violated"},
        MistakeRow{"wrong_size", "SIZE=16", "sc", "the size is that of the header"}),
    [](const auto& row) { return std::string(row.param.name); });

/// Readers of records of three words, without branches on what they read.
constexpr const char* kPlainReaders =
    "#include <linux/perf_event.h>\n"
    "#include <stdint.h>\n"
    "#include \"ringcheck/reader.h\"\n"
    "static void one(struct perf_event_mmap_page *p, size_t page, size_t size, int order) {\n"
    "  uint64_t *d = (uint64_t *)((char *)p + page), buf[3], tail = p->data_tail;\n"
    "  if (__atomic_load_n(&p->data_head, __ATOMIC_ACQUIRE) == tail) return;\n"
    "  for (int i = 0; i < 3; i++) buf[i] = d[(tail / 8 + i) % (size / 8)];\n"
    "  ringcheck_record(buf, 24);\n"
    "  if (order) __atomic_store_n(&p->data_tail, tail + 24, __ATOMIC_RELEASE);\n"
    "  else __atomic_store_n(&p->data_tail, tail + 24, __ATOMIC_RELAXED);\n"
    "}\n"
    "void released(void *b, size_t p, size_t s) { one(b, p, s, 1); }\n"
    "void relaxed(void *b, size_t p, size_t s) { one(b, p, s, 0); }\n"
    "void none(void *b, size_t p, size_t s) { (void)b; (void)p; (void)s; }\n"
    "void first(void *b, size_t p, size_t s) {\n"
    "  static int polls;\n"
    "  if (polls++ == 0) one(b, p, s, 1);\n"
    "}\n";

/// The judge must not order what the reader leaves without order, nor accept a reader that leaves
/// records behind.
TEST(Reader, OwesItsOrderAndEachRecord) {
  const TemporaryFolder folder;
  const std::string file = folder.file("plain.c", kPlainReaders);
  const auto check = [&](const char* reader, const char* model) {
    return tests::ringcheck({"check", file, "--reader", reader, "--model", model}).out;
  };
  EXPECT_THAT(check("relaxed", "x86-tso"), HasSubstr("under x86-tso: holds"));
  for (const char* model : {"armv8", "riscv", "power"}) {
    EXPECT_THAT(check("released", model), HasSubstr(": holds")) << model;
    EXPECT_THAT(check("relaxed", model), HasSubstr(": violated")) << model;
  }
  for (const char* reader : {"none", "first"})
    EXPECT_THAT(check(reader, "sc"), HasSubstr("each record that is written is handed on"));
}

TEST(Reader, TheWitnessIsRunAgain) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("witness.json");
  const Arguments arguments = {"check",     tests::source("examples/readers/bcc.c"),
                               "--reader",  "read_events",
                               "--model",   "armv8",
                               "--witness", witness};
  const Ended ended = tests::ringcheck(arguments);
  EXPECT_EQ(ended.status, status(ExitStatus::violated)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("(bcc.c:"));
  const Ended again = tests::ringcheck({"replay", witness});
  EXPECT_EQ(again.status, status(ExitStatus::violated)) << again.err;
  EXPECT_EQ(again.out, ended.out);
}

TEST(Reader, HasTheParametersOfItsWriter) {
  const auto executions = [](const Arguments& more) {
    const Ended ended = tests::ringcheck(
        tests::with({"check", tests::source("examples/readers/libbpf.c"), "--reader", "read_events",
                     "--model", "sc", "--scenario", "perf-ring", "--json", "-"},
                    more));
    return nlohmann::json::parse(ended.out).at(0).at("executions").get<int>();
  };
  EXPECT_EQ(executions({"--param", "records=1", "--param", "polls=1"}), 3);
  EXPECT_EQ(executions({"--param", "records=2", "--param", "polls=1"}), 6);
  EXPECT_LT(
      executions({"--param", "records=2", "--param", "words=4", "--param", "payload=0"}),
      executions({"--param", "records=2", "--param", "words=4", "--param", "payload=1"}) + 99);
}

struct BadRow {
  Arguments arguments;
  const char* says;
};

TEST(Reader, WhatCannotBeCheckedIsRefused) {
  const std::string file = tests::source("examples/readers/libbpf.c");
  const TemporaryFolder folder;
  const BadRow rows[] = {
      {{file, "--reader", "nobody"}, "nobody"},
      {{file, "--reader", "a b"}, "--reader a b: saw no name of a function"},
      {{file, "--reader", "read_events", "--scenario", "spsc-ring"}, "expected perf-ring"},
      {{file, "--reader", "read_events", "--param", "rounds=2"}, "saw no such parameter"},
      {{file, "--reader", "read_events", "--param", "records"}, "expected a number from 1 to 16"},
      {{file, "--reader", "read_events", "--param", "records=99"}, "expected a number from 1"},
      {{file, "--reader", "read_events", "--param", "words=12"}, "expected a power of two"},
      {{file, "--reader", "read_events", "--param", "words=2"}, "no record of 3 words fits into"},
      {{file, "--param", "records=2"}, "--reader"},
      {{folder.file("a.ll", ""), "--reader", "f"}, "expected a reader in C or C++"},
      {{file, "--seed", "2"}, "--sample"},
      {{file, "--sample", "many"}, "expected a number"},
      {{file, "--sample", "3", "--checkpoint", "x"}, "--checkpoint"}};
  for (const BadRow& row : rows) {
    const Ended ended = tests::ringcheck(tests::with({"check"}, row.arguments));
    EXPECT_EQ(ended.status, status(ExitStatus::bad_input)) << row.says;
    EXPECT_THAT(ended.err, HasSubstr(row.says));
    EXPECT_EQ(ended.out, "") << row.says;
  }
}

TEST(Sample, SaysSoAndNeverHolds) {
  const Arguments arguments = {
      "check", tests::source("examples/spsc_ring.c"), "--model", "sc", "--sample", "20", "--seed",
      "5"};
  const Ended ended = tests::ringcheck(arguments);
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("spsc_ring.c under sc: sampled; "));
  EXPECT_THAT(ended.out, HasSubstr("--sample 20 --seed 5"));
  EXPECT_EQ(tests::ringcheck(arguments).out, ended.out);
  const auto rows =
      nlohmann::json::parse(tests::ringcheck(tests::with(arguments, {"--json", "-"})).out);
  EXPECT_EQ(rows[0]["verdict"], "sampled");
  EXPECT_EQ(rows[0]["seed"], 5);
}

TEST(Sample, AViolationIsRunAgain) {
  const TemporaryFolder folder;
  const std::string witness = folder.path("witness.json");
  const Ended ended = tests::ringcheck({"check", tests::source("examples/readers/bcc.c"),
                                        "--reader", "read_events", "--model", "armv8", "--sample",
                                        "1000", "--seed", "3", "--witness", witness});
  EXPECT_EQ(ended.status, status(ExitStatus::violated)) << ended.out << ended.err;
  EXPECT_EQ(tests::ringcheck({"replay", witness}).status, status(ExitStatus::violated));
}

TEST(SpscRingInC, HasTheExecutionsOfTheScenario) {
  const Arguments models = {"--model", "sc",      "--model", "x86-tso", "--model",
                            "armv8",   "--model", "riscv",   "--model", "power",
                            "--model", "rc11",    "--model", "lkmm"};
  const Ended program = tests::ringcheck(tests::with(
      {"check", tests::source("examples/spsc_ring.c"), "--no-races", "--json", "-"}, models));
  const Ended scenario =
      tests::ringcheck(tests::with({"verify", "spsc-ring", "--json", "-"}, models));
  EXPECT_EQ(program.status, 0) << program.out << program.err;
  const auto ours = nlohmann::json::parse(program.out);
  const auto theirs = nlohmann::json::parse(scenario.out);
  ASSERT_EQ(ours.size(), 7U);
  ASSERT_EQ(theirs.size(), 7U);
  for (std::size_t n = 0; n < ours.size(); ++n) {
    EXPECT_EQ(ours[n]["model"], theirs[n]["model"]);
    EXPECT_EQ(ours[n]["executions"], theirs[n]["executions"]) << ours[n]["model"];
  }
}

}  // namespace
}  // namespace ringcheck
