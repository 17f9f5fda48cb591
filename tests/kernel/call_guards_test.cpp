// What keeps calls out of programs: it is counted and named, and is only in the table.
#include "kernel/calls/call_guards.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "kernel/calls/call_area.hpp"

namespace ringcheck {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::filesystem::path source(std::string_view path) {
  return std::filesystem::path(RINGCHECK_SOURCE_DIR) / path;
}

TEST(CallGuards, NameAFileAndAFunctionOfTheKernel) {
  for (const CallGuard* guard : kCallGuards) {
    EXPECT_TRUE(
        std::regex_match(std::string(guard->file), std::regex("[a-z0-9_/]+/[a-z_0-9-]+\\.c")))
        << guard->call;
    EXPECT_FALSE(guard->where.empty()) << guard->call;
  }
}

TEST(CallGuards, StandInTheDocumentation) {
  const std::string document = text_of(source("docs/kernel.md"));
  for (const CallGuard* guard : kCallGuards)
    EXPECT_NE(
        document.find("| " + std::string(guard->area) + " | " + std::string(guard->call) + " | " +
                      std::string(guard->file) + " | " + std::string(guard->where) + " |"),
        std::string::npos)
        << guard->call;
  for (const CallGuard* bound : kCallBounds)
    EXPECT_NE(document.find(std::string(bound->call)), std::string::npos) << bound->call;
}

/// Places at which a program's call may be left out: uses of the table. Whoever adds one updates
/// the number here, and says why in the table.
TEST(CallGuards, AreAllThatLeavesACallOut) {
  std::size_t uses = 0;
  const std::regex use("&(guards|bounds)::k");
  const std::regex unnamed("RC_PRE\\(|RC_DISCARD|suchThat|report\\.skipped\\[\"");
  for (const auto& entry : std::filesystem::directory_iterator(source("kernel/calls"))) {
    if (entry.path().filename() == "call_guards.hpp") continue;
    const std::string text = text_of(entry.path());
    uses += static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), use), std::sregex_iterator()));
    EXPECT_FALSE(std::regex_search(text, unnamed)) << entry.path();
  }
  EXPECT_EQ(uses, kCallGuards.size() + kCallBounds.size() + 1);  // kNoMapping is in two areas
}

}  // namespace
}  // namespace ringcheck
