// pebs: precise and other events on four counters, tasks that take turns, and the buffer that the
// driver rewrites into samples.
//
// The model beside it keeps each overflow of a precise event, with its addresses and the task that
// ran. It must become a sample of its event, once and in order, or be reported as a lost sample of
// that event.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/sampling/pebs.hpp"

#include <deque>

#include "properties/aux/aux_sequence.hpp"
#include "properties/sampling/sample_ring.hpp"
#include "properties/sampling/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-65"};
constexpr std::array kSetup = {Dial{"format", 1, 4}, Dial{"precise counters", 1, 15},
                               Dial{"several records an interrupt", 0, 1}};
enum Step : std::size_t { overflow, several, empty_status, change_task, read };
constexpr std::uint64_t kAll = 15, kFirstId = 70;
constexpr std::uint64_t kSampleType = kSampleIp | kSampleTid | kSampleAddr | kSampleId;
constexpr std::array kSteps = {Dial{"overflow", 0, kPebsCounters - 1}, Dial{"overflows", 1, kAll},
                               Dial{"overflow with an empty status"}, Dial{"change of task"},
                               Dial{"read"}};

constexpr std::array kShares = {Share{"overflows", 80}, Share{"has an empty status", 5},
                                Share{"loses a sample", 10},
                                Share{"changes tasks with records left", 20}};
/// A sample that must come.
struct Due {
  std::uint64_t ip, address, task;
};

class Precise {
 public:
  Precise(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge), ring_({.sample_type = kSampleType}, 1U << 13U, defects) {
    pebs_.format = static_cast<unsigned>(example.setup[0]);
    pebs_.enabled = example.setup[1];
    pebs_.large = example.setup[2] != 0;
    pebs_.defects = defects;
    for (std::size_t c = 0; c < kPebsCounters; ++c) {
      PerfEvent& event = events_.at(c);
      event.id = event.primary_id = kFirstId + c;
      event.sample_type = kSampleType;
      event.sample_id_all = true;
      event.pid = 5;
      event.tid = 6;
    }
  }
  void step(const AuxStep& step) {
    switch (step.kind) {
      case overflow:
        return overflows(std::uint64_t{1} << step.amount, false);
      case several:
        return overflows(step.amount, false);
      case empty_status:
        return overflows(pebs_.enabled, true);
      case change_task:
        judge_.comes_to("changes tasks with records left", !pebs_.records.empty());
        intel_pmu_pebs_sched_out(pebs_, *this);
        ++task_;
        return;
      default:
        // pmu->read brings the counters up to date.
        return intel_pmu_drain_pebs(pebs_, *this);
    }
  }
  void end() {
    intel_pmu_drain_pebs(pebs_, *this);
    for (const SampleRing::Record& record : ring_.read()) judge_record(record);
    for (std::size_t c = 0; c < kPebsCounters; ++c)
      judge_.require(due_.at(c).empty(), "I-65", "an overflow of a precise event has no sample");
    judge_.require(told_ == lost_, "I-65",
                   "samples that are told to be lost are not those that were, of their events");
    judge_full_ring();
  }

  // The driver's output.
  void sample(unsigned counter, const PebsRecord& record) {
    SampleData data;
    data.words.at(sample_word(kSampleIp)) = record.ip;
    data.words.at(sample_word(kSampleTid)) = task_;
    data.words.at(sample_word(kSampleAddr)) = record.address;
    data.words.at(sample_word(kSampleId)) = events_.at(counter).id;
    ring_.write(events_.at(counter), data);
  }
  void lost(unsigned counter, std::uint64_t count) { ring_.tell_lost(events_.at(counter), count); }

