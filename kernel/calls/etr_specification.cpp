// CoreSight TMC-ETR on the specification.
// Tested by tests/kernel/etr_specification_test.cpp and `make kernel`.
#include <algorithm>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etr_sides.hpp"
#include "protocol/tmc/sg_table.hpp"

namespace ringcheck {

EtrSpecification::EtrSpecification(const EtrSetup& setup, const EtrWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::users),
      setup_(setup),
      words_(words),
      steps_(words.asked),
      hardware_(setup.is_ready, setup.has(kEtrRestores),
                [this](std::uint64_t, std::uint64_t, bool) { return find(); }),
      given_(words.start.given),
      size_(setup.configured) {
  constexpr std::uint64_t kId = std::uint64_t{1} << 56U | std::uint64_t{5} << 8U | 0x10U;
  area_.memory.observed = [this, other = area_.memory.observed](std::uint32_t kind, std::uint64_t a,
                                                                std::uint64_t b) {
    if (kind == said::Synced<>::kKind) synced_.emplace_back(a, b);
    other(kind, a, b);
  };
  const std::uint64_t number = make_buffer(words.start.got, words.etr);
  area_.word(words.sink.references + number) = 1;
  if (setup.sharing == EtrSharing::session) area_.word(words.sink.entry) = number;
  etr_.at = words.sink;
  etr_.user = {kEtrSession, 0, number};
  etr_.buf = buffers_.at(0).buf;
  etr_.memwidth = setup.memwidth;
  etr_.aux = area_.aux;
  etr_.aux.events = area_.events;
  etr_.handle = words.handles[0];
  etr_.tracer = {setup.tells_id ? kId : 0, words.id_told};
  etr_.tracer_case = setup.tracer_case;
  make_others();
  for (const EtrCame& came : etr_came(setup.first)) use(EtrAct(came.user, came.other));
  area_.memory.tracing = true;
}

std::uint64_t EtrSpecification::more_words(std::uint64_t count) {
  const std::uint64_t first = area_.memory.words.size();
  area_.memory.words.resize(first + count);
  return first;
}

void EtrSpecification::make_others() {
  for (const EtrOther& of : kEtrOthers) {
    Other other;
    EtrSession& session = other.session;
    session = etr_;
    if (of.session != kEtrSession) session.at.entry = words_.other_entry;
    session.user.pid = of.session;
    session.handle = AuxHandle::at(more_words(AuxHandle::kCount));
    session.aux.overwrite = of.overwrite;
    const std::uint64_t bytes = of.pages * kEtrPageBytes;
    session.aux.area = {more_words(bytes), bytes, 1};
    others_.push_back(std::move(other));
  }
}

std::uint64_t EtrSpecification::make_buffer(EtrGot got, EtrCells at) {
  const std::uint64_t bytes = got.memory.bytes;
  const std::uint64_t number = buffers_.size() + 1;
  if (number > EtrWords::kMostBuffers) throw SpecificationFailure("more buffers than numbers");
  at.rrp = words_.etr.rrp;
  at.rwp = words_.etr.rwp;
  at.status = words_.etr.status;
  at.refcnt = words_.sink.refcnt;
  at.perf_buf = words_.sink.perf_buf;
  Made& made = buffers_.emplace_back();
  made.daddrs = std::move(got.daddrs);
  made.tables = std::move(got.tables);
  EtrBuf& buf = made.buf;
  buf.at = at;
  buf.data.memory = buf.data.view = {more_words(bytes), bytes, 1};
  buf.mode = got.memory.mode;
  buf.name = number;
  buf.hwaddr = got.hwaddr;
  buf.page_size = kEtrPageBytes;
  buf.daddrs = made.daddrs;
  for (std::uint64_t i = 0; i < buf.paged_bytes(); i += kEtrPageBytes)
    pages_[made.daddrs.empty() ? got.hwaddr + i : made.daddrs[i / kEtrPageBytes]] =
        buf.data.memory.base + i;
  return number;
}

std::uint64_t EtrSpecification::allocate(std::optional<std::uint64_t> aux_bytes) {
  // Nobody may wait for memory under the CATU's lock (docs/findings.md V-69).
  if (catu_is_locked_ && !std::exchange(slept_, true)) area_.cpu.observe(said::Warned<>::kKind);
  EtrAllocations allocations(setup_, given_, steps_, [&] { return scarcity_.take(); });
  EtrGot got = aux_bytes ? allocations.for_area(size_, *aux_bytes) : allocations.of_size(size_);
  if (got.memory.bytes == 0) return 0;
  constexpr std::uint64_t kOwnWords = 3;  // offset, len, full
  const std::uint64_t number = make_buffer(std::move(got), EtrCells::at(more_words(kOwnWords)));
  area_.word(words_.sink.references + number) = 1;
  return number;
}

EtrSpecification::Made& EtrSpecification::usable(std::uint64_t number) {
  if (number == 0) throw SpecificationFailure("a null pointer is used");
  if (buffers_.at(number - 1).freed) throw SpecificationFailure("freed memory is used");
  return buffers_.at(number - 1);
}

void EtrSpecification::free(std::uint64_t number) {
  Made& made = usable(number);
  made.freed = true;
  std::erase_if(pages_, [&](const auto& page) {
    return page.second - made.buf.data.memory.base < made.buf.size();
  });
}

std::int64_t EtrSpecification::add(std::uint64_t event, bool started) {
  return etm_event_add(area_.cpu, unit_, etr_, area_.events.at(event), started) ? 0 : kInvalid;
}

void EtrSpecification::start(std::uint64_t event) {
  etm_event_start(area_.cpu, unit_, etr_, area_.events.at(event));
}

void EtrSpecification::stop(std::uint64_t event) {
  etm_event_stop(area_.cpu, unit_, etr_, area_.events.at(event));
}

void EtrSpecification::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work(!setup_.two_works);
}

