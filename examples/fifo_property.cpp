// A property of your own: a queue gives elements out in the order in which they were put in. If the
// producer says too early that an element is there, the queue gives out an old one.
#include <iostream>

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;

struct queue {
  void put(int value, std::memory_order publish) {
    const auto at = end.load(memory_order_relaxed);
    slot[at].store(value, memory_order_relaxed);
    end.store(at + 1, publish);
  }
  void take(unsigned place) {
    ringcheck::await([&] { return end.load(memory_order_acquire) > place; });
    ringcheck::observe("taken", slot[place].load(memory_order_relaxed));
  }
  ringcheck::atomic<unsigned> end{0, "end"};
  ringcheck::array<ringcheck::atomic<int>, 2> slot{0, "slot"};
};

const ringcheck::property first_in_first_out{
    .name = "first in, first out",
    .violated = [](const ringcheck::execution& its) -> std::optional<std::string> {
      std::int64_t last = 0;
      for (const ringcheck::observation& said : its.observations()) {
        if (said.values[0] != last + 1)
          return "took " + std::to_string(said.values[0]) + " after " + std::to_string(last);
        last = said.values[0];
      }
      return std::nullopt;
    },
    .seen = [](const ringcheck::execution& its) { return its.observations().size() == 2; }};

ringcheck::program queue_of_two(std::memory_order publish) {
  return {"queue", [=] {
            queue its;
            ringcheck::thread producer("producer", [&] {
              its.put(1, publish);
              its.put(2, publish);
            });
            ringcheck::thread consumer("consumer", [&] {
              its.take(0);
              its.take(1);
            });
          }};
}

int main() {
  for (const auto publish : {ringcheck::memory_order_release, memory_order_relaxed})
    std::cout << check(queue_of_two(publish), "armv8", {.properties = {first_in_first_out}}).text();
}
