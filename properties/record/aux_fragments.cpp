// aux-fragments: tracers of two CPUs run and pause, perf drains their areas at any time or takes a
// snapshot at the end, and a decoder reads the result.
//
// The model beside it keeps for each byte of trace when it was made, and in which run of the unit.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/record/aux_fragment.hpp"

#include "properties/record/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kCpus = 2;
constexpr std::array<std::string_view, 3> kProperties = {"I-27", "I-30", "I-73"};
constexpr std::array kSetup = {Dial{"snapshot", 0, 1}, Dial{"raw trace", 0, 1},
                               Dial{"bytes that a snapshot takes", 1, 40},
                               Dial{"the last buffer comes first", 0, 1}};
enum Step : std::size_t { trace, pause, drain };
constexpr std::array kSteps = {Dial{"trace", 0, kCpus * 20 - 1}, Dial{"pause", 0, kCpus - 1},
                               Dial{"drain", 0, kCpus - 1}};

constexpr std::array kShares = {Share{"pauses with trace", 80}, Share{"takes a snapshot", 30},
                                Share{"drains", 30}, Share{"decodes trace", 80}};
/// A byte of trace.
struct Traced {
  std::uint64_t time = 0, run = 0;
  std::size_t cpu = 0;
};

class Traces {
 public:
  Traces(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        defects_(defects),
        snapshot_(example.setup[0] != 0),
        raw_(example.setup[1] != 0),
        most_(example.setup[2]),
        backwards_(example.setup[3] != 0) {}
  void step(const AuxStep& step) {
    switch (step.kind) {
      case trace:
        return make(step.amount % kCpus, 1 + step.amount / kCpus);
      case pause:
        return stop(step.amount);
      default:
        if (!snapshot_) read(step.amount);
        return;
    }
  }
  /// Recording ends; the file is decoded.
  void end() {
    for (std::size_t cpu = 0; cpu < kCpus; ++cpu) {
      stop(cpu);
      read(cpu);
    }
    // perf reads the rings of all CPUs one after the other.
    std::ranges::stable_sort(events_, {}, &AuxEvent::cpu);
    // A record leads to its buffer wherever that is among them.
    if (backwards_) std::ranges::reverse(buffers_);
    std::vector<bool> seen(file_.size());
    std::uint64_t last = 0;
    for (const AuxFragment& fragment : aux_fragments(events_, buffers_, defects_)) {
      if (!judge_.require(fragment.data + fragment.size <= file_.size(), "I-30",
                          "a record leads to where no trace is"))
        return;
      judge_.require(fragment.time >= last, "I-73", "trace is decoded before what came before it");
      last = fragment.time;
      judge_.require(fragment.formatted != raw_, "I-73",
                     "trace is decoded by another format than it has");
      judge_.comes_to("decodes trace");
      const Traced& first = file_[fragment.data];
      for (std::uint64_t i = 0; i < fragment.size; ++i) {
        const Traced& byte = file_[fragment.data + i];
        judge_.require(byte.cpu == fragment.cpu, "I-30", "a record leads to trace of another CPU");
        judge_.require(byte.run == first.run, "I-27",
                       "trace is decoded over a pause of its unit as if there were none");
        judge_.require(byte.time <= fragment.time, "I-73", "a record leads to trace after it");
        judge_.require(!seen[fragment.data + i], "I-30", "trace is decoded twice");
        seen[fragment.data + i] = true;
      }
    }
    judge_.require(std::ranges::count(seen, true) == static_cast<long>(due_), "I-30",
                   "trace is in the file and not decoded");
  }

 private:
  struct Unit {
    std::vector<Traced> area;          ///< all that it has traced
    std::uint64_t run = 0, from = 0;   ///< where the run began
    std::uint64_t head = 0, tail = 0;  ///< told by records; taken by perf
  };
  void make(std::size_t cpu, std::uint64_t bytes) {
    Unit& unit = units_.at(cpu);
    for (std::uint64_t i = 0; i < bytes; ++i) unit.area.push_back({++now_, unit.run, cpu});
  }
  /// The driver ends the transaction, and opens the next one: code that runs meanwhile is not
  /// traced.
  void stop(std::size_t cpu) {
    Unit& unit = units_.at(cpu);
    const std::uint64_t size = unit.area.size() - unit.head;
    // A snapshot is taken before it would overflow: it has all that several stops left, or the
    // newest of one.
    const std::uint64_t waiting = unit.head - unit.tail;
    if (snapshot_ && waiting != 0 && waiting + size > most_) read(cpu);
    const std::uint64_t format = raw_ ? kAuxFormatRaw : 0;
    const std::uint64_t at = snapshot_ ? unit.area.size() : unit.head;
    events_.push_back({++now_, static_cast<std::uint32_t>(cpu), at, size,
                       format | (snapshot_ ? kAuxOverwrite : 0)});
    unit.head = unit.area.size();
    ++unit.run;
    judge_.comes_to("pauses with trace", size != 0);
    // After some stops a snapshot is taken, of the newest bytes.
    if (snapshot_ && unit.run % 2 == 0) read(cpu);
  }
  void read(std::size_t cpu) {
    Unit& unit = units_.at(cpu);
    if (snapshot_) unit.tail = unit.head - std::min(unit.head - unit.tail, most_);
    if (unit.tail == unit.head) return;
    judge_.comes_to(snapshot_ ? "takes a snapshot" : "drains");
    buffers_.push_back({static_cast<std::uint32_t>(cpu), static_cast<std::uint32_t>(cpu), unit.tail,
                        unit.head - unit.tail, file_.size()});
    due_ += unit.head - unit.tail;
    for (; unit.tail < unit.head; ++unit.tail) file_.push_back(unit.area[unit.tail]);
  }

  AuxJudge& judge_;
  DefectSet defects_;
  bool snapshot_, raw_;
  std::uint64_t most_;
  bool backwards_;
  std::array<Unit, kCpus> units_;
  std::vector<AuxEvent> events_;
  std::vector<AuxtraceBuffer> buffers_;
  std::vector<Traced> file_;
  std::uint64_t now_ = 0, due_ = 0;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Traces traces(example, defects, judge);
  for (const AuxStep& step : example.steps) traces.step(step);
  traces.end();
}

}  // namespace

const AuxSequence kAuxFragments = {"aux-fragments",
                                   "tracers that pause, drains, and a decoder of their trace",
                                   kProperties,
                                   kSetup,
                                   kSteps,
                                   false,
                                   run,
                                   4000,
                                   kShares};

}  // namespace ringcheck
