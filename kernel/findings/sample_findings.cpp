// Findings of samples, on their own text.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/sample_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/sample_unit.hpp"

namespace ringcheck {
namespace {

/// An event and its child, which write samples of this type to one ring.
SampleSetup samples_of(const NativeObject& object, std::uint64_t sample_type) {
  SampleSetup setup;
  setup.area.page_bytes = std::uint64_t{1} << object.options().page_shift;
  setup.area.driver_words = 1;
  setup.area.sample_type = sample_type;
  return setup;
}

/// A sample of the user's stack, whose pointer is where the address space ends.
std::optional<std::string> stack_of_no_bytes(const NativeObject& object) {
  SampleSetup setup = samples_of(object, kSampleStackUser);
  setup.sampled.stack_user = 8;
  const SampleWords words(setup.area);
  SampleKernel kernel(object, setup, words);
  constexpr std::uint64_t kOther = 0x1234, kBytes = 2 * kWordBytes;
  const std::uint64_t next = words.ring.data + kBytes / kWordBytes;
  kernel.set(next, kOther);
  kernel.sample(0, 1, 0);
  if (kernel.word(words.ring.data_head) != kBytes || kernel.word(next) == kOther) return {};
  return fmt::format("a sample of {} bytes writes the word after it, too", kBytes);
}

/// A child's sample after a LOST record, which has the parent's stream id.
std::optional<std::string> id_of_lost(const NativeObject& object) {
  SampleSetup setup = samples_of(object, kSampleStreamId);
  setup.area.sample_id_all = true;
  setup.area.lost = 1;
  const SampleWords words(setup.area);
  SampleKernel kernel(object, setup, words);
  kernel.sample(1, 1, 0);
  constexpr std::uint64_t kLostWords = 4, kSampleWords = 2;
  const std::uint64_t of_lost = kernel.word(words.ring.data + kLostWords - 1);
  const std::uint64_t of_sample = kernel.word(words.ring.data + kLostWords + kSampleWords - 1);
  if (kernel.word(words.ring.data_head) != (kLostWords + kSampleWords) * kWordBytes ||
      of_sample != of_lost)
    return {};
  return fmt::format("a child's sample after a LOST record has the parent's stream id, {}",
                     of_sample);
}

/// A sample of 16 bytes of trace, of which the unit has none any more.
std::optional<std::string> trace_of_before(const NativeObject& object) {
  constexpr std::uint64_t kOther = 0x1234, kWords = 4;
  SampleSetup setup = samples_of(object, kSampleAux);
  setup.sampled.aux_size = setup.sampled.aux_missing = 2 * kWordBytes;
  const SampleWords words(setup.area);
  SampleKernel kernel(object, setup, words);
  const std::uint64_t last = words.ring.data + kWords - 1;
  kernel.set(last, kOther);
  kernel.sample(0, 1, 0);
  if (kernel.word(words.ring.data_head) != kWords * kWordBytes || kernel.word(last) != kOther)
    return {};
  return "the last word of a sample's trace is what stood there before";
}

constexpr ShownFinding kSampleFindings[] = {{"D-04", stack_of_no_bytes, sample_unit},
                                            {"D-15", id_of_lost, sample_unit},
                                            {"V-26", trace_of_before, sample_unit}};

}  // namespace

std::span<const ShownFinding> sample_findings() {
  return kSampleFindings;
}

}  // namespace ringcheck
