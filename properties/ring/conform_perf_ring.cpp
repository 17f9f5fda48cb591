// perf_ring: writers, with all that interrupts them at named points, on the kernel's own functions.
// A row says which interrupt comes where. The specification runs the same, and must have every
// return, record and state that the row logs.
// Source: kernel/events/ring_buffer.c __perf_output_begin, perf_output_end and what they call.
// Tested by tests/properties/core/conform_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "properties/ring/recorded_buffer.hpp"

namespace ringcheck {
namespace {

/// A writer as a row describes it, with the writers that interrupt it.
struct Writer {
  struct Interrupt {
    WriterPoint point;
    std::uint64_t occurrence;
    std::uint64_t writer;  ///< index into RingRow::writers
  };
  std::uint64_t name = 0;
  std::uint64_t event = 0;
  std::uint64_t size = 0;
  std::vector<std::int64_t> pieces;  ///< bytes to copy; negative: to leave as they are
  std::vector<Interrupt> interrupts;

  /// Byte `i` of what it writes: a header, if there is room for one, and bytes that name it.
  [[nodiscard]] std::uint8_t payload(std::uint64_t i) const {
    if (size >= kWordBytes && i < kWordBytes)
      return static_cast<std::uint8_t>(header_word(kRecordSample, name, size) >> (i * 8));
    return static_cast<std::uint8_t>(name * 7 + i * 3 + 1);
  }
};

WriterPoint point_of(const Json& json, const std::string& where) {
  const std::string name = text_of(json, where);
  const auto found = std::ranges::find(kWriterPointNames, name);
  if (found == kWriterPointNames.end())
    throw RowError(fmt::format("{}: saw \"{}\", expected one of {}", where, name,
                               fmt::join(kWriterPointNames, ", ")));
  return static_cast<WriterPoint>(found - kWriterPointNames.begin());
}

/// Reads writers, including those that interrupt them.
class WriterReader {
 public:
  explicit WriterReader(std::uint64_t events) : events_(events) {}

  /// Returns the index of the writer.
  std::uint64_t read(const Json& json, const std::string& where) {
    Fields fields(json, where);
    Writer writer;
    writer.name = fields.number("w", UINT16_MAX);
    if (!names_.insert(writer.name).second)
      throw RowError(fmt::format("{}: writer {} comes twice, expected once", where, writer.name));
    writer.event = fields.number("ev", events_ - 1);
    writer.size = fields.number("sz", UINT32_MAX / 2);
    std::uint64_t sum = 0;
    for (const Json& piece : fields.array("p")) {
      writer.pieces.push_back(signed_of(piece, fields.place("p")));
      sum += static_cast<std::uint64_t>(std::abs(writer.pieces.back()));
    }
    if (sum > writer.size)
      throw RowError(fmt::format("{}: {} bytes in pieces, expected at most \"sz\" {}", where, sum,
                                 writer.size));
    if (fields.has("n"))
      for (const Json& interrupt : fields.array("n")) {
        const std::string place = fields.place("n");
        array_of(interrupt, place, 3);
        const WriterPoint point = point_of(interrupt[0], place);
        const std::uint64_t occurrence = unsigned_of(interrupt[1], place);
        writer.interrupts.push_back({point, occurrence, read(interrupt[2], place)});
      }
    fields.finish();
    writers.push_back(std::move(writer));
    return writers.size() - 1;
  }

  std::vector<Writer> writers;

 private:
  std::uint64_t events_;
  std::set<std::uint64_t> names_;
};

/// Runs the writers of a row on the specification.
class RingRow {
  /// A writer that has entered and not left.
  struct Active {
    std::uint64_t writer;
    std::array<std::uint64_t, kWriterPointCount> passed{};
  };
  struct AtPoint {
    RingRow* row;
    template <class C>
    void operator()(C&) const {}
    template <class C>
    void operator()(C& cpu, WriterPoint point) const {
      row->come_by(cpu, point);
    }
  };
  using Machine = SequentialCpu<IgnoreObservations, AtPoint>;

 public:
  explicit RingRow(const Json& row) : fields_(row, "row"), expect_(row) {}

