// CoreSight TMC-ETR on the kernel's text. The sink finds memory by its registers, or by the table
// that they lead to (Arm CoreSight System Trace and Memory Controller, Technical Reference Manual).
// Tested by `make kernel`.
#include <algorithm>
#include <cstring>

#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {

EtrKernel::EtrKernel(const NativeObject& object, const EtrSetup& setup, const EtrWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::any, "etr"),
      setup_(setup),
      words_(words) {
  area_.machine.answer = [this](std::string_view name, long long argument) {
    return answer_to(name, argument);
  };
  area_.machine.pages_can_be_had = [this](unsigned) {
    return area_.can_be_had() && !(setup_.no_pages && area_.is_set_up());
  };
  keep_irq_work();
  const rc_etr_user user = setup.taken == EtrTaken::by_sysfs     ? RC_ETR_SYSFS
                           : setup.taken == EtrTaken::by_session ? RC_ETR_OTHER_SESSION
                                                                 : RC_ETR_FREE;
  const rc_etr_setup made = {static_cast<unsigned>(setup.capabilities),
                             static_cast<unsigned>(setup.memwidth),
                             static_cast<unsigned>(setup.configured),
                             kEtrTrigger,
                             user,
                             static_cast<rc_tracer_case>(setup.tracer_case)};
  unit_call<decltype(rc_etr_make)>("make")(&made);
  registers_ =
      reinterpret_cast<std::uint64_t>(unit_call<decltype(rc_etr_registers)>("registers")());
  etr_reg(TmcRegister::axictl) = kEtrAxictl;
  result_ = area_.make([&](void* event) { unit_call<decltype(rc_etr_prepare)>("prepare")(event); });
  asked_ = steps_;
  if (result_ != 0) return;
  handle_ = unit_call<decltype(rc_etr_handle)>("handle")();
  name_driver();
  area_.machine.tracing = true;
}

long long EtrKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  const auto number = static_cast<std::uint64_t>(argument);
  if (name == "clock") return kFirstTime + argument;
  if (name == "trace") traces_ = argument != 0;
  if (name == "dma_sync from" || name == "dma_give" || name == "written at" || name == "dma_bytes")
    number_before_ = number;
  if (name == "dma_sync bytes") synced_.emplace_back(number_before_, number);
  if (const auto given = area_.map_pages(name, argument)) return *given;
  if (const auto given = give_memory(name, number)) return *given;
  return take_step(name, number).value_or(1);
}

std::optional<long long> EtrKernel::give_memory(std::string_view name, std::uint64_t number) {
  if (name == "dma_alloc") {
    steps_.add(EtrStep::ask_for_run, number);
    if (!area_.can_be_had() || setup_.no_run) return 0;
    run_bytes_ = number;
    return reinterpret_cast<long long>(area_.machine.alloc(number, kEtrPageBytes));
  }
  constexpr unsigned kDirectionBits = 2;
  const std::uint64_t bytes = number_before_ >> kDirectionBits;
  auto* memory = reinterpret_cast<std::uint8_t*>(number);
  if (name == "dma_address") return static_cast<long long>(map(memory, run_bytes_));
  if (name == "dma_map") return area_.can_be_had() ? static_cast<long long>(map(memory, bytes)) : 0;
  if (name == "dma_unmap") {
    unmap(number);
    return 0;
  }
  return {};
}

std::optional<long long> EtrKernel::take_step(std::string_view name, std::uint64_t number) {
  if (name == "dma_give bytes") steps_.add(EtrStep::sync_from, number_before_, number);
  if (name == "unlock") steps_.add(EtrStep::unlock);
  if (name == "lock") steps_.add(EtrStep::lock);
  if (name == "sink disabled") steps_.add(EtrStep::disabled, number);
  if (name == "disclaim") steps_.add(EtrStep::disclaim);
  if (name == "written") written(static_cast<TmcRegister>(number_before_ - registers_), number);
  if (name == "claim") {
    steps_.add(EtrStep::claim);
    return setup_.taken == EtrTaken::by_debugger ? 0 : 1;
  }
  if (name == "wait") {
    steps_.add(EtrStep::wait, number);
    const auto which = static_cast<TmcRegister>(number >> 16U);
    if (which == TmcRegister::ffcr) etr_reg(which) &= ~(1U << kTmcFlushBit);
    return which != TmcRegister::sts || setup_.is_ready ? 1 : 0;
  }
  return {};
}

void EtrKernel::written(TmcRegister which, std::uint64_t value) {
  steps_.add(EtrStep::write, static_cast<std::uint64_t>(which), value);
  if (which == TmcRegister::ctl && (value & kTmcCaptures) != 0) start_device();
  const bool flushed = which == TmcRegister::ffcr && (value >> kTmcFlushBit & 1U) != 0;
  if (flushed || (which == TmcRegister::ctl && (value & kTmcCaptures) == 0)) device_.stop();
}

std::uint64_t EtrKernel::map(std::uint8_t* memory, std::uint64_t bytes) {
  const std::uint64_t address = etr_page_address(mapped_++);
  for (std::uint64_t i = 0; i < bytes; i += kEtrPageBytes) pages_[address + i] = memory + i;
  maps_[address] = {bytes, number_before_};
  return address;
}

