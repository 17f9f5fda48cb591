// Every primitive under every table: on one thread, it does to memory and returns the same as the C
// primitive; and the tables have what they should.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "graph/diagnostic.hpp"
#include "litmus/assembly/machine.hpp"
#include "litmus/compilation/compilation.hpp"
#include "tests/litmus/support.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

using litmus::CompilationRow;
using litmus::KernelTable;
using litmus::kKernelTables;
using litmus::kUserTables;
using litmus::UserTable;

/// A call of a primitive that is neither a lock nor a grace period, on a location that holds 5.
std::string call_of(const litmus::Primitive& primitive, const char* operand, const char* expected) {
  std::string arguments;
  for (const char letter : primitive.arguments) {
    if (!arguments.empty()) arguments += ", ";
    if (letter == 'l') arguments += "*x";
    if (letter == 'p') arguments += "x";
    if (letter == 'v') arguments += operand;
    if (letter == 'e') arguments += expected;
  }
  return std::string(primitive.returns_value ? "r0 = " : "") + std::string(primitive.name) + "(" +
         arguments + ");";
}

std::string test_of(const std::string& statement, const char* type) {
  const std::string t = type;
  return "C t\n{ " + t + " x=5; }\nP0(" + t + " *x) { " + t + " r0; " + t + " r1 = 2; " + t +
         " r2 = 5; " + statement + " }\nlocations [0:r0; x]\nexists (x=7)\n";
}

/// Only the final values: registers have other names than locals.
std::vector<std::string> values_of(const LitmusTest& test, const char* model) {
  std::vector<std::string> all;
  for (const LitmusState& state : run_litmus(test, find_model(model)).states) {
    std::string values;
    for (std::size_t i = 0; i < state.text.size(); ++i)
      if (state.text[i] == '=') values += state.text.substr(i + 1, state.text.find(';', i) - i);
    all.push_back(values);
  }
  return all;
}

bool is_refused(std::string_view name) {
  return name.starts_with("spin_") || name.starts_with("rcu_read_") || name.starts_with("srcu_") ||
         name.starts_with("synchronize_");
}

std::string refusal(const LitmusTest& test, const CompilationTarget& target) {
  try {
    compile_to_assembly(test, target);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

class CompilationTables : public ::testing::TestWithParam<std::string> {};

TEST_P(CompilationTables, DoWhatThePrimitiveDoes) {
  const CompilationTarget target = find_target(GetParam());
  for (const std::string_view name : litmus::builtin_primitives().names()) {
    const litmus::Primitive& primitive = *litmus::builtin_primitives().find(name);
    if (is_refused(name)) continue;
    for (const char* type : {"int", "int64_t"}) {
      for (const char* operand : {"2", "r1", "-2"}) {
        for (const char* expected : {"5", "r2", "4"}) {
          const LitmusTest test =
              tests::parse(test_of(call_of(primitive, operand, expected), type));
          const LitmusTest compiled = compile_to_assembly(test, target);
          const std::string text = print_litmus(compiled);
          EXPECT_EQ(parse_litmus(text, "t"), compiled) << text;
          const auto model = std::string(default_model(compiled.architecture));
          EXPECT_EQ(values_of(compiled, model.c_str()), values_of(test, "sc")) << text;
          if (primitive.arguments.find('e') == std::string_view::npos) break;
        }
        if (primitive.arguments.find('v') == std::string_view::npos) break;
      }
    }
  }
}

TEST_P(CompilationTables, RefuseLocksAndGracePeriodsByName) {
  for (const std::string_view name : litmus::builtin_primitives().names()) {
    const litmus::Primitive& primitive = *litmus::builtin_primitives().find(name);
    if (!is_refused(name)) continue;
    const LitmusTest test = tests::parse(test_of(call_of(primitive, "2", "5"), "int"));
    EXPECT_THAT(refusal(test, find_target(GetParam())),
                ::testing::HasSubstr("saw " + std::string(name) +
                                     ", expected a primitive that the " + GetParam() + " table"));
  }
}

INSTANTIATE_TEST_SUITE_P(Compilation, CompilationTables,
                         ::testing::Values("arm64", "arm64-llsc", "x86-64", "riscv", "powerpc",
                                           "generic"),
                         [](const auto& table) { return identifier(table.param); });

/// Each table has the same primitives, and says where each is from.
TEST(CompilationRows, AreTheSamePrimitivesInEveryTable) {
  const auto names = [](std::span<const CompilationRow> rows) {
    std::vector<std::string_view> all;
    for (const CompilationRow& row : rows) {
      all.push_back(row.primitive);
      EXPECT_TRUE(row.source.ends_with(".h")) << row.primitive;
    }
    return all;
  };
  for (const auto& table : kKernelTables)
    EXPECT_EQ(names(rows_of(table.table)), names(rows_of(KernelTable::arm64))) << table.name;
  for (const auto& table : kUserTables)
    EXPECT_EQ(names(rows_of(table.table)), names(rows_of(UserTable::arm64))) << table.name;
}

/// What a primitive costs in addition to the access itself, in instructions.
TEST(CompilationRows, CountInstructions) {
  struct Row {
    const char* primitive;
    std::vector<std::size_t> kernel;  ///< arm64, arm64-llsc, x86-64, riscv, powerpc, generic
  };
  const Row rows[] = {
      {"READ_ONCE", {1, 1, 1, 1, 1, 1}},        {"smp_mb", {1, 1, 1, 1, 1, 1}},
      {"smp_wmb", {1, 1, 0, 1, 1, 1}},          {"barrier", {0, 0, 0, 0, 0, 0}},
      {"smp_load_acquire", {1, 1, 1, 2, 2, 2}}, {"smp_store_release", {1, 1, 1, 2, 2, 2}},
      {"local_cmpxchg", {2, 6, 3, 5, 4, 5}}};
  for (const Row& row : rows) {
    std::vector<std::size_t> counts;
    for (const auto& table : kKernelTables)
      counts.push_back(find_row(rows_of(table.table), row.primitive)->count());
    EXPECT_EQ(counts, row.kernel) << row.primitive;
  }
}

TEST(CompilationTargets, AreRefusedByName) {
  const auto refused = [](auto&& f) -> std::string {
    try {
      f();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refused([] { find_target("sparc"); }),
            "saw the architecture 'sparc', expected one of arm64, arm64-llsc, x86-64, riscv, "
            "powerpc, generic");
  EXPECT_EQ(refused([] { find_user_table("generic", KernelTable::arm64); }),
            "saw the user table 'generic', expected one of arm64");
  EXPECT_EQ(refused([] { find_user_table("x", KernelTable::riscv); }),
            "saw the user table 'x', expected one of generic, riscv");
  EXPECT_EQ(refused([] { find_user_table("generic", KernelTable::riscv); }), "");
  EXPECT_EQ(refused([] { find_user_table("riscv", KernelTable::generic); }), "");
}

}  // namespace
}  // namespace ringcheck
