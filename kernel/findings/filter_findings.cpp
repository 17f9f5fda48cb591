// Findings of address filters, on the text of the perf core and of Intel PT.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/filter_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/filters_unit.hpp"

namespace ringcheck {
namespace {

/// An event of Intel PT with threads, file "/a", and kFilterBase, where it is mapped.
class Family {
 public:
  explicit Family(const NativeObject& object, bool kernel_thread = false, bool recorded = true)
      : kernel_(object, setup_of(kernel_thread, recorded)) {
    kernel_.open();
  }

  /// Asks for a range of the file or, without one, of addresses.
  void filter(std::uint64_t offset, std::uint64_t size, bool of_file = true) {
    constexpr std::uint64_t kRange = 1, kFileRange = 3;
    run(FilterOp::set_filter,
        {1, 0, 0, kEnoughMemory, 0, of_file ? kFileRange : kRange, offset, size, 0, 0});
  }
  /// A thread maps pages of the file, which it may execute.
  void map(std::uint64_t thread, std::uint64_t page, std::uint64_t pages) {
    run(FilterOp::map, {thread, 0, pages, 1, page, 1});
  }
  void fork(std::uint64_t thread, bool shares) {
    run(FilterOp::fork, {thread, shares ? 1U : 0U, kEnoughMemory, 0});
  }
  void run(FilterOp op, Numbers numbers) {
    Answers answers;
    kernel_.run({static_cast<unsigned>(op), std::move(numbers), {}}, answers);
  }
  /// The range of an event.
  [[nodiscard]] AddrRange range(unsigned event) {
    const rc_event_filters found = kernel_.event(event);
    return {found.start[0], found.size[0]};
  }
  /// The last address that CPU 0 is told to trace.
  [[nodiscard]] std::uint64_t last() { return kernel_.unit(0).values[1]; }

 private:
  static FilterSetup setup_of(bool kernel_thread, bool recorded) {
    constexpr unsigned kRanges = 2, kBits = 48;
    FilterSetup setup;
    setup.family = {RC_TRACER_PT, kRanges, kBits, 0, kernel_thread ? 1 : 0, recorded ? 1 : 0, 1};
    return setup;
  }

  FilterKernel kernel_;
};

constexpr std::uint64_t kPage = kFilterPage;

std::optional<std::string> only_touches(const NativeObject& object) {
  Family family(object);
  family.filter(2 * kPage, kPage);
  family.map(0, 1, 1);
  family.run(FilterOp::sched_in, {0, 0});
  if (family.last() == 0) return {};
  return fmt::format("of a page that is not mapped all up to {:#x} is traced", family.last());
}

std::optional<std::string> grandchild(const NativeObject& object) {
  Family family(object);
  family.filter(0, kPage);
  family.fork(0, false);
  family.run(FilterOp::exec, {1});
  family.map(1, 0, 1);
  family.fork(1, false);
  if (family.range(2) == family.range(1)) return {};
  return fmt::format("the child of a thread with a range of {:#x} bytes has one of {:#x}",
                     family.range(1).size, family.range(2).size);
}

std::optional<std::string> other_threads(const NativeObject& object) {
  Family family(object);
  family.filter(0, kPage);
  family.fork(0, true);
  family.map(1, 0, 1);
  if (family.range(0) == family.range(1)) return {};
  return fmt::format("of what one thread maps another one has {:#x} bytes in its range",
                     family.range(0).size);
}

std::optional<std::string> last_part_alone(const NativeObject& object) {
  constexpr std::uint64_t kPages = 3;
  Family family(object);
  family.filter(0, kPages * kPage);
  family.map(0, 0, kPages);
  family.run(FilterOp::protect, {0, 0, 1, 1, 1});
  if (family.range(0) == AddrRange{kFilterBase, kPages * kPage}) return {};
  return fmt::format("after mprotect of the second page of three a range is {:#x}, {:#x}",
                     family.range(0).start, family.range(0).size);
}

std::optional<std::string> nobody_records(const NativeObject& object) {
  Family family(object, false, false);
  family.filter(0, kPage);
  family.map(0, 0, 1);
  if (family.range(0) == AddrRange{kFilterBase, kPage}) return {};
  return fmt::format("of a mapping that nobody records a range has {:#x} bytes",
                     family.range(0).size);
}

std::optional<std::string> filters_of_before(const NativeObject& object) {
  constexpr std::uint64_t kAddress = 0xffff'ffff'8100'0000;
  Family family(object, true);
  family.filter(0, kPage);
  family.filter(kAddress, kPage, false);
  if (family.range(0) == AddrRange{kAddress, kPage}) return {};
  return fmt::format("a kernel thread's range at {:#x} is {:#x}, {:#x}", kAddress,
                     family.range(0).start, family.range(0).size);
}

std::optional<std::string> swapped_contexts(const NativeObject& object) {
  Family family(object);
  family.filter(0, kPage);
  family.fork(0, false);
  family.run(FilterOp::exec, {1});
  family.map(1, 0, 1);
  family.run(FilterOp::sched_in, {1, 0});
  family.run(FilterOp::switch_to, {1, 0});
  if (family.last() == 0) return {};
  return fmt::format("a thread is traced by the range of another program, up to {:#x}",
                     family.last());
}

std::optional<std::string> end_wraps(const NativeObject& object) {
  Family family(object);
  family.filter(kPage, ~std::uint64_t{0});
  family.map(0, 1, 1);
  if (family.range(0) == AddrRange{kFilterBase, kPage}) return {};
  return fmt::format("of a range without an end {:#x} bytes are in a mapping",
                     family.range(0).size);
}

constexpr unsigned kPageShift = 12;
constexpr ShownFinding kFilterFindings[] = {
    {"V-14", only_touches, filters_unit, kPageShift},
    {"V-73", grandchild, filters_unit, kPageShift},
    {"V-74", other_threads, filters_unit, kPageShift},
    {"V-75", last_part_alone, filters_unit, kPageShift},
    {"V-76", nobody_records, filters_unit, kPageShift},
    {"V-77", filters_of_before, filters_unit, kPageShift},
    {"V-78", swapped_contexts, filters_unit, kPageShift},
    {"V-79", end_wraps, filters_unit, kPageShift},
};

}  // namespace

std::span<const ShownFinding> filter_findings() {
  return kFilterFindings;
}

}  // namespace ringcheck
