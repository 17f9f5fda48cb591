// The parser of the cat language: statements, including those of bell files.
// Tested by tests/models/parser_test.cpp.
#include <algorithm>
#include <span>

#include "models/language/parser.hpp"

namespace ringcheck::cat {

namespace {

/// Words that may stand before the name of a model. Others there are misspelt statements.
constexpr std::string_view kArchitectures[] = {
    "AArch32", "AArch64", "ARM",    "ASL", "BPF", "C",     "CPP",    "JAVA", "LISA",
    "LKMM",    "MIPS",    "OPENCL", "PPC", "PTX", "RISCV", "VULKAN", "X86",  "X86_64"};

/// Options of herd7 that may stand after the name of a model.
constexpr std::string_view kOptions[] = {"withco",      "withoutco", "withinit",
                                         "withoutinit", "withsc",    "withoutsc"};

}  // namespace

// An optional title: "Text" or Name, after an architecture or not, and options.
void Parser::title() {
  const auto is_one_of = [&](std::span<const std::string_view> words, const Token& token) {
    return token.kind == TokenKind::name && std::ranges::find(words, token.text) != words.end();
  };
  const auto is_name = [&] {
    return peek().kind == TokenKind::string ||
           (peek().kind == TokenKind::name && !is_one_of(kOptions, peek()));
  };
  const bool architecture = is_one_of(kArchitectures, peek());
  if (is_name()) file_.title = std::string(take().text);
  if (architecture && is_name()) file_.title = std::string(take().text);
  while (is_one_of(kOptions, peek())) take();
  accept_keyword("catdep");
}

Statement Parser::statement() {
  const Nest nest(*this);
  Statement s;
  s.at = peek().at;
  if (at_keyword("let")) {
    s.kind = StatementKind::let;
    bindings(s.recursive, s.bindings);
    if (s.recursive && accept_keyword("when")) {
      Statement condition;
      condition.at = peek().at;
      test(condition);
      s.body.push_back(std::move(condition));
    }
    accept_keyword("in");
  } else if (at_test(0) || at_symbol("~") || at_keyword("flag") || at_keyword("assert") ||
             at_keyword("undefined_unless")) {
    test(s);
  } else if (!declaration(s) && !control(s)) {
    unexpected("'let', 'acyclic', 'irreflexive', 'empty', 'flag', 'include' or 'show'");
  }
  return s;
}

bool Parser::declaration(Statement& s) {
  if (accept_keyword("include")) {
    s.kind = StatementKind::include;
    if (peek().kind != TokenKind::string)
      unexpected("the name of a file as a string after 'include'");
    s.at = peek().at;
    s.text = std::string(take().text);
  } else if (accept_keyword("enum")) {
    enumeration(s);
  } else if (accept_keyword("instructions") || accept_keyword("default")) {
    instructions(s);
  } else if (accept_keyword("procedure")) {
    procedure(s);
  } else if (at_keyword("show") || at_keyword("unshow")) {
    show();
  } else if (accept_keyword("debug")) {
    expression();
  } else {
    return false;
  }
  return true;
}

bool Parser::control(Statement& s) {
  if (accept_keyword("call")) {
    s.kind = StatementKind::call;
    s.text = expect_name("the name of a procedure after 'call'");
    if (!starts_primary(0)) unexpected("the argument of the procedure");
    s.expr = primary();
    if (accept_keyword("as")) expect_name("the name of the call after 'as'");
  } else if (at_keyword("forall")) {
    const Token opening = take();
    s.kind = StatementKind::forall;
    s.text = expect_name("the name that 'forall' binds");
    expect_keyword("in", "after the name that 'forall' binds");
    s.expr = expression();
    expect_keyword("do", "before the statements of 'forall'");
    s.body = body(opening);
    expect_keyword("end", "for the 'forall' above");
  } else if (accept_keyword("with")) {
    s.kind = StatementKind::with_from;
    s.text = expect_name("the name that 'with' binds");
    expect_keyword("from", "after the name that 'with' binds");
    s.expr = expression();
  } else if (at_keyword("match")) {
    match_statement(s);
  } else if (at_keyword("if")) {
    if_variant(s);
  } else {
    return false;
  }
  return true;
}

// enum Name = ['||'] 'a || 'b …
void Parser::enumeration(Statement& s) {
  s.kind = StatementKind::enumeration;
  s.text = expect_name("the name that 'enum' defines");
  expect_symbol("=", "after the name that 'enum' defines");
  accept_symbol("||");
  do {
    if (peek().kind != TokenKind::tag) unexpected("a tag such as 'once");
    s.words.emplace_back(take().text);
  } while (accept_symbol("||"));
}

// instructions Name[set, …]
void Parser::instructions(Statement& s) {
  s.kind = StatementKind::instructions;
  s.text = expect_name("a kind of instruction such as R, W, RMW or F");
  expect_symbol("[", "after the kind of instruction");
  do s.exprs.push_back(operators());
  while (accept_symbol(","));
  expect_symbol("]", "or ',' after a set of annotations");
}

void Parser::procedure(Statement& s) {
  s.kind = StatementKind::procedure;
  s.recursive = accept_keyword("rec");
  const Token name = peek();
  s.text = expect_name("the name of a procedure");
  s.params = parameters();
  expect_symbol("=", "after the parameters of a procedure");
  s.body = body(name);
  expect_keyword("end", "for the procedure above");
}

void Parser::match_statement(Statement& s) {
  s.kind = StatementKind::match;
  take();
  s.expr = expression();
  expect_keyword("with", "after what is matched");
  accept_symbol("||");
  do {
    Clause clause;
    const Token opening = peek();
    clause.at = opening.at;
    if (opening.kind == TokenKind::tag)
      clause.tag = std::string(take().text);
    else if (!accept_symbol("_"))
      unexpected("a tag such as 'once, or _");
    expect_symbol("->", "after the tag of a clause");
    clause.body = body(opening);
    s.clauses.push_back(std::move(clause));
  } while (accept_symbol("||"));
  expect_keyword("end", "for the 'match' above");
}

// if condition statements [else statements] end
void Parser::if_variant(Statement& s) {
  const Token opening = take();
  s.kind = StatementKind::if_variant;
  if (!at_variant()) unexpected("the name of a variant as a string, or not");
  s.condition = variant();
  accept_keyword("then");
  s.body = body(opening);
  if (accept_keyword("else")) s.otherwise = body(opening);
  expect_keyword("end", "for the 'if' above");
}

// Statements up to `end`, `else` or `||`.
std::vector<Statement> Parser::body(const Token& opening) {
  std::vector<Statement> statements;
  while (!at_keyword("end") && !at_keyword("else") && !at_symbol("||")) {
    if (peek().kind == TokenKind::end)
      unexpected("'end' for " + describe(opening) + " at " + std::to_string(opening.at.line) + ":" +
                 std::to_string(opening.at.column));
    statements.push_back(statement());
  }
  return statements;
}

bool Parser::at_test(std::size_t ahead) const {
  return at_keyword("acyclic", ahead) || at_keyword("irreflexive", ahead) ||
         at_keyword("empty", ahead);
}

void Parser::test(Statement& s) {
  s.kind = StatementKind::test;
  // What makes a program undefined is reported by its name, as a flag is.
  // What is asserted is reported when it does not hold.
  const bool asserted = accept_keyword("assert");
  const bool undefined = asserted || accept_keyword("undefined_unless");
  s.flag = undefined || accept_keyword("flag");
  s.negated = accept_symbol("~");
  if (!at_test(0)) unexpected("'acyclic', 'irreflexive' or 'empty'");
  const std::string_view word = take().text;
  s.test = word == "acyclic"       ? TestKind::acyclic
           : word == "irreflexive" ? TestKind::irreflexive
                                   : TestKind::empty;
  s.expr = expression();
  if (accept_keyword("as")) s.text = expect_name("the name of the test after 'as'");
  if (asserted && s.text.empty()) s.text = "assertion-of-line-" + std::to_string(s.at.line);
  if (undefined) s.negated = !s.negated;
}

// show a, b, … or show a as x, b as y, …; what is shown may be an expression.
void Parser::show() {
  take();
  do {
    operators();
    if (accept_keyword("as")) expect_name("the name to show it by");
  } while (accept_symbol(","));
}

}  // namespace ringcheck::cat
