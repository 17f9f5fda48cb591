// aux-lives: an AUX area is mapped and unmapped through two events, while the event that writes to
// it comes to CPUs, leaves them, and is pointed to another buffer. Calls to CPUs find the event
// there, or gone to the next CPU.
//
// The model beside it keeps how often the area is mapped, where the event is, which buffer it has,
// and whether it has a transaction open. Every word follows from that, and so do the calls to CPUs.
// Source: kernel/events/core.c perf_mmap, perf_mmap_close, perf_pmu_output_stop, perf_event_stop,
// ring_buffer_attach, event_sched_in, event_sched_out; kernel/events/ring_buffer.c
// perf_aux_output_begin, perf_aux_output_end.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <functional>
#include <utility>
#include <vector>

#include "properties/aux/sequences.hpp"
#include "properties/core/locked_memory.hpp"
#include "protocol/aux/aux_lifetime.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kProperties = {"I-26", "I-39", "I-106"};
constexpr std::array kSetup = {
    Dial{"event", 0, 2},
    Dial{"munmap looks at each context", 0, 1},
    Dial{"munmap selects by transaction", 0, 1},
    Dial{"set_output holds the mutex", 0, 1},
    Dial{"begin has a fence", 0, 1},
};
enum Step : std::size_t { map, unmap, run, leave, migrate, move, move_back };
/// Nothing happens meanwhile, or the event's task does something before one of so many accesses.
constexpr std::uint64_t kAccesses = 16;
constexpr std::array kSteps = {
    Dial{"mmap through event", 0, 1},   Dial{"munmap, and access", 0, 2 * kAccesses - 1},
    Dial{"comes to CPU", 0, 1},         Dial{"leaves its CPU"},
    Dial{"goes to the other CPU"},      Dial{"set_output, and the task goes on meanwhile", 0, 1},
    Dial{"set_output back to the area"}};
constexpr std::array kShares = {
    Share{"traces", 60},
    Share{"starts without an area", 50},
    Share{"is stopped by munmap", 9},
    Share{"is stopped by set_output", 25},
    Share{"is found elsewhere", 8},
    Share{"moves during munmap", 50},
};

/// Listens for what must not happen.
struct ListenBroken {
  std::uint64_t* broken;
  void operator()(std::uint32_t kind, std::uint64_t, std::uint64_t, std::uint64_t,
                  std::uint64_t) const {
    if (kind == said::LifetimeBroken<>::kKind) ++*broken;
  }
};

/// Calls `what` before one access.
struct Meanwhile {
  std::uint64_t left = ~std::uint64_t{0};
  const std::function<void()>* what = nullptr;
  template <class C>
  void operator()(C&) {
    if (what != nullptr && left-- == 0) (*what)();
  }
};

/// How often each CPU is called, and what happens on the way there.
struct Calls {
  std::array<std::array<std::uint64_t, kAuxLifetimeCpus>, 2> times{};  ///< by caller and CPU
  std::function<void()> on_the_way{};  ///< happens once, before the first call comes to its CPU
};

/// Memory in which a CPU that is called answers at once.
class CallingMemory : public LockedMemory<ListenBroken, Meanwhile> {
 public:
  CallingMemory(std::span<std::uint64_t> memory, const AuxLifetime& all, std::uint64_t& broken,
                Calls& calls, Meanwhile meanwhile = {})
      : LockedMemory(memory, ListenBroken{&broken}, meanwhile),
        memory_(memory),
        all_(all),
        broken_(broken),
        calls_(calls) {}

  void smp_store_release(Value address, Value value) {
    LockedMemory::smp_store_release(address, value);
    for (std::size_t caller = 0; caller < all_.calls.size(); ++caller)
      for (std::size_t cpu = 0; cpu < kAuxLifetimeCpus; ++cpu)
        if (address == all_.calls.at(caller).at(cpu).asked) answer(caller, cpu);
  }

 private:
  void answer(std::size_t caller, std::size_t cpu) {
    ++calls_.times.at(caller).at(cpu);
    if (const auto happens = std::exchange(calls_.on_the_way, nullptr)) happens();
    CallingMemory called(memory_, all_, broken_, calls_);
    answer_call(called, all_, caller, cpu + 1);
  }

  std::span<std::uint64_t> memory_;
  const AuxLifetime& all_;
  std::uint64_t& broken_;
  Calls& calls_;
};

