// Repairs of a text like the kernel's.
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

TEST(RepairedText, IsNoneWithoutItsPlace) {
  for (const char* text :
       {"int g(void) { x = 1; }", "int f(void) { x = 3; }", "int f(void) { x = 1; x = 1; }"}) {
    const CText file("a.c", text);
    EXPECT_EQ(repaired_text(file, {"F", "a.c", kOne}), std::nullopt) << text;
  }
}

TEST(KernelRepairs, AreOfFindingsThatAreShown) {
  std::set<std::string_view> shown;
  for (const ShownFinding& finding : all_shown_findings())
    EXPECT_TRUE(shown.insert(finding.id).second) << finding.id;
  for (const KernelRepair& repair : all_kernel_repairs())
    EXPECT_TRUE(shown.contains(repair.finding) ||
                (repair.finding.empty() && !repair.setting.empty()))
        << repair.finding;
}

}  // namespace
}  // namespace ringcheck
