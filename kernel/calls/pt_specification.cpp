// Intel PT on the specification.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/pt_sides.hpp"
#include "protocol/pt/pt_config.hpp"

namespace ringcheck {

PtWords::PtWords(const PtSetup& setup)
    : AuxAreaWords(setup.area),
      pt(PtCells::at(driver)),
      regions(setup.area.driver_words - PtCells::kCount - (setup.pauses ? kPtPauseWords : 0)),
      gates(pt.regions + regions),
      pauses(setup.pauses),
      single(pt_single_range(setup.area.overwrite, setup.single_range, setup.area.aux_pages)) {
  driver_names = {"handle_nmi", "vmx_on",    "config",      "cur",      "cur_idx",  "output_off",
                  "data_size",  "buf->head", "wrapped",     "stop_pos", "intr_pos", "stop_te",
                  "intr_te",    "RTIT_CTL",  "RTIT_STATUS", "base",     "mask",     "offset"};
  for (const std::uint64_t word : {pt.handle_nmi, pt.vmx_on, pt.config, pt.ctl, pt.status})
    traced_driver_words[word - driver] = true;
  for (std::uint64_t i = 0; pauses && i < kPtPauseWords; ++i)
    traced_driver_words[gates + i - driver] = true;
  std::vector<std::uint64_t> orders;
  refused = alloc_of(setup.area, orders).result != 0;
  // What the driver keeps, and a page for each table.
  const std::size_t tables = single ? 0 : make_topa(orders, setup.multiple_entries).tables.size();
  refused = refused || fails_in(1 + tables, setup.area.failing);
}

PtSpecification::PtSpecification(const PtSetup& setup, const PtWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::its_own),
      setup_(setup),
      words_(words) {
  pt_.at = words.pt;
  pt_.aux = area_.aux;
  pt_.aux.events = area_.events;
  pt_.handle = words.handles[0];
  pt_.single = words.single;
  pt_.topa = make_topa(area_.orders, setup.multiple_entries);
  area_.word(pt_.at.stop_pos) = area_.word(pt_.at.intr_pos) = kNoPage;
  for (std::uint64_t region = 0; region < words.regions; ++region)
    if (!pt_.snapshot() && !setup.multiple_entries)
      area_.word(pt_.entry(region)) = kPtStop | kPtInt;
  if (words.pauses) {
    pausing_.pause_allowed = words.gates;
    pausing_.resume_allowed = words.gates + 1;
    pausing_.paused = words.gates + 2;
    for (const PerfEvent& event : area_.events) area_.word(event.at->hw_state) = kHesUptodate;
  }
  area_.memory.tracing = true;
}

void PtSpecification::switch_to(std::uint64_t event) {
  configs_.at(current_) = word(pt_.at.config);
  if (words_.pauses) paused_.at(current_) = word(pausing_.paused);
  current_ = event;
  area_.word(pt_.at.config) = configs_.at(current_);
  if (words_.pauses) area_.word(pausing_.paused) = paused_.at(current_);
}

std::int64_t PtSpecification::add(std::uint64_t event, bool started) {
  switch_to(event);
  if (words_.pauses)
    return pt_event_add(area_.cpu, device_, pausing_, area_.events.at(event), started);
  return pt_event_add(area_.cpu, device_, pt_, area_.events.at(event), started);
}

void PtSpecification::start(std::uint64_t event) {
  if (words_.pauses) return pt_event_start(area_.cpu, device_, pausing_, area_.events.at(event));
  pt_event_start(area_.cpu, device_, pt_, area_.events.at(event));
}

void PtSpecification::stop(std::uint64_t event) {
  if (words_.pauses) return pt_event_stop(area_.cpu, device_, pausing_, area_.events.at(event));
  pt_event_stop(area_.cpu, device_, pt_, area_.events.at(event));
}

void PtSpecification::interrupt(const Call&, Answers&) {
  if (words_.pauses) return intel_pt_interrupt(area_.cpu, device_, pausing_);
  intel_pt_interrupt(area_.cpu, device_, pt_);
}

void PtSpecification::run_own(const Call& call, Answers& answers) {
  const auto op = static_cast<DriverOp>(call.op);
  if (op == DriverOp::snapshot) return sample(call.at(1), answers);
  if (op == DriverOp::pause)
    return perf_event_aux_pause(area_.cpu, device_, pausing_, call.at(1) != 0);
  intel_pt_handle_vmx(area_.cpu, device_, pt_, call.at(0) != 0);
  if (call.at(0) != 0) area_.word(pt_.at.ctl) = 0;
}

void PtSpecification::sample(std::uint64_t bytes, Answers& answers) {
  constexpr std::int64_t kNoSpace = -28;
  PerfOutputHandle<RecordingCpu> handle;
  const bool begun = perf_output_begin(area_.cpu, pt_.aux.ring, handle, bytes, area_.events[0]);
  answer(answers, "begin of a sample", begun ? 0 : kNoSpace);
  if (!begun) return;
  const std::uint64_t sampled =
      words_.pauses ? pt_event_snapshot_aux(area_.cpu, device_, pausing_, handle, bytes)
                    : pt_event_snapshot_aux(area_.cpu, device_, pt_, handle, bytes);
  answer(answers, "sampled", static_cast<std::int64_t>(sampled));
  perf_output_end(area_.cpu, pt_.aux.ring, handle);
}

void PtSpecification::write(const Call& call) {
  std::uint64_t bytes = call.at(0);
  const auto enabled = [&] {
    return word(pt_.at.ctl) != 0 && word(pt_.at.vmx_on) == 0 &&
           (pt_.single || (word(pt_.at.status) & kPtStopped) == 0);
  };
  if (enabled() && call.at(1) != 0) area_.word(pt_.at.status) |= kPtError;
  while (bytes > 0 && enabled()) {
    std::uint64_t start = 0, size = pt_.size(), region = 0;
    if (!pt_.single) {
      region =
          topa_region<RecordingCpu>(area_.cpu, pt_.topa, {word(pt_.at.base), word(pt_.at.mask)});
      for (std::uint64_t r = 0; r < region; ++r) start += pt_.topa.region_bytes(r);
      size = pt_.topa.region_bytes(region);
    }
    const std::uint64_t piece = std::min(bytes, size - word(pt_.at.offset));
    write_bytes(start + word(pt_.at.offset), piece);
    area_.word(pt_.at.offset) += piece;
    bytes -= piece;
    if (word(pt_.at.offset) < size) return;
    if (pt_.single) {
      area_.word(pt_.at.offset) = 0;
      continue;
    }
    if ((word(pt_.entry(region)) & kPtStop) != 0) {
      area_.word(pt_.at.status) |= kPtStopped;
      return;
    }
    const std::uint64_t next = region + 1 == pt_.topa.orders.size() ? 0 : region + 1;
    const TopaPlace<RecordingCpu> place = topa_place<RecordingCpu>(pt_.topa, next);
    area_.word(pt_.at.base) = place.table;
    area_.word(pt_.at.mask) = place.index;
    area_.word(pt_.at.offset) = 0;
  }
}

std::uint64_t PtSpecification::control(std::uint64_t config) const {
  constexpr std::uint64_t kAsItIs = 1, kBranches = 1U << 13U, kRangeBits = 4, kFirstRange = 32;
  if (config == 0) return 0;
  const rc_pt_attr& attr = setup_.attr;
  std::uint64_t ctl = attr.config & ~kAsItIs;
  if ((attr.config & kAsItIs) == 0) ctl |= kBranches;
  if (!words_.single) ctl |= kPtCtlTables;
  if (attr.exclude_kernel == 0) ctl |= kPtCtlKernel;
  if (attr.exclude_user == 0) ctl |= kPtCtlUser;
  for (std::uint64_t i = 0; i < attr.filters; ++i) ctl |= (i + 1) << (kFirstRange + i * kRangeBits);
  return ctl | (config & kPtTraceEn);
}

void PtSpecification::tell_config(Answers& answers) const {
  constexpr std::uint64_t kRange = 0x1000;
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  for (std::size_t i = 0; i < kAuxEvents; ++i)
    number("event->hw.config", control(i == current_ ? word(pt_.at.config) : configs_.at(i)));
  number("RTIT_CTL", word(pt_.at.ctl) != 0 ? control(kPtConfigured | kPtTraceEn) : 0);
  if (!schedule_.is_at_rest()) return;
  for (std::uint64_t i = 0; i < kPtFilters; ++i) {
    const bool told = configured_ && i < setup_.attr.filters;
    number("RTIT_ADDR", told ? kRange * (i + 1) : 0);
    number("RTIT_ADDR", told ? kRange * (i + 2) - 1 : 0);
  }
}

void PtSpecification::tell(Answers& answers) {
  configured_ = configured_ || word(pt_.at.config) != 0;

  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  if (!pt_.single) {
    number("table", word(pt_.at.cur));
    number("STOP marker", word(pt_.at.stop_te));
    number("INT marker", word(pt_.at.intr_te));
    for (std::uint64_t i = 0; i < words_.regions; ++i)
      number("bits of a region", word(pt_.entry(i)));
  }
  tell_config(answers);
  number("OUTPUT_MASK", word(pt_.at.mask) | word(pt_.at.offset) << 25U);
  tell_area(answers);
}

}  // namespace ringcheck
