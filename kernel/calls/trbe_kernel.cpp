// Arm TRBE on the kernel's text. The unit finds memory by its registers (Arm Architecture Reference
// Manual, D6.4).
// Tested by `make kernel`.
#include "kernel/calls/trbe_sides.hpp"

namespace ringcheck {
namespace {

/// TRBLIMITR without the modes that the driver always asks for: to stop when full, and to ignore
/// triggers.
std::uint64_t without_modes(std::uint64_t limit) {
  constexpr std::uint64_t kModes = 0x3e, kAsked = 0x18;
  return (limit & kModes) == kAsked ? limit & ~kModes : limit;
}

/// Whether TRFCR lets the CPU trace: at EL0 and EL1, or nowhere.
std::uint64_t may_trace(std::uint64_t trfcr) {
  constexpr std::uint64_t kEverywhere = 3;
  return trfcr == kEverywhere ? 1 : trfcr;
}

}  // namespace

TrbeKernel::TrbeKernel(const NativeObject& object, const TrbeSetup& setup, const TrbeWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::asked_for, "trbe"),
      setup_(setup),
      words_(words) {
  constexpr std::uint64_t kHasTrbe = std::uint64_t{1} << 44U;
  area_.machine.answer = [this](std::string_view name, long long argument) {
    return answer_to(name, argument);
  };
  keep_irq_work();
  trbe_reg(RC_TRBE_ID_AA64DFR0) = kHasTrbe;
  trbe_reg(RC_TRBE_TRBIDR) = setup.align;
  if (unit_call<decltype(rc_trbe_make)>("make")(static_cast<rc_tracer_case>(setup.tracer_case)) ==
      0)
    throw NativeFailure("the driver does not take the unit");
  result_ =
      area_.make([&](void* event) { unit_call<decltype(rc_trbe_prepare)>("prepare")(event); });
  if (result_ != 0) return;
  handle_ = unit_call<decltype(rc_trbe_handle)>("handle")();
  fill_piece();
  name_driver();
  area_.machine.tracing = true;
}

long long TrbeKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  if (name == "clock") return kFirstTime + argument;
  if (name == "irq_work_run") run_irq_work();
  if (name == "tsb_csync") write(std::exchange(late_, 0), 0);
  if (name == "this_cpu_has_cap")
    return argument < kTrbeErrata && setup_.has(static_cast<TrbeErratum>(argument)) ? 1 : 0;
  return area_.map_pages(name, argument).value_or(1);
}

std::uint64_t& TrbeKernel::trbe_reg(rc_trbe_register which) {
  return reg(unit_call<decltype(rc_trbe_number)>("number")(which));
}

void TrbeKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto place = [from = base()](std::uint64_t address) {
    return address >= from ? address - from + kTrbeBase : address;
  };
  const auto add = [&](rc_trbe_register which, std::uint64_t word, const NativeView& view = {}) {
    area_.add({&trbe_reg(which), sizeof(std::uint64_t)}, word, view);
  };
  const TrbeCells& at = words_.trbe;
  add(RC_TRBE_TRBPTR, at.pointer, place);
  add(RC_TRBE_TRBBASER, at.base, place);
  add(RC_TRBE_TRBLIMITR, at.limit,
      [place](std::uint64_t limit) { return place(without_modes(limit)); });
  add(RC_TRBE_TRBSR, at.status);
  add(RC_TRBE_TRFCR, at.trfcr, may_trace);
  area_.add(unit_call<decltype(rc_trbe_kept_handle)>("kept_handle")(), at.handle,
            [handle = reinterpret_cast<std::uint64_t>(handle_)](std::uint64_t kept) {
              return kept == handle ? 1 : kept;
            });
}

void TrbeKernel::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work();
}

TrbeRegisters TrbeKernel::registers() {
  return {trbe_reg(RC_TRBE_TRBPTR), trbe_reg(RC_TRBE_TRBBASER), trbe_reg(RC_TRBE_TRBLIMITR),
          trbe_reg(RC_TRBE_TRBSR)};
}

void TrbeKernel::write(const Call& call) {
  if (trbe_reg(RC_TRBE_TRFCR) == 0 || !registers().serve()) return;
  write(call.at(0), call.at(1));
  late_ += call.at(2);
}

void TrbeKernel::write(std::uint64_t bytes, std::uint64_t status) {
  const auto put = [this](std::uint64_t address) {
    *reinterpret_cast<std::uint8_t*>(address) = ++written_;
  };
  if (trbe_writes(registers(), bytes, status, setup_, put)) schedule_.ask_for_interrupt();
}

void TrbeKernel::tell(Answers& answers) {
  tell_piece(answers);
}

}  // namespace ringcheck
