// The verdicts in the head comments of generated tests.
// Tested by tests/litmus/critical_cycles_test.cpp and tests/litmus/catalogue_test.cpp.
#include "litmus/generate/expected_line.hpp"

#include <fmt/format.h>

#include "litmus/golden.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck::litmus {

std::string expected_line(const LitmusTest& test) {
  std::string line = "Expected:";
  for (const std::string_view name : model_names()) {
    const Model model = find_model(name);
    if (is_refused(test, model)) continue;
    line += fmt::format(" {}={}", name, observation_text(run_litmus(test, model).observation));
  }
  return line;
}

}  // namespace ringcheck::litmus
