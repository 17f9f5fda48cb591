// sample-sources: a source of samples, and up to three others in the middle of it, each before some
// access of the one before: as an interrupt, or because the kernel passes a tracepoint, a probe or
// a BPF program while it writes.
//
// The model beside it keeps which source is under way on which level. Each occasion must give one
// whole sample, except for a source that has interrupted itself on its level, and programs deeper
// than there are places. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/sampling/sample_source.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/core/record_header.hpp"
#include "properties/sampling/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-08", "I-67"};
constexpr std::uint64_t kOthers = 3, kNumbers = 3, kSize = 1 + kOthers * kNumbers, kAccesses = 30;
/// Sources that come in the middle of another; BPF programs often, since they nest deepest.
constexpr std::array kInner = {
    SampleSource::counter_overflow, SampleSource::timer, SampleSource::tracepoint,
    SampleSource::kprobe,           SampleSource::bpf,   SampleSource::bpf};
constexpr std::array kSetup = {Dial{"first source", 0, 6},
                               Dial{"second source", 0, kInner.size() - 1},
                               Dial{"its level", 0, kContextLevels - 1},
                               Dial{"before access", 0, kAccesses},
                               Dial{"third source", 0, kInner.size() - 1},
                               Dial{"level of the third", 0, kContextLevels - 1},
                               Dial{"before access of the second", 0, kAccesses},
                               Dial{"fourth source", 0, kInner.size() - 1},
                               Dial{"level of the fourth", 0, kContextLevels - 1},
                               Dial{"before access of the third", 0, kAccesses},
                               Dial{"size of the ring", 0, 3},
                               Dial{"all of them are programs", 0, 7}};

/// Words of a ring that has room for all samples, and of one that has room for two.
constexpr std::uint64_t kRingWords = 64, kSmallRingWords = 8, kFitSmall = 2;

constexpr std::array kShares = {Share{"in another", 50},       Share{"in one in another", 15},
                                Share{"four deep", 2},         Share{"in itself", 3},
                                Share{"programs too deep", 1}, Share{"finds no room", 2}};

/// A CPU that knows how often preemption is off. Code that interrupts it has its own count.
template <class Interrupts>
class CountingCpu : public SequentialCpu<IgnoreObservations, Interrupts> {
 public:
  CountingCpu(std::span<std::uint64_t> memory, std::uint64_t nest, Interrupts interrupts)
      : SequentialCpu<IgnoreObservations, Interrupts>(memory, {}, std::move(interrupts)),
        nest_(nest) {}
  void preempt_disable() { ++off_; }
  void preempt_enable() { --off_; }
  std::uint64_t local_inc_return(std::uint64_t address) {
    note(address);
    return SequentialCpu<IgnoreObservations, Interrupts>::local_inc_return(address);
  }
  void local_add(std::uint64_t value, std::uint64_t address) {
    note(address);
    SequentialCpu<IgnoreObservations, Interrupts>::local_add(value, address);
  }
  /// Preemption is on again, and was off whenever the count of BPF programs changed.
  [[nodiscard]] bool kept_its_cpu() const { return off_ == 0 && kept_; }

 private:
  void note(std::uint64_t address) { kept_ = kept_ && (address != nest_ || off_ > 0); }

  std::uint64_t nest_;  ///< address of that count
  int off_ = 0;
  bool kept_ = true;
};