class AuxLives {
 public:
  AuxLives(const AuxCase& example, DefectSet defects, AuxJudge& judge) : judge_(judge) {
    all_.at = AuxLifetimeCells::at(0);
    std::uint64_t at = AuxLifetimeCells::kNames.size();
    for (auto& caller : all_.calls)
      for (FunctionCall& call : caller) {
        call = {at, at + 1, at + 2};
        at += 3;
      }
    memory_.assign(at, 0);
    all_.kind = static_cast<AuxEventKind>(example.setup[0]);
    all_.mapped_elsewhere = all_.looks_at_each_context = example.setup[1] != 0;
    all_.select_by_transaction = example.setup[2] != 0;
    all_.moves_under_mutex = example.setup[3] != 0;
    all_.begin_is_fenced = example.setup[4] != 0;
    all_.defects = defects;
    // The event by which the area is mapped has a reference, and so has the one that writes.
    memory_[all_.at.refcount] = 2;
    memory_[all_.at.rb] = memory_[all_.at.on_list] = kThis;
  }
  void step(const AuxStep& step);

 private:
  static constexpr std::uint64_t kThis = 1, kOther = 2;

  void take(const AuxStep& step);
  void do_map(std::size_t event);
  void do_unmap(std::uint64_t amount);
  void do_run(std::uint64_t number);
  void do_leave();
  void do_migrate();
  void do_move(bool meanwhile);
  void judge_words();
  void require(bool holds, std::string_view what) { judge_.require(holds, "I-106", what); }
  CallingMemory cpu(Meanwhile meanwhile = {}) {
    return {memory_, all_, broken_, calls_, meanwhile};
  }
  std::uint64_t word(std::uint64_t address) { return memory_.at(address); }

  AuxJudge& judge_;
  AuxLifetime all_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t broken_ = 0;
  Calls calls_;
  std::uint64_t mapped_ = 0;      ///< mappings of the area
  std::uint64_t oncpu_ = 0;       ///< where the event is active, from 1
  std::uint64_t buffer_ = kThis;  ///< that the event has
  bool open_ = false;             ///< it has a transaction
};

void AuxLives::do_map(std::size_t event) {
  auto caller = cpu();
  map_aux(caller, all_, event);
  ++mapped_;
}

void AuxLives::do_unmap(std::uint64_t amount) {
  if (mapped_ == 0) return;
  const bool last = mapped_ == 1;
  const std::uint64_t at = amount / 2;
  const std::uint64_t oncpu = oncpu_;
  const bool was_open = open_;
  bool happened = false;
  const std::function<void()> task = [&] {
    happened = true;
    if (oncpu_ == 0) return do_run(all_.kind == AuxEventKind::task ? 2 : 1);
    do_leave();
  };
  --mapped_;
  calls_.on_the_way = nullptr;
  // Half of the cases are those in which nothing happens meanwhile.
  auto caller = cpu(at < kAccesses / 2 ? Meanwhile{at, &task} : Meanwhile{});
  unmap_aux(caller, all_, amount % 2);
  if (last) open_ = false;
  judge_.comes_to("is stopped by munmap", last && was_open && !happened);
  judge_.comes_to("moves during munmap", happened);
  if (happened) return;
  const std::uint64_t asked = !last                             ? 0
                              : all_.kind != AuxEventKind::task ? 1
                              : buffer_ == kThis                ? oncpu
                                                                : 0;
  for (std::uint64_t number = 1; number <= kAuxLifetimeCpus; ++number)
    require(calls_.times[0].at(number - 1) == (number == asked ? 1 : 0),
            "who unmaps asks another CPU than the event's, or none, or for nothing");
}

/// The event's task comes to a CPU. It may do so while somebody unmaps: the count tells whether the
/// area is still mapped then.
void AuxLives::do_run(std::uint64_t number) {
  if (oncpu_ != 0) return;
  const bool area = buffer_ == kThis && word(all_.at.mmap_count) != 0;
  auto runs = cpu();
  const bool active = sched_in_aux_event(runs, all_, number);
  judge_.require(active == area, "I-26",
                 "an event runs without a transaction, or does not though it could have one");
  judge_.comes_to("traces", active);
  judge_.comes_to("starts without an area", !area);
  oncpu_ = active ? number : 0;
  open_ = active;
}

void AuxLives::do_leave() {
  if (oncpu_ == 0) return;
  auto runs = cpu();
  sched_out_aux_event(runs, all_);
  oncpu_ = 0;
  open_ = false;
}

