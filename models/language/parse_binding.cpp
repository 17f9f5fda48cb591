// The parser of the cat language: what `let` binds, and parameters.
// Tested by tests/models/parser_test.cpp.
#include "models/language/parser.hpp"

namespace ringcheck::cat {

// let [rec] binding (and binding)*
void Parser::bindings(bool& recursive, std::vector<Binding>& out) {
  take();
  recursive = accept_keyword("rec");
  do out.push_back(binding());
  while (accept_keyword("and"));
}

Binding Parser::binding() {
  Binding b;
  b.at = peek().at;
  if (at_symbol("(")) {
    b.pattern = tuple_pattern();
  } else if (accept_symbol("_")) {
    b.pattern.names.emplace_back();
  } else {
    b.pattern.names.push_back(expect_name("the name that 'let' defines"));
    if (!at_symbol("=") && !at_symbol(",")) return function_binding(std::move(b));
  }
  while (accept_symbol(",")) {
    b.pattern.is_tuple = true;
    b.pattern.names.push_back(parameter());
  }
  expect_symbol("=", "after the name that 'let' defines");
  b.value = expression();
  return b;
}

Binding Parser::function_binding(Binding b) {
  auto f = make(ExprKind::function, b.at);
  f->text = b.pattern.names.front();
  f->params = parameters();
  expect_symbol("=", "after the parameters of a function");
  f->args.push_back(expression());
  b.value = std::move(f);
  return b;
}

std::string Parser::parameter() {
  if (accept_symbol("_")) return "";
  return expect_name("a parameter");
}

Pattern Parser::parameters() {
  return at_symbol("(") ? tuple_pattern() : Pattern{{parameter()}, false};
}

// ( a, b, … ); a single name in brackets is that name.
Pattern Parser::tuple_pattern() {
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

}  // namespace ringcheck::cat
