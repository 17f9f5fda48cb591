// What is left of a buffer, by the last value of each word.
// Tested by tests/properties/core/invariants_test.cpp and
// tests/properties/lifetime/mmap_lifetime_test.cpp.
#include "properties/lifetime/lifetime_end.hpp"

#include <string>

#include "properties/core/last_word.hpp"
#include "properties/ring/ring_run.hpp"
#include "protocol/lifetime/aux_fault.hpp"

namespace ringcheck {

namespace {

/// The last value of the word at `address`.
std::uint64_t last_value(const ExecutionGraph& graph, std::uint64_t address) {
  return graph[graph.co_last(location_of(address))].value;
}

}  // namespace

std::optional<Violation> left_wrong(const ExecutionGraph& graph, const PerfLifetime& all,
                                    std::uint64_t b, bool was_mapped) {
  const auto last = [&](std::uint64_t address) { return last_value(graph, address); };
  const MappedBufferCells& rb = all.buffer(b);
  std::uint64_t attached = 0, mappings = 0;
  for (const AttachedEventCells& event : all.events)
    if (last(event.rb) == b) {
      ++attached;
      mappings += last(event.mmap_count);
    }
  const std::uint64_t mapped = last(rb.mmap_count);
  if (mapped == 0 && attached > 0)
    return Violation{"nobody maps buffer {0} any more, and {1} events point to it", {b, attached}};
  if (mapped != mappings)
    return Violation{"buffer {0} counts {1} mappings, and its events {2}", {b, mapped, mappings}};
  if (last(rb.refcount) != attached)
    return Violation{"{1} events point to buffer {0}, and its reference count is {2}",
                     {b, attached, last(rb.refcount)}};
  if (all.pages) {
    // Everybody who had mapped a page has let it go.
    const PageCells& page = (*all.pages)[b - 1];
    const std::uint64_t references = last(rb.freed) == 1 ? 0 : 1;
    if (last(page.refcount) != references || last(page.freed) + references != 1)
      return Violation{"buffer {0} has a page with {1} references, and {2} are there",
                       {b, last(page.refcount), references}};
  }
  const std::uint64_t expected = was_mapped && mapped == 0 ? 1 : 0;
  if (last(rb.undone) != expected)
    return Violation{"buffer {0} has {1} mappings, and its accounting was undone {2} times",
                     {b, mapped, last(rb.undone)}};
  return std::nullopt;
}

std::optional<Violation> events_left_wrong(const ExecutionGraph& graph, const PerfRings& rings) {
  const PerfLifetime& all = *rings.lifetime;
  const auto last = [&](std::uint64_t address) { return last_value(graph, address); };
  for (std::uint64_t e = 0; e < kLifetimeEvents; ++e) {
    const AttachedEventCells& event = all.events[e];
    const std::uint64_t b = last(event.rb), stays = rings.stays_with[e];
    if (last(event.on_list) != b)
      return Violation{"event {0} points to buffer {1}, and is on the list of {2}",
                       {e, b, last(event.on_list)}};
    if (b == 0 && last(event.mmap_count) != 0)
      return Violation{"event {0} has {1} mappings, and no buffer", {e, last(event.mmap_count)}};
    if (stays != 0 && b != stays)
      return Violation{"event {0} points to buffer {1}, and {2} stays mapped", {e, b, stays}};
    if (last(event.mmap_mutex) != 0)
      return Violation{"somebody holds the mutex of event {0} for ever", {e}};
  }
  if (last(all.rcu_section) != 0) return Violation{"somebody stays in an RCU section for ever"};
  return std::nullopt;
}

std::optional<Violation> aux_left_wrong(const ExecutionGraph& graph, const AuxLifetimeCells& at) {
  const std::uint64_t mapped = last_value(graph, at.mmap_count);
  if ((last_value(graph, at.live) == kPagesThere) != (mapped != 0))
    return Violation{"an AUX area has {0} mappings, and its pages are {1} (1: there, 2: freed)",
                     {mapped, last_value(graph, at.live)}};
  return std::nullopt;
}

std::string faulted_page_name(std::uint64_t page) {
  return "aux" + std::to_string(page).append(".");
}

std::optional<Violation> faulted_left_wrong(const PerfView& view) {
  const auto page_word = [](std::uint64_t page, std::size_t word) {
    return faulted_page_name(page).append(PageCells::kNames[word]);
  };
  if (!find_location(view, page_word(0, 0))) return std::nullopt;
  const std::uint64_t there = last_word(view, AuxAreaCells::kNames[0]);
  const std::uint64_t offset = last_word(view, AuxAreaCells::kNames[1]);
  const std::uint64_t mapped = last_word(view, AuxAreaCells::kNames[2]);
  if ((there != 0) != (mapped == 1) || offset != last_word(view, kGrantedOffset))
    return Violation{"an AUX area has {0} pages from page {1} on, and {2} mappings",
                     {there, offset, mapped}};
  if (there != last_word(view, kGrantedPages))
    return Violation{"an AUX area has {0} pages, of {1} that the driver granted",
                     {there, last_word(view, kGrantedPages)}};
  if (last_word(view, AuxAreaCells::kNames[3]) != 0)
    return Violation{"somebody holds the mutex of an AUX area for ever"};
  for (std::uint64_t page = 0; page < kFaultedAuxPages; ++page) {
    const std::uint64_t references = last_word(view, page_word(page, 0));
    const std::uint64_t freed = last_word(view, page_word(page, 1));
    const std::uint64_t stays = page == 0 && there != 0 ? 1 : 0;
    if (references != (page < there ? 1 : 0) + stays || freed + references != 1 + stays)
      return Violation{"an AUX area has {0} pages, and one of them {1} references (freed: {2})",
                       {there, references, freed}};
  }
  return std::nullopt;
}

std::optional<Violation> chains_left_wrong(const ExecutionGraph& graph, const Callchains& all) {
  const std::uint64_t events = last_value(graph, all.at.events);
  const std::uint64_t number = last_value(graph, all.at.entries);
  if ((events == 0) != (number == 0))
    return Violation{"{0} events want chains, and samples find buffers {1}", {events, number}};
  if (number > kLifetimeBuffers || (number != 0 && last_value(graph, all.freed(number)) != 0))
    return Violation{"samples find buffers {0}, which are not there", {number}};
  // Buffers 1 exist initially: only those that samples find are still there.
  if (number != 1 && last_value(graph, all.freed(1)) == 0)
    return Violation{"samples find buffers {0}, and buffers 1 are not freed", {number}};
  return std::nullopt;
}

}  // namespace ringcheck
