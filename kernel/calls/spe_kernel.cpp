// Arm SPE on the kernel's text. The unit finds memory by its registers (Arm Architecture Reference
// Manual, D17.6).
// Tested by `make kernel`.
#include "kernel/calls/spe_sides.hpp"

namespace ringcheck {
namespace {

rc_spe_setup unit_setup(const SpeSetup& setup) {
  const SpeAsked& asked = setup.asked;
  const auto bit = [](bool is_set, unsigned shift) {
    return static_cast<unsigned long long>(is_set) << shift;
  };
  rc_spe_setup made{};
  made.max_record = static_cast<unsigned short>(setup.max_record);
  made.align = static_cast<unsigned short>(setup.align);
  made.min_period = static_cast<unsigned short>(setup.min_period);
  // Documentation/ABI of arm_spe_0: format/
  made.config = bit(asked.timestamps, 0) | bit(asked.physical_addresses, 1) |
                bit(asked.physical_counter, 2) | bit(asked.jitter, 16) | bit(asked.branches, 32) |
                bit(asked.loads, 33) | bit(asked.stores, 34);
  made.config1 = asked.events;
  made.config2 = asked.min_latency;
  made.period = asked.period;
  made.exclude_user = asked.exclude_user ? 1 : 0;
  made.exclude_kernel = asked.exclude_kernel ? 1 : 0;
  made.context = asked.context ? 1 : 0;
  return made;
}

}  // namespace

SpeKernel::SpeKernel(const NativeObject& object, const SpeSetup& setup, const SpeWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::any, "spe"),
      setup_(setup),
      words_(words) {
  area_.machine.answer = [this](std::string_view name, long long argument) {
    return answer_to(name, argument);
  };
  keep_irq_work();
  const rc_spe_setup made = unit_setup(setup);
  result_ = area_.make(
      [&](void* event) { area_.call<decltype(rc_spe_prepare)>("rc_spe_prepare")(event, &made); });
  if (result_ != 0) return;
  handle_ = area_.call<rc_aux_handle*()>("rc_spe_handle")();
  fill_piece();
  name_driver();
  area_.machine.tracing = true;
}

long long SpeKernel::answer_to(std::string_view name, long long argument) {
  constexpr long long kFirstTime = 5000;
  if (name == "clock") return kFirstTime + argument;
  if (name == "irq_work_run") run_irq_work();
  return area_.map_pages(name, argument).value_or(1);
}

std::uint64_t& SpeKernel::spe_reg(rc_spe_register which) {
  return reg(area_.call<decltype(rc_spe_number)>("rc_spe_number")(which));
}

void SpeKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto add = [&](rc_spe_register which, std::uint64_t word, const NativeView& view = {}) {
    area_.add({&spe_reg(which), sizeof(std::uint64_t)}, word, view);
  };
  add(RC_SPE_PMBSR, words_.spe.pmbsr, spe_status);
  add(RC_SPE_PMSCR, words_.spe.pmscr);
  add(RC_SPE_PMSFCR, words_.sampling.pmsfcr);
  add(RC_SPE_PMSEVFR, words_.sampling.pmsevfr);
  add(RC_SPE_PMSLATFR, words_.sampling.pmslatfr);
  add(RC_SPE_PMSIRR, words_.sampling.pmsirr);
  add(RC_SPE_PMSICR, words_.sampling.pmsicr);
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    void* event = area_.events[i];
    area_.add(area_.call<decltype(rc_spe_period_left)>("rc_spe_period_left")(event),
              words_.period_left[i]);
    area_.add(area_.call<decltype(rc_spe_period)>("rc_spe_period")(event), words_.period[i]);
  }
}

void SpeKernel::run_own(const Call& call, Answers&) {
  if (static_cast<DriverOp>(call.op) == DriverOp::irq_work) run_irq_work();
}

void SpeKernel::write(const Call& call) {
  const SpeRegisters at = {spe_reg(RC_SPE_PMBPTR), spe_reg(RC_SPE_PMBLIMITR), spe_reg(RC_SPE_PMBSR),
                           spe_reg(RC_SPE_PMSCR)};
  spe_writes(at, call.at(0), call.at(1), setup_.area.page_bytes, [&](std::uint64_t address) {
    *reinterpret_cast<std::uint8_t*>(address) = ++written_;
  });
  spe_reg(RC_SPE_PMSICR) = call.at(0);
}

void SpeKernel::tell(Answers& answers) {
  const auto place = [&](const char* what, rc_spe_register which) {
    const std::uint64_t value = spe_reg(which), from = base();
    const bool inside = value >= from && value <= from + words_.aux_bytes + kSpeEnable;
    answer(answers, what, static_cast<std::int64_t>(inside ? value - from + kSpeBase : value));
  };
  place("PMBPTR", RC_SPE_PMBPTR);
  place("PMBLIMITR", RC_SPE_PMBLIMITR);
  tell_piece(answers);
}

}  // namespace ringcheck