void EtrSpecification::between_locks() {
  if (area_.memory.tracing && !catu_is_locked_) area_.memory.before_access();
}

std::vector<EtrHardware::Piece> EtrSpecification::find() const {
  const Made& made = buffers_.at(enabled_ - 1);
  std::vector<EtrHardware::Piece> pieces;
  if (made.buf.mode == EtrMode::sg)
    for (const std::uint64_t address : made.daddrs) pieces.push_back({address, kEtrPageBytes});
  else
    pieces.push_back({made.buf.hwaddr, made.buf.size()});
  return pieces;
}

bool EtrSpecification::program() {
  const EtrBuf& buf = usable(enabled_).buf;
  EtrProgram program;
  program.bytes = buf.size();
  program.address = buf.hwaddr;
  program.scattered = buf.mode == EtrMode::sg;
  program.caches_reads = setup_.has(kEtrCachesReads);
  program.keeps_pointers = setup_.has(kEtrRestores);
  program.trigger = kEtrTrigger;
  program.must_be_ready = setup_.must_be_ready;
  const bool enabled = etr_enable_registers(port_, program);
  publish();
  return enabled;
}

bool EtrSpecification::enable(std::uint64_t number) {
  usable(number);
  if (has_catu(CatuEnabled::by_the_sink)) {
    catu_port_.unlock();
    const int result = catu_enable_hw(catu_port_, [&] { return catu_buffer({0, number}); });
    catu_port_.lock();
    if (result != 0) return false;
  }
  steps_.add(EtrStep::claim);
  if (claims_[0] || claims_[1]) return false;
  claims_[0] = true;
  enabled_ = number;
  if (program()) return true;
  enabled_ = 0;
  steps_.add(EtrStep::disclaim);
  claims_[0] = false;
  return false;
}

void EtrSpecification::pause() {
  etr_disable_registers(port_, [&] {
    publish();
    if (area_.word(words_.sink.mode) == kSinkSysfs)
      sync_sysfs_buffer(area_.cpu, usable(area_.word(words_.sink.sysfs_buf)).buf);
  });
}

void EtrSpecification::disable() {
  pause();
  if (has_catu(CatuEnabled::by_the_sink)) {
    catu_port_.unlock();
    catu_disable_hw(catu_port_);
    catu_port_.lock();
  }
  steps_.add(EtrStep::disclaim);
  claims_[0] = false;
  enabled_ = 0;
}

void EtrSpecification::flush() {
  port_.unlock();
  tmc_flush_and_stop(port_);
  publish();
  port_.lock_later();
}

void EtrSpecification::publish() {
  area_.word(words_.etr.rrp) = hardware_.pair(TmcRegister::rrp, TmcRegister::rrphi);
  area_.word(words_.etr.rwp) = hardware_.pair(TmcRegister::rwp, TmcRegister::rwphi);
  area_.word(words_.etr.status) = hardware_.read(TmcRegister::sts);
}

