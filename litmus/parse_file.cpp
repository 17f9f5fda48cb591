// Reads a litmus test: initial state, threads, locations, filter, condition.
// Written by hand rather than with a grammar library: the meaning of a token depends on its place
// (comments, casts, names), and every error says what was seen and what was expected at that very
// place. A test without a condition asks for nothing: `forall (true)`, as in herd7.
// Tested by tests/litmus/parse_test.cpp and parse_errors_test.cpp.
#include <utility>

#include "graph/diagnostic.hpp"
#include "litmus/assembly/machine.hpp"
#include "litmus/assembly/read.hpp"
#include "litmus/litmus.hpp"
#include "litmus/parser.hpp"

namespace ringcheck {

LitmusTest parse_litmus(std::string_view text, const std::string& file,
                        const PrimitivesPtr& primitives) {
  const litmus::Tokens tokens = litmus::read_tokens(text, file);
  LitmusTest test = litmus::Parser(tokens, file, litmus::table_of(primitives)).parse();
  test.primitives = primitives;
  return test;
}

litmus::Architecture litmus_architecture(std::string_view text, const std::string& file) {
  return litmus::read_head(text, file).architecture;
}

std::string litmus_name(std::string_view text, const std::string& file) {
  return litmus::read_head(text, file).name;
}

namespace litmus {

const Token& Parser::token(std::size_t ahead) const {
  const std::size_t last = tokens_.tokens.size() - 1;
  return tokens_.tokens[token_ + ahead < last ? token_ + ahead : last];
}

bool Parser::at(std::string_view text, std::size_t ahead) const {
  const Token& t = token(ahead);
  return t.kind != TokenKind::end && t.text == text;
}

bool Parser::at_identifier(std::size_t ahead) const {
  return token(ahead).kind == TokenKind::identifier;
}
bool Parser::at_number(std::size_t ahead) const {
  return token(ahead).kind == TokenKind::number;
}

bool Parser::take_if(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

Token Parser::expect(std::string_view text) {
  if (!at(text)) fail(token(), text);
  return take();
}

Token Parser::expect_identifier(std::string_view what) {
  if (!at_identifier()) fail(token(), what);
  return take();
}

void Parser::fail(const Token& saw, std::string_view expected) const {
  throw InputError(Diagnostic{file_, saw.place.line, saw.place.column,
                              "saw " + describe(saw) + ", expected " + std::string(expected)});
}

void Parser::enter() {
  ++depth_;
  if (depth_ > kMaxNesting)
    fail(token(), "at most " + std::to_string(kMaxNesting) + " levels of nesting");
}

LitmusTest Parser::parse() {
  LitmusTest test;
  test.name = tokens_.name;
  test.file = file_;
  test.initial = parse_initial_state();
  test.architecture = tokens_.architecture;
  if (test.architecture != Architecture::c) {
    test.threads = assembly::read_threads(tokens_.table, file_, token().place);
    if (tokens_.intel) assembly::turn_intel(test.threads);
  } else {
    while (at_identifier() && token().text.starts_with('P') && at("(", 1))
      test.threads.push_back(parse_thread(static_cast<int>(test.threads.size())));
    if (test.threads.empty()) fail(token(), "the thread P0");
  }
  if (take_if("locations")) test.locations = parse_locations();
  if (take_if("filter")) test.filter = parse_proposition();
  if (parse_quantifier(test.quantifier)) test.condition = parse_proposition();
  take_if(";");
  if (token().kind != TokenKind::end) fail(token(), "the end of the file");
  return test;
}

std::vector<InitialValue> Parser::parse_initial_state() {
  expect("{");
  std::vector<InitialValue> entries;
  while (!at("}")) {
    if (take_if(";")) continue;
    entries.push_back(parse_initial_value());
    if (!at("}")) expect(";");
  }
  expect("}");
  return entries;
}

InitialValue Parser::parse_initial_value() {
  InitialValue entry;
  if (at_type()) entry.type = parse_type();
  entry.of = parse_state_name();
  if (at("[")) fail(token(), "a location of one word; arrays are refused");
  entry.value = std::int64_t{0};
  if (take_if("=")) entry.value = parse_constant();
  return entry;
}

/// A number, an address with or without &, ATOMIC_INIT(number).
std::variant<std::int64_t, AddressOf> Parser::parse_constant() {
  const Nesting nesting(*this);
  if (take_if("(")) {
    auto value = parse_constant();
    expect(")");
    return value;
  }
  if (take_if("-")) {
    if (!at_number()) fail(token(), "a number");
    return -take().number;
  }
  if (at_number()) return take().number;
  if (at("ATOMIC_INIT") && at("(", 1)) {
    take();
    return parse_constant();
  }
  if (take_if("NULL")) return std::int64_t{0};
  const Place place = token().place;
  take_if("&");
  return AddressOf{std::string(expect_identifier("a number or the name of a location").text),
                   place};
}

/// x, [x], *x, 0:r0
StateName Parser::parse_state_name() {
  StateName name;
  name.place = token().place;
  if (take_if("[")) {
    name.name = expect_identifier("the name of a location").text;
    expect("]");
  } else if (take_if("*")) {
    name.name = expect_identifier("the name of a location").text;
  } else if (at_number()) {
    const Token thread = take();
    constexpr std::int64_t kMost = 1000;
    if (thread.number >= kMost) fail(thread, "a thread number below " + std::to_string(kMost));
    name.thread = static_cast<int>(thread.number);
    expect(":");
    name.name = expect_identifier("the name of a local").text;
  } else {
    const Token first = expect_identifier("a location such as x or a local such as 0:r0");
    const auto thread = assembly::number_after("P", first.text, 1000);
    if (!thread || !first.text.starts_with('P') || !take_if(":")) {
      name.name = first.text;
      return name;
    }
    name.thread = *thread;  // P0:r0, as older tests have it
    name.name = expect_identifier("the name of a local").text;
  }
  return name;
}

ThreadText Parser::parse_thread(int number) {
  ThreadText thread;
  const std::string name = "P" + std::to_string(number);
  thread.place = expect(name).place;
  expect("(");
  if (at("void") && at(")", 1)) take();
  if (!at(")")) {
    do thread.parameters.push_back(parse_parameter());
    while (take_if(","));
  }
  expect(")");
  thread.body = parse_block();
  return thread;
}

Parameter Parser::parse_parameter() {
  Parameter parameter;
  if (!at_type()) fail(token(), "a parameter such as int *x");
  parameter.type = parse_type();
  if (parameter.type.pointers == 0)
    fail(token(), "* before the name of a parameter: parameters are addresses");
  parameter.place = token().place;
  parameter.name = expect_identifier("the name of a parameter").text;
  if (at("[")) fail(token(), ", or ); arrays are refused");
  return parameter;
}

std::vector<StateName> Parser::parse_locations() {
  std::vector<StateName> names;
  expect("[");
  while (!at("]")) {
    if (take_if(";")) continue;
    names.push_back(parse_state_name());
    if (!at("]")) expect(";");
  }
  expect("]");
  return names;
}

bool Parser::parse_quantifier(Quantifier& quantifier) {
  if (token().kind == TokenKind::end) {
    quantifier = Quantifier::forall;
    return false;
  }
  if ((at("~") || at("not")) && at("exists", 1)) {
    take();
    take();
    quantifier = Quantifier::not_exists;
  } else if (take_if("exists")) {
    quantifier = Quantifier::exists;
  } else if (take_if("forall")) {
    quantifier = Quantifier::forall;
  } else {
    fail(token(), "a thread, locations, filter, exists, ~exists or forall");
  }
  return true;
}

/// An implication binds weakest, and to the right: a => b => c is a => (b => c).
Proposition Parser::parse_proposition() {
  const Nesting nesting(*this);
  Proposition first = parse_disjunction();
  if (!take_if("=>")) return first;
  Proposition implication;
  implication.kind = PropositionKind::implication;
  implication.operands.push_back(std::move(first));
  implication.operands.push_back(parse_proposition());
  return implication;
}

Proposition Parser::parse_disjunction() {
  Proposition first = parse_conjunction();
  if (!at("\\/")) return first;
  Proposition all;
  all.kind = PropositionKind::disjunction;
  all.operands.push_back(std::move(first));
  while (take_if("\\/")) all.operands.push_back(parse_conjunction());
  return all;
}

Proposition Parser::parse_conjunction() {
  Proposition first = parse_literal();
  if (!at("/\\")) return first;
  Proposition all;
  all.kind = PropositionKind::conjunction;
  all.operands.push_back(std::move(first));
  while (take_if("/\\")) all.operands.push_back(parse_literal());
  return all;
}

Proposition Parser::parse_literal() {
  const Nesting nesting(*this);
  if (take_if("(")) {
    Proposition inner = parse_proposition();
    expect(")");
    return inner;
  }
  Proposition proposition;
  if (take_if("~") || take_if("not")) {
    proposition.kind = PropositionKind::negation;
    proposition.operands.push_back(parse_literal());
    return proposition;
  }
  if (take_if("true")) return proposition;
  if (take_if("false")) {
    proposition.kind = PropositionKind::falsehood;
    return proposition;
  }
  return parse_comparison();
}

Proposition Parser::parse_comparison() {
  Proposition comparison;
  comparison.kind = PropositionKind::equal;
  comparison.left = parse_state_name();
  if (take_if("!="))
    comparison.kind = PropositionKind::not_equal;
  else if (!take_if("=="))
    expect("=");
  const bool names_state = at("[") || at("*") || (at_number() && at(":", 1));
  if (names_state)
    comparison.right = parse_state_name();
  else
    std::visit([&](auto value) { comparison.right = std::move(value); }, parse_constant());
  return comparison;
}

}  // namespace litmus
}  // namespace ringcheck
