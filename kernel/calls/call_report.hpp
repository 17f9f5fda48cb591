#pragma once
// CallReport: the result of holding two runs of the same calls against each other.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kernel/calls/call_guards.hpp"

namespace ringcheck {

/// Programs of calls that ran on the kernel's text and on the specification.
struct CallReport {
  std::string area;
  std::string version;         ///< of the kernel
  int long_bits = 64;          ///< of a long there
  std::uint64_t programs = 0;  ///< that ran
  std::uint64_t calls = 0;     ///< in them
  std::uint64_t accesses = 0;  ///< to words that both have, each compared
  /// The smallest program on which the two differ, and how.
  std::optional<std::string> difference{};
  /// Calls that were not made, by what in the kernel keeps them from being made.
  std::map<const CallGuard*, std::uint64_t> skipped{};
  /// Counts of programs with something rare in random ones that tells changes of the text apart, by
  /// what it is; 0 is told too.
  std::map<std::string_view, std::uint64_t> cases{};
  /// Fields that the kernel stores to and the specification does not have.
  std::set<std::string> unnamed_stores{};
};

}  // namespace ringcheck
