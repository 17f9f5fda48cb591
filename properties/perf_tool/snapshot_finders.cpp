// snapshot-finders: where the drivers' finders put a snapshot's ends, beside the rule that each of
// them follows.
//
// That the rules are inexact is another matter (docs/findings.md V-07 to V-11, V-25). Here a finder
// must follow its rule, and nothing else. Memory for what it remembers may run out: then it fails,
// and finds nothing.
// Source: tools/perf/arch/x86/util/intel-pt.c intel_pt_find_snapshot; intel-bts.c
// intel_bts_find_snapshot; tools/perf/arch/arm64/util/arm-spe.c arm_spe_find_snapshot.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"
#include "protocol/perf_tool/arm_snapshot.hpp"
#include "protocol/perf_tool/intel_bts_snapshot.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-111"};
constexpr std::array kSetup = {Dial{"driver", 0, 4},
                               Dial{"head runs", 0, 1},
                               Dial{"bytes are all the same", 0, 1},
                               Dial{"bytes come one by one, near the end", 0, 2},
                               Dial{"length: a power of two, none, less than is scanned", 0, 2},
                               Dial{"pieces of memory, of 8 on enough", 0, 16}};
constexpr std::array kSteps = {Dial{"produce, in 64, 8 or single bytes", 0, 24},
                               Dial{"area is cleared", 0, 5}, Dial{"snapshot of buffer", 0, 40}};
constexpr std::array kShares = {Share{"snapshot", 80}, Share{"went round", 40},
                                Share{"did not", 40}, Share{"had no memory", 10}};
constexpr std::uint64_t kCopied = 16;  ///< of a PT buffer, by the driver with a copy

enum Driver : std::uint64_t { pt, pt_with_copy, bts, spe, etm_until_2021 };

/// A driver's finder, and what it takes of memory.
struct Finder {
  std::function<bool(SnapshotCpu&, const AuxtraceMmap&, std::uint64_t&, std::uint64_t&)> find;
  std::function<void()> free;  ///< gives back what was taken
  const SnapshotMemory* memory;
};

/// The finder `find(cpu, state, mm, head, old)`, which starts with `state`.
template <class State, class Find, class Free>
Finder finder_with(const State& state, std::uint64_t pieces, Find find, Free free) {
  auto own = std::make_shared<State>(state);
  own->memory.left = pieces;
  return {[own, find](SnapshotCpu& cpu, const AuxtraceMmap& mm, std::uint64_t& head,
                      std::uint64_t& old) { return find(cpu, *own, mm, head, old); },
          [own, free] { free(*own); }, &own->memory};
}

Finder finder_of(Driver driver, std::uint64_t pieces) {
  IntelPtSnapshots<SnapshotCpu> state;
  if (driver == pt_with_copy) {
    state.initialised = true;
    state.reference_bytes = kCopied;
  }
  if (driver <= pt_with_copy)
    return finder_with(state, pieces, intel_pt_find_snapshot<SnapshotCpu>,
                       intel_pt_free_snapshots<SnapshotCpu>);
  if (driver == bts)
    return finder_with(IntelBtsSnapshots{}, pieces, intel_bts_find_snapshot<SnapshotCpu>,
                       intel_bts_free_snapshots);
  return finder_with(
      ArmSnapshots{}, pieces,
      driver == spe ? arm_spe_find_snapshot<SnapshotCpu> : cs_etm_find_snapshot<SnapshotCpu>,
      arm_free_snapshots);
}

/// What a driver should take of memory: a table of buffers, which is another one once it grows, and
/// their copies.
class Memory {
 public:
  Memory(Driver driver, std::uint64_t pieces) : driver_(driver), left_(pieces) {}
  /// Whether there is memory for what is remembered of `buffer`.
  bool has_room_for(std::uint64_t buffer) {
    if (buffer >= entries_) {
      if (!take()) return false;
      // The drivers for Intel forget the smaller table.
      if (driver_ <= bts && entries_ != 0) ++lost_;
      if (driver_ >= spe && entries_ != 0) --held_;
      entries_ =
          driver_ >= spe ? buffer + 1 : std::max<std::uint64_t>(16, std::bit_ceil(buffer + 1));
    }
    if (driver_ == pt_with_copy && !copied_.contains(buffer)) {
      if (!take()) return false;
      copied_.insert(buffer);
    }
    return true;
  }
  [[nodiscard]] std::uint64_t held() const { return held_; }
  /// Pieces that nobody gives back.
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  bool take() {
    if (left_ == 0) return false;
    --left_;
    ++held_;
    return true;
  }

  Driver driver_;
  std::uint64_t left_, held_ = 0, lost_ = 0, entries_ = 0;
  std::set<std::uint64_t> copied_;
};

/// What a driver should know about a buffer.
struct Known {
  bool wrapped = false;
  std::vector<std::uint64_t> copy = std::vector<std::uint64_t>(kCopied);
};

/// Which entries of a table nobody has set: when the table grows, the driver for CoreSight sets
/// only the last one.
class UnsetEntries {
 public:
  explicit UnsetEntries(Driver driver) : leaves_some_(driver == etm_until_2021) {}
  /// Whether the entry of `buffer` is read unset. Grows the table if it has no such entry.
  bool reads_unset(std::uint64_t buffer) {
    if (buffer >= size_) {
      for (; leaves_some_ && size_ < buffer; ++size_) unset_.insert(size_);
      size_ = buffer + 1;
    }
    return unset_.contains(buffer);
  }
  void set(std::uint64_t buffer) { unset_.erase(buffer); }

 private:
  bool leaves_some_;
  std::uint64_t size_ = 0;
  std::set<std::uint64_t> unset_;
};

