// The data ring on real threads with the machine's own barriers: a writer, signals that interrupt
// it, and a reader on another thread.
//
// A run shows nothing about memory orders that this machine does not show. It shows that the
// protocol code is code that runs.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "protocol/core/native_cpu.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/perf_reader.hpp"

namespace ringcheck {
namespace {

/// A CPU whose interrupts are signals: local_t operations are one instruction to them.
class SignalCpu : public NativeCpu {
 public:
  explicit SignalCpu(std::atomic<std::uint64_t>* memory) : NativeCpu(memory), words_(memory) {}

  void local_add(Value value, Value address) {
    words_[address].fetch_add(value, std::memory_order_relaxed);
  }
  void local_inc(Value address) { local_add(1, address); }
  Value local_inc_return(Value address) {
    return words_[address].fetch_add(1, std::memory_order_relaxed) + 1;
  }
  Value local_xchg(Value address, Value value) {
    return words_[address].exchange(value, std::memory_order_relaxed);
  }
  Value local_cmpxchg(Value address, Value expected, Value value) {
    words_[address].compare_exchange_strong(expected, value, std::memory_order_relaxed);
    return expected;
  }

 private:
  std::atomic<std::uint64_t>* words_;
};
static_assert(Cpu<SignalCpu>);

/// What the reader received from the stream.
struct Received {
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;
  std::uint64_t last_of[2] = {0, 0};  ///< last name, of the task and of the signals
  std::uint64_t wrong = 0;            ///< words, orders and records that should not be
};

/// A reader's CPU that looks at each record that is handed on.
class ReaderCpu : public NativeCpu {
 public:
  ReaderCpu(std::atomic<std::uint64_t>* memory, Received& received)
      : NativeCpu(memory), received_(&received) {}

  void observe(std::uint32_t kind, Value a = 0, Value b = 0, Value c = 0, Value /*d*/ = 0) {
    switch (kind) {
      case said::WordLoaded<>::kKind:
        words_.push_back(b);
        break;
      case said::Consumed<>::kKind:
        take(b, c);
        words_.clear();
        break;
      case said::BadRecord<>::kKind:
      case said::FellBehind<>::kKind:
        ++received_->wrong;
        break;
      default:
        break;
    }
    static_cast<void>(a);
  }

 private:
  void take(Value size, Value header) {
    const auto expect = [&](bool holds) { received_->wrong += holds ? 0 : 1; };
    expect(words_.size() * kWordBytes == size && words_.size() > 1);
    if (words_.size() < 2) return;
    if (header_type(header) == kRecordLost) {
      received_->lost += words_.back();
      return;
    }
    const Sample sample{words_[1] >> 16U, words_.size() - 1};
    for (std::size_t i = 1; i < words_.size(); ++i) expect(words_[i] == sample.payload(i - 1));
    // Names count up, those of the task even, those of the signals odd.
    std::uint64_t& last = received_->last_of[sample.name % 2];
    expect(last < sample.name);
    last = sample.name;
    ++received_->samples;
  }

  Received* received_;
  std::vector<Value> words_;
};
static_assert(Cpu<ReaderCpu>);

constexpr PerfEvent kEvent = {.id = 77};

/// What the signal handler knows; one test runs at a time.
struct Interrupted {
  const PerfBuffer* rb = nullptr;
  std::atomic<std::uint64_t>* memory = nullptr;
  std::uint64_t writes = 0;
};
Interrupted interrupted;

void write_as_interrupt(int /*signal*/) {
  const std::uint64_t name = 2 * ++interrupted.writes + 1;
  SignalCpu cpu(interrupted.memory);
  perf_output_sample(cpu, *interrupted.rb, Sample{name, 1 + name / 2 % 3}, kEvent);
}

class NativeRing : public ::testing::TestWithParam<bool> {};

TEST_P(NativeRing, HandsOnEveryRecordUnderLoad) {
  constexpr std::uint64_t kWords = 64;
  constexpr auto kDuration = std::chrono::milliseconds(300);
  const bool each = GetParam();
  std::vector<std::atomic<std::uint64_t>> memory(PerfBufferCells::count(kWords));
  PerfBuffer rb = PerfBuffer::make(0, kWords);
  rb.reserve_order = ReserveOrder::head_first;
  rb.attempts = 1 << 30;
  interrupted = {&rb, memory.data(), 0};
  struct sigaction action = {};
  action.sa_handler = write_as_interrupt;
  struct sigaction before = {};
  sigaction(SIGUSR1, &action, &before);

  std::atomic<bool> stop = false;
  std::atomic<bool> written = false;
  std::uint64_t writes = 0;
  Received received;
  std::thread writer([&] {
    SignalCpu cpu(memory.data());
    while (!stop.load(std::memory_order_relaxed)) {
      const std::uint64_t name = 2 * ++writes;
      perf_output_sample(cpu, rb, Sample{name, 1 + writes % 5}, kEvent);
    }
  });
  std::thread reader([&] {
    ReaderCpu cpu(memory.data(), received);
    PerfReader<ReaderCpu> state;
    for (bool last = false; !last;) {
      last = written.load();
      if (each)
        perf_reader_poll_each(cpu, rb, state);
      else
        perf_reader_poll(cpu, rb, state);
    }
    // A poll is bounded, and may leave something.
    for (int i = 0; i < 64; ++i) perf_reader_poll(cpu, rb, state);
  });
  const auto end = std::chrono::steady_clock::now() + kDuration;
  while (std::chrono::steady_clock::now() < end) {
    pthread_kill(writer.native_handle(), SIGUSR1);
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  stop = true;
  writer.join();
  written = true;
  reader.join();
  sigaction(SIGUSR1, &before, nullptr);

  EXPECT_EQ(received.wrong, 0U);
  EXPECT_GT(received.last_of[0], 0U);
  EXPECT_GT(received.last_of[1], 0U) << "no signal's record came through";
  EXPECT_EQ(received.samples + received.lost + memory[rb.at.lost], writes + interrupted.writes);
  EXPECT_EQ(memory[rb.at.nest], 0U);
  EXPECT_EQ(memory[rb.at.data_head], memory[rb.at.head]);
  EXPECT_EQ(memory[rb.at.data_tail], memory[rb.at.head]);
}

INSTANTIATE_TEST_SUITE_P(Readers, NativeRing, ::testing::Bool(), [](const auto& row) {
  return row.param ? "ATailForEachRecord" : "OneTailForAll";
});

}  // namespace
}  // namespace ringcheck
