#pragma once
// What the record of a sample should have, worked out from the layout in perf_event_open(2) and
// apart from the specification, which first counts and then writes.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <vector>

#include "protocol/record/perf_sample.hpp"

namespace ringcheck {

/// A word of a record: `value` where `mask` has bits; the other bits are anything.
struct LaidOutWord {
  std::uint64_t value = 0, mask = ~std::uint64_t{0};
};

/// The part of a sample that fits.
struct FittedSample {
  std::uint64_t bytes = 0;      ///< of the whole record
  std::uint64_t stack = 0;      ///< bytes of the stack
  std::uint64_t aux = 0;        ///< bytes of trace
  std::uint64_t callchain = 0;  ///< entries
  bool raw = false;             ///< there is raw data
};

/// Whole words that a record has room for besides what `data` must have: with all its raw data and
/// callchain, with the ends of the stack and of trace, and without their contents. Negative: so
/// many too few.
std::int64_t words_left(const SampleAttr& attr, const SampleData& data);

/// As much of `data` as a record holds. `limited`: if the rest is too much, raw data is dropped,
/// and then the end of the callchain; otherwise both are taken to fit. The stack is cut before
/// trace.
FittedSample fitted_sample(const SampleAttr& attr, const SampleData& data, bool limited);

/// The words of a record with the part of `data` that `fitted` says.
std::vector<LaidOutWord> laid_out_sample(const SampleAttr& attr, const SampleData& data,
                                         const FittedSample& fitted);

}  // namespace ringcheck
