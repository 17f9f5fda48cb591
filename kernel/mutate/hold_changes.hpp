#pragma once
// hold_changes: changes of the kernel's text, each held against the specification.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/calls/call_area.hpp"
#include "kernel/mutate/token_change.hpp"
#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// How a change was found out, if it was.
enum class ChangeFate : std::uint8_t {
  refused,     ///< the compiler does not take it
  differs,     ///< kernel and specification differ
  crashes,     ///< the text crashes, or does not end
  equivalent,  ///< nothing differs, and the table of equivalent changes says why
  missed,      ///< nothing differs
  left_out,    ///< the preprocessor leaves the line out
};

/// The result of trying a change.
struct TriedChange {
  TokenChange change;
  ChangeFate fate = ChangeFate::missed;
  std::string by;  ///< area that found it, and the difference; why it is equivalent
};

/// How changes are tried.
struct ChangeOptions {
  std::string file;            ///< of the tree
  std::uint64_t most = 0;      ///< changes, spread evenly over the file; 0: all
  std::uint64_t programs = 0;  ///< of each area
  std::uint64_t seed = 1;      ///< of the programs
  unsigned workers = 1;        ///< processes at a time
  unsigned most_seconds = 20;  ///< CPU time of a change, after which it does not end
  std::vector<const CallArea*> areas;
  /// Called for each change once it and all before it have been tried.
  std::function<void(const TriedChange&)> tell = [](const TriedChange&) {};
};

/// Tries changes of a file, each in a process of its own, in the order of the file.
/// Errors: InputError if the tree has no such file, or it has no token to change.
std::vector<TriedChange> hold_changes(const KernelTree& tree, const ChangeOptions& options);

/// Why a change makes no visible difference; empty if that is not known of it.
std::string equivalence_of(const TokenChange& change);

}  // namespace ringcheck
