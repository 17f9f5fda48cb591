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
#include "source/call_text.hpp"
#include "source/line_diff.hpp"

namespace ringcheck::source {

namespace {

/// Text that replaces what stands from `from` to `to`.
struct Edit {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text;
};

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
                                              "atomic_flag_test",
                                              "atomic_compare_exchange_weak"};
constexpr std::string_view kFences[] = {"atomic_thread_fence", "__atomic_thread_fence",
                                        "__c11_atomic_thread_fence"};

/// A member of std::atomic, or of its kin, and its arguments that are no orders.
struct MemberRow {
  std::string_view name;
  std::size_t values;
};
constexpr MemberRow kMembers[] = {{"load", 0},
                                  {"store", 1},
                                  {"exchange", 1},
                                  {"fetch_add", 1},
                                  {"fetch_sub", 1},
                                  {"fetch_and", 1},
                                  {"fetch_or", 1},
                                  {"fetch_xor", 1},
                                  {"compare_exchange_weak", 2},
                                  {"compare_exchange_strong", 2},
                                  {"test", 0},
                                  {"test_and_set", 0},
                                  {"clear", 0}};

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

/// A site with its call, and the orders that it is to have.
struct Change {
  const std::string& text;
  CallText call;
  std::vector<MemoryOrder> wanted;  ///< of a compare_exchange that fails, the second
  bool of_cpp = false;              ///< by std::atomic or its kin
};

/// `order` as a name, where nothing else says how such names look.
std::string usual_name(const Change& change, MemoryOrder order) {
  return fmt::format("{}memory_order_{}", change.of_cpp ? "std::" : "", name_of(order));
}

/// `order` in place of `old`, in the same way, or in the usual way if `old` is the name of a
/// constant.
std::string in_the_way_of(const std::string& old, const Change& change, MemoryOrder order) {
  const auto of = [&](std::string_view prefix) {
    std::string name(name_of(order));
    if (prefix.starts_with("__ATOMIC"))
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
  };
  for (const std::string_view prefix : kPrefixes)
    if (const std::size_t at = old.find(prefix); at != std::string::npos)
      return old.substr(0, at + prefix.size()) + of(prefix);
  if (!change.call.word.starts_with("__")) return usual_name(change, order);
  return std::string(kPrefixes[2]) + of(kPrefixes[2]);
}

/// Replaces the arguments of the call from number `first` on by the orders that it is to have;
/// nothing, if one is no name.
std::vector<Edit> replaced(const Change& change, std::size_t first) {
  std::vector<Edit> edits;
  for (std::size_t n = first; n < change.call.arguments.size(); ++n) {
    const TextRange& argument = change.call.arguments[n];
    const std::string old = change.text.substr(argument.from, argument.to - argument.from);
    if (!std::ranges::all_of(old, [](char c) { return is_part_of_name(c) || c == ':'; })) return {};
    edits.push_back(
        {argument.from, argument.to, in_the_way_of(old, change, change.wanted[n - first])});
  }
  return edits;
}

/// Adds the first `count` orders to the call, which has none.
Edit with_added(const Change& change, std::size_t count) {
  std::string more;
  for (std::size_t n = 0; n < count; ++n)
    more += fmt::format("{}{}", change.call.arguments.empty() && n == 0 ? "" : ", ",
                        usual_name(change, change.wanted[n]));
  return {change.call.close, change.call.close, more};
}

/// The order of a compare_exchange that fails, where only the one of success is an argument.
MemoryOrder implied_failure(MemoryOrder order) {
  if (order == MemoryOrder::release) return MemoryOrder::relaxed;
  return order == MemoryOrder::acq_rel ? MemoryOrder::acquire : order;
}

/// The changes of a call of a member of std::atomic; none: it is not possible.
std::vector<Edit> edits_of_member(const Change& change) {
  const auto* const row = std::ranges::find(kMembers, change.call.word, &MemberRow::name);
  const std::size_t count = change.call.arguments.size();
  if (row == std::end(kMembers) || count < row->values) return {};
  const std::size_t given = count - row->values;
  const bool compares = row->values == 2;
  if (given > (compares ? 2U : 1U)) return {};
  const bool has_both = given == 2 || !compares;
  if (!has_both && implied_failure(change.wanted[0]) != change.wanted[1]) return {};
  return given == 0 ? std::vector{with_added(change, 1)} : replaced(change, row->values);
}

/// What replaces the call of a fence that orders nothing.
Edit without(const std::string& text, const CallText& call) {
  std::size_t start = call.start;
  while (start > 0 && text[start - 1] != '\n') --start;
  std::size_t end = call.close + 1;
  if (end < text.size() && text[end] == ';') ++end;
  const bool first = text.find_first_not_of(" \t", start) == call.start;
  const bool last = end >= text.size() || text[end] == '\n';
  // After a condition or a label, a statement has to stay.
  const std::size_t before =
      start == 0 ? std::string::npos : text.find_last_not_of(" \t\n", start - 1);
  const bool alone = before != std::string::npos &&
                     std::string_view(";{}").find(text[before]) != std::string_view::npos;
  if (first && last && alone && text[end - 1] == ';')
    return {start, std::min(end + 1, text.size()), ""};
  return {call.start, call.close + 1, "(void)0"};
}

/// The changes that give `site`, which stands at `at`, these parts; none: it is not possible.
std::vector<Edit> edits_of(const std::string& text, std::size_t at, const OrderSite& site,
                           OrderParts parts, bool of_cpp) {
  const auto call = call_at(text, at);
  if (!call || defines_macro(text, call->word)) return {};
  const bool is_fence = is_one_of(call->word, kFences) || call->word == "__sync_synchronize";
  if ((site.kind == SiteKind::fence) != is_fence) return {};
  if (is_fence && parts == 0) return {without(text, *call)};
  Change change{text, *call, {site.order(parts)}, of_cpp};
  if (site.kind == SiteKind::compare_exchange) change.wanted.push_back(site.failure(parts));
  if (call->of_member)
    return of_cpp && call->name == at ? edits_of_member(change) : std::vector<Edit>{};
  if (ends_with_orders(call->word)) {
    const std::size_t orders = change.wanted.size();
    if (call->arguments.size() < orders) return {};
    return replaced(change, call->arguments.size() - orders);
  }
  if (!is_one_of(call->word, kWithoutOrder)) return {};
  const std::size_t end = call->name + call->word.size();
  return {{end, end, "_explicit"}, with_added(change, change.wanted.size())};
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
      fresh = edits_of(text, offset_of(text, place), sites[s], plan[s],
                       place.callee == Callee::atomics);
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
