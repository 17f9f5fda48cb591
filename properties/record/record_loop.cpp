// record-loop: perf's loop over two forward rings, one with two events, and an overwritable one. At
// any access of a round the kernel writes, events hang up, and signals ask for dumps or the end.
//
// The model beside it keeps the samples that each ring took, in order. The files must have the
// samples of forward rings once each and in order, and at each dump the newest samples of the
// overwritable ring.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/properties/record/record_findings_test.cpp.
#include "protocol/record/record_loop.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

#include "properties/aux/aux_bench.hpp"
#include "properties/record/record_loop_cases.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

using namespace record_loop;

using PerfCpu = SequentialCpu<IgnoreObservations, BeforeEachAccess<std::function<void()>>>;

/// What asks perf to switch its file.
struct Due {
  bool by_signal = false, by_size = false, by_time = false;
  [[nodiscard]] bool any() const { return by_signal || by_size || by_time; }
};

/// Which mistakes of Linux 6.1 are repaired.
struct Repairs {
  bool last_read = true, unflushed = true;
};

class Recording {
 public:
  Recording(const AuxCase& example, Repairs repairs, DefectSet defects, AuxJudge& judge)
      : judge_(judge), has_overwrite_(example.setup[0] != 0), keeps_aux_(example.setup[4] != 0) {
    std::uint64_t next = 0;
    for (std::size_t ring = 0; ring < kRings; ++ring) {
      rings_[ring] = PerfBuffer::make(next, kRingWords);
      next += PerfBufferCells::count(kRingWords);
    }
    rings_[kOverwritten].overwrite = true;
    memory_.resize(next);
    RecordLoopOptions options;
    options.switch_on_signal = by_signal_ = example.setup[1] == by_signal;
    by_size_ = example.setup[1] == by_size;
    options.switch_size = switch_size_ = by_size_ ? kSwitchSizes.at(example.setup[3]) : 0;
    by_time_ = example.setup[1] == by_time;
    options.switch_seconds = by_time_ ? 1 : 0;
    options.own_workload = own_workload_ = example.setup[3] != 0;
    flush_ = example.setup[2] != 0 ? 48 : 1;
    options.keeps_aux = keeps_aux_;
    options.reads_overwrite_last = repairs.last_read;
    options.dumps_unflushed = repairs.unflushed;
    options.defects = defects;
    std::vector<RecordedMap<PerfCpu>> maps(has_overwrite_ ? kRings : kRings - 1);
    for (std::size_t ring = 0; ring < maps.size(); ++ring) {
      maps[ring].rb = rings_[ring];
      maps[ring].fds = alive_[ring] = polled_[ring] = ring == kShared ? 2 : 1;
      maps[ring].map.flush = flush_;
      maps[ring].map.overwrite = ring == kOverwritten;
      maps[ring].has_aux = ring == kWithAux;
    }
    loop_.emplace(*this, std::move(maps), options);
    // Signals come before perf takes any.
    loop_->signal_dump();
    loop_->signal_alarm();
    judge_.require(!loop_->is_hit(), "I-49", "perf takes a signal before it records");
    loop_->start();
  }

  void step(const AuxStep& step) {
    if (ended_) return;
    switch (step.kind) {
      case sample:
        return write_sample(step.amount);
      case burst:
        for (std::uint64_t i = 0; i <= kRingWords * kWordBytes / kSampleBytes; ++i)
          write_sample(step.amount);
        return;
      case round:
        return run_round();
      case dump:
        return ask_for_dump();
      case alarm:
        if (by_time_ && !std::exchange(armed_, false)) return;
        if (by_time_) note_newest();
        due_.by_time = due_.by_time || by_time_;
        return take_alarm();
      case hang_up:
        if (alive_[step.amount] == 0) return;
        --alive_[step.amount];
        ++hung_up_[step.amount];
        return;
      default:
        planned_ = step.amount % kEvents;
        left_ = step.amount / kEvents;
        return;
    }
  }

  /// Recording ends; everything that was written is in the files.
  void end() {
    // Without an event that could write, perf ends by itself.
    const bool lives =
        std::ranges::any_of(alive_, [](std::uint64_t events) { return events != 0; });
    if (lives || judge_.found()) tell_done();
    judge_.comes_to("ends since no event is left", !lives);
    for (int rounds = 0; !ended_ && rounds < 32 && !judge_.found(); ++rounds) run_round();
    judge_.require(ended_, "I-49", "perf does not end though it was told to, or no event is left");
    if (judge_.found()) return;
    for (const std::size_t ring : {kShared, kWithAux}) judge_forward(ring);
    judge_.require(!has_overwrite_ || dumped_ >= newest_owed_, "I-48",
                   "perf ends without the newest samples of an overwritable ring");
  }