void EtrSpecification::write(const Call& call) {
  take_trace(call.at(0), call.at(1), static_cast<EtrElsewhere>(call.at(2)));
}

void EtrSpecification::take_trace(std::uint64_t bytes, std::uint64_t status,
                                  EtrElsewhere elsewhere) {
  hardware_.trace(bytes, status, elsewhere, [&](std::uint64_t address) {
    ++written_;
    const std::optional<std::uint64_t> at = arrives(address);
    const auto page = at ? pages_.find(*at - *at % kEtrPageBytes) : pages_.end();
    if (page != pages_.end())
      area_.word(page->second + *at % kEtrPageBytes) = written_;
    else
      ++astray_;
  });
  publish();
}

std::vector<std::uint64_t> EtrSpecification::held() const {
  std::vector<std::uint64_t> held = {etr_.user.buffer};
  for (const Other& other : others_) held.push_back(other.buffer);
  const SinkCells& at = words_.sink;
  held.insert(held.end(), {word(at.sysfs_buf), enabled_, word(at.perf_buf), word(at.entry),
                           word(words_.other_entry)});
  return held;
}

std::uint64_t EtrSpecification::place_of(const EtrBuf& buf, std::uint64_t offset) {
  if (buf.daddrs.empty()) return buf.hwaddr + offset;
  return offset < buf.paged_bytes() ? buf.daddrs[offset / kEtrPageBytes] : 0;
}

EtrBufferTold EtrSpecification::told(std::uint64_t number) const {
  const EtrBuf& buf = buffers_.at(number - 1).buf;
  EtrBufferTold told = {buf.size(),
                        buf.hwaddr,
                        static_cast<std::uint64_t>(buf.mode),
                        word(words_.sink.references + number),
                        word(buf.at.offset),
                        word(buf.at.len),
                        word(buf.at.full)};
  const std::vector<std::uint64_t>& tables = buffers_.at(number - 1).tables;
  if (!tables.empty()) told.table = tables.front();
  const std::uint64_t used = (buf.paged_bytes() + kCatuTableReach - 1) / kCatuTableReach;
  for (std::uint64_t i = 0; !tables.empty() && i < used; ++i)
    for (const std::uint64_t link : {i == 0 ? 0 : tables[i - 1], i + 1 == used ? 0 : tables[i + 1]})
      told.places = sum_after(told.places, catu_entry(link));
  const bool scattered = buf.mode == EtrMode::sg;
  for (std::uint64_t i = 0; i < (scattered ? buf.paged_bytes() : buf.size()); i += kEtrPageBytes) {
    ++told.pages;
    told.places = sum_after(told.places, place_of(buf, i));
  }
  for (std::uint64_t i = 0; i < std::min(buf.size(), kEtrToldPages * kEtrPageBytes); ++i)
    told.sum = sum_after(told.sum, static_cast<std::uint8_t>(word(buf.data.memory.base + i)));
  return told;
}

EtrOtherTold EtrSpecification::handle_of(std::size_t other) const {
  const EtrSession& session = others_.at(other).session;
  const ByteArea& area = session.aux.area;
  EtrOtherTold told = {word(session.handle.head), word(session.handle.size),
                       word(session.handle.flags)};
  for (std::uint64_t i = 0; i < area.bytes; ++i)
    told.sum = sum_after(told.sum, static_cast<std::uint8_t>(word(area.base + i)));
  return told;
}

void EtrSpecification::tell(Answers& answers) {
  const std::vector<std::uint64_t> held = this->held();
  EtrTold told;
  told.steps = steps_;
  told.synced = synced_;
  told.astray = astray_;
  const auto end = held.begin() + kEtrUsers;
  for (std::uint64_t number = 1; !scarcity_.counts() && number <= buffers_.size(); ++number)
    if (!buffers_[number - 1].freed && std::find(held.begin(), end, number) == end) ++told.orphans;
  told.claimed_by_debugger = claims_[1];
  told.captures = hardware_.captures();
  told.catu = {catu_.claimed, catu_.is_on(), catu_users_};
  told.holders = etr_holders(held);
  for (std::size_t i = 0; i < kEtrUsers; ++i)
    if (told.holders[i] == i + 1) told.buffers.push_back(this->told(held[i]));
  for (std::size_t i = 0; i < others_.size(); ++i) told.others.push_back(handle_of(i));
  tell_etr(answers, told);
  tell_area(answers);
}

}  // namespace ringcheck
