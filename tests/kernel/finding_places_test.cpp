// The functions in which findings are, in two trees.
#include "kernel/findings/finding_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/findings/shown_finding.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kFile = "drivers/hwtracing/coresight/coresight-tmc-core.c";

/// A tree whose file for V-18 is `text`.
KernelTree tree(const tests::TemporaryFolder& folder, std::string text) {
  KernelTree made(folder.path());
  made.replace(kFile, std::move(text));
  return made;
}

TEST(ChangedPlaces, AreThoseWithOtherTokens) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  const KernelTree first = tree(folder, "u32 tmc_get_memwidth_mask(void) { return 1; }\n");
  EXPECT_THAT(changed_places("V-18", first, first), IsEmpty());
  EXPECT_THAT(
      changed_places("V-18", first,
                     tree(folder, "u32 tmc_get_memwidth_mask(void)\n{\n\treturn /* */ 1;\n}\n")),
      IsEmpty());
  for (const char* text : {"u32 tmc_get_memwidth_mask(void) { return 2; }\n", "int other;\n"})
    EXPECT_THAT(changed_places("V-18", first, tree(folder, text)),
                ElementsAre("tmc_get_memwidth_mask"))
        << text;
}

TEST(FindingPlaces, HaveEachFindingThatIsShown) {
  for (const ShownFinding& finding : all_shown_findings()) {
    bool found = false;
    for (const FindingPlace& place : all_finding_places())
      found = found || place.finding == finding.id;
    EXPECT_TRUE(found) << finding.id;
  }
}

}  // namespace
}  // namespace ringcheck
