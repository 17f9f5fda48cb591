// CoreSight TMC-ETR on the specification.
// Tested by tests/kernel/etr_specification_test.cpp and `make kernel`.
#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {

EtrMemory EtrSetup::memory() const {
  constexpr std::uint64_t kScatters = 1;
  const EtrFacts facts = {(capabilities & kScatters) != 0, false, false, configured, {}};
  return alloc_etr_buf(facts, area.aux_pages * area.page_bytes, [&](EtrMode mode, std::uint64_t) {
    return mode != EtrMode::flat || !no_run;
  });
}

EtrWords::EtrWords(const EtrSetup& setup)
    : AuxAreaWords(setup.area), etr(EtrCells::at(driver)), memory(setup.memory()) {
  id_told = driver + EtrCells::kCount;
  bounce = id_told + 1;
  driver_names.assign(EtrCells::kNames.begin(), EtrCells::kNames.end());
  if (memory.mode == EtrMode::sg)
    for (std::uint64_t i = 0; i < memory.bytes / kEtrPageBytes; ++i)
      daddrs.push_back(etr_page_address(i));
  std::vector<std::uint64_t> orders;
  refused = alloc_of(setup.area, orders).result != 0 || memory.bytes == 0;
}

EtrSpecification::EtrSpecification(const EtrSetup& setup, const EtrWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::any),
      setup_(setup),
      words_(words) {
  constexpr std::uint64_t kId = std::uint64_t{1} << 56U | std::uint64_t{5} << 8U | 0x10U;
  etr_.aux = area_.aux;
  etr_.aux.events = area_.events;
  etr_.handle = words.handles[0];
  etr_.memwidth = setup.memwidth;
  etr_.tracer = {setup.tells_id ? kId : 0, words.id_told};
  EtrBuf& buf = etr_.buf;
  buf.at = words.etr;
  buf.data.memory = buf.data.view = {words.bounce, words.memory.bytes, 1};
  buf.mode = words.memory.mode;
  buf.hwaddr = etr_page_address(0);
  buf.page_size = kEtrPageBytes;
  buf.daddrs = words.daddrs;
  area_.memory.observed = [this, other = area_.memory.observed](std::uint32_t kind, std::uint64_t a,
                                                                std::uint64_t b) {
    if (kind == said::Synced<>::kKind) synced_.emplace_back(a, b);
    other(kind, a, b);
  };
  area_.memory.tracing = true;
}

std::int64_t EtrSpecification::add(std::uint64_t event, bool started) {
  return etm_event_add(area_.cpu, sink_, etr_, area_.events.at(event), started) ? 0 : kInvalid;
}

void EtrSpecification::start(std::uint64_t event) {
  etm_event_start(area_.cpu, sink_, etr_, area_.events.at(event));
}

void EtrSpecification::stop(std::uint64_t event) {
  etm_event_stop(area_.cpu, sink_, etr_, area_.events.at(event));
}

void EtrSpecification::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work(!setup_.two_works);
}

void EtrSpecification::start_device() {
  std::vector<EtrDevice::Piece> pieces;
  for (const std::uint64_t address : words_.daddrs) pieces.push_back({address, kEtrPageBytes});
  if (words_.daddrs.empty()) pieces.push_back({etr_.buf.hwaddr, words_.memory.bytes});
  device_.start(std::move(pieces));
  publish();
}

void EtrSpecification::publish() {
  const EtrDevice::Registers now = device_.registers();
  area_.word(words_.etr.rrp) = now.rrp;
  area_.word(words_.etr.rwp) = now.rwp;
  area_.word(words_.etr.status) = now.status;
}

void EtrSpecification::write(const Call& call) {
  if (!device_.runs()) return;
  device_.write(call.at(0), call.at(1), [&](std::uint64_t address) {
    std::uint64_t offset = address - etr_.buf.hwaddr;
    for (std::uint64_t page = 0; page < words_.daddrs.size(); ++page)
      if (address - words_.daddrs[page] < kEtrPageBytes)
        offset = page * kEtrPageBytes + address - words_.daddrs[page];
    area_.word(words_.bounce + offset) = ++written_;
  });
  device_.point(static_cast<EtrElsewhere>(call.at(2)));
  publish();
}

void EtrSpecification::tell(Answers& answers) {
  tell_etr(answers, synced_, words_.memory.bytes, [&](std::uint64_t offset) {
    return static_cast<std::uint8_t>(word(words_.bounce + offset));
  });
  tell_area(answers);
}

void tell_etr(Answers& answers, const EtrSynced& synced, std::uint64_t bytes,
              const std::function<std::uint8_t(std::uint64_t offset)>& byte) {
  constexpr std::uint64_t kSumFactor = 31;
  std::uint64_t ranges = 0, sum = 0;
  for (const auto& [from, length] : synced)
    ranges = (ranges * kSumFactor + from) * kSumFactor + length;
  for (std::uint64_t i = 0; i < bytes; ++i) sum = sum * kSumFactor + byte(i);
  answer(answers, "times that memory was synced", static_cast<std::int64_t>(synced.size()));
  answer(answers, "sum of what was synced", static_cast<std::int64_t>(ranges));
  answer(answers, "sum of the sink's memory", static_cast<std::int64_t>(sum));
}

}  // namespace ringcheck
