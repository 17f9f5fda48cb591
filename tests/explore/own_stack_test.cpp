// Stacks that code leaves and to which it comes back from copies.
#include "explore/own_stack.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace ringcheck {
namespace {

/// What a stack held when it was left.
struct Copy {
  OwnStack::Place place{};
  std::byte* where = nullptr;
  std::vector<std::byte> bytes;

  explicit Copy(const OwnStack& stack)
      : place(stack.place()), where(stack.used()), bytes(where, where + stack.used_size()) {}
  void put_back() const { std::memcpy(where, bytes.data(), bytes.size()); }
};

/// Sums what it is given, without using the heap: all that it knows is on its stack.
struct Summing {
  OwnStack stack{&Summing::run};

  // The array is on the stack because its address is used; it has as many elements as the code is
  // deep.
  static int deepen(OwnStack& stack, int depth, int sum) {
    volatile int here[8] = {depth, sum};
    if (depth > 0) return deepen(stack, depth - 1, sum + 1) + here[0] - depth;
    for (;;) {
      int result = here[1];
      const void* given = stack.leave(&result);
      if (given == nullptr) return here[1];
      here[1] = here[1] + *static_cast<const int*>(given);
    }
  }
  static void run(void* self) noexcept {
    auto& stack = static_cast<Summing*>(self)->stack;
    int sum = deepen(stack, 3, 0);
    stack.leave(&sum);
  }
  int start() { return *static_cast<int*>(stack.call(this)); }
  int add(const Copy& to, int number) {
    to.put_back();
    return *static_cast<int*>(stack.go_on(to.place, &number));
  }
};

TEST(OwnStack, IsCopiedUnderTheSanitizersToo) {
  EXPECT_TRUE(stacks_can_be_copied());
}

TEST(OwnStack, GoesOnFromACopyAsOftenAsAsked) {
  Summing sums;
  EXPECT_EQ(sums.start(), 3);
  const Copy three(sums.stack);
  EXPECT_EQ(sums.add(three, 10), 13);
  const Copy thirteen(sums.stack);
  EXPECT_EQ(sums.add(three, 100), 103);
  EXPECT_EQ(sums.add(thirteen, 1), 14);
  EXPECT_EQ(sums.add(thirteen, 2), 15);
  EXPECT_EQ(sums.start(), 3);
  EXPECT_EQ(sums.add(thirteen, 3), 16);
}

// The sanitizers' records of stacks would overflow or go wrong if a jump left something there.
TEST(OwnStack, StandsAMillionJumps) {
  Summing sums;
  sums.start();
  const Copy three(sums.stack);
  std::int64_t total = 0;
  for (int i = 0; i < 500'000; ++i) {
    total += sums.add(three, i);
    if (i % 3 == 0) total += sums.start();
  }
  EXPECT_EQ(total, 500'000LL * 499'999 / 2 + 3 * 500'000 + 3 * 166'667);
}

TEST(OwnStack, SaysThatTheCodeEnded) {
  OwnStack stack([](void* runs) noexcept { ++*static_cast<int*>(runs); });
  int runs = 0;
  EXPECT_EQ(stack.call(&runs), nullptr);
  EXPECT_EQ(stack.call(&runs), nullptr);
  EXPECT_EQ(runs, 2);
}

struct Thrower {
  OwnStack stack{&Thrower::run};
  std::string caught;

  static void wait_and_throw(Thrower& self) {
    self.stack.leave(&self);
    throw std::runtime_error("from the stack");
  }
  static void run(void* argument) noexcept {
    auto& self = *static_cast<Thrower*>(argument);
    try {
      wait_and_throw(self);
    } catch (const std::exception& error) {
      self.caught = error.what();
    }
  }
};

TEST(OwnStack, IsUnwoundByWhatIsThrownAfterItWasEnteredAgain) {
  Thrower thrower;
  ASSERT_EQ(thrower.stack.call(&thrower), &thrower);
  const Copy waiting(thrower.stack);
  for (int i = 0; i < 3; ++i) {
    thrower.caught.clear();
    waiting.put_back();
    EXPECT_EQ(thrower.stack.go_on(waiting.place, nullptr), nullptr);
    EXPECT_EQ(thrower.caught, "from the stack");
  }
}

}  // namespace
}  // namespace ringcheck
