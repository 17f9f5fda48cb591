#pragma once
// Reading a sample with all its fields, as perf does.
//
// Source: tools/perf/util/evsel.c evsel__parse_sample. Tested by
// tests/properties/aux/aux_mutants_test.cpp.

#include <bit>

#include "protocol/record/perf_sample.hpp"

namespace ringcheck {

/// A sample as perf has read it.
struct ParsedSample {
  SampleData data;
  std::vector<std::uint64_t> stack;  ///< words of the user's stack, of which the first `dumped`
  std::uint64_t dumped = 0;          ///< bytes are what was there
  std::uint64_t bytes = 0;           ///< of the record that were taken, header included
  bool whole = true;                 ///< no field reached past the record's end
};

/// Reads a sample of `size` bytes. `word(i)`: word `i` of the record. Source: evsel__parse_sample.
template <class WordAt>
ParsedSample parse_sample(const SampleAttr& attr, std::uint64_t size, WordAt&& word) {
  ParsedSample parsed;
  std::uint64_t at = 1;
  const auto take = [&]() -> std::uint64_t {
    if ((at + 1) * kWordBytes > size) {
      parsed.whole = false;
      return 0;
    }
    return word(at++);
  };
  const auto take_all = [&](std::vector<std::uint64_t>& list, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count && parsed.whole; ++i) list.push_back(take());
  };
  const auto take_raw = [&] {
    const std::uint64_t first = take();
    const std::uint64_t said = first & UINT32_MAX;
    std::vector<std::uint8_t> bytes;
    std::uint64_t held = first;
    for (std::uint64_t i = 4; i < said + 4 && parsed.whole; ++i) {
      if (i % kWordBytes == 0) held = take();
      bytes.push_back(static_cast<std::uint8_t>(held >> (i % kWordBytes * 8)));
    }
    parsed.data.raw = bytes;
  };
  const auto take_stack = [&] {
    const std::uint64_t said = take();
    if (said == 0) return;
    take_all(parsed.stack, said / kWordBytes);
    parsed.dumped = take();
  };
  for (std::size_t i = 0; i < kSampleFields.size(); ++i) {
    const std::uint64_t field = kSampleFields[i];
    if (!attr.has(field)) continue;
    if (is_one_word(field)) parsed.data.words[i] = take();
    if (field == kSampleCallchain) take_all(parsed.data.callchain, take());
    if (field == kSampleRaw) take_raw();
    if (field == kSampleBranchStack) take_all(parsed.data.branches, 3 * take());
    if (field == kSampleStackUser) take_stack();
    if (field == kSampleRegsUser && take() != 0)
      take_all(parsed.data.regs_user, static_cast<std::uint64_t>(std::popcount(attr.regs)));
    if (field == kSampleRegsIntr && take() != 0)
      take_all(parsed.data.regs_intr, static_cast<std::uint64_t>(std::popcount(attr.regs)));
    if (field == kSampleAux) take_all(parsed.data.aux, take() / kWordBytes);
  }
  parsed.bytes = at * kWordBytes;
  return parsed;
}

}  // namespace ringcheck
