// The explorer's page: its data, and that it needs no other file.
#include "cli/explorer_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "explore/decisions.hpp"
#include "tests/cli/tiny_programs.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;
using ::testing::Not;

/// Message passing that Armv8 allows, with what is said about it.
struct ExplainedExample {
  Program program = tests::message_passing();
  Model model = find_model("armv8");
  ExecutionGraph graph = rebuild(program, decisions_of(tests::execution_of(program, model, {1, 0})),
                                 Dependence::syntactic);
  Transcript transcript = transcribe(program, graph, Dependence::syntactic);
  Explained explained{program,   graph,    transcript, model, "</script> & \"title\"",
                      "message", "setting"};
};

TEST(ExplorerData, HasTheEventsInAnOrderOfTime) {
  const Json data = explorer_data(ExplainedExample().explained);
  ASSERT_EQ(data.at("events").size(), 4U);
  EXPECT_EQ(data.at("events")[0].dump(),
            R"({"name":"a1","thread":0,"kind":"W","text":"W[once] x = 1","word":0,"value":"1"})");
  const Json& last = data.at("events")[3];
  EXPECT_EQ(last.at("from"), -1);
  EXPECT_EQ(last.at("others").dump(), R"([{"event":0,"value":"1","answer":"allowed"}])");
  EXPECT_EQ(data.at("co").dump(), "[[0],[1],[]]");
}

TEST(ExplorerData, SaysWhichOrderTheModelDoesNotKeep) {
  EXPECT_EQ(explorer_data(ExplainedExample().explained).at("cycle").dump(),
            R"([[0,1,"po",false],[1,2,"rf",true],[2,3,"po",false],[3,0,"fr",true]])");
}

TEST(ExplorerData, AsksEveryModel) {
  const Json data = explorer_data(ExplainedExample().explained);
  std::map<std::string, std::string> answers;
  for (const Json& model : data.at("models")) answers[model.at("name")] = model.at("answer");
  EXPECT_EQ(answers.at("sc"), "refused");
  EXPECT_EQ(answers.at("x86-tso"), "refused");
  EXPECT_EQ(answers.at("armv8"), "allowed");
  EXPECT_EQ(answers.at("lkmm"), "allowed");
  EXPECT_EQ(data.at("models")[0].at("edges").size(), 4U);
}

TEST(ExplorerPage, NeedsNothingBesideIt) {
  constexpr std::string_view kNamespace = "http://www.w3.org/2000/svg";  // a name, never fetched
  std::string page = explorer_page(ExplainedExample().explained);
  EXPECT_LT(page.size(), 300'000U);
  page.replace(page.find(kNamespace), kNamespace.size(), "");
  for (const char* outside : {"src=", "http:", "https:", "@import", "fetch("})
    EXPECT_THAT(page, Not(HasSubstr(outside))) << outside;
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(ExplorerPage, EscapesWhatItIsTold) {
  const std::string page = explorer_page(ExplainedExample().explained);
  EXPECT_THAT(page, HasSubstr("<h1>&lt;/script&gt; &amp; &quot;title&quot;</h1>"));
  EXPECT_THAT(page, HasSubstr(R"("title":"\u003c/script> & \"title\"")"));
}

}  // namespace
}  // namespace ringcheck
