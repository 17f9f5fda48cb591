// Runs a program on both sides and compares returns, fields, memory and traces.
// Tested by `make kernel`.
#include "kernel/calls/ring_calls.hpp"

#include <fmt/format.h>

#include "kernel/calls/ring_sides.hpp"
#include "properties/core/try_cases.hpp"

namespace ringcheck {
namespace {

/// One result of a run of a ring.
struct RingAnswer {
  const char* what;
  std::uint64_t value;

  friend bool operator==(const RingAnswer&, const RingAnswer&) = default;
};

/// Runs calls on one side.
template <class Side>
class Runner {
 public:
  Runner(Side& side, const RingProgram& program) : side_(side), program_(program) {
    side_.on_access([this] { before_access(); });
  }

  /// Runs a call with all that comes in between.
  void run(const RingCall& call) {
    active_.push_back({&call, 0});
    const std::uint64_t name = ++names_;
    switch (call.op) {
      case RingCall::Op::write:
        write(call, name);
        break;
      case RingCall::Op::sample:
        sample(call, name);
        break;
      case RingCall::Op::tail:
        side_.set_tail(program_.head + call.value);
        break;
      case RingCall::Op::pause:
        side_.pause(call.paused);
        break;
      case RingCall::Op::poll:
        answer("poll", side_.poll(call.event));
        break;
      case RingCall::Op::irq:
        answer("woken by the interrupt work", side_.run_irq_work(call.event));
        break;
    }
    side_.settle();
    active_.pop_back();
  }

  std::vector<RingAnswer> answers;

 private:
  struct Active {
    const RingCall* call;
    unsigned accesses;
  };

  void answer(const char* what, std::uint64_t value) { answers.push_back({what, value}); }

  bool begin(const RingCall& call, std::uint64_t size) {
    const int result = side_.begin(call.event, size);
    answer("begin", static_cast<std::uint64_t>(result));
    if (result == 0) tell_place();
    return result == 0;
  }

  void tell_place() {
    const WriterPlace place = side_.place();
    answer("handle->page", place.page);
    answer("handle->addr", place.offset);
    answer("handle->size", place.room);
    answer("handle->wakeup", place.wakeup);
  }

  void write(const RingCall& call, std::uint64_t name) {
    if (!begin(call, call.size)) return;
    std::uint64_t done = 0;
    for (const int piece : call.pieces) {
      const auto size = static_cast<std::uint64_t>(std::abs(piece));
      if (piece > 0)
        side_.copy(name, done, size);
      else
        side_.skip(size);
      done += size;
      tell_place();
    }
    side_.end();
  }

  void sample(const RingCall& call, std::uint64_t name) {
    if (!begin(call, Sample{name, call.size}.bytes())) return;
    side_.sample(call.event, name, call.size);
    tell_place();
    side_.end();
  }

  void before_access() {
    if (active_.empty()) return;
    const std::size_t index = active_.size() - 1;
    const unsigned access = active_[index].accesses++;
    for (const RingCall::Interrupt& interrupt : active_[index].call->interrupts)
      if (interrupt.access == access) run(interrupt.call);
  }

  Side& side_;
  const RingProgram& program_;
  std::vector<Active> active_;
  std::uint64_t names_ = 0;
};

/// Compares what both sides gave since the last comparison; gives the first difference as text.
class SideComparison {
 public:
  SideComparison(const RingWords& words) : words_(words) {}

  std::optional<std::string> answers(const std::vector<RingAnswer>& kernel,
                                     const std::vector<RingAnswer>& specification) {
    for (; answered_ < std::max(kernel.size(), specification.size()); ++answered_) {
      const bool both = answered_ < kernel.size() && answered_ < specification.size();
      if (both && kernel[answered_] == specification[answered_]) continue;
      const auto text = [&](const std::vector<RingAnswer>& side) {
        return answered_ < side.size()
                   ? fmt::format("{} = {:#x}", side[answered_].what, side[answered_].value)
                   : std::string("nothing");
      };
      return fmt::format("kernel: {}; specification: {}", text(kernel), text(specification));
    }
    return {};
  }

