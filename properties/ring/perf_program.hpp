#pragma once
// Programs around one perf data ring: a writer with its interrupts, and a reader on another CPU.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "check/setting.hpp"
#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/ring/perf_reader_shapes.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// The parts of a program around one data ring. Sizes of records are words of payload.
struct PerfRingSetup {
  std::uint64_t records = 1;  ///< that the task writes
  std::uint64_t payload = 1;  ///< of each of them
  std::uint64_t words = 8;    ///< of the data area; a power of two
  std::uint64_t polls = 1;
  ReaderKind reader = ReaderKind::batch;
  std::uint64_t interrupts = 0;         ///< how often each interrupt writer may fire
  std::uint64_t levels = 1;             ///< interrupt writers: softirq, hardirq, NMI
  std::uint64_t interrupt_payload = 1;  ///< of its records
  bool everywhere = false;  ///< it may fire before every access, even where that cannot matter
  bool marked_data = false;
  LocalOrder local = LocalOrder::none;
  ControlExtent control = ControlExtent::scope;
  std::uint64_t departures = 0;  ///< of a compiler from each CPU's code; 0: it runs as written
  std::uint64_t start = 0;       ///< where the stream starts (bytes)
  Widths widths = Widths::all_64;
  bool high_half_first = false;  ///< a 32-bit reader loads the upper half of data_head first
  std::uint64_t watermark = 0;   ///< bytes; 0: half the data area
  ReserveOrder reserve_order = ReserveOrder::tail_first;
  bool lost_taken_first = false;          ///< begin takes the lost count before it reserves
  bool first_mapped_to_read = false;      ///< whoever mapped the buffer first cannot write to it
  MachinePrimitivesPtr kernel = nullptr;  ///< by whose table the writer is compiled
  MachinePrimitivesPtr user = nullptr;    ///< by whose table the reader is
  BarrierPlan plan{};
  DefectSet defects{};
};

/// The program that `setup` describes: thread 0 writes, thread 1 reads.
PerfProgram make_perf_program(std::string name, const PerfRingSetup& setup);

/// Gives `rb` the widths of `setup`, and locations for the halves of words that are accessed half
/// by half. These come after the locations that `program` has.
void add_halves(PerfBuffer& rb, const PerfRingSetup& setup, Program& program);

/// Lets the stream of `rb` start at `start` (bytes), as far as its words have the bits.
void set_start(const PerfBuffer& rb, std::uint64_t start, Program& program);

/// What a writer to `rb` may store.
LocationSet written_by_writers(const PerfBuffer& rb);

/// The ordering points that such a program has.
inline constexpr std::array kPerfRingSites = {site::kA,
                                              site::kB,
                                              site::kC,
                                              site::kD,
                                              site::kNestBeforeHead,
                                              site::kPublishBeforeUnnest,
                                              site::kUnnestBeforeRecheck,
                                              site::kLostLook,
                                              site::kNestRaise,
                                              site::kStampSample,
                                              site::kTailLoad,
                                              site::kHeadLook,
                                              site::kStampCompare,
                                              site::kNestLook,
                                              site::kNestLower,
                                              site::kHeadLoad,
                                              site::kHeadStore,
                                              site::kNestClear,
                                              site::kHeadRecheck,
                                              site::kNestAgain,
                                              site::kStampCheck,
                                              site::kPollFlag,
                                              site::kReaderHead,
                                              site::kReaderTail};

/// The compiler of a CPU's code, where `setup` has it depart from the source. Tearing is tried if
/// positions reach beyond half a word, since only then it shows.
CompilerOptions compiler_options(const PerfRingSetup& setup);

/// Runs `code(options)`, as a compiler may change it. A compiler takes 20 KB of the run's stack.
template <class Code>
[[gnu::noinline]] void run_departing(const PerfRingSetup& setup, CheckedCpuOptions options,
                                     const Code& code) {
  Compiler compiler(compiler_options(setup));
  options.compiler = &compiler;
  code(options);
}

/// Runs `code(options)`, the code of one run of a CPU; as a compiler may change it, if `setup` has
/// departures.
template <class Code>
void run_compiled(const PerfRingSetup& setup, const CheckedCpuOptions& options, const Code& code) {
  if (setup.departures == 0)
    code(options);
  else
    run_departing(setup, options, code);
}

/// Parameters that scenarios around a data ring share, for settings that are, or build on,
/// PerfRingSetup. The words are in the order of the enumerations.
template <class S>
struct RingParameters {
  static constexpr std::array<std::string_view, 2> kDataWords = {"plain", "marked"};
  static constexpr std::array<std::string_view, 3> kLocalWords = {"none", "tso", "full"};
  static constexpr std::array<std::string_view, 2> kControlWords = {"scope", "ever"};
  static constexpr std::array<std::string_view, 11> kReaderWords = {"batch",
                                                                    "each",
                                                                    "sample",
                                                                    "volatile",
                                                                    "rmb-mb",
                                                                    "head-again",
                                                                    "early-tail",
                                                                    "masked-tail",
                                                                    "header-twice",
                                                                    "until-equal",
                                                                    "until-equal-as-longs"};
  static constexpr std::array<std::string_view, 3> kReserveWords = {"tail-first", "head-first",
                                                                    "head-again"};
  static constexpr std::array<std::string_view, 6> kTableWords = {"portable", "arm64",   "x86-64",
                                                                  "riscv",    "powerpc", "generic"};
  static constexpr std::array<std::string_view, 2> kFireWords = {"where-it-matters", "everywhere"};
  static constexpr std::array<std::string_view, 2> kLostWords = {"seen-first", "taken-first"};
  static constexpr std::array<std::string_view, 2> kMappingWords = {"writable", "read-only"};

