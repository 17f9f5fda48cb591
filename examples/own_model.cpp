// A memory model of your own, as the text of a .cat file. A machine with one store buffer for all
// its threads keeps stores in order, so readers agree on them, and lets loads pass them.
#include <iostream>

#include "ringcheck/atomic.hpp"
#include "ringcheck/check.hpp"
#include "ringcheck/model.hpp"

const char* const kText = R"("One buffer for all"

let fence = po ; [F & SC] ; po
let kept = po \ ([W] ; po ; [R]) | fence
let seen = rfe | co | fr

acyclic po-loc | rf | co | fr as coherence
empty rmw & (fre ; coe) as atomic
acyclic kept | seen as one-order
)";

using ringcheck::memory_order_relaxed;

/// Each thread stores, then looks at what the other has stored.
ringcheck::program store_buffering(bool fences) {
  return {fences ? "fences" : "no fences", [=] {
            ringcheck::atomic<int> x{0, "x"};
            ringcheck::atomic<int> y{0, "y"};
            ringcheck::var<int> left_saw{0, "left saw"};
            ringcheck::var<int> right_saw{0, "right saw"};
            const auto run = [fences](auto& mine, auto& other, auto& saw) {
              mine.store(1, memory_order_relaxed);
              if (fences) ringcheck::atomic_thread_fence(ringcheck::memory_order_seq_cst);
              saw = other.load(memory_order_relaxed);
            };
            ringcheck::thread left("left", [&] { run(x, y, left_saw); });
            ringcheck::thread right("right", [&] { run(y, x, right_saw); });
            left.join();
            ringcheck::require(left_saw == 1 || right_saw == 1, "one comes first");
          }};
}

int main() {
  const auto own = ringcheck::model::from_text("one-buffer", kText, ringcheck::words::cxx);
  std::cout << own.name() << ": " << own.title() << ", with " << own.axioms().size() << " axioms\n";
  for (const ringcheck::model& model : {own, ringcheck::model("sc")})
    for (const bool fences : {true, false})
      std::cout << ringcheck::check(store_buffering(fences), model).text();
}
