// Which threads of a litmus test are the same except for their numbers.
// Tested by tests/litmus/symmetry_test.cpp.
#include "litmus/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace ringcheck::litmus {

namespace {

/// The initial registers of thread `t`.
std::vector<std::pair<std::string, InitialValue>> registers_of(const LitmusTest& test, int t) {
  std::vector<std::pair<std::string, InitialValue>> registers;
  for (const InitialValue& entry : test.initial) {
    if (entry.of.thread != t) continue;
    registers.emplace_back(entry.of.name, entry);
    registers.back().second.of.thread = 0;
  }
  std::ranges::sort(registers, [](const auto& a, const auto& b) { return a.first < b.first; });
  return registers;
}

/// The registers of thread `t` among `columns`, which are sorted.
std::vector<std::string> observed_of(const std::vector<Column>& columns, int t) {
  std::vector<std::string> names;
  for (const Column& column : columns)
    if (column.thread == t) names.push_back(column.name);
  return names;
}

}  // namespace

std::vector<std::vector<ThreadId>> symmetric_threads(
    const LitmusTest& test, const std::vector<Column>& columns,
    const std::vector<std::optional<std::uint64_t>>& required) {
  const auto required_of = [&](int t) {
    std::vector<std::optional<std::uint64_t>> values;
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].thread == t) values.push_back(required[c]);
    return values;
  };
  std::vector<std::vector<ThreadId>> classes;
  for (std::size_t t = 0; t < test.threads.size(); ++t) {
    const int number = static_cast<int>(t);
    const auto same = [&](const std::vector<ThreadId>& threads) {
      const int first = threads.front();
      const bool observed = !observed_of(columns, first).empty();
      return test.threads[threads.front()] == test.threads[t] &&
             registers_of(test, first) == registers_of(test, number) &&
             observed_of(columns, first) == observed_of(columns, number) &&
             required_of(first) == required_of(number) &&
             (!observed || threads.size() < kMostArranged);
    };
    const auto found = std::ranges::find_if(classes, same);
    if (found == classes.end())
      classes.push_back({static_cast<ThreadId>(t)});
    else
      found->push_back(static_cast<ThreadId>(t));
  }
  std::erase_if(classes, [](const auto& threads) { return threads.size() == 1; });
  return classes;
}

std::vector<std::vector<std::size_t>> column_arrangements(
    const std::vector<std::vector<ThreadId>>& classes, const std::vector<Column>& columns) {
  std::vector<std::size_t> identity(columns.size());
  std::iota(identity.begin(), identity.end(), std::size_t{0});
  std::vector<std::vector<std::size_t>> all = {identity};
  const auto column_of = [&](int thread, const std::string& name) {
    return static_cast<std::size_t>(
        std::ranges::find_if(
            columns, [&](const Column& c) { return c.thread == thread && c.name == name; }) -
        columns.begin());
  };
  for (const std::vector<ThreadId>& threads : classes) {
    const std::vector<std::string> names = observed_of(columns, threads.front());
    if (names.empty()) continue;
    const std::vector<std::vector<std::size_t>> before = std::move(all);
    all.clear();
    std::vector<ThreadId> order = threads;
    do {
      for (std::vector<std::size_t> arrangement : before) {
        for (std::size_t i = 0; i < threads.size(); ++i)
          for (const std::string& name : names)
            arrangement[column_of(threads[i], name)] = column_of(order[i], name);
        all.push_back(std::move(arrangement));
      }
    } while (std::ranges::next_permutation(order).found);
  }
  return all;
}

}  // namespace ringcheck::litmus
