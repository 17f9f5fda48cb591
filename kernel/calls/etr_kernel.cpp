// CoreSight TMC-ETR on the kernel's text. The sink finds memory by its registers, or by the table
// that they lead to (Arm CoreSight System Trace and Memory Controller, Technical Reference Manual).
// Tested by `make kernel`.
#include <algorithm>
#include <cstring>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etr_sides.hpp"

namespace ringcheck {

EtrKernel::EtrKernel(const NativeObject& object, const EtrSetup& setup, const EtrWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::users, "etr"),
      setup_(setup),
      words_(words),
      hardware_(setup.is_ready, setup.has(kEtrRestores),
                [this](std::uint64_t base, std::uint64_t bytes, bool scattered) {
                  return find(base, bytes, scattered);
                }) {
  area_.machine.answer = [this](std::string_view name, long long argument) {
    return answer_to(name, argument);
  };
  area_.machine.memory_can_be_had = [this] { return can_be_had(); };
  area_.machine.pages_can_be_had = [this, aux = area_.machine.pages_can_be_had](unsigned order) {
    if (!area_.is_set_up() && !scarcity_.counts()) return aux(order);
    return can_be_had() && !setup_.no_pages;
  };
  area_.machine.between_locks = [this] {
    if (area_.machine.tracing) area_.machine.before_access();
  };
  keep_irq_work();
  make_sink();
  result_ = area_.make([&](void* event) {
    unit_call<decltype(rc_etr_prepare)>("prepare")(event, setup.sharing == EtrSharing::alone);
  });
  asked_ = steps_;
  if (result_ != 0) return;
  handle_ = unit_call<decltype(rc_etr_handle)>("handle")();
  name_driver();
  for (const EtrCame& came : etr_came(setup.first)) use(EtrAct(came.user, came.other));
  see(held());
  area_.machine.settle();
  area_.machine.tracing = true;
}

void EtrKernel::make_sink() {
  const rc_etr_setup made = {static_cast<unsigned>(setup_.capabilities),
                             static_cast<unsigned>(setup_.memwidth),
                             static_cast<unsigned>(setup_.configured),
                             kEtrTrigger,
                             setup_.preferred ? static_cast<int>(*setup_.preferred) : -1,
                             setup_.has_catu ? 1 : 0,
                             static_cast<rc_tracer_case>(setup_.tracer_case)};
  std::array<rc_etr_other, kEtrOthers.size()> others{};
  for (std::size_t i = 0; i < others.size(); ++i)
    others[i] = {static_cast<unsigned>(kEtrOthers[i].session),
                 static_cast<unsigned>(kEtrOthers[i].pages), kEtrOthers[i].alone ? 1U : 0U,
                 kEtrOthers[i].overwrite ? 1U : 0U};
  unit_call<decltype(rc_etr_make)>("make")(&made, others.data(), others.size());
  registers_ =
      reinterpret_cast<std::uint64_t>(unit_call<decltype(rc_etr_registers)>("registers")());
}

bool EtrKernel::can_be_had() {
  return area_.is_set_up() ? area_.can_be_had() : scarcity_.take();
}

long long EtrKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  const auto number = static_cast<std::uint64_t>(argument);
  if (name == "clock") return kFirstTime + argument;
  if (name == "iommu") return setup_.has_iommu ? 1 : 0;
  if (name == "idr_alloc") return can_be_had() ? 1 : 0;
  if (name == "dma_sync from" || name == "dma_give" || name == "dma_bytes") number_before_ = number;
  if (name == "dma_sync bytes") synced_.emplace_back(number_before_, number);
  const bool maps = name == "vmap" || name == "vmap page";
  if (maps && !area_.is_set_up() && !scarcity_.take()) return 0;
  if (name == "vmap of") mapped_.push_back(reinterpret_cast<const std::uint8_t*>(number));
  if (name == "dma_give bytes") give(number_before_, number);
  if (const auto given = area_.map_pages(name, argument)) {
    if (name == "vmap") note_piece(reinterpret_cast<const std::uint8_t*>(*given));
    return *given;
  }
  if (const auto given = give_memory(name, number)) return *given;
  if (const auto given = access(name, number)) return *given;
  return take_step(name, number).value_or(1);
}

std::optional<long long> EtrKernel::access(std::string_view name, std::uint64_t number) {
  if (name == "read") {
    const std::uint64_t place = number - registers_;
    *reinterpret_cast<std::uint32_t*>(number) =
        place >= kCatuRegisters ? catu_.read(static_cast<CatuRegister>(place - kCatuRegisters))
                                : hardware_.read(static_cast<TmcRegister>(place));
    return 0;
  }
  if (name == "written at") {
    number_before_ = number - registers_;
    return 0;
  }
  if (name == "written") {
    const auto value = static_cast<std::uint32_t>(number);
    steps_.add(EtrStep::write, number_before_, number);
    if (number_before_ >= kCatuRegisters)
      catu_.write(static_cast<CatuRegister>(number_before_ - kCatuRegisters), value);
    else
      hardware_.write(static_cast<TmcRegister>(number_before_), value);
    return 0;
  }
  if (name == "wait") {
    steps_.add(EtrStep::wait, number);
    if (number >> 16U >= kCatuRegisters) return 1;
    return hardware_.wait(static_cast<TmcRegister>(number >> 16U)) ? 1 : 0;
  }
  return {};
}

