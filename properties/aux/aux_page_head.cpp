// aux-page-head: perf's reader on a 32-bit kernel, with transactions between any two of its
// accesses, while positions change their sign as longs. Here rb->aux_head is stored to the user
// page without its sign; aux-page-head-of-long stores it as Linux 6.1 does (docs/findings.md F-23).
//
// Positions stay below 4 GiB, where those in records and in the page begin again at 0.
// Tested by tests/properties/aux/aux_mutants_test.cpp and aux_widths_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kSize = 64;
constexpr std::array<std::string_view, 3> kProperties = {"I-15", "I-30", "I-34"};
constexpr std::array kSetup = {
    Dial{"first, units of 8 bytes", 0, 3},
    Dial{"second", 1, 3},
    Dial{"comes before the reader's access", 0, 3},
    Dial{"or the reader before its access, from 1", 0, 40},
    Dial{"high half first", 0, 1},
};
constexpr std::uint64_t kOrigin = narrow_origin_of(1, 16);

/// A driver and a reader of one area.
class PageHead32 {
 public:
  PageHead32(const AuxCase& example, DefectSet defects, AuxJudge& judge, PageHead page_head)
      : bench_(setup(), defects), judge_(judge) {
    bench_.m.aux.page_head = page_head;
    mm_.data = bench_.m.aux.area;
    mm_.mask = kSize - 1;
    mm_.user_head = bench_.m.aux.at.user_head;
    mm_.user_tail = bench_.m.aux.at.user_tail;
    mm_.halves = true;
    mm_.head_high = bench_.m.aux.user_head_high.value();
    mm_.tail_high = bench_.m.aux.user_tail_high.value();
    mm_.high_half_first = example.setup[4] != 0;
  }

  /// A transaction of `bytes`; `meanwhile` runs before its access number `at`.
  template <class Meanwhile>
  void write(std::uint64_t bytes, std::uint64_t at, Meanwhile&& meanwhile) {
    std::uint64_t left = at;
    auto cpu = bench_.interrupted_cpu(&left, [&](auto&) { meanwhile(); });
    if (!perf_aux_output_begin(cpu, bench_.m.aux, bench_.m.handle, bench_.m.events[0])) return;
    perf_aux_output_end(cpu, bench_.m.aux, bench_.m.handle, bytes);
    made_ += bytes;
  }
  void write(std::uint64_t bytes) {
    write(bytes, InterruptOnce<int>::kFired, [] {});
  }

  /// A drain; `meanwhile` runs before its access number `at`.
  template <class Meanwhile>
  void read(std::uint64_t at, Meanwhile&& meanwhile) {
    std::uint64_t left = at;
    auto cpu = bench_.interrupted_cpu(&left, [&](auto&) { meanwhile(); });
    using Machine = decltype(cpu);
    auxtrace_mmap_read(
        cpu, mm_, {}, previous_, [](Machine&, std::uint64_t&, std::uint64_t&) { return false; },
        [&](Machine&, const AuxtraceWindow<Machine>& window) {
          judge_.require(window.offset == taken_, "I-34",
                         "a window does not start where the one before it has ended");
          taken_ += window.size;
          return false;
        },
        [](Machine&) { return false; });
  }
  void read() {
    read(InterruptOnce<int>::kFired, [] {});
  }

  /// Everything is drained: AUX records, windows and what was made agree.
  void check_rest() {
    judge_.require(taken_ - kOrigin <= made_, "I-15", "a reader takes trace twice");
    std::uint64_t told = kOrigin;
    for (const Json& record : bench_.m.new_records()) {
      judge_.require(bench_.m.absolute(record[2].get<std::int64_t>()) == told, "I-30",
                     "a record does not follow the one before it");
      told += record[3].get<std::uint64_t>();
    }
    const std::uint64_t head = bench_.word(mm_.head_high) << kHalfBits | bench_.word(mm_.user_head);
    judge_.require(told == head, "I-30",
                   "records tell of trace up to another position than aux_head covers");
  }

 private:
  static AuxMachineSetup setup() {
    AuxMachineSetup setup = bench_setup(kSize, kOrigin);
    setup.width = {true};
    setup.wakeup = kOrigin;
    return setup;
  }

  AuxBench bench_;
  AuxJudge& judge_;
  AuxtraceMmap mm_;
  std::uint64_t previous_ = kOrigin;  ///< mm->prev
  std::uint64_t taken_ = kOrigin;     ///< position up to which windows go
  std::uint64_t made_ = 0;            ///< bytes of trace
};

/// The first transaction is drained, and the second comes while the reader reads; or the reader
/// reads while the second one is stored.
void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, PageHead page_head) {
  PageHead32 both(example, defects, judge, page_head);
  const std::uint64_t first = example.setup[0] * kWordBytes;
  const std::uint64_t second = example.setup[1] * kWordBytes;
  if (first != 0) both.write(first);
  if (example.setup[3] == 0) {
    both.read(example.setup[2], [&] { both.write(second); });
  } else {
    both.write(second, example.setup[3] - 1, [&] { both.read(); });
  }
  both.read();
  both.check_rest();
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, PageHead::as_unsigned);
}
void run_of_long(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, PageHead::as_long);
}

constexpr std::string_view kTitle = "a reader on a 32-bit kernel as aux_head passes 2 GiB";

}  // namespace

const AuxSequence kAuxPageHead = {"aux-page-head", kTitle, kProperties, kSetup, {}, true, run};
const AuxSequence kAuxPageHeadOfLong = {
    "aux-page-head-of-long", kTitle, kProperties, kSetup, {}, true, run_of_long};

}  // namespace ringcheck
