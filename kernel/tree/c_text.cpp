// Cutting a C file into items.
//
// An item ends at a semicolon outside of all brackets, or with the brace that closes a function's
// body. Such a body opens after a parenthesis, outside of all brackets and not after an equals
// sign. Within an item only the first branch of a condition counts, so braces balance.
// Tested by tests/kernel/c_text_test.cpp.
#include "kernel/tree/c_text.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "kernel/tree/c_scanner.hpp"

namespace ringcheck {
namespace {

using Tokens = std::vector<CToken>;

/// The word after the `#` of a directive.
std::string directive_name(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  std::size_t end = at;
  while (end < text.size() && is_identifier_char(text[end])) ++end;
  return std::string(text.substr(at, end - at));
}

/// What `#define` names.
std::string macro_name(std::string_view text) {
  std::size_t at = text.find("define") + 6;
  while (at < text.size() && !is_identifier_char(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && is_identifier_char(text[end])) ++end;
  return std::string(text.substr(at, end - at));
}

bool opens_condition(std::string_view name) {
  return name == "if" || name == "ifdef" || name == "ifndef";
}
bool goes_on_condition(std::string_view name) {
  return name == "else" || name == "elif";
}

/// Attributes that look like a function's name and parameters.
bool is_attribute(std::string_view name) {
  static constexpr std::array kAttributes = {
      "__attribute__", "__printf",  "__acquires", "__releases",  "__must_hold",
      "__aligned",     "__scanf",   "__section",  "__nonstring", "__counted_by",
      "__guarded_by",  "__asm__",   "asm",        "__free",      "__releases_shared",
      "typeof",        "__typeof__"};
  return std::ranges::find(kAttributes, name) != kAttributes.end();
}

/// Attributes that are a word.
bool is_attribute_word(std::string_view name) {
  static constexpr std::array kWords = {"__read_mostly",   "__maybe_unused", "__initdata",
                                        "__ro_after_init", "__percpu",       "__initconst"};
  return std::ranges::find(kWords, name) != kWords.end();
}

/// Macros that define what their arguments name.
bool makes_names(std::string_view macro) {
  static constexpr std::array kMakers = {"DEFINE_", "DECLARE_", "LIST_HEAD"};
  return std::ranges::any_of(kMakers, [&](const char* maker) { return macro.starts_with(maker); });
}

/// The index after the bracket that closes the one at `open`.
std::size_t after_group(const Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const CToken& token = tokens[i];
    if (token.is("(") || token.is("[") || token.is("{")) ++depth;
    if ((token.is(")") || token.is("]") || token.is("}")) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

/// The last identifier of each argument in the parentheses at `open`; if the first argument is a
/// type, only that of the last argument.
std::vector<std::string> argument_names(const Tokens& tokens, std::size_t open) {
  std::vector<std::string> names;
  const std::size_t end = after_group(tokens, open);
  for (std::size_t i = open + 1; i < end; ++i)
    if (tokens[i].kind == CTokenKind::identifier && i + 1 < end &&
        (tokens[i + 1].is(",") || tokens[i + 1].is(")") || tokens[i + 1].is("[")))
      names.emplace_back(tokens[i].text);
  const bool typed = tokens[open - 1].text.find("PER_CPU") != std::string_view::npos;
  if (typed && names.size() > 1) names.erase(names.begin(), names.end() - 1);
  return names;
}

/// The constants of the enum whose brace is at `open`.
void add_constants(const Tokens& tokens, std::size_t open, std::vector<std::string>& names) {
  const std::size_t end = after_group(tokens, open);
  for (std::size_t i = open + 1; i + 1 < end; ++i) {
    const bool first = tokens[i - 1].is("{") || tokens[i - 1].is(",");
    if (first && tokens[i].kind == CTokenKind::identifier) names.emplace_back(tokens[i].text);
    if (tokens[i].is("(")) i = after_group(tokens, i) - 1;
  }
}

/// Names of a struct, union or enum that is defined at `i`; moves `i` to after its braces.
bool add_type(const Tokens& tokens, std::size_t& i, std::vector<std::string>& names) {
  const bool is_enum = tokens[i].is("enum");
  if (!is_enum && !tokens[i].is("struct") && !tokens[i].is("union")) return false;
  std::size_t brace = i + 1;
  while (brace < tokens.size() && tokens[brace].kind == CTokenKind::identifier) ++brace;
  if (brace == tokens.size() || !tokens[brace].is("{")) {
    ++i;  // A use: the tag is not defined here.
    return true;
  }
  if (brace > i + 1) names.emplace_back(tokens[i + 1].text);
  if (is_enum) add_constants(tokens, brace, names);
  i = after_group(tokens, brace) - 1;
  return true;
}

/// True iff the parenthesis at `i` is around a name: (*name) or, in a typedef, (name).
bool opens_declarator(const Tokens& tokens, std::size_t i) {
  if (i + 2 >= tokens.size() || !tokens[i].is("(")) return false;
  return tokens[i + 1].is("*") || (tokens[0].is("typedef") && tokens[i + 2].is(")"));
}

/// Names that a declaration defines or declares.
std::vector<std::string> declared_names(const Tokens& tokens) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (add_type(tokens, i, names)) continue;
    if (tokens[i].is("=")) {
      while (i < tokens.size() && !tokens[i].is(",") && !tokens[i].is(";"))
        i = tokens[i].is("{") || tokens[i].is("(") ? after_group(tokens, i) : i + 1;
      continue;
    }
    if (opens_declarator(tokens, i)) {
      const CToken& name = tokens[tokens[i + 1].is("*") ? i + 2 : i + 1];
      if (name.kind == CTokenKind::identifier) names.emplace_back(name.text);
      i = after_group(tokens, i) - 1;
      continue;
    }
    if (tokens[i].is("(")) {
      i = after_group(tokens, i) - 1;
      continue;
    }
    if (tokens[i].kind != CTokenKind::identifier || i + 1 == tokens.size()) continue;
    const CToken& next = tokens[i + 1];
    if (opens_declarator(tokens, i + 1)) continue;
    if (next.is("(") && makes_names(tokens[i].text)) {
      for (std::string& name : argument_names(tokens, i + 1)) names.push_back(std::move(name));
    } else if (next.is("=") || next.is(";") || next.is(",") || next.is("[") || next.is(":") ||
               (next.is("(") && !is_attribute(tokens[i].text))) {
      names.emplace_back(tokens[i].text);
    }
  }
  return names;
}

/// The name of the function that has these tokens before its body; empty: there is none.
std::string function_name(const Tokens& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].is("(")) i = after_group(tokens, i) - 1;
    if (i + 1 < tokens.size() && tokens[i].kind == CTokenKind::identifier &&
        tokens[i + 1].is("(") && !is_attribute(tokens[i].text))
      return std::string(tokens[i].text);
  }
  return {};
}