std::optional<long long> EtrKernel::take_step(std::string_view name, std::uint64_t number) {
  if (name == "dma_give bytes") steps_.add(EtrStep::sync_from, number_before_, number);
  if (name == "unlock") steps_.add(EtrStep::unlock);
  if (name == "lock") steps_.add(EtrStep::lock);
  if (name == "trace") steps_.add(EtrStep::tracer, number);
  if (name == "sink disabled") steps_.add(EtrStep::disabled, number);
  if (name == "copied") steps_.add(EtrStep::copied, number);
  if (name == "claim") {
    steps_.add(EtrStep::claim, number);
    bool& claimed = number != 0 ? catu_.claimed : claims_[0];
    const bool free = !claimed && (number != 0 || !claims_[1]);
    if (free) claimed = true;
    return free ? 1 : 0;
  }
  if (name == "disclaim") {
    steps_.add(EtrStep::disclaim, number);
    (number != 0 ? catu_.claimed : claims_[0]) = false;
  }
  return {};
}

std::optional<std::string> EtrKernel::left() const {
  if (!maps_.empty()) return fmt::format("the device keeps {} pieces of memory", maps_.size());
  return KernelDriver::left();
}

void EtrKernel::see(const std::vector<const void*>& held) {
  for (std::size_t i = 0; i < kEtrUsers; ++i)
    if (held[i] != nullptr) seen_.insert(held[i]);
}

std::uint64_t EtrKernel::orphans() const {
  const std::vector<const void*> held = this->held();
  const auto end = held.begin() + kEtrUsers;
  return static_cast<std::uint64_t>(std::ranges::count_if(seen_, [&](const void* buffer) {
    return !area_.machine.is_freed(buffer) && std::find(held.begin(), end, buffer) == end;
  }));
}

std::optional<std::string> EtrKernel::drop() {
  const bool is_open = word(words_.aux.aux_refcount) != 1;
  // What failed in the middle leaves a lock behind.
  if (under_way_ != 0 || is_open) return {};
  area_.machine.tracing = false;
  const std::vector<const void*> held = this->held();
  see(held);
  for (unsigned i = 0; i < kEtrOthers.size(); ++i)
    if (use_.is_mapped(i)) unit_call<decltype(rc_etr_unmap)>("unmap")(i);
  for (const void* buffer : seen_)
    if (buffer != held.front() && !area_.machine.is_freed(buffer))
      unit_call<decltype(rc_etr_drop)>("drop")(buffer);
  const std::optional<std::string> stays = KernelDriver::drop();
  return stays ? stays : left();
}

void EtrKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto add = [&](rc_etr_field field, std::uint64_t word, const NativeView& view = {}) {
    area_.add(unit_call<decltype(rc_etr_place)>("place")(area_.buffer, field), word, view);
  };
  constexpr std::uint64_t kNobody = 0xffff'ffff;
  add(RC_ETR_MODE, words_.sink.mode);
  add(RC_ETR_PID, words_.sink.pid, [](std::uint64_t pid) { return pid == kNobody ? 0 : pid; });
  add(RC_ETR_REFCNT, words_.sink.refcnt);
  add(RC_ETR_READING, words_.sink.reading);
  add(RC_ETR_OFFSET, words_.etr.offset);
  add(RC_ETR_LEN, words_.etr.len);
  add(RC_ETR_FULL, words_.etr.full);
}

std::optional<int> EtrKernel::use(const EtrAct& what) {
  const std::optional<int> result =
      let_use(use_, scarcity_, what, [&](bool starts) { return act(what, starts); });
  if (result) see(held());
  return result;
}

int EtrKernel::act(const EtrAct& act, bool starts) {
  const auto other = static_cast<unsigned>(act.other);
  switch (act.user) {
    case EtrUser::file:
    case EtrUser::file_too:
      return unit_call<int()>(starts ? "open" : "close")();
    case EtrUser::visitor:
      if (const int result = unit_call<int()>("open")(); result != 0) return result;
      return unit_call<int()>("close")();
    case EtrUser::reader:
      return read(act);
    case EtrUser::sysfs:
    case EtrUser::sysfs_too:
      if (starts) return unit_call<decltype(rc_etr_sysfs_on)>("sysfs_on")();
      unit_call<decltype(rc_etr_sysfs_off)>("sysfs_off")();
      return 0;
    case EtrUser::debugger:
      if (claims_[0] && starts) return kBusy;
      claims_[1] = starts;
      return 0;
    case EtrUser::size:
      unit_call<decltype(rc_etr_resize)>("resize")(
          static_cast<unsigned>(starts ? setup_.other_size() : setup_.configured));
      return 0;
    case EtrUser::area:
      return unit_call<int(unsigned)>(starts ? "map" : "unmap")(other);
    case EtrUser::tracer: {
      const rc_etr_transaction transaction = {kEtrOtherHead, kEtrOtherRoom, 0};
      if (starts) return unit_call<decltype(rc_etr_join)>("join")(other, &transaction);
      unit_call<decltype(rc_etr_leave)>("leave")(other, act.from == 0 ? 1 : 0);
      return 0;
    }
    case EtrUser::device:
      take_trace(kEtrLap);
      return 0;
    case EtrUser::nobody:
      break;
  }
  return 0;
}

