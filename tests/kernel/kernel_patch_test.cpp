// Repairs as patches of a tree.
#include "kernel/findings/kernel_patch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernel/findings/kernel_repair.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck {
namespace {

/// The patches of a tree with this ring_buffer.c, whose other files are empty.
std::vector<KernelPatch> patches_of(const std::string& ring_buffer) {
  const tests::TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  for (const KernelRepair& repair : all_kernel_repairs()) folder.file(std::string(repair.file), "");
  folder.file("kernel/events/ring_buffer.c", ring_buffer);
  folder.file("tools/perf/arch/x86/util/intel-pt.c", "");
  return kernel_patches(KernelTree(folder.path()));
}

/// The patch of `finding` for a tree whose perf_output_wakeup and perf_output_get_handle are as
/// given.
KernelPatch patch_of(std::string_view finding, const std::string& wakeup,
                     const std::string& get_handle) {
  const std::vector<KernelPatch> patches =
      patches_of("static void perf_output_wakeup(void)\n{\n" + wakeup +
                 "}\nstatic void perf_output_get_handle(void)\n{\n" + get_handle + "}\n");
  return *std::ranges::find(patches, finding, &KernelPatch::finding);
}

TEST(KernelPatches, AreOneForEachRepairedFinding) {
  std::set<std::string_view> findings;
  for (const KernelPatch& patch : patches_of("")) {
    EXPECT_TRUE(findings.insert(patch.finding).second) << patch.finding;
    EXPECT_EQ(patch.text, "") << patch.finding;
    EXPECT_FALSE(patch.repaired) << patch.finding;
  }
  for (const KernelRepair& repair : all_kernel_repairs())
    EXPECT_TRUE(findings.contains(repair.finding)) << repair.finding;
}

TEST(KernelPatches, SayWhatChanges) {
  const KernelPatch patch = patch_of("F-03", "\tatomic_set(&rb->poll, EPOLLIN);\n", "");
  EXPECT_FALSE(patch.repaired);
  EXPECT_EQ(patch.setting, "flag=release");
  EXPECT_EQ(patch.text,
            "--- a/kernel/events/ring_buffer.c\n+++ b/kernel/events/ring_buffer.c\n"
            "@@ -1,6 +1,6 @@\n static void perf_output_wakeup(void)\n {\n"
            "-\tatomic_set(&rb->poll, EPOLLIN);\n+\tatomic_set_release(&rb->poll, EPOLLIN);\n"
            " }\n static void perf_output_get_handle(void)\n {\n");
}

TEST(KernelPatches, AreNoneWhereTheTextHasTheRepair) {
  const KernelPatch patch = patch_of("F-03", "\tatomic_set_release(&rb->poll, EPOLLIN);\n", "");
  EXPECT_TRUE(patch.repaired);
  EXPECT_EQ(patch.text, "");
}

TEST(KernelPatches, MoveAStatement) {
  const std::string stamp = "\thandle->wakeup = local_read(&rb->wakeup);\n";
  const std::string off = "\tpreempt_disable();\n";
  const KernelPatch patch = patch_of("F-09", "", off + "\tf();\n\tg();\n" + stamp);
  EXPECT_FALSE(patch.repaired);
  EXPECT_NE(patch.text.find(' ' + off + '+' + stamp + " \tf();\n \tg();\n-" + stamp),
            std::string::npos)
      << patch.text;
  EXPECT_TRUE(patch_of("F-09", "", off + stamp + "\tf();\n").repaired);
}

}  // namespace
}  // namespace ringcheck
