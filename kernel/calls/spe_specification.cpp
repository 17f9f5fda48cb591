// Arm SPE on the specification.
// Tested by `make kernel`.
#include <utility>

#include "kernel/calls/spe_sides.hpp"
#include "protocol/aux/aux_irq_work.hpp"

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
  refused = alloc_of(setup.area, orders).result != 0 || setup.area.aux_pages < 2;
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
  area_.memory.observed = [this, other = area_.memory.observed](std::uint32_t kind, std::uint64_t a,
                                                                std::uint64_t b) {
    if (kind == said::ContextSynced<>::kKind) ++isbs_;
    other(kind, a, b);
  };
  area_.memory.tracing = true;
}

void SpeSpecification::run(const Call& call, Answers& answers) {
  schedule_.begin(call);
  const std::int64_t result = run_other(call) ? 0 : run_driver(call, answers);
  schedule_.end(call, result);
  tell(answers);
}

std::int64_t SpeSpecification::run_driver(const Call& call, Answers& answers) {
  RecordingCpu& cpu = area_.cpu;
  const auto op = static_cast<DriverOp>(call.op);
  std::int64_t result = 0;
  if (op <= DriverOp::del) spe_.sampling = &samplings_.at(call.at(0) % kAuxEvents);
  switch (op) {
    case DriverOp::add:
      result = arm_spe_pmu_add(cpu, device_, spe_, event(call), call.at(1) != 0);
      answer(answers, "add", result);
      break;
    case DriverOp::start:
      arm_spe_pmu_start(cpu, device_, spe_, event(call));
      break;
    case DriverOp::stop:
    case DriverOp::del:
      arm_spe_pmu_stop(cpu, device_, spe_, event(call));
      break;
    case DriverOp::interrupt:
      answer(
          answers, "handled",
          arm_spe_pmu_irq_handler(cpu, device_, spe_, [this](auto&) { run_irq_work(); }) ? 1 : 0);
      break;
    case DriverOp::write:
      write(call);
      break;
    case DriverOp::irq_work:
      run_irq_work();
      break;
    default:
      break;
  }
  return result;
}

void SpeSpecification::run_irq_work() {
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    const PerfEvent& event = area_.events[i];
    if (std::exchange(area_.word(event.at->pending_irq), 0) == 0) continue;
    const bool disables = setup_.one_irq_work && schedule_.is_on(i);
    if (!perf_pending_irq(area_.cpu, event, {}, disables).disabled) continue;
    arm_spe_pmu_stop(area_.cpu, device_, spe_, event);
    schedule_.disabled(i);
  }
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
  answer(answers, "isb", static_cast<std::int64_t>(isbs_));
  tell_area(answers);
}

}  // namespace ringcheck
