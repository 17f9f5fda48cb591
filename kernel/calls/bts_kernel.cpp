// Intel BTS on the kernel's text. The unit finds memory by the debug store that the driver wrote,
// as in the processor's manual (Intel SDM, volume 3, 18.4.9).
// Tested by `make kernel`.
#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {
namespace {

/// Bits of IA32_DEBUGCTL that belong to others, which BTS's driver leaves as they are: LBR, and
/// FREEZE_LBRS_ON_PMI.
constexpr std::uint64_t kOfOthers = 1U | 1U << 11U;

/// The register without what others have there, which has to stay.
std::uint64_t without_others(std::uint64_t debugctl) {
  return debugctl ^ kOfOthers;
}

}  // namespace

BtsKernel::BtsKernel(const NativeObject& object, const BtsSetup& setup, const BtsWords& words)
    : KernelDriver(object, setup.area, words, DriverInterrupts::any, "bts"),
      words_(words),
      snapshot_(setup.area.overwrite) {
  unit_call<decltype(rc_bts_ask)>("ask")(setup.attr.exclude_kernel ? 1 : 0,
                                         setup.attr.exclude_user ? 1 : 0, setup.taken ? 1 : 0);
  result_ = area_.make(
      [&](void* event) { area_.call<decltype(rc_bts_prepare)>("rc_bts_prepare")(event); });
  if (result_ != 0) return;
  handle_ = area_.call<rc_aux_handle*()>("rc_bts_handle")();
  name_driver();
  area_.machine.tracing = true;
}

void BtsKernel::name_driver() {
  area_.add_handle(handle_, words_.handles[0]);
  const auto add = [&](rc_bts_field field, std::uint64_t word) {
    area_.add(area_.call<decltype(rc_bts_place)>("rc_bts_place")(area_.buffer, field), word);
  };
  add(RC_BTS_STATE, words_.bts.state);
  add(RC_BTS_CUR_BUF, words_.bts.cur_buf);
  add(RC_BTS_DATA_SIZE, words_.bts.data_size);
  add(RC_BTS_HEAD, words_.bts.head);
  add(RC_BTS_END, words_.bts.end);
  std::uint64_t& debugctl = reg(area_.call<unsigned()>("rc_bts_register")());
  debugctl = kOfOthers;
  area_.add({&debugctl, sizeof(debugctl)}, words_.bts.enabled, without_others);
}

void BtsKernel::write(const Call& call) {
  for (std::uint64_t left = call.at(0); left > 0 && word(words_.bts.enabled) != 0; --left) {
    std::uint64_t& index = store(RC_BTS_INDEX);
    if (index + kBtsRecordBytes > store(RC_BTS_MAXIMUM)) {
      if (!snapshot_) return;
      index = store(RC_BTS_BASE);
    }
    auto* memory = reinterpret_cast<std::uint8_t*>(index);
    for (std::uint64_t i = 0; i < kBtsRecordBytes; ++i) memory[i] = ++written_;
    index += kBtsRecordBytes;
  }
}

std::optional<std::size_t> BtsKernel::piece_of(std::uint64_t base) const {
  for (std::size_t i = 0; i < words_.pieces.size(); ++i) {
    const BtsPhys& piece = words_.pieces[i];
    const auto start = reinterpret_cast<std::uint64_t>(page(piece.offset / kBtsPageBytes));
    if (base >= start && base < start + piece.bytes) return i;
  }
  return {};
}

std::uint64_t BtsKernel::offset_of(rc_bts_store word, rc_bts_store base) const {
  const std::optional<std::size_t> piece = piece_of(store(base));
  if (!piece) return store(word);
  const BtsPhys& at = words_.pieces[*piece];
  return store(word) - reinterpret_cast<std::uint64_t>(page(at.offset / kBtsPageBytes)) + at.offset;
}

void BtsKernel::tell(Answers& answers) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  for (unsigned i = 0; i <= words_.pieces.size(); ++i) {
    rc_bts_piece piece{};
    if (area_.call<decltype(rc_bts_get_piece)>("rc_bts_get_piece")(area_.buffer, i, &piece) == 0)
      break;
    number("piece's offset", piece.offset);
    number("piece's displacement", piece.displacement);
    number("piece's size", piece.size);
  }
  number("base", offset_of(RC_BTS_BASE, RC_BTS_BASE));
  number("index", offset_of(RC_BTS_INDEX, RC_BTS_BASE));
  number("maximum", offset_of(RC_BTS_MAXIMUM, RC_BTS_BASE));
  number("threshold", offset_of(RC_BTS_THRESHOLD, RC_BTS_BASE));
  number("kept base", offset_of(RC_BTS_BACK_BASE, RC_BTS_BACK_BASE));
  number("kept maximum", offset_of(RC_BTS_BACK_MAXIMUM, RC_BTS_BACK_BASE));
  number("kept threshold", offset_of(RC_BTS_BACK_THRESHOLD, RC_BTS_BACK_BASE));
  tell_area(answers);
}

}  // namespace ringcheck
