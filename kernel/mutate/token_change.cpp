// Changes of one token, found by what stands around it.
// Tested by tests/kernel/token_change_test.cpp.
#include "kernel/mutate/token_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "kernel/tree/c_scanner.hpp"

namespace ringcheck {
namespace {

struct Spelled {
  std::string_view from, to;
};

/// Operators between two operands.
constexpr std::array kBinary = {Spelled{"<", "<="},  Spelled{"<=", "<"},  Spelled{">", ">="},
                                Spelled{">=", ">"},  Spelled{"==", "!="}, Spelled{"!=", "=="},
                                Spelled{"&&", "||"}, Spelled{"||", "&&"}, Spelled{"+=", "-="},
                                Spelled{"-=", "+="}, Spelled{"|=", "="},  Spelled{"&=", "="},
                                Spelled{"<<", ">>"}, Spelled{">>", "<<"}, Spelled{"+", "-"},
                                Spelled{"-", "+"},   Spelled{"&", "|"},   Spelled{"|", "&"}};
/// Operators before an operand.
constexpr std::array kUnary = {Spelled{"!", ""}, Spelled{"~", ""}, Spelled{"-", ""}};
/// Operators before or after an operand.
constexpr std::array kSteps = {Spelled{"++", "--"}, Spelled{"--", "++"}};
/// What identifiers become.
constexpr std::array kNames = {Spelled{"READ_ONCE", "rc_plain_read"},
                               Spelled{"WRITE_ONCE", "rc_plain_write"},
                               Spelled{"rcu_dereference", "rc_plain_read"},
                               Spelled{"rcu_assign_pointer", "rc_plain_write"},
                               Spelled{"smp_load_acquire", "READ_ONCE"},
                               Spelled{"smp_store_release", "WRITE_ONCE"},
                               Spelled{"local_inc", "local_dec"},
                               Spelled{"atomic_inc", "atomic_dec"},
                               Spelled{"local_add", "local_sub"},
                               Spelled{"if", "rc_unless"},
                               Spelled{"true", "false"},
                               Spelled{"false", "true"}};
/// What fields of a structure become.
constexpr std::array kTypes = {Spelled{"u64", "u32"}, Spelled{"u32", "u16"}, Spelled{"long", "int"},
                               Spelled{"unsigned", "signed"}};
/// Statements that leave what they are in.
constexpr std::array<std::string_view, 4> kWaysOut = {"return", "goto", "break", "continue"};
/// Operators of two or three characters; longer ones first.
constexpr std::array<std::string_view, 23> kLong = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};

template <class List>
const Spelled* find(const List& list, std::string_view from) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Spelled& spelled) { return spelled.from == from; });
  return found != list.end() ? found : nullptr;
}

/// The tokens of a function, operators whole.
std::vector<CToken> tokens_of(const std::string& name, std::string_view text) {
  std::vector<CToken> tokens;
  CScanner scanner(name, text);
  for (CToken token = scanner.next(); token.kind != CTokenKind::end; token = scanner.next()) {
    tokens.push_back(token);
    if (token.kind != CTokenKind::punctuation) continue;
    const std::string_view rest = text.substr(token.begin);
    for (const std::string_view spelled : kLong)
      if (rest.starts_with(spelled)) {
        tokens.back().text = rest.substr(0, spelled.size());
        for (std::size_t i = 1; i < spelled.size(); ++i) scanner.next();
        break;
      }
  }
  return tokens;
}

/// Finds the changes of a function, of the body of a macro, or of a structure.
class Finder {
 public:
  Finder(const CItem& function, std::size_t offset, const std::string& file)
      : function_(function), offset_(offset), tokens_(tokens_of(file, function.text)) {}

