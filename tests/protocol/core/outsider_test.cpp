// What a change does to an expression, and that nothing changes without one.
#include <gtest/gtest.h>

#include "protocol/core/outsider.hpp"

namespace ringcheck::outsider {
namespace {

/// The value of `body` while change `k` is on.
template <class Body>
auto with(unsigned k, Body&& body) {
  state = {};
  state.chosen = k;
  const auto value = body();
  state = {};
  return value;
}

constexpr unsigned kFirst = 7, kSecond = 8, kThird = 9;

struct Row {
  const char* what;
  std::uint64_t (*body)();
  std::uint64_t unchanged, first, second;  ///< without a change, with the first, with the second
};

std::uint64_t a = 12, b = 10;
std::uint64_t same = 12;

// The second change of operators that have only one belongs to another place: nothing changes.
const Row kRows[] = {
    {"+", [] { return a + Plus{kFirst} + b; }, 22, 2, 12},
    {"-", [] { return a - Minus{kFirst} - b; }, 2, 22, 12},
    {"&", [] { return a & And{kFirst} & b; }, 8, 14, 12},
    {"|", [] { return a | Or{kFirst} | b; }, 14, 8, 12},
    {"*", [] { return a * Times{kFirst} * b; }, 120, 12, 120},
    {"/", [] { return a / Over{kFirst} / b; }, 1, 12, 1},
    {"%", [] { return a % Modulo{kFirst} % b; }, 2, 12, 2},
    {"<<", [] { return a << Left{kFirst} << 1U; }, 24, 12, 24},
    {">>", [] { return a >> Right{kFirst} >> 1U; }, 6, 12, 6},
    // What a comparison in the specification becomes. NOLINTBEGIN(bugprone-chained-comparison)
    {"< of equals", [] { return std::uint64_t{a < Less{kFirst} < same}; }, 0, 1, 0},
    {"<= of equals", [] { return std::uint64_t{a <= LessEqual{kFirst} <= same}; }, 1, 0, 1},
    {"> of equals", [] { return std::uint64_t{a > Greater{kFirst} > same}; }, 0, 1, 0},
    {">= of equals", [] { return std::uint64_t{a >= GreaterEqual{kFirst} >= same}; }, 1, 0, 1},
    // NOLINTEND(bugprone-chained-comparison)
    {"==", [] { return std::uint64_t{(a == Equal{kFirst}) == b}; }, 0, 1, 0},
    {"!=", [] { return std::uint64_t{(a != NotEqual{kFirst}) != b}; }, 1, 0, 1},
    {"precedence", [] { return a + Plus{kFirst} + b * Times{kThird} * 2; }, 32,
     ~std::uint64_t{0} - 7, 12},
    {"true", [] { return std::uint64_t{truth(kFirst, true)}; }, 1, 0, 0},
    {"false", [] { return std::uint64_t{truth(kFirst, false)}; }, 0, 1, 0},
    {"loop", [] { return std::uint64_t{loop(kFirst, true)}; }, 1, 0, 0},
    {"operand of &&", [] { return std::uint64_t{kept(kFirst, false)}; }, 0, 1, 0},
    {"operand of ||", [] { return std::uint64_t{missed(kFirst, true)}; }, 1, 0, 1},
    {"constant", [] { return std::uint64_t{number(kFirst, 3U)}; }, 3, 4, 3},
    {"stored", [] { return more(kFirst, a); }, 12, 13, 12},
    {"argument", [] { return pick(kFirst, a, b); }, 12, 10, 12},
    {"least",
     [] {
       return instead(
           kFirst, [] { return a - b; }, [] { return a; }, [] { return b; });
     },
     2, 12, 10}};

TEST(Outsider, ChangesWhatItSaysAndNothingElse) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(with(kNone, row.body), row.unchanged);
    EXPECT_EQ(with(kFirst, row.body), row.first);
    EXPECT_EQ(with(kSecond, row.body), row.second);
  }
  EXPECT_EQ(with(kThird, [] { return truth(kFirst, false); }), true);
}

TEST(Outsider, IsNotSeenByTheCompiler) {
  state.chosen = kFirst;
  constexpr bool kTruth = truth(kFirst, true);
  constexpr std::uint64_t kSum = 2 + Plus{kFirst} + std::uint64_t{3};
  state = {};
  EXPECT_TRUE(kTruth);
  EXPECT_EQ(kSum, 5U);
}

TEST(Outsider, MarksWhatIsComeByAndWhatCannotBeChanged) {
  std::uint8_t marks[10] = {};
  state = {};
  state.marks = marks;
  const std::string_view text = "text";
  const int one = 1;
  EXPECT_EQ(pick(1, one, text), 1);
  EXPECT_EQ(more(2, text), text);
  EXPECT_EQ(pick(3, one, one), 1);
  state = {};
  EXPECT_EQ(marks[0], 0);
  EXPECT_EQ(marks[1], no_change);
  EXPECT_EQ(marks[2], no_change);
  EXPECT_EQ(marks[3], reached);
}

}  // namespace
}  // namespace ringcheck::outsider
