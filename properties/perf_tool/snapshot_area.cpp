#include "properties/perf_tool/snapshot_area.hpp"

#include <algorithm>
#include <memory>

#include "protocol/perf_tool/arm_snapshot.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {
namespace {

/// A driver whose finder is `find(cpu, state, mm, head, old)`, and starts with `state`.
template <class State, class Function>
SnapshotDriver driver_of(std::string_view name, bool running_head, const State& state,
                         Function find) {
  return {name, running_head, [state, find] {
            auto own = std::make_shared<State>(state);
            return SnapshotFinder(
                [own, find](SnapshotCpu& cpu, const AuxtraceMmap& mm, std::uint64_t& head,
                            std::uint64_t& old) { find(cpu, *own, mm, head, old); });
          }};
}

}  // namespace

SnapshotDriver intel_pt_snapshots() {
  return driver_of("intel_pt", false, IntelPtSnapshots<SnapshotCpu>{},
                   intel_pt_find_snapshot<SnapshotCpu>);
}

SnapshotDriver intel_pt_snapshots_with_copy() {
  IntelPtSnapshots<SnapshotCpu> state;
  state.initialised = true;
  state.reference_bytes = 16;
  return driver_of("intel_pt with a copy", false, state, intel_pt_find_snapshot<SnapshotCpu>);
}

SnapshotDriver intel_bts_snapshots() {
  return driver_of("intel_bts", false, IntelBtsSnapshots{}, intel_bts_find_snapshot<SnapshotCpu>);
}

SnapshotDriver arm_spe_snapshots() {
  return driver_of("arm_spe", false, ArmSnapshots{}, arm_spe_find_snapshot<SnapshotCpu>);
}

SnapshotDriver cs_etm_snapshots_until_2021() {
  return driver_of("cs_etm until 2021", true, ArmSnapshots{}, cs_etm_find_snapshot<SnapshotCpu>);
}

SnapshotDriver cs_etm_snapshots() {
  return {"cs_etm", true, [] {
            return SnapshotFinder(
                [](SnapshotCpu&, const AuxtraceMmap&, std::uint64_t&, std::uint64_t&) {});
          }};
}

SnapshotArea::SnapshotArea(std::uint64_t len, bool masked, bool running) : running_head(running) {
  mm.data = {2, len, 1};
  mm.mask = masked ? len - 1 : 0;
  mm.user_head = 0;
  mm.user_tail = 1;
  memory.resize(2 + len);
}

void SnapshotArea::produce(std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    memory[2 + position % mm.len()] = zeros ? 0 : constant != 0 ? constant : stream_byte(position);
    ++position;
    if (position == wraps_at) position = 0;
  }
  memory[mm.user_head] = running_head ? position : position % mm.len();
}

std::vector<std::uint64_t> SnapshotArea::read(bool snapshot, const SnapshotFinder& find) {
  std::vector<std::uint64_t> taken;
  SnapshotCpu cpu(memory, GatherSnapshotSaid{&said});
  const auto finder = [&](SnapshotCpu& c, std::uint64_t& head, std::uint64_t& old) {
    find(c, mm, head, old);
    return false;
  };
  const auto hand_over = [&](SnapshotCpu&, const AuxtraceWindow<SnapshotCpu>& window) {
    offset = window.offset;
    for (const AuxPiece<SnapshotCpu>* piece : {&window.first, &window.second})
      for (std::uint64_t i = 0; i < piece->length; ++i)
        taken.push_back(memory.at(2 + piece->at + i));
    return false;
  };
  AuxtraceReadOptions options;
  options.snapshot = snapshot;
  options.snapshot_size = mm.len();
  options.alignment = alignment;
  auxtrace_mmap_read(cpu, mm, options, previous, finder, hand_over,
                     [](SnapshotCpu&) { return false; });
  return taken;
}

std::vector<std::uint64_t> SnapshotArea::newest(std::uint64_t bytes) const {
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t i = bytes; i > 0; --i) wanted.push_back(stream_byte(position - i));
  return wanted;
}

void judge_snapshot(const SnapshotArea& area, const std::vector<std::uint64_t>& taken,
                    std::uint64_t bytes, AuxJudge& judge) {
  const std::vector<std::uint64_t> wanted = area.newest(std::min(bytes, area.mm.len()));
  const bool all =
      taken.size() >= wanted.size() && std::equal(wanted.rbegin(), wanted.rend(), taken.rbegin());
  judge.require(all, "I-32", "a snapshot misses bytes that are new and still there");
  const bool more = taken.size() > wanted.size();
  judge.require(!more || taken.size() != area.mm.len(), "I-33",
                "a lap is reported, and less than a lap was written");
  judge.require(!more, "I-21", "a snapshot takes bytes from before the last one");
  judge.require(!area.said.uninitialised, "I-32", "a finder goes by memory that nobody set");
  judge.require(!area.said.outside, "I-39", "a finder reads outside the area");
}

}  // namespace ringcheck