  std::vector<TokenChange> of_function() {
    std::size_t i = 0;
    while (i < tokens_.size() && !tokens_[i].is("{")) ++i;
    look_from(i + 1);
    return std::move(changes_);
  }
  std::vector<TokenChange> of_macro() {
    if (tokens_.empty()) return {};
    CToken opened = tokens_.front();
    opened.kind = CTokenKind::punctuation;
    opened.text = "{";
    tokens_.insert(tokens_.begin(), opened);
    look_from(1);
    return std::move(changes_);
  }
  std::vector<TokenChange> of_structure() {
    for (std::size_t i = 1; i < tokens_.size(); ++i)
      if (const Spelled* spelled = find(kTypes, tokens_[i].text)) add(tokens_[i], spelled->to);
    return std::move(changes_);
  }

 private:
  void look_from(std::size_t i) {
    for (; i < tokens_.size(); ++i) {
      track(i);
      look_at(i);
    }
  }

  [[nodiscard]] bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }
  [[nodiscard]] bool is_operand_end(std::size_t i) const {
    const CToken& token = tokens_[i];
    return (token.kind == CTokenKind::identifier && !token.is("return")) ||
           token.kind == CTokenKind::literal || token.is(")") || token.is("]");
  }

  /// Notes where the statement of token `i` starts.
  void track(std::size_t i) {
    const CToken& before = tokens_[i - 1];
    if (before.is("(")) ++depth_;
    if (before.is(")")) --depth_;
    const bool after_condition = before.is(")") && depth_ == 0 && is_condition_;
    if (depth_ == 0 && (before.is(";") || before.is("{") || before.is("}") || before.is(":") ||
                        before.is("else") || before.is("do") || after_condition)) {
      start_ = i;
      is_condition_ = tokens_[i].is("if") || tokens_[i].is("while") || tokens_[i].is("for");
    }
  }

  void look_at(std::size_t i) {
    const CToken& token = tokens_[i];
    if (token.kind == CTokenKind::identifier) return look_at_name(i);
    if (token.kind == CTokenKind::literal) return look_at_literal(token);
    if (const Spelled* step = find(kSteps, token.text)) return add(token, step->to);
    const bool binary = is_operand_end(i - 1);
    const Spelled* spelled = binary ? find(kBinary, token.text) : find(kUnary, token.text);
    if (spelled != nullptr) return add(token, spelled->to);
    if (token.is("=") && depth_ == 0 && is_store(i)) drop_statement(i, target_of(i) + " =");
  }

  void look_at_name(std::size_t i) {
    const CToken& token = tokens_[i];
    if (const Spelled* spelled = find(kNames, token.text)) add(token, spelled->to);
    if (i == start_ && is(i + 1, "(") && !is_condition_ && !token.is("switch") &&
        is_call_statement(i + 1))
      add(token, "rc_nothing");
    if (i == start_ && std::ranges::find(kWaysOut, token.text) != kWaysOut.end() && !is_last(i))
      drop_statement(i, std::string(token.text));
  }

  /// True iff the statement of token `i` ends the function.
  [[nodiscard]] bool is_last(std::size_t i) const {
    while (i < tokens_.size() && !tokens_[i].is(";")) ++i;
    return i + 2 >= tokens_.size() && is(i + 1, "}");
  }

  void look_at_literal(const CToken& token) {
    std::size_t digits = 0;
    while (digits < token.text.size() && token.text[digits] >= '0' && token.text[digits] <= '9')
      ++digits;
    constexpr std::size_t kMostDigits = 9;
    if (digits == 0 || digits > kMostDigits || (digits > 1 && token.text[0] == '0')) return;
    if (digits < token.text.size() && token.text[digits] != 'U' && token.text[digits] != 'L')
      return;
    const int number = std::stoi(std::string(token.text.substr(0, digits)));
    add(token, fmt::format("{}{}", number + 1, token.text.substr(digits)));
  }

  /// True iff the parenthesis at `i` closes at the end of a statement.
  [[nodiscard]] bool is_call_statement(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (tokens_[i].is("(")) ++depth;
      if (tokens_[i].is(")") && --depth == 0) return is(i + 1, ";");
    }
    return false;
  }

  /// True iff the `=` at `i` is the first in a statement that is not a declaration: what it stores
  /// to starts with a name, and no second name follows.
  [[nodiscard]] bool is_store(std::size_t i) const {
    if (is_condition_) return false;
    for (std::size_t j = start_; j < i; ++j) {
      if (tokens_[j].is("=")) return false;
      if (j > start_ && tokens_[j].kind == CTokenKind::identifier &&
          tokens_[j - 1].kind == CTokenKind::identifier)
        return false;
      if (j == start_ + 1 && tokens_[j].is("*") && tokens_[start_].kind == CTokenKind::identifier)
        return false;
    }
    return true;
  }

  /// What the `=` at `i` stores to.
  [[nodiscard]] std::string target_of(std::size_t i) const {
    std::string target;
    for (std::size_t j = start_; j < i; ++j) target += tokens_[j].text;
    return target;
  }

  /// Takes the statement of token `i` away, which is called `name`.
  void drop_statement(std::size_t i, std::string name) {
    std::size_t end = i;
    while (end < tokens_.size() && !tokens_[end].is(";")) ++end;
    if (end == tokens_.size()) return;
    CToken whole = tokens_[start_];
    whole.text = function_.text.substr(whole.begin, tokens_[end].begin - whole.begin);
    add(whole, "", std::move(name));
  }

  void add(const CToken& token, std::string_view to, std::string from = {}) {
    if (from.empty()) from = token.text;
    TokenChange change{function_.names.front(), function_.line + token.line - 1,
                       offset_ + token.begin,   token.text.size(),
                       std::move(from),         std::string(to)};
    change.nth = ++counts_[{change.from, change.to}];
    changes_.push_back(std::move(change));
  }

  const CItem& function_;
  std::size_t offset_;
  std::vector<CToken> tokens_;
  std::vector<TokenChange> changes_;
  std::map<std::pair<std::string, std::string>, unsigned> counts_;
  std::size_t start_ = 0;
  int depth_ = 0;
  bool is_condition_ = false;
};

