#pragma once
// PERF_RECORD_READ: what an inherited event has counted for a task, told when the task ends, or
// when it calls exec and the event is to go then (attr.remove_on_exec). attr.inherit_stat asks for
// it; `perf record -s` does.
//
// The count also goes to the event that was inherited from. An inherited event whose records come
// to a ring is bound to a CPU, which the task need not be on when it ends. Linux 6.1 tells the
// count only if the context still has its task; perf_event_exit_task_context has taken it away
// before. It writes the record where the task is.
//
// Source: kernel/events/core.c perf_event_exit_task_context, perf_event_remove_on_exec,
// perf_event_exit_event, perf_child_detach, sync_child_event, perf_event_read_event,
// perf_output_read_one. Deviations: one event, which has run all the time.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>
#include <optional>

#include "protocol/ring/perf_output.hpp"

namespace ringcheck {

/// Type of the record. Source: enum perf_event_type.
inline constexpr std::uint64_t kRecordRead = 8;

/// What a task does with its inherited events.
enum class TaskLeaves : std::uint8_t { by_exit, by_exec };

/// Who tells the count of a task.
enum class ChildRead : std::uint8_t {
  who_detaches,  ///< Linux 6.1: who takes the event off, if its context has a task
  its_cpu,       ///< a repair: the CPU of the event, asked to by a call, in either case
};

/// An event of a task, inherited from one that is mapped.
struct InheritedEvent {
  std::uint64_t cpu = 0;      ///< event->cpu: that of its ring
  bool inherit_stat = false;  ///< attr.inherit_stat
  bool remove_on_exec = false;
  bool reads_id = false;           ///< PERF_FORMAT_ID
  std::uint64_t count = 0;         ///< address of what it has counted
  std::uint64_t parent_count = 0;  ///< address of parent_event->child_count
  PerfEvent record;                ///< as rings know it
};

/// Writes the record. Source: perf_event_read_event.
template <Cpu C>
void perf_event_read_event(C& cpu, const PerfBuffer& rb, const InheritedEvent& event) {
  using Value = typename C::Value;
  const std::uint64_t bytes = (event.reads_id ? 4 : 3) * kWordBytes + event.record.id_bytes();
  cpu.scope([&] {
    PerfOutputHandle<C> handle;
    if (!cpu.branch(perf_output_begin(cpu, rb, handle, bytes, event.record))) return;
    perf_output_word(cpu, rb, handle, Value(header_word(kRecordRead, 0, bytes)));
    perf_output_word(cpu, rb, handle, Value(event.record.id_word(kSampleTid)));
    perf_output_word(cpu, rb, handle, cpu.load(event.count));
    if (event.reads_id) perf_output_word(cpu, rb, handle, Value(event.record.primary_id));
    perf_output_id_sample(cpu, rb, handle, event.record);
    perf_output_end(cpu, rb, handle);
  });
}

/// A task on CPU `here` leaves its inherited event. Returns the CPU that writes the record of the
/// count, if one does. Source: perf_event_exit_event, sync_child_event.
template <Cpu C>
std::optional<std::uint64_t> leave_inherited_event(C& cpu, const PerfBuffer& rb,
                                                   const InheritedEvent& event, TaskLeaves leaves,
                                                   std::uint64_t here, ChildRead reads) {
  if (leaves == TaskLeaves::by_exec && !event.remove_on_exec) return std::nullopt;
  const bool has_task = leaves == TaskLeaves::by_exec;
  std::optional<std::uint64_t> writer;
  if (event.inherit_stat && (has_task || reads == ChildRead::its_cpu)) {
    writer = reads == ChildRead::its_cpu ? event.cpu : here;
    perf_event_read_event(cpu, rb, event);
  }
  cpu.store(event.parent_count, cpu.load(event.parent_count) + cpu.load(event.count));
  return writer;
}

}  // namespace ringcheck
