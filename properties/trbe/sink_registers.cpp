// sink-registers: registers of Arm TRBE and SPE. Writes to them take effect in any order up to the
// next context synchronisation; writes to a unit's pointers while it is enabled are ignored.
//
// Left out of sink-registers: SPE's pointer and limit, which nothing orders (docs/findings.md
// V-24). Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <optional>
#include <utility>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/spe/spe_bench.hpp"
#include "properties/trbe/sequences.hpp"
#include "properties/trbe/trbe_bench.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/spe/spe_pmu.hpp"
#include "protocol/trbe/trbe_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 64, kSize = 4 * kPage;
constexpr std::uint64_t kLeast = 16;  ///< the least useful run (bytes)
constexpr std::uint64_t kBuffer = std::uint64_t{1} << 40U;

/// The order in which writes take effect between two synchronisations: as they are made, or with
/// the write that lets the unit go on before or after the rest.
enum class Order : std::uint64_t { program, enabling_first, enabling_last };

/// A unit's pointer, limit and status, as software writes them and as they have taken effect. The
/// limit enables the unit; SPE's status keeps it from writing.
class Registers {
 public:
  /// `enable`: bit of the limit.
  Registers(AuxBench& bench, std::uint64_t pointer, std::uint64_t limit, std::uint64_t enable,
            Order order)
      : bench_(bench), pointer_(pointer), limit_(limit), enable_(enable), order_(order) {}

  /// The unit has a status at `address`, which keeps it from writing unless it is 0.
  void watch_status(std::uint64_t address) { status_ = address; }
  /// The unit sets its status.
  void block(std::uint64_t status) {
    bench_.word(*status_) = noted_status_ = in_effect_status_ = status;
  }

  /// Before each access: takes note of what was written.
  void note() {
    if (bench_.word(pointer_) != noted_pointer_)
      pointers_.push_back(noted_pointer_ = bench_.word(pointer_));
    if (bench_.word(limit_) != noted_limit_) {
      noted_limit_ = bench_.word(limit_);
      if (order_ == Order::program) settle();
      limits_.push_back(noted_limit_);
      if (order_ == Order::program) settle();
    }
    if (!status_ || bench_.word(*status_) == noted_status_) return;
    noted_status_ = bench_.word(*status_);
    if (order_ == Order::program) settle();
    statuses_.push_back(noted_status_);
    if (order_ == Order::program) settle();
  }
  /// Everything that was written takes effect.
  void settle() {
    if (order_ == Order::enabling_first) settle_what_enables();
    for (const std::uint64_t pointer : std::exchange(pointers_, {}))
      if (!enabled()) in_effect_pointer_ = pointer;
    settle_what_enables();
  }
  /// True if the unit is where it was told to be, or off, and has been so all the time.
  [[nodiscard]] bool obeyed() const {
    return !went_on_early_ && (!enabled() || in_effect_pointer_ == bench_.word(pointer_));
  }
  /// The unit writes up to `left` bytes before its limit.
  void fill(std::uint64_t left) { move((in_effect_limit_ & ~enable_) - left); }
  /// The unit moves its pointer.
  void move(std::uint64_t to) { in_effect_pointer_ = noted_pointer_ = bench_.word(pointer_) = to; }
  [[nodiscard]] bool enabled() const {
    return (in_effect_limit_ & enable_) != 0 && in_effect_status_ == 0;
  }

 private:
  void settle_what_enables() {
    for (const std::uint64_t status : std::exchange(statuses_, {})) {
      in_effect_status_ = status;
      if (enabled() && (!pointers_.empty() || !limits_.empty())) went_on_early_ = true;
    }
    for (const std::uint64_t limit : std::exchange(limits_, {})) in_effect_limit_ = limit;
  }

  AuxBench& bench_;
  std::uint64_t pointer_, limit_, enable_;
  Order order_;
  std::optional<std::uint64_t> status_{};
  std::uint64_t noted_pointer_ = 0, noted_limit_ = 0, noted_status_ = 0;
  std::vector<std::uint64_t> pointers_, limits_, statuses_;  ///< written, and not in effect yet
  std::uint64_t in_effect_pointer_ = 0, in_effect_limit_ = 0, in_effect_status_ = 0;
  bool went_on_early_ = false;  ///< with an old pointer or limit
};

