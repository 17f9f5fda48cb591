// record-loop: perf's loop over two forward rings, one of two events, and an overwritable one, while
// the kernel writes, events hang up, and signals ask for dumps or the end, at any access of a round.
//
// What is kept beside: the samples that each ring took, in order. The files must have those of
// forward rings once each and in order, and of the overwritable one at each dump the newest.
// Tested by tests/properties/aux/aux_mutants_test.cpp and
// tests/properties/record/record_findings_test.cpp.
#include "protocol/record/record_loop.hpp"

#include <functional>

#include "properties/aux/aux_bench.hpp"
#include "properties/record/sequences.hpp"
#include "protocol/ring/perf_output.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kRings = 3, kShared = 0, kWithAux = 1, kOverwritten = 2;
constexpr std::uint64_t kRingWords = 16, kSampleBytes = 2 * kWordBytes;
constexpr std::array<std::string_view, 5> kProperties = {"I-10", "I-15", "I-20", "I-48", "I-49"};
enum Switch : std::uint64_t { no_switch, by_signal, by_size, by_time };
constexpr std::array kSetup = {Dial{"overwritable ring", 0, 1}, Dial{"switch", no_switch, by_time},
                               Dial{"flush", 0, 1}, Dial{"own workload", 0, 1},
                               Dial{"AUX for snapshots", 0, 1}};
enum Step : std::size_t { sample, round, dump, alarm, hang_up, later };
enum Event : std::uint64_t { later_dump, later_done, later_write, later_overwrite };
constexpr std::uint64_t kEvents = 4, kAccesses = 30;
constexpr std::array kSteps = {Dial{"sample", 0, kRings - 1},
                               Dial{"round"},
                               Dial{"dump"},
                               Dial{"alarm"},
                               Dial{"hang up", 0, kRings - 1},
                               Dial{"later", 0, kEvents* kAccesses - 1}};

using PerfCpu = SequentialCpu<IgnoreObservations, BeforeEachAccess<std::function<void()>>>;

/// Whether a begin was refused.
struct HearRefusal {
  bool* refused;
  void operator()(std::uint32_t kind, std::uint64_t, std::uint64_t, std::uint64_t,
                  std::uint64_t) const {
    if (kind == said::Refused<>::kKind) *refused = true;
  }
};