  // The parts that the loop acts on.
  PerfCpu cpu() {
    return PerfCpu(memory_, {}, BeforeEachAccess<std::function<void()>>([this] { come(); }));
  }
  void write(std::size_t ring, std::uint64_t offset, std::uint64_t size) {
    auto perf = cpu();
    if (ring == kOverwritten)
      judge_.require(word(rings_[ring].at.paused) != 0, "I-20",
                     "an overwritable ring is read while it runs");
    if (ring == kOverwritten && window_.empty()) window_wanted_ = newest();
    auto& to = ring == kOverwritten ? window_ : files_[ring];
    const std::uint64_t bytes = rings_[ring].data_size;
    judge_.require(size != 0 && offset % bytes + size <= bytes, "I-112",
                   "a piece is written to the file that is empty, or goes around a ring's end");
    in_round_[ring] += size;
    bytes_ += size;
    due_.by_size = due_.by_size || (by_size_ && bytes_ >= switch_size_);
    for (std::uint64_t at = 0; at < size; at += kWordBytes)
      to.push_back(perf.load(rings_[ring].data_word(offset + at)));
  }
  void drain_aux(std::size_t ring) {
    judge_.require(!keeps_aux_, "I-48", "trace that is for snapshots is drained");
    judge_.require(ring == kWithAux, "I-112", "an AUX area is drained of a ring that has none");
    drained_ = true;
  }
  void pause(bool paused) {
    if (!has_overwrite_) return;
    std::uint64_t& now = word(rings_[kOverwritten].at.paused);
    judge_.require((now != 0) != paused, "I-20",
                   "a ring is paused twice, or resumed though it runs");
    judge_.require(!paused || loop_->is_hit() || loop_->ending(), "I-112",
                   "an overwritable ring is paused though nobody asked for what it has");
    now = paused ? 1 : 0;
    if (!paused) judge_window();
  }
  void switch_file() {
    judge_window();
    judge_.require(due_.any(), "I-49", "perf switches its file though nothing asks for that");
    judge_.comes_to("switches its file");
    due_ = {};
    bytes_ = 0;
    switched_since_ = true;
    judge_.require(!has_overwrite_ || dumped_ >= asked_for_, "I-48",
                   "a file lacks samples that an overwritable ring had when it was asked for");
    judge_.require(!has_overwrite_ || word(rings_[kOverwritten].at.paused) == 0, "I-48",
                   "an overwritable ring is not resumed");
  }
  void arm(std::uint64_t) {
    judge_.require(by_time_, "I-49", "an alarm is set though perf does not switch by time");
    armed_ = true;
  }
  void disable() {
    judge_.require(told_ && !disabled_ && !own_workload_, "I-49",
                   "events are disabled twice, before perf is told to end, or with a workload");
    judge_.comes_to("disables its events");
    disabled_ = true;
  }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_[address]; }
  [[nodiscard]] std::uint64_t newest() const {
    return written_[kOverwritten].empty() ? 0 : written_[kOverwritten].back();
  }
  void take_alarm() {
    const bool before = loop_->is_hit();
    loop_->signal_alarm();
    judge_.require(by_time_ || loop_->is_hit() == before, "I-49",
                   "an alarm that perf has not set switches its file");
  }
  /// Samples that are written from here on may be left out.
  void tell_done() {
    loop_->signal_done();
    if (std::exchange(told_, true)) return;
    for (std::size_t ring = 0; ring < kRings; ++ring) owed_[ring] = written_[ring].size();
    newest_owed_ = newest();
  }
  void note_newest() { asked_for_ = std::max(asked_for_, newest()); }
  void ask_for_dump() {
    due_.by_signal = due_.by_signal || by_signal_;
    if (!loop_->is_hit() && !loop_->ending()) note_newest();
    loop_->signal_dump();
  }
  /// Something happens before an access of perf, if it is due.
  void come() {
    if (!planned_ || left_-- > 0) return;
    const std::uint64_t what = *std::exchange(planned_, std::nullopt);
    if (what == later_dump) ask_for_dump();
    if (what == later_done) tell_done();
    if (what == later_write) write_sample(kShared);
    if (what == later_overwrite) write_sample(kOverwritten);
  }
  void write_sample(std::size_t ring) {
    if (disabled_ || alive_[ring] == 0 || (ring == kOverwritten && !has_overwrite_)) return;
    const std::uint64_t before = word(rings_[ring].at.head);
    SequentialCpu<> kernel(memory_);
    const PerfEvent event{.id = ring, .write_backward = ring == kOverwritten};
    perf_output_sample(kernel, rings_[ring], Sample{++samples_, 1}, event);
    if (word(rings_[ring].at.head) == before)
      ++refused_[ring];
    else
      written_[ring].push_back(samples_);
  }
  void run_round() {
    switched_since_ = drained_ = false;
    in_round_ = {};
    const Due due = due_;
    const bool told = told_;
    const LoopStep step = loop_->round();
    judge_.require(word(rings_[kOverwritten].at.data_tail) == 0, "I-112",
                   "a tail is stored to a page that is mapped to be read alone");
    judge_window();
    judge_round(step);
    if (step == LoopStep::again) {
      judge_.require(disabled_ || !told || own_workload_ || loop_->is_hit() || !read_some_, "I-49",
                     "perf goes on with events that are not disabled though it is to end");
      return;
    }
    judge_.require(!due.any() || switched_since_, "I-49",
                   "perf sleeps or ends though it was asked for a dump before that");
    if (step == LoopStep::ended) return finish();
    judge_.require(!by_time_ || armed_ || loop_->is_hit(), "I-49",
                   "perf sleeps, and no alarm will have it switch its file");
    // The signal that ends perf may be what wakes it.
    if (planned_ == later_done) tell_done();
    const bool ends = loop_->wake([&](std::size_t ring) {
      polled_[ring] -= hung_up_[ring];
      return std::exchange(hung_up_[ring], 0);
    });
    judge_.require(disabled_ || !told_ || own_workload_, "I-49",
                   "perf goes on with events that are not disabled though it is to end");
    const bool all_gone =
        std::ranges::all_of(polled_, [](std::uint64_t events) { return events == 0; });
    judge_.require(told_ || loop_->ending() == all_gone, "I-48",
                   "perf is to end though it has events, or goes on without any");
    if (ends) finish();
  }
  /// A round reads what a ring has, or leaves that to a later round; perf sleeps if there was
  /// nothing.
  void judge_round(LoopStep step) {
    std::uint64_t read = 0;
    for (const std::size_t ring : {kShared, kWithAux}) {
      judge_.require(in_round_[ring] == 0 || in_round_[ring] >= flush_, "I-112",
                     "less is read than is worth it");
      judge_.require(word(rings_[ring].at.data_tail) == files_[ring].size() * kWordBytes, "I-112",
                     "what was read is not given back, or more than that");
      read += in_round_[ring];
    }
    judge_.require(drained_ || keeps_aux_ || alive_[kWithAux] == 0, "I-112",
                   "a round does not drain an AUX area");
    judge_mappings();
    read += in_round_[kOverwritten];
    read_some_ = read != 0;
    judge_.require(step == LoopStep::again || !read_some_, "I-112",
                   "perf sleeps or ends after a round that read something");
  }
  /// A ring is unmapped once perf has read all of it and knows that none of its events is left.
  void judge_mappings() {
    for (std::size_t ring = 0; ring < (has_overwrite_ ? kRings : kRings - 1); ++ring) {
      if (polled_[ring] == 0 && in_round_[ring] != 0) unmapped_[ring] = true;
      judge_.require(loop_->mapped(ring) != unmapped_[ring], "I-112",
                     "a ring is unmapped that may have more, or is not though it is read");
    }
  }
  void finish() {
    ended_ = true;
    judge_.require(
        told_ || std::ranges::all_of(alive_, [](std::uint64_t events) { return events == 0; }),
        "I-49", "perf ends though nobody told it to, and there are events");
    for (const std::size_t ring : {kShared, kWithAux}) owed_[ring] = written_[ring].size();
    loop_->finish();
    judge_window();
  }
  /// Names of the samples in `words`, and records that LOST records report.
  std::pair<std::vector<std::uint64_t>, std::uint64_t> records_of(
      const std::vector<std::uint64_t>& words, std::string_view property) {
    std::pair<std::vector<std::uint64_t>, std::uint64_t> found;
    for (std::size_t at = 0; at < words.size();) {
      const std::uint64_t size = header_size(words[at]);
      if (!judge_.require(size >= kWordBytes && at + size / kWordBytes <= words.size(), property,
                          "there is no record where the one before ends"))
        return found;
      if (header_type(words[at]) == kRecordLost)
        found.second += words[at + 2];
      else
        found.first.push_back(words[at + 1] >> 16U);
      at += size / kWordBytes;
    }
    return found;
  }
  void judge_forward(std::size_t ring) {
    const auto [names, reported] = records_of(files_[ring], "I-15");
    const bool prefix = names.size() <= written_[ring].size() &&
                        std::equal(names.begin(), names.end(), written_[ring].begin());
    judge_.require(prefix, "I-15", "the files have other samples than a ring took, or twice");
    judge_.comes_to("reads losses", reported != 0);
    judge_.comes_to("reads samples", !names.empty());
    judge_.require(names.size() >= owed_[ring], "I-48",
                   "perf ends without samples that a ring took");
    judge_.require(names.size() < written_[ring].size() ||
                       reported + word(rings_[ring].at.lost) == refused_[ring],
                   "I-10", "losses that are told are not those that there were");
  }
  /// What was read from the overwritable ring in one go: the newest sample first.
  void judge_window() {
    if (window_.empty()) return;
    const auto names = records_of(window_, "I-15").first;
    window_.clear();
    const auto& all = written_[kOverwritten];
    auto at = std::ranges::find(all | std::views::reverse, window_wanted_);
    for (const std::uint64_t name : names)
      if (!judge_.require(at != all.rend() && *at++ == name && name > dumped_, "I-15",
                          "a dump has other samples than the newest, or some twice"))
        return;
    judge_.comes_to("dumps an overwritable ring", !names.empty());
    if (!names.empty()) dumped_ = names.front();
  }

  AuxJudge& judge_;
  bool has_overwrite_, keeps_aux_, by_time_ = false, by_signal_ = false, by_size_ = false;
  std::array<PerfBuffer, kRings> rings_;
  std::vector<std::uint64_t> memory_;
  std::optional<RecordLoop<PerfCpu, Recording>> loop_;
  std::array<std::uint64_t, kRings> alive_{}, refused_{};
  std::array<std::uint64_t, kRings> hung_up_{};
  std::array<std::uint64_t, kRings> polled_{};  ///< events that perf does not know to be gone
  std::array<bool, kRings> unmapped_{};
  std::array<std::vector<std::uint64_t>, kRings> written_, files_;
  std::vector<std::uint64_t> window_;             ///< of the overwritable ring, being read
  std::uint64_t window_wanted_ = 0;               ///< the newest sample when reading began
  std::uint64_t dumped_ = 0;                      ///< the newest sample of the last dump
  std::uint64_t asked_for_ = 0;                   ///< the newest one when a dump was asked for
  Due due_;                                       ///< since the last file
  std::array<std::uint64_t, kRings> in_round_{};  ///< bytes that it read
  std::uint64_t flush_ = 1, switch_size_ = 0;
  bool own_workload_ = false, drained_ = false, read_some_ = false;
  std::uint64_t bytes_ = 0;      ///< read since then
  bool switched_since_ = false;  ///< in this round
  std::optional<std::uint64_t> planned_;
  std::uint64_t left_ = 0, samples_ = 0;
  std::array<std::uint64_t, kRings> owed_{};  ///< samples written when perf was told to end
  std::uint64_t newest_owed_ = 0;             ///< likewise, of the overwritable ring
  bool armed_ = false, disabled_ = false, told_ = false, ended_ = false;
};

template <bool LastRead, bool Unflushed>
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Recording recording(example, {LastRead, Unflushed}, defects, judge);
  for (const AuxStep& step : example.steps) {
    if (judge.found()) return;
    recording.step(step);
  }
  if (!judge.found()) recording.end();
}

}  // namespace

const AuxSequence kRecordLoop = {
    "record-loop",   "perf's loop over three rings, with signals and ends",
    kProperties,     kSetup,
    kSteps,          false,
    run<true, true>, 4000,
    kShares};
const AuxSequence kRecordEndAsItIs = {"record-loop-end",
                                      "the same, which forgets overwritable rings at its end",
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run<false, true>};
const AuxSequence kRecordFlushAsItIs = {"record-loop-flush",
                                        "the same, which holds back what a dump is to have",
                                        kProperties,
                                        kSetup,
                                        kSteps,
                                        false,
                                        run<true, false>};

}  // namespace ringcheck
