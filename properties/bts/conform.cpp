// intel_bts_hw: sequences of starts, interrupts and stops of Intel BTS.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include "properties/aux/conform_machine.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "protocol/bts/bts_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

/// BTS with its AUX area, as a row gives them.
struct BtsMachine {
  BtsMachine(Fields& fields, Expect& expect);
  void compare(Expect& expect, const Json& recorded) const;
  [[nodiscard]] Json registers() const;
  [[nodiscard]] std::uint64_t word(std::uint64_t address) const { return machine->word(address); }
  [[nodiscard]] const BtsPhys& current() const { return bts.pieces.at(word(bts.at.cur_buf)); }

  std::unique_ptr<AuxMachine> machine;
  BtsUnit bts;
};

BtsMachine::BtsMachine(Fields& fields, Expect& expect) {
  AuxMachineSetup setup;
  const std::uint64_t pages = power_of_two(fields, "np", 1U << 12U);
  setup.aux_size = pages * kPageBytes;
  setup.aux_unit = kBtsRecordBytes / 3;
  setup.overwrite = fields.flag("snap");
  setup.watermark = fields.number("aux_wm");
  setup.head = setup.tail = fields.wrapping("A0");
  setup.wakeup = setup.head + fields.wrapping("awake0");
  expect.same("real_size", fields.number("real_size"),
              setup.aux_size - setup.aux_size % kBtsRecordBytes);
  std::vector<std::uint64_t> counts;
  const Json& recorded = fields.array("bufs");
  for (const Json& piece : recorded)
    counts.push_back(unsigned_of(array_of(piece, "piece", 4)[3], "pages of a piece", pages));
  bts.pieces = make_bts_pieces(counts, kPageBytes);
  Json pieces = Json::array();
  for (const BtsPhys& piece : bts.pieces)
    pieces.push_back({piece.offset, piece.displacement, piece.size, piece.bytes / kPageBytes});
  expect.same("bufs", recorded, pieces);
  if (counts.empty()) throw RowError(fields.place("bufs") + ": expected a piece");
  setup.add_data_ring();
  setup.events.resize(1);
  setup.driver_words = BtsCells::kCount;
  machine = std::make_unique<AuxMachine>(setup);
  bts.at = BtsCells::at(machine->driver);
  bts.aux = machine->aux;
  bts.handle = machine->handle;
  machine->word(bts.handle.head) = machine->word(bts.handle.wakeup) = 0;
}

void BtsMachine::compare(Expect& expect, const Json& recorded) const {
  const AuxMachine& m = *machine;
  Fields state(recorded, "state");
  const Json handle = {m.open_event(), m.relative(word(bts.handle.head)), word(bts.handle.size),
                       m.relative(word(bts.handle.wakeup)), word(bts.handle.flags)};
  expect.same("handle", state.array("h"), handle);
  const Json buffer = {m.relative(word(m.aux.at.aux_head)), m.relative(word(m.aux.at.aux_wakeup)),
                       m.pending_disable(0), m.irq()};
  expect.same("AUX buffer", state.array("rb"), buffer);
  const bool stopped = (word(m.events.front().at->hw_state) & kHesStopped) != 0;
  expect.same("event stopped", state.number("st", 1), stopped ? 1 : 0);
  expect.same("bts state", state.number("bst", 2), word(bts.at.state));
  expect.same("on", state.number("on", 1), word(bts.at.enabled));
  const Json place = {word(bts.at.cur_buf), word(bts.at.data_size), word(bts.at.head),
                      word(bts.at.end)};
  expect.same("BTS buffer", state.array("b"), place);
  state.finish();
}

/// [base in the piece in use, index, maximum, threshold], the last three after base; null when
/// disabled.
Json BtsMachine::registers() const {
  if (word(bts.at.enabled) == 0) return nullptr;
  const std::uint64_t base = word(bts.at.base);
  return {base - current().offset, word(bts.at.index) - base, word(bts.at.maximum) - base,
          word(bts.at.threshold) - base};
}

/// ["start" | "stop",state,registers,records,pads], ["irq",handled,state,registers,records,pads]
void call(BtsMachine& m, Expect& expect, const std::string& name, const Json& step) {
  const std::size_t state = name == "irq" ? 2 : 1;
  array_of(step, "step " + name, state + 4);
  auto cpu = m.machine->cpu();
  SettledUnit unit;
  const PerfEvent& event = m.machine->events.front();
  if (name == "start")
    bts_event_start(cpu, unit, m.bts, event);
  else if (name == "stop")
    bts_event_stop(cpu, unit, m.bts, event);
  else
    expect.same("handled", step[1], bts_performance_interrupt(cpu, unit, m.bts) ? 1 : 0);
  m.compare(expect, step[state]);
  expect.same("registers", step[state + 1], m.registers());
  expect.same("records", step[state + 2], m.machine->new_aux_records());
  expect.same("pads", step[state + 3], m.machine->new_padding());
}

void run_step(BtsMachine& m, Expect& expect, const Json& step) {
  const std::string name = text_of(array_of(step, "step").at(0), "name of step");
  AuxMachine& aux = *m.machine;
  aux.drain_data_ring();
  if (name == "tail") {
    aux.word(aux.aux.at.user_tail) = aux.absolute(signed_of(step.at(1), "position of tail"));
  } else if (name == "hw") {
    const Json& registers = array_of(array_of(step, "step hw", 3)[2], "registers", 4);
    aux.word(m.bts.at.index) = m.word(m.bts.at.base) + unsigned_of(registers[1], "index");
  } else if (name == "start" || name == "irq" || name == "stop") {
    call(m, expect, name, step);
  } else {
    throw RowError("step: saw \"" + name + "\", expected start, irq, stop, hw or tail");
  }
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  Expect expect(row);
  BtsMachine machine(fields, expect);
  const Json& steps = fields.array("steps");
  expect.each_step(steps, [&](const Json& step, std::size_t) { run_step(machine, expect, step); });
  expect.same("warn", fields.number("warn"), machine.machine->notes.warnings);
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kIntelBtsHwSet;
const ConformSet kIntelBtsHwSet = {"intel_bts_hw", "sequences of Intel BTS's transactions", check};

}  // namespace ringcheck
