// Writes the goldens of our litmus tests anew: ringcheck_promote_litmus [FOLDER].
// Only a person runs it, reviews the changes by hand, and explains them in the commit.
#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <fstream>

#include "litmus/golden.hpp"
#include "litmus/litmus.hpp"

namespace {

/// Writes the golden of one test. Returns whether it differs from the old one.
bool promote(const std::filesystem::path& test) {
  using namespace ringcheck;
  const std::filesystem::path path = golden_path(test);
  const std::string golden = litmus_golden(parse_litmus(read_text(test), test.string()));
  const bool same = std::filesystem::exists(path) && read_text(path) == golden;
  if (!same) std::ofstream(path, std::ios::binary) << golden;
  return !same;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::filesystem::path folder = argc > 1 ? argv[1] : RINGCHECK_LITMUS_TESTS;
    for (const auto& test : ringcheck::litmus_tests_in(folder))
      if (promote(test)) fmt::print("{}\n", ringcheck::golden_path(test).string());
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
