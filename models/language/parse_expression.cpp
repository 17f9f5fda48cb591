// The parser of the cat language: expressions.
//
// Precedence, loosest first: `|`, `++`, `;`, `\` (left), `&`, `*` between operands, `~`, then the
// postfix operators. Source: herd7's manual, "Cat language". Tested by
// tests/models/parser_test.cpp.
#include "models/language/parser.hpp"

namespace ringcheck::cat {
namespace {

std::string place(const Token& token) {
  return std::to_string(token.at.line) + ":" + std::to_string(token.at.column);
}

}  // namespace

ExprPtr Parser::expression() {
  const Nest nest(*this);
  const Position at = peek().at;
  if (ExprPtr e = keyword_expression(); e != nullptr) return e;
  ExprPtr first = operators();
  if (!at_symbol(",")) return first;
  auto e = make(ExprKind::tuple, at);
  e->args.push_back(std::move(first));
  while (accept_symbol(",")) e->args.push_back(operators());
  return e;
}

ExprPtr Parser::keyword_expression() {
  if (at_keyword("let")) return let_in();
  if (at_keyword("fun")) return function();
  if (at_keyword("try")) return attempt();
  if (at_keyword("if")) return conditional();
  if (at_keyword("match")) return match();
  return nullptr;
}

ExprPtr Parser::let_in() {
  auto e = make(ExprKind::let_in, peek().at);
  bindings(e->recursive, e->bindings);
  expect_keyword("in", "after the bindings of a 'let' expression");
  e->args.push_back(expression());
  return e;
}

ExprPtr Parser::function() {
  auto e = make(ExprKind::function, take().at);
  e->params = parameters();
  expect_symbol("->", "after the parameters of a function");
  e->args.push_back(expression());
  return e;
}

ExprPtr Parser::attempt() {
  auto e = make(ExprKind::attempt, take().at);
  e->args.push_back(expression());
  expect_keyword("with", "after the expression that 'try' tries");
  e->args.push_back(expression());
  return e;
}

// if a = b | a subset b | a in b | variants then c else d
ExprPtr Parser::conditional() {
  auto e = make(ExprKind::if_compare, take().at);
  if (at_variant()) {
    e->kind = ExprKind::if_variant;
    e->condition = variant();
  } else {
    e->args.push_back(expression());
    if (!at_symbol("=") && !at_keyword("subset") && !at_keyword("in"))
      unexpected("'=', 'subset' or 'in' in the condition of 'if'");
    e->text = std::string(take().text);
    e->args.push_back(expression());
  }
  expect_keyword("then", "after the condition of 'if'");
  e->args.push_back(expression());
  expect_keyword("else", "for the 'if' above");
  e->args.push_back(expression());
  return e;
}

// Does a condition on variants start here? Brackets may also start an expression to compare.
bool Parser::at_variant() const {
  std::size_t ahead = 0;
  while (at_symbol("(", ahead)) ++ahead;
  return peek(ahead).kind == TokenKind::string || at_keyword("variant", ahead) ||
         at_keyword("not", ahead);
}

// Variants with not, && and ||; `not` binds most tightly.
Condition Parser::variant() {
  Condition first = variant_conjunction();
  while (accept_symbol("||")) {
    Condition either{Condition::Kind::any, "", {}};
    either.parts.push_back(std::move(first));
    either.parts.push_back(variant_conjunction());
    first = std::move(either);
  }
  return first;
}

Condition Parser::variant_conjunction() {
  Condition first = variant_atom();
  while (accept_symbol("&&")) {
    Condition both{Condition::Kind::all, "", {}};
    both.parts.push_back(std::move(first));
    both.parts.push_back(variant_atom());
    first = std::move(both);
  }
  return first;
}

Condition Parser::variant_atom() {
  const Nest nest(*this);
  if (accept_keyword("not")) {
    Condition negation{Condition::Kind::negation, "", {}};
    negation.parts.push_back(variant_atom());
    return negation;
  }
  if (accept_symbol("(")) {
    Condition inner = variant();
    expect_symbol(")", "after a condition on variants");
    return inner;
  }
  accept_keyword("variant");
  if (peek().kind != TokenKind::string) unexpected("the name of a variant as a string");
  return {Condition::Kind::variant, std::string(take().text), {}};
}

ExprPtr Parser::match() {
  const Position at = take().at;
  ExprPtr matched = expression();
  expect_keyword("with", "after what is matched");
  accept_symbol("||");
  const bool tags = peek().kind == TokenKind::tag || (at_symbol("_") && at_symbol("->", 1));
  ExprPtr e = tags ? match_tags(std::move(matched), at) : match_set(std::move(matched), at);
  expect_keyword("end", "for the 'match' above");
  return e;
}

ExprPtr Parser::match_tags(ExprPtr matched, const Position& at) {
  auto e = make(ExprKind::match_tag, at);
  e->args.push_back(std::move(matched));
  do {
    Clause clause;
    clause.at = peek().at;
    if (peek().kind == TokenKind::tag)
      clause.tag = std::string(take().text);
    else if (!accept_symbol("_"))
      unexpected("a tag such as 'once, or _");
    expect_symbol("->", "after the tag of a clause");
    clause.value = expression();
    e->clauses.push_back(std::move(clause));
  } while (accept_symbol("||"));
  return e;
}

// The clause for {} and the one for an element and the rest, in either order.
ExprPtr Parser::match_set(ExprPtr matched, const Position& at) {
  auto e = make(ExprKind::match_set, at);
  ExprPtr empty;
  ExprPtr element;
  for (int clause = 0; clause < 2; ++clause) {
    if (clause == 1) expect_symbol("||", "before the other clause of a match on a set");
    if (empty == nullptr && at_symbol("{")) {
      take();
      expect_symbol("}", "of the empty set");
      expect_symbol("->", "after the pattern of a clause");
      empty = expression();
      continue;
    }
    if (element != nullptr) unexpected("the clause of the empty set, {}");
    if (!at_symbol("_") && peek().kind != TokenKind::name)
      unexpected("{}, an element and the rest as in x ++ xs, or a tag");
    e->params.is_tuple = true;
    e->params.names.push_back(parameter());
    if (accept_symbol("|")) e->params.names.push_back(parameter());
    expect_symbol("++", "between an element and the rest of a set");
    e->params.names.push_back(parameter());
    expect_symbol("->", "after the pattern of a clause");
    element = expression();
  }
  e->args.push_back(std::move(matched));
  e->args.push_back(std::move(empty));
  e->args.push_back(std::move(element));
  return e;
}

ExprPtr Parser::unite() {
  return chain(ExprKind::unite, "|", [this] { return add(); });
}

// a ++ b ++ c is a ++ (b ++ c).
ExprPtr Parser::add() {
  const Position at = peek().at;
  ExprPtr first = sequence();
  if (!accept_symbol("++")) return first;
  const Nest nest(*this);
  auto e = make(ExprKind::add, at);
  e->args.push_back(std::move(first));
  e->args.push_back(add());
  return e;
}

ExprPtr Parser::sequence() {
  return chain(ExprKind::sequence, ";", [this] { return subtract(); });
}
ExprPtr Parser::subtract() {
  return chain(ExprKind::subtract, "\\", [this] { return intersect(); });
}
ExprPtr Parser::intersect() {
  return chain(ExprKind::intersect, "&", [this] { return product(); });
}

ExprPtr Parser::product() {
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

ExprPtr Parser::prefix() {
  if (!at_symbol("~")) return postfix();
  const Nest nest(*this);
  auto e = make(ExprKind::complement, take().at);
  e->args.push_back(prefix());
  return e;
}

ExprPtr Parser::postfix() {
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
    deepen();  // a postfix operator deepens the tree, although nothing recurses here
    auto outer = make(kind, e->at);
    take();
    outer->args.push_back(std::move(e));
    e = std::move(outer);
  }
  depth_ = depth;
  return e;
}

// `^-1`, `^+`, `^*`; leaves the last token to be taken.
ExprKind Parser::power() {
  take();
  if (at_symbol("-1")) return ExprKind::inverse;
  if (at_symbol("+")) return ExprKind::plus;
  if (at_symbol("*")) return ExprKind::star;
  unexpected("'-1', '+' or '*' after '^'");
}

// Does the token `ahead` start an operand? Decides whether a star before it is a product.
bool Parser::starts_operand(std::size_t ahead) const {
  if (at_symbol("~", ahead)) return !at_test(ahead + 1);
  return at_symbol("++", ahead) ? false : starts_primary(ahead);
}
bool Parser::starts_primary(std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind == TokenKind::name || token.kind == TokenKind::tag) return true;
  if (token.kind == TokenKind::keyword) return token.text == "begin";
  if (token.kind != TokenKind::symbol) return false;
  return token.text == "(" || token.text == "[" || token.text == "{" || token.text == "_" ||
         token.text == "0";
}

ExprPtr Parser::application() {
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

ExprPtr Parser::primary() {
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
    expect_keyword("end", "for the 'begin' above");
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
  if (token.kind == TokenKind::tag) {
    auto e = make(ExprKind::tag, take().at);
    e->text = std::string(token.text);
    return e;
  }
  if (accept_symbol("{")) return explicit_set(token);
  unexpected("an expression");
}

// { a, b, … }; the empty one is a set as well as a relation, as 0 is.
ExprPtr Parser::explicit_set(const Token& opening) {
  if (accept_symbol("}")) return make(ExprKind::empty, opening.at);
  const Nest nest(*this);
  auto e = make(ExprKind::set, opening.at);
  do e->args.push_back(operators());
  while (accept_symbol(","));
  expect_symbol("}", "for the '{' at " + place(opening));
  return e;
}

}  // namespace ringcheck::cat
