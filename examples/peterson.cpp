// Peterson's algorithm for two threads: the last one to give way waits. It needs a full fence
// between giving way and looking at the other thread.
#include <iostream>

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acq_rel;
using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;
using ringcheck::memory_order_release;
using ringcheck::memory_order_seq_cst;

struct peterson {
  void lock(int me, bool fence) {
    const int other = 1 - me;
    wants[me].store(true, memory_order_relaxed);
    if (fence) ringcheck::atomic_thread_fence(memory_order_seq_cst);
    last.store(me, memory_order_relaxed);
    if (fence) ringcheck::atomic_thread_fence(memory_order_seq_cst);
    ringcheck::await([&] {
      return !wants[other].load(memory_order_acquire) || last.load(memory_order_acquire) == other;
    });
  }
  void unlock(int me) { wants[me].store(false, memory_order_release); }

  ringcheck::array<ringcheck::atomic<bool>, 2> wants{false, "wants"};
  ringcheck::atomic<int> last{0, "last"};
};

ringcheck::program two_threads(bool fence) {
  return {fence ? "peterson" : "peterson without a fence", [=] {
            peterson its;
            ringcheck::var<int> inside{0, "inside"};
            const auto enter = [&, fence](int me) {
              its.lock(me, fence);
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
  for (const char* model : {"rc11", "x86-tso", "power"})
    for (const bool fence : {true, false})
      std::cout << ringcheck::check(two_threads(fence), model).text();
}
