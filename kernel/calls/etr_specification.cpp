// CoreSight TMC-ETR on the specification.
// Tested by tests/kernel/etr_specification_test.cpp and `make kernel`.
#include "kernel/calls/etr_sides.hpp"
#include "protocol/tmc/tmc_pages.hpp"

namespace ringcheck {

namespace {

/// The allocations of the driver, one of which may fail.
class EtrAllocations {
 public:
  EtrAllocations(const EtrSetup& setup, EtrGot& got) : setup_(setup), got_(got) {}

  /// True iff the next one can be had.
  bool take() { return ++got_.allocations != setup_.area.failing; }
  /// Memory of a session in this mode. Before the first one of a size, the driver allocates what it
  /// keeps about memory of that size. Source: tmc_alloc_etr_buf, tmc_etr_mode_alloc_buf.
  bool obtain(EtrMode mode, std::uint64_t bytes) {
    if (std::exchange(asked_, bytes) != bytes) kept_ = take();
    return kept_ && (mode == EtrMode::flat ? obtain_run(bytes) : obtain_pages(bytes));
  }

 private:
  /// Source: tmc_etr_alloc_flat_buf.
  bool obtain_run(std::uint64_t bytes) {
    if (!take()) return false;
    got_.steps.add(EtrStep::ask_for_run, bytes);
    if (!take() || setup_.no_run) return false;
    got_.hwaddr = etr_page_address(mapped_++);
    return true;
  }
  /// Source: tmc_etr_alloc_sg_buf, tmc_init_etr_sg_table, tmc_alloc_sg_table.
  bool obtain_pages(std::uint64_t bytes) {
    constexpr std::uint64_t kEntryBytes = 4;
    std::vector<std::uint64_t> tables;
    const std::uint64_t count = bytes / kEtrPageBytes;
    got_.daddrs.clear();
    if (!take() || !take() || !map(count, got_.daddrs)) return false;
    const SgTable table{0, kEtrPageBytes / kEntryBytes, 1, {}, got_.daddrs, {}};
    const std::uint64_t entries = tmc_etr_sg_table_entries(table);
    if (!map((entries + table.entries - 1) / table.entries, tables)) return false;
    got_.hwaddr = tables.front();
    for (const std::uint64_t page : tables) got_.steps.add(EtrStep::sync_from, page, kEtrPageBytes);
    return true;
  }
  /// Pages, each of them mapped for the device, and all for the CPU. Source: tmc_pages_alloc.
  bool map(std::uint64_t count, std::vector<std::uint64_t>& daddrs) {
    if (!take() || !take()) return false;
    TmcPages pages;
    const bool got = tmc_pages_alloc(
        pages, count, UnmappedPage::lost, [&] { return take() && !setup_.no_pages; },
        [&] {
          if (!take()) return false;
          daddrs.push_back(etr_page_address(mapped_++));
          return true;
        });
    got_.lost_pages += pages.lost;
    return got && take();
  }

  const EtrSetup& setup_;
  EtrGot& got_;
  std::uint64_t asked_ = 0;
  std::uint64_t mapped_ = 0;
  bool kept_ = false;
};

}  // namespace

EtrGot EtrSetup::got() const {
  constexpr std::uint64_t kScatters = 1;
  EtrGot got;
  EtrAllocations allocations(*this, got);
  // What the drivers of tracer and sink keep about the event.
  if (!allocations.take() || !allocations.take()) return got;
  const EtrFacts facts = {(capabilities & kScatters) != 0, false, false, configured, {}};
  got.memory = alloc_etr_buf(
      facts, area.aux_pages * area.page_bytes,
      [&](EtrMode mode, std::uint64_t bytes) { return allocations.obtain(mode, bytes); });
  if (got.memory.mode != EtrMode::sg) got.daddrs.clear();
  return got;
}

EtrWords::EtrWords(const EtrSetup& setup) : AuxAreaWords(setup.area), etr(EtrCells::at(driver)) {
  EtrGot got = setup.got();
  memory = got.memory;
  hwaddr = got.hwaddr;
  daddrs = std::move(got.daddrs);
  asked = got.steps;
  allocations = got.allocations;
  lost_pages = got.lost_pages;
  id_told = driver + EtrCells::kCount;
  bounce = id_told + 1;
  driver_names.assign(EtrCells::kNames.begin(), EtrCells::kNames.end());
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
  etr_.taken = setup.taken;
  etr_.tracer_case = setup.tracer_case;
  steps_ = words.asked;
  etr_.tracer = {setup.tells_id ? kId : 0, words.id_told};
  EtrBuf& buf = etr_.buf;
  buf.at = words.etr;
  buf.data.memory = buf.data.view = {words.bounce, words.memory.bytes, 1};
  buf.mode = words.memory.mode;
  buf.hwaddr = words.hwaddr;
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

std::uint64_t* EtrSpecification::word_of(TmcRegister which) {
  return which == TmcRegister::sts ? &area_.word(words_.etr.status) : nullptr;
}

bool EtrSpecification::enable() {
  constexpr std::uint64_t kCachesReads = 2, kRestores = 4;
  EtrProgram program;
  program.bytes = words_.memory.bytes;
  program.address = words_.hwaddr;
  program.scattered = words_.memory.mode == EtrMode::sg;
  program.caches_reads = (setup_.capabilities & kCachesReads) != 0;
  program.keeps_pointers = (setup_.capabilities & kRestores) != 0;
  program.trigger = kEtrTrigger;
  program.must_be_ready = setup_.must_be_ready;
  auto registers = port();
  if (!etr_enable_registers(registers, program)) return false;
  start_device();
  return true;
}

void EtrSpecification::disable() {
  auto registers = port();
  etr_disable_registers(registers);
  device_.stop();
}

void EtrSpecification::flush() {
  auto registers = port();
  registers.unlock();
  tmc_flush_and_stop(registers);
  registers.lock();
  device_.stop();
}

void EtrSpecification::publish() {
  const EtrDevice::Registers now = device_.registers();
  area_.word(words_.etr.rrp) = now.rrp;
  area_.word(words_.etr.rwp) = now.rwp;
  area_.word(words_.etr.status) = now.status;
}

void EtrSpecification::write(const Call& call) {
  if (!traces()) return;
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
  tell_etr(answers, steps_, synced_, words_.memory.bytes, [&](std::uint64_t offset) {
    return static_cast<std::uint8_t>(word(words_.bounce + offset));
  });
  tell_area(answers);
}

void tell_etr(Answers& answers, const EtrSteps& steps, const EtrSynced& synced, std::uint64_t bytes,
              const std::function<std::uint8_t(std::uint64_t offset)>& byte) {
  constexpr std::uint64_t kSumFactor = 31;
  std::uint64_t ranges = 0, sum = 0;
  for (const auto& [from, length] : synced)
    ranges = (ranges * kSumFactor + from) * kSumFactor + length;
  for (std::uint64_t i = 0; i < bytes; ++i) sum = sum * kSumFactor + byte(i);
  answer(answers, "steps of the driver", static_cast<std::int64_t>(steps.count));
  answer(answers, "sum of the steps", static_cast<std::int64_t>(steps.sum));
  answer(answers, "times that memory was synced", static_cast<std::int64_t>(synced.size()));
  answer(answers, "sum of what was synced", static_cast<std::int64_t>(ranges));
  answer(answers, "sum of the sink's memory", static_cast<std::int64_t>(sum));
}

}  // namespace ringcheck
