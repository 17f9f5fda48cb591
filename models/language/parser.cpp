// The parser of the cat language.
//
// Recursive descent by hand rather than a PEGTL grammar, for three reasons: whether `a * …` is a
// closure or a product depends on the token after the star, which a descent decides with one look
// ahead; errors shall say what was seen and what was expected at the furthest token, in words; and
// the nesting depth has to be bounded, so that no input overflows the stack.
//
// Precedence, loosest first: `|`, `;`, `\` (left), `&`, `*` between operands, `~`, then the postfix
// operators. Source: herd7's manual, "Cat language". Tested by tests/models/parser_test.cpp.
#include <algorithm>
#include <string_view>
#include <utility>

#include "models/language/ast.hpp"

namespace ringcheck::cat {
namespace {

/// Deepest nesting of brackets, prefix and postfix operators that is accepted.
constexpr int kMaxDepth = 200;

class Parser {
 public:
  explicit Parser(SourcePtr source) : tokens_(tokenize(*source)) {
    file_.source = std::move(source);
  }

  File run() {
    title();
    while (peek().kind != TokenKind::end) file_.statements.push_back(statement());
    return std::move(file_);
  }

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

  void deepen() {
    if (++depth_ > kMaxDepth) {
      --depth_;
      fail(peek().at,
           "saw nesting deeper than " + std::to_string(kMaxDepth) + " levels, expected less");
    }
  }

  // ---- tokens

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

  [[noreturn]] void unexpected(const std::string& expected) const {
    fail(peek().at, "saw " + describe(peek()) + ", expected " + expected);
  }
  [[noreturn]] void unsupported(const Token& token) const {
    fail(token.at,
         "saw " + describe(token) + ", which ringcheck does not support; expected something else");
  }
  void expect_symbol(std::string_view text, const std::string& where) {
    if (!accept_symbol(text)) unexpected("'" + std::string(text) + "' " + where);
  }
  std::string expect_name(const std::string& what) {
    if (peek().kind != TokenKind::name) unexpected(what);
    return std::string(take().text);
  }

  // ---- statements

  // An optional title: "Text", Name, Name "Text" or Name Name.
  void title() {
    if (peek().kind == TokenKind::name) file_.title = std::string(take().text);
    if (peek().kind == TokenKind::string || peek().kind == TokenKind::name)
      file_.title = std::string(take().text);
  }

  Statement statement() {
    Statement s;
    s.at = peek().at;
    if (at_keyword("let")) {
      s.kind = StatementKind::let;
      bindings(s.recursive, s.bindings);
      accept_keyword("in");
    } else if (accept_keyword("include")) {
      s.kind = StatementKind::include;
      if (peek().kind != TokenKind::string)
        unexpected("the name of a file as a string after 'include'");
      s.at = peek().at;
      s.text = std::string(take().text);
    } else if (at_keyword("show") || at_keyword("unshow")) {
      show();
    } else if (at_test(0) || at_symbol("~") || at_keyword("flag")) {
      test(s);
    } else if (is_other_statement(peek())) {
      unsupported(peek());
    } else {
      unexpected("'let', 'acyclic', 'irreflexive', 'empty', 'flag', 'include' or 'show'");
    }
    return s;
  }

  static bool is_other_statement(const Token& token) {
    if (token.kind != TokenKind::keyword) return false;
    for (std::string_view word : {"enum", "instructions", "default", "procedure", "call", "forall",
                                  "match", "with", "debug", "undefined_unless"})
      if (token.text == word) return true;
    return false;
  }

  [[nodiscard]] bool at_test(std::size_t ahead) const {
    return at_keyword("acyclic", ahead) || at_keyword("irreflexive", ahead) ||
           at_keyword("empty", ahead);
  }

  void test(Statement& s) {
    s.kind = StatementKind::test;
    s.flag = accept_keyword("flag");
    s.negated = accept_symbol("~");
    if (!at_test(0)) unexpected("'acyclic', 'irreflexive' or 'empty'");
    const std::string_view word = take().text;
    s.test = word == "acyclic"       ? TestKind::acyclic
             : word == "irreflexive" ? TestKind::irreflexive
                                     : TestKind::empty;
    s.expr = expression();
    if (accept_keyword("as")) s.text = expect_name("the name of the test after 'as'");
  }

