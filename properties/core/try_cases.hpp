#pragma once
// try_cases: tries random cases until one fails, and then shrinks it.

#include <rapidcheck/Gen.h>
#include <rapidcheck/Random.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "properties/core/one_at_a_time.hpp"

namespace ringcheck {

/// The result of trying cases.
template <class T>
struct Tried {
  std::optional<T> failing;  ///< the shrunk one
  std::uint64_t cases = 0;   ///< tried, including the first that failed
};

/// Tries cases of `gen`, at most `cases`, until `fails(case)`; then goes on to the first of
/// `smaller(case)` that fails as well, as long as there is one. `smaller` returns a list of cases,
/// each simpler than the one given. The result is the same for the same seed on every machine.
template <class T, class Smaller, class Fails>
Tried<T> try_cases(const rc::Gen<T>& gen, std::uint64_t seed, std::uint64_t cases,
                   Smaller&& smaller, Fails&& fails) {
  Tried<T> tried;
  rc::Random random(seed);
  while (tried.cases < cases && !tried.failing) {
    const int size = static_cast<int>(tried.cases % rc::kNominalSize);
    T value = [&] {
      const std::scoped_lock lock(one_generator_at_a_time());
      return gen(random.split(), size).value();
    }();
    ++tried.cases;
    if (fails(value)) tried.failing = std::move(value);
  }
  for (bool found = tried.failing.has_value(); found;) {
    found = false;
    for (T& candidate : smaller(*tried.failing)) {
      if (!fails(candidate)) continue;
      tried.failing = std::move(candidate);
      found = true;
      break;
    }
  }
  return tried;
}

}  // namespace ringcheck
