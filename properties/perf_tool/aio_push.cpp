// aio-push: perf writes a ring to its file asynchronously, with two blocks. The ring's writer goes
// on, even in the middle of a copy, and the map is let go of while writes are on their way. The
// head is loaded once, unless what Linux 6.1 violates is judged (docs/findings.md V-17).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/aio_push.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kRing = 16, kFile = 1024;
constexpr std::array<std::string_view, 3> kProperties = {"I-06", "I-15", "I-39"};
constexpr std::array kSetup = {Dial{"the writer goes on before access", 0, 40}};
enum Step : std::size_t { produce, push, complete, let_go };
constexpr std::array kSteps = {Dial{"produce", 1, kRing}, Dial{"push"},
                               Dial{"complete, of the first two", 0, 5},
                               Dial{"let-go (0) or push", 0, 9}};

constexpr std::array kShares = {Share{"writes a block", 20}, Share{"finds both on their way", 10}};

/// What orders perf after the ring's writer, and the writer after perf.
struct AioOrder {
  std::uint64_t head = 0, tail = 0;  ///< their addresses
  std::uint64_t acquired = 0;        ///< the newest head that was loaded so that data come after it
  std::uint64_t released = 0;        ///< the newest tail that was stored after data were loaded
};

/// The machine of perf. Other threads run before each of its accesses, and it keeps what orders
/// them.
template <class Others>
class AioCpu : public SequentialCpu<IgnoreObservations, BeforeEachAccess<Others>> {
 public:
  using Base = SequentialCpu<IgnoreObservations, BeforeEachAccess<Others>>;
  AioCpu(std::span<std::uint64_t> memory, Others others, AioOrder& order)
      : Base(memory, {}, BeforeEachAccess<Others>(others)), order_(order) {}
  std::uint64_t smp_load_acquire(std::uint64_t address) {
    const std::uint64_t value = Base::smp_load_acquire(address);
    if (address == order_.head) order_.acquired = value;
    return value;
  }
  void smp_store_release(std::uint64_t address, std::uint64_t value) {
    Base::smp_store_release(address, value);
    if (address == order_.tail) order_.released = value;
  }

 private:
  AioOrder& order_;
};

/// `Once`: the head is loaded once.
template <bool Once>
class AioPush {
 public:
  AioPush(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : at_access_(example.setup[0]), judge_(judge) {
    std::uint64_t next = 0;
    const auto take = [&](std::uint64_t words) { return std::exchange(next, next + words); };
    map_.head = take(1);
    map_.tail = take(1);
    map_.refcount = take(1);
    map_.file_end = take(1);
    map_.ring = {take(kRing), kRing, 1};
    map_.file = {take(kFile), kFile, 1};
    for (std::size_t i = 0; i < AioMap::kBlocks; ++i) {
      map_.blocks[i] = AioBlockCells::at(take(AioBlockCells::kCount));
      map_.memory[i] = {take(kRing), kRing, 1};
    }
    map_.head_loaded_once = Once;
    order_.head = map_.head;
    order_.tail = map_.tail;
    map_.defects = defects;
    memory_.resize(next);
    memory_[map_.refcount] = 1;
  }

  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    switch (step.kind) {
      case Step::produce:
        return write(step.amount);
      case Step::push:
        push_ring();
        break;
      case Step::complete:
        if (step.amount >= AioMap::kBlocks) break;
        record_aio_complete(cpu, map_, step.amount);
        judge_.require(!in_flight(step.amount), "I-15", "a write that is complete is on its way");
        break;
      default:
        if (step.amount != 0) return push_ring();
        if (!held_) return;
        held_ = false;
        --memory_[map_.refcount];
        break;
    }
    check();
  }

