// Programs of samples: which fields an event samples, what there is to sample, and samples within
// samples.
// Tested by `make kernel`.
#include "kernel/calls/sample_calls.hpp"

#include <rapidcheck.h>

#include "kernel/calls/sample_sides.hpp"

namespace ringcheck {
namespace {

/// Numbers of the set-up that are the area's own, which are first.
constexpr std::size_t kAreaNumbers = 10;

/// Some of the fields that a sample may have: each one with a chance of one in three. A control
/// group's is not among them, nor are there groups of counters.
NumberRange some_fields() {
  const auto make = [] {
    std::uint64_t fields = 0;
    for (const std::uint64_t field : kSampleFields)
      if (field != kSampleCgroup && *rc::gen::inRange(0, 3) == 0) fields |= field;
    return fields;
  };
  const auto smaller = [](std::uint64_t fields) {
    Numbers found;
    for (const std::uint64_t field : kSampleFields)
      if ((fields & field) != 0) found.push_back(fields & ~field);
    return found;
  };
  return {make, smaller};
}

CallShapes shapes_of(std::uint64_t page_bytes, bool counters) {
  CallShapes shapes;
  shapes.most_calls = 8;
  shapes.setup = aux_setup_shapes(page_bytes);
  constexpr std::uint64_t kMostStack = 65528;  // of attr.sample_stack_user
  const NumberRange given = below(counters ? 2 * RC_GIVES_COUNTERS : RC_GIVES_COUNTERS);
  const std::vector<NumberShape> own = {
      {"fields", some_fields()},
      {"registers", one_of({1, 0b1011, std::uint64_t{1} << 63U | 1U})},
      {"stack", one_of({8, 64, 256, 1024, kMostStack})},
      {"AUX bytes", one_of({8, 64, 70, 128, 1024, 100000})},
      {"hardware index", one_of({0, 1})},
      {"given", given},
      {"raw bytes", one_of({4, 0, 1, 3, 12, 20, 33})},
      {"raw pieces", one_of({1, 2})},
      {"branches", below(4)},
      {"task", below(5)},
      {"user's stack", one_of({1000, 0, 8, 104, 70000})},
      {"mapped", one_of({64, 0, 8, 256})},
      {"AUX missing", one_of({0, 0, 1, 7, 8, 20})},
      {"sampler", one_of({0, 0, 0, 0, 0, 0, 1, 2})},
  };
  shapes.setup.insert(shapes.setup.end(), own.begin(), own.end());
  shapes.calls = {
      {"sample", {{"period", below(100)}, {"chain", one_of({0, 1, 3, 20})}}, 6},
      {"prepare", {{"chain", one_of({0, 1, 8000, 8170, 8190, 9000})}}, 2},
      {"data_tail", {}, 3, false},
  };
  return shapes;
}

SampleSetup setup_of(const CallProgram& program, std::uint64_t page_bytes) {
  constexpr std::uint64_t kInKernel = 1, kKernelThread = 2, kEnds = 3, kEndsInKernel = 4;
  std::size_t next = kAreaNumbers;
  const auto number = [&] { return program.setup.at(next++); };
  const auto small = [&] { return static_cast<unsigned>(number()); };
  SampleSetup setup;
  setup.area = aux_setup_of(program.setup, page_bytes);
  setup.area.driver_words = 1;
  setup.area.sample_type = number();
  rc_sampled_setup& sampled = setup.sampled;
  sampled.regs = number();
  sampled.stack_user = small();
  sampled.aux_size = small();
  sampled.has_hw_index = number() != 0 ? 1 : 0;
  sampled.given = small();
  sampled.raw_bytes = small();
  sampled.raw_pieces = small();
  sampled.branches = small();
  const std::uint64_t task = number();
  sampled.in_kernel = task == kInKernel || task == kEndsInKernel ? 1 : 0;
  sampled.is_kernel_thread = task == kKernelThread ? 1 : 0;
  sampled.has_no_memory = task == kEnds || task == kEndsInKernel ? 1 : 0;
  sampled.user_stack = small();
  sampled.stack_mapped = small();
  sampled.aux_missing = small();
  sampled.sampler = static_cast<rc_sampler>(number());
  if ((sampled.given & RC_GIVES_BRANCHES) == 0) sampled.given &= ~unsigned{RC_GIVES_COUNTERS};
  return setup;
}

}  // namespace

CallReport hold_sample_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  const ReserveOrder order =
      object.says("local_try_cmpxchg") ? ReserveOrder::head_first : ReserveOrder::tail_first;
  const CallShapes shapes = shapes_of(page_bytes, object.says("br_stack_cntr"));
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    SampleSetup setup = setup_of(program, page_bytes);
    setup.asks_for_memory = object.says("is_user_task");
    if (!object.says("__cond_set")) {
      setup.no_address = NoAddress::cleared_if_sampled;
      // No PMU gives an instruction pointer.
      setup.sampled.given &= ~unsigned{RC_GIVES_IP};
    }
    const SampleWords words(setup.area);
    SampleKernel kernel(object, setup, words);
    SampleSpecification specification(setup, words, order, kernel.no_data_source());
    return difference_of(
        program, kernel, specification, words.area,
        [&](std::uint64_t word) { return words.name(word); }, report);
  });
}

}  // namespace ringcheck
