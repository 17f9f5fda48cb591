// A seqlock: a reader takes both words if the sequence was even, and the same before and after. The
// loads in between must not pass the second look.
#include <iostream>

#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;
using ringcheck::memory_order_release;

struct seqlock {
  void write(int value) {
    const auto before = sequence.load(memory_order_relaxed);
    sequence.store(before + 1, memory_order_relaxed);
    ringcheck::atomic_thread_fence(memory_order_release);
    first.store(value, memory_order_relaxed);
    second.store(value, memory_order_relaxed);
    sequence.store(before + 2, memory_order_release);
  }
  /// Calls `take` with both words if no writer was there.
  template <class F>
  void try_read(bool fence, F take) const {
    const auto before = sequence.load(memory_order_acquire);
    const auto a = first.load(memory_order_relaxed);
    const auto b = second.load(memory_order_relaxed);
    if (fence) ringcheck::atomic_thread_fence(memory_order_acquire);
    if (before % 2 == 0 && sequence.load(memory_order_relaxed) == before) take(a, b);
  }

  ringcheck::atomic<unsigned> sequence{0, "sequence"};
  ringcheck::atomic<int> first{0, "first"};
  ringcheck::atomic<int> second{0, "second"};
};

ringcheck::program one_reader(bool fence) {
  return {fence ? "seqlock" : "seqlock without a fence", [=] {
            seqlock its;
            ringcheck::thread writer("writer", [&] {
              its.write(1);
              its.write(2);
            });
            ringcheck::thread reader("reader", [&] {
              its.try_read(fence, [](auto a, auto b) {
                ringcheck::observe("taken", a, b);
                ringcheck::require(a == b, "both words are of one write");
              });
            });
          }};
}

int main() {
  const ringcheck::check_options options{.must_see = {"taken"}};
  for (const char* model : {"rc11", "power"})
    for (const bool fence : {true, false})
      std::cout << ringcheck::check(one_reader(fence), model, options).text();
}
