// spe-sampling: a program's operations on a CPU with an Arm SPE unit, which is started, stopped and
// interrupted; perf reads the records from the AUX area. The unit must choose, filter and tell what
// the event asks for, and perf must find it.
//
// A collision is told when the full buffer is next handled. Nothing is expected of a collision that
// comes after that, before a stop. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <deque>

#include "properties/aux/aux_bench.hpp"
#include "properties/spe/sequences.hpp"
#include "protocol/spe/spe_sampler.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 128, kSize = 4 * kPage;
constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;
constexpr std::uint64_t kLeastPeriod = 256;

constexpr std::array<std::string_view, 4> kProperties = {"I-27", "I-60", "I-61", "I-62"};
enum Number : std::size_t { period, jitter, timestamps, types, events, latency, length };
constexpr std::array kSetup = {
    Dial{"period", 1, 1200},
    Dial{"jitter", 0, 1},
    Dial{"timestamps", 0, 1},
    Dial{"types", 0, 7},
    Dial{"events", 0, 15},
    Dial{"latency", 0, 300},
    Dial{"longest operation", 1, 1200},
};
enum Step : std::size_t { start, stop, run, interrupt, read };
constexpr std::array kSteps = {Dial{"start"}, Dial{"stop"}, Dial{"run", 1, 2000}, Dial{"interrupt"},
                               Dial{"read"}};

constexpr std::array kShares = {Share{"reads a record", 20}, Share{"fills its buffer", 5},
                                Share{"tells a collision", 2}};
/// Numbers that look random, the same for the same argument.
constexpr std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ number >> 31U) * 0x7fb5d329728ea185;
  number = (number ^ number >> 27U) * 0x81dadef4bc2dd44d;
  return number ^ number >> 33U;
}

SpeAsked asked_by(const AuxCase& example) {
  SpeAsked asked;
  asked.period = example.setup[period];
  asked.jitter = example.setup[jitter] != 0;
  asked.timestamps = example.setup[timestamps] != 0;
  asked.branches = (example.setup[types] & 1U) != 0;
  asked.loads = (example.setup[types] & 2U) != 0;
  asked.stores = (example.setup[types] & 4U) != 0;
  // Retired, first-level cache refill, page-table walk, mispredicted.
  for (const unsigned bit : {1U, 3U, 5U, 7U})
    if ((example.setup[events] >> (bit / 2) & 1U) != 0) asked.events |= 1ULL << bit;
  asked.min_latency = example.setup[latency];
  return asked;
}

SpeOperation operation_of(std::uint64_t number, std::uint64_t longest) {
  const std::uint64_t bits = mixed(number);
  SpeOperation operation;
  operation.record.from = 0x40'0000 + 4 * number;
  operation.record.type = static_cast<SpeOperationType>(bits & 3U);
  if (operation.record.type == SpeOperationType::load ||
      operation.record.type == SpeOperationType::store)
    operation.record.address = bits >> 8U | 1U;
  operation.record.latency = bits >> 2U & 0x1ff;
  operation.record.events = bits >> 12U & 0x3ff;
  operation.record.timestamp = 1 + number;
  operation.done_after = 1 + (bits >> 24U) % longest;
  return operation;
}

/// What the event asks for, worked out independently.
bool wanted(const SpeAsked& asked, const SpeRecord& record) {
  using Type = SpeOperationType;
  if (asked.branches || asked.loads || asked.stores) {
    if (record.type == Type::other) return false;
    if (record.type == Type::branch && !asked.branches) return false;
    if (record.type == Type::load && !asked.loads) return false;
    if (record.type == Type::store && !asked.stores) return false;
  }
  return (record.events & asked.events) == asked.events && record.latency >= asked.min_latency;
}

