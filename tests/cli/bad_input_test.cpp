// Input that cannot be used: exit status 2, and one line that says what was seen and what was
// expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using tests::Arguments;
using tests::Ended;
using tests::lines_of;
using tests::TemporaryFolder;
using tests::text_of;

/// The only line on standard error of a command that ends with bad input and prints nothing.
std::string complaint(const Arguments& arguments, const std::string& input = "") {
  const Ended ended = tests::ringcheck(arguments, input);
  EXPECT_EQ(ended.status, static_cast<int>(ExitStatus::bad_input))
      << ::testing::PrintToString(arguments);
  EXPECT_EQ(ended.out, "");
  const std::vector<std::string> lines = lines_of(ended.err);
  EXPECT_EQ(lines.size(), 1U) << ended.err;
  return lines.empty() ? "" : lines.front();
}

/// What is seen, and part of what is expected.
struct Row {
  Arguments arguments;
  const char* saw;
  const char* expected;
};

void expect_complaints(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(::testing::PrintToString(row.arguments));
    const std::string line = complaint(row.arguments);
    EXPECT_THAT(line, HasSubstr(row.saw));
    EXPECT_THAT(line, HasSubstr(row.expected));
  }
}

TEST(BadCommandLine, NamesTheWordAndWhatThereIs) {
  expect_complaints({
      {{}, "saw no command", "expected one of verify, check, barriers, litmus, conform"},
      {{"chekc"}, "saw 'chekc'", "expected one of verify, check, barriers, litmus, conform"},
      {{"check"}, "FILE is required", "`ringcheck check --help`"},
      {{"litmus"}, "saw no command", "expected one of run"},
      {{"litmus", "walk"}, "saw 'walk'", "expected one of run"},
      {{"litmus", "run"}, "files is required", "`ringcheck litmus run --help`"},
      {{"list", "nothing"}, "saw 'nothing'", "there are models, scenarios"},
      {{"replay"}, "witness is required", "`ringcheck replay --help`"},
      {{"verify", "--modle", "sc"}, "saw '--modle'", "`ringcheck verify --help`"},
      {{"verify", "--scenario"}, "--scenario", "`ringcheck verify --help`"},
      {{"litmus", "run", "--jobs", "-1", "x"}, "--jobs: saw '-1'", "expected a number"},
      {{"litmus", "run", "--jobs", "two", "x"}, "--jobs: saw 'two'", "expected a number"},
      {{"litmus", "run", "--limit-executions", "-1", "x"}, "saw '-1'", "expected a number"},
      {{"litmus", "run", "--time", "--unordered", "x"},
       "--time: saw '--unordered'",
       "expected a number of seconds above 0"},
      {{"litmus", "run", "--unroll", "101", "x"}, "saw '101'", "expected a number from 0 to 100"},
      {{"litmus", "run", "--show", "some", "x"}, "saw 'some'", "expected one of prop, neg, all"},
      {{"litmus", "run", "-I", "no/such", "x"}, "-I: saw 'no/such'", "expected a folder"},
      {{"litmus", "gen", "--size", "two"}, "--size: saw 'two'", "expected a number from 0 up"},
      {{"check", "--opt", "O9", "x.c"}, "saw 'O9'", "expected one of O1, O2, O3"},
      {{"shard", "plan", "--hours", "-1", "x"}, "saw '-1'", "expected a number from 0 up"},
      {{"shard", "plan", "--workers", "0", "x"}, "saw '0'", "expected a number from 1 to 100000"},
      {{"litmus", "run", "--jsn"}, "saw '--jsn', did you mean --json?", "expected"},
      {{"man", "--json"}, "saw '--json'", "`ringcheck man --help`"},
  });
}