/// The rules, over the bytes of an area.
class Rules {
 public:
  Rules(Driver driver, const SnapshotArea& area) : driver_(driver), area_(area) {}

  /// Whether the finder takes the unit to have gone round.
  bool went_round(Known& known, std::uint64_t head) const {
    if (driver_ == pt_with_copy) return by_copy(known, head);
    if (driver_ == pt || driver_ == bts)
      known.wrapped = known.wrapped || trace_from(len() < 4096 ? 0 : len() - 4096);
    else
      known.wrapped = known.wrapped || head >= len() ||
                      (len() >= 512 && trace_from(std::max(len() - 512, head)));
    return known.wrapped;
  }
  /// Moves a snapshot's ends.
  void move(bool round, std::uint64_t& head, std::uint64_t& old) const {
    if (driver_ >= spe) {
      if (!round) return;
      if (head < len()) head += len();
      old = head - len();
    } else if (round) {
      old = head;
      head += len();
    } else {
      old %= len();
      if (head < old) head += len();
    }
  }

 private:
  [[nodiscard]] std::uint64_t len() const { return area_.mm.len(); }
  [[nodiscard]] std::uint64_t byte(std::uint64_t at) const { return area_.memory.at(2 + at); }
  /// Whether there is trace in whole words of 8 bytes, from the word with `from` on.
  [[nodiscard]] bool trace_from(std::uint64_t from) const {
    for (std::uint64_t at = from / 8 * 8; at < len(); ++at)
      if (byte(at) != 0) return true;
    return false;
  }
  bool by_copy(Known& known, std::uint64_t head) const {
    bool round = len() - kCopied < head;
    for (std::uint64_t i = 0; i < kCopied; ++i)
      round = round || byte(len() - kCopied + i) != known.copy.at(i);
    // The bytes before the head; if these are too few, also the last bytes of the area, after them.
    for (std::uint64_t i = 0; i < kCopied; ++i)
      known.copy.at(i) = head >= kCopied ? byte(head - kCopied + i)
                         : i < head      ? byte(i)
                                         : byte(len() - kCopied + i);
    return round;
  }

  Driver driver_;
  const SnapshotArea& area_;
};

/// Bytes of an area: a power of two, another number, or less than is scanned of it.
std::uint64_t bytes_of(Driver driver, std::uint64_t kind) {
  const std::uint64_t power = driver <= bts ? 8192 : 1024;
  return kind == 0 ? power : kind == 1 ? power + power / 2 : power / 4;
}

void run_finders(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const auto driver = static_cast<Driver>(example.setup[0]);
  const bool runs = example.setup[1] != 0 && driver >= spe;
  SnapshotArea area(bytes_of(driver, example.setup[4]), example.setup[4] != 1, runs);
  area.mm.defects = defects;
  area.constant = example.setup[2] * 7;
  const bool fine = example.setup[3] != 0;
  if (fine) area.position = area.mm.len() - 40;
  area.produce(0);
  const std::uint64_t pieces = example.setup[5] < 8 ? example.setup[5] : UINT64_MAX;
  const Finder finder = finder_of(driver, pieces);
  Memory memory(driver, pieces);
  const Rules rules(driver, area);
  std::map<std::uint64_t, Known> known;  // by buffer
  UnsetEntries unset(driver);
  SnapshotCpu cpu(area.memory, GatherSnapshotSaid{&area.said});
  for (const AuxStep& step : example.steps) {
    // The most of single bytes reaches the end of the area.
    const std::uint64_t to_end = area.mm.len() - area.position % area.mm.len();
    if (step.kind == 0)
      area.produce(fine && step.amount == 24 && to_end <= 40 ? to_end
                                                             : step.amount * (fine            ? 1
                                                                              : driver <= bts ? 64
                                                                                              : 8));
    // An area that is mapped anew is empty.
    if (step.kind == 1 && step.amount == 0)
      std::fill(area.memory.begin() + 2, area.memory.end(), 0);
    if (step.kind != 2) continue;
    // Mostly one of two buffers, so that they are known; and some for which tables grow.
    const std::uint64_t buffer = step.amount < 36 ? step.amount % 2 : step.amount;
    area.mm.idx = static_cast<std::uint32_t>(buffer);
    std::uint64_t head = area.memory.at(0), old = area.previous;
    std::uint64_t meant_head = head, meant_old = old;
    const bool has_room = memory.has_room_for(buffer);
    const bool round = has_room && rules.went_round(known[buffer], head);
    if (has_room) rules.move(round, meant_head, meant_old);
    area.said = {};
    const bool failed = finder.find(cpu, area.mm, head, old);
    judge.require(failed == !has_room && finder.memory->held == memory.held(), "I-111",
                  "a finder fails though it has memory, or takes another part of it");
    judge.require(head == meant_head && old == meant_old, "I-111",
                  "a finder puts a snapshot's ends elsewhere than its rule");
    judge.comes_to("had no memory", failed);
    if (judge.found()) return;
    if (failed) continue;
    area.previous = head;
    judge.require(area.said.uninitialised == unset.reads_unset(buffer), "I-111",
                  "a finder goes by an entry that nobody has set, or sets another than it should");
    if (round) unset.set(buffer);
    judge.comes_to("snapshot");
    judge.comes_to(round ? "went round" : "did not");
    if (judge.found()) return;
  }
  finder.free();
  judge.require(finder.memory->held == memory.lost(), "I-111",
                "what a finder has taken of memory is not given back");
}

}  // namespace

const AuxSequence kSnapshotFinders = {"snapshot-finders",
                                      "the drivers' finders of snapshots, beside their rules",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_finders,
                                      500,
                                      kShares};

}  // namespace ringcheck
