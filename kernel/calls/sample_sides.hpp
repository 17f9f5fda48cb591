#pragma once
// The two sides of programs of samples: an event samples into its buffer, and the trace of its own
// AUX area too.

#include "kernel/calls/aux_area.hpp"
#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/samples_api.h"
#include "protocol/record/perf_sample_output.hpp"

namespace ringcheck {

/// What a program of samples does, in the order of its CallShapes.
enum class SampleOp : unsigned {
  sample,     ///< period, words of call chain
  prepare,    ///< words of call chain: only what its sizes are
  data_tail,  ///< the reader takes all
};

/// A program's set-up.
struct SampleSetup {
  AuxAreaSetup area;
  rc_sampled_setup sampled{};
  NoAddress no_address = NoAddress::cleared_if_used;
  bool asks_for_memory = false;  ///< a task without memory has no user's registers: 6.12
};

/// What the specification is asked to sample, of a set-up.
SampleAttr sample_attr(const SampleSetup& setup);
/// `no_data_source`: PERF_MEM_NA, which is not the same in all versions.
SampleData sample_data(const SampleSetup& setup, std::uint64_t no_data_source);

/// Words of the specification: rb->aux_in_sampling is the driver's one word.
struct SampleWords : AuxAreaWords {
  explicit SampleWords(const AuxAreaSetup& setup);
};

/// The kernel's text.
class SampleKernel {
 public:
  SampleKernel(const NativeObject& object, const SampleSetup& setup, const SampleWords& words);

  void run(const Call& call, Answers& answers);
  /// A sample of event `event`, with `chain` words of call chain: what perf_event_output returns.
  int sample(unsigned event, std::uint64_t period, std::uint64_t chain);
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  void set(std::uint64_t at, std::uint64_t value) { area_.set(at, value); }
  [[nodiscard]] bool compares(std::uint64_t word) const { return area_.compares(word); }
  [[nodiscard]] Trace& trace() { return area_.machine.trace; }
  [[nodiscard]] NativeMachine& machine() { return area_.machine; }
  void settle() { area_.machine.settle(); }
  void on_access(std::function<void()> hook) { area_.machine.before_access = std::move(hook); }
  [[nodiscard]] std::uint64_t no_data_source() const {
    return area_.call<decltype(rc_no_data_source)>("rc_no_data_source")();
  }

 private:
  const SampleWords& words_;
  KernelAuxArea area_;
};

/// The specification.
class SampleSpecification {
 public:
  SampleSpecification(const SampleSetup& setup, const SampleWords& words, ReserveOrder order,
                      std::uint64_t no_data_source);

  void run(const Call& call, Answers& answers);
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return area_.word(at); }
  [[nodiscard]] Trace& trace() { return area_.memory.trace; }
  void settle() const {}
  void on_access(std::function<void()> hook) { area_.memory.before_access = std::move(hook); }

 private:
  /// What perf_prepare_sample makes of `data`, with its look at the buffer of the trace.
  PreparedSample prepare(const SampleData& data);
  void take(const Call& call, Answers& answers);
  /// The field PERF_SAMPLE_AUX.
  void write_aux(PerfOutputHandle<RecordingCpu>& handle, std::uint64_t size);

  const SampleSetup& setup_;
  SpecifiedAuxArea area_;
  SampleAttr attr_;
  SampleData data_;
  std::uint64_t sampling_;  ///< address of rb->aux_in_sampling
  bool lost_told_ = false;  ///< the sample on its way comes after a LOST record
};

}  // namespace ringcheck