  std::optional<Difference> check() {
    set_up();
    const Json& steps = fields_.array("steps");
    expect_.each_step(steps, [&](const Json& recorded, std::size_t i) {
      step(recorded, fmt::format("step {}", i));
    });
    finish();
    return expect_.first();
  }

 private:
  void set_up() {
    fields_.number("q");
    const std::uint64_t page_shift = fields_.number("page_shift", 20);
    const std::uint64_t nr_pages = fields_.number("nr_pages", 1U << 16U);
    if ((nr_pages & (nr_pages - 1)) != 0)
      throw RowError(fields_.place("nr_pages") + ": expected 0 or a power of two");
    const bool backward = fields_.flag("backward");
    const bool overwrite = fields_.flag("overwrite");
    const RingSetup setup =
        buffer_.make(std::uint64_t{1} << page_shift, nr_pages,
                     static_cast<std::int64_t>(fields_.number("wm_arg", INT64_MAX)), !overwrite);
    buffer_.rb.whole_words = false;
    expect_.same("wm", fields_.number("wm"), setup.watermark);
    for (const Json& event : fields_.array("ev")) buffer_.add_event(event, backward);
    if (buffer_.events.empty())
      throw RowError(fields_.place("ev") + ": saw no event, expected those of the writers");
    buffer_.link_events();
    head0_ = fields_.number("head0");
    wake0_ = fields_.number("wake0");
    PerfBufferCells& at = buffer_.rb.at;
    buffer_.word(at.head) = head0_;
    buffer_.word(at.data_head) = head0_;
    buffer_.word(at.data_tail) = fields_.number("tail0");
    buffer_.word(at.wakeup) = wake0_;
    buffer_.word(at.lost) = fields_.number("lost0");
    const bool paused = fields_.flag("paused");
    if (setup.paused && !paused)
      throw RowError(fields_.place("paused") + ": saw 0, expected 1 of a buffer without pages");
    buffer_.word(at.paused) = paused ? 1 : 0;
  }

  void step(const Json& json, const std::string& where) {
    Fields fields(json, where);
    const std::string op = fields.text("op");
    const PerfBufferCells& at = buffer_.rb.at;
    if (op == "tail") {
      buffer_.word(at.data_tail) = head0_ + fields.wrapping("v");
    } else if (op == "pause") {
      buffer_.pause(fields.flag("v"));
      expect_.same("paused", fields.number("paused", 1), buffer_.word(at.paused));
    } else if (op == "poll") {
      Machine cpu(buffer_.memory, {}, AtPoint{this});
      expect_.same("poll", fields.number("was"), perf_poll(cpu, buffer_.rb));
    } else if (op == "w") {
      write(fields, where);
    } else {
      throw RowError(
          fmt::format("{}: saw \"{}\", expected w, tail, pause or poll", fields.place("op"), op));
    }
    fields.finish();
  }

  void write(Fields& fields, const std::string& where) {
    WriterReader reader(buffer_.events.size());
    const std::uint64_t top = reader.read(fields.any("x"), where);
    writers_ = std::move(reader.writers);
    log_ = &numbers_of(fields.array("log"), fields.place("log"));
    logged_ = 0;
    run(top);
    if (logged_ < log_->size())
      expect_.same(fmt::format("log entry {}", logged_), (*log_)[logged_], nullptr);
    expect_.same("crc of the data area", fields.number("crc", UINT32_MAX),
                 crc_of(buffer_.data_bytes()));
    std::vector<std::uint64_t> lost;
    for (const PerfEvent& event : buffer_.events)
      lost.push_back(buffer_.word(event.at->lost_samples));
    expect_.same("lost samples of the events", numbers_of(fields.array("ls"), fields.place("ls")),
                 lost);
  }

