// Arm SPE on the specification.
// Tested by `make kernel`.
#include "kernel/calls/spe_sides.hpp"

namespace ringcheck {

SpeWords::SpeWords(const SpeSetup& setup)
    : AuxAreaWords(setup.area),
      spe(SpeCells::at(driver)),
      sampling(SpeSamplingCells::at(driver + SpeCells::kCount)) {
  driver_names = {"PMBPTR",  "PMBLIMITR", "PMBSR",  "PMSCR",  "PMSFCR",
                  "PMSEVFR", "PMSLATFR",  "PMSIRR", "PMSICR", "period_left"};
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    period_left[i] = driver + SpeCells::kCount + SpeSamplingCells::kCount + i;
    period[i] = period_left[i] + kAuxEvents;
    traced_driver_words[period_left[i] - driver] = traced_driver_words[period[i] - driver] = true;
  }
  for (const std::uint64_t word : {spe.pmbsr, spe.pmscr, sampling.pmsfcr, sampling.pmsevfr,
                                   sampling.pmslatfr, sampling.pmsirr, sampling.pmsicr})
    traced_driver_words[word - driver] = true;
  std::vector<std::uint64_t> orders;
  // What the driver keeps, a list of pages, and their mapping.
  constexpr std::uint64_t kAllocations = 3;
  refused = alloc_of(setup.area, orders).result != 0 || setup.area.aux_pages < 2 ||
            fails_in(kAllocations, setup.area.failing);
}

SpeSpecification::SpeSpecification(const SpeSetup& setup, const SpeWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::any),
      setup_(setup),
      words_(words) {
  spe_.at = words.spe;
  spe_.aux = area_.aux;
  spe_.aux.events = area_.events;
  spe_.handle = words.handles[0];
  spe_.base = kSpeBase;
  spe_.page_size = setup.area.page_bytes;
  spe_.max_record = setup.max_record;
  spe_.align = setup.align;
  spe_.stops_without_room = setup.stops_without_room;
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    samplings_[i] = {words.sampling, setup.asked, setup.min_period, {}};
    samplings_[i].at.period_left = words.period_left[i];
    samplings_[i].period = words.period[i];
    area_.word(words.period[i]) = setup.asked.period;
  }
  area_.memory.tracing = true;
}

std::int64_t SpeSpecification::add(std::uint64_t event, bool started) {
  samples_for(event);
  return arm_spe_pmu_add(area_.cpu, device_, spe_, area_.events.at(event), started);
}

void SpeSpecification::start(std::uint64_t event) {
  samples_for(event);
  arm_spe_pmu_start(area_.cpu, device_, spe_, area_.events.at(event));
}

void SpeSpecification::stop(std::uint64_t event) {
  samples_for(event);
  arm_spe_pmu_stop(area_.cpu, device_, spe_, area_.events.at(event));
}

void SpeSpecification::interrupt(const Call&, Answers& answers) {
  const auto irq_work_run = [this](auto&) { run_irq_work(setup_.one_irq_work); };
  answer(answers, "handled",
         arm_spe_pmu_irq_handler(area_.cpu, device_, spe_, irq_work_run) ? 1 : 0);
}

void SpeSpecification::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work(setup_.one_irq_work);
}

void SpeSpecification::write(const Call& call) {
  const SpeRegisters at = {area_.word(spe_.at.pmbptr), area_.word(spe_.at.pmblimitr),
                           area_.word(spe_.at.pmbsr), area_.word(spe_.at.pmscr)};
  spe_writes(at, call.at(0), call.at(1), setup_.area.page_bytes,
             [&](std::uint64_t address) { write_bytes(address - kSpeBase, 1); });
  at.pmbsr = spe_status(at.pmbsr);
  area_.word(words_.sampling.pmsicr) = call.at(0);
}

void SpeSpecification::tell(Answers& answers) {
  answer(answers, "PMBPTR", static_cast<std::int64_t>(word(spe_.at.pmbptr)));
  answer(answers, "PMBLIMITR", static_cast<std::int64_t>(word(spe_.at.pmblimitr)));
  tell_area(answers);
}

}  // namespace ringcheck
