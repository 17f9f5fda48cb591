// Verdicts: what is found wrong in small programs, and where nothing can be found.
#include "ringcheck/check.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

struct Row {
  const char* name;
  std::function<void()> body;
  const char* model;
  answer expected;
  const char* violated;  ///< the first property; empty: none
  const char* says;      ///< part of the verdict's text
};

void message(std::memory_order store, std::memory_order load) {
  var<int> data{0, "data"};
  atomic<bool> ready{false, "ready"};
  thread writer("writer", [&] {
    data = 42;
    ready.store(true, store);
  });
  thread reader("reader", [&] {
    if (ready.load(load)) require(data == 42, "the data is there");
  });
}

/// A message whose flag is raised once more, by a store or an update of the same thread or another.
enum class Again { by_store, by_update, by_other_update };
void message_again(Again again) {
  var<int> data{0, "data"};
  atomic<int> flag{0, "flag"};
  thread writer("writer", [&] {
    data = 42;
    flag.store(1, kRelease);
    if (again == Again::by_store) flag.store(2, kRelaxed);
    if (again == Again::by_update) flag.fetch_add(1, kRelaxed);
  });
  thread reader("reader", [&] {
    if (flag.load(kAcquire) == 2) require(data == 42, "the data is there");
  });
  if (again != Again::by_other_update) return;
  thread other("other", [&] {
    tracked<int> one = 1;
    flag.compare_exchange_strong(one, 2, kRelaxed);
  });
}

void lock_twice(bool other_order) {
  mutex a{"a"};
  mutex b{"b"};
  thread first("first", [&] {
    const std::scoped_lock<mutex> one(a);
    const std::lock_guard two(b);
  });
  thread second("second", [&, other_order] {
    const std::lock_guard one(other_order ? b : a);
    const std::lock_guard two(other_order ? a : b);
  });
}

/// A lock of one's own: an update that finds it taken leaves it as it was.
void take_flag(bool by_comparison) {
  atomic<bool> taken{false, "taken"};
  var<int> count{0, "count"};
  const auto add = [&, by_comparison] {
    await([&] {
      tracked<bool> expected = false;
      return by_comparison ? taken.compare_exchange_strong(expected, true, kAcquire)
                           : !taken.exchange(true, kAcquire);
    });
    ++count;
    taken.store(false, kRelease);
  };
  thread a(add);
  thread b(add);
  a.join();
  require(count == 2);
}

struct Node {
  explicit Node(int its) : value(its, "value") {}
  var<int> value;
};

void publish(std::memory_order store, std::memory_order load) {
  atomic<Node*> head{nullptr, "head"};
  thread maker("maker", [&] { head.store(make<Node>(7), store); });
  thread reader("reader", [&] {
    const auto node = head.load(load);
    if (node != nullptr) require(node->value == 7);
  });
}

void free_after(bool check_first) {
  atomic<Node*> head{nullptr, "head"};
  atomic<bool> done{false, "done"};
  thread maker("maker", [&] {
    Node* node = make<Node>(7);
    head.store(node, kRelease);
    if (check_first) await([&] { return done.load(kAcquire); });
    destroy(node);
  });
  thread reader("reader", [&] {
    const auto node = head.load(kAcquire);
    if (node != nullptr) require(node->value == 7);
    done.store(true, kRelease);
  });
}

/// Load buffering whose results are variables of the body, as most litmus tests are written.
void buffered_loads() {
  atomic<int> x{0, "x"};
  atomic<int> y{0, "y"};
  tracked<int> first;
  tracked<int> second;
  {
    thread a([&] {
      first = x.load(kRelaxed);
      y.store(1, kRelaxed);
    });
    thread b([&] {
      second = y.load(kRelaxed);
      x.store(1, kRelaxed);
    });
  }
  require(!(first == 1 && second == 1), "not both");
}

