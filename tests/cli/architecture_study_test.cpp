// What each ordering point needs on each machine, with kernel and user space compiled apart.
#include "cli/machine_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/architecture_profile.hpp"
#include "cli/exit_status.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "tests/cli/process.hpp"
#include "tests/names/identifier.hpp"

namespace ringcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<SiteChoice>& sites() {
  static const std::vector<SiteChoice> kAll = all_site_choices(barrier_check(false).plan.sites());
  return kAll;
}

MachineStudy study(const char* architecture, const char* user_table, Deciding deciding = {}) {
  StudyOptions options;
  options.deciding = deciding;
  return study_on(find_machines(architecture, user_table).front(), barrier_check(false), sites(),
                  options);
}

/// "A=none I-06": what is violated when one site changes, the others as Linux has them.
std::vector<std::string> insufficient(const MachineStudy& study) {
  std::vector<std::string> changes;
  for (const SiteChoice& site : study.study.sites)
    for (const std::string_view strength : site.strengths) {
      const PlanResult* result =
          study.results().of(study.study.base.plan.with(site.site->name, strength));
      if (const auto* violated = std::get_if<Violated>(&result->verdict))
        changes.push_back(std::string(site.site->name) + "=" + std::string(strength) + " " +
                          violated->property);
    }
  return changes;
}

struct Row {
  const char* architecture;
  const char* user_table;
  std::vector<std::string> insufficient;
  std::size_t minimal;  ///< number of minimal plans
  std::size_t fewest;   ///< instructions of the cheapest of them
  std::size_t kernels;  ///< instructions of Linux's own plan
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.architecture << '_' << row.user_table;
}

class ArchitectureStudies : public ::testing::TestWithParam<Row> {};

TEST_P(ArchitectureStudies, TellWhatIsEnough) {
  const Row& row = GetParam();
  const MachineStudy found = study(row.architecture, row.user_table);
  EXPECT_EQ(insufficient(found), row.insufficient);
  const auto minimal = found.results().minimal();
  EXPECT_EQ(minimal.size(), row.minimal);
  EXPECT_EQ(found.instructions(found.study.base.plan), row.kernels);
  std::size_t fewest = SIZE_MAX;
  for (const PlanResult* plan : minimal) fewest = std::min(fewest, found.instructions(plan->plan));
  if (row.minimal > 0) {
    EXPECT_EQ(fewest, row.fewest);
  }
}

// Only on powerpc does local_cmpxchg order nothing, so A is needed there. dmb ishld orders loads
// before stores; fence r,r does not.
INSTANTIATE_TEST_SUITE_P(
    Machines, ArchitectureStudies,
    ::testing::Values(
        Row{"x86-64", "x86-64", {}, 1, 0, 0},
        Row{"arm64", "arm64", {"B=none I-01", "C=none I-01", "D=none I-06", "D=wmb I-06"}, 8, 0, 1},
        Row{"riscv",
            "riscv",
            {"B=none I-01", "C=none I-01", "D=none I-06", "D=wmb I-06", "D=rmb I-06"},
            4,
            3,
            3},
        Row{"powerpc",
            "powerpc",
            {"A=none I-06", "B=none I-01", "C=none I-01", "D=none I-06"},
            24,
            3,
            3},
        Row{"generic",
            "riscv",
            {"B=none I-01", "C=none I-01", "D=none I-06", "D=wmb I-06", "D=rmb I-06"},
            4,
            3,
            3}),
    [](const auto& row) { return identifier(row.param.architecture); });

