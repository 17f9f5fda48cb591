// Programs in which tasks wait for records.
// The interrupt work is a hardirq of the writer's CPU. It is raised when the work is queued, and
// comes at any point after that, at the latest when the writer is done. An epoll set stays in the
// wait queue of its event, and a wakeup of the set does not poll the event.
// Source: kernel/events/core.c ring_buffer_attach (list_add_rcu); fs/eventpoll.c ep_poll_callback.
// Tested by tests/properties/wakeup/perf_wakeup_test.cpp.
#include "properties/wakeup/wakeup_program.hpp"
#include "properties/core/least_tags.hpp"
#include "properties/ring/tail_order.hpp"

#include <memory>
#include <utility>

#include "explore/callers.hpp"
#include "protocol/core/declared_state.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/perf_reader.hpp"
#include "protocol/wakeup/perf_wakeup.hpp"

namespace ringcheck {

static_assert(LockingCpu<CheckedCpu>);

namespace {

constexpr std::uint8_t kHardirq = 2;
constexpr std::uint8_t kNmi = 3;

/// What thread bodies share: constant while the program is explored.
struct Shared {
  WakeupSetup setup;
  PerfBuffer rb;
  std::array<PerfEvent, 2> events;  ///< the reader's, and the one that shares its buffer
  std::array<WokenEvent, 2> list;   ///< rb->event_list: what was attached last comes first
  CheckedCpuOptions options;
  InterruptPlan interrupts;
  InterruptPlan later_interrupts;  ///< after the first record, if that differs
  InterruptPlan no_interrupts;
  int rounds = 0;

  [[nodiscard]] const PerfEvent& written() const { return events[setup.redirected ? 1 : 0]; }
  [[nodiscard]] WokenEvent& woken(std::size_t e) { return list[1 - e]; }
  [[nodiscard]] const WokenEvent& woken(std::size_t e) const { return list[1 - e]; }
};

/// Adds the words of a part of the program; returns the address of the first.
template <class Names>
std::uint64_t add_words(Program& program, const Names& names, const std::string& owner) {
  const std::uint64_t base = address_of(static_cast<LocId>(program.locations.size()));
  for (const std::string_view name : names)
    program.locations.push_back({owner + std::string(name), 0});
  return base;
}

LocationSet locations(std::initializer_list<std::uint64_t> addresses) {
  LocationSet set;
  for (const std::uint64_t address : addresses) set.set(location_of(address));
  return set;
}

LocationSet data_locations(const PerfBuffer& rb) {
  LocationSet set;
  for (std::uint64_t i = 0; i < rb.data_size / kWordBytes; ++i)
    set.set(location_of(rb.at.data + i));
  return set;
}

/// The words of all wait queues in which somebody waits.
LocationSet waiting_locations(const Shared& shared) {
  LocationSet set;
  for (const WokenEvent& woken : shared.list)
    if (woken.wait) set |= locations({woken.wait->lock, woken.wait->entry, woken.wait->trigger});
  return set;
}

LocationSet written_by_writer(const Shared& shared) {
  const PerfBuffer& rb = shared.rb;
  const PerfEventCells& at = *shared.written().at;
  LocationSet counted;
  if (rb.events) counted.set(location_of(*rb.events));
  return counted | data_locations(rb) |
         locations({rb.at.head, rb.at.nest, rb.at.wakeup, rb.at.lost, rb.at.poll, rb.at.data_head,
                    at.pending_wakeup, at.pending_irq, at.lost_samples});
}

InterruptHandler interrupt_work(const Shared& shared) {
  const PerfEventCells& at = *shared.written().at;
  InterruptHandler handler;
  handler.name = "irq_work";
  handler.level = kHardirq;
  handler.raised_by = at.pending_irq;
  handler.writes = waiting_locations(shared) | locations({at.pending_irq, at.pending_wakeup});
  handler.reads = handler.writes;
  handler.body = [&shared](CheckedCpu& cpu) {
    perf_pending_irq(cpu, shared.rb, std::span(shared.list), shared.written());
  };
  return handler;
}

InterruptHandler nmi_writer(const Shared& shared) {
  InterruptHandler handler;
  handler.name = "NMI";
  handler.level = kNmi;
  handler.times = static_cast<int>(shared.setup.interrupts);
  handler.writes = written_by_writer(shared);
  handler.reads = handler.writes | locations({shared.rb.at.paused, shared.rb.at.data_tail});
  const WakeupSetup& setup = shared.setup;
  handler.body = [&shared,
                  sample = Sample{setup.records + 1, setup.interrupt_payload}](CheckedCpu& cpu) {
    perf_output_sample(cpu, shared.rb, sample, shared.written());
  };
  return handler;
}

/// Writes the records `first` … `last`.
void write_records(CheckedCpu& cpu, const Shared& shared, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i <= last; ++i) {
    declare_state(cpu, "next record", i);
    perf_output_sample(cpu, shared.rb, Sample{i, shared.setup.payload}, shared.written());
  }
  declare_state(cpu, "no record", last);
  cpu.take_raised_interrupts();
}

/// Polls event number `e`; tells whether there is something to read.
bool poll(CheckedCpu& cpu, const Shared& shared, std::size_t e) {
  return poll_event(cpu, shared.rb, *shared.woken(e).wait, shared.rounds,
                    [&shared](CheckedCpu& c) { return perf_poll(c, shared.rb); });
}

void read_records(CheckedCpu& cpu, const Shared& shared) {
  PerfReader<CheckedCpu> reader;
  for (std::uint64_t i = 0; i < shared.setup.polls; ++i) {
    declare_state(cpu, "next poll", i, reader.tail);
    if (!poll(cpu, shared, 0)) return;
    perf_reader_poll(cpu, shared.rb, reader);
  }
}

/// The buffer, its events and who waits for them, in the program's memory.
void lay_out(Shared& shared, Program& program) {
  const WakeupSetup& setup = shared.setup;
  PerfBuffer& rb = shared.rb;
  rb = PerfBuffer::make(address_of(0), setup.words);
  for (std::uint64_t i = 0; i < PerfBufferCells::count(setup.words); ++i)
    program.locations.push_back({PerfBufferCells::name(i), 0});
  if (setup.watermark != 0) rb.watermark = setup.watermark;
  if (setup.wakeup_events != 0) {
    constexpr std::array<std::string_view, 1> kEventsName = {"events"};
    rb.events = add_words(program, kEventsName, "");
  }
  rb.wakeup_stamp = setup.compare;
  rb.flag_release = setup.flag_release;
  rb.refusal_wakes = setup.refusal_wakes;
  rb.stamp_first = setup.stamp_first;
  rb.marked_data = setup.marked_data;
  rb.reserve_order = setup.reserve_order;
  rb.attempts = static_cast<int>(setup.interrupts) + 1;
  rb.plan = setup.plan;
  rb.names_accesses = setup.departures != 0 || callers_are_told();
  rb.defects = setup.defects;
  shared.options.local = setup.local;
  shared.options.control = setup.control;
  for (std::size_t e = 0; e < shared.events.size(); ++e) {
    shared.events[e].id = 77 + e;
    shared.events[e].wakeup_events = setup.wakeup_events;
    shared.woken(e).event = &shared.events[e];
    if (e == 0 || setup.watcher || setup.epoll)
      shared.woken(e).wait =
          WaitCells::at(add_words(program, WaitCells::kNames, e == 0 ? "A." : "B."));
  }
  if (setup.epoll) program.locations[location_of(shared.woken(1).wait->entry)].initial = 1;
  const std::size_t written = setup.redirected ? 1 : 0;
  shared.events[written].at =
      PerfEventCells::at(add_words(program, PerfEventCells::kNames, written == 0 ? "A." : "B."));
  // One for each wakeup of the writer, and one in vain.
  shared.rounds = static_cast<int>(setup.records + setup.interrupts) + 2;
}

Thread poller(std::string name, const Shared& shared, std::size_t e) {
  Thread thread;
  thread.name = std::move(name);
  const WaitCells& wait = *shared.woken(e).wait;
  thread.may_write = locations({shared.rb.at.poll, wait.lock, wait.entry, wait.trigger});
  return thread;
}

}  // namespace

