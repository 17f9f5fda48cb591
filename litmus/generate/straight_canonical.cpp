// When two straight-line tests are the same except for names.
// Each order of the threads is written down with the locations numbered in order of appearance; the
// least of these texts is the form.
// Tested by tests/litmus/straight_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "litmus/generate/straight_test.hpp"

namespace ringcheck::litmus {

namespace {

std::string text_of(const StraightTest& test, const std::vector<std::size_t>& order) {
  std::string text;
  std::map<std::size_t, std::size_t> numbers;
  for (const std::size_t t : order) {
    text += "P";
    for (const StraightAccess& access : test.threads[t]) {
      auto dependencies = access.dependencies;
      std::ranges::sort(dependencies, [](const auto& a, const auto& b) {
        return std::pair(a.kind, a.on) < std::pair(b.kind, b.on);
      });
      for (const StraightDependency& d : dependencies)
        text += fmt::format(" {}{}", "adc"[static_cast<int>(d.kind)], d.on);
      for (const std::string& fence : access.fences) text += " " + fence;
      const std::size_t location = numbers.emplace(access.location, numbers.size()).first->second;
      text += fmt::format(" {}{}{}", "RWX"[static_cast<int>(access.kind)],
                          static_cast<int>(access.mark), location);
      if (access.kind != AccessKind::read) text += fmt::format("={}", access.value);
      if (access.kind != AccessKind::write && access.seen) text += fmt::format("?{}", *access.seen);
    }
    text += ";";
  }
  std::vector<const StraightLocation*> locations(numbers.size());
  for (const auto& [location, number] : numbers) locations[number] = &test.locations[location];
  for (const StraightLocation* location : locations) {
    text += fmt::format(" {}", location->initial);
    if (location->final_value) text += fmt::format("?{}", *location->final_value);
  }
  return text;
}

}  // namespace

std::string canonical_form(const StraightTest& test) {
  std::vector<std::size_t> order(test.threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string least = text_of(test, order);
  while (std::ranges::next_permutation(order).found) least = std::min(least, text_of(test, order));
  return least;
}

}  // namespace ringcheck::litmus