 private:
  /// Counters overflow at the same time. `empty`: the status is cleared before the CPU writes it
  /// down. This happens, and is known for a single precise event.
  void overflows(std::uint64_t counters, bool empty) {
    const std::uint64_t precise = counters & pebs_.enabled;
    if (precise == 0) return;
    if (empty && (pebs_.format >= 3 || !std::has_single_bit(pebs_.enabled))) return;
    ++number_;
    PebsRecord record{counters, 0x40'0000 + number_, 0x8000'0000 + 8 * number_};
    if (empty) record.status = 0;
    // From format 3 on a record has only the bits of precise events.
    if (pebs_.format >= 3) record.status = precise;
    judge_.comes_to("overflows");
    judge_.comes_to("has an empty status", empty);
    judge_.require(pebs_.write(record), "I-65", "the buffer is full before its interrupt comes");
    const bool told_apart = pebs_.format >= 3 || std::has_single_bit(precise);
    for (std::size_t c = 0; c < kPebsCounters; ++c) {
      if ((precise >> c & 1U) == 0) continue;
      judge_.comes_to("loses a sample", !told_apart);
      if (told_apart)
        due_.at(c).push_back({record.ip, record.address, task_});
      else
        ++lost_.at(c);
    }
    // The interrupt may come a record late for each counter that is under way.
    const std::size_t late = pebs_.large ? number_ % (kPebsCounters + 1) : 0;
    judge_.require(!pebs_.large || pebs_.threshold() + kPebsCounters >= pebs_.most, "I-65",
                   "the interrupt comes though more than its delay's records still fit");
    if (pebs_.records.size() >= pebs_.threshold() + late) intel_pmu_drain_pebs(pebs_, *this);
  }
  void judge_record(const SampleRing::Record& record) {
    if (record.tells_lost) return judge_lost(record);
    const auto word = [&](std::uint64_t field) {
      return record.sample.words.at(sample_word(field));
    };
    const std::uint64_t counter = word(kSampleId) - kFirstId;
    if (!judge_.require(record.whole && counter < kPebsCounters, "I-65", "a sample is of no event"))
      return;
    auto& due = due_.at(counter);
    if (!judge_.require(!due.empty(), "I-65", "there is a sample that no overflow is due to"))
      return;
    judge_.require(word(kSampleIp) == due.front().ip && word(kSampleAddr) == due.front().address,
                   "I-65", "a sample has the addresses of another overflow");
    judge_.require(word(kSampleTid) == due.front().task, "I-65",
                   "a sample is of another task than the one that ran");
    due.pop_front();
  }
  /// A record of lost samples ends with the sample id of the event that lost them: task and id.
  void judge_lost(const SampleRing::Record& record) {
    const bool whole = record.whole && record.sample_id.size() == 2 && record.lost != 0;
    if (!judge_.require(whole, "I-65", "a record of lost samples has no number or sample id"))
      return;
    const std::uint64_t counter = record.sample_id[1] - kFirstId;
    const std::uint64_t task = std::uint64_t{6} << 32U | 5U;
    if (!judge_.require(counter < kPebsCounters && record.sample_id[0] == task, "I-65",
                        "a record of lost samples is of no event"))
      return;
    told_.at(counter) += record.lost;
  }

  /// A ring of 64 bytes has room for one record of lost samples, of 32; the next one is refused,
  /// and leaves the first as it is.
  void judge_full_ring() {
    SampleRing small({.sample_type = kSampleType}, 8, pebs_.defects);
    for (const std::uint64_t count : {5U, 6U}) small.tell_lost(events_.front(), count);
    const auto records = small.read();
    judge_.require(records.size() == 1 && records.front().lost == 5 && small.refused() == 1, "I-65",
                   "lost samples are told where there is no room, or not where there is");
  }

  AuxJudge& judge_;
  SampleRing ring_;
  Pebs pebs_;
  std::array<PerfEvent, kPebsCounters> events_{};
  std::array<std::deque<Due>, kPebsCounters> due_;
  std::array<std::uint64_t, kPebsCounters> lost_{}, told_{};  ///< samples, of the event of each
  std::uint64_t number_ = 0, task_ = 1;
};

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Precise precise(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    precise.step(step);
    if (judge.found()) return;
  }
  precise.end();
}

}  // namespace

const AuxSequence kPebs = {"pebs",      "PEBS records of four counters, rewritten into samples",
                           kProperties, kSetup,
                           kSteps,      false,
                           run,         4000,
                           kShares};

}  // namespace ringcheck
