// Goldens of litmus tests.
// Tests compare them for equality and never write them; litmus/promote_goldens.cpp does.
#include "litmus/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "graph/diagnostic.hpp"
#include "litmus/c11_operations.hpp"
#include "litmus/compile.hpp"
#include "litmus/litmus.hpp"
#include "models/c11_calls.hpp"

namespace ringcheck {

namespace {

constexpr std::array<std::string_view, 7> kModels = {"sc",    "x86-tso", "armv8", "riscv",
                                                     "power", "rc11",    "lkmm"};

}  // namespace

std::string litmus_golden(const LitmusTest& test) {
  std::string golden;
  for (std::string_view model : kModels) {
    if (is_refused(test, find_model(model))) {
      golden += fmt::format("{}: Refused\n", model);
      continue;
    }
    const LitmusResult result = run_litmus(test, find_model(model));
    golden += fmt::format("{}: {} {} {}", model, observation_text(result.observation),
                          result.positive, result.negative);
    for (const std::string& flag : result.flags) golden += " " + flag;
    golden += "\n";
    for (const LitmusState& state : result.states)
      golden += fmt::format("{:5} {}\n", state.executions, state.text);
  }
  return golden;
}

bool is_refused(const LitmusTest& test, const Model& model) {
  if (!speaks(model, test.architecture)) return true;
  // The model's machine gives C11's atomics their meaning; in a model without a mapping they have
  // none.
  if (litmus::uses_c11(test) && c11_calls(model) == nullptr) return true;
  const litmus::CompiledTest compiled = litmus::compile(test, {}, c11_calls(model));
  return std::ranges::any_of(
      compiled.uses, [&](const litmus::Use& use) { return model.refuses(use.tags).has_value(); });
}

std::vector<std::filesystem::path> litmus_tests_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> tests;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".litmus") tests.push_back(entry.path());
  std::ranges::sort(tests);
  return tests;
}

std::filesystem::path golden_path(const std::filesystem::path& test) {
  std::filesystem::path golden = test;
  return golden.replace_extension(".golden");
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(Diagnostic{file.string(), 0, 0, "cannot be read"});
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace ringcheck
