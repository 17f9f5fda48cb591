// Files that appear whole or not at all, and parameters as JSON.
#include "cli/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "check/scenario.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::TemporaryFolder;
using tests::text_of;

TEST(WriteOutput, ReplacesAFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out", "a longer text than the new one");
  write_output(path, "new");
  EXPECT_EQ(text_of(path), "new");
  EXPECT_THAT(folder.names(), ElementsAre("out"));
}

TEST(WriteOutput, KeepsASymbolicLinkAndReplacesWhatItPointsTo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out", "old");
  std::filesystem::create_symlink("out", folder.path("link"));
  write_output(folder.path("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(text_of(path), "new");
}

TEST(WriteOutput, WritesToADeviceAndDoesNotReplaceIt) {
  write_output("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THROW(write_output("/dev/full", "no space"), InputError);
}

TEST(RequireWritable, LeavesEverythingAsItWas) {
  const TemporaryFolder folder;
  require_writable(folder.path("new"));
  EXPECT_THAT(folder.names(), IsEmpty());
  const std::string path = folder.file("out", "old");
  require_writable(path);
  EXPECT_EQ(text_of(path), "old");
  EXPECT_THROW(require_writable(folder.path()), InputError);
  EXPECT_THROW(require_writable(folder.path("no/file")), InputError);
}

TEST(ReadInput, ReturnsTheWholeFile) {
  const TemporaryFolder folder;
  std::string text(200000, 'x');
  text[70000] = '\0';
  EXPECT_EQ(read_input(folder.file("long", text)), text);
  EXPECT_EQ(read_input(folder.file("empty", "")), "");
  EXPECT_THROW(read_input(folder.path("missing")), InputError);
  EXPECT_THROW(read_input(folder.path()), InputError);
}

TEST(JsonRows, AreOneALine) {
  EXPECT_EQ(json_rows(nlohmann::ordered_json::array()), "[\n]\n");
  EXPECT_EQ(json_rows({{{"b", 1}, {"a", 2}}, {{"b", 3}}}),
            "[\n{\"schema\":\"ringcheck-1\",\"b\":1,\"a\":2},\n{\"schema\":\"ringcheck-1\",\"b\":3}"
            "\n]\n");
}

TEST(ParametersJson, HasNumbersAndWords) {
  const Parameters parameters(find_scenario("perf-ring").parameters);
  const auto json = parameters_json(parameters);
  EXPECT_EQ(json.size(), parameters.declared().size());
  EXPECT_EQ(json.at("records"), parameters.value(0));
  EXPECT_EQ(json.at("data"), "plain");
}

}  // namespace
}  // namespace ringcheck