/// That more order takes executions away and adds none is checked, not only argued: each plan by
/// itself does what follows from those that are checked.
TEST_P(ArchitectureStudies, InferWhatACheckOfEachPlanFinds) {
  const Row& row = GetParam();
  const MachineStudy each = study(row.architecture, row.user_table);
  const MachineStudy inferred = study(row.architecture, row.user_table, Deciding::inferred);
  std::size_t checked = 0;
  for (std::size_t i = 0; i < each.results().plans.size(); ++i) {
    const PlanResult& one = each.results().plans[i];
    const PlanResult& other = inferred.results().plans[i];
    EXPECT_EQ(one.plan, other.plan);
    EXPECT_EQ(one.verdict.index(), other.verdict.index()) << one.plan.text();
    checked += other.inferred_from ? 0U : 1U;
  }
  EXPECT_LT(checked, each.results().plans.size() / 6);
  EXPECT_EQ(insufficient(inferred), insufficient(each));
}

/// On riscv, user space of Linux 6.1 has only compiler barriers: no plan can help.
TEST(ArchitectureStudy, FindsNoPlanForTheGenericUserTable) {
  const MachineStudy found = study("riscv", "generic");
  EXPECT_THAT(found.results().minimal(), IsEmpty());
  EXPECT_EQ(found.study.base.plan["C"], "rmb");
  const PlanResult* own = found.results().of(found.study.base.plan);
  ASSERT_TRUE(own != nullptr && own->witness.has_value());
  EXPECT_EQ(own->witness->property, "I-01");
  EXPECT_THAT(surplus_of(found, barrier_check(false)), IsEmpty());
  EXPECT_THAT(study_text(found, {}, false), HasSubstr("none of the 320 plans is enough\n"));
}

TEST(ArchitectureStudy, SaysWhatIsMoreThanTheMachineNeedsAndWhoNeedsIt) {
  const Check base = barrier_check(false);
  const MachineStudy x86 = study("x86-64", "x86-64");
  std::vector<std::string> all;
  for (const Surplus& one : surplus_of(x86, base)) {
    std::string text = std::string(one.site->name) + "=" + std::string(one.strength) + ":";
    for (const auto& [name, property] : one.needed_by) text += " " + name + " " + property;
    all.push_back(text);
  }
  EXPECT_THAT(all, ElementsAre("A=none: powerpc I-06 lkmm I-06",
                               "B=none: arm64 I-01 riscv I-01 powerpc I-01 lkmm I-01",
                               "C=none: arm64 I-01 riscv I-01 powerpc I-01 lkmm I-01",
                               "D=none: arm64 I-06 riscv I-06 powerpc I-06 lkmm I-06"));
  EXPECT_EQ(local_stands_in_for_a(x86), "");
  const MachineStudy arm = study("arm64", "arm64");
  EXPECT_EQ(local_stands_in_for_a(arm), "I-06");
  const std::string text = study_text(arm, surplus_of(arm, base), false);
  EXPECT_THAT(text, HasSubstr("    wmb *      enough  +1 instruction    DMB ISHST\n"));
  EXPECT_THAT(text, HasSubstr("  B=release would do for B=wmb and save 1 instruction; none of the "
                              "other machines nor lkmm needs more, but "));
  EXPECT_THAT(text, HasSubstr("A needs nothing here because local_cmpxchg"));
}

TEST(InstructionsAt, AreThoseOfTheSidesOwnTable) {
  struct Expected {
    const char* architecture;
    const char* user_table;
    const char* site;
    const char* strength;
    const char* text;
    std::size_t count;
  };
  const Expected rows[] = {{"powerpc", "powerpc", "B", "wmb", "lwsync", 1},
                           {"powerpc", "powerpc", "D", "wmb", "sync", 1},
                           {"riscv", "generic", "D", "release", "sd", 0},
                           {"riscv", "riscv", "D", "release", "fence rw,w; sd", 1},
                           {"riscv", "generic", "A", "acquire", "ld; fence r,rw", 1},
                           {"x86-64", "x86-64", "C", "mb", "mfence", 1},
                           {"arm64", "arm64", "A", "control", "", 0},
                           {"generic", "riscv", "B", "wmb", "fence iorw,iorw", 1},
                           {"generic", "riscv", "B", "release", "fence iorw,iorw; sd", 1},
                           {"generic", "riscv", "D", "release", "fence rw,w; sd", 1}};
  for (const Expected& row : rows) {
    const StrengthInstructions found =
        find_machines(row.architecture, row.user_table)
            .front()
            .instructions_at(
                *parse_site_choice(std::string(row.site) + "=none", perf_catalogue().sites).site,
                row.strength);
    EXPECT_EQ(found.text, row.text) << row.architecture;
    EXPECT_EQ(found.count, row.count) << row.architecture;
  }
}