  void show() {
    take();
    if (at_symbol("(") || at_symbol("[") || at_symbol("_") || at_symbol("0"))
      primary();
    else
      expect_name("the name of a relation to show");
    if (accept_keyword("as")) expect_name("the name to show it by");
    while (accept_symbol(",")) expect_name("the name of a relation to show");
  }

  // let [rec] binding (and binding)*
  void bindings(bool& recursive, std::vector<Binding>& out) {
    take();
    recursive = accept_keyword("rec");
    do out.push_back(binding());
    while (accept_keyword("and"));
    if (at_keyword("when")) unsupported(peek());
  }

  Binding binding() {
    Binding b;
    b.at = peek().at;
    if (at_symbol("(")) {
      b.pattern = tuple_pattern();
    } else {
      b.pattern.names.push_back(expect_name("the name that 'let' defines"));
      if (!at_symbol("=") && !at_symbol(",")) return function_binding(std::move(b));
      while (accept_symbol(",")) {
        b.pattern.is_tuple = true;
        b.pattern.names.push_back(parameter());
      }
    }
    expect_symbol("=", "after the name that 'let' defines");
    b.value = expression();
    return b;
  }

  Binding function_binding(Binding b) {
    auto f = make(ExprKind::function, b.at);
    f->text = b.pattern.names.front();
    f->params = at_symbol("(") ? tuple_pattern() : Pattern{{parameter()}, false};
    expect_symbol("=", "after the parameters of a function");
    f->args.push_back(expression());
    b.value = std::move(f);
    return b;
  }

  std::string parameter() {
    if (accept_symbol("_")) return "";
    return expect_name("a parameter");
  }

  // ( a, b, … ); a single name in brackets is that name.
  Pattern tuple_pattern() {
    Pattern p;
    expect_symbol("(", "before parameters");
    if (!at_symbol(")")) {
      do p.names.push_back(parameter());
      while (accept_symbol(","));
    }
    expect_symbol(")", "or ',' after a parameter");
    p.is_tuple = p.names.size() != 1;
    return p;
  }

  // ---- expressions

  static ExprPtr make(ExprKind kind, Position at) {
    auto e = std::make_unique<Expr>();
    e->kind = kind;
    e->at = at;
    return e;
  }

