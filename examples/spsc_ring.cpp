// A ring with one producer and one consumer. The consumer may read a record once the head says that
// it is there; the store that says so is a release.
#include <iostream>

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;
using ringcheck::memory_order_release;

struct ring {
  std::memory_order publish;
  bool push(int record) {
    const auto at = head.load(memory_order_relaxed);
    if (at - tail.load(memory_order_acquire) == slot.size()) return false;
    slot[at % slot.size()] = record;
    head.store(at + 1, publish);
    return true;
  }
  bool pop(ringcheck::tracked<int>& record) {
    const auto at = tail.load(memory_order_relaxed);
    if (at == head.load(memory_order_acquire)) return false;
    record = slot[at % slot.size()];
    tail.store(at + 1, memory_order_release);
    return true;
  }

  ringcheck::atomic<unsigned> head{0, "head"};
  ringcheck::atomic<unsigned> tail{0, "tail"};
  ringcheck::array<ringcheck::var<int>, 2> slot{"slot"};
};

ringcheck::program ring_of_two(std::memory_order publish) {
  return {"ring", [=] {
            ring its{publish};
            ringcheck::thread producer("producer", [&] {
              for (int record = 1; record <= 3; ++record) its.push(record);
            });
            ringcheck::thread consumer("consumer", [&] {
              ringcheck::tracked<int> record;
              ringcheck::tracked<int> last = 0;
              for (int poll = 0; poll < 3; ++poll) {
                if (!its.pop(record)) continue;
                ringcheck::require(record > last, "records come in order");
                last = record;
              }
            });
          }};
}

int main() {
  for (const char* model : {"rc11", "x86-tso", "armv8"}) {
    std::cout << ringcheck::check(ring_of_two(memory_order_release), model).text();
    std::cout << ringcheck::check(ring_of_two(memory_order_relaxed), model).text();
  }
}
