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
  keep_irq_work();
  const rc_etr_setup made = {static_cast<unsigned>(setup.capabilities),
                             static_cast<unsigned>(setup.memwidth),
                             static_cast<unsigned>(setup.configured)};
  unit_call<decltype(rc_etr_make)>("make")(&made);
  result_ = area_.make([&](void* event) { unit_call<decltype(rc_etr_prepare)>("prepare")(event); });
  if (result_ != 0) return;
  handle_ = unit_call<decltype(rc_etr_handle)>("handle")();
  name_driver();
  area_.machine.tracing = true;
}

long long EtrKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  const auto number = static_cast<std::uint64_t>(argument);
  if (name == "clock") return kFirstTime + argument;
  if (name == "dma_alloc") {
    if (setup_.no_run) return 0;
    run_bytes_ = number;
    return reinterpret_cast<long long>(area_.machine.alloc(number, kEtrPageBytes));
  }
  if (name == "dma_map") {
    const std::uint64_t address = etr_page_address(mapped_);
    auto* memory = reinterpret_cast<std::uint8_t*>(number);
    const std::uint64_t bytes = std::max(std::exchange(run_bytes_, 0), kEtrPageBytes);
    for (std::uint64_t i = 0; i < bytes; i += kEtrPageBytes) pages_[address + i] = memory + i;
    ++mapped_;
    return static_cast<long long>(address);
  }
  if (name == "dma_sync from") synced_from_ = number;
  if (name == "dma_sync bytes") synced_.emplace_back(synced_from_, number);
  if (name == "trace" && argument != 0) start_device();
  if (name == "trace" && argument == 0) device_.stop();
  if (name == "vmap")
    return pages_.empty() ? 0 : reinterpret_cast<long long>(area_.machine.alloc(number, 64));
  return 1;
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
  constexpr unsigned kCaptures = 1, kScatters = 1U << 7U;
  if ((etr_reg(RC_ETR_CTL) & kCaptures) == 0) return;
  std::uint64_t from = etr_reg(RC_ETR_DBALO) | std::uint64_t{etr_reg(RC_ETR_DBAHI)} << 32U;
  const std::uint64_t size = std::uint64_t{etr_reg(RC_ETR_RSZ)} * 4;
  std::vector<EtrDevice::Piece> pieces;
  if ((etr_reg(RC_ETR_AXICTL) & kScatters) == 0) {
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
  const EtrDevice::Registers kept = {
      etr_reg(RC_ETR_RRP) | std::uint64_t{etr_reg(RC_ETR_RRPHI)} << 32U,
      etr_reg(RC_ETR_RWP) | std::uint64_t{etr_reg(RC_ETR_RWPHI)} << 32U, etr_reg(RC_ETR_STS)};
  const bool scattered = words_.memory.mode == EtrMode::sg;
  // A sink that keeps its pointers does as it likes with a table's address.
  device_.start(std::move(pieces),
                (setup_.capabilities & kRestores) != 0 && !scattered ? &kept : nullptr);
  publish();
}

void EtrKernel::publish() {
  const EtrDevice::Registers now = device_.registers();
  etr_reg(RC_ETR_RRP) = static_cast<unsigned>(now.rrp);
  etr_reg(RC_ETR_RRPHI) = static_cast<unsigned>(now.rrp >> 32U);
  etr_reg(RC_ETR_RWP) = static_cast<unsigned>(now.rwp);
  etr_reg(RC_ETR_RWPHI) = static_cast<unsigned>(now.rwp >> 32U);
  etr_reg(RC_ETR_STS) = static_cast<unsigned>(now.status);
}

void EtrKernel::write(const Call& call) {
  if (!device_.runs()) return;
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
  tell_etr(answers, synced_, words_.memory.bytes, [&](std::uint64_t offset) {
    const std::uint64_t page = scattered ? words_.daddrs.at(offset / kEtrPageBytes)
                                         : etr_page_address(0) + offset - offset % kEtrPageBytes;
    const std::uint8_t* place = at(page + offset % kEtrPageBytes);
    return place != nullptr ? *place : std::uint8_t{0};
  });
  tell_area(answers);
}

}  // namespace ringcheck
