// Cycles: what is refused, what the tests made from them are called and what they ask. What is
// printed is read back as the same test.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "graph/diagnostic.hpp"
#include "litmus/generate/cycle.hpp"
#include "litmus/golden.hpp"
#include "tests/litmus/support.hpp"

namespace ringcheck {
namespace {

using namespace litmus;  // NOLINT(google-build-using-namespace): the parts of a test

const CycleLanguage& kernel() {
  return find_cycle_language("LKMM");
}

Cycle cycle_of(const std::string& text, const CycleLanguage& language = kernel()) {
  return make_cycle(parse_relaxations(text, language, "--cycle"), language, "--cycle");
}

LitmusTest test_of(const std::string& text) {
  return kernel_c_test(test_of_cycle(cycle_of(text), kernel(), "--cycle"));
}

struct Named {
  const char* cycle;
  const char* language;
  const char* name;
  const char* condition;  ///< in the kernel's C; empty for assembly
};

class CycleNames : public ::testing::TestWithParam<Named> {};

TEST_P(CycleNames, AreThoseOfDiy) {
  const CycleLanguage& language = find_cycle_language(GetParam().language);
  const Cycle cycle = cycle_of(GetParam().cycle, language);
  EXPECT_EQ(name_of_cycle(cycle, language), GetParam().name);
  const StraightTest test = test_of_cycle(cycle, language, "--cycle");
  if (language.architecture == Architecture::c) {
    EXPECT_EQ(text_of(kernel_c_test(test).condition), GetParam().condition);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, CycleNames,
    ::testing::Values(
        Named{"PodWW Rfe PodRR Fre", "LKMM", "MP", "1:r0=1 /\\ 1:r1=0"},
        Named{"Fre PodWW Rfe PodRR", "LKMM", "MP", "1:r0=1 /\\ 1:r1=0"},
        Named{"PodWR Fre PodWR Fre", "LKMM", "SB", "0:r0=0 /\\ 1:r0=0"},
        Named{"PodRW Rfe PodRW Rfe", "LKMM", "LB", "0:r0=1 /\\ 1:r0=1"},
        Named{"PodWW Coe PodWW Coe", "LKMM", "2+2W", "[x]=2 /\\ [y]=2"},
        Named{"PodWW Coe PodWR Fre", "LKMM", "R", "[y]=2 /\\ 1:r0=0"},
        Named{"PodWW Rfe DpCtrldW Coe", "LKMM", "S+po+ctrl", "[x]=2 /\\ 1:r0=1"},
        Named{"PodWW Rfe PodRW Wse", "LKMM", "S", "[x]=2 /\\ 1:r0=1"},
        Named{"Rfe PodRW Rfe PodRR Fre", "LKMM", "WRC", "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0"},
        Named{"Rfe PodRR Fre Rfe PodRR Fre", "LKMM", "IRIW",
              "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0"},
        Named{"WmbdWW Rfe DpAddrdR Fre", "LKMM", "MP+fencewmb+addr", "1:r0=1 /\\ 1:r1=0"},
        Named{"FencedWR Fre MbdWR Fre", "LKMM", "SB+fencembs", "0:r0=0 /\\ 1:r0=0"},
        Named{"PodWWOnceRelease Rfe PodRRAcquireOnce Fre", "LKMM", "MP+pooncerelease+poacquireonce",
              "1:r0=1 /\\ 1:r1=0"},
        Named{"PodWR Fre PodWR Fre PodWR Fre", "LKMM", "3.SB", "0:r0=0 /\\ 1:r0=0 /\\ 2:r0=0"},
        Named{"Rfe PosRR Fre", "LKMM", "CoRR", "1:r0=1 /\\ 1:r1=0"},
        Named{"Rfe RmbsRR Fre", "LKMM", "CoRR+fencermbs", "1:r0=1 /\\ 1:r1=0"},
        Named{"Rfi PodRR Fre Rfi PodRR Fre", "LKMM", "SB+rfi-pos",
              "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0"},
        Named{"PodWW Rfe DpAddrdW Rfe DpDatadW Wse", "LKMM", "Z6.2+po+addr+data",
              "[x]=2 /\\ 1:r0=1 /\\ 2:r0=1"},
        Named{"PodWWPL RfeLA PodRRAP Fre", "AArch64", "MP+popl+poap", ""},
        Named{"PodWWPL Rfe PodRRQP Fre", "AArch64", "MP+popl+poqp", ""},
        Named{"DMB.SYdWW Rfe DpCtrlISBdR Fre", "AArch64", "MP+dmb.sy+ctrlisb", ""},
        Named{"DMB.STdWW Rfe CtrldR Fre", "AArch64", "MP+dmb.st+ctrlisb", ""},
        Named{"LwSyncdWW Rfe DpAddrdR Fre", "PPC", "MP+lwsync+addr", ""},
        Named{"LwSyncdWW Rfe DpAddrdR PodRR Fre", "PPC", "MP+lwsync+addr-po", ""},
        Named{"SyncdWW Rfe DpCtrlIsyncdR Fre", "PPC", "MP+sync+ctrlisync", ""},
        Named{"MFencedWR Fre MFencedWR Fre", "X86_64", "SB+mfences", ""},
        Named{"Fence.rw.rwdRW Rfe Fence.rw.wdRW Rfe", "RISCV", "LB+fence.rw.rw+fence.rw.w", ""},
        Named{"[PodWW,Rfe] [PodRR,Fre]", "LKMM", "MP", "1:r0=1 /\\ 1:r1=0"},
        // Another thread's write lands between the two reads of y.
        Named{"PodWW Rfe DetourR PodRR Fre", "LKMM", "MP+po+detourr-po",
              "[y]=2 /\\ 1:r0=1 /\\ 1:r1=2 /\\ 1:r2=0"},
        Named{"DetourW PodRR Fre PodWR Fre", "LKMM", "SB+detourw-po+po",
              "[x]=2 /\\ 0:r0=2 /\\ 0:r1=0 /\\ 1:r0=0"},
        Named{"PodWW Rfe DetourRR PodRR Fre", "AArch64", "MP+po+detourr-po", ""},
        Named{"PodWW Rfe RmwAcquireOnce PodWR Fre", "LKMM",
              "MP+poonceonce+rmwacquireonce-poonceonce", "[y]=2 /\\ 1:r0=1 /\\ 1:r1=0"},
        Named{"PodRR Rmw Rfe PodRR Rmw Rfe", "LKMM", "LB+po-rmws",
              "0:r0=1 /\\ 0:r1=0 /\\ 1:r0=1 /\\ 1:r1=0"},
        Named{"PodWWPL RfeLA Amo.SwpAL PodWRLP Fre", "AArch64", "MP+popl+amo.swpal-polp", ""},
        Named{"PodWW Rfe Rmw PodWR Fre", "X86_64", "MP+po+rmw-po", ""},
        Named{"PodWW Rfe Rmw PodWR Fre", "RISCV", "MP+po+amo.swp-po", ""}));

/// What the condition says about the order of writes, with and without threads that watch it.
TEST(Cycle, HasObserversWhereTheyAreAskedFor) {
  const auto condition = [](const char* cycle, Observers observers) {
    return text_of(
        kernel_c_test(test_of_cycle(cycle_of(cycle), kernel(), "--cycle", observers)).condition);
  };
  EXPECT_EQ(condition("PodWW Coe PodWW Coe", Observers::accept), "[x]=2 /\\ [y]=2");
  EXPECT_EQ(condition("PodWW Coe PodWW Coe", Observers::force),
            "2:r0=1 /\\ 2:r1=2 /\\ 3:r0=1 /\\ 3:r1=2");
  EXPECT_EQ(condition("PodWW Coe PodWW Coe Coe", Observers::accept),
            "[y]=2 /\\ 3:r0=1 /\\ 3:r1=2 /\\ 3:r2=3");
  EXPECT_EQ(condition("PodWW Rfe PodRR Fre", Observers::force), "1:r0=1 /\\ 1:r1=0");
}

TEST(Cycle, RefusesWhatIsNotOneWithItsPlace) {
  const std::pair<const char*, const char*> refused[] = {
      {"PodWW Rfe PodRX Fre", "--cycle:1:11: saw 'PodRX', expected a relaxation of LKMM"},
      {"PodWW PodRR Fre Rfe",
       "--cycle:1:7: saw 'PodRR', which begins with a read, after 'PodWW', expected one that "
       "begins "
       "with a write"},
      {"PodWW Coi", "--cycle:1:1: saw 'PodWW Coi', with no edge between threads"},
      {"PodWW Coe", "--cycle:1:1: saw 'PodWW Coe', with one edge between threads"},
      {"Rfe Fre", "--cycle:1:1: saw 'Rfe Fre', expected an edge within a thread"},
      {"Coi Rfe Fre", "--cycle:1:1: saw 'Coi Rfe Fre', expected an edge such as PosRR"},
      {"PodWW Rfe PosRR Fre", "--cycle:1:1: saw 'PodWW' alone leaves its location"},
      {"PodWWOnceRelease RfeOnceOnce PodRR Fre",
       "--cycle:1:18: saw 'RfeOnceOnce' after 'PodWWOnceRelease', expected the same mark"},
      {"PodWWAcquireOnce Rfe PodRR Fre", "--cycle:1:1: saw 'PodWWAcquireOnce', expected"},
      {"PodWWOnce Rfe PodRR Fre", "--cycle:1:1: saw 'PodWWOnce', expected"},
      {"DpDatadR Fre PodWW Rfe", "--cycle:1:1: saw 'DpDatadR', expected"},
      {"DMB.SYdWW Rfe PodRR Fre", "--cycle:1:1: saw 'DMB.SYdWW', expected"},
      {"PodWW Rfe [DpAddrdR,PodRR Fre", "--cycle:1:11: saw '[' without its ], expected both"},
      {"PodWW Rfe [[PodRR]] Fre", "--cycle:1:12: saw '[' within brackets"},
      {"PodWW Rfe [] PodRR Fre", "--cycle:1:11: saw brackets around nothing"},
      {"PodWW Rfe PodRR] Fre", "--cycle:1:16: saw ']', expected a relaxation"},
      {"Rfe Rmw Rfe DetourR Fre",
       "--cycle:1:1: saw 'Rfe Rmw Rfe DetourR Fre', expected an edge such as"},
      {"PodWW RfeOnceAcquire RmwAcquireRelease PodWR Fre",
       "--cycle:1:22: saw 'RmwAcquireRelease', expected marks that an exchange has"},
      {"PodWW Coe Coe Coe PodWW Coe", "--cycle: saw 4 writes to x in an order that no final state"},
      {" ", "--cycle: saw none, expected"},
  };
  for (const auto& [cycle, message] : refused) {
    try {
      test_of(cycle);
      ADD_FAILURE() << cycle;
    } catch (const InputError& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with(message)) << error.what() << "\n"
                                                                       << message;
    }
  }
}

TEST(Cycle, IsTheSameHoweverItIsTurned) {
  const CycleLanguage& language = kernel();
  std::vector<Relaxation> edges =
      parse_relaxations("PodWW Rfe DpCtrldW Rfe PodRRAcquireOnce Fre", language, "");
  const Cycle cycle = make_cycle(edges, language, "");
  for (std::size_t i = 0; i < edges.size(); ++i) {
    std::ranges::rotate(edges, edges.begin() + 1);
    EXPECT_EQ(make_cycle(edges, language, ""), cycle);
  }
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// The tests of the recorded set that diy made say from which cycle.
TEST(Cycle, MakesTheTestsThatDiyMade) {
  const std::filesystem::path folder =
      std::filesystem::path(RINGCHECK_SOURCE_DIR).parent_path() / "shared/oracle";
  std::ifstream rows(folder / "lkmm.jsonl");
  if (!rows) GTEST_SKIP() << "no recorded answers in " << folder;
  const Model lkmm = find_model("lkmm");
  int tests = 0;
  for (std::string line; std::getline(rows, line);) {
    const auto recorded = nlohmann::json::parse(line);
    const std::string text = read_text(folder / recorded.at("file").get<std::string>());
    std::smatch cycle;
    if (!std::regex_search(text, cycle, std::regex("\n\"([A-Z][^\"]*)\""))) continue;
    // There are no control dependencies there: the branch is left out.
    if (cycle.str(1).find("Ctrl") != std::string::npos) continue;
    SCOPED_TRACE(recorded.at("file").get<std::string>() + ": " + cycle.str(1));
    ++tests;
    EXPECT_EQ(std::string(observation_text(run_litmus(test_of(cycle.str(1)), lkmm).observation)),
              recorded.at("observation").get<std::string>());
    // Names written by hand, and the case of letters in them, are their authors' own.
    std::string name = lower(recorded.at("name").get<std::string>());
    if (name.ends_with("+obs")) continue;
    if (name.starts_with("c-")) name.erase(0, 2);
    EXPECT_EQ(lower(name_of_cycle(cycle_of(cycle.str(1)), kernel())),
              std::regex_replace(name, std::regex("wsi"), "coi"));
  }
  EXPECT_GT(tests, 900);
}

}  // namespace
}  // namespace ringcheck
