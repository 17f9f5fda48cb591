// Tested by tests/source/order_patch_test.cpp.
#include "source/order_patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "graph/diagnostic.hpp"
#include "source/line_diff.hpp"

namespace ringcheck::source {

namespace {

/// Text that replaces what stands from `from` to `to`.
struct Edit {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text;
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A call in a source: its name, and its arguments between the parentheses.
struct Call {
  std::size_t name = 0;
  std::string word;
  std::size_t open = 0;
  std::size_t close = 0;
};

/// The place after a text in quotes that starts at `at`.
std::size_t after_quotes(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\') ++at;
  return at;
}

/// Calls `look(place, depth)` for each place between `open`, a parenthesis, and the one that closes
/// it, except in quotes. Returns the place of the closing one, or npos.
template <class Look>
std::size_t walk_arguments(const std::string& text, std::size_t open, Look&& look) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\'') {
      at = after_quotes(text, at);
      continue;
    }
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
    look(at, depth);
  }
  return std::string::npos;
}

/// The call whose name starts at `at`, or ends a chain of members that starts there.
std::optional<Call> call_at(const std::string& text, std::size_t at) {
  Call call;
  call.name = at;
  while (call.name < text.size()) {
    std::size_t end = call.name;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == call.name) return std::nullopt;
    call.word = text.substr(call.name, end - call.name);
    while (end < text.size() && text[end] == ' ') ++end;
    if (end < text.size() && text[end] == '(') {
      call.open = end;
      call.close = walk_arguments(text, end, [](std::size_t, int) {});
      return call.close == std::string::npos ? std::nullopt : std::optional(call);
    }
    if (text.compare(end, 2, "->") != 0 && text.compare(end, 2, "::") != 0 && text[end] != '.')
      return std::nullopt;
    call.name = end + (text[end] == '.' ? 1 : 2);
  }
  return std::nullopt;
}

/// Words for orders, before the order itself.
constexpr std::string_view kPrefixes[] = {"memory_order_", "memory_order::", "__ATOMIC_"};

/// Where the names of orders stand among the arguments of `call` itself.
std::vector<Edit> orders_in(const std::string& text, const Call& call) {
  std::vector<Edit> orders;
  walk_arguments(text, call.open, [&](std::size_t at, int depth) {
    if (depth != 1) return;
    if (at > 0 && is_word(text[at - 1])) return;
    for (const std::string_view prefix : kPrefixes) {
      if (text.compare(at, prefix.size(), prefix) != 0) continue;
      std::size_t end = at + prefix.size();
      while (end < text.size() && is_word(text[end])) ++end;
      orders.push_back({at + prefix.size(), end, ""});
    }
  });
  return orders;
}

std::string in_the_way_of(std::string_view old, MemoryOrder order) {
  std::string name(name_of(order));
  if (!old.empty() && std::isupper(static_cast<unsigned char>(old[0])) != 0)
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  return name;
}

/// What replaces the call of a fence that orders nothing.
Edit without(const std::string& text, const Call& call) {
  std::size_t start = call.name;
  while (start > 0 && text[start - 1] != '\n') --start;
  std::size_t end = call.close + 1;
  if (end < text.size() && text[end] == ';') ++end;
  const bool first = text.find_first_not_of(" \t", start) == call.name;
  const bool last = end >= text.size() || text[end] == '\n';
  if (first && last && text[end - 1] == ';') return {start, std::min(end + 1, text.size()), ""};
  return {call.name, call.close + 1, "(void)0"};
}

/// The changes that give `site`, which stands at `at`, these parts; none: it is not possible.
std::vector<Edit> edits_of(const std::string& text, std::size_t at, const OrderSite& site,
                           OrderParts parts) {
  const auto call = call_at(text, at);
  if (!call) return {};
  if (site.kind == SiteKind::fence && parts == 0) return {without(text, *call)};
  std::vector<MemoryOrder> wanted{site.order(parts)};
  if (site.kind == SiteKind::compare_exchange) wanted.push_back(site.failure(parts));
  std::vector<Edit> edits = orders_in(text, *call);
  if (edits.size() == wanted.size()) {
    for (std::size_t n = 0; n < edits.size(); ++n)
      edits[n].text =
          in_the_way_of(text.substr(edits[n].from, edits[n].to - edits[n].from), wanted[n]);
    return edits;
  }
  if (!edits.empty() || !call->word.starts_with("atomic_") || call->word.ends_with("_explicit"))
    return {};
  const std::size_t end = call->name + call->word.size();
  std::string more;
  for (const MemoryOrder order : wanted) more += fmt::format(", memory_order_{}", name_of(order));
  return {{end, end, "_explicit"}, {call->close, call->close, more}};
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError({path, 0, 0, "cannot be read, expected the source of the program"});
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::size_t offset_of(const std::string& text, const Place& place) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line && at != std::string::npos; ++line) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  return at == std::string::npos ? text.size() : std::min(text.size(), at + place.column - 1);
}

/// `text` after `edits`, which do not overlap.
std::string edited(const std::string& text, std::vector<Edit> edits) {
  std::ranges::sort(edits, {}, &Edit::from);
  std::string after;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    after += text.substr(at, edit.from - at) + edit.text;
    at = edit.to;
  }
  return after + text.substr(at);
}

/// The name by which `patch -p1` finds it from here, or from the root if it is not below here.
std::string name_in_patch(const std::string& name) {
  std::error_code error;
  const std::filesystem::path current = std::filesystem::current_path(error);
  const std::string file = (current / name).lexically_normal().string();
  const std::string here = current.string() + "/";
  if (!error && file.starts_with(here)) return file.substr(here.size());
  return file.starts_with('/') ? file.substr(1) : file;
}

}  // namespace

OrderPatch order_patch(const Code& code, const std::vector<OrderSite>& sites,
                       const OrderPlan& plan) {
  OrderPatch patch;
  std::map<std::string, std::pair<std::string, std::vector<Edit>>> files;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    if (plan[s] == sites[s].parts()) continue;
    const Place& place = code.place(sites[s].place);
    const std::string& file = code.unit.files[place.file];
    auto& [text, edits] = files[file];
    if (text.empty()) text = text_of(file);
    const std::vector<Edit> fresh = edits_of(text, offset_of(text, place), sites[s], plan[s]);
    if (fresh.empty()) patch.left.push_back(s);
    edits.insert(edits.end(), fresh.begin(), fresh.end());
  }
  for (const auto& [file, changed] : files)
    if (!changed.second.empty())
      patch.text += unified_diff(
          name_in_patch(file), changed_lines(changed.first, edited(changed.first, changed.second)));
  return patch;
}

}  // namespace ringcheck::source
