// Repairs to a text like the kernel's.
#include <gtest/gtest.h>

#include <set>

#include "kernel/findings/kernel_repair.hpp"
#include "kernel/findings/shown_finding.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

constexpr RepairStep kOne{"f", "x = 1;", "x = 2;"};

TEST(RepairedText, ReplacesTokensHoweverTheyAreSpaced) {
  const CText file("a.c", "int g(void) { x = 1; }\nint f(void)\n{\n\tx   =\n\t1;\n}\n");
  EXPECT_EQ(repaired_text(file, kOne), "int g(void) { x = 1; }\nint f(void)\n{\n\tx = 2;\n}\n");
}

TEST(RepairedText, LosesALineThatNothingIsLeftOn) {
  constexpr RepairStep kGone{"f", "x = 1;", ""};
  const auto without = [&](const char* text) { return repaired_text({"a.c", text}, kGone); };
  EXPECT_EQ(without("int f(void)\n{\n\tx = 1;\n\ty = 1;\n}\n"), "int f(void)\n{\n\ty = 1;\n}\n");
  EXPECT_EQ(without("int f(void)\n{\n\tx = 1; y = 1;\n}\n"), "int f(void)\n{\n\t y = 1;\n}\n");
}

TEST(RepairedText, IsNoneWithoutItsPlace) {
  for (const char* text :
       {"int g(void) { x = 1; }", "int f(void) { x = 3; }", "int f(void) { x = 1; x = 1; }"}) {
    const CText file("a.c", text);
    EXPECT_EQ(repaired_text(file, kOne), std::nullopt) << text;
  }
}

TEST(IsRepaired, LooksForWhatARepairLeaves) {
  EXPECT_TRUE(is_repaired({"a.c", "int f(void) { x  = 2; }"}, kOne));
  EXPECT_FALSE(is_repaired({"a.c", "int f(void) { x = 1; }"}, kOne));
  EXPECT_FALSE(is_repaired({"a.c", "int g(void) { x = 2; }"}, kOne));
}

TEST(RepairedTree, HasStepsInSeveralFiles) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  folder.file("a.c", "int f(void)\n{\n\tx = 1;\n}\n");
  folder.file("b.c", "int g(void)\n{\n\ty = 1;\n}\n");
  const KernelTree tree(folder.path());
  const RepairStep steps[] = {kOne, {"g", "y = 1;", "y = x;", "b.c"}};
  const KernelRepair repair{"F", "a.c", steps};
  EXPECT_FALSE(is_repaired(tree, repair));
  const auto repaired = repaired_tree(tree, repair);
  ASSERT_TRUE(repaired.has_value());
  EXPECT_EQ(repaired->read("b.c")->text(), "int g(void)\n{\n\ty = x;\n}\n");
  EXPECT_TRUE(is_repaired(*repaired, repair));
  const std::string patch = repair_as_patch(tree, repair).value_or("");
  EXPECT_NE(patch.find("+++ b/a.c\n"), std::string::npos) << patch;
  EXPECT_NE(patch.find("+++ b/b.c\n"), std::string::npos) << patch;
  EXPECT_EQ(repaired_tree(*repaired, repair).has_value(), false);
}

TEST(KernelRepairs, AreOfFindingsThatAreShown) {
  std::set<std::string_view> shown;
  for (const ShownFinding& finding : all_shown_findings())
    EXPECT_TRUE(shown.insert(finding.id).second) << finding.id;
  for (const KernelRepair& repair : all_kernel_repairs())
    EXPECT_TRUE(repair.by_calls ? shown.contains(repair.finding) : !repair.setting.empty())
        << repair.finding;
}

}  // namespace
}  // namespace ringcheck