int EtrKernel::read(const EtrAct& act) {
  auto from = static_cast<long long>(act.from);
  int bytes = 0;
  for (int times = 0; times < kEtrReads; ++times, from += bytes) {
    const void* place = nullptr;
    bytes = static_cast<int>(unit_call<decltype(rc_etr_read)>("read")(from, act.bytes, &place));
    if (bytes <= 0) break;
    const auto* first = static_cast<const std::uint8_t*>(place);
    for (int i = 0; i < bytes; ++i) read_ = sum_after(read_, first[i]);
  }
  return bytes;
}

void EtrKernel::interrupt(const Call& call, Answers& answers) {
  ++under_way_;
  answer(answers, "another user", use(EtrAct(call)).value_or(1));
  answer(answers, "sum of what was read", static_cast<std::int64_t>(read_));
  --under_way_;
}

void EtrKernel::write(const Call& call) {
  take_trace(call.at(0), call.at(1), static_cast<EtrElsewhere>(call.at(2)));
}

void EtrKernel::take_trace(std::uint64_t bytes, std::uint64_t status, EtrElsewhere elsewhere) {
  const auto through_table = [&](std::uint64_t table, std::uint64_t offset) {
    return translated(table, offset);
  };
  hardware_.trace(bytes, status, elsewhere, [&](std::uint64_t address) {
    ++written_;
    const auto arrives = setup_.has_catu ? catu_.translate(address, through_table) : address;
    std::uint8_t* place = arrives ? at(*arrives) : nullptr;
    if (place != nullptr)
      *place = written_;
    else
      ++astray_;
  });
}

void EtrKernel::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work();
}

std::vector<const void*> EtrKernel::held() const {
  std::vector<const void*> held = {
      unit_call<decltype(rc_etr_buffer_of_event)>("buffer_of_event")(area_.buffer)};
  for (unsigned i = 0; i < kEtrOthers.size(); ++i)
    held.push_back(unit_call<decltype(rc_etr_buffer_of_other)>("buffer_of_other")(i));
  const auto of = [&](rc_etr_holder holder, std::uint64_t pid = 0) {
    held.push_back(
        unit_call<decltype(rc_etr_buffer_of)>("buffer_of")(holder, static_cast<unsigned>(pid)));
  };
  of(RC_ETR_SYSFS);
  of(RC_ETR_HARDWARE);
  of(RC_ETR_PERF);
  of(RC_ETR_TABLE, kEtrSession);
  of(RC_ETR_TABLE_OTHER, kEtrOtherSession);
  return held;
}

EtrOtherTold EtrKernel::told_of_other(unsigned other) const {
  const auto transaction = unit_call<decltype(rc_etr_transaction_of)>("transaction_of")(other);
  EtrOtherTold told = {transaction.head, transaction.size, transaction.flags};
  for (unsigned i = 0; i < kEtrOthers[other].pages; ++i) {
    const auto* page =
        static_cast<const std::uint8_t*>(unit_call<decltype(rc_etr_page)>("page")(other, i));
    for (std::uint64_t k = 0; k < kEtrPageBytes; ++k) told.sum = sum_after(told.sum, page[k]);
  }
  return told;
}

void EtrKernel::tell(Answers& answers) {
  const bool tracing = std::exchange(area_.machine.tracing, false);
  const std::vector<const void*> held = this->held();
  see(held);
  EtrTold told;
  told.steps = steps_;
  told.synced = synced_;
  told.astray = astray_;
  if (!scarcity_.counts()) told.orphans = orphans();
  told.claimed_by_debugger = claims_[1];
  told.captures = hardware_.captures();
  told.catu = {catu_.claimed, catu_.is_on(),
               unit_call<decltype(rc_etr_catu_users)>("catu_users")()};
  told.holders = etr_holders(held);
  for (std::size_t i = 0; i < kEtrUsers; ++i)
    if (told.holders[i] == i + 1) told.buffers.push_back(this->told(held[i]));
  for (unsigned i = 0; i < kEtrOthers.size(); ++i) told.others.push_back(told_of_other(i));
  tell_etr(answers, told);
  tell_area(answers);
  area_.machine.tracing = tracing;
}

}  // namespace ringcheck
