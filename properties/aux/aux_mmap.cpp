// aux-mmap: an AUX area is mapped twice, with any offset and size, by somebody who may write
// anything to the words that announce it, even while the kernel looks at them.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/aux/aux_mmap.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 4;
constexpr std::uint64_t kAuxOffset = 0, kAuxSize = 1;
constexpr std::array<std::string_view, 3> kProperties = {"I-13", "I-39", "I-109"};
constexpr std::array kSetup = {
    Dial{"data pages 2^", 0, 1},
    Dial{"announced at, in half pages", 0, 9},
    Dial{"announced size, in half pages", 0, 8},
    Dial{"mapped at page", 1, 4},
    Dial{"pages", 0, 4},
    Dial{"then at page", 1, 4},
    Dial{"pages", 0, 4},
    Dial{"changed before access, from 1; 0: never", 0, 3},
};

/// Judges the mapping of `pages`; `made` is the area that exists.
void judge_mapping(const AuxMmapTarget& rb, const AuxPages& pages, const AuxPages& made,
                   AuxJudge& judge) {
  judge.require(made.offset == pages.offset && made.count == pages.count, "I-39",
                "pages are mapped that the area does not have");
  judge.require(pages.offset > rb.data_pages, "I-39", "the area lies over the data pages");
  judge.require(pages.count != 0 && (pages.count & (pages.count - 1)) == 0, "I-39",
                "the area's size is no mask's");
}

/// Whether an area may have these pages: after the data pages, a power of two.
bool could_be_mapped(const AuxMmapTarget& rb, const AuxPages& pages) {
  return pages.offset > rb.data_pages && (pages.count == 1 || pages.count == 2 || pages.count == 4);
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(2);
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::uint64_t left = example.setup[7] == 0 ? kNever : example.setup[7] - 1;
  // Somebody announces one more page, and a page further on, once.
  const auto announce = [&](auto&) {
    memory[kAuxOffset] += kPage;
    memory[kAuxSize] += kPage;
  };
  using Announce = InterruptOnce<decltype(announce)>;
  SequentialCpu<IgnoreObservations, Announce> cpu(memory, {}, Announce(&left, announce));
  AuxMmapTarget rb{kAuxOffset, kAuxSize, kPage, std::uint64_t{1} << example.setup[0], {}, defects};
  memory[kAuxOffset] = example.setup[1] * kPage / 2;
  memory[kAuxSize] = example.setup[2] * kPage / 2;
  const AuxPages first{example.setup[3], example.setup[4]};
  AuxPages made;
  const bool granted = perf_mmap_aux(cpu, rb, first, made);
  const bool announced =
      memory[kAuxOffset] == first.offset * kPage && memory[kAuxSize] == first.count * kPage;
  if (example.setup[7] == 0)
    judge.require(granted == (announced && could_be_mapped(rb, first)), "I-109",
                  "an area is refused that was announced and could be mapped");
  if (!granted) return;
  const auto was_announced = [&](const AuxPages& pages) {
    const auto is = [&](std::uint64_t more) {
      return example.setup[1] * kPage / 2 + more == pages.offset * kPage;
    };
    const auto has = [&](std::uint64_t more) {
      return example.setup[2] * kPage / 2 + more == pages.count * kPage;
    };
    return (is(0) || is(kPage)) && (has(0) || has(kPage));
  };
  judge.require(was_announced(first), "I-13", "an area is mapped that was never announced");
  judge_mapping(rb, first, made, judge);
  rb.mapped = made;
  const AuxPages second{example.setup[5], example.setup[6]};
  memory[kAuxOffset] = second.offset * kPage;
  memory[kAuxSize] = second.count * kPage;
  left = kNever;
  const bool again = perf_mmap_aux(cpu, rb, second, made);
  const bool same = second.offset == rb.mapped->offset && second.count == rb.mapped->count;
  judge.require(again == (same && could_be_mapped(rb, second)), "I-109",
                "another area than there is is mapped, or that one refused");
  if (again) judge_mapping(rb, second, *rb.mapped, judge);
}

}  // namespace

const AuxSequence kAuxMmap = {
    "aux-mmap", "an AUX area is mapped, and mapped again", kProperties, kSetup, {}, true, run};

}  // namespace ringcheck
