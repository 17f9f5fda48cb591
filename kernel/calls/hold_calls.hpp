#pragma once
// hold_calls: programs of calls on the kernel's text and on the specification, compared call by
// call.

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "kernel/calls/call_program.hpp"
#include "kernel/calls/call_report.hpp"
#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/trace.hpp"
#include "kernel/native/native_machine.hpp"
#include "properties/core/try_cases.hpp"

namespace ringcheck {

/// One result of a run.
struct Answer {
  std::string what;
  std::uint64_t value = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};
using Answers = std::vector<Answer>;

/// Adds an answer: a number that may be negative.
inline void answer(Answers& answers, std::string what, std::int64_t value) {
  answers.push_back({std::move(what), static_cast<std::uint64_t>(value)});
}

/// How two runs differ from `from` on, if they do; moves `from` to the difference.
std::optional<std::string> difference_of(const Answers& kernel, const Answers& specification,
                                         std::size_t& from);
/// The same for traces. `name` gives the name of a word.
std::optional<std::string> difference_of(
    const Trace& kernel, const Trace& specification, std::size_t& from,
    const std::function<std::string(std::uint64_t word)>& name);

/// Runs calls on a side of a comparison.
///
/// A side has: `run(call, answers)`, `guard(call)`, which says why the kernel never makes a call in
/// this state, or is null; `on_access(hook)`, `settle()` and `trace()`.
template <class Side>
class CallRunner {
 public:
  explicit CallRunner(Side& side) : side_(side) {
    side_.on_access([this] { before_access(); });
  }

  /// Runs `call` with all that comes in between.
  void run(const Call& call) {
    if (const CallGuard* guard = side_.guard(call)) {
      skipped.push_back(guard);
      return;
    }
    active_.push_back({&call, 0});
    side_.run(call, answers);
    side_.settle();
    active_.pop_back();
  }

  Answers answers;
  std::vector<const CallGuard*> skipped;  ///< guards of calls that were not made

 private:
  struct Active {
    const Call* call;
    unsigned accesses;
  };

  void before_access() {
    if (active_.empty()) return;
    const std::size_t index = active_.size() - 1;
    const unsigned access = active_[index].accesses++;
    for (const Call::Interrupt& interrupt : active_[index].call->interrupts)
      if (interrupt.access == access) run(interrupt.call);
  }

  Side& side_;
  std::vector<Active> active_;
};

/// Runs a call; returns how it failed, if it did.
template <class Failure, class Side>
std::optional<std::string> failure_of(CallRunner<Side>& runner, const Call& call) {
  try {
    runner.run(call);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

/// What a call left open, if anything.
inline std::optional<std::string> unrest_of(const NativeMachine& machine) {
  try {
    machine.expect_rest();
  } catch (const NativeFailure& failure) {
    return failure.what();
  }
  return {};
}

/// Two sides of an area, made for one program. `Kernel` and `Specification` are sides; in addition
/// `kernel.machine()` is a NativeMachine, and both have `word(at)`.
template <class Kernel, class Specification>
std::optional<std::string> difference_of(const CallProgram& program, Kernel& kernel,
                                         Specification& specification, std::uint64_t words,
                                         const std::function<std::string(std::uint64_t)>& name,
                                         CallReport& report, bool compare_traces = true) {
  CallRunner left(kernel);
  CallRunner right(specification);
  std::size_t answered = 0, traced = 0;
  const auto memory = [&]() -> std::optional<std::string> {
    for (std::uint64_t word = 0; word < words; ++word)
      if (kernel.compares(word) && kernel.word(word) != specification.word(word))
        return fmt::format("{}: kernel: {:#x}; specification: {:#x}", name(word), kernel.word(word),
                           specification.word(word));
    return {};
  };
  std::optional<std::string> found = memory();
  if (found) return "set-up: " + *found;
  for (std::size_t i = 0; i < program.calls.size() && !found; ++i) {
    const Call& call = program.calls[i];
    const std::optional<std::string> broken = failure_of<SpecificationFailure>(right, call);
    std::optional<std::string> failed = failure_of<NativeFailure>(left, call);
    if (!failed) failed = unrest_of(kernel.machine());
    ++report.calls;
    // Where the specification says that a null pointer is used, the kernel must use it, and nothing
    // comes after that.
    if (broken && failed) break;
    if (broken) found = "the specification alone: " + *broken;
    if (failed) found = "the kernel's text alone: " + *failed;
    if (!found && compare_traces)
      found = difference_of(kernel.trace(), specification.trace(), traced, name);
    if (!found) found = difference_of(left.answers, right.answers, answered);
    if (!found) found = memory();
    if (found) found = fmt::format("call {}: {}", i, *found);
  }
  if (compare_traces) report.accesses += kernel.trace().size();
  report.unnamed_stores.merge(kernel.machine().unnamed_stores);
  for (const CallGuard* guard : right.skipped) ++report.skipped[guard];
  return found;
}

/// Tries `programs` programs; `differs(program, report)` runs one.
template <class Differs>
CallReport hold_calls(const CallShapes& shapes, std::uint64_t seed, std::uint64_t programs,
                      Differs&& differs) {
  CallReport report;
  const auto tried = try_cases(
      call_programs(shapes), seed, programs,
      [&](const CallProgram& program) { return smaller(shapes, program); },
      [&](const CallProgram& program) { return differs(program, report).has_value(); });
  report.programs = tried.cases;
  if (tried.failing) {
    CallReport shown;
    report.difference = fmt::format("{}\n{}", differs(*tried.failing, shown).value_or(""),
                                    to_text(shapes, *tried.failing));
  }
  return report;
}

}  // namespace ringcheck