  static constexpr Setting<S> records(std::uint64_t standard) {
    return number<&S::records, S>("records", "records that the task writes", standard, 1, 12);
  }
  static constexpr Setting<S> payload(std::uint64_t standard, std::uint64_t most = 8) {
    return number<&S::payload, S>("payload", "words of payload of each of them", standard, 0, most);
  }
  static constexpr Setting<S> words(std::uint64_t standard) {
    return power_of_two<&S::words, S>("words", "8-byte words of the data area", standard, 2, 32);
  }
  static constexpr Setting<S> polls(std::uint64_t standard) {
    return number<&S::polls, S>("polls", "times that the reader polls", standard, 0, 12);
  }
  static constexpr Setting<S> reader(ReaderKind standard) {
    return choice<&S::reader, S>(
        "reader",
        "batch: one tail store a poll; each: one a record; sample: looks at data_head only; the "
        "others: shapes that people wrote, with ordering points or mistakes of their own",
        kReaderWords, standard);
  }
  static constexpr Setting<S> kData =
      choice<&S::marked_data, S>("data", "how data words are accessed", kDataWords);
  static constexpr Setting<S> kLocal =
      choice<&S::local, S>("local", "what local_t operations order", kLocalWords);
  static constexpr Setting<S> control(ControlExtent standard) {
    return choice<&S::control, S>(
        "control",
        "what a branch controls: to the end of its scope (source) or all after it (machine)",
        kControlWords, standard);
  }
  static constexpr Setting<S> kWatermark = number<&S::watermark, S>(
      "watermark", "bytes between wakeups; 0 for half the data area", 0, 0, 256);
  static constexpr Setting<S> reserve(ReserveOrder standard) {
    return choice<&S::reserve_order, S>(
        "reserve",
        "what a reservation reads first: the tail (Linux 6.1) or the head (since 2023); or the "
        "head, and again before a record is refused",
        kReserveWords, standard);
  }
  static constexpr Setting<S> kLost = choice<&S::lost_taken_first, S>(
      "lost",
      "what begin does with the lost count before it reserves: look (Linux 6.1), or take it",
      kLostWords);
  static constexpr Setting<S> kFirstMapping = choice<&S::first_mapped_to_read, S>(
      "first-mapping",
      "how whoever was first mapped the buffer; the reader has a writable mapping of its own",
      kMappingWords);
  static constexpr Setting<S> interrupts(std::uint64_t standard) {
    return number<&S::interrupts, S>("interrupts", "times that each interrupt writer may fire",
                                     standard, 0, 3);
  }
  static constexpr Setting<S> levels(std::uint64_t standard) {
    return number<&S::levels, S>(
        "levels", "interrupt writers, each above the last: softirq, hardirq, NMI", standard, 1, 3);
  }
  static constexpr Setting<S> interrupt_payload(std::uint64_t standard) {
    return number<&S::interrupt_payload, S>("interrupt-payload", "words of payload of its records",
                                            standard, 0, 8);
  }
  static constexpr Setting<S> kKernel = {
      {"kernel",
       "by whose table of instructions the writer is compiled; generic: each fence is smp_mb", 0, 0,
       kTableWords.size() - 1, false, kTableWords},
      [](S& settings, std::uint64_t value) { settings.kernel = kKernelMachines[value]; }};
  static constexpr Setting<S> kUser = {
      {"user", "the same for the reader; generic: compiler barriers only", 0, 0,
       kTableWords.size() - 1, false, kTableWords},
      [](S& settings, std::uint64_t value) { settings.user = kUserMachines[value]; }};
  static constexpr Setting<S> kCompiler = number<&S::departures, S>(
      "compiler",
      "accesses of each CPU's code that a compiler may make elsewhere, or otherwise, than written; "
      "0: none",
      0, 0, 4);
  static constexpr Setting<S> start(std::uint64_t standard) {
    return number<&S::start, S>(
        "start", "stream position at which the buffer stands at first; a multiple of 8", standard,
        0, std::uint64_t{1} << 40);
  }
  static constexpr Setting<S> kFire =
      choice<&S::everywhere, S>("fire", "before which accesses it may fire", kFireWords);
};

/// A scenario's `settings`, with the plan and the defects of `of`.
template <class S>
S for_case(S settings, const PerfCase& of) {
  settings.plan = of.plan;
  settings.defects = of.defects;
  return settings;
}

/// The program of a scenario that its settings describe in full.
PerfProgram build_perf_program(const PerfRingSetup& settings, const PerfCase& of);

}  // namespace ringcheck
