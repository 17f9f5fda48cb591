#pragma once
// What must be left of the buffers that events write to when nothing runs any more.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph/execution_graph.hpp"
#include "properties/core/perf_view.hpp"
#include "protocol/aux/aux_lifetime.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/sampling/callchain.hpp"

namespace ringcheck {

/// What is wrong with buffer `b` (1 …) at the end of `graph`; nullopt if nothing is. `was_mapped`:
/// the buffer was mapped at some time.
std::optional<Violation> left_wrong(const ExecutionGraph& graph, const PerfLifetime& all,
                                    std::uint64_t b, bool was_mapped);

/// What is wrong with the events of `rings` at the end of `graph`, and with what was locked on the
/// way; nullopt if nothing is. Pre: rings.lifetime.
std::optional<Violation> events_left_wrong(const ExecutionGraph& graph, const PerfRings& rings);

/// What is wrong with the pages of an AUX area at the end of `graph`; nullopt if nothing is.
std::optional<Violation> aux_left_wrong(const ExecutionGraph& graph, const AuxLifetimeCells& at);

/// "aux0.": what names of the words of a page of an AUX area in which faults come begin with.
std::string faulted_page_name(std::uint64_t page);

/// Names of words that hold how many pages that area has at last, of which the first stays mapped,
/// and where it begins.
inline constexpr std::string_view kGrantedPages = "granted", kGrantedOffset = "granted.offset";

/// What is wrong with the pages of that area (aux_fault.hpp); nullopt if nothing is, or there is
/// none.
std::optional<Violation> faulted_left_wrong(const PerfView& view);

/// What is wrong with the buffers for callchains at the end of `graph`; nullopt if nothing is.
std::optional<Violation> chains_left_wrong(const ExecutionGraph& graph, const Callchains& all);

}  // namespace ringcheck
