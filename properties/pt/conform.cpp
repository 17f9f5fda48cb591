// intel_pt_hw: sequences of starts, interrupts and stops of an Intel PT unit.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include "properties/aux/conform_machine.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "protocol/lifetime/rb_alloc.hpp"
#include "protocol/pt/pt_pmu.hpp"

namespace ringcheck {
namespace {

Json signed_json(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

/// A PT unit with its AUX area, as a row gives them.
struct PtMachine {
  PtMachine(Fields& fields, Expect& expect);
  void compare(Expect& expect, const Json& recorded) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return machine->word(address); }

  std::unique_ptr<AuxMachine> machine;
  PtUnit pt;
};

/// Orders of the regions that a row lists, table by table.
std::vector<std::uint64_t> orders_of(const Json& tables) {
  std::vector<std::uint64_t> orders;
  for (const Json& table : tables) {
    Fields fields(table, "table");
    fields.number("off");
    fields.number("size");
    fields.number("last");
    fields.number("z");
    for (const Json& run : fields.array("ord")) {
      array_of(run, "run of orders", 2);
      const std::uint64_t order = unsigned_of(run[0], "order", 20);
      orders.insert(orders.end(), unsigned_of(run[1], "times of an order", 1U << 12U), order);
    }
    fields.finish();
  }
  return orders;
}

void compare_tables(Expect& expect, const Json& recorded, const Topa& topa) {
  expect.same("tables", recorded.size(), topa.tables.size());
  for (std::size_t t = 0; t < recorded.size() && t < topa.tables.size(); ++t) {
    const std::string name = "table " + std::to_string(t) + "'s ";
    expect.same(name + "off", recorded[t]["off"], topa.tables[t].offset);
    expect.same(name + "size", recorded[t]["size"], topa.tables[t].size);
    expect.same(name + "last", recorded[t]["last"], topa.tables[t].last);
    expect.same(name + "z", recorded[t]["z"], topa.tables[t].z_count);
  }
}

PtMachine::PtMachine(Fields& fields, Expect& expect) {
  const std::uint64_t pages = power_of_two(fields, "np", 1U << 12U);
  AuxMachineSetup setup;
  setup.aux_size = pages * kPtPageBytes;
  setup.aux_unit = kPtPageBytes;
  setup.overwrite = fields.flag("snap");
  const bool multiple_entries = fields.flag("multi");
  pt.single = pt_single_range(setup.overwrite, fields.flag("srange"), pages);
  expect.same("single", fields.number("single", 1), pt.single ? 1 : 0);
  setup.watermark = fields.number("aux_wm");
  setup.head = fields.wrapping("A0");
  setup.tail = setup.head + fields.wrapping("tail0");
  setup.wakeup = setup.head + fields.wrapping("awake0");
  const Json& tables = fields.array("tables");
  const std::vector<std::uint64_t> orders = orders_of(tables);
  if (!pt.single) {
    pt.topa = make_topa(orders, multiple_entries);
    compare_tables(expect, tables, pt.topa);
    if (pt.topa.size() != setup.aux_size)
      throw RowError(fields.place("tables") + ": expected regions of as many pages as \"np\"");
  }
  setup.add_data_ring();
  setup.events.resize(1);
  setup.driver_words = PtCells::kCount + orders.size();
  machine = std::make_unique<AuxMachine>(setup);
  pt.at = PtCells::at(machine->driver);
  pt.aux = machine->aux;
  pt.handle = machine->handle;
  AuxMachine& m = *machine;
  m.word(pt.handle.head) = m.word(pt.handle.wakeup) = 0;
  m.word(pt.at.stop_pos) = m.word(pt.at.intr_pos) = kNoPage;
  for (std::size_t region = 0; region < pt.topa.orders.size(); ++region)
    if (!setup.overwrite && !multiple_entries) m.word(pt.entry(region)) = kPtStop | kPtInt;
}

/// [table, index] of the region that `entry` names; null if it names none.
Json place_json(const PtMachine& m, std::uint64_t entry) {
  if (m.word(entry) == 0) return nullptr;
  const auto place = topa_place<AuxMachine::Machine>(m.pt.topa, m.word(entry) - 1);
  return {place.table, place.index};
}

Json marked_regions(const PtMachine& m) {
  Json marked = Json::array();
  for (std::uint64_t region = 0; region < m.pt.topa.orders.size(); ++region) {
    const std::uint64_t bits = m.word(m.pt.entry(region));
    const auto place = topa_place<AuxMachine::Machine>(m.pt.topa, region);
    if (bits != 0) marked.push_back({place.table, place.index, bits >> 1U & 1U, bits & 1U});
  }
  return marked;
}

void PtMachine::compare(Expect& expect, const Json& recorded) const {
  const AuxMachine& m = *machine;
  Fields state(recorded, "state");
  const Json handle = {m.open_event(), m.relative(word(pt.handle.head)), word(pt.handle.size),
                       m.relative(word(pt.handle.wakeup)), word(pt.handle.flags)};
  expect.same("handle", state.array("h"), handle);
  const Json buffer = {m.relative(word(m.aux.at.aux_head)), m.relative(word(m.aux.at.aux_wakeup)),
                       m.pending_disable(0), m.irq()};
  expect.same("AUX buffer", state.array("rb"), buffer);
  const bool stopped = word(m.events.front().at->hw_state) == kHesStopped;
  expect.same("event stopped", state.number("st", 1), stopped ? 1 : 0);
  const bool traces = word(pt.at.ctl) != 0;
  const bool by_itself = (word(pt.at.status) & kPtStopped) != 0;
  expect.same("running", state.number("run", 2), traces ? (by_itself ? 2 : 1) : 0);
  const Json place = {pt.single ? Json(-1) : Json(word(pt.at.cur)),
                      word(pt.at.cur_idx),
                      word(pt.at.output_off),
                      word(pt.at.data_size),
                      signed_json(word(pt.at.head)),
                      word(pt.at.wrapped)};
  expect.same("PT buffer", state.array("b"), place);
  if (pt.topa.multiple_entries && !pt.snapshot()) {
    const Json markers = {signed_json(word(pt.at.stop_pos)), place_json(*this, pt.at.stop_te),
                          signed_json(word(pt.at.intr_pos)), place_json(*this, pt.at.intr_te)};
    expect.same("markers", state.array("m"), markers);
    expect.same("marked regions", state.array("bits"), marked_regions(*this));
  }
  state.finish();
}

/// The registers: [table (-1 single), region or mask, offset, status]; null when disabled.
Json registers_of(const PtMachine& m) {
  if (m.word(m.pt.at.ctl) == 0) return nullptr;
  return {m.pt.single ? Json(-1) : Json(m.word(m.pt.at.base)), m.word(m.pt.at.mask),
          m.word(m.pt.at.offset), m.word(m.pt.at.status)};
}

/// ["hw",n,registers,pmi]: what the unit left in its registers.
void hardware(PtMachine& m, const Json& step) {
  array_of(step, "step hw", 4);
  const Json& registers = array_of(step[2], "registers", 4);
  if (!m.pt.single) m.machine->word(m.pt.at.base) = unsigned_of(registers[0], "table");
  m.machine->word(m.pt.at.mask) = unsigned_of(registers[1], "region");
  m.machine->word(m.pt.at.offset) = unsigned_of(registers[2], "offset");
  m.machine->word(m.pt.at.status) = unsigned_of(registers[3], "status");
}

/// ["start" | "irq" | "stop",state,registers,records]
void call(PtMachine& m, Expect& expect, const std::string& name, const Json& step) {
  array_of(step, "step " + name, 4);
  auto cpu = m.machine->cpu();
  SettledUnit unit;
  const PerfEvent& event = m.machine->events.front();
  if (name == "start")
    pt_event_start(cpu, unit, m.pt, event);
  else if (name == "stop")
    pt_event_stop(cpu, unit, m.pt, event);
  else
    intel_pt_interrupt(cpu, unit, m.pt);
  m.compare(expect, step[1]);
  expect.same("registers", step[2], registers_of(m));
  expect.same("records", step[3], m.machine->new_aux_records());
}

void run_step(PtMachine& m, Expect& expect, const Json& step) {
  const std::string name = text_of(array_of(step, "step").at(0), "name of step");
  AuxMachine& aux = *m.machine;
  aux.drain_data_ring();
  if (name == "tail")
    aux.word(aux.aux.at.user_tail) = aux.absolute(signed_of(step.at(1), "position of tail"));
  else if (name == "hw")
    hardware(m, step);
  else if (name == "start" || name == "irq" || name == "stop")
    call(m, expect, name, step);
  else
    throw RowError("step: saw \"" + name + "\", expected start, irq, stop, hw or tail");
}

/// A set-up that got no memory: there is no buffer to do anything with.
void check_refused(Expect& expect, Fields& fields) {
  AuxRequest request;
  request.page_size = kPtPageBytes;
  request.nr_pages = fields.number("np", 1U << 12U);
  request.writable = request.has_aux = request.setup_succeeds = true;
  const AuxSetup setup = rb_alloc_aux(
      request, [](int) { return false; }, [](int) {});
  expect.same("alloc_failed", fields.number("alloc_failed", 1), setup.result != 0 ? 1 : 0);
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  Expect expect(row);
  if (fields.has("alloc_failed")) {
    check_refused(expect, fields);
    fields.finish();
    return expect.first();
  }
  PtMachine machine(fields, expect);
  const Json& steps = fields.array("steps");
  expect.each_step(steps, [&](const Json& step, std::size_t) { run_step(machine, expect, step); });
  expect.same("warn", fields.number("warn"), machine.machine->notes.warnings);
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kIntelPtHwSet;
const ConformSet kIntelPtHwSet = {"intel_pt_hw", "sequences of an Intel PT unit's transactions",
                                  check};

}  // namespace ringcheck
