// What perf's parts for units hold for what they remember of buffers, and what they lose of it.
#include "protocol/perf_tool/snapshot_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "protocol/core/sequential_cpu.hpp"
#include "protocol/perf_tool/arm_snapshot.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {
namespace {

using Machine = SequentialCpu<>;
using Pt = IntelPtSnapshots<Machine>;

/// Parts of one interface.
/// @{
bool find(Machine& cpu, Pt& part, const AuxtraceMmap& mm, std::uint64_t& head, std::uint64_t& old) {
  return intel_pt_find_snapshot(cpu, part, mm, head, old);
}
bool find(Machine& cpu, IntelBtsSnapshots& part, const AuxtraceMmap& mm, std::uint64_t& head,
          std::uint64_t& old) {
  return intel_bts_find_snapshot(cpu, part, mm, head, old);
}
bool find(Machine& cpu, ArmSnapshots& part, const AuxtraceMmap& mm, std::uint64_t& head,
          std::uint64_t& old) {
  return arm_spe_find_snapshot(cpu, part, mm, head, old);
}
void give_back(Pt& part) {
  intel_pt_free_snapshots(part);
}
void give_back(IntelBtsSnapshots& part) {
  intel_bts_free_snapshots(part);
}
void give_back(ArmSnapshots& part) {
  arm_free_snapshots(part);
}
/// @}

Pt pt_with_copies() {
  Pt part;
  part.initialised = true;
  part.reference_bytes = 16;
  return part;
}

/// A snapshot of buffer `index`; true: it failed.
template <class Part>
bool snapshot(Part& part, std::uint32_t index) {
  std::vector<std::uint64_t> memory(64);
  Machine cpu(memory);
  AuxtraceMmap mm;
  mm.data = {0, memory.size(), 1};
  mm.mask = memory.size() - 1;
  mm.idx = index;
  std::uint64_t head = 0, old = 0;
  return find(cpu, part, mm, head, old);
}

/// What snapshots of `indexes` hold, and what stays of it at the end.
struct Held {
  std::uint64_t before_end, after_end;
  friend bool operator==(const Held&, const Held&) = default;
};
template <class Part>
Held held(Part part, const std::vector<std::uint32_t>& indexes) {
  for (const std::uint32_t index : indexes) EXPECT_FALSE(snapshot(part, index));
  const std::uint64_t before = part.memory.held;
  give_back(part);
  return {before, part.memory.held};
}

TEST(SnapshotMemory, IsGivenBackButForTablesThatIntelHasGrown) {
  EXPECT_EQ(held(IntelBtsSnapshots{}, {0, 15}), (Held{1, 0}));
  EXPECT_EQ(held(IntelBtsSnapshots{}, {0, 16, 15, 32}), (Held{3, 2}));
  EXPECT_EQ(held(Pt{}, {0, 16}), (Held{2, 1}));
  EXPECT_EQ(held(pt_with_copies(), {0, 0, 3}), (Held{3, 0}));
  EXPECT_EQ(held(pt_with_copies(), {0, 20}), (Held{4, 1}));
  EXPECT_EQ(held(ArmSnapshots{}, {0, 5, 1, 9}), (Held{1, 0}));
}

TEST(SnapshotMemory, ASnapshotWithoutItFails) {
  Pt pt = pt_with_copies();
  pt.memory.left = 1;
  EXPECT_TRUE(snapshot(pt, 0)) << "there is no copy";
  EXPECT_EQ(pt.references.size(), 16U);
  EXPECT_TRUE(pt.references[0].units.empty());
  pt.memory.left = 1;
  EXPECT_FALSE(snapshot(pt, 0));
  EXPECT_TRUE(snapshot(pt, 16)) << "there is no table";
  EXPECT_EQ(pt.references.size(), 16U);
  IntelBtsSnapshots bts;
  bts.memory.left = 0;
  EXPECT_TRUE(snapshot(bts, 0));
  ArmSnapshots arm;
  arm.memory.left = 0;
  EXPECT_TRUE(snapshot(arm, 0));
  EXPECT_EQ(bts.wrapped.size() + arm.wrapped.size(), 0U);
}

}  // namespace
}  // namespace ringcheck
