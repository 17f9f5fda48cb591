// Executions in Graphviz' language.
#include "cli/execution_dot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/graphviz.hpp"
#include "tests/cli/tiny_programs.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string weak_message_passing() {
  const Program program = tests::message_passing();
  return execution_dot(
      picture_of(program, tests::execution_of(program, find_model("armv8"), {1, 0})), "a \"title\"",
      "what happens\nhere");
}

TEST(ExecutionDot, PinsBoxesToColumnsAndRows) {
  const std::string text = weak_message_passing();
  EXPECT_THAT(text, HasSubstr("digraph \"a \\\"title\\\"\" {\n  label=\"what happens\\nhere\";"));
  for (const char* part : {"thread0 [", "<B>P1</B>", "\"a1\" [label=\"a1: W[once] x = 1\"",
                           "layout=neato", "pin=true"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(ExecutionDot, MarksTheCycle) {
  const std::string text = weak_message_passing();
  for (const char* part : {"<B>po</B>", "<B>rf</B>", "<B>fr</B>", "fillcolor=grey88"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("<B>co</B>")));
}

/// No colour is needed for this: each relation has a line or a head of its own.
TEST(ExecutionDot, TellsRelationsApartWithoutColour) {
  const std::string text = weak_message_passing();
  for (const char* part :
       {"style=\"solid\", arrowhead=\"normal\"", "style=\"solid\", arrowhead=\"vee\"",
        "style=\"dotted\", arrowhead=\"normal\"", "style=\"dashed\", arrowhead=\"normal\""})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(ExecutionDot, IsWhatGraphvizReads) {
  const std::string svg = svg_of_dot(weak_message_passing());
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(svg, HasSubstr("b2: R[once] x = 0"));
}

}  // namespace
}  // namespace ringcheck
