// Programs around one perf data ring.
// Only the writer's CPU writes rb->head, nest, wakeup and lost, so the explorer resolves their
// loads without search. It searches over data_tail, data_head and the data words. Tested by
// tests/properties.
#include "properties/ring/perf_program.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "explore/callers.hpp"
#include "graph/diagnostic.hpp"
#include "properties/ring/tail_order.hpp"
#include "protocol/core/declared_state.hpp"
#include "protocol/ring/observations.hpp"
#include "protocol/ring/perf_output.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

static_assert(Cpu<CheckedCpu>);

namespace {

constexpr PerfEvent kEvent = {.id = 77};  ///< whose records are written

/// What thread bodies share: constant while the program is explored.
struct Shared {
  PerfRingSetup setup;
  PerfBuffer rb;
  CheckedCpuOptions options;       ///< of the writer
  CheckedCpuOptions user_options;  ///< of the reader
  PerfBuffer reader_rb;            ///< `rb` with the reader's own ordering points and mistakes
  InterruptPlan interrupts;
  InterruptPlan no_interrupts;
};

void write_records(CheckedCpu& cpu, const Shared& shared) {
  for (std::uint64_t i = 1; i <= shared.setup.records; ++i) {
    declare_state(cpu, "next record", i);
    perf_output_sample(cpu, shared.rb, Sample{i, shared.setup.payload}, kEvent);
  }
  cpu.keep_order();
  declare_state(cpu, "no record");
  cpu.interrupt_point();
  cpu.end_of_code();
}

void read_records(CheckedCpu& cpu, const Shared& shared) {
  PerfReader<CheckedCpu> reader;
  reader.tail = shared.setup.start;
  for (std::uint64_t i = 0; i < shared.setup.polls; ++i) {
    declare_state(cpu, "next poll", i, reader.tail);
    perf_reader_poll_as(cpu, shared.reader_rb, reader, shared.setup.reader);
    cpu.keep_order();
  }
  cpu.end_of_code();
}

/// What any writer may load.
LocationSet loaded_by_writers(const PerfBuffer& rb) {
  LocationSet set;
  for (const std::uint64_t cell :
       {rb.at.head, rb.at.nest, rb.at.wakeup, rb.at.lost, rb.at.paused, rb.at.data_tail})
    set.set(location_of(cell));
  return set;
}

/// What the reader's CPU accesses too.
LocationSet shared_with_reader(const PerfBuffer& rb) {
  LocationSet set;
  set.set(location_of(rb.at.data_head));
  set.set(location_of(rb.at.data_tail));
  for (const auto& half : {rb.data_head_high, rb.data_tail_high})
    if (half) set.set(location_of(*half));
  for (std::uint64_t i = 0; i < rb.data_size / kWordBytes; ++i)
    set.set(location_of(rb.at.data + i));
  return set;
}

InterruptHandler interrupt_writer(const PerfBuffer& rb, const PerfRingSetup& setup,
                                  std::uint8_t level) {
  InterruptHandler handler;
  handler.name = "interrupt";
  handler.level = level;
  handler.times = static_cast<int>(setup.interrupts);
  handler.reads = loaded_by_writers(rb);
  handler.writes = written_by_writers(rb);
  // Names of handlers' records follow those of the task's; all records of a handler have one name.
  handler.body = [rb, sample = Sample{setup.records + level, setup.interrupt_payload}](
                     CheckedCpu& cpu) { perf_output_sample(cpu, rb, sample, kEvent); };
  return handler;
}

}  // namespace

LocationSet written_by_writers(const PerfBuffer& rb) {
  LocationSet set;
  for (const std::uint64_t cell :
       {rb.at.head, rb.at.nest, rb.at.wakeup, rb.at.lost, rb.at.poll, rb.at.data_head})
    set.set(location_of(cell));
  if (rb.data_head_high) set.set(location_of(*rb.data_head_high));
  for (std::uint64_t i = 0; i < rb.data_size / kWordBytes; ++i)
    set.set(location_of(rb.at.data + i));
  return set;
}

void add_halves(PerfBuffer& rb, const PerfRingSetup& setup, Program& program) {
  const auto add = [&](const char* name, std::uint64_t initial) {
    program.locations.push_back({name, initial});
    return address_of(static_cast<LocId>(program.locations.size() - 1));
  };
  rb.width = kernel_long(setup.widths);
  rb.reader_width = reader_long(setup.widths);
  rb.high_half_first = setup.high_half_first;
  // The kernel counts in a long, which has no upper half; the reader counts in 64 bits.
  if (rb.width.narrow) rb.data_head_high = add("data_head.high", 0);
  if (rb.reader_width.narrow) rb.data_tail_high = add("data_tail.high", setup.start >> kHalfBits);
}

