#pragma once
// AuxBench: an AUX machine with a record of what it said and did, for machines that judge it.

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/aux/conform_machine.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/observations.hpp"

namespace ringcheck {

/// What protocol code said in a run.
struct AuxSaid {
  std::array<std::uint64_t, 192> times{};  ///< by kind of observation
  /// Of aux_skipped: position, bytes.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> skipped;
  /// What was made visible to the CPU: the device's address, bytes.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> synced;
  std::uint64_t padded = 0;                    ///< bytes that drivers filled with zeroes
  std::function<void(std::uint32_t)> heard{};  ///< called with each kind, if set

  /// How often observations of kind Said were told.
  template <template <class> class Said>
  [[nodiscard]] std::uint64_t count() const {
    return times[Said<std::uint64_t>::kKind];
  }
};

/// Gathers AuxSaid from observations.
struct GatherAuxSaid {
  AuxSaid* said;
  void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t,
                  std::uint64_t) const {
    ++said->times.at(kind);
    if (said->heard) said->heard(kind);
    if (kind == said::AuxSkipped<>::kKind) said->skipped.emplace_back(a, b);
    if (kind == said::Synced<>::kKind) said->synced.emplace_back(a, b);
    if (kind == said::Padded<>::kKind) said->padded += b;
  }
};

/// Calls `function(cpu)` before one access: the one that has `at` others before it. The accesses of
/// `function` itself are not interrupted.
template <class Function>
class InterruptOnce {
 public:
  InterruptOnce(std::uint64_t* left, Function function) : left_(left), function_(function) {}
  template <class C>
  void operator()(C& cpu) {
    if (*left_ == kFired) return;
    if (*left_ > 0) {
      --*left_;
      return;
    }
    *left_ = kFired;
    function_(cpu);
  }
  template <class C>
  void operator()(C&, WriterPoint) const {}

  static constexpr std::uint64_t kFired = ~std::uint64_t{0};

 private:
  std::uint64_t* left_;
  Function function_;
};

/// Calls `function()` before each access.
template <class Function>
class BeforeEachAccess {
 public:
  explicit BeforeEachAccess(Function function) : function_(std::move(function)) {}
  template <class C>
  void operator()(C&) {
    function_();
  }
  template <class C>
  void operator()(C&, WriterPoint) const {}

 private:
  Function function_;
};

/// An AUX machine, what it said, and what positions to expect. Neither copied nor moved.
struct AuxBench {
  using Cpu = SequentialCpu<GatherAuxSaid>;

  AuxBench(const AuxMachineSetup& setup, DefectSet defects) : m(setup) { m.aux.defects = defects; }
  [[nodiscard]] Cpu cpu() { return Cpu(m.memory, GatherAuxSaid{&said}); }
  /// A machine that `function` interrupts once, after `*left` accesses.
  template <class Function>
  [[nodiscard]] auto interrupted_cpu(std::uint64_t* left, Function function) {
    return SequentialCpu<GatherAuxSaid, InterruptOnce<Function>>(
        m.memory, GatherAuxSaid{&said}, InterruptOnce<Function>(left, function));
  }
  /// A machine before each of whose accesses `function` is called.
  template <class Function>
  [[nodiscard]] auto watched_cpu(Function function) {
    return SequentialCpu<GatherAuxSaid, BeforeEachAccess<Function>>(
        m.memory, GatherAuxSaid{&said}, BeforeEachAccess<Function>(function));
  }
  std::uint64_t& word(std::uint64_t address) { return m.word(address); }
  std::uint64_t& tail() { return m.word(m.aux.at.user_tail); }
  /// Bytes that the reader has not taken.
  [[nodiscard]] std::uint64_t unread() {
    return m.aux.width.unsigned_long(word(m.aux.at.aux_head) - word(m.aux.at.user_tail));
  }
  [[nodiscard]] bool open() { return word(m.handle.event) != 0; }
  std::uint64_t& trace(std::uint64_t position) {
    return word(m.aux.area.address(position % m.aux.size()));
  }

  AuxMachine m;
  AuxSaid said;
};

/// A set-up of one event whose AUX area has `size` bytes, and whose data ring takes all records of
/// a step.
inline AuxMachineSetup bench_setup(std::uint64_t size, std::uint64_t origin) {
  AuxMachineSetup setup;
  setup.aux_size = setup.watermark = size;
  setup.data_size = setup.data_watermark = 1024;
  setup.events.resize(1);
  setup.head = setup.tail = origin;
  return setup;
}

/// Where positions of 32 bits start, by number: at 0, before the first that is negative as a long,
/// and before they begin again at 0.
inline constexpr std::uint64_t kNarrowOrigins = 3;
constexpr std::uint64_t narrow_origin_of(std::uint64_t number, std::uint64_t size) {
  constexpr LongWidth kWidth{true};
  if (number == 0) return 0;
  return kWidth.unsigned_long((number == 1 ? kWidth.sign() : 0) - size);
}

/// Where positions start, by number: at 0, before 2^32, in the middle, and before 2^64.
inline constexpr std::uint64_t kOrigins = 4;
constexpr std::uint64_t origin_of(std::uint64_t number, std::uint64_t size) {
  constexpr std::array<std::uint64_t, kOrigins> kBases = {0, std::uint64_t{1} << 32U,
                                                          std::uint64_t{1} << 40U, 0};
  return number == 0 ? 0 : kBases[number] - size;
}

}  // namespace ringcheck
