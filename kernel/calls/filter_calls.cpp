// Programs of address filters: SET_FILTER with any text, mappings that come and go, threads that
// fork, execute programs and end, and events that are scheduled.
// Tested by `make kernel`.
#include "kernel/calls/filter_calls.hpp"

#include "kernel/calls/filter_sides.hpp"

namespace ringcheck {
namespace {

enum FilterNumber : std::size_t {
  kTracerNumber,
  kRangesNumber,
  kBitsNumber,
  kOfCpuNumber,
  kKernelNumber,
  kRecordedNumber,
  kInheritNumber
};

/// Offsets and sizes of filters: mostly in files and their mappings, and where addresses end.
NumberRange offsets() {
  return one_of(each_so_often<std::uint64_t>({{0, 6},
                                              {0x1000, 5},
                                              {0x800, 3},
                                              {0x1800, 2},
                                              {0x2000, 4},
                                              {0x2fff, 1},
                                              {0x4000, 2},
                                              {0x8000, 1},
                                              {0x400000, 1},
                                              {0x401234, 1},
                                              {0x7fff'ffff'f000, 1},
                                              {0x8000'0000'0000, 1},
                                              {0xff'ffff'ffff'ffff, 1},
                                              {0xffff'8000'0000'0000, 1},
                                              {0xffff'ffff'8100'0000, 1},
                                              {0xffff'ffff'ffff'ffff, 1}}));
}
NumberRange sizes() {
  return one_of(each_so_often<std::uint64_t>({{0x1000, 6},
                                              {0x10, 2},
                                              {1, 2},
                                              {0, 2},
                                              {0x800, 2},
                                              {0x1001, 1},
                                              {0x2000, 4},
                                              {0x3000, 2},
                                              {0x10000, 2},
                                              {0x7fff'ffff'ffff'ffff, 1},
                                              {0xffff'ffff'ffff'f000, 1},
                                              {0xffff'ffff'ffff'ffff, 1}}));
}

/// The numbers of a text, as filter_text_of reads them.
std::vector<NumberShape> text_shapes() {
  constexpr std::uint64_t kOddities = 9 * 40;
  std::vector<NumberShape> shapes = {
      {"filters", one_of({1, 1, 1, 1, 2, 2, 3, 0})},
      {"the last one again", one_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 7, 8})},
      {"oddity",
       {[] { return below(8).make() != 0 ? 0 : below(kOddities).make(); },
        below(kOddities).smaller}},
      {"memory", one_of(each_so_often<std::uint64_t>(
                     {{kEnoughMemory, 50}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}))}};
  // Rarely of another kind than the first one.
  for (int i = 0; i < 3; ++i) {
    shapes.push_back({"action", one_of(each_so_often<std::uint64_t>(
                                    {{0, 20}, {2, 8}, {1, 3}, {3, 1}, {4, 1}}))});
    shapes.push_back(
        {"form", one_of(each_so_often<std::uint64_t>({{3, 14}, {1, 3}, {2, 2}, {0, 2}, {4, 1}}))});
    shapes.push_back({"offset", offsets()});
    shapes.push_back({"size", sizes()});
    shapes.push_back({"file", one_of({0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7})});
    shapes.push_back({"number", below(3)});
  }
  return shapes;
}

CallShapes shapes_of() {
  const NumberShape thread = {"thread", below(kFamilyThreads)};
  const NumberRange memory =
      one_of(each_so_often<std::uint64_t>({{kEnoughMemory, 20}, {0, 1}, {1, 1}, {2, 1}}));
  CallShapes shapes;
  shapes.most_calls = 40;
  shapes.depth = 0;
  shapes.setup = {{"tracer", below(2)},
                  {"ranges", one_of({2, 2, 4, 4, 4, 1, 3, 0})},
                  {"bits", one_of({48, 57})},
                  {"of a CPU", one_of({0, 0, 0, 0, 0, 0, 1})},
                  {"kernel thread", one_of({0, 0, 0, 0, 0, 0, 0, 1})},
                  {"recorded", one_of({1, 1, 1, 1, 1, 1, 0})},
                  {"inherit", one_of({1, 1, 1, 1, 1, 0})}};
  shapes.calls = {
      {"set_filter", text_shapes(), 16},
      {"mmap",
       {thread,
        {"slot", below(4)},
        {"pages", one_of({1, 2, 3, 4})},
        {"file", one_of({1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 0})},
        {"page", below(4)},
        {"executable", one_of({1, 1, 1, 1, 1, 0})}},
       20},
      {"mprotect",
       {thread,
        {"area", below(4)},
        {"page", below(4)},
        {"pages", one_of({1, 2, 4})},
        {"executable", one_of({1, 1, 0})}},
       4},
      {"munmap", {thread, {"area", below(4)}}, 2},
      {"exec", {thread}, 3},
      {"fork",
       {thread,
        {"shares", below(2)},
        {"memory", memory},
        {"refused", one_of({0, 0, 0, 0, 0, 0, 0, 1})}},
       8},
      {"leave", {thread}, 1},
      {"reap", {{"event", below(kFamilyThreads)}}, 1},
      {"sched_in", {thread, {"cpu", below(RC_FILTER_CPUS)}}, 16},
      {"sched_out", {{"event", below(kFamilyThreads)}, {"started", below(2)}}, 5},
      {"switch", {thread, {"to", below(kFamilyThreads)}}, 12},
  };
  return shapes;
}

FilterSetup setup_of(const NativeObject& object, const CallProgram& program) {
  const auto number = [&](FilterNumber which) { return static_cast<int>(program.setup.at(which)); };
  FilterSetup setup;
  rc_family_setup& family = setup.family;
  family.tracer = static_cast<rc_tracer>(number(kTracerNumber));
  family.ranges = static_cast<unsigned>(number(kRangesNumber));
  family.bits = static_cast<unsigned>(number(kBitsNumber));
  family.of_cpu = number(kOfCpuNumber);
  family.kernel_thread = family.of_cpu != 0 ? 0 : number(kKernelNumber);
  family.recorded = number(kRecordedNumber);
  family.inherit = number(kInheritNumber);
  setup.compared = object.says("file_user_inode") ? FilterFile::named : FilterFile::backing;
  return setup;
}

}  // namespace

CallReport hold_filter_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs) {
  const CallShapes shapes = shapes_of();
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    const FilterSetup setup = setup_of(object, program);
    FilterKernel kernel(object, setup);
    FilterSpecification specification(setup);
    if (const std::int64_t opened = kernel.open(); opened != specification.open())
      return std::optional<std::string>("set-up: " + std::to_string(opened));
    CallProgram whole = program;
    whole.calls.push_back({static_cast<unsigned>(FilterOp::close), {}, {}});
    auto found = difference_of(whole, kernel, specification, 0, no_name, report);
    const FilterCases& cases = specification.cases();
    report.cases["a unit is told of a range of a file"] += cases.mapped ? 1 : 0;
    report.cases["two threads swap their contexts"] += cases.swapped ? 1 : 0;
    report.cases["a thread inherits from one that has inherited"] += cases.grandchild ? 1 : 0;
    report.cases["filters are set of several events"] += cases.family ? 1 : 0;
    return found;
  });
}

}  // namespace ringcheck
