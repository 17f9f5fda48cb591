// Models from a user's files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "models/any_checker.hpp"
#include "tests/models/shapes.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::testing;

/// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::path(::testing::TempDir()) / "ringcheck_load_test") {
    std::filesystem::create_directories(path_ / "sub");
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string put(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string error_of(const std::string& path) {
  try {
    (void)load_model(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(LoadModel, IncludesAreLookedForBesideTheFileThenAmongOurOwn) {
  const Folder folder;
  (void)folder.put("sub/words.cat", "let com = rf | co | fr\n");
  (void)folder.put("sub/middle.cat", "include \"words.cat\"\n");
  const std::string mine =
      folder.put("mine.cat",
                 "\"Mine\"\ninclude \"sub/middle.cat\"\n"
                 "acyclic po | com as mine\nempty rmw & (fre ; coe) as atomic\n");
  const Model model = load_model(mine);
  EXPECT_EQ(model.name(), "mine");
  EXPECT_EQ(model.title(), "Mine");
  EXPECT_EQ(model.dependence(), Dependence::syntactic);
  EXPECT_EQ(model.refusal(mp({}, {}))->axiom, "mine");

  const Model wrapped = load_model(folder.put("wrapped.cat", "include \"sc.cat\"\n"));
  EXPECT_EQ(wrapped.refusal(mp({}, {}))->axiom, "sc");
}

TEST(LoadModel, OurOwnTextsGiveOurOwnAnswers) {
  const Model own = find_model("lkmm");
  const Model loaded = load_model(std::string(RINGCHECK_SOURCE_DIR) + "/models/cat/lkmm.cat");
  CatChecker left(own);
  CatChecker right(loaded);
  Random random(12);
  for (int i = 0; i < 500; ++i) {
    const ExecutionGraph graph = kernel_like_graph(random, 6);
    ASSERT_EQ(left.consistent(graph), right.consistent(graph)) << graph.canonical();
  }
}

TEST(LoadModel, ErrorsNameTheFileAndThePlace) {
  const Folder folder;
  const std::string missing = folder.path("missing.cat");
  EXPECT_EQ(error_of(missing), missing + ": saw no such file, expected a .cat file");
  (void)folder.put("sub/bad.cat", "let a =\n");
  EXPECT_EQ(error_of(folder.put("uses_bad.cat", "include \"sub/bad.cat\"\n")),
            folder.path("sub/bad.cat") + ":2:1: saw end of file, expected an expression");
  const std::string growing = folder.put("growing.cat", "acyclic po \\ rf as a\n");
  EXPECT_EQ(error_of(growing).find(growing + ":1:9: saw '\\' in an axiom"), 0U);
}

}  // namespace
}  // namespace ringcheck
