// record-placement: a task writes records, and an interrupt writes one in the middle of one of
// them. While a writer is in a buffer it stays on its CPU. When it has left, it can be moved again,
// nobody is counted in the buffer any more, and the reader is told of all that was written.
// Source: kernel/events/ring_buffer.c perf_output_get_handle, perf_output_put_handle.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-08", "I-09"};
constexpr std::array kSetup = {
    Dial{"payload in words", 0, 3}, Dial{"interrupt before access", 0, 60},
    Dial{"payload of its record", 0, 2}, Dial{"paused", 0, 1}, Dial{"words unread", 0, 8}};
constexpr std::uint64_t kWords = 8;

/// Memory on which a writer enters and leaves a buffer.
template <class Interrupts>
class PlacedWriter : public SequentialCpu<IgnoreObservations, Interrupts> {
 public:
  using Plain = SequentialCpu<IgnoreObservations, Interrupts>;
  using Value = typename Plain::Value;
  PlacedWriter(std::span<std::uint64_t> memory, Interrupts interrupts, std::uint64_t nest)
      : Plain(memory, {}, interrupts), nest_(nest) {}

  void preempt_disable() { ++disabled_; }
  void preempt_enable() { --disabled_; }
  void store(Value address, Value value) {
    look(address);
    Plain::store(address, value);
  }
  void write_once(Value address, Value value) {
    look(address);
    Plain::write_once(address, value);
  }
  /// How many times preemption is disabled.
  [[nodiscard]] std::int64_t disabled() const { return disabled_; }
  /// The writer reached the buffer's count of writers while it could be moved.
  [[nodiscard]] bool could_move() const { return could_move_; }

 private:
  void look(Value address) { could_move_ = could_move_ || (address == nest_ && disabled_ <= 0); }

  std::uint64_t nest_;
  std::int64_t disabled_ = 0;
  bool could_move_ = false;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t cells = PerfBufferCells::count(kWords);
  std::vector<std::uint64_t> memory(cells + PerfEventCells::kNames.size());
  PerfBuffer rb = PerfBuffer::make(0, kWords);
  rb.defects = defects;
  PerfEvent event;
  event.at = PerfEventCells::at(cells);
  memory[rb.at.paused] = example.setup[3];
  // What the reader has not taken.
  for (const std::uint64_t position : {rb.at.head, rb.at.data_head})
    memory[position] = kWords * kWordBytes;
  memory[rb.at.data_tail] = (kWords - example.setup[4]) * kWordBytes;
  const auto judge_left = [&](const auto& writer, std::uint64_t nest) {
    judge.require(!writer.could_move(), "I-09", "a writer could be moved while it is in a buffer");
    judge.require(writer.disabled() == 0, "I-08",
                  "a writer that has left a buffer cannot be moved any more, or could not stay");
    judge.require(memory[rb.at.nest] == nest, "I-08", "a writer is counted that has left");
  };
  const auto nested = [&](auto&) {
    const std::uint64_t nest = memory[rb.at.nest];
    PlacedWriter<NoInterrupts> writer(memory, {}, rb.at.nest);
    perf_output_sample(writer, rb, Sample{2, example.setup[2]}, event);
    judge_left(writer, nest);
  };
  using Nested = InterruptOnce<decltype(nested)>;
  std::uint64_t left = example.setup[1];
  PlacedWriter<Nested> writer(memory, Nested(&left, nested), rb.at.nest);
  for (std::uint64_t i = 0; i < 2; ++i) {
    perf_output_sample(writer, rb, Sample{i, example.setup[0]}, event);
    judge_left(writer, 0);
    judge.require(memory[rb.at.data_head] == memory[rb.at.head], "I-08",
                  "the outermost writer leaves records that the reader is not told of");
  }
}

}  // namespace

const AuxSequence kRecordPlacement = {"record-placement",
                                      "a task writes records, and an interrupt one in the middle",
                                      kProperties,
                                      kSetup,
                                      {},
                                      true,
                                      run};

}  // namespace ringcheck