/// The macro without its name and parameters: a #define's body.
CItem body_of(CItem macro) {
  const std::string& name = macro.names.front();
  std::size_t from = macro.text.find(name, macro.text.find("define")) + name.size();
  if (from < macro.text.size() && macro.text[from] == '(') from = macro.text.find(')', from) + 1;
  const std::string_view before = macro.text.substr(0, from);
  macro.line += static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  macro.text.remove_prefix(from);
  return macro;
}

/// The changes of an item, which begins at `offset` of the file.
std::vector<TokenChange> changes_of(const CItem& item, std::size_t offset,
                                    const std::string& file) {
  if (item.kind == CItemKind::function) return Finder(item, offset, file).of_function();
  if (item.names.empty() || item.names.front().empty()) return {};
  if (item.kind == CItemKind::macro) {
    const CItem body = body_of(item);
    return Finder(body, offset + item.text.size() - body.text.size(), file).of_macro();
  }
  const bool structure = (item.text.starts_with("struct") || item.text.starts_with("union")) &&
                         item.text.find('{') != std::string_view::npos;
  return structure && item.kind == CItemKind::declaration
             ? Finder(item, offset, file).of_structure()
             : std::vector<TokenChange>{};
}

}  // namespace

std::vector<TokenChange> token_changes(const CText& file) {
  std::vector<TokenChange> changes;
  for (const CItem& item : file.items()) {
    const auto offset = static_cast<std::size_t>(item.text.data() - file.text().data());
    for (TokenChange& change : changes_of(item, offset, file.name()))
      changes.push_back(std::move(change));
  }
  return changes;
}

std::string changed_text(const CText& file, const TokenChange& change) {
  std::string text = file.text();
  text.replace(change.at, change.size, change.to);
  return text;
}

std::string to_text(const TokenChange& change) {
  return fmt::format("line {}: {} -> {}", change.line, change.from,
                     change.to.empty() ? "nothing" : change.to);
}

}  // namespace ringcheck
