// Operators of shared objects and tracked values: those of the language.
#include <gtest/gtest.h>

#include <functional>

#include "ringcheck/array.hpp"
#include "ringcheck/check.hpp"

namespace ringcheck {
namespace {

void change_variables() {
  var<int> d{5, "d"};
  array<var<int>, 2> slots{1};
  atomic<unsigned> at{1};
  thread a([&] {
    require(d++ == 5 && d-- == 6 && ++d == 6 && --d == 5);
    require((d *= 6) == 30 && (d /= 2) == 15 && (d %= 8) == 7);
    require((d |= 8) == 15 && (d &= 6) == 6 && (d ^= 5) == 3);
    require((d <<= 3) == 24 && (d >>= 1) == 12 && (d += 3) == 15 && (d -= 1) == 14);
    const auto i = at.load();
    require(slots[i]++ == 1 && slots[i] == 2);
    slots[i] *= 4;
    require((slots[0] = slots[i] = 9) == 9);
    require(slots[0] == 9 && slots[i] == 9);
    require(d, "a variable that is not zero");
  });
}

void change_atomics() {
  atomic<int> x{5, "x"};
  atomic<unsigned> u{7U, "u"};
  thread a([&] {
    require((x += 2) == 7 && (x -= 3) == 4 && (x |= 3) == 7 && (x ^= 1) == 6);
    require((u &= 3U) == 3U && u == 3U);
    atomic<int>& y = x;
    require((x = y = 1) == 1 && x == 1);
    require(x);
  });
}

void change_values() {
  atomic<int> x{5, "x"};
  thread a([&] {
    tracked<int> r = x.load();
    require(+r == 5);
    r *= 6;
    r /= 2;
    r %= 8;
    r <<= 3;
    r >>= 1;
    require(r == 28);
  });
}

void take_arguments() {
  atomic<int> x{0, "x"};
  const auto add = [](const atomic<int>& to, int by) { to.fetch_add(by); };
  {
    thread a(add, std::cref(x), 3);
    thread b(add, std::cref(x), 4);
  }
  require(x == 7);
}

TEST(Operators, DoWhatTheLanguageSays) {
  for (const auto& body : {change_variables, change_atomics, change_values, take_arguments}) {
    for (const char* model : {"sc", "armv8", "rc11"}) {
      const verdict its = check(program("operators", body), model);
      EXPECT_EQ(its.answer, answer::holds) << its.text();
    }
  }
}

TEST(Operators, RequireWhatAnObjectHolds) {
  const program zero("zero", [] {
    var<int> d{0, "d"};
    thread a([&] { require(d, "it holds a number"); });
  });
  EXPECT_EQ(check(zero, "rc11").answer, answer::violated);
}

}  // namespace
}  // namespace ringcheck
