// Lists that keep their first elements inside themselves, made by one question of the search for
// its own use. models/thread_order.cpp (a number per location) and explore/prospects.hpp (the reads
// that are tried together) make such lists. The same code on std::vector runs for comparison.
#include <benchmark/benchmark.h>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/event.hpp"

namespace ringcheck::bench {
namespace {

/// A list of `size` zeros, some of them read and written: the locations that a thread reached.
template <class List>
void number_a_location(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    List reached(size);
    for (std::size_t i = 0; i < size; i += 3) reached[i] += static_cast<int>(i);
    benchmark::DoNotOptimize(reached.data());
  }
}

/// What is kept of a read that is tried.
struct Tried {
  EventNumber read = kNoEvent;
  std::uint64_t locations = 0;
};

/// A list that grows one element at a time: reads that are tried together.
template <class List>
void reads_together(benchmark::State& state) {
  const auto size = static_cast<std::uint16_t>(state.range(0));
  for (auto _ : state) {
    List reads;
    for (std::uint16_t i = 0; i < size; ++i) reads.push_back({i, i});
    benchmark::DoNotOptimize(reads.data());
  }
}

BENCHMARK(number_a_location<std::vector<int>>)->Arg(4)->Arg(16)->Arg(64)->Arg(128);
BENCHMARK(number_a_location<boost::container::small_vector<int, 64>>)
    ->Arg(4)
    ->Arg(16)
    ->Arg(64)
    ->Arg(128);
BENCHMARK(reads_together<std::vector<Tried>>)->Arg(1)->Arg(3)->Arg(8)->Arg(16);
BENCHMARK(reads_together<boost::container::small_vector<Tried, 8>>)
    ->Arg(1)
    ->Arg(3)
    ->Arg(8)
    ->Arg(16);
BENCHMARK(reads_together<boost::container::static_vector<Tried, 16>>)
    ->Arg(1)
    ->Arg(3)
    ->Arg(8)
    ->Arg(16);

}  // namespace
}  // namespace ringcheck::bench
