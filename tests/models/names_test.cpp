// One vocabulary for machines and models: what people call them, and slips of the pen.
#include "models/names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "models/model.hpp"

namespace ringcheck {
namespace {

struct Spoken {
  std::string_view name;
  std::string_view model;
  std::string_view kernel;
  std::string_view litmus;
};

TEST(MachineNames, AreFoundByWhatPeopleCallThem) {
  constexpr Spoken kRows[] = {
      {"armv8", "armv8", "arm64", "AArch64"},    {"aarch64", "armv8", "arm64", "AArch64"},
      {"ARM64", "armv8", "arm64", "AArch64"},    {"AArch64", "armv8", "arm64", "AArch64"},
      {"ppc", "power", "powerpc", "PPC"},        {"ppc64", "power", "powerpc", "PPC"},
      {"POWER", "power", "powerpc", "PPC"},      {"PowerPC", "power", "powerpc", "PPC"},
      {"x86", "x86-tso", "x86-64", "X86_64"},    {"x86-64", "x86-tso", "x86-64", "X86_64"},
      {"X86_64", "x86-tso", "x86-64", "X86_64"}, {"tso", "x86-tso", "x86-64", "X86_64"},
      {"RISC-V", "riscv", "riscv", "RISCV"},     {"riscv64", "riscv", "riscv", "RISCV"},
      {"C++11", "rc11", "C++11", "C++11"},       {"Linux", "lkmm", "Linux", "LKMM"},
      {"arm65", "arm65", "arm65", "arm65"},      {"", "", "", ""},
  };
  for (const Spoken& row : kRows) {
    EXPECT_EQ(canonical_model(row.name), row.model) << row.name;
    EXPECT_EQ(canonical_kernel_architecture(row.name), row.kernel) << row.name;
    EXPECT_EQ(canonical_litmus_architecture(row.name), row.litmus) << row.name;
  }
}

TEST(MachineNames, EveryModelHasARowAndIsFoundByEachOfItsNames) {
  std::vector<std::string_view> models;
  std::set<std::string_view> all;
  for (const MachineNames& machine : all_machine_names()) {
    models.push_back(machine.model);
    EXPECT_EQ(find_model(machine.model).name(), machine.model);
    for (const std::string_view alias : machine.aliases) {
      EXPECT_EQ(find_model(alias).name(), machine.model) << alias;
      EXPECT_TRUE(all.insert(alias).second) << alias << " is a name of two machines";
    }
  }
  EXPECT_EQ(models, model_names());
}

TEST(MachineNames, ASlipOfThePenIsNearAName) {
  const std::vector<std::string_view> known = model_names();
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"amrv8", "armv8"}, {"x86-tos", "x86-tso"}, {"lkm", "lkmm"}, {"powe", "power"},
      {"Riskv", "riscv"}, {"alpha", ""},          {"q", ""},
  };
  for (const auto& [slip, name] : kRows) EXPECT_EQ(nearest_name(slip, known), name) << slip;
}

TEST(InsteadOf, NamesAFewOrTheOneThatIsNear) {
  const std::vector<std::string_view> few{"records", "polls"};
  EXPECT_EQ(instead_of("record", few, "c"), "; there are records, polls; did you mean records?");
  EXPECT_EQ(instead_of("colour", few, "c"), "; there are records, polls");
  std::vector<std::string_view> many(20, "other");
  many.emplace_back("records");
  EXPECT_EQ(instead_of("recrods", many, "c"), "; did you mean records?");
  EXPECT_EQ(instead_of("colour", many, "c"), "; `c` shows what there is");
  EXPECT_EQ(instead_of("r", many, "c"), "; `c` shows what there is");
}

TEST(SameName, CountsNeitherCaseNorSigns) {
  EXPECT_TRUE(same_name("I-06", "i06"));
  EXPECT_TRUE(same_name("smp_wmb", "SMP wmb"));
  EXPECT_FALSE(same_name("I-06", "I-07"));
}

}  // namespace
}  // namespace ringcheck