 private:
  /// The ring's writer writes up to `bytes` bytes, as far as the reader left room.
  void write(std::uint64_t bytes) {
    while (bytes-- > 0 && memory_[map_.head] - memory_[map_.tail] < kRing) {
      const std::uint64_t position = memory_[map_.head];
      memory_[map_.ring.address(position % kRing)] = stream_byte(position);
      ++memory_[map_.head];
    }
  }
  void push_ring() {
    if (!held_ || memory_[map_.file_end] + kRing > kFile) return;
    std::uint64_t left = at_access_;
    const auto go_on = [&] {
      if (left == 0) write(kRing);
      if (left != ~std::uint64_t{0}) --left;
    };
    AioCpu cpu(memory_, go_on, order_);
    const bool both = in_flight(0) && in_flight(1);
    const std::vector<std::uint64_t> before = memory_;
    const bool pushed = record_aio_push(cpu, map_);
    judge_push(before, pushed, both);
    judge_.comes_to("writes a block", pushed);
    judge_.comes_to("finds both on their way", both);
    judge_.require(!pushed || !both, "I-15", "a block is taken whose write is on its way");
  }
  /// All that was in the ring at some time of the push is on its way to the end of the file. Or
  /// there was nothing, or no free block, and nothing changes.
  void judge_push(const std::vector<std::uint64_t>& before, bool pushed, bool both) {
    const std::uint64_t tail = before[map_.tail], taken = memory_[map_.tail] - tail;
    judge_.require(taken <= memory_[map_.head] - tail, "I-15", "more is taken than there is");
    judge_.require(pushed == (taken != 0) && (both || pushed || before[map_.head] == tail), "I-15",
                   "perf takes nothing though there is something, or tells otherwise");
    judge_.require(!pushed || taken >= before[map_.head] - tail, "I-15",
                   "some is left that was there");
    const std::uint64_t written = memory_[map_.file_end] - before[map_.file_end];
    judge_.require(order_.acquired >= tail + written, "I-15",
                   "what is taken may be loaded before the head that tells of it");
    judge_.require(order_.released == memory_[map_.tail], "I-06",
                   "what is taken may be given back before it is loaded");
    judge_.require(memory_[map_.file_end] == before[map_.file_end] + taken, "I-15",
                   "the file does not grow by what was taken");
    judge_.require(memory_[map_.refcount] == before[map_.refcount] + (pushed ? 1 : 0), "I-39",
                   "the map has not one reference for each write that is on its way");
    for (const AioBlockCells& at : map_.blocks) {
      const bool was = before[at.in_flight] != 0;
      if (memory_[at.in_flight] == (was ? 1 : 0)) continue;
      judge_.require(pushed && memory_[at.in_flight] == 1 && memory_[at.length] == taken &&
                         memory_[at.offset] == before[map_.file_end] && memory_[at.from] == tail,
                     "I-15", "a block is on its way that is not what was taken");
    }
  }
  [[nodiscard]] bool in_flight(std::size_t block) const {
    return memory_[map_.blocks[block].in_flight] != 0;
  }
  /// The complete part of the file is the stream, and memory exists while it is being written to
  /// the file.
  void check() {
    if (judge_.found()) return;
    const std::uint64_t references =
        (held_ ? 1U : 0U) + (in_flight(0) ? 1U : 0U) + (in_flight(1) ? 1U : 0U);
    judge_.require(memory_[map_.refcount] == references, "I-39",
                   "the map has not one reference for perf and each write that is on its way");
    judge_.require(memory_[map_.refcount] != 0 || (!in_flight(0) && !in_flight(1)), "I-39",
                   "the map is freed while a write takes bytes from it");
    if (in_flight(0) || in_flight(1)) return;
    for (std::uint64_t i = 0; i < memory_[map_.file_end]; ++i)
      judge_.require(memory_[map_.file.address(i)] == stream_byte(i), "I-06",
                     "the file has other bytes than the ring had");
  }

  AioMap map_;
  AioOrder order_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t at_access_;
  AuxJudge& judge_;
  bool held_ = true;  ///< perf has the map
};

}  // namespace

const AuxSequence kAioPush = {"aio-push",
                              "perf writes a ring to its file asynchronously, with two blocks",
                              kProperties,
                              kSetup,
                              kSteps,
                              false,
                              run_steps<AioPush<true>>,
                              4000,
                              kShares};
const AuxSequence kAioPushAsItIs = {"aio-push-as-it-is",
                                    "the same with a head that is loaded twice",
                                    kProperties,
                                    kSetup,
                                    kSteps,
                                    false,
                                    run_steps<AioPush<false>>};

}  // namespace ringcheck
