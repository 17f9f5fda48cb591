// mapped-areas: which mappings of a buffer mmap accepts, and what is left as they go one by one.
//
// The buffer's size, mode and counts follow from accepted mappings; a refused mapping changes
// nothing. Source: kernel/events/core.c perf_mmap, perf_mmap_close.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/perf_mapping.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-109"};
constexpr std::array kSetup = {
    Dial{"pages mapped before, or none", 0, 4},
    Dial{"AUX pages mapped before", 0, 2},
    Dial{"pages", 0, 6},
    Dial{"of the AUX area, granted or not", 0, 2},
    Dial{"private", 0, 1},
    Dial{"read-only", 0, 1},
    Dial{"follows its task, inherited", 0, 1},
    Dial{"first mapping goes first, and is read-only", 0, 1},
};
constexpr std::uint64_t kAuxAt = 8;  ///< page at which an AUX area is asked for

/// What the buffer should be, according to its mappings.
class Ledger {
 public:
  /// Whether mmap should accept `area`.
  [[nodiscard]] bool accepts(const MappedArea& area, bool granted, bool inherited) const {
    if (inherited || !area.shared || area.pages == 0) return false;
    if (area.pgoff != 0) return !mapped_.empty() && granted;
    const std::uint64_t pages = area.pages - 1;
    const bool some_power = pages == 0 || pages == 1 || pages == 2 || pages == 4;
    return some_power && (mapped_.empty() || pages == nr_pages_);
  }
  void map(const MappedArea& area) {
    if (mapped_.empty()) {
      nr_pages_ = area.pages - 1;
      overwrite_ = !area.writable;
    }
    if (area.pgoff != 0) aux_pages_ = area.pages;
    mapped_.push_back(area);
  }
  /// The mapping that goes.
  MappedArea unmap(bool first) {
    const auto gone = first ? mapped_.begin() : mapped_.end() - 1;
    const MappedArea area = *gone;
    mapped_.erase(gone);
    return area;
  }
  [[nodiscard]] bool empty() const { return mapped_.empty(); }
  /// Whether `rb` is what the mappings make of it.
  [[nodiscard]] bool is(const MappedBuffer& rb) const {
    std::uint64_t aux = 0;
    for (const MappedArea& area : mapped_) aux += area.pgoff != 0 ? 1 : 0;
    const std::uint64_t count = mapped_.size();
    return rb.exists == (count != 0) && rb.event_mmap_count == count && rb.mmap_count == count &&
           rb.nr_pages == (count != 0 ? nr_pages_ : 0) &&
           rb.overwrite == (count != 0 && overwrite_) && rb.aux_mmap_count == aux &&
           rb.aux_nr_pages == (aux != 0 ? aux_pages_ : 0) &&
           rb.aux_pgoff == (aux != 0 ? kAuxAt : 0);
  }

 private:
  std::vector<MappedArea> mapped_;
  std::uint64_t nr_pages_ = 0, aux_pages_ = 0;
  bool overwrite_ = false;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  MappedBuffer rb;
  rb.defects = defects;
  Ledger ledger;
  const auto map = [&](const MappedArea& area, bool granted) {
    const bool accepted = ledger.accepts(area, granted, rb.per_task_inherited);
    const int result = perf_mmap(rb, area, granted);
    judge.require(result == (accepted ? 0 : kInvalid), "I-109",
                  "a mapping is accepted that must not be, or refused for nothing");
    if (accepted) ledger.map(area);
    judge.require(ledger.is(rb), "I-109", "a buffer is not what its mappings make it");
  };
  const std::uint64_t before = example.setup[0];
  if (before != 0) map({0, before, true, example.setup[7] == 0}, false);
  if (example.setup[1] != 0) map({kAuxAt, example.setup[1], true, true}, true);
  rb.per_task_inherited = example.setup[6] != 0;
  const bool aux = example.setup[3] != 0;
  map({aux ? kAuxAt : 0, example.setup[2], example.setup[4] == 0, example.setup[5] == 0},
      example.setup[3] == 2);
  judge.require(perf_mmap_may_split(rb) == kInvalid, "I-109", "a mapping is split");
  while (!ledger.empty() && !judge.found()) {
    // The AUX area keeps the pages of its last mapping.
    perf_mmap_close(rb, ledger.unmap(example.setup[7] != 0));
    judge.require(ledger.is(rb), "I-109", "a buffer is not what the mappings left make it");
  }
}

}  // namespace

const AuxSequence kMappedAreas = {"mapped-areas",
                                  "any mapping of a buffer beside others, which go after that",
                                  kProperties,
                                  kSetup,
                                  {},
                                  true,
                                  run};

}  // namespace ringcheck