/// What of Linux 6.1 is repaired.
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
    options.switch_on_signal = example.setup[1] == by_signal;
    options.switch_size = example.setup[1] == by_size ? 64 : 0;
    by_time_ = example.setup[1] == by_time;
    options.switch_seconds = by_time_ ? 1 : 0;
    options.own_workload = example.setup[3] != 0;
    options.keeps_aux = keeps_aux_;
    options.reads_overwrite_last = repairs.last_read;
    options.dumps_unflushed = repairs.unflushed;
    options.defects = defects;
    std::vector<RecordedMap<PerfCpu>> maps(has_overwrite_ ? kRings : kRings - 1);
    for (std::size_t ring = 0; ring < maps.size(); ++ring) {
      maps[ring].rb = rings_[ring];
      maps[ring].fds = alive_[ring] = ring == kShared ? 2 : 1;
      maps[ring].map.flush = example.setup[2] != 0 ? 48 : 1;
      maps[ring].map.overwrite = ring == kOverwritten;
      maps[ring].has_aux = ring == kWithAux;
    }
    loop_.emplace(*this, std::move(maps), options);
    loop_->start();
  }

  void step(const AuxStep& step) {
    if (ended_) return;
    switch (step.kind) {
      case sample:
        return write_sample(step.amount);
      case round:
        return run_round();
      case dump:
        return ask_for_dump();
      case alarm:
        if (!std::exchange(armed_, false)) return;
        note_newest();
        return loop_->signal_alarm();
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

  /// Recording ends; what was written is in the files.
  void end() {
    tell_done();
    for (int rounds = 0; !ended_ && rounds < 32 && !judge_.found(); ++rounds) run_round();
    judge_.require(ended_, "I-49", "perf does not end though it was told to");
    if (judge_.found()) return;
    for (const std::size_t ring : {kShared, kWithAux}) judge_forward(ring);
    judge_.require(!has_overwrite_ || dumped_ >= newest_owed_, "I-48",
                   "perf ends without the newest samples of an overwritable ring");
  }

  // What the loop acts on.
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
    for (std::uint64_t at = 0; at < size; at += kWordBytes)
      to.push_back(perf.load(rings_[ring].data_word(offset + at)));
  }
  void drain_aux(std::size_t) {
    judge_.require(!keeps_aux_, "I-48", "trace that is for snapshots is drained");
  }
  void pause(bool paused) {
    word(rings_[kOverwritten].at.paused) = paused ? 1 : 0;
    if (!paused) judge_window();
  }
  void switch_file() {
    judge_window();
    judge_.require(!has_overwrite_ || dumped_ >= asked_for_, "I-48",
                   "a file lacks samples that an overwritable ring had when it was asked for");
    judge_.require(!has_overwrite_ || word(rings_[kOverwritten].at.paused) == 0, "I-48",
                   "an overwritable ring is not resumed");
  }
  void arm(std::uint64_t) { armed_ = true; }
  void disable() { disabled_ = true; }

 private:
  std::uint64_t& word(std::uint64_t address) { return memory_[address]; }
  [[nodiscard]] std::uint64_t newest() const {
    return written_[kOverwritten].empty() ? 0 : written_[kOverwritten].back();
  }
  /// What is written from here on may be left out.
  void tell_done() {
    loop_->signal_done();
    if (std::exchange(told_, true)) return;
    for (std::size_t ring = 0; ring < kRings; ++ring) owed_[ring] = written_[ring].size();
    newest_owed_ = newest();
  }
  void note_newest() { asked_for_ = std::max(asked_for_, newest()); }
  void ask_for_dump() {
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
    bool refused = false;
    SequentialCpu<HearRefusal> kernel(memory_, HearRefusal{&refused});
    const PerfEvent event{.id = ring, .write_backward = ring == kOverwritten};
    perf_output_sample(kernel, rings_[ring], Sample{++samples_, 1}, event);
    if (refused)
      ++refused_[ring];
    else
      written_[ring].push_back(samples_);
  }
  void run_round() {
    const LoopStep step = loop_->round();
    judge_window();
    if (step == LoopStep::ended) return finish();
    if (step == LoopStep::again) return;
    judge_.require(!by_time_ || armed_ || loop_->is_hit(), "I-49",
                   "perf sleeps, and no alarm will have it switch its file");
    const bool ends =
        loop_->wake([&](std::size_t ring) { return std::exchange(hung_up_[ring], 0); });
    if (ends) finish();
  }
  void finish() {
    ended_ = true;
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
    judge_.require(names.size() >= owed_[ring], "I-48",
                   "perf ends without samples that a ring took");
    judge_.require(names.size() < written_[ring].size() ||
                       reported + word(rings_[ring].at.lost) == refused_[ring],
                   "I-10", "losses that are told are not those that there were");
  }
  /// What was read of the overwritable ring in one go: the newest sample first.
  void judge_window() {
    if (window_.empty()) return;
    const auto names = records_of(window_, "I-15").first;
    window_.clear();
    const auto& all = written_[kOverwritten];
    auto at = std::find(all.rbegin(), all.rend(), window_wanted_);
    for (const std::uint64_t name : names)
      if (!judge_.require(at != all.rend() && *at++ == name && name > dumped_, "I-15",
                          "a dump has other samples than the newest, or some twice"))
        return;
    if (!names.empty()) dumped_ = names.front();
  }

  AuxJudge& judge_;
  bool has_overwrite_, keeps_aux_, by_time_ = false;
  std::array<PerfBuffer, kRings> rings_;
  std::vector<std::uint64_t> memory_;
  std::optional<RecordLoop<PerfCpu, Recording>> loop_;
  std::array<std::uint64_t, kRings> alive_{}, refused_{};
  std::array<std::uint64_t, kRings> hung_up_{};
  std::array<std::vector<std::uint64_t>, kRings> written_, files_;
  std::vector<std::uint64_t> window_;  ///< of the overwritable ring, being read
  std::uint64_t window_wanted_ = 0;    ///< the newest sample when it was
  std::uint64_t dumped_ = 0;           ///< the newest sample of the last dump
  std::uint64_t asked_for_ = 0;        ///< the newest one when a dump was asked for
  std::optional<std::uint64_t> planned_;
  std::uint64_t left_ = 0;
  std::uint64_t samples_ = 0;
  std::array<std::uint64_t, kRings> owed_{};  ///< samples that were written when the end was told
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
    "record-loop",  "perf's loop over three rings, with signals and ends",
    kProperties,    kSetup,
    kSteps,         false,
    run<true, true>};
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
