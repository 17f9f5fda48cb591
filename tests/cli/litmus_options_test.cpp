// `ringcheck litmus run`: .cat files, several models, expectations, pictures, bounds.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/exit_status.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using tests::Ended;
using tests::lines_of;
using tests::TemporaryFolder;
using Json = nlohmann::json;
using tests::Arguments;
using tests::status;

constexpr const char* kMachines[][3] = {
    {"AArch64",
     "{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n"
     " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | CBNZ W0,LC ;\n DMB ISHST | LC: ;\n"
     " MOV W2,#1 | ISB ;\n STR W2,[X3] | LDR W2,[X3] ;\n",
     "exists (1:X0=1 /\\ 1:X2=0)\n"},
    {"X86_64",
     "{ }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n mfence | ;\n movl (y),%eax | movl (x),%eax "
     ";\n",
     "exists (0:rax=0 /\\ 1:rax=0)\n"},
    {"RISCV",
     "{ 0:x5=x; 0:x6=y; 1:x5=y; 1:x6=x; }\n"
     " P0 | P1 ;\n li x7,1 | lw x7,0(x5) ;\n sw x7,0(x5) | fence r,rw ;\n fence w,w | lw x8,0(x6) "
     ";\n sw x7,0(x6) | ;\n",
     "exists (1:x7=1 /\\ 1:x8=0)\n"},
    {"PPC",
     "{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; }\n"
     " P0 | P1 ;\n li r1,1 | lwz r1,0(r2) ;\n stw r1,0(r2) | sync ;\n lwsync | lwz r3,0(r4) ;\n"
     " stw r1,0(r4) | ;\n",
     "exists (1:r1=1 /\\ 1:r3=0)\n"},
};
constexpr const char* kModels[] = {"armv8", "x86-tso", "riscv", "power"};

std::string machine_test(std::size_t i) {
  return std::string(kMachines[i][0]) + " T" + kMachines[i][0] + "\n" + kMachines[i][1] +
         kMachines[i][2];
}

Arguments run(Arguments arguments) {
  Arguments all = {"litmus", "run"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

std::string answer(const Ended& ended) {
  for (const std::string& line : lines_of(ended.out))
    if (line.starts_with("Observation")) return line;
  return ended.err;
}

std::string own_text(const std::string& model) {
  return std::string(RINGCHECK_SOURCE_DIR) + "/models/cat/" + model + ".cat";
}

TEST(LitmusCat, OurTextsOfMachinesLoadAsFiles) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < std::size(kMachines); ++i) {
    const std::string test = folder.file(std::string(kMachines[i][0]) + ".litmus", machine_test(i));
    const std::string named = answer(tests::ringcheck(run({"--model", kModels[i], test})));
    EXPECT_THAT(named, HasSubstr("Observation"));
    EXPECT_EQ(answer(tests::ringcheck(run({"--model", own_text(kModels[i]), test}))), named);
  }
}

TEST(LitmusCat, AnEditedTextAnswersOtherwise) {
  const TemporaryFolder folder;
  const std::string test = folder.file("t.litmus", machine_test(0));
  std::ifstream in(own_text("armv8"));
  std::stringstream text;
  text << in.rdbuf();
  std::string edited = text.str();
  const std::string isb = "[ISB] ; po ; [R]";
  ASSERT_NE(edited.find(isb), std::string::npos);
  edited.replace(edited.find(isb), isb.size(), "[ISB] ; po ; [W]");
  const std::string mine = folder.file("mine.cat", edited);
  EXPECT_THAT(answer(tests::ringcheck(run({test}))), HasSubstr("Never"));
  EXPECT_THAT(answer(tests::ringcheck(run({"--model", mine, test}))), HasSubstr("Sometimes"));
}

TEST(LitmusCat, WordsOfAnotherMachineAreSaid) {
  const TemporaryFolder folder;
  const std::string test = folder.file("t.litmus", machine_test(1));
  const std::string model = folder.file("m.cat", "acyclic po | [DMB.ISH] ; po as a\n");
  const Ended ended = tests::ringcheck(run({"--model", model, test}));
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "m: no event of a X86_64 test is in DMB.ISH\n");
}

