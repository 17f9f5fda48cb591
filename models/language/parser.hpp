#pragma once
// The parser of the cat language. Internal: callers use parse() of models/language/ast.hpp.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/language/ast.hpp"

namespace ringcheck::cat {

/// Reads one file; used once.
class Parser {
 public:
  explicit Parser(SourcePtr source) : tokens_(tokenize(*source)) {
    file_.source = std::move(source);
  }

  File run();

 private:
  /// Counts nesting while it lives.
  class Nest {
   public:
    explicit Nest(Parser& parser) : parser_(parser) { parser_.deepen(); }
    ~Nest() { --parser_.depth_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;

   private:
    Parser& parser_;
  };

  // Tokens.
  void deepen();
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at_symbol(std::string_view text, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::symbol && peek(ahead).text == text;
  }
  [[nodiscard]] bool at_keyword(std::string_view text, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::keyword && peek(ahead).text == text;
  }
  Token take() {
    Token token = peek();
    if (next_ + 1 < tokens_.size()) ++next_;
    return token;
  }
  bool accept_symbol(std::string_view text) { return at_symbol(text) && (take(), true); }
  bool accept_keyword(std::string_view text) { return at_keyword(text) && (take(), true); }
  [[noreturn]] void unexpected(const std::string& expected) const;
  void expect_symbol(std::string_view text, const std::string& where);
  void expect_keyword(std::string_view text, const std::string& where);
  std::string expect_name(const std::string& what);

  // parse_statement.cpp
  void title();
  Statement statement();
  bool declaration(Statement& s);
  bool control(Statement& s);
  void enumeration(Statement& s);
  void instructions(Statement& s);
  void procedure(Statement& s);
  void match_statement(Statement& s);
  void if_variant(Statement& s);
  std::vector<Statement> body(const Token& opening);
  [[nodiscard]] bool at_test(std::size_t ahead) const;
  [[nodiscard]] bool at_statement() const;
  void test(Statement& s);
  void show();

  // parse_binding.cpp
  void bindings(bool& recursive, std::vector<Binding>& out);
  Binding binding();
  Binding function_binding(Binding b);
  std::string parameter();
  Pattern tuple_pattern();
  Pattern parameters();

  // parse_expression.cpp
  static ExprPtr make(ExprKind kind, Position at) {
    auto e = std::make_unique<Expr>();
    e->kind = kind;
    e->at = at;
    return e;
  }
  template <class Operand>
  ExprPtr chain(ExprKind kind, std::string_view symbol, Operand operand) {
    const Position at = peek().at;
    ExprPtr first = operand();
    if (!at_symbol(symbol)) return first;
    auto e = make(kind, at);
    e->args.push_back(std::move(first));
    while (accept_symbol(symbol)) e->args.push_back(operand());
    return e;
  }
  ExprPtr expression();
  ExprPtr keyword_expression();
  ExprPtr let_in();
  ExprPtr function();
  ExprPtr attempt();
  ExprPtr conditional();
  [[nodiscard]] bool at_variant() const;
  Condition variant();
  Condition variant_conjunction();
  Condition variant_atom();
  ExprPtr match();
  ExprPtr match_tags(ExprPtr matched, const Position& at);
  ExprPtr match_set(ExprPtr matched, const Position& at);
  ExprPtr operators() { return unite(); }
  ExprPtr unite();
  ExprPtr add();
  ExprPtr sequence();
  ExprPtr subtract();
  ExprPtr intersect();
  ExprPtr product();
  ExprPtr prefix();
  ExprPtr postfix();
  ExprKind power();
  [[nodiscard]] bool starts_operand(std::size_t ahead) const;
  [[nodiscard]] bool starts_primary(std::size_t ahead) const;
  ExprPtr application();
  ExprPtr primary();
  ExprPtr explicit_set(const Token& opening);

  File file_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

}  // namespace ringcheck::cat