class Profiled {
 public:
  Profiled(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        asked_(asked_by(example)),
        longest_(example.setup[length]),
        defects_(defects),
        b_(machine_setup(), defects),
        sampler_(b_.m.memory, spe_, cells(), Writer{this}) {
    spe_.at = SpeCells::at(b_.m.driver);
    spe_.aux = b_.m.aux;
    spe_.handle = b_.m.handle;
    spe_.base = kBase;
    spe_.page_size = kPage;
    spe_.max_record = 64;
    sampling_ = {cells(), asked_, kLeastPeriod, defects,
                 b_.m.driver + SpeCells::kCount + SpeSamplingCells::kCount};
    spe_.sampling = &sampling_;
    word(sampling_.at.period_left) = interval_ = asked_.period;
    word(event().at->hw_state) = kHesStopped;
    b_.said.heard = [this](std::uint32_t kind) {
      if (kind == said::ContextSynced<>::kKind) judge_interval_written();
    };
  }
  Profiled(const Profiled&) = delete;
  Profiled& operator=(const Profiled&) = delete;

  void step(const AuxStep& step) {
    auto cpu = b_.cpu();
    switch (step.kind) {
      case Step::start:
        if (b_.open() || word(event().at->hw_state) == 0) return;
        word(event().at->pending_disable) = 0;
        arm_spe_pmu_start(cpu, *this, spe_, event());
        return judge_enabled();
      case Step::stop:
        return stop_event();
      case run:
        for (std::uint64_t i = 0; i < step.amount; ++i) decode_one();
        return;
      case interrupt:
        return handle_interrupt();
      default:
        return read_trace();
    }
  }
  /// Profiling ends; the reader reads what it wrote.
  void end() {
    stop_event();
    read_trace();
    judge_.require(expected_.empty(), "I-61",
                   "records that the event asks for are not in its trace");
    judge_.require(decoded_whole_, "I-62", "trace ends within a record");
  }

  // TraceUnit.
  template <class C>
  void start(C&) {}
  template <class C>
  void stop(C&) {}
  template <class C>
  void drain(C&) {
    sampler_.drain();
    in_flight_ = false;
    note_tracked();
    full_ = full_ || (word(spe_.at.pmbsr) & kSpeService) != 0;
  }

 private:
  struct Writer {
    Profiled* whole;
    void operator()(std::uint64_t offset, std::uint8_t byte) const {
      if (whole->judge_.require(offset < kSize, "I-62", "a record leaves the area"))
        whole->b_.trace(offset) = byte;
    }
  };
  static AuxMachineSetup machine_setup() {
    AuxMachineSetup setup = bench_setup(kSize, 0);
    setup.watermark = kPage;
    setup.driver_words = SpeCells::kCount + SpeSamplingCells::kCount + 1;
    return setup;
  }
  [[nodiscard]] SpeSamplingCells cells() const {
    return SpeSamplingCells::at(b_.m.driver + SpeCells::kCount);
  }
  std::uint64_t& word(std::uint64_t address) { return b_.word(address); }
  [[nodiscard]] const PerfEvent& event() const { return b_.m.events[0]; }

  /// User space and the kernel are enabled, and timestamps if they are asked for. The driver knows
  /// the unit's period.
  void judge_enabled() {
    const std::uint64_t wanted = 3U | (asked_.timestamps ? 32U : 0U);
    judge_.require(!b_.open() || word(spe_.at.pmscr) == wanted, "I-61",
                   "other operations are sampled than those of user space and the kernel");
    judge_.require(!b_.open() || word(*sampling_.period) == period_asked(), "I-60",
                   "the driver takes the period for another than the unit's");
  }
  void stop_event() {
    auto cpu = b_.cpu();
    arm_spe_pmu_stop(cpu, *this, spe_, event());
    judge_flags();
  }
  void handle_interrupt() {
    if ((word(spe_.at.pmbsr) & kSpeService) == 0) return;
    auto cpu = b_.cpu();
    const auto irq_work_run = [&](auto& machine) {
      if (std::exchange(word(event().at->pending_disable), 0) != 0)
        arm_spe_pmu_stop(machine, *this, spe_, event());
    };
    arm_spe_pmu_irq_handler(cpu, *this, spe_, irq_work_run);
    judge_flags();
  }
  void judge_flags() {
    std::uint64_t flags = 0;
    for (const Json& record : b_.m.new_aux_records()) flags |= record.at(2).get<std::uint64_t>();
    b_.m.drain_data_ring();
    if (!std::exchange(full_, false)) return;
    judge_.comes_to("fills its buffer");
    const std::uint64_t collisions = sampler_.did().collisions;
    const bool collided = std::exchange(collided_, collisions) != collisions;
    judge_.comes_to("tells a collision", collided);
    judge_.require(((flags & kAuxCollision) != 0) == collided, "I-27",
                   "a collision is told where there is none, or not where there is one");
  }
  void decode_one() {
    const bool counts = profiling();
    const std::size_t before = sampler_.did().chosen.size(), ended = sampler_.did().tracked.size();
    const std::uint64_t random = mixed(~number_) & 0xff, pointer = word(spe_.at.pmbptr);
    sampler_.decode(operation_of(number_, longest_), number_, random);
    if (word(spe_.at.pmbptr) != pointer) judge_fill();
    note_tracked();
    ++number_;
    const std::size_t chosen = sampler_.did().chosen.size() - before;
    judge_.require(counts || chosen + sampler_.did().tracked.size() - ended == 0, "I-60",
                   "a unit samples that is off, or has a full buffer");
    if (!counts) return;
    judge_pipeline(chosen, sampler_.did().tracked.size() - ended);
    // Nobody counts an operation that ends with a full buffer.
    if (chosen == 0 && !profiling()) return;
    ++since_choice_;
    judge_.require((chosen != 0) == (since_choice_ == interval_), "I-60",
                   "operations are chosen at other intervals than the event asks for");
    if (chosen == 0) return;
    interval_ = period_asked() + (asked_.jitter ? random : 0);
    since_choice_ = 0;
  }
  /// Whether the unit is on, according to its registers.
  [[nodiscard]] bool profiling() {
    return word(spe_.at.pmscr) != 0 && word(spe_.at.pmblimitr) % 2 == 1 &&
           (word(spe_.at.pmbsr) & kSpeService) == 0;
  }
  /// The interval has taken effect before the rest of it is written.
  void judge_interval_written() {
    const std::array<std::uint64_t, 2> now = {word(sampling_.at.pmsirr), word(sampling_.at.pmsicr)};
    judge_.require(now[0] == synced_[0] || now[1] == synced_[1], "I-60",
                   "what is left of an interval is written before the interval takes effect");
    synced_ = now;
  }
  /// After a record: the buffer is full if another might not fit.
  void judge_fill() {
    const std::uint64_t room = word(spe_.at.pmblimitr) / 2 * 2 - word(spe_.at.pmbptr);
    const std::uint64_t full = kSpeService | kSpeFull;
    judge_.require((word(spe_.at.pmbsr) & full) == (room < spe_.max_record ? full : 0), "I-27",
                   "a unit tells that its buffer is full, and it is not, or the other way round");
  }
  /// A tracked operation is done after as many operations as it takes. No other is tracked
  /// meanwhile: an operation that is chosen then collides.
  void judge_pipeline(std::size_t chosen, std::size_t ended) {
    const bool due = in_flight_ && --left_ == 0;
    judge_.require((ended != 0) == due, "I-60",
                   "an operation is tracked to another end than its own");
    if (due) in_flight_ = false;
    if (chosen == 0) return;
    const std::uint64_t collisions = sampler_.did().collisions;
    judge_.require(std::exchange(seen_collisions_, collisions) + (in_flight_ ? 1 : 0) == collisions,
                   "I-60", "a choice collides with no other, or does not with one");
    if (!in_flight_) left_ = operation_of(number_ - 1, longest_).done_after;
    in_flight_ = true;
  }
  /// The unit's least period if less was asked, or the multiple of 256 below what was asked.
  [[nodiscard]] std::uint64_t period_asked() const {
    return std::max(kLeastPeriod, asked_.period / 256 * 256);
  }
  /// An operation that was tracked to its end must be in the trace, if the event asks for it.
  void note_tracked() {
    for (; noted_ < sampler_.did().tracked.size(); ++noted_) {
      SpeRecord record =
          operation_of((sampler_.did().tracked[noted_].from - 0x40'0000) / 4, 1).record;
      if (!asked_.timestamps) record.timestamp = 0;
      if (wanted(asked_, record)) expected_.push_back(record);
    }
  }
  /// perf takes the bytes between tail and head. Records do not straddle their ends.
  void read_trace() {
    if (b_.open()) return;
    std::vector<std::uint8_t> bytes;
    for (; b_.unread() > 0; ++b_.tail())
      bytes.push_back(static_cast<std::uint8_t>(b_.trace(b_.tail())));
    SpeDecoder decoder(bytes, defects_);
    while (const auto record = decoder.next()) {
      if (expected_.empty()) {
        judge_.require(false, "I-61", "the trace has a record that the event does not ask for");
        return;
      }
      judge_.comes_to("reads a record");
      const SpeRecord wanted_next = std::exchange(expected_.front(), {});
      expected_.pop_front();
      judge_.require((record->timestamp != 0) == asked_.timestamps, "I-62",
                     "records have timestamps that nobody asked for, or none");
      if (!judge_.require(record->from == wanted_next.from, "I-61",
                          "perf reads the record of another operation"))
        return;
      if (!judge_.require(*record == wanted_next, "I-62",
                          "perf reads another record than was written"))
        return;
    }
    judge_.require(decoder.bad() == 0, "I-62", "what a unit wrote is no packet to perf");
    decoded_whole_ = decoded_whole_ && decoder.whole();
  }

  AuxJudge& judge_;
  SpeAsked asked_;
  std::uint64_t longest_;
  DefectSet defects_;
  AuxBench b_;
  SpeUnit spe_;
  SpeSampling sampling_;
  SpeSampler<Writer> sampler_;
  std::uint64_t number_ = 0;           ///< of the next operation
  std::uint64_t left_ = 0;             ///< operations until the tracked one is done
  std::uint64_t seen_collisions_ = 0;  ///< of all choices
  bool in_flight_ = false;             ///< an operation is tracked
  std::uint64_t interval_ = 0;         ///< operations up to the next choice
  std::uint64_t since_choice_ = 0;     ///< operations that the unit has counted
  std::uint64_t collided_ = 0;         ///< collisions that should be told
  std::size_t noted_ = 0;
  std::array<std::uint64_t, 2> synced_{};  ///< the interval and what is left, as they took effect
  bool decoded_whole_ = true;
  bool full_ = false;  ///< the driver has found the buffer full
  std::deque<SpeRecord> expected_;
};

void run_sampling(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Profiled profiled(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    profiled.step(step);
    if (judge.found()) return;
  }
  profiled.end();
}

}  // namespace

const AuxSequence kSpeSampling = {
    "spe-sampling", "operations that an Arm SPE unit chooses, and perf that reads of them",
    kProperties,    kSetup,
    kSteps,         false,
    run_sampling,   2000,
    kShares};

}  // namespace ringcheck
