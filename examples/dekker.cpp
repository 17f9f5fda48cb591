// Dekker's algorithm for two threads. Each says that it wants to enter before it looks at the
// other: without a full fence in between, both may look too early.
#include <iostream>

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;
using ringcheck::memory_order_release;
using ringcheck::memory_order_seq_cst;

struct dekker {
  void lock(int me, bool fences) {
    const int other = 1 - me;
    wants[me].store(true, memory_order_relaxed);
    if (fences) ringcheck::atomic_thread_fence(memory_order_seq_cst);
    while (wants[other].load(memory_order_acquire)) {
      if (turn.load(memory_order_acquire) == me) {
        ringcheck::await([&] { return !wants[other].load(memory_order_acquire); });
        break;
      }
      wants[me].store(false, memory_order_relaxed);
      ringcheck::await([&] { return turn.load(memory_order_acquire) == me; });
      wants[me].store(true, memory_order_relaxed);
      if (fences) ringcheck::atomic_thread_fence(memory_order_seq_cst);
    }
  }
  void unlock(int me) {
    turn.store(1 - me, memory_order_release);
    wants[me].store(false, memory_order_release);
  }

  ringcheck::array<ringcheck::atomic<bool>, 2> wants{false, "wants"};
  ringcheck::atomic<int> turn{0, "turn"};
};

ringcheck::program two_threads(bool fences) {
  return {fences ? "dekker" : "dekker without fences", [=] {
            dekker its;
            ringcheck::var<int> inside{0, "inside"};
            const auto enter = [&, fences](int me) {
              its.lock(me, fences);
              ++inside;
              its.unlock(me);
            };
            ringcheck::thread left("left", [&] { enter(0); });
            ringcheck::thread right("right", [&] { enter(1); });
            left.join();
            ringcheck::require(inside == 2, "both have been inside, one after the other");
          }};
}

int main() {
  for (const char* model : {"rc11", "x86-tso", "armv8"})
    for (const bool fences : {true, false})
      std::cout << ringcheck::check(two_threads(fences), model).text();
}
