// `ringcheck kernel --changes`: changes one token of the text at a time; each change must be found.
// Tested by `make kernel`.
#include <fmt/format.h>

#include <array>
#include <ostream>
#include <thread>

#include "cli/output.hpp"
#include "cli/programs/kernel_command.hpp"
#include "kernel/mutate/hold_changes.hpp"

namespace ringcheck {
namespace {

/// Programs for each area and change.
constexpr std::uint64_t kUsualPrograms = 1'000;

constexpr std::array<std::string_view, 6> kFates = {"refused",    "differs", "crashes",
                                                    "equivalent", "missed",  "left out"};

nlohmann::ordered_json row_json(const KernelTree& tree, const TriedChange& tried) {
  nlohmann::ordered_json row;
  row["kernel"] = tree.version();
  row["function"] = tried.change.function;
  row["line"] = tried.change.line;
  row["from"] = tried.change.from;
  row["to"] = tried.change.to;
  row["fate"] = kFates.at(static_cast<std::size_t>(tried.fate));
  row["by"] = tried.by;
  return row;
}

}  // namespace

ExitStatus try_kernel_changes(const KernelOptions& options,
                              const std::vector<const CallArea*>& areas,
                              const std::vector<KernelTree>& trees) {
  ExitStatus status = ExitStatus::holds;
  std::ostream out(text_buffer(options));
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const KernelTree& tree : trees) {
    ChangeOptions how;
    how.file = options.changes;
    how.most = options.most;
    how.programs = options.programs != 0 ? options.programs : kUsualPrograms;
    how.seed = options.seed;
    how.workers = std::thread::hardware_concurrency();
    how.areas = areas;
    std::array<std::size_t, kFates.size()> counts{};
    out << fmt::format("{} of Linux {}\n", options.changes, tree.version());
    how.tell = [&](const TriedChange& tried) {
      const auto fate = static_cast<std::size_t>(tried.fate);
      ++counts.at(fate);
      out << fmt::format("{:<32}{:<52}{:<12}{}\n", tried.change.function, to_text(tried.change),
                         kFates.at(fate), tried.by)
          << std::flush;
      rows.push_back(row_json(tree, tried));
      if (tried.fate == ChangeFate::missed) status = worse(status, ExitStatus::violated);
    };
    hold_changes(tree, how);
    for (std::size_t i = 0; i < counts.size(); ++i)
      out << fmt::format("{}{} {}", i == 0 ? "" : ", ", counts[i], kFates[i]);
    out << '\n' << std::flush;
  }
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
