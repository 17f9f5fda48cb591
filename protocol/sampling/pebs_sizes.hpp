#pragma once
// Adaptive PEBS: records have the groups of fields that the events of a CPU ask for together, so
// that their size changes when an event comes.
//
// The driver keeps one size and goes through its buffer by it. Linux 6.1 sets the size when an
// event is added, and the CPU's configuration when it is enabled. Records that are in the buffer
// then have the size of before.
//
// Source: arch/x86/events/intel/ds.c pebs_update_state, adaptive_pebs_record_size_update,
// intel_pmu_pebs_enable, intel_pmu_drain_pebs_icl, get_next_pebs_record_by_bit; the repair is
// that of Linux 6.12. Deviations: a record is its size, a number, the counter's bit, and
// words of fields; events stay. Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <vector>

namespace ringcheck {

/// When the buffer is emptied.
enum class PebsResized : std::uint8_t {
  as_it_is,  ///< Linux 6.1: not before the next interrupt or change of task
  drained,   ///< before the size changes
};

/// Words of a record without any group: struct pebs_basic has as many.
inline constexpr std::uint64_t kPebsBasicWords = 4;

/// The buffer of a CPU.
struct PebsBuffer {
  PebsResized resized = PebsResized::as_it_is;
  std::uint64_t record_words = kPebsBasicWords;   ///< cpuc->pebs_record_size
  std::uint64_t written_words = kPebsBasicWords;  ///< as MSR_PEBS_DATA_CFG makes them
  std::vector<std::uint64_t> words;               ///< up to ds->pebs_index

  /// The CPU writes a record of counter `counter`.
  void write(std::uint64_t counter, std::uint64_t number) {
    const std::size_t at = words.size();
    // Fields look like anything, statuses of any counter among them.
    words.resize(at + written_words, ~std::uint64_t{0});
    words[at] = written_words;
    words[at + 1] = number;
    words[at + 2] = std::uint64_t{1} << counter;
    words[at + 3] = 0;
  }
};

/// Rewrites the buffer into samples, by `sample(counter, number)`, of `counters` counters.
/// Source: intel_pmu_drain_pebs_icl.
template <class Sample>
void drain_pebs_sizes(PebsBuffer& pebs, std::uint64_t counters, Sample&& sample) {
  const std::vector<std::uint64_t> words = pebs.words;
  pebs.words.clear();
  for (std::uint64_t counter = 0; counter < counters; ++counter)
    for (std::size_t at = 0; at + kPebsBasicWords <= words.size(); at += pebs.record_words)
      if ((words[at + 2] >> counter & 1U) != 0) sample(counter, words[at + 1]);
}

/// An event comes whose records have `groups` words more than the basic ones. The size never
/// shrinks. Source: pebs_update_state, intel_pmu_pebs_enable.
template <class Sample>
void add_pebs_event(PebsBuffer& pebs, std::uint64_t counters, std::uint64_t groups,
                    Sample&& sample) {
  const std::uint64_t words = kPebsBasicWords + groups;
  if (words <= pebs.record_words) return;
  if (pebs.resized == PebsResized::drained) drain_pebs_sizes(pebs, counters, sample);
  pebs.record_words = words;
  pebs.written_words = words;
}

}  // namespace ringcheck
