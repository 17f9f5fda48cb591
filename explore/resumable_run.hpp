#pragma once
// Runs of a thread's code that stop at a load and can be resumed from a copy of their stack.
//
// If runs wait in order, as they do in porf mode, a run stops at its first unresolved load, and
// every value that it holds stays right when the load is resolved. So the state of a stopped run is
// the used part of its stack: about 1 KiB, copied in 20 ns, while running the code again from its
// start takes as long as all of its accesses. Each thread of the program has its stack at one fixed
// address, so pointers into it stay right. The rules of Thread::body limit what a body may hold: no
// memory of its own, nothing but its ThreadRun and constants.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <utility>

#include "explore/own_stack.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// A stopped run: what its stack held.
struct RunSnapshot {
  static constexpr std::size_t kCapacity = 8192;
  OwnStack::Place place{};
  std::byte* used = nullptr;  ///< where on the stack the bytes belong
  std::size_t size = 0;
  std::uint64_t number = 0;  ///< counts the snapshots of its stack, from 1
  std::array<std::byte, kCapacity> bytes;
};

/// The stack on which the code of one thread runs.
class ResumableRun {
 public:
  ResumableRun() : stack_(&ResumableRun::run) {}

  /// Stacks kept from one exploration on this thread to the next. Their number may grow, but they
  /// stay in place: stopped runs hold pointers to theirs.
  static std::deque<ResumableRun>& of_this_thread() {
    thread_local std::deque<ResumableRun> stacks;
    return stacks;
  }

  /// Runs the code from its start, in order. With `transcript`, collects there what the code says,
  /// also in runs that go on from a snapshot of this one.
  Stop start(const Program& program, ExecutionGraph& graph, ThreadId t,
             Transcript* transcript = nullptr, Dependence dependence = Dependence::program_order) {
    arguments_ = {&program, &graph, t, transcript, dependence};
    saved_ = 0;
    return stopped(stack_.call(this));
  }
  /// Goes on from `snapshot`, over `graph`, which has the load resolved.
  Stop resume(const RunSnapshot& snapshot, ExecutionGraph& graph) {
    if (snapshot.number != saved_) std::memcpy(snapshot.used, snapshot.bytes.data(), snapshot.size);
    saved_ = 0;
    return stopped(stack_.go_on(snapshot.place, &graph));
  }
  /// What the run that has just stopped declared last.
  [[nodiscard]] const DeclaredState& declared_state() const { return run_->declared_state(); }
  /// Saves the run that has just stopped. Returns false if it holds too much.
  bool save(RunSnapshot& snapshot) {
    snapshot.size = stack_.used_size();
    if (snapshot.size > RunSnapshot::kCapacity) return false;
    snapshot.place = stack_.place();
    snapshot.used = stack_.used();
    std::memcpy(snapshot.bytes.data(), snapshot.used, snapshot.size);
    snapshot.number = saved_ = ++count_;
    return true;
  }

 private:
  struct Arguments {
    const Program* program;
    ExecutionGraph* graph;
    ThreadId thread;
    Transcript* transcript;
    Dependence dependence;
  };

  Stop stopped(void* run) {
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
    run_ = static_cast<const ThreadRun*>(run);
    return run_->stop_;
  }

  static void run(void* argument) noexcept {
    auto& self = *static_cast<ResumableRun*>(argument);
    const Arguments& a = self.arguments_;
    ThreadRun run(*a.program, *a.graph, a.thread, a.dependence, {}, a.transcript);
    run.wait_in_order();
    run.own_stack_ = &self.stack_;
    if (a.dependence == Dependence::syntactic)
      self.run_with_loads(run);
    else
      self.run_body(run);
    self.stack_.leave(&run);  // the caller looks at the run on the stack
  }

  /// The events of the loads are on the stack, and are copied with it.
  void run_with_loads(ThreadRun& run) noexcept {
    ThreadRun::LoadEvents load_events;
    run.load_events_ = &load_events;
    run_body(run);
    run.load_events_ = nullptr;
  }

  void run_body(ThreadRun& run) noexcept {
    try {
      run.program_.threads[run.thread_].body(run);
      run.stop_.reason = StopReason::finished;
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  OwnStack stack_;
  Arguments arguments_{};
  std::uint64_t count_ = 0;         ///< snapshots made
  std::uint64_t saved_ = 0;         ///< the one that the stack still holds; 0 for none
  const ThreadRun* run_ = nullptr;  ///< on the stack
  std::exception_ptr error_;
};

}  // namespace ringcheck
