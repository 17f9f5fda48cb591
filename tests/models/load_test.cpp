// Models from a user's files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "models/any_checker.hpp"
#include "models/model_data.hpp"
#include "tests/files/temporary_folder.hpp"
#include "tests/models/random_graph.hpp"
#include "tests/models/shapes.hpp"

namespace ringcheck {
namespace {

using namespace ringcheck::tests;

std::string error_of(const std::string& path) {
  try {
    (void)load_model(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(LoadModel, IncludesAreLookedForBesideTheFileThenAmongOurOwn) {
  const TemporaryFolder folder;
  (void)folder.file("sub/words.cat", "let com = rf | co | fr\n");
  (void)folder.file("sub/middle.cat", "include \"words.cat\"\n");
  const std::string mine =
      folder.file("mine.cat",
                  "\"Mine\"\ninclude \"sub/middle.cat\"\n"
                  "acyclic po | com as mine\nempty rmw & (fre ; coe) as atomic\n");
  const Model model = load_model(mine);
  EXPECT_EQ(model.name(), "mine");
  EXPECT_EQ(model.title(), "Mine");
  EXPECT_EQ(model.dependence(), Dependence::syntactic);
  EXPECT_EQ(model.refusal(mp({}, {}))->axiom, "mine");

  const Model wrapped = load_model(folder.file("wrapped.cat", "include \"sc.cat\"\n"));
  EXPECT_EQ(wrapped.refusal(mp({}, {}))->axiom, "sc");
}

TEST(LoadModel, OurOwnTextsGiveOurOwnAnswers) {
  const Model own = find_model("lkmm");
  const Model loaded = load_model(std::string(RINGCHECK_SOURCE_DIR) + "/models/cat/lkmm.cat");
  CatChecker left(own);
  CatChecker right(loaded);
  Random random(12);
  for (int i = 0; i < 500; ++i) {
    const ExecutionGraph graph = kernel_like_graph(random, 6);
    ASSERT_EQ(left.consistent(graph), right.consistent(graph)) << graph.canonical();
  }
}

TEST(LoadModel, ErrorsNameTheFileAndThePlace) {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing.cat");
  EXPECT_EQ(error_of(missing), missing + ": saw no such file, expected a .cat file");
  (void)folder.file("sub/bad.cat", "let a =\n");
  EXPECT_EQ(error_of(folder.file("uses_bad.cat", "include \"sub/bad.cat\"\n")),
            folder.path("sub/bad.cat") + ":2:1: saw end of file, expected an expression");
}

/// Expects that `left` and `right` say the same about complete graphs, on random ones.
void expect_same_models(const std::string& left, const std::string& right) {
  SCOPED_TRACE(left);
  const TemporaryFolder folder;
  CatChecker one(load_model(folder.file("left.cat", left)));
  CatChecker other(load_model(folder.file("right.cat", right)));
  Random random(3);
  int consistent = 0;
  for (int i = 0; i < 2000; ++i) {
    const ExecutionGraph graph = random_graph(random, {.events = 2 + i % 6});
    const bool expected = other.consistent_when_complete(graph);
    ASSERT_EQ(one.consistent_when_complete(graph), expected) << graph.canonical();
    ASSERT_TRUE(!expected || one.consistent(graph)) << graph.canonical();
    consistent += expected ? 1 : 0;
  }
  EXPECT_GT(consistent, 0);
}

// A text that makes co or rf by `with` says the same about a graph as one that takes them as given.
TEST(LoadModel, ChoicesAreWhatTheGraphHas) {
  const std::string pick =
      "let edges =\n"
      "  let of r = let single p = p ++ 0 in map single (PAIRS) in map of R\n"
      "with chosen from cross(edges)\nlet rf = chosen\nwith co from generate_orders(W, co0)\n"
      "acyclic po | rf | co | (rf^-1 ; co) as sc\n";
  const auto from = [&](const std::string& pairs) {
    std::string text = pick;
    return text.replace(text.find("PAIRS"), 5, pairs);
  };
  const std::string sc = "acyclic po | rf | co | fr as sc\n";
  // To a text that takes the execution as it is, lock events are accesses; here they are not.
  const std::string no_locks = "empty LKR | LKW | UL | LF | RL | RU as no-locks\n";
  expect_same_models("include \"cos.cat\"\nacyclic po | rf | co | fr as sc\n" + no_locks,
                     sc + no_locks);
  expect_same_models("include \"cos-opt.cat\"\nempty rmw & (fre ; coe) as atomic\n" + no_locks,
                     "acyclic po-loc | rf | co | fr as coherence\n"
                     "empty rmw & (fre ; coe) as atomic\n" +
                         no_locks);
  expect_same_models(from("(W * {r}) & loc") + no_locks, sc + no_locks);
  expect_same_models(from("((W * {r}) & loc & ext) | ((IW * {r}) & loc)") + no_locks,
                     sc + "empty rf & int as external\n" + no_locks);
  expect_same_models(from("(W * {r}) & 0") + no_locks, "empty R as no-reads\n" + sc + no_locks);
}

TEST(LoadModel, FinalWritesAreThoseOfTheLocationsThatAreAskedFor) {
  const TemporaryFolder folder;
  const Model model =
      load_model(folder.file("final.cat", "acyclic po as a\nflag ~empty FW \\ IW as written\n"));
  EXPECT_EQ(model.flags(mp({}, {})), std::vector<std::string>{"written"});
  EXPECT_TRUE(model.flags(mp({}, {}), LocationSet{}).empty());
}

TEST(LoadModel, ATextWithoutAxiomForbidsOnlyThinAir) {
  const TemporaryFolder folder;
  const Model model = load_model(folder.file("none.cat", "let a = po\n"));
  EXPECT_EQ(model.axioms(), std::vector<std::string>{"no-thin-air"});
  EXPECT_FALSE(model.refusal(mp({}, {})));
}

TEST(LoadModel, WordsAreThoseOfTheMachine) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "words.cat", "acyclic po as a\nflag ~empty [A] as acquires\nflag ~empty DMB.ISH as fences\n");
  CatOptions options;
  options.vocabulary = &kArmv8Vocabulary;
  EXPECT_TRUE(load_model(file, options).foreign_words().empty());
  options.vocabulary = &kX86Vocabulary;
  EXPECT_EQ(load_model(file, options).foreign_words(), (std::vector<std::string>{"A", "DMB.ISH"}));
}

TEST(LoadModel, ToTryAWordOfAnotherMachineIsUndefined) {
  const TemporaryFolder folder;
  const Model model = load_model(
      folder.file("try.cat", "let f = try DMB.ISH with R\nflag ~empty f as reads\nacyclic po\n"));
  EXPECT_TRUE(model.foreign_words().empty());
  EXPECT_EQ(model.flags(mp({}, {})), std::vector<std::string>{"reads"});
}

TEST(LoadModel, TestsOfWhatExecutionsDoNotRecordAreRefused) {
  const TemporaryFolder folder;
  const std::string names = folder.file(
      "names.cat", "let d = [Rreg] ; iico_data ; [PTE]\nacyclic po | [PTE] ; iico_data\n");
  EXPECT_EQ(error_of(names), "no error");
  const std::string uses = folder.file("uses.cat", "acyclic po | iico_data\n");
  EXPECT_EQ(error_of(uses),
            uses +
                ":1:1: saw a test that depends on 'iico_data', expected one of what "
                "executions here record: no events of registers, and no causality "
                "within an instruction");
}

TEST(LoadModel, VariantsAreThoseThatAreAskedFor) {
  const TemporaryFolder folder;
  (void)folder.file("yes.cat", "flag ~empty R as yes\n");
  const std::string file = folder.file("variants.cat",
                                       "acyclic po\nif \"Mine\" && not \"other\"\n include "
                                       "\"yes.cat\"\nelse\n flag ~empty R as no\nend\n");
  CatOptions options;
  EXPECT_EQ(load_model(file, options).flag_names(), std::vector<std::string>{"no"});
  options.variants = {"mine"};
  EXPECT_EQ(load_model(file, options).flag_names(), std::vector<std::string>{"yes"});
  options.variants = {"MINE", "other"};
  EXPECT_EQ(load_model(file, options).flag_names(), std::vector<std::string>{"no"});
}

TEST(LoadModel, FilesAreFoundInTheFoldersThatAreGiven) {
  const TemporaryFolder folder;
  (void)folder.file("words/order.cat", "let order = po | rf | co | fr\n");
  const std::string file =
      folder.file("mine.cat", "include \"order.cat\"\nacyclic order as mine\n");
  EXPECT_THAT(error_of(file), ::testing::HasSubstr("saw include of \"order.cat\""));
  CatOptions options;
  options.include = {folder.path("words")};
  EXPECT_EQ(load_model(file, options).refusal(mp({}, {}))->axiom, "mine");
}

// The files beside a .cat file that share its name belong to it.
TEST(LoadModel, ABellFileDeclaresTheAnnotations) {
  const TemporaryFolder folder;
  const std::string main = folder.file("own.cat", "acyclic [Once] ; po | rf | Twice as a\n");
  (void)folder.file("own.bell", "enum A = 'once\ninstructions R[{'once}]\nlet Twice = po & rf\n");
  EXPECT_EQ(load_model(main).data().text.instructions.at(0).kind, "R");
  const std::string other = folder.file("other.cat", "acyclic [Once] ; po as a\n");
  (void)folder.file("other.bell", "enum A = 'twice\n");
  EXPECT_EQ(error_of(other), other + ":1:10: saw 'Once', expected a name that is defined");
  (void)folder.file("other.bell", "enum A = \n");
  EXPECT_EQ(error_of(other),
            folder.path("other.bell") + ":2:1: saw end of file, expected a tag such as 'once");
}

}  // namespace
}  // namespace ringcheck