/// Cuts one text.
class Cutter {
 public:
  Cutter(const std::string& name, std::string_view text) : scanner_(name, text), text_(text) {}

  std::vector<CItem> cut() {
    for (CToken token = scanner_.next(); token.kind != CTokenKind::end; token = scanner_.next()) {
      if (token.kind == CTokenKind::directive)
        directive(token);
      else if (!token.is(";"))
        item(token);
    }
    if (!conditions_.empty())
      scanner_.fail(conditions_.back().line, conditions_.back().text, "its #endif");
    return std::move(items_);
  }

 private:
  void directive(const CToken& token) {
    const std::string name = directive_name(token.text);
    if (opens_condition(name)) {
      conditions_.push_back({std::string(token.text), token.line});
    } else if (is_guard(name, token)) {
      conditions_.back().text.clear();
    } else if (goes_on_condition(name)) {
      if (conditions_.empty()) scanner_.fail(token.line, "#" + name, "an #if before it");
      conditions_.back().text += "\n" + std::string(token.text);
    } else if (name == "endif") {
      if (conditions_.empty()) scanner_.fail(token.line, "#endif", "an #if before it");
      conditions_.pop_back();
    } else if (name == "define" || name == "undef") {
      add(CItemKind::macro, {name == "define" ? macro_name(token.text) : ""}, token, token.end());
    } else if (name == "include") {
      add(CItemKind::include, {}, token, token.end());
    }
  }