TEST(BadArguments, NameTheWordAndWhatThereIs) {
  const std::string models = "sc, x86-tso, armv8, riscv, power, rc11, lkmm";
  expect_complaints({
      {{"verify", "--model", "arm"}, "'arm'", models.c_str()},
      {{"barriers", "--model", "arm"}, "'arm'", models.c_str()},
      {{"litmus", "run", "--model", "arm", "x"}, "saw 'arm'", "or a path that ends in .cat"},
      {{"verify", "--scenario", "ring"}, "\"ring\"", "`ringcheck list scenarios`"},
      {{"verify", "--param", "colour=red"}, "\"colour\"", "`ringcheck list scenarios NAME`"},
      {{"verify", "--scenario", "spsc-ring", "--param", "words=8"}, "\"words\"", "records, polls"},
      {{"verify", "--param", "records"}, "\"records\"", "expected NAME=VALUE"},
      {{"verify", "--param", "records=0"}, "\"0\"", "expected 1 … "},
      {{"verify", "--param", "records=1x"}, "\"1x\"", "expected 1 … "},
      {{"verify", "--param", "words=6"}, "\"6\"", "expected a power of two"},
      {{"verify", "--param", "data=marked2"}, "\"marked2\"", "expected plain or marked"},
      {{"verify", "--site", "E=none"}, "\"E\"", "`ringcheck list sites`"},
      {{"verify", "--site", "B"}, "saw \"B\"", "expected SITE=STRENGTH"},
      {{"verify", "--site", "B=acquire"}, "\"acquire\"", "none, wmb, release, mb"},
      {{"verify", "--site", "B=none,mb"}, "several strengths", "expected one"},
      {{"verify", "--site", "B=none", "--site", "B=mb"}, "twice", "expected each once"},
      {{"verify", "--verdict-only", "--model", "sc", "--scenario", "perf-ring", "--param",
        "compiler=1"},
       "where a compiler is a party",
       "expected compiler=0"},
      {{"verify", "--verdict-only", "--model", "sc", "--scenario", "perf-ring", "--param",
        "start=8"},
       "where positions do not start at 0",
       "expected start=0"},
      {{"verify", "--verdict-only", "--model", "sc", "--scenario", "perf-deployment"},
       "perf-deployment",
       "has no monitor"},
      {{"verify", "--verdict-only", "--checkpoint", "x"}, "--checkpoint", "--verdict-only"},
      {{"barriers", "--site", "B=none,none"}, "twice", "expected each once"},
      {{"verify", "--scenario", "spsc-ring", "--site", "nest_before_head=none"},
       "saw a site that none of spsc-ring has",
       "expected one of A, B, C, D"},
      {{"barriers", "--site", "nest_before_head=none"},
       "orders the compiler only",
       "expected one of A, B, C, D"},
  });
}

TEST(BadFiles, AreNamed) {
  const TemporaryFolder folder;
  const std::string cat = folder.path("folder.cat");
  std::filesystem::create_directory(cat);
  const std::string good = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  const std::string none = folder.path("none");
  expect_complaints({
      {{"replay", none}, "none: cannot be read", "expected a readable file"},
      {{"replay", folder.path()}, "is a folder", "expected a file"},
      {{"litmus", "run", none}, "none: cannot be read", "expected a readable file"},
      {{"litmus", "run", folder.path()}, "saw no file *.litmus", "expected one"},
      {{"litmus", "run", "@none"}, "none: cannot be read", "expected a readable file"},
      {{"litmus", "run", "--junit", folder.path(), good}, "is a folder", "expected a path"},
      {{"litmus", "run", "/proc/self/mem"}, "/proc/self/mem: cannot be read", "expected"},
      {{"litmus", "run", "/dev/zero"}, "/dev/zero: is longer than", "expected less"},
      {{"litmus", "run", "--model", none + ".cat", good}, "none.cat: ", "expected"},
      {{"litmus", "run", "--model", cat, good}, "folder.cat: ", "expected"},
  });
}

