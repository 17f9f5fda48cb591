// Values that are not known keep their names where nothing changes their number.
#include "source/unknown.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ringcheck::source::tests {
namespace {

Value unknown(std::uint32_t slot, unsigned bits) {
  Value value;
  value.word.known = false;
  value.name = name_of_access(slot, bits);
  return value;
}

const Value kInt = unknown(3, 32);
const Value kLong = unknown(3, 64);

struct NameCase {
  const char* name;
  Value a;
  Value b;
  bool is_equal;  ///< known to be
};

class UnknownValues : public ::testing::TestWithParam<NameCase> {};

TEST_P(UnknownValues, AreEqualByName) {
  const Value equal = are_equal(GetParam().a, GetParam().b);
  EXPECT_EQ(equal.word.known, GetParam().is_equal);
  EXPECT_EQ(equal.word.value, GetParam().is_equal ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Each, UnknownValues,
    ::testing::Values(NameCase{"same_access", kInt, kInt, true},
                      NameCase{"other_access", kInt, unknown(4, 32), false},
                      NameCase{"sign_spread", kInt, with_sign(kInt, 32), false},
                      NameCase{"sign_cut_off", kInt, low_part(with_sign(kInt, 32), 32), true},
                      NameCase{"sign_cut_short", kInt, low_part(with_sign(kInt, 32), 40), false},
                      NameCase{"zeros_cut_off", kInt, low_part(kInt, 64), true},
                      NameCase{"half", kLong, low_part(kLong, 32), false},
                      NameCase{"sign_of_half", with_sign(kLong, 32), with_sign(kLong, 32), false},
                      NameCase{"sum", kInt, plus(kInt, 0), false}),
    [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace ringcheck::source::tests
