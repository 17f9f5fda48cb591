// Accesses of several pieces: what `si` is, and that an access is seen as a whole.
#include <gtest/gtest.h>

#include "models/cat_checker.hpp"
#include "models/for_pieces.hpp"
#include "tests/models/graph_builder.hpp"

namespace ringcheck {
namespace {

using tests::GraphBuilder;

/// Locations 0 and 1 are written, and read, by one instruction each. The read sees the first piece
/// of the write and not the second.
struct TornRead {
  GraphBuilder g{2};
  EventNumber w0 = g.write(0, 0), w1 = g.write(0, 1);
  EventNumber r0 = g.read(1, 0), r1 = g.read(1, 1);

  explicit TornRead(bool whole_write, bool whole_read) {
    if (whole_write) g.graph().event(w0).instruction = g.graph().event(w1).instruction = 0;
    if (whole_read) g.graph().event(r0).instruction = g.graph().event(r1).instruction = 0;
    g.co(0, w0);
    g.co(1, w1);
    g.rf(w0, r0);
    g.rf(1, r1);
  }
};

class Torn : public ::testing::TestWithParam<const char*> {};

TEST_P(Torn, NoAccessIsIfItIsWhole) {
  const std::string name = GetParam();
  const Model model = for_pieces(find_model(name)).value();
  const bool strong = name != "armv8";
  for (const bool write : {false, true})
    for (const bool read : {false, true}) {
      const TornRead torn(write, read);
      // Under sc and x86-tso, two reads in order see two writes in order, so a whole write is
      // enough to forbid this; under armv8 the read must be whole, too.
      const bool allowed = write ? !read && !strong : true;
      SCOPED_TRACE(name + (write ? ", whole write" : "") + (read ? ", whole read" : ""));
      EXPECT_EQ(!model.refusal(torn.g.graph()), allowed);
      EXPECT_EQ(CatChecker(model).consistent(torn.g.graph()), allowed);
    }
}

// A checker keeps what it knows of the last graph. Here only what is whole is another.
TEST_P(Torn, WhatIsWholeIsNotKeptFromTheLastGraph) {
  const Model model = for_pieces(find_model(GetParam())).value();
  CatChecker checker(model);
  for (const bool write : {false, true, false})
    for (const bool read : {false, true, false}) {
      const TornRead torn(write, read);
      EXPECT_EQ(checker.consistent(torn.g.graph()), CatChecker(model).consistent(torn.g.graph()))
          << (write ? "whole write" : "") << (read ? ", whole read" : "");
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Torn, ::testing::Values("sc", "x86-tso", "armv8"),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name == "x86-tso" ? "x86_tso" : name;
                         });

TEST(Pieces, ExplanationsNameThem) {
  const TornRead torn(true, true);
  const auto refusal = for_pieces(find_model("armv8")).value().refusal(torn.g.graph());
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->axiom, "external");
  int pieces = 0;
  for (const NamedEdge& edge : refusal->edges) pieces += edge.name == "si" ? 1 : 0;
  EXPECT_EQ(pieces, 2);
}

TEST(Pieces, AreKnownToTheModelsThatSayWhatTheyMean) {
  for (const std::string_view name : model_names())
    EXPECT_EQ(knows_pieces(find_model(name)), name == "sc" || name == "x86-tso" || name == "armv8")
        << name;
}

}  // namespace
}  // namespace ringcheck
