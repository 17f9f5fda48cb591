// Tested by tests/kernel/kernel_patch_test.cpp.
#include "kernel/findings/kernel_patch.hpp"

#include <algorithm>

#include "kernel/findings/kernel_repair.hpp"

namespace ringcheck {
namespace {

KernelPatch patch_of(const KernelTree& tree, const KernelRepair& repair) {
  KernelPatch patch{repair.finding, repair.setting, is_repaired(tree, repair)};
  if (!patch.repaired) patch.text = repair_as_patch(tree, repair).value_or("");
  return patch;
}

}  // namespace

std::vector<KernelPatch> kernel_patches(const KernelTree& tree) {
  std::vector<KernelPatch> patches;
  for (const KernelRepair& repair : all_kernel_repairs()) {
    KernelPatch patch = patch_of(tree, repair);
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
