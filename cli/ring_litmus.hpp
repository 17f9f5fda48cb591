#pragma once
// The ring's own shapes as litmus tests: how records are published and given back, for any number
// of records and any barrier plan, with one location per word instead of an array.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/straight_test.hpp"
#include "protocol/core/barrier_plan.hpp"

namespace ringcheck {

/// A shape. Thread 0 is the kernel, thread 1 the reader.
enum class RingShape : std::uint8_t {
  publication,      ///< records, then the head; the head, then the records: message passing
  consumption,      ///< the tail, then new records over the old; old records, then the tail: load
                    ///< buffering
  nested,           ///< a record, those of interrupts, then one head for all
  aux_publication,  ///< trace copied to the AUX area, then aux_head
  aux_consumption,  ///< aux_tail, then trace over the old; old trace, then aux_tail
};

/// What is known of a shape.
struct RingShapeInfo {
  RingShape shape;
  std::string_view scenario;  ///< as in --scenario
  std::string_view name;      ///< of the tests: mp, lb, nested
  PerfSite kernel_site;       ///< the ordering point of thread 0
  PerfSite user_site;         ///< and that of thread 1
  std::string_view shows;     ///< what the condition asks for
};

/// Every shape; those of one scenario come together.
std::span<const RingShapeInfo> ring_shapes();

/// The shapes of the scenario of this name, or the one of them that `shape` names. Errors:
/// InputError that lists the names.
std::vector<RingShapeInfo> shapes_of_scenario(std::string_view name, std::string_view shape = {});

inline constexpr std::uint64_t kMostRecords = 8;  ///< of a shape

/// The test of a shape: its condition is what the plan has to forbid. Pre: 1 … kMostRecords
/// records.
litmus::StraightTest ring_test(const RingShapeInfo& shape, std::uint64_t records,
                               const BarrierPlan& plan);

/// Every combination of what may stand at the two ordering points of the shape.
std::vector<BarrierPlan> plans_of(const RingShapeInfo& shape);

/// What `litmus gen --scenario` is asked for.
struct RingLitmusOptions {
  std::string scenario;
  std::string shape;  ///< mp, lb or nested; empty: all that the scenario has
  std::uint64_t records = 1;
  std::string plan;          ///< SITE=STRENGTH,…; empty: Linux's; "all": one test for each
  std::string architecture;  ///< LKMM, AArch64, X86_64, RISCV or PPC
  std::string user_table;    ///< by which thread 1 is compiled; empty: what Linux 6.1 has
  std::string output;        ///< folder; empty: standard output, for a single test
};

/// Writes the tests. Errors: InputError for an unknown name, and for several tests without a
/// folder.
void write_ring_litmus(const RingLitmusOptions& options);

}  // namespace ringcheck
