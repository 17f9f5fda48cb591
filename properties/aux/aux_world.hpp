#pragma once
// AuxWorld: the parts of the programs around one AUX area: a driver's CPU with its interrupts, the
// sessions of a trace unit, and a reader on another CPU.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/checked_cpu.hpp"
#include "properties/aux/trace_engine.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/aux_buffer.hpp"
#include "protocol/perf_tool/auxtrace_mmap.hpp"

namespace ringcheck {

/// Bytes of a unit of trace in explored programs: one word of memory.
inline constexpr std::uint64_t kTraceUnit = 8;

/// Locations of a program, one after the other, and words that the driver's CPU has for itself.
class LocationList {
 public:
  /// With `own_words`, a private location becomes a word of the driver's CPU (OwnWords).
  explicit LocationList(bool own_words = false) : own_words_(own_words) {}

  /// Adds a location; returns its address.
  std::uint64_t add(std::string name, std::uint64_t initial = 0);
  /// Adds one for each name, in their order, with `prefix`; returns the first one's address.
  std::uint64_t add(std::string_view prefix, std::span<const std::string_view> names);
  /// Adds `count` named `name`[0], … ; returns the first one's address.
  std::uint64_t add_array(std::string_view name, std::uint64_t count, std::uint64_t initial = 0);
  /// Adds `count` words that only the driver's CPU accesses; returns the first one's address.
  std::uint64_t add_private(std::string_view name, std::uint64_t count);
  /// As add_private, with a name for each.
  std::uint64_t add_private(std::string_view prefix, std::span<const std::string_view> names);
  /// Sets the initial value of the location at `address`.
  void set_initial(std::uint64_t address, std::uint64_t value);

  [[nodiscard]] std::vector<Location>& all() { return all_; }
  [[nodiscard]] std::vector<std::uint64_t>& own() { return own_; }

 private:
  bool own_words_;
  std::vector<Location> all_;
  std::vector<std::uint64_t> own_;
};

/// What is fixed about an explored AUX area. Sizes are units of trace.
struct AuxShape {
  std::uint64_t units = 4;  ///< of the AUX area
  std::uint64_t unit_bytes = kTraceUnit;
  std::uint64_t start = 0;     ///< where head and tail stand at first (bytes)
  std::uint64_t before = 0;    ///< initial value of each unit of the area
  std::uint64_t sessions = 2;  ///< of the trace unit; 0 for none
  std::uint64_t most = 2;      ///< units that a session makes at most
  std::uint64_t bounce = 0;  ///< units of a bounce buffer that the unit writes; 0: the area itself
  bool posted = false;       ///< the unit posts its stores
  bool drain_is_fence = false;        ///< waiting for the unit is a full fence
  bool stops_anywhere = true;         ///< a session makes any number of units
  bool driver_stores_trace = false;   ///< the driver too stores to the area
  bool driver_stores_bounce = false;  ///< the driver too stores to the bounce buffer
  std::uint64_t polls = 2;            ///< of the reader; 0: there is no reader
  std::uint64_t data_words =
      0;  ///< of the data ring; 0: it has no pages, and AUX records are dropped
  std::uint64_t watermark = 16;  ///< bytes
  bool overwrite = false;
  std::uint64_t cpu = 1;  ///< number of the driver's CPU
  Widths widths = Widths::all_64;
  PageHead page_head = PageHead::as_long;
  bool high_half_first = false;  ///< a 32-bit reader loads the upper half of a word first
  LocalOrder local = LocalOrder::none;
  ControlExtent control = ControlExtent::ever;
  BarrierPlan plan{};
  DefectSet defects{};
};

/// What the threads of a program share: constant while it is explored.
struct AuxWorld {
  AuxShape shape;
  std::array<PerfEvent, 1> events{};
  PerfBuffer ring;
  AuxBuffer aux;
  AuxHandle handle{};
  AuxtraceMmap mm;
  TraceEngine engine;
  std::vector<std::uint64_t> own;  ///< what the words of the driver's CPU hold at first
  CheckedCpuOptions options;
  InterruptPlan interrupts;
  InterruptPlan no_interrupts;

  [[nodiscard]] const PerfEvent& event() const { return events[0]; }
};

/// Lays out what every program around an AUX area has. Fills in its areas; `locations` goes on
/// after them.
void lay_out(AuxWorld& world, const AuxShape& shape, LocationList& locations);

/// Reads the area as a drain does, `polls` times.
void read_trace(CheckedCpu& cpu, const AuxWorld& world);

/// The program of `world`, which derives from AuxWorld: thread 0 runs `drive`, thread 1 `read` if
/// it is set, the others the sessions of the unit. Handlers get `interrupts.shared`, and may read
/// and write whatever the driver's CPU may.
PerfProgram make_aux_program(std::string name, const std::shared_ptr<AuxWorld>& world,
                             LocationList locations, std::function<void(CheckedCpu&)> drive,
                             std::function<void(CheckedCpu&)> read, const LocationSet& read_writes);

/// What the reader of read_trace writes.
LocationSet written_by_reader(const AuxWorld& world);

/// The program of a driver that makes `transactions`, each by `once(cpu, *world, number)`, while a
/// reader drains. `World` derives from AuxWorld.
template <typename World, typename Once>
PerfProgram make_transactions(std::string name, const std::shared_ptr<World>& world,
                              LocationList locations, std::uint64_t transactions, Once once) {
  const World& w = *world;
  return make_aux_program(
      std::move(name), world, std::move(locations),
      [&w, transactions, once](CheckedCpu& cpu) {
        for (std::uint64_t i = 0; i < transactions; ++i) cpu.scope([&] { once(cpu, w, i); });
      },
      [&w](CheckedCpu& cpu) { read_trace(cpu, w); }, written_by_reader(w));
}

/// Tells where everything stands when the driver's CPU is done.
void tell_rest(CheckedCpu& cpu, const AuxBuffer& aux);

/// Adds a handler to the driver's CPU. Pre: before make_aux_program.
void add_handler(AuxWorld& world, std::string name, std::uint8_t level, std::uint64_t times,
                 std::function<void(CheckedCpu&)> body);

}  // namespace ringcheck