void EtrKernel::unmap(std::uint64_t address) {
  const auto found = maps_.find(address);
  if (found == maps_.end()) throw NativeFailure("what the device does not have is taken from it");
  const auto& [bytes, how] = found->second;
  if (how != number_before_) throw NativeFailure("memory is given back in another way than taken");
  for (std::uint64_t i = 0; i < bytes; i += kEtrPageBytes) pages_.erase(address + i);
  maps_.erase(found);
}

std::optional<std::string> EtrKernel::left() const {
  if (!maps_.empty()) return fmt::format("the device keeps {} pieces of memory", maps_.size());
  return KernelDriver::left();
}

std::optional<std::string> EtrKernel::drop() {
  const bool is_open = word(words_.aux.aux_refcount) != 1;
  std::optional<std::string> stays = KernelDriver::drop();
  return stays || is_open ? stays : left();
}

void EtrKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto add = [&](rc_etr_field field, std::uint64_t word, const NativeView& view = {}) {
    area_.add(unit_call<decltype(rc_etr_place)>("place")(area_.buffer, field), word, view);
  };
  add(RC_ETR_OFFSET, words_.etr.offset);
  add(RC_ETR_LEN, words_.etr.len);
  add(RC_ETR_FULL, words_.etr.full);
  add(RC_ETR_REFCNT, words_.etr.refcnt);
  add(RC_ETR_PERF_BUF, words_.etr.perf_buf, [](std::uint64_t buf) { return buf != 0 ? 1U : 0U; });
}

std::uint8_t* EtrKernel::at(std::uint64_t address) const {
  const auto page = pages_.find(address - address % kEtrPageBytes);
  return page == pages_.end() ? nullptr : page->second + address % kEtrPageBytes;
}

void EtrKernel::start_device() {
  const auto pair = [this](TmcRegister low, TmcRegister high) {
    return etr_reg(low) | std::uint64_t{etr_reg(high)} << 32U;
  };
  std::uint64_t from = pair(TmcRegister::dbalo, TmcRegister::dbahi);
  const std::uint64_t size = std::uint64_t{etr_reg(TmcRegister::rsz)} * 4;
  std::vector<EtrDevice::Piece> pieces;
  if ((etr_reg(TmcRegister::axictl) & kTmcScatters) == 0) {
    pieces.push_back({from, size});
  } else {
    for (std::uint64_t left = size; left > 0; from += sizeof(std::uint32_t)) {
      std::uint32_t entry = 0;
      const std::uint8_t* place = at(from);
      if (place == nullptr) break;
      std::memcpy(&entry, place, sizeof(entry));
      const std::uint64_t leads_to = std::uint64_t{entry >> 4U} << 12U;
      const auto type = static_cast<EtrEntry>(entry & 3U);
      if (type == EtrEntry::link) {
        from = leads_to - sizeof(std::uint32_t);
        continue;
      }
      pieces.push_back({leads_to, kEtrPageBytes});
      left -= std::min(left, kEtrPageBytes);
      if (type == EtrEntry::last) break;
    }
  }
  constexpr std::uint64_t kRestores = 4;
  const EtrDevice::Registers kept = {pair(TmcRegister::rrp, TmcRegister::rrphi),
                                     pair(TmcRegister::rwp, TmcRegister::rwphi),
                                     etr_reg(TmcRegister::sts)};
  const bool scattered = words_.memory.mode == EtrMode::sg;
  // A sink that keeps its pointers does as it likes with a table's address.
  device_.start(std::move(pieces),
                (setup_.capabilities & kRestores) != 0 && !scattered ? &kept : nullptr);
  publish();
}

void EtrKernel::publish() {
  const EtrDevice::Registers now = device_.registers();
  etr_reg(TmcRegister::rrp) = static_cast<unsigned>(now.rrp);
  etr_reg(TmcRegister::rrphi) = static_cast<unsigned>(now.rrp >> 32U);
  etr_reg(TmcRegister::rwp) = static_cast<unsigned>(now.rwp);
  etr_reg(TmcRegister::rwphi) = static_cast<unsigned>(now.rwp >> 32U);
  etr_reg(TmcRegister::sts) = static_cast<unsigned>(now.status);
}

void EtrKernel::interrupt(const Call&, Answers&) {
  reading_ = !reading_;
  unit_call<decltype(rc_etr_read)>("read")(reading_ ? 1 : 0);
}

void EtrKernel::write(const Call& call) {
  if (!traces()) return;
  device_.write(call.at(0), call.at(1), [&](std::uint64_t address) {
    ++written_;
    if (std::uint8_t* place = at(address)) *place = written_;
  });
  device_.point(static_cast<EtrElsewhere>(call.at(2)));
  publish();
}

void EtrKernel::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work();
}

void EtrKernel::tell(Answers& answers) {
  const bool scattered = words_.memory.mode == EtrMode::sg;
  tell_etr(answers, steps_, synced_, words_.memory.bytes, [&](std::uint64_t offset) {
    const std::uint64_t page = scattered ? words_.daddrs.at(offset / kEtrPageBytes)
                                         : words_.hwaddr + offset - offset % kEtrPageBytes;
    const std::uint8_t* place = at(page + offset % kEtrPageBytes);
    return place != nullptr ? *place : std::uint8_t{0};
  });
  tell_area(answers);
}

}  // namespace ringcheck