  /// Runs writer `index` with all that interrupts it.
  void run(std::uint64_t index) {
    const Writer& writer = writers_[index];
    active_.push_back({index, {}});
    Machine cpu(buffer_.memory, {}, AtPoint{this});
    PerfOutputHandle<Machine> handle;
    const PerfEvent& event = buffer_.events[writer.event];
    const bool begun = perf_output_begin(cpu, buffer_.rb, handle, writer.size, event);
    log_begin(writer, handle, begun);
    if (begun) {
      std::uint64_t done = 0;
      for (const std::int64_t piece : writer.pieces) {
        ringcheck::come_by(cpu, WriterPoint::copy);
        const auto size = static_cast<std::uint64_t>(std::abs(piece));
        const auto byte = [&](std::uint64_t i) { return writer.payload(done + i); };
        if (piece < 0)
          perf_output_skip(handle, size);
        else
          perf_output_copy(cpu, buffer_.rb, handle, byte, size);
        done += size;
      }
      ringcheck::come_by(cpu, WriterPoint::copy);
      perf_output_end(cpu, buffer_.rb, handle);
    }
    active_.pop_back();
    if (begun) log(Json{"e", writer.name});
  }

  /// The innermost writer passes `point`: runs what interrupts it there.
  void come_by(Machine&, WriterPoint point) {
    Active& active = active_.back();
    const Writer& writer = writers_[active.writer];
    const std::uint64_t occurrence = active.passed[static_cast<std::size_t>(point)]++;
    for (const Writer::Interrupt& interrupt : writer.interrupts)
      if (interrupt.point == point && interrupt.occurrence == occurrence) run(interrupt.writer);
  }

  void log_begin(const Writer& writer, const PerfOutputHandle<Machine>& handle, bool begun) {
    Json entry = {"b", writer.name, begun ? 0 : kNoSpace, -1, -1, -1, 0};
    if (begun) {
      const PerfOutputPlace place = output_place(buffer_.rb, handle.next);
      entry[3] = place.page;
      entry[4] = place.offset;
      entry[5] = place.room;
      if (handle.next != handle.start)
        entry[6] = {relative(handle.start, head0_), header_size(buffer_.data_word(handle.start)),
                    handle.next - handle.start, buffer_.data_word(handle.start + kWordBytes),
                    buffer_.data_word(handle.start + 2 * kWordBytes)};
    }
    log(std::move(entry));
  }

  /// Adds the state to `entry` and compares it with the next entry of the row's log.
  void log(Json entry) {
    const PerfBufferCells& at = buffer_.rb.at;
    entry.push_back(relative(buffer_.word(at.head), head0_));
    entry.push_back(relative(buffer_.word(at.data_head), head0_));
    entry.push_back(buffer_.word(at.nest));
    entry.push_back(buffer_.word(at.lost));
    entry.push_back(relative(buffer_.word(at.wakeup), wake0_));
    entry.push_back(buffer_.word(at.poll));
    std::uint64_t queued = 0;
    for (const PerfEvent& event : buffer_.events) queued += buffer_.word(event.at->pending_irq);
    entry.push_back(queued);
    const Json& recorded = logged_ < log_->size() ? (*log_)[logged_] : Json();
    expect_.same(fmt::format("log entry {}", logged_), recorded, entry);
    ++logged_;
  }

  void finish() {
    std::vector<std::uint64_t> pending;
    for (const PerfEvent& event : buffer_.events)
      pending.push_back(buffer_.word(event.at->pending_wakeup));
    expect_.same("pending wakeups of the events",
                 numbers_of(fields_.array("pending_wakeup"), fields_.place("pending_wakeup")),
                 pending);
    expect_.same("data area", fields_.text("mem"), hex_of(buffer_.data_bytes()));
    fields_.finish();
  }

  static constexpr int kNoSpace = -28;  ///< -ENOSPC

  Fields fields_;
  Expect expect_;
  RecordedBuffer buffer_;
  std::uint64_t head0_ = 0, wake0_ = 0;
  std::vector<Writer> writers_;  ///< of the step
  const Json* log_ = nullptr;    ///< of the step
  std::size_t logged_ = 0;
  std::vector<Active> active_;
};

std::optional<Difference> check(const Json& row) {
  return RingRow(row).check();
}

}  // namespace

extern const ConformSet kPerfRingSet;
const ConformSet kPerfRingSet = {"perf_ring", "writers, with interrupts at named points", check};

}  // namespace ringcheck
