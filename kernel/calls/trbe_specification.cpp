// Arm TRBE on the specification.
// Tested by tests/kernel/trbe_specification_test.cpp and `make kernel`.
#include "kernel/calls/trbe_sides.hpp"

namespace ringcheck {

TrbeWords::TrbeWords(const TrbeSetup& setup)
    : AuxAreaWords(setup.area), trbe(TrbeCells::at(driver)) {
  driver_names = {"TRBPTR", "TRBBASER",        "TRBLIMITR",    "TRBSR",
                  "TRFCR",  "drvdata->handle", "aux_hwid_done"};
  traced_driver_words.assign(TrbeCells::kCount, true);
  traced_driver_words[trbe.id_told - driver] = false;
  std::vector<std::uint64_t> orders;
  // What the drivers of tracer and sink keep, a list of pages, and their mapping.
  refused = alloc_of(setup.area, orders).result != 0 ||
            fails_in(setup.area.aux_pages < 2 ? 1 : 4, setup.area.failing) ||
            setup.area.aux_pages < 2;
}

TrbeSpecification::TrbeSpecification(const TrbeSetup& setup, const TrbeWords& words,
                                     ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::asked_for),
      setup_(setup),
      words_(words) {
  constexpr std::uint64_t kIgnorePacket = 0x70;
  trbe_.at = words.trbe;
  trbe_.aux = area_.aux;
  trbe_.aux.events = area_.events;
  trbe_.handle = words.handles[0];
  trbe_.buffer = kTrbeBase;
  trbe_.page_size = setup.area.page_bytes;
  trbe_.errata = {setup.has(kTrbeOverwrites) ? kTrbeSkipped : 0,
                  setup.has(kTrbeBeyondLimit) ? kTrbeBeyond : 0, setup.has(kTrbeNeedsDrain),
                  setup.has(kTrbeNeedsSync)};
  // Source: arm_trbe_probe_cpu
  trbe_.align =
      setup.has(kTrbeOverwrites) ? setup.area.page_bytes : std::uint64_t{1} << setup.align;
  trbe_.padding = kIgnorePacket;
  trbe_.tracer_case = setup.tracer_case;
  trbe_.tracer_id = setup.tells_id ? kTrbeTracerId : 0;
  area_.memory.tracing = true;
}

std::int64_t TrbeSpecification::add(std::uint64_t event, bool started) {
  return etm_event_add(area_.cpu, unit_, trbe_, area_.events.at(event), started) ? 0 : kInvalid;
}

void TrbeSpecification::start(std::uint64_t event) {
  etm_event_start(area_.cpu, unit_, trbe_, area_.events.at(event));
}

void TrbeSpecification::stop(std::uint64_t event) {
  etm_event_stop(area_.cpu, unit_, trbe_, area_.events.at(event), [](auto&) {});
}

void TrbeSpecification::interrupt(const Call&, Answers& answers) {
  const auto irq_work_run = [this](auto&) { run_irq_work(setup_.one_irq_work); };
  answer(answers, "handled", arm_trbe_irq_handler(area_.cpu, unit_, trbe_, irq_work_run) ? 1 : 0);
}

void TrbeSpecification::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work(setup_.one_irq_work);
}

TrbeRegisters TrbeSpecification::registers() {
  return {area_.word(trbe_.at.pointer), area_.word(trbe_.at.base), area_.word(trbe_.at.limit),
          area_.word(trbe_.at.status)};
}

void TrbeSpecification::write(const Call& call) {
  if (word(trbe_.at.trfcr) == 0 || !registers().serve()) return;
  write(call.at(0), call.at(1));
  late_ += call.at(2);
}

void TrbeSpecification::write(std::uint64_t bytes, std::uint64_t status) {
  const auto put = [this](std::uint64_t address) { write_bytes(address - kTrbeBase, 1); };
  if (trbe_writes(registers(), bytes, status, setup_, put)) schedule_.ask_for_interrupt();
}

void TrbeSpecification::tell(Answers& answers) {
  tell_area(answers);
}

}  // namespace ringcheck
