// auxtrace-reads: drains and snapshots of an AUX area, with drivers that fail and readers of 32
// bits, under kernels of 64 bits or of 32, beside a model of what each read should hand over, tell
// and leave behind.
//
// The two positions alone decide what is handed over: the bytes before the head, as many as came
// since the last read, around the end of the area.
// Source: tools/perf/util/auxtrace.c __auxtrace_mmap__read.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <array>
#include <vector>

#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-110"};
constexpr std::array kSetup = {
    Dial{"length", 1, 64},
    Dial{"power of two", 0, 1},
    Dial{"origin", 0, 3},
    Dial{"reader", 0, 3},
    Dial{"snapshots", 0, 1},
    Dial{"bytes of a snapshot", 1, 96},
    Dial{"records of 24 bytes", 0, 1},
};
enum Step : std::size_t { produce, read, find_fails, hand_over_fails, finish_fails };
constexpr std::array kSteps = {Dial{"produce", 0, 64}, Dial{"read"},
                               Dial{"read, no snapshot found"}, Dial{"read that cannot be written"},
                               Dial{"read, driver fails"}};
constexpr std::array kShares = {Share{"takes", 60},
                                Share{"takes in two pieces", 30},
                                Share{"takes nothing", 40},
                                Share{"fails", 40},
                                Share{"has its tail refused", 6},
                                Share{"takes what starts before the last lap's end", 5}};
constexpr std::array<std::uint64_t, 3> kOrigins = {0, (std::uint64_t{1} << 32U) - 100,
                                                   std::uint64_t{1} << 40U};
constexpr std::uint64_t kBeforeLastLap = kOrigins.size();  ///< one lap before positions are 0 again
/// `narrow_kernel`: the kernel has 32 bits, too, and each word is two.
enum Reader : std::uint64_t { wide, narrow, narrow_swaps, narrow_kernel };

/// The outcome of one read.
struct Outcome {
  AuxtraceRead read = AuxtraceRead::nothing;
  std::vector<std::uint64_t> taken;  ///< offsets in the area, in order
  std::uint64_t offset = 0, size = 0, pieces = 0;
  std::uint64_t looked = 0, finished = 0;  ///< how often the driver was asked
  std::uint64_t previous = 0, tail = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Gathers the offsets of loads.
struct GatherLoads {
  std::vector<std::uint64_t>* taken;
  void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t, std::uint64_t,
                  std::uint64_t) const {
    if (kind == said::TraceLoaded<>::kKind) taken->push_back(a);
  }
};

