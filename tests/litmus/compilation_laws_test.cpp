// Machines against the languages above them. The kernel's model allows, for the source, every
// outcome of the compiled program on a machine. The machine allows, for the compiled program, every
// outcome of an interleaving of the source. Checked on the tests that ship and on random ones.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "graph/diagnostic.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/golden.hpp"
#include "tests/litmus/random_litmus.hpp"
#include "tests/litmus/support.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

constexpr const char* kArchitectures[] = {"arm64", "arm64-llsc", "x86-64",
                                          "riscv", "powerpc",    "generic"};

using Names = std::map<std::string, std::string>;

void pair(const litmus::StateName& source, const litmus::StateName& compiled, Names& names) {
  names[litmus::text_of(compiled)] = litmus::text_of(source);
}

void pair(const litmus::Proposition& source, const litmus::Proposition& compiled, Names& names) {
  if (source.kind == litmus::PropositionKind::equal ||
      source.kind == litmus::PropositionKind::not_equal) {
    pair(source.left, compiled.left, names);
    if (const auto* right = std::get_if<litmus::StateName>(&source.right))
      pair(*right, std::get<litmus::StateName>(compiled.right), names);
  }
  for (std::size_t i = 0; i < source.operands.size(); ++i)
    pair(source.operands[i], compiled.operands[i], names);
}

/// What each register of a compiled test is called in its source: both name the same things in the
/// same order.
Names names_of(const LitmusTest& source, const LitmusTest& compiled) {
  Names names;
  pair(source.condition, compiled.condition, names);
  for (std::size_t i = 0; i < source.locations.size(); ++i)
    pair(source.locations[i], compiled.locations[i], names);
  return names;
}

/// The final states, each as its parts in the order of the source's names.
std::set<std::string> outcomes(const LitmusTest& test, const char* model, const Names& names = {}) {
  std::set<std::string> all;
  for (const LitmusState& state : run_litmus(test, find_model(model)).states) {
    std::set<std::string> parts;
    std::size_t start = 0;
    for (std::size_t end = state.text.find(';'); end != std::string::npos;
         start = end + 2, end = state.text.find(';', std::min(start, state.text.size()))) {
      std::string part = state.text.substr(start, end - start);
      const std::size_t equals = part.find('=');
      const auto name = names.find(part.substr(0, equals));
      if (name != names.end()) part = name->second + part.substr(equals);
      parts.insert(part);
    }
    std::string text;
    for (const std::string& part : parts) text += part + " ";
    all.insert(text);
  }
  return all;
}

/// How many outcomes there are in all, to notice laws that compare nothing.
struct Tally {
  std::size_t tests = 0, sc = 0, machine = 0, lkmm = 0;
};

/// Checks the laws on one test; false when the architecture has no instructions for it.
bool compare(const LitmusTest& source, const char* architecture, Tally& tally) {
  std::optional<LitmusTest> compiled;
  try {
    compiled = compile_to_assembly(source, find_target(architecture));
  } catch (const InputError&) {
    return false;
  }
  const std::string model(default_model(compiled->architecture));
  std::set<std::string> machine;
  try {
    machine = outcomes(*compiled, model.c_str(), names_of(source, *compiled));
  } catch (const InputError& error) {
    // A compare-and-exchange that fails keeps its reservation, and a store to the location follows.
    EXPECT_NE(std::string(error.what()).find("a store to the reserved location"), std::string::npos)
        << error.what();
    return false;
  }
  const std::set<std::string> lkmm = outcomes(source, "lkmm");
  const std::set<std::string> sc = outcomes(source, "sc");
  for (const std::string& outcome : machine)
    EXPECT_EQ(lkmm.count(outcome), 1U)
        << architecture << " allows, lkmm does not: " << outcome << '\n'
        << print_litmus(source) << print_litmus(*compiled);
  // A local_t operation may be atomic against other CPUs on a machine; in the source it is not.
  const bool local = print_litmus(source).find("local_") != std::string::npos;
  for (const std::string& outcome : local ? std::set<std::string>() : sc)
    EXPECT_EQ(machine.count(outcome), 1U)
        << "an interleaving shows, " << architecture << " does not allow: " << outcome << '\n'
        << print_litmus(source) << print_litmus(*compiled);
  tally.tests += 1;
  tally.sc += local ? 0 : sc.size();
  tally.machine += machine.size();
  tally.lkmm += lkmm.size();
  return true;
}

class CompilationLaws : public ::testing::TestWithParam<const char*> {};

TEST_P(CompilationLaws, HoldOnTheTestsThatShip) {
  Tally tally;
  std::set<std::string> refused;
  for (const auto& path : tests::shipped_tests()) {
    const LitmusTest test = parse_litmus(read_text(path), path.string());
    if (!compare(test, GetParam(), tally)) refused.insert(test.name);
    if (HasFailure()) return;
  }
  // Those with locks, RCU or SRCU, and one that divides.
  std::set<std::string> expected = {"BpfRing+2p1c+once",
                                    "BpfRing+2p1c+unbounded",
                                    "Expressions",
                                    "LB+rcu+rcu+sync",
                                    "LB+rcu+rcu+sync+sync",
                                    "MP+assign+deref",
                                    "MP+locks",
                                    "MP+sync+nested",
                                    "MP+sync+rcu",
                                    "MP+sync+srcu",
                                    "MP+sync+srcuother",
                                    "MP+sync+unbalanced",
                                    "SB+unlock-lock+mb",
                                    "Trylock"};
  EXPECT_EQ(refused, expected);
  EXPECT_LT(tally.machine, tally.lkmm);
}

TEST_P(CompilationLaws, HoldOnRandomTests) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("random_instructions_test(" + std::to_string(seed) + ")");
    compare(tests::parse(tests::random_instructions_test(seed)), GetParam(), tally);
    if (HasFailure()) return;
  }
  EXPECT_GT(tally.tests, 160U);
  EXPECT_LT(tally.sc, tally.machine);
  EXPECT_LT(tally.machine, tally.lkmm);
}

INSTANTIATE_TEST_SUITE_P(Compilation, CompilationLaws, ::testing::ValuesIn(kArchitectures),
                         [](const auto& architecture) { return identifier(architecture.param); });

}  // namespace
}  // namespace ringcheck
