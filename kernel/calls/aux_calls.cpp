// Programs of AUX transactions: sequences of begin, skip and end on two handles, with what reader,
// mapping and interrupts do in between.
// Tested by `make kernel`.
#include "kernel/calls/aux_calls.hpp"

#include "kernel/calls/aux_sides.hpp"

namespace ringcheck {
namespace {

/// A number of bytes that may be the size of a transaction in pages of `page_bytes`.
NumberRange bytes_of_aux(std::uint64_t page_bytes) {
  NumberRange range = below(5 * page_bytes);
  range.make = [any = range.make, rarely = below(4).make] { return rarely() == 0 ? 0 : any(); };
  return range;
}

CallShapes shapes_of(std::uint64_t page_bytes, LongWidth width) {
  const NumberShape handle = {"handle", below(kAuxHandles)};
  const NumberShape event = {"event", one_of({0, 0, 0, 1, 1, 2})};
  const auto bytes = bytes_of_aux(page_bytes);
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = aux_setup_shapes(page_bytes, width);
  shapes.calls = {
      {"begin", {handle, event}, 12},
      {"end", {handle, {"bytes", bytes}}, 6},
      {"skip", {handle, {"bytes", bytes}}, 3},
      {"flag", {handle, {"flags", one_of({0, 1, 1, 2, 4, 8, 0x100, 9})}}, 2},
      {"get", {handle}, 1},
      {"set_head", {handle, {"at", bytes}}, 1, false},
      {"copy", {handle, {"from", bytes}, {"bytes", one_of({8, 0, 0, 1, 64, 100, 128, 256})}}, 1},
      {"aux_tail",
       {{"at", one_of({0, 8, 64, 100, 128, 256, 512, 0 - std::uint64_t{1}})}},
       3,
       false},
      {"data_tail", {{"at", one_of({0, 0, 0, 8, 1 << 20U})}}, 2, false},
      {"mapped", {{"count", one_of({0, 1, 1, 1})}, {"gone", one_of({0, 0, 1})}}, 1, false},
      {"pause", {{"paused", one_of({0, 0, 1})}}, 1, false},
      {"poll", {}, 1, false},
  };
  return shapes;
}

}  // namespace

CallReport hold_aux_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  const unsigned page_bytes = 1U << object.options().page_shift;
  const ReserveOrder order =
      object.version().starts_with("6.1.") ? ReserveOrder::tail_first : ReserveOrder::head_first;
  const LongWidth width = object.options().width();
  const CallShapes shapes = shapes_of(page_bytes, width);
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    AuxAreaSetup setup = aux_setup_of(program.setup, page_bytes);
    setup.handles = kAuxHandles;
    const AuxAreaWords words(setup);
    AuxKernel kernel(object, setup, words);
    AuxSpecification specification(setup, words, order, width);
    return difference_of(
        program, kernel, specification, words.count,
        [&](std::uint64_t word) { return words.name(word); }, report);
  });
}

}  // namespace ringcheck
