#include "tests/litmus/support.hpp"

#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"
#include "litmus/compile.hpp"
#include "litmus/golden.hpp"
#include "models/for_pieces.hpp"

namespace ringcheck::tests {

std::string one_thread(const std::string& body, const std::string& condition) {
  return "C t\n{ }\nP0(int *x, int *y, int **z, spinlock_t *l) { " + body + " }\n" + condition +
         "\n";
}

LitmusTest parse(const std::string& text) {
  return parse_litmus(text, "t");
}

std::string refusal_of(const std::string& text) {
  try {
    run_litmus(parse(text), find_model("lkmm"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> states_of(const std::string& text, const std::string& model) {
  std::vector<std::string> states;
  for (const LitmusState& state : run_litmus(parse(text), find_model(model)).states)
    states.push_back(state.text);
  return states;
}

std::vector<ExecutionGraph> executions_of(const std::string& text, const std::string& model) {
  const Model asked = find_model(model);
  const auto sizes = knows_pieces(asked) ? litmus::assembly::SeveralSizes::known
                                         : litmus::assembly::SeveralSizes::refused;
  const litmus::CompiledTest compiled = litmus::compile(parse(text), {}, nullptr, sizes);
  const Model its = compiled.has_several_sizes ? for_pieces(asked).value() : asked;
  std::vector<ExecutionGraph> graphs;
  explore(compiled.program, its, {}, [&](const Execution& execution) {
    if (execution.ending == Ending::complete) graphs.push_back(execution.graph);
    return true;
  });
  return graphs;
}

void expect_same_meaning(const litmus::Primitive& a, const litmus::Primitive& b,
                         const std::string& about) {
  SCOPED_TRACE(about);
  EXPECT_EQ(a.action, b.action);
  EXPECT_EQ(a.arguments, b.arguments);
  EXPECT_EQ(a.returns_value, b.returns_value);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.operation, b.operation);
  EXPECT_EQ(a.order.read_tags, b.order.read_tags);
  EXPECT_EQ(a.order.write_tags, b.order.write_tags);
  EXPECT_EQ(a.order.full, b.order.full);
  EXPECT_EQ(a.order.atomic, b.order.atomic);
  EXPECT_EQ(a.result, b.result);
  EXPECT_EQ(a.operand, b.operand);
}

std::vector<std::filesystem::path> shipped_tests() {
  return litmus_tests_in(std::filesystem::path(RINGCHECK_SOURCE_DIR) / "litmus/tests");
}

}  // namespace ringcheck::tests
