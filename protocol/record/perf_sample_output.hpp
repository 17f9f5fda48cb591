#pragma once
// Writing a sample with all its fields.
//
// Source: kernel/events/core.c perf_output_sample, perf_output_sample_ustack, __perf_event_output.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>

#include "protocol/record/perf_sample.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// Writes the fields of a sample into its reservation. Source: perf_output_sample.
template <Cpu C>
class SampleWriter {
 public:
  using Value = typename C::Value;

  SampleWriter(C& cpu, const PerfBuffer& rb, PerfOutputHandle<C>& handle)
      : cpu_(cpu), rb_(rb), handle_(handle) {}

  void write(const SampleAttr& attr, const SampleData& data, const PreparedSample& prepared) {
    put(header_word(kRecordSample, 0, prepared.size));
    for (std::size_t i = 0; i < kSampleFields.size(); ++i) {
      std::uint64_t field = kSampleFields[i];
      if (rb_.has(defect::kPeriodBeforeCpu)) field = swapped(field);
      if (!attr.has(field)) continue;
      if (is_one_word(field)) {
        const auto at = std::ranges::find(kSampleFields, field);
        put(data.words[static_cast<std::size_t>(at - kSampleFields.begin())]);
      } else {
        write_long(field, data, prepared);
      }
    }
  }

 private:
  static std::uint64_t swapped(std::uint64_t field) {
    if (field == kSampleCpu) return kSamplePeriod;
    return field == kSamplePeriod ? kSampleCpu : field;
  }
  void put(std::uint64_t word) { perf_output_word(cpu_, rb_, handle_, Value(word)); }
  void put_all(const std::vector<std::uint64_t>& words) {
    for (const std::uint64_t word : words) put(word);
  }
  void write_long(std::uint64_t field, const SampleData& data, const PreparedSample& prepared) {
    if (field == kSampleCallchain) {
      put(data.callchain.size());
      put_all(data.callchain);
    } else if (field == kSampleRaw) {
      write_raw(data);
    } else if (field == kSampleBranchStack) {
      put(data.branches.size() / 3);
      if (data.branch_index) put(*data.branch_index);
      put_all(data.branches);
      put_all(data.branch_counters);
    } else if (field == kSampleRegsUser) {
      put(data.regs_user.empty() ? 0 : 2);  // PERF_SAMPLE_REGS_ABI_64
      put_all(data.regs_user);
    } else if (field == kSampleStackUser) {
      write_stack(data, prepared);
    } else if (field == kSampleRegsIntr) {
      put(data.regs_intr.empty() ? 0 : 2);
      put_all(data.regs_intr);
    } else {
      put(prepared.aux_size);
      for (std::uint64_t i = 0; i < prepared.aux_size / kWordBytes; ++i) put(data.aux[i]);
    }
  }
  void write_raw(const SampleData& data) {
    if (!data.raw) return put(sizeof(std::uint32_t));
    const std::uint64_t whole = raw_bytes(data.raw->size());
    const std::uint64_t said = whole - sizeof(std::uint32_t);
    const auto byte = [&](std::uint64_t i) {
      return i < 4 ? static_cast<std::uint8_t>(said >> (8 * i)) : (*data.raw)[i - 4];
    };
    const std::uint64_t written = data.raw->size() + sizeof(std::uint32_t);
    if (!rb_.whole_words) {
      perf_output_copy(cpu_, rb_, handle_, byte, written);
      return perf_output_skip<C>(handle_, whole - written);
    }
    perf_output_copy(cpu_, rb_, handle_, byte, written / kWordBytes * kWordBytes);
    // The last word is stored up to the padding; the padding is left as it is.
    if (written % kWordBytes != 0) {
      std::uint64_t word = 0;
      for (std::uint64_t i = written / kWordBytes * kWordBytes; i < written; ++i)
        word |= std::uint64_t{byte(i)} << (i % kWordBytes * 8);
      put(word);
    }
  }
  /// Source: perf_output_sample_ustack. If the task has registers, words follow the size, whether
  /// or not anything is dumped.
  void write_stack(const SampleData& data, const PreparedSample& prepared) {
    put(prepared.stack_size);
    if (!prepared.stack_ends) return;
    const std::uint64_t dumped = std::min<std::uint64_t>(prepared.stack_size, data.stack_mapped);
    for (std::uint64_t i = 0; i < dumped / kWordBytes; ++i) put(stack_word(i));
    perf_output_skip<C>(handle_, prepared.stack_size - dumped / kWordBytes * kWordBytes);
    if (!rb_.has(defect::kDynamicSizeMissing)) put(dumped / kWordBytes * kWordBytes);
  }

 public:
  /// Word `i` of the user's stack.
  static std::uint64_t stack_word(std::uint64_t i) { return 0x57ac'0000'0000'0000U + i; }

 private:
  C& cpu_;
  const PerfBuffer& rb_;
  PerfOutputHandle<C>& handle_;
};

/// Writes a sample with all its fields, or loses it. Returns what was prepared.
/// Source: __perf_event_output.
template <Cpu C>
PreparedSample perf_event_output(C& cpu, const PerfBuffer& rb, const SampleAttr& attr,
                                 const SampleData& there, const PerfEvent& event,
                                 SampleSizes sizes) {
  const SampleData data = sizes == SampleSizes::limited ? cut_to_record(attr, there) : there;
  const PreparedSample prepared = prepare_sample(attr, data, sizes, rb.defects);
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, prepared.size, event))) return;
    SampleWriter<C>(cpu, rb, handle).write(attr, data, prepared);
    count_sample(cpu, rb, event);
    perf_output_end(cpu, rb, handle);
  });
  return prepared;
}

}  // namespace ringcheck