TEST(BadOutputPaths, AreFoundBeforeAnyWork) {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path("no/such/folder/file");
  const std::string there = folder.file("there.json", "as it was");
  for (const char* option : {"--json", "--report", "--witness"}) {
    // All scenarios under all models would take a minute.
    const std::string option_is = std::string(option) + "=";
    EXPECT_THAT(complaint({"verify", option_is + nowhere}),
                HasSubstr("cannot be written (No such file or directory), expected a path"));
    EXPECT_THAT(complaint({"verify", option_is + folder.path()}),
                HasSubstr("is a folder, expected a path to a file"));
  }
  EXPECT_THAT(complaint({"barriers", "--json=" + nowhere}), HasSubstr("cannot be written"));
  // One bad path: the others are not touched.
  complaint({"verify", "--json", there, "--report", nowhere});
  EXPECT_THAT(folder.names(), ElementsAre("there.json"));
  EXPECT_EQ(text_of(there), "as it was");
}

TEST(BadOutputPaths, LikeAFullDeviceEndTheCommandToo) {
  const Ended ended = tests::ringcheck(
      {"verify", "--scenario", "spsc-ring", "--model", "sc", "--json", "/dev/full"});
  EXPECT_EQ(ended.status, static_cast<int>(ExitStatus::bad_input));
  EXPECT_THAT(lines_of(ended.err), ElementsAre(HasSubstr("/dev/full: cannot be written")));
}

class BadWitness : public ::testing::Test {
 protected:
  void SetUp() override {
    tests::ringcheck({"verify", "--scenario", "spsc-ring", "--model", "armv8", "--site", "B=none",
                      "--witness", folder_.path("good.json")});
    good_ = text_of(folder_.path("good.json"));
    ASSERT_NE(good_, "");
  }
  /// The complaint about the witness with `from` replaced.
  std::string changed(const std::string& from, const std::string& to) {
    std::string text = good_;
    text.replace(text.find(from), from.size(), to);
    return about(text);
  }
  std::string about(const std::string& text) {
    const std::string path = folder_.file("bad.json", text);
    std::string line = complaint({"replay", path});
    EXPECT_THAT(line, ::testing::StartsWith(
                          path + ": expected a witness as `verify --witness` writes it, saw: "));
    return line;
  }
  TemporaryFolder folder_;
  std::string good_;
};

TEST_F(BadWitness, IsRefusedWithTheReason) {
  EXPECT_THAT(about(""), HasSubstr("unexpected end of input"));
  EXPECT_THAT(about("{}"), HasSubstr("'format' not found"));
  EXPECT_THAT(about("[1, 2"), HasSubstr("parse error at line 1, column 6"));
  EXPECT_THAT(changed("witness-1", "witness-9"), HasSubstr("expected format"));
  EXPECT_THAT(changed("spsc-ring", "spsc-rung"), HasSubstr("no scenario \"spsc-rung\""));
  EXPECT_THAT(changed("armv8", "armv0"), HasSubstr("'armv0'"));
  EXPECT_THAT(changed("B=none", "B=some"), HasSubstr("cannot be \"some\""));
  EXPECT_THAT(changed("S-01", "S-99"), HasSubstr("spsc-ring is not judged by S-99"));
  EXPECT_THAT(changed("S-01", "I-01"), HasSubstr("spsc-ring is not judged by I-01"));
  // Decisions of another scenario.
  EXPECT_THAT(changed("\"polls\": \"4\"", "\"polls\": \"1\""), HasSubstr("witness of spsc-ring"));
}

/// Torn at any place, it never crashes the command, and is never taken for a witness.
TEST_F(BadWitness, IsRefusedWhereverItIsTorn) {
  const std::size_t whole = good_.find_last_of('}');
  for (std::size_t length = 0; length <= whole; length += 1 + whole / 23)
    about(good_.substr(0, length));
}

TEST_F(BadWitness, IsRefusedWhenItIsNestedTooDeep) {
  about(std::string(100000, '['));
}

std::string random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(random() & 0xffU);
  return bytes;
}

/// `open` 20,000 times, `inside`, and `close` as many times.
std::string nested(const std::string& open, const std::string& inside, const std::string& close) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += open;
  text += inside;
  for (int i = 0; i < 20000; ++i) text += close;
  return text;
}

