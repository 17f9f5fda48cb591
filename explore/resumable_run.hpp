#pragma once
// Runs of a thread's code that can be stopped at a load and taken up again from a copy of their
// stack.
//
// In porf mode a run stops at its first unresolved load, and every value that it holds stays right
// when the load is resolved. So the state of a stopped run is the used part of its stack: about 1
// KiB, copied in 20 ns, where running the code again from its start takes as long as all of its
// accesses. The stack has one fixed address for each thread of the program, so that pointers into
// it stay right. What a body may hold is bound by the rules of Thread::body: no memory of its own,
// nothing but its ThreadRun and constants. Under the address and thread sanitizers runs are not
// resumed: they keep their own records of what a stack holds. Source: Boost.Context for the switch.

#include <boost/context/detail/fcontext.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <utility>

#include "explore/thread_run.hpp"

namespace ringcheck {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kRunsAreResumable = false;
#elif defined(__has_feature)
inline constexpr bool kRunsAreResumable =
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
inline constexpr bool kRunsAreResumable = true;
#endif

/// A stopped run: what its stack held.
struct RunSnapshot {
  static constexpr std::size_t kCapacity = 8192;
  void* context = nullptr;
  std::size_t size = 0;
  std::uint64_t number = 0;  ///< among those of its stack, from 1
  std::array<std::byte, kCapacity> bytes;
};

/// The stack on which the code of one thread runs.
class ResumableRun {
 public:
  ResumableRun() : stack_(std::make_unique_for_overwrite<std::byte[]>(kStack)) {}

  /// Stacks that are kept from one exploration on this thread to the next. More may be added:
  /// stopped runs hold pointers to theirs.
  static std::deque<ResumableRun>& of_this_thread() {
    thread_local std::deque<ResumableRun> stacks;
    return stacks;
  }

  /// Runs the code from its start. With `transcript`, what it says is collected there, also by runs
  /// that go on from a snapshot of this one.
  Stop start(const Program& program, ExecutionGraph& graph, ThreadId t,
             Transcript* transcript = nullptr) {
    arguments_ = {&program, &graph, t, transcript};
    return enter(boost::context::detail::make_fcontext(top(), kStack, &ResumableRun::entry), this);
  }
  /// Goes on from `snapshot`, over `graph`, which has the load resolved.
  Stop resume(const RunSnapshot& snapshot, ExecutionGraph& graph) {
    if (snapshot.number != saved_)
      std::memcpy(snapshot.context, snapshot.bytes.data(), snapshot.size);
    return enter(snapshot.context, &graph);
  }
  /// What the run that has just stopped declared last.
  [[nodiscard]] const DeclaredState& declared_state() const { return run_->declared_state(); }
  /// Saves the run that has just stopped. Returns false when it holds too much.
  bool save(RunSnapshot& snapshot) {
    snapshot.context = stopped_;
    snapshot.size = static_cast<std::size_t>(static_cast<std::byte*>(top()) -
                                             static_cast<std::byte*>(stopped_));
    if (snapshot.size > RunSnapshot::kCapacity) return false;
    std::memcpy(snapshot.bytes.data(), stopped_, snapshot.size);
    snapshot.number = saved_ = ++count_;
    return true;
  }

 private:
  static constexpr std::size_t kStack = 256 * 1024;
  struct Arguments {
    const Program* program;
    ExecutionGraph* graph;
    ThreadId thread;
    Transcript* transcript;
  };

  [[nodiscard]] void* top() const { return stack_.get() + kStack; }

  Stop enter(void* context, void* data) {
    saved_ = 0;
    const auto back = boost::context::detail::jump_fcontext(context, data);
    stopped_ = back.fctx;
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
    run_ = static_cast<const ThreadRun*>(back.data);
    return run_->stop_;
  }

  static void entry(boost::context::detail::transfer_t from) {
    auto& self = *static_cast<ResumableRun*>(from.data);
    const Arguments& a = self.arguments_;
    ThreadRun run(*a.program, *a.graph, a.thread, Dependence::program_order, {}, a.transcript);
    run.return_to_ = from.fctx;
    try {
      a.program->threads[a.thread].body(run);
      run.stop_.reason = StopReason::finished;
    } catch (...) {
      self.error_ = std::current_exception();
    }
    boost::context::detail::jump_fcontext(run.return_to_, &run);
  }

  std::unique_ptr<std::byte[]> stack_;
  Arguments arguments_{};
  void* stopped_ = nullptr;
  std::uint64_t count_ = 0;         ///< snapshots made
  std::uint64_t saved_ = 0;         ///< the one that the stack still holds; 0 for none
  const ThreadRun* run_ = nullptr;  ///< on the stack
  std::exception_ptr error_;
};

}  // namespace ringcheck
