// How runs of a thread's code end in functions that let no exception out.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

/// A reference that counts, and in its destructor does more than store.
struct Handle {
  Handle(const atomic<int>* its_count, const var<int>* its_last)
      : count(its_count), last(its_last) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (count->fetch_sub(1, std::memory_order_acq_rel) == 1) *last = 0;
  }
  const atomic<int>* count;
  const var<int>* last;
};

/// What may end a run inside a function that lets no exception out.
std::vector<std::pair<const char*, std::function<void()>>> noexcept_bodies() {
  return {
      {"a lock and a plain access",
       [] {
         mutex m{"m"};
         var<int> count{0, "count"};
         const auto add = [&]() noexcept {
           const std::lock_guard lock(m);
           ++count;
         };
         {
           thread a(add);
           thread b(add);
         }
         require(count == 2);
         add();
         require(count == 3);
       }},
      {"a destructor that counts",
       [] {
         atomic<int> count{2, "count"};
         var<int> last{1, "last"};
         const auto use = [&] {
           const Handle handle(&count, &last);
           require(last == 1);
         };
         {
           thread a(use);
           thread b(use);
         }
         require(last == 0);
         const Handle handle(&count, &last);
       }},
      {"a loop of compare_exchange",
       [] {
         atomic<int> x{0, "x"};
         const auto add = [&]() noexcept {
           tracked<int> seen = x.load(std::memory_order_relaxed);
           while (!x.compare_exchange_weak(seen, seen + 1)) continue;
         };
         thread a(add);
         thread b(add);
         a.join();
         require(x == 2);
       }},
      {"a wait",
       [] {
         atomic<int> x{0, "x"};
         thread a([&]() noexcept { await([&] { return x.load() == 1; }); });
         thread b([&]() noexcept { x = 1; });
       }},
  };
}

TEST(EndsOfRuns, LeaveFunctionsThatLetNoExceptionOut) {
  for (const auto& [name, body] : noexcept_bodies()) {
    for (const char* model : {"sc", "x86-tso", "armv8", "power", "rc11"}) {
      const verdict its = check(program(name, body), model);
      EXPECT_EQ(its.answer, answer::holds) << its.text();
      EXPECT_EQ(std::uncaught_exceptions(), 0);
      EXPECT_EQ(std::current_exception(), nullptr);
    }
  }
}

void fail() {
  throw std::runtime_error("lost");
}

TEST(EndsOfRuns, ErrorsLeaveTheBodyToo) {
  const program hasty("hasty", [] {
    atomic<int> x{0};
    const auto look = [&]() noexcept { require(x == 1); };
    thread a([&] { x = 1; });
    look();
  });
  EXPECT_THROW(check(hasty, "rc11"), error);
}

TEST(EndsOfRuns, WhatMakeMadeIsDestroyedWithoutEffect) {
  const program made("made", [] {
    atomic<int> count{2, "count"};
    var<int> last{1, "last"};
    make<Handle>(&count, &last);
    {
      thread a([&] { make<Handle>(&count, &last); });
      thread b([&] { make<Handle>(&count, &last); });
    }
    require(count == 2 && last == 1);
  });
  const verdict its = check(made, "armv8");
  EXPECT_EQ(its.answer, answer::holds) << its.text();
}

TEST(EndsOfRuns, AreFaultsWhereTheProgramWouldTerminate) {
  const std::vector<std::pair<std::function<void()>, const char*>> rows = {
      {[]() noexcept { fail(); }, "nothing catches: lost"},
      {[] { std::terminate(); }, "std::terminate was called"},
      {[]() noexcept { require(false, "never"); }, "never"},
  };
  const std::terminate_handler handler = std::get_terminate();
  for (const auto& [code, says] : rows) {
    const program failing("failing", [&code] {
      atomic<int> x{0};
      thread a([&] {
        if (x.load() == 1) code();
      });
      thread b([&] { x = 1; });
    });
    const verdict its = check(failing, "rc11");
    EXPECT_EQ(its.answer, answer::violated);
    EXPECT_NE(its.text().find(says), std::string::npos) << its.text();
  }
  EXPECT_EQ(std::get_terminate(), handler);
}

}  // namespace
}  // namespace ringcheck