void AuxLives::do_migrate() {
  if (oncpu_ == 0 || all_.kind != AuxEventKind::task) return;
  const std::uint64_t other = oncpu_ == 1 ? 2 : 1;
  do_leave();
  do_run(other);
}

void AuxLives::do_move(bool meanwhile) {
  // A child that runs goes on, and writes to an area that may be gone: F-15.
  const bool child = all_.kind == AuxEventKind::child;
  if (buffer_ != kThis || (child && open_)) return;
  const std::uint64_t oncpu = oncpu_;
  const bool was_open = open_;
  bool elsewhere = false;
  if (meanwhile && all_.kind == AuxEventKind::task)
    calls_.on_the_way = [&] {
      do_migrate();
      elsewhere = oncpu_ != 0;
    };
  auto caller = cpu();
  move_aux_event(caller, all_);
  calls_.on_the_way = nullptr;
  buffer_ = kOther;
  open_ = false;
  judge_.comes_to("is stopped by set_output", was_open);
  judge_.comes_to("is found elsewhere", elsewhere);
  const std::uint64_t each = child ? 0 : all_.moves_under_mutex ? 2 : 1;
  if (calls_.times[1] == decltype(calls_.times)::value_type{} && oncpu == 0) return;
  const bool moved = oncpu_ != oncpu;
  for (std::uint64_t number = 1; number <= kAuxLifetimeCpus; ++number) {
    const std::uint64_t asked = calls_.times[1].at(number - 1);
    const std::uint64_t meant = !moved             ? (number == oncpu ? each : 0)
                                : number == oncpu  ? 1
                                : number == oncpu_ ? each
                                                   : 0;
    require(asked == meant, "who moves an event asks another CPU than the event's, or not again");
  }
}

void AuxLives::take(const AuxStep& step) {
  switch (step.kind) {
    case Step::map:
      return do_map(step.amount);
    case Step::unmap:
      return do_unmap(step.amount);
    case Step::run:
      return do_run(all_.kind == AuxEventKind::task ? step.amount + 1 : 1);
    case Step::leave:
      return do_leave();
    case Step::migrate:
      return do_migrate();
    case Step::move:
      return do_move(step.amount != 0);
    default:
      // Another set_output: the event gets the area again, and traces when it runs next.
      if (buffer_ == kThis) return;
      buffer_ = memory_[all_.at.rb] = memory_[all_.at.on_list] = kThis;
      ++memory_[all_.at.refcount];
  }
}

void AuxLives::judge_words() {
  const AuxLifetimeCells& at = all_.at;
  const std::uint64_t of_open = open_ ? 1 : 0;
  const std::uint64_t of_area = mapped_ != 0 ? 1 : 0;
  judge_.require(word(at.handle) == of_open, "I-26",
                 "a transaction is open that was to be closed, or none is");
  require(word(at.state) == (oncpu_ != 0 ? 1 : 0) && word(at.oncpu) == oncpu_,
          "an event is noted as active where it is not, or not where it is");
  require(word(at.mmap_count) == mapped_, "an area counts other mappings");
  require((word(at.live) == kPagesThere) == (of_area != 0),
          "an area's pages are kept for nobody, or freed in use");
  require(word(at.aux_refcount) == of_area + of_open, "an area counts other users of its pages");
  require(word(at.refcount) == 1 + (buffer_ == kThis ? 1 : 0) + of_open,
          "a buffer counts other users");
  require(word(at.rb) == buffer_ && word(at.on_list) == buffer_,
          "an event has another buffer than it was given, or is on another's list");
  require(word(at.mutex) == 0 && word(at.event_mutexes[0]) == 0 && word(at.event_mutexes[1]) == 0,
          "a mutex is not given back");
}

void AuxLives::step(const AuxStep& step) {
  calls_ = {};
  // The words of a call belong to that call alone.
  for (const auto& caller : all_.calls)
    for (const FunctionCall& call : caller)
      memory_[call.asked] = memory_[call.done] = memory_[call.result] = 0;
  take(step);
  judge_.require(broken_ == 0, "I-39", "pages are used or freed as they must not be");
  judge_words();
}

}  // namespace

const AuxSequence kAuxLives = {
    "aux-lives",
    "an AUX area is mapped, written to by an event that moves, and unmapped, call by call",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<AuxLives>,
    4000,
    kShares};

}  // namespace ringcheck
