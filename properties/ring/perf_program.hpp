#pragma once
// Programs around one perf data ring: a writer with its interrupts, and a reader on another CPU.

#include <cstdint>
#include <optional>
#include <string>

#include "explore/checked_cpu.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/ring/perf_reader_shapes.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// What a program around one data ring consists of. Sizes of records are words of payload.
struct PerfRingSetup {
  std::uint64_t records = 1;  ///< that the task writes
  std::uint64_t payload = 1;  ///< of each of them
  std::uint64_t words = 8;    ///< of the data area; a power of two
  std::uint64_t polls = 1;
  ReaderKind reader = ReaderKind::batch;
  std::uint64_t interrupts = 0;         ///< how often each interrupt writer may fire
  std::uint64_t levels = 1;             ///< interrupt writers: softirq, hardirq, NMI
  std::uint64_t interrupt_payload = 1;  ///< of its records
  bool everywhere = false;  ///< it may fire before every access, also where that cannot matter
  bool marked_data = false;
  LocalOrder local = LocalOrder::none;
  ControlExtent control = ControlExtent::scope;
  std::uint64_t departures = 0;  ///< of a compiler from each CPU's code; 0: it runs as written
  std::uint64_t start = 0;       ///< where the stream stands at first (bytes)
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

/// Puts the compiler of one run of a CPU's code into `compiler`; null when it departs from nothing.
/// Tearing is tried where positions reach beyond half a word, which is where it shows.
Compiler* compile(std::optional<Compiler>& compiler, const PerfRingSetup& setup);

/// Parameters that scenarios around a data ring share. The words stand in the order of the
/// enumerations.
namespace perf_parameter {
inline constexpr std::array<std::string_view, 2> kDataWords = {"plain", "marked"};
inline constexpr std::array<std::string_view, 3> kLocalWords = {"none", "tso", "full"};
inline constexpr std::array<std::string_view, 2> kControlWords = {"scope", "ever"};
inline constexpr std::array<std::string_view, 9> kReaderWords = {
    "batch",      "each",       "sample",      "volatile",    "rmb-mb",
    "head-again", "early-tail", "masked-tail", "header-twice"};
inline constexpr std::array<std::string_view, 3> kReserveWords = {"tail-first", "head-first",
                                                                  "head-again"};
inline constexpr std::array<std::string_view, 6> kTableWords = {"portable", "arm64",   "x86-64",
                                                                "riscv",    "powerpc", "generic"};
inline constexpr std::array<std::string_view, 2> kFireWords = {"where-it-matters", "everywhere"};

constexpr Parameter records(std::uint64_t standard) {
  return {"records", "records that the task writes", standard, 1, 12, false, {}};
}
constexpr Parameter payload(std::uint64_t standard) {
  return {"payload", "words of payload of each of them", standard, 0, 8, false, {}};
}
constexpr Parameter words(std::uint64_t standard) {
  return {"words", "8-byte words of the data area", standard, 2, 32, true, {}};
}
constexpr Parameter polls(std::uint64_t standard) {
  return {"polls", "times that the reader polls", standard, 0, 12, false, {}};
}
constexpr Parameter reader(ReaderKind standard) {
  return {"reader",
          "batch: one tail store a poll; each: one a record; sample: looks at data_head only; the "
          "others: shapes that people wrote, with ordering points or mistakes of their own",
          static_cast<std::uint64_t>(standard),
          0,
          8,
          false,
          kReaderWords};
}
inline constexpr Parameter kData = {"data",    "how data words are accessed", 0, 0, 1, false,
                                    kDataWords};
inline constexpr Parameter kLocal = {"local",    "what local_t operations order", 0, 0, 2, false,
                                     kLocalWords};
constexpr Parameter control(ControlExtent standard) {
  return {"control",
          "what a branch controls: to the end of its scope (source) or all behind it (machine)",
          static_cast<std::uint64_t>(standard),
          0,
          1,
          false,
          kControlWords};
}
inline constexpr Parameter kWatermark = {
    "watermark", "bytes between wakeups; 0 for half the data area", 0, 0, 256, false, {}};
constexpr Parameter reserve(ReserveOrder standard) {
  return {"reserve",
          "what a reservation reads first: the tail (Linux 6.1) or the head (since 2023); or the "
          "head, and again before a record is refused",
          static_cast<std::uint64_t>(standard),
          0,
          2,
          false,
          kReserveWords};
}
inline constexpr std::array<std::string_view, 2> kLostWords = {"seen-first", "taken-first"};
inline constexpr Parameter kLost = {
    "lost",
    "what begin does with the lost count before it reserves: look (Linux 6.1), or take it",
    0,
    0,
    1,
    false,
    kLostWords};
inline constexpr std::array<std::string_view, 2> kMappingWords = {"writable", "read-only"};
inline constexpr Parameter kFirstMapping = {
    "first-mapping",
    "how whoever was first mapped the buffer; the reader has a writable mapping of its own",
    0,
    0,
    1,
    false,
    kMappingWords};
constexpr Parameter interrupts(std::uint64_t standard) {
  return {"interrupts", "times that each interrupt writer may fire", standard, 0, 3, false, {}};
}
constexpr Parameter levels(std::uint64_t standard) {
  return {"levels", "interrupt writers, each above the last: softirq, hardirq, NMI",
          standard, 1,
          3,        false,
          {}};
}
constexpr Parameter interrupt_payload(std::uint64_t standard) {
  return {"interrupt-payload", "words of payload of its records", standard, 0, 8, false, {}};
}
inline constexpr Parameter kKernel = {
    "kernel",
    "by whose table of instructions the writer is compiled; generic: each fence is smp_mb",
    0,
    0,
    5,
    false,
    kTableWords};
inline constexpr Parameter kUser = {
    "user",     "the same for the reader; generic: compiler barriers only", 0, 0, 5, false,
    kTableWords};
inline constexpr Parameter kCompiler = {
    "compiler",
    "accesses of each CPU's code that a compiler may make elsewhere, or otherwise, than written; "
    "0: none",
    0,
    0,
    4,
    false,
    {}};
inline constexpr Parameter kStart = {
    "start",
    "stream position at which the buffer stands at first; a multiple of 8",
    0,
    0,
    std::uint64_t{1} << 40,
    false,
    {}};
inline constexpr Parameter kFire = {"fire",    "before which accesses it may fire", 0, 0, 1, false,
                                    kFireWords};
}  // namespace perf_parameter

/// The setup that `parameters` describe; those that are not declared keep the setup's defaults.
PerfRingSetup perf_setup(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects);

}  // namespace ringcheck
