// sample-addresses: a sample has any of the fields that come of an address, and its source may give
// none, as those of clocks and of most counters do. The kernel is that of Linux 6.12; in 6.1
// (sample-addresses-as-it-is, D-22) page and physical address are those of whatever was there.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <optional>

#include "properties/record/sequences.hpp"
#include "protocol/record/perf_sample.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-01"};
constexpr std::array kSetup = {Dial{"samples the address", 0, 1}, Dial{"its page's size", 0, 1},
                               Dial{"its physical address", 0, 1},
                               Dial{"the source's address (0: none)", 0, 2},
                               Dial{"what was where the sample is put together", 0, 2}};

template <NoAddress Kernel>
void run(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  constexpr std::array kFields = {kSampleAddr, kSampleDataPageSize, kSamplePhysAddr};
  std::uint64_t sample_type = 0;
  for (std::size_t i = 0; i < kFields.size(); ++i)
    if (example.setup[i] != 0) sample_type |= kFields[i];
  std::optional<std::uint64_t> given;
  if (example.setup[3] != 0) given = example.setup[3];
  const std::uint64_t address = sample_address(sample_type, given, example.setup[4], Kernel);
  judge.require(sample_type == 0 || address == given.value_or(0), "I-01",
                "a sample tells of an address that its source has not given");
}

constexpr std::string_view kTitle = "a sample of an address that its source may not give";

}  // namespace

const AuxSequence kSampleAddresses = {
    "sample-addresses", kTitle, kProperties, kSetup, {}, true, run<NoAddress::cleared_if_used>};
const AuxSequence kSampleAddressesAsItIs = {
    "sample-addresses-as-it-is",       kTitle, kProperties, kSetup, {}, true,
    run<NoAddress::cleared_if_sampled>};

}  // namespace ringcheck