void set_start(const PerfBuffer& rb, std::uint64_t start, Program& program) {
  for (const std::uint64_t cell : {rb.at.head, rb.at.wakeup, rb.at.data_head})
    program.locations[location_of(cell)].initial = rb.width.unsigned_long(start);
  program.locations[location_of(rb.at.data_tail)].initial = rb.reader_width.unsigned_long(start);
}

CompilerOptions compiler_options(const PerfRingSetup& setup) {
  CompilerOptions options;
  options.departures = static_cast<unsigned>(setup.departures);
  options.observation = said::Compiled<>::kKind;
  for (const PerfSite site :
       {site::kStampSample, site::kTailLoad, site::kHeadLook, site::kStampCompare, site::kHeadLoad,
        site::kHeadStore, site::kHeadRecheck, site::kStampCheck, site::kReaderHead,
        site::kReaderTail})
    if (setup.start != 0) options.torn |= std::uint64_t{1} << site.place;
  return options;
}

namespace {

/// Errors: InputError for settings that do not fit each other.
void check_setup(const std::string& name, const PerfRingSetup& setup) {
  if (setup.widths != Widths::all_64 && setup.departures != 0)
    throw InputError(Diagnostic{name, 0, 0,
                                "saw a compiler beside a 32-bit reader, expected one "
                                "of the two: compiler=0 or widths=64"});
  if (setup.start % kWordBytes != 0)
    throw InputError(Diagnostic{
        name, 0, 0,
        fmt::format("saw start={}, expected a multiple of {}", setup.start, kWordBytes)});
}

/// No more rounds than nested writers can cause, so that the bound is never reached.
int most_rounds(const PerfRingSetup& setup) {
  const std::uint64_t nested = setup.interrupts * setup.levels;
  const std::uint64_t records = setup.records + nested;
  if (setup.reader == ReaderKind::each) return static_cast<int>(records) * 2 + 1;
  if (setup.reader == ReaderKind::until_equal || setup.reader == ReaderKind::until_equal_as_longs)
    return static_cast<int>(records) + 1;
  return static_cast<int>(nested) + 1;
}

}  // namespace

PerfProgram make_perf_program(std::string name, const PerfRingSetup& setup) {
  check_setup(name, setup);
  PerfProgram result;
  for (std::uint64_t i = 0; i < PerfBufferCells::count(setup.words); ++i)
    result.program.locations.push_back({PerfBufferCells::name(i), 0});
  auto shared = std::make_shared<Shared>();
  shared->setup = setup;
  PerfBuffer& rb = shared->rb;
  rb = PerfBuffer::make(address_of(0), setup.words);
  if (setup.watermark != 0) rb.watermark = setup.watermark;
  rb.marked_data = setup.marked_data;
  rb.reserve_order = setup.reserve_order;
  rb.lost_taken_first = setup.lost_taken_first;
  rb.overwrite = setup.first_mapped_to_read;
  rb.attempts = most_rounds(setup);
  add_halves(rb, setup, result.program);
  set_start(rb, setup.start, result.program);
  rb.plan = setup.plan;
  rb.defects = setup.defects;
  rb.names_accesses = setup.departures != 0 || callers_are_told();
  shared->reader_rb = reader_view(rb, setup.reader);
  shared->options.local = setup.local;
  shared->options.control = setup.control;
  shared->user_options = shared->options;
  shared->options.machine = setup.kernel;
  shared->user_options.machine = setup.user;
  for (std::uint8_t level = 1; setup.interrupts > 0 && level <= setup.levels; ++level)
    shared->interrupts.handlers.push_back(interrupt_writer(rb, setup, level));
  shared->interrupts.shared = shared_with_reader(rb);
  shared->interrupts.everywhere = setup.everywhere;

  result.ring = rb;
  result.program.name = std::move(name);

  Thread writer;
  writer.name = "writer";
  writer.may_write = written_by_writers(rb);
  writer.keeps = writer.may_write - shared->interrupts.shared;
  writer.body = [shared](ThreadRun& run) {
    run_compiled(shared->setup, shared->options, [&](const CheckedCpuOptions& options) {
      CheckedCpu cpu(run, options, shared->interrupts);
      write_records(cpu, *shared);
    });
  };
  Thread reader;
  reader.name = "reader";
  if (setup.reader != ReaderKind::sample) {
    reader.may_write.set(location_of(rb.at.data_tail));
    if (rb.data_tail_high) reader.may_write.set(location_of(*rb.data_tail_high));
  }
  reader.body = [shared](ThreadRun& run) {
    run_compiled(shared->setup, shared->user_options, [&](const CheckedCpuOptions& options) {
      CheckedCpu cpu(run, options, shared->no_interrupts);
      read_records(cpu, *shared);
    });
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  // A compiler may move the store.
  if (setup.departures == 0)
    declare_tail_order(result.program, result.program.threads[1], shared->reader_rb, setup.user);
  return result;
}

PerfProgram build_perf_program(const PerfRingSetup& settings, const PerfCase& of) {
  return make_perf_program(of.name, for_case(settings, of));
}

}  // namespace ringcheck