PerfProgram make_wakeup_program(std::string name, const WakeupSetup& setup) {
  auto shared = std::make_shared<Shared>();
  shared->setup = setup;
  PerfProgram result;
  result.program.name = std::move(name);
  lay_out(*shared, result.program);
  result.ring = shared->rb;
  result.wakeup_events = setup.wakeup_events;
  result.irq_work = location_of(shared->written().at->pending_irq);

  shared->interrupts.handlers.push_back(interrupt_work(*shared));
  if (setup.interrupts > 0) shared->interrupts.handlers.push_back(nmi_writer(*shared));
  shared->interrupts.everywhere = setup.everywhere;
  shared->interrupts.shared =
      waiting_locations(*shared) | data_locations(shared->rb) |
      locations({shared->rb.at.poll, shared->rb.at.data_head, shared->rb.at.data_tail});
  shared->later_interrupts = shared->interrupts;
  if (setup.nmi_in_first_record) shared->later_interrupts.handlers.resize(1);

  Thread writer;
  writer.name = "writer";
  writer.may_write = written_by_writer(*shared) | waiting_locations(*shared);
  writer.keeps = writer.may_write - shared->interrupts.shared;
  writer.body = [shared](ThreadRun& run) {
    run_compiled(shared->setup, shared->options, [&](const CheckedCpuOptions& options) {
      const std::uint64_t records = shared->setup.records;
      const std::uint64_t first = shared->setup.nmi_in_first_record ? 1 : records;
      CheckedCpu cpu(run, options, shared->interrupts);
      write_records(cpu, *shared, 1, first);
      if (first == records) return;
      CheckedCpu later(run, options, shared->later_interrupts);
      write_records(later, *shared, first + 1, records);
    });
  };
  Thread reader = poller("reader", *shared, 0);
  reader.may_write.set(location_of(shared->rb.at.data_tail));
  reader.body = [shared](ThreadRun& run) {
    CheckedCpu cpu(run, shared->options, shared->no_interrupts);
    read_records(cpu, *shared);
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  if (setup.departures == 0)
    declare_tail_order(result.program, result.program.threads[1], shared->rb);
  if (setup.watcher) {
    Thread watcher = poller("watcher", *shared, 1);
    watcher.body = [shared](ThreadRun& run) {
      CheckedCpu cpu(run, shared->options, shared->no_interrupts);
      poll(cpu, *shared, 1);
    };
    result.program.threads.push_back(std::move(watcher));
  }
  for (const WokenEvent& one : shared->list)
    if (one.wait) declare_locks(result.program, {one.wait->lock});
  return result;
}

PerfProgram build_wakeup_program(const WakeupSetup& settings, const PerfCase& of) {
  return make_wakeup_program(of.name, for_case(settings, of));
}

}  // namespace ringcheck
