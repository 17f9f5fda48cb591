#pragma once
// SampleRing: a data ring on plain memory, for writing and reading samples of any fields.

#include <vector>

#include "properties/core/record_header.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/record/perf_sample_output.hpp"
#include "protocol/record/perf_sample_parse.hpp"
#include "protocol/sampling/lost_samples.hpp"

namespace ringcheck {

/// Index of a field in SampleData::words. Pre: the field is one of kSampleFields.
constexpr std::size_t sample_word(std::uint64_t field) {
  std::size_t index = 0;
  while (kSampleFields.at(index) != field) ++index;
  return index;
}

/// The ring. It is as large as a case needs: nothing is lost for want of space.
class SampleRing {
 public:
  /// A record that was read: a sample, or how many samples were lost.
  struct Record {
    bool whole = true;        ///< its fields end where it ends, and its header says nothing else
    bool tells_lost = false;  ///< it is of lost samples
    std::uint64_t lost = 0;
    std::vector<std::uint64_t> sample_id;  ///< words after the number of lost samples
    SampleData sample;
  };

  SampleRing(const SampleAttr& attr, std::uint64_t words, DefectSet defects)
      : attr_(attr), rb_(PerfBuffer::make(0, words)), memory_(PerfBufferCells::count(words)) {
    rb_.defects = defects;
  }
  void write(const PerfEvent& event, const SampleData& data) {
    SequentialCpu<> cpu(memory_);
    perf_event_output(cpu, rb_, attr_, data, event, SampleSizes::as_counted);
  }
  void tell_lost(const PerfEvent& event, std::uint64_t lost) {
    SequentialCpu<> cpu(memory_);
    perf_log_lost_samples(cpu, rb_, event, lost);
  }
  /// Records that were refused for want of space.
  [[nodiscard]] std::uint64_t refused() const { return memory_[rb_.at.lost]; }
  /// Everything that was written since the last time.
  std::vector<Record> read() {
    std::vector<Record> records;
    while (tail_ != memory_[rb_.at.data_head]) {
      const auto word = [&](std::uint64_t i) {
        return memory_[rb_.data_word(tail_ + i * kWordBytes)];
      };
      const std::uint64_t size = record_header(word(0)).size;
      Record& record = records.emplace_back();
      if (record_header(word(0)).type == kLostSamples) {
        record.tells_lost = true;
        record.whole = record_header(word(0)).misc == 0 && size >= 2 * kWordBytes;
        record.lost = word(1);
        for (std::uint64_t i = 2; i < size / kWordBytes; ++i) record.sample_id.push_back(word(i));
      } else {
        const ParsedSample parsed = parse_sample(attr_, size, word);
        record.whole = record_header(word(0)).type == kSample && parsed.whole &&
                       parsed.bytes == size && size <= memory_[rb_.at.data_head] - tail_;
        record.sample = parsed.data;
      }
      tail_ += size;
      if (size == 0) break;
    }
    memory_[rb_.at.data_tail] = tail_;
    return records;
  }

 private:
  SampleAttr attr_;
  PerfBuffer rb_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t tail_ = 0;

  /// Types of records as a reader knows them. Source: enum perf_event_type.
  static constexpr std::uint32_t kSample = 9, kLostSamples = 13;
};

}  // namespace ringcheck
