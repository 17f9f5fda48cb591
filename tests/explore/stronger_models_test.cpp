// Models against each other on seeded random programs of kernel primitives: a weaker model allows
// all that a stronger one allows. One of these laws is that the kernel's table for a machine keeps
// what the kernel's model promises.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "explore/explore.hpp"
#include "models/model.hpp"
#include "tests/explore/lowering.hpp"
#include "tests/oracle/random_program.hpp"

namespace ringcheck {
namespace {

constexpr std::pair<const char*, const char*> kStrongerAndWeaker[] = {
    {"sc", "x86-tso"},   {"sc", "armv8"},   {"sc", "riscv"},   {"sc", "power"},  {"sc", "rc11"},
    {"x86-tso", "lkmm"}, {"armv8", "lkmm"}, {"riscv", "lkmm"}, {"power", "lkmm"}};

/// The executions of `program` under the model of this name, without their dependencies.
std::set<std::string> executions(const Program& program, const char* model) {
  std::set<std::string> all;
  explore(program, find_model(model), {}, [&](const Execution& execution) {
    if (execution.ending == Ending::complete) all.insert(execution.graph.canonical());
    return true;
  });
  return all;
}

struct Tally {
  std::size_t strong = 0, weak = 0;
};

void compare_on(const Program& program, std::map<std::pair<std::string, std::string>, Tally>& all) {
  std::map<std::string, std::set<std::string>> under;
  const auto found = [&](const char* model) -> const std::set<std::string>& {
    if (under.find(model) == under.end()) under[model] = executions(program, model);
    return under[model];
  };
  for (const auto& [stronger, weaker] : kStrongerAndWeaker) {
    Tally& tally = all[{stronger, weaker}];
    tally.strong += found(stronger).size();
    tally.weak += found(weaker).size();
    for (const std::string& execution : found(stronger))
      ASSERT_EQ(found(weaker).count(execution), 1U)
          << stronger << " allows, " << weaker << " does not:\n"
          << execution;
  }
}

TEST(StrongerModels, AllowNoMoreThanWeakerOnes) {
  std::map<std::pair<std::string, std::string>, Tally> all;
  for (const int rmw_percent : {0, 25, 45}) {
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
      SCOPED_TRACE("random_program(" + std::to_string(seed) + ", " + std::to_string(rmw_percent) +
                   ")");
      compare_on(lower(oracle::random_program(seed, rmw_percent)), all);
      if (HasFatalFailure()) return;
    }
  }
  // Each law compares models that really differ.
  for (const auto& [pair, tally] : all)
    EXPECT_LT(tally.strong, tally.weak) << pair.first << " and " << pair.second;
}

}  // namespace
}  // namespace ringcheck
