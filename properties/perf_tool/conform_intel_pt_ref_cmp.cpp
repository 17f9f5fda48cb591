// intel_pt_ref_cmp: what Intel PT's snapshot finder makes of a buffer and its copy.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include <algorithm>

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {
namespace {

std::optional<Difference> check(const Json& row) {
  using Machine = SequentialCpu<>;
  Fields fields(row, "row");
  fields.number("q");
  std::vector<std::uint64_t> memory = bytes_of(fields.text("data"), fields.place("data"));
  AuxtraceMmap mm;
  mm.data = {0, fields.number("len"), 1};
  if (mm.len() == 0 || mm.len() != memory.size())
    throw RowError(fields.place("len") + ": expected as many bytes as \"data\" has");
  IntelPtReference<Machine> reference;
  reference.units = bytes_of(fields.text("ref"), fields.place("ref"));
  reference.offset = fields.number("ref_off", mm.len());
  const std::uint64_t size = reference.units.size();
  const std::uint64_t head = fields.number("head", mm.len());
  if (size > mm.len()) throw RowError(fields.place("ref") + ": expected no more than \"data\"");

  Machine cpu(memory);
  const auto flag = [](bool set) { return set ? 1 : 0; };
  Expect expect(row);
  expect.same("cmp_buffers", fields.number("cmp_buffers", 1),
              flag(intel_pt_compare_buffers(cpu, reference, mm, reference.offset, size)));
  expect.same("cmp_ref", fields.number("cmp_ref", 1),
              flag(intel_pt_compare_ref(cpu, reference, mm, size, head)));
  expect.same("first_wrap", fields.number("first_wrap", 1), flag(intel_first_wrap(cpu, mm)));
  intel_pt_copy_ref(cpu, reference, mm, size, head);
  expect.same("ref_after", fields.text("ref_after"), hex_of(reference.units));
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kIntelPtRefCmpSet;
const ConformSet kIntelPtRefCmpSet = {"intel_pt_ref_cmp", "Intel PT's buffer and its copy", check};

}  // namespace ringcheck
