// Tested by tests/kernel/kernel_patch_test.cpp.
#include "kernel/findings/kernel_patch.hpp"

#include <algorithm>

#include "kernel/findings/shown_finding.hpp"
#include "source/line_diff.hpp"

namespace ringcheck {
namespace {

KernelPatch patch_of(const CText& file, const KernelRepair& repair) {
  KernelPatch patch{repair.finding, repair.setting, is_repaired(file, repair)};
  if (patch.repaired) return patch;
  if (const auto text = repaired_text(file, repair))
    patch.text = source::unified_diff(repair.file, source::changed_lines(file.text(), *text));
  return patch;
}

}  // namespace

std::vector<KernelPatch> kernel_patches(const KernelTree& tree) {
  std::vector<KernelPatch> patches;
  for (const KernelRepair& repair : all_kernel_repairs()) {
    KernelPatch patch = patch_of(*tree.read(repair.file), repair);
    const auto other = std::ranges::find(patches, repair.finding, &KernelPatch::finding);
    if (other == patches.end()) {
      patches.push_back(std::move(patch));
    } else if (!other->repaired && other->text.empty()) {
      *other = std::move(patch);
    }
  }
  return patches;
}

}  // namespace ringcheck