  ExprPtr expression() {
    const Nest nest(*this);
    const Position at = peek().at;
    if (at_keyword("let")) {
      auto e = make(ExprKind::let_in, at);
      bindings(e->recursive, e->bindings);
      if (!accept_keyword("in")) unexpected("'in' after the bindings of a 'let' expression");
      e->args.push_back(expression());
      return e;
    }
    if (accept_keyword("fun")) {
      auto e = make(ExprKind::function, at);
      e->params = at_symbol("(") ? tuple_pattern() : Pattern{{parameter()}, false};
      expect_symbol("->", "after the parameters of a function");
      e->args.push_back(expression());
      return e;
    }
    if (at_keyword("try") || at_keyword("if") || at_keyword("match")) unsupported(peek());
    ExprPtr first = unite();
    if (!at_symbol(",")) return first;
    auto e = make(ExprKind::tuple, at);
    e->args.push_back(std::move(first));
    while (accept_symbol(",")) e->args.push_back(unite());
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

  ExprPtr unite() {
    return chain(ExprKind::unite, "|", [this] { return sequence(); });
  }
  ExprPtr sequence() {
    if (at_symbol("++")) unsupported(peek());
    ExprPtr e = chain(ExprKind::sequence, ";", [this] { return subtract(); });
    if (at_symbol("++")) unsupported(peek());
    return e;
  }
  ExprPtr subtract() {
    return chain(ExprKind::subtract, "\\", [this] { return intersect(); });
  }
  ExprPtr intersect() {
    return chain(ExprKind::intersect, "&", [this] { return product(); });
  }

  ExprPtr product() {
    const Position at = peek().at;
    ExprPtr first = prefix();
    if (!at_symbol("*")) return first;
    auto e = make(ExprKind::product, at);
    e->args.push_back(std::move(first));
    take();
    e->args.push_back(prefix());
    if (at_symbol("*")) unexpected("no second product: it would be one of three sets");
    return e;
  }

  ExprPtr prefix() {
    if (!at_symbol("~")) return postfix();
    const Nest nest(*this);
    auto e = make(ExprKind::complement, take().at);
    e->args.push_back(prefix());
    return e;
  }

  ExprPtr postfix() {
    const int depth = depth_;
    ExprPtr e = application();
    for (;;) {
      ExprKind kind;
      if (at_symbol("+"))
        kind = ExprKind::plus;
      else if (at_symbol("?"))
        kind = ExprKind::optional;
      else if (at_symbol("*") && !starts_operand(1))
        kind = ExprKind::star;
      else if (at_symbol("^"))
        kind = power();
      else
        break;
      deepen();  // a postfix operator makes the tree deeper, although nothing recurses here
      auto outer = make(kind, e->at);
      take();
      outer->args.push_back(std::move(e));
      e = std::move(outer);
    }
    depth_ = depth;
    return e;
  }

  // `^-1`, `^+`, `^*`; leaves the last token to be taken.
  ExprKind power() {
    take();
    if (at_symbol("-1")) return ExprKind::inverse;
    if (at_symbol("+")) return ExprKind::plus;
    if (at_symbol("*")) return ExprKind::star;
    unexpected("'-1', '+' or '*' after '^'");
  }

  // Does the token `ahead` start an operand? Decides whether a star before it is a product.
  [[nodiscard]] bool starts_operand(std::size_t ahead) const {
    if (at_symbol("~", ahead)) return !at_test(ahead + 1);
    return at_symbol("++", ahead) ? false : starts_primary(ahead);
  }
  [[nodiscard]] bool starts_primary(std::size_t ahead) const {
    const Token& token = peek(ahead);
    if (token.kind == TokenKind::name || token.kind == TokenKind::tag) return true;
    if (token.kind == TokenKind::keyword) return token.text == "begin";
    if (token.kind != TokenKind::symbol) return false;
    return token.text == "(" || token.text == "[" || token.text == "{" || token.text == "_" ||
           token.text == "0";
  }

  ExprPtr application() {
    const int depth = depth_;
    ExprPtr e = primary();
    while (e->kind == ExprKind::name || e->kind == ExprKind::apply) {
      if (!starts_primary(0)) break;
      deepen();
      auto call = make(ExprKind::apply, e->at);
      call->args.push_back(std::move(e));
      call->args.push_back(primary());
      e = std::move(call);
    }
    depth_ = depth;
    return e;
  }

  ExprPtr primary() {
    const Token token = peek();
    if (token.kind == TokenKind::name) {
      auto e = make(ExprKind::name, take().at);
      e->text = std::string(token.text);
      return e;
    }
    if (accept_symbol("0")) return make(ExprKind::empty, token.at);
    if (accept_symbol("_")) return make(ExprKind::universe, token.at);
    if (accept_keyword("begin")) {
      ExprPtr e = expression();
      if (!accept_keyword("end")) unexpected("'end' for the 'begin' above");
      return e;
    }
    if (accept_symbol("(")) {
      if (accept_symbol(")")) return make(ExprKind::tuple, token.at);
      ExprPtr e = expression();
      expect_symbol(")", "for the '(' at " + place(token));
      return e;
    }
    if (accept_symbol("[")) {
      auto e = make(ExprKind::identity, token.at);
      e->args.push_back(expression());
      expect_symbol("]", "for the '[' at " + place(token));
      return e;
    }
    if (token.kind == TokenKind::tag || at_symbol("{")) unsupported(token);
    unexpected("an expression");
  }

  static std::string place(const Token& token) {
    return std::to_string(token.at.line) + ":" + std::to_string(token.at.column);
  }

  File file_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

}  // namespace

File parse(SourcePtr source) {
  return Parser(std::move(source)).run();
}

}  // namespace ringcheck::cat
