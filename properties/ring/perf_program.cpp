// Programs around one perf data ring.
// rb->head, nest, wakeup and lost are written by the writer's CPU alone, so the explorer resolves
// their loads without search; what is searched are data_tail, data_head and the data words. Tested
// by tests/properties.
#include "properties/ring/perf_program.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "graph/diagnostic.hpp"
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
  // The handlers' records are named after the task's; all of a handler have the same name.
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
  for (std::uint64_t i = 0; i < rb.data_size / kWordBytes; ++i)
    set.set(location_of(rb.at.data + i));
  return set;
}

Compiler* compile(std::optional<Compiler>& compiler, const PerfRingSetup& setup) {
  if (setup.departures == 0) return nullptr;
  CompilerOptions options;
  options.departures = static_cast<unsigned>(setup.departures);
  options.observation = said::Compiled<>::kKind;
  for (const PerfSite site :
       {site::kStampSample, site::kTailLoad, site::kHeadLook, site::kStampCompare, site::kHeadLoad,
        site::kHeadStore, site::kHeadRecheck, site::kStampCheck, site::kReaderHead,
        site::kReaderTail})
    if (setup.start != 0) options.torn |= std::uint64_t{1} << site.place;
  return &compiler.emplace(options);
}

PerfProgram make_perf_program(std::string name, const PerfRingSetup& setup) {
  if (setup.start % kWordBytes != 0)
    throw InputError(Diagnostic{
        name, 0, 0,
        fmt::format("saw start={}, expected a multiple of {}", setup.start, kWordBytes)});
  auto shared = std::make_shared<Shared>();
  shared->setup = setup;
  PerfBuffer& rb = shared->rb;
  rb = PerfBuffer::make(address_of(0), setup.words);
  if (setup.watermark != 0) rb.watermark = setup.watermark;
  rb.marked_data = setup.marked_data;
  rb.reserve_order = setup.reserve_order;
  rb.lost_taken_first = setup.lost_taken_first;
  rb.overwrite = setup.first_mapped_to_read;
  // No more rounds than nested writers can cause, so that the bound is never reached.
  const std::uint64_t nested = setup.interrupts * setup.levels;
  rb.attempts = static_cast<int>(nested) + 1;
  if (setup.reader == ReaderKind::each)
    rb.attempts = static_cast<int>(setup.records + nested) * 2 + 1;
  rb.plan = setup.plan;
  rb.defects = setup.defects;
  rb.names_accesses = setup.departures != 0;
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

  PerfProgram result;
  result.ring = rb;
  result.program.name = std::move(name);
  for (std::uint64_t i = 0; i < PerfBufferCells::count(setup.words); ++i)
    result.program.locations.push_back({PerfBufferCells::name(i), 0});
  for (const std::uint64_t cell : {rb.at.head, rb.at.wakeup, rb.at.data_head, rb.at.data_tail})
    result.program.locations[location_of(cell)].initial = setup.start;

  Thread writer;
  writer.name = "writer";
  writer.may_write = written_by_writers(rb);
  writer.keeps = writer.may_write - shared->interrupts.shared;
  writer.body = [shared](ThreadRun& run) {
    std::optional<Compiler> compiler;
    CheckedCpuOptions options = shared->options;
    options.compiler = compile(compiler, shared->setup);
    CheckedCpu cpu(run, options, shared->interrupts);
    write_records(cpu, *shared);
  };
  Thread reader;
  reader.name = "reader";
  if (setup.reader != ReaderKind::sample) reader.may_write.set(location_of(rb.at.data_tail));
  reader.body = [shared](ThreadRun& run) {
    std::optional<Compiler> compiler;
    CheckedCpuOptions options = shared->user_options;
    options.compiler = compile(compiler, shared->setup);
    CheckedCpu cpu(run, options, shared->no_interrupts);
    read_records(cpu, *shared);
  };
  result.program.threads = {std::move(writer), std::move(reader)};
  return result;
}

PerfProgram build_perf_program(const PerfRingSetup& settings, const PerfCase& of) {
  return make_perf_program(of.name, for_case(settings, of));
}

}  // namespace ringcheck
