// Which files the arguments of `litmus run` name.
#include "cli/litmus_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::TemporaryFolder;

std::string refusal(const std::vector<std::string>& arguments) {
  try {
    litmus_files(arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// a.litmus, sub/b.litmus, sub/c.litmus and files that are not tests.
class LitmusFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.path("sub/empty"));
    for (const char* name : {"sub/c.litmus", "a.litmus", "sub/b.litmus", "a.golden", "litmus"})
      write(name, "");
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
  void write(const std::string& name, const std::string& text) const {
    static_cast<void>(folder_.file(name, text));
  }
  TemporaryFolder folder_;
};

TEST_F(LitmusFiles, StandForThemselvesInOrder) {
  EXPECT_THAT(litmus_files({"b", "-", "a", "b"}), ElementsAre("b", "-", "a", "b"));
}

TEST_F(LitmusFiles, OfAFolderAreSorted) {
  EXPECT_THAT(litmus_files({"z", folder_.path()}),
              ElementsAre("z", path("a.litmus"), path("sub/b.litmus"), path("sub/c.litmus")));
}

TEST_F(LitmusFiles, OfAListAreRelativeToIt) {
  write("sub/@all", "c.litmus\n\n# a comment\r\nb.litmus\r\n/x/y.litmus\n");
  write("@top", "sub/@all\nsub\n");
  EXPECT_THAT(litmus_files({path("sub/@all"), "z"}),
              ElementsAre(path("sub/c.litmus"), path("sub/b.litmus"), "/x/y.litmus", "z"));
  EXPECT_THAT(litmus_files({path("@top")}),
              ElementsAre(path("sub/c.litmus"), path("sub/b.litmus"), "/x/y.litmus",
                          path("sub/b.litmus"), path("sub/c.litmus")));
}

TEST_F(LitmusFiles, OfAListWhoseNameIsWithoutTheAt) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  write("plain", "a.litmus\n");
  EXPECT_THAT(litmus_files({"@plain"}), ElementsAre("a.litmus"));
  write("@plain", "sub/b.litmus\n");
  EXPECT_THAT(litmus_files({"@plain"}), ElementsAre("sub/b.litmus"));
  std::filesystem::current_path(before);
}

TEST_F(LitmusFiles, AreRefusedWhenThereAreNone) {
  write("@empty", "# nothing\n");
  write("@itself", "@itself\n");
  EXPECT_THAT(refusal({path("sub/empty")}), HasSubstr("saw no file *.litmus"));
  EXPECT_THAT(refusal({path("@none")}), HasSubstr("@none: cannot be read"));
  EXPECT_THAT(refusal({path("@empty")}), HasSubstr("saw an empty list"));
  EXPECT_THAT(refusal({path("@itself")}), HasSubstr("more than 16 deep"));
}

}  // namespace
}  // namespace ringcheck
