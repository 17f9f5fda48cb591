// A step's pieces are found token by token: their spacing does not matter.
// Tested by tests/kernel/kernel_repairs_test.cpp, tests/kernel/kernel_patch_test.cpp and
// `make kernel`.
#include "kernel/findings/kernel_repair.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "kernel/tree/c_scanner.hpp"
#include "source/line_diff.hpp"

namespace ringcheck {
namespace {

std::vector<CToken> tokens_of(const std::string& name, std::string_view text) {
  std::vector<CToken> tokens;
  CScanner scanner(name, text);
  for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next())
    tokens.push_back(token);
  return tokens;
}

/// The function of `file` that a step names; null if there is none.
const CItem* function_of(const CText& file, const RepairStep& step) {
  const auto found = std::find_if(file.items().begin(), file.items().end(), [&](const CItem& item) {
    return item.kind == CItemKind::function && item.defines(step.function);
  });
  return found == file.items().end() ? nullptr : &*found;
}

/// Where `wanted` stands in `tokens` from `from` on.
std::vector<CToken>::const_iterator find_tokens(const std::vector<CToken>& tokens,
                                                std::vector<CToken>::const_iterator from,
                                                const std::vector<CToken>& wanted) {
  return std::search(
      from, tokens.end(), wanted.begin(), wanted.end(),
      [](const CToken& left, const CToken& right) { return left.text == right.text; });
}

/// Puts `with` in the place of [from, to); a line that becomes empty goes as a whole.
void replace(std::string& text, std::size_t from, std::size_t to, std::string_view with) {
  if (with.empty()) {
    const std::size_t start = from == 0 ? 0 : text.rfind('\n', from - 1) + 1;
    const bool alone = text.find_first_not_of(" \t", start) == from;
    if (alone && to < text.size() && text[to] == '\n') {
      from = start;
      ++to;
    }
  }
  text.replace(from, to - from, with);
}

/// The file of `repair` that a step changes.
std::string_view file_of(const KernelRepair& repair, const RepairStep& step) {
  return step.file.empty() ? repair.file : step.file;
}

/// The files that a repair changes, each once.
std::vector<std::string_view> files_of(const KernelRepair& repair) {
  std::vector<std::string_view> files;
  for (const RepairStep& step : repair.steps)
    if (std::ranges::find(files, file_of(repair, step)) == files.end())
      files.push_back(file_of(repair, step));
  return files;
}

/// A file before its repair and after it.
struct RepairedFile {
  std::string_view path;
  std::string before, after;
};

/// The files that the repair changes in `tree`; nothing if a step has no place in one.
std::optional<std::vector<RepairedFile>> repaired_files(const KernelTree& tree,
                                                        const KernelRepair& repair) {
  std::vector<RepairedFile> files;
  for (const std::string_view path : files_of(repair)) {
    std::unique_ptr<CText> text = tree.read(path);
    RepairedFile file{path, text->text(), {}};
    for (const RepairStep& step : repair.steps) {
      if (file_of(repair, step) != path) continue;
      auto after = repaired_text(*text, step);
      if (!after) return {};
      text = std::make_unique<CText>(text->name(), std::move(*after));
    }
    file.after = text->text();
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::optional<std::string> repaired_text(const CText& file, const RepairStep& step) {
  const CItem* function = function_of(file, step);
  if (function == nullptr) return {};
  const std::vector<CToken> tokens = tokens_of(file.name(), function->text);
  const std::vector<CToken> wanted = tokens_of(file.name(), step.from);
  const auto found = find_tokens(tokens, tokens.begin(), wanted);
  if (found == tokens.end()) return {};
  if (find_tokens(tokens, found + 1, wanted) != tokens.end()) return {};
  const CToken& last = *(found + static_cast<std::ptrdiff_t>(wanted.size()) - 1);
  const auto offset = static_cast<std::size_t>(function->text.data() - file.text().data());
  std::string text = file.text();
  replace(text, offset + found->begin, offset + last.end(), step.to);
  return text;
}

bool is_repaired(const CText& file, const RepairStep& step) {
  const CItem* function = function_of(file, step);
  if (function == nullptr) return false;
  const std::vector<CToken> tokens = tokens_of(file.name(), function->text);
  return find_tokens(tokens, tokens.begin(), tokens_of(file.name(), step.to)) != tokens.end();
}

std::optional<KernelTree> repaired_tree(const KernelTree& tree, const KernelRepair& repair) {
  auto files = repaired_files(tree, repair);
  if (!files) return {};
  KernelTree repaired = tree;
  for (RepairedFile& file : *files) repaired.replace(file.path, std::move(file.after));
  return repaired;
}

bool is_repaired(const KernelTree& tree, const KernelRepair& repair) {
  return std::ranges::all_of(files_of(repair), [&](std::string_view path) {
    if (!tree.has(path)) return false;
    const std::unique_ptr<CText> file = tree.read(path);
    return std::ranges::all_of(repair.steps, [&](const RepairStep& step) {
      return file_of(repair, step) != path || step.to.empty() || is_repaired(*file, step);
    });
  });
}

std::optional<std::string> repair_as_patch(const KernelTree& tree, const KernelRepair& repair) {
  const auto files = repaired_files(tree, repair);
  if (!files) return {};
  std::string patch;
  for (const RepairedFile& file : *files)
    patch += source::unified_diff(file.path, source::changed_lines(file.before, file.after));
  return patch;
}

}  // namespace ringcheck