/// Store buffering whose results are plain numbers in a vector.
void buffered_stores() {
  atomic<int> x{0, "x"};
  atomic<int> y{0, "y"};
  std::vector<int> zeros;
  thread a([&] {
    x.store(1, kRelaxed);
    if (y.load(kRelaxed) == 0) zeros.push_back(0);
  });
  thread b([&] {
    y.store(1, kRelaxed);
    if (x.load(kRelaxed) == 0) zeros.push_back(1);
  });
  a.join();
  if (zeros.size() == 2) require(false, "not both");
  require(zeros.size() < 2);
}

/// A pointer that a thread loads, of which the body makes use at the end.
void pointer_kept() {
  Node one(1);
  Node two(2);
  atomic<Node*> head{&one, "head"};
  tracked<Node*> seen;
  {
    thread a([&] { head.store(&two, kRelaxed); });
    thread b([&] { seen = head.load(kRelaxed); });
  }
  require(seen == &one || seen->value == 2);
  require(seen->value == 1, "the first");
}

std::vector<Row> rows() {
  return {
      {"message, released", [] { message(kRelease, kAcquire); }, "rc11", answer::holds, "", ""},
      {"message, relaxed", [] { message(kRelaxed, kRelaxed); }, "rc11", answer::violated, "require",
       "data → 0  from the start  (after check_test.cpp"},
      {"message, relaxed, armv8", [] { message(kRelaxed, kRelaxed); }, "armv8", answer::violated,
       "require", "the data is there"},
      {"message, relaxed, x86-tso", [] { message(kRelaxed, kRelaxed); }, "x86-tso", answer::holds,
       "", ""},
      // Up to C++17 a store of the same thread went on with a release sequence.
      {"message, a store after the release", [] { message_again(Again::by_store); }, "rc11",
       answer::violated, "require", "the data is there"},
      {"message, an update after the release", [] { message_again(Again::by_update); }, "rc11",
       answer::holds, "", ""},
      {"message, an update of another thread", [] { message_again(Again::by_other_update); },
       "rc11", answer::holds, "", ""},
      {"message, a store after the release, armv8", [] { message_again(Again::by_store); }, "armv8",
       answer::holds, "", ""},
      {"a race alone",
       [] {
         var<int> x{0, "x"};
         thread a("a", [&] { x = 1; });
         thread b("b", [&] { x = 1; });
       },
       "rc11", answer::violated, "data-race", "x: store by a at check_test.cpp"},
      {"no race under a lock",
       [] {
         mutex m;
         var<int> x{0, "x"};
         const auto add = [&] {
           const std::lock_guard lock(m);
           ++x;
         };
         thread a(add);
         thread b(add);
         a.join();
         b.join();
         require(x == 2);
       },
       "rc11", answer::holds, "", ""},
      {"lost update",
       [] {
         atomic<int> x{0, "x"};
         const auto add = [&] { x.store(x.load(kRelaxed) + 1, kRelaxed); };
         thread a(add);
         thread b(add);
         a.join();
         require(x == 2, "both count");
       },
       "sc", answer::violated, "require", "both count"},
      {"locks in two orders", [] { lock_twice(true); }, "rc11", answer::violated, "deadlock",
       "first waits for ever for b, second waits for ever for a"},
      {"locks in one order", [] { lock_twice(false); }, "rc11", answer::holds, "", ""},
      {"a lock taken twice",
       [] {
         mutex m{"m"};
         thread a("a", [&] {
           m.lock();
           m.lock();
         });
       },
       "sc", answer::violated, "deadlock", "a waits for ever at check_test.cpp"},
      {"unlock by another",
       [] {
         mutex m;
         thread a([&] { m.lock(); });
         thread b([&] { m.unlock(); });
       },
       "rc11", answer::violated, "fault", "does not hold it"},
      {"a wait for what comes",
       [] {
         atomic<int> x{0};
         thread a([&] { x.store(1, kRelease); });
         thread b([&] { await([&] { return x.load(kAcquire) == 1; }); });
       },
       "armv8", answer::holds, "", ""},
      {"a wait that takes a flag", [] { take_flag(false); }, "armv8", answer::holds, "", ""},
      {"a wait that takes a flag, rc11", [] { take_flag(false); }, "rc11", answer::holds, "", ""},
      {"a wait that takes a flag by compare_exchange", [] { take_flag(true); }, "power",
       answer::holds, "", ""},
      {"a wait for what does not come",
       [] {
         atomic<int> x{0};
         thread a([&] { x.store(1, kRelease); });
         thread b([&] {
           x.wait(1, kAcquire);
           x.wait(0, kAcquire);
           x.wait(1, kAcquire);
         });
       },
       "armv8", answer::violated, "deadlock", ""},
      {"a loop without bound",
       [] {
         atomic<int> x{0};
         thread a([&] {
           while (x.load(kRelaxed) == 0) continue;
         });
         thread b([&] { x.store(1, kRelaxed); });
       },
       "sc", answer::bound_reached, "", "20 accesses of a thread"},
      {"nothing is asked",
       [] {
         atomic<int> x{0};
         thread a([&] { x.store(1, kRelaxed); });
       },
       "rc11", answer::vacuous, "", "nothing is judged"},
      {"no execution ends",
       [] {
         atomic<int> x{0};
         thread a([&] {
           assume(x.load() == 1);
           require(false);
         });
       },
       "rc11", answer::vacuous, "", "every thread ends"},
      {"a null pointer",
       [] {
         atomic<Node*> head{nullptr};
         thread a([&] { observe("value", head.load()->value); });
       },
       "power", answer::violated, "fault", "null pointer"},
      {"an index too far",
       [] {
         atomic<unsigned> at{3};
         array<var<int>, 2> slot(0);
         thread a([&] { slot[at.load(kRelaxed)] = 1; });
       },
       "armv8", answer::violated, "fault", "an index of 3 into an array of 2"},
      {"nothing was stored",
       [] {
         var<int> x{"x"};
         thread a([&] { observe("x", x.load()); });
       },
       "rc11", answer::violated, "fault", "a load of x, which holds nothing yet"},
      {"division by zero",
       [] {
         atomic<int> x{0};
         thread a([&] { observe("x", 1 / x.load()); });
       },
       "riscv", answer::violated, "fault", "division by zero"},
      {"an exception escapes",
       [] {
         atomic<int> x{0};
         thread a([&] {
           if (x.load() == 0) throw std::runtime_error("lost");
         });
       },
       "sc", answer::violated, "fault", "an exception that nothing catches: lost"},
      {"a node is published", [] { publish(kRelease, kAcquire); }, "rc11", answer::holds, "", ""},
      {"a node is published relaxed", [] { publish(kRelaxed, kAcquire); }, "rc11", answer::violated,
       "fault", "maker.Node1.value"},
      {"a node is published, armv8", [] { publish(kRelease, kRelaxed); }, "armv8", answer::holds,
       "", ""},
      {"results, load buffering", buffered_loads, "armv8", answer::violated, "require", "not both"},
      {"results, load buffering, sc", buffered_loads, "sc", answer::holds, "", ""},
      {"results, store buffering", buffered_stores, "x86-tso", answer::violated, "require",
       "not both"},
      {"results, store buffering, sc", buffered_stores, "sc", answer::holds, "", ""},
      {"results, a pointer", pointer_kept, "riscv", answer::violated, "require", "the first"},
      {"a node is freed while it is read", [] { free_after(false); }, "rc11", answer::violated,
       "fault", "which has been freed"},
      {"a node is freed when it has been read", [] { free_after(true); }, "rc11", answer::holds, "",
       ""},
  };
}

TEST(Check, Answers) {
  check_options options;
  options.accesses = 20;
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.name);
    const verdict its = check(program(row.name, row.body), row.model, options);
    EXPECT_EQ(to_string(its.answer), to_string(row.expected)) << its.text();
    EXPECT_EQ(its.violations.empty() ? "" : its.violations.front().property(), row.violated)
        << its.text();
    EXPECT_NE(its.text().find(row.says), std::string::npos) << its.text();
  }
}

}  // namespace
}  // namespace ringcheck
