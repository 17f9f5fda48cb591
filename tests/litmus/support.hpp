#pragma once
// Shared by the tests of litmus/: tests written in a line or two, and the graphs that they have.

#include <filesystem>
#include <string>
#include <vector>

#include "graph/execution_graph.hpp"
#include "litmus/litmus.hpp"
#include "litmus/primitives.hpp"

namespace ringcheck::tests {

/// The text of a test of one thread over x, y, z and the lock l: `P0(…) { body }`.
std::string one_thread(const std::string& body, const std::string& condition = "exists (true)");

/// Parses `text` under the file name "t".
LitmusTest parse(const std::string& text);

/// The message with which parsing, or else running under lkmm, refuses `text`; "" if it does not.
std::string refusal_of(const std::string& text);

/// The final states of `text` under `model`, each as printed.
std::vector<std::string> states_of(const std::string& text, const std::string& model = "lkmm");

/// Every complete execution of `text` under `model`.
std::vector<ExecutionGraph> executions_of(const std::string& text,
                                          const std::string& model = "lkmm");

/// Expects two primitives to differ in their names at most; `about` is shown if they do.
void expect_same_meaning(const litmus::Primitive& a, const litmus::Primitive& b,
                         const std::string& about);

/// The tests that ship with litmus/.
std::vector<std::filesystem::path> shipped_tests();

}  // namespace ringcheck::tests
