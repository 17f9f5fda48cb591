// What an exploration costs, compared with just running the same code.
// executions/s, events/s and checks/s are rates of one core; times_native is the time of an
// explored execution over that of one execution of the same code on std::atomic words (writer, then
// reader, on one thread).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>

#include "bench/peak_memory.hpp"
#include "bench/ring_program.hpp"
#include "explore/explore.hpp"
#include "models/model.hpp"
#include "protocol/core/native_cpu.hpp"
#include "protocol/ring/spsc_ring.hpp"

namespace ringcheck::bench {
namespace {

constexpr std::uint64_t kSlots = 2;

/// One execution of the ring on the machine itself.
void run_natively(std::array<std::atomic<std::uint64_t>, 2 + kSlots>& memory,
                  std::uint64_t records) {
  benchmark::DoNotOptimize(memory.data());  // others may look at it
  for (auto& word : memory) word.store(0, std::memory_order_relaxed);
  const SpscRing ring{0, 1, 2, kSlots, SpscRing::default_plan()};
  NativeCpu writer(memory.data());
  spsc_write(writer, ring, records);
  NativeCpu reader(memory.data());
  spsc_read(reader, ring, records);
  benchmark::ClobberMemory();
}

/// Processor time that this process has used. Units: seconds.
double processor_time() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Processor time of one native execution: the best of a few batches. Units: seconds.
double native_seconds(std::uint64_t records) {
  constexpr int kBatch = 20'000;
  std::array<std::atomic<std::uint64_t>, 2 + kSlots> memory{};
  double best = 1;
  for (int batch = 0; batch < 5; ++batch) {
    const double start = processor_time();
    for (int i = 0; i < kBatch; ++i) run_natively(memory, records);
    best = std::min(best, (processor_time() - start) / kBatch);
  }
  return best;
}

void explore_ring(benchmark::State& state, const std::string& model_name) {
  const auto records = static_cast<std::uint64_t>(state.range(0));
  const Program program = ring_program(kSlots, records);
  const Model model = find_model(model_name);
  ExploreCounts counts;
  reset_peak_memory();
  const double start = processor_time();
  for (auto _ : state) {
    const ExploreCounts now = explore(program, model, {}, {});
    counts.complete += now.complete;
    counts.events += now.events;
    counts.checks += now.checks;
    counts.dead += now.dead;
  }
  const double spent = processor_time() - start;
  const auto rate = [](std::uint64_t n) {
    return benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsRate);
  };
  const auto runs = static_cast<double>(state.iterations());
  state.counters["complete"] = static_cast<double>(counts.complete) / runs;
  state.counters["dead"] = static_cast<double>(counts.dead) / runs;
  state.counters["executions"] = rate(counts.complete);
  state.counters["events"] = rate(counts.events);
  state.counters["checks"] = rate(counts.checks);
  state.counters["times_native"] =
      spent / static_cast<double>(counts.complete) / native_seconds(records);
  state.counters["peak_MB"] = static_cast<double>(peak_memory()) / 1e6;
}

void native_ring(benchmark::State& state) {
  const auto records = static_cast<std::uint64_t>(state.range(0));
  std::array<std::atomic<std::uint64_t>, 2 + kSlots> memory{};
  for (auto _ : state) run_natively(memory, records);
  state.counters["executions"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(native_ring)->DenseRange(2, 6)->MinTime(0.05);
BENCHMARK_CAPTURE(explore_ring, sc, std::string("sc"))->DenseRange(2, 6)->MinTime(0.2);
BENCHMARK_CAPTURE(explore_ring, tso, std::string("x86-tso"))->DenseRange(2, 6)->MinTime(0.2);
BENCHMARK_CAPTURE(explore_ring, rc11, std::string("rc11"))->DenseRange(2, 6)->MinTime(0.2);
BENCHMARK_CAPTURE(explore_ring, armv8, std::string("armv8"))->DenseRange(2, 6)->MinTime(0.2);
BENCHMARK_CAPTURE(explore_ring, lkmm, std::string("lkmm"))->DenseRange(2, 6)->MinTime(0.2);

}  // namespace
}  // namespace ringcheck::bench
