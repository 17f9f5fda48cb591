#pragma once
// Samples with the counts of a group (PERF_SAMPLE_READ, PERF_FORMAT_GROUP), while events join the
// group and leave it.
//
// How many bytes the counts take is worked out when the group changes, and kept with each event. A
// sample is prepared by that number. When it is written, the group is counted and gone through
// again. Who changes the group holds its context's lock with interrupts off; an NMI takes samples
// there all the same. A program that writes through bpf_perf_event_output prepares and writes with
// interrupts on.
//
// Source: kernel/events/core.c perf_group_attach, perf_group_detach,
// perf_promote_sibling_to_leader, perf_event__header_size, __perf_event_read_size,
// perf_prepare_sample, perf_output_read_group. Deviations: the sample has no other fields;
// siblings are a list with one direction; counts are constants.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <array>
#include <cstdint>

#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

inline constexpr std::size_t kGroupEvents = 4;  ///< event 0 leads the group

/// Addresses of the words of the events of a group, in rows with a word for each event.
struct GroupCells {
  std::uint64_t leader;       ///< event->group_leader: an event's number
  std::uint64_t next;         ///< event->sibling_list: 1 + number of what comes after it; 0: none
  std::uint64_t nr_siblings;  ///< event->nr_siblings, of a leader
  std::uint64_t read_size;    ///< event->read_size: bytes of its counts

  static constexpr std::uint64_t kCount = 4 * kGroupEvents;
  /// The layout from address `base` on.
  static constexpr GroupCells at(std::uint64_t base) {
    return {base, base + kGroupEvents, base + 2 * kGroupEvents, base + 3 * kGroupEvents};
  }
};

/// What says how many counts a sample has.
enum class GroupCount : std::uint8_t {
  of_group,     ///< the group when the sample is written: Linux 6.1
  of_prepared,  ///< a repair: what was prepared; counts that are missing are 0
};

/// A group of events, all with one attr.read_format.
struct EventGroup {
  GroupCells at{};
  bool has_times = false;  ///< PERF_FORMAT_TOTAL_TIME_ENABLED
  bool has_id = false;     ///< PERF_FORMAT_ID
  GroupCount counts = GroupCount::of_group;

  /// Words that each event takes.
  [[nodiscard]] std::uint64_t entry() const { return has_id ? 2 : 1; }
  /// Words before the counts: their number, and times.
  [[nodiscard]] std::uint64_t before() const { return has_times ? 2 : 1; }
};

/// Works out how many bytes the counts of `event` take. Source: perf_event__header_size.
template <Cpu C>
void group_header_size(C& cpu, const EventGroup& group, typename C::Value event) {
  using Value = typename C::Value;
  const Value leader = cpu.load(Value(group.at.leader) + event);
  const Value siblings = cpu.load(Value(group.at.nr_siblings) + leader);
  const Value words = Value(group.before()) + (siblings + Value(1)) * Value(group.entry());
  cpu.store(Value(group.at.read_size) + event, words * Value(kWordBytes));
}

/// Calls `use(event)` for the siblings of `leader`. Source: for_each_sibling_event.
template <Cpu C, class Use>
void for_each_sibling(C& cpu, const EventGroup& group, typename C::Value leader, Use&& use) {
  using Value = typename C::Value;
  Value next = cpu.load(Value(group.at.next) + leader);
  while (!cpu.branch(next == Value(0))) {
    use(next - Value(1));
    next = cpu.load(Value(group.at.next) + (next - Value(1)));
  }
}

/// The same for each event of the group of `leader`.
template <Cpu C>
void group_header_sizes(C& cpu, const EventGroup& group, typename C::Value leader) {
  group_header_size(cpu, group, leader);
  for_each_sibling(cpu, group, leader,
                   [&](const auto& sibling) { group_header_size(cpu, group, sibling); });
}

/// `event` joins the group of event 0. Source: perf_group_attach.
template <Cpu C>
void perf_group_attach(C& cpu, const EventGroup& group, std::uint64_t event) {
  using Value = typename C::Value;
  cpu.store(group.at.leader + event, 0);
  Value last = 0;
  for_each_sibling(cpu, group, Value(0), [&](const Value& sibling) { last = sibling; });
  cpu.store(Value(group.at.next) + last, event + 1);
  cpu.store(group.at.nr_siblings, cpu.load(group.at.nr_siblings) + Value(1));
  group_header_sizes(cpu, group, Value(0));
}

