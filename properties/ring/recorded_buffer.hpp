#pragma once
// RecordedBuffer: a perf buffer on plain memory, with its events, as recorded rows describe them.

#include <cstdint>
#include <string>
#include <vector>

#include "properties/core/fields.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// `value` seen from `base`, as a signed number.
constexpr std::int64_t relative(std::uint64_t value, std::uint64_t base) {
  return static_cast<std::int64_t>(value - base);
}

/// Memory with a perf buffer and its events' counters in it.
class RecordedBuffer {
 public:
  /// Makes the buffer, zeroed, with `defects`. Errors: RowError for more than 2^24 bytes.
  RingSetup make(std::uint64_t page_size, std::uint64_t nr_pages, std::int64_t watermark,
                 bool writable, DefectSet defects = {});
  /// Adds an event with counters of its own. Pre: make was called.
  PerfEvent& add_event(const PerfEvent& event);
  /// Adds the event that a row's list `ev` describes. Errors: RowError.
  void add_event(const Json& json, bool backward);
  /// Makes events write for the parents that the rows named. Errors: RowError.
  void link_events();
  /// Source: rb_toggle_paused.
  void pause(bool paused);

  std::uint64_t& word(std::uint64_t address) { return memory.at(address); }
  /// The eight bytes at stream offset `offset`, wherever they start.
  [[nodiscard]] std::uint64_t data_word(std::uint64_t offset) const;
  [[nodiscard]] std::uint8_t data_byte(std::uint64_t offset) const;
  void set_data_byte(std::uint64_t offset, std::uint8_t value);
  /// The data area, one byte to a word.
  [[nodiscard]] std::vector<std::uint64_t> data_bytes() const;

  PerfBuffer rb;
  std::vector<std::uint64_t> memory;
  std::vector<PerfEvent> events;

 private:
  std::vector<std::int64_t> parents_;  ///< of events, as indices; -1: none
};

}  // namespace ringcheck
