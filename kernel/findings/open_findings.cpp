// Findings of the opening of events, on the text of the perf core and of drivers.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/open_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/open_unit.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kMemory = 10;

/// Somebody who may opens an event of a task, which then forks and may not: what its fork returns.
/// `flags`: as OpenAsked::of reads them.
std::int64_t fork_without_rights(const NativeObject& object, rc_open_pmu pmu, std::uint64_t config,
                                 std::uint64_t flags) {
  OpenSetup setup;
  setup.machine.spe_version = 1;
  setup.machine.paranoid = 2;
  OpenKernel kernel(object, setup);
  const auto run = [&](OpenOp op, Numbers numbers) {
    Answers answers;
    kernel.run({static_cast<unsigned>(op), std::move(numbers), {}}, answers);
    return static_cast<std::int64_t>(answers.at(0).value);
  };
  run(OpenOp::open,
      {static_cast<std::uint64_t>(pmu), 0, 0, config, 0, 0, 0, flags, 1, 0, 1, kMemory});
  return run(OpenOp::fork, {0, 0, kMemory});
}

std::optional<std::string> bts_forbids_fork(const NativeObject& object) {
  constexpr std::uint64_t kExcludeKernel = 1;
  const std::int64_t result = fork_without_rights(object, RC_OPEN_BTS, 0, kExcludeKernel);
  if (result == 0) return {};
  return fmt::format("who is recorded by another user gets {} from fork", result);
}

std::optional<std::string> spe_forbids_fork(const NativeObject& object) {
  constexpr std::uint64_t kPhysicalAddresses = 2;
  const std::int64_t result = fork_without_rights(object, RC_OPEN_SPE, kPhysicalAddresses, 0);
  if (result == 0) return {};
  return fmt::format("who is recorded by another user gets {} from fork", result);
}

constexpr unsigned kPageShift = 12;
constexpr ShownFinding kOpenFindings[] = {
    {"V-80", bts_forbids_fork, open_unit, kPageShift},
    {"V-81", spe_forbids_fork, open_unit, kPageShift},
};

}  // namespace

std::span<const ShownFinding> open_findings() {
  return kOpenFindings;
}

}  // namespace ringcheck