std::string litmus_test(const std::string& statement, const std::string& condition) {
  return "C t\n{ }\nP0(int *x) { " + statement + " }\nexists " + condition + "\n";
}

TEST(HostileLitmusTests, GetALineWithAPlace) {
  const TemporaryFolder folder;
  const std::string store = "WRITE_ONCE(*x, 1);";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"empty", ""},
      {"spaces", "\n\n   \n"},
      {"random", random_bytes(5000, 1)},
      {"random2", "C t\n" + random_bytes(300, 2)},
      {"zeros", std::string(4096, '\0')},
      {"expression", litmus_test("int r0 = " + nested("(", "1", ")") + ";", "(x=1)")},
      {"not", litmus_test("int r0 = " + nested("!", "1", "") + ";", "(x=1)")},
      {"blocks", litmus_test(nested("{", store, "}"), "(x=1)")},
      {"ifs", litmus_test(nested("if (1) ", store, ""), "(x=1)")},
      {"condition", litmus_test(store, nested("(", "x=1", ")"))},
      {"negation", litmus_test(store, nested("~", "(x=1)", ""))},
      {"torn", litmus_test(store, "(x=1")}};
  for (const auto& [name, text] : files) {
    SCOPED_TRACE(name);
    const std::string path = folder.file(name + ".litmus", text);
    const std::string line = complaint({"litmus", "run", path});
    EXPECT_THAT(line, MatchesRegex(".*/" + name + "\\.litmus:[0-9]+:[0-9]+: .*expected.*"));
  }
}

TEST(HostileModels, GetALineWithAPlace) {
  const TemporaryFolder folder;
  const std::string test = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  const std::vector<std::pair<std::string, std::string>> files = {
      {"random", random_bytes(5000, 3)},
      {"zeros", std::string(4096, '\0')},
      {"nested", "\"m\"\nlet a = " + nested("(", "po", ")") + "\nacyclic a as a\n"},
      {"comment", "\"m\"\n" + nested("(* ", "", "")},
      {"unknown", "\"m\"\nacyclic poo as a\n"},
      {"torn", "\"m\"\nacyclic po |"}};
  for (const auto& [name, text] : files) {
    SCOPED_TRACE(name);
    const std::string path = folder.file(name + ".cat", text);
    const std::string line = complaint({"litmus", "run", "--model", path, test});
    EXPECT_THAT(line, MatchesRegex(".*/" + name + "\\.cat:[0-9]+:[0-9]+: .*expected.*"));
  }
}

TEST(HostileModels, FilesBesideTheModelGetALineWithAPlace) {
  const TemporaryFolder folder;
  const std::string test = tests::source("litmus/tests/MP+wmb+rmb.litmus");
  const std::vector<std::pair<std::string, std::string>> files = {
      {"random.bell", random_bytes(5000, 5)},
      {"torn.bell", "enum E = 'a ||"},
      {"undeclared.bell", "enum E = 'a instructions R[{'b}]"},
      {"nested.bell", "let a = " + nested("{", "", "")},
      {"random.def", random_bytes(5000, 6)},
      {"torn.def", "f(X"},
      {"unknown.def", "f(X) __magic(X)"},
      {"comment.def", "/* never"}};
  for (const auto& [name, text] : files) {
    SCOPED_TRACE(name);
    const std::string stem = name.substr(0, name.find('.'));
    const std::string model = folder.file(stem + ".cat", "acyclic po as a\n");
    const std::string beside = folder.file(name, text);
    const std::string line = complaint({"litmus", "run", "--model", model, test});
    EXPECT_THAT(line, MatchesRegex(".*/" + stem + "\\.[a-z]+:[0-9]+:[0-9]+: .*expected.*"));
    EXPECT_NE(line.find(name), std::string::npos) << line;
    std::filesystem::remove(beside);
  }
}

}  // namespace
}  // namespace ringcheck
