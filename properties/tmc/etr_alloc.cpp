// etr-alloc: the memory that a TMC-ETR gets, depending on its modes, the requested sizes, and the
// available memory. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/tmc/etr_alloc.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSizes = 6;  ///< from 256 KiB on, each twice the one before
constexpr std::array<std::string_view, 2> kProperties = {"I-53", "I-85"};
constexpr std::array kSetup = {Dial{"AUX size", 0, kSizes - 1},
                               Dial{"size of sysfs", 0, kSizes - 1},
                               Dial{"SG", 0, 1},
                               Dial{"CATU", 0, 1},
                               Dial{"IOMMU", 0, 1},
                               Dial{"one run of memory up to size", 0, kSizes},
                               Dial{"scattered memory up to size", 0, kSizes}};

constexpr std::uint64_t size_of(std::uint64_t number) {
  return std::uint64_t{1} << (18U + number);
}

/// Sizes from the best one on.
std::vector<std::uint64_t> sizes_wanted(std::uint64_t aux, std::uint64_t configured) {
  std::vector<std::uint64_t> sizes;
  if (aux > configured) sizes.push_back(aux);
  sizes.push_back(configured);
  for (std::uint64_t half = configured / 2; half >= 1U << 20U; half /= 2) sizes.push_back(half);
  return sizes;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t aux = size_of(example.setup[0]);
  const EtrFacts etr = {example.setup[2] != 0, example.setup[3] != 0, example.setup[4] != 0,
                        size_of(example.setup[1]), defects};
  const auto limit = [](std::uint64_t number) { return number == 0 ? 0 : size_of(number - 1); };
  const std::uint64_t run_most = limit(example.setup[5]), pages_most = limit(example.setup[6]);
  const EtrMemory memory = alloc_etr_buf(etr, aux, [&](EtrMode mode, std::uint64_t bytes) {
    return bytes <= (mode == EtrMode::flat ? run_most : pages_most);
  });

  const bool scatters = etr.has_sg || etr.has_catu;
  EtrMemory best;
  for (const std::uint64_t bytes : sizes_wanted(aux, etr.configured)) {
    const bool asks_run = !scatters || etr.has_iommu || bytes < (1U << 20U);
    if (asks_run && bytes <= run_most)
      best = {bytes, EtrMode::flat};
    else if (scatters && bytes <= pages_most)
      best = {bytes, etr.has_sg ? EtrMode::sg : EtrMode::catu};
    if (best.bytes != 0) break;
  }
  judge.require(memory.bytes != 0 || best.bytes == 0, "I-53",
                "a session is refused for which there is memory");
  judge.require(memory.bytes == best.bytes, "I-85",
                "a sink's memory is not the largest of the sizes that are asked for");
  judge.require(memory.bytes == 0 || memory.mode == best.mode, "I-85",
                "a sink's memory is of a mode that it has not, or that is not the best");
}

}  // namespace

const AuxSequence kEtrAlloc = {
    "etr-alloc", "the memory that a TMC-ETR gets for a session", kProperties, kSetup, {}, true,
    run};

}  // namespace ringcheck
