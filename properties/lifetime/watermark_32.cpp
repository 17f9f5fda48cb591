// watermarks-of-32-bits: what a 32-bit kernel makes of the watermarks that an event asks for, which
// have 32 bits without a sign: taken as a long, as Linux 6.1 does, and as an unsigned long.
//
// A ring's watermark is the requested one, or the ring's size if that is less; a ring that is
// filled wakes its reader. An area's watermark is the requested one.
// Source: struct perf_event_attr wakeup_watermark, aux_watermark; kernel/events/ring_buffer.c
// rb_alloc, ring_buffer_init, rb_alloc_aux, __perf_output_begin.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/lifetime/rb_alloc.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-108"};
constexpr std::array<std::uint32_t, 7> kAsked = {1,           24,          100,        0x7fff'ffff,
                                                 0x8000'0000, 0x8000'0001, 0xffff'ffff};
constexpr std::array kSetup = {Dial{"watermark, by number", 0, kAsked.size() - 1},
                               Dial{"words", 3, 6}};
constexpr LongWidth kLong{true};

/// What the kernel passes on of `asked`.
std::int64_t taken(std::uint32_t asked, bool as_unsigned) {
  return as_unsigned ? asked : static_cast<std::int32_t>(asked);
}

/// Whether a reader is woken when a ring with such a watermark is filled.
bool wakes(std::uint64_t words, std::uint64_t watermark) {
  PerfBuffer rb = PerfBuffer::make(0, words);
  rb.width = kLong;
  rb.watermark = kLong.unsigned_long(watermark);
  std::vector<std::uint64_t> memory(PerfBufferCells::count(words));
  SequentialCpu<> cpu(memory);
  for (std::uint64_t i = 0; i < words; ++i) perf_output_sample(cpu, rb, Sample{i, 0}, PerfEvent{});
  return memory[rb.at.poll] != 0;
}

void judge_watermark(const AuxCase& example, bool as_unsigned, AuxJudge& judge) {
  const std::uint32_t asked = kAsked.at(example.setup[0]);
  const std::uint64_t words = std::uint64_t{1} << example.setup[1];
  const std::uint64_t bytes = words * kWordBytes;
  const RingSetup ring = ring_buffer_init(bytes, taken(asked, as_unsigned), true);
  const std::uint64_t watermark = kLong.unsigned_long(ring.watermark);
  judge.require(watermark == std::min<std::uint64_t>(asked, bytes), "I-108",
                "a ring has another watermark than was asked for");
  // Nothing that fits passes a watermark of the whole ring: F-04.
  judge.require(wakes(words, watermark) == (asked < bytes - kWordBytes), "I-108",
                "a ring that is filled beyond its watermark wakes nobody");
  AuxRequest request;
  request.nr_pages = 4;
  request.watermark = taken(asked, as_unsigned);
  const AuxSetup area = rb_alloc_aux(
      request, [](int) { return true; }, [](int) {});
  // The kernel compares longs: anything that was written passes a negative watermark.
  const std::uint64_t word = kLong.unsigned_long(area.watermark);
  judge.require((as_unsigned ? word : kLong.sign_extended(word)) == asked, "I-108",
                "an area has another watermark than was asked for");
}

template <bool AsUnsigned>
void run(const AuxCase& example, DefectSet, AuxJudge& judge) {
  judge_watermark(example, AsUnsigned, judge);
}

}  // namespace

const AuxSequence kWatermark32AsItIs = {"watermarks-of-32-bits-as-it-is",
                                        "watermarks that a 32-bit kernel takes as a long",
                                        kProperties,
                                        kSetup,
                                        {},
                                        true,
                                        run<false>};
const AuxSequence kWatermark32 = {"watermarks-of-32-bits",
                                  "watermarks that a 32-bit kernel takes without a sign",
                                  kProperties,
                                  kSetup,
                                  {},
                                  true,
                                  run<true>};

}  // namespace ringcheck
