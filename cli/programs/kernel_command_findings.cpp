// `ringcheck kernel --findings`: which of docs/findings.md a tree shows, and what repairs them.
// Tested by `make kernel`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <ostream>

#include "cli/output.hpp"
#include "cli/programs/kernel_command.hpp"
#include "kernel/findings/finding_places.hpp"
#include "kernel/findings/kernel_repair.hpp"
#include "kernel/findings/shown_finding.hpp"

namespace ringcheck {
namespace {

/// A finding on a tree.
struct FindingRow {
  std::string_view finding;
  std::string kernel;
  std::optional<std::string> shown{};
  std::string repair;  ///< "none known", "gone", or what still shows
};

/// A tree's text as far as a finding needs it.
std::unique_ptr<NativeObject> object_of(const KernelTree& tree, const ShownFinding& finding) {
  return std::make_unique<NativeObject>(tree, finding.unit(),
                                        NativeOptions{finding.page_shift, false});
}

/// The same for every finding that needs as much.
class Objects {
 public:
  explicit Objects(const KernelTree& tree) : tree_(tree) {}
  const NativeObject& of(const ShownFinding& finding) {
    std::unique_ptr<NativeObject>& object = objects_[{finding.unit, finding.page_shift}];
    if (object == nullptr) object = object_of(tree_, finding);
    return *object;
  }

 private:
  const KernelTree& tree_;
  std::map<std::pair<const KernelUnit& (*)(), unsigned>, std::unique_ptr<NativeObject>> objects_;
};

/// What is left of a finding after its repair.
std::string after_repair(const ShownFinding& finding, const KernelTree& tree) {
  for (const KernelRepair& repair : all_kernel_repairs()) {
    if (repair.finding != finding.id || !repair.by_calls) continue;
    const auto repaired = repaired_tree(tree, repair);
    if (repaired) return finding.shown(*object_of(*repaired, finding)).value_or("gone");
  }
  return "none known";
}

nlohmann::ordered_json row_json(const FindingRow& row) {
  nlohmann::ordered_json json;
  json["finding"] = row.finding;
  json["kernel"] = row.kernel;
  json["shown"] = row.shown.has_value();
  if (row.shown) json["how"] = *row.shown;
  if (row.shown) json["repair"] = row.repair;
  return json;
}

/// Says for each finding whether later trees have the same text of its functions as the first.
void compare_places(const std::vector<KernelTree>& trees, std::ostream& out,
                    nlohmann::ordered_json& rows) {
  std::string_view finding;
  for (const FindingPlace& place : all_finding_places()) {
    if (place.finding == finding) continue;
    finding = place.finding;
    for (std::size_t i = 1; i < trees.size(); ++i) {
      const std::vector<std::string> changed = changed_places(finding, trees[0], trees[i]);
      out << fmt::format("{:<9}{:<12}{}\n", finding, trees[i].version(),
                         changed.empty() ? "as in " + trees[0].version()
                                         : fmt::format("other text: {}", fmt::join(changed, ", ")));
      rows.push_back({{"finding", finding}, {"kernel", trees[i].version()}, {"changed", changed}});
    }
  }
}

}  // namespace

ExitStatus show_kernel_findings(const KernelOptions& options,
                                const std::vector<KernelTree>& trees) {
  std::ostream out(text_buffer(options));
  ExitStatus status = ExitStatus::holds;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  out << fmt::format("{:<9}{:<12}{:<13}{}\n", "finding", "kernel", "repair", "what shows");
  std::vector<Objects> objects(trees.begin(), trees.end());
  for (const ShownFinding& finding : all_shown_findings())
    for (std::size_t i = 0; i < trees.size(); ++i) {
      FindingRow row{finding.id, trees[i].version(), finding.shown(objects[i].of(finding)), {}};
      if (row.shown) row.repair = after_repair(finding, trees[i]);
      const bool left = row.shown && row.repair != "gone" && row.repair != "none known";
      if (left) status = worse(status, ExitStatus::violated);
      out << fmt::format("{:<9}{:<12}{:<13}{}\n", row.finding, row.kernel,
                         left ? "fails" : row.repair, row.shown.value_or("it does not"))
          << std::flush;
      rows.push_back(row_json(row));
    }
  if (trees.size() > 1)
    out << fmt::format("\n{:<9}{:<12}{}\n", "finding", "kernel", "its functions");
  compare_places(trees, out, rows);
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
