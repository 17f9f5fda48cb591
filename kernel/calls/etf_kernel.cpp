// A TMC-ETF, a TMC-ETB or an ETB10 on the kernel's text.
// Tested by `make kernel`.
#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etf_sides.hpp"

namespace ringcheck {

EtfKernel::EtfKernel(const NativeObject& object, const EtfSetup& setup, const EtfWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::any, "etf"),
      setup_(setup),
      words_(words),
      hardware_(setup.etb10, setup.words, setup.is_ready, setup.flushes) {
  area_.machine.answer = [this](std::string_view name, long long argument) {
    return answer_to(name, argument);
  };
  area_.machine.memory_can_be_had = [this] { return !scarce_ && area_.can_be_had(); };
  keep_irq_work();
  const rc_etf_setup made = {
      static_cast<unsigned>(setup.words), static_cast<unsigned>(setup.memwidth), kEtfTrigger,
      setup.pid_stays ? 1U : 0U, static_cast<rc_tracer_case>(setup.tracer_case)};
  unit_call<decltype(rc_etf_make)>("make")(&made);
  registers_ =
      reinterpret_cast<std::uint64_t>(unit_call<decltype(rc_etf_registers)>("registers")());
  result_ = area_.make([&](void* event) {
    unit_call<decltype(rc_etf_prepare)>("prepare")(event, setup.owner_ended ? 1 : 0);
  });
  if (result_ != 0) return;
  handle_ = unit_call<decltype(rc_etf_handle)>("handle")();
  name_driver();
  use(setup.first);
  area_.machine.settle();
  area_.machine.tracing = true;
}

long long EtfKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  const auto number = static_cast<std::uint64_t>(argument);
  if (name == "clock") return kFirstTime + argument;
  if (name == "trace") traces_ = argument != 0;
  return take_step(name, number).value_or(1);
}

std::optional<long long> EtfKernel::take_step(std::string_view name, std::uint64_t number) {
  if (name == "read") {
    const auto value = hardware_.read(static_cast<TmcRegister>(number - registers_));
    *reinterpret_cast<std::uint32_t*>(number) = value;
  }
  if (name == "written at") number_before_ = number - registers_;
  if (name == "written") {
    steps_.add(EtrStep::write, number_before_, number);
    hardware_.write(static_cast<TmcRegister>(number_before_), static_cast<std::uint32_t>(number));
  }
  if (name == "unlock") steps_.add(EtrStep::unlock);
  if (name == "lock") steps_.add(EtrStep::lock);
  if (name == "sink disabled") steps_.add(EtrStep::disabled, number);
  if (name == "wait") {
    steps_.add(EtrStep::wait, number);
    return hardware_.wait(static_cast<TmcRegister>(number >> 16U)) ? 1 : 0;
  }
  if (name == "claim") {
    steps_.add(EtrStep::claim);
    const bool free = claims_[0] == 0 && claims_[1] == 0;
    if (free) claims_[0] = 1;
    return free ? 1 : 0;
  }
  if (name == "disclaim") {
    steps_.add(EtrStep::disclaim);
    claims_[0] = 0;
  }
  return {};
}

void EtfKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto add = [&](rc_etf_field field, std::uint64_t word, const NativeView& view = {}) {
    area_.add(unit_call<decltype(rc_etf_place)>("place")(field), word, view);
  };
  constexpr std::uint64_t kNobody = 0xffff'ffff;
  add(RC_ETF_MODE, words_.users.mode);
  add(RC_ETF_PID, words_.users.pid, [](std::uint64_t pid) { return pid == kNobody ? 0 : pid; });
  add(RC_ETF_REFCNT, words_.users.refcnt);
  area_.add({claims_.data(), sizeof(std::uint64_t)}, words_.users.claim.mine);
  area_.add({claims_.data() + 1, sizeof(std::uint64_t)}, words_.users.claim.other);
}

int EtfKernel::use(EtfUser user) {
  const auto flip = [&](bool& uses, const char* start, const char* end) {
    const int result = unit_call<int()>(uses ? end : start)();
    uses = !uses && result == 0;
    return result;
  };
  switch (user) {
    case EtfUser::file:
      // Who closes a file does so whatever the driver says.
      use_.position = 0;
      return flip(use_.open, "open", "close");
    case EtfUser::link:
      return flip(use_.link, "link_on", "link_off");
    case EtfUser::sysfs:
      return flip(use_.sysfs[0], "sysfs_on", "sysfs_off");
    case EtfUser::sysfs_too:
      return flip(use_.sysfs[1], "sysfs_on", "sysfs_off");
    case EtfUser::debugger:
      if (claims_[0] == 0) claims_[1] ^= 1U;
      return 0;
    case EtfUser::reader:
    case EtfUser::nobody:
      return 0;
    default:
      break;
  }
  const bool same = user == EtfUser::same_session;
  bool& joined = use_.joined[same ? 0 : 1];
  const int result = joined ? unit_call<decltype(rc_etf_leave)>("leave")()
                            : unit_call<decltype(rc_etf_join)>("join")(
                                  same ? RC_ETF_SAME_SESSION : RC_ETF_OTHER_SESSION, kEtfOtherHead);
  joined = !joined && result == 0;
  return result;
}

std::int64_t EtfKernel::read(const EtfReading& what) {
  if (!use_.open) return 1;
  std::array<std::uint8_t, kEtfMostRead> bytes{};
  auto at = static_cast<long long>(what.at == 0 ? use_.position : what.at - 1);
  const std::int64_t result =
      unit_call<decltype(rc_etf_read)>("read")(&at, what.bytes, bytes.data());
  if (what.at == 0) use_.position = static_cast<std::uint64_t>(at);
  if (result > 0)
    read_ = sum_after_all(read_, static_cast<std::uint64_t>(result),
                          [&](std::uint64_t i) { return bytes.at(i); });
  return result;
}

void EtfKernel::interrupt(const Call& call, Answers& answers) {
  fails_ = true;
  scarce_ = call.at(1) != 0;
  const auto user = static_cast<EtfUser>(call.at(0));
  answer(answers, "another user",
         user == EtfUser::reader ? read({call.at(2), call.at(3)}) : use(user));
  answer(answers, "sum of what was read", static_cast<std::int64_t>(read_));
  fails_ = scarce_ = false;
}

void EtfKernel::write(const Call& call) {
  take_trace(call, hardware_, trace_);
}

void EtfKernel::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work();
}

void EtfKernel::tell(Answers& answers) {
  const auto* own = static_cast<const std::uint32_t*>(unit_call<decltype(rc_etf_own)>("own")());
  const bool readable = own != nullptr && !area_.machine.is_freed(own);
  tell_etf(answers, steps_, hardware_, target(),
           unit_call<decltype(rc_etf_own_bytes)>("own_bytes")(),
           {own, readable ? setup_.words : 0});
  tell_area(answers);
}

std::optional<std::string> EtfKernel::drop() {
  // What failed in the middle leaves a lock behind.
  if (fails_) return {};
  void* own = unit_call<decltype(rc_etf_own)>("own")();
  unit_call<decltype(rc_etf_drop_own)>("drop_own")(area_.machine.is_freed(own) ? 1 : 0);
  return KernelDriver::drop();
}

}  // namespace ringcheck
