// The closure of the functions that a unit names under "needs": types, macros, variables and
// prototypes. Functions are never picked unasked, so a unit says all that runs.
// Tested by tests/kernel/pick_test.cpp.
#include "kernel/tree/pick.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

/// Picks the items of one unit.
class Picker {
 public:
  Picker(const KernelUnit& unit, const std::vector<std::unique_ptr<CText>>& texts)
      : unit_(unit), texts_(texts), ours_(unit.ours.begin(), unit.ours.end()) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (unit.files[i].functions_alone) continue;
      for (const CItem& item : texts[i]->items()) {
        if (item.kind == CItemKind::function || item.kind == CItemKind::include) continue;
        for (const std::string& name : item.names) definers_[name].push_back(&item);
      }
    }
  }

  std::string text() {
    for (std::size_t i = 0; i < texts_.size(); ++i) take_named(unit_.files[i], *texts_[i]);
    for (const std::string_view name : unit_.needs) need_all_of(name);
    while (!waiting_.empty()) {
      const CItem* item = waiting_.back();
      waiting_.pop_back();
      need_all_of(item->text);
      for (const CCondition& condition : item->conditions) need_all_of(condition.text);
    }
    for (const auto& text : texts_) {
      for (const CItem& item : text->items())
        if (picked_.contains(&item)) append(*text, item);
      go_under({});
    }
    return std::move(out_);
  }

 private:
  void take(const CItem& item) {
    if (picked_.insert(&item).second) waiting_.push_back(&item);
  }

  /// True iff our headers have all that `item` defines.
  [[nodiscard]] bool is_ours(const CItem& item) const {
    return !item.names.empty() && std::ranges::all_of(item.names, [&](const std::string& name) {
      return ours_.contains(name);
    });
  }

  void take_named(const TreeFile& file, const CText& text) {
    for (std::string_view wanted : file.functions) {
      if (wanted == "*") {
        for (const CItem& item : text.items())
          if (item.kind != CItemKind::include && !is_ours(item)) take(item);
        continue;
      }
      const bool optional = wanted.ends_with('?');
      if (optional) wanted.remove_suffix(1);
      bool found = false;
      for (const CItem& item : text.items()) {
        if (item.kind != CItemKind::function || !item.defines(wanted)) continue;
        take(item);
        found = true;
      }
      if (!found && !optional)
        throw InputError(
            {text.name(), 0, 0, fmt::format("saw no function {}, expected one", wanted)});
    }
  }

  void need_all_of(std::string_view piece) {
    for (const std::string& name : identifiers_of(piece)) {
      if (ours_.contains(name)) continue;
      const auto found = definers_.find(name);
      if (found == definers_.end()) continue;
      for (const CItem* item : found->second) take(*item);
    }
  }

  /// Closes and opens conditions until those of `wanted` are open. Neighbouring items share one
  /// #if: the first item may define what the #if asks for.
  void go_under(const std::vector<CCondition>& wanted) {
    std::size_t same = 0;
    while (same < open_.size() && same < wanted.size() && open_[same] == wanted[same]) ++same;
    for (; open_.size() > same; open_.pop_back()) out_ += "#endif\n";
    for (; open_.size() < wanted.size(); open_.push_back(wanted[open_.size()]))
      out_ += wanted[open_.size()].text + "\n";
  }

  void append(const CText& text, const CItem& item) {
    go_under(item.conditions);
    out_ += fmt::format("#line {} \"{}\"\n{}\n", item.line, text.name(), item.text);
  }

  const KernelUnit& unit_;
  const std::vector<std::unique_ptr<CText>>& texts_;
  std::set<std::string_view> ours_;
  std::map<std::string, std::vector<const CItem*>, std::less<>> definers_;
  std::set<const CItem*> picked_;
  std::vector<const CItem*> waiting_;
  std::vector<CCondition> open_;  ///< around what was appended last
  std::string out_;
};

}  // namespace

std::string pick(const KernelUnit& unit, const std::vector<std::unique_ptr<CText>>& texts) {
  return Picker(unit, texts).text();
}

}  // namespace ringcheck
