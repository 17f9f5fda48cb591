// locked-pages: two processes map and unmap the areas of a buffer, under limits on what may be
// locked.
//
// The charges follow from who mapped an area first and whether anybody still maps it. If a limit is
// lowered, users keep more than they may lock from then on. In Linux 6.1 the charges are right for
// one process (locked-pages-of-one), and not for two (docs/findings.md V-38); for two they are with
// the repair (locked-pages).
// Source: kernel/events/core.c perf_mmap, perf_mmap_close; Documentation/admin-guide/sysctl/
// kernel.rst, perf_event_mlock_kb. Tested by tests/properties/aux/aux_findings_test.cpp.
#include "protocol/lifetime/locked_pages.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/lifetime/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-113"};
constexpr std::array kSetup = {Dial{"pages a user may lock", 0, 8},
                               Dial{"pages an address space may lock above that", 0, 8},
                               Dial{"processes of two users", 0, 1}, Dial{"pages of data", 0, 2}};
enum Step : std::size_t { map_data, map_aux, unmap, set_limit };
constexpr std::array kSteps = {
    Dial{"process maps data", 0, 1}, Dial{"process and order of an AUX area", 0, 7},
    Dial{"mapping goes", 0, 7}, Dial{"perf_event_mlock_kb becomes, in pages", 0, 8}};

constexpr std::string_view kSharedClass = "two processes map one area";
constexpr std::string_view kPinnedClass = "more is mapped than a user may lock";
constexpr std::string_view kRefusedClass = "refused: more than may be locked";
constexpr std::string_view kAuxClass = "an AUX area is unmapped";
constexpr std::array kShares = {Share{kSharedClass, 20}, Share{kPinnedClass, 30},
                                Share{kRefusedClass, 10}, Share{kAuxClass, 20}};
constexpr std::array kSharesOfOne = {Share{kPinnedClass, 30}, Share{kRefusedClass, 10},
                                     Share{kAuxClass, 20}};

/// What an area costs, and whom, as long as somebody maps it.
struct Cost {
  MappingTask who{};
  std::uint64_t of_user = 0, of_space = 0;
  std::uint64_t mappings = 0;
};

/// `Repaired`: munmap gives back to whom mmap charged. `One`: one process does all.
template <bool Repaired, bool One>
class Accounts {
 public:
  Accounts(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge), two_users_(example.setup[2] != 0) {
    pages_.user_lock_limit = example.setup[0];
    pages_.lock_limit = example.setup[1];
    rb_.defects = defects;
    rb_.gives_back_to_charged = Repaired;
    data_pages_ = 1 + (std::uint64_t{1} << example.setup[3]);
  }

  void step(const AuxStep& step) {
    if (step.kind == map_data)
      map(data_, caller(step.amount), data_pages_, false);
    else if (step.kind == map_aux && maps_.empty())
      judge_.require(map_charged_aux(pages_, rb_, caller(step.amount % 2), 1) == kInvalid, "I-113",
                     "an AUX area is mapped of a buffer that nobody maps");
    else if (step.kind == map_aux)
      map(aux_, caller(step.amount % 2), std::uint64_t{1} << (step.amount / 2), true);
    else if (step.kind == unmap && !maps_.empty())
      unmap_one(step.amount % maps_.size());
    else if (step.kind == set_limit)
      pages_.user_lock_limit = step.amount;
    judge_.require(pages_.perf_mlock == owed(&Cost::of_user, &MappingTask::user) &&
                       pages_.pinned_vm == owed(&Cost::of_space, &MappingTask::mm),
                   "I-113", "somebody is charged for what is not mapped, or not for what is");
  }

 private:
  struct Mapping {
    MappingTask who{};
    bool aux = false;
  };

  [[nodiscard]] MappingTask caller(std::uint64_t process) const {
    if (One) return {};
    return {two_users_ ? process : 0, process};
  }
  /// What each user, or each address space, owes.
  [[nodiscard]] std::array<std::uint64_t, kChargedParties> owed(
      std::uint64_t Cost::*part, std::size_t MappingTask::*party) const {
    std::array<std::uint64_t, kChargedParties> all{};
    // The data area lasts as long as any mapping.
    if (!maps_.empty()) all[data_.who.*party] += data_.*part;
    if (aux_.mappings != 0) all[aux_.who.*party] += aux_.*part;
    return all;
  }
  void map(Cost& area, const MappingTask& who, std::uint64_t pages, bool aux) {
    const bool first = aux ? area.mappings == 0 : maps_.empty();
    Cost cost{who, 0, 0, 0};
    const std::uint64_t charged = owed(&Cost::of_user, &MappingTask::user)[who.user];
    const std::uint64_t room = pages_.user_lock_limit - std::min(charged, pages_.user_lock_limit);
    cost.of_user = std::min(pages, room);
    cost.of_space = pages - cost.of_user;
    const bool fits =
        owed(&Cost::of_space, &MappingTask::mm)[who.mm] + cost.of_space <= pages_.lock_limit;
    const int result =
        aux ? map_charged_aux(pages_, rb_, who, pages) : map_charged_data(pages_, rb_, who, pages);
    if (!judge_.require((result == 0) == (!first || fits), "I-113",
                        "more is locked than may be, or less"))
      return;
    judge_.comes_to(kRefusedClass, first && !fits);
    if (result != 0) return;
    judge_.comes_to(kPinnedClass, first && cost.of_space != 0);
    judge_.comes_to(kSharedClass, !first && who.mm != area.who.mm);
    if (first) area = cost;
    ++area.mappings;
    maps_.push_back({who, aux});
  }
  void unmap_one(std::uint64_t i) {
    const Mapping gone = maps_[i];
    maps_.erase(maps_.begin() + static_cast<std::ptrdiff_t>(i));
    --(gone.aux ? aux_ : data_).mappings;
    judge_.comes_to(kAuxClass, gone.aux && aux_.mappings == 0);
    unmap_charged(pages_, rb_, gone.who, gone.aux);
  }

  AuxJudge& judge_;
  LockedPages pages_;
  ChargedBuffer rb_;
  Cost data_, aux_;
  std::vector<Mapping> maps_;
  std::uint64_t data_pages_ = 0;
  bool two_users_;
};

constexpr std::string_view kTitle = "processes map and unmap a buffer and its AUX area";

}  // namespace

const AuxSequence kLockedPages = {
    "locked-pages", kTitle, kProperties, kSetup, kSteps, false, run_steps<Accounts<true, false>>,
    4000,           kShares};
const AuxSequence kLockedPagesOfOne = {"locked-pages-of-one",
                                       kTitle,
                                       kProperties,
                                       kSetup,
                                       kSteps,
                                       false,
                                       run_steps<Accounts<false, true>>,
                                       4000,
                                       kSharesOfOne};
const AuxSequence kLockedPagesAsItIs = {
    "locked-pages-as-it-is",          kTitle, kProperties, kSetup, kSteps, false,
    run_steps<Accounts<false, false>>};

}  // namespace ringcheck