AuxMachineSetup machine_setup(std::uint64_t origin, std::uint64_t driver_words) {
  AuxMachineSetup setup = bench_setup(kSize, origin_of(origin, kSize));
  setup.watermark = kPage;
  setup.wakeup = setup.head;
  setup.driver_words = driver_words;
  return setup;
}

constexpr std::array<std::string_view, 1> kProperties = {"I-24"};
constexpr std::array kSetup = {Dial{"origin", 0, 2}, Dial{"order", 0, 2}, Dial{"fills", 0, 3},
                               Dial{"started again", 0, 1}};

/// Starts the unit, fills its buffer a number of times, stops it, and starts it again or not.
/// `start`, `interrupt`, `stop`: called with a machine.
template <class Start, class Interrupt, class Stop>
void drive(AuxBench& b, Registers& registers, const AuxCase& example, AuxJudge& judge,
           Start&& start, Interrupt&& interrupt, Stop&& stop) {
  b.said.heard = [&](std::uint32_t kind) {
    if (kind != said::ContextSynced<>::kKind) return;
    registers.note();
    registers.settle();
  };
  auto cpu = b.watched_cpu([&] { registers.note(); });
  const auto check = [&] {
    registers.note();
    registers.settle();
    judge.require(registers.obeyed(), "I-24", "the unit starts at an old pointer");
  };
  start(cpu);
  check();
  for (std::uint64_t i = 0; i < example.setup[2] && registers.enabled() && !judge.found(); ++i) {
    registers.fill(0);
    b.tail() = b.word(b.m.aux.at.aux_head);
    interrupt(cpu);
    b.m.drain_data_ring();
    check();
  }
  // The rest is too short for a run: the next start is further on.
  if (registers.enabled()) registers.fill(kLeast / 2);
  stop(cpu);
  if (example.setup[3] == 0) return;
  b.tail() = b.word(b.m.aux.at.aux_head);
  start(cpu);
  check();
}

void run_trbe(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxBench b(machine_setup(example.setup[0], TrbeCells::kCount), defects);
  TrbeUnit trbe = trbe_of(b);
  trbe.buffer = kBuffer;
  trbe.page_size = kPage;
  trbe.least = kLeast;
  Registers registers(b, trbe.at.pointer, trbe.at.limit, kTrbeEnable, Order{example.setup[1]});
  SettledUnit unit;
  drive(
      b, registers, example, judge,
      [&](auto& cpu) { etm_event_start(cpu, unit, trbe, b.m.events[0]); },
      [&](auto& cpu) {
        registers.move(b.word(trbe.at.base));
        b.word(trbe.at.status) = kTrbeFull;
        arm_trbe_irq_handler(cpu, unit, trbe, [](auto&) {});
      },
      [&](auto& cpu) { etm_event_stop(cpu, unit, trbe, b.m.events[0], [](auto&) {}); });
}

void run_spe_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, bool repaired) {
  AuxBench b(machine_setup(example.setup[0], SpeCells::kCount), defects);
  SpeUnit spe = spe_on(b, kBuffer, kPage, kLeast);
  spe.isb_before_limit = repaired;
  Registers registers(b, spe.at.pmbptr, spe.at.pmblimitr, kSpeEnable, Order{example.setup[1]});
  registers.watch_status(spe.at.pmbsr);
  SettledUnit unit;
  drive(
      b, registers, example, judge,
      [&](auto& cpu) { arm_spe_pmu_start(cpu, unit, spe, b.m.events[0]); },
      [&](auto& cpu) {
        registers.block(kSpeService | kSpeFull);
        arm_spe_pmu_irq_handler(cpu, unit, spe, [](auto&) {});
      },
      [&](auto& cpu) { arm_spe_pmu_stop(cpu, unit, spe, b.m.events[0]); });
}
void run_spe(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_spe_with(example, defects, judge, false);
}
void run_spe_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_spe_with(example, defects, judge, true);
}

constexpr std::string_view kTitle = "registers of a unit whose writes take effect late";
}  // namespace

const AuxSequence kSinkRegisters = {"sink-registers", kTitle, kProperties, kSetup, {}, true,
                                    run_trbe};
const AuxSequence kSinkRegistersSpe = {
    "sink-registers-spe", kTitle, kProperties, kSetup, {}, true, run_spe};
const AuxSequence kSinkRegistersSpeRepaired = {
    "sink-registers-spe-repaired", kTitle, kProperties, kSetup, {}, true, run_spe_repaired};

}  // namespace ringcheck
