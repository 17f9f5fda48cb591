// The kernel's text under programs of mappings.
// Tested by `make kernel`.
#include "kernel/calls/mapping_calls.hpp"

#include "kernel/calls/mapping_kernel.hpp"

namespace ringcheck {

CallReport hold_mapping_calls(const NativeObject& object, std::uint64_t seed,
                              std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  const CallShapes shapes = mapping_call_shapes(object.options().width());
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    MappingKernel kernel(object, program);
    MappingSpecification specification(program, page_bytes);
    auto difference = difference_of(program, kernel, specification, 0, name_of_map_word, report);
    report.cases[kAuxFailsAfterAnother] += specification.aux_failed_after_another() ? 1 : 0;
    return difference;
  });
}

}  // namespace ringcheck
