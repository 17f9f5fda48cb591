// Parameters: what is accepted, and what is said about the rest.
#include "check/parameter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/diagnostic.hpp"

namespace ringcheck {
namespace {

using ::testing::HasSubstr;

constexpr std::array<std::string_view, 2> kColours = {"red", "blue"};
constexpr std::array kDeclared = {Parameter{"size", "", 4, 1, 9, false, {}},
                                  Parameter{"words", "", 8, 2, 32, true, {}},
                                  Parameter{"colour", "", 1, 0, 1, false, kColours}};

std::string error_of(std::string_view assignment) {
  Parameters parameters(kDeclared);
  try {
    parameters.set(assignment);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Parameters, StartWithTheDefaults) {
  EXPECT_EQ(Parameters(kDeclared).text(), "size=4 words=8 colour=blue");
}

TEST(Parameters, AreSetByName) {
  Parameters parameters(kDeclared);
  parameters.set("size=9");
  parameters.set("words", "32");
  parameters.set("colour=red");
  EXPECT_EQ(parameters.value(0), 9U);
  EXPECT_EQ(parameters.value(1), 32U);
  EXPECT_EQ(parameters.value(2), 0U);
  EXPECT_FALSE(parameters == Parameters(kDeclared));
}

TEST(Parameters, SayWhatTheyExpect) {
  EXPECT_THAT(error_of("size=10"), HasSubstr("expected 1 … 9, saw \"10\""));
  EXPECT_THAT(error_of("size=four"), HasSubstr("expected 1 … 9, saw \"four\""));
  EXPECT_THAT(error_of("size=4x"), HasSubstr("expected 1 … 9"));
  EXPECT_THAT(error_of("size="), HasSubstr("expected 1 … 9"));
  EXPECT_THAT(error_of("words=6"), HasSubstr("expected a power of two, 2 … 32, saw \"6\""));
  EXPECT_THAT(error_of("colour=green"), HasSubstr("expected red or blue, saw \"green\""));
  EXPECT_THAT(error_of("colour=1"), HasSubstr("expected red or blue"));
  EXPECT_THAT(error_of("shape=1"),
              HasSubstr("no parameter \"shape\"; there are size, words, colour"));
  EXPECT_THAT(error_of("size"), HasSubstr("expected NAME=VALUE"));
}

}  // namespace
}  // namespace ringcheck
