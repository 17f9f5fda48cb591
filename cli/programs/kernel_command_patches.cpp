// `ringcheck kernel --patches`: the repairs of findings as patches of a tree.
// Tested by tests/cli/kernel_command_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>

#include "cli/findings_text.hpp"
#include "cli/output.hpp"
#include "cli/programs/kernel_command.hpp"
#include "graph/diagnostic.hpp"
#include "kernel/findings/kernel_patch.hpp"

namespace ringcheck {
namespace {

std::string_view title_of(std::string_view finding) {
  const std::vector<FindingsEntry> entries = findings_entries();
  const auto entry = std::ranges::find(entries, finding, &FindingsEntry::id);
  return entry == entries.end() ? std::string_view{} : entry->title;
}

/// The patch, and above it what it is for; `patch` skips that.
std::string file_of(const KernelPatch& patch, const std::string& version) {
  std::string text =
      fmt::format("{} {}\n\nFor Linux {}.\n", patch.finding, title_of(patch.finding), version);
  if (!patch.setting.empty())
    text += fmt::format("Scenarios have the same with --param {}.\n", patch.setting);
  return text + '\n' + patch.text;
}

/// The folder for the patches. Errors: InputError if it is not a folder, or if two trees would
/// write the same files.
std::filesystem::path require_own_files(const KernelOptions& options,
                                        const std::vector<KernelTree>& trees) {
  std::set<std::string> versions;
  for (const KernelTree& tree : trees)
    if (!versions.insert(tree.version()).second)
      throw InputError({tree.folder().string(), 0, 0,
                        fmt::format("saw Linux {} again, expected another version: patches are "
                                    "named by it",
                                    tree.version())});
  require_folder(options.patches, "patches");
  return options.patches;
}

}  // namespace

ExitStatus write_kernel_patches(const KernelOptions& options,
                                const std::vector<KernelTree>& trees) {
  const std::filesystem::path folder = require_own_files(options, trees);
  std::ostream out(text_buffer(options));
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  out << fmt::format("{:<9}{:<12}{}\n", "finding", "kernel", "patch");
  for (const KernelTree& tree : trees)
    for (const KernelPatch& patch : kernel_patches(tree)) {
      nlohmann::ordered_json row{{"finding", patch.finding}, {"kernel", tree.version()}};
      std::string what = patch.repaired ? "the text has it" : "no place in the text";
      if (!patch.text.empty()) {
        what = (folder / fmt::format("{}-{}.patch", patch.finding, tree.version())).string();
        write_output(what, file_of(patch, tree.version()));
        row["patch"] = what;
      }
      row["repaired"] = patch.repaired;
      out << fmt::format("{:<9}{:<12}{}\n", patch.finding, tree.version(), what);
      rows.push_back(std::move(row));
    }
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return ExitStatus::holds;
}

}  // namespace ringcheck
