#pragma once
// Traces: what a run did to the words that kernel and specification both have, in order.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/headers/host.h"

namespace ringcheck {

/// An access or an ordering point of a run.
struct TraceStep {
  enum class Kind : std::uint8_t { load, store, fetch, compare, point };

  Kind kind = Kind::load;
  rc_mark mark = RC_PLAIN;      ///< of an access
  rc_point point = RC_BARRIER;  ///< of an ordering point
  std::uint64_t word = 0;       ///< address in the specification's memory
  std::uint64_t old = 0;        ///< value before the access
  std::uint64_t now = 0;        ///< value after it

  friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

using Trace = std::vector<TraceStep>;

inline constexpr std::array<std::string_view, 8> kMarkNames = {
    "plain", "once", "acquire", "release", "local", "atomic", "full", "count"};
inline constexpr std::array<std::string_view, 18> kPointNames = {"barrier",
                                                                 "smp_mb",
                                                                 "smp_rmb",
                                                                 "smp_wmb",
                                                                 "mb",
                                                                 "rmb",
                                                                 "wmb",
                                                                 "dma_mb",
                                                                 "dma_rmb",
                                                                 "dma_wmb",
                                                                 "preempt_disable",
                                                                 "preempt_enable",
                                                                 "rcu_read_lock",
                                                                 "rcu_read_unlock",
                                                                 "irq_disable",
                                                                 "irq_enable",
                                                                 "synchronize_rcu",
                                                                 "isb"};

/// A step as text; `name` is the name of its word.
std::string to_text(const TraceStep& step, std::string_view name);

}  // namespace ringcheck
