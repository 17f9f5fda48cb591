// Reads types and statements of a thread's body.
// Loops and jumps are refused: without a bound a test has no finite set of executions. The known
// types are those of the kernel's tests; they only decide what is a declaration and what is a cast.
#include <algorithm>
#include <array>
#include <utility>

#include "litmus/parser.hpp"

namespace ringcheck::litmus {

namespace {

constexpr auto kTypeWords = std::to_array<std::string_view>({"int",          "atomic_int",
                                                             "atomic_uint",  "atomic_long",
                                                             "atomic_ulong", "atomic_bool",
                                                             "long",         "short",
                                                             "char",         "unsigned",
                                                             "signed",       "void",
                                                             "bool",         "_Bool",
                                                             "const",        "volatile",
                                                             "struct",       "intptr_t",
                                                             "uintptr_t",    "size_t",
                                                             "ssize_t",      "u8",
                                                             "u16",          "u32",
                                                             "u64",          "s8",
                                                             "s16",          "s32",
                                                             "s64",          "uint8_t",
                                                             "uint16_t",     "uint32_t",
                                                             "uint64_t",     "int8_t",
                                                             "int16_t",      "int32_t",
                                                             "int64_t",      "atomic_t",
                                                             "atomic64_t",   "atomic_long_t",
                                                             "spinlock_t",   "raw_spinlock_t"});

constexpr auto kLoops = std::to_array<std::string_view>({"while", "for", "do", "goto"});
constexpr auto kRefused =
    std::to_array<std::string_view>({"switch", "case", "return", "break", "continue", "else"});

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

bool Parser::at_type(std::size_t ahead) const {
  return at_identifier(ahead) && is_in(kTypeWords, token(ahead).text);
}

std::string Parser::parse_base_type() {
  std::string base;
  while (at_type()) {
    const Token word = take();
    base += (base.empty() ? "" : " ") + std::string(word.text);
    if (word.text == "struct")
      base += " " + std::string(expect_identifier("the name of a struct").text);
  }
  return base;
}

/// A base type and its pointers. Qualifiers of the pointers themselves are dropped.
Type Parser::parse_type() {
  Type type{parse_base_type(), 0};
  while (take_if("*")) {
    ++type.pointers;
    while (take_if("const") || take_if("volatile")) {
    }
  }
  return type;
}

std::vector<Statement> Parser::parse_block() {
  expect("{");
  std::vector<Statement> statements;
  while (!at("}")) {
    if (token().kind == TokenKind::end) fail(token(), "}");
    parse_statement(statements);
  }
  expect("}");
  return statements;
}

void Parser::parse_statement(std::vector<Statement>& into) {
  const Nesting nesting(*this);
  if (take_if(";")) return;
  if (at_identifier()) {
    if (is_in(kLoops, token().text)) fail(token(), "a statement; loops without bound are refused");
    if (is_in(kRefused, token().text))
      fail(token(), "a declaration, an assignment, a call, if or {");
  }
  if (at("{")) {
    Statement block;
    block.kind = StatementKind::block;
    block.place = token().place;
    block.first = parse_block();
    into.push_back(std::move(block));
  } else if (at("if")) {
    into.push_back(parse_branch());
  } else if (at_type()) {
    parse_declaration(into);
  } else {
    into.push_back(parse_call_or_assignment());
    expect(";");
  }
}

/// type *a = 1, b;
void Parser::parse_declaration(std::vector<Statement>& into) {
  const std::string base = parse_base_type();
  do {
    Statement declaration;
    declaration.kind = StatementKind::declare;
    declaration.type = {base, 0};
    while (take_if("*") || take_if("const") || take_if("volatile"))
      declaration.type.pointers += tokens_.tokens[token_ - 1].text == "*" ? 1 : 0;
    declaration.place = token().place;
    declaration.name = expect_identifier("the name of a local").text;
    if (at("[")) fail(token(), "= or ;, since arrays are refused");
    if (take_if("=")) declaration.expressions.push_back(parse_whole_expression());
    into.push_back(std::move(declaration));
  } while (take_if(","));
  expect(";");
}

Statement Parser::parse_branch() {
  Statement branch;
  branch.kind = StatementKind::branch;
  branch.place = expect("if").place;
  expect("(");
  branch.expressions.push_back(parse_whole_expression());
  expect(")");
  // A single statement and a block with only this statement are the same.
  const auto arm = [&](std::vector<Statement>& into) {
    if (at("{"))
      into = parse_block();
    else if (at_type())
      fail(token(), "a statement that is no declaration");
    else
      parse_statement(into);
  };
  arm(branch.first);
  if (take_if("else")) {
    branch.has_else = true;
    arm(branch.second);
  }
  return branch;
}

Statement Parser::parse_call_or_assignment() {
  Statement statement;
  const Token first = token();
  statement.place = first.place;
  operands_ = 0;
  Expr target = parse_unary();
  if (target.kind == ExprKind::call) {
    statement.kind = StatementKind::evaluate;
    statement.expressions.push_back(std::move(target));
    return statement;
  }
  if (target.kind == ExprKind::name) {
    statement.kind = StatementKind::assign;
    statement.name = std::move(target.name);
  } else if (target.kind == ExprKind::dereference) {
    statement.kind = StatementKind::store;
    statement.expressions.push_back(std::move(target.operands.front()));
  } else {
    fail(first, "a call, or an assignment to a local or through a pointer");
  }
  expect("=");
  statement.expressions.push_back(parse_whole_expression());
  return statement;
}

}  // namespace ringcheck::litmus