/// `event`, off the list of its group, leads one of its own. Source:
/// perf_promote_sibling_to_leader.
template <Cpu C>
void promote_sibling(C& cpu, const EventGroup& group, typename C::Value event) {
  using Value = typename C::Value;
  cpu.store(Value(group.at.leader) + event, event);
  group_header_size(cpu, group, event);
}

/// `event` leaves the group of event 0; if it is event 0, all others leave it.
/// Source: perf_group_detach.
template <Cpu C>
void perf_group_detach(C& cpu, const EventGroup& group, std::uint64_t event) {
  using Value = typename C::Value;
  Value before = 0;
  Value next = cpu.load(group.at.next);
  while (!cpu.branch(next == Value(0))) {
    const Value sibling = next - Value(1);
    const Value after = cpu.load(Value(group.at.next) + sibling);
    if (event == 0 || cpu.branch(sibling == Value(event))) {
      cpu.store(Value(group.at.next) + before, after);
      cpu.store(Value(group.at.next) + sibling, 0);
      if (event != 0) cpu.store(group.at.nr_siblings, cpu.load(group.at.nr_siblings) - Value(1));
      promote_sibling(cpu, group, sibling);
    } else {
      before = sibling;
    }
    next = after;
  }
  if (event == 0) cpu.store(group.at.nr_siblings, 0);
  group_header_sizes(cpu, group, Value(0));
}

/// The id of an event, and its count.
constexpr std::uint64_t group_event_id(std::uint64_t event) {
  return 70 + event;
}
constexpr std::uint64_t group_event_count(std::uint64_t event) {
  return 0xc000 + event;
}

/// Writes the counts of the group of `event`. `most`: how many were prepared.
/// Source: perf_output_read_group.
template <Cpu C>
void perf_output_read_group(C& cpu, const PerfBuffer& rb, const EventGroup& group,
                            PerfOutputHandle<C>& handle, std::uint64_t event, std::uint64_t most) {
  using Value = typename C::Value;
  const bool prepared = group.counts == GroupCount::of_prepared;
  const auto put = [&](const Value& word) { perf_output_word(cpu, rb, handle, word); };
  std::uint64_t written = 0;
  const auto put_event = [&](const Value& whose) {
    if (prepared && written == most) return;
    ++written;
    put(Value(group_event_count(0)) + whose);
    if (group.has_id) put(Value(group_event_id(0)) + whose);
  };
  const Value leader = cpu.load(group.at.leader + event);
  const Value siblings = cpu.load(Value(group.at.nr_siblings) + leader);
  put(prepared ? Value(most) : siblings + Value(1));
  if (group.has_times) put(0);
  put_event(leader);
  for_each_sibling(cpu, group, leader, put_event);
  for (; prepared && written < most; ++written)
    for (std::uint64_t i = 0; i < group.entry(); ++i) put(0);
}

/// Prepares a sample of `event` with the counts of its group: how many bytes these take.
/// Source: perf_prepare_sample.
template <Cpu C>
typename C::Value prepare_group_sample(C& cpu, const EventGroup& group, std::uint64_t event) {
  return cpu.load(group.at.read_size + event);
}

/// Writes the sample. `bytes`: what was prepared. `writer`: the event as rings know it.
/// Source: __perf_event_output, perf_output_sample.
template <Cpu C>
void output_group_sample(C& cpu, const PerfBuffer& rb, const EventGroup& group, std::uint64_t event,
                         std::uint64_t bytes, const PerfEvent& writer) {
  using Value = typename C::Value;
  const std::uint64_t size = kWordBytes + bytes;
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, size, writer))) return;
    perf_output_word(cpu, rb, handle, Value(header_word(kRecordSample, 0, size)));
    const std::uint64_t most = (bytes / kWordBytes - group.before()) / group.entry();
    perf_output_read_group(cpu, rb, group, handle, event, most);
    perf_output_end(cpu, rb, handle);
  });
}

}  // namespace ringcheck