  std::optional<std::string> traces(const Trace& kernel, const Trace& specification) {
    for (; traced_ < std::max(kernel.size(), specification.size()); ++traced_) {
      const bool both = traced_ < kernel.size() && traced_ < specification.size();
      if (both && kernel[traced_] == specification[traced_]) continue;
      const auto text = [&](const Trace& side) {
        if (traced_ >= side.size()) return std::string("nothing");
        const TraceStep& step = side[traced_];
        return to_text(step, words_.name(step.word));
      };
      return fmt::format("step {} of the trace: kernel: {}; specification: {}", traced_,
                         text(kernel), text(specification));
    }
    return {};
  }

  std::optional<std::string> memory(const RingKernel& kernel,
                                    const RingSpecification& specification) const {
    for (std::uint64_t word = 0; word < words_.shared; ++word) {
      if (is_work(word)) continue;
      const std::uint64_t left = kernel.word(word);
      const std::uint64_t right = specification.word(word);
      if (left != right)
        return fmt::format("{}: kernel: {:#x}; specification: {:#x}", words_.name(word), left,
                           right);
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_work(std::uint64_t word) const {
    for (const PerfEventCells& event : words_.events)
      if (word == event.pending_irq) return true;
    return false;
  }

  const RingWords& words_;
  std::size_t answered_ = 0;
  std::size_t traced_ = 0;
};

/// Runs one program; returns how the sides differ, if they do.
std::optional<std::string> difference_of(const NativeObject& object, const RingProgram& program,
                                         CallReport& report) {
  const unsigned page_bytes = 1U << object.options().page_shift;
  const RingWords words(program, page_bytes);
  const bool head_first = object.says("local_try_cmpxchg");
  RingKernel kernel(object, program, words);
  // Memory of vmalloc is one page to the text.
  const bool one_page = object.options().vmalloc && program.nr_pages != 0;
  RingSpecification specification(
      program, words, one_page ? program.nr_pages * page_bytes : page_bytes,
      head_first ? ReserveOrder::head_first : ReserveOrder::tail_first, object.options().width());
  Runner left(kernel, program);
  Runner right(specification, program);
  SideComparison comparison(words);
  if (auto found = comparison.memory(kernel, specification)) return "set-up: " + *found;
  std::optional<std::string> found;
  for (std::size_t i = 0; i < program.calls.size() && !found; ++i) {
    try {
      left.run(program.calls[i]);
      kernel.machine().expect_rest();
      right.run(program.calls[i]);
    } catch (const NativeFailure& failure) {
      return fmt::format("call {}: the kernel's text: {}", i, failure.what());
    }
    found = comparison.traces(kernel.trace(), specification.trace());
    if (!found) found = comparison.answers(left.answers, right.answers);
    if (!found) found = comparison.memory(kernel, specification);
    if (!found && !kernel.machine().warnings.empty())
      found = "the kernel warns: " + kernel.machine().warnings.front();
    if (found) found = fmt::format("call {}: {}", i, *found);
    ++report.calls;
  }
  report.accesses += kernel.trace().size();
  report.unnamed_stores.merge(kernel.machine().unnamed_stores);
  return found;
}

}  // namespace

CallReport hold_ring_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  CallReport report;
  const auto tried = try_cases(
      ring_programs(1U << object.options().page_shift, object.options().width()), seed, programs,
      [](const RingProgram& program) { return smaller(program); },
      [&](const RingProgram& program) {
        return difference_of(object, program, report).has_value();
      });
  report.programs = tried.cases;
  if (tried.failing)
    report.difference =
        fmt::format("{}\n{}", difference_of(object, *tried.failing, report).value_or(""),
                    to_text(*tried.failing));
  return report;
}

}  // namespace ringcheck
