// Built against an installed copy by scripts/check_consumer.sh.
#include <gtest/gtest.h>
#include <ringcheck/atomic.hpp>
#include <ringcheck/gtest.hpp>
#include <ringcheck/version.hpp>

namespace {

ringcheck::program message(std::memory_order publish) {
  return {"message", [=] {
            ringcheck::var<int> data{0, "data"};
            ringcheck::atomic<bool> ready{false, "ready"};
            ringcheck::thread writer("writer", [&] {
              data = 42;
              ready.store(true, publish);
            });
            ringcheck::thread reader("reader", [&] {
              if (ready.load(std::memory_order_acquire)) ringcheck::require(data == 42);
            });
          }};
}

TEST(Consumer, FindsTheMistakeAndNoOther) {
  EXPECT_TRUE(ringcheck::holds(message(std::memory_order_release), "rc11"));
  EXPECT_TRUE(ringcheck::violates(message(std::memory_order_relaxed), "rc11", "data-race"));
  EXPECT_TRUE(ringcheck::violates(message(std::memory_order_relaxed), "armv8", "require"));
}

TEST(Consumer, KnowsTheVersion) {
  EXPECT_EQ(ringcheck::version(), RINGCHECK_EXPECTED_VERSION);
}

}  // namespace
