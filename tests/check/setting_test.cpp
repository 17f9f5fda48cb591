// Parameters that are bound to members.
#include "check/setting.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ringcheck {
namespace {

enum class Colour : std::uint8_t { blue, red };

struct Paint {
  std::uint64_t layers = 0;
  std::uint64_t left_alone = 5;
};
struct Settings : Paint {
  Colour colour = Colour::blue;
  bool dry = false;
  std::uint64_t litres = 0;
};

constexpr std::array<std::string_view, 2> kColours = {"blue", "red"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr std::array kTable = {
    number<&Settings::layers, Settings>("layers", "coats of paint", 2, 1, 9),
    power_of_two<&Settings::litres>("litres", "in a can", 4, 1, 8),
    choice<&Settings::colour>("colour", "of the paint", kColours, Colour::red),
    choice<&Settings::dry>("dry", "whether one waits", kNoYes)};
constexpr std::array kDeclared = {kTable[0].parameter, kTable[1].parameter, kTable[2].parameter,
                                  kTable[3].parameter};

TEST(Setting, HasTheRangeOfItsKind) {
  EXPECT_EQ(kDeclared[0].range(), "1 … 9");
  EXPECT_EQ(kDeclared[1].range(), "a power of two, 1 … 8");
  EXPECT_EQ(kDeclared[2].range(), "blue or red");
  EXPECT_EQ(Parameters(kDeclared).text(), "layers=2 litres=4 colour=red dry=no");
}

TEST(Setting, PutsEachValueIntoItsMember) {
  Parameters parameters(kDeclared);
  for (const char* one : {"layers=3", "litres=8", "colour=blue", "dry=yes"}) parameters.set(one);
  const auto settings = settings_of<Settings>(kTable, parameters);
  EXPECT_EQ(settings.layers, 3U);
  EXPECT_EQ(settings.litres, 8U);
  EXPECT_EQ(settings.colour, Colour::blue);
  EXPECT_TRUE(settings.dry);
  EXPECT_EQ(settings.left_alone, 5U) << "no parameter is bound to it";
}

}  // namespace
}  // namespace ringcheck