class Sources {
 public:
  Sources(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : example_(example), judge_(judge) {
    const std::uint64_t words = small() ? kSmallRingWords : kRingWords;
    all_.rb = PerfBuffer::make(0, words);
    all_.rb.defects = defects;
    all_.at = SampleSourceCells::at(PerfBufferCells::count(words));
    memory_.resize(PerfBufferCells::count(words) + SampleSourceCells::kCount);
  }
  void run() {
    const auto first = static_cast<SampleSource>(example_.setup[0]);
    come(programs_alone() ? SampleSource::bpf : first, ContextLevel::task);
    std::vector<std::uint64_t> found;
    const std::uint64_t head = memory_[all_.rb.at.data_head];
    for (std::uint64_t at = 0; at != head;) {
      // A sample is of type 9. Source: enum perf_event_type.
      constexpr RecordHeader kSample{9, 0, (1 + kSourceWords) * kWordBytes};
      const RecordHeader header = record_header(memory_[all_.rb.data_word(at)]);
      if (!judge_.require(header == kSample, "I-67", "there is no sample")) return;
      const std::uint64_t value = memory_[all_.rb.data_word(at + kWordBytes)];
      judge_.require(value + kSecondWord == memory_[all_.rb.data_word(at + 2 * kWordBytes)], "I-67",
                     "a sample has data of two sources");
      found.push_back(value);
      at += header.size;
    }
    std::ranges::sort(found);
    std::ranges::sort(wanted_);
    const std::uint64_t refused =
        small() && wanted_.size() > kFitSmall ? wanted_.size() - kFitSmall : 0;
    judge_.comes_to("finds no room", refused != 0);
    judge_.require(
        found.size() + refused == wanted_.size() && std::ranges::includes(wanted_, found), "I-67",
        "samples are not those that sources took: one is lost, twice there, or another's");
    judge_.require(memory_[all_.rb.at.lost] == refused, "I-67",
                   "samples that found no room are not those that are counted");
    for (std::uint64_t i = 0; i < kContextLevels; ++i)
      judge_.require(memory_[all_.at.recursion + i] == 0, "I-08", "a mark of recursion is left");
    judge_.require(memory_[all_.at.bpf_nest] == 0, "I-08", "a BPF program is left");
  }

 private:
  /// By how much the second word of a sample's data differs from the first.
  static constexpr std::uint64_t kSecondWord = std::uint64_t{1} << 32U;
  /// Whether the ring has room for only kFitSmall samples.
  [[nodiscard]] bool small() const { return example_.setup[kSize] == 0; }
  /// Whether all sources are BPF programs on one level; only then they nest deeper than their
  /// places.
  [[nodiscard]] bool programs_alone() const { return example_.setup[kSize + 1] == 0; }

  struct UnderWay {
    SampleSource source;
    ContextLevel level;
  };
  static bool guarded(SampleSource source) {
    return source != SampleSource::counter_overflow && source != SampleSource::timer &&
           source != SampleSource::bpf;
  }
  /// The required outcome of an occasion, given what is under way.
  [[nodiscard]] SampleTaken expected(SampleSource source, ContextLevel level) const {
    const auto programs = std::ranges::count(under_way_, SampleSource::bpf, &UnderWay::source);
    if (source == SampleSource::bpf)
      return programs < static_cast<long>(kBpfPlaces) ? SampleTaken::taken : SampleTaken::too_deep;
    const bool in_itself =
        guarded(source) && std::ranges::any_of(under_way_, [&](const UnderWay& other) {
          return guarded(other.source) && other.level == level;
        });
    return in_itself ? SampleTaken::recursion : SampleTaken::taken;
  }
  void come(SampleSource source, ContextLevel where) {
    const ContextLevel level = level_of(source, where);
    const SampleTaken wanted = expected(source, level);
    const std::uint64_t value = 100 + under_way_.size();
    if (wanted == SampleTaken::taken) wanted_.push_back(value);
    under_way_.push_back({source, level});
    const std::size_t depth = under_way_.size();
    judge_.comes_to("in another", depth == 2);
    judge_.comes_to("in one in another", depth == 3);
    judge_.comes_to("four deep", depth == 4);
    judge_.comes_to("in itself", wanted == SampleTaken::recursion);
    judge_.comes_to("programs too deep", wanted == SampleTaken::too_deep);
    std::uint64_t left = depth <= kOthers ? example_.setup[kNumbers * depth] : 0;
    const auto before = [&] {
      if (depth > kOthers || under_way_.size() != depth || fired_ >= depth || !begun()) return;
      if (left-- != 0) return;
      fired_ = depth;
      interrupt(depth, level);
    };
    using Before = BeforeEachAccess<std::function<void()>>;
    CountingCpu<Before> cpu(memory_, all_.at.bpf_nest, Before(before));
    const SampleTaken taken = take_sample(cpu, all_, source, level, value);
    judge_.require(cpu.kept_its_cpu(), "I-67",
                   "a program may be moved to another CPU while it is counted on this one");
    judge_.require(taken == wanted, "I-67",
                   "a source that is not in itself takes no sample, or one that is takes one");
    under_way_.pop_back();
  }
  /// Whether the innermost source has left its mark: nothing traces the code before that.
  [[nodiscard]] bool begun() const {
    const auto [source, level] = under_way_.back();
    if (source == SampleSource::bpf)
      return memory_[all_.at.bpf_nest] == static_cast<std::uint64_t>(std::ranges::count(
                                              under_way_, SampleSource::bpf, &UnderWay::source));
    return !guarded(source) || memory_[all_.at.recursion + static_cast<std::uint64_t>(level)] != 0;
  }
  /// The next source comes, unless it would have a lower level than the one it interrupts.
  void interrupt(std::size_t depth, ContextLevel level) {
    if (programs_alone()) return come(SampleSource::bpf, level);
    const SampleSource source = kInner.at(example_.setup[kNumbers * (depth - 1) + 1]);
    const auto where = static_cast<ContextLevel>(example_.setup[kNumbers * (depth - 1) + 2]);
    const ContextLevel at = level_of(source, where);
    const bool interrupts =
        source == SampleSource::counter_overflow || source == SampleSource::timer;
    if (at < level || (interrupts && at == level)) return;
    come(source, where);
  }

  const AuxCase& example_;
  AuxJudge& judge_;
  SampleSources all_;
  std::vector<std::uint64_t> memory_;
  std::vector<UnderWay> under_way_;
  std::vector<std::uint64_t> wanted_;
  std::size_t fired_ = 0;
};

void run_sources(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Sources(example, defects, judge).run();
}

}  // namespace

const AuxSequence kSampleSources = {"sample-sources",
                                    "sources of samples, each in the middle of another",
                                    kProperties,
                                    kSetup,
                                    {},
                                    false,
                                    run_sources,
                                    20000,
                                    kShares};

}  // namespace ringcheck
