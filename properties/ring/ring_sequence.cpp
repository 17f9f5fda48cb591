// The specification's buffer on a SequentialCpu, driven by a RingCase and watched by a RingOracle.
// Tested by tests/properties/ring/ring_sequence_test.cpp.
#include "properties/ring/ring_sequence.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <optional>
#include <stdexcept>

#include "properties/core/step_bound.hpp"
#include "properties/ring/recorded_buffer.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/perf_reader.hpp"

namespace ringcheck {

namespace {

/// Steps of a case: more than the largest buffers and longest records take.
constexpr std::uint64_t kMostSteps = 100'000'000;

/// A reader took more accesses than any reading of the buffer can.
class NeverEnds : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The buffer of a case, set up.
RecordedBuffer make_buffer(const RingShape& shape, DefectSet defects) {
  RecordedBuffer buffer;
  buffer.make(shape.page_words * kWordBytes, shape.pages,
              static_cast<std::int64_t>(shape.watermark), !shape.backward, defects);
  PerfBuffer& rb = buffer.rb;
  rb.wakeup_stamp = shape.stamp;
  rb.lost_taken_first = shape.lost_taken_first;
  if (shape.wakeup_events != 0) {
    rb.events = buffer.memory.size();
    buffer.memory.push_back(shape.counted);
  }
  PerfEvent event;
  event.id = event.primary_id = 7;
  for (std::size_t i = 0; i < kSampleIdFields.size(); ++i)
    if ((shape.id_fields >> i & 1U) != 0) event.sample_type |= kSampleIdFields.at(i);
  event.pid = 11;
  event.tid = 12;
  event.cpu = 3;
  event.time = 1'000'000'007;
  event.sample_id_all = shape.sample_id_all;
  event.write_backward = shape.backward;
  event.wakeup_events = shape.wakeup_events;
  buffer.events.reserve(2);
  buffer.add_event(event);
  event.id = 8;
  event.pid = 13;
  event.tid = 14;
  event.time = 2'000'000'011;
  buffer.add_event(event).parent = buffer.events.data();
  for (const std::uint64_t cell : {rb.at.head, rb.at.data_head, rb.at.data_tail})
    buffer.word(cell) = shape.start;
  buffer.word(rb.at.wakeup) =
      shape.width.unsigned_long(shape.backward ? 0 - shape.start : shape.start);
  rb.width = rb.reader_width = shape.width;
  if (shape.width.narrow) {
    rb.data_head_high = buffer.memory.size();
    rb.data_tail_high = buffer.memory.size() + 1;
    buffer.memory.resize(buffer.memory.size() + 2);
  }
  buffer.word(rb.at.lost) = shape.lost;
  return buffer;
}

/// The sample id of the first event, field by field as perf_event_open(2) lists them.
std::vector<std::uint64_t> sample_id_of(std::uint64_t fields) {
  constexpr std::array<std::uint64_t, 6> kWords = {(12ULL << 32U) + 11, 1'000'000'007, 7, 7, 3, 7};
  std::vector<std::uint64_t> words;
  for (std::size_t i = 0; i < kWords.size(); ++i)
    if ((fields >> i & 1U) != 0) words.push_back(kWords.at(i));
  return words;
}

class RingMachine {
  struct AtPoint {
    RingMachine* machine;
    template <class C>
    void operator()(C&) const {}
    template <class C>
    void operator()(C&, WriterPoint point) const {
      machine->come_by(point);
    }
  };
  struct WhileReading {
    RingMachine* machine;
    template <class C>
    void operator()(C&) const {
      machine->before_access();
    }
  };
  struct Listen {
    RingMachine* machine;
    void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                    std::uint64_t) const {
      machine->told(kind, a, b, c);
    }
  };
  using WriterCpu = SequentialCpu<IgnoreObservations, AtPoint>;
  using ReaderCpu = SequentialCpu<Listen, WhileReading>;

 public:
  RingMachine(const RingShape& shape, DefectSet defects)
      : buffer_(make_buffer(shape, defects)),
        oracle_(buffer_.rb, buffer_.memory, buffer_.events,
                shape.sample_id_all ? sample_id_of(shape.id_fields) : std::vector<std::uint64_t>()),
        tail_(shape.start) {
    map_.prev = shape.start;
    map_.overwrite = shape.backward;
  }

  void take(const RingStep& step) {
    meanwhile_ = step.meanwhile;
    switch (step.op) {
      case RingStep::Op::write:
        write(step.writer);
        break;
      case RingStep::Op::poll:
      case RingStep::Op::poll_each:
        poll(step.op == RingStep::Op::poll_each);
        break;
      case RingStep::Op::snapshot:
        snapshot();
        break;
      case RingStep::Op::pause:
        pause();
        break;
      case RingStep::Op::resume:
        resume();
        break;
      case RingStep::Op::reopen: {
        SequentialCpu<> cpu(buffer_.memory);
        tail_ = perf_reader_start(cpu, rb());
        break;
      }
      case RingStep::Op::corrupt:
        corrupt(step.value);
        break;
      case RingStep::Op::tail:
        buffer_.word(rb().at.data_tail) += step.value;
        oracle_.tail_is_hostile();
        break;
    }
    meanwhile_.clear();
    oracle_.quiet();
  }

  [[nodiscard]] RingOracle& oracle() { return oracle_; }

 private:
  /// A writer that has entered and not left.
  struct Active {
    const RingWriter* writer;
    std::uint64_t number;
    std::array<std::uint64_t, kWriterPointCount> passed{};
    bool interrupted = false;
  };

  [[nodiscard]] const PerfBuffer& rb() const { return buffer_.rb; }
  ReaderCpu reader_cpu() { return ReaderCpu(buffer_.memory, Listen{this}, WhileReading{this}); }

  void write(const RingWriter& writer) {
    const std::uint64_t name = ++last_name_;
    active_.push_back({&writer, oracle_.writer_comes(name, writer.payload_words)});
    WriterCpu cpu(buffer_.memory, {}, AtPoint{this});
    perf_output_sample(cpu, rb(), Sample{name, writer.payload_words}, buffer_.events[writer.event]);
    const Active gone = active_.back();
    active_.pop_back();
    oracle_.writer_left(gone.number, gone.interrupted);
  }

  /// The innermost writer passes `point`: runs what interrupts it there.
  void come_by(WriterPoint point) {
    oracle_.look();
    const std::size_t at = active_.size() - 1;
    const std::uint64_t number = active_[at].number;
    if (point == WriterPoint::reserved) {
      oracle_.writer_reserved(number);
      judge_place(buffer_.word(rb().at.head));
    }
    if (point == WriterPoint::put_handle && oracle_.has_reserved(number))
      oracle_.writer_is_done(number);
    const std::uint64_t occurrence = active_[at].passed[static_cast<std::size_t>(point)]++;
    for (const RingInterrupt& interrupt : active_[at].writer->interrupts) {
      if (interrupt.point != point || interrupt.occurrence != occurrence) continue;
      active_[at].interrupted = true;
      if (interrupt.reader)
        poll(false);
      else
        write(interrupt.writer);
    }
  }

  /// The place of a position is in an existing page, at the word of that position.
  void judge_place(std::uint64_t position) {
    const std::uint64_t pages = rb().data_size / rb().page_size;
    // Offsets within pages are taken by masks, and mmap grants only powers of two of pages.
    if (!std::has_single_bit(pages)) return;
    const PerfOutputPlace place = output_place(rb(), position);
    const std::uint64_t byte = place.page * rb().page_size + place.offset;
    if (place.page >= pages || place.offset + place.room != rb().page_size ||
        rb().at.data + byte / kWordBytes != rb().data_word(position))
      oracle_.violate("I-39", fmt::format("offset {} is taken to be {} bytes into page {}",
                                          position, place.offset, place.page));
  }

  void poll(bool each) {
    if (reading_ || map_.overwrite) return;
    start_reading();
    ReaderCpu cpu = reader_cpu();
    PerfReader<ReaderCpu> reader{tail_};
    oracle_.reader_polls_freely();
    one_head_ = !each;
    if (each)
      perf_reader_poll_each(cpu, rb(), reader);
    else
      perf_reader_poll(cpu, rb(), reader);
    tail_ = reader.tail;
    reading_ = false;
  }

  void snapshot() {
    const bool was_paused = buffer_.word(rb().at.paused) != 0;
    pause();
    start_reading();
    ReaderCpu cpu = reader_cpu();
    std::vector<RingRecord> records;
    const std::uint64_t head = buffer_.word(rb().at.data_head);
    if (perf_mmap_read_init(cpu, rb(), map_) == 0) {
      PerfRecord<ReaderCpu> record;
      while (perf_mmap_read_event(cpu, rb(), map_, record)) {
        RingRecord& read = records.emplace_back();
        read.offset = rb().width.unsigned_long(record.offset);
        perf_record_use(cpu, rb(), record, [&](std::uint64_t word) { read.words.push_back(word); });
      }
      perf_mmap_read_done(cpu, rb(), map_);
    }
    reading_ = false;
    oracle_.reader_snapshot(head, records);
    if (!was_paused) resume();
  }

  void pause() {
    if (buffer_.word(rb().at.paused) == 0) oracle_.paused();
    buffer_.pause(true);
  }
  void resume() {
    oracle_.resuming();
    buffer_.pause(false);
  }

  void corrupt(std::uint64_t size) {
    if (!oracle_.has_next()) return;
    const bool paused = buffer_.word(rb().at.paused) != 0;
    oracle_.resuming();
    std::uint64_t& header = buffer_.word(rb().data_word(oracle_.next()));
    header = header_word(header_type(header), header_misc(header), size);
    oracle_.header_is_corrupt();
    if (paused) oracle_.paused();
  }

  void start_reading() {
    reading_ = true;
    accesses_ = 0;
  }

  /// The reader is about to load or store: runs the writers that come before that.
  void before_access() {
    if (!reading_) return;
    if (active_.empty()) {
      const std::uint64_t now = accesses_;
      for (const RingMeanwhile& meanwhile : meanwhile_)
        if (meanwhile.access == now) write(meanwhile.writer);
    }
    // One reading loads each word at most a few times.
    if (++accesses_ > 16 * (buffer_.memory.size() + 64)) throw NeverEnds("the reader never ends");
  }

  void told(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t header) {
    switch (kind) {
      case said::HeadLoaded<>::kKind:
        if (one_head_) oracle_.reader_polls_to(a);
        one_head_ = false;
        break;
      case said::WordLoaded<>::kKind:
        oracle_.reader_loaded(a, b);
        break;
      case said::Consumed<>::kKind:
        if (!map_.overwrite) consumed(a, b, header);
        break;
      case said::TailStored<>::kKind:
        oracle_.reader_stored_tail(a);
        if (fell_to_ && *fell_to_ != a)
          oracle_.violate("I-14", "a reader that fell behind does not go on at the head");
        break;
      case said::FellBehind<>::kKind:
        oracle_.reader_fell_behind();
        fell_to_ = a;
        return;
      default:
        break;
    }
    fell_to_.reset();
  }

  void consumed(std::uint64_t offset, std::uint64_t size, std::uint64_t header) {
    SequentialCpu<> cpu(buffer_.memory);
    if (header_type(header) == kRecordLost)
      oracle_.reader_counted_lost(offset, perf_record_lost(cpu, rb(), offset));
    oracle_.reader_consumed(offset, size);
  }

  RecordedBuffer buffer_;
  RingOracle oracle_;
  std::uint64_t tail_;  ///< the reader's own
  PerfMmap<ReaderCpu> map_;
  std::vector<Active> active_;
  std::vector<RingMeanwhile> meanwhile_;
  std::uint64_t accesses_ = 0;
  bool reading_ = false;
  std::optional<std::uint64_t> fell_to_;  ///< the head, after falling behind and before the tail
  bool one_head_ = false;                 ///< the next load of the head is the only one of a poll
  std::uint64_t last_name_ = 0;
};

/// Runs a case to its end, or to whatever ends it early.
void run_to_end(RingMachine& machine, const RingCase& ring_case) {
  const StepBound bound(kMostSteps);
  try {
    for (const RingStep& step : ring_case.steps) machine.take(step);
  } catch (const std::out_of_range&) {
    machine.oracle().violate("I-39", "an access outside the buffer");
  } catch (const LoopBoundReached& reached) {
    machine.oracle().violate("I-04", reached.what());
  } catch (const NeverEnds& what) {
    machine.oracle().violate(ring_case.shape.backward ? "I-19" : "I-12", what.what());
  } catch (const std::exception& error) {
    machine.oracle().violate("I-107", error.what());
  }
}

}  // namespace

std::vector<RingViolation> run_ring_case(const RingCase& ring_case, DefectSet defects) {
  RingMachine machine(ring_case.shape, defects);
  run_to_end(machine, ring_case);
  return machine.oracle().violations();
}

RingClasses classes_of(const RingCase& ring_case) {
  RingMachine machine(ring_case.shape, {});
  run_to_end(machine, ring_case);
  return machine.oracle().classes();
}

}  // namespace ringcheck
