// Intel PT on the kernel's text. The device finds memory by the registers and tables that the
// driver wrote, as in the processor's manual (Intel SDM, volume 3, 33.2.7).
// Tested by `make kernel`.
#include <algorithm>
#include <cstring>

#include "kernel/calls/pt_sides.hpp"
#include "kernel/calls/without_words.hpp"

namespace ringcheck {
namespace {

enum PtRegister : int { kCtl, kStatus, kBase, kMask, kRanges };

/// Bits of a table's entry.
constexpr std::uint64_t kEntryEnd = 1U << 0U;
constexpr std::uint64_t kEntryInt = 1U << 2U;
constexpr std::uint64_t kEntryStop = 1U << 4U;
constexpr std::uint64_t kEntryBase = ~std::uint64_t{0xfff};

std::uint64_t trace_enabled(std::uint64_t ctl) {
  return ctl & 1U;
}
std::uint64_t config_seen(std::uint64_t config) {
  return config == 0 ? 0 : kPtConfigured | ((config & 1U) != 0 ? kPtTraceEn : 0);
}

}  // namespace

PtKernel::PtKernel(const NativeObject& object, const PtSetup& setup, const PtWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::its_own, "pt"),
      setup_(setup),
      words_(words) {
  area_.machine.answer = [this](std::string_view name, long long argument) -> long long {
    if (name == "clock") return 5000 + argument;
    if (name == "PT_CAP_topa_multiple_entries") return setup_.multiple_entries ? 1 : 0;
    if (name == "PT_CAP_single_range_output") return setup_.single_range ? 1 : 0;
    return 1;
  };
  result_ = area_.make([&](void* event) {
    area_.call<decltype(rc_pt_prepare)>("rc_pt_prepare")(event, setup.area.no_sg ? 1 : 0,
                                                         &setup.attr);
  });
  if (result_ != 0) return;
  handle_ = area_.call<rc_aux_handle*()>("rc_pt_handle")();
  name_driver();
  area_.machine.tracing = true;
}

std::uint64_t& PtKernel::pt_reg(int which) {
  return reg(area_.call<decltype(rc_pt_register)>("rc_pt_register")(which));
}

void PtKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto place = [&](rc_pt_field field) {
    return area_.call<decltype(rc_pt_place)>("rc_pt_place")(area_.buffer, area_.events[0], field);
  };
  const PtCells& at = words_.pt;
  area_.add(place(RC_PT_HANDLE_NMI), at.handle_nmi);
  area_.add(place(RC_PT_VMX_ON), at.vmx_on);
  area_.add(place(RC_PT_CUR_IDX), at.cur_idx);
  area_.add(place(RC_PT_OUTPUT_OFF), at.output_off);
  area_.add(place(RC_PT_DATA_SIZE), at.data_size);
  area_.add(place(RC_PT_HEAD), at.head);
  area_.add(place(RC_PT_WRAPPED), at.wrapped);
  area_.add(place(RC_PT_STOP_POS), at.stop_pos);
  area_.add(place(RC_PT_INTR_POS), at.intr_pos);
  area_.add({&pt_reg(kCtl), 8}, at.ctl, trace_enabled);
  area_.add({&pt_reg(kStatus), 8}, at.status);
  if (words_.pauses) {
    area_.add(place(RC_PT_PAUSE_ALLOWED), words_.gates);
    area_.add(place(RC_PT_RESUME_ALLOWED), words_.gates + 1);
  }
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    const rc_place config = area_.call<decltype(rc_pt_place)>("rc_pt_place")(
        area_.buffer, area_.events[i], RC_PT_CONFIG);
    area_.machine.name(config.at, at.config, config_seen, false);
    if (!words_.pauses) continue;
    const rc_place paused = area_.call<decltype(rc_pt_place)>("rc_pt_place")(
        area_.buffer, area_.events[i], RC_PT_PAUSED);
    area_.machine.name(paused.at, words_.gates + 2, {}, false);
  }
}

void PtKernel::interrupt(const Call&, Answers&) {
  unit_call<decltype(rc_pt_interrupt)>("interrupt")();
}

void PtKernel::run_own(const Call& call, Answers& answers) {
  const auto op = static_cast<DriverOp>(call.op);
  if (op == DriverOp::snapshot) return sample(call, answers);
  if (op == DriverOp::pause)
    return area_.call<decltype(rc_pt_pause)>("rc_pt_pause")(event(call),
                                                            static_cast<int>(call.at(1)));
  area_.call<decltype(rc_pt_vmx)>("rc_pt_vmx")(static_cast<int>(call.at(0)));
  // VMXON, which follows, disables trace.
  if (call.at(0) != 0) pt_reg(kCtl) &= ~std::uint64_t{1};
}