TEST(FindProfiles, RefusesByName) {
  const auto refused = [](const char* architecture, const char* table) -> std::string {
    try {
      find_machines(architecture, table);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(
      refused("vax", ""),
      "--arch: saw 'vax', expected a machine; there are arm64, x86-64, riscv, powerpc, generic");
  EXPECT_EQ(refused("riscv", "arm64"),
            "--user-table: saw 'arm64', expected for riscv one of generic, riscv");
  EXPECT_EQ(find_machines("riscv").size(), 2U);
}

TEST(ChosenMachines, HaveATableForAllOrOneEach) {
  const auto chosen = [](const std::vector<std::string>& architectures,
                         const std::vector<std::string>& tables) {
    std::string text;
    try {
      for (const Machine& machine : chosen_machines(architectures, tables))
        text += fmt::format("{}{}/{}", text.empty() ? "" : " ", machine.name, machine.user);
    } catch (const InputError& error) {
      text = error.what();
    }
    return text;
  };
  EXPECT_EQ(chosen({"arm64", "riscv"}, {}), "arm64/arm64 riscv/generic riscv/riscv");
  EXPECT_EQ(chosen({"AArch64", "RISC-V"}, {"risc-v=generic"}), "arm64/arm64 riscv/generic");
  EXPECT_EQ(chosen({"riscv", "generic"}, {"riscv", "generic=generic"}),
            "riscv/riscv generic/generic");
  EXPECT_EQ(chosen({"arm64", "riscv"}, {"riscv"}),
            "--user-table: saw 'riscv', expected for arm64 one of arm64");
  EXPECT_EQ(chosen({"arm64"}, {"riscv=riscv"}),
            "--user-table: saw a table for 'riscv', expected a machine of --arch");
  EXPECT_EQ(chosen({"riscv"}, {"riscv=riscv", "riscv=generic"}),
            "--user-table: saw 'riscv=generic' after 'riscv', expected one table for a machine");
}

TEST(ArchitectureCommands, CheckWhatIsCompiledForTheMachine) {
  const tests::Ended study =
      tests::ringcheck({"barriers", "--arch", "arm64", "--site", "B=none,wmb", "--json", "-"});
  ASSERT_EQ(study.status, 0) << study.err;
  const nlohmann::json rows = nlohmann::json::parse(study.out);
  ASSERT_EQ(rows.size(), 2U);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    EXPECT_EQ(rows[i]["arch"], "arm64");
    EXPECT_EQ(rows[i]["instructions"], i);
    EXPECT_EQ(rows[i]["violated"], i == 0 ? nlohmann::json("I-01") : nlohmann::json());
  }
  const tests::Arguments small = {"verify",    "--scenario", "perf-ring", "--param",
                                  "records=2", "--param",    "words=4",   "--param",
                                  "polls=1",   "--arch",     "riscv",     "--user-table"};
  EXPECT_EQ(tests::ringcheck(tests::with(small, {"generic"})).status,
            tests::status(ExitStatus::violated));
  EXPECT_EQ(tests::ringcheck(tests::with(small, {"riscv"})).status, 0);
  EXPECT_EQ(tests::ringcheck({"barriers", "--arch", "arm64", "--model", "sc"}).status,
            tests::status(ExitStatus::bad_input));
}

}  // namespace
}  // namespace ringcheck
