// Repairs to a text like the kernel's.
#include <gtest/gtest.h>

#include <set>

#include "kernel/findings/shown_finding.hpp"

namespace ringcheck {
namespace {

constexpr RepairStep kOne[] = {{"f", "x = 1;", "x = 2;"}};

TEST(RepairedText, ReplacesTokensHoweverTheyAreSpaced) {
  const CText file("a.c", "int g(void) { x = 1; }\nint f(void)\n{\n\tx   =\n\t1;\n}\n");
  EXPECT_EQ(repaired_text(file, {"F", "a.c", kOne}),
            "int g(void) { x = 1; }\nint f(void)\n{\n\tx = 2;\n}\n");
}

TEST(RepairedText, LosesALineThatNothingIsLeftOn) {
  constexpr RepairStep kGone[] = {{"f", "x = 1;", ""}};
  const auto without = [&](const char* text) {
    return repaired_text({"a.c", text}, {"F", "a.c", kGone});
  };
  EXPECT_EQ(without("int f(void)\n{\n\tx = 1;\n\ty = 1;\n}\n"), "int f(void)\n{\n\ty = 1;\n}\n");
  EXPECT_EQ(without("int f(void)\n{\n\tx = 1; y = 1;\n}\n"), "int f(void)\n{\n\t y = 1;\n}\n");
}

TEST(RepairedText, IsNoneWithoutItsPlace) {
  for (const char* text :
       {"int g(void) { x = 1; }", "int f(void) { x = 3; }", "int f(void) { x = 1; x = 1; }"}) {
    const CText file("a.c", text);
    EXPECT_EQ(repaired_text(file, {"F", "a.c", kOne}), std::nullopt) << text;
  }
}

TEST(IsRepaired, LooksForWhatARepairLeaves) {
  const KernelRepair repair{"F", "a.c", kOne};
  EXPECT_TRUE(is_repaired({"a.c", "int f(void) { x  = 2; }"}, repair));
  EXPECT_FALSE(is_repaired({"a.c", "int f(void) { x = 1; }"}, repair));
  EXPECT_FALSE(is_repaired({"a.c", "int g(void) { x = 2; }"}, repair));
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
