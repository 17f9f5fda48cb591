#pragma once
// The reader of litmus tests: recursive descent over tokens. Internal: callers use
// litmus/litmus.hpp.

#include <string>
#include <string_view>
#include <vector>

#include "litmus/lexer.hpp"
#include "litmus/primitives.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// Deepest nesting of parentheses, statements and propositions that the parser reads.
inline constexpr int kMaxNesting = 200;
/// Most operands of one expression. With kMaxNesting, this bounds the stack of everything that
/// walks over a test.
inline constexpr int kMaxOperands = 1000;

/// Reads one test; used once.
class Parser {
 public:
  /// Pre: `tokens`, `file` and `primitives` outlive the parser.
  Parser(const Tokens& tokens, const std::string& file, const Primitives& primitives)
      : tokens_(tokens), file_(file), primitives_(primitives) {}

  /// parse_file.cpp
  LitmusTest parse();

 private:
  /// Counts a level of nesting while it lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) { parser_.enter(); }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // Tokens.
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
  [[nodiscard]] bool at(std::string_view text, std::size_t ahead = 0) const;
  [[nodiscard]] bool at_identifier(std::size_t ahead = 0) const;
  [[nodiscard]] bool at_number(std::size_t ahead = 0) const;
  Token take() {
    return token_ < tokens_.tokens.size() - 1 ? tokens_.tokens[token_++] : tokens_.tokens[token_];
  }
  bool take_if(std::string_view text);
  Token expect(std::string_view text);
  Token expect_identifier(std::string_view what);
  [[noreturn]] void fail(const Token& saw, std::string_view expected) const;
  void enter();

  // parse_file.cpp: the test around the threads' bodies.
  std::vector<InitialValue> parse_initial_state();
  InitialValue parse_initial_value();
  std::variant<std::int64_t, AddressOf> parse_constant();
  StateName parse_state_name();
  ThreadText parse_thread(int number);
  Parameter parse_parameter();
  std::vector<StateName> parse_locations();
  bool parse_quantifier(Quantifier& quantifier);
  Proposition parse_proposition();
  Proposition parse_disjunction();
  Proposition parse_conjunction();
  Proposition parse_literal();
  Proposition parse_comparison();

  // parse_statement.cpp
  [[nodiscard]] bool at_type(std::size_t ahead = 0) const;
  Type parse_type();
  std::string parse_base_type();
  std::vector<Statement> parse_block();
  void parse_statement(std::vector<Statement>& into);
  void parse_declaration(std::vector<Statement>& into);
  Statement parse_branch();
  Statement parse_call_or_assignment();

  // parse_expression.cpp
  Expr parse_whole_expression();
  Expr parse_expression();
  Expr parse_binary(int lowest);
  Expr parse_unary();
  Expr parse_primary();
  Expr parse_call();

  const Tokens& tokens_;
  const std::string& file_;
  const Primitives& primitives_;
  std::size_t token_ = 0;
  int depth_ = 0;     ///< levels of nesting that are open
  int operands_ = 0;  ///< of the outermost expression that is being read
};

}  // namespace ringcheck::litmus
