// arm_spe_off, arm_spe_seq: the limits of an Arm SPE unit's buffer, alone and in sequences of
// transactions.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include "properties/aux/conform_machine.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "protocol/spe/spe_pmu.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;  ///< the unit's address of the area

/// The numbers of a state vector, in order.
constexpr std::array kStateNames = {
    "aux_head",      "wakeup boundary", "published aux_head", "handle's event",  "handle's head",
    "handle's size", "handle's wakeup", "handle's flags",     "pending_disable", "irq"};

/// An SPE unit with its AUX area, as a row gives them.
struct SpeMachine {
  explicit SpeMachine(Fields& fields);
  [[nodiscard]] Json state() const;
  void compare(Expect& expect, const Json& recorded) const;

  std::unique_ptr<AuxMachine> machine;
  SpeUnit spe;
};

SpeMachine::SpeMachine(Fields& fields) {
  fields.number("q");
  spe.page_size = power_of_two(fields, "ps", 1U << 16U);
  const std::uint64_t pages = power_of_two(fields, "np", 1U << 8U);
  spe.max_record = fields.number("maxrec");
  spe.align = power_of_two(fields, "align", 1U << 16U);
  AuxMachineSetup setup;
  setup.aux_size = pages * spe.page_size;
  setup.overwrite = fields.flag("snap");
  setup.watermark = fields.number("aux_wm");
  setup.head = fields.wrapping("A0");
  setup.tail = setup.head + fields.wrapping("tail0");
  setup.wakeup = setup.head + fields.wrapping("awake0");
  fields.flag("awake_nat");
  setup.add_data_ring();
  setup.events.resize(1);
  setup.driver_words = SpeCells::kCount;
  machine = std::make_unique<AuxMachine>(setup);
  spe.at = SpeCells::at(machine->driver);
  spe.aux = machine->aux;
  spe.handle = machine->handle;
  spe.base = kBase;
  // A handle that was never used, unlike in perf_aux.
  machine->word(spe.handle.head) = machine->word(spe.handle.wakeup) = 0;
}

Json SpeMachine::state() const {
  const AuxMachine& m = *machine;
  return {m.relative(m.word(m.aux.at.aux_head)),
          m.relative(m.word(m.aux.at.aux_wakeup)),
          m.relative(m.word(m.aux.at.user_head)),
          m.open_event(),
          m.relative(m.word(m.handle.head)),
          m.word(m.handle.size),
          m.relative(m.word(m.handle.wakeup)),
          m.word(m.handle.flags),
          m.pending_disable(0),
          m.irq()};
}

void SpeMachine::compare(Expect& expect, const Json& recorded) const {
  const Json now = state();
  array_of(recorded, "state", kStateNames.size());
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    expect.same(kStateNames[i], recorded[i], now[i]);
}

std::optional<Difference> check_off(const Json& row) {
  Fields fields(row, "row");
  SpeMachine m(fields);
  auto cpu = m.machine->cpu();
  Expect expect(row);
  const bool begun = perf_aux_output_begin(cpu, m.spe.aux, m.spe.handle, m.machine->events.front());
  const bool recorded = fields.flag("begin");
  expect.same("begin", recorded ? 1 : 0, begun ? 1 : 0);
  m.compare(expect, fields.array("s1"));
  if (recorded && begun) {
    m.machine->word(m.spe.handle.wakeup) = m.machine->absolute(fields.signed_number("hwakeup"));
    const std::string function = fields.text("fn");
    std::uint64_t limit = 0;
    if (function == "next_off")
      limit = arm_spe_pmu_next_off(cpu, m.spe);
    else if (function == "__next_off")
      limit = arm_spe_pmu_next_off_once(cpu, m.spe);
    else if (function == "snapshot_off")
      limit = arm_spe_pmu_next_snapshot_off(cpu, m.spe);
    else
      throw RowError(fields.place("fn") + ": saw \"" + function +
                     "\", expected next_off, __next_off or snapshot_off");
    expect.same("limit", fields.number("limit"), limit);
    m.compare(expect, fields.array("s2"));
    expect.same("pad", fields.array("pad"), m.machine->new_padding());
    expect.same("rec", fields.array("rec"), m.machine->new_aux_records());
  }
  fields.finish();
  return expect.first();
}

/// ["begin",open,ptr,limit,enable,state,pad,records]
void begin(SpeMachine& m, Expect& expect, const Json& step) {
  array_of(step, "step begin", 8);
  auto cpu = m.machine->cpu();
  m.machine->word(m.machine->events.front().at->hw_state) = 0;
  arm_spe_perf_aux_output_begin(cpu, m.spe, m.machine->events.front());
  expect.same("open", step[1], m.machine->open_event() == 0 ? 1 : 0);
  expect.same("pointer", step[2], m.machine->word(m.spe.at.pmbptr) - kBase);
  const std::uint64_t limit = m.machine->word(m.spe.at.pmblimitr);
  expect.same("limit", step[3], limit == 0 ? Json(-1) : Json((limit - kBase) & ~kSpeEnable));
  expect.same("enable", step[4], limit & kSpeEnable);
  m.compare(expect, step[5]);
  expect.same("pad", step[6], m.machine->new_padding());
  expect.same("records", step[7], m.machine->new_aux_records());
}

/// ["end",adv,flags,state,records]
void end(SpeMachine& m, Expect& expect, const Json& step) {
  array_of(step, "step end", 5);
  auto cpu = m.machine->cpu();
  m.machine->word(m.spe.at.pmbptr) += unsigned_of(step[1], "bytes of end");
  perf_aux_output_flag(cpu, m.spe.handle, unsigned_of(step[2], "flags of end"));
  arm_spe_perf_aux_output_end(cpu, m.spe);
  m.compare(expect, step[3]);
  expect.same("records", step[4], m.machine->new_aux_records());
}

std::optional<Difference> check_seq(const Json& row) {
  Fields fields(row, "row");
  SpeMachine m(fields);
  m.machine->word(m.spe.at.pmbptr) = kBase;
  const Json& steps = fields.array("steps");
  fields.finish();
  Expect expect(row);
  expect.each_step(steps, [&](const Json& step, std::size_t) {
    const std::string name = text_of(array_of(step, "step").at(0), "name of step");
    m.machine->drain_data_ring();
    if (name == "begin") {
      begin(m, expect, step);
    } else if (name == "end") {
      end(m, expect, step);
    } else if (name == "tail") {
      array_of(step, "step tail", 2);
      m.machine->word(m.spe.aux.at.user_tail) =
          m.machine->absolute(signed_of(step[1], "position of tail"));
    } else {
      throw RowError("step: saw \"" + name + "\", expected begin, end or tail");
    }
  });
  return expect.first();
}

}  // namespace

extern const ConformSet kArmSpeOffSet;
const ConformSet kArmSpeOffSet = {"arm_spe_off", "limits of an Arm SPE buffer", check_off};
extern const ConformSet kArmSpeSeqSet;
const ConformSet kArmSpeSeqSet = {"arm_spe_seq", "sequences of Arm SPE transactions", check_seq};

}  // namespace ringcheck
