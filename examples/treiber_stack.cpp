// Treiber's stack: push and pop replace the top by compare_exchange. A thread that frees the node
// it has popped may free a node at which another thread is still looking.
#include <iostream>

#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"

using ringcheck::memory_order_acquire;
using ringcheck::memory_order_relaxed;
using ringcheck::memory_order_release;

struct node {
  explicit node(int its) : value(its, "value") {}
  ringcheck::var<int> value;
  ringcheck::atomic<node*> next{nullptr, "next"};
};

struct stack {
  void push(int value) {
    node* fresh = ringcheck::make<node>(value);
    auto seen = top.load(memory_order_relaxed);
    do fresh->next.store(seen, memory_order_relaxed);
    while (!top.compare_exchange_weak(seen, fresh, memory_order_release, memory_order_relaxed));
  }
  /// The node that was on top, or null.
  ringcheck::tracked<node*> pop() {
    auto seen = top.load(memory_order_acquire);
    while (seen != nullptr) {
      const auto next = seen->next.load(memory_order_relaxed);
      if (top.compare_exchange_weak(seen, next, memory_order_acquire, memory_order_acquire)) break;
    }
    return seen;
  }
  ringcheck::atomic<node*> top{nullptr, "top"};
};

ringcheck::program two_poppers(bool frees) {
  return {frees ? "stack that frees" : "stack", [=] {
            stack its;
            ringcheck::thread pusher("pusher", [&] {
              its.push(1);
              its.push(2);
            });
            const auto popper = [&, frees] {
              const auto popped = its.pop();
              if (popped == nullptr) return;
              ringcheck::require(popped->value == 1 || popped->value == 2,
                                 "a value that was pushed");
              if (frees) ringcheck::destroy(popped);
            };
            ringcheck::thread one("popper 1", popper);
            ringcheck::thread two("popper 2", popper);
          }};
}

int main() {
  std::cout << ringcheck::check(two_poppers(false), "rc11").text();
  std::cout << ringcheck::check(two_poppers(true), "rc11").text();
}