class AuxtraceReads {
 public:
  AuxtraceReads(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : judge_(judge),
        power_(example.setup[1] != 0),
        len_(power_ ? largest_power(example.setup[0]) : example.setup[0]),
        reader_(static_cast<Reader>(example.setup[3])),
        memory_(kPageCells + len_) {
    mm_.data = {kPageCells, len_, 1};
    mm_.mask = power_ ? len_ - 1 : 0;
    mm_.user_head = head_word;
    mm_.user_tail = tail_word;
    mm_.halves = reader_ == narrow_kernel;
    mm_.head_high = head_high;
    mm_.tail_high = tail_high;
    mm_.idx = 5;
    mm_.tid = 6;
    mm_.cpu = 7;
    mm_.compat = reader_ == narrow || reader_ == narrow_swaps;
    mm_.compat_swaps = reader_ == narrow_swaps;
    mm_.defects = defects;
    options_ = {example.setup[4] != 0, example.setup[5], example.setup[6] != 0 ? 24U : 0U};
    const std::uint64_t origin = example.setup[2];
    previous_ = origin == kBeforeLastLap ? end_of_laps() - len_ : kOrigins.at(origin);
    set_word(head_word, previous_);
    set_word(tail_word, previous_);
  }
  void step(const AuxStep& step) {
    if (step.kind == Step::produce) {
      const std::uint64_t left = end_of_laps() - word(head_word);
      set_word(head_word, left != 0 && step.amount >= left ? step.amount - left
                                                           : word(head_word) + step.amount);
      return;
    }
    const Outcome meant = expected(step.kind);
    const std::uint64_t head = word(head_word), previous_before = previous_;
    const Outcome came = run(step.kind);
    judge_.require(came.looked == meant.looked && came.finished == meant.finished, "I-110",
                   "a driver is asked for a snapshot or told of a read that there is not");
    judge_.require(came.taken == meant.taken && came.pieces == meant.pieces, "I-110",
                   "a read hands over other bytes than those before the head");
    judge_.require(word(head_word) == head, "I-110", "a reader stores the head");
    judge_.require(reader_ != narrow_kernel || memory_[tail_word] <= UINT32_MAX, "I-110",
                   "half of a word has more than its bits");
    judge_.require(came == meant, "I-110",
                   "a read comes to something else, or leaves positions elsewhere");
    judge_.comes_to("takes", meant.size != 0);
    judge_.comes_to("takes in two pieces", meant.pieces == 2);
    judge_.comes_to("takes what starts before the last lap's end",
                    meant.size != 0 && head < previous_before);
    judge_.comes_to("takes nothing", meant.read == AuxtraceRead::nothing);
    judge_.comes_to("fails", meant.read == AuxtraceRead::failed);
    judge_.comes_to("has its tail refused", meant.read == AuxtraceRead::tail_refused);
  }

 private:
  using Machine = SequentialCpu<GatherLoads>;
  /// The user page: the head and the tail, or their lower halves, and the upper ones.
  enum PageCell : std::size_t { head_word, tail_word, head_high, tail_high, kPageCells };

  static std::uint64_t largest_power(std::uint64_t most) {
    std::uint64_t power = 1;
    while (2 * power <= most) power *= 2;
    return power;
  }
  /// The head or the tail.
  [[nodiscard]] std::uint64_t word(PageCell at) const {
    return memory_[at] + (reader_ == narrow_kernel ? memory_[at + head_high] << 32U : 0);
  }
  void set_word(PageCell at, std::uint64_t value) {
    memory_[at] = reader_ == narrow_kernel ? value & UINT32_MAX : value;
    if (reader_ == narrow_kernel) memory_[at + head_high] = value >> 32U;
  }
  /// Where positions start again at 0: the highest multiple of the length, up to 2^64, which is 0.
  [[nodiscard]] std::uint64_t end_of_laps() const { return 0 - (0 - len_) % len_; }
  [[nodiscard]] Outcome expected(std::size_t kind) const;
  Outcome run(std::size_t kind);
  void judge_record(const AuxtraceWindow<Machine>& window);

  AuxJudge& judge_;
  bool power_;
  std::uint64_t len_;
  Reader reader_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t previous_ = 0;
  AuxtraceMmap mm_;
  AuxtraceReadOptions options_;
};

Outcome AuxtraceReads::expected(std::size_t kind) const {
  Outcome meant;
  const std::uint64_t head = word(head_word);
  meant.previous = previous_;
  meant.tail = word(tail_word);
  meant.looked = options_.snapshot ? 1 : 0;
  meant.read = AuxtraceRead::failed;
  if (options_.snapshot && kind == Step::find_fails) return meant;
  meant.read = AuxtraceRead::nothing;
  if (head == previous_) return meant;
  // Positions that are equal in the area are a lap apart.
  const std::uint64_t apart = (head % len_ + len_ - previous_ % len_) % len_;
  const std::uint64_t fresh = apart == 0 ? len_ : apart;
  meant.size = options_.snapshot ? std::min(fresh, options_.snapshot_size) : fresh;
  meant.offset = (head < meant.size ? end_of_laps() : 0) + head - meant.size;
  const bool around = head % len_ < meant.size;
  meant.pieces = around ? 2 : 1;
  for (std::uint64_t i = 0; i < meant.size; ++i)
    meant.taken.push_back((head % len_ + len_ - meant.size + i) % len_);
  // Whole records: bytes at the end of the first piece that make no whole record are left out.
  if (options_.alignment != 0) {
    const std::uint64_t first = around ? meant.size - head % len_ : meant.size;
    const auto whole = static_cast<std::ptrdiff_t>(first - first % options_.alignment);
    meant.taken.erase(meant.taken.begin() + whole,
                      meant.taken.begin() + static_cast<std::ptrdiff_t>(first));
    meant.size -= first % options_.alignment;
  }
  meant.read = AuxtraceRead::failed;
  if (kind == Step::hand_over_fails) return meant;
  meant.previous = head;
  meant.read = AuxtraceRead::data;
  if (options_.snapshot) return meant;
  meant.read = AuxtraceRead::tail_refused;
  if (reader_ == narrow && head >> 32U != 0) return meant;
  meant.tail = head;
  meant.finished = 1;
  meant.read = kind == Step::finish_fails ? AuxtraceRead::finish_failed : AuxtraceRead::data;
  return meant;
}

void AuxtraceReads::judge_record(const AuxtraceWindow<Machine>& window) {
  constexpr std::uint64_t kReference = 99;
  const AuxtraceRecord<Machine> record = auxtrace_record(mm_, window, kReference);
  const std::uint64_t padding = record.size - window.size;
  judge_.require(record.type == 71 && record.misc == 0 && record.header_size == 48 &&
                     record.reserved == 0 && record.idx == mm_.idx && record.tid == mm_.tid &&
                     record.cpu == mm_.cpu && record.reference == kReference &&
                     record.offset == window.offset && record.size % 8 == 0 && padding < 8,
                 "I-110", "a record tells something else of a read than there was");
}

Outcome AuxtraceReads::run(std::size_t kind) {
  Outcome came;
  Machine cpu(memory_, GatherLoads{&came.taken});
  came.read = auxtrace_mmap_read(
      cpu, mm_, options_, previous_,
      [&](Machine&, const std::uint64_t& head, const std::uint64_t& old) {
        ++came.looked;
        judge_.require(head == word(head_word) && old == previous_, "I-110",
                       "a driver is asked about other positions than head and last read");
        return kind == Step::find_fails;
      },
      [&](Machine& machine, const AuxtraceWindow<Machine>& window) {
        came.offset = window.offset;
        came.size = window.size;
        came.pieces = window.split ? 2 : 1;
        judge_.require(!load_window(machine, mm_, window), "I-110", "what is read is refused");
        judge_record(window);
        return kind == Step::hand_over_fails;
      },
      [&](Machine&) {
        ++came.finished;
        return kind == Step::finish_fails;
      });
  came.previous = previous_;
  came.tail = word(tail_word);
  return came;
}

}  // namespace

const AuxSequence kAuxtraceReads = {
    "auxtrace-reads",
    "drains and snapshots of an area, drivers that fail, and readers of 32 bits",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<AuxtraceReads>,
    4000,
    kShares};

}  // namespace ringcheck
