#pragma once
// Who takes samples, and in which context: counters that overflow, timers, the scheduler,
// tracepoints, kprobes, uprobes and BPF programs.
//
// A counter's interrupt may be an NMI, and so comes anywhere; a timer's is an ordinary interrupt;
// the scheduler and uprobes run in their task; tracepoints, kprobes and BPF programs run wherever
// the kernel passes them, even in the middle of writing a sample.
//
// A mark for each level of nesting guards the samples that software takes: a source that finds the
// mark of its level set has interrupted itself, and takes no sample. Tracepoints and probes put
// their data together in a buffer for each level; BPF programs use one of three places, by how deep
// they nest.
//
// Source: kernel/events/internal.h get_recursion_context, put_recursion_context;
// kernel/trace/trace_event_perf.c perf_trace_buf_alloc; kernel/events/core.c perf_tp_event,
// __perf_sw_event, perf_swevent_hrtimer, __perf_event_overflow; kernel/trace/trace_kprobe.c
// kprobe_perf_func; kernel/trace/trace_uprobe.c __uprobe_perf_func; kernel/trace/bpf_trace.c
// bpf_perf_event_output. Deviations: data is two words; what guards BPF programs from themselves
// (bpf_prog_active) is left out, since programs of other kinds nest.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>

#include "protocol/ring/perf_output.hpp"
#include "protocol/sampling/defects.hpp"

namespace ringcheck {

/// Levels of nesting. Source: interrupt_context_level.
enum class ContextLevel : std::uint8_t { task, softirq, hardirq, nmi };
inline constexpr std::uint64_t kContextLevels = 4;

/// What takes a sample.
enum class SampleSource : std::uint8_t {
  counter_overflow,  ///< a hardware counter, in its interrupt
  timer,             ///< cpu-clock, task-clock
  scheduling,        ///< context-switches, migrations
  uprobe,
  tracepoint,
  kprobe,
  bpf,
};

/// Words of data that a sample has.
inline constexpr std::uint64_t kSourceWords = 2;
/// Word number `i` of the data whose first word is `value`.
constexpr std::uint64_t source_word(std::uint64_t value, std::uint64_t i) {
  return value + (i << 32U);
}
/// Places for samples of BPF programs. Source: struct bpf_trace_sample_data.
inline constexpr std::uint64_t kBpfPlaces = 3;

/// Addresses of what a CPU keeps for its sources, consecutive from a base address.
struct SampleSourceCells {
  std::uint64_t recursion;  ///< a word for each level: swhash->recursion
  std::uint64_t traced;     ///< perf_trace_buf: kSourceWords for each level
  std::uint64_t bpf_nest;   ///< bpf_trace_nest_level
  std::uint64_t bpf_data;   ///< bpf_trace_sds: kSourceWords for each place

  static constexpr std::uint64_t kCount =
      kContextLevels * (1 + kSourceWords) + 1 + kBpfPlaces * kSourceWords;
  /// The layout from address `b` on.
  static constexpr SampleSourceCells at(std::uint64_t b) {
    const std::uint64_t nest = b + kContextLevels * (1 + kSourceWords);
    return {b, b + kContextLevels, nest, nest + 1};
  }
};

/// The CPU's sources, and the ring that their events write to.
struct SampleSources {
  SampleSourceCells at{};
  PerfBuffer rb{};
  PerfEvent event{};
};

/// The outcome of an occasion for a sample.
enum class SampleTaken : std::uint8_t {
  taken,
  recursion,  ///< the source has interrupted itself
  too_deep,   ///< no place is left; -EBUSY
};

/// The level at which a source runs when the CPU is at `level`.
constexpr ContextLevel level_of(SampleSource source, ContextLevel level) {
  switch (source) {
    case SampleSource::counter_overflow:
      return ContextLevel::nmi;
    case SampleSource::timer:
      return ContextLevel::hardirq;
    case SampleSource::scheduling:
    case SampleSource::uprobe:
      return ContextLevel::task;
    default:
      return level;
  }
}

/// Writes a sample with the words from address `data` on. Source: __perf_event_output.
template <Cpu C>
void output_words(C& cpu, const SampleSources& all, std::uint64_t data) {
  using Value = typename C::Value;
  constexpr std::uint64_t kBytes = (1 + kSourceWords) * kWordBytes;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, all.rb, handle, kBytes, all.event))) return;
    perf_output_word(cpu, all.rb, handle, Value(header_word(kRecordSample, 0, kBytes)));
    for (std::uint64_t i = 0; i < kSourceWords; ++i)
      perf_output_word(cpu, all.rb, handle, cpu.load(data + i));
    perf_output_end(cpu, all.rb, handle);
  });
}