void PtKernel::sample(const Call& call, Answers& answers) {
  rc_writer* writer = area_.call<rc_writer*()>("rc_new_writer")();
  const std::uint64_t size = call.at(1);
  const int begun = area_.call<decltype(rc_write_begin)>("rc_write_begin")(
      writer, area_.events[0], static_cast<unsigned>(size), 0);
  answer(answers, "begin of a sample", begun);
  if (begun == 0) {
    answer(answers, "sampled",
           area_.call<decltype(rc_pt_snapshot)>("rc_pt_snapshot")(event(call), writer, size));
    area_.call<decltype(rc_write_end)>("rc_write_end")(writer);
  }
  area_.call<decltype(rc_drop_writer)>("rc_drop_writer")(writer);
}

void PtKernel::write(const Call& call) {
  std::uint64_t bytes = call.at(0);
  const bool enabled = (pt_reg(kCtl) & 1U) != 0 && word(words_.pt.vmx_on) == 0;
  if (!enabled) return;
  const bool may_fail = words_.single || (pt_reg(kStatus) & kPtStopped) == 0;
  if (call.at(1) != 0 && may_fail) pt_reg(kStatus) |= kPtError;
  if (words_.single) {
    // One run of memory: the unit wraps at its end without a stop.
    auto* memory = reinterpret_cast<std::uint8_t*>(pt_reg(kBase));
    const std::uint64_t size = (pt_reg(kMask) & UINT32_MAX) + 1;
    std::uint64_t offset = pt_reg(kMask) >> 32U;
    for (; bytes > 0; --bytes) {
      memory[offset] = ++written_;
      offset = (offset + 1) % size;
    }
    pt_reg(kMask) = (pt_reg(kMask) & UINT32_MAX) | offset << 32U;
    return;
  }
  while (bytes > 0 && (pt_reg(kStatus) & kPtStopped) == 0) bytes -= write_to_region(bytes);
}

std::uint64_t PtKernel::write_to_region(std::uint64_t bytes) {
  const std::uint64_t index = (pt_reg(kMask) & UINT32_MAX) >> 7U;
  const std::uint64_t offset = pt_reg(kMask) >> 32U;
  const std::uint64_t entry = reinterpret_cast<std::uint64_t*>(pt_reg(kBase))[index];
  const std::uint64_t size = kPtPageBytes << (entry >> 6U & 0xfU);
  // The driver wrote table and index; a base within a region is taken as it is.
  auto* memory = reinterpret_cast<std::uint8_t*>(entry & kEntryBase);
  const std::uint64_t piece = std::min(bytes, size - offset);
  for (std::uint64_t i = 0; i < piece; ++i) memory[offset + i] = ++written_;
  const auto move = [&](std::uint64_t to_index, std::uint64_t to_offset) {
    pt_reg(kMask) = 0x7fU | to_index << 7U | to_offset << 32U;
  };
  move(index, offset + piece);
  if (offset + piece < size) return piece;
  if ((entry & kEntryStop) != 0) {
    pt_reg(kStatus) |= kPtStopped;
    return piece;
  }
  const std::uint64_t next = reinterpret_cast<std::uint64_t*>(pt_reg(kBase))[index + 1];
  if ((next & kEntryEnd) != 0) pt_reg(kBase) = next & kEntryBase;
  move((next & kEntryEnd) != 0 ? 0 : index + 1, 0);
  return piece;
}

void PtKernel::tell_config(Answers& answers) {
  for (void* event : area_.events)
    answer(answers, "event->hw.config",
           value_of(area_.call<decltype(rc_pt_place)>("rc_pt_place")(area_.buffer, event,
                                                                     RC_PT_CONFIG)));
  const std::uint64_t ctl = pt_reg(kCtl);
  answer(answers, "RTIT_CTL", trace_enabled(ctl) != 0 ? static_cast<std::int64_t>(ctl) : 0);
  if (!schedule_.is_at_rest()) return;
  for (int i = 0; i < static_cast<int>(2 * kPtFilters); ++i)
    answer(answers, "RTIT_ADDR", static_cast<std::int64_t>(pt_reg(kRanges + i)));
}

void PtKernel::tell(Answers& answers) {
  if (!words_.single) {
    answer(answers, "table", area_.call<decltype(rc_pt_table)>("rc_pt_table")(area_.buffer));
    answer(answers, "STOP marker",
           area_.call<decltype(rc_pt_marker)>("rc_pt_marker")(area_.buffer, 0));
    answer(answers, "INT marker",
           area_.call<decltype(rc_pt_marker)>("rc_pt_marker")(area_.buffer, 1));
    for (unsigned i = 0; i < words_.regions; ++i)
      answer(answers, "bits of a region",
             area_.call<decltype(rc_pt_bits)>("rc_pt_bits")(area_.buffer, i));
  }
  tell_config(answers);
  answer(answers, "OUTPUT_MASK", static_cast<std::int64_t>(pt_reg(kMask) >> 7U));
  tell_area(answers);
}

}  // namespace ringcheck
