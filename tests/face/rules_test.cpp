// What a program may not do: it is refused by name, and not explored in part.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <mutex>
#include <vector>

#include "ringcheck/array.hpp"
#include "ringcheck/check.hpp"
#include "ringcheck/error.hpp"
#include "ringcheck/linux.hpp"

namespace ringcheck {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

struct Refused {
  const char* name;
  std::function<void()> body;
  const char* says;
};

atomic<int>& of_the_stack() {
  thread_local std::vector<std::unique_ptr<atomic<int>>> kept;
  kept.push_back(std::make_unique<atomic<int>>(0));
  return *kept.back();
}

std::vector<Refused> refused() {
  return {
      {"no thread", [] { const atomic<int> x{0}; }, "starts no thread"},
      {"the body looks while threads run",
       [] {
         atomic<int> x{0};
         thread a([&] { x = 1; });
         require(x == 0);
       },
       "while threads run"},
      {"a thread after the join",
       [] {
         atomic<int> x{0};
         thread a([&] { x = 1; });
         a.join();
         thread b([&] { x = 1; });
       },
       "after it has joined"},
      {"a thread of a thread",
       [] {
         atomic<int> x{0};
         thread a([&] { thread b([&] { x = 1; }); });
       },
       "it starts a thread"},
      {"an object that no other can find", [] { thread a([] { of_the_stack() = 1; }); },
       "make it with ringcheck::make"},
      {"a value of another run",
       [] {
         atomic<int> x{0};
         tracked<int> kept;
         thread a([&] {
           if (x.load() == 0) x = kept + 1;
           kept = x.load();
           if (x.load() == 7) x = 2;
         });
         thread b([&] { x = 7; });
       },
       "another run"},
      {"a value of another thread",
       [] {
         atomic<int> x{0};
         tracked<int> seen;
         thread a([&] { seen = x.load(); });
         thread b([&] { require(seen == 0); });
       },
       "by another thread"},
      {"code that is not deterministic",
       [] {
         atomic<int> x{0};
         int runs = 0;
         thread a([&] {
           if (++runs % 2 == 0)
             x = 1;
           else
             (void)x.load();
           assume(x.load() == 1);
         });
         thread b([&] { x = 1; });
       },
       "not deterministic"},
      {"a store that acquires",
       [] {
         atomic<int> x{0};
         thread a([&] { x.store(1, std::memory_order_acquire); });
       },
       "a store no memory order acquire (rules_test.cpp"},
      {"a load that releases",
       [] {
         atomic<int> x{0};
         thread a([&] { require(x.load(std::memory_order_release) == 0); });
       },
       "a load no memory order release (rules_test.cpp"},
      {"a load of the body that releases",
       [] {
         const atomic<int> x{0};
         (void)x.load(std::memory_order_acq_rel);
       },
       "the body: C++ allows a load no memory order acq_rel"},
      {"a wait that releases",
       [] {
         atomic<int> x{0};
         thread a([&] { x.wait(1, std::memory_order_release); });
       },
       "a load no memory order release"},
      {"a compare_exchange whose failure releases",
       [] {
         atomic<int> x{0};
         thread a([&] {
           tracked<int> expected = 0;
           x.compare_exchange_strong(expected, 1, std::memory_order_acq_rel,
                                     std::memory_order_release);
         });
       },
       "that fails no memory order release"},
      {"a body with other threads each time",
       [] {
         static int runs = 0;
         ++runs;
         atomic<int> x{0};
         std::vector<thread> all;
         for (int i = 0; i < 1 + runs % 2; ++i) all.emplace_back([&] { x = 1; });
       },
       "the body is not the same each time: "},
      {"a body with other objects each time",
       [] {
         static int runs = 0;
         const std::vector<std::unique_ptr<var<int>>> more = [] {
           std::vector<std::unique_ptr<var<int>>> made;
           for (int i = 0; i < runs; ++i) made.push_back(std::make_unique<var<int>>(0));
           return made;
         }();
         ++runs;
         atomic<int> x{0};
         thread a([&] { x = 1; });
       },
       "shared objects, and"},
      {"a body with other values each time",
       [] {
         static int runs = 0;
         atomic<int> x{++runs};
         thread a([&] { x = 1; });
       },
       "begins with another value"},
      {"a wait that counts its passes",
       [] {
         atomic<int> x{0};
         thread a([&] { await([&] { return x.fetch_add(1) == 1; }); });
       },
       "an await stores in a pass that does not end it: it may"},
      {"a wait that stores",
       [] {
         atomic<int> x{0};
         atomic<int> y{0};
         thread a([&] {
           await([&] {
             y.store(1, kRelaxed);
             return x.load(kRelaxed) == 1;
           });
         });
         thread b([&] { x.store(1, kRelaxed); });
       },
       "an await stores"},
      {"a number that a thread leaves to another",
       [] {
         atomic<int> x{0};
         int left = 0;
         thread a([&] { left = x.load() == 0 ? 2 : 1; });
         thread b([&] {
           for (int i = 0; i < left; ++i) x = 1;
         });
       },
       "not deterministic"},
      {"the number that memory keeps for nothing",
       [] {
         atomic<std::uint64_t> x{0};
         thread a([&] { x = std::uint64_t{0xb10c'0f0e'd00d'0001}; });
       },
       "keeps for memory"},
      {"a requirement that fails before threads start",
       [] {
         var<int> x{0};
         require(x == 1, "x is one");
         thread a([&] { x = 1; });
       },
       "before any thread starts: x is one"},
      {"the body chooses", [] { (void)choose(2); }, "the body chooses"},
  };
}

TEST(Rules, RefuseByName) {
  for (const Refused& row : refused()) {
    SCOPED_TRACE(row.name);
    for (const char* model : {"sc", "armv8"}) {
      try {
        const verdict its = check(program(row.name, row.body), model);
        ADD_FAILURE() << its.text();
      } catch (const error& failure) {
        EXPECT_NE(std::string(failure.what()).find(row.says), std::string::npos) << failure.what();
      }
    }
  }
}

/// What a check of `body` says: its first error, or its witness.
std::string said_of(const std::function<void()>& body, const char* model) {
  try {
    return check(program("p", body), model).text();
  } catch (const error& failure) {
    return failure.what();
  }
}

TEST(Rules, NameThePlace) {
  const struct {
    const char* name;
    std::function<void()> body;
    const char* says;
    const char* model = "rc11";
  } rows[] = {
      {"no program", [] {}, "p: the body starts no thread"},
      {"an access of the body while threads run",
       [] {
         atomic<int> x{0};
         const thread a([&] { x = 1; });
         (void)x.load();
       },
       "join them first (rules_test.cpp:"},
      {"a thread after the join",
       [] {
         atomic<int> x{0};
         thread a([&] { x = 1; });
         a.join();
         const thread b([&] { x = 1; });
       },
       "after it has joined one (rules_test.cpp:"},
      {"a thread of a thread", [] { const thread a([] { const thread b([] {}); }); },
       "starts them all (rules_test.cpp:"},
      {"a join of a thread",
       [] {
         thread b([] {});
         const thread a([&] { b.join(); });
       },
       "joins them all (rules_test.cpp:"},
      {"a value of another thread",
       [] {
         atomic<int> x{0};
         tracked<int> seen;
         const thread a([&] { seen = x.load(); });
         const thread b([&] { require(seen == 0); });
       },
       "in a ringcheck::var"},
      {"a load that holds nothing, after a place",
       [] {
         var<int> x{"x"};
         atomic<int> y{0};
         const thread a([&] {
           y.store(1);
           y.store(x);
         });
       },
       "fault: a load of x, which holds nothing yet (after rules_test.cpp:"},
      {"a division by zero",
       [] {
         atomic<int> x{0};
         const thread a([&] { x.store(1 / x.load()); });
       },
       "fault: division by zero (after rules_test.cpp:"},
      {"an index beyond an array",
       [] {
         array<atomic<int>, 2> x{0};
         const thread a([&] { x[x[0].load() + 2].store(1); });
       },
       "fault: an index of 2 into an array of 2 (after rules_test.cpp:"},
      {"an exception that nothing catches",
       [] {
         atomic<int> x{0};
         const thread a([&] {
           x.store(1);
           throw std::runtime_error("no");
         });
       },
       "fault: an exception that nothing catches: no (after rules_test.cpp:"},
      {"what a model does not mean", [] { const thread a([] { kernel::synchronize_rcu(); }); },
       "(rules_test.cpp:", "armv8"},
      {"a block that is freed twice",
       [] {
         const thread a([] {
           auto* const x = make<var<int>>(1);
           destroy(x);
           destroy(x);
         });
       },
       "is freed twice: destroy() by thread 0 at rules_test.cpp:"},
      {"a body that loads nothing",
       [] {
         const var<int> x{"x"};
         const thread a([] {});
         const_cast<thread&>(a).join();
         (void)x.load();
       },
       "fault: the body loads x, which holds nothing yet (rules_test.cpp:"},
  };
  for (const auto& row : rows)
    EXPECT_NE(said_of(row.body, row.model).find(row.says), std::string::npos)
        << row.name << ": " << said_of(row.body, row.model);
}

TEST(Rules, AModelRefusesWhatItGivesNoMeaning) {
  const program of_cxx("C++", [] {
    atomic<int> x{0};
    thread a([&] { x.store(1, std::memory_order_relaxed); });
  });
  EXPECT_THROW(check(of_cxx, "lkmm"), no_meaning);
  const program of_guards("guards", [] {
    mutex m;
    thread a([&] { const std::lock_guard lock(m); });
  });
  try {
    (void)check(of_guards, "lkmm");
    ADD_FAILURE() << "it gives a mutex a meaning";
  } catch (const no_meaning& failure) {
    EXPECT_EQ(std::string(failure.what()).find("guards: model lkmm"), 0U) << failure.what();
  }
  const program of_rcu("RCU", [] {
    var<int> x{0};
    thread a([&] {
      kernel::synchronize_rcu();
      kernel::WRITE_ONCE(x, 1);
      require(kernel::READ_ONCE(x) == 1);
    });
  });
  EXPECT_THROW(check(of_rcu, "armv8"), no_meaning);
  EXPECT_TRUE(check(of_rcu, "lkmm"));
}

TEST(Rules, NamesAreRefusedWithThoseThereAre) {
  EXPECT_THROW(model("alpha"), error);
  EXPECT_THROW(model::from_text("own", "let"), error);
  EXPECT_THROW(model::from_file("no-such.cat"), error);
}

TEST(Rules, SharedObjectsAreUsedInProgramsOnly) {
  const atomic<int> x{0};
  EXPECT_THROW((void)x.load(), error);
}

/// Objects alive, and a destructor that stores.
struct Guard {
  Guard(int* count, const atomic<int>* object) : alive(count), held(object) { ++*alive; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() {
    --*alive;
    held->store(0, std::memory_order_release);
  }
  int* alive;
  const atomic<int>* held;
};

TEST(Rules, LocalsAreDestroyedAndMayStoreOnTheWay) {
  int alive = 0;
  const program guarded("guarded", [&alive] {
    atomic<int> x{0, "x"};
    atomic<int> y{0, "y"};
    const auto work = [&] {
      const Guard guard(&alive, &x);
      const std::vector<int> memory(100, 1);
      x.store(1, std::memory_order_relaxed);
      if (y.load(std::memory_order_acquire) == 0) y.store(1, std::memory_order_release);
      require(memory.size() == 100 && y == 1);
    };
    thread a(work);
    thread b(work);
    a.join();
    require(x == 0, "the guards have ended");
  });
  for (const char* model : {"sc", "x86-tso", "armv8", "power", "rc11"}) {
    EXPECT_EQ(check(guarded, model).answer, answer::holds) << check(guarded, model).text();
    EXPECT_EQ(alive, 0) << model;
  }
}

TEST(Rules, WhatAThreadMakesIsDestroyedWithItsMembers) {
  static int alive = 0;
  struct Box {
    Box() { ++alive; }
    Box(const Box&) = delete;
    Box& operator=(const Box&) = delete;
    ~Box() { --alive; }
    std::vector<int> owned = std::vector<int>(10);
    var<int> value{1, "value"};
  };
  const program boxes("boxes", [] {
    atomic<Box*> shared{make<Box>(), "shared"};
    thread a([&] { shared.store(make<Box>(), std::memory_order_release); });
    thread b([&] { require(shared.load(std::memory_order_acquire)->value == 1); });
  });
  EXPECT_EQ(check(boxes, "armv8").answer, answer::holds) << check(boxes, "armv8").text();
  EXPECT_EQ(alive, 0);
}

TEST(Rules, CodeThatCatchesEverythingIsLeftAllTheSame) {
  const program stubborn("stubborn", [] {
    atomic<int> x{0};
    thread a([&] {
      for (int i = 0; i < 3; ++i) {
        try {
          if (x.load() == 1) require(true);
        } catch (...) {
          continue;
        }
      }
    });
    thread b([&] { x = 1; });
  });
  for (const char* model : {"sc", "power"})
    EXPECT_EQ(check(stubborn, model).answer, answer::holds) << model;
}

}  // namespace
}  // namespace ringcheck
