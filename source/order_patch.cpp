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
/// it, except in quotes and comments. Returns the place of the closing one, or npos.
template <class Look>
std::size_t walk_arguments(const std::string& text, std::size_t open, Look&& look) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\'') {
      at = after_quotes(text, at);
      continue;
    }
    if (text.compare(at, 2, "/*") == 0 || text.compare(at, 2, "//") == 0) {
      const std::string_view end = text[at + 1] == '*' ? "*/" : "\n";
      at = text.find(end, at + 2);
      if (at == std::string::npos) return at;
      at += end.size() - 1;
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

/// Generic functions of <stdatomic.h> that have an `_explicit` form.
constexpr std::string_view kWithoutOrder[] = {"atomic_load",
                                              "atomic_store",
                                              "atomic_exchange",
                                              "atomic_fetch_add",
                                              "atomic_fetch_sub",
                                              "atomic_fetch_or",
                                              "atomic_fetch_xor",
                                              "atomic_fetch_and",
                                              "atomic_compare_exchange_strong",
                                              "atomic_flag_clear",
                                              "atomic_flag_test_and_set",
                                              "atomic_compare_exchange_weak"};
constexpr std::string_view kFences[] = {"atomic_thread_fence", "__atomic_thread_fence",
                                        "__c11_atomic_thread_fence"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::ranges::find(words, word) != std::end(words);
}

/// True iff `word` names a function of C or the compiler whose last arguments are its orders. All
/// other words may be macros and functions of the program, which have arguments of their own.
bool ends_with_orders(std::string_view word) {
  const std::string_view explicit_form = "_explicit";
  return is_one_of(word, kFences) || word.starts_with("__c11_atomic_") ||
         word.starts_with("__atomic_") ||
         (word.ends_with(explicit_form) &&
          is_one_of(word.substr(0, word.size() - explicit_form.size()), kWithoutOrder));
}

/// The last `count` arguments of `call`, as far as each is one name; fewer if others are not.
std::vector<Edit> last_arguments(const std::string& text, const Call& call, std::size_t count) {
  std::vector<Edit> all(1);
  walk_arguments(text, call.open, [&](std::size_t at, int depth) {
    if (at == call.open) return;
    Edit& last = all.back();
    if (depth == 1 && text[at] == ',') {
      all.emplace_back();
    } else if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      if (last.to == 0) last.from = at;
      last.to = at + 1;
    }
  });
  if (all.size() < count) return {};
  all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(count));
  std::erase_if(all, [&](const Edit& e) {
    const std::string_view name = std::string_view(text).substr(e.from, e.to - e.from);
    return name.empty() ||
           !std::ranges::all_of(name, [](char c) { return is_word(c) || c == ':'; });
  });
  return all;
}

/// `order` in place of `old`, in the same way, or in the way of function `word` if `old` is the
/// name of a constant.
std::string in_the_way_of(const std::string& old, const std::string& word, MemoryOrder order) {
  const auto of = [&](std::string_view prefix) {
    std::string name(name_of(order));
    if (prefix.starts_with("__ATOMIC"))
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
  };
  for (const std::string_view prefix : kPrefixes)
    if (const std::size_t at = old.find(prefix); at != std::string::npos)
      return old.substr(0, at + prefix.size()) + of(prefix);
  const std::string_view usual = word.starts_with("__") ? kPrefixes[2] : kPrefixes[0];
  return std::string(usual) + of(usual);
}

/// True iff `text` has a macro called `word`.
bool is_defined_in(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find("define"); at != std::string::npos;
       at = text.find("define", at + 1)) {
    const std::size_t name = text.find_first_not_of(" \t", at + 6);
    if (name != std::string::npos && name > at + 6 && text.compare(name, word.size(), word) == 0 &&
        !is_word(text[name + word.size()]))
      return true;
  }
  return false;
}

/// What replaces the call of a fence that orders nothing.
Edit without(const std::string& text, const Call& call) {
  std::size_t start = call.name;
  while (start > 0 && text[start - 1] != '\n') --start;
  std::size_t end = call.close + 1;
  if (end < text.size() && text[end] == ';') ++end;
  const bool first = text.find_first_not_of(" \t", start) == call.name;
  const bool last = end >= text.size() || text[end] == '\n';
  // After a condition or a label, a statement has to stay.
  const std::size_t before =
      start == 0 ? std::string::npos : text.find_last_not_of(" \t\n", start - 1);
  const bool alone = before != std::string::npos &&
                     std::string_view(";{}").find(text[before]) != std::string_view::npos;
  if (first && last && alone && text[end - 1] == ';')
    return {start, std::min(end + 1, text.size()), ""};
  return {call.name, call.close + 1, "(void)0"};
}

/// The changes that give `site`, which stands at `at`, these parts; none: it is not possible.
std::vector<Edit> edits_of(const std::string& text, std::size_t at, const OrderSite& site,
                           OrderParts parts) {
  const auto call = call_at(text, at);
  if (!call || is_defined_in(text, call->word)) return {};
  const bool is_fence = is_one_of(call->word, kFences) || call->word == "__sync_synchronize";
  if ((site.kind == SiteKind::fence) != is_fence) return {};
  if (is_fence && parts == 0) return {without(text, *call)};
  std::vector<MemoryOrder> wanted{site.order(parts)};
  if (site.kind == SiteKind::compare_exchange) wanted.push_back(site.failure(parts));
  if (ends_with_orders(call->word)) {
    std::vector<Edit> edits = last_arguments(text, *call, wanted.size());
    if (edits.size() != wanted.size()) return {};
    for (std::size_t n = 0; n < edits.size(); ++n)
      edits[n].text = in_the_way_of(text.substr(edits[n].from, edits[n].to - edits[n].from),
                                    call->word, wanted[n]);
    return edits;
  }
  if (!is_one_of(call->word, kWithoutOrder)) return {};
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

/// True iff site number `s` has other orders elsewhere in the program: its place is compiled for
/// each value of a variable or of a parameter of a template.
bool has_several_orders(const std::vector<OrderSite>& sites, std::size_t s) {
  return std::ranges::any_of(sites, [&](const OrderSite& other) {
    return &other != &sites[s] && other.place == sites[s].place && other.kind == sites[s].kind;
  });
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
    std::vector<Edit> fresh;
    if (!has_several_orders(sites, s))
      fresh = edits_of(text, offset_of(text, place), sites[s], plan[s]);
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
