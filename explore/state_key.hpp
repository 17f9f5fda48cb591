#pragma once
// What the future of a state on a machine with one memory depends on: two states with the same key
// have the same futures. For the machine with views, models/rc11_future.hpp says the rest.

#include <string>

#include "explore/machine_state.hpp"

namespace ringcheck {

/// Makes `key` the text that names everything on which the future of `state` depends:
///   - of a thread that has ended, how; of any other, its local state (append_local_state);
///   - the writes that wait in each thread, in order, with what the watchers noted about them and
///     the full fences among them;
///   - the value that each location holds, and what the watchers noted about the write that put it
///     there;
///   - what the watchers remember.
///
/// Why states with equal keys may be merged. These four decide which steps of the machine
/// (state_search.hpp) are enabled and what they do: which write drains next, what a read would see,
/// whether fences let it, what the code does then. So two states with equal keys have steps with
/// the same names, which lead again to equal keys. By induction the same sequences of steps lead
/// from both to ends that are equal in how each thread ended, in memory, and in what the watchers
/// remember. A verdict is a function of these. Which write a location holds, as opposed to its
/// value, is part of the past: a watcher whose property asks for it must note it, or remember it.
/// Without `declared`, the code's declarations are not believed.
void make_key(const MachineState<OneMemory>& state, bool declared, std::string& key);

/// Appends how thread `t` ended, or its local state.
void append_position(const PathState& path, ThreadId t, bool declared, std::string& key);

/// Appends what the code of thread `t` can know: the state that it declared last
/// (ThreadRun::declare_state; nothing when it never did), and the values that it has read and
/// chosen since, with a mark in place of those that it forgot; without `declared`, all that it has
/// read and chosen. Code is deterministic in these.
void append_local_state(const PathState& state, ThreadId t, bool declared, std::string& key);

/// `digest` with `number` mixed in.
constexpr std::uint64_t digest(std::uint64_t digest, std::uint64_t number) {
  digest = (digest ^ number) * 0x9e3779b97f4a7c15U;
  return digest ^ digest >> 29U;
}

/// A number for what thread `t` has issued and said since it last declared its state. The same
/// local state gives the same number, or the declaration is wrong.
std::uint64_t digest_of_issued(const PathState& state, ThreadId t);

}  // namespace ringcheck