TEST(LitmusCat, VariantsFoldersBellAndMacrosAreTakenFromTheCommandLine) {
  const TemporaryFolder folder;
  const std::string test =
      folder.file("t.litmus", "C t\n{ }\nP0(int *x) { MY_STORE(*x, 1); }\nforall (x=1)\n");
  (void)folder.file("sub/order.cat", "if \"strict\" flag ~empty Mine as mine end\nacyclic po\n");
  const std::string model = folder.file("m.cat", "include \"order.cat\"\n");
  const std::string bell =
      folder.file("w.bell", "enum A = 'mine || 'once\ninstructions W[{'once}]\n");
  const std::string macros = folder.file("p.def", "MY_STORE(X,V) { __store{once}(X,V); }\n");
  const auto with = [&](const Arguments& more) {
    Arguments all = {"--model",  model,  "-I",    folder.path("sub"), "--bell", bell,
                     "--macros", macros, "--json"};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back(test);
    return tests::ringcheck(run(all));
  };
  EXPECT_EQ(with({}).status, 0) << with({}).err;
  EXPECT_EQ(with({"--variant", "STRICT"}).status, 0);
  EXPECT_THAT(tests::ringcheck(run({"--model", model, test})).err,
              HasSubstr("saw include of \"order.cat\""));
}

TEST(LitmusRun, ShowsSeveralModelsSideBySide) {
  const Ended ended = tests::ringcheck(run({"--model", "sc", "--model", "tso", "-"}),
                                       "C SB\n{ }\nP0(int *x, int *y) { WRITE_ONCE(*x, 1); int "
                                       "r0 = READ_ONCE(*y); }\nP1(int *x, int *y) { "
                                       "WRITE_ONCE(*y, 1); int r0 = READ_ONCE(*x); }\n"
                                       "exists (0:r0=0 /\\ 1:r0=0)\n");
  EXPECT_EQ(ended.status, 0) << ended.err;
  const std::vector<std::string> lines = lines_of(ended.out);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_THAT(lines[0], ::testing::ContainsRegex("^Test +sc +x86-tso$"));
  EXPECT_THAT(lines[1], ::testing::ContainsRegex("^SB +Never 0[+]3 +Sometimes 1[+]3$"));
}

TEST(LitmusRun, TakesExpectationsFromAFile) {
  const TemporaryFolder folder;
  const std::string test = folder.file("MP.litmus", machine_test(0));
  const auto status_with = [&](const std::string& expected) {
    return tests::ringcheck(run({"--expect", folder.file("kinds", expected), test})).status;
  };
  EXPECT_EQ(status_with("# kinds\nTAArch64 Forbidden\n"), 0);
  EXPECT_EQ(status_with("TAArch64 Never\nother Allowed\n"), 0);
  EXPECT_EQ(status_with("TAArch64 Allowed\n"), status(ExitStatus::violated));
  EXPECT_EQ(
      status_with(R"({"file":"x/MP.litmus","observation":"Never","positive":0,"negative":3})"), 0);
  EXPECT_EQ(status_with(R"({"name":"TAArch64","observation":"Never","positive":0,"negative":4})"),
            status(ExitStatus::violated));
  EXPECT_EQ(status_with("TAArch64 Perhaps\n"), status(ExitStatus::bad_input));
}

TEST(LitmusRun, NamesTheFileWhoseExpectationIsWrong) {
  const TemporaryFolder folder;
  const std::string test = folder.file("t.litmus", machine_test(1));
  const std::string kinds = folder.file("kinds", "TX86_64 Never\n");
  const Ended ended = tests::ringcheck(run({"--expect", kinds, test}));
  EXPECT_EQ(ended.status, status(ExitStatus::violated));
  EXPECT_EQ(ended.err, test + ": saw Sometimes, expected Never as " + kinds + " says\n");
}