  /// True iff a #define guards the file against being included twice: it stands first under an
  /// #ifndef of its name, and has no text.
  [[nodiscard]] bool is_guard(std::string_view name, const CToken& token) const {
    if (name != "define" || conditions_.size() != 1 || !items_.empty()) return false;
    const std::string macro = macro_name(token.text);
    const bool without_text = token.text.find(macro) + macro.size() == token.text.size();
    return without_text && conditions_[0].text.starts_with("#ifndef") &&
           conditions_[0].text.ends_with(macro);
  }

  /// Reads the item that starts with `first`.
  void item(const CToken& first) {
    Tokens tokens;
    std::vector<std::string> inner;  // conditions that are open within the item
    std::size_t skipping = 0;        // how many of them are past their first branch
    std::size_t depth = 0;
    bool assigned = false;
    bool body = false;
    for (CToken token = first;; token = scanner_.next()) {
      if (token.kind == CTokenKind::end) scanner_.fail(first.line, first.text, "its end");
      if (token.kind == CTokenKind::directive) {
        const std::string name = directive_name(token.text);
        if (opens_condition(name)) inner.push_back(name);
        if (skipping == 0 && goes_on_condition(name)) skipping = inner.size();
        if (name == "endif") {
          if (skipping == inner.size()) skipping = 0;
          if (inner.empty()) scanner_.fail(token.line, "#endif", "the end of an item");
          inner.pop_back();
        }
        continue;
      }
      if (skipping != 0) continue;
      if (token.is("=") && depth == 0) assigned = true;
      if (token.is("{") && depth == 0 && !assigned && opens_body(tokens)) body = true;
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) {
        if (depth == 0) scanner_.fail(token.line, token.text, "a bracket that opens");
        --depth;
      }
      if (!body && !is_attribute_word(token.text)) tokens.push_back(token);
      if (depth == 0 && !body && is_whole_call(tokens))
        return add(CItemKind::declaration, argument_names(tokens, 1), first, token.end());
      if (depth != 0 || !(token.is(";") || (body && token.is("}")))) continue;
      return add(body ? CItemKind::function : CItemKind::declaration,
                 body ? std::vector{function_name(tokens)} : declared_names(tokens), first,
                 token.end());
    }
  }

  /// True if `tokens` are a call of a macro that expands to declarations, without a semicolon.
  [[nodiscard]] bool is_whole_call(const Tokens& tokens) const {
    if (tokens.size() < 3 || !tokens.back().is(")") || !tokens[1].is("(")) return false;
    const std::string_view name = tokens[0].text;
    if (std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; })) return false;
    CScanner ahead = scanner_;
    const CToken next = ahead.next();
    return !next.is(";") && !next.is("{") && !next.is("=");
  }

  /// True if a brace after `tokens` opens a function's body.
  static bool opens_body(const Tokens& tokens) {
    return !tokens.empty() && tokens.back().is(")") && !function_name(tokens).empty();
  }

  void add(CItemKind kind, std::vector<std::string> names, const CToken& first, std::size_t end) {
    std::vector<CCondition> conditions;
    for (const CCondition& condition : conditions_)
      if (!condition.text.empty()) conditions.push_back(condition);
    items_.push_back({kind, std::move(names), text_.substr(first.begin, end - first.begin),
                      first.line, std::move(conditions)});
  }

  CScanner scanner_;
  std::string_view text_;
  std::vector<CCondition> conditions_;
  std::vector<CItem> items_;
};

}  // namespace

bool CItem::defines(std::string_view name) const {
  return std::ranges::find(names, name) != names.end();
}

CText::CText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), items_(Cutter(name_, text_).cut()) {}

std::vector<std::string> identifiers_of(std::string_view text) {
  static const std::string kName = "piece of C";
  std::vector<std::string> found;
  std::set<std::string_view> seen;
  const auto add_from = [&](auto& self, std::string_view piece) -> void {
    CScanner scanner(kName, piece);
    for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next()) {
      if (token.kind == CTokenKind::directive) {
        const std::string name = directive_name(token.text);
        if (name == "define" || opens_condition(name) || goes_on_condition(name))
          self(self, token.text.substr(1));
      } else if (token.kind == CTokenKind::identifier && seen.insert(token.text).second) {
        found.emplace_back(token.text);
      }
    }
  };
  add_from(add_from, text);
  return found;
}

}  // namespace ringcheck
