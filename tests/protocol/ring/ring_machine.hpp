#pragma once
// A perf buffer on a SequentialCpu, with a writer, interrupts and a reader, and a judge of what
// they did.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/perf_reader.hpp"

namespace ringcheck {

/// What happens at an interrupt point of a RingMachine.
struct Happening {
  std::uint64_t gap = 0;            ///< interrupt points to pass since the last happening
  bool reader = false;              ///< the reader polls; otherwise a nested writer writes
  std::uint64_t payload_words = 0;  ///< of the nested writer's record
};

/// One observation of a run.
struct Told {
  std::uint32_t kind{};
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
};

/// Runs protocol code at once. Happenings come at interrupt points, nested at most `kMaxDepth`
/// deep: writers as interrupts of the writer's CPU, and the reader as a CPU of its own.
class RingMachine {
  struct Tell {
    RingMachine* machine;
    void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                    std::uint64_t d) const {
      machine->told.push_back({kind, a, b, c, d});
    }
  };
  struct Interrupt {
    RingMachine* machine;
    template <class C>
    void operator()(C&) const {
      machine->at_point();
    }
  };
  using Machine = SequentialCpu<Tell, Interrupt>;
  Machine machine() { return Machine(memory, Tell{this}, Interrupt{this}); }

 public:
  static constexpr int kMaxDepth = 3;  ///< softirq, hardirq, NMI
  static constexpr PerfEvent kEvent = {.id = 77};

  explicit RingMachine(std::uint64_t data_words, DefectSet defects = {})
      : rb(PerfBuffer::make(0, data_words)), memory(PerfBufferCells::count(data_words)) {
    rb.defects = defects;
    rb.attempts = 1000;
  }

  void write(std::uint64_t payload_words) {
    ++writes;
    Machine cpu = machine();
    perf_output_sample(cpu, rb, Sample{++last_name, payload_words}, kEvent);
  }
  void poll(bool each = false) {
    if (reading_) return;
    reading_ = true;
    Machine cpu = machine();
    PerfReader<Machine> reader{tail_};
    if (each)
      perf_reader_poll_each(cpu, rb, reader);
    else
      perf_reader_poll(cpu, rb, reader);
    tail_ = reader.tail;
    reading_ = false;
  }
  void pause(bool paused) { memory[rb.at.paused] = paused ? 1 : 0; }
  /// Gives way at an interrupt point, as code between records does.
  void idle() { machine().interrupt_point(); }

  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return memory[address]; }

  PerfBuffer rb;
  std::vector<std::uint64_t> memory;
  std::vector<Told> told;
  std::vector<Happening> script;  ///< what is still to happen, the next one last
  std::uint64_t last_name = 0;
  std::uint64_t writes = 0;
  std::uint64_t points = 0;  ///< interrupt points passed

 private:
  void at_point() {
    ++points;
    if (script.empty() || depth_ == kMaxDepth) return;
    if (script.back().gap-- > 0) return;
    const Happening now = script.back();
    script.pop_back();
    ++depth_;
    if (now.reader)
      poll();
    else
      write(now.payload_words);
    --depth_;
  }

  int depth_ = 0;
  bool reading_ = false;
  std::uint64_t tail_ = 0;
};

/// What is wrong with a run, by invariant; empty when nothing is. Pre: no writer is active.
/// With `drained`, the reader has polled once more after the last write.
inline std::string judge(const RingMachine& machine, bool drained) {
  std::map<std::uint64_t, std::uint64_t> stream;    // offset -> word stored there
  std::map<std::uint64_t, std::uint64_t> reserved;  // offset -> size
  std::map<std::uint64_t, std::uint64_t> open;      // reserved and not finished
  std::map<std::uint64_t, std::uint64_t> written;   // offset -> size of a record
  std::uint64_t lost = 0;
  std::uint64_t reported = 0;
  std::uint64_t last_head = 0;
  std::uint64_t last_tail = 0;
  std::uint64_t consumed = 0;
  const std::uint64_t size = machine.rb.data_size;
  for (const Told& t : machine.told) {
    const std::string at = " at offset " + std::to_string(t.a);
    switch (t.kind) {
      case said::Refused<>::kKind:
        ++lost;
        // A head that is read before the tail may be after it: then the test says nothing.
        if (t.a == std::uint64_t(RefusedFor::no_space) && t.c <= t.b && t.d + (t.b - t.c) < size)
          return "I-07: refused what fits" + at;
        break;
      case said::Reserved<>::kKind:
        if (!reserved.emplace(t.a, t.b).second) return "I-05: reserved twice" + at;
        open[t.a] = t.b;
        if (t.b + (t.a - t.c) >= size) return "I-07: reserved what does not fit" + at;
        break;
      case said::Finished<>::kKind:
        open.erase(t.a);
        break;
      case said::WordStored<>::kKind:
        stream[t.a] = t.b;
        break;
      case said::LostReported<>::kKind:
        reported += t.b;
        break;
      case said::RecordWritten<>::kKind:
        if (t.b % kWordBytes != 0 || header_size(stream[t.a]) != t.b) return "I-12: bad size" + at;
        written[t.a] = t.b;
        break;
      case said::HeadStored<>::kKind:
        if (t.a < last_head || t.a - last_head >= size) return "I-02: head moved wrongly";
        if (!open.empty() && open.begin()->first < t.a) return "I-03: incomplete record published";
        last_head = t.a;
        break;
      case said::WordLoaded<>::kKind:
        if (stream.find(t.a) == stream.end()) return "I-01: read before it was stored" + at;
        if (stream[t.a] != t.b) return "I-01: read something else" + at;
        break;
      case said::BadRecord<>::kKind:
        return "I-12: reader lost the framing" + at;
      case said::FellBehind<>::kKind:
        return "I-06: reader was overrun";
      case said::Consumed<>::kKind:
        if (t.a != consumed) return "I-15: not the next record" + at;
        if (written[t.a] != t.b) return "I-15: not a record" + at;
        consumed = t.a + t.b;
        break;
      case said::TailStored<>::kKind:
        if (t.a < last_tail || t.a > last_head) return "I-14: tail moved wrongly";
        if (t.a > consumed) return "I-14: tail beyond what was read";
        last_tail = t.a;
        break;
      default:
        break;
    }
  }
  std::uint64_t next = 0;
  for (const auto& [offset, bytes] : reserved) {
    if (offset != next) return "I-05: reservations do not tile the stream";
    next = offset + bytes;
  }
  if (machine.word(machine.rb.at.head) != next) return "I-05: write position is not the sum";
  if (machine.word(machine.rb.at.nest) != 0) return "I-08: nest count left";
  if (machine.word(machine.rb.at.data_head) != next) return "I-04: records left unpublished";
  if (reported + machine.word(machine.rb.at.lost) != lost) return "I-10: losses do not add up";
  if (drained && consumed != next) return "I-15: records left unread";
  std::uint64_t samples = 0;
  for (const auto& [offset, bytes] : written)
    if (header_type(stream[offset]) == kRecordSample) ++samples;
  if (samples + lost != machine.writes) return "I-10: written and lost are not what was asked for";
  return {};
}

}  // namespace ringcheck