TEST(LitmusRun, KeepsPicturesOfTestsOfOneNameApart) {
  const TemporaryFolder folder;
  std::string other = machine_test(0);
  other.replace(other.find("TAArch64"), 8, "T");
  std::string first = machine_test(1);
  first.replace(first.find("TX86_64"), 7, "T");
  const std::string pictures = folder.path("pictures");
  const Ended ended =
      tests::ringcheck(run({"--show", "all", "-o", pictures, folder.file("a.litmus", other),
                            folder.file("b.litmus", first)}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(tests::text_of(pictures + "/T.dot"), HasSubstr("1:X0=1"));
  EXPECT_THAT(tests::text_of(pictures + "/T.2.dot"), HasSubstr("0:rax=1"));
}

TEST(LitmusRun, RunsOnlyTheTestsThatAreNamed) {
  const TemporaryFolder folder;
  const std::string a = folder.file("a.litmus", machine_test(0));
  const std::string b = folder.file("b.litmus", machine_test(1));
  const std::string names = folder.file("names", "TX86_64\n");
  const Ended ended = tests::ringcheck(run({"--names", names, "--json", a, b}));
  ASSERT_EQ(lines_of(ended.out).size(), 1U);
  EXPECT_EQ(Json::parse(lines_of(ended.out)[0]).at("name"), "TX86_64");
  EXPECT_EQ(tests::ringcheck(run({"--names", folder.file("none", "x\n"), a})).status,
            status(ExitStatus::bad_input));
}

TEST(LitmusRun, WritesAFileForEachExecutionOfOtherFormats) {
  const TemporaryFolder folder;
  const std::string test = folder.file("t.litmus", machine_test(0));
  const std::string out = folder.path("pictures");
  const auto first_text = [&](const char* format) {
    EXPECT_EQ(tests::ringcheck(run({"--show", "neg", "--as", format, "-o", out, test})).status, 0);
    EXPECT_TRUE(std::ifstream(fmt::format("{}/TAArch64-3.{}", out, format)).good());
    EXPECT_FALSE(std::ifstream(fmt::format("{}/TAArch64-4.{}", out, format)).good());
    std::stringstream text;
    text << std::ifstream(fmt::format("{}/TAArch64-1.{}", out, format)).rdbuf();
    return text.str();
  };
  EXPECT_THAT(first_text("svg"), HasSubstr("</svg>"));
  EXPECT_THAT(first_text("html"), HasSubstr("litmus test TAArch64 under armv8"));
}

TEST(LitmusRun, DrawsExecutions) {
  const TemporaryFolder folder;
  const std::string test = folder.file("t.litmus", machine_test(0));
  const std::string out = folder.path("pictures");
  EXPECT_EQ(tests::ringcheck(run({"--show", "neg", "-o", out, test})).status, 0);
  std::ifstream in(out + "/TAArch64.dot");
  std::stringstream text;
  text << in.rdbuf();
  std::size_t graphs = 0;
  for (std::size_t at = text.str().find("digraph"); at != std::string::npos;
       at = text.str().find("digraph", at + 1))
    ++graphs;
  EXPECT_EQ(graphs, 3U);
  for (const char* part : {"thread1 [", "<TD>rf</TD>", "<TD>fr</TD>", "<TD>po</TD>", "<TD>co</TD>",
                           "W[once] x = 1", "execution 3: 1:X0="})
    EXPECT_THAT(text.str(), HasSubstr(part));
  // No execution satisfies the condition: nothing is drawn.
  const std::string none = folder.path("none");
  EXPECT_EQ(tests::ringcheck(run({"--show", "prop", "-o", none, test})).status, 0);
  EXPECT_FALSE(std::ifstream(none + "/TAArch64.dot").good());
  EXPECT_THAT(tests::ringcheck(run({"--show", "all", test})).err,
              HasSubstr("--show: saw no folder"));
  const Ended limited =
      tests::ringcheck(run({"--show", "all", "-o", out, "--limit-show", "1", test}));
  EXPECT_THAT(limited.err, HasSubstr("1 executions are drawn, more are not"));
}

constexpr const char* kLoop =
    "AArch64 loop\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n MOV W0,#1 | LC: ;\n STR W0,[X1] | LDR "
    "W0,[X1] ;\n | CBZ W0,LC ;\nforall (1:X0=1)\n";

TEST(LitmusRun, CutsLoopsWhereItIsAsked) {
  for (const int rounds : {0, 2, 5}) {
    const Ended ended =
        tests::ringcheck(run({"--unroll", std::to_string(rounds), "--json", "-"}), kLoop);
    EXPECT_EQ(ended.status, status(ExitStatus::bound_reached));
    // The load sees the store at once, or after up to so many rounds.
    EXPECT_EQ(Json::parse(ended.out).at("positive"), rounds + 1);
  }
}

TEST(LitmusRun, EndsATestAtATimeLimit) {
  const Ended ended = tests::ringcheck(run({"--time", "0.000001", "--json", "litmus/hard"}));
  EXPECT_EQ(ended.status, status(ExitStatus::bound_reached)) << ended.err;
}

// herd7 forgets at the join that a local was assigned under a condition.
constexpr const char* kLocal =
    "C S+wmb+ctrllocal\n{ }\nP0(int *x, int *y) { WRITE_ONCE(*x, 2); smp_wmb(); WRITE_ONCE(*y, 1); "
    "}\n"
    "P1(int *x, int *y) { int go = 0; int r0 = READ_ONCE(*y); if (r0 == 1) go = 1;\n"
    "  if (go == 1) WRITE_ONCE(*x, 1); }\nexists (1:r0=1 /\\ x=2)\n";

TEST(LitmusRun, TakesHerdsDependenciesWhenAskedTo) {
  const auto observation = [&](const std::string& whose) {
    const Ended ended = tests::ringcheck(run({"--json", "--dependencies", whose, "-"}), kLocal);
    return Json::parse(lines_of(ended.out).at(0)).at("observation");
  };
  EXPECT_EQ(observation("ringcheck"), "Never");
  EXPECT_EQ(observation("herd7"), "Sometimes");
}

}  // namespace
}  // namespace ringcheck
