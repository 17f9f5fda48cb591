// Programs around one AUX area.
// Only the driver's CPU writes most words, so the explorer resolves their loads without search. It
// searches over aux_head, aux_tail, trace, and the words through which the unit speaks. Tested by
// tests/properties/aux/aux_explored_test.cpp.
#include "properties/aux/aux_world.hpp"

#include <utility>

#include "graph/diagnostic.hpp"
#include "properties/core/least_tags.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/bts/sites.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/pt/sites.hpp"

namespace ringcheck {

static_assert(AuxCpu<CheckedCpu>);

std::uint64_t LocationList::add(std::string name, std::uint64_t initial) {
  all_.push_back({std::move(name), initial});
  return address_of(static_cast<LocId>(all_.size() - 1));
}

std::uint64_t LocationList::add(std::string_view prefix, std::span<const std::string_view> names) {
  const std::uint64_t first = address_of(static_cast<LocId>(all_.size()));
  for (const std::string_view name : names) add(std::string(prefix).append(name));
  return first;
}

std::uint64_t LocationList::add_array(std::string_view name, std::uint64_t count,
                                      std::uint64_t initial) {
  const std::uint64_t first = address_of(static_cast<LocId>(all_.size()));
  for (std::uint64_t i = 0; i < count; ++i)
    add(std::string(name) + "[" + std::to_string(i) + "]", initial);
  return first;
}

std::uint64_t LocationList::add_private(std::string_view name, std::uint64_t count) {
  if (!own_words_) return add_array(name, count);
  own_.resize(own_.size() + count);
  return OwnWords::kBase + own_.size() - count;
}

std::uint64_t LocationList::add_private(std::string_view prefix,
                                        std::span<const std::string_view> names) {
  return own_words_ ? add_private(prefix, names.size()) : add(prefix, names);
}

void LocationList::set_initial(std::uint64_t address, std::uint64_t value) {
  if (address >= OwnWords::kBase) {
    own_[address - OwnWords::kBase] = value;
    return;
  }
  all_[static_cast<std::size_t>(address - kAddressBase)].initial = value;
}

namespace {

constexpr std::uint8_t kEveryLevel = 3;  ///< masks NMIs too

/// A ring without pages is paused, and only its `poll` and `paused` are looked at.
void lay_out_ring(AuxWorld& world, LocationList& locations) {
  const std::uint64_t words = world.shape.data_words;
  if (words == 0) {
    world.ring.at.poll = locations.add_private("poll", 1);
    world.ring.at.paused = locations.add_private("paused", 1);
    locations.set_initial(world.ring.at.paused, 1);
    return;
  }
  world.ring = PerfBuffer::make(locations.add("", PerfBufferCells::kNames), words);
  locations.add_array("data", words);
  world.ring.attempts = 3;
  world.ring.plan = world.shape.plan;
}

/// How the user page holds position `start` of the stream.
std::uint64_t in_page(const AuxBuffer& aux, std::uint64_t start) {
  const std::uint64_t counter = aux.width.unsigned_long(start);
  return aux.page_head == PageHead::as_long ? aux.width.sign_extended(counter) : counter;
}

/// Where the stream stands at first, in words of the kernel's and of the user page.
void lay_out_halves(AuxWorld& world, LocationList& locations) {
  const AuxShape& shape = world.shape;
  AuxBuffer& aux = world.aux;
  aux.width = kernel_long(shape.widths);
  aux.page_head = shape.page_head;
  world.ring.width = aux.width;
  const std::uint64_t start = aux.width.unsigned_long(shape.start);
  const std::uint64_t page_head = in_page(aux, start);
  for (const std::uint64_t position : {aux.at.aux_head, aux.at.user_head, aux.at.user_tail})
    locations.set_initial(position, start);
  if (!shape.overwrite) locations.set_initial(aux.at.aux_wakeup, start - start % shape.watermark);
  if (!aux.width.narrow) return;
  aux.user_head_high = locations.add("aux_head.high", page_head >> kHalfBits);
  aux.user_tail_high = locations.add("aux_tail.high", page_head >> kHalfBits);
}

void lay_out_engine(AuxWorld& world, LocationList& locations) {
  const AuxShape& shape = world.shape;
  TraceEngine& engine = world.engine;
  engine.sessions = shape.sessions;
  engine.posted = shape.posted;
  engine.stops_anywhere = shape.stops_anywhere;
  engine.drain_is_fence = shape.drain_is_fence;
  if (shape.sessions == 0) return;
  engine.started = locations.add_private("unit.started", 1);
  engine.go = locations.add_array("unit.go", shape.sessions);
  engine.made = locations.add_array("unit.made", shape.sessions);
  engine.done = locations.add_array("unit.done", shape.sessions);
  if (shape.posted) {
    engine.flushed = locations.add_array("unit.flushed", shape.sessions);
    world.options.posted = {engine.flushed, engine.started, engine.sessions};
  }
  engine.memory = world.aux.area;
  for (std::uint64_t s = 0; shape.bounce > 0 && s < shape.sessions; ++s) {
    const std::uint64_t base = locations.add_array("bounce" + std::to_string(s), shape.bounce);
    if (s == 0) engine.memory = {base, shape.bounce * shape.unit_bytes, shape.unit_bytes};
    engine.apart = shape.bounce;
  }
}

void set_area(LocationSet& set, const ByteArea& area, bool value = true) {
  for (std::uint64_t i = 0; i < area.words(); ++i) {
    if (value)
      set.set(location_of(area.base + i));
    else
      set.reset(location_of(area.base + i));
  }
}

/// Whether a fence, if anything, orders the reader's store of the tail.
bool orders_by_fence(const BarrierPlan& plan) {
  return plan.at(site::kAuxD) != Strength::release;
}

/// Chooses the code of this run: one of the ways in which the compiler may have ordered it.
void choose_code(CheckedCpu& cpu, const BarrierPlan& plan) {
  for (const PerfSite site : {site::kPtNmiBeforeStop, site::kBtsStopped})
    if (plan.at(site) == Strength::none) cpu.let_compiler_reorder(site.place);
}

/// What the sessions of the unit write.
LocationSet written_by_session(const TraceEngine& engine, std::uint64_t session) {
  LocationSet set;
  set_area(set, engine.memory_of(session));
  set.set(location_of(engine.made + session));
  set.set(location_of(engine.done + session));
  if (engine.posted) set.set(location_of(engine.flushed + session));
  return set;
}

LocationSet all_but(const Program& program, const LocationSet& those) {
  LocationSet others;
  for (std::size_t l = 0; l < program.locations.size(); ++l)
    if (!those.test(static_cast<LocId>(l))) others.set(static_cast<LocId>(l));
  return others;
}

}  // namespace

void lay_out(AuxWorld& world, const AuxShape& shape, LocationList& locations) {
  world.shape = shape;
  world.options.local = shape.local;
  world.options.control = shape.control;

  lay_out_ring(world, locations);

  AuxBuffer& aux = world.aux;
  // The last two words lie in the page that the reader has mapped.
  constexpr std::span kNames = AuxBufferCells::kNames;
  aux.at = AuxBufferCells::at(locations.add_private("", kNames.first(kNames.size() - 2)));
  aux.at.user_head = locations.add("", kNames.last(2));
  aux.at.user_tail = aux.at.user_head + 1;
  locations.set_initial(aux.at.aux_mmap_count, 1);
  locations.set_initial(aux.at.aux_refcount, 1);
  locations.set_initial(aux.at.refcount, 1);
  lay_out_halves(world, locations);
  world.handle = AuxHandle::at(locations.add_private("handle.", AuxHandle::kNames));
  world.events[0].number = 1;
  world.events[0].at = PerfEventCells::at(locations.add_private("", PerfEventCells::kNames));
  aux.area = {locations.add_array("trace", shape.units, shape.before),
              shape.units * shape.unit_bytes, shape.unit_bytes};
  aux.watermark = shape.overwrite ? 0 : shape.watermark;
  aux.overwrite = shape.overwrite;
  aux.cpu = shape.cpu;
  aux.ring = world.ring;
  aux.events = world.events;
  aux.plan = shape.plan;
  aux.defects = shape.defects;

  world.mm.data = aux.area;
  world.mm.mask = aux.size() - 1;
  world.mm.user_head = aux.at.user_head;
  world.mm.user_tail = aux.at.user_tail;
  world.mm.halves = aux.user_head_high.has_value();
  world.mm.head_high = aux.user_head_high.value_or(0);
  world.mm.tail_high = aux.user_tail_high.value_or(0);
  world.mm.high_half_first = shape.high_half_first;
  world.mm.compat = shape.widths == Widths::reader_32;
  world.mm.plan = shape.plan;
  if (aux.width.narrow) order_halves(world.mm.plan, site::kAuxC, site::kAuxD);
  lay_out_engine(world, locations);
}

void read_trace(CheckedCpu& cpu, const AuxWorld& world) {
  Word previous = in_page(world.aux, world.shape.start);
  for (std::uint64_t i = 0; i < world.shape.polls; ++i)
    auxtrace_mmap_read(
        cpu, world.mm, {}, previous, [](CheckedCpu&, Word&, Word&) { return false; },
        [&](CheckedCpu& reader, const AuxtraceWindow<CheckedCpu>& window) {
          return load_window(reader, world.mm, window);
        },
        [](CheckedCpu&) { return false; });
}

void tell_rest(CheckedCpu& cpu, const AuxBuffer& aux) {
  cpu.masking(kEveryLevel, [&] {
    const Word nest = cpu.read_once(aux.at.aux_nest);
    const Word wakeup = cpu.load(aux.at.aux_wakeup);
    tell<said::AuxRest>(cpu, cpu.load(aux.at.aux_head), wakeup, nest);
  });
}

LocationSet written_by_reader(const AuxWorld& world) {
  LocationSet set;
  set.set(location_of(world.aux.at.user_tail));
  if (world.aux.user_tail_high) set.set(location_of(*world.aux.user_tail_high));
  return set;
}

void add_handler(AuxWorld& world, std::string name, std::uint8_t level, std::uint64_t times,
                 std::function<void(CheckedCpu&)> body) {
  if (times == 0) return;
  InterruptHandler handler;
  handler.name = std::move(name);
  handler.level = level;
  handler.times = static_cast<int>(times);
  handler.body = std::move(body);
  world.interrupts.handlers.push_back(std::move(handler));
}

PerfProgram make_aux_program(std::string name, const std::shared_ptr<AuxWorld>& world,
                             LocationList locations, std::function<void(CheckedCpu&)> drive,
                             std::function<void(CheckedCpu&)> read,
                             const LocationSet& read_writes) {
  const AuxShape& shape = world->shape;
  PerfProgram result;
  if (shape.data_words > 0) result.ring = world->ring;
  result.aux = world->aux;
  result.aux->events = {};
  result.bounce_units = shape.bounce;
  result.trace_is_read = read != nullptr;
  result.program.name = std::move(name);
  result.program.locations = std::move(locations.all());

  LocationSet written_elsewhere = read_writes;
  if (shape.data_words > 0) written_elsewhere.set(location_of(world->ring.at.data_tail));
  for (std::uint64_t s = 0; s < shape.sessions; ++s)
    written_elsewhere |= written_by_session(world->engine, s);
  Thread driver;
  driver.name = "driver";
  driver.may_write = all_but(result.program, written_elsewhere);
  set_area(driver.may_write, world->aux.area,
           shape.driver_stores_trace || shape.bounce > 0 || shape.sessions == 0);
  for (std::uint64_t s = 0; shape.driver_stores_bounce && s < shape.sessions; ++s)
    set_area(driver.may_write, world->engine.memory_of(s));
  declare_least_tags(result.program, driver, {world->aux.at.user_head}, {Tag::once});
  for (std::uint64_t s = 0; s < shape.sessions; ++s)
    declare_least_tags(result.program, driver, {world->engine.go + s}, {Tag::once});
  const LocationSet all = all_but(result.program, {});
  for (InterruptHandler& handler : world->interrupts.handlers) {
    handler.reads = all;
    handler.writes = driver.may_write;
  }
  // What other CPUs and the unit access too.
  world->interrupts.shared = written_elsewhere;
  world->interrupts.shared.set(location_of(world->aux.at.user_head));
  if (world->aux.user_head_high)
    world->interrupts.shared.set(location_of(*world->aux.user_head_high));
  set_area(world->interrupts.shared, world->aux.area);
  for (std::uint64_t s = 0; s < shape.sessions; ++s)
    world->interrupts.shared.set(location_of(world->engine.go + s));
  world->own = std::move(locations.own());
  if (world->own.size() > OwnWords::kMost)
    throw InputError({result.program.name, 0, 0, "the driver's CPU has too many words of its own"});
  driver.body = [world, drive = std::move(drive)](ThreadRun& run) {
    OwnWords own(world->own);
    CheckedCpuOptions options = world->options;
    options.own = &own;
    CheckedCpu cpu(run, options, world->interrupts);
    choose_code(cpu, world->shape.plan);
    drive(cpu);
    cpu.finish();
    tell_rest(cpu, world->aux);
  };
  result.program.threads.push_back(std::move(driver));
  if (read) {
    Thread reader;
    reader.name = "reader";
    reader.may_write = read_writes;
    if (read_writes.test(location_of(world->aux.at.user_tail)) && orders_by_fence(shape.plan))
      declare_least_tags(result.program, reader, {world->aux.at.user_tail}, {Tag::once});
    reader.body = [world, read = std::move(read)](ThreadRun& run) {
      CheckedCpuOptions options = world->options;
      options.posted = {};
      CheckedCpu cpu(run, options, world->no_interrupts);
      read(cpu);
    };
    result.program.threads.push_back(std::move(reader));
  }
  for (std::uint64_t s = 0; s < shape.sessions; ++s) {
    Thread unit;
    unit.name = "unit" + std::to_string(s);
    unit.may_write = written_by_session(world->engine, s);
    const ByteArea memory = world->engine.memory_of(s);
    LocationSet read_by_session;
    read_by_session.set(location_of(world->engine.go + s));
    for (std::uint64_t i = 0; world->engine.config != 0 && i < 2; ++i)
      read_by_session.set(location_of(world->engine.config + i));
    unit.leaves_alone = all_but(result.program, unit.may_write | read_by_session);
    set_area(unit.leaves_alone_untold, memory);
    for (std::uint64_t i = 0; i < memory.words(); ++i)
      declare_least_tags(result.program, unit, {memory.base + i}, {Tag::once});
    declare_least_tags(result.program, unit, {world->engine.made + s}, {Tag::once});
    declare_least_tags(result.program, unit, {world->engine.done + s}, {Tag::release});
    if (shape.posted)
      declare_least_tags(result.program, unit, {world->engine.flushed + s}, {Tag::release});
    unit.body = [world, s](ThreadRun& run) {
      CheckedCpuOptions options = world->options;
      options.posted = {};
      CheckedCpu cpu(run, options, world->no_interrupts);
      run_session(cpu, world->engine, s, world->shape.most);
    };
    result.program.threads.push_back(std::move(unit));
  }
  return result;
}

}  // namespace ringcheck