/// The same with data on the stack of the code that samples; its first word is `value`.
template <Cpu C>
void output_value(C& cpu, const SampleSources& all, std::uint64_t value) {
  using Value = typename C::Value;
  constexpr std::uint64_t kBytes = (1 + kSourceWords) * kWordBytes;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, all.rb, handle, kBytes, all.event))) return;
    perf_output_word(cpu, all.rb, handle, Value(header_word(kRecordSample, 0, kBytes)));
    for (std::uint64_t i = 0; i < kSourceWords; ++i)
      perf_output_word(cpu, all.rb, handle, Value(source_word(value, i)));
    perf_output_end(cpu, all.rb, handle);
  });
}

/// Sets the mark of a level; false if it is already set. Source: get_recursion_context.
template <Cpu C>
bool get_recursion_context(C& cpu, const SampleSources& all, ContextLevel level) {
  using Value = typename C::Value;
  const bool one = all.rb.has(defect::kOneRecursionForAll);
  const std::uint64_t mark = all.at.recursion + (one ? 0 : static_cast<std::uint64_t>(level));
  const Value depth = cpu.load(mark);
  if (!all.rb.has(defect::kRecursionNotLooked) && !cpu.branch(depth == Value(0))) return false;
  cpu.store(mark, depth + Value(1));
  cpu.barrier();
  return true;
}

/// Takes it back. Source: put_recursion_context.
template <Cpu C>
void put_recursion_context(C& cpu, const SampleSources& all, ContextLevel level) {
  using Value = typename C::Value;
  const bool one = all.rb.has(defect::kOneRecursionForAll);
  const std::uint64_t mark = all.at.recursion + (one ? 0 : static_cast<std::uint64_t>(level));
  cpu.barrier();
  cpu.store(mark, cpu.load(mark) - Value(1));
}

/// A tracepoint or probe. Source: perf_trace_buf_alloc, perf_trace_buf_submit.
template <Cpu C>
SampleTaken sample_traced(C& cpu, const SampleSources& all, ContextLevel level,
                          std::uint64_t value) {
  if (!get_recursion_context(cpu, all, level)) return SampleTaken::recursion;
  const bool one = all.rb.has(defect::kOneTraceBuffer);
  const std::uint64_t data =
      all.at.traced + (one ? 0 : static_cast<std::uint64_t>(level)) * kSourceWords;
  for (std::uint64_t i = 0; i < kSourceWords; ++i) cpu.store(data + i, source_word(value, i));
  output_words(cpu, all, data);
  put_recursion_context(cpu, all, level);
  return SampleTaken::taken;
}

/// A BPF program. Source: bpf_perf_event_output.
template <Cpu C>
SampleTaken sample_bpf(C& cpu, const SampleSources& all, std::uint64_t value) {
  using Value = typename C::Value;
  cpu.preempt_disable();
  const Value nest = cpu.local_inc_return(all.at.bpf_nest);
  SampleTaken taken = SampleTaken::too_deep;
  std::uint64_t place = 0;
  while (place < kBpfPlaces && !cpu.branch(nest == Value(place + 1))) ++place;
  if (place == kBpfPlaces && all.rb.has(defect::kBpfNestsAnyDepth)) place = kBpfPlaces - 1;
  if (place < kBpfPlaces) {
    if (all.rb.has(defect::kBpfOneSample)) place = 0;
    const std::uint64_t data = all.at.bpf_data + place * kSourceWords;
    for (std::uint64_t i = 0; i < kSourceWords; ++i) cpu.store(data + i, source_word(value, i));
    output_words(cpu, all, data);
    taken = SampleTaken::taken;
  }
  cpu.local_add(Value(0) - Value(1), all.at.bpf_nest);
  cpu.preempt_enable();
  return taken;
}

/// An occasion for a sample. `level`: the CPU's, as for level_of; `value`: the first word of what
/// is sampled.
template <Cpu C>
SampleTaken take_sample(C& cpu, const SampleSources& all, SampleSource source, ContextLevel level,
                        std::uint64_t value) {
  switch (source) {
    case SampleSource::counter_overflow:
    case SampleSource::timer:
      output_value(cpu, all, value);
      return SampleTaken::taken;
    case SampleSource::scheduling:
      if (!get_recursion_context(cpu, all, level)) return SampleTaken::recursion;
      output_value(cpu, all, value);
      put_recursion_context(cpu, all, level);
      return SampleTaken::taken;
    case SampleSource::bpf:
      return sample_bpf(cpu, all, value);
    default:
      return sample_traced(cpu, all, level, value);
  }
}

}  // namespace ringcheck
