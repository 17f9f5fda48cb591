// perf_aux: sequences of transactions on one AUX area: begin, end, skip, flags, and what the reader
// and the mapping do in between.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include "properties/aux/conform_machine.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"

namespace ringcheck {
namespace {

constexpr std::int64_t kNoSpace = -28;
constexpr std::uint64_t kMostBytes = 1U << 24U;

/// The numbers of a state vector, in order.
constexpr std::array kStateNames = {"aux_head",
                                    "wakeup boundary",
                                    "published aux_head",
                                    "aux_nest",
                                    "handle's event",
                                    "handle's head",
                                    "handle's size",
                                    "handle's wakeup",
                                    "handle's flags",
                                    "pending_disable of event 0",
                                    "pending_disable of event 1",
                                    "pending_wakeup",
                                    "poll",
                                    "irq",
                                    "data ring's head",
                                    "data ring's lost",
                                    "aux_refcount",
                                    "warnings"};

Json state_of(const AuxMachine& m) {
  return {m.relative(m.word(m.aux.at.aux_head)),
          m.relative(m.word(m.aux.at.aux_wakeup)),
          m.relative(m.word(m.aux.at.user_head)),
          m.word(m.aux.at.aux_nest),
          m.open_event(),
          m.relative(m.word(m.handle.head)),
          m.word(m.handle.size),
          m.relative(m.word(m.handle.wakeup)),
          m.word(m.handle.flags),
          m.pending_disable(0),
          m.pending_disable(1),
          m.word(m.events[0].at->pending_wakeup) + 2 * m.word(m.events[1].at->pending_wakeup),
          m.word(m.aux.ring.at.poll),
          m.irq(),
          m.word(m.aux.ring.at.head),
          m.word(m.aux.ring.at.lost),
          m.word(m.aux.at.aux_refcount),
          m.notes.warnings};
}

void compare_state(Expect& expect, const Json& recorded, const AuxMachine& machine) {
  const Json state = state_of(machine);
  array_of(recorded, "state", kStateNames.size());
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    expect.same(kStateNames[i], recorded[i], state[i]);
}

/// A sample_type whose sample id has the size that `event` gives; rows do not say its fields.
std::uint64_t sample_type_of(Fields& event) {
  const std::uint64_t bytes = event.number("idsz", kSampleIdFields.size() * kWordBytes);
  std::uint64_t type = 0;
  for (std::size_t i = 0; i < bytes / kWordBytes; ++i) type |= kSampleIdFields[i];
  return type;
}

AuxMachineSetup setup_of(Fields& fields) {
  AuxMachineSetup setup;
  const std::uint64_t page_size = std::uint64_t{1} << fields.number("page_shift", 12);
  setup.data_size = fields.number("data_pages", 1U << 10U) * page_size;
  setup.aux_size = fields.number("aux_size", kMostBytes);
  if (fields.number("aux_pages", 1U << 10U) * page_size != setup.aux_size)
    throw RowError(fields.place("aux_size") + ": expected aux_pages pages");
  setup.overwrite = fields.flag("overwrite");
  setup.watermark = fields.number("aux_wm");
  fields.number("wm_arg");
  setup.data_watermark = fields.number("data_wm");
  setup.head = fields.wrapping("A0");
  setup.tail = setup.head + fields.wrapping("tail0");
  setup.wakeup = setup.head + fields.wrapping("awake0");
  const Json& events = array_of(fields.array("ev"), "events", 2);
  setup.events.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    Fields event(events[i], "event");
    setup.events[i].id = event.number("id");
    setup.events[i].sample_id_all = event.flag("idall");
    setup.events[i].sample_type = sample_type_of(event);
    const std::int64_t parent = event.signed_number("parent");
    if (parent >= 0) setup.events[i].parent = &setup.events.at(static_cast<std::size_t>(parent));
    event.finish();
  }
  return setup;
}

/// Runs one of the kernel's functions; returns what that returns.
Json call(AuxMachine& m, const std::string& name, const Json& argument, const std::string& where) {
  auto cpu = m.cpu();
  if (name == "begin" || name == "nestbegin") {
    const PerfEvent& event = m.events[unsigned_of(argument, where, 1)];
    const AuxHandle& handle = name == "begin" ? m.handle : m.other_handle;
    return perf_aux_output_begin(cpu, m.aux, handle, event) ? 1 : 0;
  }
  const std::uint64_t number = unsigned_of(argument, where);
  if (name == "skip")
    return perf_aux_output_skip(cpu, m.aux, m.handle, number) ? std::int64_t{0} : kNoSpace;
  if (name == "end")
    perf_aux_output_end(cpu, m.aux, m.handle, number);
  else
    perf_aux_output_flag(cpu, m.handle, number);
  return 0;
}

/// Does a step that has no answer; false if it is not such a step.
bool stir(AuxMachine& m, const std::string& name, const Json& step, Expect& expect) {
  const auto number = [&] { return wrapping_of(step.at(1), name); };
  if (name == "clrpend") {
    for (const PerfEvent& event : m.events)
      m.word(event.at->pending_disable) = m.word(event.at->pending_wakeup) = 0;
    return true;
  }
  if (step.size() != 2) return false;
  if (name == "hhead")
    m.word(m.handle.head) = m.absolute(static_cast<std::int64_t>(number()));
  else if (name == "tail")
    m.word(m.aux.at.user_tail) = m.absolute(static_cast<std::int64_t>(number()));
  else if (name == "dtail")
    m.word(m.aux.ring.at.data_tail) = number();
  else if (name == "mmapcnt")
    m.word(m.aux.at.aux_mmap_count) = number();
  else if (name == "pause")
    m.word(m.aux.ring.at.paused) = number();
  else if (name == "poll")
    expect.same("poll", step.at(1), std::exchange(m.word(m.aux.ring.at.poll), 0));
  else
    return false;
  return true;
}

void run_step(AuxMachine& m, Expect& expect, const Json& step) {
  if (!step.is_array() || step.empty()) throw RowError("step: expected a list");
  const std::string name = text_of(step[0], "name of step");
  if (stir(m, name, step, expect)) return;
  if (name != "begin" && name != "nestbegin" && name != "end" && name != "skip" && name != "flag")
    throw RowError("step: saw \"" + name + "\", expected a name of a step and its arguments");
  array_of(step, "step", 5);
  const Json result = call(m, name, step[1], "argument of " + name);
  if (name != "end" && name != "flag")
    expect.same(name, step[2], result);
  else
    unsigned_of(step[2], "answer of " + name, 0);
  compare_state(expect, step[3], m);
  expect.same("records", step[4], m.new_records());
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  AuxMachine machine(setup_of(fields));
  Expect expect(row);
  compare_state(expect, fields.array("s0"), machine);
  const Json& steps = fields.array("steps");
  fields.finish();
  expect.each_step(steps, [&](const Json& step, std::size_t) { run_step(machine, expect, step); });
  return expect.first();
}

}  // namespace

extern const ConformSet kPerfAuxSet;
const ConformSet kPerfAuxSet = {"perf_aux", "sequences of AUX transactions", check};

}  // namespace ringcheck
