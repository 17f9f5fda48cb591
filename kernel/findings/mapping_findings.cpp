// Findings of mappings, on the text of the perf core.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/mapping_kernel.hpp"
#include "kernel/findings/findings_by_area.hpp"

namespace ringcheck {
namespace {

/// What an answer of this name says last.
std::int64_t last(const Answers& answers, std::string_view name) {
  std::int64_t value = 0;
  for (const Answer& answer : answers)
    if (answer.what == name) value = static_cast<std::int64_t>(answer.value);
  return value;
}

/// A process maps a buffer of four pages, then another one of the same user does; both unmap it,
/// the first one first. The user may lock nothing, an address space may.
std::optional<std::string> given_back_to_others(const NativeObject& object) {
  constexpr std::uint64_t kMemoryLimit = 100, kPages = 5, kFirst = 0, kOther = kChargedParties;
  CallProgram program;
  program.setup = {1, 0, 0, 0, 0, kMemoryLimit};  // in the order of mapping_call_shapes()
  MappingKernel kernel(object, program);
  const auto run = [&](MapOp op, Numbers numbers) {
    Answers answers;
    kernel.run({static_cast<unsigned>(op), std::move(numbers), {}}, answers);
    return last(answers, "mm->pinned_vm");
  };
  run(MapOp::map, {0, kPages, 1, 1, 0, kFirst});
  run(MapOp::map, {0, kPages, 1, 1, 0, kOther});
  run(MapOp::unmap, {0});
  const std::int64_t of_other = run(MapOp::unmap, {0});
  if (of_other == 0) return {};
  return fmt::format("after munmap by both, {} pages are locked by the second process", of_other);
}

constexpr ShownFinding kMappingFindings[] = {{"V-38", given_back_to_others}};

}  // namespace

std::span<const ShownFinding> mapping_findings() {
  return kMappingFindings;
}

}  // namespace ringcheck
